/**
 * Takes back the points of a canceled order or of a redemption that is rolled back, as far as the
 * card has them.
 *
 * Pending points are canceled and added points are subtracted, on the card they came to. Nobody is
 * left owing points, and nobody keeps points for goods that went back, nor for a tier or a segment
 * that these helped into. Points that the card no longer has are noted as a shortfall. New points never pay for a shortfall; points that
 * come back because another redemption is undone do. So the order of undoing does not matter.
 *
 * Spec: VoucherLoyaltyCard.subtracted_points,
 * openapi/behaviour/points.md#a-canceled-order-gives-back-what-is-still-there.
 */
import type {
  Instant,
  LedgerEntry,
  Lot,
  LotLine,
  Order,
  OrderEarned,
  PendingPoints,
  Project,
  Redemption,
  Shortfall,
  TakenBackOfOrder
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import { takeAtMost } from '../../rules/points.ts'
import { compareTexts, dayAt } from '../../rules/validity.ts'
import { type LotStep, log, type Occasion } from '../changes.ts'
import type { Unable } from '../refusals.ts'
import type { OpenStanding } from '../standing/open.ts'
import type { Standing } from '../standing/standing.ts'
import { lowerPending } from './adjustments.ts'
import {
  type Bonus,
  hadLeftFirst,
  hadOnlySpent,
  holds,
  isBonus,
  isFall,
  isLast,
  isOfSegment,
  keptBonuses,
  mayEnterNext,
  mayHaveBeenIn,
  mayHaveEntered,
  movedIn,
  type OrdersNextTo,
  reachedOnlyWith,
  type UndoneOrder
} from './bonuses.ts'
import { activationOf, type ProgramFacts, pointsStill } from './earning.ts'
import {
  amountOf,
  book,
  cardAfter,
  cardOf,
  giveBack,
  type LotLines,
  type LotsMoved,
  lotIn,
  lotNamed,
  mergeLots,
  type Purse,
  shortOf,
  spendableLots,
  spentOf,
  stepLots,
  sumLines,
  sumSteps,
  sumTotals,
  takeOut,
  twinsIn
} from './lots.ts'

export interface EarnedBefore {
  /** Its ledger entries; the purses of the standing have the lots that they name. */
  readonly entries: readonly LedgerEntry[]
  readonly pending: readonly PendingPoints[]
  /**
   * The points that came to the cards of the standing with tiers and segments, whatever brought the
   * customer there, and were not taken back; absent where those that go are taken by themselves.
   */
  readonly bonuses?: readonly LedgerEntry[]
  /** Of those that `repeatedBonuses` returns. */
  readonly ordersNextTo?: OrdersNextTo
}

/** What is undone, with the entries that name it as their cause, and its pending points. */
interface Undone extends EarnedBefore {
  readonly subject: PointsToTakeBack['subject']
  /** The ids of all that is undone, by which its entries name it. */
  readonly ids: readonly string[]
  /** All of it is undone, and nothing of it remains. */
  readonly isWhole: boolean
  /** The order that is undone, as it was and as it is; null for another thing. */
  readonly order: { readonly before: UndoneOrder; readonly after: UndoneOrder } | null
  /** When it spent points; null for an order. */
  readonly redeemedAt: Instant | null
  /** What was taken back of the order before, and is by now; absent for another thing. */
  readonly taken?: Readonly<Record<'before' | 'after', OrderEarned['takenBack']>>
}

interface LoweredOrder extends EarnedBefore {
  readonly order: UndoneOrder & Pick<Order, 'earned' | 'takenBackAt'>
  /** What of it still counts; null for nothing. */
  readonly remaining: Order | null
  /** What was counted of it in its customer's totals just now; null for nothing. */
  readonly counted: { readonly count: number; readonly amount: number } | null
  readonly reason: string
}

interface TakenFromCards {
  readonly known: OpenStanding<never>
  readonly takenBack: OrderEarned['takenBack']
}

/**
 * Takes back what an order earned from the cards of the standing, as far as what remains of it would
 * not have earned it; and the bonuses that go with it. Pending points go before active ones. What
 * was taken back before is not taken again.
 */
export function takeBackOrder(
  known: OpenStanding<never>,
  { order, remaining, counted, reason, ...earned }: LoweredOrder
): TakenFromCards {
  const { id: orderId, earnedAt, takenBackAt } = order
  const opened = { known, takenBack: order.earned?.takenBack ?? [] }
  const subject = { subjectId: orderId, cause: { orderId, reason } }
  const isWhole = remaining === null
  const change = { before: order, after: remaining ?? order }
  const about = { ids: [orderId], isWhole, order: change, redeemedAt: null }
  const undone = { ...earned, ...about, subject }
  const toTake = isWhole ? allShares : ruleShares(order, remaining, known.occasion.project)
  // One that earns nothing still counts for segments.
  const earns = earnedAt !== null && takenBackAt === null
  const less = earns ? takeFromCards(opened, toTake, undone) : opened
  const { amount = 0, count = 0 } = counted ?? {}
  const uncounted = { ordersAmount: -amount, ordersCount: -count }
  const { standing } = known
  const before = { ...standing, gained: sumTotals([standing.gained, uncounted]) }
  const leave = (now: OpenStanding<never>) => now.leaveTiersOf(order, before)
  const taken = { before: opened.takenBack, after: less.takenBack }
  return takeBonuses(less, { ...undone, taken }, { before, leave })
}

interface UndoneRedemption extends Required<Pick<EarnedBefore, 'bonuses' | 'ordersNextTo'>> {
  readonly root: Pick<Redemption, 'id' | 'date'>
  /** The order that is undone with it; null for none. */
  readonly order: UndoneOrder | null
  /** Its id and those of its parts, and of the order that is undone with it. */
  readonly ids: readonly string[]
  /** The first instant at which points came that are gone now; null for none. */
  readonly lostSince: Instant | null
}

/**
 * Takes back the bonuses of tiers and segments that the customer leaves as redemptions are undone,
 * which have given back and lost all else by now. `before`: before any of that.
 */
export function takeBackBonuses(
  known: OpenStanding<never>,
  before: Standing,
  { root, order, lostSince, ...undoing }: UndoneRedemption
): OpenStanding<never> {
  const subject = subjectOf(root.id)
  const change = order && { before: order, after: order }
  const nothing = { entries: [], pending: [] }
  const redeemedAt = root.date
  const undone = { ...nothing, ...undoing, subject, isWhole: true, order: change, redeemedAt }
  const leave = (now: OpenStanding<never>) => now.leaveTiersOf({ earnedAt: lostSince }, before)
  return takeBonuses({ known, takenBack: [] }, undone, { before, leave }).known
}

/** Points on a card that are still there: by one rule, in one lot. */
interface Share extends Omit<TakenBackOfOrder, 'voucherId'> {
  readonly entry: LedgerEntry
}

/** What is to be taken of a card: points that wait, and shares or parts of them. */
interface CardShares {
  readonly waiting: readonly { readonly pending: PendingPoints; readonly points: number }[]
  readonly shares: readonly Share[]
}

type SharesToTake = (held: CardShares, program: ProgramFacts) => CardShares

function takeFromCards(
  before: TakenFromCards,
  toTake: SharesToTake,
  undone: Undone
): TakenFromCards {
  return before.known.standing.programs.reduce<TakenFromCards>((after, { campaign, card }) => {
    if (card === null) return after
    const taken = toTake(heldOf(after, undone, card), after.known.program(campaign.id))
    return takeShares(after, taken, undone, card)
  }, before)
}

/** What a card has of what is undone, and its bonuses. */
function heldOf(
  { known, takenBack }: TakenFromCards,
  { subject: { subjectId }, entries, pending, bonuses = [] }: Undone,
  card: Purse
): CardShares {
  const here = (each: { readonly voucherId: string }) => each.voucherId === card.voucher.id
  const purse = known.purse(card)
  const gone = takenBack
    .filter(each => here(each) && each.entryId === undefined)
    .map(({ ruleId, lotId, points }) => ({ ruleId, lotId: lotIn(purse, lotId).id, left: points }))
  const own = [
    ...entries.filter(({ amount }) => amount > 0),
    ...broughtIn(known.standing, subjectId)
  ].filter(entry => here(entry) && !isBonus(entry))
  const shares = own.flatMap(entry =>
    sharesOf(entry, purse).flatMap(share => {
      let { points } = share
      for (const each of gone) {
        if (each.ruleId !== share.ruleId || each.lotId !== share.lotId) continue
        const less = Math.min(each.left, points)
        each.left -= less
        points -= less
      }
      return points === 0 ? [] : [{ ...share, points }]
    })
  )
  const kept = keptBonuses(known.standing, [...entries, ...bonuses]).filter(here)
  const withTiers = kept.flatMap(entry =>
    sharesOf(entry, purse).map(share => ({ ...share, entryId: entry.id }))
  )
  const waiting = pending
    .filter(each => here(each) && activationOf(known.standing, each) === null)
    .map(each => ({ pending: each, points: each.points }))
  return { waiting, shares: [...shares, ...withTiers] }
}

function sharesOf(entry: LedgerEntry, purse: Purse): readonly Share[] {
  const ruleId = entry.cause.earningRuleId ?? ''
  return entry.lots.map(({ id, amount: points }) => {
    return { entry, ruleId, lotId: lotIn(purse, id).id, points }
  })
}

/** All that came by itself, and not with a tier or a segment. */
const allShares: SharesToTake = ({ waiting, shares }) => {
  return { waiting, shares: shares.filter(({ entry }) => !isBonus(entry)) }
}

/** What rules gave beyond what they would have given for what remains. */
function ruleShares(
  { earnedAt, earned }: LoweredOrder['order'],
  remaining: Order,
  { timezone: zone }: Pick<Project, 'timezone'>
): SharesToTake {
  return (held, { campaign }) => {
    const at = { now: present(earnedAt, 'an order has not earned'), zone }
    const terms = (earned?.terms ?? []).filter(({ campaignId }) => campaignId === campaign.id)
    const rules = terms.map(each => {
      const waiting = held.waiting.filter(({ pending }) => pending.earningRuleId === each.ruleId)
      const shares = held.shares.filter(({ ruleId }) => ruleId === each.ruleId)
      const given = sumOfPoints(waiting) + sumOfPoints(shares)
      const due = each.points === 0 ? 0 : pointsStill(each, remaining, at)
      return { waiting, shares, over: given - due }
    })
    // What one rule would give more for other goods may stay of what another gave: of points that
    // came before those that wait.
    let spared = rules.reduce((sum, { over }) => sum + Math.max(-over, 0), 0)
    const cameFirst = rules.toSorted((one, other) => one.waiting.length - other.waiting.length)
    const taken = cameFirst.map(({ waiting, shares, over }) => {
      const left = Math.max(over - spared, 0)
      spared -= Math.max(over, 0) - left
      const first = cutTo(waiting, left)
      return { waiting: first, shares: cutTo(shares.toReversed(), left - sumOfPoints(first)) }
    })
    return {
      waiting: taken.flatMap(({ waiting }) => waiting),
      shares: taken.flatMap(({ shares }) => shares)
    }
  }
}

interface Leaving {
  /** Before anything was undone. */
  readonly before: Standing
  readonly leave: (now: OpenStanding<never>) => OpenStanding<never>
}

/**
 * Takes the bonuses whose tier or segment the customer leaves by this; and where all of it is
 * undone, those that it brought itself, unless the customer is there without it. Points that came
 * with a tier do not keep their customer in it.
 */
function takeBonuses(
  less: TakenFromCards,
  undone: Undone,
  { before, leave }: Leaving
): TakenFromCards {
  const left = { ...less, known: leave(less.known) }
  if (undone.bonuses === undefined) return left
  const taking = (bonuses: readonly Bonus[]) => takeFromCards(less, sharesIn(bonuses), undone)
  const kept = keptBonuses(less.known.standing, [...undone.entries, ...undone.bonuses])
  let taken = taking(kept)
  if (taken === less) return left
  // Fewer points may lead out of a segment or into it, so that what goes first may stay in the end.
  const tried = new Set([namesOf(kept)])
  for (;;) {
    const after = leave(taken.known).followUp()
    const going = bonusesGoing(kept, undone, { before, after })
    const names = namesOf(going)
    if (tried.has(names)) return { ...taken, known: after }
    tried.add(names)
    taken = taking(going)
  }
}

function namesOf(bonuses: readonly Bonus[]): string {
  return bonuses
    .map(({ id }) => id)
    .toSorted(compareTexts)
    .join()
}

/**
 * From the last on, as the customer is only where the last came from; with it may go what came
 * before to the same tier. Then from the first on, those to whose tier only what is undone had led.
 */
function bonusesGoing(
  kept: readonly Bonus[],
  undone: Undone,
  { before, after }: { readonly before: Standing; readonly after: OpenStanding<never> }
): readonly Bonus[] {
  const { ids, isWhole, order, redeemedAt, ordersNextTo = new Map() } = undone
  const { standing, occasion } = after
  const knowing = { known: after, all: kept, ordersNextTo, occasion }
  const were = [before, { order: order?.before ?? null, isWhole: false }, knowing] as const
  const are = [standing, { order: order?.after ?? null, isWhole }, knowing] as const
  const isThere = (bonus: Bonus, at: Standing) => holds(bonus, at, knowing)
  /** Not even with all that is left, whatever has taken the customer out of there since. */
  const isLost = (bonus: Bonus) => mayHaveEntered(bonus, ...were) && !mayHaveEntered(bonus, ...are)
  /** Only what is undone had led out of there before. */
  const isAgain = (bonus: Bonus) =>
    (!mayHaveBeenIn(bonus, ...were) && mayHaveBeenIn(bonus, ...are)) ||
    (redeemedAt !== null && hadOnlySpent(bonus, redeemedAt, { before, after: standing }, knowing))
  const going: Bonus[] = []
  const inOrder = kept.toSorted((one, other) => compareTexts(one.id, other.id))
  const staying = () => inOrder.filter(each => !going.includes(each))
  for (const bonus of inOrder.toReversed()) {
    // Those of a segment have no figure of their own by which an earlier one went with the last.
    const others = isOfSegment(bonus) ? kept : staying()
    const isOwn = isWhole && ids.some(id => isCausedBy(bonus, id))
    const isLeft = !isThere(bonus, standing)
    const goes = isOwn
      ? isLeft || isFall(bonus) || hadLeftFirst(bonus) || !mayEnterNext(bonus, ...are)
      : isLeft && isLast(bonus, others, before) && isThere(bonus, before)
    if (goes || isLost(bonus) || isAgain(bonus)) going.push(bonus)
  }
  for (const bonus of staying()) {
    const points = pointsUndone(undone, bonus)
    if (reachedOnlyWith(bonus, points, standing, staying())) going.push(bonus)
  }
  return going
}

/** Points of an order that the card of a bonus had when the bonus came, and that are undone by now. */
function pointsUndone({ order, taken }: Undone, { createdAt, voucherId: cardId }: Bonus): number {
  const { earnedAt = null, returned } = order?.before ?? {}
  if (taken === undefined || earnedAt === null || earnedAt > createdAt) return 0
  const here = (all: OrderEarned['takenBack']) =>
    sumOfPoints(
      all.filter(({ voucherId, entryId }) => voucherId === cardId && entryId === undefined)
    )
  const wasLess = (returned?.entries ?? []).some(entry => entry.createdAt < createdAt)
  return here(taken.after) - (wasLess ? here(taken.before) : 0)
}

function sharesIn(bonuses: readonly Bonus[]): SharesToTake {
  const ids = new Set(bonuses.map(({ id }) => id))
  return ({ shares }) => {
    return {
      waiting: [],
      shares: shares.filter(({ entry }) => isBonus(entry) && ids.has(entry.id))
    }
  }
}

function sumOfPoints(parts: readonly { readonly points: number }[]): number {
  return parts.reduce((sum, { points }) => sum + points, 0)
}

/** The first of them that have so many points together, the last of these in part. */
function cutTo<Part extends { readonly points: number }>(
  parts: readonly Part[],
  most: number
): readonly Part[] {
  let left = most
  return parts.flatMap(part => {
    const points = Math.min(part.points, left)
    left -= points
    return points === 0 ? [] : [{ ...part, points }]
  })
}

function takeShares(
  before: TakenFromCards,
  { waiting, shares }: CardShares,
  { subject, entries }: Undone,
  card: Purse
): TakenFromCards {
  const { known, takenBack } = before
  if (waiting.length === 0 && shares.length === 0) return before
  const lowered = waiting.reduce(
    (now, { pending, points }) => lowerPending(now, card, { pending, points }),
    known
  )
  const ofRules = shares.filter(({ entryId }) => entryId === undefined)
  const brought = [...entries, ...broughtIn(known.standing, subject.subjectId)]
  const own = brought.filter(entry => !isBonus(entry) && entry.cause.bonusId === undefined)
  const after = takeTogether(lowered, card, { shares: ofRules, subject, entries: own })
  // What is missing of a bonus is missing for itself, and not paid for when the order is paid again.
  const left = Map.groupBy(
    shares.filter(({ entryId }) => entryId !== undefined),
    ({ entry }) => entry
  )
  const all = [...left].reduce((now, [entry, parts]) => {
    const cause = { ...subject.cause, bonusId: entry.id }
    const bonus = { subjectId: entry.id, cause }
    return takeTogether(now, card, {
      shares: parts,
      subject: bonus,
      entries: [entry]
    }).takeEntryBack(entry.id, subject.subjectId)
  }, after)
  const more = shares.map(({ entry: _, ...share }) => ({ voucherId: card.voucher.id, ...share }))
  return { known: all, takenBack: [...takenBack, ...more] }
}

function takeTogether(
  known: OpenStanding<never>,
  card: Purse,
  { shares, ...taken }: Pick<CardShares, 'shares'> & Pick<Undone, 'subject' | 'entries'>
): OpenStanding<never> {
  if (shares.length === 0) return known
  const came = shares.map(({ lotId: id, points: amount }) => ({ id, amount }))
  return takeLots(known, card, { ...taken, came, as: 'canceled' })
}

/**
 * Counts points that are missing of an order as its own again, in the lots they had come to: they
 * were spent, and are paid for now. `points`: as many as the card did not get when it was paid
 * again, because so many were missing.
 */
export function reinstate<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  takenBack: OrderEarned['takenBack'],
  { orderId, voucherId, points: most }: Pick<PendingPoints, 'orderId' | 'voucherId' | 'points'>
): { readonly known: OpenStanding<Refusing>; readonly takenBack: OrderEarned['takenBack'] } {
  const program = known.standing.programs.find(({ card }) => card?.voucher.id === voucherId)
  const card = present(program?.card, `card ${voucherId} is not loaded`)
  const all = present(known.purse(card).shortfalls, `card ${voucherId} lacks no points`)
  const missing = all.filter(({ subjectId, from }) => subjectId === orderId && from === null)
  let [now, left] = [known, takenBack]
  for (const part of cutTo(missing, most)) {
    const { points } = part
    const purse = now.purse(card)
    const { id } = lotIn(purse, part.lotId)
    const stepped = [{ id, amount: 0, remaining: 0, canceled: -points }]
    const lots = stepLots(purse.lots, stepped)
    const after = accounted(now, purse, { lots, opened: [], stepped, lines: [] })
    const less = withMore(after.purse(card), { ...part, points: -points })
    now = noteShortfall(after, card, { shortfall: less })
    let rest = points
    left = left.flatMap(each => {
      const isOfRule = each.voucherId === voucherId && each.entryId === undefined
      const isOfLot = isOfRule && lotIn(purse, each.lotId).id === id
      const cut = isOfLot ? Math.min(rest, each.points) : 0
      rest -= cut
      return cut === each.points ? [] : [{ ...each, points: each.points - cut }]
    })
  }
  return { known: now, takenBack: left }
}

