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
import type { Refusal } from './refusals.ts'

/** The outcome of a decision: a result and its changes, or a refusal. */
export type Decision<Result> =
  | { readonly result: Result; readonly changes: readonly Change[] }
  | { readonly refusal: Refusal }

/** The decision with another form of its result; a refusal stays. */
export function mapResult<Result, Mapped>(
  decided: Decision<Result>,
  map: (result: Result) => Mapped
): Decision<Mapped> {
  if ('refusal' in decided) return decided
  return { result: map(decided.result), changes: decided.changes }
}

/** One redemption more (1) or less (−1), in the periods it was made in. */
export interface CountStep {
  readonly step: 1 | 0 | -1
  readonly day: model.Day
  readonly week: model.Day
  readonly month: model.Day
  readonly ordersAmount: number
  readonly ordersDiscountAmount: number
}

/** Added to a customer's kept totals; each part may be negative. */
export interface TotalsStep {
  readonly redemptionsSucceeded?: number
  readonly redemptionsFailed?: number
  readonly rollbacksSucceeded?: number
  readonly giftRedeemedAmount?: number
  readonly giftBalance?: number
  readonly cardRedeemedPoints?: number
  readonly cardBalance?: number
  readonly ordersCount?: number
  readonly ordersAmount?: number
}

/**
 * An updated thing; counts on it (vouchers, redemptions, assignments) stay as stored. Guard: the
 * stored `updatedAt` is still `updatedAtBefore`, which is why every write changes it
 * (decisions/updates.ts).
 */
interface Anew {
  readonly updatedAtBefore: model.Instant | null
}

