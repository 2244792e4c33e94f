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

const V1 = 'loyalty card CODE-v_1'
const TIER = 'the place in a tier of loyalty card CODE-v_1'
const SENT = 'referred_customers of customer cust_1 in campaign camp_1'
const BY_ALL = 'of redemptions of campaign camp_1'
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
    `loyalty_card.balance of ${V1} is stored as 71, and should be 70.`],
  [`update vouchers set points = 99, redeemed_points = 29 where id = 'v_1'`,
    `loyalty_card.points of ${V1} is stored as 99, and should be 100.`],
  [`update vouchers set subtracted_points = 1, redeemed_points = 29 where id = 'v_1'`,
    `redemption.redeemed_points of ${V1} is stored as 29, and should be 30.`],
  [`update vouchers set expired_points = 1, subtracted_points = -1 where id = 'v_1'`,
    `loyalty_card.subtracted_points of ${V1} is stored as -1, and should be 0.`],
  [`update vouchers set pending_points = 8 where id = 'v_1'`,
    `loyalty_card.pending_points of ${V1} is stored as 8, and should be 7.`],
  [`update vouchers set published_count = 2 where id = 'v_1'`,
    `publish.count of ${V1} is stored as 2, and should be 1.`],
  [`update vouchers set holder_gone = true where id = 'v_1'`,
    'whether the holder of loyalty card CODE-v_1 is deleted is stored as true, and should be false.'],
  [`update vouchers set redeemed_quantity = 0 where id = 'v_1'`,
    `redemption.redeemed_quantity of ${V1} is stored as 0, and should be 1.`],
  [`update vouchers set next_expiration_date = '2027-01-01' where id = 'v_1'`,
    `loyalty_card.next_expiration_date of ${V1} is stored as 2027-01-01, and should be nothing.`],
  [`update vouchers set next_expiration_points = 5 where id = 'v_1'`,
    `loyalty_card.next_expiration_points of ${V1} is stored as 5, and should be nothing.`],
  [`update lots set remaining = 31 where id = 'lopb_v_1'`,
    'what remains of lot lopb_v_1 of loyalty card CODE-v_1 is stored as 31, and should be 30.'],
  [`update lots set amount = 61 where id = 'lopb_v_1'`,
    'the amount of lot lopb_v_1 of loyalty card CODE-v_1 is stored as 61, and should be 60.'],
  [`update lots set voucher_id = 'v_2' where id = 'lopb_v_1'`,
    'the voucher of lot lopb_v_1 of loyalty card CODE-v_1 is stored as v_2, and should be v_1.'],
  [`delete from lots where id = 'lopb_v_1'`, 'lot lopb_v_1 of loyalty card CODE-v_1 is missing, although a ledger entry names it.'],
  [
    `insert into lots (project_id, id, voucher_id, amount, remaining, created_at)
     select project_id, 'lopb_x', voucher_id, 1, 1, created_at from lots where id = 'lopb_v_1'`,
    'the number of lots that ledger entries name is stored as 4, and should be 3.'
  ],
  [`update ledger_entries set amount = -31 where id = 'vtx_spent'`,
    'the sum of the lots of ledger entry vtx_spent is stored as -30, and should be -31.'],
  [`update ledger_entries set balance_after = 71 where id = 'vtx_spent'`,
    'the balance of loyalty card CODE-v_1 before ledger entry vtx_spent is stored as 101, and should be 100.'],
  [`update ledger_entries set voucher_version = -voucher_version where voucher_id = 'v_1'`,
    'the balance of loyalty card CODE-v_1 before ledger entry vtx_spent is stored as 100, and should be 0.'],
  [`delete from ledger_entries where id = 'vtx_second'`,
    `loyalty_card.balance of ${V1} is stored as 70, and should be 30.`],
  [`delete from customer_totals`, 'customer cust_1 has no summary.'],
  [`update customer_totals set redemptions_succeeded = 2`,
    'summary.redemptions.total_succeeded of customer cust_1 is stored as 2, and should be 1.'],
  [`update customer_totals set redemptions_failed = 1`,
    'summary.redemptions.total_failed of customer cust_1 is stored as 1, and should be 0.'],
  [`update customer_totals set rollbacks_succeeded = 1`,
    'summary.redemptions.total_rollback_succeeded of customer cust_1 is stored as 1, and should be 0.'],
  [
    rollbackLike('-points'),
    'the status of redemption r_spent, which r_x rolls back, is stored as SUCCEEDED, and should be ROLLED_BACK.'
  ],
  [ENDED, 'the number of redemptions rolled back is stored as 1, and should be 0.'],
  [`${ENDED}; ${rollbackLike('-29')}; update redemptions set parent_id = 'r_y' where id = 'r_x'`,
    'the number of points of redemption r_y, which r_x rolls back, is stored as 30, and should be 29.'],
  [`update customer_totals set card_balance = 1`,
    'summary.redemptions.loyalty_card.points_to_go of customer cust_1 is stored as 1, and should be 130.'],
  [`update customer_totals set card_redeemed_points = 1`,
    'summary.redemptions.loyalty_card.redeemed_points of customer cust_1 is stored as 1, and should be 30.'],
  [`update customer_totals set gift_balance = 1`,
    'summary.redemptions.gift.amount_to_go of customer cust_1 is stored as 1, and should be 0.'],
  [`update orders set status = 'CANCELED'`, 'summary.orders.total_count of customer cust_1 is stored as 1, and should be 0.'],
  [`update orders set total_amount = 1001`,
    'total_amount of order ord_1 is stored as 1001, and should be 1000.'],
  [`update customer_totals set last_order_date = null where customer_id = 'cust_1'`,
    `summary.orders.last_order_date of customer cust_1 is stored as nothing, and should be ${things.NOW}.`],
  [`update customer_totals set last_order_date = '${things.NOW}' where customer_id = 'cust_2'`,
    `summary.orders.last_order_date of customer cust_2 is stored as ${things.NOW}, and should be nothing.`],
  [`update customer_totals set last_order_amount = 1 where customer_id = 'cust_2'`,
    'summary.orders.last_order_amount of customer cust_2 is stored as 1, and should be 0.'],
  [`update customer_totals set last_order_amount = 999 where customer_id = 'cust_1'`,
    'summary.orders.last_order_amount of customer cust_1 is stored as 999, and should be 1000.'],
  [`${orderLike('ord_2', 'FULFILLED', `'${things.LATER}'`)}; ${TWO_ORDERS}`,
    `summary.orders.last_order_date of customer cust_1 is stored as ${things.NOW}, and should be ${things.LATER}.`],
  [`${orderLike('ord_2', 'PAID', 'earned_at')}; ${TWO_ORDERS}, last_order_amount = 999`,
    'summary.orders.last_order_amount of customer cust_1 is stored as 999, and should be 1000.'],
  [orderLike('ord_2', 'CANCELED', `'${things.LATER}'`),
    'order ord_2 is canceled, but what it earned was not taken back.'],
  [`update campaigns set vouchers_count = 3`,
    'vouchers_count of campaign camp_1 is stored as 3, and should be 2.'],
  [`update validation_rules set assignments_count = 0`,
    'assignments_count of validation rule val_1 is stored as 0, and should be 1.'],
  [`update rewards set redeemed = 2`, 'redeemed of reward rew_1 is stored as 2, and should be 1.'],
  [`update ledger_entries set order_id = null where id = 'vtx_second'`,
    'the order of ledger entry vtx_second is stored as nothing, and should be ord_1.'],
  [`update ledger_entries set order_id = 'ord_1' where id = 'vtx_spent'`,
    'the order of ledger entry vtx_spent is stored as ord_1, and should be nothing.'],
  [`update ledger_entries set followed_id = 'ltr_1' where id = 'vtx_second'`,
    'the tier or segment that ledger entry vtx_second came with is stored as ltr_1, and should be nothing.'],
  [`update pending_points set customer_id = 'cust_2'`,
    'the customer of pending points lopp_1 is stored as cust_2, and should be cust_1.'],
  [`update pending_points set campaign_id = 'camp_2'`,
    'the campaign of pending points lopp_1 is stored as camp_2, and should be camp_1.'],
  [`update pending_points set status = 'ACTIVATED'; update vouchers set pending_points = 0`,
    'the number of points credited for pending points lopp_1 is stored as 0, and should be 7.'],
  [
    `update ledger_entries set cause = '{"orderId":"ord_1","pendingId":"lopp_1"}'
     where id = 'vtx_second'`,
    'the number of points credited for pending points lopp_1 is stored as 40, and should be 0.'
  ],
  [`update tier_memberships set customer_id = 'cust_2'`,
    `the customer of ${TIER} is stored as cust_2, and should be cust_1.`],
  [`update tier_memberships set campaign_id = 'camp_2'`,
    `the campaign of ${TIER} is stored as camp_2, and should be camp_1.`],
  [`update loyalty_tiers set campaign_id = 'camp_2'`,
    `the campaign of tier ltr_1 in ${TIER} is stored as camp_2, and should be camp_1.`],
  [`delete from loyalty_tiers`,
    `the campaign of tier ltr_1 in ${TIER} is stored as nothing, and should be camp_1.`],
  [`update tier_memberships set started_at = null`,
    `${TIER} has dates that do not fit it, ltr_1.`],
  [`update tier_memberships set tier_id = null`,
    `${TIER} has dates that do not fit it, no tier.`],
  [`update tier_memberships set tier_id = null, started_at = null, expires_on = '2026-12-31'`,
    `${TIER} has dates that do not fit it, no tier.`],
  [`update referrer_totals set referred_customers = 2`, `${SENT} is stored as 2, and should be 1.`],
  [`delete from referrer_totals`, `${SENT} is stored as 0, and should be 1.`],
  [`delete from referrals`, `${SENT} is stored as 1, and should be 0.`],
  [`update redemption_counts set total = 2 where ${COUNT}`,
    `the number ${BY_ALL} is stored as 2, and should be 1.`],
  [`update redemption_counts set day_count = 0 where ${COUNT}`,
    `the number ${BY_ALL} on 2026-03-01 is stored as 0, and should be 1.`],
  [`update redemption_counts set day = '2026-02-28' where ${COUNT}`,
    `the number ${BY_ALL} on 2026-02-28 is stored as 1, and should be 0.`],
  [`update redemption_counts set week = '2026-03-02' where ${COUNT}`,
    `the number ${BY_ALL} in the week of 2026-03-02 is stored as 1, and should be 0.`],
  [`update redemption_counts set month_count = 2 where ${COUNT}`,
    `the number ${BY_ALL} in the month of 2026-03-01 is stored as 2, and should be 1.`],
  [`update redemption_counts set orders_amount = 0 where ${COUNT}`,
    `the sum of the orders ${BY_ALL} is stored as 0, and should be 1000.`],
  [`update redemption_counts set orders_discount_amount = 1 where ${COUNT}`,
    `the sum of the discounts ${BY_ALL} is stored as 1, and should be 0.`],
  [`delete from redemption_counts where ${COUNT}`,
    'the number of redemptions that are counted for limits is stored as 7, and should be 8.'],
  [`insert into count_kinds values ('${P}', 0, 1)`,
    'limits use counts of redemptions that are not kept up to date.'],
  [`insert into count_kinds values ('${P}', 4095, 4095);
    update redemptions set counted_in = 2047`,
    'redemption r_spent is not counted among those of campaign camp_1.'],
  [`update redemption_counts set by_id = 'key_2' where "by" = 'api_key' and object_id = 'v_1'`,
    'the number of redemptions of voucher v_1 by api key key_2 is stored as 1, and should be 0.'],
  [`update async_actions set status = 'DONE'`,
    'job job_1 holds async action aa_1, which has ended or is gone.'],
  [`update jobs set async_action_id = null`, 'async action aa_1 is ENQUEUED, and no job holds it.'],
  [`update jobs set done = 4`, 'job job_1 has done 4 items of 3.'],
  [`update jobs set done = 1`, 'the number of items left in job job_1 is stored as 2, and should be 3.'],
  [`delete from job_chunks where "index" = 0`, 'the number of items left in job job_1 is stored as 3, and should be 1.']
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

