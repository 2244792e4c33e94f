/**
 * A walk: a few hundred requests of every kind in an order that a seed decides, through days and
 * months, after which everything that was counted along the way still says what counting it again
 * says.
 */
import t, { type Test } from 'tap'
import { audit } from '../../src/storage/audit/audit.ts'
import { type Answered, givenService, type Service } from '../support/app.ts'
import { type Chance, casesOf } from '../support/chance.ts'
import { strayings } from '../support/requests.ts'

const PROGRAM = '/v1/loyalties/camp_00club'
const redemptionUrl = (code: string) => `${PROGRAM}/members/${code}/redemption`
const pendingUrl = (code: string) => `/v1/loyalties/members/${code}/pending-points`

async function isClean(t: Test, { store }: Service): Promise<void> {
  t.match(await audit(store), { clean: true }, 'every ledger and counter, folded again')
}

const CARDS = ['CLUB-ADA-0001', 'CLUB-BEN-0001'] as const
const HOLDERS = { 'CLUB-ADA-0001': 'ada', 'CLUB-BEN-0001': 'ben' } as const
const TURNS = 150
const PRODUCTS = ['prod_00beans', 'prod_00mug', 'prod_00filter'] as const

/** One request of a kind, with whatever it says left to chance. */
const strides: readonly ((walk: Chance, service: Service, turn: number) => Promise<Answered>)[] = [
  (walk, { post }) => {
    const id = walk.pick(['rew_00mug', 'rew_00coupon', 'rew_00gift', 'rew_00bakery', 'rew_x'])
    return post(redemptionUrl(walk.pick(CARDS)), { reward: { id }, metadata: { till: 1 } })
  },
  (walk, { post }, turn) => {
    const items = Array.from({ length: walk.below(4) }, () => ({
      product_id: walk.pick(PRODUCTS),
      quantity: walk.between(1, 5),
      ...(walk.once(3) ? { discount_amount: walk.below(900) } : {})
    }))
    const named = walk.once(2) ? { source_id: `walk-${walk.below(turn + 1)}` } : {}
    const points = walk.once(2) ? { points: walk.between(1, 400) } : {}
    const order = walk.once(9) ? {} : { order: { ...named, items } }
    return post(redemptionUrl(walk.pick(CARDS)), {
      reward: { id: 'rew_00coin', ...points },
      ...order
    })
  },
  (walk, { post }) => {
    const body = walk.pick([
      {},
      { reward: { id: 'rew_00coin' }, order: { id: 'ord_00cart' } },
      { reward: { id: 'rew_00coin' }, order: { items: [{ product_id: 'prod_x' }] } },
      { reward: { id: 'rew_00mug', points: 0 } },
      { reward: { id: 'rew_00coin' }, order: { items: [], metadata: { delivery: 'drone' } } },
      { reward: { id: 'rew_00coin' }, order: { items: [{ price: 9e15, quantity: 9 }] } }
    ])
    return post(`/v1/loyalties/members/${walk.pick(CARDS)}/redemption`, body)
  },
  (walk, { post }) => {
    const customer = { source_id: walk.pick(['ada', 'ben', 'cleo', `guest-${walk.below(9)}`]) }
    const rating = walk.pick([1, 3, 5, 9])
    return post('/v1/events', { event: 'product_reviewed', customer, metadata: { rating } })
  },
  (walk, { post }) => {
    const item = () => ({
      source_id: walk.pick(['beans', 'mug', 'filter', `tea-${walk.below(20)}`]),
      price: walk.pick([null, walk.below(5000)])
    })
    return post('/v1/products/bulk/async', Array.from({ length: walk.between(1, 300) }, item))
  },
  (walk, { post }) => {
    const count = walk.pick([1, 1, 2, 40])
    const code_config = { pattern: `W${walk.below(50)}-##`, charset: '0123456789' }
    const url = `/v1/campaigns/${walk.pick(['camp_00spring', 'camp_00gift', 'camp_00bakery'])}`
    return post(`${url}/vouchers?vouchers_count=${count}`, { code_config })
  },
  (walk, { post }) =>
    post(`${PROGRAM}/qualifications`, {
      customer: { source_id: walk.pick(['ada', 'ben', 'nobody']) },
      order: { source_id: `walk-${walk.below(200)}`, items: [{ product_id: walk.pick(PRODUCTS) }] }
    }),
  (walk, { post }) => {
    const loyalty = { type: 'FIXED', points: walk.between(1, 20) }
    const rule = { event: 'order.paid', loyalty, active: walk.once(2) }
    const pending_points = { period_type: 'DAY', period_value: walk.between(1, 90) }
    const url = walk.once(4) ? '/v1/loyalties/camp_00bakery' : PROGRAM
    return post(`${url}/earning-rules`, [walk.once(2) ? rule : { ...rule, pending_points }])
  },
  (walk, { get }) => {
    const page = `limit=${walk.between(1, 100)}&page=${walk.between(1, 3)}`
    return get(
      walk.pick([
        `/v1/vouchers/${walk.pick(CARDS)}/redemption?${page}`,
        `${pendingUrl(walk.pick(CARDS))}?limit=${walk.between(1, 100)}`,
        `/v1/customers/${walk.pick(['ada', 'ben', 'cleo', 'guest-1'])}`,
        `/v1/validation-rules?${page}&order=name`
      ])
    )
  },
  async (walk, { shell, setNow, work, get }) => {
    const hours = walk.once(3) ? walk.between(1, 40) * 24 : walk.between(1, 36)
    setNow(new Date(Date.parse(shell.now()) + hours * 3_600_000).toISOString())
    await work()
    return get('/v1/exports')
  }
]

