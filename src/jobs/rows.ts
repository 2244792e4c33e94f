/**
 * Carries out files of customers and vouchers that were sent, some rows at a time. Each row is a
 * unit of its own, and the rows of a batch share a commit or, on PostgreSQL, are carried out beside
 * each other. A chunk that was cut short is carried out again: what was imported is known by its
 * key and stays as it is, so it counts as done either way. The command line carries out its rows by
 * the same function.
 * Spec: importCustomersUsingCsv, importVouchersUsingCsv, importVouchersToCampaignUsingCsv,
 * importVouchers, importVouchersToCampaign, ExportParameters.order,
 * openapi/behaviour/imports-and-erasure.md#what-is-imported-comes-once-by-the-rules-of-a-request.
 */
import {
  givenUpBulk,
  type ItemFailure,
  JOB_CHUNK_ITEMS,
  progressBulk,
  rowFailureOf
} from '../decisions/async-actions.ts'
import { importCustomer } from '../decisions/customers/customers.ts'
import type { ImportRow, RowFinding } from '../decisions/imports/columns.ts'
import {
  commandOf,
  type FileToImport,
  FORMATS,
  type HowToRead,
  type ImportCommand,
  type SentRow
} from '../decisions/imports/formats.ts'
import { findingOf, foundInJson, type Imported } from '../decisions/imports/outcome.ts'
import { importOrder } from '../decisions/orders/edit.ts'
import { type RefusalKey, Refused } from '../decisions/refusals.ts'
import { importVoucher } from '../decisions/vouchers/import.ts'
import type { Origin } from '../shell.ts'
import { loadImportCustomer } from '../storage/customers/facts.ts'
import type { RowPlace } from '../storage/exports.ts'
import { type Chunk, loadChunk } from '../storage/jobs.ts'
import { loadImportOrder } from '../storage/saved-orders.ts'
import { loadImportVoucher } from '../storage/vouchers/facts.ts'
import {
  allEnded,
  type ClaimedJob,
  originOf,
  Pace,
  type Task,
  type Tools,
  whenFound
} from './worker.ts'

/** The task of files that were sent; its items are rows, and `done` counts them. */
export const importRows: Task = {
  work(held, tools) {
    const { shell, stopwatch } = tools
    const pace = new Pace(JOB_CHUNK_ITEMS)
    return byChunks<SentRow>(held, tools, async function* ({ job, items }) {
      const file = job.data as unknown as FileToImport
      for (let index = 0; index < items.length; ) {
        const batch = batchOf(file, items.slice(index, index + pace.items))
        index += batch.length
        const [began, units] = [stopwatch(), shell.unitsBegun]
        const outcomes = await allEnded(batch.map(row => importSent(held, tools, file, row)))
        pace.took(batch.length, stopwatch() - began, shell.unitsBegun <= units + batch.length)
        yield outcomes.filter(outcome => outcome !== null)
      }
    })
  },

  givenUp: givenUpBulk('rows')
}

/** Carries out the items of a job chunk by chunk; `carryOut` yields after some what failed of them. */
export async function* byChunks<Item>(
  held: ClaimedJob,
  { shell, read }: Tools,
  carryOut: (chunk: Chunk<Item>) => AsyncGenerator<readonly ItemFailure[]>
): ReturnType<Task['work']> {
  const load = loadChunk<Item>(held)
  for (;;) {
    const chunk = await read(held.project.id, load)
    if (chunk === null) return
    const failures: ItemFailure[] = []
    for await (const failed of carryOut(chunk)) {
      failures.push(...failed)
      yield 'looked'
    }
    const progress = await shell.settle(originOf(held), {
      load,
      decide: whenFound((known, occasion) => progressBulk(known, failures, occasion))
    })
    if (progress === null || progress.finished) return
    yield 'advanced'
  }
}

/** Up to one that names what a row before it names: units begun together end in any order. */
function batchOf(file: FileToImport, rows: readonly SentRow[]): readonly SentRow[] {
  const named = new Set<string>()
  const end = rows.findIndex(sent => {
    const names = namesIn(file, sent)
    const isNew = names.every(name => !named.has(name))
    for (const name of names) named.add(name)
    return !isNew
  })
  return end < 0 ? rows : rows.slice(0, end)
}

