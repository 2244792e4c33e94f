import t from 'tap'
import {
  type FoundVoucher,
  judgeFor,
  judgeUnpaid,
  type Redeemable,
  type RedeemableCommand,
  type Taken,
  type Trial,
  type UnitFound,
  unitGoodsOf
} from '../../../src/decisions/discounts/judging.ts'
import { validateStackedDiscounts } from '../../../src/decisions/discounts/redemption.ts'
import { cartOf } from '../../../src/decisions/orders/lines.ts'
import type { BoundRule } from '../../../src/decisions/redemptions/limits.ts'
import { failureMessageOf, reason } from '../../../src/decisions/refusals.ts'
import type { LockHold, Order, OrderItem, Reward, Voucher } from '../../../src/model.ts'
import type { Cart, Goods } from '../../../src/rules/discounts/cart.ts'
import type { AppliedRedeemable } from '../../../src/rules/stacking.ts'
import { ALWAYS } from '../../../src/rules/validity.ts'
import { decided } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCard,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenGift,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  givenPromotion,
  NOW
} from '../../support/given.ts'
import {
  foundCard,
  foundTier,
  foundVoucher,
  givenApplying,
  givenDiscountFacts,
  givenRedeemable,
  unknownRedeemable
} from '../../support/given-discounts.ts'
import {
  givenOrder,
  givenOrderItem,
  givenProduct,
  givenReward,
  givenSku
} from '../../support/given-goods.ts'
import { givenPromotionTier, givenRule, givenRuleAssignment } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

t.test('failureMessageOf: the words of a rule, of the code, or of none', async t => {
  const found = reason('order_rules_violated', 'entry 1')
  t.equal(failureMessageOf({ ...found, failureMessage: 'too cheap' }), 'too cheap')
  t.equal(failureMessageOf(found), 'order does not match validation rules')
  t.equal(failureMessageOf({ key: 'not_found', details: '' }), 'no applicable redeemables')
})

const MAX = Number.MAX_SAFE_INTEGER
const ADA = givenCustomer()
const MODE = { base: 'DISCOUNTED_AMOUNT', products: 'STACK' } as const
const LATER = '2999-01-01T00:00:00.000Z'
const OVER = { ...ALWAYS, expirationDate: EARLIER }

type Said = Partial<Omit<RedeemableCommand, 'object' | 'id'>>

const coupon = (over: Partial<Voucher> = {}, more: Partial<FoundVoucher> = {}) =>
  foundVoucher(givenCoupon(over), more)

function gift(balance = 1000, said: Said = {}, holds: readonly LockHold[] = []): FoundVoucher {
  const voucher = givenGiftVoucher({ gift: givenGift({ balance }) })
  const lots = [givenLot({ voucherId: 'v_3', amount: 1000, remaining: balance })]
  const sent = givenRedeemable({ id: voucher.code, ...said })
  return foundVoucher(voucher, { purse: { voucher, lots, holds }, sent })
}

const coin = (over: Partial<Reward> = {}) =>
  givenReward({ parameters: { type: 'COIN', exchangeRatio: '1', pointsRatio: 10 }, ...over })

/** Ada's card with points, which a reward lets pay. */
function card(points = 50, more: Partial<FoundVoucher> = {}, said: Said = {}): FoundVoucher {
  const balance = givenBalance({ points, balance: points })
  const voucher = givenCard({ holderId: ADA.id, card: balance })
  const lots = [givenLot({ amount: points, remaining: points })]
  const sent = givenRedeemable({ id: voucher.code, rewardId: 'rew_1', ...said })
  return foundCard({ sent, purse: { voucher, lots }, ownerId: ADA.id, holder: ADA, ...more })
}

const tier = (
  over: Parameters<typeof givenPromotionTier>[0] = {},
  campaign = givenPromotion({ id: 'camp_4' }),
  rules: readonly BoundRule[] = []
) => foundTier({ tier: givenPromotionTier(over), campaign, rules })

const bound = (name: string, conditions: object, more: object = {}): BoundRule => ({
  rule: givenRule({ rules: { 1: { name, conditions } } as never, ...more }),
  assignment: givenRuleAssignment({ relatedObjectType: 'voucher', relatedObjectId: 'v_2' })
})

const opened = (order: Order) => cartOf(order, { collections: new Map(), isStored: false }) as Cart

