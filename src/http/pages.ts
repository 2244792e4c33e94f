/**
 * The customer page: what a person has, where it is going, and the codes to show at the till.
 *
 * Made on the server, for a phone, a screen reader and a printer alike: no script, nothing from
 * elsewhere, and a content policy that forbids both. Pictures are asked for relative to the page,
 * so that it works under whatever address it was reached by.
 *
 * Spec: Resources, Customer (`assets`). What the page shows is ours.
 */
import { createHash } from 'node:crypto'
import { usableVoucher } from '../decisions/vouchers.ts'
import type {
  Customer,
  Day,
  Discount,
  EntryType,
  Instant,
  LedgerEntry,
  PendingPoints,
  Project,
  ShownVoucher,
  Voucher
} from '../model.ts'
import { Html, html } from './html.ts'
import { tokenFor } from './links.ts'

/** What the page shows of a customer. */
export interface CustomerPage {
  readonly project: Project
  readonly now: Instant
  readonly customer: Pick<Customer, 'name'>
  readonly cards: readonly PageCard[]
  /** Gifts and discounts they hold. */
  readonly vouchers: readonly PageVoucher[]
}

/** A voucher as the page shows it. */
export type PageVoucher = Pick<ShownVoucher, 'voucher' | 'campaignName'>

/** A loyalty card with what moves its balance. */
export interface PageCard extends PageVoucher {
  /** Still pending; the soonest first. */
  readonly pending: readonly Pick<PendingPoints, 'points' | 'activatesOn'>[]
  /** The last few, newest first. */
  readonly movements: readonly Pick<LedgerEntry, 'type' | 'amount' | 'balanceAfter' | 'createdAt'>[]
}

const STYLE = `
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 42rem; color: #1c1917; background: #faf9f7;
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.75rem; line-height: 1.2; }
h2 { margin: 0 0 .5rem; font-size: 1.25rem; }
h3 { margin: 0; font-size: 1.125rem; }
p, ul { margin: 0 0 .75rem; }
ul { padding-left: 1.25rem; }
section { margin: 0 0 1rem; padding: 1rem; background: #fff; border: 1px solid #d6d3d1;
  border-radius: .75rem; }
article + article { margin-top: 1rem; padding-top: 1rem; border-top: 1px solid #d6d3d1; }
figure { margin: 1rem 0; text-align: center; }
img { display: block; margin: 0 auto; width: 11rem; max-width: 100%; height: auto; }
time { white-space: nowrap; }
code { font: 600 1rem/1.5 ui-monospace, monospace; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
caption { padding: .5rem 0; font-weight: 600; text-align: left; }
th, td { padding: .375rem .5rem .375rem 0; text-align: left; vertical-align: top;
  border-top: 1px solid #d6d3d1; }
.shop { margin: 0; color: #57534e; }
.balance { font-size: 1.125rem; }
.balance strong { font-size: 2.25rem; line-height: 1.1; color: #0f5f59; }
.state { color: #9a3412; font-weight: 600; }
.number { padding-right: 0; text-align: right; white-space: nowrap;
  font-variant-numeric: tabular-nums; }
`

