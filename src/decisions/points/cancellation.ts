/**
 * Takes back the points of a canceled order or of a redemption that is rolled back, as far as the
 * card has them.
 *
 * Pending points are canceled and added points are subtracted, on the card they came to. Nobody is
 * left owing points, and nobody keeps points for goods that went back: the points of a tier or a
 * segment that an order brought name the order as their cause, and go back with it. Points that the
 * card no longer has are noted as a shortfall. New points never pay for a shortfall; points that
 * come back because another redemption is undone do. So the order of undoing does not matter.
 *
 * Spec: VoucherLoyaltyCard.subtracted_points.
 */
import type {
  LedgerEntry,
  Lot,
  LotLine,
  Order,
  PendingPoints,
  Redemption,
  Shortfall,
  ShortfallKind
} from '../../model.ts'
import { takeAtMost } from '../../rules/points.ts'
import { compareTexts, dayAt } from '../../rules/validity.ts'
import { eventOf, type LotStep, type Occasion } from '../changes.ts'
import type { OpenStanding, Unable } from '../standing/open.ts'
import type { Standing } from '../standing/standing.ts'
import { dropPending } from './adjustments.ts'
import { activationOf } from './earning.ts'
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
  takeOut,
  twinsIn
} from './lots.ts'

/** The points of an order so far. */
export interface EarnedBefore {
  /** Its ledger entries; the purses of the standing have the lots that they name. */
  readonly entries: readonly LedgerEntry[]
  /** Its pending points. */
  readonly pending: readonly PendingPoints[]
}

/** An order with its points: the entries that name it as their cause, and its pending points. */
interface CanceledOrder extends EarnedBefore {
  readonly order: Pick<Order, 'id' | 'takenBackAt'>
}

/** Takes back the points of an order from the cards of the standing, once; the order records it. */
export function takeBackOrder<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { order: { id: orderId, takenBackAt }, entries, pending }: CanceledOrder,
  occasion: Occasion
): OpenStanding<Refusing> {
  if (takenBackAt !== null) return known
  const subject = { subjectId: orderId, cause: { orderId, reason: 'Order canceled' } }
  const earned = entries.filter(({ amount }) => amount > 0)
  const sources = [{ as: 'canceled', came: earned } as const]
  return takeBack(known, { pending, sources, subject, entries }, occasion)
}

/** A redemption with its points: the entries that name it as their cause. */
interface RolledBack {
  readonly redemption: Pick<Redemption, 'id'>
  readonly entries: readonly LedgerEntry[]
}

/** Takes back the points of a redemption from the cards of the standing; it is rolled back once. */
export function takeBackRedemption<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { redemption: { id: redemptionId }, entries }: RolledBack,
  occasion: Occasion
): OpenStanding<Refusing> {
  const subject = subjectOf(redemptionId)
  const sources = [
    { as: 'withdrawn', came: entries.filter(isGranted) } as const,
    { as: 'canceled', came: entries.filter(({ type }) => type === 'POINTS_ACCRUAL') } as const
  ]
  return takeBack(known, { pending: [], sources, subject, entries }, occasion)
}

function subjectOf(redemptionId: string): PointsToTakeBack['subject'] {
  return {
    subjectId: redemptionId,
    cause: { redemptionId, reason: 'Redemption rolled back' }
  }
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
  const { move, shortfalls } = takeBackPoints(
    purse,
    { came, as: 'withdrawn', subject: subjectOf(id) },
    occasion
  )
  const missing = shortfalls
    .filter(({ from, kind }) => from === null && kind === 'GRANTED')
    .reduce((sum, { points }) => sum + points, 0)
  return { taken: -amountOf(move.lines), missing }
}

/** A card to which points come back, with its missing points. */
interface Returning {
  readonly card: Purse
  /** The entry that took the points. */
  readonly entry: LedgerEntry
  /** The entries of the shortfalls' subjects: points added and points taken back so far. */
  readonly brought: readonly LedgerEntry[]
}