export type Change =
  | { readonly kind: 'project.created'; readonly project: model.Project }
  /** A copy of what another project has, keys, tokens and receipts excepted. */
  | { readonly kind: 'sandbox.filled'; readonly from: string }
  /** All that the project has is deleted; its own row stays, and its keys may. */
  | { readonly kind: 'sandbox.emptied'; readonly keysStay?: true }
  /** So is its own row. */
  | { readonly kind: 'sandbox.removed' }
  | { readonly kind: 'urlSecret.renewed'; readonly urlSecret: string }
  | { readonly kind: 'keyPair.created'; readonly pair: model.KeyPair }
  | { readonly kind: 'token.issued'; readonly token: model.AccessToken }
  /** Guard: it is not revoked yet. */
  | { readonly kind: 'keyPair.revoked'; readonly id: string; readonly revokedAt: model.Instant }
  /** Guard: it is not revoked yet. */
  | {
      readonly kind: 'token.revoked'
      readonly tokenHash: string
      readonly revokedAt: model.Instant
    }
  | { readonly kind: 'category.created'; readonly category: model.Category }
  | (Anew & { readonly kind: 'category.updated'; readonly category: model.Category })
  | { readonly kind: 'campaign.created'; readonly campaign: model.CountedCampaign }
  | (Anew & { readonly kind: 'campaign.updated'; readonly campaign: model.CountedCampaign })
  /** Guard: it still has `vouchersCount` vouchers. `added` is negative for a deletion. */
  | {
      readonly kind: 'campaign.grew'
      readonly campaignId: string
      readonly vouchersCount: number
      readonly added: number
    }
  /** Guard: `active` still has the other value. */
  | {
      readonly kind: 'campaign.switched'
      readonly campaignId: string
      readonly active: boolean
      readonly updatedAt: model.Instant
    }
  /** Also creates its totals, at zero. */
  | { readonly kind: 'customer.created'; readonly customer: model.Customer }
  /** Guard: the stored version is one less than the customer's. */
  | { readonly kind: 'customer.updated'; readonly customer: model.Customer }
  /** Clears the customer's data; the row stays, because records refer to it. Guard: `version`. */
  | {
      readonly kind: 'customer.deleted'
      readonly customerId: string
      readonly version: number
      readonly deletedAt: model.Instant
    }
  /** Guard, when the last order is no longer paid: the one before it is still `previous`. */
  | {
      readonly kind: 'customerTotals.counted'
      readonly customerId: string
      readonly step: TotalsStep
      readonly lastOrder: LastOrderStep | null
    }
  | { readonly kind: 'product.created'; readonly product: model.Product }
  /** Guard: the stored version is one less than the product's. */
  | { readonly kind: 'product.updated'; readonly product: model.Product }
  | { readonly kind: 'sku.created'; readonly sku: model.Sku }
  | (Anew & { readonly kind: 'sku.updated'; readonly sku: model.Sku })
  | {
      readonly kind: 'collection.created'
      readonly collection: model.ProductCollection
      readonly items: readonly { readonly object: 'product' | 'sku'; readonly itemId: string }[]
    }
  /** Null items: the contents stay. */
  | (Anew & {
      readonly kind: 'collection.updated'
      readonly collection: model.ProductCollection
      readonly items:
        | readonly { readonly object: 'product' | 'sku'; readonly itemId: string }[]
        | null
    })
  /** Guard: nobody has its code. `redeemedElsewhere`: by another service; absent for none. */
  | {
      readonly kind: 'voucher.created'
      readonly voucher: model.Voucher
      readonly redeemedElsewhere?: number
      readonly importedAs?: model.VoucherImport
    }
  /** One use of a voucher whose balance stays. Guard: `version`; a use is left, or was made. */
  | {
      readonly kind: 'voucher.redeemed'
      readonly voucherId: string
      readonly version: number
      readonly step: 1 | -1
      readonly updatedAt: model.Instant
    }
  /** Its properties; neither its balance nor its holder. Guard: the stored version is one less. */
  | {
      readonly kind: 'voucher.updated'
      readonly voucher: model.Voucher
      /** Clears what an import said of it, too. */
      readonly erased?: true
    }
  /**
   * Also deletes its first ledger entry. Guard: `version`, and no other entry, record or holder.
   */
  | { readonly kind: 'voucher.deleted'; readonly voucherId: string; readonly version: number }
  /** Guard: its version is still `version`, so that it has no holder yet. */
  | {
      readonly kind: 'voucher.published'
      readonly voucherId: string
      readonly version: number
      readonly publication: model.Publication
      /** Who referred the customer to the campaign; absent: nobody did. */
      readonly referrerId?: string
    }
  /** The balance, its lots and its ledger entry change together or not at all. */
  | (Movement & { readonly kind: 'points.moved'; readonly card: CardAfter })
  | (Movement & {
      readonly kind: 'credit.moved'
      readonly gift: {
        readonly voucherId: string
        readonly version: number
        readonly balance: model.Gift
        readonly redeemedQuantity: number
        /** Null while the voucher is being made. */
        readonly updatedAt: model.Instant | null
      }
    })
  | LockChange
  | {
      readonly kind: 'pendingPoints.added'
      readonly pending: model.PendingPoints
      readonly card: CardAfter
    }
  /** Guard: it is still PENDING. `points.moved` adds the points themselves. */
  | {
      readonly kind: 'pendingPoints.closed'
      readonly id: string
      readonly status: 'ACTIVATED' | 'CANCELED'
      readonly updatedAt: model.Instant
    }
  /** Guard: it is still PENDING with `pointsBefore`. */
  | {
      readonly kind: 'pendingPoints.adjusted'
      readonly id: string
      readonly pointsBefore: number
      readonly points: number
      readonly updatedAt: model.Instant
    }
  /** A card with other pending points, which have no ledger entry. */
  | { readonly kind: 'card.waited'; readonly card: CardAfter }
  /**
   * The points that a lot is short of for one subject from now on; 0 for none. The card guards it.
   */
  | {
      readonly kind: 'shortfall.saved'
      readonly shortfall: model.Shortfall
      readonly card: CardAfter
    }
  /** Figures of lots that change without a ledger entry. The card guards them. */
  | {
      readonly kind: 'lots.accounted'
      readonly stepped: readonly LotStep[]
      readonly card: CardAfter
    }
  /** Merges a lot into another of its day, with all its figures. The card guards both. */
  | {
      readonly kind: 'lot.merged'
      readonly lot: model.Lot
      readonly into: string
      readonly card: CardAfter
    }
  /** `importedAs`: what an import said of it. */
  | {
      readonly kind: 'order.created'
      readonly order: model.Order
      readonly importedAs?: model.OrderImport
    }
  /**
   * Guard: the stored version is one less. `erased` clears what an import said; `importedAs`
   * replaces it.
   */
  | {
      readonly kind: 'order.updated'
      readonly order: model.Order
      readonly erased?: true
      readonly importedAs?: model.OrderImport
    }
  | { readonly kind: 'reward.created'; readonly reward: model.Reward }
  | (Anew & { readonly kind: 'reward.updated'; readonly reward: model.Reward })
  /** Guard: stock is left. */
  | { readonly kind: 'reward.redeemed'; readonly rewardId: string }
  /** Returns one unit to stock. Guard: one was redeemed. */
  | { readonly kind: 'reward.released'; readonly rewardId: string }
  | { readonly kind: 'rewardAssignment.created'; readonly assignment: model.RewardAssignment }
  /** Guard: its price is still `pointsBefore`. */
  | {
      readonly kind: 'rewardAssignment.repriced'
      readonly id: string
      readonly pointsBefore: number | null
      readonly points: number | null
      readonly updatedAt: model.Instant
    }
  | { readonly kind: 'validationRule.created'; readonly rule: model.ValidationRule }
  | (Anew & { readonly kind: 'validationRule.updated'; readonly rule: model.ValidationRule })
  /** Changes the rule's count, too. */
  | {
      readonly kind: 'validationRule.assigned'
      readonly assignment: model.ValidationRuleAssignment
    }
  /** Changes the rule's count, too. Guard: it exists. */
  | {
      readonly kind: 'validationRule.unassigned'
      readonly assignmentId: string
      readonly ruleId: string
    }
  | { readonly kind: 'earningRule.created'; readonly rule: model.EarningRule }
  | (Anew & { readonly kind: 'earningRule.updated'; readonly rule: model.EarningRule })
  | { readonly kind: 'loyaltyTier.created'; readonly tier: model.LoyaltyTier }
  | (Anew & { readonly kind: 'loyaltyTier.updated'; readonly tier: model.LoyaltyTier })
  /** Guard: the stored version is one less than the membership's; the first has version 1. */
  | { readonly kind: 'tierMembership.saved'; readonly membership: model.TierMembership }
  | { readonly kind: 'segment.created'; readonly segment: model.Segment }
  /** Guard: the customer is in it. */
  | { readonly kind: 'segment.left'; readonly segmentId: string; readonly customerId: string }
  | { readonly kind: 'review.opened' }
  /** Guard: the review is at `from`. Null at its end, which is recorded as the one of `day`. */
  | {
      readonly kind: 'review.progressed'
      readonly from: string
      readonly to: string | null
      readonly day: model.Day
    }
  /**
   * Changes the referrer's count, too. Guard: the customer has no referral in that campaign yet.
   */
  | { readonly kind: 'customer.referred'; readonly referral: model.Referral }
  /**
   * Guard: the count is still `totalBefore`, and `asRead`, which is all of it; null and absent when
   * no rule relied on it. A count that was not stored has a total of 0 alone.
   */
  | {
      readonly kind: 'redemption.counted'
      readonly count: model.CountScope & CountStep
      readonly totalBefore: number | null
      readonly asRead?: model.RedemptionCount
    }
  /** Guard: it was not rolled back, and is counted in no more than `countedIn`. */
  | {
      readonly kind: 'redemption.countedLater'
      readonly id: string
      readonly countedIn: model.CountKinds
      readonly kinds: model.CountKinds
    }
  /**
   * From now on each redemption is counted in the kinds of `kept`, too; every one that was not
   * rolled back is, in those of `filled`.
   */
  | {
      readonly kind: 'redemptionCounts.kept'
      readonly kept: model.CountKinds
      readonly filled: model.CountKinds
    }
  | {
      readonly kind: 'segment.entered'
      readonly segmentId: string
      readonly customerId: string
      readonly enteredAt: model.Instant
    }
  | { readonly kind: 'eventSchema.created'; readonly schema: model.EventSchema }
  | (Anew & { readonly kind: 'eventSchema.updated'; readonly schema: model.EventSchema })
  | { readonly kind: 'metadataSchema.created'; readonly schema: model.MetadataSchema }
  | (Anew & { readonly kind: 'metadataSchema.updated'; readonly schema: model.MetadataSchema })
  | { readonly kind: 'stackingRules.created'; readonly set: model.ProjectStackingRules }
  | (Anew & { readonly kind: 'stackingRules.updated'; readonly set: model.ProjectStackingRules })
  | { readonly kind: 'promotionTier.created'; readonly tier: model.PromotionTier }
  | (Anew & { readonly kind: 'promotionTier.updated'; readonly tier: model.PromotionTier })
  /** Counts it, with its amounts, or takes it back. Guard: the tier exists, or was redeemed. */
  | {
      readonly kind: 'promotionTier.redeemed'
      readonly tierId: string
      readonly step: 1 | 0 | -1
      readonly ordersAmount: number
      readonly ordersDiscountAmount: number
    }
  | {
      readonly kind: 'redemption.recorded'
      readonly redemption: model.Redemption
      /** The kinds of count that it is counted in, in the same unit; absent: none. */
      readonly countedIn?: model.CountKinds
    }
  /** What it took, and its order, after a part went back. Guard: it is still SUCCEEDED. */
  | { readonly kind: 'redemption.lowered'; readonly redemption: model.Redemption }
  /** Changes its outcome and its order, and names its rollback. Guard: it is still SUCCEEDED. */
  | { readonly kind: 'redemption.rolledBack'; readonly redemption: model.Redemption }
  | { readonly kind: 'event.logged'; readonly event: model.LoggedEvent }
  /** Clears what was said in it. Guard: it exists, as of the others of these. */
  | { readonly kind: 'event.erased'; readonly id: string }
  | ({ readonly kind: 'ledgerEntry.erased' } & Pick<model.LedgerEntry, 'id' | 'cause'>)
  | ({ readonly kind: 'pendingPoints.erased' } & Pick<model.PendingPoints, 'id' | 'details'>)
  | { readonly kind: 'publication.erased'; readonly id: string }
  /** Its record and who it was; the outcome stays as stored. */
  | { readonly kind: 'redemption.erased'; readonly redemption: model.Redemption }
  /** Guard: its key has no receipt that is not over. */
  | {
      readonly kind: 'receipt.saved'
      readonly receipt: model.Receipt
      /** Seconds for which it counts; fewer than all others do, which count for a day. */
      readonly keptSeconds?: number
    }
  /** Clears the answer. Guard: it exists. */
  | { readonly kind: 'receipt.erased'; readonly id: string }
  | { readonly kind: 'export.created'; readonly export: model.Export }
  /** One part of the file; parts are numbered from 0. */
  | {
      readonly kind: 'export.written'
      readonly exportId: string
      readonly part: number
      readonly content: string
    }
  /** An export that was deleted meanwhile stays deleted. */
  | {
      readonly kind: 'export.turned'
      readonly exportId: string
      readonly status: model.Export['status']
    }
  | { readonly kind: 'asyncAction.created'; readonly action: model.AsyncAction }
  | { readonly kind: 'asyncAction.updated'; readonly action: model.AsyncAction }
  /**
   * In rows, each for one unit. Guard: the project has room for another job, else the unit is
   * refused.
   */
  | {
      readonly kind: 'job.queued'
      readonly job: model.Job
      readonly chunks: readonly (readonly model.Json[])[]
    }
  /** Guard: the job is still leased to its owner, and its `done` is `done − step`. */
  | {
      readonly kind: 'job.progressed'
      readonly jobId: string
      readonly owner: string
      readonly step: number
      readonly done: number
      /** The chunk that was carried out, to be deleted; null when there is no payload. */
      readonly chunkIndex: number | null
      readonly data: model.Json
    }
  /** Guard: the job exists, and nobody holds it. */
  | { readonly kind: 'job.amended'; readonly jobId: string; readonly data: model.Json }
  /** Guard: the job is still leased to its owner. Deletes it with the rest of its payload. */
  | { readonly kind: 'job.finished'; readonly jobId: string; readonly owner: string }
  /** Guard: it exists. Nothing may refer to it, which the load has checked. */
  | { readonly kind: 'resource.deleted'; readonly resource: Deletable; readonly id: string }

