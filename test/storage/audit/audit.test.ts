/**
 * The audit finds every kind of disagreement, and says which; where all agrees it counts.
 *
 * Each row spoils one number behind the store's back, as a bug would, and expects one sentence.
 */
import t, { type Test } from 'tap'
import type { Change, LastOrder } from '../../../src/decisions/changes.ts'
import type { CardBalance } from '../../../src/model.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { newSpoiled, newUrl, openUrl } from '../../support/stores.ts'
import * as catalogue from '../support/catalogue.ts'
import { added, changed, P, redeemed, storedVoucher, waiting } from '../support/changes.ts'
import { furnish } from '../support/redeeming-program.ts'
import * as things from '../support/things.ts'

/**
 * A card with 100 points in two lots, 30 of them spent, 7 waiting; a tier, a customer who was sent,
 * an order, a rule, a job.
 */
async function busy(t: Test): Promise<{ store: Store; url: string }> {
  const url = await newUrl(t)
  const store = await openUrl(url, { onBug: t.error })
  t.after(() => store.close())
  await store.migrate()
  await furnish(store, { cards: 2, points: 60, stock: 5 })
  const card = () => store.read(P, session => storedVoucher(session, 'v_1'))
  const counted = (step: object, lastOrder: LastOrder | null = null): Change => ({
    kind: 'customerTotals.counted',
    customerId: 'cust_1',
    step,
    lastOrder
  })
  await changed(store, added(await card(), 40, 'second'), counted({ cardBalance: 40 }))
  await changed(store, ...redeemed(await card(), 30, 'lopb_v_1', 'spent'))
  await changed(store, waiting(await card(), things.pendingPoints()))
  await changed(
    store,
    { kind: 'customer.created', customer: things.customer('cust_2') },
    { kind: 'customer.referred', referral: things.referral('cust_2') },
    {
      kind: 'tierMembership.saved',
      membership: { ...things.membership, tierId: 'ltr_1', startedAt: things.NOW }
    }
  )
  const action = things.asyncAction()
  await changed(
    store,
    { kind: 'order.created', order: { ...things.order(), earnedAt: things.NOW } },
    counted({ ordersCount: 1, ordersAmount: 1000 }, { amount: 1000, date: things.NOW }),
    { kind: 'validationRule.assigned', assignment: catalogue.ruleAssignment },
    { kind: 'asyncAction.created', action },
    {
      kind: 'job.queued',
      job: things.job('job_1', { asyncActionId: action.id }),
      chunks: [['a', 'b'], ['c']]
    }
  )
  return { store, url }
}

t.test('where everything agrees the audit says how much it looked at', async t => {
  t.same(await audit((await busy(t)).store), {
    clean: true,
    findings: [],
    counts: { projects: 1, vouchers: 2, entries: 4, lots: 3, customers: 2, redemptions: 1, jobs: 1 }
  })
})

const V1 = 'voucher v_1 (CODE-v_1)'
const TIER = 'the tier membership of voucher v_1'
const SENT = 'referredCustomers of customer cust_1 for campaign camp_1'
const BY_ALL = 'redemptions of campaign camp_1 by any'
const COUNT = `object_id = 'camp_1' and "by" = 'any'`
const TWO_ORDERS = `update customer_totals set orders_count = 2, orders_amount = 2000`

function orderLike(id: string, status: string, earnedAt: string): string {
  return `insert into orders (project_id, id, status, total_amount, items, metadata, customer_id,
      redemptions, earned_at, created_at, version)
    select project_id, '${id}', '${status}', total_amount, items, metadata, customer_id,
      redemptions, ${earnedAt}, created_at, version from orders`
}

function recordLike(id: string, parent: string, end: string, points: string, counted: string) {
  return `insert into redemptions select project_id, '${id}', date, voucher_id, campaign_id,
      customer_id, tracking_id, ${parent}, ${end}, ${points}, null, null, record, null, null, 0
    from redemptions where id = 'r_spent';
    update vouchers set records_count = records_count + 1 where id = 'v_1';
    update customer_totals set ${counted} = ${counted} + 1 where customer_id = 'cust_1'`
}
const rollbackLike = (points: string) =>
  recordLike('r_x', 'id', `'SUCCESS', 'SUCCEEDED'`, points, 'rollbacks_succeeded')
const ENDED = recordLike('r_y', 'null', `'FAILURE', 'ROLLED_BACK'`, '30', 'redemptions_succeeded')

