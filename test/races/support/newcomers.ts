/**
 * New customers who come all at once: one who asks many times, and several who do, for what all of
 * them share. Whoever comes first is made; nobody waits in a circle, and nobody is sent away.
 *
 * Spec: CustomerRequest, MemberCustomerRequest, importCustomersUsingCsv, importVouchers.
 */
import { Client } from 'pg'
import type { Test } from 'tap'
import { FILES, partsOf, typeHeader } from '../../support/parts.ts'
import { type Answer, type Method, type Shop, shopAsked } from './floor.ts'
import { COUPONS, givenEarning, givenProgram, givenVouchers, newName } from './program.ts'

/** A shop that takes files as well. */
export interface Counter extends Shop {
  /** A file of these lines, as the part `file` of a form. */
  upload(url: string, lines: readonly string[]): Promise<Answer>
}

/** A request; its body is of the media type `type`, and absent where none is sent. */
export type Send = (method: Method, url: string, type: string, body?: string) => Promise<Answer>

/** The same of a shop that takes files as well. */
export function counterOf(projectId: string, send: Send): Counter {
  const ask = (method: Method, path: string, body?: unknown) =>
    send(method, path, 'application/json', body === undefined ? undefined : JSON.stringify(body))
  const upload = (path: string, lines: readonly string[]) =>
    send('POST', path, typeHeader(FILES), partsOf({ file: `${lines.join('\n')}\n` }))
  return { ...shopAsked(projectId, ask), upload }
}

/** What somebody asks who is called so. */
type Ask = (sourceId: string) => Promise<Answer>

/** An operation that makes customers, what those who come at once share, and what they ask. */
export interface Burst {
  readonly operationId: string
  readonly on: string
  begin(shop: Counter, names: readonly string[]): Promise<Ask>
}

const LINES = [{ product: 'mug', quantity: 1, price: 900 }].map(({ product, ...line }) => ({
  ...line,
  source_id: product,
  related_object: 'product',
  product: { override: true, name: 'A mug' }
}))

/** A coupon that does not run out; its code. */
async function givenCoupon(shop: Shop): Promise<string> {
  const code = newName('COUPON')
  await shop.done(shop.post(`/v1/vouchers/${code}`, { ...COUPONS.voucher, redemption: {} }))
  return code
}

const redeeming =
  (shop: Shop, id: string): Ask =>
  sourceId =>
    shop.post('/v1/redemptions', {
      customer: { source_id: sourceId },
      redeemables: [{ object: 'voucher', id }],
      order: { amount: 10_000 }
    })

/** Imports of all who come, while they redeem; their order in an import is no order of locks. */
function importing(
  operationId: string,
  begin: (shop: Counter) => Awaitable<(holders: readonly string[]) => Promise<Answer>>
): Burst {
  return {
    operationId,
    on: 'one voucher that others redeem',
    begin: async (shop, names) => {
      const redeem = redeeming(shop, await givenCoupon(shop))
      const send = await begin(shop)
      let asked = 0
      return sourceId => {
        asked++
        return asked % 4 > 0 ? redeem(sourceId) : send(names.toReversed())
      }
    }
  }
}

type Awaitable<Value> = Value | Promise<Value>