/** Ada asks, with an order over 12.00 that is not stored. */
function trial({ facts, ...more }: Partial<Omit<Trial, 'facts'>> & { facts?: object } = {}): Trial {
  const order = more.order ?? givenOrder()
  return {
    facts: givenDiscountFacts([], { customer: ADA, countsKept: 0, ...facts }),
    ...{ customer: ADA, isNamed: true, segments: [], metadata: {}, order, isOrdered: true },
    ...{ opened: opened(order), occasion: givenOccasion() },
    ...more
  }
}

type Earlier = readonly AppliedRedeemable<Redeemable, Taken>[]

function judged(redeemable: Redeemable, tried = trial(), applied: Earlier = [], mode = MODE) {
  const turn = { position: applied.length, opened: tried.opened, mode, applied }
  return judgeFor(tried)(redeemable, applied.at(-1)?.step.cart ?? tried.opened, turn)
}

function taken(...asked: Parameters<typeof judged>): Taken {
  const judgement = judged(...asked)
  if ('refused' in judgement) throw new Error(judgement.refused.details)
  return judgement
}

const hold = (more: Partial<LockHold>): LockHold => ({
  ...{ voucherId: 'v_3', key: 'till', uses: 0, credit: 0, points: 0, expiresAt: LATER },
  ...more
})

const nobody = trial({ customer: null, isNamed: false })
const another = trial({ customer: givenCustomer({ id: 'cust_2' }) })
const unordered = trial({ isOrdered: false })
const stored = (status: Order['status']) =>
  trial({ facts: { storedOrder: givenOrder({ status }) } })
const worth = (order: Partial<Order>) => trial({ order: givenOrder({ items: [], ...order }) })

const off = givenPromotion({ active: false })
const ended = givenPromotion({ validity: OVER })
const closed = { campaign: givenCouponCampaign({ active: false }) }
const referral = { isReferralCode: true, holderId: ADA.id }
const mugs = { type: 'UNIT', unit_off: 2, unit_type: 'mug', effect: 'ADD_NEW_ITEMS' } as const
const dear = new Map([['mug', { product: null, sku: givenSku({ price: MAX }) }]])
const cheap = coin({ parameters: { type: 'COIN', exchangeRatio: '1', pointsRatio: 1000 } })
const many = [givenLot({ remaining: MAX }), givenLot({ id: 'lopb_2', remaining: MAX })]
const endless = { purse: { voucher: givenCard({ holderId: ADA.id }), lots: many } }
const used = foundVoucher(givenGiftVoucher({ redemptionQuantity: 1, redeemedQuantity: 1 }))
const items = givenGift({ effect: 'APPLY_TO_ITEMS' })

const offGift = foundVoucher(givenGiftVoucher({ active: false }))
const usedTwice = coupon({ redemptionQuantity: 2, redeemedQuantity: 2 })
const soldOut = { reward: coin({ stock: 1, redeemed: 1 }) }
const ofItems = foundVoucher(givenGiftVoucher({ gift: items }))
const cheapPoint = card(5000, { reward: cheap }, { points: 1 })
const freeMugs = coupon({ discount: mugs })
const tooMany = coupon({ discount: { ...mugs, unit_off: 10_000_000_000 } })
const full = { items: Array.from({ length: 500 }, () => givenOrderItem({ productId: 'prod_9' })) }
const ruled = (...rules: BoundRule[]) => coupon({}, { rules })
const dearOrder = bound('order.amount', { $more_than: [5000] })
const anyOrder = bound('order.amount', { $more_than: [1] })
const vips = bound('customer.segment', { $is: ['seg_1'] })
const ruledTier = tier({}, undefined, [bound('redemption.api_key', { $is: ['till-9'] })])

