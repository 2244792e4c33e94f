import t from 'tap'
import { givenService } from '../../support/app.ts'
import { emptyShop, type Shop } from '../../support/shop.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** Points taken, what they take off and what is left to pay; or the reason for nothing. */
type Outcome = readonly [points: number, discount: number, left: number] | string

type Row = readonly [
  title: string,
  ratio: readonly [units: number | string, points: number],
  balance: number,
  order: readonly [amount: number, discount: number],
  given: number | null,
  outcome: Outcome
]

const [NOTHING, TOO_MUCH] = ['invalid_order', 'invalid_amount']
const TOO_FEW = 'loyalty_card_points_exceeded'

// So many major units for so many points, points on the card, an order with what is off it already,
// and points that are named.
const rows: readonly Row[] = [
  ['points the customer names', [20, 100], 9000, [45_000, 0], 300, [300, 6000, 39_000]],
  ['no whole multiple of the ratio', [20, 100], 9000, [45_000, 0], 150, [150, 3000, 42_000]],
  ['at one for one', [1, 1], 9000, [45_000, 0], 5, [5, 500, 44_500]],
  ['more than pay the rest', [20, 100], 9000, [45_000, 0], 9000, [2250, 45_000, 0]],
  ['more than there are', [20, 100], 200, [45_000, 0], 500, [200, 4000, 41_000]],
  ['as many as there can be', [20, 100], 9000, [45_000, 0], MAX, [2250, 45_000, 0]],
  ['none named: whole multiples', [20, 100], 9000, [45_000, 0], null, [2300, 45_000, 0]],
  ['to the last point', [20, 100], 2300, [45_000, 0], null, [2300, 45_000, 0]],
  ['one too few for that', [20, 100], 2299, [45_000, 0], null, [2250, 45_000, 0]],
  ['just enough to pay', [20, 100], 2250, [45_000, 0], null, [2250, 45_000, 0]],
  ['not enough: all there are', [20, 100], 2249, [45_000, 0], null, [2249, 44_980, 20]],
  ['whole multiples, however little is to be paid', [5, 100], 9000, [100, 0], null, [100, 100, 0]],
  ['a card without a whole one', [5, 100], 99, [100, 0], null, [20, 100, 0]],
  ['a card with less than that', [5, 100], 15, [100, 0], null, [15, 75, 25]],
  ['named ones, no more than pay', [5, 100], 9000, [100, 0], 50, [20, 100, 0]],
  ['worth rounds down', [1, 3], 9000, [1000, 0], 10, [10, 333, 667]],
  ['and what it takes rounds up', [1, 3], 32, [1001, 0], null, [31, 1001, 0]],
  ['in whole multiples', [1, 3], 33, [1001, 0], null, [33, 1001, 0]],
  ['a hundredth of a unit', [0.01, 1], 1000, [250, 0], null, [250, 250, 0]],
  ['a ratio in words', ['0.01', 1], 1000, [250, 0], 100, [100, 100, 150]],
  ['0.29 is 29 hundredths', [0.29, 1], 9000, [1000, 0], 1, [1, 29, 971]],
  ['and 1.1 is 110', [1.1, 3], 3, [110, 0], null, [3, 110, 0]],
  ['the rest after other discounts', [1, 10], 9000, [5000, 4000], null, [100, 1000, 0]],
  ['some of that rest', [1, 10], 9000, [5000, 4000], 30, [30, 300, 700]],
  ['nothing to pay', [1, 10], 9000, [0, 0], null, NOTHING],
  ['nothing left to pay', [1, 10], 9000, [5000, 5000], 30, NOTHING],
  ['nothing to pay it with either', [1, 10], 0, [5000, 5000], 30, NOTHING],
  ['points worth less than the smallest unit', [0.0001, 1], 9000, [5000, 0], 99, TOO_MUCH],
  ['whatever there is', [0.0001, 1], 0, [5000, 0], 99, TOO_MUCH],
  ['the fewest that are worth it', [0.0001, 1], 9000, [5000, 0], 100, [100, 1, 4999]],
  ['all there are of them is too few', [0.0001, 1], 99, [5000, 0], 100, TOO_FEW],
  ['nothing on the card', [1, 10], 0, [5000, 0], null, TOO_FEW],
  ['however many are named', [1, 10], 0, [5000, 0], 50, TOO_FEW],
  ['a very large sum', [999_999_999, 1], 99_999, [9e15, 0], null, [90_001, 9e15, 0]]
]

/** A member with so many points, and what to pay with at that ratio. */
async function givenMember(shop: Shop, url: string, name: string, [, ratio, balance]: Row) {
  const [exchange_ratio, points_ratio] = ratio
  const coin = { exchange_ratio, points_ratio }
  const reward = await shop.post('/v1/rewards', { parameters: { coin } })
  await shop.post(`${url}/rewards`, [{ reward: reward.id }])
  await shop.post(`/v1/vouchers/${name}`, { campaign: 'Club' })
  await shop.post(`${url}/members`, { customer: { source_id: name }, voucher: name })
  const member = `${url}/members/${name}`
  if (balance > 0) await shop.post(`${member}/balance`, { points: balance })
  return { member, reward: { id: reward.id } }
}

