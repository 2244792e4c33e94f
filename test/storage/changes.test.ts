/**
 * What is told of each kind of change beside how it is written: where it stands among those of a
 * unit when they are written and when their rows are locked, whether it is to the set-up, and the
 * row at which it meets others. The order of locks is a promise between the processes of one
 * database, so that it changes with a new version alone, and changes.json is then written anew.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import {
  CHANGES,
  DELETIONS,
  inLockOrder,
  inOrderOfLocks,
  isSetUp,
  meetings
} from '../../src/storage/database.ts'
import { nameOf } from './support/statements.ts'

/** Of each kind, what says which row a change concerns. */
function samplesOf(n: string): readonly Change[] {
  const id = `id_${n}`
  const card = { voucherId: `v_${n}` }
  const count = { object: 'campaign', objectId: `camp_${n}`, by: 'any', byId: '' }
  const referral = { referrerId: `cust_${n}`, campaignId: `camp_${n}` }
  const member = { segmentId: `seg_${n}`, customerId: `cust_${n}` }
  const parts: { readonly [Kind in Change['kind']]?: object } = {
    'campaign.created': { campaign: { id } },
    'campaign.grew': { campaignId: id },
    'campaign.switched': { campaignId: id },
    'campaign.updated': { campaign: { id } },
    'card.waited': { card },
    'credit.moved': { gift: card },
    'customer.created': { customer: { id, sourceId: `source_${n}` } },
    'customer.deleted': { customerId: id },
    'customer.referred': { referral },
    'customer.updated': { customer: { id } },
    'customerTotals.counted': { customerId: id },
    'lock.ended': { key: id },
    'lock.taken': { key: id },
    'lot.merged': { card },
    'lots.accounted': { card },
    'loyaltyTier.updated': { tier: { id } },
    'order.created': { order: { id, sourceId: `source_${n}` } },
    'order.updated': { order: { id } },
    'pendingPoints.added': { card },
    'pendingPoints.adjusted': { id },
    'pendingPoints.closed': { id },
    'pendingPoints.erased': { id },
    'points.moved': { card },
    'product.created': { product: { id, sourceId: `source_${n}`, name: `Product ${n}` } },
    'promotionTier.redeemed': { tierId: id },
    'receipt.saved': { receipt: { id } },
    'redemption.counted': { count, totalBefore: n === 'a' ? null : 3 },
    'redemption.countedLater': { id },
    'redemption.erased': { redemption: { id } },
    'redemption.lowered': { redemption: { id, voucherId: `v_alone_${n}` } },
    'redemption.recorded': { redemption: { id, voucherId: n === 'a' ? null : `v_alone_${n}` } },
    'redemption.rolledBack': { redemption: { id, voucherId: `v_alone_${n}` } },
    'reward.redeemed': { rewardId: id },
    'reward.released': { rewardId: id },
    'reward.updated': { reward: { id } },
    'segment.entered': member,
    'segment.left': member,
    'shortfall.saved': { card },
    'tierMembership.saved': { membership: card },
    'validationRule.assigned': { assignment: { id, ruleId: `val_${n}` } },
    'validationRule.unassigned': { assignmentId: id, ruleId: `val_${n}` },
    'voucher.created': { voucher: { id: `v_new_${n}` } },
    'voucher.deleted': card,
    'voucher.freed': card,
    'voucher.locked': { hold: card },
    'voucher.published': card,
    'voucher.redeemed': card,
    'voucher.unlocked': card,
    'voucher.updated': { voucher: { id: `v_${n}` } }
  }
  const kinds = Object.keys(CHANGES).sort() as Change['kind'][]
  const changes = kinds.flatMap((kind): readonly object[] =>
    kind === 'resource.deleted'
      ? Object.keys(DELETIONS)
          .sort()
          .map(resource => ({ kind, resource, id }))
      : [{ kind, id, ...parts[kind] }]
  )
  return changes as unknown as readonly Change[]
}

const labelOf = (change: Change, n: string) =>
  `${change.kind}${change.kind === 'resource.deleted' ? ` ${change.resource}` : ''} ${n}`

const toldOf = (change: Change) => [isSetUp(change), meetings.rowOf(change)?.name ?? null]

t.test('each kind of change is ordered, kept and locked as it always was', t => {
  const both = ['a', 'b'].map(n => samplesOf(n).map(change => ({ change, n })))
  // The later row first, so that an order by rows shows.
  const decided = both.toReversed().flat()
  const labels = new Map(decided.map(({ change, n }) => [change, labelOf(change, n)]))
  const told = (changes: readonly Change[]) => changes.map(change => labels.get(change))
  const changes = decided.map(({ change }) => change)
  const found = {
    written: told(inLockOrder(changes)),
    locked: told(inOrderOfLocks(changes)),
    kinds: Object.fromEntries(decided.map(({ change, n }) => [labelOf(change, n), toldOf(change)])),
    // What a unit makes itself is met by nobody, nor is a record apart from what moves its voucher.
    met: meetings.rowsOf(changes).map(({ name }) => name),
    // The totals of a customer are the last of all rows.
    locks: meetings
      .locksUpTo('totals id_b', changes)
      .map(({ name, isDecidedBy, lockings }) =>
        [name, isDecidedBy, ...lockings.map(({ statement }) => nameOf(statement as never))].join()
      )
  }
  const known = join(import.meta.dirname, 'changes.json')
  t.strictSame(found, JSON.parse(readFileSync(known, 'utf8')))
  t.end()
})