//  title                       what                            tried with  key, details
const rows: [string, Redeemable, Trial, string, RegExp?][] = [
  ['nothing with the code', unknownRedeemable(), trial(), 'not_found', /NONE/],
  ['an order that is canceled', coupon(), stored('CANCELED'), 'invalid_order', /CANCELED/],
  ['a tier that is off', tier({ active: false }), trial(), 'promotion_inactive'],
  ['a tier of a campaign that is off', tier({}, off), trial(), 'promotion_inactive'],
  ['a tier that is over', tier({ validity: OVER }), trial(), 'promotion_not_active_now'],
  ['a tier of one that is over', tier({}, ended), trial(), 'promotion_not_active_now'],
  ['a campaign that is off', coupon({}, closed), trial(), 'campaign_not_active'],
  ['a coupon that is off', coupon({ active: false }), trial(), 'voucher_disabled'],
  ['a gift for no order, though it is off', offGift, unordered, 'missing_amount'],
  ['a coupon that is over', coupon({ validity: OVER }), trial(), 'voucher_expired'],
  ['points for no reward', card(50, {}, { rewardId: undefined }), trial(), 'missing_reward'],
  ['for an unknown one', card(50, { reward: null }), trial(), 'not_found', /rew_1/],
  ['for none on offer', card(50, { assignment: null }), trial(), 'not_found', /camp_1; assign it/],
  ['of no campaign', card(50, { assignment: null, campaign: null }), trial(), 'not_found'],
  ['for goods', card(50, { reward: givenReward() }), trial(), 'missing_reward', /MATERIAL/],
  ['points for no order', card(), unordered, 'missing_order'],
  ['points of nobody', card(), nobody, 'missing_customer'],
  ['points of somebody else', card(), another, 'invalid_customer'],
  ['a code by its referrer', coupon(referral), trial(), 'referrer_not_permitted_to_redeem'],
  ['what is used up', usedTwice, trial(), 'quantity_exceeded'],
  ['a reward that is sold out', card(50, soldOut), trial(), 'reward_out_of_stock'],
  ['points for a paid order', card(), stored('PAID'), 'invalid_order', /PAID and cannot/],
  ['that others hold', gift(1000, {}, [hold({ credit: 1000 })]), trial(), 'gift_amount_exceeded'],
  ['no credit', gift(0), trial(), 'gift_amount_exceeded'],
  ['more credit than there is', gift(1000, { credits: 1001 }), trial(), 'gift_amount_exceeded'],
  ['credit for no order, though used up', used, unordered, 'missing_amount'],
  ['credit for no amount', used, worth({ amount: null, totalAmount: null }), 'missing_amount'],
  ['credit for no lines', ofItems, worth({ amount: 1200 }), 'missing_order_items_amount'],
  ['points for nothing', card(), worth({ amount: 0, totalAmount: 0 }), 'invalid_order', /nothing/],
  ['no points', card(0), trial(), 'loyalty_card_points_exceeded'],
  ['points worth nothing', card(1, { reward: cheap }), trial(), 'loyalty_card_points_exceeded'],
  ['more than there are', card(50, {}, { points: 51 }), trial(), 'loyalty_card_points_exceeded'],
  ['points worth nothing', cheapPoint, trial(), 'invalid_amount', /1 points are worth nothing/],
  ['points beyond all numbers', card(2 ** 53), trial(), 'invalid_amount', /exceed 9007/],
  ['points beyond count', card(50, endless), trial(), 'invalid_amount', /exceed 9007/],
  ['goods beyond count', freeMugs, trial({ facts: { units: dear } }), 'invalid_amount', /exceeds/],
  ['goods for a full order', freeMugs, worth(full), 'invalid_order', /more than 500 lines/],
  ['more than a line has', tooMany, trial(), 'invalid_order', /more than 9999999999 units/],
  // Told before one on the order.
  ['on the customer', ruled(dearOrder, vips), trial(), 'customer_rules_violated'],
  ['a rule on the order', ruled(dearOrder), trial(), 'order_rules_violated'],
  ['a rule on an order that is not sent', ruled(anyOrder), unordered, 'order_rules_violated'],
  ['a rule on the redemption', ruledTier, trial(), 'redemption_rules_violated']
]

/** What a caller may do about it, in the imperative; figures that are too small speak for themselves. */
const NEXT_STEP = /\b(send|use|assign|enable|wait|change|choose|raise|see|redeem it by)\b/i
const SELF_EVIDENT = /^not_found$|^(gift_amount|loyalty_card_points)_exceeded$|_rules_violated$/

t.test('judgeFor: refuses', async t => {
  table(t, rows, (t, _, redeemable, tried, key, details = /./) => {
    const judgement = judged(redeemable, tried)
    if (!('refused' in judgement)) throw new Error('not refused')
    t.equal(judgement.refused.key, key)
    t.match(judgement.refused.details, details)
    if (!SELF_EVIDENT.test(key)) t.match(judgement.refused.details, NEXT_STEP)
  })
})