/**
 * Returns the points of one redemption to their lots, as if they had never left: they keep their
 * expiry, and those past it expire next. Points missing of these lots are taken at once, and points
 * that other lots gave in their place go back to those. The redemption no longer counts.
 */
export function returnPoints<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { card, entry, brought }: Returning,
  occasion: Occasion
): { readonly known: OpenStanding<Refusing>; readonly landed: LotLines } {
  const held = known.purse(card)
  const { move, shortfalls, owed, landed } = giveBackTo(held, entry)
  const { redeemedPoints } = cardOf(held.voucher)
  const figures = { redeemedPoints: redeemedPoints - amountOf(move.lines) }
  const booking = { move, figures, type: 'POINTS_REFUND', cause: entry.cause } as const
  const returned = known.move(book(held, booking, occasion))
  const kept = shortfalls.reduce((now, each) => noteShortfall(now, card, each, occasion), returned)
  const after = owed.reduce((now, { points, ...shortfall }) => {
    const taken = [{ id: shortfall.lotId, amount: points }]
    return makeUpFor(now, card, { shortfall, taken, brought }, occasion)
  }, kept)
  const one = landed.reduce((now, { id }) => mergeWithTwin(now, card, id, occasion), after)
  return { known: one, landed }
}

/** A day has one lot with points: one that was empty becomes part of the other of its day. */
function mergeWithTwin<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  card: Purse,
  id: string,
  occasion: Occasion
): OpenStanding<Refusing> {
  const held = known.purse(card)
  const pair = twinsIn(held.lots, lotIn(held, id))
  if (pair === null) return known
  const [lot, into] = pair
  const lots = mergeLots(held.lots, lot, into)
  const balance = cardOf(held.voucher)
  const { purse, card: after } = cardAfter({ ...held, lots }, balance, occasion.now)
  const change = { kind: 'lot.merged', lot, into: into.id, card: after } as const
  return known.move({ purse, change, totals: {} })
}

/** Takes returned points for points missing of other lots, from the lots they came back to. */
export function makeUp<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  { card, brought, ...back }: Omit<Returning, 'entry'> & Makeup,
  occasion: Occasion
): OpenStanding<Refusing> {
  return matchShortfalls(known.purse(card), back, occasion).reduce(
    (now, { shortfall, taken }) => makeUpFor(now, card, { shortfall, taken, brought }, occasion),
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
  { shortfall, taken, brought }: MadeUp,
  occasion: Occasion
): OpenStanding<Refusing> {
  const held = known.purse(card)
  const { lotId, subjectId, cause } = shortfall
  const own = taken.filter(({ id }) => id === lotId)
  const others = taken.filter(({ id }) => id !== lotId)
  const home = takeOut(held, own, 'takenBack')
  const away = takeOut({ ...held, lots: home.lots }, others)
  const lines = [...home.lines, ...away.lines.map(line => ({ ...line, for: lotId }))]
  const move = { ...away, stepped: [...home.stepped, ...away.stepped], lines }
  const entries = brought.filter(entry => isCausedBy(entry, subjectId))
  const after = booked(known, card, { move, subject: { subjectId, cause }, entries }, occasion)
  const lent = others.map(({ id: from, amount: points }) => {
    return withMore(after.purse(card), {
      ...shortfall,
      from,
      createdAt: occasion.now,
      voucherVersion: held.voucher.version,
      points
    })
  })
  const less = withMore(after.purse(card), { ...shortfall, points: -amountOf(taken) })
  return [less, ...lent].reduce((now, each) => noteShortfall(now, card, each, occasion), after)
}

/** Adds points to a shortfall. */
function withMore({ shortfalls = [] }: Purse, more: Shortfall): Shortfall {
  const before = shortfalls.find(each => isSame(each, more))
  return before === undefined ? more : { ...before, points: before.points + more.points }
}

function isSame(one: Shortfall, other: Shortfall): boolean {
  return (
    one.subjectId === other.subjectId &&
    one.lotId === other.lotId &&
    one.from === other.from &&
    one.kind === other.kind
  )
}

function isCausedBy({ cause }: LedgerEntry, subjectId: string): boolean {
  return cause.orderId === subjectId || cause.redemptionId === subjectId
}

interface TakingBack extends Pick<PointsToTakeBack, 'subject'> {
  readonly pending: EarnedBefore['pending']
  readonly sources: readonly { readonly as: PointsToTakeBack['as']; readonly came: Entries }[]
  /** The entries of the subject on all cards. */
  readonly entries: Entries
}

type Entries = readonly LedgerEntry[]

function takeBack<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  taking: TakingBack,
  occasion: Occasion
): OpenStanding<Refusing> {
  return known.standing.programs.reduce(
    (before, { card }) => (card === null ? before : takeBackFrom(card, before, taking, occasion)),
    known
  )
}

