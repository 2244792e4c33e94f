/**
 * How the customer page writes days, money and points: in the project's time zone and currency, in
 * English.
 *
 * Spec: Customer.assets.
 */
import type { Project } from '../model.ts'
import type { Day, Instant } from '../rules/validity.ts'
import { type Html, html } from './html.ts'

/** How a project writes dates and money. */
export interface Formats {
  readonly day: (day: Day) => Html
  /** The day an instant is in. */
  readonly instant: (instant: Instant) => Html
  /** The same as plain text, for places without markup. */
  readonly dayText: (day: Day) => string
  readonly instantText: (instant: Instant) => string
  /** Day, minute and zone. */
  readonly moment: (instant: Instant) => Html
  /** Of an amount in hundredths. */
  readonly money: (amount: number) => string
}

/** Days are the project's, as is its currency; words are English. */
export function formatsOf({ timezone, currency }: Project): Formats {
  const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: timezone })
  const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  const moments = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timezone
  })
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  const dayText = (day: Day) => days.format(new Date(day))
  const instantText = (instant: Instant) => dates.format(new Date(instant))
  return {
    dayText,
    instantText,
    day: day => html`<time datetime="${day}">${dayText(day)}</time>`,
    instant: instant => html`<time datetime="${instant}">${instantText(instant)}</time>`,
    moment: instant =>
      html`<time datetime="${instant}">${moments.format(new Date(instant))}</time> (${timezone})`,
    // As decimal text, because a division could lose the last digits of a large amount.
    money: amount => money.format(decimalOf(amount) as Intl.StringNumericLiteral)
  }
}

/** Hundredths as decimal text: 5 is `0.05`. */
function decimalOf(amount: number): string {
  const digits = String(amount).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

const counts = new Intl.NumberFormat('en-GB')
const signs = new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero' })
const rounds = new Intl.NumberFormat('en-GB', { notation: 'compact', useGrouping: 'always' })

/** With all its digits, in groups. */
export function formatCount(value: number): string {
  return counts.format(value)
}

/** Rounded to a few digits and a letter or two, for the margin of a picture. */
export function formatBriefly(value: number): string {
  return rounds.format(value)
}

/** With its sign, a true minus, which is read out as one. */
export function formatSigned(value: number): string {
  return signs.format(value).replace('-', '\u2212')
}

/** A number with its unit, in the singular where English wants that. */
export function formatPoints(value: number): string {
  return `${formatCount(value)} ${value === 1 ? 'point' : 'points'}`
}
