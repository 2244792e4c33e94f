/** The entries of a project file one by one, and the places where they refer to other things. */
import { quote } from '../decisions/refusals.ts'
import { isSchema } from '../http/document.ts'
import { nearestFirst } from '../rules/spelling.ts'
import type { FileMistake, FilePath, Parameters } from './reading.ts'
import {
  innerOf,
  propertyOf,
  type Reference,
  SECTION_NAMES,
  SECTIONS,
  type SectionName
} from './sections.ts'

export type EntryValues = Readonly<Record<string, unknown>>

export interface FileEntry {
  readonly section: SectionName
  /** What the file says, without what is inside it and without its id. */
  readonly said: EntryValues
  /** The same with the defaults of all that the file leaves out. */
  readonly full: EntryValues
  readonly id: string | null
  /** The ids of what is made along with it, in the order in which they are asked for. */
  readonly ids: readonly string[]
  /** What it is known by; null where it says nothing of that. */
  readonly key: string | null
  readonly path: FilePath
  readonly outer: FileEntry | null
  /** Names of the validation rules that are assigned to it; null: the file does not say. */
  readonly rules: readonly string[] | null
  /** Whether it is switched on; null: the file does not say. */
  readonly active: boolean | null
  /** The properties with things inside it that the file has. */
  readonly lists: readonly string[]
}

/** All entries, those of a section before those of the next, and outer before inner. */
export function entriesOf(file: EntryValues, defaulted: EntryValues): readonly FileEntry[] {
  const all: FileEntry[] = []
  for (const section of SECTION_NAMES) {
    const { within } = SECTIONS[section]
    const outers = all.filter(entry => entry.section === within)
    if (within === undefined) all.push(...entriesIn(section, [file, defaulted], null, []))
    for (const outer of outers) {
      const places = [valueAt(file, outer.path), valueAt(defaulted, outer.path)] as const
      all.push(...entriesIn(section, places, outer, outer.path))
    }
  }
  return all
}

function entriesIn(
  section: SectionName,
  [said, full]: readonly [EntryValues, EntryValues],
  outer: FileEntry | null,
  path: FilePath
): readonly FileEntry[] {
  const property = propertyOf(section)
  const own = [...path, property]
  if (!(property in said)) return []
  if (SECTIONS[section].isSingle) {
    return [entryOf(section, [said[property], full[property]], outer, own)]
  }
  const [listed, defaults] = [said[property], full[property]] as [unknown[], unknown[]]
  return listed.map((each, index) =>
    entryOf(section, [each, defaults[index]], outer, [...own, index])
  )
}

function entryOf(
  section: SectionName,
  [said, full]: readonly [unknown, unknown],
  outer: FileEntry | null,
  path: FilePath
): FileEntry {
  const { id, ids, validation_rules: rules, active } = said as EntryValues
  return {
    section,
    said: ownOf(section, said as EntryValues),
    full: ownOf(section, full as EntryValues),
    id: typeof id === 'string' ? id : null,
    ids: Array.isArray(ids) ? ids : [],
    key: entryKeyOf(section, said as EntryValues),
    path,
    outer,
    rules: SECTIONS[section].ruledAs && Array.isArray(rules) ? rules : null,
    active: SECTIONS[section].switches && typeof active === 'boolean' ? active : null,
    lists: innerOf(section)
      .map(propertyOf)
      .filter(property => property in (said as EntryValues))
  }
}

export function entryKeyOf(section: SectionName, thing: EntryValues): string | null {
  const { key, isSingle } = SECTIONS[section]
  if (isSingle) return section
  const found = key.reduce<unknown>((at, name) => (isSchema(at) ? at[name] : null), thing)
  return typeof found === 'string' && found !== '' ? found : null
}

function ownOf(section: SectionName, value: EntryValues): EntryValues {
  const { ruledAs, switches } = SECTIONS[section]
  const inner = innerOf(section).map(propertyOf)
  const others = ['id', 'ids', ...inner, ...(ruledAs ? ['validation_rules'] : [])]
  const apart = switches ? [...others, 'active'] : others
  return Object.fromEntries(Object.entries(value).filter(([name]) => !apart.includes(name)))
}

function valueAt(root: EntryValues, path: FilePath): EntryValues {
  return path.reduce<unknown>((at, step) => (at as never)[step], root) as EntryValues
}