/** Pictures from where the page is, the one style that is in it, and nothing else whatsoever. */
export const CONTENT_POLICY = [
  "default-src 'none'",
  "img-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')

/** How a project writes dates and money. */
interface Formats {
  readonly day: (day: Day) => Html
  readonly instant: (instant: Instant) => Html
  readonly money: (amount: number) => string
}

/** A complete HTML document. */
export function customerPage({ project, now, customer, cards, vouchers }: CustomerPage): string {
  const formats = formatsOf(project)
  const context: Context = { project, now, formats }
  const name = customer.name || 'Your cards and vouchers'
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${name} – ${project.name}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header>
<p class="shop"><bdi>${project.name}</bdi></p>
<h1><bdi>${name}</bdi></h1>
</header>
<main>
${cards.map((card, index) => cardSection(card, index + 1, context))}
${vouchers.length === 0 ? null : vouchersSection(vouchers, context)}
${cards.length + vouchers.length === 0 ? html`<p>There are no cards or vouchers yet.</p>` : null}
</main>
</body>
</html>
`.text
}

interface Context {
  readonly project: Project
  readonly now: Instant
  readonly formats: Formats
}

/** `number` tells the sections of the page apart. */
function cardSection(card: PageCard, number: number, context: Context): Html {
  const { voucher, campaignName, pending, movements } = card
  const { day } = context.formats
  const balance = voucher.card?.balance ?? 0
  const unit = balance === 1 ? 'point' : 'points'
  const changes = [
    ...pending.map(
      each => html`<li>On the way: ${points(each.points)}, on ${day(each.activatesOn)}</li>`
    ),
    ...nextToExpire(voucher, context)
  ]
  return html`<section aria-labelledby="card-${number}">
<h2 id="card-${number}"><bdi>${campaignName ?? 'Loyalty card'}</bdi></h2>
<p class="balance"><strong>${count(balance)}</strong> ${unit} to spend</p>
${stateOf(voucher, context)}
${changes.length === 0 ? null : html`<ul>${changes}</ul>`}
${codeFigure(voucher, context)}
${movements.length === 0 ? null : movementsTable(card, context)}
</section>
`
}

function nextToExpire({ card }: Voucher, { formats }: Context): readonly Html[] {
  const { nextExpirationDate: last, nextExpirationPoints: lapsing } = card ?? NOTHING_EXPIRES
  if (last === null || lapsing === null) return []
  return [html`<li>Next to expire: ${points(lapsing)}, after ${formats.day(last)}</li>`]
}

const NOTHING_EXPIRES = { nextExpirationDate: null, nextExpirationPoints: null }

function movementsTable({ movements }: PageCard, { formats }: Context): Html {
  const rows = movements.map(
    ({ createdAt, type, amount, balanceAfter }) => html`<tr>
<td>${formats.instant(createdAt)}</td>
<td>${MOVEMENTS[type]}</td>
<td class="number">${signed(amount)}</td>
<td class="number">${count(balanceAfter)}</td>
</tr>
`
  )
  return html`<table>
<caption>Last movements of points</caption>
<thead>
<tr>
<th scope="col">Day</th>
<th scope="col">What</th>
<th scope="col" class="number">Points</th>
<th scope="col" class="number">Balance</th>
</tr>
</thead>
<tbody>
${rows}</tbody>
</table>
`
}

const MOVEMENTS: { readonly [Type in EntryType]: string } = {
  POINTS_ACCRUAL: 'Earned',
  POINTS_ADDITION: 'Added',
  POINTS_REMOVAL: 'Taken off',
  POINTS_REDEMPTION: 'Spent',
  POINTS_REFUND: 'Given back',
  POINTS_EXPIRATION: 'Expired',
  POINTS_CANCELLATION: 'Cancelled',
  CREDITS_ADDITION: 'Added',
  CREDITS_REMOVAL: 'Taken off',
  CREDITS_REDEMPTION: 'Spent',
  CREDITS_REFUND: 'Given back'
}

function vouchersSection(vouchers: readonly PageVoucher[], context: Context): Html {
  const articles = vouchers.map(
    ({ voucher, campaignName }) => html`<article>
<h3>${offerOf(voucher, context.formats)}</h3>
<p>${campaignName === null ? null : html`<bdi>${campaignName}</bdi>`}</p>
${stateOf(voucher, context)}
${codeFigure(voucher, context)}
</article>
`
  )
  return html`<section aria-labelledby="vouchers">
<h2 id="vouchers">Vouchers</h2>
${articles}</section>
`
}

function offerOf({ gift, discount }: Voucher, { money }: Formats): string {
  if (gift !== null) return `${money(gift.balance)} of credit`
  return discount === null ? 'Voucher' : discountOf(discount, money)
}

function discountOf(discount: Discount, money: Formats['money']): string {
  const figure = (name: string) => {
    const value = discount[name]
    return typeof value === 'number' ? value : null
  }
  const amountOff = figure('amount_off')
  const percentOff = figure('percent_off')
  const fixedAmount = figure('fixed_amount')
  if (amountOff !== null) return `${money(amountOff)} off`
  if (percentOff !== null) return `${percentOff}\u00a0% off`
  if (fixedAmount !== null) return `For ${money(fixedAmount)}`
  return discount.type === 'UNIT' ? 'Something extra' : 'Discount'
}

/** Why it cannot be used now, else until when it can; nothing when it simply can. */
function stateOf(voucher: Voucher, { project, now, formats }: Context): Html | null {
  const { startDate, expirationDate } = voucher.validity
  switch (usableVoucher(voucher, now, project.timezone)) {
    case null:
      break
    case 'voucher_not_active':
      return html`<p class="state">Can be used from ${formats.instant(startDate ?? now)}</p>`
    case 'voucher_expired':
      return html`<p class="state">Ended on ${formats.instant(expirationDate ?? now)}</p>`
    case 'voucher_not_active_now':
      return html`<p class="state">Cannot be used at this time of the day or week</p>`
    default:
      return html`<p class="state">Switched off</p>`
  }
  const { redemptionQuantity, redeemedQuantity } = voucher
  if (redemptionQuantity !== null && redeemedQuantity >= redemptionQuantity) {
    return html`<p class="state">Used</p>`
  }
  if (expirationDate === null) return null
  return html`<p>Can be used until ${formats.instant(expirationDate)}</p>`
}

function codeFigure({ id, code }: Voucher, { project }: Context): Html {
  const token = tokenFor(project, 'qr', id)
  return html`<figure>
<img src="../assets/qr/${token}?format=svg" width="176" height="176" alt="QR code of ${code}">
<figcaption>Code <code><bdi>${code}</bdi></code></figcaption>
</figure>
`
}

/** Days are the project's, as is its currency; words are English. */
function formatsOf({ timezone, currency }: Project): Formats {
  const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: timezone })
  const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
  const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency })
  return {
    day: day => html`<time datetime="${day}">${days.format(new Date(day))}</time>`,
    instant: instant => html`<time datetime="${instant}">${dates.format(new Date(instant))}</time>`,
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

function count(value: number): string {
  return counts.format(value)
}

/** With its sign, a true minus, which is read out as one. */
function signed(value: number): string {
  return signs.format(value).replace('-', '\u2212')
}

function points(value: number): string {
  return `${count(value)} ${value === 1 ? 'point' : 'points'}`
}
