/**
 * Points that are taken back and points that come back, by lot.
 *
 * For each lot are kept the points that came by canceled orders and by rewards that were rolled
 * back, and the points taken from it for these. Points that the lot no longer has and that have not
 * expired were spent. Only these have to come from other lots, which then stand in for this one;
 * otherwise they are missing. So neither the day of expiry nor the order of undoing changes the
 * result: when points that were spent from the lot come back, the points of the lots that stood in
 * for it go back to them.
 *
 * Spec: VoucherLoyaltyCard.subtracted_points.
 */
import type { LedgerEntry, Lot, LotLine, Shortfall, ShortfallKind } from '../../model.ts'
import { takeAtMost } from '../../rules/points.ts'
import { compareTexts, dayAt } from '../../rules/validity.ts'
import type { Occasion } from '../occasion.ts'
import {
  amountOf,
  giveBack,
  type LotLines,
  type LotsMoved,
  lotIn,
  lotNamed,
  shortOf,
  spentOf,
  stepLots,
  sumLines,
  sumSteps
} from './lots.ts'
import { type Purse, spendableLots } from './purse.ts'
import type { LotStep } from './steps.ts'

/** Points that must be taken back from a card. */
export interface PointsToTakeBack {
  /** The lots they came to, with their points. */
  readonly came: LotLines
  /** `withdrawn`: a reward gave them, and the card must have them. */
  readonly as: 'canceled' | 'withdrawn'
  readonly subject: Pick<Shortfall, 'subjectId' | 'cause'>
}

/** The movement between lots, and the shortfalls of lots that others stand in for. */
export interface LotsAndShortfalls {
  readonly move: LotsMoved
  /** The new shortfalls; 0 points for one that has ended. */
  readonly shortfalls: readonly Shortfall[]
}

/**
 * Takes points back: first from the lots they came to, then from other lots, the soonest to expire
 * first; the rest is noted as missing.
 */
export function takeBackPoints(
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
export interface ReturnedPoints extends LotsAndShortfalls {
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
export interface Makeup {
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