t.test('judgeFor: a broken rule is told in the words of the shop', async t => {
  const words = { errorMessage: 'Spend more' }
  const rules = [bound('order.amount', { $more_than: [5000] }, words)]
  t.match(judged(coupon({}, { rules })), { refused: words })
})

t.test('judgeFor: of a stored order it is said that it lacks what a rule asks for', async t => {
  const rules = [bound('order.amount', { $more_than: [0] })]
  const order = givenOrder({ items: [], amount: null, totalAmount: null })
  const details = /order ord_1, which counts as it is stored/
  const asked = trial({ order, facts: { storedOrder: order } })
  t.match(judged(coupon({}, { rules }), asked), { refused: { details } })
})

const mug = new Map([['mug', { product: null, sku: givenSku({ price: 100 }) }]])

//  title                          what                               tried with, takes
const takings: [string, Redeemable, Trial, object][] = [
  ['a coupon', coupon(), trial(), { discount: 500, credit: null, points: null, lots: [] }],
  ['a coupon for nobody', coupon(), nobody, { discount: 500 }],
  ['a coupon of its holder', coupon({ holderId: ADA.id }), trial(), { discount: 500 }],
  ['a tier', tier(), trial(), { discount: 120, credit: null }],
  ['goods', coupon({ discount: mugs }), trial({ facts: { units: mug } }), { discount: 200 }],
  ['credit', gift(), trial(), { discount: 1000, credit: 1000, lots: [{ amount: 1000 }] }],
  ['some credit', gift(1000, { credits: 300 }), trial(), { discount: 300, credit: 300 }],
  ['credit that nobody holds', gift(1000, {}, [hold({ credit: 400 })]), trial(), { credit: 600 }],
  ['credit, but nothing to pay', gift(1), worth({ amount: 0 }), { discount: 0, credit: 0 }],
  ['points', card(), trial(), { discount: 500, points: 50, lots: [{ amount: 50 }] }],
  ['some points', card(50, {}, { points: 20 }), trial(), { discount: 200, points: 20 }],
  ['points for a stored order', card(), stored('CREATED'), { points: 50 }],
  ['in stock', card(50, { reward: coin({ stock: 2, redeemed: 1 }) }), trial(), { points: 50 }],
  ['a coupon of an open campaign', coupon({}, { campaign: givenCouponCampaign() }), trial(), {}],
  ['without an amount', coupon(), worth({ amount: null, totalAmount: null }), { discount: 0 }],
  ['a referral code for another', coupon(referral), another, { discount: 500 }]
]

t.test('judgeFor: what each kind takes', async t => {
  table(t, takings, (t, _, redeemable, tried, takes) => {
    t.match(taken(redeemable, tried), takes)
  })
})

t.test('judgeFor: a rule sees what the earlier redeemables took and counted', async t => {
  const daily = bound('redemption.count.daily', { $less_than_or_equal: [1] })
  const asked = trial({ facts: { counts: [] } })
  const once = coupon({}, { rules: [daily] })
  const step = taken(once, asked)
  t.match(
    step.counts?.find(({ by }) => by === 'any'),
    { total: 1, dayCount: 1, day: NOW.slice(0, 10) }
  )
  const earlier: Earlier = [{ status: 'APPLICABLE', redeemable: once, step }]
  t.match(judged(once, asked, earlier), { refused: { key: 'redemption_rules_violated' } })
  t.equal(taken(coupon(), asked, earlier).counts?.find(({ by }) => by === 'any')?.total, 2)
  const unread: Earlier = [
    { status: 'APPLICABLE', redeemable: once, step: { ...step, counts: null } }
  ]
  t.equal(taken(coupon(), asked, unread).counts?.find(({ by }) => by === 'any')?.total, 1)
  t.equal(taken(coupon(), trial(), earlier).counts, null)
  const rest = coupon({}, { rules: [bound('order.amount', { $less_than_or_equal: [700] })] })
  t.match(judged(rest, asked), { refused: { key: 'order_rules_violated' } })
  t.equal(taken(rest, asked, earlier).discount, 500)
  const whole = coupon({}, { rules: [bound('order.initial_amount', { $is: [1200] })] })
  t.equal(taken(whole, asked, earlier).discount, 500)
  const sent = trial({ order: givenOrder({ initialAmount: 1200, discountAmount: 100 }) })
  t.equal(taken(whole, sent).discount, 500)
  const unpriced = worth({ amount: null, totalAmount: null })
  const customers = coupon({}, { rules: [bound('customer.segment', { $is: ['seg_1'] })] })
  t.match(judged(customers, unpriced), { refused: { key: 'customer_rules_violated' } })
})