interface RolledBack {
  readonly redemption: Pick<Redemption, 'id'>
  readonly entries: readonly LedgerEntry[]
}

/** Takes back the points that the reward of a redemption gave, from the cards of the standing. */
export function takeBackRedemption<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { redemption: { id }, entries }: RolledBack
): OpenStanding<Refusing> {
  const subject = subjectOf(id)
  return known.standing.programs.reduce((now, { card }) => {
    if (card === null) return now
    const granted = entries.filter(isGranted)
    const came = granted
      .filter(({ voucherId }) => voucherId === card.voucher.id)
      .flatMap(({ lots }) => lots)
    if (came.length === 0) return now
    return takeLots(now, card, { came, as: 'withdrawn', subject, entries })
  }, known)
}

function subjectOf(redemptionId: string): PointsToTakeBack['subject'] {
  return { subjectId: redemptionId, cause: { redemptionId, reason: 'Redemption rolled back' } }
}

/** Whether the reward itself added the points, and not a consequence of it. */
export function isGranted({ type, amount }: LedgerEntry): boolean {
  return amount > 0 && (type === 'CREDITS_ADDITION' || type === 'POINTS_ADDITION')
}

/** The points of a reward that would be taken from a card, and those that would be missing. */
export function missingOf(
  purse: Purse,
  { redemption: { id }, entries }: RolledBack,
  occasion: Occasion
): { readonly taken: number; readonly missing: number } {
  const came = entries.filter(isGranted).flatMap(({ lots }) => lots)
  const wanted = { came, as: 'withdrawn', subject: subjectOf(id) } as const
  const { move, shortfalls } = takeBackPoints(purse, wanted, occasion)
  const missing = shortfalls
    .filter(({ from, kind }) => from === null && kind === 'GRANTED')
    .reduce((sum, { points }) => sum + points, 0)
  return { taken: -amountOf(move.lines), missing }
}

