/**
 * Uses, credit and points that are asked for at the till by many at once, half of them under a lock
 * that they took first. A lock that was granted is redeemed, so as many get something as there is;
 * only what rules count is held by no lock.
 *
 * Spec: validateStackedDiscounts, redeemStackedDiscounts, DiscountSessionRequest.
 */
import type { Chance } from '../../support/chance.ts'
import type { Answer, Shop } from './floor.ts'
import { CENTS, cardOf, givenOffer, givenProgram, newName } from './program.ts'
import { type Supply, TOO_FEW_POINTS } from './rush.ts'

const ORDER = { amount: 1_000_000 }

/** Redeems one thing; under a lock of its own that it took first, or without. */
function atTheTill(shop: Shop, isLocked: boolean, body: object): () => Promise<Answer> {
  return async () => {
    const session = { type: 'LOCK', key: newName('cart'), ttl: 1, ttl_unit: 'HOURS' }
    const sent = { order: ORDER, ...body, ...(isLocked && { session }) }
    if (isLocked) {
      const { valid, inapplicable_redeemables: refused } = await shop.done(
        shop.post('/v1/validations', sent)
      )
      if (!valid) return { status: 400, body: refused[0].result.error }
    }
    const { status, body: answer } = await shop.post('/v1/redemptions', sent)
    if (status === 200) {
      const [first, ...others] = answer.redemptions
      const whole = answer.parent_redemption
      return { status, body: { ...first, others: whole ? [...others, whole] : others } }
    }
    // The record of the refusal, as redeemReward answers with it.
    return { status, body: { ...answer, id: answer.resource_id, result: 'FAILURE' } }
  }
}

/** Now and then hundreds. */
const manyAttempts = ({ pick, between }: Chance) => pick([40, 40, 40, 300]) + between(0, 40)

/** As many attempts of one body; which of them are locked is drawn. */
function attemptsOf(shop: Shop, chance: Chance, attempts: number, body: object) {
  return Array.from({ length: attempts }, () => atTheTill(shop, chance.once(2), body))
}

const lockedUses: Supply = async (shop, chance) => {
  const [quantity, attempts] = [chance.between(1, 25), manyAttempts(chance)]
  const code = newName('LAST')
  await shop.done(
    shop.post(`/v1/vouchers/${code}`, {
      type: 'DISCOUNT_VOUCHER',
      discount: { type: 'AMOUNT', amount_off: 100 },
      redemption: { quantity }
    })
  )
  return {
    told: `${quantity} uses of a code, ${attempts} at once, half of them locked`,
    attempts: attemptsOf(shop, chance, attempts, {
      redeemables: [{ object: 'voucher', id: code }]
    }),
    enoughFor: quantity,
    refusals: ['quantity_exceeded'],
    left: async won => {
      const { redemption } = await shop.done(shop.get(`/v1/vouchers/${code}`))
      return { found: redemption.redeemed_quantity, expected: won.length }
    }
  }
}

const lockedCredit: Supply = async (shop, chance) => {
  const [had, price] = [chance.between(1, 4000), chance.between(100, 900)]
  const attempts = manyAttempts(chance)
  const code = newName('GIFT')
  const voucher = { type: 'GIFT_VOUCHER', gift: { amount: had } }
  await shop.done(shop.post(`/v1/vouchers/${code}`, voucher))
  const redeemables = [{ object: 'voucher', id: code, gift: { credits: price } }]
  return {
    told: `${had} cents on a gift card, ${attempts} at once for ${price}, half of them locked`,
    attempts: attemptsOf(shop, chance, attempts, { redeemables }),
    enoughFor: Math.floor(had / price),
    refusals: ['gift_amount_exceeded'],
    left: async won => {
      const { gift } = await shop.done(shop.get(`/v1/vouchers/${code}`))
      return { found: gift.balance, expected: had - won.length * price }
    }
  }
}

