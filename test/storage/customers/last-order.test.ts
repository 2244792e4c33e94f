import type { Change, LastOrder } from '../../../src/decisions/changes.ts'
import type { Order, OrderStatus } from '../../../src/model.ts'
import { GuardLost } from '../../../src/storage/engine/errors.ts'
import { loadSaveOrder } from '../../../src/storage/saved-orders.ts'
import { givenOrderCommand } from '../../support/given-commands.ts'
import { changed, P } from '../support/changes.ts'
import { onEach } from '../support/on-each.ts'
import * as things from '../support/things.ts'

/** Orders of cust_1, counted: 500 at NOW, 900 at LATER, 700 at LATER, and one of 800 canceled. */
const ordered: readonly Change[] = (
  [
    ['ord_1', 500, things.NOW, 'PAID'],
    ['ord_2', 900, things.LATER, 'FULFILLED'],
    ['ord_3', 700, things.LATER, 'PAID'],
    ['ord_4', 800, things.LATER, 'CANCELED'],
    ['ord_5', 600, null, 'CREATED']
  ] as const
).flatMap(([id, totalAmount, earnedAt, status]): Change[] => {
  const created: Change = {
    kind: 'order.created',
    order: {
      ...things.order(id),
      amount: totalAmount,
      totalAmount,
      earnedAt,
      status,
      takenBackAt: status === 'CANCELED' ? earnedAt : null
    }
  }
  if (earnedAt === null || status === 'CANCELED') return [created]
  const lastOrder = { amount: totalAmount, date: earnedAt }
  const step = { ordersCount: 1, ordersAmount: totalAmount }
  return [created, { kind: 'customerTotals.counted', customerId: 'cust_1', step, lastOrder }]
})

/** Makes a stored order unpaid, as a decision that knew of `previous` would. */
function unpaid(order: Order, previous: LastOrder | null): Change[] {
  const { totalAmount, earnedAt, version } = order
  return [
    { kind: 'order.updated', order: { ...order, status: 'CREATED', version: version + 1 } },
    {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step: { ordersCount: -1, ordersAmount: -(totalAmount ?? 0) },
      lastOrder: { gone: earnedAt ?? '', previous }
    }
  ]
}

onEach(
  'totals know the order before, when the last is not paid any more',
  async (t, { store, rows }) => {
    await changed(store, ...ordered)
    const last = async () => {
      const [totals] = await rows('customerTotals')
      return [totals?.lastOrderAmount, totals?.lastOrderDate]
    }
    const loaded = (id: string, status: OrderStatus | undefined) =>
      store.read(P, session => {
        const command = givenOrderCommand({ id, status })
        return loadSaveOrder(command)(session, things.LATER)
      })
    /** Says what was loaded as the order before. */
    const unpay = async (id: string) => {
      const { stored, previousOrder } = await loaded(id, 'CANCELED')
      await changed(store, ...unpaid(stored as Order, previousOrder))
      return previousOrder
    }
    t.same(await last(), [700, things.LATER])
    t.equal((await loaded('ord_3', 'FULFILLED')).previousOrder, null, 'it stays paid')
    t.equal((await loaded('ord_4', 'CANCELED')).previousOrder, null, 'it was not paid')
    t.equal((await loaded('ord_3', undefined)).previousOrder, null, 'nothing is said of that')

    const { stored } = await loaded('ord_3', 'CREATED')
    const stale = unpaid(stored as Order, { amount: 500, date: things.NOW })
    await t.rejects(changed(store, ...stale), GuardLost, 'another one is the one before')

    t.same(await unpay('ord_3'), { amount: 900, date: things.LATER })
    t.same(await last(), [900, things.LATER])
    t.same(await unpay('ord_1'), { amount: 900, date: things.LATER })
    t.same(await last(), [900, things.LATER], 'an older one changes nothing')
    t.equal(await unpay('ord_2'), null)
    t.same(await last(), [0, null])
  },
  { audited: true }
)
