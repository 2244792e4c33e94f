/**
 * ISO 8601 durations, such as `P1M` or `PT1H30M`, as amounts that calendar arithmetic can add.
 *
 * Years, months, weeks and days are kept apart from hours, because their length depends on the day
 * they start. A duration must make sense for a recurring window, so that no sum of durations can
 * leave the calendar.
 *
 * Spec: ValidityTimeframe.
 */

/** Added in this order: months (clamped to the end of a month), days, milliseconds. */
export interface Span {
  readonly months: number
  readonly days: number
  readonly ms: number
}

/** A day of 24 hours; calendar days can be longer or shorter. */
export const DAY_MS = 86_400_000

/** An average month: twelve hundred of them are a hundred years. */
const MONTH_MS = 30.436_875 * DAY_MS

const SPAN_MS_MAX = 1200 * MONTH_MS

const NUMBER = String.raw`(\d{1,9}(?:[.,]\d{1,9})?)`
const DURATION = new RegExp(
  String.raw`^P(?=[\dT])(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?` +
    `(?:T(?=\\d)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`,
  'i'
)

/** The standard allows a fraction on the smallest unit only. */
const FRACTION_TOO_EARLY = /[.,]\d+[HM]./i

/** Null unless the text is a duration above zero and of at most a hundred years. */
export function spanOf(text: string): Span | null {
  const found = DURATION.exec(text)
  if (found === null || FRACTION_TOO_EARLY.test(text)) return null
  const unit = (index: number) => Number((found[index] ?? '0').replace(',', '.'))
  const span = {
    months: unit(1) * 12 + unit(2),
    days: unit(3) * 7 + unit(4),
    ms: Math.round(unit(5) * 3_600_000 + unit(6) * 60_000 + unit(7) * 1000)
  }
  const size = roughMs(span)
  return size > 0 && size <= SPAN_MS_MAX ? span : null
}

/** The approximate length: exact for hours, averaged for months, without daylight saving. */
export function roughMs({ months, days, ms }: Span): number {
  return months * MONTH_MS + days * DAY_MS + ms
}
