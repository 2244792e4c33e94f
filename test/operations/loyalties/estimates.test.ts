import { accountOf, CARDS } from '../../support/account.ts'
import { type Service, typeOf } from '../../support/app.ts'
import { backOffice } from '../../support/back-office.ts'
import { fingerprint } from '../../support/evidence.ts'
import { onDemo } from '../../support/on-demo.ts'

const ESTIMATE = '/v1/loyalties/camp_00club/qualifications'
const BAG_OF_BEANS = { product_id: 'prod_00beans', quantity: 1 }

type Items = readonly (readonly [product: string, quantity: number])[]

interface Cart {
  readonly items?: Items
  readonly amount?: number
  readonly discountAmount?: number
}

async function estimated({ post }: Service, customer: string, sourceId: string, cart: Cart) {
  const { items, amount, discountAmount } = cart
  const order = {
    source_id: sourceId,
    ...(amount !== undefined && { amount }),
    ...(discountAmount !== undefined && { discount_amount: discountAmount }),
    ...(items && { items: items.map(([product_id, quantity]) => ({ product_id, quantity })) })
  }
  const { status, body } = await post(ESTIMATE, { customer: { source_id: customer }, order })
  return [status, body.points_estimation]
}

/** Active and pending together; of whom no card is known by its code, active alone. */
async function allOf(service: Service, customer: string): Promise<number> {
  const { points, pending } = await accountOf(service, customer)
  return points + pending
}

const BEANS = 'prod_00beans'
const MUG = 'prod_00mug'

onDemo('estimateLoyaltyPoints: half again for gold, stored or described', async (t, { post }) => {
  const rows = [
    // order                                                     points, of 25 37 19 18 55 26 euros
    [{ source_id: 'cart-17' }, 37 + 10],
    [{ id: 'ord_00cart' }, 37 + 10],
    [{ source_id: 'ord_00cart' }, 37 + 10],
    [{ source_id: 'cart-17', metadata: { delivery: 'pickup' } }, 37 + 10],
    [{ source_id: 'cart-17', items: [BAG_OF_BEANS, BAG_OF_BEANS] }, 55 + 20],
    [{ source_id: 'never-seen' }, 0],
    [{ source_id: 'never-seen', amount: 1999 }, 28],
    [{ amount: 2000, discount_amount: 150 }, 27],
    [{ items: [{ source_id: 'beans', quantity: '3' }] }, 82 + 30],
    [{ items: [] }, 0],
    [{ items: [{ sku_id: 'sku_00mugblue', quantity: 2 }] }, 39]
  ] as const
  for (const [order, points] of rows) {
    const { status, body } = await post(ESTIMATE, { customer: { source_id: 'ada' }, order })
    t.strictSame(
      [status, body],
      [
        200,
        {
          campaign: { id: 'camp_00club', name: 'Coffee Club', object: 'campaign' },
          points_estimation: points
        }
      ],
      JSON.stringify(order)
    )
  }
})

onDemo('estimateLoyaltyPoints: strangers join where a program enrols', async (t, { post, get }) => {
  const body = { customer: { source_id: 'stranger' }, order: { amount: 500 } }
  t.equal((await post(ESTIMATE, body)).body.points_estimation, 5)
  const refused = await post('/v1/loyalties/camp_00bakery/qualifications', body)
  t.strictSame([refused.status, refused.body.key], [400, 'campaign_not_allow_auto_join'])
  t.strictSame(typeOf(await post('/v1/loyalties/camp_x/qualifications', body)), [404, 'campaign'])
  t.strictSame(typeOf(await post(ESTIMATE, { ...body, order: { id: 'ord_x' } })), [404, 'order'])
  t.equal((await get('/v1/customers/stranger')).status, 404, 'nothing was written')
})

