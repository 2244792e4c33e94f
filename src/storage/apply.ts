/**
 * Changes made real: each a few guarded statements, all of one unit or none.
 *
 * A statement whose guard matched nothing returns no row, and that is the one way a lost race
 * shows. The changes of a unit are applied in one fixed order whatever order they were decided in:
 * things before what refers to them, and the rows that many units meet at (a card, a campaign, a
 * reward, totals) last and always in the same sequence, so that two units wait for each other
 * briefly and never in a circle.
 *
 * Spec: States and transitions; Decisions 31 and 32.
 */
import type { CardAfter, Change, Deletable, LastOrderGone, LotStep } from '../decisions/changes.ts'
import { noTotals } from '../decisions/customers/profiles.ts'
import { lastOrderOf } from '../decisions/orders/orders.ts'
import { codeKey } from '../decisions/vouchers/code-space.ts'
import type { Customer, Instant, LedgerEntry, Lot } from '../model.ts'
import { rowOfCampaign } from './campaigns/campaigns.ts'
import type { Tables } from './engine/dialect.ts'
import { GuardLost } from './engine/errors.ts'
import type { Stored } from './engine/rows.ts'
import type { Session } from './engine/session.ts'
import type { StatementName, Values } from './engine/statements.ts'
import { inLockOrder } from './lock-order.ts'
import { rowOfEarningRule } from './loyalties/earning-rules.ts'
import { rowOfLedgerEntry } from './points/ledger.ts'
import { rowOfPromotionTier } from './promotions.ts'
import { rowOfRedemption } from './redemptions/redemptions.ts'
import { columnsOfCard, columnsOfGift, rowOfVoucher } from './vouchers/vouchers.ts'
import type { Amended } from './writes/updates.ts'

/**
 * Applies all changes in the fixed order.
 * @throws {GuardLost} for the first change whose guard no longer holds; the unit must then be
 * rolled back as a whole.
 */
export async function apply(session: Session, changes: readonly Change[]): Promise<void> {
  const work: Work = { session, codeKey: null }
  for (const change of inLockOrder(changes)) await applyOne(work, change)
}

type Of<Kind extends Change['kind']> = Extract<Change, { readonly kind: Kind }>

/** A unit being applied; how its project compares codes is asked once, when first needed. */
interface Work {
  readonly session: Session
  codeKey: ((code: string) => string) | null
}

type Appliers = {
  readonly [Kind in Change['kind']]: (work: Work, change: Of<Kind>) => Promise<void>
}

async function applyOne(work: Work, change: Change): Promise<void> {
  // The table pairs each kind with its own change, which the compiler cannot see through an index.
  const applier = APPLIERS[change.kind] as (work: Work, change: Change) => Promise<void>
  await applier(work, change)
}

