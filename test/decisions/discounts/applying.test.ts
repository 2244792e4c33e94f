import t from 'tap'
import type { ApplyDiscounts, DiscountFacts } from '../../../src/decisions/discounts/judging.ts'
import { validateStackedDiscounts } from '../../../src/decisions/discounts/redemption.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking.ts'
import { decided, refused } from '../../support/decided.ts'
import { EARLIER, givenCoupon, givenCustomer, givenOccasion, NOW } from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import {
  foundGift,
  foundTier,
  foundVoucher,
  givenApplying,
  givenDiscountFacts,
  unknownRedeemable
} from '../../support/given-discounts.ts'
import { givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import {
  givenFixedRule,
  givenProperty,
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
  details: 'The request has 2 redeemables; the stacking rules take 1 at most'
}
const unnamed = {
  key: 'invalid_customer',
  details: "Order ord_1 is another customer's; send its own"
}
const gone = {
  key: 'invalid_customer',
  details: 'Order ord_1 is of a customer who is gone; it takes no discounts any more'
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

t.test('validateStackedDiscounts: a stored order counts as it is stored', async t => {
  const storedOrder = givenOrder({ customerId: null })
  const order = givenOrderCommand({ id: 'ord_1', amount: 1, createdAt: EARLIER })
  const { result } = decided(tried(one({ storedOrder }), { order }))
  t.equal(result.isStored, true)
  t.strictSame(result.after, {
    ...storedOrder,
    discountAmount: 500,
    totalDiscountAmount: 500,
    totalAmount: 700,
    appliedDiscountAmount: 500,
    updatedAt: NOW,
    version: 2,
    items: [itemAfter(givenOrderItem({ id: 'ordli_1' }))]
  })
})

/** A line that nothing was applied to. */
function itemAfter(item: object) {
  const nothing = { appliedDiscountAmount: null, appliedDiscountQuantity: null }
  return { ...item, ...nothing, appliedQuantity: null, appliedQuantityAmount: null }
}

const NOTHING = { amount: null, discountAmount: null, totalAmount: null, items: [] }

t.test('validateStackedDiscounts: without an order it takes nothing off', async t => {
  const { result } = decided(tried(one(), { order: undefined }))
  const { amount, discountAmount, totalAmount, items } = result.order
  t.strictSame({ amount, discountAmount, totalAmount, items }, NOTHING)
  t.match(result.after, { amount: null, discountAmount: 0, totalAmount: null })
})

t.test('validateStackedDiscounts: the key of a lock frees what it holds', async t => {
  const voucher = givenCoupon({ redemptionQuantity: 1 })
  const held = { voucherId: voucher.id, uses: 1, credit: 0, points: 0 }
  const holds = [{ ...held, key: 'cart', expiresAt: '2026-03-02T00:00:00.000Z' }]
  const facts = givenDiscountFacts([foundVoucher(voucher, { purse: { voucher, lots: [], holds } })])
  const lock = { key: 'cart', ttl: undefined, ttlUnit: undefined }
  t.equal(decided(tried(facts)).result.stacked.valid, false)
  const { result, changes } = decided(tried(facts, { lock }))
  t.equal(result.stacked.valid, true)
  t.match(changes, [{ kind: 'lock.taken', key: 'cart', voucherIds: ['v_2'] }, {}])
  t.strictSame(decided(tried(givenDiscountFacts([foundGift()]))).result.after?.totalAmount, 200)
})
