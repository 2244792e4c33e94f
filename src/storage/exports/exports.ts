/**
 * Exports, and the files that they end in.
 *
 * Spec: listExports, getExport, Export.
 */
import { and, asc, desc, type SQL } from 'drizzle-orm/sql'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Export, Job } from '../../model.ts'
import { type ChangeKinds, STEP, writes } from '../engine/change-kinds.ts'
import { byId, columnsToSet, is, mine, stretchOf, totalOf } from '../engine/clauses.ts'
import type { Tables } from '../engine/dialect.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { command, type Given, statement } from '../engine/statements.ts'
import { deleteFrom, deleteParts, insertInto, type KindsOf } from '../engine/writers.ts'
import { findHeldJob, type Hold } from '../jobs.ts'
import type { Page } from '../pages.ts'

function exportsBy(order: (table: Tables['exports']) => SQL[]) {
  return statement((dialect, given: Given<Page>) => {
    const { exports: e } = dialect.t
    return stretchOf(dialect, e, given, mine(e), ...order(e))
  })
}

export const exportsSorted = {
  created_at: exportsBy(e => [asc(e.createdAt), asc(e.id)]),
  '-created_at': exportsBy(e => [desc(e.createdAt), desc(e.id)]),
  status: exportsBy(e => [asc(e.status), asc(e.id)]),
  '-status': exportsBy(e => [desc(e.status), desc(e.id)])
}

export const exportsCount = statement(dialect =>
  totalOf(dialect, dialect.t.exports, mine(dialect.t.exports))
)

export const exportById = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select().from(t.exports).where(byId(t.exports, given))
)

export const exportFile = statement(
  ({ db, t: { exportFiles: f } }, given: Given<{ exportId: string; part: number }>) =>
    db
      .select({ content: f.content })
      .from(f)
      .where(and(mine(f), is(f.exportId, given.exportId), is(f.part, given.part)))
)

export const insertExport = insertInto('exports')
export const insertExportFile = insertInto('exportFiles')
export const deleteExportRow = deleteFrom('exports')
export const deleteExportFileRows = deleteParts(t => t.exportFiles.exportId)

export const turnExport = command(
  ({ db, t }, given: Given<{ id: string; status: Export['status'] }>) =>
    db
      .update(t.exports)
      .set(columnsToSet(t.exports, given, ['status']))
      .where(byId(t.exports, given))
)

/** Its row is the thing itself, with the project beside it. */
export function exportOf(row: Row<'exports'>): model.Export {
  return withoutProject(row)
}

/** @throws {Refused} when the project has no such export. */
export async function exportNamed(session: Session, id: string): Promise<Export> {
  const row = await session.one(exportById, { id })
  if (row === undefined) throw new Refused(notFound('export', id))
  return exportOf(row)
}

/** A page of listExports. */
export async function exportsPage(
  session: Session,
  order: 'created_at' | '-created_at' | 'status' | '-status',
  { limit, offset }: Page
): Promise<{ exports: readonly Export[]; total: number }> {
  const found = await session.all(exportsSorted[order], { limit, offset })
  const count = await session.one(exportsCount)
  return { exports: found.map(exportOf), total: count?.total ?? 0 }
}

/** The facts of deleteExport. @throws {Refused} when the project has no such export. */
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
    const job = await findHeldJob(session, hold)
    if (job === null) return null
    const row = await session.one(exportById, { id: exportId })
    return { job, export: row === undefined ? null : exportOf(row) }
  }
}

/** An export whose file is whole; null for any other. */
export async function exportFileOf(session: Session, id: string): Promise<Export | null> {
  const row = await session.one(exportById, { id })
  return row?.status === 'DONE' ? exportOf(row) : null
}

/** One part of a file, from 0; null past the end. */
export async function exportPart(
  session: Session,
  exportId: string,
  part: number
): Promise<string | null> {
  const row = await session.one(exportFile, { exportId, part })
  return row?.content ?? null
}

/** Makes the changes of exports real. */
export const exportChanges: ChangeKinds<KindsOf<'export'>> = {
  'export.created': {
    step: STEP.work,
    write: writes(insertExport, change => change.export)
  },
  'export.written': {
    step: STEP.exportParts,
    write: writes(insertExportFile, change => change)
  },
  // The export may have been deleted in the meantime.
  'export.turned': {
    step: STEP.exportsTurned,
    write: async (session, { exportId: id, status }) => {
      session.send(turnExport, { id, status })
    }
  }
}
