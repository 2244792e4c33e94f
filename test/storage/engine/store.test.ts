/**
 * One suite for every engine: what the port promises, whichever database is underneath.
 */
import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import type { Voucher } from '../../../src/model.ts'
import { customerById, customerOf } from '../../../src/storage/customers/customers.ts'
import { inLockOrder } from '../../../src/storage/database.ts'
import { GuardLost, SessionEnded } from '../../../src/storage/engine/errors.ts'
import { postgresDialect } from '../../../src/storage/engine/postgres/connections.ts'
import type { Session } from '../../../src/storage/engine/session.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { orderById } from '../../../src/storage/orders.ts'
import { products } from '../../../src/storage/products.ts'
import { setVoucherHolder } from '../../../src/storage/vouchers/changes.ts'
import { voucherByCode, voucherById } from '../../../src/storage/vouchers/vouchers.ts'
import { onServer } from '../../support/postgres-databases.ts'
import * as catalogue from '../support/catalogue.ts'
import {
  added,
  changed,
  giving,
  P,
  published,
  settledOn,
  spent,
  storedVoucher,
  waiting
} from '../support/changes.ts'
import { jobCases } from '../support/jobs.ts'
import { onEach } from '../support/on-each.ts'
import { sqlOnServer } from '../support/postgres.ts'
import { queryOf, statements } from '../support/statements.ts'
import * as things from '../support/things.ts'

const nothing = async () => ({ value: null, changes: [] })

function voucherOn(store: Store): Promise<Voucher> {
  return store.read(P, session => storedVoucher(session, 'v_1'))
}

onEach('what a careless column would lose comes back in its order', async (t, { store }) => {
  const [customer, order] = [things.customer('cust_2'), things.order('ord_2', 'cust_2')]
  const product = { ...catalogue.product, id: 'prod_2', sourceId: null, name: null }
  await changed(
    store,
    { kind: 'customer.created', customer },
    { kind: 'order.created', order },
    { kind: 'product.created', product }
  )
  const found = await store.read(P, async session => [
    customerOf((await session.one(customerById, { id: 'cust_2' })) as never),
    await session.one(orderById, { id: 'ord_2' }),
    await session.one(products.byId, { id: 'prod_2' })
  ])
  t.strictSame(found.map(asText), [customer, order, product].map(asText))
})

/** Columns have no order; what is inside them has. */
function asText(thing: unknown): string {
  return JSON.stringify(Object.entries(thing as object).sort(([a], [b]) => (a < b ? -1 : 1)))
}

onEach('a unit answers its value, and what it decided is there', async (t, { store }) => {
  const value = await store.write(P, async session => {
    const { version } = await storedVoucher(session, 'v_1')
    return { value: version, changes: [{ ...published, referrerId: 'cust_9' } as Change] }
  })
  t.equal(value, 1)
  const voucher = await voucherOn(store)
  const held = { holderId: 'cust_1', referrerId: 'cust_9' }
  t.match(voucher, { ...held, publishedCount: 1, version: 2, updatedAt: things.NOW })
})

onEach('a unit that fails leaves nothing behind', async (t, { store, rows }) => {
  const coupon: Change = { kind: 'voucher.created', voucher: things.coupon() }
  const orphan: Change = { kind: 'order.created', order: things.order('ord_2', 'cust_9') }
  const failures: readonly (readonly [
    title: string,
    unit: () => ReturnType<typeof nothing>,
    error: RegExp
  ])[] = [
    ['its load refuses', () => Promise.reject(new Error('no such thing')), /no such thing/],
    ['its decision throws', async () => JSON.parse('{'), /JSON/]
  ]
  for (const [title, unit, error] of failures) await t.rejects(store.write(P, unit), error, title)
  await t.rejects(changed(store, coupon, published, published), GuardLost, 'the last guard is lost')
  await t.rejects(changed(store, coupon, orphan), 'a row it refers to is missing')
  t.match(await rows('vouchers'), [{ id: 'v_1', publishedCount: 0 }])
  t.same(await rows('orders'), [])
})

onEach('a unit whose guard is lost decides again from the top', async (t, { store }) => {
  const versions = [9, 1]
  const tries: number[] = []
  await store.write(P, async () => {
    const version = versions.shift() as number
    tries.push(version)
    return { value: null, changes: [{ ...published, version } as Change] }
  })
  t.same(tries, [9, 1])
})

