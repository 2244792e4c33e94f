/**
 * Dumps a project as a file that loads it again. What is set up is of one moment; customers,
 * vouchers and orders are read a page at a time, and many of them go into files of JSON lines
 * beside the file, so that any number needs little memory.
 */
import { basename, dirname, extname, join, resolve } from 'node:path'
import { isSchema } from '../http/document.ts'
import type { Project } from '../model.ts'
import { apply } from '../storage/database.ts'
import { type Store, storeWithin } from '../storage/engine/store.ts'
import { dumpedRows, type KnownRows, type LeftOut } from './dumped-rows.ts'
import { type EntryValues, isEmpty, renamedReferences } from './entries.ts'
import { type FileWriting, writing } from './on-disk.ts'
import { ProjectOperations, type Services } from './operations.ts'
import { contractOf, ROWS_MAX } from './schema.ts'
import {
  FileFailed,
  innerOf,
  propertyOf,
  ROW_SECTION_NAMES,
  type RowSectionName,
  SECTION_NAMES,
  SECTIONS,
  type SectionName
} from './sections.ts'
import {
  type Shapes,
  type ShapesOf,
  type StoredThing,
  StoredThings,
  shaped,
  type Thing
} from './stored-things.ts'

interface DumpOptions {
  /** Where the file is to be; null: there is none, so that few rows fit. */
  readonly out: string | null
  readonly withIds: boolean
  /** Gets every file of rows that is begun beside `out`; finishing it is for who gave the list. */
  readonly files?: FileWriting[]
  /** Told how many rows of a section are written, after each page of many. */
  readonly advanced?: (section: RowSectionName, rows: number) => void
}

/**
 * The project as a value of a file. Files of rows are written beside `out`.
 * @throws {FileFailed} where there are more rows than a file without another beside it may have.
 */
export async function dumpProject(
  store: Store,
  services: Services,
  project: Project,
  options: DumpOptions
): Promise<{ readonly value: EntryValues; readonly leftOut: LeftOut }> {
  const { value, campaigns, goods } = await store.read(project.id, async session => {
    const parts = storeWithin(session, { dialect: store.dialect, apply })
    const stored = new StoredThings(new ProjectOperations(parts, services, project))
    const setUp = await setUpOf(stored, contractOf().shapesOf, options.withIds)
    return { value: setUp, campaigns: await campaignsOf(stored), goods: await goodsOf(stored) }
  })
  const leftOut: LeftOut = new Map()
  const operations = new ProjectOperations(store, services, project)
  const ofRows = { customers: new Map(), lots: new Map(), takenBack: new Set<string>() }
  const known: KnownRows = { campaigns, goods, leftOut, ...ofRows }
  const sections: Record<string, unknown> = {}
  for (const section of ROW_SECTION_NAMES) {
    const written = await writtenRows(dumpedRows(operations, known, section), section, options)
    if (written !== null) sections[section] = written
  }
  const { timezone, currency, caseSensitiveCodes: case_sensitive_codes } = project
  return {
    value: { project: { timezone, currency, case_sensitive_codes }, ...value, ...sections },
    leftOut
  }
}

/** What a row calls a campaign: its name, or its id where several have that; and what it says. */
async function campaignsOf(stored: StoredThings): Promise<KnownRows['campaigns']> {
  const all = await stored.things('campaigns', null)
  const called = Map.groupBy(all, ({ key }) => key)
  const nameOf = ({ id, key }: Thing) => (key !== null && called.get(key)?.length === 1 ? key : id)
  return new Map(all.map(thing => [thing.id, { name: nameOf(thing), values: thing.values }]))
}

/** What lines of orders may call goods that are dumped: source ids, or ids of those without one. */
async function goodsOf(stored: StoredThings): Promise<KnownRows['goods']> {
  const namesOf = async (section: 'products' | 'skus') =>
    new Set((await stored.everywhere(section)).map(({ id, key }) => key ?? id))
  return { products: await namesOf('products'), skus: await namesOf('skus') }
}

/** The rows themselves, or the name of the file that has them; null for none. */
async function writtenRows(
  rows: AsyncIterable<EntryValues>,
  section: RowSectionName,
  { out, files = [], advanced = () => {} }: DumpOptions
): Promise<unknown> {
  const few: EntryValues[] = []
  let beside: FileWriting | null = null
  const name = `${basename(out ?? '', extname(out ?? ''))}.${section}.jsonl`
  const write = (row: EntryValues) => beside?.write(`${JSON.stringify(row)}\n`)
  let count = 0
  for await (const row of rows) {
    count++
    if (beside === null && few.length < ROWS_MAX) {
      few.push(row)
      continue
    }
    if (beside === null) {
      if (out === null) {
        throw new FileFailed(
          `The project has more than ${ROWS_MAX} ${section}, too many for one file. Name a ` +
            `file with --out: a file beside it then has the ${section}.`
        )
      }
      beside = writing(join(dirname(resolve(out)), name))
      files.push(beside)
      few.forEach(write)
    }
    write(row)
    if (count % ROWS_MAX === 0) advanced(section, count)
  }
  if (beside !== null) return { file: name }
  return few.length === 0 ? null : few
}

export async function dumpText(value: EntryValues, out: string | null): Promise<string> {
  if (out !== null && extname(out).toLowerCase() === '.json') {
    return `${JSON.stringify(value, null, 2)}\n`
  }
  const { stringify } = await import('yaml')
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false })
}

/**
 * All that is set up, as the sections of a file. An id is written where nothing else tells a thing
 * from others, where something mentions it as plain text, or everywhere.
 */