/** Every operation that makes customers, with each of what many may want at once. */
export const bursts: readonly Burst[] = [
  {
    operationId: 'redeemStackedDiscounts',
    on: 'one voucher',
    begin: async shop => redeeming(shop, await givenCoupon(shop))
  },
  {
    operationId: 'redeemStackedDiscounts',
    on: 'one limit',
    begin: async shop => {
      const code = await givenCoupon(shop)
      const conditions = { $less_than_or_equal: [10_000] }
      const { id } = await shop.done(
        shop.post('/v1/validation-rules', {
          name: newName('Limit'),
          rules: { 1: { name: 'redemption.count.daily', conditions }, logic: '1' },
          type: 'basic',
          context_type: 'global'
        })
      )
      const to = { related_object_type: 'voucher', related_object_id: code }
      await shop.done(shop.post(`/v1/validation-rules/${id}/assignments`, to))
      return redeeming(shop, code)
    }
  },
  {
    operationId: 'redeemStackedDiscounts',
    on: 'one new order and a new product',
    begin: async shop => {
      const code = await givenCoupon(shop)
      const order = newName('order')
      return sourceId =>
        shop.post('/v1/redemptions', {
          customer: { source_id: sourceId },
          redeemables: [{ object: 'voucher', id: code }],
          order: { source_id: `${order} ${sourceId}`, items: LINES }
        })
    }
  },
  {
    operationId: 'createOrder',
    on: 'one program that everybody joins',
    begin: async shop => {
      const { id } = await givenProgram(shop, { points: 0, members: 0, autoJoin: true })
      await givenEarning(shop, id, 10)
      return sourceId =>
        shop.post('/v1/orders', {
          customer: { source_id: sourceId },
          status: 'PAID',
          amount: 1_000
        })
    }
  },
  {
    operationId: 'sendCustomEvent',
    on: 'one program that everybody joins',
    begin: async shop => {
      await givenProgram(shop, { points: 0, members: 0, autoJoin: true })
      return sourceId =>
        shop.post('/v1/events', {
          event: 'product_reviewed',
          customer: { source_id: sourceId },
          metadata: { rating: 5 }
        })
    }
  },
  {
    operationId: 'updateOrder',
    on: 'one order of each',
    begin: async (shop, names) => {
      const orders = await Promise.all(
        names.map(() => shop.done(shop.post('/v1/orders', { amount: 1_000 })))
      )
      return sourceId =>
        shop.put(`/v1/orders/${orders[names.indexOf(sourceId)].id}`, {
          customer: { source_id: sourceId },
          amount: 2_000
        })
    }
  },
  importing('importOrders', shop => holders => {
    const order = { amount: 500, status: 'PAID' }
    const orders = holders.map(name => ({ ...order, customer: { source_id: name } }))
    const items = orders.map(each => ({ ...each, source_id: newName('order') }))
    return shop.post('/v1/orders/import', items)
  }),
  importing(
    'importCustomersUsingCsv',
    shop => holders => shop.upload('/v1/customers/importCSV', ['source_id', ...holders])
  ),
  importing('importVouchers', shop => holders => {
    const items = holders.map(customer => ({
      code: newName('GIFT'),
      gift: { amount: 5 },
      customer
    }))
    return shop.post('/v1/vouchers/import', items)
  }),
  importing('importVouchersUsingCsv', shop => holders => {
    const lines = holders.map(customer => `${newName('GIFT')},GIFT_VOUCHER,5,5,${customer}`)
    return shop.upload('/v1/vouchers/importCSV', [
      'code,voucher_type,amount,balance,customer',
      ...lines
    ])
  }),
  importing('importVouchersToCampaign', async shop => {
    const { id } = await shop.done(
      shop.post('/v1/campaigns', { ...COUPONS, name: newName('Pool') })
    )
    return holders => {
      const items = holders.map(customer => ({ code: newName('CODE'), customer }))
      return shop.post(`/v1/campaigns/${id}/import`, items)
    }
  }),
  importing('importVouchersToCampaignUsingCsv', async shop => {
    const { id } = await givenProgram(shop, { points: 0, members: 0 })
    return holders => {
      const lines = holders.map(customer => `${newName('CARD')},${customer},5`)
      return shop.upload(`/v1/campaigns/${id}/importCSV`, ['code,customer,balance', ...lines])
    }
  }),
  {
    operationId: 'createCustomer',
    on: 'one voucher that others redeem',
    begin: async shop => {
      const redeem = redeeming(shop, await givenCoupon(shop))
      let asked = 0
      return sourceId =>
        asked++ % 2 === 0
          ? redeem(sourceId)
          : shop.post('/v1/customers', { source_id: sourceId, name: `Customer ${asked}` })
    }
  },
  {
    operationId: 'addMember',
    on: 'one program',
    begin: async shop => {
      const { id } = await givenProgram(shop, { points: 5, members: 0 })
      return sourceId =>
        shop.post(`/v1/loyalties/${id}/members`, { customer: { source_id: sourceId } })
    }
  },
  {
    operationId: 'createPublication',
    on: 'one stock of vouchers',
    begin: async shop => {
      const { id } = await givenVouchers(shop, VOUCHERS, COUPONS)
      return sourceId =>
        shop.post('/v1/publications', { campaign: { id }, customer: { source_id: sourceId } })
    }
  }
]

/** Operations that are told who a customer is and make none, and why. */
export const makesNone: Readonly<Record<string, string>> = {
  checkEligibility: 'it writes nothing',
  estimateLoyaltyPoints: 'it writes nothing',
  validateStackedDiscounts: 'it writes no more than locks',
  importProductsUsingCsv: 'its rows are goods',
  createEarningRules: 'it says which of their metadata counts',
  updateEarningRule: 'it says which of their metadata counts',
  redeemReward: 'another customer than the holder of the card is refused',
  redeemRewardByCard: 'another customer than the holder of the card is refused',
  rollbackRedemption: 'another customer than that of the redemption is refused',
  rollbackStackedRedemptions: 'another customer than that of the redemption is refused'
}

/** Enough for all who come. */
const VOUCHERS = 30

/** How many come at once, and how many of them are one customer. */
export interface Crowd {
  readonly customers: number
  readonly requestsEach: number
}

/**
 * All of them at once, of every burst in turn. Each is carried out, or refused for what it asks;
 * `finish` waits for what is done behind answers.
 */
export async function allAreMade(
  t: Test,
  shop: Counter,
  crowds: readonly Crowd[],
  finish: () => Promise<unknown>
): Promise<void> {
  for (const { operationId, on, begin } of bursts) {
    for (const { customers, requestsEach } of crowds) {
      const names = Array.from({ length: customers }, () => newName('newcomer'))
      const ask = await begin(shop, names)
      const asked = Array.from({ length: requestsEach }, () => names).flat()
      const answers = await Promise.all([...asked.map(ask), finish()])
      await finish()
      const title = `${operationId} on ${on}: ${customers} new, ${asked.length} requests`
      const unserved = (answers as Answer[]).filter(answer => answer && answer.status >= 500)
      t.strictSame(unserved, [], `${title}: everybody is served`)
      const actions = (answers as Answer[]).flatMap(answer => answer?.body?.async_action_id ?? [])
      const ended = await Promise.all(actions.map(id => shop.get(`/v1/async-actions/${id}`)))
      const isImported = ended.some(({ body }) => body.result?.done_count === customers)
      t.equal(isImported, /^import/.test(operationId), `${title}: an import brings them all`)
      const found = await Promise.all(names.map(name => shop.get(`/v1/customers/${name}`)))
      const statuses = found.map(({ status }) => status)
      t.strictSame(
        statuses,
        names.map(() => 200),
        `${title}: each is made`
      )
    }
  }
}

/** How many deadlocks the server has ended in a database, once nobody else is connected to it. */
export async function deadlocksOf(url: string): Promise<number> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const others = `select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    // What a connection has counted is told when it ends.
    await client.query(`select pg_terminate_backend(pid) from (${others}) as others`)
    while ((await client.query(others)).rows.length > 0);
    const counted = 'select deadlocks::int from pg_stat_database where datname = current_database()'
    return (await client.query(counted)).rows[0].deadlocks
  } finally {
    await client.end()
  }
}
