import t from 'tap'
import { type Redeemable, standingMatters } from '../../../src/decisions/discounts/judging.ts'
import {
  validateStackedDiscounts,
  withoutUnmade
} from '../../../src/decisions/discounts/redemption.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking.ts'
import { decided } from '../../support/decided.ts'
import { givenCoupon, givenCustomer, givenOccasion } from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import {
  foundCard,
  foundGift,
  foundTier,
  foundVoucher,
  givenApplying,
  givenDiscountFacts,
  unknownRedeemable
} from '../../support/given-discounts.ts'
import { givenOrder, givenOrderItem, givenProduct, givenSku } from '../../support/given-goods.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'

t.test('validateStackedDiscounts: the order after each of what is applied', async t => {
  const facts = givenDiscountFacts([foundVoucher(), foundTier()])
  const { result, changes } = decided(
    validateStackedDiscounts(facts, givenApplying(facts), givenOccasion())
  )
  const { id, lock, isStored, stackingRules, steps, after } = result
  t.strictSame(
    { id, lock, isStored, stackingRules },
    { id: 'valid_000001', lock: null, isStored: false, stackingRules: STACKING_RULES_DEFAULT }
  )
  const figures = [...steps, after].map(order => [
    order?.discountAmount,
    order?.totalAmount,
    order?.appliedDiscountAmount
  ])
  t.strictSame(figures, [
    [500, 700, 500],
    [570, 630, 70],
    [570, 630, 570]
  ])
  t.strictSame(changes, [])
})

t.test(
  'validateStackedDiscounts: the standing is asked for where figures depend on it',
  async t => {
    const rule = givenRule({
      rules: { 1: { name: 'customer.segment', conditions: { $is: ['seg_1'] } }, logic: '1' }
    })
    const rules = [{ assignment: givenRuleAssignment(), rule }]
    const asked = { assignment: givenRuleAssignment(), rule: givenRule() }
    //                 redeemables                                matters
    const rows: readonly (readonly [readonly Redeemable[], boolean])[] = [
      [[foundVoucher(), foundGift(), foundTier(), unknownRedeemable()], false],
      [[foundVoucher(givenCoupon(), { rules: [asked] })], false],
      [[foundVoucher(givenCoupon(), { rules })], true],
      [[foundTier({ rules })], true],
      [[foundTier(), foundCard()], true]
    ]
    for (const [redeemables, matters] of rows) t.equal(standingMatters(redeemables), matters)
  }
)

t.test('validateStackedDiscounts: without the standing the answer is the same', async t => {
  const customer = givenCustomer()
  const known = givenDiscountFacts([foundVoucher(), foundGift()], { customer })
  const command = givenApplying(known, { customer: { id: customer.id } })
  const [one, other] = [known, { ...known, isStandingKnown: false }].map(facts => {
    const { result, changes } = decided(validateStackedDiscounts(facts, command, givenOccasion()))
    const { known, stacked, ...told } = result
    return { changes, told, stacked, isKnown: known !== null }
  })
  t.strictSame(other, { ...one, isKnown: false })
})

t.test('validateStackedDiscounts: goods that only a redemption would make have no id', async t => {
  const overriding = { named: [], productSchema: null, skuSchema: null }
  const inventory = { products: new Map(), skus: new Map(), overriding }
  const facts = givenDiscountFacts([foundVoucher(givenCoupon())], { inventory })
  const line = givenItemCommand({
    relatedObject: 'product',
    sourceId: 'cup',
    price: 900,
    product: { name: 'Cup', override: true }
  })
  const order = givenOrderCommand({ items: [line] })
  const { result } = decided(
    validateStackedDiscounts(facts, givenApplying(facts, { order }), givenOccasion())
  )
  t.strictSame(
    result.goods.map(({ kind }) => kind).filter(kind => kind === 'product.created'),
    ['product.created']
  )
  for (const shown of [...result.steps, result.after]) {
    t.match(shown?.items, [
      { productId: null, sourceId: 'cup', product: { id: null, sourceId: 'cup', name: 'Cup' } }
    ])
  }
})

t.test('validateStackedDiscounts: of goods only the ids of those made are hidden', async t => {
  const made = givenProduct({ id: 'prod_9' })
  const sku = givenSku({ id: 'sku_9', productId: 'prod_9' })
  const told = { sourceId: 'mug', name: 'Mug', price: 1200, metadata: {} }
  const skuTold = { sourceId: 'blue', sku: 'Blue', price: 1200, metadata: {} }
  const order = givenOrder({
    items: [
      givenOrderItem(),
      givenOrderItem({
        productId: 'prod_9',
        skuId: 'sku_9',
        product: { ...told, id: 'prod_9' },
        sku: { ...skuTold, id: 'sku_9' }
      })
    ]
  })
  const hidden = givenOrderItem({
    productId: null,
    skuId: null,
    product: { ...told, id: null },
    sku: { ...skuTold, id: null }
  })
  const show = withoutUnmade([
    { kind: 'product.created', product: made },
    { kind: 'sku.created', sku },
    { kind: 'lock.ended', key: 'cart' }
  ])
  t.strictSame(show(order), { ...order, items: [givenOrderItem(), hidden] })
  t.equal(withoutUnmade([])(order), order)
})