export function doubles(entries: readonly FileEntry[]): readonly FileMistake[] {
  const seen = new Map<string, FileEntry>()
  return entries.flatMap(entry => {
    const { section, id, key, outer, path } = entry
    const names = [
      ...(id === null ? [] : [`${section} id ${id}`]),
      ...(key === null || id !== null ? [] : [`${section} ${outer?.path.join('/')} key ${key}`])
    ]
    const other = names.map(name => seen.get(name)).find(found => found !== undefined)
    for (const name of names) seen.set(name, entry)
    if (other === undefined) return []
    const { noun } = SECTIONS[section]
    const message =
      `This ${noun} is in the file twice: /${other.path.join('/')} is the same one. Write ` +
      'it once.'
    return [{ path, message }]
  })
}

/** What is put in the place of a name or an id; `object` says what it is, where something does. */
export type Rename = (
  name: string,
  reference: Reference,
  where: { readonly path: FilePath; readonly object: string | null }
) => Promise<string>

export async function renamedReferences(
  value: EntryValues,
  references: readonly Reference[],
  rename: Rename
): Promise<EntryValues> {
  let after: unknown = value
  for (const reference of references) after = await inPlace(after, reference, [], rename)
  return after as EntryValues
}

async function inPlace(
  value: unknown,
  reference: Reference,
  path: FilePath,
  rename: Rename
): Promise<unknown> {
  const [step, ...rest] = reference.at.slice(path.length)
  if (step === '*' && Array.isArray(value)) {
    const items: unknown[] = []
    for (const [index, each] of value.entries()) {
      items.push(await inPlace(each, reference, [...path, index], rename))
    }
    return items
  }
  if (step === undefined && typeof value === 'string') {
    return rename(value, reference, { path, object: null })
  }
  if (step === undefined || !isSchema(value) || (value[step] ?? null) === null) return value
  const at = [...path, step]
  const found = value[step]
  if (rest.length > 0) return { ...value, [step]: await inPlace(found, reference, at, rename) }
  const { object } = value
  const where = { path: at, object: typeof object === 'string' ? object : null }
  if (typeof found === 'string') return { ...value, [step]: await rename(found, reference, where) }
  if (!reference.isNames || !isSchema(found)) return value
  const entries: (readonly [string, unknown])[] = []
  for (const [name, each] of Object.entries(found)) {
    entries.push([await rename(name, reference, { ...where, path: [...at, name] }), each])
  }
  return { ...value, [step]: Object.fromEntries(entries) }
}

/** Null, and what has nothing in it. */
export function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true
  if (Array.isArray(value)) return value.length === 0
  return isSchema(value) && Object.keys(value).length === 0
}

/** What the interface calls the things of sections that stand beside each other. */
const OBJECTS: Readonly<Record<string, SectionName>> = {
  product: 'products',
  sku: 'skus',
  products_collection: 'product_collections'
}

export function candidates({ to }: Reference, object: string | null): readonly SectionName[] {
  const said = object === null ? undefined : OBJECTS[object]
  return to.length > 1 && said !== undefined ? [said] : to
}

/* Parameters: a text `${name}` of a file stands for the value that it declares by that name. */

const PLACEHOLDER = /\$\{([^{}]+)\}/g

/** A file with its parameters filled in; one that is a whole text stays a number or a boolean. */
export function filledIn(file: EntryValues, given: Parameters = {}): EntryValues {
  const { parameters: declared, ...rest } = file
  if (!isSchema(declared)) return file
  const values = { ...declared, ...given }
  const filled = (value: unknown): unknown => {
    if (typeof value === 'string') return textFilled(value, values)
    if (Array.isArray(value)) return value.map(filled)
    return isSchema(value)
      ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]))
      : value
  }
  return { parameters: declared, ...(filled(rest) as EntryValues) }
}

function textFilled(text: string, values: Parameters): unknown {
  const whole = /^\$\{([^{}]+)\}$/.exec(text)?.[1]
  if (whole !== undefined && Object.hasOwn(values, whole)) return values[whole]
  return text.replaceAll(PLACEHOLDER, (asWritten, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : asWritten
  )
}

/** Values that are given for what a file does not declare, or that are no value of one. */
export function wrongParameters(file: EntryValues, given: Parameters): readonly FileMistake[] {
  const declared = isSchema(file['parameters']) ? Object.keys(file['parameters']) : []
  return Object.entries(given).flatMap(([name, value]) => {
    const is = (message: string) => [{ path: ['parameters'], message }]
    if (!declared.includes(name)) {
      const known = nearestFirst(name, declared).join(', ')
      const has = known === '' ? 'none' : known
      return is(`The file declares no parameter ${quote(name)}. It declares ${has}.`)
    }
    if (['string', 'number', 'boolean'].includes(typeof value)) return []
    return is(`The parameter ${name} must be a text, a number, true or false.`)
  })
}
