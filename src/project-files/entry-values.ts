/**
 * A stored thing as an entry of a file: what the file can say of it, with names in place of ids.
 */
import { isSchema } from '../http/document.ts'
import { type EntryValues, renamedReferences } from './entries.ts'
import { propertyOf, SECTION_NAMES, SECTIONS, type SectionName } from './form.ts'
import { type Shapes, type ShapesOf, type StoredThings, shaped, type Thing } from './stored.ts'

/** A thing and where it is. */
interface ThingInFile {
  readonly section: SectionName
  readonly thing: Thing
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
  const all: ThingInFile[] = []
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
  /** Ids of things whose entries have them. */
  readonly withId = new Set<string>()
  readonly #all: readonly ThingInFile[]
  readonly #stored: StoredThings
  readonly #shapesOf: ShapesOf
  /** What a file calls a thing, by its id. */
  readonly #names = new Map<string, string>()

  constructor(all: readonly ThingInFile[], stored: StoredThings, shapesOf: ShapesOf) {
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

  /** An offer is called as its reward. */
  #nameOf(section: SectionName, { id, key }: Thing): string {
    const of = section === 'offers' ? String(key) : id
    return this.#names.get(of) ?? of
  }

  async #entry(section: SectionName, thing: Thing): Promise<EntryValues> {
    const { refersTo = [], switches, ruledAs } = SECTIONS[section]
    const shapes = this.#shapesOf(section)
    const {
      id: _,
      active: __,
      ...known
    } = withoutEmptyName(section, shapedBy(shapes, thing.values))
    const named = await renamedReferences(known, refersTo, async id => this.#names.get(id) ?? id)
    const rules = ruledAs ? await this.#rulesOf(ruledAs, thing) : []
    const inner: (readonly [string, unknown])[] = []
    for (const each of SECTION_NAMES) {
      if (SECTIONS[each].within !== section) continue
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

/** An empty name tells nothing from others, and no load takes it. */
function withoutEmptyName(section: SectionName, values: EntryValues): EntryValues {
  const [name = ''] = SECTIONS[section].key
  if (values[name] !== '') return values
  const { [name]: _, ...others } = values
  return others
}

function shapedBy({ entry, flat }: Shapes, values: EntryValues): EntryValues {
  return shaped(values, entry, flat) as EntryValues
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

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (Array.isArray(value)) return value.length === 0
  return isSchema(value) && Object.keys(value).length === 0
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
