/**
 * What is redeemed together, on every engine: its records, its counts and its guards; audited.
 *
 * Spec: Redemption, PromotionTier.summary.
 */
import type { Change, TotalsStep } from '../../../src/decisions/changes.ts'
import { amountsRecorded, scopesRecorded } from '../../../src/decisions/redemptions/limits.ts'
import type { Redemption } from '../../../src/model.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { GuardLost } from '../../../src/storage/engine/errors.ts'
import { redemptionOf, redemptionsOfStack } from '../../../src/storage/redemptions/redemptions.ts'
import { promotionTier } from '../support/catalogue.ts'
import { changed, counted, P } from '../support/changes.ts'
import type { Opened } from '../support/engines.ts'
import { onEach } from '../support/on-each.ts'
import * as things from '../support/things.ts'

/** A stack of a coupon and a promotion tier of one campaign, on one order. */
const { reward: _, ...plain } = things.redemption('r_1', { voucherId: 'v_coupon' })
const nothingPaid = { reward: null, points: null }
const on = { ...things.order(), amount: 1000, totalDiscountAmount: 150, totalAmount: 850 }
const link = {
  date: things.NOW,
  relatedObjectType: 'redemption',
  relatedObjectId: 'r_3',
  relatedObjectParentId: null,
  stacked: ['r_1', 'r_2'],
  discountAmount: 150,
  lines: [{ index: 0, discountAmount: 50, discountQuantity: 1, addedQuantity: 1, addedAmount: 50 }]
} as const
const order = { ...on, redemptions: { r_3: link } }
const coupon: Redemption = { ...plain, ...nothingPaid, order, stackId: 'r_3', discount: 100 }
const tier: Redemption = {
  ...coupon,
  id: 'r_2',
  voucherId: null,
  promotionTierId: 'promo_1',
  promotionTier: { name: 'Ten off', banner: null },
  discount: 50,
  session: { key: 'ssn_1' }
}
const stack: Redemption = {
  ...coupon,
  id: 'r_3',
  voucherId: null,
  campaignId: null,
  stackId: null,
  discount: null
}
const SUMS = { ordersAmount: 1000, ordersDiscountAmount: 50 }

const given: readonly Change[] = [
  { kind: 'voucher.created', voucher: { ...things.coupon(), redemptionQuantity: 1 } },
  { kind: 'campaign.grew', campaignId: 'camp_1', vouchersCount: 1, added: 1 },
  { kind: 'promotionTier.created', tier: promotionTier },
  { kind: 'order.created', order }
]

const use = (version: number, step: 1 | -1 = 1): Change => ({
  kind: 'voucher.redeemed',
  voucherId: 'v_coupon',
  version,
  step,
  updatedAt: things.LATER
})
const ofTier = (step: 1 | -1, tierId = 'promo_1'): Change => ({
  kind: 'promotionTier.redeemed',
  tierId,
  step,
  ...SUMS
})

/** All that counts these redemptions, or no longer does. */
function countsOf(redemptions: readonly Redemption[], step: 1 | -1): Change[] {
  return redemptions.flatMap(record => {
    const recorded = { ...record, customerId: 'cust_1', record }
    const paid = amountsRecorded(recorded)
    return scopesRecorded(recorded).map(scope => counted({ ...scope, ...paid, step }))
  })
}

const lastOrder = { date: '2026-03-01T10:00:00.000Z', amount: 850 }
const paidOrder = { ...order, earnedAt: lastOrder.date, version: 2 }

const totals = (step: TotalsStep, last: typeof lastOrder | null = null): Change => ({
  kind: 'customerTotals.counted',
  customerId: 'cust_1',
  step,
  lastOrder: last
})

const redeemed: readonly Change[] = [
  use(1),
  ofTier(1),
  ...[coupon, tier, stack].map(redemption => ({
    kind: 'redemption.recorded' as const,
    redemption
  })),
  ...countsOf([coupon, tier, stack], 1),
  totals({ redemptionsSucceeded: 2, ordersCount: 1, ordersAmount: 850 }, lastOrder)
]

