/**
 * Points and money: their arithmetic, the tiers that points reach, and what earning rules give.
 * Points are whole, amounts are whole in the smallest currency unit, and a ratio is a decimal as it
 * was written. No figure passes through a binary fraction: decimals become integers first, and
 * every division says which way it rounds, because the loser of a rounding error is a customer.
 * Spec: EarningStep, RewardParameters.coin, LoyaltyTier.points, LoyaltyTiersExpiration,
 * EarningRule.event, Earning.
 */
import type { Mistake } from './mistake.ts'
import { addDays, type Day, lastDay } from './validity.ts'

/**
 * Points for each whole `every` in the measure, rounded down. Measures may be decimals. A measure,
 * or a step, of zero or below earns 0. Null when the measure or the points exceed the integers that
 * a number holds exactly.
 * Spec: openapi/behaviour/money-and-rounding.md#points-for-a-proportional-rule-are-rounded-down.
 */
export function pointsPerStep(
  measure: number,
  { every, points }: { readonly every: number; readonly points: number }
): number | null {
  if (!(measure > 0 && every > 0)) return 0
  if (measure > Number.MAX_SAFE_INTEGER) return null
  if (measure < every) return 0
  const total = wholeSteps(measure, every) * points
  return Number.isSafeInteger(total) ? total : null
}

function wholeSteps(measure: number, every: number): number {
  // Integers, the common case, need no big integers: the remainder is exact.
  if (Number.isInteger(measure) && Number.isInteger(every)) {
    return (measure - (measure % every)) / every
  }
  const [whole, part] = [decimalOf(measure), decimalOf(every)]
  const scale = Math.max(whole.scale, part.scale)
  return Number(scaled(whole, scale) / scaled(part, scale))
}

/** A decimal: digits ÷ 10^scale, scale 0 or more. */
interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

/** The decimal as which a number below 10²¹ is written: 0.1 is one tenth. */
function decimalOf(value: number): Decimal {
  const [mantissa, exponent] = String(value).split('e') as [string, string?]
  const [whole, fraction] = mantissa.split('.') as [string, string?]
  const digits = BigInt(whole + (fraction ?? ''))
  // INVARIANT: below 10²¹ only small numbers have an exponent, and it is negative.
  return { digits, scale: (fraction ?? '').length - Number(exponent ?? 0) }
}

/** 0 or more, times a decimal above 0, rounded down; null beyond what a number holds exactly. */
export function multiply(whole: number, factor: number): number | null {
  if (whole === 0) return 0
  if (factor > Number.MAX_SAFE_INTEGER) return null
  // Integers need no big ones: a product that is rounded is none that is held exactly.
  const product = Number.isInteger(factor) ? whole * factor : timesDecimal(whole, decimalOf(factor))
  return Number.isSafeInteger(product) ? product : null
}

/** Rounded down. */
function timesDecimal(whole: number, { digits, scale }: Decimal): number {
  return Number((BigInt(whole) * digits) / 10n ** BigInt(scale))
}

function scaled({ digits, scale }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(to - scale)
}

/**
 * `percent` of an amount, rounded half up to the smallest unit (half away from zero for a negative
 * amount). A percentage below 0 counts as 0 and one above 100 as 100.
 */
export function percentOf(amount: number, percent: number): number {
  return percentOfPart(amount, percent, { units: 1, of: 1 })
}

/** Some of several units that are worth the same; whole, and `of` at least 1. */
export interface UnitShare {
  readonly units: number
  readonly of: number
}

/** As `percentOf`, of a part of the amount, and rounded once. */
export function percentOfPart(amount: number, percent: number, { units, of }: UnitShare): number {
  const { digits, scale } = decimalOf(Math.min(Math.max(percent, 0), 100))
  const whole = 100n * 10n ** BigInt(scale) * BigInt(of)
  const product = BigInt(Math.abs(amount)) * digits * BigInt(units)
  const part = (product * 2n + whole) / (whole * 2n)
  return amount < 0 ? 0 - Number(part) : Number(part)
}

