import t from 'tap'
import type {
  ApplyDiscounts,
  DiscountFacts,
  Redeemable
} from '../../../src/decisions/discounts/judging.ts'
import { handOut, redeemStackedDiscounts } from '../../../src/decisions/discounts/redemption.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  givenCategory,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenGift,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  givenTotals,
  NOW
} from '../../support/given.ts'
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
import { givenLink, givenOrder, givenProduct, givenReward } from '../../support/given-goods.ts'
import { givenRedemption } from '../../support/given-records.ts'
import {
  givenAutoSegment,
  givenFixedRule,
  givenPromotionTier,
  givenRule,
  givenRuleAssignment,
  givenTiers
} from '../../support/given-rules.ts'
import { givenProgram } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const ada = givenCustomer()
const isAda = { customer: { id: ada.id } }
const off = givenCoupon({ active: false })
const MOST = Number.MAX_SAFE_INTEGER
const lock = { key: 'cart', ttl: undefined, ttlUnit: undefined }

function redeemed(facts: DiscountFacts, over: Partial<ApplyDiscounts> = {}) {
  return redeemStackedDiscounts(facts, givenApplying(facts, over), givenOccasion())
}

const fixed = (event: string, points: number) =>
  givenFixedRule(points, { event: event as 'order.paid' })

const segmentOf = (field: string, above: number) =>
  givenAutoSegment({ [field]: { $more_than: [above] } })

const entering = { ...fixed('customer.segment.entered', MOST), segmentId: 'seg_1' }
const known = (over: Partial<DiscountFacts> = {}) => ({ customer: ada, ...over })
const mode = (redeemablesApplicationMode: 'ALL' | 'PARTIAL') => ({
  stackingRules: { ...STACKING_RULES_DEFAULT, redeemablesApplicationMode }
})
const nothing = {
  key: 'no_applicable_redeemables',
  details: 'None of the redeemables applies to this order; validate it to see why'
}

t.test('redeemStackedDiscounts: refuses without a record', async t => {
  const idle = foundVoucher(
    givenCoupon({ discount: { type: 'AMOUNT', amount_off: 5, effect: 'APPLY_TO_ITEMS' } })
  )
  const skip = { ...mode('PARTIAL').stackingRules, redeemablesNoEffectRule: 'SKIP' } as const
  const earning = { programs: [givenProgram({ rules: [fixed('order.paid', MOST)] })] }
  const following = {
    programs: [givenProgram({ rules: [entering] })],
    filterSegments: [segmentOf('summary.redemptions.total_succeeded', 0)],
    totals: givenTotals()
  }
  const canceled = {
    key: 'invalid_payload',
    details: 'Property .order.status: a redemption pays its order; send no status, or PAID'
  }
  const twice = {
    key: 'duplicated_redeemables',
    details: 'redeemables[1] is SPRING-1 once more; send each redeemable once'
  }
  const unknown = {
    key: 'not_found',
    details: 'Cannot find voucher with id NONE',
    resourceId: 'NONE',
    resourceType: 'voucher',
    redeemable: { id: 'NONE', object: 'voucher' }
  }
  const uncounted = { key: 'invalid_amount' }
  const cancel = (order: object) => ({ order: givenOrderCommand({ ...order, status: 'CANCELED' }) })
  const one = (over: Partial<DiscountFacts> = {}) => givenDiscountFacts([foundVoucher()], over)
  const both = givenDiscountFacts([foundVoucher(), foundVoucher()])
  const leftOut = givenDiscountFacts([idle], { stackingRules: skip })
  const stored = one({ storedOrder: givenOrder() })
  const rows: readonly [string, DiscountFacts, Partial<ApplyDiscounts>, object][] = [
    ['a new order that is canceled', one(), cancel({ amount: 1200 }), canceled],
    ['a stored order', stored, cancel({ id: 'ord_1' }), { key: 'invalid_payload' }],
    ['the whole request', both, {}, twice],
    ['only what is left out, of which one would do', leftOut, {}, nothing],
    ['something unknown', givenDiscountFacts([unknownRedeemable()]), {}, unknown],
    ['points of the order that cannot be counted', one(known(earning)), isAda, uncounted],
    ['points after it that cannot be counted', one(known(following)), isAda, uncounted]
  ]
  table(t, rows, (t, _, facts, over, refusal) => {
    const found = refused(redeemed(facts, over))
    if ('details' in refusal) t.strictSame(found, refusal)
    else t.match(found, refusal)
  })
})

const joining = givenProgram({
  tiers: givenTiers(),
  rules: [fixed('customer.loyalty.tier.joined', MOST)]
})
const unlucky = {
  programs: [givenProgram({ rules: [entering] })],
  filterSegments: [segmentOf('summary.redemptions.total_failed', 0)],
  totals: givenTotals()
}

