/**
 * What decisions are given and leave behind: the occasion, changes, the event log. A decision
 * returns changes; storage writes all of them or none. A change that depends on loaded facts
 * carries its guard (a `version`, a count, a stock). The guard is tested when the change is
 * written, so that a lost race is noticed on either engine and nothing is overwritten.
 * Spec: deleteCampaign, PendingPointsEvent, CustomerSummary.orders, DiscountSessionRequest,
 * releaseValidationSession.
 */
import type * as model from '../model.ts'
import type {
  EventSource,
  IdPrefix,
  Instant,
  LoggedEvent,
  PendingPoints,
  Project
} from '../model.ts'
import type { Unable } from './refusals.ts'

export type Decision<Result> =
  | { readonly result: Result; readonly changes: readonly Change[] }
  | Unable

export function mapResult<Result, Mapped>(
  decided: Decision<Result>,
  map: (result: Result) => Mapped
): Decision<Mapped> {
  if ('refusal' in decided) return decided
  return { result: map(decided.result), changes: decided.changes }
}

/** What is decided about each, in their order, as one decision; the first refusal is that of all. */
export function decideEach<Item, Result>(
  items: readonly Item[],
  decide: (item: Item, index: number, before: readonly Result[]) => Decision<Result>
): Decision<readonly Result[]> {
  const result: Result[] = []
  const changes: Change[] = []
  for (const [index, item] of items.entries()) {
    const decided = decide(item, index, result)
    if ('refusal' in decided) return decided
    result.push(decided.result)
    changes.push(...decided.changes)
  }
  return { result, changes }
}

/** One redemption more (1) or less (−1), in the periods it was made in. */
export interface CountStep
  extends Pick<
    model.RedemptionCount,
    'day' | 'week' | 'month' | 'ordersAmount' | 'ordersDiscountAmount'
  > {
  readonly step: 1 | 0 | -1
}

/** Added to a customer's kept totals; each part may be negative. */
export type TotalsStep = Partial<
  Omit<model.CustomerTotals, 'customerId' | 'rollbacksFailed' | 'lastOrderAmount' | 'lastOrderDate'>
>

/**
 * An updated thing; counts on it (vouchers, redemptions, assignments) stay as stored. Guard: the
 * stored `updatedAt` is still `updatedAtBefore`, which is why every write changes it
 * (decisions/updates.ts).
 */
interface Anew {
  readonly updatedAtBefore: model.Instant | null
}