function takeBackFrom<Refusing extends Unable>(
  card: Purse,
  known: OpenStanding<Refusing>,
  { pending, sources, subject, entries }: TakingBack,
  occasion: Occasion
): OpenStanding<Refusing> {
  const here = (each: { readonly voucherId: string }) => each.voucherId === card.voucher.id
  const waited = pending.filter(here)
  // What the calendar brought in this decision has no stored entries: points that arrived, and
  // what followed from them.
  const brought = broughtIn(known.standing, subject.subjectId).filter(here)
  const dropped = waited
    .filter(each => activationOf(known.standing, each) === null)
    .reduce((before, each) => dropPending(before, card, each, occasion), known)
  return sources.reduce((before, { as, came }) => {
    const all = [...came.filter(here), ...(as === 'canceled' ? brought : [])]
    if (all.length === 0) return before
    const held = before.purse(card)
    const wanted = { came: all.flatMap(({ lots }) => lots), as, subject }
    const { move, shortfalls } = takeBackPoints(held, wanted, occasion)
    const after = booked(
      before,
      card,
      { move, subject, entries: [...entries, ...brought] },
      occasion
    )
    return shortfalls.reduce((now, each) => noteShortfall(now, card, each, occasion), after)
  }, dropped)
}

/** The points that came by an order or redemption in this decision so far. */
function broughtIn({ changes }: Pick<Standing, 'changes'>, subjectId: string): Entries {
  return changes
    .flatMap(change => (change.kind === 'points.moved' ? [change.entry] : []))
    .filter(entry => entry.type === 'POINTS_ACCRUAL' && isCausedBy(entry, subjectId))
}

interface Booked extends Pick<PointsToTakeBack, 'subject'> {
  readonly move: LotsMoved
  readonly entries: Entries
}

/**
 * The movement, its event, and its effect on a tier; without points, the figures of the lots only.
 */
function booked<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  card: Purse,
  { move, subject: { subjectId: id, cause }, entries }: Booked,
  occasion: Occasion
): OpenStanding<Refusing> {
  const held = known.purse(card)
  const points = -amountOf(move.lines)
  if (points === 0) return accounted(known, held, move, occasion)
  const { subtractedPoints } = cardOf(held.voucher)
  const figures = { subtractedPoints: subtractedPoints + points }
  const taken = book(held, { move, figures, type: 'POINTS_CANCELLATION', cause }, occasion)
  const said = cause.orderId === undefined ? { redemption_id: id } : { order_id: id }
  const about = { customerId: known.standing.customer.id, entityId: card.voucher.id }
  const type = 'customer.voucher.loyalty_card.points_canceled'
  const event = eventOf(type, about, { ...said, points }, occasion)
  const mine = entries.filter(({ voucherId }) => voucherId === card.voucher.id)
  return known
    .move(taken)
    .write([{ kind: 'event.logged', event }])
    .sparePeriod(card.voucher.id, { points, entries: mine })
}

function accounted<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  held: Purse,
  { lots, stepped }: LotsMoved,
  occasion: Occasion
): OpenStanding<Refusing> {
  const { purse, card } = cardAfter({ ...held, lots }, cardOf(held.voucher), occasion.now)
  return known.move({
    purse,
    change: { kind: 'lots.accounted', stepped, card },
    totals: {}
  })
}

