/**
 * The whole story through a client that is typed by the two documents: what it sends compiles
 * against them, and what it reads is where they say it is.
 *
 * Nothing here is cast. A property that the documents do not promise does not compile, so this file
 * is also the proof that the types are good to work with.
 */
import createClient from 'openapi-fetch'
import t from 'tap'
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

const customer = { source_id: 'lena' }

/** A program that earns today and tomorrow, its member, and a mug on offer for 20 points. */
async function begun({ service, provisioning }: Clients) {
  const mug = await done(
    provisioning.POST('/v1/products', {
      body: { source_id: 'mug', name: 'A mug', price: 1250, attributes: ['size'] }
    })
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
  const order = { amount: { every: 100, points: 1 } }
  const rules = await done(
    service.POST('/v1/loyalties/{campaignId}/earning-rules', {
      params: { path },
      body: [
        {
          event: 'order.paid',
          loyalty: { type: 'PROPORTIONAL', calculation_type: 'ORDER_AMOUNT', order },
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
  await done(
    provisioning.POST('/v1/customers', { body: { ...customer, metadata: { newsletter: true } } })
  )
  const member = await done(
    provisioning.POST('/v1/loyalties/{campaignId}/members', {
      params: { path },
      body: { customer }
    })
  )
  return { mug, program, rules, reward, offer, member }
}

const running = await givenRunningService(t)

t.test('from an empty database to a redemption and its record', async t => {
  const clients = clientsOf(await running.newShop())
  const { service, provisioning } = clients
  const empty = await done(provisioning.GET('/v1/campaigns'))
  t.strictSame([empty.total, empty.campaigns], [0, []])
  const { mug, program, rules, reward, offer, member } = await begun(clients)
  const redeem = (more: { metadata?: { till: number } } = {}) =>
    service.POST('/v1/loyalties/{campaignId}/members/{memberId}/redemption', {
      params: { path: { campaignId: program.id, memberId: member.code } },
      body: { reward: { id: reward.id }, ...more }
    })
  const { response, error } = await redeem()
  const found = [response.status, error?.code, error?.key]
  t.strictSame(found, [400, 400, 'loyalty_card_points_exceeded'])
  // The refusal of a redemption that was recorded is the failed redemption, too.
  if (error === undefined || !('result' in error)) return void t.fail('no redemption')
  t.strictSame([error.result, error.resource_id], ['FAILURE', error.id])

  const items = [{ product_id: mug.id, quantity: 2 }]
  const body = { source_id: 'first', status: 'PAID', customer, items } as const
  const order = await done(provisioning.POST('/v1/orders', { body }))
  const path = { memberId: member.code }
  const { data: pending } = await done(
    service.GET('/v1/loyalties/members/{memberId}/pending-points', {
      params: { path, query: { limit: 5, order: '-id' } }
    })
  )
  const waiting = [pending[0]?.points, pending[0]?.order_id, pending[0]?.details.earning_rule.id]
  t.strictSame(waiting, [10, order.id, rules[1]?.id])
  const redemption = await done(redeem({ metadata: { till: 4 } }))
  const { result, amount, reward: given } = redemption
  t.strictSame([result, amount, given?.assignment_id], ['SUCCESS', 20, offer?.id])
  t.equal(redemption.voucher?.loyalty_card?.balance, 5)
  const { redemption_entries } = await done(
    service.GET('/v1/vouchers/{code}/redemption', { params: { path: { code: member.code } } })
  )
  t.strictSame(
    redemption_entries.map(({ id }) => id),
    [redemption.id, error.id]
  )
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
