/**
 * The rows that units meet at, of each kind of change: a card, a stock, a count.
 *
 * On PostgreSQL few units of a process write such a row at once, and one that has lost a guard
 * begins with the locks of the rows that it wrote up to there. It locks them in the order of their
 * writes, because units that lock in two orders wait for each other. A row that it makes and others
 * may make as well cannot be locked before it is there, so its place is taken: who is new stands
 * where who is known does. A change that is missing here writes a row that is not locked before;
 * two units that share it and a later one may then wait for each other, until the server ends one
 * of them.
 */
import type { Change } from '../decisions/changes.ts'
import type { Deletable } from '../decisions/deletable.ts'
import { campaignAlone, campaignHeld } from './campaigns/campaigns.ts'
import { categoryAlone } from './categories.ts'
import { customerPlace } from './customers/changes.ts'
import { customerHeld, customerOfSourceIdHeld } from './customers/customers.ts'
import { totalsHeld } from './customers/totals.ts'
import { lockHeld, lockPlace } from './discounts/locks.ts'
import type { Locking, Meetings, MetRow, RowLock } from './engine/met-rows.ts'
import type { Statement } from './engine/statements.ts'
import type { ChangeOf, Place } from './engine/writers.ts'
import { eventSchemaAlone } from './event-schemas/event-schemas.ts'
import { jobTurnHeld } from './jobs.ts'
import { inOrderOfLocks } from './lock-order.ts'
import { earningRuleAlone } from './loyalties/earning-rules.ts'
import { loyaltyTierAlone } from './loyalty-tiers/loyalty-tiers.ts'
import { orderHeld, orderOfSourceIdHeld, orderPlace } from './orders/orders.ts'
import { pendingPointsHeld } from './points/pending.ts'
import { collectionAlone } from './product-collections.ts'
import { productAlone, productPlace } from './products/products.ts'
import { skuAlone } from './products/skus.ts'
import { promotionTierAlone, promotionTierHeld } from './promotions.ts'
import { receiptPlace } from './receipts.ts'
import { redemptionCountHeld, redemptionCountPlace } from './redemptions/limits.ts'
import { isMoved } from './redemptions/records.ts'
import { rewardAssignmentAlone } from './rewards/assignments.ts'
import { rewardAlone, rewardHeld } from './rewards/rewards.ts'
import { segmentAlone } from './segments/segments.ts'
import { reviewHeld } from './standing/reviews.ts'
import { validationRuleAlone } from './validation-rules/validation-rules.ts'
import { voucherAlone, voucherHeld } from './vouchers/vouchers.ts'

/** What an engine asks about them. */
export const meetings: Meetings = {
  rowsOf: changes => {
    const rows = new Map<string, MetRow>()
    for (const change of changes) {
      const row = metBy(change, changes)
      if (row && !rows.get(row.name)?.isDecidedBy) rows.set(row.name, row)
    }
    return [...rows.values()]
  },
  lastUnlocked: ({ rows }, changes) => {
    const locked = new Set(rows.map(({ name }) => name))
    const met = metInOrder(inOrderOfLocks(changes), changes)
    return met.every(([name]) => locked.has(name)) ? null : (met.at(-1)?.[1] ?? null)
  },
  rowOf: change => metBy(change, []) ?? null,
  locksUpTo: (name, changes) => {
    const ordered = inOrderOfLocks(changes)
    const last = ordered.findLastIndex(each => metBy(each, changes)?.name === name)
    return [...new Map(lockedInOrder(ordered.slice(0, last + 1), changes)).values()]
  },
  unlockedBefore: ({ rows, of }, changes) => {
    const locked = new Set(rows.map(({ name }) => name))
    const unit = [...of, ...changes]
    const all = lockedInOrder(inOrderOfLocks(unit), unit).map(([name]) => name)
    const last = all.findLastIndex(name => locked.has(name))
    if (all.slice(0, last + 1).every(name => locked.has(name))) return null
    const written = new Map(metInOrder(changes, changes))
    const turn = all.slice(0, last + 1).findLast(name => written.has(name))
    return turn === undefined ? null : (written.get(turn) ?? null)
  }
}

/** The rows that are locked for changes, and the places of those that they make, by their names. */
function lockedInOrder(changes: readonly Change[], unit: readonly Change[]) {
  return changes.flatMap(each => {
    const place = placeOf(each)
    const row = metBy(each, unit)
    return [...(place ? [place] : []), ...(row ? [row] : [])].map(
      lock => [lock.name, lock] as const
    )
  })
}