/** Records the shortfall of a lot; the card is written with it as its guard. */
function noteShortfall<Refusing extends Unable>(
  known: OpenStanding<Refusing>,
  card: Purse,
  shortfall: Shortfall,
  occasion: Occasion
): OpenStanding<Refusing> {
  const held = known.purse(card)
  const others = (held.shortfalls ?? []).filter(each => !isSame(each, shortfall))
  const shortfalls = shortfall.points > 0 ? [...others, shortfall] : others
  const balance = cardOf(held.voucher)
  const { purse, card: after } = cardAfter({ ...held, shortfalls }, balance, occasion.now)
  const change = { kind: 'shortfall.saved', shortfall, card: after } as const
  return known.move({ purse, change, totals: {} })
}

/*
 * Points that are taken back and points that come back, by lot.
 *
 * For each lot are kept the points that came by canceled orders and by rewards that were rolled
 * back, and the points taken from it for these. Points that the lot no longer has and that have not
 * expired were spent. Only these have to come from other lots, which then stand in for this one;
 * otherwise they are missing. So neither the day of expiry nor the order of undoing changes the
 * result: when points that were spent from the lot come back, the points of the lots that stood in
 * for it go back to them.
 */

/** Points that must be taken back from a card. */
interface PointsToTakeBack {
  /** The lots they came to, with their points. */
  readonly came: LotLines
  /** `withdrawn`: a reward gave them, and the card must have them. */
  readonly as: 'canceled' | 'withdrawn'
  readonly subject: Pick<Shortfall, 'subjectId' | 'cause'>
}

/** The movement between lots, and the shortfalls of lots that others stand in for. */
interface LotsAndShortfalls {
  readonly move: LotsMoved
  /** The new shortfalls; 0 points for one that has ended. */
  readonly shortfalls: readonly Shortfall[]
}

/**
 * Takes points back: first from the lots they came to, then from other lots, the soonest to expire
 * first; the rest is noted as missing.
 */
function takeBackPoints(
  purse: Purse,
  { came, as, subject }: PointsToTakeBack,
  occasion: Occasion
): LotsAndShortfalls {
  const named = sumLines(
    came.map(({ id, amount }) => ({ id: lotIn(purse, id).id, amount }))
  ).toSorted(bySoonest(purse))
  const raised = named.map(({ id, amount }) => ({ id, amount: 0, remaining: 0, [as]: amount }))
  const raisedPurse = { ...purse, lots: stepLots(purse.lots, raised) }
  const there = new Set(spendableLots(raisedPurse, occasion).map(({ id }) => id))
  const own = named.flatMap(({ id }) => {
    const amount = there.has(id) ? unneededIn(lotIn(raisedPurse, id)) : 0
    return amount > 0 ? [{ id, amount: -amount }] : []
  })
  const home = own.map(({ id, amount }) => ({
    id,
    amount: 0,
    remaining: amount,
    takenBack: -amount
  }))
  const rest = { ...raisedPurse, lots: stepLots(raisedPurse.lots, home) }
  const lacking = named.flatMap(({ id }) => lackingOf(purse, rest, id))
  const others = spendableLots(rest, occasion)
  const wanted = lacking.reduce((sum, { points }) => sum + points, 0)
  const taken = takeAtMost(others, wanted)
  const shortfalls = paired(lacking, taken).map(each => ({
    voucherId: purse.voucher.id,
    ...subject,
    ...each,
    createdAt: occasion.now,
    voucherVersion: purse.voucher.version
  }))
  const lent = shortfalls.flatMap(({ lotId, from, points }) =>
    from === null ? [] : [{ id: from, amount: -points, for: lotId }]
  )
  const away = lent.map(({ id, amount }) => ({ id, amount: 0, remaining: amount }))
  const stepped = sumSteps([...raised, ...home, ...away])
  const lines = sumLines([...own, ...lent])
  return { move: { lots: stepLots(purse.lots, stepped), opened: [], stepped, lines }, shortfalls }
}