interface Changes {
  'project.created': { project: model.Project }
  /** A copy of what another project has, keys, tokens and receipts excepted. */
  'sandbox.filled': { from: string }
  /** All that the project has is deleted; its own row stays, and its keys may. */
  'sandbox.emptied': { keysStay?: true }
  /** So is its own row. */
  'sandbox.removed': unknown
  'urlSecret.renewed': { urlSecret: string }
  'keyPair.created': { pair: model.KeyPair }
  'token.issued': { token: model.AccessToken }
  /** Guard: it is not revoked yet. */
  'keyPair.revoked': { id: string; revokedAt: model.Instant }
  /** Guard: it is not revoked yet. */
  'token.revoked': { tokenHash: string; revokedAt: model.Instant }
  'category.created': { category: model.Category }
  'category.updated': Anew & { category: model.Category }
  'campaign.created': { campaign: model.CountedCampaign }
  'campaign.updated': Anew & { campaign: model.CountedCampaign }
  /** Guard: it still has `vouchersCount` vouchers. `added` is negative for a deletion. */
  'campaign.grew': { campaignId: string; vouchersCount: number; added: number }
  /** Guard: `active` still has the other value. */
  'campaign.switched': { campaignId: string; active: boolean; updatedAt: model.Instant }
  /** Also creates its totals, at zero. */
  'customer.created': { customer: model.Customer }
  /** Guard: the stored version is one less than the customer's. */
  'customer.updated': { customer: model.Customer }
  /** Clears the customer's data; the row stays, because records refer to it. Guard: `version`. */
  'customer.deleted': { customerId: string; version: number; deletedAt: model.Instant }
  /** Guard, when the last order is no longer paid: the one before it is still `previous`. */
  'customerTotals.counted': {
    customerId: string
    step: TotalsStep
    lastOrder: LastOrderStep | null
  }
  'product.created': { product: model.Product }
  /** Guard: the stored version is one less than the product's. */
  'product.updated': { product: model.Product }
  'sku.created': { sku: model.Sku }
  'sku.updated': Anew & { sku: model.Sku }
  'collection.created': {
    collection: model.ProductCollection
    items: readonly { readonly object: 'product' | 'sku'; readonly itemId: string }[]
  }
  /** Null items: the contents stay. */
  'collection.updated': Anew & {
    collection: model.ProductCollection
    items: readonly { readonly object: 'product' | 'sku'; readonly itemId: string }[] | null
  }
  /** Guard: nobody has its code. `redeemedElsewhere`: by another service; absent for none. */
  'voucher.created': {
    voucher: model.Voucher
    redeemedElsewhere?: number
    importedAs?: model.VoucherImport
  }
  /** One use of a voucher whose balance stays. Guard: `version`; a use is left, or was made. */
  'voucher.redeemed': { voucherId: string; version: number; step: 1 | -1; updatedAt: model.Instant }
  /** Its properties; neither its balance nor its holder. Guard: the stored version is one less. */
  'voucher.updated': {
    voucher: model.Voucher
    /** Clears what an import said of it, too. */
    erased?: true
  }
  /** Deletes its first ledger entry, too. Guard: `version`; no other entry, record or holder. */
  'voucher.deleted': { voucherId: string; version: number }
  /** Guard: its version is still `version`, so that it has no holder yet. */
  'voucher.published': {
    voucherId: string
    version: number
    publication: model.Publication
    /** Who referred the customer to the campaign; absent: nobody did. */
    referrerId?: string
  }
  /** The balance, its lots and its ledger entry change together or not at all. */
  'points.moved': Movement & { card: CardAfter }
  'credit.moved': Movement & {
    gift: {
      readonly voucherId: string
      readonly version: number
      readonly balance: model.Gift
      readonly redeemedQuantity: number
      /** Null while the voucher is being made. */
      readonly updatedAt: model.Instant | null
    }
  }
  /*
   * A lock is one row that requests of its key meet at, and a row for each voucher of which it
   * holds something. A decision that takes from a voucher relies on what locks hold of it, so a
   * lock that holds more, or for longer, makes a new version of the voucher; one that holds less
   * does not.
   */
  /** It is in force until `expiresAt`, and holds nothing but of the vouchers that are named. */
  'lock.taken': {
    key: string
    expiresAt: model.Instant
    /** Of nobody who is stored, the tracking id of the source id that was sent, or null. */
    customerId: string | null
    voucherIds: readonly string[]
  }
  /** In place of what the lock held of the voucher before. Guard: `version`. */
  'voucher.locked': {
    hold: model.LockHold
    version: number
    /** The end of the last lock that holds something of it. */
    lockedUntil: model.Instant
  }
  /**
   * What the voucher says of the end of its locks, once one of them has ended before its time; null
   * for none. It is no new version. Guard: `version`; null where the same unit writes the voucher,
   * with a guard of its own.
   */
  'voucher.freed': { voucherId: string; version: number | null; lockedUntil: model.Instant | null }
  /** Nothing of any voucher is held under the key any more; there may be no such lock. */
  'lock.ended': { key: string }
  /** Locks that were taken before the customer was stored are theirs. */
  'locks.claimed': { trackingId: string; customerId: string }
  /** Guard: the lock holds something of the voucher. */
  'voucher.unlocked': { voucherId: string; key: string }
  /** Deletes those that were over at `now`; one that is in force again stays. */
  'locks.forgotten': { keys: readonly string[]; now: model.Instant }
  'pendingPoints.added': { pending: model.PendingPoints; card: CardAfter }
  /** Guard: it is still PENDING. `points.moved` adds the points themselves. */
  'pendingPoints.closed': { id: string; status: 'ACTIVATED' | 'CANCELED'; updatedAt: model.Instant }
  /** Guard: it is still PENDING with `pointsBefore`. */
  'pendingPoints.adjusted': {
    id: string
    pointsBefore: number
    points: number
    updatedAt: model.Instant
  }
  /** A card with other pending points, which have no ledger entry, or whose holder is deleted. */
  'card.waited': { card: CardAfter; holderGone?: true }
  /** Points that a lot is short of for one subject from now on; 0 for none. The card guards it. */
  'shortfall.saved': { shortfall: model.Shortfall; card: CardAfter }
  /** Figures of lots that change without a ledger entry. The card guards them. */
  'lots.accounted': { stepped: readonly LotStep[]; card: CardAfter }
  /** Merges a lot into another of its day, with all its figures. The card guards both. */
  'lot.merged': { lot: model.Lot; into: string; card: CardAfter }
  /** `importedAs`: what an import said of it. */
  'order.created': { order: model.Order; importedAs?: model.OrderImport }
  /** Guard: one version less. `erased` clears what an import said; `importedAs` replaces it. */
  'order.updated': { order: model.Order; erased?: true; importedAs?: model.OrderImport }
  'reward.created': { reward: model.Reward }
  'reward.updated': Anew & { reward: model.Reward }
  /** Guard: stock is left. */
  'reward.redeemed': { rewardId: string }
  /** Returns one unit to stock. Guard: one was redeemed. */
  'reward.released': { rewardId: string }
  'rewardAssignment.created': { assignment: model.RewardAssignment }
  /** Guard: its price is still `pointsBefore`. */
  'rewardAssignment.repriced': {
    id: string
    pointsBefore: number | null
    points: number | null
    updatedAt: model.Instant
  }
  'validationRule.created': { rule: model.ValidationRule }
  'validationRule.updated': Anew & { rule: model.ValidationRule }
  /** Changes the rule's count, too. */
  'validationRule.assigned': { assignment: model.ValidationRuleAssignment }
  /** Changes the rule's count, too. Guard: it exists. */
  'validationRule.unassigned': { assignmentId: string; ruleId: string }
  'earningRule.created': { rule: model.EarningRule }
  'earningRule.updated': Anew & { rule: model.EarningRule }
  'loyaltyTier.created': { tier: model.LoyaltyTier }
  'loyaltyTier.updated': Anew & { tier: model.LoyaltyTier }
  /** Guard: the stored version is one less than the membership's; the first has version 1. */
  'tierMembership.saved': { membership: model.TierMembership }
  'segment.created': { segment: model.Segment }
  /** Guard: the customer is in it. */
  'segment.left': { segmentId: string; customerId: string }
  'review.opened': unknown
  /** Guard: the review is at `from`. Null at its end, which is recorded as the one of `day`. */
  'review.progressed': { from: string; to: string | null; day: model.Day }
  /** Changes the referrer's count, too. Guard: no referral of the customer in that campaign. */
  'customer.referred': { referral: model.Referral }
  /**
   * Guard: the count is still `totalBefore`, and `asRead`, which is all of it; null and absent when
   * no rule relied on it. A count that was not stored has a total of 0 alone.
   */
  'redemption.counted': {
    count: model.CountScope & CountStep
    totalBefore: number | null
    asRead?: model.RedemptionCount
  }
  /** Guard: it was not rolled back, and is counted in no more than `countedIn`. */
  'redemption.countedLater': { id: string; countedIn: model.CountKinds; kinds: model.CountKinds }
  /**
   * From now on each redemption is counted in the kinds of `kept`, too; every one that was not
   * rolled back is, in those of `filled`.
   */
  'redemptionCounts.kept': { kept: model.CountKinds; filled: model.CountKinds }
  'segment.entered': { segmentId: string; customerId: string; enteredAt: model.Instant }
  'eventSchema.created': { schema: model.EventSchema }
  'eventSchema.updated': Anew & { schema: model.EventSchema }
  'metadataSchema.created': { schema: model.MetadataSchema }
  'metadataSchema.updated': Anew & { schema: model.MetadataSchema }
  'stackingRules.created': { set: model.ProjectStackingRules }
  'stackingRules.updated': Anew & { set: model.ProjectStackingRules }
  'promotionTier.created': { tier: model.PromotionTier }
  'promotionTier.updated': Anew & { tier: model.PromotionTier }
  /** Counts it, with its amounts, or takes it back. Guard: the tier exists, or was redeemed. */
  'promotionTier.redeemed': {
    tierId: string
    step: 1 | 0 | -1
    ordersAmount: number
    ordersDiscountAmount: number
  }
  'redemption.recorded': {
    redemption: model.Redemption
    /** The kinds of count that it is counted in, in the same unit; absent: none. */
    countedIn?: model.CountKinds
  }
  /** What it took, and its order, after a part went back. Guard: it is still SUCCEEDED. */
  'redemption.lowered': { redemption: model.Redemption }
  /** Changes its outcome and its order, and names its rollback. Guard: it is still SUCCEEDED. */
  'redemption.rolledBack': { redemption: model.Redemption }
  'event.logged': { event: model.LoggedEvent }
  /** Clears what was said in them. Guard: they exist, as the others of these do. */
  'event.erased': Pick<model.StoredEvents, 'id' | 'events'>
  /** Guard: nothing has taken it back yet. */
  'ledgerEntry.takenBack': { id: string; by: string }
  'ledgerEntry.erased': Pick<model.LedgerEntry, 'id' | 'cause'>
  'pendingPoints.erased': Pick<model.PendingPoints, 'id' | 'details'>
  'publication.erased': { id: string }
  /** Its record and who it was; the outcome stays as stored. */
  'redemption.erased': { redemption: model.Redemption }
  /** Guard: its key has no receipt that is not over. */
  'receipt.saved': {
    receipt: model.Receipt
    /** Seconds for which it counts; fewer than all others do, which count for a day. */
    keptSeconds?: number
  }
  /** Clears the answer. Guard: it exists. */
  'receipt.erased': { id: string }
  'export.created': { export: model.Export }
  /** One part of the file; parts are numbered from 0. */
  'export.written': { exportId: string; part: number; content: string }
  /** An export that was deleted meanwhile stays deleted. */
  'export.turned': { exportId: string; status: model.Export['status']; processed: number }
  'asyncAction.created': { action: model.AsyncAction }
  'asyncAction.updated': { action: model.AsyncAction }
  /** In rows, each for one unit. Guard: the project has room for another job, or it is refused. */
  'job.queued': { job: model.Job; chunks: readonly (readonly model.Json[])[] }
  /** Guard: the job is still leased to its owner, and its `done` is `done − step`. */
  'job.progressed': {
    jobId: string
    owner: string
    step: number
    done: number
    /** The chunk that was carried out, to be deleted; null when there is no payload. */
    chunkIndex: number | null
    data: model.Json
  }
  /** Guard: the job exists, and nobody holds it. */
  'job.amended': { jobId: string; data: model.Json }
  /** Guard: the job is still leased to its owner. Deletes it with the rest of its payload. */
  'job.finished': { jobId: string; owner: string }
  /** Guard: it exists. Nothing may refer to it, which the load has checked. */
  'resource.deleted': { resource: model.Deletable; id: string }
}