const APPLIERS: Appliers = {
  'project.created': (work, change) => insert(work, change, 'projects', change.project),
  'keyPair.created': (work, change) => insert(work, change, 'keyPairs', change.pair),
  'token.issued': (work, change) => insert(work, change, 'accessTokens', change.token),
  'keyPair.revoked': (work, change) => guarded(work, change, 'revokeKeyPair', change),
  'token.revoked': (work, change) => guarded(work, change, 'revokeToken', change),
  'category.created': (work, change) => insert(work, change, 'categories', change.category),
  'category.updated': (work, change) => anew(work, change, 'categories', change.category),
  'campaign.created': (work, change) =>
    insert(work, change, 'campaigns', rowOfCampaign(change.campaign)),
  'campaign.updated': (work, change) =>
    anew(work, change, 'campaigns', rowOfCampaign(change.campaign)),
  'campaign.grew': (work, change) =>
    guarded(work, change, 'growCampaign', {
      id: change.campaignId,
      vouchersCount: change.vouchersCount,
      added: change.added
    }),
  'campaign.switched': (work, change) =>
    guarded(work, change, 'switchCampaign', {
      id: change.campaignId,
      active: change.active,
      activeBefore: !change.active,
      updatedAt: change.updatedAt
    }),
  'customer.created': async (work, change) => {
    await insert(work, change, 'customers', { ...change.customer, deletedAt: null })
    await insert(work, change, 'customerTotals', noTotals(change.customer.id))
  },
  'customer.updated': (work, change) => replace(work, change, 'replaceCustomer', change.customer),
  'customer.deleted': (work, change) => {
    const { customerId: id, version, deletedAt } = change
    return guarded(work, change, 'deleteCustomer', { id, version, deletedAt })
  },
  'customerTotals.counted': countTotals,
  'product.created': (work, change) => insert(work, change, 'products', change.product),
  'product.updated': (work, change) => replace(work, change, 'replaceProduct', change.product),
  'sku.created': (work, change) => insert(work, change, 'skus', change.sku),
  'sku.updated': (work, change) => anew(work, change, 'skus', change.sku),
  'collection.created': async (work, change) => {
    await insert(work, change, 'productCollections', change.collection)
    await fillCollection(work, change, change.items)
  },
  'collection.updated': async (work, change) => {
    const { collection, items } = change
    await anew(work, change, 'productCollections', collection)
    if (items === null) return
    await work.session.all('deleteCollectionItems', { id: collection.id })
    await fillCollection(work, change, items)
  },
  'voucher.created': async (work, change) => {
    work.codeKey ??= await codeKeyIn(work.session)
    const { voucher } = change
    await insert(work, change, 'vouchers', rowOfVoucher(voucher, work.codeKey(voucher.code)))
  },
  'voucher.updated': (work, change) => {
    const { code, ...row } = rowOfVoucher(change.voucher, '')
    return guarded(work, change, 'replaceVoucher', { ...row, versionBefore: row.version - 1 })
  },
  'voucher.deleted': async (work, change) => {
    const { voucherId: id, version } = change
    await guarded(work, change, 'touchUnusedVoucher', { id, version })
    await work.session.all('deleteLots', { id })
    await work.session.all('deleteLedgerEntries', { id })
    await guarded(work, change, 'deleteVoucher', { id })
  },
  'voucher.published': async (work, change) => {
    const { voucherId: id, version, publication } = change
    const { customerId: holderId, createdAt: updatedAt } = publication
    await guarded(work, change, 'publishVoucher', { id, version, holderId, updatedAt })
    await insert(work, change, 'publications', publication)
  },
  'points.moved': async (work, change) => {
    await moveCard(work, change, change.card)
    await moveLots(work, change)
  },
  'credit.moved': async (work, change) => {
    const { voucherId: id, version, balance, redeemedQuantity, updatedAt } = change.gift
    const columns = columnsOfGift(balance)
    const moved = { id, version, redeemedQuantity, updatedAt, ...columns }
    await guarded(work, change, 'moveGift', moved)
    await moveLots(work, change)
  },
  'pendingPoints.added': async (work, change) => {
    await moveCard(work, change, change.card)
    await insert(work, change, 'pendingPoints', change.pending)
  },
  'pendingPoints.settled': (work, change) => guarded(work, change, 'settlePendingPoints', change),
  'pendingPoints.adjusted': (work, change) => guarded(work, change, 'adjustPendingPoints', change),
  'card.waited': (work, change) => moveCard(work, change, change.card),
  'shortfall.saved': async (work, change) => {
    const { voucherId, subjectId, points } = change.shortfall
    const named = { voucherId, subjectId }
    await moveCard(work, change, change.card)
    await work.session.all('deleteShortfall', named)
    if (points > 0) await insert(work, change, 'shortfalls', change.shortfall)
  },
  'order.created': (work, change) => insert(work, change, 'orders', change.order),
  'order.updated': (work, change) => replace(work, change, 'replaceOrder', change.order),
  'reward.created': (work, change) => insert(work, change, 'rewards', change.reward),
  'reward.updated': (work, change) => anew(work, change, 'rewards', change.reward),
  'reward.redeemed': (work, change) =>
    guarded(work, change, 'countRewardRedeemed', { id: change.rewardId }),
  'reward.released': (work, change) =>
    guarded(work, change, 'countRewardReleased', { id: change.rewardId }),
  'rewardAssignment.created': (work, change) =>
    insert(work, change, 'rewardAssignments', change.assignment),
  'rewardAssignment.repriced': (work, change) =>
    guarded(work, change, 'repriceRewardAssignment', change),
  'validationRule.created': (work, change) => insert(work, change, 'validationRules', change.rule),
  'validationRule.updated': (work, change) => anew(work, change, 'validationRules', change.rule),
  'validationRule.assigned': async (work, change) => {
    await insert(work, change, 'validationRuleAssignments', change.assignment)
    await guarded(work, change, 'countRuleAssigned', { id: change.assignment.ruleId })
  },
  'validationRule.unassigned': async (work, change) => {
    await guarded(work, change, 'deleteRuleAssignment', { id: change.assignmentId })
    await guarded(work, change, 'countRuleUnassigned', { id: change.ruleId })
  },
  'earningRule.created': (work, change) =>
    insert(work, change, 'earningRules', rowOfEarningRule(change.rule)),
  'earningRule.updated': (work, change) =>
    anew(work, change, 'earningRules', rowOfEarningRule(change.rule)),
  'loyaltyTier.created': (work, change) => insert(work, change, 'loyaltyTiers', change.tier),
  'loyaltyTier.updated': (work, change) => anew(work, change, 'loyaltyTiers', change.tier),
  'segment.created': (work, change) => insert(work, change, 'segments', change.segment),
  'segment.entered': (work, change) => insert(work, change, 'segmentMembers', change),
  'segment.left': (work, change) => guarded(work, change, 'leaveSegment', change),
  'tierMembership.saved': saveTierMembership,
  'review.opened': (work, change) => guarded(work, change, 'openReview', {}),
  'review.progressed': (work, change) => {
    const { from: afterBefore, to: after, day: reviewedOn } = change
    return after === null
      ? guarded(work, change, 'endReview', { afterBefore, reviewedOn })
      : guarded(work, change, 'progressReview', { afterBefore, after })
  },
  'customer.referred': async (work, change) => {
    const { referrerId: customerId, campaignId } = change.referral
    await insert(work, change, 'referrals', change.referral)
    await guarded(work, change, 'countReferred', { customerId, campaignId })
  },
  'redemption.counted': (work, change) => {
    const { count, totalBefore } = change
    const statement = count.step === 1 ? 'countRedemption' : 'uncountRedemption'
    const before = count.inNoPeriod === true ? 1 : 0
    return guarded(work, change, statement, { ...count, totalBefore, before })
  },
  'eventSchema.created': (work, change) => insert(work, change, 'eventSchemas', change.schema),
  'eventSchema.updated': (work, change) => anew(work, change, 'eventSchemas', change.schema),
  'metadataSchema.created': (work, change) =>
    insert(work, change, 'metadataSchemas', change.schema),
  'metadataSchema.updated': (work, change) => anew(work, change, 'metadataSchemas', change.schema),
  'promotionTier.created': (work, change) =>
    insert(work, change, 'promotionTiers', rowOfPromotionTier(change.tier)),
  'promotionTier.updated': (work, change) =>
    anew(work, change, 'promotionTiers', rowOfPromotionTier(change.tier)),
  'redemption.recorded': async (work, change) => {
    await insert(work, change, 'redemptions', rowOfRedemption(change.redemption))
    await guarded(work, change, 'countRecord', { id: change.redemption.voucherId })
  },
  'redemption.rolledBack': (work, change) => {
    const { redemptionId: id, failureCode, failureMessage } = change
    return guarded(work, change, 'rollBackRedemption', { id, failureCode, failureMessage })
  },
  'event.logged': (work, change) => insert(work, change, 'events', change.event),
  'export.created': (work, change) => insert(work, change, 'exports', change.export),
  'export.written': (work, change) => insert(work, change, 'exportFiles', change),
  'export.settled': async ({ session }, { exportId: id, status }) => {
    await session.all('settleExport', { id, status })
  },
  'asyncAction.created': (work, change) => insert(work, change, 'asyncActions', change.action),
  'asyncAction.updated': (work, change) =>
    guarded(work, change, 'updateAsyncAction', { ...change.action }),
  'job.queued': async (work, change) => {
    await insert(work, change, 'jobs', change.job)
    for (const [index, items] of change.chunks.entries()) {
      await insert(work, change, 'jobChunks', { jobId: change.job.id, index, items })
    }
  },
  'job.progressed': async (work, change) => {
    const { jobId: id, owner, done, step, data, chunkIndex: index } = change
    const doneBefore = done - step
    await guarded(work, change, 'progressJob', { id, owner, done, doneBefore, data })
    if (index !== null) await guarded(work, change, 'deleteJobChunk', { id, index })
  },
  'job.finished': async (work, change) => {
    const { jobId: id, owner } = change
    await work.session.all('deleteJobChunks', { id })
    await guarded(work, change, 'deleteJob', { id, owner })
  },
  'resource.deleted': async (work, change) => {
    const { resource, id } = change
    for (const statement of EMPTIED[resource] ?? []) await work.session.all(statement, { id })
    await guarded(work, change, `delete ${resource}`, { id })
  }
}

