import t from 'tap'
import {
  type ApplyDiscounts,
  type DiscountFacts,
  type Redeemable,
  standingMatters
} from '../../../src/decisions/discounts/judging.ts'
import {
  handOut,
  redeemStackedDiscounts,
  validateStackedDiscounts,
  withoutUnmade
} from '../../../src/decisions/discounts/redemption.ts'
import type { LockHold } from '../../../src/model.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  EARLIER,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
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
import {
  givenOrder,
  givenOrderItem,
  givenProduct,
  givenReward,
  givenSku
} from '../../support/given-goods.ts'
import { givenRedemption } from '../../support/given-records.ts'
import {
  givenAutoSegment,
  givenFixedRule,
  givenPromotionTier,
  givenProperty,
  givenRule,
  givenRuleAssignment,
  givenSchema,
  givenTiers
} from '../../support/given-rules.ts'
import { givenProgram } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const coupon = foundVoucher()
const ada = givenCustomer()
const MISSING = 'till: must be given: a string is required (nothing was sent)'
const MOST = Number.MAX_SAFE_INTEGER
const schema = (relatedObject: 'customer' | 'redemption') =>
  givenSchema({ relatedObject, properties: { till: givenProperty({ optional: false }) } })
/** The card joins a tier when it is looked at, and that earns more than can be counted. */
const outgrown = givenProgram({
  tiers: givenTiers(),
  rules: [givenFixedRule(MOST, { event: 'customer.loyalty.tier.joined' })]
})

function tried(facts: DiscountFacts, over: Partial<ApplyDiscounts> = {}) {
  return validateStackedDiscounts(facts, givenApplying(facts, over), givenOccasion())
}

type Row = [string, DiscountFacts, Partial<ApplyDiscounts>, object]

const ownOrder = givenOrder({ customerId: 'cust_2' })
const stackingRules = { ...STACKING_RULES_DEFAULT, redeemablesLimit: 1 }
const one = (over: Partial<DiscountFacts> = {}) => givenDiscountFacts([coupon], over)
const again = 'once more; send each redeemable once'

/** Lines with as much metadata as each may have, 6.5 million characters in all. */
const long = givenOrderCommand({
  items: Array.from({ length: 100 }, () =>
    givenItemCommand({ amount: 100, metadata: { text: 'x'.repeat(65_000) } })
  )
})

const noSuch = (resourceType: string, resourceId: string) => ({
  key: 'not_found',
  details: `Cannot find ${resourceType} with id ${resourceId}`,
  ...{ resourceId, resourceType }
})
const misfit = (details: string) => ({ key: 'metadata_validation_failed', details })
const invalid = { key: 'invalid_payload' }
const uncounted = { key: 'invalid_amount' }
const twice = (details: string) => ({ key: 'duplicated_redeemables', details })
const notTheirs = (customer: string) => ({
  key: 'invalid_customer',
  details: `Order ord_1 is another customer's, not ${customer}'s; send its own`,
  ...{ resourceId: customer, resourceType: 'customer' }
})
const tooMany = {
  key: 'invalid_redeemables',
  details: 'The request has 2 redeemables; the stacking rules take 1, so send fewer'
}
const unnamed = {
  key: 'invalid_customer',
  details: "Order ord_1 is another customer's; send its own"
}
const gone = {
  key: 'invalid_customer',
  details: 'Order ord_1 is of a customer who is gone and takes no discounts; send a new one'
}
const tooLong = {
  key: 'invalid_payload',
  details: /^Property \.order: must have at most 5592405 char.* where it is answered 3 times/
}