interface Returning {
  readonly card: Purse
  readonly entry: LedgerEntry
  /** The entries of the shortfalls' subjects: points added and points taken back so far. */
  readonly brought: readonly LedgerEntry[]
  /** Uses of the card; absent: one fewer. */
  readonly uses?: number
}

/**
 * Returns the points of one redemption to their lots, as if they had never left: they keep their
 * expiry, and those past it expire next. Points missing of these lots are taken at once, and points
 * that other lots gave in their place go back to those. The redemption no longer counts.
 */
export function returnPoints<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { card, entry, brought, uses = -1 }: Returning
): { readonly known: OpenStanding<Refusing>; readonly landed: LotLines } {
  const held = known.purse(card)
  if (entry.lots.length === 0) return { known: lessUsed(known, held), landed: [] }
  const { move, shortfalls, owed, landed } = giveBackTo(held, entry)
  const { redeemedPoints } = cardOf(held.voucher)
  const figures = { redeemedPoints: redeemedPoints - amountOf(move.lines) }
  const booking = { move, figures, type: 'POINTS_REFUND', cause: entry.cause, uses } as const
  const returned = known.move(book(held, booking, known.occasion))
  const kept = shortfalls.reduce(
    (now, shortfall) => noteShortfall(now, card, { shortfall }),
    returned
  )
  const after = owed.reduce((now, { points, ...shortfall }) => {
    const taken = [{ id: shortfall.lotId, amount: points }]
    return makeUpFor(now, card, { shortfall, taken, brought })
  }, kept)
  const one = landed.reduce((now, { id }) => mergeWithTwin(now, card, id), after)
  return { known: one, landed }
}

