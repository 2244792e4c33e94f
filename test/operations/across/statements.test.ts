/**
 * How many statements each of the sixteen operations runs, in the usual case: the demo, what the
 * document shows, for the second time, and something was written since. This, and no clock, keeps
 * the service fast. One more is a decision that somebody takes, here and with a reason; one fewer
 * is written down as well, so that it stays so.
 */
import t, { type Test } from 'tap'
import { CONFIG, givenService, NOW } from '../../support/app.ts'
import { ranDuring } from '../../support/counted-statements.ts'
import { demoStore } from '../../support/demo.ts'
import { ask, firstShown, operationNamed, operations } from '../../support/requests.ts'

/** What begins and ends a unit of each kind: there is no savepoint. */
const UNITS = {
  reads: ['BEGIN', 'SELECT total_changes()', 'ROLLBACK'],
  writes: ['BEGIN IMMEDIATE', 'COMMIT']
}

type Row = readonly [
  operation: string,
  unit: readonly string[],
  reads: number,
  writes: number,
  why: string
]

/** Every operation reads the version of what is set up, which `why` does not repeat. */
// biome-ignore format: a table
const budget: readonly Row[] = [
  ['issueOAuthToken', UNITS.writes, 1, 1, 'the token'],
  ['introspectOAuthToken', UNITS.reads, 2, 0, 'the token'],
  ['listMemberPendingPoints', UNITS.reads, 3, 0, 'the card; its entries'],
  [
    'estimateLoyaltyPoints',
    UNITS.reads,
    10,
    0,
    `the customer; products by id, and their collections; cards, tiers, points that
    wait, lots, segments and totals of the customer`
  ],
  ['addVouchersToCampaign', UNITS.writes, 5, 2,
    'the count that is kept, and those there are; codes that are taken; the project; the voucher'],
  [
    'redeemReward',
    UNITS.writes,
    12,
    7,
    `the card, its holder, the stock; cards, tiers, points that wait, lots, segments and totals of
    the customer; product and SKU of the reward; then the record, an event, card, lot, entry,
    stock, and totals`
  ],
  ['createReward', UNITS.writes, 3, 2,
    'the schema, since the reward before it changed the set-up; the product; the reward'],
  ['updateProductsInBulk', UNITS.writes, 2, 3, 'jobs waiting; the action, its job, one chunk'],
  ['getVoucherRedemptions', UNITS.reads, 4, 0, 'the voucher; its redemptions; how many'],
  ['listExports', UNITS.reads, 3, 0, 'the page; how many'],
  ['listValidationRules', UNITS.reads, 3, 0, 'the page; how many'],
  [
    'createEarningRules',
    UNITS.writes,
    6,
    5,
    `the program, event, validation rule and schema, since the rules before changed the set-up; how
    many rules there are; two rules, one with an assignment, which is counted`
  ],
  ['getCustomer', UNITS.reads, 8, 0,
    'the customer; totals; cards and tiers; who sent them, and whom they sent'],
  ['listPromotionTiers', UNITS.reads, 4, 0, 'the page; how many; what binds them'],
  ['getMetadataSchema', [...UNITS.reads, ...UNITS.reads], 2, 0,
    'the schema; the gate of managers reads in a unit of its own'],
  [
    'sendCustomEvent',
    UNITS.writes,
    8,
    5,
    `the customer; their cards, tiers, points that wait, lots, segments and totals; then the events
    of the log, card, lot, entry and totals`
  ]
]

/** Of the operations beside them, discounts of the cart of a member, who earns by paying. */
const discounts: readonly Row[] = [
  [
    'validateStackedDiscounts',
    UNITS.reads,
    7,
    0,
    `the gift voucher, its lots, the coupon, the customer; products by id, and their collections; no figure depends on where the customer stands`
  ],
  [
    'redeemStackedDiscounts',
    UNITS.writes,
    11,
    11,
    `the coupon, the customer, the goods as above; cards, tiers, points that wait, lots, segments
    and totals of the customer; then the coupon, the record, the order, the events, points that
    wait, card, lot, entry and totals`
  ]
]

t.test('every operation of the service has its budget', async t => {
  const ids = operations.filter(({ document }) => document === 'service').map(({ id }) => id)
  t.same(budget.map(([id]) => id).toSorted(), ids.toSorted())
})

for (const [id, units, reads, writes, why] of [...budget, ...discounts]) {
  t.test(`${id}: ${reads} statements read and ${writes} write, and no more`, async t => {
    const { send, bugs } = await given(t)
    await send(id)
    await send('issueOAuthToken')
    const ran = await ranDuring(() => send(id))
    const found = Object.groupBy(ran.statements, text => (isRead(text) ? 'reads' : 'writes'))
    t.equal(found.reads?.length ?? 0, reads, why, { found })
    t.equal(found.writes?.length ?? 0, writes, why, { found })
    t.same(ran.transactions, units, 'its transactions, and no savepoint')
    t.same(bugs, [])
  })
}