// What is written behind the store's back, and what the audit says of it.
// biome-ignore format: a table
const rows: readonly (readonly [sql: string, sentence: string])[] = [
  [`update vouchers set balance = 71, points = 101 where id = 'v_1'`,
    `balance of ${V1}, whose ledger has 3 entries, should be 70 and is 71.`],
  [`update vouchers set points = 99, redeemed_points = 29 where id = 'v_1'`,
    `points ever added of ${V1}, whose ledger has 3 entries, should be 100 and is 99.`],
  [`update vouchers set subtracted_points = 1, redeemed_points = 29 where id = 'v_1'`,
    `redeemed of ${V1}, whose ledger has 3 entries, should be 30 and is 29.`],
  [`update vouchers set expired_points = 1, subtracted_points = -1 where id = 'v_1'`,
    `subtracted of ${V1}, whose ledger has 3 entries, should be 0 and is -1.`],
  [`update vouchers set pending_points = 8 where id = 'v_1'`,
    `pendingPoints of ${V1} should be 7 and is 8.`],
  [`update vouchers set published_count = 2 where id = 'v_1'`,
    `publishedCount of ${V1} should be 1 and is 2.`],
  [`update vouchers set holder_gone = true where id = 'v_1'`,
    'holderGone of voucher v_1 should be false and is true.'],
  [`update vouchers set redeemed_quantity = 0 where id = 'v_1'`,
    `redeemedQuantity of ${V1} should be 1 and is 0.`],
  [`update vouchers set next_expiration_date = '2027-01-01' where id = 'v_1'`,
    `nextExpirationDate of ${V1} should be null and is 2027-01-01.`],
  [`update vouchers set next_expiration_points = 5 where id = 'v_1'`,
    `nextExpirationPoints of ${V1} should be null and is 5.`],
  [`update lots set remaining = 31 where id = 'lopb_v_1'`,
    'remaining of lot lopb_v_1 should be 30 and is 31.'],
  [`update lots set amount = 61 where id = 'lopb_v_1'`,
    'amount of lot lopb_v_1 should be 60 and is 61.'],
  [`update lots set voucher_id = 'v_2' where id = 'lopb_v_1'`,
    'the voucher of lot lopb_v_1 should be v_1 and is v_2.'],
  [`delete from lots where id = 'lopb_v_1'`, 'lot lopb_v_1 of voucher v_1 is missing, although a ledger entry names it.'],
  [
    `insert into lots (project_id, id, voucher_id, amount, remaining, created_at)
     select project_id, 'lopb_x', voucher_id, 1, 1, created_at from lots where id = 'lopb_v_1'`,
    'the number of lots, counted by the ledger entries that name them, should be 3 and is 4.'
  ],
  [`update ledger_entries set amount = -31 where id = 'vtx_spent'`,
    'the sum of the lots of ledger entry vtx_spent should be -31 and is -30.'],
  [`update ledger_entries set balance_after = 71 where id = 'vtx_spent'`,
    'the balance before ledger entry vtx_spent of CODE-v_1 should be 100 and is 101.'],
  [`update ledger_entries set voucher_version = -voucher_version where voucher_id = 'v_1'`,
    'the balance before ledger entry vtx_spent of CODE-v_1 should be 0 and is 100.'],
  [`delete from ledger_entries where id = 'vtx_second'`,
    `balance of ${V1}, whose ledger has 2 entries, should be 30 and is 70.`],
  [`delete from customer_totals`, 'customer cust_1 has no totals.'],
  [`update customer_totals set redemptions_succeeded = 2`,
    'redemptionsSucceeded of customer cust_1 should be 1 and is 2.'],
  [`update customer_totals set redemptions_failed = 1`,
    'redemptionsFailed of customer cust_1 should be 0 and is 1.'],
  [`update customer_totals set rollbacks_succeeded = 1`,
    'rollbacksSucceeded of customer cust_1 should be 0 and is 1.'],
  [
    rollbackLike('-points'),
    'the status of redemption r_spent, which r_x rolls back, should be ROLLED_BACK and is SUCCEEDED.'
  ],
  [ENDED, 'the number of redemptions rolled back should be 0 and is 1.'],
  [`${ENDED}; ${rollbackLike('-29')}; update redemptions set parent_id = 'r_y' where id = 'r_x'`,
    'the points of redemption r_y, which r_x rolls back, should be 29 and is 30.'],
  [`update customer_totals set card_balance = 1`,
    'cardBalance of customer cust_1 should be 130 and is 1.'],
  [`update customer_totals set card_redeemed_points = 1`,
    'cardRedeemedPoints of customer cust_1 should be 30 and is 1.'],
  [`update customer_totals set gift_balance = 1`,
    'giftBalance of customer cust_1 should be 0 and is 1.'],
  [`update orders set status = 'CANCELED'`, 'ordersCount of customer cust_1 should be 0 and is 1.'],
  [`update orders set total_amount = 1001`,
    'ordersAmount of customer cust_1 should be 1001 and is 1000.'],
  [`update customer_totals set last_order_date = null where customer_id = 'cust_1'`,
    `lastOrderDate of customer cust_1 should be ${things.NOW} and is null.`],
  [`update customer_totals set last_order_date = '${things.NOW}' where customer_id = 'cust_2'`,
    `lastOrderDate of customer cust_2 should be null and is ${things.NOW}.`],
  [`update customer_totals set last_order_amount = 1 where customer_id = 'cust_2'`,
    'lastOrderAmount of customer cust_2 should be 0 and is 1.'],
  [`update customer_totals set last_order_amount = 999 where customer_id = 'cust_1'`,
    'lastOrderAmount of customer cust_1 should be 1000 and is 999.'],
  [`${orderLike('ord_2', 'FULFILLED', `'${things.LATER}'`)}; ${TWO_ORDERS}`,
    `lastOrderDate of customer cust_1 should be ${things.LATER} and is ${things.NOW}.`],
  [`${orderLike('ord_2', 'PAID', 'earned_at')}; ${TWO_ORDERS}, last_order_amount = 999`,
    'lastOrderAmount of customer cust_1 should be 1000 or 1000 and is 999.'],
  [orderLike('ord_2', 'CANCELED', `'${things.LATER}'`),
    'order ord_2 is canceled, but what it earned was not taken back.'],
  [`update campaigns set vouchers_count = 3`,
    'vouchersCount of campaign camp_1 should be 2 and is 3.'],
  [`update validation_rules set assignments_count = 0`,
    'assignmentsCount of validation rule val_1 should be 1 and is 0.'],
  [`update rewards set redeemed = 2`, 'redeemed of reward rew_1 should be 1 and is 2.'],
  [`update ledger_entries set order_id = null where id = 'vtx_second'`,
    'orderId of ledger entry vtx_second should be ord_1 and is null.'],
  [`update ledger_entries set order_id = 'ord_1' where id = 'vtx_spent'`,
    'orderId of ledger entry vtx_spent should be null and is ord_1.'],
  [`update ledger_entries set followed_id = 'ltr_1' where id = 'vtx_second'`,
    'followedId of ledger entry vtx_second should be null and is ltr_1.'],
  [`update pending_points set customer_id = 'cust_2'`,
    'the customer of pending points lopp_1 should be cust_1 and is cust_2.'],
  [`update pending_points set campaign_id = 'camp_2'`,
    'the campaign of pending points lopp_1 should be camp_1 and is camp_2.'],
  [`update pending_points set status = 'ACTIVATED'; update vouchers set pending_points = 0`,
    'the points credited for pending points lopp_1 should be 7 and is 0.'],
  [
    `update ledger_entries set cause = '{"orderId":"ord_1","pendingId":"lopp_1"}'
     where id = 'vtx_second'`,
    'the points credited for pending points lopp_1 should be 0 and is 40.'
  ],
  [`update tier_memberships set customer_id = 'cust_2'`,
    `the customer of ${TIER} should be cust_1 and is cust_2.`],
  [`update tier_memberships set campaign_id = 'camp_2'`,
    `the campaign of ${TIER} should be camp_1 and is camp_2.`],
  [`update loyalty_tiers set campaign_id = 'camp_2'`,
    `the campaign of tier ltr_1 in ${TIER} should be camp_1 and is camp_2.`],
  [`delete from loyalty_tiers`,
    `the campaign of tier ltr_1 in ${TIER} should be camp_1 and is null.`],
  [`update tier_memberships set started_at = null`,
    `${TIER} has dates that do not fit its tier ltr_1.`],
  [`update tier_memberships set tier_id = null`,
    `${TIER} has dates that do not fit its tier null.`],
  [`update tier_memberships set tier_id = null, started_at = null, expires_on = '2026-12-31'`,
    `${TIER} has dates that do not fit its tier null.`],
  [`update referrer_totals set referred_customers = 2`, `${SENT} should be 1 and is 2.`],
  [`delete from referrer_totals`, `${SENT} should be 1 and is 0.`],
  [`delete from referrals`, `${SENT} should be 0 and is 1.`],
  [`update redemption_counts set total = 2 where ${COUNT}`,
    `total of ${BY_ALL} should be 1 and is 2.`],
  [`update redemption_counts set day_count = 0 where ${COUNT}`,
    `dayCount of ${BY_ALL} should be 1 and is 0.`],
  [`update redemption_counts set day = '2026-02-28' where ${COUNT}`,
    `dayCount of ${BY_ALL} should be 0 and is 1.`],
  [`update redemption_counts set week = '2026-03-02' where ${COUNT}`,
    `weekCount of ${BY_ALL} should be 0 and is 1.`],
  [`update redemption_counts set month_count = 2 where ${COUNT}`,
    `monthCount of ${BY_ALL} should be 1 and is 2.`],
  [`update redemption_counts set orders_amount = 0 where ${COUNT}`,
    `ordersAmount of ${BY_ALL} should be 1000 and is 0.`],
  [`update redemption_counts set orders_discount_amount = 1 where ${COUNT}`,
    `ordersDiscountAmount of ${BY_ALL} should be 0 and is 1.`],
  [`delete from redemption_counts where ${COUNT}`,
    'the number of redemptions that are counted for limits should be 8 and is 7.'],
  [`insert into count_kinds values ('${P}', 0, 1)`,
    'the kinds of count that are filled and not kept should be 0 and is 1.'],
  [`insert into count_kinds values ('${P}', 4095, 4095);
    update redemptions set counted_in = 2047`,
    'redemption r_spent is not counted in campaign camp_1 by any.'],
  [`update redemption_counts set by_id = 'key_2' where "by" = 'api_key' and object_id = 'v_1'`,
    'total of redemptions of voucher v_1 by api_key key_2 should be 0 and is 1.'],
  [`update async_actions set status = 'DONE'`,
    'job job_1 holds async action aa_1, which has ended or is gone.'],
  [`update jobs set async_action_id = null`, 'async action aa_1 is ENQUEUED, and no job holds it.'],
  [`update jobs set done = 4`, 'job job_1 has done 4 items of 3.'],
  [`update jobs set done = 1`, 'the number of items left in job job_1 should be 3 and is 2.'],
  [`delete from job_chunks where "index" = 0`, 'the number of items left in job job_1 should be 1 and is 3.']
]

