/**
 * Bonuses: points that come with a tier or a segment. Whoever came there with the help of something
 * that is undone keeps none of them, whatever brought them; whoever would have come there without it
 * keeps them.
 */
import t from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { givenService, NOW, type Service } from '../../support/app.ts'

/** Second is a tier from a thousand points, Rich a segment from 1000.00 or from a thousand points. */
interface Club {
  readonly tierTerms?: object
  readonly segment?: object
  /** There are tiers beside the segment; without points of their own. */
  readonly tiers?: true
  /** With points for rising to Second. */
  readonly rises?: true
  /** Points come with falling to First, and not with rising to Second. */
  readonly falls?: true
  /** Points of the segment come to the card of another program. */
  readonly elsewhere?: true
}

const terms = (qualification_type: string, type: string): Club => ({
  tierTerms: {
    qualification_type,
    start_date: { type: 'IMMEDIATE' },
    qualification_period: 'MONTH',
    expiration_date: { type }
  }
})
const where = (fields: object): Club => ({ segment: { junction: 'and', ...fields } })
const least = (field: string, value: number): Club =>
  where({ [field]: { conditions: { $more_than_equal: [value] } } })
const LASTING: Club = {}
const BALANCE = terms('BALANCE', 'END_OF_PERIOD')
const PERIOD = terms('POINTS_IN_PERIOD', 'END_OF_NEXT_PERIOD')
const AMOUNT = least('summary.orders.total_amount', 100_000)
const POINTS = least('loyalty_points.Steps', 1000)
const TIER: Club = {
  tiers: true,
  ...where({ 'loyalty_tier.Steps': { conditions: { $is: ['Second'] } } })
}
const BAND = where({
  'loyalty_points.Steps': { conditions: { $more_than_equal: [1000], $less_than: [1500] } }
})
const SUM = where({
  'summary.orders.total_amount': {
    conditions: { $more_than_equal: [100_000], $less_than: [140_000] }
  }
})
const LAST = least('summary.orders.last_order_amount', 100_000)
const AVERAGE = least('summary.orders.average_amount', 100_000)
const SMALL = where({
  'summary.orders.last_order_amount': { conditions: { $more_than: [0], $less_than: [50_000] } }
})
/** Orders that come to so much, or a last one of 500.00. */
const either = (field: string, value: number): Club => ({
  segment: {
    junction: 'or',
    [field]: { conditions: { $more_than_equal: [value] } },
    'summary.orders.last_order_amount': { conditions: { $more_than_equal: [50_000] } }
  }
})
const MANY = either('summary.orders.total_amount', 150_000)
const MANY_ORDERS = either('summary.orders.total_count', 4)
const FEW = where({
  'loyalty_points.Steps': { conditions: { $more_than_equal: [500], $less_than: [1000] } }
})
const SAVER = where({
  'loyalty_points.Steps': { conditions: { $more_than_equal: [1000] } },
  'summary.redemptions.loyalty_card.redeemed_points': { conditions: { $less_than: [100] } }
})
const SPENDER: Club = {
  tiers: true,
  rises: true,
  ...least('summary.redemptions.loyalty_card.redeemed_points', 100)
}
const EITHER: Club = {
  tiers: true,
  rises: true,
  segment: {
    junction: 'or',
    'loyalty_tier.Steps': { conditions: { $is: ['First'] } },
    'loyalty_points.Steps': { conditions: { $more_than_equal: [1300], $less_than: [1700] } }
  }
}
const GUEST = where({
  'summary.orders.total_amount': { conditions: { $more_than_equal: [100_000] } },
  'metadata.kind': { conditions: { $is: ['guest'] } }
})