/* A closed list, because what refers to one of these has to be asked first. */

export type Deletable =
  | 'campaign'
  | 'category'
  | 'collection'
  | 'earning_rule'
  | 'event_schema'
  | 'export'
  | 'loyalty_tier'
  | 'metadata_schema'
  | 'product'
  | 'promotion_tier'
  | 'receipt'
  | 'reward'
  | 'reward_assignment'
  | 'segment'
  | 'sku'
  | 'stacking_rules'
  | 'validation_rule'

/* Entries of the event log: what happened, to whom, and which request caused it. */

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

export function logPending(
  { id, voucherId, customerId, orderId, points }: PendingPoints,
  verb: 'added' | 'activated' | 'updated' | 'canceled',
  occasion: Occasion
): Change {
  const type = `customer.voucher.loyalty_card.pending_points.${verb}`
  const data = { pending_points_id: id, order_id: orderId, points }
  const event = eventOf(type, { customerId, entityId: voucherId }, data, occasion)
  return { kind: 'event.logged', event }
}

/*
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

/** An instant and the project whose calendar applies to it: the moment of a shown balance. */
export type Moment = Pick<Occasion, 'now' | 'project'>

/** What earlier attempts at the same decision learned when they were written. */
export interface Learned {
  /** Free codes by campaign, after the codes that were drawn turned out to be taken. */
  readonly freeCodes: ReadonlyMap<string, readonly string[]>
  /** The changes exceeded a kept total; for decisions that record their failures. */
  readonly outgrown: boolean
}