export type Change = {
  [Kind in keyof Changes]: Readonly<{ kind: Kind } & Changes[Kind]>
}[keyof Changes]

export function eventOf(
  type: string,
  about: { readonly customerId: string | null; readonly entityId: string },
  data: LoggedEvent['data'],
  { newId, now, requestId, source }: Occasion,
  category: LoggedEvent['category'] = 'EFFECT'
): LoggedEvent {
  return {
    id: newId('evcus'),
    type,
    customerId: about.customerId,
    groupId: requestId,
    entityId: about.entityId,
    category,
    source,
    data,
    createdAt: now
  }
}

export function log(...said: Parameters<typeof eventOf>): Change {
  return { kind: 'event.logged', event: eventOf(...said) }
}

export function logPending(
  { id, voucherId, customerId, orderId, points }: PendingPoints,
  verb: 'added' | 'activated' | 'updated' | 'canceled',
  occasion: Occasion
): Change {
  const type = `customer.voucher.loyalty_card.pending_points.${verb}`
  const data = { pending_points_id: id, order_id: orderId, points }
  return log(type, { customerId, entityId: voucherId }, data, occasion)
}

/**
 * What a decision needs beside its facts: when and for whom it is taken, fresh ids and chance. A
 * decision reads no clock, draws no random number and knows no secret. The occasion has everything
 * that differs between two calls, so that a test with the same occasion gets the same decision.
 */
