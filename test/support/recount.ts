/**
 * What the tables say, counted again by hand: cards against their entries and lots, entries and
 * events against what must have come before them, tiers and segments against what is known of each
 * customer. What is wrong is told in words; nothing here is asked of the service.
 */
import { dayAt, daysBetween } from '../../src/rules/validity.ts'
import { type KnownOf, SELECTS } from '../lives/support/many-clubs.ts'
import type { RawRow } from './stores.ts'

const ZONE = 'Europe/Berlin'

const number = (row: RawRow, column: string) => Number(row[column] ?? 0)

/** What is looked at. */
export const TABLES = [
  'earning_rules',
  'events',
  'referrals',
  'vouchers',
  'lots',
  'ledger_entries',
  'pending_points',
  'customers',
  'customer_totals',
  'tier_memberships',
  'segments',
  'segment_members'
] as const

export type Tables = Readonly<Record<(typeof TABLES)[number], readonly RawRow[]>>

/** What must hold on a day on which all that was due is done, and what speaks against it. */
export function recounted(tables: Tables, today: string): Readonly<Record<string, string[]>> {
  return {
    'cards are what their entries and lots add up to': cardMistakes(tables),
    'entries and events tell how it came to that': storyMistakes(tables),
    'nothing that is due is left': leftOver(tables, today),
    'everybody in the club is in the tier of their points': tierMistakes(tables, today),
    'segments hold whom their filters select': segmentMistakes(tables, today),
    'everybody was sent by somebody else, once in a campaign': referralMistakes(tables)
  }
}

/** A loyalty card in somebody's hands. */
export const isHeldCard = ({ type, holder_id }: RawRow) =>
  type === 'LOYALTY_CARD' && holder_id !== null

function cardMistakes({ vouchers, lots, ledger_entries, pending_points }: Tables): string[] {
  const sum = (rows: readonly RawRow[] | undefined, column: string) =>
    (rows ?? []).reduce((total, row) => total + number(row, column), 0)
  const entries = Map.groupBy(ledger_entries, row => row['voucher_id'])
  const held = Map.groupBy(lots, row => row['voucher_id'])
  const waits = Map.groupBy(
    pending_points.filter(({ status }) => status === 'PENDING'),
    row => row['voucher_id']
  )
  return vouchers
    .filter(({ type }) => type === 'LOYALTY_CARD')
    .flatMap(({ id, balance, pending_points: pending, ...row }) => {
      const found = [sum(entries.get(id), 'amount'), sum(held.get(id), 'remaining')]
      const right =
        found.every(each => each === balance) && sum(waits.get(id), 'points') === pending
      return right && Number(balance) >= 0 ? [] : [`${row['code']} ${balance}, not ${found}`]
    })
}

/** What came twice, or cannot have followed what was before. */
function storyMistakes(tables: Tables): string[] {
  const { entries, earned } = movements(tables)
  const paid = timesPaid(tables)
  const repeated = [...Map.groupBy(earned, each => each)].flatMap(([what, { length }]) =>
    length <= (paid.get(what.split(' by ')[0] ?? '') ?? 1) ? [] : [what]
  )
  return [
    ...entries,
    ...repeated.map(what => `${what} more than once`),
    ...lapseMistakes(tables),
    ...placeMistakes(tables)
  ]
}

/** How often an order may have earned: it is paid again only after it was changed to be unpaid. */
function timesPaid({ events }: Tables): ReadonlyMap<string, number> {
  const told = events.filter(({ type }) => /^customer\.order\.(paid|updated)$/.test(String(type)))
  const byOrder = Map.groupBy(told, ({ data }) => String(JSON.parse(String(data)).order_id))
  return new Map(
    [...byOrder].map(([order, all]) => {
      const paid = all.filter(({ type }) => type === 'customer.order.paid').length
      return [order, Math.min(paid, 1 + all.length - paid)]
    })
  )
}

/**
 * Points that were spent after their last day, or expired before it was over. Points that come back
 * after their day may be missing of a canceled order, which takes them at that instant.
 */