/** At the first attempt. */
export const NOTHING_LEARNED: Learned = { freeCodes: new Map(), outgrown: false }

/*
 * What a movement of points or credit does to the rows of a voucher, of its lots and of its locks.
 */

/** A card after a movement; replaces the card whose version is still `version`. */
export interface CardAfter {
  readonly voucherId: string
  readonly version: number
  readonly balance: model.CardBalance
  readonly redeemedQuantity: number
  readonly updatedAt: model.Instant
}

/**
 * Adds to a lot, or takes from it (`remaining`, and the account it is for); absent figures stay.
 */
export interface LotStep extends Partial<Pick<model.Lot, LotAccount>> {
  readonly id: string
  readonly amount: number
  readonly remaining: number
}

/** The figures of a lot beside its amount and its remainder. */
export type LotAccount = 'canceled' | 'withdrawn' | 'takenBack' | 'lapsed'

/** The part of a movement that points and credit have in common. */
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
  /** The last of the other paid orders; null for none. */
  readonly previous: LastOrder | null
}

/*
 * The writes of locks. A lock is one row that requests of its key meet at, and a row for each
 * voucher of which it holds something. A decision that takes from a voucher relies on what locks
 * hold of it, so a lock that holds more, or for longer, makes a new version of the voucher; one
 * that holds less does not.
 */

