/**
 * The customer page: the customer's balances, their history and future, and the codes to show at
 * the till. The server renders it for a phone, a screen reader and a printer alike: no script,
 * nothing from elsewhere, and a content policy that forbids both. Pictures have relative urls, so
 * that the page works under any address.
 * Spec: Customer.assets.
 */
import { isUsedUp, usableVoucher } from '../decisions/vouchers/vouchers.ts'
import type {
  Customer,
  EntryType,
  LedgerEntry,
  PendingPoints,
  Project,
  ShownVoucher,
  Voucher
} from '../model.ts'
import type { Day, Instant } from '../rules/validity.ts'
import { tokenFor } from './links.ts'
import { STYLE } from './page-style.ts'

interface Formats {
  readonly day: (day: Day) => Html
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
    money: amount => {
      const digits = String(amount).padStart(3, '0')
      const decimal = `${digits.slice(0, -2)}.${digits.slice(-2)}`
      return money.format(decimal as Intl.StringNumericLiteral)
    }
  }
}

const counts = new Intl.NumberFormat('en-GB')
const signs = new Intl.NumberFormat('en-GB', { signDisplay: 'exceptZero' })
const rounds = new Intl.NumberFormat('en-GB', { notation: 'compact', useGrouping: 'always' })

/** With all its digits, in groups. */
function formatCount(value: number): string {
  return counts.format(value)
}

function formatPoints(value: number): string {
  return `${formatCount(value)} ${value === 1 ? 'point' : 'points'}`
}

/* HTML in which every inserted text is escaped, unless it is HTML made here. */

/** Markup that is inserted as it is; made by `html`, or from a constant. */
class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A text is escaped, null gives nothing, a list gives its parts in order. */
type Insert = string | number | null | Html | readonly Html[]

/** Markup that somebody else made of what is ours. */
export function raw(markup: string): Html {
  return new Html(markup)
}

/** For elements and for attribute values in double quotes; not for scripts, styles or urls. */
export function html(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return new Html(strings.map((text, index) => text + markup(inserts[index] ?? null)).join(''))
}

function markup(insert: Insert): string {
  if (insert === null) return ''
  if (insert instanceof Html) return insert.text
  if (typeof insert === 'object') return insert.map(({ text }) => text).join('')
  return String(insert).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}

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

type PageVoucher = Pick<ShownVoucher, 'voucher' | 'campaignName'>

export interface PageCard extends PageVoucher {
  /** Still pending; the soonest first. */
  readonly pending: readonly Pick<PendingPoints, 'points' | 'activatesOn'>[]
  /** The last few, newest first. */
  readonly movements: readonly Pick<LedgerEntry, 'type' | 'amount' | 'balanceAfter' | 'createdAt'>[]
}

/** Days with pending points that are told one by one; and movements before they are folded away. */
const PENDING_DAYS = 5
const MOVEMENTS_OPEN = 10

export function customerPage(page: CustomerPage): string {
  const { project, now, customer, cards, vouchers, more } = page
  const formats = formatsOf(project)
  const context: Context = { project, now, formats }
  const name = customer.name?.trim() || 'Your cards and vouchers'
  return pageOf(
    `${name} – ${project.name}`,
    html`<header>
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
</footer>`
  )
}

