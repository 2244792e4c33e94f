/**
 * Exports, and the files that they end in.
 *
 * Spec: listExports, getExport, Export; Decision 49.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Export, Job } from '../../model.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { type Hold, held } from '../jobs.ts'
import type { Page } from '../pages.ts'

/** Its row is the thing itself, with the project beside it. */
export function exportOf(row: Row<'exports'>): model.Export {
  return withoutProject(row)
}

/** @throws {Refused} when the project has no such export. */
export async function exportNamed(session: Session, id: string): Promise<Export> {
  const row = await session.one('exportById', { id })
  if (row === undefined) throw new Refused(notFound('export', id))
  return exportOf(row)
}

/** Operation 10. */
export async function exportsPage(
  session: Session,
  order: 'created_at' | '-created_at' | 'status' | '-status',
  { limit, offset }: Page
): Promise<{ exports: readonly Export[]; total: number }> {
  const found = await session.all(`exports by ${order}`, { limit, offset })
  const count = await session.one('exportsCount')
  return { exports: found.map(exportOf), total: count?.total ?? 0 }
}

/** What deleteExport needs. @throws {Refused} when the project has no such export. */
export function loadExport(id: string) {
  return async (session: Session): Promise<{ export: Export }> => ({
    export: await exportNamed(session, id)
  })
}

/**
 * The job and the export it writes, null when that was deleted; null in all when the job is no
 * longer the owner's.
 */
export function loadExportHeld(hold: Hold, exportId: string) {
  return async (session: Session): Promise<{ job: Job; export: Export | null } | null> => {
    const job = await held(session, hold)
    if (job === null) return null
    const row = await session.one('exportById', { id: exportId })
    return { job, export: row === undefined ? null : exportOf(row) }
  }
}

/** An export whose file is whole; null for any other. */
export async function exportFileOf(session: Session, id: string): Promise<Export | null> {
  const row = await session.one('exportById', { id })
  return row?.status === 'DONE' ? exportOf(row) : null
}

/** One part of a file, from 0; null past the end. */
export async function exportPart(
  session: Session,
  exportId: string,
  part: number
): Promise<string | null> {
  const row = await session.one('exportFile', { exportId, part })
  return row?.content ?? null
}
