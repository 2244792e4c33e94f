/**
 * A program as a shop sets it up over HTTP: cards, what their points buy, and the campaigns that
 * rewards draw from.
 */
import type { Answer, Shop } from './floor.ts'

/** A loyalty program, and the codes of cards that somebody holds. */
export interface Program {
  readonly id: string
  readonly cards: readonly string[]
}

export interface ToldProgram {
  /** On each card from the beginning. */
  readonly points: number
  /** How many members it has; 1 when not said. */
  readonly members?: number
  readonly autoJoin?: boolean
  /** How often a card may be used; null: without limit. */
  readonly quantity?: number | null
  readonly expirationRules?: object
}

let made = 0

/** A name that nothing else has. */
export function newName(what: string): string {
  made++
  return `${what}-${String(made).padStart(5, '0')}`
}

/** A program that makes cards, and its members. */
export async function givenProgram(shop: Shop, told: ToldProgram): Promise<Program> {
  const { points, members = 1, autoJoin = false, quantity = null, expirationRules } = told
  const card = { points, ...(expirationRules && { expiration_rules: expirationRules }) }
  const { id } = await shop.done(
    shop.post('/v1/loyalties', {
      name: newName('Club'),
      type: 'AUTO_UPDATE',
      auto_join: autoJoin,
      voucher: { type: 'LOYALTY_CARD', loyalty_card: card, redemption: { quantity } }
    })
  )
  const cards: string[] = []
  while (cards.length < members) {
    const customer = { source_id: newName('member') }
    cards.push((await shop.done(shop.post(`/v1/loyalties/${id}/members`, { customer }))).code)
  }
  return { id, cards }
}

/** A campaign whose vouchers all exist already; their codes. */
export async function givenVouchers(
  shop: Shop,
  count: number,
  campaign: object
): Promise<{ readonly id: string; readonly codes: readonly string[] }> {
  const { id } = await shop.done(
    shop.post('/v1/campaigns', { name: newName('Pool'), type: 'STATIC', ...campaign })
  )
  const codes = Array.from({ length: count }, () => newName('CODE'))
  for (const code of codes) await shop.done(shop.post(`/v1/campaigns/${id}/vouchers/${code}`))
  return { id, codes }
}

/** Coupons of 5.00, each to be used once. */
export const COUPONS = {
  campaign_type: 'DISCOUNT_COUPONS',
  voucher: {
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' },
    redemption: { quantity: 1 }
  }
} as const

/** Gift cards with nothing on them. */
export const GIFT_CARDS = {
  campaign_type: 'GIFT_VOUCHERS',
  voucher: { type: 'GIFT_VOUCHER', gift: { amount: 0, effect: 'APPLY_TO_ORDER' } }
} as const

/** A point pays a cent. */
export const CENTS = { coin: { exchange_ratio: '0.01', points_ratio: 1 } } as const

export interface Offer {
  readonly rewardId: string
  readonly assignmentId: string
}

export interface ToldOffer {
  /** Null: paying with points, which has no price. */
  readonly price: number | null
  readonly stock?: number | null
  /** A thing of the shop when not said. */
  readonly parameters?: object
}

/** A reward, on offer in a program. */
export async function givenOffer(shop: Shop, programId: string, told: ToldOffer): Promise<Offer> {
  const { price, stock = null, parameters = await givenMug(shop) } = told
  const { id } = await shop.done(
    shop.post('/v1/rewards', { name: newName('Reward'), parameters, stock })
  )
  const parametersOf = price === null ? {} : { parameters: { loyalty: { points: price } } }
  const assigned = await shop.done(
    shop.post(`/v1/loyalties/${programId}/rewards`, [{ reward: id, ...parametersOf }])
  )
  return { rewardId: id, assignmentId: assigned[0].id }
}

async function givenMug(shop: Shop): Promise<object> {
  const product = { source_id: newName('mug'), name: 'A mug', price: 900 }
  return { product: { id: (await shop.done(shop.post('/v1/products', product))).id } }
}

/** Points for every order that is paid. */
export async function givenEarning(shop: Shop, programId: string, points: number): Promise<void> {
  const rule = {
    event: 'order.paid',
    loyalty: { type: 'FIXED', points },
    source: { banner: newName('Thanks') }
  }
  await shop.done(shop.post(`/v1/loyalties/${programId}/earning-rules`, [rule]))
}

/** A rule that a count is at most so much, bound to a reward on offer. */
export async function givenLimit(
  shop: Shop,
  assignmentId: string,
  name: string,
  most: number
): Promise<void> {
  const rules = { 1: { name, conditions: { $less_than_or_equal: [most] } }, logic: '1' }
  const rule = { name: newName('Limit'), rules, type: 'basic', context_type: 'global' }
  const { id } = await shop.done(shop.post('/v1/validation-rules', rule))
  const to = { related_object_type: 'reward_assignment', related_object_id: assignmentId }
  await shop.done(shop.post(`/v1/validation-rules/${id}/assignments`, to))
}

/** Redeems a reward with a card; `order` is what a COIN reward pays. */
export function redeem(
  shop: Shop,
  programId: string,
  code: string,
  { rewardId }: Offer,
  order?: object
): Promise<Answer> {
  const reward = { id: rewardId }
  const body = order === undefined ? { reward } : { reward, order }
  return shop.post(`/v1/loyalties/${programId}/members/${code}/redemption`, body)
}

/** The balance of a card, and how it came to that. */
export async function cardOf(shop: Shop, code: string) {
  const voucher = await shop.done(shop.get(`/v1/vouchers/${code}`))
  const { points, balance, subtracted_points, expired_points } = voucher.loyalty_card
  return {
    points,
    balance,
    subtracted: subtracted_points,
    expired: expired_points,
    redeemed: voucher.redemption.redeemed_points,
    uses: voucher.redemption.redeemed_quantity
  }
}
