/**
 * Bonuses are points that came with a tier or a segment, whatever brought their customer there: an
 * order, a redemption, an event or the calendar. Something else may have helped, an order before it
 * perhaps; when that is undone and the customer is there no longer, the bonus goes back, too.
 * Spec: openapi/behaviour/orders.md#what-goes-back-leaves-what-remains.
 */
import type { Instant, LedgerEntry, Order, TierMembership } from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import { BY_BALANCE, type Periods } from '../../rules/points.ts'
import { addDays, compareTexts, dayAt } from '../../rules/validity.ts'
import type { Moment } from '../changes.ts'
import { type OpenStanding, presentPurse, programOf } from '../standing/open.ts'
import { type Passing, type Standing, startOf } from '../standing/standing.ts'
import type { ProgramFacts } from './earning.ts'
import { cardOf, goneOf, missingSince, type Purse, sumTotals } from './lots.ts'

export interface Bonus extends LedgerEntry {
  readonly cause: LedgerEntry['cause'] & Required<Pick<LedgerEntry['cause'], 'followed'>>
}

export function isBonus(entry: LedgerEntry): entry is Bonus {
  return entry.cause.followed !== undefined
}

/** Of stored entries and of this decision, but without those that it has taken back so far. */
export function keptBonuses(standing: Standing, stored: readonly LedgerEntry[]): readonly Bonus[] {
  const gone = standing.changes.flatMap(change =>
    change.kind === 'ledgerEntry.takenBack' ? [change.id] : []
  )
  const all = [...stored, ...movedIn(standing)].filter(isBonus)
  const kept = all.filter(({ id, takenBackBy }) => takenBackBy === null && !gone.includes(id))
  return [...new Map(kept.map(entry => [entry.id, entry])).values()]
}

/** The entries that this decision has made so far. */
export function movedIn({ changes }: Pick<Standing, 'changes'>): readonly LedgerEntry[] {
  return changes.flatMap(change => (change.kind === 'points.moved' ? [change.entry] : []))
}

export function isOfSegment({ cause }: Bonus): boolean {
  return cause.followed.orders !== undefined
}

/** Whether it came as its customer fell out of a tier or a segment, or to a lower tier. */
export function isFall({ cause }: Bonus): boolean {
  return /\.(left|downgraded)$/.test(cause.followed.event)
}

/** Whether what brought it had led its customer out of there first. */
export function hadLeftFirst({ cause }: Bonus): boolean {
  return cause.followed.hadLeftFirst ?? false
}

/**
 * Whether none like it came after: the customer may still be where it came from. Those of tiers by
 * period have periods of their own.
 */
export function isLast(bonus: Bonus, all: readonly Bonus[], standing: Standing): boolean {
  const { campaign, tiers } = programOfBonus(bonus, standing)
  const isOfTier = tiers.some(({ id }) => id === bonus.cause.followed.subjectId)
  if (isOfTier && !isFall(bonus) && !isByBalance(campaign)) return true
  return all.every(other => other.id <= bonus.id || !isLike(other, bonus))
}

function programOfBonus({ campaignId }: Bonus, standing: Standing): ProgramFacts {
  return programOf(standing, present(campaignId, 'a bonus is of no program'))
}

function isLike({ cause: one }: Bonus, { cause: other }: Bonus): boolean {
  return (
    one.earningRuleId === other.earningRuleId &&
    one.followed.event === other.followed.event &&
    one.followed.subjectId === other.followed.subjectId
  )
}

interface Knowing {
  readonly known: OpenStanding<never>
  /** The bonuses that were kept before. */
  readonly all: readonly Bonus[]
  /** Of some of them, the orders next to theirs. */
  readonly ordersNextTo: OrdersNextTo
  readonly occasion: Moment
}

/**
 * Whether what a bonus came with is so, as the customer stands: they have the points of the tier, or
 * are in the segment, or would be, had nothing been spent since; or they are still out of what they
 * had left. Where points count by period, those of its own do, or of a later one.
 */
