/**
 * What is stored of a section, found by id or by what it is known by. Each section is read once,
 * when it is first asked for.
 * Spec: createCampaign, CreateCampaignRequest.auto_join.
 */
import type { Difference } from '../decisions/imports/outcome.ts'
import { Refused } from '../decisions/refusals.ts'
import { sameJson } from '../decisions/updates.ts'
import { isSchema, type Schema } from '../http/document.ts'
import type { OperationId } from '../http/types.ts'
import type { Json } from '../model.ts'
import { spareOf } from '../storage/vouchers/vouchers.ts'
import { type EntryValues, entryKeyOf } from './entries.ts'
import type { AnswerBody, OperationInput, ProjectOperations } from './operations.ts'
import { SECTIONS, type SectionName } from './sections.ts'

export interface Thing {
  readonly id: string
  readonly key: string | null
  readonly outerId: string | null
  readonly values: EntryValues
  readonly active: boolean
}

interface RuleAssignment {
  readonly id: string
  readonly ruleId: string
}

export class StoredThings {
  readonly #operations: ProjectOperations
  /** A project that is being made has nothing yet, so that nothing need be read. */
  readonly #isNew: boolean
  readonly #known = new Map<string, Map<string, Thing>>()
  #assignments: Map<string, RuleAssignment[]> | null = null

  constructor(operations: ProjectOperations, { isNew = false }: { readonly isNew?: boolean } = {}) {
    this.#operations = operations
    this.#isNew = isNew
  }

  /** The things of a section, or of one outer thing, in the order of the interface. */
  async things(section: SectionName, outerId: string | null): Promise<readonly Thing[]> {
    return [...(await this.#read(section, outerId)).values()]
  }

  async everywhere(section: SectionName): Promise<readonly Thing[]> {
    const { within } = SECTIONS[section]
    if (within === undefined) return this.things(section, null)
    const all: Thing[] = []
    for (const outer of await this.everywhere(within)) {
      if (mayHave(section, outer)) all.push(...(await this.things(section, outer.id)))
    }
    return all
  }

  async told(section: SectionName, outerId: string | null, shown: AnswerBody): Promise<Thing> {
    const thing = thingOf(section, outerId, shown)
    const things = await this.#read(section, outerId)
    things.set(thing.id, thing)
    return thing
  }

  async forget(section: SectionName, { outerId, id }: Thing): Promise<void> {
    const things = await this.#read(section, outerId)
    things.delete(id)
  }

  async assignmentsTo(type: string, id: string): Promise<RuleAssignment[]> {
    if (this.#assignments === null) {
      this.#assignments = new Map()
      for (const shown of await this.#listed('listAllValidationRuleAssignments')) {
        const of = `${shown['related_object_type']} ${shown['related_object_id']}`
        const listed = this.#assignments.get(of) ?? []
        this.#assignments.set(of, listed)
        listed.push({ id: String(shown['id']), ruleId: String(shown['rule_id']) })
      }
    }
    const known = this.#assignments.get(`${type} ${id}`) ?? []
    this.#assignments.set(`${type} ${id}`, known)
    return known
  }

  async #listed(
    id: OperationId,
    params: OperationInput['params'] = {}
  ): Promise<readonly AnswerBody[]> {
    return this.#isNew ? [] : this.#operations.list(id, params)
  }

  async #read(section: SectionName, outerId: string | null): Promise<Map<string, Thing>> {
    const of = `${section} ${outerId}`
    const known = this.#known.get(of)
    if (known !== undefined) return known
    const shown = await this.#listed(SECTIONS[section].list, outerParams(section, outerId))
    const things = shown.flatMap(each => (each['id'] ? [thingOf(section, outerId, each)] : []))
    const made = new Map(things.map(thing => [thing.id, thing]))
    this.#known.set(of, made)
    return made
  }
}

