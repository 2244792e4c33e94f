import t from 'tap'
import {
  csvRows,
  EXPORT_FIELDS,
  type ExportItems,
  filterFieldsOf,
  itemsSelected
} from '../../../src/decisions/exports.ts'
import type { Export, ExportedObject, Order, Voucher } from '../../../src/model.ts'
import { addDays } from '../../../src/rules/validity.ts'
import {
  EARLIER,
  givenBalance,
  givenCard,
  givenCoupon,
  givenCustomer,
  givenEntry,
  givenGiftVoucher,
  givenLot,
  givenTotals,
  givenValidity,
  NOW
} from '../../support/given.ts'
import { givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import { givenPublication, givenRedemption } from '../../support/given-records.ts'
import { table } from '../../support/table.ts'

const KINDS = Object.keys(EXPORT_FIELDS) as ExportedObject[]

t.test('EXPORT_FIELDS: the seven kinds of the interface, defaults among their fields', async t => {
  t.strictSame(KINDS.toSorted(), [
    'customer',
    'order',
    'points_expiration',
    'publication',
    'redemption',
    'voucher',
    'voucher_transactions'
  ])
  for (const kind of KINDS) {
    const { fields, defaults, orders } = EXPORT_FIELDS[kind]
    t.equal(new Set(fields).size, fields.length, `${kind}: each field once`)
    t.strictSame(
      defaults.filter(field => !fields.includes(field)),
      [],
      `${kind}: defaults are allowed`
    )
    t.ok(orders.length > 0, `${kind}: can be sorted`)
  }
})

/** Every field of one item by name, without the empty ones. */
function shown<Object extends ExportedObject>(kind: Object, item: ExportItems[Object]) {
  const { fields } = EXPORT_FIELDS[kind]
  const [header, row] = csvRows(kind, fields, [item], 0)
  return Object.fromEntries(
    (header ?? []).map((field, index) => [field, row?.[index]]).filter(([, cell]) => cell !== '')
  )
}

const lapsing = (remaining: number) => givenLot({ expiresOn: '2026-12-31', remaining })

function voucherRow(voucher: Voucher): ExportItems['voucher'] {
  return {
    voucher,
    campaignName: 'Coffee Club',
    categoryName: 'Seasonal',
    customerSourceId: 'ada',
    validationRuleIds: ['val_1', 'val_2'],
    lots: []
  }
}

const beside = {
  campaign: 'Coffee Club',
  category: 'Seasonal',
  customer_source_id: 'ada',
  validation_rules_id: 'val_1,val_2',
  redemption_count: '0',
  active: 'true',
  metadata: '{}',
  is_referral_code: 'false',
  created_at: EARLIER
}

t.test('csvRows: a voucher of each type', async t => {
  const validity = givenValidity({
    startDate: EARLIER,
    expirationDate: NOW,
    timeframe: { interval: 'P1W', duration: 'P1D' },
    daysOfWeek: [0, 6],
    hours: { daily: [{ startTime: '09:00', expirationTime: '17:00', daysOfWeek: null }] }
  })
  const card = givenCard({
    validity,
    redemptionQuantity: 3,
    additionalInfo: 'VIP',
    updatedAt: NOW,
    metadata: { tier: 'gold' }
  })
  const lots = [givenLot({ expiresOn: null, remaining: 40 }), ...[20, 40].map(lapsing)]
  t.strictSame(shown('voucher', { ...voucherRow(card), lots }), {
    ...beside,
    id: 'v_1',
    code: 'CLUB-1',
    voucher_type: 'LOYALTY_CARD',
    value: '100',
    loyalty_balance: '100',
    lots: '[{"points":60,"expires_on":"2026-12-31"},{"points":40}]',
    campaign_id: 'camp_1',
    customer_id: 'cust_1',
    start_date: EARLIER,
    expiration_date: NOW,
    validity_timeframe_interval: 'P1W',
    validity_timeframe_duration: 'P1D',
    validity_day_of_week: '[0,6]',
    validity_hours: '{"daily":[{"start_time":"09:00","expiration_time":"17:00"}]}',
    redemption_quantity: '3',
    additional_info: 'VIP',
    updated_at: NOW,
    metadata: '{"tier":"gold"}'
  })
  const days = Array.from({ length: 1_001 }, (_, index) =>
    givenLot({ expiresOn: addDays('2026-12-31', index) })
  )
  const many = shown('voucher', { ...voucherRow(card), lots: days })
  t.notOk('lots' in many, 'no import takes as many')
  t.strictSame(shown('voucher', voucherRow(givenGiftVoucher())), {
    ...beside,
    id: 'v_3',
    code: 'GIFT-1',
    voucher_type: 'GIFT_VOUCHER',
    value: '1000',
    gift_balance: '1000',
    gift_effect: 'APPLY_TO_ORDER',
    campaign_id: 'camp_3'
  })
  t.strictSame(shown('voucher', voucherRow(givenCoupon())), {
    ...beside,
    id: 'v_2',
    code: 'SPRING-1',
    voucher_type: 'DISCOUNT_VOUCHER',
    value: '500',
    discount_type: 'AMOUNT',
    discount_effect: 'APPLY_TO_ORDER',
    discount: '{"type":"AMOUNT","amount_off":500,"effect":"APPLY_TO_ORDER"}',
    campaign_id: 'camp_2'
  })
})

//                                 discount, and what the file says of it
// biome-ignore format: a table
const discounts: [string, NonNullable<Voucher['discount']>, { [field: string]: string }][] = [
  ['percent', { type: 'PERCENT', percent_off: 12.5, amount_limit: 900 },
    { value: '12.5', discount_amount_limit: '900' }],
  ['a fixed price', { type: 'FIXED', fixed_amount: 0 }, { value: '0' }],
  ['a unit', { type: 'UNIT', unit_off: 2, unit_type: 'prod_1', effect: 'ADD_NEW_ITEMS' },
    { value: '2', discount_unit_type: 'prod_1', discount_effect: 'ADD_NEW_ITEMS',
      discount_unit_effect: 'ADD_NEW_ITEMS' }],
  ['several units', { type: 'UNIT', units: [] }, {}]
]

t.test('csvRows: a discount of each type', async t => {
  table(t, discounts, (t, _, discount, cells) => {
    t.strictSame(shown('voucher', voucherRow(givenCoupon({ discount }))), {
      ...beside,
      id: 'v_2',
      code: 'SPRING-1',
      voucher_type: 'DISCOUNT_VOUCHER',
      discount_type: discount.type,
      discount: JSON.stringify(discount),
      campaign_id: 'camp_2',
      ...cells
    })
  })
})

t.test('csvRows: a voucher without a discount is worth nothing that can be said', async t => {
  t.notOk('value' in shown('voucher', voucherRow(givenCoupon({ discount: null }))))
})

t.test('csvRows: a redemption, refused and succeeded', async t => {
  const known = {
    id: 'r_1',
    object: 'redemption',
    date: EARLIER,
    voucher_code: 'CLUB-1',
    campaign: 'Coffee Club',
    customer_id: 'cust_1',
    customer_source_id: 'ada',
    customer_name: 'Ada Baker',
    metadata: '{}'
  }
  const row = (over: Parameters<typeof givenRedemption>[0]) => ({
    redemption: givenRedemption(over),
    voucherCode: 'CLUB-1',
    campaignName: 'Coffee Club'
  })
  t.strictSame(shown('redemption', row({})), {
    ...known,
    result: 'FAILURE',
    failure_code: 'missing_reward',
    failure_message: 'Missing reward'
  })
  const promotionTierId = 'promo_1'
  const { voucher_code: _, campaign, ...other } = known
  const tier = { ...row({ voucherId: null, promotionTierId }), voucherCode: null }
  t.match(shown('redemption', tier), { ...other, campaign, promotion_tier_id: 'promo_1' })
  t.notOk('voucher_code' in shown('redemption', tier))
  t.match(shown('redemption', row({ gift: { amount: 70 } })), { gift_amount: '70' })
  const link = { date: EARLIER, relatedObjectType: 'voucher', relatedObjectId: 'v_1' } as const
  const redemptions = { r_1: { ...link, relatedObjectParentId: 'camp_1', discountAmount: 0 } }
  const succeeded = (order: Order) => {
    const failed = { failureCode: null, failureMessage: null }
    return row({ ...failed, result: 'SUCCESS', points: 60, trackingId: 'track_x', order })
  }
  const without = { ...known, result: 'SUCCESS', tracking_id: 'track_x', loyalty_points: '60' }
  t.strictSame(shown('redemption', succeeded(givenOrder({ redemptions }))), {
    ...without,
    order_id: 'ord_1',
    order_amount: '1200'
  })
  const looking = shown('redemption', succeeded(givenOrder()))
  t.strictSame(looking, without, 'an order that it did not pay is not its own')
})

const NOTHING_YET = {
  redemptions_total_redeemed: '0',
  redemptions_total_failed: '0',
  redemptions_total_succeeded: '0',
  redemptions_total_rolled_back: '0',
  redemptions_total_rollback_failed: '0',
  redemptions_total_rollback_succeeded: '0',
  orders_total_amount: '0',
  orders_total_count: '0',
  orders_average_amount: '0',
  orders_last_order_amount: '0',
  loyalty_points: '0',
  loyalty_referred_customers: '0'
}
const ADA = {
  id: 'cust_1',
  name: 'Ada Baker',
  email: 'ada@example.com',
  source_id: 'ada',
  created_at: EARLIER,
  metadata: '{}'
}

t.test('csvRows: a customer, with what is counted of them', async t => {
  t.strictSame(shown('customer', { customer: givenCustomer(), totals: givenTotals() }), {
    ...ADA,
    ...NOTHING_YET
  })
  const customer = givenCustomer({
    phone: '+49 30 1234',
    description: 'Likes tea',
    birthday: '1990-01-02',
    birthdate: '1990-02-01',
    address: {
      city: 'Berlin',
      state: 'BE',
      line_1: 'Am Markt 1',
      line_2: null,
      country: 'DE',
      postal_code: '10115'
    },
    updatedAt: NOW
  })
  const totals = givenTotals({
    redemptionsSucceeded: 3,
    redemptionsFailed: 2,
    rollbacksSucceeded: 1,
    rollbacksFailed: 2,
    cardBalance: 40,
    ordersCount: 3,
    ordersAmount: 1000,
    lastOrderAmount: 500,
    lastOrderDate: NOW
  })
  t.strictSame(shown('customer', { customer, totals }), {
    ...ADA,
    ...NOTHING_YET,
    phone: '+49 30 1234',
    description: 'Likes tea',
    birthday: '1990-01-02',
    birthdate: '1990-02-01',
    address_city: 'Berlin',
    address_state: 'BE',
    address_line_1: 'Am Markt 1',
    address_country: 'DE',
    address_postal_code: '10115',
    updated_at: NOW,
    redemptions_total_redeemed: '5',
    redemptions_total_failed: '2',
    redemptions_total_succeeded: '3',
    redemptions_total_rolled_back: '3',
    redemptions_total_rollback_failed: '2',
    redemptions_total_rollback_succeeded: '1',
    orders_total_amount: '1000',
    orders_total_count: '3',
    orders_average_amount: '333',
    orders_last_order_amount: '500',
    orders_last_order_date: NOW,
    loyalty_points: '40'
  })
})

t.test('csvRows: the other kinds', async t => {
  const publication = {
    publication: givenPublication(),
    voucherCode: 'CLUB-1',
    customerSourceId: null,
    campaignName: 'Coffee Club'
  }
  t.strictSame(shown('publication', publication), {
    code: 'CLUB-1',
    voucher_code: 'CLUB-1',
    customer_id: 'cust_1',
    date: EARLIER,
    channel: 'API',
    campaign: 'Coffee Club',
    metadata: '{}'
  })
  const mug = { product: { id: 'prod_1', sourceId: 'mug', name: null, price: 1200, metadata: {} } }
  const blue = { id: 'sku_1', sourceId: 'mug-blue', sku: 'Blue', price: 1200, metadata: {} }
  const items = [
    givenOrderItem(mug),
    givenOrderItem({ skuId: 'sku_1', sku: blue, discountAmount: 200, metadata: { gift: true } }),
    givenOrderItem({ skuId: 'sku_2', price: null, amount: null })
  ]
  const returned = { amount: 300, entries: [], bought: null }
  const order = givenOrder({ status: 'PAID', discountAmount: 0, items, returned })
  const names = { customerSourceId: 'ada', referrerSourceId: null }
  t.strictSame(shown('order', { order, ...names }), {
    id: 'ord_1',
    source_id: 'order-1',
    created_at: EARLIER,
    status: 'PAID',
    amount: '1200',
    discount_amount: '0',
    total_amount: '1200',
    customer_id: 'cust_1',
    customer_source_id: 'ada',
    metadata: '{}',
    returned_amount: '300',
    items: JSON.stringify([
      { source_id: 'mug', quantity: 1, price: 1200, amount: 1200, metadata: {} },
      {
        ...{ source_id: 'mug-blue', related_object: 'sku', quantity: 1, price: 1200, amount: 1200 },
        ...{ discount_amount: 200, metadata: { gift: true } }
      },
      { product_id: 'prod_1', sku_id: 'sku_2', quantity: 1, metadata: {} }
    ])
  })
  const lapsing = { lot: givenLot({ expiresOn: '2026-12-31' }), status: 'ACTIVE' as const }
  t.strictSame(shown('points_expiration', lapsing), {
    id: 'lopb_1',
    campaign_id: 'camp_1',
    voucher_id: 'v_1',
    points: '100',
    status: 'ACTIVE',
    expires_at: '2026-12-31'
  })
  const entry = givenEntry({ amount: -5, cause: { sourceId: 'till-7', reason: 'Mistake' } })
  t.strictSame(shown('voucher_transactions', entry), {
    id: 'vtx_1',
    campaign_id: 'camp_1',
    voucher_id: 'v_1',
    type: 'POINTS_ADDITION',
    source_id: 'till-7',
    reason: 'Mistake',
    balance: '100',
    amount: '-5',
    created_at: EARLIER,
    details: '{"source_id":"till-7","reason":"Mistake"}'
  })
})

t.test('csvRows: the first part begins with the header, the others go on', async t => {
  const names = { customerSourceId: 'ada', referrerSourceId: null }
  const orders = ['ord_1', 'ord_2'].map(id => ({ order: givenOrder({ id }), ...names }))
  const fields = ['status', 'id']
  t.strictSame(csvRows('order', fields, orders, 0), [
    ['status', 'id'],
    ['CREATED', 'ord_1'],
    ['CREATED', 'ord_2']
  ])
  t.strictSame(csvRows('order', fields, orders, 1), [
    ['CREATED', 'ord_1'],
    ['CREATED', 'ord_2']
  ])
  t.strictSame(csvRows('order', fields, [], 0), [['status', 'id']])
  t.strictSame(csvRows('order', ['a field of the past'], orders, 1), [[''], ['']])
})

/** One of each kind, in which every field that there is to filter by is known, but where none is. */
const FILTERED: { readonly [Object in ExportedObject]: ExportItems[Object] } = {
  voucher: {
    ...voucherRow(
      givenCoupon({
        ...{ categoryId: 'cat_1', holderId: 'cust_1', redemptionQuantity: 3, redeemedQuantity: 1 },
        updatedAt: NOW,
        metadata: { size: 'XL', years: [2025, 2026], n_date: 'soon' },
        validity: givenValidity({
          startDate: EARLIER,
          expirationDate: '2026-12-31T22:00:00.000Z',
          daysOfWeek: [1, 2],
          timeframe: { interval: 'P7D', duration: 'P2D' }
        })
      })
    ),
    publishedFor: ['cust_1', 'cust_2']
  },
  redemption: {
    redemption: givenRedemption({ parentId: 'r_0', metadata: { till: 7 } }),
    voucherCode: 'CLUB-1',
    campaignName: 'Coffee Club'
  },
  publication: {
    publication: givenPublication({ sourceId: 'mail-1', metadata: { mail: true } }),
    ...{ voucherCode: 'CLUB-1', customerSourceId: 'ada', campaignName: 'Coffee Club' }
  },
  customer: {
    customer: givenCustomer({ metadata: { plan: 'gold' } }),
    totals: givenTotals({ cardBalance: 40 }),
    publications: [
      { voucherId: 'v_1', createdAt: '2026-01-10T00:00:00.000Z' },
      { voucherId: 'v_2', createdAt: '2026-02-10T00:00:00.000Z' }
    ],
    programs: [
      {
        campaign: { id: 'camp_1', name: 'Coffee Club' },
        tiers: [],
        card: { voucher: givenCard({ card: givenBalance({ points: 100, balance: 37 }) }) },
        membership: null
      }
    ]
  },
  order: {
    order: givenOrder({ status: 'PAID', discountAmount: 0, metadata: { note: 'gift' } }),
    ...{ customerSourceId: 'ada', referrerSourceId: null }
  },
  points_expiration: { lot: givenLot({ expiresOn: '2026-12-31' }), status: 'ACTIVE' },
  voucher_transactions: givenEntry()
}

// By kind: field, operator, an operand that selects the item above, one that does not; null for none.
// biome-ignore format: a table
const filters: { readonly [Object in ExportedObject]: readonly (readonly [string, string, unknown, unknown])[] } = {
  voucher: [
    ['created_at', '$before', NOW, EARLIER],
    ['updated_at', '$after', EARLIER, NOW],
    ['created_date', '$is', EARLIER.slice(0, 10), '2020-01-01'],
    ['active', '$is', true, false],
    ['redemption_status', '$is', 'REDEEMED', 'NOT_REDEEMED'],
    ['start_date', '$less_than_ago', 365, 0],
    ['expiration_date', '$more_than_future', 30, 3000],
    ['validity_day_of_week', '$in', 2, 3],
    ['validity_day_of_week', '$count', 2, 1],
    ['code', '$starts_with', 'SPRING', 'spring'],
    ['categories', '$contains', 'Seas', 'Summer'],
    ['category_ids', '$in', 'cat_1', 'cat_2'],
    ['vouchers', '$in', 'SPRING-1', 'SPRING-2'],
    ['vouchers', '$is_not', 'SPRING-2', 'SPRING-1'],
    ['holder_id', '$has_value', true, null],
    ['is_referral_code', '$is', false, true],
    ['published_for_customer_id', '$in', 'cust_2', 'cust_3'],
    ['validity_timeframe', '$is', 'P7D;P2D', 'P1D;P2D'],
    ['redemption.quantity', '$more_than_equal', 3, 4],
    ['redemption.redeemed_quantity', '$less_than', 2, 1],
    ['redemption.redeemed_amount', '$is_unknown', true, null],
    // A key of metadata is never taken for a field that is unknown.
    ['metadata.n_date', '$is', 'soon', null],
    ['metadata.size', '$in', 'XL', 'L'],
    ['metadata.years', '$more_than', 2025, 2026],
    ['metadata.toString', '$is_unknown', true, null]
  ],
  redemption: [
    ['created_at', '$less_than_equal', EARLIER, '2020-01-01'],
    ['campaign', '$is', 'Coffee Club', 'Tea Club'],
    ['campaign', '$is', 'camp_1', 'camp_2'],
    ['campaign_name', '$ends_with', 'Club', 'camp_1'],
    ['customer', '$is', 'ada', 'ben'],
    ['customer_id', '$is', 'cust_1', 'ada'],
    ['voucher', '$is', 'v_1', 'v_2'],
    ['voucher_code', '$not_contain', 'SPRING', 'CLUB'],
    ['related_object', '$in', 'redemption', 'voucher'],
    ['related_object_id', '$is', 'r_0', 'v_1'],
    ['related_object_parent_id', '$is', 'camp_1', 'camp_2'],
    ['parent_redemption_id', '$is', 'r_0', 'r_1'],
    ['object', '$is', 'redemption_rollback', 'publication'],
    ['failure_code', '$is', 'missing_reward', 'missing_order'],
    ['result', '$is', 'FAILURE', 'SUCCESS'],
    ['status', '$in', 'FAILED', 'SUCCEEDED'],
    ['user_login', '$is_unknown', true, null],
    ['metadata.till', '$is', 7, '7']
  ],
  publication: [
    ['created_at', '$before', NOW, EARLIER],
    ['campaign', '$is', 'Coffee Club', 'Tea Club'],
    ['campaign_name', '$is', 'Coffee Club', 'camp_1'],
    ['customer', '$in', 'ada', 'ben'],
    ['customer_id', '$in', 'cust_1', 'ada'],
    ['voucher', '$is', 'CLUB-1', 'CLUB-2'],
    ['voucher_type', '$is', 'LOYALTY_CARD', 'GIFT_VOUCHER'],
    ['is_referral_code', '$is_not', true, false],
    ['parent_object_id', '$is', 'camp_1', 'v_1'],
    ['related_object_id', '$is', 'v_1', 'camp_1'],
    ['source_id', '$is', 'mail-1', 'mail-2'],
    ['result', '$is', 'SUCCESS', 'FAILURE'],
    ['failure_code', '$is_unknown', true, null],
    ['metadata.mail', '$is', true, false]
  ],
  customer: [
    ['name', '$is', 'Ada Baker', 'Ada'],
    ['metadata.plan', '$not_in', 'silver', 'gold'],
    ['loyalty_points.Coffee Club', '$is', 37, 40],
    ['loyalty_points', '$is', 40, 37],
    ['loyalty_tier.camp_1', '$is_unknown', true, null],
    ['publications.created_at', '$after', '2026-02-01', '2026-03-01'],
    ['publications.created_at', '$count_more', 1, 2],
    ['publications.related_object_id', '$is', 'v_2', 'v_3']
  ],
  order: [
    ['created_at', '$before', NOW, EARLIER],
    ['updated_at', '$is_unknown', true, null],
    ['status', '$in', 'PAID', 'CREATED'],
    ['source_id', '$is', 'order-1', 'ord_1'],
    ['amount', '$more_than', 1199, 1200],
    ['total_amount', '$less_than_equal', 1200, 1199],
    ['discount_amount', '$is', 0, 1],
    ['total_discount_amount', '$is_not', 1, null],
    ['items_discount_amount', '$is_not', 1, null],
    ['metadata.note', '$is', 'gift', 'none']
  ],
  points_expiration: [
    ['campaign_id', '$is', 'camp_1', 'camp_2'],
    ['voucher_id', '$is', 'v_1', 'v_2']
  ],
  voucher_transactions: [
    ['created_at', '$before', NOW, EARLIER],
    ['voucher_id', '$is', 'v_1', 'v_2'],
    ['campaign_id', '$is', 'camp_1', 'camp_2']
  ]
}

/** Whether an export of a kind has this item, by its filters. */
function isSelected<Kind extends ExportedObject>(
  exportedObject: Kind,
  item: ExportItems[Kind],
  filters: Export['parameters']['filters']
): boolean {
  const asked: Export = {
    ...{ id: 'exp_1', exportedObject, status: 'IN_PROGRESS', channel: 'API', userId: null },
    ...{ parameters: { order: null, fields: [], filters }, processed: 0, createdAt: NOW }
  }
  return itemsSelected<Kind>(asked, [item], { timezone: 'Europe/Berlin' }).length === 1
}

t.test('createExport: of a voucher that was never used, published or given times', async t => {
  const item = voucherRow(givenGiftVoucher())
  const rows = [
    ['redemption_status', '$is', 'NOT_REDEEMED'],
    ['published_for_customer_id', '$is_unknown', true],
    ['validity_timeframe', '$is_unknown', true],
    ['redemption.redeemed_amount', '$has_value', true]
  ] as const
  for (const [field, operator, operand] of rows) {
    const filters = { [field]: { conditions: { [operator]: [operand] } } }
    t.ok(isSelected('voucher', item, filters), field)
  }
})

t.test('createExport: of a filter of the past nothing is known', async t => {
  const rows = [
    [{ $is: ['Ada'] }, false],
    [{ $has_value: [] }, false],
    [{ $is_unknown: [] }, true]
  ] as const
  for (const [conditions, selected] of rows) {
    const filters = { 'a field of the past': { conditions } }
    t.equal(isSelected('voucher_transactions', givenEntry(), filters), selected)
  }
})

t.test('createExport: what is redeemed, of every kind of redemption', async t => {
  const tier = { voucherId: null, promotionTierId: 'promo_1', stackId: 'r_9' }
  //  what was redeemed, related_object, related_object_id, parent_redemption_id
  const rows = [
    [{}, 'voucher', 'v_1', null],
    [tier, 'promotion_tier', 'promo_1', 'r_9'],
    [{ voucherId: null, stackId: 'r_9' }, 'redemption', 'r_9', 'r_9']
  ] as const
  for (const [over, ...values] of rows) {
    const item = { redemption: givenRedemption(over), voucherCode: null, campaignName: null }
    const named = ['related_object', 'related_object_id', 'parent_redemption_id', 'object']
    for (const [index, field] of named.entries()) {
      const value = [...values, 'redemption'][index]
      const conditions = value == null ? { $is_unknown: [] } : { $is: [value] }
      t.ok(isSelected('redemption', item, { [field]: { conditions } }), field)
    }
  }
})

for (const kind of KINDS) {
  const selects = (filters: Export['parameters']['filters']) =>
    isSelected<typeof kind>(kind, FILTERED[kind], filters)

  t.test(`createExport: every filter of ${kind} selects and leaves out`, async t => {
    const tried = new Set(filters[kind].map(([field]) => field))
    // Customers have those of segments, which have their own table.
    const own = filterFieldsOf(kind).filter(field =>
      kind === 'customer' ? field.startsWith('publications') : !field.startsWith('metadata')
    )
    t.strictSame(
      own.filter(field => !tried.has(field)),
      []
    )
    for (const [field, operator, chosen, other] of filters[kind]) {
      const by = (operand: unknown) => ({
        [field]: { conditions: { [operator]: [operand as string] } }
      })
      t.equal(selects(by(chosen)), true, `${field} ${operator} ${chosen}`)
      if (other !== null) t.equal(selects(by(other)), false, `${field} ${operator} ${other}`)
    }
  })

  t.test(`createExport: filters of ${kind} are joined by their junction, else by and`, async t => {
    const [[field, operator, chosen] = []] = filters[kind]
    const yes = { [`${field}`]: { conditions: { [`${operator}`]: [chosen as string] } } }
    const last = filters[kind].findLast(([name, , , other]) => name !== field && other !== null)
    const no = { [`${last?.[0]}`]: { conditions: { [`${last?.[1]}`]: [last?.[3] as string] } } }
    t.equal(selects({ ...yes, ...no }), false)
    t.equal(selects({ junction: 'AND', ...yes, ...no }), false)
    t.equal(selects({ junction: 'and', ...yes }), true)
    t.equal(selects({ junction: 'OR', ...yes, ...no }), true)
    t.equal(selects({ junction: 'or', ...no }), false)
    t.equal(selects({ junction: 'or' }), true)
  })
}
