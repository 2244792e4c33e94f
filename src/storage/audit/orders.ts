/**
 * The part of the audit about orders: their figures follow from their lines and from what
 * redemptions took off them, what is on them was redeemed, and none is gone that was made.
 *
 * The amount of an order or of a line may be one that the shop sent, and so may an initial amount.
 * What was given off it and what is left to pay are counted again from it, so that it cannot be
 * another by itself.
 *
 * Spec: Order.total_amount, Order.redemptions, OrderItem.subtotal_amount.
 */
import { and, asc, eq, isNotNull } from 'drizzle-orm/sql'
import { amountWithoutUnits, ownsInitialAmount } from '../../decisions/orders/initial-figures.ts'
import type { Order, RecordedOrder } from '../../model.ts'
import { among } from '../engine/clauses.ts'
import { type Given, statement } from '../engine/statements.ts'
import { orderOf } from '../orders/orders.ts'
import { ofProject, type Paged, pageAfter } from './recounts.ts'
import { agree, disagree, pages, type Scope } from './scope.ts'

type Named = { project: string; ids: readonly string[] }

export const auditedOrders = statement(({ db, t: { orders: o } }, given: Given<Paged>) =>
  db
    .select()
    .from(o)
    .where(pageAfter(o, o.id, given))
    .orderBy(asc(o.id))
    .limit(given.limit)
)

export const auditedOrdersNamed = statement((dialect, given: Given<Named>) => {
  const { orders: o } = dialect.t
  return dialect.db
    .select({ id: o.id })
    .from(o)
    .where(and(ofProject(o, given), among(dialect, o.id, given.ids)))
})

export const auditedRedemptionsNamed = statement((dialect, given: Given<Named>) => {
  const { redemptions: r } = dialect.t
  return dialect.db
    .select({ id: r.id, status: r.status, record: r.record })
    .from(r)
    .where(and(ofProject(r, given), among(dialect, r.id, given.ids)))
})

/** What the log says was made; an erased event says no more of which order it was. */
export const auditedCreations = statement(({ db, t: { events: e } }, given: Given<Paged>) =>
  db
    .select({ id: e.id, data: e.data })
    .from(e)
    .where(and(pageAfter(e, e.id, given), eq(e.type, CREATED), isNotNull(e.data)))
    .orderBy(asc(e.id))
    .limit(given.limit)
)

const CREATED = 'customer.order.created'

/** Every order that is there, and every one that was made. */
export async function auditOrders(scope: Scope): Promise<void> {
  for await (const { rows } of pages(scope, auditedOrders)) {
    const orders = rows.map(orderOf)
    for (const order of orders) {
      auditFigures(scope, order, `order ${order.id}`)
      auditInitialAmount(scope, order, `order ${order.id}`)
    }
    await auditLinks(scope, orders)
  }
  for await (const { rows } of pages(scope, auditedCreations)) {
    const ids = rows.map(({ data }) => String((data as { order_id?: unknown }).order_id))
    const found = await scope.session.all(auditedOrdersNamed, { project: scope.project, ids })
    const there = new Set(found.map(({ id }) => id))
    for (const id of ids)
      if (!there.has(id))
        disagree(scope, `order ${id} is missing, although an event says that it was created.`)
  }
}

/** `name`: what the findings call it. */
export function auditFigures(scope: Scope, order: Omit<RecordedOrder, 'id'>, name: string): void {
  const { amount, discountAmount, items, redemptions } = order
  for (const [index, item] of items.entries()) {
    const rest = item.amount === null ? null : item.amount - (item.discountAmount ?? 0)
    agree(scope, `subtotalAmount of line ${index} of ${name}`, rest, item.subtotalAmount)
  }
  const sum = items.reduce((all, item) => all + (item.discountAmount ?? 0), 0)
  const onItems = amount === null ? 0 : Math.min(sum, amount)
  agree(scope, `itemsDiscountAmount of ${name}`, onItems, order.itemsDiscountAmount ?? 0)
  const total = amount === null ? 0 : onItems + (discountAmount ?? 0)
  agree(scope, `totalDiscountAmount of ${name}`, total, order.totalDiscountAmount ?? 0)
  const rest = amount === null ? null : amount - total
  agree(scope, `totalAmount of ${name}`, rest, order.totalAmount)
  const last = Object.values(redemptions).at(-1)?.discountAmount ?? null
  if (order.appliedDiscountAmount !== null) {
    agree(scope, `appliedDiscountAmount of ${name}`, last, order.appliedDiscountAmount)
  }
}

/** Where the shop has not sent it, it is the amount without what redemptions added. */
export function auditInitialAmount(
  scope: Scope,
  order: Omit<RecordedOrder, 'id'>,
  name: string
): void {
  if (ownsInitialAmount(order)) return
  const initial = amountWithoutUnits(order)
  agree(scope, `initialAmount of ${name}`, initial, order.initialAmount)
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
    const [recorded, figures] = [figuresIn(then), figuresIn(now)]
    for (const place of new Set([...recorded.keys(), ...figures.keys()])) {
      const name = `${place} of order ${then.id} (as redemption ${id} recorded it)`
      agree(scope, name, recorded.get(place), figures.get(place))
    }
  }
  for (const { id, redemptionId, link } of links) {
    const due = link.rollbackId === undefined ? 'SUCCEEDED' : 'ROLLED_BACK'
    const name = `the status of redemption ${redemptionId}, which order ${id} has,`
    agree(scope, name, due, statuses.get(redemptionId))
  }
}

/** The numbers of an order, of its lines and of what was redeemed on it, by their places. */
function figuresIn(value: unknown, at = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[at, value]])
  if (typeof value !== 'object' || value === null) return new Map()
  const inner = Object.entries(value).flatMap(([name, each]) =>
    name === 'metadata' ? [] : [...figuresIn(each, at === '' ? name : `${at}.${name}`)]
  )
  return new Map(inner)
}
