/**
 * Changes made real: each a few guarded statements of its noun, all of one unit or none.
 *
 * A command whose guard matched nothing wrote no row, and that is the one way a lost race shows.
 * The changes of a unit are applied in one fixed order whatever order they were decided in: things
 * before what refers to them, and the rows that many units meet at (a card, a campaign, a reward,
 * totals) last and always in the same sequence, so that two units wait for each other briefly and
 * never in a circle. The version of the catalogue comes last: a change to what people set up raises
 * it, and on PostgreSQL every other unit finds it unchanged.
 */
import type { Change } from '../decisions/changes.ts'
import type { Deletable } from '../decisions/deletable.ts'
import { isSetUp } from '../decisions/set-up.ts'
import { asyncActionWriters } from './async-actions.ts'
import { campaignWriters, deleteCampaignRow } from './campaigns/campaigns.ts'
import { settleCatalogue } from './catalogue.ts'
import { categoryWriters, deleteCategoryRow } from './categories.ts'
import { customerWriters } from './customers/changes.ts'
import { referralWriters } from './customers/referrals.ts'
import { totalsWriters } from './customers/totals.ts'
import { lockWriters } from './discounts/locks.ts'
import type { Session } from './engine/session.ts'
import type { Command } from './engine/statements.ts'
import { type Writers, write } from './engine/writers.ts'
import { deleteEventSchemaRow, eventSchemaWriters } from './event-schemas/event-schemas.ts'
import { eventWriters } from './events.ts'
import { deleteExportFileRows, deleteExportRow, exportWriters } from './exports/exports.ts'
import { jobWriters } from './jobs.ts'
import { inLockOrder } from './lock-order.ts'
import { deleteEarningRuleRow, earningRuleWriters } from './loyalties/earning-rules.ts'
import { deleteLoyaltyTierRow, loyaltyTierWriters } from './loyalty-tiers/loyalty-tiers.ts'
import { deleteMetadataSchemaRow, metadataSchemaWriters } from './metadata-schemas.ts'
import { tokenWriters } from './oauth.ts'
import { orderWriters } from './orders/orders.ts'
import { movementWriters } from './points/movements.ts'
import {
  collectionWriters,
  deleteCollectionItemRows,
  deleteCollectionRow
} from './product-collections.ts'
import { deleteProductRow, productWriters } from './products/products.ts'
import { deleteSkuRow, skuWriters } from './products/skus.ts'
import { projectWriters } from './projects.ts'
import { deletePromotionTierRow, promotionTierWriters } from './promotions.ts'
import { publicationWriters } from './publications.ts'
import { deleteReceiptRow, receiptWriters } from './receipts.ts'
import { redemptionCountWriters } from './redemptions/limits.ts'
import { redemptionWriters } from './redemptions/redemptions.ts'
import { deleteRewardAssignmentRow, rewardAssignmentWriters } from './rewards/assignments.ts'
import { deleteRewardRow, rewardWriters } from './rewards/rewards.ts'
import { sandboxWriters } from './sandboxes.ts'
import { deleteSegmentMemberRows, deleteSegmentRow, segmentWriters } from './segments/segments.ts'
import { deleteStackingRulesRow, stackingRulesWriters } from './stacking-rules.ts'
import { reviewWriters } from './standing/reviews.ts'
import { ruleAssignmentWriters } from './validation-rules/assignments.ts'
import {
  deleteValidationRuleRow,
  validationRuleWriters
} from './validation-rules/validation-rules.ts'
import { voucherWriters } from './vouchers/changes.ts'

/**
 * Applies all changes in the fixed order.
 * @throws {GuardLost} for the first change whose guard no longer holds; the unit must then be
 * rolled back as a whole.
 */
export async function apply(session: Session, changes: readonly Change[]): Promise<void> {
  const unit = inLockOrder(changes)
  for (const change of unit) {
    // The table pairs each kind with its own change, which the compiler cannot see by an index.
    const writer = WRITERS[change.kind] as Writer
    await writer(session, change, unit)
  }
  const changesSetUp = changes.some(isSetUp)
  if (changesSetUp || !session.isSnapshot) await settleCatalogue(session, changesSetUp)
}

type Writer = (session: Session, change: Change, unit: readonly Change[]) => Promise<void>

/** Deletes what people set up by hand; nothing refers to it any more. */
const deletionWriters: Writers<'resource.deleted'> = {
  'resource.deleted': async (session, change) => {
    const { resource, id } = change
    const parts = PARTS[resource]
    if (parts !== undefined) session.send(parts, { id })
    await write(session, change, DELETIONS[resource], { id })
  }
}

type Deletion = Command<{ readonly id: string }>

const DELETIONS: { readonly [Resource in Deletable]: Deletion } = {
  campaign: deleteCampaignRow,
  category: deleteCategoryRow,
  collection: deleteCollectionRow,
  earning_rule: deleteEarningRuleRow,
  event_schema: deleteEventSchemaRow,
  export: deleteExportRow,
  loyalty_tier: deleteLoyaltyTierRow,
  metadata_schema: deleteMetadataSchemaRow,
  product: deleteProductRow,
  promotion_tier: deletePromotionTierRow,
  receipt: deleteReceiptRow,
  reward: deleteRewardRow,
  reward_assignment: deleteRewardAssignmentRow,
  segment: deleteSegmentRow,
  sku: deleteSkuRow,
  stacking_rules: deleteStackingRulesRow,
  validation_rule: deleteValidationRuleRow
}

/** What goes with a thing, because it belongs to nothing else. */
const PARTS: { readonly [Resource in Deletable]?: Deletion } = {
  collection: deleteCollectionItemRows,
  export: deleteExportFileRows,
  segment: deleteSegmentMemberRows
}

/** Every kind of change has its writer here, or this does not compile. */
export const WRITERS: Writers<Change['kind']> = {
  ...asyncActionWriters,
  ...campaignWriters,
  ...categoryWriters,
  ...collectionWriters,
  ...customerWriters,
  ...deletionWriters,
  ...earningRuleWriters,
  ...eventSchemaWriters,
  ...eventWriters,
  ...exportWriters,
  ...jobWriters,
  ...lockWriters,
  ...loyaltyTierWriters,
  ...metadataSchemaWriters,
  ...movementWriters,
  ...orderWriters,
  ...productWriters,
  ...projectWriters,
  ...promotionTierWriters,
  ...publicationWriters,
  ...receiptWriters,
  ...redemptionCountWriters,
  ...redemptionWriters,
  ...referralWriters,
  ...reviewWriters,
  ...rewardAssignmentWriters,
  ...rewardWriters,
  ...ruleAssignmentWriters,
  ...sandboxWriters,
  ...segmentWriters,
  ...stackingRulesWriters,
  ...skuWriters,
  ...tokenWriters,
  ...totalsWriters,
  ...validationRuleWriters,
  ...voucherWriters
}