t.test('redeemStackedDiscounts: records a refusal once', async t => {
  const closed = foundVoucher(off)
  const noted = ['redemption.recorded', 'redemption.failed']
  const counted = [...noted, 'totals redemptionsFailed+1']
  const unnamed = { customer: { name: 'Cleo' } }
  const inactive = foundTier({ tier: givenPromotionTier({ active: false }) })
  const ofCampaign = foundVoucher(off, { campaign: givenCouponCampaign() })
  const disabled = 'voucher is disabled'
  const none = 'no applicable redeemables'
  type Row = [
    string,
    readonly Redeemable[],
    Partial<DiscountFacts>,
    Partial<ApplyDiscounts>,
    readonly unknown[],
    readonly string[]
  ]
  const disabledOf = (campaign: string | null, customer: string | null) => [
    ...['voucher_disabled', disabled, campaign, customer]
  ]
  const inapplicable = (customer: string | null) => [
    ...['no_applicable_redeemables', none, null, customer]
  ]
  const ofTier = ['promotion_inactive', 'Inactive Promotion', 'camp_4', 'cust_1']
  const ben = { customer: { sourceId: 'ben' } }
  const partly = { ...known(), ...mode('PARTIAL') }
  const adas = disabledOf(null, 'cust_1')
  //  who and what; found, facts and request; code, words, campaign and customer; changes
  const rows: readonly Row[] = [
    ['of nobody', [closed], {}, {}, disabledOf(null, null), noted],
    ['of somebody new', [ofCampaign, foundTier()], {}, ben, disabledOf('camp_2', null), noted],
    ['of a customer', [foundTier(), closed], known(), isAda, adas, counted],
    ['of a tier', [inactive], known(), isAda, ofTier, counted],
    ['PARTIAL, of nothing', [closed, inactive], mode('PARTIAL'), {}, inapplicable(null), noted],
    ['of unknowns', [unknownRedeemable(), closed], partly, isAda, inapplicable('cust_1'), counted],
    // Though points before it, and after it, cannot be counted.
    ['due before', [closed], known({ programs: [joining] }), unnamed, adas, counted],
    ['due after', [closed], known(unlucky), isAda, adas, counted]
  ]
  table(t, rows, (t, _, found, over, asked, said, changes) => {
    const decision = decided(redeemed(givenDiscountFacts(found, over), { lock, ...asked }))
    const { result } = decision
    if (!('record' in result)) throw new Error('nothing was refused')
    const { failureCode, failureMessage, campaignId, customer, id } = result.record
    t.strictSame([failureCode, failureMessage, campaignId, customer?.id ?? null], said)
    t.strictSame(outline(decision.changes), changes)
    t.match(result.refusal, { key: said[0], resourceId: id, resourceType: 'redemption' })
  })
})

const FREE_MUG = { type: 'UNIT', effect: 'ADD_NEW_ITEMS', unit_type: 'mug', unit_off: 1 } as never

/** The lines of counts apart from the others. */
function partition(lines: readonly string[]): readonly [readonly string[], readonly string[]] {
  const isCount = (line: string) => line.startsWith('counted ')
  return [lines.filter(line => !isCount(line)), lines.filter(isCount)]
}

t.test('redeemStackedDiscounts: what each kind changes', async t => {
  const limited = { rule: givenRule({ rules: {} }), assignment: givenRuleAssignment() }
  const held = { holderId: 'cust_2' }
  const bens = foundGift(held)
  const own = givenGiftVoucher({ holderId: 'cust_1', gift: givenGift() })
  const ownLots = [givenLot({ voucherId: own.id, amount: 1000, remaining: 1000 })]
  const ownGift = foundVoucher(own, { purse: { voucher: own, lots: ownLots } })
  const ordered = ['order.created', 'order.created', 'order.paid']
  const recorded = ['redemption.recorded', 'redemption.succeeded']
  type Row = [
    string,
    readonly Redeemable[],
    Partial<DiscountFacts>,
    Partial<ApplyDiscounts>,
    readonly string[],
    number
  ]
  const gift = 'giftBalance-1000 giftRedeemedAmount+1000'
  const paid = 'ordersAmount+200 ordersCount+1 redemptionsSucceeded+1'
  const redeemedVoucher = [...ordered, 'voucher.redeemed', ...recorded]
  const redeemedTier = [...ordered, 'promotionTier.redeemed', ...recorded]
  const limitedTier = foundTier({ category: givenCategory(), rules: [limited] })
  const ofReward = foundVoucher(givenCoupon(), { reward: givenReward() })
  const free = foundVoucher(givenCoupon({ discount: FREE_MUG }))
  const mugs = { units: new Map([['mug', { product: givenProduct(), sku: null }]]) }
  const unordered = { order: undefined }
  const bensUsed = [...ordered, 'v_3 -1000', `totals ${gift}`, ...recorded]
  const adasUsed = ['v_3 -1000', ...ordered, ...recorded, `totals ${gift} ${paid}`]
  const pointsUsed = [
    ...['v_1 -100', ...ordered, 'reward.redeemed', ...recorded],
    `totals cardBalance-100 cardRedeemedPoints+100 ${paid}`
  ]
  //  what; found, facts and request; changes, and how many counts of redemptions
  const rows: readonly Row[] = [
    ['a coupon', [foundVoucher()], {}, {}, redeemedVoucher, 2],
    ['a tier, with a lock', [limitedTier], {}, { lock }, [...redeemedTier, 'lock.ended'], 4],
    ['a coupon that names a reward', [ofReward], {}, {}, redeemedVoucher, 2],
    ["nobody's gift", [foundGift()], {}, {}, [...ordered, 'v_3 -1000', ...recorded], 2],
    ["another's gift", [bens], {}, {}, bensUsed, 2],
    ["another's gift, by Ada", [bens], known(), isAda, [...bensUsed, `totals ${paid}`], 3],
    ['her own gift', [ownGift], known(), isAda, adasUsed, 3],
    ['points', [foundCard()], known({ programs: [] }), isAda, pointsUsed, 8],
    ['free goods, without an order', [free], mugs, unordered, redeemedVoucher, 2],
    ['nothing, without an order', [foundTier()], {}, unordered, redeemedTier, 4]
  ]
  table(t, rows, (t, _, found, over, asked, changes, counts) => {
    const facts = givenDiscountFacts(found, over)
    const { result, changes: made } = decided(redeemed(facts, asked))
    if (!('redemptions' in result)) throw new Error(result.refusal.details)
    t.equal(result.order.status, 'PAID')
    const [lines, counted] = partition(outline(made))
    t.strictSame([lines, counted.length], [changes, counts])
  })
})