/** Lots that expire sooner come first, however the points came. */
function bySoonest(purse: Purse): (one: LotLine, other: LotLine) => number {
  const lastDay = ({ id }: LotLine) => lotIn(purse, id).expiresOn ?? 'never'
  return (one, other) => compareTexts(lastDay(one), lastDay(other))
}

/** The points to take back that the lot still has. */
function unneededIn({ canceled, withdrawn, takenBack, lapsed, remaining }: Lot): number {
  return Math.min(Math.max(canceled + withdrawn - takenBack - lapsed, 0), remaining)
}

/** The points that a lot lacks, by kind: first those it must have, then the others. */
function lackingOf(before: Purse, after: Purse, lotId: string): readonly Lacking[] {
  const [one, other] = [lotIn(before, lotId), lotIn(after, lotId)]
  const granted = spentOfGranted(other, after) - spentOfGranted(one, before)
  const points = shortOf(other) - shortOf(one)
  const parts: Lacking[] = [
    { lotId, kind: 'GRANTED', points: granted },
    { lotId, kind: 'EARNED', points: points - granted }
  ]
  return parts.filter(part => part.points > 0)
}

interface Lacking {
  readonly lotId: string
  readonly kind: ShortfallKind
  readonly points: number
}

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

/** Pairs the lacking points with the lots they come from; null for missing points. */
function paired(
  lacking: readonly Lacking[],
  taken: LotLines
): readonly (Lacking & { readonly from: string | null })[] {
  const pairs: (Lacking & { readonly from: string | null })[] = []
  const sources = taken.map(({ id, amount }) => ({ id, amount }))
  // Rewards first, because the card must have their points.
  for (const part of lacking.toSorted((a, b) => compareTexts(b.kind, a.kind))) {
    let left = part.points
    for (const source of sources) {
      const points = Math.min(left, source.amount)
      pairs.push({ ...part, from: source.id, points })
      source.amount -= points
      left -= points
    }
    pairs.push({ ...part, from: null, points: left })
  }
  return pairs.filter(({ points }) => points > 0)
}

/** Points that came back, and those of them that are still owed to missing ones. */
interface ReturnedPoints extends LotsAndShortfalls {
  /** The points missing of the lots they came back to, to be taken from these, the oldest first. */
  readonly owed: readonly Shortfall[]
  /** The lots they stay in, with their points. */
  readonly landed: LotLines
}

/**
 * Returns the points of an entry to the lots they were taken from or, when other lots stand in for
 * those, to these, the last to expire first. Missing points come before.
 */
export function giveBackTo(purse: Purse, entry: LedgerEntry): ReturnedPoints {
  const returned = giveBack(purse, entry)
  const rows = (purse.shortfalls ?? []).map(row => ({ row, left: row.points }))
  const [lines, home, owed, landed]: [LotLine[], LotStep[], Shortfall[], LotLine[]] = [
    [],
    [],
    [],
    []
  ]
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

/** The oldest first. */
function byAge(one: Shortfall, other: Shortfall): number {
  return one.voucherVersion - other.voucherVersion
}

/** The points that came back and go to points missing of other lots. */
interface Makeup {
  readonly landed: LotLines
  /** The entry that took them: points missing before that cannot have been among them. */
  readonly spent: Spent
}

type Spent = Pick<LedgerEntry, 'voucherVersion'>

/**
 * The missing points of a card, each with the points taken for it, from lots that could be spent
 * then.
 */
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
  return (purse.shortfalls ?? [])
    .filter(shortfall => shortfall.from === null && isMissedSince(shortfall, spent))
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

/**
 * Whether points were found missing after others were spent. An instant does not say it: several
 * things can happen to a card within one.
 */
function isMissedSince({ voucherVersion }: Shortfall, spent: Spent): boolean {
  return spent.voucherVersion <= voucherVersion
}
