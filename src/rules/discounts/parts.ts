/**
 * How much a discount takes off each line that it applies to.
 *
 * Percentages and shares are exact and rounded once a line: percentages half up, shares down, and
 * what a share leaves goes to the largest remainders. A line never gives more than is left of its
 * units that count, nor more than any limit allows; limits for lines together are used up in the
 * order of the lines.
 *
 * Spec: VoucherDiscount.effect, ApplicableTo.
 */
import { partOf, percentOfPart, shareOut, timesAtMost, type UnitShare } from '../points.ts'
import type { ApplicableItem } from '../validation.ts'
import { type CartLine, restOfLine } from './cart.ts'
import type { Selected } from './selection.ts'
import type { LinePart } from './taking.ts'
import type { DiscountTerms } from './terms.ts'

/** Terms that take an amount off lines. */
export type LineTerms = Exclude<DiscountTerms, { readonly type: 'UNIT' }>

/** A selected line with what a discount may look at. */
interface Share extends Selected {
  readonly line: CartLine
  /** The units that count, of those that are not free; the whole line where all of them do. */
  readonly part: UnitShare
  /** What is left of the units that count. */
  readonly room: number
  /** What percentages and shares are of: the part of this. */
  readonly base: number
}

/** `isInitial`: percentages and shares are of what lines cost before all discounts. */
export function partsOff(
  lines: readonly CartLine[],
  selected: readonly Selected[],
  terms: LineTerms,
  isInitial: boolean
): readonly LinePart[] {
  const shares = selected.map(each => shareOf(lines[each.index] as CartLine, each, isInitial))
  switch (terms.type) {
    case 'AMOUNT':
      return amountParts(shares, terms)
    case 'PERCENT': {
      const limit = terms.amountLimit ?? Number.MAX_SAFE_INTEGER
      const wanted = shares.map(share =>
        Math.min(percentOfPart(share.base, terms.percentOff, share.part), limit)
      )
      return withinLimits(shares, wanted, terms.aggregatedAmountLimit)
    }
    case 'FIXED':
      return withinLimits(
        shares,
        shares.map(share => fixedPart(share, terms.fixedAmount)),
        null
      )
  }
}

/** What credit takes off lines: what is left of each, until the credit is used up. */
export function creditParts(
  lines: readonly CartLine[],
  selected: readonly Selected[],
  credit: number
): readonly LinePart[] {
  const shares = selected.map(each => shareOf(lines[each.index] as CartLine, each, false))
  return withinLimits(
    shares,
    shares.map(({ room }) => room),
    credit
  )
}

function shareOf(line: CartLine, selected: Selected, isInitial: boolean): Share {
  const { units, of } = selected
  const left = Number(line.subtotalAmount)
  // A line without units that are not free counts whole: what is left of it is what is left.
  const part = units < of ? { units, of } : { units: 1, of: 1 }
  const base = isInitial ? line.originalAmount : left
  return { ...selected, line, part, room: Math.min(partOf(left, part), restOfLine(line)), base }
}

/** The price of an entry counts above that of the discount. */
function fixedPart({ line, units, room, entries }: Share, fixedAmount: number): number {
  const price = entries.map(entry => entry.price).find(named => named != null) ?? fixedAmount
  if (line.price !== null) return timesAtMost(Math.max(line.price - price, 0), units, room)
  // Without the price of a unit, what its units cost together is lowered.
  return room - timesAtMost(price, units, room)
}

function amountParts(
  shares: readonly Share[],
  terms: LineTerms & { readonly type: 'AMOUNT' }
): readonly LinePart[] {
  const { effect, amountOff, aggregatedAmountLimit } = terms
  const aggregated = aggregatedAmountLimit ?? Number.MAX_SAFE_INTEGER
  switch (effect) {
    case 'APPLY_TO_ITEMS_BY_QUANTITY': {
      const wanted = shares.map(({ units, room, line }) =>
        timesAtMost(Math.min(amountOff, line.price ?? amountOff), units, room)
      )
      return withinLimits(shares, wanted, aggregatedAmountLimit)
    }
    case 'APPLY_TO_ITEMS_PROPORTIONALLY': {
      const weights = shares.map(({ base, part }) => partOf(base, part))
      return proportional(shares, weights, Math.min(amountOff, aggregated))
    }
    case 'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY': {
      const weights = shares.map(({ units }) => units)
      return proportional(shares, weights, Math.min(amountOff, aggregated))
    }
    default:
      return withinLimits(
        shares,
        shares.map(() => amountOff),
        aggregatedAmountLimit
      )
  }
}

/**
 * Shares an amount out by weights. What a line cannot give goes to the others, so that the parts
 * add up to the amount while any line can give more.
 */
function proportional(
  shares: readonly Share[],
  weights: readonly number[],
  amount: number
): readonly LinePart[] {
  const most = shares.map(roomWithin)
  const parts = most.map(() => 0)
  let open = most.map((_, position) => position)
  let left = amount
  for (;;) {
    const given = shareOut(
      left,
      open.map(position => Number(weights[position]))
    )
    const full = open.filter((position, place) => Number(given[place]) > Number(most[position]))
    if (full.length === 0) {
      for (const [place, position] of open.entries()) parts[position] = Number(given[place])
      return withinLimits(shares, parts, null)
    }
    for (const position of full) {
      parts[position] = Number(most[position])
      left -= Number(most[position])
    }
    open = open.filter(position => !full.includes(position))
  }
}

/** What a line can give: what is left of it, within the limits of one line. */
function roomWithin({ room, entries }: Share): number {
  return Math.min(room, ...entries.map(entry => entry.amountLimit ?? room))
}

/** The wanted amounts as far as lines can give them, and limits of several lines allow. */
function withinLimits(
  shares: readonly Share[],
  wanted: readonly number[],
  aggregated: number | null
): readonly LinePart[] {
  const used = new Map<ApplicableItem, number>()
  let left = aggregated ?? Number.MAX_SAFE_INTEGER
  return shares.map((share, position) => {
    const rests = share.entries.flatMap(entry => {
      const limit = entry.aggregatedAmountLimit
      return limit == null ? [] : [limit - (used.get(entry) ?? 0)]
    })
    const amount = Math.min(Number(wanted[position]), roomWithin(share), left, ...rests)
    for (const entry of share.entries) used.set(entry, (used.get(entry) ?? 0) + amount)
    left -= amount
    return { index: share.index, amount }
  })
}