/** Tells a story: what it does, with the orders by their names. The answer is the balance. */
async function lives(service: Service, club: Club, story: string) {
  const { tierTerms, segment, tiers, rises, falls, elsewhere } = club
  const { get } = service
  const ask = async (method: 'post' | 'put', url: string, sent: object) => {
    const { status, body, bytes } = await service[method](url, sent)
    if (status !== 200) throw new Error(`${url}: ${status} ${bytes}`)
    return body
  }
  const program = async (name: string, more: object) => {
    const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
    const made = { name, type: 'AUTO_UPDATE', voucher, ...more }
    return `/v1/loyalties/${(await ask('post', '/v1/loyalties', made)).id}`
  }
  const url = await program('Steps', { ...(tierTerms && { loyalty_tiers_expiration: tierTerms }) })
  const other = elsewhere ? await program('Miles', {}) : url
  const loyalty = { type: 'FIXED', points: 200 }
  const rules: object[] = [
    {
      event: 'order.paid',
      loyalty: {
        type: 'PROPORTIONAL',
        calculation_type: 'ORDER_AMOUNT',
        order: { amount: { every: 100, points: 1 } }
      }
    }
  ]
  const made = [
    { name: 'Ground', points: { from: 0, to: 99 } },
    { name: 'First', points: { from: 100, to: 999 } },
    { name: 'Second', points: { from: 1000 } }
  ]
  const all = segment === undefined || tiers ? await ask('post', `${url}/tiers`, made) : []
  if (segment === undefined || rises) {
    const [, first, second] = all
    const event = `customer.loyalty.tier.${falls ? 'downgraded' : 'upgraded'}`
    rules.push({ event, loyalty_tier: { id: (falls ? first : second).id }, loyalty })
  }
  if (segment !== undefined) {
    const rich = { name: 'Rich', type: 'auto-update', filter: segment }
    const { id: segmentId } = await ask('post', '/v1/segments', rich)
    const rule = { event: 'customer.segment.entered', segment: { id: segmentId }, loyalty }
    await ask('post', `${other}/earning-rules`, [rule])
  }
  await ask('post', `${url}/earning-rules`, rules)
  const customer = { source_id: 'eve' }
  const { code } = await ask('post', `${url}/members`, { customer })
  const { code: second } = await ask('post', `${other}/members`, { customer })
  const card = `${url}/members/${code}`
  const redeemed = new Map<string, string>()
  let now = Date.parse(NOW)
  for (const step of story.split(', ')) {
    const [verb, name, points] = step.split(' ')
    const amount = Number(points) * 100
    const order = { source_id: name, status: 'PAID', amount, customer }
    if (verb === 'pays') await ask('post', '/v1/orders', order)
    if (verb === 'cancels') await ask('put', `/v1/orders/${name}`, { status: 'CANCELED' })
    if (verb === 'unpays') await ask('put', `/v1/orders/${name}`, { status: 'CREATED' })
    if (verb === 'repays') await ask('put', `/v1/orders/${name}`, { status: 'PAID' })
    if (verb === 'returns') await ask('post', `/v1/orders/${name}/returns`, { amount })
    if (verb === 'spends') {
      const reward = { name, parameters: { product: { id: 'prod_00mug' } } }
      const { id: mug } = await ask('post', '/v1/rewards', reward)
      const price = { loyalty: { points: Number(points) } }
      await ask('post', `${url}/rewards`, [{ reward: mug, parameters: price }])
      const { id } = await ask('post', `${card}/redemption`, { reward: { id: mug } })
      redeemed.set(name ?? '', id)
    }
    if (verb === 'regains')
      await ask('post', `/v1/redemptions/${redeemed.get(name ?? '')}/rollback`, {})
    if (verb === 'imports') {
      await service.post('/v1/orders/import', [{ ...order, created_at: '2025-05-01T10:00:00Z' }])
      await service.work()
    }
    if (verb === 'waits' || verb === 'month') {
      now += verb === 'waits' ? 1000 : 35 * 86_400_000
      service.setNow(new Date(now).toISOString())
    }
    if (verb === 'becomes') {
      await ask('post', '/v1/customers', { ...customer, metadata: { kind: name } })
    }
    if (verb === 'gets') await ask('post', `${card}/balance`, { points: Number(points) })
  }
  const balance = async (of: string) => (await get(of)).body.loyalty_card.balance
  const one = await balance(card)
  return elsewhere ? one + (await balance(`${other}/members/${second}`)) : one
}

const LOOP = 'pays k 999, pays s 1, cancels k'
const SPENT = 'pays k 999, pays s 1, spends m 201, cancels k'

