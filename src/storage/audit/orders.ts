/**
 * The parts of the audit about orders, stacks, customers and locks.
 *
 * The figures of an order follow from its lines and from what redemptions took off it; what is on
 * it was redeemed; and no order is gone that was made.
 *
 * The amount of an order or of a line may be one that the shop sent, and so may an initial amount.
 * What was given off it and what is left to pay are counted again from it, so that it cannot be
 * another by itself.
 *
 * Spec: Order.total_amount, Order.redemptions, OrderItem.subtotal_amount, Redemption.redemption,
 * DiscountsRollback, Customer.summary, DiscountSessionRequest.
 */
import { and, asc, count, eq, inArray, isNotNull, isNull, ne } from 'drizzle-orm/sql'
import { NO_SUMS } from '../../decisions/customers/customers.ts'
import { amountWithoutUnits, ownsInitialAmount } from '../../decisions/orders/lines.ts'
import { isPaid } from '../../decisions/orders/orders.ts'
import { remainingOf } from '../../decisions/orders/returns.ts'
import { heldAt } from '../../decisions/points/lots.ts'
import type {
  Bought,
  LockHold,
  Order,
  OrderRedemption,
  RecordedOrder,
  Returned,
  StoredEvent,
  Voucher
} from '../../model.ts'
import { givesUnits } from '../../rules/discounts/cart.ts'
import type { Instant } from '../../rules/validity.ts'
import { among, type Given, type Row, type RowOf, statement } from '../engine/statements.ts'
import {
  agree,
  auditedCustomers,
  auditedLastOrdersOfCustomers,
  auditedOrdersOfCustomers,
  auditedRedemptionsOfCustomers,
  auditedRollbacksOfCustomers,
  auditedVouchersOfCustomers,
  calledVoucher,
  disagree,
  namedIn,
  noteAmiss,
  numberOf,
  ofProject,
  paged,
  pages,
  type Range,
  type Ranged,
  type Scope,
  withinRange
} from './recounts.ts'

export const auditedOrders = paged('orders')

export const auditedOrdersNamed = namedIn('orders', ['id'])

export const auditedRedemptionsNamed = namedIn('redemptions', ['id', 'status', 'record'])

export const auditedPaymentsOf = statement(
  (dialect, given: Given<{ project: string; redemptionIds: readonly string[] }>) => {
    const { ledgerEntries: e } = dialect.t
    return dialect.db
      .select({ redemptionId: e.redemptionId, type: e.type, amount: e.amount })
      .from(e)
      .where(
        and(
          ofProject(e, given),
          among(dialect, e.redemptionId, given.redemptionIds),
          inArray(e.type, [
            'CREDITS_REDEMPTION',
            'CREDITS_REFUND',
            'POINTS_REDEMPTION',
            'POINTS_REFUND'
          ])
        )
      )
  }
)

export const auditedEntriesNamed = namedIn('ledgerEntries', ['id', 'amount'])

export const auditedEvents = paged('events', { pick: ['id', 'events'] })

const CREATED = 'customer.order.created'

/** The order that an event says was made; an erased one says no more which it was. */
function orderCreated([type, data]: StoredEvent): string | [] {
  return type !== CREATED || data === null ? [] : String((data as { order_id?: unknown }).order_id)
}

/** Every order that is there, and every one that was made. */
export async function auditOrders(scope: Scope): Promise<void> {
  for await (const { rows: orders } of pages(scope, auditedOrders)) {
    for (const order of orders) {
      const due = auditFigures(scope, order, `order ${order.id}`)
      if (isPaid(order)) {
        const by = (due ?? 0) - (order.totalAmount ?? 0)
        noteAmiss(scope, { customerId: order.customerId, figure: 'ordersAmount', by })
      }
      auditInitialAmount(scope, order, `order ${order.id}`)
      auditReturned(scope, order)
      const ids = new Set(order.items.flatMap(({ id }) => id ?? []))
      agree(
        scope,
        `the number of ids of the lines of order ${order.id}`,
        order.items.length,
        ids.size
      )
    }
    await auditLinks(scope, orders)
    await auditTerms(scope, orders)
    await auditMovements(scope, orders)
  }
  for await (const { rows } of pages(scope, auditedEvents)) {
    const ids = rows.flatMap(({ events }) => events.flatMap(orderCreated))
    const found = await scope.session.all(auditedOrdersNamed, { project: scope.project, ids })
    const there = new Set(found.map(({ id }) => id))
    for (const id of ids.filter(each => !there.has(each))) {
      disagree(scope, `order ${id} is missing, although an event says that it was created.`)
    }
  }
}