function lessUsed<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  held: Purse
): OpenStanding<Refusing> {
  const redeemedQuantity = held.voucher.redeemedQuantity - 1
  const voucher = { ...held.voucher, redeemedQuantity }
  const { purse, card } = cardAfter({ ...held, voucher }, cardOf(voucher), known.occasion.now)
  return known.move({ purse, change: { kind: 'card.waited', card }, totals: {} })
}

/** A day has one lot with points: one that was empty becomes part of the other of its day. */
function mergeWithTwin<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  card: Purse,
  id: string
): OpenStanding<Refusing> {
  const held = known.purse(card)
  const pair = twinsIn(held.lots, lotIn(held, id))
  if (pair === null) return known
  const [lot, into] = pair
  const lots = mergeLots(held.lots, lot, into)
  const balance = cardOf(held.voucher)
  const { purse, card: after } = cardAfter({ ...held, lots }, balance, known.occasion.now)
  const change = { kind: 'lot.merged', lot, into: into.id, card: after } as const
  return known.move({ purse, change, totals: {} })
}

/** Takes returned points for points missing of other lots, from the lots they came back to. */
export function makeUp<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { card, brought, ...back }: Omit<Returning, 'entry'> & Makeup
): OpenStanding<Refusing> {
  return matchShortfalls(known.purse(card), back, known.occasion).reduce(
    (now, { shortfall, taken }) => makeUpFor(now, card, { shortfall, taken, brought }),
    known
  )
}