const lockedPoints: Supply = async (shop, chance) => {
  const [times, price] = [chance.between(1, 25), chance.between(1, 20)]
  const attempts = manyAttempts(chance)
  const program = await givenProgram(shop, { points: times * price })
  const { rewardId } = await givenOffer(shop, program.id, { price: null, parameters: CENTS })
  const [code] = program.cards as [string]
  const { holder_id } = await shop.done(shop.get(`/v1/vouchers/${code}`))
  const reward = { id: rewardId, points: price }
  const body = {
    redeemables: [{ object: 'voucher', id: code, reward }],
    customer: { id: holder_id }
  }
  return {
    told: `${times * price} points on a card, ${attempts} at once for ${price}, half locked`,
    attempts: attemptsOf(shop, chance, attempts, body),
    enoughFor: times,
    refusals: [TOO_FEW_POINTS],
    left: async won => {
      const { balance, uses } = await cardOf(shop, code)
      return { found: [balance, uses], expected: [(times - won.length) * price, won.length] }
    }
  }
}

/** A coupon and credit together, of which one runs out first: both are taken, or none is. */
const lockedStacks: Supply = async (shop, chance) => {
  const [quantity, had, price] = [chance.between(1, 25), chance.between(1, 9000), 400]
  const attempts = manyAttempts(chance)
  const [coupon, gift] = [newName('LAST'), newName('GIFT')]
  const discount = { type: 'AMOUNT', amount_off: 100 }
  const uses = { type: 'DISCOUNT_VOUCHER', discount, redemption: { quantity } }
  await shop.done(shop.post(`/v1/vouchers/${coupon}`, uses))
  const credit = { type: 'GIFT_VOUCHER', gift: { amount: had } }
  await shop.done(shop.post(`/v1/vouchers/${gift}`, credit))
  const redeemables = [
    { object: 'voucher', id: coupon },
    { object: 'voucher', id: gift, gift: { credits: price } }
  ]
  return {
    told: `${quantity} uses and ${had} cents, ${attempts} at once for one and ${price}`,
    attempts: attemptsOf(shop, chance, attempts, { redeemables }),
    enoughFor: Math.min(quantity, Math.floor(had / price)),
    refusals: ['quantity_exceeded', 'gift_amount_exceeded'],
    left: async won => {
      const { redemption } = await shop.done(shop.get(`/v1/vouchers/${coupon}`))
      const { gift: left } = await shop.done(shop.get(`/v1/vouchers/${gift}`))
      return {
        found: [redemption.redeemed_quantity, left.balance],
        expected: [won.length, had - won.length * price]
      }
    }
  }
}

/** A promotion that a rule gives so often, which no lock holds. */
const limitedTier: Supply = async (shop, chance) => {
  const [most, attempts] = [chance.between(1, 25), manyAttempts(chance)]
  const { id: campaignId } = await shop.done(
    shop.post('/v1/campaigns', {
      name: newName('Sale'),
      campaign_type: 'PROMOTION',
      type: 'STATIC'
    })
  )
  const action = { discount: { type: 'PERCENT', percent_off: 10 } }
  const tier = { name: newName('Tenth'), action }
  const { id } = await shop.done(shop.post(`/v1/promotions/${campaignId}/tiers`, tier))
  const conditions = { $less_than_or_equal: [most] }
  const rules = { 1: { name: 'campaign.redemptions.count', conditions }, logic: '1' }
  const rule = await shop.done(shop.post('/v1/validation-rules', { name: newName('Most'), rules }))
  const to = { related_object_type: 'promotion_tier', related_object_id: id }
  await shop.done(shop.post(`/v1/validation-rules/${rule.id}/assignments`, to))
  const redeemables = [{ object: 'promotion_tier', id }]
  return {
    told: `${most} times a promotion, ${attempts} at once, half of them locked`,
    attempts: attemptsOf(shop, chance, attempts, { redeemables }),
    enoughFor: most,
    refusals: ['redemption_rules_violated'],
    left: async won => {
      const { summary } = await shop.done(shop.get(`/v1/promotions/tiers/${id}`))
      return { found: summary.redemptions.total_redeemed, expected: won.length }
    }
  }
}

export const lockSupplies = { lockedUses, lockedCredit, lockedPoints, lockedStacks, limitedTier }