/** The credit and the points that redemptions took, less what went back, as the ledgers say. */
export async function loadPaid(
  { session, project }: Scope,
  redemptionIds: readonly string[]
): Promise<(id: string) => { readonly credit: number; readonly spent: number }> {
  const entries = await session.all(auditedPaymentsOf, { project, redemptionIds })
  const byRedemption = Map.groupBy(entries, ({ redemptionId }) => redemptionId)
  return id => {
    let [credit, spent] = [0, 0]
    for (const { type, amount } of byRedemption.get(id) ?? []) {
      if (type.startsWith('CREDITS')) credit -= amount
      else spent -= amount
    }
    return { credit, spent }
  }
}

/** What may be taken again of credit and points is what redemptions took, and nobody got back. */
async function auditTerms(scope: Scope, orders: readonly Order[]): Promise<void> {
  const asked = orders.flatMap(({ id, redemptions }) =>
    Object.values(redemptions).flatMap(({ terms = [], rollbackId }) =>
      rollbackId === undefined ? terms.map(each => ({ id, ...each })) : []
    )
  )
  const paying = asked.filter(({ off }) => !('discount' in off))
  if (paying.length === 0) return
  const ids = paying.map(({ redemptionId }) => redemptionId)
  const paidBy = await loadPaid(scope, ids)
  for (const { id, redemptionId, off } of paying) {
    const { credit, spent } = paidBy(redemptionId)
    const what = `what redemption ${redemptionId} took, as order ${id} has it,`
    if ('credits' in off) agree(scope, what, credit, off.credits)
    if ('points' in off) agree(scope, what, spent, off.points)
  }
}

/** What moved by returns is what the ledgers say of it. */
async function auditMovements(scope: Scope, orders: readonly Order[]): Promise<void> {
  const { session, project } = scope
  const moved = orders.flatMap(({ id, returned }) =>
    (returned?.entries ?? []).flatMap(({ movements }) => movements.map(each => [id, each] as const))
  )
  if (moved.length === 0) return
  const ids = moved.map(([, { id }]) => id)
  const found = await session.all(auditedEntriesNamed, { project, ids })
  const amounts = new Map(found.map(({ id, amount }) => [id, amount]))
  for (const [order, { id, amount }] of moved) {
    agree(scope, `the amount of entry ${id} in a return of order ${order}`, amounts.get(id), amount)
  }
}

/** What went back of an order is what its returns say, and what remains is what they leave. */
function auditReturned(scope: Scope, order: Order): void {
  const { id, returned, amount, items, redemptions } = order
  if (returned === null) return
  const { entries, bought } = returned
  const back = entries.reduce((sum, entry) => sum + Math.max(entry.amount, 0), 0)
  agree(scope, `returned_amount of order ${id}`, back, returned.amount)
  // Where units were given on it since, it is as it was bought no more.
  const given = Object.values(redemptions).flatMap(({ lines = [] }) => lines)
  if (bought === null || given.some(givesUnits)) return
  const kept = bought.items.flatMap((item, at) => {
    const { quantity, returnedQuantity = 0 } = item
    const units = bought.left[at] as number
    return units === 0 ? [] : [{ units, back: returnedQuantity + quantity - units }]
  })
  for (const [index, { units, back }] of kept.entries()) {
    const { quantity, returnedQuantity = 0 } = items[index] ?? {}
    agree(scope, `quantity of line ${index} of order ${id}`, units, quantity)
    agree(scope, `returned_quantity of line ${index} of order ${id}`, back, returnedQuantity)
  }
  auditLines(scope, bought.items, `order ${id}, as it was bought,`)
  const since = entriesSince(order, { entries, bought })
  const less = sumOf(since.map(entry => entry.amount))
  agree(scope, `amount of order ${id}`, bought.amount && bought.amount - less, amount)
  auditUnitsBack(scope, order, { entries: since, bought })
  if (isChangedSince(order, entries.at(-1)?.createdAt ?? '')) return
  const again = remainingOf(order, order, { units: new Map(), amount: 0 })
  agreeOnOrder(scope, `order ${id}, of which something went back,`, again?.order, order)
}