const two = [coupon, foundTier()]
const ord1 = { order: givenOrderCommand({ id: 'ord_1' }) }
const isAda = { customer: { id: ada.id } }
const isBen = { customer: { sourceId: 'ben' } }
const owned = one({ storedOrder: ownOrder })
const most = [givenOrderItem({ amount: MOST }), givenOrderItem({ amount: MOST })]
const ofMost = one({ storedOrder: givenOrder({ customerId: null, items: most }) })
const sentMost = [givenItemCommand({ amount: MOST }), givenItemCommand({ amount: MOST })]
const order1200 = (over: object) => ({ order: givenOrderCommand({ amount: 1200, ...over }) })
const strangers = { customer: { metadata: { note: 'x'.repeat(65_536) } } }
const longLock = { lock: { key: 'cart', ttl: 366, ttlUnit: 'DAYS' } } as const
const withSchema = one({ customerSchema: schema('customer') })
const needing = one({ redemptionSchema: schema('redemption') })
const unknowns = givenDiscountFacts([unknownRedeemable(), unknownRedeemable()])
const again3 = givenDiscountFacts([...two, foundVoucher()])

// biome-ignore format: a table
const refusals: readonly Row[] = [
  ['too many redeemables', givenDiscountFacts(two, { stackingRules }), {}, tooMany],
  ['a voucher twice', again3, {}, twice(`redeemables[2] is SPRING-1 ${again}`)],
  ['something unknown twice', unknowns, {}, twice(`redeemables[1] is NONE ${again}`)],
  ['an unknown customer', one(), { customer: { id: 'cust_9' } }, noSuch('customer', 'cust_9')],
  ['metadata that does not fit the customer', withSchema,
    { customer: { sourceId: 'ben', metadata: {} } }, misfit(`customer.metadata: ${MISSING}`)],
  ['points due before it', one({ customer: ada, programs: [outgrown] }), isAda, uncounted],
  ['an unknown order', one(), { order: givenOrderCommand({ id: 'ord_9' }) },
    noSuch('order', 'ord_9')],
  ["another customer's order", one({ storedOrder: ownOrder, customer: ada }), { ...ord1, ...isAda },
    notTheirs('cust_1')],
  ['of another, for somebody new', owned, { ...ord1, ...isBen }, notTheirs('ben')],
  ['without a name', owned, { ...ord1, customer: { email: 'ben@example.com' } }, unnamed],
  ['the order of somebody who is gone', owned, ord1, gone],
  ['a mistake in the order', one(), order1200({ createdAt: EARLIER }), invalid],
  ['metadata that does not fit', needing, {}, misfit(`metadata: ${MISSING}`)],
  ['lines that cannot be counted together', ofMost, ord1, uncounted],
  ['sent lines that cannot be', one(), order1200({ items: sentMost }), uncounted],
  // With each of what applies, and by itself.
  ['an order too long to be answered', givenDiscountFacts(two), { order: long }, tooLong],
  ['metadata too large of an unknown customer', one(), strangers, invalid],
  ['a lock of more than a year', one(), longLock, invalid]
]

t.test('validateStackedDiscounts: refuses the whole request for', async t => {
  table(t, refusals, (t, _, facts, over, refusal) => {
    const found = refused(tried(facts, over))
    if ('details' in refusal && typeof refusal.details === 'string') t.strictSame(found, refusal)
    else t.match(found, refusal)
  })
})

t.test('validateStackedDiscounts: a long order is answered with few redeemables', async t => {
  for (const redeemables of [[coupon], [coupon, unknownRedeemable()]]) {
    const { result } = decided(tried(givenDiscountFacts(redeemables), { order: long }))
    t.equal(result.order.items.length, 100)
  }
})

t.test('validateStackedDiscounts: who redeems', async t => {
  const holding = one({ customer: ada, storedOrder: givenOrder() })
  //           who              facts    request              id, known, tracking id
  const rows: readonly [string, DiscountFacts, Partial<ApplyDiscounts>, unknown[]][] = [
    ['nobody', one(), {}, [null, false, null]],
    ['nobody, tracked', one(), { trackingId: 'till-7' }, [null, false, 'till-7']],
    ['without a name', one(), { customer: { name: 'Cleo' } }, ['cust_000001', false, null]],
    ['new', one(), isBen, ['cust_000001', true, 'track_signed(tracking:ben)']],
    ['stored', one({ customer: ada }), isAda, ['cust_1', true, 'track_signed(tracking:ada)']],
    ['of the stored order', holding, ord1, ['cust_1', true, 'track_signed(tracking:ada)']]
  ]
  table(t, rows, (t, _, facts, over, expected) => {
    const { result, changes } = decided(tried(facts, over))
    t.strictSame([result.customer?.id ?? null, result.known !== null, result.trackingId], expected)
    t.strictSame(changes, [])
  })
})