onDemo('a dozen carts, one after the other, are worth what was said', async (t, service) => {
  const office = await backOffice(service)
  await service.work()
  // biome-ignore format: a table
  const rows = [
    // who    cart                                                 points
    ['ada', { items: [[BEANS, 1]] }, 27 + 10, 'eighteen, half as much again, and a kilo'],
    ['ada', { items: [[MUG, 2]], discountAmount: 150 }, 33, '22.50, as gold'],
    ['ada', { items: [[MUG, 1], [BEANS, 2]], discountAmount: 9999 }, 20, 'all of it given'],
    ['ben', { amount: 1999 }, 19, 'his first'],
    ['ben', { items: [[MUG, 1]] }, 12 + 50, 'his second makes him a regular'],
    ['ben', { items: [[BEANS, 3]] }, 55 + 30, 'as silver'],
    ['ben', { amount: 74_399 }, 743, 'one point short of gold'],
    ['ben', { amount: 99 }, 0, 'not a euro'],
    ['ben', { amount: 100 }, 1 + 100, 'gold, and what it is welcomed with'],
    ['ben', { amount: 199 }, 1, 'half of one is none'],
    ['ben', { items: [[BEANS, 1]], amount: 1 }, 27 + 10, 'the lines count over the amount'],
    ['cleo', { amount: 350 }, 3, 'joins'],
    ['cleo', { amount: 50 }, 50, 'nothing for half a euro; but a regular'],
    ['cleo', { amount: 0 }, 0, 'nothing for nothing']
  ] as const
  for (const [index, [customer, cart, points, title]] of rows.entries()) {
    const sourceId = `cart-${index}`
    const before = await fingerprint(service.store)
    t.strictSame(await estimated(service, customer, sourceId, cart), [200, points], title)
    t.strictSame(await fingerprint(service.store), before, 'asking writes nothing')
    const had = await allOf(service, customer)
    await office.order({ sourceId, customer, status: 'PAID', ...cart })
    t.equal((await allOf(service, customer)) - had, points, `${customer}: ${title}`)
  }
  t.match(await accountOf(service, 'ben'), { tier: 'ltr_00gold', points: 1000 + 100 + 1 + 27 })
})

onDemo('a newcomer is told what the first order will bring, gold included', async (t, service) => {
  const office = await backOffice(service)
  const cart = { items: [[BEANS, 60]], discountAmount: 1000 } as const
  // 1,100 for 1,100.00, ten a kilo later, and gold with the first.
  t.strictSame(await estimated(service, 'zoe', 'first', cart), [200, 1100 + 600 + 100])
  t.equal((await service.get('/v1/customers/zoe')).status, 404, 'asking makes nobody')
  await office.customer({ sourceId: 'zoe' })
  await office.order({ sourceId: 'first', customer: 'zoe', status: 'PAID', ...cart })
  t.match(await accountOf(service, 'zoe'), { points: 1200, tier: 'ltr_00gold' })
  service.setNow('2026-03-08T10:00:00.000Z')
  await service.work()
  t.match(await accountOf(service, 'zoe'), { points: 1800 }, 'and what waited has come')
})

onDemo('what is due anyway is not the order’s', async (t, service) => {
  const office = await backOffice(service)
  await office.order({ sourceId: 'b-1', customer: 'ben', status: 'PAID', items: [[BEANS, 35]] })
  // Nobody has looked since 350 points became active and made Ben gold.
  service.setNow('2026-03-20T10:00:00.000Z')
  const cart = { amount: 1000 }
  t.strictSame(await estimated(service, 'ben', 'b-2', cart), [200, 15 + 50])
  await office.order({ sourceId: 'b-2', customer: 'ben', status: 'PAID', ...cart })
  const points = 120 + 647 + 350 + 100 + 15 + 50
  t.match(await accountOf(service, 'ben'), { points, pending: 0, tier: 'ltr_00gold' })
})

onDemo('an order that points pay brings the estimate of what is left', async (t, service) => {
  const items = [[BEANS, 2]] as const
  const [, points] = await estimated(service, 'ada', 'o', { items, discountAmount: 500 })
  t.equal(points, 48 + 20)
  const had = await allOf(service, 'ada')
  const url = `/v1/loyalties/camp_00club/members/${CARDS['ada']}/redemption`
  const { status } = await service.post(url, {
    reward: { id: 'rew_00coin', points: 50 },
    order: { source_id: 'o', items: [{ product_id: BEANS, quantity: 2 }] }
  })
  t.strictSame([status, await allOf(service, 'ada')], [200, had - 50 + points])
})
