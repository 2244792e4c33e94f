/**
 * Where the redemptions lead of somebody who is erased, and those that name nobody of their
 * vouchers: an order that nobody sent is nobody's, also where a customer redeemed. And what nobody
 * redeemed on orders that became theirs.
 *
 * Spec: eraseCustomer.
 */
import { and, isNull } from 'drizzle-orm/sql'
import type { Followed } from '../../decisions/customers/erasure.ts'
import type { Order, Redemption } from '../../model.ts'
import { among, mine } from '../engine/clauses.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import { orderOf } from '../orders/orders.ts'
import { redemptionOf } from '../redemptions/redemptions.ts'

type Ids = { ids: readonly string[] }

/** Of these orders, those that are nobody's. */
export const ordersOfNobody = statement((dialect, { ids }: Given<Ids>) => {
  const { orders: o } = dialect.t
  return dialect.db
    .select()
    .from(o)
    .where(and(mine(o), among(dialect, o.id, ids), isNull(o.customerId)))
})

/** Of these redemptions, those that name nobody. */
export const redemptionsOfNobody = statement((dialect, { ids }: Given<Ids>) => {
  const { redemptions: r } = dialect.t
  return dialect.db
    .select()
    .from(r)
    .where(and(mine(r), among(dialect, r.id, ids), isNull(r.customerId)))
})

/** Of the parts of these stacks, those that name nobody. */
export const partsOfNobody = statement((dialect, { ids }: Given<Ids>) => {
  const { redemptions: r } = dialect.t
  return dialect.db
    .select()
    .from(r)
    .where(and(mine(r), among(dialect, r.stackId, ids), isNull(r.customerId)))
})

/** The rest of their stacks, their orders, and all that was redeemed on these. */
export async function followedFrom(
  session: Session,
  rows: readonly Redemption[]
): Promise<Followed> {
  if (rows.length === 0) return { redemptions: [], orders: [] }
  const stacks = [...new Set(rows.flatMap(({ stackId }) => stackId ?? []))]
  const orders = (await session.all(ordersOfNobody, { ids: ordersIn(rows) })).map(orderOf)
  const ids = [...new Set([...stacks, ...orders.flatMap(redeemedOn)])]
  const found = [
    ...(await session.all(redemptionsOfNobody, { ids })),
    ...(await session.all(partsOfNobody, { ids: stacks }))
  ]
  const others = new Map(found.map(row => [row.id, redemptionOf(row)]))
  for (const { id } of rows) others.delete(id)
  return { redemptions: [...others.values()], orders }
}

/** What was redeemed by nobody on these orders. */
export async function redeemedByNobody(
  session: Session,
  orders: readonly Order[]
): Promise<Followed> {
  const ids = orders.flatMap(redeemedOn)
  const found = ids.length === 0 ? [] : await session.all(redemptionsOfNobody, { ids })
  return { redemptions: found.map(redemptionOf), orders: [] }
}

function ordersIn(rows: readonly Redemption[]): readonly string[] {
  return [...new Set(rows.flatMap(({ order }) => order?.id ?? []))]
}

/** Every redemption on an order, parts of stacks and rollbacks as well. */
function redeemedOn({ redemptions }: Order): readonly string[] {
  return Object.entries(redemptions).flatMap(([id, link]) => [
    id,
    ...(link.stacked ?? []),
    ...(link.rollbackId === undefined ? [] : [link.rollbackId]),
    ...(link.rollbackStacked ?? [])
  ])
}
