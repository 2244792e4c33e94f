/**
 * A picture of a balance's history: past, present, and changes that are known to come.
 *
 * The past has a scale of time. Coming changes follow at equal steps, because on that scale points
 * that expire in a year would leave no room for last month. The picture stretches to the available
 * width; its strokes and dots keep their size, and its numbers are text beside it, in the reader's
 * size. A sentence says the same for readers who cannot see it.
 *
 * Spec: Customer.assets.
 */
import type { LedgerEntry } from '../model.ts'
import type { Day, Instant } from '../rules/validity.ts'
import { type Html, html } from './html.ts'
import { type Formats, formatBriefly, formatCount, formatPoints } from './page-formats.ts'

/** The data of the picture. */
export interface History {
  readonly now: Instant
  /** When the card was made; no movement is older. */
  readonly since: Instant
  readonly balance: number
  /** Newest first; those of the last twelve months are drawn. */
  readonly movements: readonly Pick<LedgerEntry, 'amount' | 'balanceAfter' | 'createdAt'>[]
  /** In any order. */
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
  const write = top < 100_000 ? formatCount : formatBriefly
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
  const share = (at: Instant) => clamp((Date.parse(at) - fromMs) / (nowMs - fromMs))
  return {
    from: new Date(fromMs).toISOString(),
    before,
    levels: shown.map(({ balanceAfter }) => balanceAfter),
    shares: shown.map(({ createdAt }) => share(createdAt))
  }
}

/** The balance after each coming change, in order. */
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
function lineOf(
  past: ChartedPast,
  today: number,
  balance: number,
  y: (level: number) => number
): string {
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

/** The sentence for readers who do not see the picture. */
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

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

/** A tenth of a unit is too small to be seen. */
function round(value: number): number {
  return Math.round(value * 10) / 10
}