/** What a row is about: by its key, and by its customer where it has one. */
function namesIn(file: FileToImport, sent: SentRow): readonly string[] {
  if ('findings' in sent) return []
  const { [FORMATS[file.kind].key]: key, customer } = rowOf(file, sent)
  // Codes of another case may be the same.
  const names = [`key ${key}`.toLowerCase()]
  return customer == null || customer === '' ? names : [...names, `customer ${customer}`]
}

async function importSent(
  held: ClaimedJob,
  { shell, onError }: Pick<Tools, 'shell' | 'onError'>,
  file: FileToImport,
  sent: SentRow
): Promise<ItemFailure | null> {
  const place = 'line' in sent ? `Line ${sent.line}` : `Item [${sent.index}]`
  const told = (findings: readonly RowFinding[], row: ImportRow) =>
    'line' in sent ? findings : foundInJson(findings, row, file.kind === 'cards')
  if ('findings' in sent) {
    const findings = told(sent.findings, {})
    return rowFailureOf({ place, sourceId: undefined }, { key: 'invalid_payload', findings })
  }
  const row = rowOf(file, sent)
  const onFault = (error: Error) =>
    onError(error, `importing ${place} of job ${held.job.id}; it goes on with the other rows`)
  const outcome = await importRow({ shell, onFault }, originOf(held), file, row)
  if (typeof outcome === 'string') return null
  const { [FORMATS[file.kind].key]: sourceId } = row
  const { key, findings } = outcome
  const by = { place, sourceId: sourceId == null ? undefined : String(sourceId) }
  return rowFailureOf(by, { key, findings: told(findings, row) })
}

function rowOf({ header }: FileToImport, sent: Exclude<SentRow, { findings: unknown }>): ImportRow {
  if ('row' in sent) return sent.row
  return Object.fromEntries(header.map((name, index) => [name, sent.cells[index] ?? '']))
}

export interface BadRow {
  readonly key: RefusalKey
  readonly findings: readonly RowFinding[]
}

/** What importing a row needs; `onFault` is told of an error that no row should cause. */
export interface RowTools {
  readonly shell: Pick<Tools['shell'], 'limits' | 'settle'>
  readonly onFault: (error: Error) => void
}

/**
 * One row as one unit: what was made of it, or why nothing was. A fault of ours that only this row
 * meets makes a bad row of it, so that it stops no other.
 * @throws {Error} when the storage fails, or the unit lost to others too often.
 */
export function importRow(
  tools: RowTools,
  origin: Origin,
  read: HowToRead,
  row: ImportRow
): Promise<Imported | BadRow> {
  const { shell } = tools
  return settleRow<Imported>(tools, read, row, {
    customer: command =>
      shell.settle(origin, {
        load: loadImportCustomer(command),
        decide: (facts, occasion) => importCustomer(facts, command, occasion)
      }),
    voucher: command =>
      shell.settle(origin, {
        load: loadImportVoucher(origin.project, command, shell.limits),
        decide: (facts, occasion) => importVoucher(facts, command, occasion)
      }),
    order: command =>
      shell.settle(origin, {
        load: loadImportOrder(command),
        decide: (facts, occasion) => importOrder(facts, command, occasion)
      })
  })
}

/** What becomes of a row, by what it is about. */
type ByNoun<Outcome> = {
  readonly [Each in ImportCommand as Each['noun']]: (command: Each['command']) => Promise<Outcome>
}

/** The same for another decision about the row. */
export async function settleRow<Outcome>(
  { onFault }: Pick<RowTools, 'onFault'>,
  read: HowToRead,
  row: ImportRow,
  settling: ByNoun<Outcome>
): Promise<Outcome | BadRow> {
  try {
    const asked = commandOf(read, row)
    if ('findings' in asked) return { key: 'invalid_payload', findings: asked.findings }
    return await settling[asked.noun](asked.command as never)
  } catch (error) {
    if (error instanceof Refused) {
      const { refusal } = error
      return { key: refusal.key, findings: [findingOf(refusal, FORMATS[read.kind], row)] }
    }
    // Whether it would come again with this row, and not with others.
    const isOfRow = error instanceof Error && (!('code' in error) || ABOUT_CONTENTS.has(error.code))
    if (!isOfRow) throw error
    onFault(error)
    const message = 'could not be read; the log says why'
    return { key: 'invalid_payload', findings: [{ column: null, message }] }
  }
}