/** The rows of changes, by their names. */
function metInOrder(changes: readonly Change[], unit: readonly Change[]) {
  return changes.flatMap(each => {
    const row = metBy(each, unit)
    return row ? ([[row.name, row]] as const) : []
  })
}

/** How units meet at the row that a change of a kind writes; null where no other one writes it. */
type Meets = {
  readonly [Kind in Change['kind']]?: (
    change: ChangeOf<Kind>,
    unit: readonly Change[]
  ) => RowLock | null
}

function metBy(change: Change, unit: readonly Change[]): RowLock | null | undefined {
  // The table pairs each kind with its own change, which the compiler cannot see by an index.
  const meet = MEETS[change.kind] as
    | ((change: Change, unit: readonly Change[]) => RowLock)
    | undefined
  const row = meet?.(change, unit)
  return row && isMade(row, unit) ? null : row
}

/** Whether the unit makes the row itself, so that nobody else knows it. */
function isMade({ name }: RowLock, unit: readonly Change[]): boolean {
  return unit.some(
    each => each.kind === 'voucher.created' && nameOf('voucher', { id: each.voucher.id }) === name
  )
}

/** A row whose guard is what the unit has read of it. */
const decidedBy = <Values extends object>(
  of: string,
  statement: Statement<Values, unknown>,
  values: Values
): RowLock => ({ name: nameOf(of, values), isDecidedBy: true, lockings: [{ statement, values }] })

/** A row that a unit adds to, whatever it says by then. */
const addedTo = <Values extends object>(
  of: string,
  statement: Statement<Values, unknown>,
  values: Values
): RowLock => ({ name: nameOf(of, values), isDecidedBy: false, lockings: [{ statement, values }] })

/** The same of a row that may not be there yet. */
function orMade<Values extends object>(
  row: RowLock,
  place: Place<Values>,
  values: Values
): RowLock {
  return { ...row, lockings: [...taking(place, values), ...row.lockings] }
}

const taking = <Values extends object>({ take, leave }: Place<Values>, values: Values) =>
  [take, leave].map(statement => ({ statement, values }))

/** The place of a row that a change makes and others may make; null where nobody else does. */
function placeOf(change: Change): RowLock | null {
  switch (change.kind) {
    case 'receipt.saved':
      return madeOnce('receipt', receiptPlace, { id: change.receipt.id })
    case 'customer.created': {
      const { id, sourceId } = change.customer
      if (sourceId === null) return null
      const held = { statement: customerOfSourceIdHeld, values: { sourceId } }
      return madeOnce('customer of', customerPlace, { id, sourceId }, held)
    }
    case 'product.created': {
      const { id, sourceId, name } = change.product
      return madeOnce('product of', productPlace, { id, sourceId, name })
    }
    case 'order.created': {
      const { id, sourceId } = change.order
      if (sourceId === null) return null
      const held = { statement: orderOfSourceIdHeld, values: { sourceId } }
      return madeOnce('order of', orderPlace, { id, sourceId }, held)
    }
    default:
      return null
  }
}

/** By its place; where others made it meanwhile, `held` locks it. */
function madeOnce<Values extends { readonly id: string }>(
  of: string,
  place: Place<Values>,
  values: Values,
  ...held: readonly Locking[]
): RowLock {
  // Whoever decides again makes it under another id.
  const { id, ...named } = values
  const by = Object.keys(named).length === 0 ? { id } : named
  return { name: nameOf(of, by), isDecidedBy: true, lockings: [...taking(place, values), ...held] }
}

const nameOf = (of: string, values: object) => [of, ...Object.values(values)].join(' ')

const voucher = (id: string) => decidedBy('voucher', voucherHeld, { id })
const ofCard = ({ card }: { readonly card: { readonly voucherId: string } }) =>
  voucher(card.voucherId)
const named = ({ voucherId }: { readonly voucherId: string }) => voucher(voucherId)
const lock = ({ key }: { readonly key: string }) =>
  orMade(decidedBy('lock', lockHeld, { key }), lockPlace, { key })
const pending = ({ id }: { readonly id: string }) =>
  decidedBy('pending points', pendingPointsHeld, { id })
const reward = ({ rewardId }: { readonly rewardId: string }) =>
  addedTo('reward', rewardHeld, { id: rewardId })
const rule = ({ ruleId: id }: { readonly ruleId: string }) =>
  addedTo('validation rule', validationRuleAlone, { id })