/** Points that are taken for a shortfall, and the entries that its subject caused. */
interface MadeUp {
  readonly shortfall: Omit<Shortfall, 'points'>
  readonly taken: LotLines
  readonly brought: readonly LedgerEntry[]
}

/** Takes points of a card for a shortfall: from its own lot, or from others in its place. */
function makeUpFor<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  card: Purse,
  { shortfall, taken, brought }: MadeUp
): OpenStanding<Refusing> {
  const held = known.purse(card)
  const { lotId, subjectId, cause } = shortfall
  const own = taken.filter(({ id }) => id === lotId)
  const others = taken.filter(({ id }) => id !== lotId)
  const home = takeOut(held, own, 'takenBack')
  const away = takeOut({ ...held, lots: home.lots }, others)
  const lines = [...home.lines, ...away.lines.map(line => ({ ...line, for: lotId }))]
  const move = { ...away, stepped: [...home.stepped, ...away.stepped], lines }
  const entries = brought.filter(entry => isCausedBy(entry, subjectId) || entry.id === subjectId)
  const after = booked(known, card, { move, subject: { subjectId, cause }, entries })
  const lent = others.map(({ id: from, amount: points }) => {
    return withMore(after.purse(card), {
      ...shortfall,
      from,
      createdAt: known.occasion.now,
      voucherVersion: held.voucher.version,
      points
    })
  })
  const less = withMore(after.purse(card), { ...shortfall, points: -amountOf(taken) })
  const came = entries.length === 0 ? {} : { entries }
  return [less, ...lent].reduce(
    (now, each) => noteShortfall(now, card, { shortfall: each, ...came }),
    after
  )
}