function lapseMistakes({ ledger_entries, lots }: Tables): string[] {
  const lastDays = new Map(lots.map(({ id, expires_on }) => [id, expires_on]))
  const returned = new Set(
    ledger_entries
      .filter(({ type }) => type === 'POINTS_REFUND')
      .flatMap(row => partsOf(row).map(({ id }) => `${id} ${row['created_at']}`))
  )
  return ledger_entries.flatMap(row => {
    const { id, type, created_at } = row
    const day = dayAt(String(created_at), ZONE)
    const taken = takenFrom(row)
      .filter(id => type !== 'POINTS_CANCELLATION' || !returned.has(`${id} ${created_at}`))
      .map(id => lastDays.get(id))
    const over = taken.map(last => last !== null && String(last) < day)
    const wrong = over.some(isOver => isOver !== (type === 'POINTS_EXPIRATION'))
    return wrong ? [`${id}, ${type} on ${day} of what ended on ${taken}`] : []
  })
}

/** Lots with less after an entry: what a refund brings may pay at once for what was missing. */
function takenFrom(entry: RawRow): readonly string[] {
  const net = new Map<string, number>()
  for (const { id, amount } of partsOf(entry)) net.set(id, (net.get(id) ?? 0) + amount)
  return [...net].flatMap(([id, amount]) => (amount < 0 ? [id] : []))
}

function partsOf({ lots }: RawRow): readonly { readonly id: string; readonly amount: number }[] {
  return JSON.parse(String(lots))
}

/** Entries whose balance is not what it was before and what moved; and what earned, by name. */
function movements({ ledger_entries, pending_points, earning_rules }: Tables) {
  const mistakes: string[] = []
  const onPaying = new Set(earning_rules.filter(isOnPaying).map(({ id }) => id))
  const balances = new Map<unknown, number>()
  const byRule = ({ order_id, earning_rule_id }: RawRow) => `${order_id} by ${earning_rule_id}`
  const earned = pending_points.map(byRule)
  // Several processes make ids, so the versions of the cards tell what came first.
  const version = (row: Record<string, unknown>) => Number(row['voucher_version'])
  for (const entry of ledger_entries.toSorted((one, other) => version(one) - version(other))) {
    const { id, voucher_id, type, cause, balance_after } = entry
    const balance = (balances.get(voucher_id) ?? 0) + number(entry, 'amount')
    balances.set(voucher_id, balance)
    if (balance !== balance_after) mistakes.push(`${id} says ${balance_after}, not ${balance}`)
    if (type !== 'POINTS_ACCRUAL') continue
    const { eventId, earningRuleId, orderId, pendingId } = JSON.parse(String(cause))
    earned.push(pendingId ?? `${eventId} by ${earningRuleId}`)
    if (!onPaying.has(earningRuleId) || pendingId !== undefined) continue
    earned.push(byRule({ order_id: orderId, earning_rule_id: earningRuleId }))
  }
  return { entries: mistakes, earned }
}

const isOnPaying = ({ event }: RawRow) => event === 'order.paid'

/** Steps between tiers and segments that nobody can take, and places that no event led to. */
function placeMistakes({ events, tier_memberships, segment_members }: Tables): string[] {
  const mistakes: string[] = []
  const places = new Map<string, string>()
  for (const { type, customer_id, data } of events) {
    const { verb = '' } = STEP.exec(String(type))?.groups ?? {}
    const step = STEPS[verb]
    if (step === undefined) continue
    const said = JSON.parse(String(data))
    const is: string = said.segment_id ?? said.loyalty_tier_id
    const place = said.voucher_id ?? `${is} ${customer_id}`
    const was = places.get(place) ?? null
    if (!step(was, is)) mistakes.push(`${place} ${verb} ${is} after ${was}`)
    if (verb === 'left') places.delete(place)
    else places.set(place, is)
  }
  const stored = new Map<string, string>()
  for (const { voucher_id, tier_id } of tier_memberships) {
    if (tier_id !== null) stored.set(String(voucher_id), String(tier_id))
  }
  for (const { segment_id, customer_id } of segment_members) {
    stored.set(`${segment_id} ${customer_id}`, String(segment_id))
  }
  const strange = (one: Map<string, string>, other: Map<string, string>) =>
    [...one].flatMap(([place, is]) => (other.get(place) === is ? [] : [`${place} in ${is}`]))
  const [untold, unstored] = [strange(stored, places), strange(places, stored)]
  return [...mistakes, ...untold.map(it => `${it}, untold`), ...unstored.map(it => `${it}, told`)]
}

