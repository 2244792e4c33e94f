/**
 * What is stored of a section, found by id or by what it is known by.
 *
 * Each section is read once, when it is first asked for; what a load makes or changes is told.
 */
import { isSchema } from '../http/document.ts'
import type { OperationId } from '../http/types.ts'
import { type EntryValues, entryKeyOf } from './entries.ts'
import { SECTIONS, type SectionName } from './form.ts'
import type { AnswerBody, OperationInput, ProjectOperations } from './operations.ts'

/** A stored thing as the file would have it; references are ids. */
export interface Thing {
  readonly id: string
  readonly key: string | null
  readonly outerId: string | null
  /** In the words of an entry, with all that an answer shows. */
  readonly values: EntryValues
  readonly active: boolean
}

/** A validation rule that is assigned to a thing. */
export interface RuleAssignment {
  readonly id: string
  readonly ruleId: string
}

/** The things of one project. */
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

  /** Every thing of a section, whichever it is within. */
  async everywhere(section: SectionName): Promise<readonly Thing[]> {
    const { within } = SECTIONS[section]
    if (within === undefined) return this.things(section, null)
    const all: Thing[] = []
    for (const outer of await this.everywhere(within)) {
      if (mayHave(section, outer)) all.push(...(await this.things(section, outer.id)))
    }
    return all
  }

  /** Takes a thing as an answer shows it. */
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

  /** The validation rules that are assigned to a thing. */
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
    const { list, outerParameter } = SECTIONS[section]
    const params = outerParameter && outerId !== null ? { [outerParameter]: outerId } : {}
    const shown = await this.#listed(list, params)
    const things = shown
      .filter(({ id }) => id !== null)
      .map(each => thingOf(section, outerId, each))
    const made = new Map(things.map(thing => [thing.id, thing]))
    this.#known.set(of, made)
    return made
  }
}

/** Only campaigns of their own kind have tiers, rules and rewards. */
export function mayHave(section: SectionName, outer: Thing): boolean {
  const type = outer.values['campaign_type']
  if (SECTIONS[section].within !== 'campaigns') return true
  return type === (section === 'promotion_tiers' ? 'PROMOTION' : 'LOYALTY_PROGRAM')
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
  if (section === 'offers') return { ...shown, reward: shown['reward_id'] }
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

/** The path parameters of a thing. */
export function paramsOf(section: SectionName, thing: Thing): Readonly<Record<string, string>> {
  const { outerParameter, parameter } = SECTIONS[section]
  const { id, outerId } = thing
  if (section === 'offers') return { rewardId: String(thing.values['reward']), assignmentId: id }
  return {
    ...(outerParameter && outerId !== null && { [outerParameter]: outerId }),
    [parameter]: id
  }
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

/** All that is shown of a thing but when it was written. */
export function asText({ values, active }: Thing): string {
  const { updated_at: _, ...rest } = values
  return JSON.stringify([rest, active])
}
