import t from 'tap'
import type { ApplyDiscounts, DiscountFacts } from '../../../src/decisions/discounts/request.ts'
import { validateStackedDiscounts } from '../../../src/decisions/discounts/validation.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking-rules.ts'
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
  givenEarningRule,
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
  rules: [
    givenEarningRule({
      event: 'customer.loyalty.tier.joined',
      earning: { type: 'FIXED', points: MOST }
    })
  ]
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

const refusals: readonly Row[] = [
  [
    'too many redeemables',
    givenDiscountFacts([coupon, foundTier()], { stackingRules }),
    {},
    {
      key: 'invalid_redeemables',
      details: 'The request has 2 redeemables; the stacking rules take 1 at most'
    }
  ],
  [
    'a voucher twice',
    givenDiscountFacts([coupon, foundTier(), foundVoucher()]),
    {},
    { key: 'duplicated_redeemables', details: `redeemables[2] is SPRING-1 ${again}` }
  ],
  [
    'something unknown twice',
    givenDiscountFacts([unknownRedeemable(), unknownRedeemable()]),
    {},
    { key: 'duplicated_redeemables', details: `redeemables[1] is NONE ${again}` }
  ],
  [
    'an unknown customer',
    one(),
    { customer: { id: 'cust_9' } },
    {
      key: 'not_found',
      details: 'Cannot find customer with id cust_9',
      resourceId: 'cust_9',
      resourceType: 'customer'
    }
  ],
  [
    'metadata that does not fit the customer',
    one({ customerSchema: schema('customer') }),
    { customer: { sourceId: 'ben', metadata: {} } },
    { key: 'metadata_validation_failed', details: `customer.metadata: ${MISSING}` }
  ],
  [
    'points due before it that cannot be counted',
    one({ customer: ada, programs: [outgrown] }),
    { customer: { id: ada.id } },
    { key: 'invalid_amount' }
  ],
  [
    'an unknown order',
    one(),
    { order: givenOrderCommand({ id: 'ord_9' }) },
    {
      key: 'not_found',
      details: 'Cannot find order with id ord_9',
      resourceId: 'ord_9',
      resourceType: 'order'
    }
  ],
  [
    "another customer's order",
    one({ storedOrder: ownOrder, customer: ada }),
    { order: givenOrderCommand({ id: 'ord_1' }), customer: { id: ada.id } },
    {
      key: 'invalid_customer',
      details: "Order ord_1 is another customer's, not cust_1's; send its own",
      resourceId: 'cust_1',
      resourceType: 'customer'
    }
  ],
  [
    "another customer's order, for somebody new",
    one({ storedOrder: ownOrder }),
    { order: givenOrderCommand({ id: 'ord_1' }), customer: { sourceId: 'ben' } },
    {
      key: 'invalid_customer',
      details: "Order ord_1 is another customer's, not ben's; send its own",
      resourceId: 'ben',
      resourceType: 'customer'
    }
  ],
  [
    "another customer's order, for somebody without a name",
    one({ storedOrder: ownOrder }),
    { order: givenOrderCommand({ id: 'ord_1' }), customer: { email: 'ben@example.com' } },
    { key: 'invalid_customer', details: "Order ord_1 is another customer's; send its own" }
  ],
  [
    'the order of somebody who is gone',
    one({ storedOrder: ownOrder }),
    { order: givenOrderCommand({ id: 'ord_1' }) },
    {
      key: 'invalid_customer',
      details: 'Order ord_1 is of a customer who is gone; it takes no discounts any more'
    }
  ],
  [
    'a mistake in the order',
    one(),
    { order: givenOrderCommand({ amount: 1200, createdAt: EARLIER }) },
    { key: 'invalid_payload' }
  ],
  [
    'metadata that does not fit',
    one({ redemptionSchema: schema('redemption') }),
    {},
    { key: 'metadata_validation_failed', details: `metadata: ${MISSING}` }
  ],
  [
    'lines that cannot be counted together',
    one({
      storedOrder: givenOrder({
        customerId: null,
        items: [givenOrderItem({ amount: MOST }), givenOrderItem({ amount: MOST })]
      })
    }),
    { order: givenOrderCommand({ id: 'ord_1' }) },
    { key: 'invalid_amount' }
  ],
  [
    'sent lines that cannot be counted together',
    one(),
    {
      order: givenOrderCommand({
        amount: 1200,
        items: [givenItemCommand({ amount: MOST }), givenItemCommand({ amount: MOST })]
      })
    },
    { key: 'invalid_amount' }
  ],
  [
    'an order too long to be answered with each of what applies, and by itself',
    givenDiscountFacts([coupon, foundTier()]),
    { order: long },
    {
      key: 'invalid_payload',
      details: /^Property \.order: must have at most 5592405 char.* where it is answered 3 times/
    }
  ],
  [
    'a name too long of somebody who is nobody',
    one(),
    { customer: { metadata: { ['n'.repeat(513)]: 1 } } },
    { key: 'invalid_payload' }
  ],
  [
    'a lock of more than a year',
    one(),
    { lock: { key: 'cart', ttl: 366, ttlUnit: 'DAYS' } },
    { key: 'invalid_payload' }
  ]
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
  const stored = { order: givenOrderCommand({ id: 'ord_1' }) }
  //           who              facts    request              id, known, tracking id
  const rows: readonly [string, DiscountFacts, Partial<ApplyDiscounts>, unknown[]][] = [
    ['nobody', one(), {}, [null, false, null]],
    ['nobody, tracked', one(), { trackingId: 'till-7' }, [null, false, 'till-7']],
    ['without a name', one(), { customer: { name: 'Cleo' } }, ['cust_000001', false, null]],
    [
      'new',
      one(),
      { customer: { sourceId: 'ben' } },
      ['cust_000001', true, 'track_signed(tracking:ben)']
    ],
    [
      'stored',
      one({ customer: ada }),
      { customer: { id: ada.id } },
      ['cust_1', true, 'track_signed(tracking:ada)']
    ],
    ['of the stored order', holding, stored, ['cust_1', true, 'track_signed(tracking:ada)']]
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
    items: [itemAfter(givenOrderItem())]
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