function withMore({ shortfalls = [] }: Purse, more: Shortfall): Shortfall {
  const before = shortfalls.find(each => isSame(each, more))
  return before === undefined ? more : { ...before, points: before.points + more.points }
}

function isSame(one: Shortfall, other: Shortfall): boolean {
  return (
    one.subjectId === other.subjectId &&
    one.lotId === other.lotId &&
    one.from === other.from &&
    one.kind === other.kind &&
    one.voucherVersion === other.voucherVersion
  )
}

function isCausedBy({ cause }: LedgerEntry, subjectId: string): boolean {
  return cause.orderId === subjectId || cause.redemptionId === subjectId
}

type Entries = readonly LedgerEntry[]

/** Takes points back that came to lots of a card, and notes what others stand in for. */
function takeLots<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  card: Purse,
  { entries, ...wanted }: PointsToTakeBack & Pick<Booked, 'entries'>
): OpenStanding<Refusing> {
  const { subject } = wanted
  const { move, shortfalls } = takeBackPoints(known.purse(card), wanted, known.occasion)
  const after = booked(known, card, { move, subject, entries })
  return shortfalls.reduce((now, each) => {
    const shortfall = withMore(now.purse(card), each)
    return noteShortfall(now, card, { shortfall, entries })
  }, after)
}

/**
 * The points that came by an order or redemption in this decision so far: what the calendar brought
 * has no stored entries.
 */
function broughtIn(standing: Pick<Standing, 'changes'>, subjectId: string): Entries {
  return movedIn(standing).filter(
    entry => entry.type === 'POINTS_ACCRUAL' && isCausedBy(entry, subjectId)
  )
}

interface Booked extends Pick<PointsToTakeBack, 'subject'> {
  readonly move: LotsMoved
  readonly entries: Entries
}

/** The movement, its event and its effect on a tier; without points, the lots' figures only. */
function booked<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  card: Purse,
  { move, subject: { cause }, entries }: Booked
): OpenStanding<Refusing> {
  const held = known.purse(card)
  const points = -amountOf(move.lines)
  if (points === 0) return accounted(known, held, move)
  const { subtractedPoints } = cardOf(held.voucher)
  const figures = { subtractedPoints: subtractedPoints + points }
  const taken = book(held, { move, figures, type: 'POINTS_CANCELLATION', cause }, known.occasion)
  const { orderId, redemptionId } = cause
  const said =
    orderId === undefined ? { redemption_id: redemptionId as string } : { order_id: orderId }
  const about = { customerId: known.standing.customer.id, entityId: card.voucher.id }
  const type = 'customer.voucher.loyalty_card.points_canceled'
  const mine = entries.filter(({ voucherId }) => voucherId === card.voucher.id)
  return known
    .move(taken)
    .write([log(type, about, { ...said, points }, known.occasion)])
    .sparePeriod(card.voucher.id, { points, entries: mine })
}

function accounted<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  held: Purse,
  { lots, stepped }: LotsMoved
): OpenStanding<Refusing> {
  const { purse, card } = cardAfter({ ...held, lots }, cardOf(held.voucher), known.occasion.now)
  const change = { kind: 'lots.accounted', stepped, card } as const
  return known.move({ purse, change, totals: {} })
}