for (const [id, , reads, writes] of budget) {
  if (operationNamed(id).method !== 'POST') continue
  t.test(`${id}: a key costs a read and a write, and its repetition less`, async t => {
    const { send } = await given(t)
    await send(id)
    await send('issueOAuthToken')
    const first = await ranDuring(() => send(id, 'key'))
    const all = first.statements
    t.same([all.filter(isRead).length, all.length], [reads + 1, reads + 1 + writes + 1], `${all}`)
    t.same(first.transactions, UNITS.writes)
    // What was set up is read again by the next request, which is not to be counted.
    await send('introspectOAuthToken')
    const again = await ranDuring(() => send(id, 'key'))
    // A repeated introspection looks at its token, too: it may have ended since.
    const looks = id === 'introspectOAuthToken' ? 1 : 0
    t.same(again.statements.length, 2 + looks, `${again.statements}`)
    t.same(again.transactions, UNITS.writes)
  })
}

const CART = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const COUPON = { redeemables: [{ object: 'voucher', id: 'WELCOME' }], order: CART }
const ADA = { customer: { source_id: 'ada' } }
const CLUB = '/v1/loyalties/camp_00club'
const REDEMPTION = `${CLUB}/members/CLUB-ADA-0001/redemption`

/** One coupon beside what it is to cost no more than, for the same cart. */
const beside = [
  [
    'asked for by a member, beside an estimate',
    { path: '/v1/validations', body: { ...COUPON, ...ADA }, reads: 5, writes: 0 },
    { path: `${CLUB}/qualifications`, body: { order: CART, ...ADA }, reads: 10, writes: 0 }
  ],
  [
    'redeemed by a member, who earns, beside a reward that pays for the cart',
    { path: '/v1/redemptions', body: { ...COUPON, ...ADA }, reads: 11, writes: 11 },
    {
      path: REDEMPTION,
      body: { reward: { id: 'rew_00coin', points: 10 }, order: CART },
      reads: 12,
      writes: 14
    }
  ],
  [
    'redeemed by nobody, beside a reward without a cart',
    { path: '/v1/redemptions', body: COUPON, reads: 4, writes: 4 },
    { path: REDEMPTION, body: { reward: { id: 'rew_00mug' } }, reads: 12, writes: 7 }
  ]
] as const

for (const [what, ...asked] of beside) {
  t.test(`one coupon ${what}, costs no more`, async t => {
    const { send, service } = await given(t)
    const found: number[] = []
    for (const { path, body, reads, writes } of asked) {
      t.equal((await service.post(path, body)).status, 200)
      await send('issueOAuthToken')
      const { statements } = await ranDuring(() => service.post(path, body))
      const read = statements.filter(isRead).length
      t.same([read, statements.length - read], [reads, writes], path, { statements })
      found.push(statements.length)
    }
    t.ok((found[0] as number) <= (found[1] as number), `${found}`)
  })
}

const BEANS = { product_id: 'prod_00beans', quantity: 2 }
const PAID = { source_id: 'own', status: 'PAID', items: [BEANS], ...ADA }

/** What becomes of an order of a member: what it earned is read where something goes back alone. */
const orders = [
  ['paid', 'post', '', PAID, 11, 9],
  ['sent again as it is', 'put', '/own', PAID, 11, 0],
  ['that is sent', 'put', '/own', { status: 'FULFILLED' }, 10, 2],
  ['with one unit fewer', 'put', '/own', { items: [{ ...BEANS, quantity: 1 }] }, 16, 9],
  ['of which the rest goes back', 'post', '/own/returns', { items: [{ index: 0 }] }, 17, 9]
] as const

t.test('an order of which nothing goes back reads nothing for that', async t => {
  const { send, service } = await given(t)
  await service.post('/v1/orders', { ...PAID, source_id: 'other' })
  for (const [what, method, path, body, reads, writes] of orders) {
    await send('issueOAuthToken')
    const { statements } = await ranDuring(async () => {
      const { status, bytes } = await service[method](`/v1/orders${path}`, body)
      t.equal(status, 200, bytes)
    })
    const read = statements.filter(isRead).length
    t.same([read, statements.length - read], [reads, writes], `an order ${what}`, { statements })
  }
})

t.test('a customer who is read again while nothing was written costs one statement', async t => {
  const { send } = await given(t)
  await send('getCustomer')
  const { statements, transactions } = await ranDuring(() => send('getCustomer'))
  t.equal(statements.length, 1, statements.join('\n'))
  t.same(transactions, UNITS.reads)
})

/** The demo, of which nothing is held against the rows, with nothing going on beside it. */
async function given(t: Test) {
  const bugs: Error[] = []
  const store = await demoStore(NOW, CONFIG, bugs, { doubted: false })
  const service = await givenService(t, { store })
  await service.worker.stop()
  const send = async (id: string, key?: string) => {
    const operation = operationNamed(id)
    const asking = { body: firstShown(operation), ...(key === undefined ? {} : { key }) }
    const { status, bytes } = await ask(service.app, operation, asking)
    t.ok(status < 300, `${id} answers ${status} ${bytes}`)
  }
  return { send, service, bugs }
}

function isRead(statement: string): boolean {
  return statement.startsWith('select ')
}
