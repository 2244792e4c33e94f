/**
 * Never more than there is: two hundred requests at once for what will not do for all of them.
 *
 * However they interleave, as many succeed as there is of it, every other one is refused for that
 * reason and recorded, nothing falls below zero, and afterwards the lists, the kept numbers and the
 * ledgers tell the same story.
 */

import type { Test } from 'tap'
import t from 'tap'
import { ALWAYS } from '../../../src/rules/validity.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { type Answered, givenService, type Service } from '../../support/app.ts'
import { givenSteps } from '../../support/given-steps.ts'

const ATTEMPTS = 200
const CARDS = { ada: 'CLUB-ADA-0001', ben: 'CLUB-BEN-0001' } as const
const urlOf = (code: string) => `/v1/loyalties/camp_00club/members/${code}/redemption`

/** Asks as often as said, all at once. */
function atOnce(times: number, ask: (turn: number) => Promise<Answered>): Promise<Answered[]> {
  return Promise.all(Array.from({ length: times }, (_, turn) => ask(turn)))
}

/** How many answers there are of each kind: a success, or the key of a refusal. */
function tally(answers: readonly Answered[]): Record<string, number> {
  const kinds = Map.groupBy(answers, ({ status, body }) => (status < 300 ? 'success' : body.key))
  return Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]))
}

const successes = (answers: readonly Answered[]) =>
  answers.filter(({ status }) => status < 300).map(({ body }) => body)

async function isClean(t: Test, { store }: Service): Promise<void> {
  t.match(await audit(store), { clean: true }, 'every ledger and counter, folded again')
}

/** A reward on offer in the program, made by the operation and assigned beside it. */
async function offered(
  service: Service,
  { points, ...reward }: { readonly points: number | null; readonly [property: string]: unknown }
): Promise<{ readonly reward: { readonly id: string } }> {
  const { body } = await service.post('/v1/rewards', { name: 'Offered', ...reward })
  await givenSteps(service, [
    { make: 'reward assignment', reward: body.id, campaign: 'camp_00club', points }
  ])
  return { reward: { id: body.id } }
}

/** What a customer's summary and their card's list say, together. */
async function accountOf({ get }: Service, customer: keyof typeof CARDS) {
  const { summary, loyalty } = (await get(`/v1/customers/${customer}`)).body
  const list = (await get(`/v1/vouchers/${CARDS[customer]}/redemption`)).body
  return {
    succeeded: summary.redemptions.total_succeeded,
    failed: summary.redemptions.total_failed,
    points: loyalty.points,
    listed: list.total,
    redeemed: list.redeemed_quantity
  }
}

t.test('one card: as many rewards as it has points for', async t => {
  const service = await givenService(t)
  const before = await accountOf(service, 'ada')
  const affordable = Math.floor(before.points / 60)
  t.ok(affordable < ATTEMPTS)
  const answers = await atOnce(ATTEMPTS, () =>
    service.post(urlOf(CARDS.ada), { reward: { id: 'rew_00mug' } })
  )
  t.strictSame(tally(answers), {
    success: affordable,
    loyalty_card_points_exceeded: ATTEMPTS - affordable
  })
  const balances = successes(answers).map(body => body.voucher.loyalty_card.balance)
  const expected = Array.from({ length: affordable }, (_, n) => before.points - 60 * (n + 1))
  t.strictSame(
    balances.toSorted((one, other) => other - one),
    expected,
    'each saw a balance of its own, and none below zero'
  )
  t.strictSame(await accountOf(service, 'ada'), {
    succeeded: before.succeeded + affordable,
    failed: before.failed + ATTEMPTS - affordable,
    points: before.points - affordable * 60,
    listed: before.listed + ATTEMPTS,
    redeemed: before.redeemed + affordable
  })
  await isClean(t, service)
})