/** A part of an amount, at least 0, rounded down. */
export function partOf(amount: number, { units, of }: UnitShare): number {
  return Number((BigInt(amount) * BigInt(units)) / BigInt(of))
}

/** A whole number, at least 0, so many times, and at most `limit`. */
export function timesAtMost(whole: number, times: number, limit: number): number {
  const product = whole * times
  // Below the limit, which a number holds exactly, the product is exact as well.
  return product < limit ? product : limit
}

/**
 * Divides a total in proportion to the weights, in their order. Each part is rounded down, and the
 * units that are left go one each to the parts with the largest remainders, earlier ones first, so
 * that the parts add up to the total. While the total is at most the sum of the weights, no part
 * exceeds its weight. Weights are whole and not negative; when all are 0 they count as equal. No
 * weights give no parts.
 * Spec: openapi/behaviour/money-and-rounding.md#percentages-are-rounded-half-up-and-parts-add-up.
 */
export function shareOut(total: number, weights: readonly number[]): number[] {
  if (total < 0) return shareOut(-total, weights).map(part => 0 - part)
  const even = weights.every(weight => weight === 0)
  const shares = weights.map(weight => BigInt(even ? 1 : weight))
  const sum = shares.reduce((one, other) => one + other, 0n)
  const dividend = BigInt(total)
  const parts = shares.map(share => ({
    part: Number((dividend * share) / sum),
    remainder: (dividend * share) % sum
  }))
  let left = total - parts.reduce((added, { part }) => added + part, 0)
  for (const share of parts.toSorted((one, other) => Number(other.remainder - one.remainder))) {
    if (left <= 0) break
    share.part++
    left--
  }
  return parts.map(({ part }) => part)
}

/** `pointsRatio` points are worth `exchangeRatio` major currency units, of 100 smallest each. */
export interface CoinRatio {
  /** Decimal text above 0, as `readRatio` gives it. */
  readonly exchangeRatio: string
  /** Whole, at least 1. */
  readonly pointsRatio: number
}

const RATIO_DIGITS = 9
const RATIO_DECIMALS = 6

/** In canonical form (`20`, `0.01`); null unless above 0, with at most 9 digits and 6 decimals. */
export function readRatio(value: number | string): string | null {
  const text = typeof value === 'number' ? plainText(value) : value
  const found = /^0*(\d{1,9})(?:\.(\d{0,5}[1-9])?0*)?$/.exec(text)
  if (found === null) return null
  const [, whole, fraction] = found
  if (fraction !== undefined) return `${whole}.${fraction}`
  return whole === '0' ? null : `${whole}`
}