onEach('every guard refuses what is no longer so', async (t, { store, rows }) => {
  const held = { ...things.card(), version: 2 }
  await changed(store, published, { kind: 'order.created', order: things.order() })
  await changed(store, { kind: 'voucher.created', voucher: things.giftVoucher() })
  await changed(store, added(held, 5, 'a'))
  await changed(store, added(await voucherOn(store), 5, 'd'))
  await changed(
    store,
    ...[1, 2, 3].map(() => ({ kind: 'reward.redeemed', rewardId: 'rew_1' }) as const)
  )
  await changed(
    store,
    { kind: 'voucher.created', voucher: things.coupon('v_coupon') },
    { kind: 'voucher.created', voucher: { ...things.coupon('v_once'), redemptionQuantity: 1 } },
    { kind: 'promotionTier.created', tier: catalogue.promotionTier }
  )
  const rich = await voucherOn(store)
  const used = (voucherId: string, version: number, step: 1 | -1 = 1): Change => ({
    kind: 'voucher.redeemed',
    voucherId,
    version,
    step,
    updatedAt: things.LATER
  })
  await changed(store, used('v_once', 1))
  const ofTier = (tierId: string, step: 1 | -1): Change => ({
    kind: 'promotionTier.redeemed',
    tierId,
    step,
    ordersAmount: 0,
    ordersDiscountAmount: 0
  })
  const merged = {
    kind: 'lot.merged',
    lot: things.lot('lopb_a', 'v_1', 5),
    into: 'lopb_d',
    card: settledOn(rich)
  } as const
  const gift = things.giftVoucher().gift as never
  const credit = {
    voucherId: 'v_gift',
    version: 7,
    balance: gift,
    redeemedQuantity: 0,
    updatedAt: ''
  }
  const { entry } = added(rich, 1, 'c') as Extract<Change, { kind: 'points.moved' }>
  // biome-ignore format: a table
  const stale: readonly (readonly [title: string, change: Change])[] = [
    ['a voucher somebody holds', { ...published, version: 3 } as Change],
    ['a voucher written since', published],
    ['a card written since', added(held, 5, 'b')],
    ['a card that is not one', added({ ...rich, id: 'v_gift', version: 1 }, 5, 'b')],
    ['more than is left in a lot', spent(rich, 6, 'lopb_a', 'b')],
    ['a lot that is not there', spent(rich, 1, 'lopb_x', 'b')],
    ['gift credit written since',
      { kind: 'credit.moved', gift: credit, opened: [], stepped: [], entry }],
    ['pending points of another version', waiting(held, things.pendingPoints())],
    ['no pending points',
      { kind: 'pendingPoints.closed', id: 'x', status: 'CANCELED', updatedAt: '' }],
    ['a customer written since', { kind: 'customer.updated', customer: things.customer() }],
    ['a product written since', { kind: 'product.updated', product: catalogue.product }],
    ['an order written since', { kind: 'order.updated', order: things.order() }],
    ['a campaign that has grown',
      { kind: 'campaign.grew', campaignId: 'camp_1', vouchersCount: 0, added: 1 }],
    ['a campaign that is on',
      { kind: 'campaign.switched', campaignId: 'camp_1', active: true, updatedAt: '' }],
    ['no stock left', { kind: 'reward.redeemed', rewardId: 'rew_1' }],
    ['a use of a coupon written since', used('v_coupon', 2)],
    ['a use of a card', used('v_1', rich.version)],
    ['more uses than there are', used('v_once', 2)],
    ['a use back that nobody had', used('v_coupon', 1, -1)],
    ['a tier that is not there', ofTier('promo_x', 1)],
    ['a use of a tier back that nobody had', ofTier('promo_1', -1)],
    ['a lot of which nothing is left', { ...merged, lot: { ...merged.lot, id: 'lopb_x' } }],
    ['a job of nobody', { kind: 'job.finished', jobId: 'job_1', owner: 'me' }],
    ['totals of nobody',
      { kind: 'customerTotals.counted', customerId: 'x', step: {}, lastOrder: null }]
  ]
  const before = [await rows('vouchers'), await rows('lots'), await rows('ledgerEntries')]
  for (const [title, change] of stale) await t.rejects(changed(store, change), GuardLost, title)
  t.same([await rows('vouchers'), await rows('lots'), await rows('ledgerEntries')], before)
})

onEach('totals remember the latest order, whatever the order of writing', async (t, opened) => {
  const { store, rows } = opened
  const counted = (amount: number, date: string): Change => ({
    kind: 'customerTotals.counted',
    customerId: 'cust_1',
    step: { ordersCount: 1, ordersAmount: amount },
    lastOrder: { amount, date }
  })
  await changed(store, counted(5, things.LATER))
  await changed(store, counted(9, things.NOW))
  t.match(await rows('customerTotals'), [
    { ordersCount: 2, ordersAmount: 14, lastOrderAmount: 5, lastOrderDate: things.LATER }
  ])
})