export function pageOf(title: string, body: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
${body}
</body>
</html>
`.text
}

/** What people see whose url of the page has ended; nothing of the customer. */
export function endedPage({ name }: Pick<Project, 'name'>): string {
  return pageOf(
    `This link has ended – ${name}`,
    html`<header>
<p class="shop"><bdi>${name}</bdi></p>
<h1>This link has ended</h1>
</header>
<main>
<p>Links to this page are good for some time only. Please ask the shop for a new one.</p>
</main>`
  )
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

function movementsTable(movements: PageCard['movements'], caption: string, { formats }: Context) {
  // A true minus is read out as one.
  const rows = movements.map(
    ({ createdAt, type, amount, balanceAfter }) => html`<tr>
<th scope="row">${MOVEMENTS[type]} ${formats.instant(createdAt)}</th>
<td class="number">${signs.format(amount).replace('-', '\u2212')}</td>
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
  POINTS_CANCELLATION: 'Taken back',
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
  if (discount === null) return 'Voucher'
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

/*
 * A picture of a balance's history: past, present, and changes that are known to come. The past has
 * a scale of time. Coming changes follow at equal steps, because on that scale points that expire
 * in a year would leave no room for last month. The picture stretches to the available width; its
 * strokes and dots keep their size, and its numbers are text beside it, in the reader's size. A
 * sentence says the same for readers who cannot see it.
 */

export interface History {
  readonly now: Instant
  /** When the card was made; no movement is older. */
  readonly since: Instant
  readonly balance: number
  /** Newest first; those of the last twelve months are drawn. */
  readonly movements: readonly Pick<LedgerEntry, 'amount' | 'balanceAfter' | 'createdAt'>[]
  readonly coming: readonly Coming[]
}

/** A change that is known before it happens. */
export interface Coming {
  readonly kind: 'arrives' | 'expires'
  /** The first day of arriving points; the last day of expiring ones. */
  readonly day: Day
  /** At least 1. */
  readonly points: number
}

/** Coordinates in units of the picture: 0 to WIDTH from the left, 0 to HEIGHT from above. */
interface Level {
  readonly x: number
  readonly y: number
  readonly kind: Coming['kind']
}

const WIDTH = 1000
const HEIGHT = 100
/** Room on the left, so that the first movement is not at the edge, and on the right for a dot. */
const MARGIN = 30
/** The place of today when changes are known to come; otherwise it is at the right edge. */
const TODAY = 700
const DAY_MS = 86_400_000
const PAST_MS = 365 * DAY_MS

/** The background of coming changes. */
const LATER = html`<path class="later" d="M${TODAY} 0H${WIDTH}V${HEIGHT}H${TODAY}z"/>`

/** A figure, or null without any data. `name` is unique on the page and part of its ids. */
export function historyChart(history: History, name: string, formats: Formats): Html | null {
  const { balance, coming } = history
  if (history.movements.length === 0 && coming.length === 0) return null
  const past = pastOf(history)
  const comes = [...coming].sort((a, b) => momentOf(a) - momentOf(b))
  const ahead = aheadOf(balance, comes)
  const top = topOf(Math.max(balance, past.before, ...past.levels, ...ahead))
  // Both in the same way, and no wider than the narrowest page allows.
  const write = top < 100_000 ? formatCount : (value: number) => rounds.format(value)
  const y = (level: number) => round(HEIGHT - (level / top) * HEIGHT)
  const today = comes.length === 0 ? WIDTH - MARGIN : TODAY
  const steps = stepsOf(comes, ahead, y)
  const line = lineOf(past, today, balance, y)
  const sides = comes.length === 0 ? 'axis' : 'axis ahead'
  const end = comes.at(-1)
  return html`<figure class="history">
<figcaption id="${name}-title">Points over time</figcaption>
<div class="plot">
<p class="levels" aria-hidden="true"><span>${write(top)}</span> <span>${write(top / 2)}</span> \
<span>0</span></p>
<svg role="img" aria-labelledby="${name}-title" aria-describedby="${name}-text" \
viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none">
<desc id="${name}-text">${sentenceOf(history, past, comes, formats)}</desc>
${end === undefined ? null : LATER}
<path class="grid" d="M0 0H${WIDTH}M0 ${HEIGHT / 2}H${WIDTH}M0 ${HEIGHT}H${WIDTH}"/>
<path class="area" d="${line}V${HEIGHT}H0z"/>
<path class="line" d="${line}"/>
${end === undefined ? null : comingMarks(steps, y(balance))}
<path class="dot now" d="M${today} ${y(balance)}h0"/>
</svg>
<p class="${sides}" aria-hidden="true"><span>${formats.instantText(past.from)}</span> \
<span>Today</span>${end === undefined ? null : html` <span>${formats.dayText(end.day)}</span>`}</p>
</div>
</figure>
`
}

/** The part left of today; movements oldest first. */
interface ChartedPast {
  readonly from: Instant
  /** The balance before the first movement. */
  readonly before: number
  readonly levels: readonly number[]
  /** For each level the place where it begins: 0 at `from`, 1 today. */
  readonly shares: readonly number[]
}

function pastOf({ now, since, balance, movements }: History): ChartedPast {
  const nowMs = Date.parse(now)
  const shown = movements
    .filter(({ createdAt }) => nowMs - Date.parse(createdAt) <= PAST_MS)
    .toReversed()
  const [first] = shown
  const before = first === undefined ? balance : first.balanceAfter - first.amount
  // When older movements are left out, the line begins at the left edge; else with the first one.
  const isCut = shown.length < movements.length
  const begins = isCut ? nowMs - PAST_MS : Date.parse(first?.createdAt ?? since)
  const fromMs = Math.min(Math.max(begins, nowMs - PAST_MS), nowMs - DAY_MS)
  const share = (at: Instant) =>
    Math.min(1, Math.max(0, (Date.parse(at) - fromMs) / (nowMs - fromMs)))
  return {
    from: new Date(fromMs).toISOString(),
    before,
    levels: shown.map(({ balanceAfter }) => balanceAfter),
    shares: shown.map(({ createdAt }) => share(createdAt))
  }
}

function aheadOf(balance: number, coming: readonly Coming[]): readonly number[] {
  let level = balance
  return coming.map(({ kind, points: moved }) => {
    level = Math.max(0, kind === 'arrives' ? level + moved : level - moved)
    return level
  })
}

/** The instant of a change; points expire at the start of the day after their last. */
function momentOf({ kind, day }: Coming): number {
  return Date.parse(day) + (kind === 'arrives' ? 0 : DAY_MS)
}

/** At equal steps, so that tomorrow and next year can be told apart. */
function stepsOf(
  coming: readonly Coming[],
  levels: readonly number[],
  y: (level: number) => number
): readonly Level[] {
  const stride = (WIDTH - MARGIN - TODAY) / coming.length
  return coming.map(({ kind }, index) => {
    return { x: round(TODAY + (index + 1) * stride), y: y(levels[index] ?? 0), kind }
  })
}

/** A staircase from the left edge to today. */
function lineOf(past: ChartedPast, today: number, balance: number, y: (level: number) => number) {
  const stairs = past.levels.map((level, index) => {
    const x = round(MARGIN + (past.shares[index] ?? 0) * (today - MARGIN))
    return `H${x}V${y(level)}`
  })
  return `M0 ${y(past.before)}${stairs.join('')}V${y(balance)}H${today}`
}

/** Dashed stairs from today to the right edge; a ring where points arrive, else a square. */
function comingMarks(steps: readonly Level[], start: number): Html {
  const stairs = steps.map(({ x, y }) => `H${x}V${y}`).join('')
  const marks = steps.map(
    ({ kind, x, y }) => html`<path class="dot ${kind}" d="M${x} ${y}h0"/>
${kind === 'arrives' ? html`<path class="dot hole" d="M${x} ${y}h0"/>\n` : null}`
  )
  return html`<path class="grid" d="M${TODAY} 0V${HEIGHT}"/>
<path class="line dashed" d="M${TODAY} ${start}${stairs}H${WIDTH}"/>
${marks}`
}

/** The lowest level for the top of the picture with a whole half and few digits. */
function topOf(highest: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, highest))))
  const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].map(step => step * unit)
  return steps.find(step => step >= highest && step % 2 === 0) ?? 10 * unit
}

function sentenceOf(
  { balance }: History,
  { from, before, levels }: ChartedPast,
  coming: readonly Coming[],
  { dayText, instantText }: Formats
): string {
  const all = [before, ...levels, balance]
  const between = `between ${formatCount(Math.min(...all))} and ${formatCount(Math.max(...all))}`
  const ahead = coming.map(({ kind, day, points: moved }) =>
    kind === 'arrives'
      ? `${formatPoints(moved)} will arrive on ${dayText(day)}.`
      : `${formatPoints(moved)} will expire after ${dayText(day)}.`
  )
  const past = `Since ${instantText(from)} the balance was ${between}`
  return [`${past}; today it is ${formatCount(balance)}.`, ...ahead].join(' ')
}

/** A tenth of a unit is too small to be seen. */
function round(value: number): number {
  return Math.round(value * 10) / 10
}
