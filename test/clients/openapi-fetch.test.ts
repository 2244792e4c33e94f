/**
 * The whole story through a client that is typed by the two documents: what it sends compiles
 * against them, and what it reads is where they say it is.
 *
 * Nothing here is cast. A property that the documents do not promise does not compile, so this file
 * is also the proof that the types are good to work with.
 */
import createClient from 'openapi-fetch'
import t, { type Test } from 'tap'
import type { paths as Provisioning } from '../../generated/provisioning.d.ts'
import type { paths as Service } from '../../generated/service.d.ts'
import { givenRunningService, type RunningShop } from '../support/running.ts'

/** A client of each document, with the keys of the project. */
function clientsOf({ url, appId, appToken, managementId, managementToken }: RunningShop) {
  const app = { 'X-App-Id': appId, 'X-App-Token': appToken }
  const management = { 'X-Management-Id': managementId, 'X-Management-Token': managementToken }
  return {
    service: createClient<Service>({ baseUrl: url, headers: app }),
    provisioning: createClient<Provisioning>({ baseUrl: url, headers: app }),
    management: createClient<Provisioning>({ baseUrl: url, headers: management })
  }
}

type Clients = ReturnType<typeof clientsOf>

/** What a request answers that is meant to succeed. */
async function done<Data>(
  asked: Promise<{ readonly data?: Data; readonly error?: unknown; readonly response: Response }>
): Promise<NonNullable<Data>> {
  const { data, error, response } = await asked
  if (data === undefined || data === null) {
    throw new Error(`${response.url}: ${response.status} ${JSON.stringify(error)}`)
  }
  return data
}

/** A program that earns now and tomorrow, what it sells, and a mug on offer for 20 points. */
async function founded({ service, provisioning }: Clients) {
  const beans = await done(
    provisioning.POST('/v1/products', {
      body: { source_id: 'beans', name: 'Coffee beans', price: 1250, attributes: ['grind'] }
    })
  )
  const mug = await done(
    provisioning.POST('/v1/products', { body: { source_id: 'mug', name: 'A mug', price: 900 } })
  )
  const program = await done(
    provisioning.POST('/v1/loyalties', {
      body: {
        name: 'Regulars',
        type: 'AUTO_UPDATE',
        vouchers_count: 1,
        voucher: {
          type: 'LOYALTY_CARD',
          loyalty_card: { points: 0 },
          code_config: { pattern: 'REG-######' }
        }
      }
    })
  )
  const path = { campaignId: program.id }
  const rules = await done(
    service.POST('/v1/loyalties/{campaignId}/earning-rules', {
      params: { path },
      body: [
        {
          event: 'order.paid',
          loyalty: {
            type: 'PROPORTIONAL',
            calculation_type: 'ORDER_AMOUNT',
            order: { amount: { every: 100, points: 1 } }
          },
          source: { banner: 'A point for every euro' }
        },
        {
          event: 'order.paid',
          loyalty: { type: 'FIXED', points: 10 },
          pending_points: { period_type: 'DAY', period_value: 1 },
          source: { banner: 'Ten more tomorrow' }
        }
      ]
    })
  )
  const reward = await done(
    service.POST('/v1/rewards', {
      body: { name: 'A mug', parameters: { product: { id: mug.id } }, stock: 3 }
    })
  )
  const [offer] = await done(
    provisioning.POST('/v1/loyalties/{campaignId}/rewards', {
      params: { path },
      body: [{ reward: reward.id, parameters: { loyalty: { points: 20 } } }]
    })
  )
  return { beans, mug, program, rules, reward, offer }
}

async function joined({ provisioning }: Clients, campaignId: string) {
  const lena = await done(
    provisioning.POST('/v1/customers', {
      body: { source_id: 'lena', name: 'Lena Moor', metadata: { newsletter: true } }
    })
  )
  const member = await done(
    provisioning.POST('/v1/loyalties/{campaignId}/members', {
      params: { path: { campaignId } },
      body: { customer: { source_id: 'lena' } }
    })
  )
  return { lena, member }
}

/** A shop with a program, and a member of it who has nothing yet. */
async function begun(clients: Clients) {
  const all = await founded(clients)
  const { lena, member } = await joined(clients, all.program.id)
  const card = { campaignId: all.program.id, memberId: member.code }
  return { ...all, lena, member, card }
}

type Begun = Awaited<ReturnType<typeof begun>>

const customer = { source_id: 'lena' }

/** An order is estimated and paid; some points are there, some wait. */
async function earns(t: Test, { service, provisioning }: Clients, story: Begun) {
  const { beans, program, rules, lena, member, card } = story
  const items = [{ product_id: beans.id, quantity: 2 }]
  const estimate = await done(
    service.POST('/v1/loyalties/{campaignId}/qualifications', {
      params: { path: { campaignId: program.id } },
      body: { customer, order: { source_id: 'first', items } }
    })
  )
  t.equal(estimate.points_estimation, 35)
  const body = { source_id: 'first', status: 'PAID', customer, items } as const
  const order = await done(provisioning.POST('/v1/orders', { body }))
  t.strictSame([order.amount, order.customer_id], [2500, lena.id])
  const after = await done(
    provisioning.GET('/v1/loyalties/{campaignId}/members/{memberId}', { params: { path: card } })
  )
  t.match(after.loyalty_card, { points: 25, balance: 25, pending_points: 10 })
  const pending = await done(
    service.GET('/v1/loyalties/members/{memberId}/pending-points', {
      params: { path: { memberId: member.code }, query: { limit: 5, order: '-id' } }
    })
  )
  const [entry] = pending.data
  t.match(entry, {
    points: 10,
    order_id: order.id,
    details: { earning_rule: { id: rules[1]?.id } }
  })
  return order
}