/** The changes that undo the stack, the latest part first. */
function undoing(): Change[] {
  const back = (of: Redemption, id: string, stackId: string | null): Redemption => ({
    ...of,
    id,
    stackId,
    parentId: of.id,
    discount: null
  })
  const backs = [back(tier, 'r_4', 'r_6'), back(coupon, 'r_5', 'r_6'), back(stack, 'r_6', null)]
  return [
    use(2, -1),
    ofTier(-1),
    ...backs.map(redemption => ({ kind: 'redemption.recorded' as const, redemption })),
    ...[coupon, tier, stack].map(redemption => ({
      kind: 'redemption.rolledBack' as const,
      redemption
    })),
    ...countsOf([coupon, tier, stack], -1),
    totals({ rollbacksSucceeded: 2 })
  ]
}

/** What is counted, as `object by total dayCount monthCount ordersAmount discounts`. */
async function tallies({ rows }: Pick<Opened, 'rows'>): Promise<readonly string[]> {
  const counts = await rows('redemptionCounts')
  return counts
    .map(({ object, by, total, dayCount, monthCount, ordersAmount, ordersDiscountAmount: off }) =>
      [object, by, total, dayCount, monthCount, ordersAmount, off].join(' ')
    )
    .sort()
}

/** The same for each scope of the stack, by what is counted. */
const each = (campaign: string, tierCounts: string, voucher: string) =>
  [`campaign`, `promotion_tier`, `voucher`].flatMap((object, place) =>
    ['any', 'api_key', 'customer'].map(
      by => `${object} ${by} ${[campaign, tierCounts, voucher][place]}`
    )
  )

onEach(
  'a stack is recorded, counted where it belongs, and rolled back',
  async (t, opened) => {
    const { store, rows } = opened
    await changed(store, ...given)
    await changed(store, { kind: 'order.updated', order: paidOrder }, ...redeemed)
    const find = () => store.read(P, session => session.all(redemptionsOfStack, { stackId: 'r_3' }))
    t.strictSame((await find()).map(redemptionOf), [coupon, tier], 'each as it was recorded')
    const [parent] = (await rows('redemptions')).filter(({ id }) => id === 'r_3')
    t.strictSame(parent && redemptionOf(parent), stack)
    const counted = each('2 2 2 2000 150', '1 1 1 1000 50', '1 1 1 1000 100')
    t.strictSame(await tallies(opened), counted, 'the campaign is in both')
    t.match(await rows('promotionTiers'), [{ totalRedeemed: 1, ...SUMS }])
    const [used] = (await rows('vouchers')).filter(({ id }) => id === 'v_coupon')
    t.match(used, { redeemedQuantity: 1, recordsCount: 1, version: 2, updatedAt: things.LATER })
    t.match(await audit(store), { clean: true })

    await t.rejects(changed(store, use(1)), GuardLost, 'another version by now')
    await t.rejects(changed(store, use(2)), GuardLost, 'no use is left')
    await t.rejects(changed(store, ofTier(1, 'promo_2')), GuardLost, 'no such tier')
    const late = countsOf([coupon], 1).map(change => ({ ...change, totalBefore: 0 }) as Change)
    await t.rejects(changed(store, ...late), GuardLost, 'a rule relied on another total')

    await changed(store, ...undoing())
    t.strictSame(await tallies(opened), each('0 0 0 0 0', '0 0 0 0 0', '0 0 0 0 0'))
    t.match(await rows('promotionTiers'), [{ totalRedeemed: 0, ordersAmount: 0 }])
    await t.rejects(changed(store, use(3, -1)), GuardLost, 'no use is to be taken back')
    await t.rejects(changed(store, ofTier(-1)), GuardLost, 'and none of the tier')
  },
  { audited: true }
)

onEach('what is used without a movement is no card, and is counted again', async (t, { store }) => {
  const card: Change = {
    kind: 'voucher.redeemed',
    voucherId: 'v_1',
    version: 1,
    step: 1,
    updatedAt: things.LATER
  }
  await t.rejects(changed(store, card), GuardLost)
  const made: Change = { kind: 'promotionTier.created', tier: promotionTier }
  await changed(store, made, ofTier(1))
  t.match(await audit(store), {
    clean: false,
    disagreement: /totalRedeemed of promotion tier promo_1 should be 0 and is 1/
  })
  const kind = 'voucher.created'
  await changed(store, { kind, voucher: { ...things.coupon('v_x'), redemptionQuantity: null } })
  await changed(store, { kind, voucher: things.giftVoucher('v_y') })
  for (const voucherId of ['v_x', 'v_y']) {
    await changed(store, { ...card, voucherId }, { ...card, voucherId, version: 2 })
  }
  t.match(await audit(store), {
    clean: false,
    disagreement: /redeemedQuantity of voucher v_x .* should be 0 and is 2/
  })
})