const STEP = /^customer\.(?:loyalty\.tier|segment)\.(?<verb>\w+)$/

/** Whether a step between tiers or segments can be taken from where one was. */
const STEPS: { readonly [step: string]: (was: string | null, is: string) => boolean } = {
  joined: was => was === null,
  entered: was => was === null,
  left: (was, is) => was === is,
  prolonged: (was, is) => was === is,
  upgraded: (was, is) => was !== null && was !== is,
  downgraded: (was, is) => was !== null && was !== is
}

function leftOver({ lots, pending_points }: Tables, today: string): string[] {
  const old = lots.filter(
    ({ expires_on, remaining }) =>
      Number(remaining) > 0 && expires_on !== null && String(expires_on) < today
  )
  const due = pending_points.filter(
    ({ status, activates_on }) => status === 'PENDING' && String(activates_on) <= today
  )
  return [...old, ...due].map(({ id }) => String(id))
}

/** The demo's club goes by the balance at once: silver below a thousand points, then gold. */
function tierMistakes({ vouchers, tier_memberships, lots }: Tables, today: string): string[] {
  const tiers = new Map(tier_memberships.map(row => [row['voucher_id'], row['tier_id']]))
  return vouchers
    .filter(card => isHeldCard(card) && card['campaign_id'] === 'camp_00club')
    .flatMap(({ id, code }) => {
      const points = lots
        .filter(
          ({ voucher_id, expires_on }) => voucher_id === id && !(String(expires_on ?? 'x') < today)
        )
        .reduce((total, row) => total + number(row, 'remaining'), 0)
      const due = points < 1000 ? 'ltr_00silver' : 'ltr_00gold'
      return tiers.get(id) === due ? [] : [`${code}: ${points} points, ${tiers.get(id)}`]
    })
}

function segmentMistakes(tables: Tables, today: string): string[] {
  const inside = new Set(
    tables.segment_members.map(({ segment_id, customer_id }) => `${segment_id} ${customer_id}`)
  )
  return tables.customers.flatMap(({ id, source_id, metadata }) => {
    const known = knownOf(tables, String(id), String(metadata), today)
    return tables.segments.flatMap(({ id: segmentId, name }) => {
      const selects = SELECTS[String(name)]
      if (selects === undefined || selects(known) === inside.has(`${segmentId} ${id}`)) return []
      return [`${source_id} and ${name}: ${JSON.stringify(known)}`]
    })
  })
}

function knownOf(tables: Tables, id: string, metadata: string, today: string): KnownOf {
  const totals = tables.customer_totals.find(({ customer_id }) => customer_id === id) ?? {}
  const card = (campaign: string) =>
    tables.vouchers.find(
      ({ holder_id, campaign_id }) => holder_id === id && campaign_id === campaign
    )
  const last = (totals as RawRow)['last_order_date'] ?? null
  const monthly = card('camp_00month')?.['id']
  const tier = tables.tier_memberships.find(({ voucher_id }) => voucher_id === monthly)?.['tier_id']
  return {
    ordersCount: number(totals, 'orders_count'),
    ordersAmount: number(totals, 'orders_amount'),
    failed: number(totals, 'redemptions_failed'),
    lastOrderDaysAgo: last === null ? null : daysBetween(dayAt(String(last), ZONE), today),
    clubPoints: (card('camp_00club')?.['balance'] ?? null) as number | null,
    tier: (tier ?? null) as string | null,
    plan: JSON.parse(metadata).plan
  }
}

function referralMistakes({ referrals, vouchers }: Tables): string[] {
  const sent = Map.groupBy(referrals, row => `${row['customer_id']} in ${row['campaign_id']}`)
  const often = [...sent].flatMap(([who, { length }]) => (length === 1 ? [] : [who]))
  const wrong = referrals.filter(({ voucher_id, referrer_id, customer_id }) => {
    const code = vouchers.find(({ id }) => id === voucher_id)
    return code?.['holder_id'] !== referrer_id || referrer_id === customer_id
  })
  return [...often, ...wrong.map(({ id }) => String(id))]
}
