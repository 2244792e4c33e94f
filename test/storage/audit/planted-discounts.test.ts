/**
 * The audit finds every figure of coupons, gift vouchers, promotion tiers and locks that is wrong,
 * and says which. Each row spoils one behind the store's back, as a bug would.
 */
import t, { type Test } from 'tap'
import * as known from '../../../src/demo/known.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { givenService, NOW } from '../../support/app.ts'
import { keepCounts } from '../../support/counts.ts'
import { newSpoiled, newUrl, numberIn, openUrl, withNumber } from '../../support/stores.ts'

const CART = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const WELCOME = { object: 'voucher', id: 'WELCOME' }
const GIFT = { object: 'voucher', id: 'GIFT-2500', gift: { credits: 1000 } }
const TIER = { object: 'promotion_tier', id: 'promo_00tenoff' }
const ADA = { source_id: 'ada' }

/**
 * Ada holds the gift voucher and has redeemed it with a coupon and a promotion; another such stack
 * was rolled back, a third is locked, and a coupon was refused.
 */
async function shopped(t: Test, url: string): Promise<readonly string[]> {
  const store = await openUrl(url, { onBug: t.error })
  await store.migrate()
  const service = await givenService(t, { store })
  await keepCounts(service)
  const { post } = service
  const done = async (url: string, body: object = {}) => {
    const answer = await post(url, body)
    if (answer.status !== 200) throw new Error(answer.bytes)
    return answer.body
  }
  await done('/v1/publications', { voucher: 'GIFT-2500', customer: ADA })
  const stack = { redeemables: [WELCOME, GIFT, TIER], order: CART, customer: ADA }
  const { redemptions, parent_redemption: whole } = await done('/v1/redemptions', stack)
  const small = { ...stack, redeemables: [WELCOME, { ...GIFT, gift: { credits: 300 } }] }
  const { parent_redemption: undone } = await done('/v1/redemptions', small)
  await done(`/v1/redemptions/${undone.id}/rollbacks`)
  await post('/v1/redemptions', {
    ...stack,
    redeemables: [{ object: 'voucher', id: 'FLYER-2025' }]
  })
  await done('/v1/validations', { ...small, session: { type: 'LOCK', key: 'basket' } })
  const alone = { redeemables: [{ object: 'voucher', id: 'SPRING-0001' }], order: CART }
  const { redemptions: once } = await done('/v1/redemptions', alone)
  return [...[...redemptions, whole, ...once].map(({ id }) => id), once[0].order.id]
}

const COUPON = 'voucher v_00welcome (WELCOME)'
const GIFT_CARD = 'voucher v_00gift25 (GIFT-2500)'
const LEDGER = `${GIFT_CARD}, whose ledger has 4 entries,`
const ADAS = 'customer cust_00ada'
const OF_ADA = `where customer_id = 'cust_00ada'`
const TENTH = 'promotion tier promo_00tenoff'
const BY_ALL = `redemptions of campaign ${known.PROMO_CAMPAIGN_ID} by any`
const LOCK = 'the end of lock basket, which holds voucher v_00gift25,'
const [SOON, END] = ['2026-03-02T00:00:00.000Z', '2026-03-08T10:00:00.000Z']

const counted = (object: string, id: string, by = 'any') =>
  `where object = '${object}' and object_id = '${id}' and "by" = '${by}'`

type Row = readonly [sql: string, sentence: string | RegExp]

/** Where a record has the credit that it took. */
const CREDIT = ['gift', 'amount'] as const

/**
 * Of the stack that is kept: the ids of its parts, and of the record that stands for them; of a
 * coupon alone: its redemption and its order, which is nobody's.
 */
