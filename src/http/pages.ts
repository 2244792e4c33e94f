/**
 * The customer page: the customer's balances, their history and future, and the codes to show at
 * the till.
 *
 * The server renders it for a phone, a screen reader and a printer alike: no script, nothing from
 * elsewhere, and a content policy that forbids both. Pictures have relative urls, so that the page
 * works under any address.
 *
 * Spec: Customer.assets.
 */
import { isUsedUp, usableVoucher } from '../decisions/vouchers/vouchers.ts'
import type {
  Customer,
  Discount,
  EntryType,
  LedgerEntry,
  PendingPoints,
  Project,
  ShownVoucher,
  Voucher
} from '../model.ts'
import type { Instant } from '../rules/validity.ts'
import { type Coming, historyChart } from './history-chart.ts'
import { Html, html } from './html.ts'
import { tokenFor } from './links.ts'
import { type Formats, formatCount, formatPoints, formatSigned, formatsOf } from './page-formats.ts'
import { STYLE } from './page-style.ts'

/** The data of the page. */
export interface CustomerPage {
  readonly project: Project
  readonly now: Instant
  readonly customer: Pick<Customer, 'name'>
  readonly cards: readonly PageCard[]
  /** Gifts and discounts they hold, newest first. */
  readonly vouchers: readonly PageVoucher[]
  /** How many more cards and vouchers there are than shown. */
  readonly more: { readonly cards: number; readonly vouchers: number }
}

/** A voucher as the page shows it. */
type PageVoucher = Pick<ShownVoucher, 'voucher' | 'campaignName'>

/** A loyalty card with its movements and its pending points. */
export interface PageCard extends PageVoucher {
  /** Still pending; the soonest first. */
  readonly pending: readonly Pick<PendingPoints, 'points' | 'activatesOn'>[]
  /** The last few, newest first. */
  readonly movements: readonly Pick<LedgerEntry, 'type' | 'amount' | 'balanceAfter' | 'createdAt'>[]
}

/** Days with pending points that are told one by one; and movements before they are folded away. */
const PENDING_DAYS = 5
const MOVEMENTS_OPEN = 10