/** The number without an exponent; a text that is too large or no number stays unreadable. */
function plainText(value: number): string {
  if (!(value < 10 ** RATIO_DIGITS)) return ''
  const { digits, scale } = decimalOf(value)
  const text = String(digits).padStart(scale + 1, '0')
  return scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`
}

interface CoinRequest {
  /** What is left to pay, smallest unit. */
  readonly remaining: number
  /** The points that the customer names, at least 1; null for as many as are needed. */
  readonly given: number | null
  readonly balance: number
}

/** Why no points are taken; several of these may hold at once. */
export type NoPayment = 'nothing_to_pay' | 'out_of_range' | 'worthless' | 'no_points'

/** The points taken and the amount they pay, or every reason why no points are taken. */
type CoinPayment =
  | { readonly points: number; readonly discount: number }
  | { readonly refused: readonly [NoPayment, ...NoPayment[]] }

/**
 * Pays with points. Worth rounds down: p points pay floor(p × exchangeRatio × 100 / pointsRatio),
 * and never more than what remains. Without given points, the fewest points that pay the rest are
 * rounded up to a multiple of pointsRatio. When the balance is smaller than that multiple, or when
 * points are given, no point beyond those fewest is taken. `out_of_range`: a number does not hold
 * an amount exactly. `worthless`: the given points are worth less than the smallest unit.
 * `no_points`: the whole balance is.
 * Spec: openapi/behaviour/money-and-rounding.md#points-pay-in-whole-multiples-of-their-ratio.
 */
export function coinPayment(ratio: CoinRatio, request: CoinRequest): CoinPayment {
  const { remaining, given, balance } = request
  const [reason, ...others] = reasonsNotToPay(ratio, request)
  if (reason !== undefined) return { refused: [reason, ...others] }
  const bundle = BigInt(ratio.pointsRatio)
  const { amount, points: worthOf } = worth(ratio)
  const left = BigInt(remaining)
  const enough = ceiling(left * worthOf, amount)
  const bundles = ceiling(enough, bundle) * bundle
  const wanted = given === null ? bundles : least(BigInt(given), enough)
  const held = BigInt(balance)
  const points = wanted <= held ? wanted : least(enough, held)
  const discount = least((points * amount) / worthOf, left)
  // INVARIANT: points ≤ balance and discount ≤ remaining, so both are exact as numbers.
  return { points: Number(points), discount: Number(discount) }
}

function reasonsNotToPay(
  ratio: CoinRatio,
  { remaining, given, balance }: CoinRequest
): readonly NoPayment[] {
  const { amount, points: worthOf } = worth(ratio)
  const isWorthless = (points: number) => BigInt(points) * amount < worthOf
  const isCountable = [remaining, given ?? 0, balance].every(Number.isSafeInteger)
  const reasons: readonly (readonly [NoPayment, boolean])[] = [
    ['nothing_to_pay', remaining <= 0],
    ['out_of_range', !isCountable],
    ['worthless', given !== null && isWorthless(given)],
    ['no_points', isWorthless(balance)]
  ]
  return reasons.filter(([, holds]) => holds).map(([reason]) => reason)
}

/** The ratio as integers: `points` points pay `amount` of the smallest unit. */
function worth({ exchangeRatio, pointsRatio }: CoinRatio): { amount: bigint; points: bigint } {
  const [whole, fraction] = exchangeRatio.split('.') as [string, string?]
  return {
    amount: BigInt(whole + (fraction ?? '').padEnd(RATIO_DECIMALS, '0')) * 100n,
    points: BigInt(pointsRatio) * 10n ** BigInt(RATIO_DECIMALS)
  }
}

function ceiling(dividend: bigint, divisor: bigint): bigint {
  return (dividend + divisor - 1n) / divisor
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}

export interface SpendableLot {
  readonly id: string
  readonly remaining: number
  /** The last day on which they can be spent; null: they never expire. */
  readonly expiresOn: Day | null
}

/** As `takeAtMost` takes them; null when the lots hold fewer, or it is no whole number. */
export function takeFromLots(lots: readonly SpendableLot[], points: number): TakenPoints[] | null {
  if (!Number.isSafeInteger(points) || points < 0) return null
  const taken = takeAtMost(lots, points)
  return taken.reduce((sum, { amount }) => sum + amount, 0) === points ? taken : null
}

interface TakenPoints {
  id: string
  amount: number
}

/**
 * Takes points from lots as far as they hold any: from those that expire soonest first, from those
 * that never expire last, from equal ones by id. The amounts are above 0.
 */
export function takeAtMost(lots: readonly SpendableLot[], points: number): TakenPoints[] {
  const taken: TakenPoints[] = []
  let left = points
  for (const { id, remaining } of lots.toSorted(bySpending)) {
    const amount = Math.min(remaining, left)
    if (amount <= 0) continue
    taken.push({ id, amount })
    left -= amount
  }
  return taken
}

function bySpending(one: SpendableLot, other: SpendableLot): number {
  // No day sorts after this text, and ids are unique, so there are no ties.
  const key = ({ expiresOn, id }: SpendableLot) => `${expiresOn ?? 'never'} ${id}`
  return key(one) < key(other) ? -1 : 1
}

/** Both ends are included; a band without an end is open at the top. */
interface TierBand {
  readonly id: string
  readonly pointsFrom: number
  readonly pointsTo: number | null
}

export type TierPeriod = 'MONTH' | 'QUARTER' | 'HALF_YEAR' | 'YEAR'

export interface TierTerms {
  readonly qualification: 'BALANCE' | 'POINTS_IN_PERIOD'
  /** Null with BALANCE_DROP, which knows no periods. */
  readonly period: TierPeriod | null
  /** As soon as the points are missing, or at the end of this period or of the next. */
  readonly expiration: 'BALANCE_DROP' | 'END_OF_PERIOD' | 'END_OF_NEXT_PERIOD'
}

export const BY_BALANCE: TierTerms = {
  qualification: 'BALANCE',
  period: null,
  expiration: 'BALANCE_DROP'
}

export function termsMistake({ qualification, period, expiration }: TierTerms): Mistake | null {
  if (expiration === 'BALANCE_DROP') {
    if (qualification === 'POINTS_IN_PERIOD') {
      const message = 'Points of a period are lost with the period: expected END_OF_…PERIOD.'
      return { property: 'expiration', message }
    }
    if (period === null) return null
    return { property: 'period', message: 'BALANCE_DROP has no period; leave it out.' }
  }
  return period === null
    ? { property: 'period', message: `${expiration} needs a period; send one.` }
    : null
}

/** The tier whose band holds the points; null between and below the bands. */
export function tierAt<Band extends TierBand>(bands: readonly Band[], points: number): Band | null {
  const holds = ({ pointsFrom, pointsTo }: TierBand) =>
    pointsFrom <= points && (pointsTo === null || points <= pointsTo)
  return bands.find(holds) ?? null
}

const MONTHS: { readonly [Period in TierPeriod]: number } = {
  MONTH: 1,
  QUARTER: 3,
  HALF_YEAR: 6,
  YEAR: 12
}

/** The calendar period of a day; both ends are included. */
export function periodOf(
  day: Day,
  period: TierPeriod
): { readonly startsOn: Day; readonly endsOn: Day } {
  const month = Number(day.slice(5, 7))
  const first = month - ((month - 1) % MONTHS[period])
  const startsOn = `${day.slice(0, 4)}-${String(first).padStart(2, '0')}-01`
  const roundingType = `END_OF_${period}` as const
  const rules = { periodType: 'MONTH', periodValue: 0, roundingType, roundingValue: null } as const
  return { startsOn, endsOn: lastDay(rules, day) }
}

/** The period of a day, and those after it before that of another day, or all up to now. */
export interface Periods {
  readonly from: Day
  readonly before: Day | null
}

export interface TierState {
  readonly tierId: string | null
  /** The last day of the tier, where the terms set one. */
  readonly expiresOn: Day | null
}

export interface TierMove {
  readonly kind: 'joined' | 'left' | 'upgraded' | 'downgraded' | 'prolonged'
  /** The tier that the step is about: the one reached or kept; with `left` the one lost. */
  readonly tierId: string
  readonly state: TierState
}

export type PointsOn = (day: Day) => number

/**
 * The next step on a day, or null when the member is in the right tier. A tier whose last day is
 * over is decided first, so that after a long pause the steps come in the order of the calendar.
 * Spec: openapi/behaviour/points.md#tiers-are-bands-of-points.
 */
export function nextTier(
  { bands, terms }: { readonly bands: readonly TierBand[]; readonly terms: TierTerms },
  { tierId, expiresOn }: TierState,
  pointsOn: PointsOn,
  today: Day
): TierMove | null {
  const current = bands.find(({ id }) => id === tierId)
  const reached = tierAt(bands, pointsOn(today))
  if (current === undefined) {
    return reached && enter('joined', reached, reachedUntil(terms, today))
  }
  if (expiresOn !== null && expiresOn < today)
    return afterLastDay(bands, terms, current, expiresOn, pointsOn)
  if (reached !== null && reached.pointsFrom > current.pointsFrom) {
    return enter('upgraded', reached, reachedUntil(terms, today))
  }
  if (terms.expiration !== 'BALANCE_DROP' || reached?.id === current.id) return null
  return reached === null ? leave(current) : enter('downgraded', reached, null)
}

function afterLastDay(
  bands: readonly TierBand[],
  { qualification, period, expiration }: TierTerms,
  current: TierBand,
  expiresOn: Day,
  pointsOn: PointsOn
): TierMove {
  // Points of a period qualify for the rest of it, and with END_OF_NEXT_PERIOD for the next one.
  const gone = qualification === 'POINTS_IN_PERIOD' && expiration === 'END_OF_PERIOD'
  const kept = tierAt(bands, gone ? 0 : pointsOn(expiresOn))
  if (kept === null) return leave(current)
  const until = period === null ? null : periodOf(addDays(expiresOn, 1), period).endsOn
  if (kept.pointsFrom < current.pointsFrom) return enter('downgraded', kept, until)
  return enter('prolonged', current, until)
}

/** Where a member stands by points that are left: carried on from before, or reached by them. */
export interface TierLeft {
  readonly before: TierState
  readonly points: number
  /** The last day of a tier that these points reach. */
  readonly until: Day | null
}

/**
 * The step out of a tier when points are gone by which it was reached: to where the member stood
 * before, or to the tier that the other points reach, if that is higher. Null where it is no lower.
 * Spec: openapi/behaviour/orders.md#what-goes-back-leaves-what-remains.
 */
export function tierWithout(
  bands: readonly TierBand[],
  now: TierState,
  { before, points, until }: TierLeft,
  today: Day
): TierMove | null {
  const current = bands.find(({ id }) => id === now.tierId)
  const lasts = before.expiresOn === null || before.expiresOn >= today
  const was = bands.find(({ id }) => lasts && id === before.tierId) ?? null
  const reached = tierAt(bands, points)
  const isBack = was !== null && was.pointsFrom >= (reached?.pointsFrom ?? 0)
  const next = isBack ? was : reached
  if (current === undefined || (next !== null && next.pointsFrom >= current.pointsFrom)) return null
  if (next === null) return leave(current)
  return enter('downgraded', next, isBack ? before.expiresOn : until)
}

/**
 * Where a member stands on a day by the points of its period and of the one before, whose tier lasts
 * to the end of this one where the terms say so.
 */
export function tierByPeriods(
  { bands, terms }: { readonly bands: readonly TierBand[]; readonly terms: TierTerms },
  period: TierPeriod,
  pointsOn: PointsOn,
  today: Day
): TierLeft {
  const { startsOn, endsOn } = periodOf(today, period)
  const [points, earlier] = [pointsOn(today), pointsOn(addDays(startsOn, -1))]
  const lasts = terms.expiration === 'END_OF_NEXT_PERIOD' && earlier > points
  const carried = lasts ? tierAt(bands, earlier) : null
  const isAsHigh = carried === null || carried === tierAt(bands, points)
  const before = { tierId: isAsHigh ? null : carried.id, expiresOn: endsOn }
  return { before, points, until: reachedUntil(terms, today) }
}

function enter(kind: TierMove['kind'], { id }: TierBand, expiresOn: Day | null): TierMove {
  return { kind, tierId: id, state: { tierId: id, expiresOn } }
}

function leave({ id }: TierBand): TierMove {
  return { kind: 'left', tierId: id, state: { tierId: null, expiresOn: null } }
}

function reachedUntil({ period, expiration }: TierTerms, today: Day): Day | null {
  if (period === null) return null
  const { endsOn } = periodOf(today, period)
  if (expiration === 'END_OF_PERIOD') return endsOn
  return periodOf(addDays(endsOn, 1), period).endsOn
}

export type Mapped =
  /** Above 0, at most MULTIPLIER_MAX, with at most 6 decimals. */
  | { readonly type: 'MULTIPLY'; readonly multiplier: number }
  /** Whole, at least 1. */
  | { readonly type: 'CUSTOM'; readonly points: number }

/** The most that a tier may multiply points by, included. */
export const MULTIPLIER_MAX = 1000

export function mappingMistake(mapped: Mapped): Mistake | null {
  if (mapped.type === 'CUSTOM') {
    return wholeMistake('points', mapped.points)
  }
  const { multiplier } = mapped
  // A number with a seventh decimal prints that decimal, or an exponent.
  const written = /^\d+(?:\.\d{1,6})?$/.test(String(multiplier))
  if (written && multiplier > 0 && multiplier <= MULTIPLIER_MAX) return null
  const expected = `a number above 0 and up to ${MULTIPLIER_MAX}, with at most 6 decimals`
  return { property: 'multiplier', message: `${multiplier} is not ${expected}.` }
}

/**
 * The points of a rule for a member of a tier: multiplied and rounded down, or replaced. A rule
 * that gives no points gives none in any tier. Null when the points exceed the integers that a
 * number holds exactly.
 */
export function mappedPoints(points: number, mapped: Mapped | undefined): number | null {
  if (mapped === undefined || points === 0) return points
  return mapped.type === 'CUSTOM' ? mapped.points : multiply(points, mapped.multiplier)
}

export interface ItemTarget {
  readonly object: 'product' | 'sku' | 'products_collection'
  readonly id: string
}

export type Calculation =
  | 'ORDER_AMOUNT'
  | 'ORDER_TOTAL_AMOUNT'
  | 'ORDER_METADATA'
  | 'ORDER_ITEMS_AMOUNT'
  | 'ORDER_ITEMS_SUBTOTAL_AMOUNT'
  | 'ORDER_ITEMS_QUANTITY'
  | 'CUSTOMER_METADATA'
  | 'CUSTOM_EVENT_METADATA'

export type Earning =
  | {
      readonly type: 'FIXED'
      /** Whole, at least 1. */
      readonly points: number
    }
  | {
      readonly type: 'PROPORTIONAL'
      readonly calculation: Calculation
      /** Whole, at least 1, in the unit of the measure. */
      readonly every: number
      /** For each complete `every`; whole, at least 1. */
      readonly points: number
      /** The numeric metadata property of a …_METADATA calculation; null for the others. */
      readonly property: string | null
      /** The goods whose lines count for an ORDER_ITEMS_… calculation; null for the others. */
      readonly targets: readonly ItemTarget[] | null
    }

/** A line of the order. A line without a price has null amounts and adds nothing. */
interface MeasuredLine {
  /** The ids of its product, its SKU and every collection that holds one of them. */
  readonly ids: readonly string[]
  readonly amount: number | null
  readonly subtotalAmount: number | null
  readonly quantity: number
  /** Units that a discount gives away; they earn nothing. */
  readonly freeQuantity: number
}

type Properties = { readonly [property: string]: unknown }

/** The measures of an event; null where it has no order, or is no custom event. */
export interface Measures {
  /** Before discounts, smallest unit. */
  readonly orderAmount: number | null
  /** After discounts, smallest unit. */
  readonly orderTotalAmount: number | null
  readonly orderMetadata: Properties | null
  readonly lines: readonly MeasuredLine[] | null
  readonly customerMetadata: Properties | null
  readonly eventMetadata: Properties | null
}

type Proportional = Extract<Earning, { type: 'PROPORTIONAL' }>
export type EventKind = 'order' | 'segment' | 'tier' | 'custom'

type Measure = (measures: Measures, earning: Proportional) => number

type CalculationRow = readonly [
  /** The place of `every` and `points` inside `loyalty`. */
  block: `${'order' | 'order_items' | 'customer' | 'custom_event'}.${string}`,
  events: readonly EventKind[],
  /** The further field that the calculation needs; the other one is refused. */
  needs: 'property' | 'targets' | null,
  measure: Measure
]

const ORDER = ['order'] as const
const ALL = ['order', 'segment', 'tier', 'custom'] as const
const CUSTOM = ['custom'] as const

const CALCULATIONS: { readonly [Name in Calculation]: CalculationRow } = {
  ORDER_AMOUNT: ['order.amount', ORDER, null, ({ orderAmount }) => orderAmount ?? 0],
  ORDER_TOTAL_AMOUNT: ['order.total_amount', ORDER, null, of => of.orderTotalAmount ?? 0],
  ORDER_METADATA: ['order.metadata', ORDER, 'property', numeric('orderMetadata')],
  ORDER_ITEMS_AMOUNT: ['order_items.amount', ORDER, 'targets', sum(line => line.amount ?? 0)],
  ORDER_ITEMS_SUBTOTAL_AMOUNT: [
    'order_items.subtotal_amount',
    ORDER,
    'targets',
    sum(({ subtotalAmount }) => subtotalAmount ?? 0)
  ],
  ORDER_ITEMS_QUANTITY: [
    'order_items.quantity',
    ORDER,
    'targets',
    sum(({ quantity, freeQuantity }) => Math.max(quantity - freeQuantity, 0))
  ],
  CUSTOMER_METADATA: ['customer.metadata', ALL, 'property', numeric('customerMetadata')],
  CUSTOM_EVENT_METADATA: ['custom_event.metadata', CUSTOM, 'property', numeric('eventMetadata')]
}

/** Never negative; a missing measure counts as 0. Null beyond what a number holds exactly. */
export function pointsEarned(earning: Earning, measures: Measures): number | null {
  if (earning.type === 'FIXED') return earning.points
  const [, , , measure] = CALCULATIONS[earning.calculation]
  return pointsPerStep(measure(measures, earning), earning)
}

function numeric(name: 'orderMetadata' | 'customerMetadata' | 'eventMetadata'): Measure {
  return ({ [name]: properties }, { property }) => {
    const value = properties === null || property === null ? null : properties[property]
    return typeof value === 'number' ? value : 0
  }
}

/** A line that several targets name counts once. */
function sum(of: (line: MeasuredLine) => number): Measure {
  return ({ lines }, { targets }) => {
    const ids = new Set((targets ?? []).map(({ id }) => id))
    return (lines ?? [])
      .filter(line => line.ids.some(id => ids.has(id)))
      .reduce((total, line) => total + of(line), 0)
  }
}

/** Whether a calculation measures what is in an order, and not what is said of it or of somebody. */
export function measuresGoods(calculation: Calculation): boolean {
  return CALCULATIONS[calculation][1] === ORDER && calculation !== 'ORDER_METADATA'
}

export const BLOCKS: readonly string[] = Object.values(CALCULATIONS).map(([block]) => block)

/** The place of a calculation's figures inside `loyalty`, such as `order_items.quantity`. */
export function blockOf(calculation: Calculation): string {
  return CALCULATIONS[calculation][0]
}

export const TIER_EVENTS = ['joined', 'left', 'upgraded', 'downgraded', 'prolonged'].map(
  verb => `customer.loyalty.tier.${verb}`
)

/** The kind of an event by its name; every name that is not the service's own is a custom event. */
export function eventKind(event: string): EventKind {
  if (event === 'order.paid') return 'order'
  if (event === 'customer.segment.entered') return 'segment'
  return TIER_EVENTS.includes(event) ? 'tier' : 'custom'
}

export function earningMistake(event: string, earning: Earning): Mistake | null {
  if (earning.type === 'FIXED') return wholeMistake('loyalty.points', earning.points)
  const { calculation, every, points, property, targets } = earning
  const [block, events, needs] = CALCULATIONS[calculation]
  if (!events.includes(eventKind(event))) {
    const message = `${calculation} has nothing to measure when \`${event}\` happens; choose another.`
    return { property: 'loyalty.calculation_type', message }
  }
  const path = `loyalty.${block}`
  return (
    wholeMistake(`${path}.every`, every) ??
    wholeMistake(`${path}.points`, points) ??
    neededMistake(`${path}.property`, calculation, needs === 'property', property) ??
    neededMistake(`${path}.applicable_to`, calculation, needs === 'targets', targets)
  )
}

function wholeMistake(property: string, value: number): Mistake | null {
  if (Number.isSafeInteger(value) && value >= 1) return null
  return { property, message: `${value} is not a whole number of at least 1.` }
}

function neededMistake(
  property: string,
  calculation: Calculation,
  needed: boolean,
  value: { readonly length: number } | null
): Mistake | null {
  const given = value !== null && value.length > 0
  if (needed === given) return null
  const message = needed
    ? `${calculation} needs it.`
    : `${calculation} has no use for it; leave it out.`
  return { property, message }
}
