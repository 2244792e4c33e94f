/**
 * The one order in which the changes of a unit are applied, whatever order they were decided in.
 *
 * Things come before what refers to them, and the rows that many units meet at (a card, a campaign,
 * a reward, totals) last and always in the same sequence, so that two units wait for each other
 * briefly and never in a circle.
 */
import type { Change } from '../decisions/changes.ts'
import type { Deletable } from '../decisions/deletable.ts'
import type { CountScope } from '../model.ts'

/**
 * The same changes, sorted by the step of their kind, then by the row they meet others at; those
 * that concern one row stay in the order in which they were decided.
 */
export function inLockOrder(changes: readonly Change[]): readonly Change[] {
  return inOrderOf(changes, change => STEPS[change.kind])
}

/**
 * The same changes in the order in which their rows are locked before any is written. What is
 * deleted is written after all else, and locked where others write it.
 */
export function inOrderOfLocks(changes: readonly Change[]): readonly Change[] {
  return inOrderOf(changes, change =>
    change.kind === 'resource.deleted' ? DELETED_LOCKS[change.resource] : STEPS[change.kind]
  )
}

function inOrderOf(
  changes: readonly Change[],
  stepOf: (change: Change) => number
): readonly Change[] {
  if (changes.length < 2) return changes
  return changes
    .map(change => ({ change, step: stepOf(change), row: sharedRow(change) }))
    .sort((a, b) => a.step - b.step || (a.row < b.row ? -1 : a.row > b.row ? 1 : 0))
    .map(({ change }) => change)
}

/** Smaller first; kinds of one step meet at the same rows. The last ones are the busiest. */
const STEPS: { readonly [Kind in Change['kind']]: number } = {
  'project.created': -2,
  // Before all else of a project, where a load locks a customer who is known.
  'customer.created': -1,
  // First of all others, so that the twin of a request waits here for what it is the twin of.
  'receipt.saved': 0,
  // Before anything that begins anew.
  'sandbox.emptied': 0,
  // Before what it would take back where it is refused.
  'job.queued': 1,
  'urlSecret.renewed': 0,
  'keyPair.created': 1,
  'token.issued': 2,
  'sandbox.filled': 2,
  'keyPair.revoked': 3,
  'token.revoked': 4,
  'category.created': 10,
  'segment.created': 10,
  'eventSchema.created': 10,
  'metadataSchema.created': 10,
  'stackingRules.created': 11,
  'validationRule.created': 10,
  'reward.created': 10,
  // In the order decided: a name may pass from one product to another, or to a new one.
  'product.created': 10,
  'product.updated': 10,
  'sku.created': 11,
  'collection.created': 11,
  'campaign.created': 11,
  'loyaltyTier.created': 12,
  'promotionTier.created': 12,
  'rewardAssignment.created': 12,
  'segment.entered': 12,
  'segment.left': 12,
  'earningRule.created': 13,
  'voucher.created': 14,
  'order.created': 14,
  'asyncAction.created': 20,
  'export.created': 20,
  'event.logged': 22,
  'redemption.recorded': 22,
  'redemption.rolledBack': 23,
  'job.progressed': 30,
  'job.amended': 30,
  'job.finished': 30,
  'asyncAction.updated': 31,
  'export.written': 32,
  'export.turned': 33,
  'review.opened': 34,
  'review.progressed': 34,
  'category.updated': 40,
  'sku.updated': 40,
  'collection.updated': 40,
  'reward.updated': 40,
  'rewardAssignment.repriced': 40,
  'validationRule.updated': 40,
  'earningRule.updated': 40,
  'loyaltyTier.updated': 40,
  'eventSchema.updated': 40,
  'metadataSchema.updated': 40,
  'stackingRules.updated': 40,
  'promotionTier.updated': 40,
  'customer.updated': 41,
  'customer.deleted': 41,
  'order.updated': 42,
  'event.erased': 44,
  'ledgerEntry.erased': 44,
  'pendingPoints.erased': 43,
  'publication.erased': 44,
  'receipt.erased': 44,
  'redemption.erased': 44,
  'pendingPoints.closed': 43,
  'pendingPoints.adjusted': 43,
  'lock.taken': 49,
  'lock.ended': 49,
  'locks.claimed': 49,
  'locks.forgotten': 49,
  'voucher.locked': 50,
  'voucher.unlocked': 50,
  'voucher.freed': 50,
  'voucher.published': 50,
  'voucher.redeemed': 50,
  'voucher.updated': 50,
  'voucher.deleted': 50,
  'points.moved': 50,
  'credit.moved': 50,
  'pendingPoints.added': 50,
  'card.waited': 50,
  'shortfall.saved': 50,
  'lots.accounted': 50,
  'lot.merged': 50,
  'tierMembership.saved': 51,
  'campaign.grew': 52,
  'campaign.switched': 52,
  'campaign.updated': 52,
  'reward.redeemed': 53,
  'reward.released': 53,
  'promotionTier.redeemed': 53,
  'validationRule.assigned': 54,
  'validationRule.unassigned': 54,
  'customer.referred': 55,
  'redemption.counted': 56,
  'customerTotals.counted': 57,
  'resource.deleted': 61,
  // After all that it had.
  'sandbox.removed': 100
}