export async function setUpOf(
  stored: StoredThings,
  shapesOf: ShapesOf,
  everyId: boolean
): Promise<EntryValues> {
  const all: StoredThing[] = []
  for (const section of SECTION_NAMES) {
    for (const thing of await stored.everywhere(section)) all.push({ section, thing })
  }
  const writer = new EntryWriter(all, stored, shapesOf)
  if (everyId) for (const { thing } of all) writer.withId.add(thing.id)
  const first = await writer.sections()
  const mentioned = textsIn(first)
  for (const { thing } of all) if (mentioned.has(thing.id)) writer.withId.add(thing.id)
  return writer.sections()
}

class EntryWriter {
  readonly withId = new Set<string>()
  readonly #all: readonly StoredThing[]
  readonly #stored: StoredThings
  readonly #shapesOf: ShapesOf
  readonly #names = new Map<string, string>()

  constructor(all: readonly StoredThing[], stored: StoredThings, shapesOf: ShapesOf) {
    this.#all = all
    this.#stored = stored
    this.#shapesOf = shapesOf
    const called = Map.groupBy(all, ({ section, thing: { key, outerId } }) => {
      const isBeside = SECTIONS[section].within === 'campaigns'
      return JSON.stringify([section, key, isBeside && outerId])
    })
    for (const placed of called.values()) {
      const isTold = placed.length === 1 && placed[0]?.thing.key !== null
      for (const { thing } of placed) {
        this.#names.set(thing.id, isTold ? String(thing.key) : thing.id)
        if (!isTold) this.withId.add(thing.id)
      }
    }
  }

  async sections(): Promise<EntryValues> {
    const sections: (readonly [string, unknown])[] = []
    for (const section of SECTION_NAMES) {
      if (SECTIONS[section].within !== undefined) continue
      const entries = await this.#entries(section, null)
      const value = SECTIONS[section].isSingle ? entries[0] : entries
      if (entries.length > 0) sections.push([section, value])
    }
    return Object.fromEntries(sections)
  }

  async #entries(section: SectionName, outerId: string | null): Promise<readonly EntryValues[]> {
    const here = this.#all.filter(
      each => each.section === section && each.thing.outerId === outerId
    )
    const named = here.map(({ thing }) => ({ thing, name: this.#nameOf(section, thing) }))
    named.sort((one, other) => (one.name < other.name ? -1 : 1))
    const entries: EntryValues[] = []
    for (const { thing } of named) entries.push(await this.#entry(section, thing))
    return entries
  }

  /** An offer is called as the reward that it joins to a campaign. */
  #nameOf(section: SectionName, { id, key }: Thing): string {
    const of = SECTIONS[section].joins ? String(key) : id
    return this.#names.get(of) ?? of
  }

  async #entry(section: SectionName, thing: Thing): Promise<EntryValues> {
    const { refersTo = [], switches, ruledAs, key } = SECTIONS[section]
    const [keyName = ''] = key
    const shapes = this.#shapesOf(section)
    const values = shaped(thing.values, shapes.entry, shapes.flat) as EntryValues
    // An empty name tells nothing from others, and no load takes it.
    const unsaid = ['id', 'active', ...(values[keyName] === '' ? [keyName] : [])]
    const known = Object.entries(values).filter(([name]) => !unsaid.includes(name))
    const rename = async (id: string) => this.#names.get(id) ?? id
    const named = await renamedReferences(Object.fromEntries(known), refersTo, rename)
    const rules = ruledAs ? await this.#rulesOf(ruledAs, thing) : []
    const inner: (readonly [string, unknown])[] = []
    for (const each of innerOf(section)) {
      const entries = await this.#entries(each, thing.id)
      if (entries.length > 0) inner.push([propertyOf(each), entries])
    }
    return {
      ...(this.withId.has(thing.id) && { id: thing.id }),
      ...said(named, shapes, section),
      ...(switches && !thing.active && { active: false }),
      ...(rules.length > 0 && { validation_rules: rules }),
      ...Object.fromEntries(inner)
    }
  }

  async #rulesOf(type: string, { id }: Thing): Promise<readonly string[]> {
    const assigned = await this.#stored.assignmentsTo(type, id)
    return assigned.map(({ ruleId }) => this.#names.get(ruleId) ?? ruleId).toSorted()
  }
}

/** What an entry need not say is left out: null, and what has nothing in it. */
function said(values: EntryValues, { entry }: Shapes, section: SectionName): EntryValues {
  // Of these rules null is not what a project without a word of its own has.
  if (SECTIONS[section].isSingle) return values
  const required = (entry['required'] ?? []) as readonly string[]
  const order = Object.keys(entry['properties'] as EntryValues)
  const sorted = order.filter(name => Object.hasOwn(values, name))
  const kept = sorted.flatMap(name => {
    const bare = withoutNulls(values[name])
    return required.includes(name) || !isEmpty(bare) ? [[name, bare]] : []
  })
  return Object.fromEntries(kept)
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (!isSchema(value)) return value
  const kept = Object.entries(value).flatMap(([name, each]) => {
    const bare = withoutNulls(each)
    const wasFilled = isSchema(each) && Object.keys(each).length > 0
    return each === null || (wasFilled && isEmpty(bare)) ? [] : [[name, bare]]
  })
  return Object.fromEntries(kept)
}

/** Every text in a value, names included. */
function textsIn(value: unknown, found = new Set<string>()): ReadonlySet<string> {
  if (typeof value === 'string') found.add(value)
  if (Array.isArray(value)) for (const each of value) textsIn(each, found)
  if (isSchema(value)) {
    for (const [name, each] of Object.entries(value)) {
      found.add(name)
      if (name !== 'id' || typeof each !== 'string') textsIn(each, found)
    }
  }
  return found
}