onEach('codes are compared as their project says', async (t, { store }) => {
  const upper: Change = { kind: 'voucher.created', voucher: { ...things.coupon(), code: 'AbC' } }
  const lower: Change = { kind: 'voucher.created', voucher: things.card('v_2', 'aBc') }
  await changed(store, upper, lower)
  t.pass('AbC and aBc are two codes')

  const other = 'proj_2'
  await store.write(other, async () => ({
    value: null,
    changes: [
      { kind: 'project.created', project: things.project(other, false) },
      { kind: 'voucher.created', voucher: { ...things.coupon(), code: 'AbC', campaignId: null } }
    ]
  }))
  const again = { ...things.card('v_2', 'aBc'), campaignId: null }
  const twin: Change = { kind: 'voucher.created', voucher: again }
  await t.rejects(
    store.write(other, async () => ({ value: null, changes: [twin] })),
    GuardLost
  )
  const found = await store.read(other, session => session.one(voucherByCode, { codeKey: 'abc' }))
  t.equal(found?.code, 'AbC')
})

onEach(
  'a session of one project reaches nothing of another',
  async (t, { store, rows }) => {
    await store.write('proj_2', async () => ({
      value: null,
      changes: [{ kind: 'project.created', project: things.project('proj_2') }]
    }))
    // A value beside the parameters, as a request might bring one along.
    const smuggled = { id: 'v_1', projectId: P }
    const found = await store.read('proj_2', async session => [
      await session.one(voucherById, { id: 'v_1' }),
      await session.one(voucherById, smuggled)
    ])
    t.same(found, [undefined, undefined])
    const foreign = store.write('proj_2', async () => ({ value: null, changes: [published] }))
    await t.rejects(foreign, GuardLost)
    const referring: Change = { kind: 'order.created', order: things.order('ord_9', 'cust_1') }
    await t.rejects(store.write('proj_2', async () => ({ value: null, changes: [referring] })))
    t.match(await rows('vouchers'), [{ publishedCount: 0 }])
  },
  { audited: true }
)

onEach('a reading unit cannot write', async (t, { store, rows }) => {
  const writing = store.read(P, session => session.run(setVoucherHolder, giving))
  await t.rejects(writing)
  t.match(await rows('vouchers'), [{ holderId: null }])
  await changed(store, published)
  t.match(await rows('vouchers'), [{ holderId: 'cust_1' }], 'and the store goes on')
})

onEach('a session is over when its unit is', async (t, { store }) => {
  const kept: Session[] = []
  await store.read(P, async session => kept.push(session))
  await store.write(P, async session => {
    kept.push(session)
    return { value: null, changes: [] }
  })
  await store
    .write(P, async session => {
      kept.push(session)
      throw new Error('refused')
    })
    .catch(() => null)
  for (const session of kept) await t.rejects(session.one(voucherById, { id: 'v_1' }), SessionEnded)
  t.equal(kept.length, 3)
})

onEach(
  'a healthy store says so',
  async (t, { store }) => {
    await t.resolves(store.health())
    await t.resolves(store.migrate(), 'migrating again does nothing')
    await t.resolves(store.write(null, nothing))
  },
  { audited: true }
)

jobCases()

t.test('PostgreSQL: every statement is one the tables know', onServer, async t => {
  const { run, close } = await sqlOnServer()
  for (const [name, statement] of statements) {
    await t.resolves(run(`prepare "${name}" as ${queryOf(statement, postgresDialect).sql}`), name)
  }
  await close()
})

t.test('changes are applied in one order, whatever order they were decided in', async t => {
  const held = { ...things.card(), version: 2 }
  const second = { ...held, id: 'v_0' }
  const decided: readonly Change[] = [
    { kind: 'customerTotals.counted', customerId: 'cust_1', step: {}, lastOrder: null },
    { kind: 'reward.redeemed', rewardId: 'rew_1' },
    added(held, 1, 'a'),
    waiting({ ...held, version: 3 }, things.pendingPoints()),
    added(second, 1, 'b'),
    { kind: 'redemption.recorded', redemption: things.redemption() },
    { kind: 'voucher.created', voucher: second },
    { kind: 'customer.created', customer: things.customer() }
  ]
  const order = inLockOrder(decided).map(change => decided.indexOf(change))
  // Parents, records, then cards by id (one card's own changes as decided), reward, totals.
  t.same(order, [7, 6, 5, 4, 2, 3, 1, 0])
})
