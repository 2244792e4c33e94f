/**
 * Carries out what a project file sets up, through the operations of the interface: each thing is
 * made, changed or left, after the things that it refers to. A thing that is refused is a mistake
 * of the file; the others go on, so that all mistakes are told together, and none of it is kept.
 */
import type { Difference } from '../decisions/imports/outcome.ts'
import { Refused } from '../decisions/refusals.ts'
import {
  candidates,
  type EntryValues,
  type FileEntry,
  type Rename,
  renamedReferences
} from './entries.ts'
import type { ProjectOperations } from './operations.ts'
import { type FileMistake, type FilePath, pathTold } from './reading.ts'
import { propertyOf, SECTION_NAMES, SECTIONS, type SectionName } from './sections.ts'
import {
  asText,
  differencesIn,
  type EntryStep,
  keptName,
  mayHave,
  outerParams,
  paramsOf,
  removeUnused,
  type ShapesOf,
  type StoredThing,
  type StoredThings,
  stepOf,
  type Thing
} from './stored-things.ts'

export type Did = 'made' | 'changed' | 'unchanged' | 'removed' | 'in use'

export interface LoadedThing {
  /** Below that of the outer thing, where there is one: `campaigns.rewards`. */
  readonly section: string
  /** What people know it by. */
  readonly name: string
  readonly did: Did
  /** What is other than before; of changed ones alone. */
  readonly differences?: readonly Difference[]
}

/** A mistake was recorded already; what depends on it says nothing more. */
export class ToldAlready extends Error {}

interface SetUpGiven {
  readonly shapesOf: ShapesOf
  /** Called before a segment gets customers, who must be there. */
  readonly beforeMembers: () => Promise<void>
  /** Called before a thing is made, which may be of another day. */
  readonly beforeMaking: () => void
}

export class SetUp {
  readonly mistakes: FileMistake[] = []
  readonly outcomes: LoadedThing[] = []
  /** By section and name: `campaigns.rewards.mug`. */
  readonly ids: Record<string, string> = {}
  readonly #entries: readonly FileEntry[]
  readonly #operations: ProjectOperations
  readonly #stored: StoredThings
  readonly #given: SetUpGiven
  readonly #made = new Map<FileEntry, Promise<Thing>>()
  readonly #underWay = new Set<FileEntry>()
  /** The properties of entries that were not written when their thing was made. */
  readonly #late = new Map<FileEntry, readonly string[]>()
  /** Indexes of the outcomes of entries. */
  readonly #told = new Map<FileEntry, number>()
  /** Ids of stored things that entries stand for. */
  readonly claimed = new Set<string>()
  /** What was made without anything that it is known by. */
  readonly unnamed: StoredThing[] = []

  constructor(
    entries: readonly FileEntry[],
    operations: ProjectOperations,
    stored: StoredThings,
    given: SetUpGiven
  ) {
    this.#entries = entries
    this.#operations = operations
    this.#stored = stored
    this.#given = given
  }