t.test('validateStackedDiscounts: the standing is asked for where it matters', async t => {
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
})

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
  const { result } = decided(tried(facts, { order }))
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

const off = givenCoupon({ active: false })
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
  details: 'None of the redeemables applies to this order; send it to /v1/validations to see why'
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

const inForce: LockHold = {
  ...{ voucherId: off.id, key: 'cart', uses: 1, credit: 0, points: 0 },
  expiresAt: '2999-01-01T00:00:00.000Z'
}

t.test('redeemStackedDiscounts: a refusal keeps what can be erased with somebody', async t => {
  const used = foundVoucher(off, { purse: { voucher: off, lots: [], holds: [inForce] } })
  const said = { lock, metadata: { till: 7 }, trackingId: 'track_1' }
  const kept = { session: { key: 'cart' }, metadata: { till: 7 }, trackingId: 'track_1' }
  const nothing = { session: null, metadata: {}, trackingId: null }
  const rows: [string, Partial<DiscountFacts>, Partial<ApplyDiscounts>, object][] = [
    ['of somebody who is stored', known(), isAda, kept],
    ['of nobody', {}, {}, kept],
    ['of somebody new', {}, { customer: { sourceId: 'cleo' } }, nothing],
    ['of somebody without a name', {}, { customer: { name: 'Kim' } }, nothing]
  ]
  table(t, rows, (t, _, over, asked, keeps) => {
    const { result } = decided(redeemed(givenDiscountFacts([used], over), { ...said, ...asked }))
    if (!('record' in result)) throw new Error('nothing was refused')
    const { session, metadata, trackingId } = result.record
    t.strictSame({ session, metadata, trackingId }, keeps)
  })
})

t.test('redeemStackedDiscounts: a key is noted if its lock is in force', async t => {
  const ended = { ...inForce, expiresAt: NOW }
  const rows: [string, readonly LockHold[] | undefined, string | null][] = [
    ['no lock', undefined, null],
    ['a lock of another', [{ ...inForce, key: 'other' }], null],
    ['one that is over', [ended], null],
    ['one in force', [inForce], 'cart']
  ]
  table(t, rows, (t, _, holds, key) => {
    const voucher = givenCoupon()
    const found = foundVoucher(voucher, { purse: { voucher, lots: [], ...(holds && { holds }) } })
    const { result } = decided(redeemed(givenDiscountFacts([foundTier(), found]), { lock }))
    if ('record' in result) throw new Error('refused')
    const noted = result.redemptions.map(({ redemption }) => redemption.session?.key ?? null)
    t.strictSame([...noted, result.parent?.session?.key ?? null], [key, key, key])
  })
})

t.test('redeemStackedDiscounts: a coupon that names a reward, without an order', async t => {
  const facts = givenDiscountFacts([foundVoucher(givenCoupon(), { reward: givenReward() })])
  const { result } = decided(redeemed(facts, { order: undefined }))
  if ('record' in result) throw new Error('refused')
  t.match(result.redemptions[0]?.redemption.reward, { id: 'rew_1', assignmentId: null })
  t.match(result.order, { customerId: null, amount: 0, discountAmount: 0, totalAmount: 0 })
  const free = { type: 'UNIT', effect: 'ADD_NEW_ITEMS', unit_type: 'mug', unit_off: 1 } as never
  const units = new Map([['mug', { product: givenProduct(), sku: null }]])
  const adding = givenDiscountFacts([foundVoucher(givenCoupon({ discount: free }))], { units })
  t.match(decided(redeemed(adding, { order: undefined })).result, { order: { amount: 1200 } })
})