t.test('one number that does not agree is named', async t => {
  const { store, url } = await busy(t)
  await store.close()
  for (const [sql, sentence] of rows) {
    const spoiled = await newSpoiled(url, sql, { onBug: t.error })
    const { clean, findings } = await audit(spoiled)
    const sentences = findings.map(found => found.sentence)
    t.equal(clean, false, sql)
    t.ok(sentences.includes(`Project ${P}: ${sentence}`), `${sql}: ${sentences.join(' ')}`)
    await spoiled.close()
  }
})

function manyAdditions(cardId: string, count: number): Change[] {
  const card = things.card(cardId)
  const empty = card.card as CardBalance
  return Array.from({ length: count }, (_, n) => {
    const before = { ...card, version: 1 + n, card: { ...empty, points: n, balance: n } }
    return added(before, 1, `p${String(n).padStart(4, '0')}`)
  })
}

t.test('a project of many pages is audited whole', async t => {
  const { store, url } = await busy(t)
  await changed(
    store,
    { kind: 'campaign.grew', campaignId: 'camp_1', vouchersCount: 2, added: 1200 },
    ...Array.from(
      { length: 1200 },
      (_, n): Change => ({ kind: 'voucher.created', voucher: things.card(`v_p${n}`) })
    )
  )
  await changed(store, ...manyAdditions('v_p7', 600))
  t.match(await audit(store), { clean: true, counts: { vouchers: 1202, entries: 604, lots: 603 } })
  await store.close()
  const spoiling = `update lots set remaining = 0 where id = 'lopb_p0599'`
  const spoiled = await newSpoiled(url, spoiling, { onBug: t.error })
  t.after(() => spoiled.close())
  t.match(await audit(spoiled), {
    findings: [{ kind: 'points', sentence: /remaining of lot lopb_p0599 should be 1 and is 0/ }]
  })
})