t.test('judgeFor: a reward is in stock but for what the earlier cards took of it', async t => {
  const step = taken(card())
  const paidWith = (redeemable: Redeemable): Earlier => [{ status: 'APPLICABLE', redeemable, step }]
  const last = card(50, { reward: coin({ stock: 2, redeemed: 1 }) }, { points: 20 })
  const earlier = { ...last, sent: givenRedeemable({ id: 'OTHER' }) }
  t.match(judged(last, trial(), paidWith(earlier)), { refused: { key: 'reward_out_of_stock' } })
  const rows: [string, Redeemable][] = [
    ['another reward', { ...earlier, reward: coin({ id: 'rew_2' }) }],
    ['a coupon', coupon()],
    ['a tier', tier()]
  ]
  table(t, rows, (t, _, redeemable) => {
    t.equal(taken(last, trial(), paidWith(redeemable)).points, 20)
  })
})

t.test('judgeUnpaid: whether a card or a gift can be used at all', async t => {
  const none = { discount: 0, hasEffect: false, credit: null, points: null, lots: [] }
  t.match(judgeUnpaid(card(50, { reward: null, assignment: null }), unordered), none)
  t.match(judgeUnpaid(gift(), unordered), none)
  const full = givenGiftVoucher({ redemptionQuantity: 1, redeemedQuantity: 1 })
  const key = (of: FoundVoucher, tried: Trial) => {
    const judgement = judgeUnpaid(of, tried)
    return 'refused' in judgement ? judgement.refused.key : null
  }
  t.equal(key(foundVoucher(full), unordered), 'quantity_exceeded')
  t.equal(key(foundVoucher(givenGiftVoucher({ active: false })), unordered), 'voucher_disabled')
  t.equal(key(card(), nobody), 'missing_customer')
})

const collections = new Map([['prod_1', ['pc_1']]])
const opening = { collections, isStored: false }
const told = { sourceId: 'mug', name: 'Mug', price: 1200, metadata: {} }
const skuTold = { sourceId: 'blue', sku: 'Blue', price: 1200, metadata: {} }

const NAMELESS: Goods = {
  object: null,
  productId: null,
  productSourceId: null,
  skuId: null,
  skuSourceId: null
}

t.test('cartOf: how a line names its goods', async t => {
  const nothing = { productId: null }
  const bySku = { relatedObject: 'sku' } as const
  // biome-ignore format: a table
  const rows: readonly [string, Partial<OrderItem>, Partial<Goods>][] = [
    ['not at all', nothing, {}],
    ['a product by id', {}, { object: 'product', productId: 'prod_1' }],
    ['a product by source id', { ...nothing, sourceId: 'mug' },
      { object: 'product', productSourceId: 'mug' }],
    ['a stored product', { product: { ...told, id: 'prod_1' } },
      { object: 'product', productId: 'prod_1', productSourceId: 'mug' }],
    ['a SKU by id', { skuId: 'sku_1', sourceId: 'blue' },
      { object: 'sku', productId: 'prod_1', skuId: 'sku_1', skuSourceId: 'blue' }],
    ['a SKU by source id', { ...nothing, ...bySku, sourceId: 'blue' },
      { object: 'sku', skuSourceId: 'blue' }],
    ['a stored SKU', { ...bySku, skuId: 'sku_1', sku: { ...skuTold, id: 'sku_1' } },
      { object: 'sku', productId: 'prod_1', skuId: 'sku_1', skuSourceId: 'blue' }]
  ]
  table(t, rows, (t, _, over, expected) => {
    const cart = cartOf(givenOrder({ items: [givenOrderItem(over)] }), opening)
    const { object, productId, productSourceId, skuId, skuSourceId } = cart?.lines[0] ?? NAMELESS
    const found = { object, productId, productSourceId, skuId, skuSourceId }
    t.strictSame(found, { ...NAMELESS, ...expected })
    const isProduct = found.productId !== null
    t.equal(cart?.lines[0]?.ids.includes('pc_1'), isProduct)
  })
})

