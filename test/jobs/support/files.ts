/**
 * Export files of a small shop that has one of everything, and how to get them.
 */
import { type CreateExport, createExport } from '../../../src/decisions/exports.ts'
import type { ExportedObject } from '../../../src/model.ts'
import { exportFile } from '../../../src/storage/exports.ts'
import {
  EARLIER,
  givenCampaign,
  givenCategory,
  givenCoupon,
  givenCouponCampaign
} from '../../support/given.ts'
import { givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import { givenRedemption } from '../../support/given-records.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'
import { member } from './members.ts'
import { carryOutAll } from './pieces.ts'
import type { Workshop } from './workshop.ts'

/** Asks for a file; resolves with the id of the export. */
export async function queueExport(shop: Workshop, command: CreateExport): Promise<string> {
  const decision = createExport(command, shop.occasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  await shop.write(...decision.changes)
  return decision.result.id
}

/** The parts of a file. */
export async function partsOf(shop: Workshop, exportId: string): Promise<readonly string[]> {
  const parts: string[] = []
  for (let part = 0; ; part++) {
    const [found] = await shop.rows(exportFile, { exportId, part })
    if (found === undefined) return parts
    parts.push(found.content)
  }
}

/** The lines of the file of one export, once it is done. */
export async function exported(shop: Workshop, command: CreateExport): Promise<readonly string[]> {
  const id = await queueExport(shop, command)
  await carryOutAll(shop)
  const text = (await partsOf(shop, id)).join('')
  return text.split('\r\n').slice(0, -1)
}

/** One of everything that can be exported. */
export async function furnish(shop: Workshop): Promise<void> {
  await shop.write(
    { kind: 'category.created', category: givenCategory() },
    { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: 1 }) },
    { kind: 'campaign.created', campaign: givenCouponCampaign({ vouchersCount: 1 }) },
    { kind: 'voucher.created', voucher: givenCoupon({ categoryId: 'cat_1' }) },
    { kind: 'validationRule.created', rule: givenRule() },
    {
      kind: 'validationRule.assigned',
      assignment: givenRuleAssignment({ relatedObjectType: 'voucher', relatedObjectId: 'v_2' })
    },
    ...member(1, {
      lots: [
        { amount: 30, remaining: 30, expiresOn: '2026-12-31' },
        { amount: 7, remaining: 7, expiresOn: null }
      ]
    }),
    {
      kind: 'order.created',
      order: givenOrder({ customerId: 'cust_1', items: [givenOrderItem({ id: 'ordli_1' })] })
    },
    { kind: 'redemption.recorded', redemption: givenRedemption() },
    {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step: { redemptionsFailed: 1 },
      lastOrder: null
    }
  )
}

/** Exported object, fields asked for (none: the defaults), lines of the file after `furnish`. */
// biome-ignore format: a table
export const files: readonly (readonly [ExportedObject, readonly string[], readonly string[]])[] = [
  [
    'voucher',
    ['code', 'campaign', 'category', 'customer_source_id', 'validation_rules_id', 'value'],
    [
      'code,campaign,category,customer_source_id,validation_rules_id,value',
      'CLUB-1,Coffee Club,,cust_1,,37',
      'SPRING-1,Spring coupons,Seasonal,,val_1,500'
    ]
  ],
  [
    'redemption',
    ['id', 'voucher_code', 'campaign', 'customer_source_id', 'result', 'failure_code'],
    [
      'id,voucher_code,campaign,customer_source_id,result,failure_code',
      'r_1,CLUB-1,Coffee Club,ada,FAILURE,missing_reward'
    ]
  ],
  ['publication', [], ['code,customer_id,date,channel', `CLUB-1,cust_1,${EARLIER},API`]],
  ['customer', ['source_id', 'loyalty_points', 'redemptions_total_failed'],
    ['source_id,loyalty_points,redemptions_total_failed', 'cust_1,37,1']],
  ['order', ['id', 'customer_id'], ['id,customer_id', 'ord_1,cust_1']],
  ['points_expiration', ['voucher_id', 'points', 'status', 'expires_at'],
    ['voucher_id,points,status,expires_at', 'v_1,30,ACTIVE,2026-12-31']],
  ['voucher_transactions', [],
    ['id,type,source_id,status,reason,source,balance,amount,created_at',
      `vtx_10,POINTS_ADDITION,,,,,30,30,${EARLIER}`, `vtx_11,POINTS_ADDITION,,,,,37,7,${EARLIER}`]]
]