/** What goes with a thing, because it belongs to nothing else. */
const EMPTIED: { readonly [Resource in Deletable]?: readonly StatementName[] } = {
  collection: ['deleteCollectionItems'],
  export: ['deleteExportFiles'],
  segment: ['deleteSegmentMembers']
}

async function guarded(
  { session }: Work,
  change: Change,
  statement: StatementName,
  values: Values
): Promise<void> {
  if ((await session.one(statement, values)) === undefined) throw new GuardLost(change)
}

/** A row that is there already is a lost race too: the unit decides again, knowing of it. */
async function insert<Name extends keyof Tables>(
  work: Work,
  change: Change,
  table: Name,
  row: Stored<Name>
): Promise<void> {
  await guarded(work, change, `insert ${table}`, row)
}

async function replace(
  work: Work,
  change: Change,
  statement: 'replaceCustomer' | 'replaceOrder' | 'replaceProduct',
  thing: Customer | Stored<'orders'> | Stored<'products'>
): Promise<void> {
  await guarded(work, change, statement, { ...thing, versionBefore: thing.version - 1 })
}

/** A thing that counts no versions, written over the one that was loaded. */
async function anew<Name extends Amended>(
  work: Work,
  change: Change & { readonly updatedAtBefore: Instant | null },
  table: Name,
  row: Stored<Name>
): Promise<void> {
  const { updatedAtBefore } = change
  await guarded(work, change, `replace ${table}`, { ...row, updatedAtBefore })
}

