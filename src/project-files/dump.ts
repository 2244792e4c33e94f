/**
 * Dumps a project as a file that loads it again.
 *
 * What is set up is of one moment. Customers, vouchers and orders are read a page at a time, and
 * many of them go into files of JSON lines beside the file, so that any number needs little memory.
 */
import { basename, dirname, extname, join, resolve } from 'node:path'
import type { Project } from '../model.ts'
import { apply } from '../storage/database/changes.ts'
import { type Store, storeWithin } from '../storage/engine/store.ts'
import { cardLotsAt } from '../storage/standing.ts'
import { vouchersTakenBack } from '../storage/vouchers/vouchers.ts'
import { contractOf } from './contract.ts'
import {
  DumpedRows,
  type DumpedRowsTools,
  type KnownByVouchers,
  type LeftOut,
  type Lost
} from './dumped-rows.ts'
import type { EntryValues } from './entries.ts'
import { setUpOf } from './entry-values.ts'
import { type FileWriting, writing } from './files.ts'
import { ROW_SECTION_NAMES, type RowSectionName } from './form.ts'
import { ProjectOperations, type Services } from './operations.ts'
import { FileFailed } from './reading.ts'
import { ROWS_MAX } from './schema.ts'
import { StoredThings, type Thing } from './stored.ts'

export interface DumpOptions {
  /** Where the file is to be; null: there is none, so that few rows fit. */
  readonly out: string | null
  /** Whether every thing that is set up has its id. */
  readonly withIds: boolean
  /** Gets every file of rows that is begun beside `out`; finishing it is for who gave the list. */
  readonly files?: FileWriting[]
  /** Told how many rows of a section are written, after each page of many. */
  readonly advanced?: (section: RowSectionName, rows: number) => void
}

/** A project as a file, and what the file does not say. */
export interface Dumped {
  readonly value: EntryValues
  readonly leftOut: ReadonlyMap<string, Lost>
}

/**
 * The project as a value of a file. Files of rows are written beside `out`.
 * @throws {FileFailed} where there are more rows than a file without another beside it may have.
 */
export async function dumpProject(
  store: Store,
  services: Services,
  project: Project,
  { out, withIds, files = [], advanced = () => {} }: DumpOptions
): Promise<Dumped> {
  const { value, campaigns, goods } = await store.read(project.id, async session => {
    const parts = storeWithin(session, { dialect: store.dialect, apply })
    const stored = new StoredThings(new ProjectOperations(parts, services, project))
    const setUp = await setUpOf(stored, contractOf().shapesOf, withIds)
    return { value: setUp, campaigns: await campaignsOf(stored), goods: await goodsOf(stored) }
  })
  const leftOut: LeftOut = new Map()
  const operations = new ProjectOperations(store, services, project)
  const lotsOf: DumpedRowsTools['lotsOf'] = cards =>
    store.read(project.id, session => cardLotsAt(session, { now: services.now(), project }, cards))
  const takenBackOf: DumpedRowsTools['takenBackOf'] = async ids => {
    const found = await store.read(project.id, session => session.all(vouchersTakenBack, { ids }))
    return found.map(({ id }) => id)
  }
  const rows = new DumpedRows(operations, { campaigns, goods, leftOut, lotsOf, takenBackOf })
  const sections: Record<string, unknown> = {}
  for (const section of ROW_SECTION_NAMES) {
    const target = { section, out, files, advanced: (count: number) => advanced(section, count) }
    const written = await carriedTo(rows.of(section), target)
    if (written !== null) sections[section] = written
  }
  const { timezone, currency, caseSensitiveCodes: case_sensitive_codes } = project
  return {
    value: { project: { timezone, currency, case_sensitive_codes }, ...value, ...sections },
    leftOut
  }
}

/** What a row calls a campaign: its name, or its id where several have that; and what it says. */
async function campaignsOf(stored: StoredThings): Promise<KnownByVouchers['campaigns']> {
  const all = await stored.things('campaigns', null)
  const called = Map.groupBy(all, ({ key }) => key)
  const nameOf = ({ id, key }: Thing) => (key !== null && called.get(key)?.length === 1 ? key : id)
  return new Map(all.map(thing => [thing.id, { name: nameOf(thing), values: thing.values }]))
}

/** What lines of orders may call goods that are dumped: source ids, or ids of those without one. */
async function goodsOf(stored: StoredThings): Promise<DumpedRowsTools['goods']> {
  const namesOf = async (section: 'products' | 'skus') =>
    new Set((await stored.everywhere(section)).map(({ id, key }) => key ?? id))
  return { products: await namesOf('products'), skus: await namesOf('skus') }
}

interface DumpTarget {
  readonly section: RowSectionName
  readonly out: string | null
  readonly files: FileWriting[]
  readonly advanced: (rows: number) => void
}

/** The rows themselves, or the name of the file that has them; null for none. */
async function carriedTo(
  rows: AsyncIterable<EntryValues>,
  { section, out, files, advanced }: DumpTarget
): Promise<unknown> {
  const few: EntryValues[] = []
  let beside: ReturnType<typeof fileBeside> | null = null
  let count = 0
  for await (const row of rows) {
    count++
    if (beside === null && few.length < ROWS_MAX) {
      few.push(row)
      continue
    }
    if (beside === null) {
      beside = fileBeside(section, out)
      files.push(beside.file)
      for (const each of few) beside.write(each)
    }
    beside.write(row)
    if (count % ROWS_MAX === 0) advanced(count)
  }
  if (beside !== null) return { file: beside.name }
  return few.length === 0 ? null : few
}

function fileBeside(section: RowSectionName, out: string | null) {
  if (out === null) {
    throw new FileFailed(
      `The project has more than ${ROWS_MAX} ${section}, too many for one file. Name a ` +
        `file with --out: a file beside it then has the ${section}.`
    )
  }
  const stem = basename(out, extname(out))
  const name = `${stem}.${section}.jsonl`
  const file = writing(join(dirname(resolve(out)), name))
  return { name, file, write: (row: EntryValues) => file.write(`${JSON.stringify(row)}\n`) }
}

/** The text of a dump: JSON for a name that says so, else YAML. */
export async function dumpText(value: EntryValues, out: string | null): Promise<string> {
  if (out !== null && extname(out).toLowerCase() === '.json') {
    return `${JSON.stringify(value, null, 2)}\n`
  }
  const { stringify } = await import('yaml')
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}