/** Records the shortfall of a lot; the card is written with it as its guard. */
function noteShortfall<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  card: Purse,
  { shortfall, entries }: Noted
): OpenStanding<Refusing> {
  const held = known.purse(card)
  const { voucherId, from, createdAt } = shortfall
  const before = (held.shortfalls ?? []).find(each => isSame(each, shortfall))?.points ?? 0
  const others = (held.shortfalls ?? []).filter(each => !isSame(each, shortfall))
  const shortfalls = shortfall.points > 0 ? [...others, shortfall] : others
  const balance = cardOf(held.voucher)
  const { purse, card: after } = cardAfter({ ...held, shortfalls }, balance, known.occasion.now)
  const change = { kind: 'shortfall.saved', shortfall, card: after } as const
  const noted = known.move({ purse, change, totals: {} })
  const points = from === null ? shortfall.points - before : 0
  if (points === 0) return noted
  const mine = entries?.filter(entry => entry.voucherId === voucherId) ?? null
  return noted.lackInPeriod(voucherId, { points, createdAt, entries: mine })
}

interface Noted {
  readonly shortfall: Shortfall
  /** Those that added its points; absent where they are not known. */
  readonly entries?: Entries
}

/*
 * For each lot are kept the points that came by canceled orders and by rewards that were rolled
 * back, and the points taken from it for these. Points that the lot no longer has and that have not
 * expired were spent. Only these have to come from other lots, which then stand in for this one;
 * otherwise they are missing. So neither the day of expiry nor the order of undoing changes the
 * result: when points that were spent from the lot come back, the points of the lots that stood in
 * for it go back to them.
 */

interface PointsToTakeBack {
  /** The lots they came to, with their points. */
  readonly came: LotLines
  /** `withdrawn`: a reward gave them, and the card must have them. */
  readonly as: 'canceled' | 'withdrawn'
  readonly subject: Pick<Shortfall, 'subjectId' | 'cause'>
}

interface LotsAndShortfalls {
  readonly move: LotsMoved
  /** The new shortfalls; 0 points for one that has ended. */
  readonly shortfalls: readonly Shortfall[]
}

/**
 * Undoes points that came. A lot loses what is left of them; for what was spent of it, it borrows of
 * the lots that expire soonest; what these do not have is missing.
 */
function takeBackPoints(
  purse: Purse,
  { came, as, subject }: PointsToTakeBack,
  occasion: Occasion
): LotsAndShortfalls {
  const stepped: LotStep[] = []
  const lines: LotLine[] = []
  const debts: Lacking[] = []
  const shortfalls: Shortfall[] = []
  const undone = sumLines(came.map(({ id, amount }) => ({ id: lotIn(purse, id).id, amount })))
  for (const { id, amount } of undone.toSorted(bySoonest(purse))) {
    const before = lotIn(purse, id)
    const lot = { ...before, [as]: before[as] + amount }
    const isOver = spendableLots({ ...purse, lots: [lot] }, occasion).length === 0
    const met = isOver ? 0 : unneededIn(lot)
    const { remaining, takenBack } = lot
    const after = { ...lot, remaining: remaining - met, takenBack: takenBack + met }
    debts.push(...lackingOf(before, after, purse))
    stepped.push({ id, amount: 0, remaining: 0, [as]: amount })
    if (met === 0) continue
    stepped.push({ id, amount: 0, remaining: -met, takenBack: met })
    lines.push({ id, amount: -met })
  }
  // Rewards first, because the card must have their points.
  for (const { points, ...debt } of debts.toSorted((a, b) => compareTexts(b.kind, a.kind))) {
    const there = spendableLots({ ...purse, lots: stepLots(purse.lots, stepped) }, occasion)
    const borrowed = takeAtMost(there, points).map(({ id, amount }) => {
      stepped.push({ id, amount: 0, remaining: -amount })
      lines.push({ id, amount: -amount, for: debt.lotId })
      return { from: id, points: amount }
    })
    const missing = { from: null, points: points - sumOfPoints(borrowed) }
    for (const part of [...borrowed, ...(missing.points > 0 ? [missing] : [])]) {
      const { id: voucherId, version: voucherVersion } = purse.voucher
      const noted = { createdAt: occasion.now, voucherVersion }
      shortfalls.push({ voucherId, ...subject, ...debt, ...part, ...noted })
    }
  }
  const steps = sumSteps(stepped)
  const lots = stepLots(purse.lots, steps)
  return { move: { lots, opened: [], stepped: steps, lines: sumLines(lines) }, shortfalls }
}

/** Lots that expire sooner come first, however the points came. */
function bySoonest(purse: Purse): (one: LotLine, other: LotLine) => number {
  const lastDay = ({ id }: LotLine) => lotIn(purse, id).expiresOn ?? 'never'
  return (one, other) => compareTexts(lastDay(one), lastDay(other))
}

function unneededIn({ canceled, withdrawn, takenBack, lapsed, remaining }: Lot): number {
  return Math.min(Math.max(canceled + withdrawn - takenBack - lapsed, 0), remaining)
}

function lackingOf(before: Lot, after: Lot, purse: Purse): readonly Lacking[] {
  const { id: lotId } = before
  const granted = spentOfGranted(after, purse) - spentOfGranted(before, purse)
  const points = shortOf(after) - shortOf(before)
  const parts: Lacking[] = [
    { lotId, kind: 'GRANTED', points: granted },
    { lotId, kind: 'EARNED', points: points - granted }
  ]
  return parts.filter(part => part.points > 0)
}

