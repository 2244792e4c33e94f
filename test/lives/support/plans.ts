/**
 * What the shops of random lives offer: two programs whose points buy goods, points of the other
 * program, gift credit and coupons. The law and the service are told the same plain facts.
 */
import type { LastDay } from './law.ts'

export const PROGRAMS = ['a', 'b'] as const
export type Program = (typeof PROGRAMS)[number]

/** How tiers follow from points. */
export type Tiers = 'none' | 'by balance' | 'by month'

export interface ProgramPlan {
  /** Of points that nothing else is said of. */
  readonly ends: Ending
  /** Of points that an order brings by its second count; null: as `ends`. */
  readonly otherEnds: Ending | null
  /** How many days those wait that an order brings by its third count; they end as `ends`. */
  readonly waitsDays: number
  readonly tiers: Tiers
}

export interface Plan {
  readonly name: string
  readonly zone: string
  readonly a: ProgramPlan
  readonly b: ProgramPlan
}

/** Prices of goods, in either program. */
export const PRICES: readonly number[] = [5, 20, 45, 60, 240]

/** Points of the other program: `costs` here brings `brings` there. */
export const SWAPS = { a: { costs: 60, brings: 60 }, b: { costs: 60, brings: 45 } } as const

/** Gift credit, in either program. */
export const GIFT = { costs: 20, brings: 500 } as const

/** A coupon, in either program, and how often it can be used. */
export const COUPON = { costs: 20, uses: 3 } as const

/** From how many points on there is which tier. */
export const BANDS = [
  { name: 'Silver', from: 50, to: 199 },
  { name: 'Gold', from: 200, to: null }
] as const

/** The days of a calendar, counted by its months: a month that is too short ends with its last. */
function dayOf(year: number, month: number, day: number): string {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1, Math.min(day, last))).toISOString().slice(0, 10)
}

type Counted = readonly [year: number, month: number, day: number]

const months = (period_value: number, rounding_type?: string) => ({
  period_type: 'MONTH',
  period_value,
  ...(rounding_type === undefined ? {} : { rounding_type })
})

/** How an operation is told, and the last day of points that could be spent from a day on. */
const ENDINGS = {
  never: { rules: null, last: () => null },
  'that day': { rules: months(0), last: ([y, m, d]: Counted) => dayOf(y, m, d) },
  'end of month': { rules: months(0, 'END_OF_MONTH'), last: ([y, m]: Counted) => dayOf(y, m, 31) },
  'a month later': { rules: months(1), last: ([y, m, d]: Counted) => dayOf(y, m + 1, d) },
  'end of next month': {
    rules: months(1, 'END_OF_MONTH'),
    last: ([y, m]: Counted) => dayOf(y, m + 1, 31)
  },
  'end of quarter': {
    rules: months(0, 'END_OF_QUARTER'),
    last: ([y, m]: Counted) => dayOf(y, Math.ceil(m / 3) * 3, 31)
  },
  'end of year': { rules: months(0, 'END_OF_YEAR'), last: ([y]: Counted) => dayOf(y, 12, 31) },
  midsummer: {
    rules: { period_type: 'FIXED_DAY_OF_YEAR', fixed_month: 6, fixed_day: 24 },
    last: ([y, m, d]: Counted) => dayOf(m * 100 + d <= 624 ? y : y + 1, 6, 24)
  }
} as const

export type Ending = keyof typeof ENDINGS

/** As operations are told. */
export function rulesOf(ending: Ending): object | null {
  return ENDINGS[ending].rules
}

/** The last day of points that could be spent from this day on. */
export function lastDayOf(ending: Ending, from: string): LastDay {
  return ENDINGS[ending].last(from.split('-').map(Number) as unknown as Counted)
}

const program = (
  ends: Ending,
  otherEnds: Ending | null = null,
  waitsDays = 3,
  tiers: Tiers = 'none'
): ProgramPlan => ({ ends, otherEnds, waitsDays, tiers })

const plan = (zone: string, a: ProgramPlan, b: ProgramPlan): Plan => ({
  name: `${a.ends} and ${b.ends} in ${zone}, ${a.tiers}`,
  zone,
  a,
  b
})

/** Points that end with their month. */
export const MONTHS: readonly Plan[] = [
  plan('Europe/Berlin', program('end of month'), program('never')),
  plan('Europe/Berlin', program('end of month', 'end of year'), program('end of month'))
]

/** Points that never end beside others that do. */
export const LASTING: readonly Plan[] = [
  plan('Etc/UTC', program('never'), program('never', 'end of month', 20)),
  plan('Etc/UTC', program('never', 'that day', 2), program('end of month', 'that day'))
]

/** Points that end with their quarter or year, or at midsummer. */
export const YEARS: readonly Plan[] = [
  plan('Europe/Berlin', program('end of year', 'end of month', 30), program('end of quarter')),
  plan('America/New_York', program('midsummer', 'end of month', 45), program('end of month')),
  plan('Australia/Lord_Howe', program('end of quarter', 'a month later'), program('midsummer'))
]

/** Points that end with their day, or so many days later. */
export const DAYS: readonly Plan[] = [
  plan(
    'America/New_York',
    program('that day', 'end of year'),
    program('a month later', 'that day')
  ),
  plan('Asia/Kolkata', program('end of next month', 'that day', 14), program('end of year')),
  plan('Europe/Berlin', program('a month later', null, 1), program('that day', 'end of month', 1))
]

/** Programs with tiers by what is on the card. */
export const TIERED: readonly Plan[] = [
  plan(
    'Europe/Berlin',
    program('end of month', null, 3, 'by balance'),
    program('end of year', 'end of month', 14, 'by balance')
  ),
  plan('Asia/Kolkata', program('that day', 'end of year', 1, 'by balance'), program('never'))
]

/** Programs with tiers by what came in during a month. */
export const PERIODS: readonly Plan[] = [
  plan(
    'America/New_York',
    program('a month later', 'end of month', 7, 'by month'),
    program('end of month', null, 3, 'by balance')
  )
]

export const ALL: readonly Plan[] = [MONTHS, LASTING, YEARS, DAYS, TIERED, PERIODS].flat()