/** Only campaigns of their own kind have tiers, rules and rewards. */
export function mayHave(section: SectionName, outer: Thing): boolean {
  const { campaignType } = SECTIONS[section]
  return campaignType === undefined || outer.values['campaign_type'] === campaignType
}

function thingOf(section: SectionName, outerId: string | null, shown: AnswerBody): Thing {
  const values = inWordsOfEntry(section, shown)
  return {
    id: String(shown['id']),
    key: entryKeyOf(section, values),
    outerId,
    values,
    active: shown['active'] !== false
  }
}

/** Where an answer has another form than the body that made the thing. */
function inWordsOfEntry(section: SectionName, shown: AnswerBody): EntryValues {
  const { joins } = SECTIONS[section]
  if (joins) return { ...shown, [joins.property]: shown[`${joins.property}_id`] }
  if (section === 'campaigns') return { ...shown, voucher: templateOf(shown['voucher']) }
  if (section !== 'promotion_tiers') return shown
  const [category] = shown['categories'] as readonly { readonly name: string }[]
  return { ...shown, category: category?.name ?? null }
}

/** What counts of how codes are made: a pattern has a length of its own. */
function templateOf(template: unknown): unknown {
  if (!isSchema(template)) return template
  const { code_config: config, ...rest } = template
  if (!isSchema(config) || Object.keys(config).length === 0) return rest
  const { length: _, ...patterned } = config
  return { ...rest, code_config: 'pattern' in config ? patterned : config }
}

export function paramsOf(section: SectionName, thing: Thing): Readonly<Record<string, string>> {
  const { parameter } = SECTIONS[section]
  return { ...outerParams(section, thing.outerId, thing.values), [parameter]: thing.id }
}

export function outerParams(
  section: SectionName,
  outerId: string | null,
  values: EntryValues | null = null
): Readonly<Record<string, string>> {
  const { within, joins } = SECTIONS[section]
  if (joins && values) return { [joins.parameter]: String(values[joins.property]) }
  return within && outerId !== null ? { [SECTIONS[within].parameter]: outerId } : {}
}

/** Why a change cannot be: the interface names the thing by that in paths. Null where it can. */
export function keptName(
  section: SectionName,
  { id, key }: Thing,
  change: EntryValues
): { readonly property: string; readonly message: string } | null {
  const { noun, key: path, keyStays } = SECTIONS[section]
  const [property = ''] = path
  if (!keyStays || !(property in change)) return null
  const stays = key === null ? `no ${property}` : `the ${property} ${key}`
  const advice = 'which cannot change. Write the same, or another id.'
  return { property, message: `The ${noun} with the id ${id} has ${stays}, ${advice}` }
}

/** Each value in which two states of a thing differ, by its path; a list is one value. */
export function differencesIn(before: Thing, after: Thing): readonly Difference[] {
  const whole = ({ values: { updated_at: _, ...rest }, active }: Thing) => ({ ...rest, active })
  return differencesAt('', whole(before), whole(after))
}

function differencesAt(path: string, from: EntryValues, to: EntryValues): readonly Difference[] {
  const names = new Set([...Object.keys(from), ...Object.keys(to)])
  return [...names].flatMap(name => {
    const column = path === '' ? name : `${path}.${name}`
    // What answers show is JSON.
    const [was = null, is = null] = [from[name] as Json, to[name] as Json]
    if (isSchema(was) && isSchema(is)) return differencesAt(column, was, is)
    return sameJson(was, is) ? [] : [{ column, from: was, to: is }]
  })
}

export function asText({ values, active }: Thing): string {
  const { updated_at: _, ...rest } = values
  return JSON.stringify([rest, active])
}

/*
 * Removes what a project file no longer has, as far as nothing uses it. What is refused is tried
 * again as long as something else goes, because that may have been all that used it: a reward that
 * was on offer in a campaign, and then the product of the reward.
 */

export interface StoredThing {
  readonly section: SectionName
  readonly thing: Thing
}