const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'
const TEA = { source_id: 'tea', name: 'Green tea', price: 450, override: true }

/** What a validation of the same answers: its figures, or the reason for none. */
async function asked(shop: Shop, name: string, sent: { reward: object; order: object }) {
  const { order, reward } = sent
  const redeemables = [{ object: 'voucher', id: name, reward }]
  const customer = { source_id: name }
  const body = await shop.post('/v1/validations', { redeemables, order, customer })
  const [{ result }] = body.redeemables
  if (!body.valid) return result.error.key
  const { total_applied_discount_amount: off, total_amount } = body.order
  return [result.loyalty_card.points, off, total_amount]
}

t.test('redeemReward, validateStackedDiscounts: what points pay', async t => {
  const shop = await emptyShop(await givenService(t))
  const { id } = await shop.post('/v1/loyalties', {
    name: 'Club',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  })
  const url = `/v1/loyalties/${id}`
  let stored = 0
  for (const [index, row] of rows.entries()) {
    const [title, , balance, [amount, discount_amount], given, outcome] = row
    const name = `customer-${index}`
    const { member, reward } = await givenMember(shop, url, name, row)
    const points = given === null ? {} : { points: given }
    const order = { source_id: `order-${index}`, amount, discount_amount }
    const sent = { reward: { ...reward, ...points }, order }
    const tooMany = given !== null && given > balance
    // Beside others a card pays what is named, or is refused; by itself it pays what it has.
    const before = await asked(shop, name, sent)
    if (tooMany) t.equal(before, TOO_FEW, `${title}, asked`)
    else t.strictSame(before, outcome, `${title}, asked`)
    const { status, body } = await shop.ask(`${member}/redemption`, sent)
    const { loyalty_card: card } = await shop.get(member)
    if (typeof outcome === 'string') {
      t.strictSame([status, body.key, card.balance], [400, outcome, balance], title)
      t.equal((await shop.get('/v1/orders')).total, stored, title)
      continue
    }
    stored++
    const [taken, discount, left] = outcome
    const { status: paid, total_amount, applied_discount_amount: off } = body.order
    t.strictSame([status, paid, body.amount, off, total_amount], [200, 'PAID', ...outcome], title)
    t.equal(body.order.discount_amount, discount_amount + discount, title)
    t.strictSame([body.loyalty_card, card.balance], [{ points: taken }, balance - taken], title)
    t.strictSame(await shop.get(`/v1/orders/order-${index}`), body.order, title)
    t.equal(discount_amount + discount + left, amount, 'parts add up to the whole')
  }
})

t.test('redeemReward: goods are saved by a redemption that stores its order, alone', async t => {
  const { get, post } = await givenService(t)
  const order = { items: [{ product: TEA }] }
  t.equal((await post(REDEEM, { reward: { id: 'rew_00mug' }, order })).status, 200)
  t.equal((await get('/v1/products/tea')).status, 404, 'a mug pays for no order')
  const refused = await post(REDEEM, { reward: { id: 'rew_00coin' }, order })
  t.equal(refused.body.key, 'order_rules_violated')
  t.equal((await get('/v1/products/tea')).status, 404, 'a refusal stores none')
  const dear = { items: [{ quantity: 3, product: TEA }] }
  const paid = await post(REDEEM, { reward: { id: 'rew_00coin', points: 10 }, order: dear })
  t.match([paid.status, paid.body.order?.amount], [200, 1350])
  t.match((await get('/v1/products/tea')).body, { name: 'Green tea', price: 450 })
})

t.test('redeemStackedDiscounts: whole steps of points, which validation tells', async t => {
  const shop = await emptyShop(await givenService(t))
  const { id } = await shop.post('/v1/loyalties', {
    name: 'Club',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  })
  // 100 points are worth 5.00, and the order costs 1.00.
  const row: Row = ['', [5, 100], 1000, [100, 0], null, '']
  const { member, reward } = await givenMember(shop, `/v1/loyalties/${id}`, 'steps', row)
  const customer = { source_id: 'steps' }
  for (const [nr, [points, taken]] of (
    [
      [{}, 100],
      [{ points: 20 }, 20]
    ] as const
  ).entries()) {
    const sent = {
      reward: { ...reward, ...points },
      order: { source_id: `steps-${nr}`, amount: 100 }
    }
    t.strictSame(await asked(shop, 'steps', sent), [taken, 100, 0])
    const { loyalty_card: before } = await shop.get(member)
    const redeemables = [{ object: 'voucher', id: 'steps', reward: sent.reward }]
    const { redemptions } = await shop.post('/v1/redemptions', {
      redeemables,
      order: sent.order,
      customer
    })
    t.match(redemptions, [{ result: 'SUCCESS', order: { total_amount: 0 } }])
    t.equal((await shop.get(member)).loyalty_card.balance, before.balance - taken)
  }
})