export function holds(bonus: Bonus, standing: Standing, knowing: Knowing): boolean {
  const { subjectId } = bonus.cause.followed
  const step = stepOf(bonus)
  const program = programOfBonus(bonus, standing)
  const { campaign, tiers } = program
  const tier = tiers.find(({ id }) => id === subjectId)
  if (tier === undefined) {
    const isIn = standing.segments.includes(subjectId)
    if (step === 'left') return !isIn
    return isIn || knowing.known.selects(subjectId, unspent(standing, bonus, knowing))
  }
  const from = startOf(program)
  if (step === 'left') return from < tier.pointsFrom
  if (step === 'downgraded') return from <= tier.pointsFrom
  if (!isByBalance(campaign)) {
    return (knowing.known.mostIn(program, periodsOf(bonus, knowing)) ?? from) >= tier.pointsFrom
  }
  // A term keeps in a tier who would not have reached it.
  const { card } = programOfBonus(bonus, unspent(standing, bonus, knowing))
  const { voucher } = present(card, `card ${bonus.voucherId} is not loaded`)
  return cardOf(voucher).balance >= tier.pointsFrom
}

/** Those whose points can have brought a bonus, had those of its own not: before the next like it. */
function periodsOf(bonus: Bonus, { all, occasion }: Knowing): Periods {
  const { timezone } = occasion.project
  const from = dayAt(bonus.createdAt, timezone)
  // At a midnight a tier is prolonged by the period that is over.
  if (stepOf(bonus) === 'prolonged') return { from: addDays(from, -1), before: from }
  const [next] = all
    .filter(each => each.id > bonus.id && isLike(each, bonus))
    .map(({ createdAt }) => dayAt(createdAt, timezone))
    .toSorted(compareTexts)
  return { from, before: next ?? null }
}

/**
 * Whether `undone` points alone had led to the tier of a bonus: without them, the customer cannot
 * have come there until they came there again, which brought the next of the `staying` bonuses that
 * is like it. Right before that they held less than the tier begins with. So they never held more
 * meanwhile than that and what was spent, without the undone points and the bonus.
 */
export function reachedOnlyWith(
  bonus: Bonus,
  undone: number,
  standing: Standing,
  staying: readonly Bonus[]
): boolean {
  const next = staying.find(other => other.id > bonus.id && isLike(other, bonus))
  if (next === undefined || !/^(joined|upgraded)$/.test(stepOf(bonus))) return false
  const { campaign, tiers, card } = programOfBonus(bonus, standing)
  const { voucherId, amount, cause } = bonus
  const { subjectId, balances, gone } = cause.followed
  const tier = tiers.find(({ id }) => id === subjectId)
  if (tier === undefined || card === null || !isByBalance(campaign)) return false
  const spent = (next.cause.followed.gone[voucherId] ?? 0) - (gone[voucherId] ?? 0)
  return (balances[voucherId] ?? 0) - undone < tier.pointsFrom && spent <= undone + amount
}

function stepOf({ cause }: Bonus): string {
  const { event } = cause.followed
  return event.slice(event.lastIndexOf('.') + 1)
}

/** An order of which something is undone, before that or after. */
export type UndoneOrder = Pick<Order, 'id' | 'earnedAt' | 'totalAmount' | 'returned'>

/** How much of an order is undone: nothing, some, or all (`isWhole`). */
export interface UndonePart {
  /** Null for another thing than an order. */
  readonly order: UndoneOrder | null
  readonly isWhole: boolean
}

/**
 * Whether the customer can have come into the segment of a bonus with all that came since and is not
 * undone, whatever has taken them out of it by now.
 */
export function mayHaveEntered(
  bonus: Bonus,
  standing: Standing,
  undone: UndonePart,
  knowing: Knowing
): boolean {
  const { order, isWhole } = undone
  const isItsOwn = order !== null && bonus.cause.orderId === order.id && !isWhole
  const lastAmount = isItsOwn ? leftOf(order) : null
  const then = { orders: ordersThen(bonus, undone), lastAmount, isInstant: false }
  return maySelect(bonus, standing, then, knowing)
}

/**
 * Whether the customer was in the segment of a bonus right before the order that brought it: then
 * they did not come there.
 */
export function mayHaveBeenIn(
  bonus: Bonus,
  standing: Standing,
  undone: UndonePart,
  knowing: Knowing
): boolean {
  const [own, ...earlier] = knowing.ordersNextTo.get(bonus.id) ?? []
  if (own === undefined || own.id !== bonus.cause.orderId) return false
  const [last] = earlier.flatMap(each => {
    if (each.id !== undone.order?.id) return each
    return undone.isWhole ? [] : undone.order
  })
  if (last === undefined) return false
  const { amount, count } = ordersThen(bonus, undone)
  const ownAmount = leftOf(own) + returnedSince(own, bonus.createdAt)
  const before = { amount: amount - ownAmount, count: count - 1 }
  const lastAmount = leftOf(last)
  return maySelect(bonus, standing, { orders: before, lastAmount, isInstant: true }, knowing)
}

