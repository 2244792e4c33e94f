/**
 * Writes the file of an export, a part at a time.
 *
 * A part is a few hundred rows of text; that it was written and where to go on commit together, so
 * a file that was cut short is finished later and has no row of one part twice. Rows are read
 * beside the writer: an export, however long, only takes the write lock to store a part.
 *
 * An export that was deleted meanwhile needs no file: its job is over.
 *
 * Spec: Export; Decision 87.
 */
import { stringify } from 'csv-stringify/sync'
import type { Change } from '../decisions/changes.ts'
import { csvRows } from '../decisions/exports/exports.ts'
import type { Export, Job, Json } from '../model.ts'
import {
  loadExportHeld,
  loadExportItems,
  loadPlaces,
  type Place
} from '../storage/loads/exports.ts'
import { inOrder } from './ordering.ts'
import { Pace } from './pace.ts'
import { errandOf, type Held, type Task, type Tools, whenFound } from './task.ts'

/** Rows of one part at most. */
const PART_ROWS_MAX = 250

/** What the job of an export carries (`job.data`): what was queued, and how far it got. */
interface Progress {
  readonly exportId: string
  /** Parts written. */
  readonly parts?: number
  /** The last row written. */
  readonly last?: Place | null
}

export const writeExport: Task = {
  async *work(held, tools) {
    const begun = await changed(held, tools, ({ id }) => [settled(id, 'IN_PROGRESS')])
    if (begun === null) return
    // Not 'advanced': an export that can never write a part would begin for ever.
    yield 'looked'
    const { asked } = begun
    let { parts = 0, last = null } = progressOf(begun.job)
    const pace = new Pace(PART_ROWS_MAX)
    for await (const places of placesOf(asked, held, tools, last)) {
      for (let index = 0; index < places.length; ) {
        const began = tools.stopwatch()
        const chosen = places.slice(index, index + pace.items)
        index += chosen.length
        last = chosen.at(-1) ?? last
        if ((await writePart(asked, held, tools, { part: parts++, chosen, last })) === null) return
        pace.took(chosen.length, tools.stopwatch() - began)
        yield 'advanced'
      }
      if (places.length === 0) yield 'looked'
    }
    // A file without rows has its header all the same.
    if (parts === 0) await writePart(asked, held, tools, { part: 0, chosen: [], last })
    await changed(held, tools, ({ id }, { jobId, owner }) => [
      settled(id, 'DONE'),
      { kind: 'job.finished', jobId, owner }
    ])
  },

  givenUp: job => [settled(progressOf(job).exportId, 'ERROR')]
}

/** Where the rows after `last` stand, in the order asked for; in that of their ids if none was. */
function placesOf(
  { exportedObject, parameters }: Export,
  { project }: Held,
  { read }: Tools,
  last: Place | null
): AsyncGenerator<readonly Place[], void> {
  const order = parameters.order ?? 'id'
  const by = order.replace(/^-/, '')
  return inOrder(
    (after, limit) => read(project.id, loadPlaces(exportedObject, { orderBy: by, after, limit })),
    { by, descending: order.startsWith('-') },
    last
  )
}

interface Part {
  readonly part: number
  readonly chosen: readonly Place[]
  readonly last: Place | null
}

async function writePart(
  { id: exportId, exportedObject, parameters }: Export,
  held: Held,
  tools: Tools,
  { part, chosen, last }: Part
): Promise<Unwritten | null> {
  const { project } = held
  const ids = chosen.map(({ id }) => id)
  const moment = { now: tools.shell.now(), project }
  const items = await tools.read(
    project.id,
    loadExportItems(exportedObject, ids, moment)
  )
  const content = stringify(csvRows(exportedObject, parameters.fields, items, part), {
    record_delimiter: 'windows'
  })
  const data = { exportId, parts: part + 1, last } satisfies Progress as unknown as Json
  return changed(held, tools, (_export, { jobId, owner, done }) => [
    { kind: 'export.written', exportId, part, content },
    { kind: 'job.progressed', jobId, owner, step: 0, done, chunkIndex: null, data }
  ])
}

/** The job as it was before a unit, and what it is to write. */
interface Unwritten {
  readonly asked: Export
  readonly job: Job
}

type Found = NonNullable<Awaited<ReturnType<ReturnType<typeof loadExportHeld>>>>

/** One unit: writes `changes` if the job is still held and has something to write; null if not. */
function changed(
  held: Held,
  { shell }: Tools,
  changes: (
    asked: Export,
    job: { readonly jobId: string; readonly owner: string; readonly done: number }
  ) => readonly Change[]
): Promise<Unwritten | null> {
  const { owner } = held
  return shell.carryOut(errandOf(held), {
    load: loadExportHeld(held, progressOf(held.job).exportId),
    decide: whenFound<Found, Unwritten | null>(({ job, export: asked }) => {
      if (asked === null) {
        return { result: null, changes: [{ kind: 'job.finished', jobId: job.id, owner }] }
      }
      const held = { jobId: job.id, owner, done: job.done }
      return { result: { asked, job }, changes: changes(asked, held) }
    })
  })
}

function settled(exportId: string, status: Export['status']): Change {
  return { kind: 'export.settled', exportId, status }
}

function progressOf({ data }: Pick<Job, 'data'>): Progress {
  return data as unknown as Progress
}
