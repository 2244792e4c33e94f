/**
 * Which changes are to what people set up, as opposed to what people do.
 *
 * What is set up is read by every request and changes a few times a day, so it is kept in memory
 * under the project's version (storage/catalogue.ts). Every change named here raises that version
 * in its own unit. A kind of change that is named nowhere does not compile. What is counted on the
 * same rows (stock, vouchers of a campaign) is no set-up, and is never kept.
 */
import type { Change } from './changes.ts'
import type { Deletable } from './deletable.ts'

/** Whether the change is to what people set up, so that what is kept of it is read again. */
export function isSetUp(change: Change): boolean {
  if (change.kind === 'resource.deleted') return DELETED[change.resource]
  return CHANGED[change.kind]
}

/** By kind; a token changes with requests, so that its row proves it. */
export const CHANGED: { readonly [Kind in Exclude<Change['kind'], 'resource.deleted'>]: boolean } =
  {
    'asyncAction.created': false,
    'asyncAction.updated': false,
    'campaign.created': true,
    'campaign.grew': false,
    'campaign.switched': true,
    'campaign.updated': true,
    'card.waited': false,
    'category.created': true,
    'category.updated': true,
    'collection.created': false,
    'collection.updated': false,
    'credit.moved': false,
    'customer.created': false,
    'customer.deleted': false,
    'customer.referred': false,
    'customer.updated': false,
    'customerTotals.counted': false,
    'earningRule.created': true,
    'earningRule.updated': true,
    'event.erased': false,
    'event.logged': false,
    'eventSchema.created': true,
    'eventSchema.updated': true,
    'export.created': false,
    'export.turned': false,
    'export.written': false,
    'job.amended': false,
    'job.finished': false,
    'job.progressed': false,
    'job.queued': false,
    'keyPair.created': true,
    'keyPair.revoked': true,
    'ledgerEntry.erased': false,
    'lock.ended': false,
    'lock.taken': false,
    'locks.claimed': false,
    'locks.forgotten': false,
    'lot.merged': false,
    'lots.accounted': false,
    'loyaltyTier.created': true,
    'loyaltyTier.updated': true,
    'metadataSchema.created': true,
    'metadataSchema.updated': true,
    'order.created': false,
    'order.updated': false,
    'pendingPoints.added': false,
    'pendingPoints.adjusted': false,
    'pendingPoints.closed': false,
    'pendingPoints.erased': false,
    'points.moved': false,
    'product.created': false,
    'product.updated': false,
    'project.created': true,
    'promotionTier.created': true,
    'promotionTier.redeemed': false,
    'promotionTier.updated': true,
    'receipt.erased': false,
    'receipt.saved': false,
    'publication.erased': false,
    'redemption.counted': false,
    'redemption.erased': false,
    'redemption.recorded': false,
    'redemption.rolledBack': false,
    'review.opened': false,
    'review.progressed': false,
    'reward.created': true,
    'reward.redeemed': false,
    'reward.released': false,
    'reward.updated': true,
    'rewardAssignment.created': true,
    'rewardAssignment.repriced': true,
    'sandbox.emptied': true,
    'sandbox.filled': true,
    'sandbox.removed': false,
    'segment.created': true,
    'segment.entered': false,
    'segment.left': false,
    'shortfall.saved': false,
    'sku.created': false,
    'sku.updated': false,
    'stackingRules.created': true,
    'stackingRules.updated': true,
    'tierMembership.saved': false,
    'token.issued': false,
    'token.revoked': false,
    'validationRule.assigned': true,
    'urlSecret.renewed': true,
    'validationRule.created': true,
    'validationRule.unassigned': true,
    'validationRule.updated': true,
    'voucher.created': false,
    'voucher.deleted': false,
    'voucher.locked': false,
    'voucher.published': false,
    'voucher.redeemed': false,
    'voucher.unlocked': false,
    'voucher.freed': false,
    'voucher.updated': false
  }

/**
 * By what is deleted. Goods are no set-up, but what is set up names them: who names one that is
 * deleted meanwhile has to notice.
 */
export const DELETED: { readonly [Resource in Deletable]: boolean } = {
  campaign: true,
  category: true,
  collection: true,
  earning_rule: true,
  event_schema: true,
  export: false,
  loyalty_tier: true,
  metadata_schema: true,
  product: true,
  promotion_tier: true,
  receipt: false,
  reward: true,
  reward_assignment: true,
  segment: true,
  sku: true,
  stacking_rules: true,
  validation_rule: true
}