export interface Occasion {
  readonly now: Instant
  readonly project: Project
  /** Fresh, time-ordered: `newId('r')` → `r_…`. */
  readonly newId: (prefix: IdPrefix) => string
  /** A uniform whole number, 0 ≤ n < below. */
  readonly random: (below: number) => number
  readonly campaignVouchersMax: number
  readonly learned: Learned
  /** HMAC-SHA-256 under the project's secret, base64url. */
  readonly sign: (text: string) => string
  /** Groups everything that one request causes. */
  readonly requestId: string
  /** X-App-Id of the caller (or of the key pair that issued its token). */
  readonly channelId: string
  readonly source: EventSource
}

export type Moment = Pick<Occasion, 'now' | 'project'>

/** What earlier attempts at the same decision learned when they were written. */
export interface Learned {
  /** Free codes by campaign, after the codes that were drawn turned out to be taken. */
  readonly freeCodes: ReadonlyMap<string, readonly string[]>
  /** The changes exceeded a kept total; for decisions that record their failures. */
  readonly outgrown: boolean
}

export const NOTHING_LEARNED: Learned = { freeCodes: new Map(), outgrown: false }

/** A card after a movement; replaces the card whose version is still `version`. */
export interface CardAfter {
  readonly voucherId: string
  readonly version: number
  readonly balance: model.CardBalance
  readonly redeemedQuantity: number
  readonly updatedAt: model.Instant
}

/** Adds to a lot or takes from it (`remaining`, and the account it is for); absent: as it is. */
export interface LotStep extends Partial<Pick<model.Lot, LotAccount>> {
  readonly id: string
  readonly amount: number
  readonly remaining: number
}

/** The figures of a lot beside its amount and its remainder. */
export type LotAccount = 'canceled' | 'withdrawn' | 'takenBack' | 'lapsed'

interface Movement {
  readonly opened: readonly model.Lot[]
  readonly stepped: readonly LotStep[]
  readonly entry: model.LedgerEntry
  /** Holds of locks as they are afterwards, where less is left than they held; absent for none. */
  readonly lowered?: readonly model.LockHold[]
}

export interface LastOrder {
  readonly amount: number
  readonly date: model.Instant
}

/** One that is last unless another has a later date, or one that is no longer paid. */
export type LastOrderStep = LastOrder | LastOrderGone

export interface LastOrderGone {
  /** The date of the order that is no longer paid. */
  readonly gone: model.Instant
  readonly previous: LastOrder | null
}
