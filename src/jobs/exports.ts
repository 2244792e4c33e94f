/**
 * Writes the file of an export in parts. A part is a few hundred rows of text and commits together
 * with the place to go on from, so that an export that was cut short is finished later and holds no
 * row twice. Rows are read on the reader connection: an export, however long, takes the write lock
 * only to store a part. The job of an export that was deleted meanwhile ends.
 * Spec: Export.
 */
import { stringify } from 'csv-stringify/sync'
import type { Change } from '../decisions/changes.ts'
import { csvRows, itemsSelected } from '../decisions/exports.ts'
import type { Export, Job, Json } from '../model.ts'
import { loadExportHeld, loadExportItems, loadPlaces, type RowPlace } from '../storage/exports.ts'
import { placesInOrder } from './rows.ts'
import { type ClaimedJob, originOf, Pace, type Task, type Tools, whenFound } from './worker.ts'

const PART_ROWS_MAX = 1_000

/** What the job of an export carries (`job.data`): the export, and how much of it is written. */
interface ExportProgress {
  readonly exportId: string
  readonly parts?: number
  readonly last?: RowPlace | null
  /** Rows that were looked at; nobody counts before what there are in all. */
  readonly processed?: number
}

export const writeExport: Task = {
  async *work(held, tools) {
    const begun = await changeExport(held, tools, ({ id }, { processed }) => [
      turned(id, 'IN_PROGRESS', processed)
    ])
    if (begun === null) return
    // Not 'advanced': a job that advances is tried for ever, also one that never writes a part.
    yield 'looked'
    const { asked } = begun
    let { parts = 0, last = null } = progressOf(begun.job)
    const pace = new Pace(PART_ROWS_MAX)
    let units = tools.shell.unitsBegun
    for await (const places of placesOf(asked, held, tools, last)) {
      for (let index = 0; index < places.length; ) {
        const began = tools.stopwatch()
        const chosen = places.slice(index, index + pace.items)
        index += chosen.length
        last = chosen.at(-1) ?? last
        const written = await writePart(asked, held, tools, { part: parts, chosen, last })
        if (written === null) return
        parts = written
        pace.took(chosen.length, tools.stopwatch() - began, tools.shell.unitsBegun === units + 1)
        units = tools.shell.unitsBegun
        yield 'advanced'
      }
      if (places.length === 0) yield 'looked'
    }
    // A file without rows still has its header.
    if (parts === 0) await writePart(asked, held, tools, { part: 0, chosen: [], last })
    await changeExport(held, tools, ({ id }, { jobId, owner, processed }) => [
      turned(id, 'DONE', processed),
      { kind: 'job.finished', jobId, owner }
    ])
  },

  givenUp(job) {
    const { exportId, processed = 0 } = progressOf(job)
    return [turned(exportId, 'ERROR', processed)]
  }
}

/**
 * The places of the rows after `last`, in the requested order, or by id when none was requested.
 */
function placesOf(asked: Export, { project }: ClaimedJob, { read }: Tools, last: RowPlace | null) {
  const order = asked.parameters.order ?? 'id'
  const by = order.replace(/^-/, '')
  return placesInOrder(
    (after, limit) => read(project.id, loadPlaces(asked, { orderBy: by, after, limit })),
    { by, descending: order.startsWith('-') },
    last
  )
}

interface ExportPart {
  /** Parts written before. */
  readonly part: number
  readonly chosen: readonly RowPlace[]
  readonly last: RowPlace | null
}

/**
 * Writes the rows that the filters select as a part, or as none where there are none of them; how
 * many parts are written then, null when there is no export any more.
 */
async function writePart(
  asked: Export,
  held: ClaimedJob,
  tools: Tools,
  { part, chosen, last }: ExportPart
): Promise<number | null> {
  const { id: exportId, exportedObject, parameters } = asked
  const { project } = held
  const ids = chosen.map(({ id }) => id)
  const moment = { now: tools.shell.now(), project }
  const load = loadExportItems(exportedObject, ids, moment, parameters)
  const items = itemsSelected(asked, await tools.read(project.id, load), project)
  const content = csvOf(csvRows(exportedObject, parameters.fields, items, part))
  const written: readonly Change[] =
    content === '' ? [] : [{ kind: 'export.written', exportId, part, content }]
  const parts = part + written.length
  const unwritten = await changeExport(
    held,
    tools,
    (_export, { jobId, owner, done, ...before }) => {
      const processed = before.processed + chosen.length
      const data = { exportId, parts, last, processed } satisfies ExportProgress as unknown as Json
      return [
        ...written,
        turned(exportId, 'IN_PROGRESS', processed),
        { kind: 'job.progressed', jobId, owner, step: 0, done, chunkIndex: null, data }
      ]
    }
  )
  return unwritten && parts
}

interface Unwritten {
  readonly asked: Export
  readonly job: Job
}

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof loadExportHeld>>>>

/** One unit: writes `changes` while the job is held and its export exists; else null. */
function changeExport(
  held: ClaimedJob,
  { shell }: Tools,
  changes: (
    asked: Export,
    job: Record<'jobId' | 'owner', string> & Record<'done' | 'processed', number>
  ) => readonly Change[]
): Promise<Unwritten | null> {
  const { owner } = held
  return shell.settle(originOf(held), {
    load: loadExportHeld(held, progressOf(held.job).exportId),
    decide: whenFound<Found, Unwritten | null>(({ job, export: asked }) => {
      if (asked === null) {
        return { result: null, changes: [{ kind: 'job.finished', jobId: job.id, owner }] }
      }
      const { processed = 0 } = progressOf(job)
      const held = { jobId: job.id, owner, done: job.done, processed }
      return { result: { asked, job }, changes: changes(asked, held) }
    })
  })
}

function turned(exportId: string, status: Export['status'], processed: number): Change {
  return { kind: 'export.turned', exportId, status, processed }
}

function progressOf({ data }: Pick<Job, 'data'>): ExportProgress {
  return data as unknown as ExportProgress
}

/** Rows of cells as CSV, each with its end; a cell is in quotes where it could be taken for more. */
export function csvOf(rows: string[][]): string {
  return stringify(rows, { record_delimiter: 'windows', quoted_match: /[\r\n]/ })
}