/** What refers to others goes before them. */
const DELETED: readonly Deletable[] = [
  'reward_assignment',
  'earning_rule',
  'loyalty_tier',
  'promotion_tier',
  'campaign',
  'segment',
  'event_schema',
  'validation_rule',
  'reward',
  'collection',
  'sku',
  'product',
  'category',
  'metadata_schema',
  'stacking_rules',
  'export',
  'receipt'
]

/** The steps at which others write or refer to such rows. */
const DELETED_LOCKS: { readonly [Resource in Deletable]: number } = {
  segment: 12,
  category: 40,
  collection: 40,
  earning_rule: 40,
  event_schema: 40,
  metadata_schema: 40,
  product: 40,
  reward_assignment: 40,
  sku: 40,
  stacking_rules: 40,
  campaign: 52,
  loyalty_tier: 53,
  promotion_tier: 53,
  reward: 53,
  validation_rule: 54,
  export: 61,
  receipt: 61
}

/** Two units that touch several rows of one kind must touch them in one sequence: by id. */
function sharedRow(change: Change): string {
  if ('card' in change) return change.card.voucherId
  if (change.kind.startsWith('voucher.') && 'voucherId' in change) return change.voucherId
  switch (change.kind) {
    case 'lock.taken':
    case 'lock.ended':
      return change.key
    case 'voucher.locked':
      return change.hold.voucherId
    case 'voucher.updated':
      return change.voucher.id
    case 'credit.moved':
      return change.gift.voucherId
    case 'customer.created':
      return change.customer.sourceId ?? ''
    case 'customer.updated':
      return change.customer.id
    case 'customer.deleted':
      return change.customerId
    case 'order.updated':
      return change.order.id
    case 'pendingPoints.closed':
    case 'pendingPoints.erased':
    case 'pendingPoints.adjusted':
      return change.id
    case 'segment.entered':
    case 'segment.left':
      return `${change.customerId} ${change.segmentId}`
    case 'tierMembership.saved':
      return change.membership.voucherId
    case 'customer.referred':
      return `${change.referral.referrerId} ${change.referral.campaignId}`
    case 'redemption.counted':
      return countRow(change.count)
    case 'campaign.grew':
    case 'campaign.switched':
      return change.campaignId
    case 'campaign.updated':
      return change.campaign.id
    case 'promotionTier.redeemed':
      return change.tierId
    case 'reward.redeemed':
    case 'reward.released':
      return change.rewardId
    case 'validationRule.assigned':
      return change.assignment.ruleId
    case 'validationRule.unassigned':
      return change.ruleId
    case 'resource.deleted':
      return `${String(DELETED.indexOf(change.resource)).padStart(2, '0')} ${change.id}`
    case 'customerTotals.counted':
      return change.customerId
    default:
      return ''
  }
}

/** Counts that fewer redemptions meet at come first: those of a campaign are held shortest. */
function countRow({ object, objectId, by, byId }: CountScope): string {
  const objects = { voucher: 0, reward_assignment: 1, promotion_tier: 2, campaign: 3 }
  const bys = { customer: 0, api_key: 1, any: 2 }
  return `${objects[object]} ${objectId} ${bys[by]} ${byId}`
}