/** A complete HTML document. */
export function customerPage(page: CustomerPage): string {
  const { project, now, customer, cards, vouchers, more } = page
  const formats = formatsOf(project)
  const context: Context = { project, now, formats }
  const name = customer.name?.trim() || 'Your cards and vouchers'
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
${moreOf(more.cards, 'card')}
${vouchers.length === 0 ? null : vouchersSection(vouchers, more.vouchers, context)}
${cards.length + vouchers.length === 0 ? html`<p>There are no cards or vouchers yet.</p>` : null}
</main>
<footer>
<p>As of ${formats.moment(now)}</p>
</footer>
</body>
</html>
`.text
}

/** What people see whose url of the page has ended; nothing of the customer. */
export function endedPage({ name }: Pick<Project, 'name'>): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>This link has ended – ${name}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header>
<p class="shop"><bdi>${name}</bdi></p>
<h1>This link has ended</h1>
</header>
<main>
<p>Links to this page are good for some time only. Please ask the shop for a new one.</p>
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

function moreOf(more: number, thing: string): Html | null {
  if (more === 0) return null
  return html`<p>And ${formatCount(more)} more ${thing}${more === 1 ? '' : 's'} not shown here.</p>`
}

/** `number` tells the sections of the page apart. */
function cardSection(card: PageCard, number: number, context: Context): Html {
  const { voucher, campaignName, movements } = card
  const balance = voucher.card?.balance ?? 0
  const unit = balance === 1 ? 'point' : 'points'
  const coming = comingTo(card)
  const history = historyChart(
    { now: context.now, since: voucher.createdAt, balance, movements, coming },
    `history-${number}`,
    context.formats
  )
  return html`<section aria-labelledby="card-${number}">
<h2 id="card-${number}"><bdi>${campaignName ?? 'Loyalty card'}</bdi></h2>
<div class="pair">
<div>
<p class="balance"><strong>${formatCount(balance)}</strong> ${unit} to spend</p>
${stateOf(voucher, context).text}
${comingList(card, coming, context)}
</div>
${codeFigure(voucher, context)}
</div>
${history ?? html`<p class="still">No points have moved yet.</p>`}
${movements.length === 0 ? null : movementsTables(card, context)}
</section>
`
}

/** The next days on which points arrive, and the day after which the next points expire. */
function comingTo({ voucher: { card }, pending }: PageCard): readonly Coming[] {
  const byDay = new Map<string, number>()
  for (const { activatesOn, points: waiting } of pending) {
    byDay.set(activatesOn, (byDay.get(activatesOn) ?? 0) + waiting)
  }
  const arriving = [...byDay].slice(0, PENDING_DAYS)
  const { nextExpirationDate: last, nextExpirationPoints: lapsing } = card ?? NOTHING_EXPIRES
  return [
    ...arriving.map(([day, waiting]) => ({ kind: 'arrives', day, points: waiting }) as const),
    ...(last === null || lapsing === null
      ? []
      : [{ kind: 'expires', day: last, points: lapsing } as const])
  ]
}

const NOTHING_EXPIRES = { nextExpirationDate: null, nextExpirationPoints: null }

/** Each with the mark it has in the picture. */
function comingList(
  { voucher: { card } }: PageCard,
  coming: readonly Coming[],
  { formats: { day } }: Context
): Html | null {
  const told = coming.reduce((sum, each) => sum + (each.kind === 'arrives' ? each.points : 0), 0)
  const later = Math.max(0, (card?.pendingPoints ?? 0) - told)
  const items = coming.map(({ kind, day: on, points }) => {
    const said = formatPoints(points)
    return kind === 'arrives'
      ? html`<li>${ARRIVES}<span>On the way: ${said}, on ${day(on)}</span></li>`
      : html`<li>${EXPIRES}<span>Next to expire: ${said}, after ${day(on)}</span></li>`
  })
  if (later > 0)
    items.push(html`<li>${ARRIVES}<span>On the way later: ${formatPoints(later)}</span></li>`)
  return items.length === 0 ? null : html`<ul class="coming">${items}</ul>`
}

const mark = (path: Html) => html`<svg viewBox="0 0 16 16" aria-hidden="true">${path}</svg>`
const ARRIVES = mark(
  html`<path class="dot arrives" d="M8 8h0"/><path class="dot hole" d="M8 8h0"/>`
)
const EXPIRES = mark(html`<path class="dot expires" d="M8 8h0"/>`)

/** The latest at once, the others when asked for: together, what the picture shows and more. */
function movementsTables({ movements }: PageCard, context: Context): Html {
  const earlier = movements.slice(MOVEMENTS_OPEN)
  const latest = movementsTable(
    movements.slice(0, MOVEMENTS_OPEN),
    'Last movements of points',
    context
  )
  if (earlier.length === 0) return latest
  return html`${latest}<details>
<summary>Earlier movements: ${formatCount(earlier.length)}</summary>
${movementsTable(earlier, 'Earlier movements of points', context)}</details>
`
}

function movementsTable(
  movements: PageCard['movements'],
  caption: string,
  { formats }: Context
): Html {
  const rows = movements.map(
    ({ createdAt, type, amount, balanceAfter }) => html`<tr>
<th scope="row">${MOVEMENTS[type]} ${formats.instant(createdAt)}</th>
<td class="number">${formatSigned(amount)}</td>
<td class="number">${formatCount(balanceAfter)}</td>
</tr>
`
  )
  return html`<table class="movements">
<caption>${caption}</caption>
<thead>
<tr>
<th scope="col">What and when</th>
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

/** What can still be used first; what cannot is folded away. */
function vouchersSection(vouchers: readonly PageVoucher[], more: number, context: Context): Html {
  const shown = vouchers.map(each => ({ ...each, state: stateOf(each.voucher, context) }))
  const over = shown.filter(({ state }) => state.isOver)
  const articles = shown.filter(({ state }) => !state.isOver).map(each => article(each, context))
  const folded = html`<details>
<summary>Used or ended: ${formatCount(over.length)}</summary>
${over.map(each => article(each, context))}</details>
`
  return html`<section aria-labelledby="vouchers">
<h2 id="vouchers">Vouchers</h2>
${articles}${over.length === 0 ? null : folded}${moreOf(more, 'voucher')}</section>
`
}

function article(
  { voucher, campaignName, state }: PageVoucher & { readonly state: State },
  context: Context
): Html {
  const campaign = campaignName === null ? null : html`<p><bdi>${campaignName}</bdi></p>\n`
  const referral = voucher.isReferralCode ? html`<p>To pass on to a friend</p>\n` : null
  return html`<article class="pair">
<div>
<h3>${worthOf(voucher, context.formats)}</h3>
${campaign}${referral}${state.text}
</div>
${codeFigure(voucher, context)}
</article>
`
}

function worthOf({ gift, discount }: Voucher, { money }: Formats): string {
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

interface State {
  /** Whether it will never be of use again, as far as can be known. */
  readonly isOver: boolean
  readonly text: Html | null
}

/** Why it cannot be used now, else until when it can; nothing when it simply can. */
function stateOf(voucher: Voucher, { project, now, formats }: Context): State {
  const { startDate, expirationDate } = voucher.validity
  const over = (text: Html | string) => ({ isOver: true, text: stateText(text) })
  const waits = (text: Html | string) => ({ isOver: false, text: stateText(text) })
  const unusable = usableVoucher(voucher, now, project.timezone)
  if (unusable === 'voucher_expired') {
    return over(html`Ended on ${formats.instant(expirationDate ?? now)}`)
  }
  if (unusable === 'voucher_disabled') return over('Switched off')
  if (isUsedUp(voucher) || voucher.gift?.balance === 0) return over('Used')
  if (unusable === 'voucher_not_active') {
    return waits(html`Can be used from ${formats.instant(startDate ?? now)}`)
  }
  if (unusable !== null) return waits('Cannot be used at this time of the day or week')
  if (expirationDate === null) return { isOver: false, text: null }
  return { isOver: false, text: html`<p>Can be used until ${formats.instant(expirationDate)}</p>` }
}

function stateText(text: Html | string): Html {
  return html`<p class="state">${text}</p>`
}

function codeFigure({ id, code }: Voucher, { project }: Context): Html {
  const token = tokenFor(project, 'qr', id)
  return html`<figure class="code">
<img src="../assets/qr/${token}?format=svg" width="160" height="160" loading="lazy" \
alt="QR code of ${code}">
<figcaption><span class="label">Code</span> <code><bdi>${code}</bdi></code></figcaption>
</figure>
`
}