/** Errors of the storage that are about what was to be written, and not about the database. */
const ABOUT_CONTENTS: ReadonlySet<unknown> = new Set(['constraint_broken', 'totals_out_of_range'])

/*
 * The rows of a project, one after the other, in an order that no index has. Sorting all rows needs
 * memory that grows with the project, and reading page after page from the engine sorts all of them
 * again for each page. Instead this module walks through the rows in slices and keeps the places of
 * the few thousand rows that come next; when those are used up, it walks through the rows again. No
 * other request waits for longer than a slice.
 */

/** Places read in one slice: two milliseconds where each is joined with another row. */
const SLICE = 500
/** Places kept from one walk: about a megabyte. */
const KEPT = 10_000

/** Reads the places of at most `limit` rows with ids after `after`, upwards by id. */
type ReadPlaces = (after: string, limit: number) => Promise<readonly RowPlace[]>

/**
 * Every place after `from` (null: every place), in order and in batches; a slice without a result
 * gives an empty batch. A row whose key changes meanwhile may appear twice or never; ids do not
 * change, so in the order by id every row appears once.
 */
export async function* placesInOrder(
  read: ReadPlaces,
  order: { readonly by: string; readonly descending: boolean },
  from: RowPlace | null,
  kept = KEPT
): AsyncGenerator<readonly RowPlace[], void> {
  if (order.by === 'id' && !order.descending) return yield* alongIds(read, from)
  for (let after = from; ; ) {
    const next = new Next(after, order.descending, kept)
    for (let id = ''; ; ) {
      const slice = await read(id, SLICE)
      const last = slice.at(-1)
      if (last === undefined) break
      for (const place of slice) next.offer(place)
      id = last.id
      yield []
    }
    const places = next.places()
    after = places.at(-1) ?? null
    if (after === null) return
    yield places
    if (next.complete) return
  }
}

async function* alongIds(read: ReadPlaces, from: RowPlace | null) {
  for (let after = from?.id ?? ''; ; ) {
    const slice = await read(after, SLICE)
    const last = slice.at(-1)
    if (last === undefined) return
    yield slice
    after = last.id
  }
}

/** The first places after another one, of all that were offered. */
class Next {
  /** Whether every later place was kept. */
  complete = true
  readonly #after: RowPlace | null
  readonly #sign: 1 | -1
  readonly #kept: number
  #places: RowPlace[] = []
  /** The last place kept, once there are enough; later places are ignored. */
  #bound: RowPlace | null = null

  constructor(after: RowPlace | null, descending: boolean, kept: number) {
    this.#after = after
    this.#sign = descending ? -1 : 1
    this.#kept = kept
  }

  offer(place: RowPlace): void {
    if (this.#after !== null && this.#compare(place, this.#after) <= 0) return
    if (this.#bound !== null && this.#compare(place, this.#bound) > 0) return
    this.#places.push(place)
    if (this.#places.length >= 2 * this.#kept) this.#cut()
  }

  /** In order. */
  places(): readonly RowPlace[] {
    this.#cut()
    return this.#places
  }

  #cut(): void {
    this.#places.sort((a, b) => this.#compare(a, b))
    if (this.#places.length <= this.#kept) return
    this.#places = this.#places.slice(0, this.#kept)
    this.#bound = this.#places.at(-1) ?? null
    this.complete = false
  }

  #compare(a: RowPlace, b: RowPlace): number {
    if (a.key !== b.key) return a.key < b.key ? -this.#sign : this.#sign
    return a.id === b.id ? 0 : a.id < b.id ? -this.#sign : this.#sign
  }
}