/** The reward is refused while there is nothing to pay with. */
async function isTooEarly(t: Test, { service }: Clients, { card, reward }: Begun) {
  const { response, error } = await service.POST(
    '/v1/loyalties/{campaignId}/members/{memberId}/redemption',
    { params: { path: card }, body: { reward: { id: reward.id } } }
  )
  const found = [response.status, error?.code, error?.key]
  t.strictSame(found, [400, 400, 'loyalty_card_points_exceeded'])
  // The refusal of a redemption that was recorded is the failed redemption, too.
  if (error === undefined || !('result' in error)) return void t.fail('no redemption')
  t.strictSame([error.result, error.resource_id], ['FAILURE', error.id])
}

async function redeems(t: Test, { service }: Clients, { card, reward, offer }: Begun) {
  const redemption = await done(
    service.POST('/v1/loyalties/{campaignId}/members/{memberId}/redemption', {
      params: { path: card },
      body: { reward: { id: reward.id }, metadata: { till: 4 } }
    })
  )
  t.match(redemption, {
    result: 'SUCCESS',
    amount: 20,
    reward: { id: reward.id, assignment_id: offer?.id },
    voucher: { loyalty_card: { balance: 5 } }
  })
}

async function isListed(
  t: Test,
  { service, provisioning }: Clients,
  story: Begun,
  orderId: string | null
) {
  const { program, lena, member, reward } = story
  const history = await done(
    service.GET('/v1/vouchers/{code}/redemption', { params: { path: { code: member.code } } })
  )
  const results = history.redemption_entries.map(({ result }) => result)
  t.strictSame(results, ['SUCCESS', 'FAILURE'])
  const read = await done(
    service.GET('/v1/customers/{customerId}', { params: { path: { customerId: 'lena' } } })
  )
  t.match(read.summary?.redemptions, { total_succeeded: 1, total_failed: 1 })
  const path = { campaignId: program.id }
  const [campaigns, customers, orders, rewards, members] = await Promise.all([
    done(provisioning.GET('/v1/loyalties')),
    done(provisioning.GET('/v1/customers')),
    done(provisioning.GET('/v1/orders')),
    done(provisioning.GET('/v1/rewards')),
    done(provisioning.GET('/v1/loyalties/{campaignId}/members', { params: { path } }))
  ])
  const lists = [
    campaigns.campaigns,
    customers.customers,
    orders.orders,
    rewards.data,
    members.vouchers
  ]
  const found = lists.map(list => list.map(({ id }) => id))
  t.strictSame(found, [[program.id], [lena.id], [orderId], [reward.id], [member.id]])
}

const running = await givenRunningService(t)

t.test('from an empty database to a redemption and back through the lists', async t => {
  const clients = clientsOf(await running.newShop())
  const empty = await done(clients.provisioning.GET('/v1/campaigns'))
  t.strictSame([empty.total, empty.campaigns], [0, []])
  const story = await begun(clients)
  await isTooEarly(t, clients, story)
  const order = await earns(t, clients, story)
  await redeems(t, clients, story)
  await isListed(t, clients, story, order.id)
})

t.test('a map with one entry of another kind is written and read', async t => {
  const { provisioning } = clientsOf(await running.newShop())
  const over = { name: 'order.amount', conditions: { $more_than: [1000] } }
  const rule = await done(
    provisioning.POST('/v1/validation-rules', {
      body: { name: 'Over 10', rules: { 1: over, 2: over, logic: '1 or 2' } }
    })
  )
  t.equal(rule.rules['logic'], '1 or 2')
  const often = { conditions: { $more_than: [3] } }
  const segment = await done(
    provisioning.POST('/v1/segments', {
      body: {
        name: 'Regulars',
        type: 'auto-update',
        filter: { junction: 'and', 'summary.orders.total_count': often }
      }
    })
  )
  t.equal(segment.filter?.['junction'], 'and')
})

t.test('schemas are kept on the management path, with keys of their own', async t => {
  const shop = await running.newShop()
  const { management, provisioning } = clientsOf(shop)
  const path = { projectId: shop.projectId }
  await done(
    management.POST('/management/v1/projects/{projectId}/metadata-schemas', {
      params: { path },
      body: {
        related_object: 'customer',
        properties: { newsletter: { type: 'boolean', optional: true } },
        allow_defined_only: true
      }
    })
  )
  const schemas = await done(
    management.GET('/management/v1/projects/{projectId}/metadata-schemas', { params: { path } })
  )
  t.equal(schemas.total, 1)
  const { error } = await provisioning.POST('/v1/customers', {
    body: { source_id: 'max', metadata: { shoe_size: 43 } }
  })
  t.match([error?.key, error?.details], ['metadata_validation_failed', /shoe_size/])
  t.equal((await done(provisioning.GET('/v1/customers'))).total, 0)
})
