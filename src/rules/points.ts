/**
 * Arithmetic of points and money.
 *
 * Points are whole, amounts are whole in the smallest currency unit, and a ratio is a decimal as it
 * was written. No figure passes through a binary fraction: decimals become integers first, and
 * every division says which way it rounds, because the loser of a rounding error is a customer.
 *
 * Spec: EarningStep, RewardParameters.coin.
 */
import type { Day } from './validity.ts'

/** `points` (whole, at least 1) for each complete `every` (above 0, in the unit of the measure). */
export interface PointsRate {
  readonly every: number
  readonly points: number
}

/**
 * Points for each whole `every` in the measure, rounded down. Measures may be decimals. A measure,
 * or a step, of zero or below earns 0. Null when the measure or the points exceed the integers that
 * a number holds exactly.
 */
export function pointsPerStep(measure: number, { every, points }: PointsRate): number | null {
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

/**
 * A whole number, at least 0, times a decimal above 0, rounded down. Null when the product exceeds
 * the integers that a number holds exactly.
 */
export function multiply(whole: number, factor: number): number | null {
  if (whole === 0) return 0
  if (factor > Number.MAX_SAFE_INTEGER) return null
  const { digits, scale } = decimalOf(factor)
  const product = Number((BigInt(whole) * digits) / 10n ** BigInt(scale))
  return Number.isSafeInteger(product) ? product : null
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

/**
 * A ratio in its canonical form (`20`, `0.01`), or null unless it is a decimal above 0 with at most
 * 9 digits before the point and 6 after it.
 */
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

export interface CoinRequest {
  /** What is left to pay, smallest unit. */
  readonly remaining: number
  /** The points that the customer names, at least 1; null for as many as are needed. */
  readonly given: number | null
  /** Points on the card. */
  readonly balance: number
}

/** Why no points are taken; several of these may hold at once. */
export type NoPayment = 'nothing_to_pay' | 'out_of_range' | 'worthless' | 'no_points'

/** The points taken and the amount they pay, or every reason why no points are taken. */
export type CoinPayment =
  | { readonly points: number; readonly discount: number }
  | { readonly refused: readonly [NoPayment, ...NoPayment[]] }

/**
 * Pays with points. Worth rounds down: p points pay floor(p × exchangeRatio × 100 / pointsRatio),
 * and never more than what remains. Without given points, the fewest points that pay the rest are
 * rounded up to a multiple of pointsRatio. When the balance is smaller than that multiple, or when
 * points are given, no point beyond those fewest is taken. `out_of_range`: a number does not hold
 * an amount exactly. `worthless`: the given points are worth less than the smallest unit.
 * `no_points`: the whole balance is.
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

/** The part of a lot that spending looks at. */
export interface SpendableLot {
  readonly id: string
  readonly remaining: number
  /** The last day on which they can be spent; null: they never expire. */
  readonly expiresOn: Day | null
}

/**
 * The lots that `points` are taken from, as `takeAtMost` takes them. Null when the lots hold fewer
 * points, or when `points` is no whole number.
 */
export function takeFromLots(lots: readonly SpendableLot[], points: number): TakenPoints[] | null {
  if (!Number.isSafeInteger(points) || points < 0) return null
  const taken = takeAtMost(lots, points)
  return taken.reduce((sum, { amount }) => sum + amount, 0) === points ? taken : null
}

/** Whole points taken from one lot. */
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
