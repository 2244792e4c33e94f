/**
 * The shop of all histories, set up over HTTP beside the demo, and how its deeds are asked for.
 */
import { type Deed, type Seen, TERMS } from './model.ts'

/** A request of the shop; `key`: the Idempotency-Key. */
export interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly body?: unknown
  readonly key?: string
}

export interface Told {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes.
  readonly body: any
  readonly bytes: string
}

/** Asks, and must be answered. */
export type Ask = (asked: Asked) => Promise<Told>

/** What is named in requests. */
export interface Shop {
  readonly program: string
  readonly cards: readonly string[]
  readonly reward: string
  /** Of the coupon for points. */
  readonly couponReward: string
}

const COUPON = 'SHOP-COUPON'
const GIFT = 'SHOP-GIFT'
const buyer = (card: number) => `buyer-${card}`

/** Sets up the shop in a project that has not got it. */
export async function setUp(ask: Ask): Promise<Shop> {
  const made = async (url: string, body: unknown) => {
    const { status, body: answer, bytes } = await ask({ method: 'POST', url, body })
    if (status !== 200) throw new Error(`${url} ${status} ${bytes}`)
    return answer
  }
  const rules = { period_type: 'MONTH', period_value: 0, rounding_type: 'END_OF_MONTH' }
  const { id: program } = await made('/v1/loyalties', {
    name: 'Shop',
    type: 'AUTO_UPDATE',
    auto_join: false,
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0, expiration_rules: rules } }
  })
  const loyalty = (points: number) => ({ loyalty: { type: 'FIXED', points } })
  const later = { period_type: 'DAY', period_value: TERMS.waitsDays }
  await made(`/v1/loyalties/${program}/earning-rules`, [
    {
      event: 'order.paid',
      loyalty: {
        type: 'PROPORTIONAL',
        calculation_type: 'ORDER_AMOUNT',
        order: { amount: { every: TERMS.every, points: TERMS.earned } }
      }
    },
    { event: 'order.paid', ...loyalty(TERMS.waiting), pending_points: later }
  ])
  const product = await made('/v1/products', { name: 'Shop mug', price: 900 })
  const { id: reward } = await made('/v1/rewards', {
    name: 'Shop mug',
    stock: TERMS.stock,
    parameters: { product: { id: product.id } }
  })
  const parameters = { loyalty: { points: TERMS.price } }
  await made(`/v1/loyalties/${program}/rewards`, [{ reward, parameters }])
  const { id: coupons } = await made('/v1/campaigns', {
    name: 'Shop coupons',
    type: 'AUTO_UPDATE',
    voucher: {
      type: 'DISCOUNT_VOUCHER',
      discount: { type: 'AMOUNT', amount_off: 100 },
      redemption: { quantity: TERMS.couponUses }
    }
  })
  const { id: couponReward } = await made('/v1/rewards', {
    name: 'Shop coupon',
    parameters: { campaign: { id: coupons } }
  })
  await made(`/v1/loyalties/${program}/rewards`, [
    { reward: couponReward, parameters: { loyalty: { points: TERMS.couponPrice } } }
  ])
  await made(`/v1/vouchers/${COUPON}`, {
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'AMOUNT', amount_off: 100 },
    redemption: { quantity: TERMS.uses }
  })
  const gift = { amount: TERMS.credit, effect: 'APPLY_TO_ORDER' }
  await made(`/v1/vouchers/${GIFT}`, { type: 'GIFT_VOUCHER', gift })
  const cards: string[] = []
  while (cards.length < TERMS.cards) {
    const customer = { source_id: buyer(cards.length) }
    cards.push((await made(`/v1/loyalties/${program}/members`, { customer })).code)
  }
  return { program, cards, reward, couponReward }
}

/** The request of a deed. */
export function askedFor(
  deed: Exclude<Deed, { do: 'pass' }>,
  { program, cards, reward, couponReward }: Shop
): Asked {
  const post = (url: string, body: unknown): Asked => ({
    method: 'POST',
    url,
    body,
    key: `deed-${deed.nr}`
  })
  const { amount } = TERMS
  const redeem = (...redeemables: readonly object[]) =>
    post('/v1/redemptions', { redeemables, order: { amount } })
  const spend = (card: number, id: string) => {
    const url = `/v1/loyalties/${program}/members/${cards[card]}/redemption`
    return post(url, { reward: { id } })
  }
  const credit = (credits: number) => ({ object: 'voucher', id: GIFT, gift: { credits } })
  switch (deed.do) {
    case 'order': {
      const customer = { source_id: buyer(deed.card) }
      const source_id = `order-${deed.nr}`
      return post('/v1/orders', { source_id, status: 'PAID', amount, customer })
    }
    case 'cancel':
      return { method: 'PUT', url: `/v1/orders/order-${deed.of}`, body: { status: 'CANCELED' } }
    case 'return':
      return post(`/v1/orders/order-${deed.of}/returns`, { amount: deed.amount })
    case 'adjust': {
      const { points } = deed
      return post(`/v1/loyalties/members/${cards[deed.card]}/balance`, { points })
    }
    case 'buy':
      return spend(deed.card, reward)
    case 'fetch':
      return spend(deed.card, couponReward)
    case 'use': {
      const { code: id, credits } = deed
      return redeem({ object: 'voucher', id }, ...(credits > 0 ? [credit(credits)] : []))
    }
    case 'lock': {
      const redeemables = [{ object: 'voucher', id: deed.code }]
      const session = { type: 'LOCK', key: `lock-${deed.nr}`, ttl: deed.days, ttl_unit: 'DAYS' }
      return post('/v1/validations', { redeemables, order: { amount }, session })
    }
    case 'switch on':
      return post(`/v1/vouchers/${deed.code}/enable`, {})
    case 'coupon':
      return redeem({ object: 'voucher', id: COUPON })
    case 'gift':
      return redeem(credit(deed.credits))
    case 'roll back':
      return post(`/v1/redemptions/${deed.id}/rollbacks`, {})
  }
}

/** The id of a redemption in its answer: of all that was redeemed together. */
export function redemptionIn({ body }: Told): string {
  return String(body.parent_redemption?.id ?? body.redemptions?.[0].id ?? body.id)
}

/** What is seen of the shop, and of coupons by the deeds that fetched them. */
export async function look(
  ask: Ask,
  { cards, reward }: Shop,
  codes: ReadonlyMap<number, string>
): Promise<Seen> {
  const get = async (url: string) => (await ask({ method: 'GET', url })).body
  const coupon = await get(`/v1/vouchers/${COUPON}`)
  const gift = await get(`/v1/vouchers/${GIFT}`)
  const held = await Promise.all(
    cards.map(async code => {
      const { data } = await get(`/v1/loyalties/members/${code}/pending-points?limit=100`)
      const { loyalty_card } = await get(`/v1/vouchers/${code}`)
      const points = data.map((each: { points: number }) => each.points)
      const pending = points.reduce((sum: number, each: number) => sum + each, 0)
      return { balance: loyalty_card.balance, pending }
    })
  )
  const coupons = await Promise.all(
    [...codes].map(async ([nr, code]) => {
      const { active, redemption } = await get(`/v1/vouchers/${code}`)
      return { nr, uses: redemption.redeemed_quantity as number, isOver: !active }
    })
  )
  return {
    cards: held,
    sold: (await get(`/v1/rewards/${reward}`)).redeemed,
    uses: coupon.redemption.redeemed_quantity,
    credit: gift.gift.balance,
    coupons: coupons.toSorted((one, other) => one.nr - other.nr)
  }
}