export async function removeUnused(
  things: readonly StoredThing[],
  operations: ProjectOperations,
  stored: StoredThings
): Promise<{ readonly removed: readonly StoredThing[]; readonly inUse: readonly StoredThing[] }> {
  const removed: StoredThing[] = []
  let inUse = things
  for (let before = -1; removed.length > before; ) {
    before = removed.length
    const kept: StoredThing[] = []
    for (const each of inUse) {
      const { section, thing } = each
      try {
        await operations.carryOut(SECTIONS[section].remove, { params: paramsOf(section, thing) })
        await stored.forget(section, thing)
        removed.push(each)
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        kept.push(each)
      }
    }
    inUse = kept
  }
  return { removed, inUse }
}

/*
 * Finds loyalty programs of a file that customers are to join by themselves, and that have no card
 * to give them: right where cards are added later, but perhaps not meant, so that people are told.
 */

/** A sentence for each program of the file that nobody can join by what they do. */
export async function closedPrograms(
  claimed: ReadonlySet<string>,
  stored: StoredThings,
  operations: ProjectOperations
): Promise<readonly string[]> {
  const told: string[] = []
  for (const { id, key, values } of await stored.things('campaigns', null)) {
    const { auto_join: joins, type } = values
    if (!claimed.has(id) || joins !== true || type === 'AUTO_UPDATE') continue
    const spare = await operations.read((session, { now }) => spareOf(session, { id }, now))
    if (spare !== null) continue
    told.push(
      `The campaign ${key} has auto_join, its type is ${type} and it has no card left to ` +
        'give, so that no customer can join it automatically. Write `type: AUTO_UPDATE`, or ' +
        'add vouchers to it.'
    )
  }
  return told
}

/*
 * What a project file says of a thing against what is stored of it. What an entry does not say is
 * left as it is, except in maps of the caller's own names (metadata, the entries of a rule): those
 * are compared whole. What the interface writes in another way, such as an instant with an offset,
 * is the same.
 */

/** Follows the references at the top of a schema. */
type Flat = (schema: unknown) => Schema

interface SchemaParts {
  readonly properties: EntryValues
  /** Of properties with other names; undefined where there are none. */
  readonly others: unknown
  readonly items: unknown
  /** The values of its enumerations. */
  readonly words: readonly unknown[]
}

function partsOf(schema: unknown, flat: Flat): SchemaParts {
  const found = flat(schema)
  let properties: Record<string, unknown> = {}
  let others = found['additionalProperties']
  let items = found['items']
  let words = (found['enum'] ?? []) as readonly unknown[]
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'then', 'else']) {
    const branches = found[keyword] ?? []
    for (const branch of Array.isArray(branches) ? branches : [branches]) {
      const parts = partsOf(branch, flat)
      properties = bothOf(properties, parts.properties)
      others = others || parts.others
      items ??= parts.items
      words = [...words, ...parts.words]
    }
  }
  // Values of any type are those that an update only takes back.
  const own = Object.entries((found['properties'] ?? {}) as EntryValues).filter(
    ([, property]) => flat(property)['readOnly'] !== true || 'type' in flat(property)
  )
  return { properties: bothOf(properties, Object.fromEntries(own)), others, items, words }
}

/** A property that several branches have may be as any of them says. */
function bothOf(some: EntryValues, more: EntryValues): Record<string, unknown> {
  const added = Object.entries(more).map(([name, schema]) => {
    const isSame = !Object.hasOwn(some, name) || some[name] === schema
    return [name, isSame ? schema : { anyOf: [some[name], schema] }]
  })
  return { ...some, ...Object.fromEntries(added) }
}