/**
 * Whether the customer comes into the segment of a bonus by the order after its own, all of which is
 * undone; if they came there again later, that brought a bonus of its own.
 */
export function mayEnterNext(
  bonus: Bonus,
  standing: Standing,
  undone: UndonePart,
  knowing: Knowing
): boolean {
  const again = knowing.all.find(other => other.id > bonus.id && isLike(other, bonus))
  const [next] = knowing.ordersNextTo.get(bonus.id) ?? []
  if (again === undefined || next === undefined) return true
  if (next.id === again.cause.orderId) return false
  const { amount, count } = ordersThen(bonus, undone)
  const lastAmount = leftOf(next)
  const after = { amount: amount + lastAmount, count: count + 1 }
  return maySelect(bonus, standing, { orders: after, lastAmount, isInstant: true }, knowing)
}

/**
 * Whether the customer had left the tier or segment of a bonus by nothing but points that a
 * redemption spent and that come back now: they came there once before, and with these points would
 * have stayed. `before`, `after`: the redemption is undone.
 */
export function hadOnlySpent(
  bonus: Bonus,
  redeemedAt: Instant,
  { before, after }: { readonly before: Standing; readonly after: Standing },
  { known, all }: Knowing
): boolean {
  const earlier = all.findLast(other => other.id < bonus.id && isLike(other, bonus))
  const isBetween = earlier && redeemedAt > earlier.createdAt && redeemedAt < bonus.createdAt
  if (!isBetween || isFall(bonus)) return false
  const { subjectId, gone, balances } = bonus.cause.followed
  const first = earlier.cause.followed
  const backOn = (purse: Purse) => {
    const goneBefore = Math.max(goneOf(presentPurse(before, purse)), gone[purse.voucher.id] ?? 0)
    return goneBefore - goneOf(purse)
  }
  const lowest = withBalances(after, purse => {
    const { id } = purse.voucher
    const came = id === earlier.voucherId ? earlier.amount : 0
    const otherwise = (gone[id] ?? 0) - (first.gone[id] ?? 0) - backOn(purse)
    return (first.balances[id] ?? 0) + came - Math.max(otherwise, 0)
  })
  const { campaign, tiers, card } = programOfBonus(bonus, lowest)
  const tier = tiers.find(({ id }) => id === subjectId)
  if (tier !== undefined) {
    const held = balanceOf(present(card, 'a bonus has no card'))
    return isByBalance(campaign) && held >= tier.pointsFrom
  }
  const highest = withBalances(after, purse => (balances[purse.voucher.id] ?? 0) + backOn(purse))
  return [lowest, highest].every(standing => known.selects(subjectId, standing))
}

/** Paid orders, by the ids of bonuses. */
export type OrdersNextTo = ReadonlyMap<string, readonly UndoneOrder[]>

/**
 * Bonuses of segments that came more than once. Whether they stay as an order is undone depends on
 * the paid orders next to theirs: for its own bonuses on the one after it, for later ones on their
 * own order and the two before it.
 */
export function repeatedBonuses(
  { id, earnedAt }: { readonly id: string; readonly earnedAt: Instant },
  entries: readonly LedgerEntry[]
): { readonly own: readonly Bonus[]; readonly later: readonly Bonus[] } {
  const bonuses = entries.filter(isBonus).filter(isOfSegment)
  const isRepeated = (bonus: Bonus) =>
    bonuses.some(other => other.id !== bonus.id && isLike(other, bonus))
  const repeated = bonuses.filter(isRepeated)
  return {
    own: repeated.filter(({ cause }) => cause.orderId === id),
    later: repeated.filter(({ cause, createdAt }) => cause.orderId !== id && createdAt > earnedAt)
  }
}

