/**
 * Background work on PostgreSQL: every statement of it, and the same outcome as on SQLite.
 */

import { updateProductsInBulk } from '../../src/decisions/products.ts'
import { addVouchersToCampaign } from '../../src/decisions/vouchers/generation.ts'
import { GuardLost } from '../../src/storage/engine/errors.ts'
import { postgresOnServer } from '../storage/support/postgres.ts'
import { givenCampaign, givenCouponCampaign } from '../support/given.ts'
import { givenReceipt } from '../support/given-records.ts'
import { givenSegment, givenTier } from '../support/given-rules.ts'
import { queueErasure, sayOfCustomer, TOLD_IN, toldIn } from './support/erasures.ts'
import { exported, files, furnish } from './support/files.ts'
import { member } from './support/members.ts'
import { actionOf, carryOutAll, days, vouchersOf } from './support/pieces.ts'
import { inWorkshop } from './support/workshop.ts'

const onPostgres = (title: string, play: Parameters<typeof inWorkshop>[1]) =>
  inWorkshop(`PostgreSQL: ${title}`, play, postgresOnServer)

onPostgres('products are updated in bulk', async (t, shop) => {
  const items = [
    { sourceId: 'a', name: 'A' },
    { sourceId: 'b', name: 'A' }
  ]
  const decision = updateProductsInBulk(items, [], shop.occasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  await shop.write(...decision.changes)
  await carryOutAll(shop)
  t.match(await actionOf(shop, decision.result.id), {
    status: 'DONE',
    result: { done_count: 1, failed_count: 1 }
  })
})

onPostgres('vouchers are made, to the last code of a space', async (t, shop) => {
  const campaign = givenCouponCampaign()
  await shop.write({ kind: 'campaign.created', campaign })
  const unasked = { length: null, charset: null, prefix: null, postfix: null }
  for (const status of ['DONE', 'FAILED']) {
    const decision = addVouchersToCampaign(
      { campaign, category: null, schema: null, freeCodes: [], codesUsed: 0, vouchersMax: 1_000 },
      {
        count: 62,
        code: null,
        codeConfig: { ...unasked, pattern: 'S-#' },
        category: null,
        categoryId: null,
        metadata: null,
        redemptionQuantity: null,
        additionalInfo: null,
        startDate: null,
        expirationDate: null
      },
      shop.occasion()
    )
    if ('refusal' in decision) throw new Error(decision.refusal.details)
    await shop.write(...decision.changes)
    await carryOutAll(shop)
    t.match(await actionOf(shop, decision.result.action?.id ?? ''), { status })
  }
  t.equal((await vouchersOf(shop)).length, 62)
})

onPostgres('points become active, and expire', async (t, shop) => {
  await shop.write(
    { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: 1 }) },
    ...member(1, {
      pending: [{ points: 10, activatesOn: '2026-03-01' }],
      lots: [{ amount: 100, remaining: 100, expiresOn: '2026-02-28' }]
    })
  )
  await carryOutAll(shop)
  t.match(await vouchersOf(shop), [{ balance: 10, pendingPoints: 0, expiredPoints: 100 }])
  t.strictSame(shop.troubles, [])
})

onPostgres('tiers are settled, and customers reviewed', async (t, shop) => {
  const filter = { junction: 'and', fields: { created_at: { $more_than_ago: [2] } } } as const
  const segment = givenSegment({ type: 'auto-update', filter })
  const tierTerms = {
    qualification: 'BALANCE',
    period: 'MONTH',
    expiration: 'END_OF_PERIOD'
  } as const
  await shop.write(
    { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: 1, tierTerms }) },
    { kind: 'loyaltyTier.created', tier: givenTier() },
    { kind: 'segment.created', segment },
    ...member(1, { tier: { expiresOn: '2026-01-31' } })
  )
  await carryOutAll(shop)
  t.match(await shop.table('tierMemberships'), [{ tierId: 'ltr_1', expiresOn: '2026-03-31' }])
  t.match(await shop.table('segmentMembers'), [{ customerId: 'cust_1' }])
  t.match(await shop.table('reviews'), [{ after: null, reviewedOn: '2026-03-01' }])
  t.strictSame(shop.troubles, [])
})

onPostgres('a customer is erased', async (t, shop) => {
  await sayOfCustomer(shop)
  t.strictSame(await toldIn(shop), TOLD_IN)
  const id = await queueErasure(shop)
  await carryOutAll(shop)
  t.match(await actionOf(shop, id), { status: 'DONE', result: { done_count: 12 } })
  t.strictSame(await toldIn(shop), [])
  t.strictSame(shop.troubles, [])
})

onPostgres('a key has one receipt, which goes when it is over', async (t, shop) => {
  const saved = (over: object = {}) =>
    ({
      kind: 'receipt.saved',
      receipt: givenReceipt({ createdAt: shop.now(), ...over })
    }) as const
  await shop.write(saved(), saved({ id: 'other' }))
  await t.rejects(shop.write(saved({ answer: 'second' })), GuardLost)
  shop.wait(days(1))
  const next = saved({ answer: 'next', customerIds: null })
  await shop.write(next)
  await carryOutAll(shop)
  t.strictSame(await shop.table('receipts'), [next.receipt])
  t.strictSame(shop.troubles, [])
})

onPostgres('files of every kind are written', async (t, shop) => {
  await furnish(shop)
  for (const [exportedObject, fields, lines] of files) {
    t.strictSame(await exported(shop, { exportedObject, fields }), lines)
  }
  t.strictSame(shop.troubles, [])
})