/** Whether something was redeemed or rolled back on an order since; others are not asked again then. */
function isChangedSince({ redemptions }: Order, returnedAt: Instant): boolean {
  return Object.values(redemptions).some(
    ({ date, rollbackDate = '' }) => date >= returnedAt || rollbackDate >= returnedAt
  )
}

/** The units that went back and what they cost, by the returns since the order was said anew. */
function auditUnitsBack(
  scope: Scope,
  { id, items }: Order,
  { entries, bought }: { readonly entries: Returned['entries']; readonly bought: Bought }
): void {
  const left = bought.items.map(({ quantity }) => quantity)
  const worth = bought.items.map(item => item.amount ?? 0)
  const total = (bought.amount ?? 0) - sumOf(worth)
  const name = (at: number) => `line ${at} of order ${id}, as it was bought,`
  for (const entry of entries) {
    const before = total + sumOf(worth)
    const places = left.flatMap((units, at) => (units > 0 ? [at] : []))
    for (const { index, quantity, amount } of entry.lines) {
      const at = places[index] ?? -1
      left[at] = (left[at] ?? 0) - quantity
      worth[at] = (worth[at] ?? 0) - (amount ?? 0)
    }
    if (bought.amount === null || places.length === 0) continue
    const less = Math.max(before, 0) - Math.max(total + sumOf(worth), 0)
    agree(scope, `amount of return ${entry.id}`, less, entry.amount)
  }
  const rest = items.values()
  for (const [at, units] of bought.left.entries()) {
    agree(scope, `what is left of ${name(at)}`, left[at], units)
    const amount = units > 0 ? (rest.next().value?.amount ?? 0) : 0
    agree(scope, `what is left to pay of ${name(at)}`, worth[at], amount)
  }
}

/** The returns since an order was said anew: those of the units, or of the amount, that are gone. */
function entriesSince(
  { amount }: Order,
  { entries, bought }: { readonly entries: Returned['entries']; readonly bought: Bought }
): Returned['entries'] {
  const { items, left } = bought
  const hasLines = items.length > 0
  let gone = hasLines
    ? sumOf(items.map(({ quantity }, at) => quantity - (left[at] ?? 0)))
    : (bought.amount ?? 0) - (amount ?? 0)
  let first = entries.length
  for (let entry = entries.at(-1); entry !== undefined && gone > 0; entry = entries[first - 1]) {
    gone -= hasLines ? sumOf(entry.lines.map(({ quantity }) => quantity)) : entry.amount
    first--
  }
  return entries.slice(first)
}

function sumOf(figures: readonly number[]): number {
  return figures.reduce((sum, each) => sum + each, 0)
}

function auditLines(scope: Scope, items: Order['items'], name: string): void {
  for (const [index, item] of items.entries()) {
    const rest = item.amount === null ? null : item.amount - (item.discountAmount ?? 0)
    agree(scope, `subtotal_amount of line ${index} of ${name}`, rest, item.subtotalAmount)
  }
}

type Figures = Omit<RecordedOrder, 'id'>

/** `name`: what the findings call it. What is left to pay of it by its other figures. */
export function auditFigures(scope: Scope, order: Figures, name: string): number | null {
  const { amount, discountAmount, items, redemptions } = order
  auditLines(scope, items, name)
  const sum = items.reduce((all, item) => all + (item.discountAmount ?? 0), 0)
  const onItems = amount === null ? 0 : Math.min(sum, amount)
  agree(scope, `items_discount_amount of ${name}`, onItems, order.itemsDiscountAmount ?? 0)
  const total = amount === null ? 0 : onItems + (discountAmount ?? 0)
  agree(scope, `total_discount_amount of ${name}`, total, order.totalDiscountAmount ?? 0)
  const rest = amount === null ? null : amount - total
  agree(scope, `total_amount of ${name}`, rest, order.totalAmount)
  const last = Object.values(redemptions).at(-1)?.discountAmount ?? null
  if (order.appliedDiscountAmount !== null) {
    agree(scope, `applied_discount_amount of ${name}`, last, order.appliedDiscountAmount)
  }
  return rest
}