/** All redemptions of a card, page by page; the same that are answered at once. */
async function redemptionsOf(t: Test, { get }: Service, code: string) {
  const url = `/v1/vouchers/${code}/redemption`
  const whole = (await get(url)).body
  const pages = []
  for (let page = 1; pages.length < whole.total; page++) {
    const { body } = await get(`${url}?limit=100&page=${page}`)
    if (body.redemption_entries.length === 0) break
    pages.push(...body.redemption_entries)
  }
  t.strictSame(pages.slice(0, 1000), whole.redemption_entries, `${code} page by page`)
  t.equal(whole.total, pages.length)
  return { entries: pages, redeemed: whole.redeemed_quantity }
}

// biome-ignore lint/suspicious/noExplicitAny: entries as they were answered.
const sum = (entries: any[], of: (entry: any) => number) =>
  entries.reduce((total, entry) => total + of(entry), 0)

/** What the customer's summary says against what their card's redemptions add up to. */
async function recount(t: Test, service: Service, code: (typeof CARDS)[number], demo: number) {
  const { entries, redeemed } = await redemptionsOf(t, service, code)
  const { body } = await service.get(`/v1/customers/${HOLDERS[code]}`)
  const { redemptions, orders } = body.summary
  const good = entries.filter(({ result }) => result === 'SUCCESS')
  const paid = good.filter(({ order }) => order.status === 'PAID' && order.id !== null)
  const gifts = good.filter(({ reward }) => reward.id === 'rew_00gift')
  const [last] = paid
  t.strictSame(
    {
      total_succeeded: good.length,
      total_failed: entries.length - good.length,
      total_redeemed: entries.length,
      redeemed_points: sum(good, ({ amount }) => amount),
      amount_to_go: gifts.length * 1000,
      points_to_go: body.loyalty.points,
      orders_amount: sum(paid, ({ order }) => order.total_amount) + demo,
      last_order: last?.order.total_amount ?? orders.last_order_amount,
      redeemed
    },
    {
      total_succeeded: redemptions.total_succeeded,
      total_failed: redemptions.total_failed,
      total_redeemed: redemptions.total_redeemed,
      redeemed_points: redemptions.loyalty_card.redeemed_points,
      amount_to_go: redemptions.gift.amount_to_go,
      points_to_go: redemptions.loyalty_card.points_to_go,
      orders_amount: orders.total_amount,
      last_order: orders.last_order_amount,
      redeemed: good.length
    },
    `${HOLDERS[code]}: what is kept is what is counted`
  )
  const ids = entries.map(({ id }) => id)
  t.equal(new Set(ids).size, ids.length, 'no entry twice')
  t.strictSame(ids, ids.toSorted().reverse(), 'newest first')
  return { good, loyalty: body.loyalty }
}

/** The card itself, as a refusal shows it, against the customer and the list of what waits. */
async function reconcile(t: Test, service: Service, code: (typeof CARDS)[number], points: number) {
  const { body } = await service.post(redemptionUrl(code), {})
  const { loyalty_card: card } = body.voucher
  const { data } = (await service.get(`${pendingUrl(code)}?limit=100`)).body
  t.equal(card.balance, points)
  t.equal(
    card.pending_points,
    sum(data, entry => entry.points)
  )
  t.ok(card.balance >= 0 && card.pending_points >= 0)
}

t.test('a walk of every kind of request leaves nothing that does not add up', async t => {
  for (const walk of casesOf(t, { gate: 1, soak: 10 })) await walked(t, walk)
})

async function walked(t: Test, walk: Chance): Promise<void> {
  const service = await givenService(t)
  await service.work()
  const seen = new Map<number, number>()
  for (let turn = 0; turn < TURNS; turn++) {
    const stride = walk.pick(strides)
    const answer = await stride(walk, service, turn)
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
    const redemption = answer.body.resource_type === 'redemption'
    t.strictSame(
      redemption ? [] : strayings(answer),
      [],
      `turn ${turn}: ${answer.bytes.slice(0, 200)}`
    )
    if (answer.status >= 500) break
    if (turn % 50 === 49) await isClean(t, service)
  }
  t.comment(`until ${service.shell.now()}: ${JSON.stringify([...seen])}`)
  await service.work()
  await isClean(t, service)
  const ada = await recount(t, service, 'CLUB-ADA-0001', 6100)
  const ben = await recount(t, service, 'CLUB-BEN-0001', 0)
  const coupons = [...ada.good, ...ben.good].flatMap(({ reward }) =>
    reward.id === 'rew_00coupon' ? [reward.voucher.code] : []
  )
  t.equal(new Set(coupons).size, coupons.length, 'no coupon was given twice')
  for (const code of coupons) {
    const { body } = await service.get(`/v1/vouchers/${code}/publications`)
    t.equal(body.total, 1, `${code} was given to one`)
  }
  await reconcile(t, service, 'CLUB-ADA-0001', ada.loyalty.campaigns['Coffee Club'].points)
  await reconcile(t, service, 'CLUB-BEN-0001', ben.loyalty.campaigns['Coffee Club'].points)
}