/** The parts of a value that a schema knows. */
export function shaped(value: unknown, schema: unknown, flat: Flat): unknown {
  const { properties, others, items } = partsOf(schema, flat)
  if (Array.isArray(value)) return value.map(each => shaped(each, items, flat))
  if (!isSchema(value)) return value
  const kept = Object.entries(value).flatMap(([name, each]) => {
    if (Object.hasOwn(properties, name)) return [[name, shaped(each, properties[name], flat)]]
    if (!others) return []
    return [[name, isSchema(others) ? shaped(each, others, flat) : each]]
  })
  // A value of which the schema says nothing is free.
  const isFree = Object.keys(properties).length === 0 && others === undefined
  return isFree ? value : Object.fromEntries(kept)
}

function isSame(said: unknown, stored: unknown, schema: unknown, flat: Flat): boolean {
  if (isNothing(said) && isNothing(stored)) return true
  const { properties, others, items, words } = partsOf(schema, flat)
  if (Array.isArray(said) && Array.isArray(stored)) {
    const pairs = said.map((each, index) => isSame(each, stored[index], items, flat))
    return said.length === stored.length && pairs.every(Boolean)
  }
  if (!isSchema(said) || !isSchema(stored)) return isSameScalar(said, stored, words)
  const isDeclared = (name: string) => Object.hasOwn(properties, name)
  return (
    Object.entries(said).every(([name, each]) =>
      isSame(each, stored[name], isDeclared(name) ? properties[name] : others, flat)
    ) &&
    Object.entries(stored).every(
      ([name, each]) => Object.hasOwn(said, name) || isDeclared(name) || isNothing(each)
    )
  )
}

function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isSchema(value) && Object.values(value).every(isNothing)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T/

function isSameScalar(said: unknown, stored: unknown, words: readonly unknown[]): boolean {
  if (said === stored) return true
  if (typeof said === 'string' && typeof stored === 'string') {
    // Where the interface has a word in capitals as well, both mean the same, and one is stored.
    const isOneWord = words.includes(said) && words.includes(stored)
    if (isOneWord && said.toLowerCase() === stored.toLowerCase()) return true
    const isInstant = INSTANT.test(said) && INSTANT.test(stored)
    return isInstant && Date.parse(said) === Date.parse(stored)
  }
  // The interface takes some numbers as text.
  return typeof said === 'string' && typeof stored === 'number' && Number(said) === stored
}

export type EntryStep =
  | { readonly do: 'leave' }
  | { readonly do: 'update'; readonly body: EntryValues }
  /** Properties that cannot change once the thing is there. */
  | { readonly do: 'refuse'; readonly fixed: readonly string[] }

/** The schemas of a thing: of its entry, and of the body that changes it; null: nothing does. */
export interface Shapes {
  readonly entry: Schema
  readonly update: Schema | null
  readonly flat: Flat
}

/** What is to be done so that a stored thing is as the entry says; both refer by ids. */
export function stepOf(
  said: EntryValues,
  stored: EntryValues,
  { entry, update, flat }: Shapes
): EntryStep {
  const { properties } = partsOf(entry, flat)
  const known = shaped(stored, entry, flat) as EntryValues
  const differing = Object.keys(said).filter(
    name => !isSame(said[name], known[name], properties[name], flat)
  )
  if (differing.length === 0) return { do: 'leave' }
  const changeable = update === null ? {} : partsOf(update, flat).properties
  const fixed = differing.filter(name => !Object.hasOwn(changeable, name))
  if (fixed.length > 0) return { do: 'refuse', fixed }
  const body = differing.map(name => [
    name,
    name === 'metadata'
      ? withoutOthers(said[name], known[name])
      : shaped(said[name], changeable[name], flat)
  ])
  return { do: 'update', body: Object.fromEntries(body) }
}

/** Metadata in which null removes what is no longer said. */
function withoutOthers(said: unknown, stored: unknown): unknown {
  if (!isSchema(said) || !isSchema(stored)) return said
  return { ...Object.fromEntries(Object.keys(stored).map(name => [name, null])), ...said }
}

export type ShapesOf = (section: SectionName) => Shapes