const BALANCE = `update vouchers set balance = 71, points = 101 where id = 'v_1'`
const BALANCE_TOLD = [
  `loyalty_card.balance of ${V1} is stored as 71, and should be 70.`,
  `loyalty_card.points of ${V1} is stored as 101, and should be 100.`
]
const ORDER_TOLD = ['total_amount of order ord_1 is stored as 1001, and should be 1000.']
const OF_1 = `where customer_id = 'cust_1'`
const TO_GO = 'summary.redemptions.loyalty_card.points_to_go of customer cust_1'

// The customer's totals are right, follow what is wrong, or are wrong themselves.
// biome-ignore format: a table
const once: readonly (readonly [sql: string, told: readonly string[]])[] = [
  [BALANCE, BALANCE_TOLD],
  [`${BALANCE}; update customer_totals set card_balance = 131 ${OF_1}`, BALANCE_TOLD],
  [`${BALANCE}; update customer_totals set card_balance = 129 ${OF_1}`,
    [...BALANCE_TOLD, `${TO_GO} is stored as 129, and should be 130.`]],
  [`update orders set total_amount = 1001`, ORDER_TOLD],
  [`update orders set total_amount = 1001; update customer_totals set orders_amount = 1001, last_order_amount = 1001 ${OF_1}`,
    ORDER_TOLD]
]

t.test('what follows from a wrong balance or order is not told beside it', async t => {
  const { store, url } = await busy(t)
  await store.close()
  for (const [sql, told] of once) {
    const spoiled = await newSpoiled(url, sql, { onBug: t.error })
    const { findings } = await audit(spoiled)
    const sentences = findings.map(({ sentence }) => sentence)
    t.strictSame(
      sentences,
      told.map(each => `Project ${P}: ${each}`),
      sql
    )
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
    findings: [
      {
        kind: 'points',
        sentence: /what remains of lot lopb_p0599 .* is stored as 0, and should be 1/
      }
    ]
  })
})