type LockChange =
  /** It is in force until `expiresAt`, and holds nothing but of the vouchers that are named. */
  | {
      readonly kind: 'lock.taken'
      readonly key: string
      readonly expiresAt: model.Instant
      /**
       * Of nobody who is stored, the tracking id of the source id that was sent; null where none
       * was.
       */
      readonly customerId: string | null
      readonly voucherIds: readonly string[]
    }
  /** In place of what the lock held of the voucher before. Guard: `version`. */
  | {
      readonly kind: 'voucher.locked'
      readonly hold: model.LockHold
      readonly version: number
      /** The end of the last lock that holds something of it. */
      readonly lockedUntil: model.Instant
    }
  /**
   * What the voucher says of the end of its locks, once one of them has ended before its time; null
   * for none. It is no new version. Guard: `version`; null where the same unit writes the voucher,
   * with a guard of its own.
   */
  | {
      readonly kind: 'voucher.freed'
      readonly voucherId: string
      readonly version: number | null
      readonly lockedUntil: model.Instant | null
    }
  /** Nothing of any voucher is held under the key any more; there may be no such lock. */
  | { readonly kind: 'lock.ended'; readonly key: string }
  /** Locks that were taken before the customer was stored are theirs. */
  | { readonly kind: 'locks.claimed'; readonly trackingId: string; readonly customerId: string }
  /** Guard: the lock holds something of the voucher. */
  | { readonly kind: 'voucher.unlocked'; readonly voucherId: string; readonly key: string }
  /** Deletes those that were over at `now`; one that is in force again stays. */
  | {
      readonly kind: 'locks.forgotten'
      readonly keys: readonly string[]
      readonly now: model.Instant
    }