  async carryOut(): Promise<void> {
    for (const entry of this.#entries) await this.#orTold(() => this.#thing(entry))
    for (const entry of this.#entries) await this.#orTold(() => this.#complete(entry))
  }

  async #orTold(task: () => Promise<unknown>): Promise<void> {
    try {
      await task()
    } catch (error) {
      if (!(error instanceof ToldAlready)) throw error
    }
  }

  /** Removes what the sections of the file no longer have, as far as it is not in use. */
  async prune(file: EntryValues): Promise<void> {
    const unsaid: StoredThing[] = []
    for (const section of SECTION_NAMES.toReversed()) {
      for (const outerId of await this.#outerIds(section, file)) {
        const things = await this.#stored.things(section, outerId)
        const gone = things.filter(({ id }) => !this.claimed.has(id))
        unsaid.push(...gone.map(thing => ({ section, thing })))
      }
    }
    const { removed, inUse } = await removeUnused(unsaid, this.#operations, this.#stored)
    for (const { section, thing } of removed) this.#tell(section, thing, 'removed')
    for (const { section, thing } of inUse) this.#tell(section, thing, 'in use')
  }

  /** The outer things whose inner ones the file lists; null where there is none around them. */
  async #outerIds(section: SectionName, file: EntryValues): Promise<readonly (string | null)[]> {
    const { within, isSingle } = SECTIONS[section]
    const property = propertyOf(section)
    if (within === undefined) return property in file && !isSingle ? [null] : []
    const outers = this.#entries.filter(entry => entry.section === within)
    const listing = outers.filter(({ lists }) => lists.includes(property))
    const ids: string[] = []
    for (const outer of listing) {
      const thing = await this.#thing(outer)
      if (mayHave(section, thing)) ids.push(thing.id)
    }
    return ids
  }

  /** The thing of an entry, which is made first where it is not there yet. */
  #thing(entry: FileEntry): Promise<Thing> {
    const known = this.#made.get(entry)
    if (known !== undefined && !this.#underWay.has(entry)) return known
    if (this.#underWay.has(entry)) {
      return this.fail(
        entry.path,
        'This refers to itself through others. Leave one of the references out.'
      )
    }
    this.#underWay.add(entry)
    const made = this.#make(entry).finally(() => this.#underWay.delete(entry))
    this.#made.set(entry, made)
    // Who asks for it is told; so is nobody where nobody asks.
    made.catch(() => undefined)
    return made
  }

  async #make(entry: FileEntry): Promise<Thing> {
    const { section, outer } = entry
    const outerId = outer === null ? null : (await this.#thing(outer)).id
    const late = this.#lateOf(entry)
    this.#late.set(entry, late)
    const said = await this.#resolved(entry, without(entry.said, late))
    const before = await this.#find(entry, outerId, said)
    const step =
      before && this.#stepOf(section, without(said, SECTIONS[section].onceOnly ?? []), before)
    if (step?.do === 'refuse') {
      const fixed = step.fixed.join(', ')
      const noun = SECTIONS[section].noun
      return this.fail(
        [...entry.path, ...step.fixed.slice(0, 1)],
        `An existing ${noun} cannot change its ${fixed}. Keep it as it is, or name ` +
          `another ${noun}.`
      )
    }
    const kept = step?.do === 'update' && before ? keptName(section, before, step.body) : null
    if (kept !== null) return this.fail([...entry.path, kept.property], kept.message)
    const ids = [...(entry.id === null ? [] : [entry.id]), ...entry.ids]
    const thing = await this.#orMistake(entry, async () => {
      if (before === null) return this.#create(entry, outerId, ids)
      return step?.do === 'update' ? this.#update(section, before, step.body) : before
    })
    this.claimed.add(thing.id)
    if (before === null && entry.key === null) this.unnamed.push({ section, thing })
    const switched = await this.#orMistake(entry, () => this.#switched(entry, thing))
    const ruled = await this.#rules(entry, switched, ids)
    const [untaken] = ids
    if (before === null && untaken !== undefined) {
      const nothing = 'Nothing that is made together with this could get the id'
      const path = [...entry.path, 'ids', entry.ids.indexOf(untaken)]
      await this.fail(path, `${nothing} ${untaken}. Leave it out.`)
    }
    const named = { ...switched, key: entry.key }
    this.#told.set(entry, this.outcomes.length)
    if (before === null) this.#tell(section, named, 'made')
    else if (asText(before) === asText(switched) && !ruled) this.#tell(section, named, 'unchanged')
    else this.#tell(section, named, 'changed', differencesIn(before, switched))
    return switched
  }

  /** The properties that wait for what they refer to, which may refer back. */
  #lateOf({ section, said, outer }: FileEntry): readonly string[] {
    const { afterwards = [], refersTo = [] } = SECTIONS[section]
    const isWaiting = (other: FileEntry) => !this.#made.has(other) || this.#underWay.has(other)
    return afterwards.filter(name => {
      const to = refersTo.filter(({ at }) => at[0] === name).flatMap(each => each.to)
      const named = Object.keys((said[name] ?? {}) as EntryValues)
      return this.#entries.some(
        other =>
          to.includes(other.section) &&
          other.outer === outer &&
          (named.includes(String(other.id)) || named.includes(String(other.key))) &&
          isWaiting(other)
      )
    })
  }

  #stepOf(section: SectionName, said: EntryValues, { values }: Thing): EntryStep {
    return stepOf(said, values, this.#given.shapesOf(section))
  }

  async #create(entry: FileEntry, outerId: string | null, ids: string[]): Promise<Thing> {
    const { section } = entry
    const { create, joins, isListed, members } = SECTIONS[section]
    if (members !== undefined && members in entry.said) await this.#given.beforeMembers()
    const late = this.#late.get(entry) ?? []
    const full = await this.#resolved(entry, without(entry.full, late))
    const own = joins ? { ...without(full, [joins.property]), [joins.outer]: outerId } : full
    // Where it cannot be made switched off, that is done afterwards.
    const body = { ...own, ...(entry.active !== null && { active: entry.active }) }
    const asked = { params: outerParams(section, outerId, full), body: isListed ? [body] : body }
    this.#given.beforeMaking()
    const answer = await this.#operations.carryOut(create, asked, ids)
    const shown = (isListed ? (answer as unknown as unknown[])[0] : answer) as EntryValues
    return this.#stored.told(section, outerId, shown)
  }

  /** Writes what was to be written when all things are there. */
  async #complete(entry: FileEntry): Promise<void> {
    const { section, full } = entry
    const late = this.#late.get(entry) ?? []
    if (late.length === 0) return
    const thing = await this.#thing(entry)
    const own = Object.fromEntries(late.map(name => [name, full[name]]))
    const step = this.#stepOf(section, await this.#resolved(entry, own), thing)
    if (step.do !== 'update') return
    const after = await this.#orMistake(entry, () => this.#update(section, thing, step.body))
    this.#made.set(entry, Promise.resolve(after))
    const at = this.#told.get(entry) ?? 0
    const told = this.outcomes[at]
    if (told?.did !== 'unchanged' && told?.did !== 'changed') return
    const differences = [...(told.differences ?? []), ...differencesIn(thing, after)]
    this.outcomes[at] = { ...told, did: 'changed', differences }
  }

  async #update(section: SectionName, before: Thing, body: EntryValues): Promise<Thing> {
    const { update } = SECTIONS[section]
    if (update === null) return before
    const shown = await this.#operations.carryOut(update, {
      params: paramsOf(section, before),
      body
    })
    return this.#stored.told(section, before.outerId, shown)
  }

  async #switched({ section, active }: FileEntry, thing: Thing): Promise<Thing> {
    const { switches } = SECTIONS[section]
    if (switches === undefined || active === null || active === thing.active) return thing
    const operation = active ? switches.on : switches.off
    const shown = await this.#operations.carryOut(operation, { params: paramsOf(section, thing) })
    return this.#stored.told(section, thing.outerId, shown)
  }

  /**
   * Assigns the rules that an entry names and no others; whether anything changed. `ids` loses
   * those that were taken.
   */
  async #rules(entry: FileEntry, thing: Thing, ids: string[]): Promise<boolean> {
    const { ruledAs } = SECTIONS[entry.section]
    if (ruledAs === undefined || entry.rules === null) return false
    const assigned = await this.#stored.assignmentsTo(ruledAs, thing.id)
    const wanted: string[] = []
    for (const [index, name] of entry.rules.entries()) {
      const path = [...entry.path, 'validation_rules', index]
      wanted.push(await this.idOf(name, ['validation_rules'], entry, path))
    }
    const missing = wanted.filter(rule => !assigned.some(({ ruleId }) => ruleId === rule))
    const extra = assigned.filter(({ ruleId }) => !wanted.includes(ruleId))
    const body = { related_object_type: ruledAs, related_object_id: thing.id }
    await this.#orMistake(entry, async () => {
      for (const ruleId of missing) {
        const asked = { params: { validationRuleId: ruleId }, body }
        const made = await this.#operations.carryOut('createValidationRuleAssignment', asked, ids)
        assigned.push({ id: String(made['id']), ruleId })
      }
      for (const each of extra) {
        const params = { validationRuleId: each.ruleId, assignmentId: each.id }
        await this.#operations.carryOut('deleteValidationRuleAssignment', { params })
        assigned.splice(assigned.indexOf(each), 1)
      }
    })
    return missing.length > 0 || extra.length > 0
  }

  /** The stored thing that an entry stands for; null where there is none. */
  async #find(entry: FileEntry, outerId: string | null, said: EntryValues): Promise<Thing | null> {
    const { section, id } = entry
    const { joins } = SECTIONS[section]
    // An offer is known by the id of its reward.
    const key = joins ? String(said[joins.property]) : entry.key
    const things = await this.#stored.things(section, outerId)
    if (SECTIONS[section].isSingle) return things[0] ?? null
    const named = things.filter(thing => thing.key === key && key !== null)
    if (id !== null) {
      const found = things.find(thing => thing.id === id)
      if (found !== undefined) return found
      const { within, noun } = SECTIONS[section]
      const placed = within === undefined ? [] : await this.#stored.everywhere(section)
      const moved = placed.find(thing => thing.id === id)
      if (moved !== undefined) {
        const where = `within ${moved.outerId}, where it stays`
        const message = `The ${noun} ${id} is ${where}. Write another id.`
        return this.fail([...entry.path, 'id'], message)
      }
      const [other] = named
      // The file may have an entry of its own for a thing of the same name.
      const isOwn = (each: FileEntry) => each.section === section && each.id === other?.id
      if (other === undefined || this.#entries.some(isOwn)) return null
      return this.fail(
        [...entry.path, 'id'],
        `The ${noun} ${key} exists with the id ${other.id}, which cannot change. Write that ` +
          'id, or none.'
      )
    }
    if (key === null) {
      const isEqual = (thing: Thing) => this.#stepOf(section, said, thing)
      const free = things.filter(thing => !this.claimed.has(thing.id))
      return free.find(thing => isEqual(thing).do === 'leave') ?? null
    }
    if (named.length < 2) return named[0] ?? null
    const ids = named.map(thing => thing.id).join(', ')
    return this.fail(
      entry.path,
      `There are several with the name ${key}: ${ids}. Write the id of one.`
    )
  }

  async #resolved(entry: FileEntry, value: EntryValues): Promise<EntryValues> {
    const rename: Rename = async (name, reference, { path, object }) =>
      reference.words?.includes(name)
        ? name
        : this.idOf(name, candidates(reference, object), entry, [...entry.path, ...path])
    return renamedReferences(value, SECTIONS[entry.section].refersTo ?? [], rename)
  }

  /** The id of what a name or an id refers to, from an entry or, with null, from a deed. */
  async idOf(
    name: string,
    sections: readonly SectionName[],
    from: FileEntry | null,
    path: FilePath
  ): Promise<string> {
    for (const section of sections) {
      const isBeside = SECTIONS[section].within === 'campaigns' && from !== null
      const inFile = this.#entries.find(
        entry =>
          entry.section === section &&
          (entry.id === name || entry.key === name) &&
          (!isBeside || entry.outer === from.outer)
      )
      if (inFile !== undefined) return (await this.#thing(inFile)).id
    }
    const found: Thing[] = []
    for (const section of sections) {
      const outer = SECTIONS[section].within === 'campaigns' ? (from?.outer ?? null) : null
      const things =
        outer === null
          ? await this.#stored.everywhere(section)
          : await this.#stored.things(section, (await this.#thing(outer)).id)
      const byId = things.find(({ id }) => id === name)
      if (byId !== undefined) return byId.id
      found.push(...things.filter(({ key }) => key === name))
    }
    const [only, second] = found
    if (only !== undefined && second === undefined) return only.id
    const nouns = sections.map(section => SECTIONS[section].noun).join(' or ')
    const none = `There is no ${nouns} ${name}, neither in the file nor in the project.`
    const several = `There are several with the name ${name}; write the id of one.`
    return this.fail(path, only === undefined ? none : several)
  }

  async #orMistake<Value>({ path }: Pick<FileEntry, 'path'>, task: () => Promise<Value>) {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const message = error.refusal.details
        .replace(/^(Property )?\[0\]/, '$1')
        .replace(/ in [a-z ]+ \[0\]/, '')
      return this.fail([...path, ...pathTold(message)], message)
    }
  }

  /** Notes a mistake. @throws {ToldAlready} */
  fail(path: FilePath, message: string): Promise<never> {
    this.mistakes.push({ path, message })
    return Promise.reject(new ToldAlready(message))
  }

  #tell(
    section: SectionName,
    { key, id }: Thing,
    did: Did,
    differences?: readonly Difference[]
  ): void {
    const { within } = SECTIONS[section]
    const place = within === undefined ? section : `${within}.${propertyOf(section)}`
    this.outcomes.push({
      section: place,
      name: key ?? id,
      did,
      ...(differences && { differences })
    })
    if (key !== null) this.ids[`${place}.${key}`] = id
  }
}

function without(values: EntryValues, names: readonly string[]): EntryValues {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))
}

/*
 * Finds earning rules that a load added beside others of the same event without a banner. Nothing
 * tells such a rule from one that is there but what it says, so that an edit of it adds a second
 * one, and both give points. People are told, because the first may be meant to stay.
 */

/** A sentence for each rule that was made beside one that no entry of the file stands for. */
export async function doubledRules(
  made: readonly StoredThing[],
  claimed: ReadonlySet<string>,
  stored: StoredThings
): Promise<readonly string[]> {
  const told: string[] = []
  for (const { section, thing } of made) {
    if (section !== 'earning_rules') continue
    const { event } = thing.values
    const all = await stored.things(section, thing.outerId)
    const others = all.filter(({ id, values }) => !claimed.has(id) && values['event'] === event)
    if (others.length === 0) continue
    const names = others.map(({ id, key }) => key ?? id).join(', ')
    told.push(
      `An earning rule for ${event} has no banner, so it was made beside ${names}, which ` +
        'the file does not have: both give points. Give the rule a banner, and remove the ' +
        'other one with --prune.'
    )
  }
  return told
}