const product = givenProduct()
const sku = givenSku()

t.test('unitGoodsOf: goods that a discount gives, as the inventory has them', async t => {
  const ofProduct = { productId: 'prod_1', productSourceId: 'mug' }
  const noSku = { skuId: null, skuSourceId: null }
  const ofSku = { object: 'sku', skuId: 'sku_1', skuSourceId: 'mug-blue' }
  const skuIds = { ownIds: ['sku_1', 'mug-blue'] }
  const ids = ['prod_1', 'pc_1']
  const named = { name: 'Blue mug', price: 1200 }
  const nothing = { productId: null, productSourceId: null, ...noSku, ownIds: [], ids: [] }
  // biome-ignore format: a table
  const rows: readonly [string, UnitFound, object][] = [
    [
      'a product',
      { product, sku: null },
      {
        ...{ object: 'product', ...ofProduct, ...noSku, ownIds: ['prod_1', 'mug'], ids },
        ...{ name: 'Stoneware mug', price: 1200 }
      }
    ],
    ['a SKU at the price of its product', { product, sku },
      { ...ofSku, ...skuIds, ...ofProduct, ids: ['prod_1', 'sku_1', 'pc_1'], ...named }],
    [
      'a SKU at its own price',
      { product, sku: givenSku({ price: 900 }) },
      { ...ofSku, ...skuIds, ...ofProduct, ids: ['prod_1', 'sku_1', 'pc_1'], ...named, price: 900 }
    ],
    ['nothing', { product: null, sku: null },
      { object: 'product', ...nothing, name: null, price: null }]
  ]
  table(t, rows, (t, _, found, expected) => {
    const { ids, ...goods } = unitGoodsOf(found, collections)
    const { ids: own, ...others } = expected as typeof goods & { readonly ids: readonly string[] }
    t.strictSame(goods, others)
    t.strictSame(ids.toSorted(), own.toSorted())
  })
})

t.test('orderOfCart: lines that a discount added', async t => {
  const added = {
    ...{ quantity: 2, initialQuantity: 0, discountQuantity: 2, price: 1200, amount: 2400 },
    ...{ initialAmount: 0, discountAmount: 2400, subtotalAmount: 0, metadata: {} },
    ...{ appliedDiscountAmount: 2400, appliedDiscountQuantity: 2 },
    ...{ appliedQuantity: 2, appliedQuantityAmount: 2400 }
  }
  const ofProduct = { id: 'prod_1', sourceId: 'mug', metadata: {} }
  const ofSku = { id: 'sku_1', sourceId: 'mug-blue', sku: 'Blue mug', price: 1200, metadata: {} }
  const bySku = { skuId: 'sku_1', sourceId: 'mug-blue', relatedObject: 'sku', sku: ofSku }
  // biome-ignore format: a table
  const rows: readonly [string, UnitFound, object][] = [
    [
      'a product',
      { product, sku: null },
      {
        ...{ productId: 'prod_1', skuId: null, sourceId: 'mug', relatedObject: 'product' },
        ...{ product: { ...ofProduct, name: 'Stoneware mug', price: 1200 }, sku: null }
      }
    ],
    ['a SKU', { product, sku },
      { productId: 'prod_1', ...bySku, product: { ...ofProduct, name: null, price: null } }],
    ['a SKU of no product', { product: null, sku: givenSku({ price: 1200 }) },
      { productId: null, ...bySku, product: null }]
  ]
  table(t, rows, (t, _, found, expected) => {
    const discount = { type: 'UNIT', effect: 'ADD_NEW_ITEMS', unit_type: 'mug', unit_off: 2 }
    const free = foundVoucher(givenCoupon({ discount: discount as never }))
    const facts = givenDiscountFacts([free], { units: new Map([['mug', found]]) })
    const { result } = decided(
      validateStackedDiscounts(facts, givenApplying(facts), givenOccasion())
    )
    t.strictSame(result.after?.items, [{ ...added, ...expected }])
    t.strictSame([result.after?.amount, result.after?.totalAmount], [3600, 1200])
  })
})