type Lacking = Pick<Shortfall, 'lotId' | 'kind' | 'points'>

/**
 * The points spent of a lot beyond all that came in by other ways than rewards that were rolled
 * back. Points that were taken from it in place of another lot, because an order was canceled, were
 * not spent.
 */
function spentOfGranted(lot: Lot, { lots, shortfalls = [] }: Purse): number {
  const lent = shortfalls
    .filter(({ kind }) => kind !== 'GRANTED')
    .filter(({ from }) => from !== null && lotNamed(lots, from)?.id === lot.id)
    .reduce((sum, { points }) => sum + points, 0)
  return Math.max(spentOf(lot) - lent + lot.withdrawn - lot.amount, 0)
}

/**
 * Returns the points of an entry to the lots they were taken from or, when other lots stand in for
 * those, to these, the last to expire first. Missing points come before: `owed` are those to be
 * taken of what came back, the oldest first.
 */
export function giveBackTo(purse: Purse, entry: LedgerEntry) {
  const returned = giveBack(purse, entry)
  const rows = (purse.shortfalls ?? []).map(row => ({ row, left: row.points }))
  const lines: LotLine[] = []
  const home: LotStep[] = []
  const owed: Shortfall[] = []
  const landed: LotLine[] = []
  const land = (id: string, amount: number) => {
    let left = amount
    for (const each of rows.filter(({ row }) => row.lotId === id).sort(byGivingBack(purse))) {
      const points = Math.min(each.left, left)
      if (points === 0) continue
      left -= points
      each.left -= points
      if (each.row.from === null) {
        owed.push({ ...each.row, points })
        continue
      }
      const from = lotIn(purse, each.row.from).id
      lines.push({ id, amount: -points }, { id: from, amount: points, for: id })
      home.push({ id, amount: 0, remaining: -points, takenBack: points })
      home.push({ id: from, amount: 0, remaining: points })
      land(from, points)
    }
    if (left > 0) landed.push({ id, amount: left })
  }
  for (const { id, amount } of returned.lines) land(id, amount)
  const stepped = sumSteps([...returned.stepped, ...home])
  const all = sumLines([...returned.lines, ...lines]).filter(({ amount }) => amount !== 0)
  return {
    move: { lots: stepLots(purse.lots, stepped), opened: [], stepped, lines: all },
    shortfalls: rows.flatMap(({ row, left }) =>
      row.from === null || left === row.points ? [] : [{ ...row, points: left }]
    ),
    owed,
    landed: sumLines(landed)
  }
}

interface ShortfallRow {
  readonly row: Shortfall
}

/** Missing points first, the oldest first; then points of other lots, the last to expire first. */
function byGivingBack({ lots }: Purse): (one: ShortfallRow, other: ShortfallRow) => number {
  const lastDay = (from: string) => lotNamed(lots, from)?.expiresOn ?? 'never'
  return ({ row: one }, { row: other }) => {
    if (one.from !== null && other.from !== null) {
      return compareTexts(lastDay(other.from), lastDay(one.from))
    }
    if (one.from === other.from) return byAge(one, other)
    return Number(one.from !== null) - Number(other.from !== null)
  }
}

function byAge(one: Shortfall, other: Shortfall): number {
  return one.voucherVersion - other.voucherVersion
}

interface Makeup {
  readonly landed: LotLines
  /** The entry that took them: points missing before that cannot have been among them. */
  readonly spent: Pick<LedgerEntry, 'voucherVersion'>
}

/** The missing points of a card, each with those taken for it of lots that could be spent then. */
export function matchShortfalls(
  purse: Purse,
  { landed, spent }: Makeup,
  { project }: Occasion
): readonly { readonly shortfall: Shortfall; readonly taken: LotLines }[] {
  // Lots may have become one since the points were told to land in them.
  const lots = sumLines(landed.map(({ id, amount }) => ({ id: lotIn(purse, id).id, amount })))
  const there = lots.map(({ id, amount }) => {
    const lot = lotIn(purse, id)
    return { lot, left: Math.min(amount, lot.remaining) }
  })
  // Versions say what was found missing after points were spent: several things can happen to a
  // card within an instant.
  return (purse.shortfalls ?? [])
    .filter(
      shortfall => shortfall.from === null && spent.voucherVersion <= shortfall.voucherVersion
    )
    .toSorted(byAge)
    .map(shortfall => {
      const day = dayAt(shortfall.createdAt, project.timezone)
      let wanted = shortfall.points
      const taken = there.flatMap(source => {
        const { id, expiresOn } = source.lot
        const amount = expiresOn === null || expiresOn >= day ? Math.min(wanted, source.left) : 0
        wanted -= amount
        source.left -= amount
        return amount === 0 ? [] : [{ id, amount }]
      })
      return { shortfall, taken }
    })
    .filter(({ taken }) => amountOf(taken) > 0)
}