t.test('redeemStackedDiscounts: several have a parent, and each its order', async t => {
  const facts = givenDiscountFacts([foundVoucher(), foundTier()])
  const { result } = decided(redeemed(facts))
  if (!('redemptions' in result)) throw new Error(result.refusal.details)
  const { redemptions, parent, order } = result
  t.strictSame(
    redemptions.map(({ redemption: { id, stackId, discount, order } }) => [
      ...[id, stackId, discount],
      order?.totalAmount
    ]),
    [
      ['r_000001', 'r_000003', 500, 700],
      ['r_000002', 'r_000003', 70, 630]
    ]
  )
  t.match(parent, { id: 'r_000003', stackId: null, result: 'SUCCESS', customer: { id: null } })
  t.match(order.redemptions, {
    r_000003: { stacked: ['r_000001', 'r_000002'], relatedObjectType: 'redemption' }
  })
})

/** How a discount counts where no stacking rules say it otherwise. */
const TERMS = {
  mode: { base: 'DISCOUNTED_AMOUNT', products: 'STACK' } as const,
  applicability: []
}

t.test('redeemStackedDiscounts: the order knows what was taken off its lines', async t => {
  const discount = { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ITEMS' } as const
  const facts = givenDiscountFacts([foundVoucher(givenCoupon({ discount }))])
  const order = givenOrderCommand({ items: [givenItemCommand({ amount: 1200 })] })
  const { result } = decided(redeemed(facts, { order }))
  if (!('redemptions' in result)) throw new Error(result.refusal.details)
  const none = { discountQuantity: 0, addedQuantity: 0, addedAmount: 0 }
  t.strictSame(result.order.redemptions, {
    r_000001: givenLink(0, {
      date: NOW,
      relatedObjectId: 'v_2',
      relatedObjectParentId: null,
      terms: [{ redemptionId: 'r_000001', ...TERMS, off: { discount } }],
      lines: [{ index: 0, discountAmount: 500, ...none }]
    })
  })
})

t.test('redeemStackedDiscounts: a stored order that is paid keeps its status', async t => {
  const rows = [
    ['FULFILLED', undefined, 'FULFILLED'],
    ['CREATED', undefined, 'PAID'],
    ['CREATED', 'FULFILLED', 'FULFILLED']
  ] as const
  for (const [stored, status, after] of rows) {
    const storedOrder = givenOrder({ customerId: null, status: stored })
    const facts = givenDiscountFacts([foundVoucher()], { storedOrder })
    const order = givenOrderCommand({ id: 'ord_1', status })
    const { result } = decided(redeemed(facts, { order, metadata: { till: 'x' } }))
    if (!('redemptions' in result)) throw new Error(result.refusal.details)
    t.equal(result.order.status, after)
    t.strictSame(result.redemptions[0]?.redemption.metadata, { till: 'x' })
  }
})

t.test('handOver: what does not exist is never applied', async t => {
  const redeemable = unknownRedeemable()
  const facts = givenDiscountFacts([redeemable])
  const handing = { record: givenRedemption(), facts, customer: null }
  const applied = { status: 'APPLICABLE', redeemable, step: {} } as never
  t.throws(() => handOut(applied, handing, givenOccasion()), { message: 'NONE is unknown' })
})