// biome-ignore format: a table
const figuresOf = ([
  coupon,
  card,
  tier,
  whole,
  alone,
  order
]: readonly string[]): readonly Row[] => [
  [`update vouchers set redeemed_quantity = 2 where id = 'v_00welcome'`,
    `redeemedQuantity of ${COUPON} should be 1 and is 2.`],
  [`update vouchers set records_count = 9 where id = 'v_00welcome'`,
    'recordsCount of voucher v_00welcome should be 3 and is 9.'],
  [`delete from redemptions where id = '${coupon}'`,
    'recordsCount of voucher v_00welcome should be 2 and is 3.'],
  [`update vouchers set redeemed_quantity = 2 where id = 'v_00gift25'`,
    `redeemedQuantity of ${GIFT_CARD} should be 1 and is 2.`],
  [`update vouchers set gift_balance = 1501, gift_amount = 2501 where id = 'v_00gift25'`,
    `balance of ${LEDGER} should be 1500 and is 1501.`],
  [`update vouchers set gift_redeemed = 999, gift_amount = 2499 where id = 'v_00gift25'`,
    `points ever added of ${LEDGER} should be 2500 and is 2499.`],
  [`update vouchers set gift_subtracted = 1, gift_redeemed = 999 where id = 'v_00gift25'`,
    `redeemed of ${LEDGER} should be 1000 and is 999.`],
  [`update lots set remaining = 1501 where voucher_id = 'v_00gift25'`,
    'remaining of lot lopb_00000003 should be 1500 and is 1501.'],
  [`update customer_totals set gift_balance = 1 ${OF_ADA}`,
    `giftBalance of ${ADAS} should be 1500 and is 1.`],
  [`update customer_totals set gift_redeemed_amount = 1 ${OF_ADA}`,
    `giftRedeemedAmount of ${ADAS} should be 1000 and is 1.`],
  [`update customer_totals set redemptions_succeeded = 8 ${OF_ADA}`,
    `redemptionsSucceeded of ${ADAS} should be 7 and is 8.`],
  [`update customer_totals set redemptions_failed = 2 ${OF_ADA}`,
    `redemptionsFailed of ${ADAS} should be 1 and is 2.`],
  [`update customer_totals set rollbacks_succeeded = 3 ${OF_ADA}`,
    `rollbacksSucceeded of ${ADAS} should be 2 and is 3.`],
  [`update orders set total_amount = total_amount - 1 where id = 'ord_000001'`,
    `ordersAmount of ${ADAS} should be 11696 and is 11697.`],
  [`update redemptions set record = ${withNumber('record', CREDIT, 999)} where id = '${card}'`,
    `the credit of redemption ${card} should be 1000 and is 999.`],
  [`update redemptions set record = ${withNumber('record', CREDIT, -299)}
     where ${numberIn('record', CREDIT)} = -300`,
    /^Project proj_00demo: the credit of redemption r_\d+, which r_\d+ rolls back, should be 299/],
  [`update promotion_tiers set total_redeemed = 0 where id = 'promo_00tenoff'`,
    `totalRedeemed of ${TENTH} should be 2 and is 0.`],
  [`update promotion_tiers set orders_amount = 1 where id = 'promo_00tenoff'`,
    `ordersAmount of ${TENTH} should be 7700 and is 1.`],
  [`update promotion_tiers set orders_discount_amount = 1 where id = 'promo_00tenoff'`,
    `ordersDiscountAmount of ${TENTH} should be 603 and is 1.`],
  [`update redemptions set record = ${withNumber('record', ['discount'], 1)} where id = '${tier}'`,
    `ordersDiscountAmount of ${BY_ALL} should be 371 and is 603.`],
  [`update redemptions set record = ${withNumber('record', ['discount'], 1)} where id = '${coupon}'`,
    new RegExp(`the sum of the discounts of the parts of redemption ${whole} should be ` +
      '\\d+ and is \\d+\\.$')],
  [`update redemptions set record = ${withNumber('record', ['discount'], 1)} where id = '${alone}'`,
    `the discount of redemption ${alone} should be 500 and is 1.`],
  [`update orders set discount_amount = 501 where id = '${order}'`,
    `totalDiscountAmount of order ${order} should be 501 and is 500.`],
  [`update orders set applied_discount_amount = 499 where id = '${order}'`,
    `appliedDiscountAmount of order ${order} should be 500 and is 499.`],
  [`delete from orders where id = '${order}'`,
    `order ${order} is missing, although an event says that it was created.`],
  [`delete from redemptions where id = '${alone}'`,
    `the status of redemption ${alone}, which order ${order} has, should be SUCCEEDED and is undefined.`],
  [`update redemption_counts set total = 9 ${counted('voucher', 'v_00welcome')}`,
    'total of redemptions of voucher v_00welcome by any should be 1 and is 9.'],
  [`update redemption_counts set day_count = 9
     ${counted('promotion_tier', 'promo_00tenoff', 'customer')}`,
    `dayCount of redemptions of promotion_tier promo_00tenoff by ${ADAS} should be 1 and is 9.`],
  [`update redemption_counts set total = 9 ${counted('campaign', known.PROMO_CAMPAIGN_ID)}`,
    `total of ${BY_ALL} should be 2 and is 9.`],
  [`update redemption_counts set day_count = 9 ${counted('campaign', known.PROMO_CAMPAIGN_ID)}`,
    `dayCount of ${BY_ALL} should be 1 and is 9.`],
  [`update redemption_counts set orders_discount_amount = 1
     ${counted('campaign', known.PROMO_CAMPAIGN_ID)}`,
    `ordersDiscountAmount of ${BY_ALL} should be 603 and is 1.`],
  [`update publications set voucher_type = 'DISCOUNT_VOUCHER' where voucher_id = 'v_00gift25'`,
    /the type of the voucher of publication pub_\d+ should be GIFT_VOUCHER and is DISCOUNT_VOUCHER\.$/],
  [`update publications set campaign_id = null where voucher_id = 'v_00adaclub'`,
    /the campaignId of the voucher of publication pub_\w+ should be camp_00club and is null\.$/],
  [`update redemptions set stack_id = null where id = '${coupon}'`,
    `the number of parts of redemption ${whole} should be 3 and is 2.`],
  [`delete from redemptions where id = '${whole}'`,
    'the number of stacked redemptions, counted by stack, should be 6 and is 9.'],
  [`update redemptions set status = 'SUCCEEDED' where status = 'ROLLED_BACK'
     and voucher_id is null`,
    /the status of redemption r_\d+, which r_\d+ rolls back, should be ROLLED_BACK and is SUCC/],
  [`update lock_holds set uses = 100 where voucher_id = 'v_00welcome'`,
    `locks hold 100 uses of ${COUPON}, which has 99.`],
  [`update lock_holds set credit = 1501 where voucher_id = 'v_00gift25'`,
    `locks hold 1501 credit of ${GIFT_CARD}, which has 1500.`],
  [`update vouchers set locked_until = '${SOON}' where id = 'v_00gift25'`,
    `lockedUntil of ${GIFT_CARD} is earlier than the end of its last lock, ${END}.`],
  [`update lock_holds set expires_at = '${SOON}' where voucher_id = 'v_00gift25'`,
    `${LOCK} should be ${END} and is ${SOON}.`],
  [`delete from locks`, `${LOCK} should be null and is ${END}.`]
]

t.test('one figure of discounts that does not agree is named', async t => {
  const url = await newUrl(t)
  let kept: readonly string[] = []
  await t.test('what is kept agrees', async t => {
    kept = await shopped(t, url)
  })
  for (const [sql, sentence] of figuresOf(kept)) {
    const spoiled = await newSpoiled(url, sql, { onBug: t.error })
    const disagreement =
      typeof sentence === 'string' ? `Project ${known.PROJECT_ID}: ${sentence}` : sentence
    const { clean, findings } = await audit(spoiled, NOW)
    const sentences = findings.map(found => found.sentence)
    t.equal(clean, false, sql)
    const isFound = sentences.some(found =>
      typeof disagreement === 'string' ? found === disagreement : disagreement.test(found)
    )
    t.ok(isFound, `${sql}: ${sentences.join(' ')}`)
    await spoiled.close()
  }
})
