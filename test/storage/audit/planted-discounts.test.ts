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

const COUPON = 'coupon WELCOME'
const GIFT_CARD = 'gift voucher GIFT-2500'
const ADAS = 'customer cust_00ada'
const OF_ADA = `where customer_id = 'cust_00ada'`
const TENTH = 'promotion tier promo_00tenoff'
const BY_ALL = `of redemptions of campaign ${known.PROMO_CAMPAIGN_ID}`
const LOCK = 'the end of lock basket, which holds gift voucher GIFT-2500,'
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
    `redemption.redeemed_quantity of ${COUPON} is stored as 2, and should be 1.`],
  [`update vouchers set records_count = 9 where id = 'v_00welcome'`,
    'the total of the redemptions listed for coupon WELCOME is stored as 9, and should be 3.'],
  [`delete from redemptions where id = '${coupon}'`,
    'the total of the redemptions listed for coupon WELCOME is stored as 3, and should be 2.'],
  [`update vouchers set redeemed_quantity = 2 where id = 'v_00gift25'`,
    `redemption.redeemed_quantity of ${GIFT_CARD} is stored as 2, and should be 1.`],
  [`update vouchers set gift_balance = 1501, gift_amount = 2501 where id = 'v_00gift25'`,
    `gift.balance of ${GIFT_CARD} is stored as 1501, and should be 1500.`],
  [`update vouchers set gift_redeemed = 999, gift_amount = 2499 where id = 'v_00gift25'`,
    `gift.amount of ${GIFT_CARD} is stored as 2499, and should be 2500.`],
  [`update vouchers set gift_subtracted = 1, gift_redeemed = 999 where id = 'v_00gift25'`,
    `redemption.redeemed_amount of ${GIFT_CARD} is stored as 999, and should be 1000.`],
  [`update lots set remaining = 1501 where voucher_id = 'v_00gift25'`,
    'what remains of lot lopb_00000003 of gift voucher GIFT-2500 is stored as 1501, and should be 1500.'],
  [`update customer_totals set gift_balance = 1 ${OF_ADA}`,
    `summary.redemptions.gift.amount_to_go of ${ADAS} is stored as 1, and should be 1500.`],
  [`update customer_totals set gift_redeemed_amount = 1 ${OF_ADA}`,
    `summary.redemptions.gift.redeemed_amount of ${ADAS} is stored as 1, and should be 1000.`],
  [`update customer_totals set redemptions_succeeded = 8 ${OF_ADA}`,
    `summary.redemptions.total_succeeded of ${ADAS} is stored as 8, and should be 7.`],
  [`update customer_totals set redemptions_failed = 2 ${OF_ADA}`,
    `summary.redemptions.total_failed of ${ADAS} is stored as 2, and should be 1.`],
  [`update customer_totals set rollbacks_succeeded = 3 ${OF_ADA}`,
    `summary.redemptions.total_rollback_succeeded of ${ADAS} is stored as 3, and should be 2.`],
  [`update orders set total_amount = total_amount - 1 where id = 'ord_000001'`,
    'total_amount of order ord_000001 is stored as 2096, and should be 2097.'],
  [`update redemptions set record = ${withNumber('record', CREDIT, 999)} where id = '${card}'`,
    `the credit of redemption ${card} is stored as 999, and should be 1000.`],
  [`update redemptions set record = ${withNumber('record', CREDIT, -299)}
     where ${numberIn('record', CREDIT)} = -300`,
    /^Project proj_00demo: the credit of redemption r_\d+, which r_\d+ rolls back, is stored as 300, and should be 299/],
  [`update promotion_tiers set total_redeemed = 0 where id = 'promo_00tenoff'`,
    `summary.redemptions.total_redeemed of ${TENTH} is stored as 0, and should be 2.`],
  [`update promotion_tiers set orders_amount = 1 where id = 'promo_00tenoff'`,
    `summary.orders.total_amount of ${TENTH} is stored as 1, and should be 7700.`],
  [`update promotion_tiers set orders_discount_amount = 1 where id = 'promo_00tenoff'`,
    `summary.orders.total_discount_amount of ${TENTH} is stored as 1, and should be 603.`],
  [`update redemptions set record = ${withNumber('record', ['discount'], 1)} where id = '${tier}'`,
    `the sum of the discounts ${BY_ALL} is stored as 603, and should be 371.`],
  [`update redemptions set record = ${withNumber('record', ['discount'], 1)} where id = '${coupon}'`,
    new RegExp(`the sum of the discounts of the parts of redemption ${whole} is stored as ` +
      '\\d+, and should be \\d+\\.$')],
  [`update redemptions set record = ${withNumber('record', ['discount'], 1)} where id = '${alone}'`,
    `the discount of redemption ${alone} is stored as 1, and should be 500.`],
  [`update orders set discount_amount = 501 where id = '${order}'`,
    `total_discount_amount of order ${order} is stored as 500, and should be 501.`],
  [`update orders set applied_discount_amount = 499 where id = '${order}'`,
    `applied_discount_amount of order ${order} is stored as 499, and should be 500.`],
  [`delete from orders where id = '${order}'`,
    `order ${order} is missing, although an event says that it was created.`],
  [`delete from redemptions where id = '${alone}'`,
    `the status of redemption ${alone}, which order ${order} has, is stored as nothing, and should be SUCCEEDED.`],
  [`update redemption_counts set total = 9 ${counted('voucher', 'v_00welcome')}`,
    'the number of redemptions of voucher v_00welcome is stored as 9, and should be 1.'],
  [`update redemption_counts set day_count = 9
     ${counted('promotion_tier', 'promo_00tenoff', 'customer')}`,
    `the number of redemptions of promotion tier promo_00tenoff by ${ADAS} on 2026-03-01 is stored as 9, and should be 1.`],
  [`update redemption_counts set total = 9 ${counted('campaign', known.PROMO_CAMPAIGN_ID)}`,
    `the number ${BY_ALL} is stored as 9, and should be 2.`],
  [`update redemption_counts set day_count = 9 ${counted('campaign', known.PROMO_CAMPAIGN_ID)}`,
    `the number ${BY_ALL} on 2026-03-01 is stored as 9, and should be 1.`],
  [`update redemption_counts set orders_discount_amount = 1
     ${counted('campaign', known.PROMO_CAMPAIGN_ID)}`,
    `the sum of the discounts ${BY_ALL} is stored as 1, and should be 603.`],
  [`update publications set voucher_type = 'DISCOUNT_VOUCHER' where voucher_id = 'v_00gift25'`,
    /the type of the voucher of publication pub_\d+ is stored as DISCOUNT_VOUCHER, and should be GIFT_VOUCHER\.$/],
  [`update publications set campaign_id = null where voucher_id = 'v_00adaclub'`,
    /the campaign of the voucher of publication pub_\w+ is stored as nothing, and should be camp_00club\.$/],
  [`update redemptions set stack_id = null where id = '${coupon}'`,
    `the number of parts of redemption ${whole} is stored as 2, and should be 3.`],
  [`delete from redemptions where id = '${whole}'`,
    'the number of parts of all redemptions is stored as 9, and should be 6.'],
  [`update redemptions set status = 'SUCCEEDED' where status = 'ROLLED_BACK'
     and voucher_id is null`,
    /the status of redemption r_\d+, which r_\d+ rolls back, is stored as SUCCEEDED, and should be ROLLED/],
  [`update lock_holds set uses = 100 where voucher_id = 'v_00welcome'`,
    `locks hold 100 of the uses of ${COUPON}, which has 99.`],
  [`update lock_holds set credit = 1501 where voucher_id = 'v_00gift25'`,
    `locks hold 1501 of the credit of ${GIFT_CARD}, which has 1500.`],
  [`update vouchers set locked_until = '${SOON}' where id = 'v_00gift25'`,
    `the end of the last lock of ${GIFT_CARD} is stored as ${SOON}, and should be ${END}.`],
  [`update lock_holds set expires_at = '${SOON}' where voucher_id = 'v_00gift25'`,
    `${LOCK} is stored as ${SOON}, and should be ${END}.`],
  [`delete from locks`, `${LOCK} is stored as ${END}, and should be nothing.`]
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