t.test('one reward: as many as there are in stock, whoever asks', async t => {
  const service = await givenService(t)
  const parameters = { product: { id: 'prod_00mug' } }
  const body = await offered(service, { parameters, stock: 3, points: 1 })
  const [ada, ben] = [await accountOf(service, 'ada'), await accountOf(service, 'ben')]
  const answers = await atOnce(ATTEMPTS, turn =>
    service.post(urlOf(turn % 2 === 0 ? CARDS.ada : CARDS.ben), body)
  )
  t.strictSame(tally(answers), { success: 3, reward_out_of_stock: ATTEMPTS - 3 })
  const [adaAfter, benAfter] = [await accountOf(service, 'ada'), await accountOf(service, 'ben')]
  t.equal(ada.points + ben.points - adaAfter.points - benAfter.points, 3, 'paid for three')
  t.strictSame(
    [
      adaAfter.succeeded + benAfter.succeeded - ada.succeeded - ben.succeeded,
      adaAfter.listed + benAfter.listed - ada.listed - ben.listed
    ],
    [3, ATTEMPTS]
  )
  await isClean(t, service)
})

t.test('one pool of coupons: as many as are in it, each given once', async t => {
  const service = await givenService(t)
  const pool = 7
  await givenSteps(service, [
    {
      make: 'campaign',
      ids: ['camp_00pool'],
      name: 'Pool',
      campaignType: 'DISCOUNT_COUPONS',
      type: 'STATIC',
      validity: ALWAYS,
      voucher: {
        type: 'DISCOUNT_VOUCHER',
        discount: { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ORDER' }
      }
    }
  ])
  const added = await atOnce(pool, turn =>
    service.post('/v1/campaigns/camp_00pool/vouchers', { code: `POOL-${turn}` })
  )
  t.strictSame(tally(added), { success: pool })
  const body = await offered(service, {
    parameters: { campaign: { id: 'camp_00pool' } },
    points: 1
  })
  const answers = await atOnce(ATTEMPTS, turn =>
    service.post(urlOf(turn % 3 === 0 ? CARDS.ben : CARDS.ada), body)
  )
  const refused = ATTEMPTS - pool
  t.strictSame(tally(answers), { success: pool, no_voucher_suitable_for_publication: refused })
  const codes = successes(answers).map(each => each.reward.voucher.code)
  t.strictSame(
    codes.toSorted(),
    Array.from({ length: pool }, (_, n) => `POOL-${n}`)
  )
  for (const { reward, customer_id } of successes(answers)) {
    const { publications } = (await service.get(`/v1/vouchers/${reward.voucher.code}/publications`))
      .body
    t.strictSame(
      publications.map((each: { customer_id: string }) => each.customer_id),
      [customer_id]
    )
  }
  await isClean(t, service)
})

t.test('one order: it is paid once and earns once', async t => {
  const service = await givenService(t)
  const before = (await service.get('/v1/customers/ada')).body.summary.orders
  const answers = await atOnce(ATTEMPTS, () =>
    service.post(urlOf(CARDS.ada), {
      reward: { id: 'rew_00coin', points: 10 },
      order: { source_id: 'cart-17' }
    })
  )
  t.strictSame(tally(answers), { success: 1, invalid_order: ATTEMPTS - 1 })
  const after = (await service.get('/v1/customers/ada')).body.summary.orders
  t.strictSame(
    [after.total_count - before.total_count, after.total_amount - before.total_amount],
    [1, 2550 - 100]
  )
  const { data } = (await service.get(`/v1/loyalties/members/${CARDS.ada}/pending-points`)).body
  const earned = data.filter((entry: { order_id: string }) => entry.order_id === 'ord_00cart')
  t.equal(earned.length, 1)
  await isClean(t, service)
})

t.test('one new order, sent two hundred times at once, is one order', async t => {
  const service = await givenService(t)
  const answers = await atOnce(ATTEMPTS, () =>
    service.post(urlOf(CARDS.ada), {
      reward: { id: 'rew_00coin' },
      order: { source_id: 'once', items: [{ product_id: 'prod_00mug' }] }
    })
  )
  t.strictSame(tally(answers), { success: 1, invalid_order: ATTEMPTS - 1 })
  await isClean(t, service)
})

t.test('one code is one voucher, and ten codes are ten', async t => {
  const service = await givenService(t)
  const url = '/v1/campaigns/camp_00spring/vouchers'
  const same = await atOnce(ATTEMPTS, () => service.post(url, { code: 'ONLY-ONE' }))
  t.strictSame(tally(same), { success: 1, duplicate_found: ATTEMPTS - 1 })
  const code_config = { pattern: 'TEN-#', charset: '0123456789' }
  const ten = await atOnce(ATTEMPTS, () => service.post(url, { code_config }))
  t.strictSame(tally(ten), { success: 10, invalid_code_config: ATTEMPTS - 10 })
  const codes = successes(ten).map(({ code }) => code)
  t.strictSame(
    codes.toSorted(),
    [...'0123456789'].map(digit => `TEN-${digit}`)
  )
  await isClean(t, service)
})

t.test(
  'one new customer, met two hundred times at once, is one customer with one card',
  async t => {
    const service = await givenService(t)
    const answers = await atOnce(ATTEMPTS, () =>
      service.post('/v1/events', { event: 'product_reviewed', customer: { source_id: 'newcomer' } })
    )
    t.strictSame(tally(answers), { success: ATTEMPTS })
    t.equal(new Set(answers.map(({ body }) => body.customer.id)).size, 1)
    const { loyalty, summary } = (await service.get('/v1/customers/newcomer')).body
    // The fortieth review makes a thousand points: gold, which is welcomed with a hundred, once.
    const points = ATTEMPTS * 25 + 100
    t.strictSame(
      [loyalty.campaigns, summary.redemptions.loyalty_card.points_to_go],
      [{ 'Coffee Club': { points, referred_customers: 0, loyalty_tier: 'ltr_00gold' } }, points]
    )
    await isClean(t, service)
  }
)

t.test('a project has as many earning rules as it may, and not one more', async t => {
  const service = await givenService(t)
  const rule = { event: 'order.paid', loyalty: { type: 'FIXED', points: 1 }, active: false }
  const answers = await atOnce(ATTEMPTS, () =>
    service.post('/v1/loyalties/camp_00club/earning-rules', [rule])
  )
  // The demo has nine of the hundred.
  t.strictSame(tally(answers), { success: 91, invalid_payload: ATTEMPTS - 91 })
  await isClean(t, service)
})

t.test('everything at once, on one card, and still nothing is lost or made', async t => {
  const service = await givenService(t)
  const before = await accountOf(service, 'ada')
  const rewards = [
    ['rew_00mug', 60],
    ['rew_00coupon', 100],
    ['rew_00gift', 200],
    ['rew_00bakery', 80]
  ] as const
  const answers = await atOnce(ATTEMPTS, turn =>
    service.post(urlOf(CARDS.ada), { reward: { id: rewards[turn % rewards.length]?.[0] } })
  )
  const spent = successes(answers).reduce((sum, { amount }) => sum + amount, 0)
  const prices = new Map<string, number>(rewards)
  t.ok(successes(answers).every(({ reward, amount }) => prices.get(reward.id) === amount))
  const after = (await service.get('/v1/customers/ada')).body
  const count = (id: string) => successes(answers).filter(({ reward }) => reward.id === id).length
  t.strictSame(after.loyalty.campaigns, {
    'Coffee Club': {
      points: before.points - spent,
      referred_customers: 0,
      loyalty_tier: 'ltr_00silver'
    },
    'Bakery Friends': { points: 50 * count('rew_00bakery'), referred_customers: 0 },
    'Bring a friend': { points: 0, referred_customers: 1 }
  })
  t.equal(after.summary.redemptions.gift.amount_to_go, 1000 * count('rew_00gift'))
  t.ok(before.points - spent >= 0 && before.points - spent < 60, 'spent to the last reward')
  await isClean(t, service)
})