/** Where the shop has not sent it, it is the amount without what redemptions added. */
export function auditInitialAmount(scope: Scope, order: Figures, name: string): void {
  if (ownsInitialAmount(order)) return
  const initial = amountWithoutUnits(order)
  agree(scope, `initial_amount of ${name}`, initial, order.initialAmount)
}

interface RecordedOn {
  readonly id: string
  readonly order: RecordedOrder | null | undefined
  /** By which the order names it: the redemption, or what it was redeemed together with. */
  readonly named: string
  readonly isPart: boolean
}

/** The figures of an order as a redemption has it that took something off it, or gave it back. */
export function auditRecorded(scope: Scope, { id, order, named, isPart }: RecordedOn): void {
  if (order?.redemptions[named] === undefined) return
  const name = `order ${order.id}, as redemption ${id} has it,`
  if (isPart) {
    // A part of a stack shows there what the parts of it did.
    auditFigures(scope, { ...order, appliedDiscountAmount: null }, name)
  } else {
    auditFigures(scope, order, name)
    auditInitialAmount(scope, order, name)
  }
}

/** What is on an order was redeemed, and is rolled back there where it is. */
async function auditLinks(scope: Scope, orders: readonly Order[]): Promise<void> {
  const links = orders.flatMap(({ id, redemptions }) =>
    Object.entries(redemptions).map(([redemptionId, link]) => ({ id, redemptionId, link }))
  )
  if (links.length === 0) return
  const { session, project } = scope
  const ids = links.map(({ redemptionId }) => redemptionId)
  const found = await session.all(auditedRedemptionsNamed, { project, ids })
  const statuses = new Map(found.map(({ id, status }) => [id, status]))
  const stored = new Map(orders.map(order => [order.id, order]))
  for (const { id, record } of found) {
    const then = record.order
    const now = then?.id == null ? undefined : stored.get(then.id)
    // Nobody has changed it since.
    if (then == null || now?.version !== then.version) continue
    agreeOnOrder(scope, `order ${then.id} (as redemption ${id} recorded it)`, then, now)
  }
  for (const { id, redemptionId, link } of links) {
    const due = link.rollbackId === undefined ? 'SUCCEEDED' : 'ROLLED_BACK'
    const name = `the status of redemption ${redemptionId}, which order ${id} has,`
    agree(scope, name, due, statuses.get(redemptionId))
  }
}

/** Every figure of an order, 0 for none; `expected` is what another record has. */
export function agreeOnOrder(scope: Scope, name: string, expected: unknown, found: unknown): void {
  const [figures, stored] = [figuresIn(expected), figuresIn(found)]
  for (const place of new Set([...figures.keys(), ...stored.keys()])) {
    const what = place.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
    agree(scope, `${what} of ${name}`, figures.get(place) ?? 0, stored.get(place) ?? 0)
  }
}

/** What was noted on an order, and what followed from it. */
const NO_FIGURES = ['metadata', 'earned', 'returned', 'terms']

