/**
 * Carries out what happens at the end of a project file, one deed after another.
 *
 * A deed is the body of the operation that does it; beside it the file may say when it happened,
 * which ids come of it, and that it was refused.
 */
import { Refused } from '../decisions/refusals.ts'
import { enterSegment } from '../decisions/segments/segments.ts'
import { GuardLost } from '../storage/engine/errors.ts'
import { loadSegmentEntry } from '../storage/segments/entry.ts'
import { DEED_NAMES, DEEDS, type DeedName } from './deed-kinds.ts'
import { candidates, type EntryValues, renamedReferences } from './entries.ts'
import type { ProjectOperations } from './operations.ts'
import { type SetUp, ToldAlready } from './set-up.ts'
import { type FileMistake, type FilePath, pathTold } from './source.ts'
import { daysSince, deedsOf, type Timeline } from './timeline.ts'

/** Deeds that are of no kind, or of several. */
export function deedsOfNoKind(file: EntryValues): readonly FileMistake[] {
  return deedsOf(file).flatMap((deed, index) => {
    const kinds = DEED_NAMES.filter(name => name in deed)
    if (kinds.length === 1) return []
    const known = `A deed is one of ${DEED_NAMES.join(', ')}`
    const said = kinds.length === 0 ? 'this is none' : `this is ${kinds.join(' and ')}`
    return [{ path: ['deeds', index], message: `${known}; ${said}.` }]
  })
}

/** Carries out the deeds of one file, which refer to its set-up; their mistakes are told there. */
export class Deeds {
  readonly #operations: ProjectOperations
  readonly #setUp: SetUp
  readonly #timeline: Timeline

  constructor(operations: ProjectOperations, setUp: SetUp, timeline: Timeline) {
    this.#operations = operations
    this.#setUp = setUp
    this.#timeline = timeline
  }

  /** Up to the first that goes wrong. */
  async carryOut(deeds: readonly EntryValues[]): Promise<void> {
    for (const [index, deed] of deeds.entries()) {
      this.#timeline.next(daysSince(deed))
      try {
        await this.#deed(deed, ['deeds', index])
      } catch (error) {
        if (error instanceof ToldAlready) return
        throw error
      }
    }
  }

  async #deed(deed: EntryValues, path: FilePath): Promise<void> {
    const name = DEED_NAMES.find(each => each in deed)
    // INVARIANT: a file with a deed of no kind is refused before anything is carried out.
    if (name === undefined) throw new Error(`A deed of no kind: ${JSON.stringify(deed)}`)
    const pinned = (deed['ids'] ?? []) as readonly string[]
    const isRefused = deed['refused'] === true
    const named = await this.#named(name, deed[name] as EntryValues, [...path, name])
    const left = [...pinned]
    try {
      const { refusal } = await this.#happen(name, named, left)
      if (refusal === null && isRefused) await this.#setUp.fail([...path, 'refused'], NOT_REFUSED)
      if (refusal !== null && !isRefused) throw new Refused(refusal)
    } catch (error) {
      await this.#tell(error, path, name, pinned)
    }
    const [untaken] = left
    if (untaken === undefined) return
    const message = `This makes nothing that could get the id ${untaken}. Leave the id out.`
    await this.#setUp.fail([...path, 'ids', pinned.indexOf(untaken)], message)
  }

  /** What a deed says, with ids in place of names. */
  #named(name: DeedName, said: EntryValues, path: FilePath): Promise<EntryValues> {
    return renamedReferences(said, DEEDS[name].refersTo, async (text, reference, where) => {
      // A code is what requests name a voucher by.
      if (where.object === 'voucher') return text
      const sections = candidates(reference, where.object)
      return this.#setUp.idOf(text, sections, null, [...path, ...where.path])
    })
  }

  /** Why it was refused, where that was recorded. @throws {Refused} when nothing was recorded. */
  async #happen(name: DeedName, named: EntryValues, ids: string[]): Promise<RecordedDeed> {
    const { operation, path, items } = DEEDS[name]
    if (operation === null) {
      await this.#operations.withIds(ids, () => this.#enterSegment(named))
      return { refusal: null }
    }
    const isInPath = ([property]: readonly [string, unknown]) => Object.hasOwn(path, property)
    const said = Object.entries(named)
    const params = said.filter(isInPath).map(([each, text]) => [path[each], String(text)])
    const rest = Object.fromEntries(said.filter(each => !isInPath(each)))
    const body = items === undefined ? rest : rest[items]
    const asked = { params: Object.fromEntries(params), body }
    return this.#operations.attempt(operation, asked, ids)
  }

  #enterSegment({ segment, customer }: EntryValues): Promise<unknown> {
    const load = loadSegmentEntry(String(segment), String(customer))
    const { shell, origin } = this.#operations
    return shell.settle(origin, { load, decide: enterSegment })
  }

  async #tell(
    error: unknown,
    path: FilePath,
    name: DeedName,
    pinned: readonly string[]
  ): Promise<never> {
    if (error instanceof Refused) {
      const { details } = error.refusal
      return this.#setUp.fail([...path, name, ...pathTold(details)], details)
    }
    // What is new is written only where nothing has its id.
    const lost = error instanceof GuardLost ? JSON.stringify(error.change) : ''
    const taken = pinned.find(id => lost.includes(`"id":"${id}"`))
    if (taken === undefined) throw error
    const message = `Something else has the id ${taken}. Write another one.`
    return this.#setUp.fail([...path, 'ids', pinned.indexOf(taken)], message)
  }
}

type RecordedDeed = Pick<Awaited<ReturnType<ProjectOperations['attempt']>>, 'refusal'>

const NOT_REFUSED = 'This deed was not refused. Leave `refused` out.'