//  what happens                                  the club       and what is left
// biome-ignore format: a table
const stories: [string, Club, string, number][] = [
  ['what was canceled had helped into a tier', LASTING, LOOP, 1],
  ['and into a tier that lasts a month', BALANCE, LOOP, 1],
  ['and into a tier by the points of a month', PERIOD, LOOP, 1],
  ['and into a segment', AMOUNT, LOOP, 1],
  ['and into a segment by points', POINTS, LOOP, 1],
  ['it is all the same when it is unpaid', LASTING, 'pays k 999, pays s 1, unpays k', 1],
  ['and when a little of it goes back', AMOUNT, 'pays k 999, pays s 1, returns k 1', 999],
  ['paid again, it comes again', LASTING, 'pays k 999, pays s 1, unpays k, repays k', 1200],
  ['once, however often', LASTING, 'pays k 999, pays s 1, unpays k, repays k, unpays k, repays k', 1200],
  ['and goes again', AMOUNT, 'pays k 999, pays s 1, unpays k, repays k, cancels k, cancels s', 0],
  ['whoever brought it takes it no more', LASTING, `${LOOP}, pays x 300, cancels s`, 300],
  ['and nor does another that had helped', LASTING, 'pays k 500, pays j 499, pays s 1, cancels k, cancels j', 1],
  ['the tier was left before, for what was spent', LASTING, SPENT, 0],
  ['and a segment by points was', POINTS, SPENT, 0],
  ['what was spent is missing, and comes back for it', LASTING, `${SPENT}, regains m`, 1],
  ['also where the points of a month count', PERIOD, 'pays k 1000, spends m 1200, cancels k, regains m', 0],
  ['it came again, as what was spent had taken the customer out', LASTING,
    'pays a 1000, spends m 201, pays k 1, regains m, cancels k', 1200],
  ['it had earned nothing any more, and counted', AMOUNT,
    'pays k 999, cancels k, repays k, pays s 1, cancels k', 1],
  ['it comes once, as what was spent comes back', LASTING,
    'pays a 1000, waits, spends m 201, waits, pays k 1, waits, regains m', 1201],
  ['also a segment', POINTS, 'pays a 1000, waits, spends m 201, waits, pays k 1, waits, regains m', 1201],
  ['and one by points of another program', { ...POINTS, elsewhere: true },
    'pays a 1000, waits, spends m 201, waits, pays k 201, waits, regains m', 1401],
  ['but not what was spent beside it', LASTING,
    'pays a 1000, waits, spends m 201, waits, spends n 300, waits, pays k 400, waits, regains m', 1500],
  ['it came again for a while, and through others', LASTING,
    'pays k 1000, spends m 201, pays s 1, regains m, cancels s', 1200],
  ['paid again and again, what is missing of it is its own', LASTING,
    'pays k 1000, spends m 1200, unpays k, repays k, unpays k, repays k, regains m, cancels k', 0],
  ['those of a tier that was left go with the last', LASTING,
    'pays k 1000, waits, spends m 1200, waits, pays s 1000, regains m, cancels k, cancels s', 0],
  ['but not where only what was spent had left it', LASTING,
    'pays k 1000, waits, spends m 1200, waits, pays s 1000, cancels s, regains m', 1200],
  ['spent with the help of others, by the points of a month', PERIOD,
    'pays k 999, pays s 1, spends m 1200, cancels k, regains m', 1],
  ['an order imported as paid has earned nothing, and counted', AMOUNT, 'imports k 999, pays s 1, cancels k', 1],
  ['also when a little of it goes back', AMOUNT, 'imports k 999, pays s 1, returns k 1', 1],
  ['whoever is new no more, and sends a little back, had been new', least('summary.orders.average_amount', 1000),
    'pays k 1500, pays x 10, returns k 1', 1709],
  ['a segment of a tier was left before', TIER, 'pays k 999, pays s 1, spends m 201, cancels k, regains m', 1],
  ['a term keeps the customer in the tier', BALANCE, 'pays k 1000, month, cancels k', 0],
  ['and whoever came there with the help of others', BALANCE, 'pays k 999, pays s 1, month, cancels k', 1],
  ['whoever falls again is given it for nothing', { falls: true },
    'pays k 1000, spends m 201, cancels k, regains m', 0],
  ['and keeps it while out', { falls: true }, 'pays k 1000, pays x 1, spends m 202, cancels x', 998],
  ['the tier was over by then', PERIOD, 'pays k 1000, pays x 10, month, month, month, cancels x', 1200],
  ['others are enough without it', LASTING, 'pays k 100, pays s 1000, cancels k', 1200],
  ['and were when they came', LASTING, 'pays k 100, pays s 1000, spends m 1100, cancels k', 100],
  ['they came again by others, for what was spent', LASTING,
    'pays k 999, waits, pays s 1, waits, spends m 201, waits, pays y 2000, waits, cancels k', 2000],
  ['however often', LASTING,
    'pays o 999, waits, pays x 1, waits, spends m 201, waits, pays z 1, waits, spends n 201, waits, pays y 1000, waits, cancels x, waits, cancels z', 1797],
  ['a little at a time', LASTING,
    'pays k 999, waits, pays s 1, waits, spends m 202, waits, pays y 2000, waits, returns k 1, returns k 1, returns k 997', 1999],
  ['and not what went back before they came', LASTING,
    'pays k 900, waits, returns k 400, waits, pays s 600, waits, spends m 400, waits, pays y 2000, waits, returns k 1', 3099],
  ['but not where others would have kept them there', LASTING,
    'pays k 1000, waits, pays s 1000, waits, spends m 2000, waits, pays y 3000, waits, cancels k', 2400],
  ['they were spent since, and were enough', LASTING, 'pays k 100, pays s 1000, spends m 1000, cancels k', 200],
  ['also for a segment', POINTS, 'pays k 100, pays s 1000, spends m 1000, cancels k', 200],
  ['also what comes later', LASTING, 'pays k 999, pays s 1, pays l 999, cancels k', 1200],
  ['one after another, they are not', LASTING, 'pays k 999, pays j 999, pays s 1, cancels k, cancels j', 1],
  ['nobody paid for what brought it', LASTING, 'pays k 999, gets by 1, cancels k', 1],
  ['a redemption is undone that had helped', least('summary.redemptions.loyalty_card.redeemed_points', 2),
    'pays k 10, spends a 1, spends b 1, regains a', 9],
  ['and each of both', least('summary.redemptions.loyalty_card.redeemed_points', 2),
    'pays k 10, spends a 1, spends b 1, regains a, regains b, cancels k', 0],
  ['an order takes what a redemption brought, and its rollback not again', AMOUNT,
    'pays k 1000, spends a 1, cancels k, regains a', 0],
  ['a segment by points of another program was left before', { ...POINTS, elsewhere: true }, 'pays k 999, pays s 1, spends m 201, cancels k, regains m', 1],
  ['and would not have been, for what was spent', { ...POINTS, elsewhere: true }, 'pays k 100, pays s 1000, spends m 1000, cancels k', 200],
  ['a segment was left for more points', BAND, 'pays k 999, pays s 1, pays j 500, cancels k', 501],
  ['or for a higher sum', SUM, 'pays k 999, pays s 1, pays j 500, cancels k', 501],
  ['which reach it by themselves', BAND, 'pays k 999, pays s 1, pays j 1200, cancels k, cancels s', 1400],
  ['until they go, too', BAND, 'pays k 999, pays s 1, pays j 2000, cancels k, cancels j', 1],
  ['for fewer points, which come back', { ...FEW, elsewhere: true }, 'pays k 1199, spends m 201, regains m', 1199],
  ['by what brings points that lead there again', SPENDER, 'pays k 1000, spends m 300, regains m', 1200],
  ['however often', FEW, 'pays k 1300, spends a 301, regains a, waits, spends b 301, regains b', 1300],
  ['by a bound of what was spent', SAVER, 'pays k 999, pays s 1, spends m 201, cancels k, regains m', 1],
  ['for what is known of the customer', GUEST, 'becomes guest, pays k 999, pays s 1, becomes host, cancels k', 1],
  ['and would have come there', GUEST, 'becomes guest, pays k 999, pays s 1000, becomes host, cancels k', 1200],
  ['by a later order, and what remains was never enough', LAST, 'pays k 1500, pays x 1, returns k 1499', 2],
  ['and was, by itself', LAST, 'pays k 1500, pays x 1, returns k 500', 1201],
  ['nor by any order that is left', LAST,
    'pays a 400, pays b 1141, pays c 1, pays d 1000, pays e 1000, unpays b, cancels d, cancels e, cancels c', 400],
  ['nor on the average', AVERAGE, 'pays k 1500, pays x 10, returns k 400, returns k 200', 1110 - 200],
  ['nor after an order before it', AVERAGE, 'pays a 3000, pays x 1, pays k 1, cancels a', 2],
  ['whoever came again, and had not left but for what is undone, was there', SMALL,
    'pays a 400, waits, pays b 1000, waits, pays c 400, waits, cancels b, cancels c', 600],
  ['in any order', SMALL, 'pays a 400, waits, pays b 1000, waits, pays c 400, waits, cancels c, cancels b', 600],
  ['unless a later order leads there again', SMALL,
    'pays a 400, waits, pays b 1000, waits, pays c 400, waits, pays d 100, cancels c', 1900],
  ['also where a later order keeps the customer there', SMALL,
    'pays a 400, waits, pays b 1000, waits, pays c 400, waits, cancels b', 1000],
  ['and where so much goes back that it would not have led out', SMALL,
    'pays a 400, waits, pays b 1000, waits, pays c 400, waits, returns b 600', 1400],
  ['but not where another order led out', SMALL,
    'pays a 400, waits, pays b 1000, waits, pays d 1000, waits, pays c 400, waits, cancels b', 2200],
  ['until that goes, too', SMALL,
    'pays a 400, waits, pays b 1000, waits, pays d 1000, waits, pays c 400, waits, cancels b, cancels d', 1000],
  ['however often it is unpaid and paid', SMALL,
    'pays a 400, waits, pays b 1000, waits, pays c 400, waits, unpays b, waits, repays b, waits, pays e 400, unpays b', 1400],
  ['nor where nobody had been there before', SMALL,
    'pays b 1000, waits, pays c 400, waits, cancels b', 600],
  ['whoever came again without what had led there first, came once', LAST,
    'pays a 1500, waits, pays x 1, waits, pays c 1500, waits, cancels a', 1701],
  ['unless the next order led there as well', LAST,
    'pays a 1500, waits, pays d 1200, waits, pays x 1, waits, pays c 1500, waits, cancels a', 3101],
  ['it is forgotten that it was there in an earlier month', terms('POINTS_IN_PERIOD', 'END_OF_PERIOD'),
    'pays k 999, waits, unpays k, month, repays k, waits, pays j 1, waits, pays x 400, month, cancels k, waits, cancels j', 400],
  ['and that it brought more there', terms('POINTS_IN_PERIOD', 'END_OF_PERIOD'),
    'pays k 1000, waits, pays o 1150, month, unpays k, month, repays k, waits, returns k 960, waits, returns o 100', 1290],
  ['where all that was paid would have been enough in the end', MANY,
    'pays a 1000, waits, pays x 100, waits, pays c 998, waits, cancels x', 2198],
  ['and by the count', MANY_ORDERS,
    'pays a 1000, waits, pays x 100, waits, pays c 998, waits, pays d 1, waits, cancels x', 2199],
  ['the same on the average', AVERAGE,
    'pays a 1500, waits, pays x 100, waits, pays c 1500, waits, cancels x', 3200],
  ['and of what was paid since', AVERAGE,
    'pays a 1500, waits, pays x 100, waits, pays c 1500, waits, returns c 100, cancels x', 3100],
  ['or points that led there, where points count', POINTS,
    'pays k 1000, waits, spends m 300, waits, pays s 100, waits, gets by 500, cancels s', 1600],
  ['a tier by the points of a month, in the next', PERIOD, 'pays k 1000, month, cancels k', 0],
  ['reached with the help of others', PERIOD, 'pays k 999, pays s 1, month, cancels k', 1],
  ['and when it is over', PERIOD, 'pays k 999, pays s 100, month, month, month, returns k 50, returns k 50', 999],
  ['not for less', PERIOD, 'pays k 999, pays s 100, month, month, month, returns k 50, returns k 49', 1200],
  ['nor where a later month reaches it', PERIOD, 'pays k 999, pays s 1, month, pays j 1000, month, cancels k', 1201],
  ['and it is left, and reached again', PERIOD, 'pays k 999, pays s 1, month, cancels k, pays j 1000', 1201],
  ['its points were spent, and come back', PERIOD, 'pays k 999, pays s 1, spends m 1200, month, month, month, cancels k, regains m', 1],
  ['a segment of that tier', { ...PERIOD, ...TIER }, 'pays k 999, pays s 1, month, month, month, cancels k', 1],
  ['one that the order left, and entered again', EITHER, 'pays k 600, waits, pays x 400, waits, cancels x', 800],
  ['which is left by its term alone', { ...PERIOD, ...TIER }, 'pays k 1000, month, pays j 1000, month, cancels j', 1200],
  ['and of one that a balance prolonged', { ...BALANCE, ...TIER }, 'pays k 999, pays s 1, month, cancels k', 1]
]

for (const [what, club, story, left] of stories) {
  t.test(`bonuses: ${what}`, async t => {
    const service = await givenService(t)
    t.equal(await lives(service, club, story), left, story)
    t.strictSame((await audit(service.store)).findings, [])
  })
}