const review = () => decidedBy('review', reviewHeld, {})
const alone = () => null

/**
 * What is deleted by units that have the set-up alone, by what locks it; null for what is deleted
 * by others alone.
 */
const DELETED: {
  readonly [Resource in Deletable]: readonly [string, typeof campaignAlone] | null
} = {
  campaign: ['campaign', campaignAlone],
  category: ['category', categoryAlone],
  collection: ['collection', collectionAlone],
  earning_rule: ['earning rule', earningRuleAlone],
  event_schema: ['event schema', eventSchemaAlone],
  export: null,
  loyalty_tier: ['loyalty tier', loyaltyTierAlone],
  metadata_schema: null,
  product: ['product', productAlone],
  promotion_tier: ['promotion tier', promotionTierAlone],
  receipt: null,
  reward: ['reward', rewardAlone],
  reward_assignment: ['reward assignment', rewardAssignmentAlone],
  segment: ['segment', segmentAlone],
  sku: ['sku', skuAlone],
  stacking_rules: null,
  validation_rule: ['validation rule', validationRuleAlone]
}

function deleted({ resource, id }: ChangeOf<'resource.deleted'>): RowLock | null {
  const locked = DELETED[resource]
  return locked === null ? null : decidedBy(...locked, { id })
}

/**
 * Rows that are new, or of a customer whose row the load holds, are met by nobody but a twin of the
 * request, which waits for the whole unit.
 */
const MEETS: Meets = {
  'receipt.saved': alone,
  'customer.created': alone,
  'order.created': alone,
  'voucher.created': alone,
  'job.queued': () => decidedBy('jobs', jobTurnHeld, {}),
  'event.logged': alone,
  'segment.entered': alone,
  'segment.left': alone,
  'tierMembership.saved': alone,
  'redemption.rolledBack': alone,
  'redemption.recorded': ({ redemption: { voucherId: id } }, unit) =>
    id === null || isMoved(id, unit) ? null : addedTo('voucher', voucherHeld, { id }),
  'customer.updated': ({ customer: { id } }) => decidedBy('customer', customerHeld, { id }),
  'order.updated': ({ order: { id } }) => decidedBy('order', orderHeld, { id }),
  'pendingPoints.closed': pending,
  'pendingPoints.adjusted': pending,
  'lock.taken': lock,
  'lock.ended': lock,
  'voucher.locked': ({ hold }) => voucher(hold.voucherId),
  'voucher.unlocked': named,
  'voucher.freed': named,
  'voucher.published': named,
  'voucher.redeemed': named,
  'voucher.updated': ({ voucher: { id } }) => voucher(id),
  'points.moved': ofCard,
  'card.waited': ofCard,
  'shortfall.saved': ofCard,
  'lots.accounted': ofCard,
  'lot.merged': ofCard,
  'pendingPoints.added': ofCard,
  'credit.moved': ({ gift }) => voucher(gift.voucherId),
  'voucher.deleted': ({ voucherId: id }) => decidedBy('voucher', voucherAlone, { id }),
  'customer.deleted': ({ customerId: id }) => decidedBy('customer', customerHeld, { id }),
  'campaign.updated': ({ campaign: { id } }) => decidedBy('campaign', campaignAlone, { id }),
  'campaign.switched': ({ campaignId: id }) => decidedBy('campaign', campaignAlone, { id }),
  'reward.updated': ({ reward: { id } }) => decidedBy('reward', rewardAlone, { id }),
  'loyaltyTier.updated': ({ tier: { id } }) => decidedBy('loyalty tier', loyaltyTierAlone, { id }),
  'validationRule.assigned': ({ assignment }) => rule(assignment),
  'validationRule.unassigned': rule,
  'review.opened': review,
  'review.progressed': review,
  'resource.deleted': deleted,
  'campaign.grew': ({ campaignId: id }) => decidedBy('campaign', campaignHeld, { id }),
  'reward.redeemed': reward,
  'reward.released': reward,
  'promotionTier.redeemed': ({ tierId: id }) =>
    addedTo('promotion tier', promotionTierHeld, { id }),
  'redemption.counted': ({ count: { objectId, by, byId }, totalBefore }) => {
    const count = { objectId, by, byId }
    const row = (totalBefore === null ? addedTo : decidedBy)('count', redemptionCountHeld, count)
    return orMade(row, redemptionCountPlace, count)
  },
  'customerTotals.counted': ({ customerId }) => addedTo('totals', totalsHeld, { customerId })
}