async function fillCollection(
  work: Work,
  change: Of<'collection.created' | 'collection.updated'>,
  items: Of<'collection.created'>['items']
): Promise<void> {
  const collectionId = change.collection.id
  for (const item of items) await insert(work, change, 'collectionItems', { collectionId, ...item })
}

async function moveCard(work: Work, change: Change, card: CardAfter): Promise<void> {
  const { voucherId: id, version, balance, redeemedQuantity, updatedAt } = card
  const columns = columnsOfCard(balance)
  await guarded(work, change, 'moveCard', { id, version, redeemedQuantity, updatedAt, ...columns })
}

/** The voucher's row is written first: holding it is holding all its lots. */
async function moveLots(
  work: Work,
  change: Change & {
    readonly opened: readonly Lot[]
    readonly stepped: readonly LotStep[]
    readonly entry: LedgerEntry
  }
): Promise<void> {
  for (const lot of change.opened) await insert(work, change, 'lots', lot)
  for (const step of change.stepped) await guarded(work, change, 'stepLot', { ...step })
  await insert(work, change, 'ledgerEntries', rowOfLedgerEntry(change.entry))
}

async function saveTierMembership(work: Work, change: Of<'tierMembership.saved'>): Promise<void> {
  const { membership } = change
  const versionBefore = membership.version - 1
  if (versionBefore === 0) return insert(work, change, 'tierMemberships', membership)
  await guarded(work, change, 'saveTierMembership', { ...membership, versionBefore })
}

async function countTotals(work: Work, change: Of<'customerTotals.counted'>): Promise<void> {
  const { customerId, step, lastOrder } = change
  await guarded(work, change, 'countTotals', {
    customerId,
    redemptionsSucceeded: 0,
    redemptionsFailed: 0,
    rollbacksSucceeded: 0,
    giftRedeemedAmount: 0,
    giftBalance: 0,
    cardRedeemedPoints: 0,
    cardBalance: 0,
    ordersCount: 0,
    ordersAmount: 0,
    ...step
  })
  if (lastOrder === null) return
  if ('gone' in lastOrder) return replaceLastOrder(work, change, lastOrder)
  const { amount: lastOrderAmount, date: lastOrderDate } = lastOrder
  await work.session.all('noteLastOrder', { customerId, lastOrderAmount, lastOrderDate })
}

/** The totals are held by now, and whoever changes an order of their customer holds them, too. */
async function replaceLastOrder(
  { session }: Work,
  change: Of<'customerTotals.counted'>,
  { gone, previous }: LastOrderGone
): Promise<void> {
  const { customerId } = change
  const last = await session.one('lastPaidOrder', { customerId, except: '' })
  const stored = last === undefined ? null : lastOrderOf(last)
  if (stored?.date !== previous?.date || stored?.amount !== previous?.amount) {
    throw new GuardLost(change)
  }
  const { amount: lastOrderAmount = 0, date: lastOrderDate = null } = previous ?? {}
  await session.all('replaceLastOrder', { customerId, gone, lastOrderAmount, lastOrderDate })
}

async function codeKeyIn(session: Session): Promise<(code: string) => string> {
  const row = await session.one('projectById', { id: session.projectId })
  if (row === undefined) throw new TypeError('A voucher is created in the unit of its project.')
  return code => codeKey(code, row)
}