function maySelect(
  bonus: Bonus,
  standing: Standing,
  then: Pick<Passing, 'orders' | 'isInstant' | 'lastAmount'>,
  knowing: Knowing
): boolean {
  const view = unspent(standing, bonus, knowing)
  return knowing.known.mayHaveSelected(bonus.cause.followed.subjectId, {
    standing: view,
    ...then,
    tierPoints: campaignId => {
      const program = programOf(view, campaignId)
      const { campaign, card } = program
      return isByBalance(campaign)
        ? card && cardOf(card.voucher).balance
        : knowing.known.mostIn(program, periodsOf(bonus, knowing))
    }
  })
}

/** The customer's orders when a bonus came, without what is undone. */
function ordersThen(
  { createdAt, cause }: Bonus,
  { order, isWhole }: UndonePart
): Passing['orders'] {
  const orders = cause.followed.orders ?? { amount: 0, count: 0 }
  if (order === null || order.earnedAt === null || order.earnedAt > createdAt) return orders
  const less = returnedSince(order, createdAt) + (isWhole ? leftOf(order) : 0)
  return { amount: orders.amount - less, count: orders.count - Number(isWhole) }
}

function leftOf({ totalAmount }: UndoneOrder): number {
  return totalAmount ?? 0
}

function returnedSince({ returned }: UndoneOrder, instant: Instant): number {
  const since = (returned?.entries ?? []).filter(({ createdAt }) => createdAt >= instant)
  return since.reduce((sum, { totalAmount }) => sum + totalAmount, 0)
}

/**
 * The customer as they would be, had nothing been spent since a bonus came; in the tiers of these
 * balances or of the periods since, if they are higher ones.
 */
function unspent(standing: Standing, bonus: Bonus, knowing: Knowing): Standing {
  let gained = 0
  const programs = standing.programs.map(program => {
    if (program.card === null) return program
    const more = goneSince(program.card, bonus)
    gained += more
    const balance = balanceOf(program.card) + more
    const card = withBalance(program.card, balance)
    const points = isByBalance(program.campaign)
      ? balance
      : knowing.known.mostIn(program, periodsOf(bonus, knowing))
    return { ...program, card, membership: inTierOf(program, points) }
  })
  return { ...standing, programs, gained: sumTotals([standing.gained, { cardBalance: gained }]) }
}

function withBalances(standing: Standing, balanceNow: (purse: Purse) => number): Standing {
  const programs = standing.programs.map(program => {
    const { card } = program
    return card === null ? program : { ...program, card: withBalance(card, balanceNow(card)) }
  })
  return { ...standing, programs }
}

function withBalance(purse: Purse, balance: number): Purse {
  const { voucher } = purse
  return { ...purse, voucher: { ...voucher, card: { ...cardOf(voucher), balance } } }
}

function balanceOf({ voucher }: Purse): number {
  return cardOf(voucher).balance
}

/** Points that were spent of a card since a bonus came, or have lapsed. */
function goneSince(purse: Purse, { voucherId, voucherVersion, createdAt, cause }: Bonus): number {
  const { voucher, lots, shortfalls = [] } = purse
  const later = shortfalls.filter(each => each.createdAt >= createdAt)
  const missing =
    voucher.id === voucherId
      ? missingSince(purse, voucherVersion)
      : missingSince({ shortfalls: later }, 0)
  // What was undone is not there, also where it had lapsed and was not taken.
  const lapsedFirst = lots.reduce((sum, { canceled, withdrawn, takenBack, lapsed }) => {
    return sum + Math.min(lapsed, Math.max(canceled + withdrawn - takenBack, 0))
  }, 0)
  const since = goneOf(purse) - (cause.followed.gone[voucher.id] ?? 0) - missing - lapsedFirst
  // Of one that spending brought, what was gone then may be back.
  return cause.redemptionId === undefined ? since : Math.max(since, 0)
}

/** `points`: null where nobody knows. */
function inTierOf(
  { tiers, membership }: ProgramFacts,
  points: number | null
): TierMembership | null {
  const reached = tiers.filter(({ pointsFrom }) => pointsFrom <= (points ?? -1))
  const [highest] = reached.toSorted((one, other) => other.pointsFrom - one.pointsFrom)
  if (membership === null || highest === undefined) return membership
  const isThere = startOf({ tiers, membership }) >= highest.pointsFrom
  return isThere ? membership : { ...membership, tierId: highest.id }
}

function isByBalance({ tierTerms }: ProgramFacts['campaign']): boolean {
  return (tierTerms ?? BY_BALANCE).qualification === 'BALANCE'
}
