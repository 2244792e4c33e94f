/**
 * Carries out what happens at the end of a project file, one deed after another. A deed is the body
 * of the operation that does it; beside it the file may say when it happened, which ids come of it,
 * and that it was refused.
 */
import { type Refusal, Refused } from '../decisions/refusals.ts'
import { enterSegment } from '../decisions/segments.ts'
import { isSchema } from '../http/document.ts'
import type { OperationId } from '../http/types.ts'
import type { Instant } from '../model.ts'
import { addMs } from '../rules/validity.ts'
import { GuardLost } from '../storage/engine/errors.ts'
import { loadSegmentEntry } from '../storage/standing.ts'
import { candidates, type EntryValues, renamedReferences } from './entries.ts'
import type { ProjectOperations } from './operations.ts'
import { type FileMistake, type FilePath, pathTold } from './reading.ts'
import { discountedAt, type Reference } from './sections.ts'
import { type SetUp, ToldAlready } from './set-up.ts'

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
      const refusal = await this.#happen(name, named, left)
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

  #named(name: DeedName, said: EntryValues, path: FilePath): Promise<EntryValues> {
    return renamedReferences(said, DEEDS[name].refersTo ?? [], async (text, reference, where) => {
      // A code is what requests name a voucher by.
      if (where.object === 'voucher') return text
      const sections = candidates(reference, where.object)
      return this.#setUp.idOf(text, sections, null, [...path, ...where.path])
    })
  }

  /** Why it was refused, where that was recorded. @throws {Refused} when nothing was recorded. */
  async #happen(name: DeedName, named: EntryValues, ids: string[]): Promise<Refusal | null> {
    const { operation, path = {}, items } = DEEDS[name]
    if (operation === null) {
      const load = loadSegmentEntry(String(named['segment']), String(named['customer']))
      const { shell, origin } = this.#operations
      const entering = { load, decide: enterSegment }
      await this.#operations.withIds(ids, () => shell.settle(origin, entering))
      return null
    }
    const isInPath = ([property]: readonly [string, unknown]) => Object.hasOwn(path, property)
    const said = Object.entries(named)
    const params = said.filter(isInPath).map(([each, text]) => [path[each], String(text)])
    const rest = Object.fromEntries(said.filter(each => !isInPath(each)))
    const body = items === undefined ? rest : rest[items]
    const asked = { params: Object.fromEntries(params), body }
    return (await this.#operations.attempt(operation, asked, ids)).refusal
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

const NOT_REFUSED = 'This deed was not refused. Leave `refused` out.'

interface DeedKind {
  /** The operation that does it; null: no operation does, but a decision of the background. */
  readonly operation: OperationId | null
  /** What a deed has beside the body: the names of path parameters, by property. */
  readonly path?: Readonly<Record<string, string>>
  readonly items?: string
  readonly refersTo?: readonly Reference[]
}

const KINDS = {
  customer: { operation: 'createCustomer' },
  voucher: {
    operation: 'createVoucher',
    refersTo: [{ at: ['campaign'], to: ['campaigns'] }, ...discountedAt('discount')]
  },
  publication: {
    operation: 'createPublication',
    refersTo: [{ at: ['campaign', 'id'], to: ['campaigns'] }]
  },
  member: { operation: 'addMember', path: { campaign: 'campaignId' } },
  segment_entry: { operation: null, refersTo: [{ at: ['segment'], to: ['segments'] }] },
  order: { operation: 'createOrder' },
  return: { operation: 'returnGoods', path: { order: 'orderId' } },
  event: { operation: 'sendCustomEvent' },
  redemption: {
    operation: 'redeemStackedDiscounts',
    refersTo: [
      { at: ['redeemables', '*', 'id'], to: ['promotion_tiers'] },
      { at: ['redeemables', '*', 'reward', 'id'], to: ['rewards'] }
    ]
  },
  reward: {
    operation: 'redeemReward',
    path: { campaign: 'campaignId', card: 'memberId' },
    refersTo: [{ at: ['reward', 'id'], to: ['rewards'] }]
  },
  points: { operation: 'updateLoyaltyCardBalanceByCard', path: { card: 'memberId' } },
  export: { operation: 'createExport' },
  product_updates: { operation: 'updateProductsInBulk', items: 'products' }
} as const satisfies { readonly [name: string]: DeedKind }

export type DeedName = keyof typeof KINDS

export const DEEDS: { readonly [Name in DeedName]: DeedKind } = KINDS

/** In the order in which the schema has them; each is the property that holds the deed. */
export const DEED_NAMES = Object.keys(DEEDS) as readonly DeedName[]

/*
 * When the parts of a project file happen: all of them now, or on the days that the file says. Days
 * count back from now, where the file makes its project. A millisecond between one part and the
 * next keeps those of one day in their order. In a project that is there everything happens now,
 * because no ledger is written backwards.
 */

const DAY_MS = 86_400_000

export type Timeline = ReturnType<typeof timelineBy>

/** `parts`: how many parts the file has at most; null: everything happens by the clock. */
export function timelineBy(clock: () => Instant, parts: number | null) {
  const loadedAt = parts === null ? null : clock()
  let left = parts ?? 0
  let at: Instant | null = null
  return {
    now: (): Instant => at ?? clock(),
    next: (daysAgo: number) => {
      if (loadedAt === null) return
      at = addMs(loadedAt, -daysAgo * DAY_MS - left)
      left--
    }
  }
}

function daysSince(deed: EntryValues): number {
  return Number(deed['days_ago'] ?? 0)
}

/** The days since all was made that a file sets up. */
export function foundedDaysAgo(file: EntryValues): number {
  const { project } = file
  return isSchema(project) ? Number(project['days_ago'] ?? 0) : 0
}

export function isDated(file: EntryValues): boolean {
  return foundedDaysAgo(file) > 0 || deedsOf(file).some(deed => 'days_ago' in deed)
}

export function deedsOf(file: EntryValues): readonly EntryValues[] {
  return (file['deeds'] ?? []) as readonly EntryValues[]
}

export function daysOutOfOrder(file: EntryValues): readonly FileMistake[] {
  const days = deedsOf(file).map(daysSince)
  const founded = foundedDaysAgo(file)
  return days.flatMap((since, index) => {
    const before = days[index - 1] ?? founded
    if (since <= before) return []
    const path = ['deeds', index, 'days_ago']
    const message =
      index === 0
        ? `The project was made ${told(founded)}, and this happened ${told(since)}, before ` +
          `that. Write project: { days_ago: ${since} } or more.`
        : `The deed before this one happened ${told(before)}, and this one ${told(since)}. ` +
          'Write deeds in the order in which they happened.'
    return [{ path, message }]
  })
}

function told(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'a day ago' : `${days} days ago`
}