/** The numbers of an order, of its lines and of what was redeemed on it, by their places. */
function figuresIn(value: unknown, at = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[at, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  const inner = Object.entries(value).flatMap(([name, each]) =>
    NO_FIGURES.includes(name) ? [] : [...figuresIn(each, at === '' ? name : `${at}.${name}`)]
  )
  return new Map(inner)
}

/*
 * The part of the audit about what was redeemed together: each part has its whole, each whole has
 * as many parts as its order names, and so have their rollbacks.
 */

/** Records that stand for several, and those of refusals that name nothing are none of them. */
export const auditedWholes = paged('redemptions', {
  pick: ['id', 'parentId', 'status', 'record'],
  and: redemption =>
    and(
      isNull(redemption.voucherId),
      isNull(redemption.promotionTierId),
      ne(redemption.status, 'FAILED')
    )
})

export const auditedPartsOfWholes = statement(
  ({ db, t: { redemptions: r } }, given: Given<Ranged>) =>
    db
      .select({ id: r.stackId, record: r.record })
      .from(r)
      .where(withinRange(r, r.stackId, given))
)

export const auditedPartsCount = numberOf('redemptions', redemption =>
  isNotNull(redemption.stackId)
)

/** What a redemption took off its order and the lines of it. */
export function takenOff({ discountAmount, lines = [] }: OrderRedemption): number {
  return lines.reduce((sum, line) => sum + line.discountAmount, discountAmount)
}

export async function auditStacks(scope: Scope): Promise<void> {
  const { session, project } = scope
  let seen = 0
  for await (const { rows, ...range } of pages(scope, auditedWholes)) {
    const found = await session.all(auditedPartsOfWholes, { project, ...range })
    const parts = Map.groupBy(found, part => part.id)
    for (const { id, parentId, status, record } of rows) {
      const ofWhole = parts.get(id) ?? []
      const link = record.order?.redemptions[parentId ?? id]
      const named = link?.stacked?.length ?? 0
      agree(scope, `the number of parts of redemption ${id}`, named, ofWhole.length)
      seen += ofWhole.length
      const worth = ofWhole.map(part => part.record.discount)
      // Of what is rolled back nothing is left there, and what points paid the order alone says.
      if (status !== 'SUCCEEDED' || parentId !== null) continue
      if (link === undefined || worth.includes(undefined)) continue
      const sum = worth.reduce<number>((all, discount) => all + (discount ?? 0), 0)
      agree(scope, `the sum of the discounts of the parts of redemption ${id}`, takenOff(link), sum)
    }
  }
  const stored = await session.one(auditedPartsCount, { project })
  agree(scope, 'the number of parts of all redemptions', seen, stored?.counted)
}

/** Counting by customer reads a whole table once per page, so these are longer. */
const PAGE_CUSTOMERS = 10_000

export async function auditCustomers(scope: Scope): Promise<void> {
  const { session, project, counts } = scope
  for await (const { rows, ...range } of pages(scope, auditedCustomers, PAGE_CUSTOMERS)) {
    const values = { project, ...range }
    await auditReferrers(scope, range)
    const recounted = new Map(rows.map(({ id }) => [id, { ...NO_SUMS }]))
    for (const [what, statement] of RECORDED) {
      for (const { id, status, counted } of await session.all(statement, values)) {
        const sum = recounted.get(id ?? '')
        if (sum !== undefined)
          sum[`${what}${status === 'FAILED' ? 'Failed' : 'Succeeded'}`] += counted
      }
    }
    for (const { id, ...held } of await session.all(auditedVouchersOfCustomers, values)) {
      Object.assign(recounted.get(id ?? '') ?? {}, held)
    }
    for (const row of await session.all(auditedOrdersOfCustomers, values)) {
      const sums = { ordersCount: row.counted, ordersAmount: row.amount }
      Object.assign(recounted.get(row.id ?? '') ?? {}, sums)
    }
    const last = await session.all(auditedLastOrdersOfCustomers, values)
    const lastOrders = Map.groupBy(last, order => order.id)
    for (const { id, totals } of rows) {
      counts.customers++
      if (totals === null) {
        disagree(scope, `customer ${id} has no summary.`)
        continue
      }
      const expected = recounted.get(id) ?? NO_SUMS
      for (const [figure, name] of SUMMARY) {
        const by = scope.amiss.get(id)?.get(figure) ?? 0
        const isAsSummed = totals[figure] === expected[figure]
        const due = isAsSummed ? totals[figure] : expected[figure] + by
        agree(scope, `summary.${name} of customer ${id}`, due, totals[figure])
      }
      auditLastOrder(scope, totals, lastOrders.get(id) ?? [])
    }
  }
}

/** How a customer's summary shows them. */
const SUMMARY = [
  ['redemptionsSucceeded', 'redemptions.total_succeeded'],
  ['redemptionsFailed', 'redemptions.total_failed'],
  ['rollbacksSucceeded', 'redemptions.total_rollback_succeeded'],
  ['rollbacksFailed', 'redemptions.total_rollback_failed'],
  ['cardBalance', 'redemptions.loyalty_card.points_to_go'],
  ['cardRedeemedPoints', 'redemptions.loyalty_card.redeemed_points'],
  ['giftBalance', 'redemptions.gift.amount_to_go'],
  ['giftRedeemedAmount', 'redemptions.gift.redeemed_amount'],
  ['ordersCount', 'orders.total_count'],
  ['ordersAmount', 'orders.total_amount']
] as const

const RECORDED = [
  ['redemptions', auditedRedemptionsOfCustomers],
  ['rollbacks', auditedRollbacksOfCustomers]
] as const

/** `last`: the paid orders of the latest date; where they are several, any of them may be it. */
function auditLastOrder(
  scope: Scope,
  { customerId, lastOrderDate, lastOrderAmount }: Row<'customerTotals'>,
  last: readonly RowOf<typeof auditedLastOrdersOfCustomers>[]
): void {
  const whose = `of customer ${customerId}`
  agree(scope, `summary.orders.last_order_date ${whose}`, last[0]?.date ?? null, lastOrderDate)
  const by = scope.amiss.get(customerId)?.get('ordersAmount') ?? 0
  const amounts = last.length === 0 ? [0] : last.map(({ amount }) => amount ?? 0)
  if (amounts.some(each => lastOrderAmount === each || lastOrderAmount === each + by)) return
  const due = [...new Set(amounts)].join(' or ')
  agree(scope, `summary.orders.last_order_amount ${whose}`, due, lastOrderAmount)
}

async function auditReferrers(scope: Scope, { after, last }: Range): Promise<void> {
  const { session, project } = scope
  const values = { project, after, last }
  const kept = new Map<string, number>()
  for (const row of await session.all(auditedReferrerTotals, values)) {
    kept.set(`customer ${row.customerId} in campaign ${row.campaignId}`, row.referredCustomers)
  }
  for (const row of await session.all(auditedReferrals, values)) {
    const whose = `customer ${row.id} in campaign ${row.campaignId}`
    agree(scope, `referred_customers of ${whose}`, row.counted, kept.get(whose) ?? 0)
    kept.delete(whose)
  }
  for (const [whose, found] of kept) agree(scope, `referred_customers of ${whose}`, 0, found)
}

export const auditedReferrals = statement(({ db, t: { referrals: r } }, given: Given<Ranged>) =>
  db
    .select({ id: r.referrerId, campaignId: r.campaignId, counted: count() })
    .from(r)
    .where(withinRange(r, r.referrerId, given))
    .groupBy(r.referrerId, r.campaignId)
)

export const auditedReferrerTotals = statement(
  ({ db, t: { referrerTotals: totals } }, given: Given<Ranged>) =>
    db
      .select()
      .from(totals)
      .where(withinRange(totals, totals.customerId, given))
)

/** What locks hold of a range of vouchers, each with the end that the lock itself has. */
export const auditedHolds = statement(({ db, t: { lockHolds: h, locks } }, given: Given<Ranged>) =>
  db
    .select({ hold: h, ends: locks.expiresAt })
    .from(h)
    .leftJoin(locks, and(eq(locks.projectId, h.projectId), eq(locks.key, h.key)))
    .where(withinRange(h, h.voucherId, given))
    .orderBy(asc(h.voucherId), asc(h.key))
)

type Holds = ReadonlyMap<string, readonly LockHold[]>

/** Also that every part of a lock ends with it. `names`: what people call the vouchers, by id. */
export async function loadHolds(
  scope: Scope,
  { after, last }: Range,
  names: ReadonlyMap<string, string>
): Promise<Holds> {
  const rows = await scope.session.all(auditedHolds, { project: scope.project, after, last })
  for (const { hold, ends } of rows) {
    const name = `the end of lock ${hold.key}, which holds ${names.get(hold.voucherId)},`
    agree(scope, name, ends, hold.expiresAt)
  }
  const holds = rows.map(({ hold }) => hold)
  return Map.groupBy(holds, ({ voucherId }) => voucherId)
}

/** Locks in force hold no more than there is, and the voucher says until when they may. */
export function auditHolds(scope: Scope, voucher: Voucher, holds: readonly LockHold[]): void {
  const { lockedUntil = '', redemptionQuantity, redeemedQuantity, gift, card } = voucher
  const uses = redemptionQuantity === null ? null : redemptionQuantity - redeemedQuantity
  const left = { uses, credit: gift?.balance ?? 0, points: card?.balance ?? 0 }
  const held = heldAt({ holds }, scope.now)
  for (const what of ['uses', 'credit', 'points'] as const) {
    const most = left[what]
    if (most === null || held[what] <= most) continue
    const name = calledVoucher(voucher)
    disagree(scope, `locks hold ${held[what]} of the ${what} of ${name}, which has ${most}.`)
  }
  const ends = holds.map(({ expiresAt }) => expiresAt)
  const last = ends.sort().at(-1)
  if (last === undefined || last <= lockedUntil) return
  agree(scope, `the end of the last lock of ${calledVoucher(voucher)}`, last, lockedUntil)
}
