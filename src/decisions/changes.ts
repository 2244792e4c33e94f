/**
 * The write vocabulary: every way in which stored state may change, as data.
 *
 * A decision returns changes; storage/apply.ts makes them real, all or none. A change that depends
 * on what was loaded carries its guard (a `version`, a count, a stock) and the guard is tested at
 * the moment of writing, so a lost race is noticed on either engine and never written over.
 *
 * Spec: Decisions 31 and 32.
 */
import type * as model from '../model.ts'
import type { Refusal } from './refusals.ts'

/** What a decision says: a result and what it changes, or why it does nothing. */
export type Decision<Result> =
  | { readonly result: Result; readonly changes: readonly Change[] }
  | { readonly refusal: Refusal }

/** A card after a movement; replaces the card whose version is still `version`. */
export interface CardAfter {
  readonly voucherId: string
  readonly version: number
  readonly balance: model.CardBalance
  readonly redeemedQuantity: number
  readonly updatedAt: model.Instant
}

/**
 * Adds to a lot (`amount` and `remaining`), or takes from it (`remaining` alone, or with what it is
 * taken for); what is left out stays.
 */
export interface LotStep extends Partial<Pick<model.Lot, LotAccount>> {
  readonly id: string
  readonly amount: number
  readonly remaining: number
}

/** What a lot keeps beside what came in and what remains. */
export type LotAccount = 'canceled' | 'withdrawn' | 'takenBack' | 'lapsed'

/** One redemption more (1) or less (−1), in the periods it was made in. */
export interface CountStep {
  readonly step: 1 | -1
  readonly day: model.Day
  readonly week: model.Day
  readonly month: model.Day
  readonly ordersAmount: number
  readonly ordersDiscountAmount: number
  /** One less of those that were made before periods were counted, which are in no period. */
  readonly inNoPeriod?: boolean
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

/** What the kept totals remember of the paid order of the latest date. */
export interface LastOrder {
  /** What it came to. */
  readonly amount: number
  /** When it was first paid. */
  readonly date: model.Instant
}

/** A paid order, the last one if none is of a later date; or one that is paid no longer. */
export type LastOrderStep = LastOrder | LastOrderGone

export interface LastOrderGone {
  /** The date of the order that is paid no longer. */
  readonly gone: model.Instant
  /** The last of the others that are paid; null: there is none. */
  readonly previous: LastOrder | null
}

/**
 * A thing anew; what is counted on it (vouchers, redemptions, assignments) stays as stored. Guard:
 * the stored `updatedAt` is still `updatedAtBefore`, which is why no write leaves it as it was
 * (decisions/updates.ts).
 */
interface Anew {
  readonly updatedAtBefore: model.Instant | null
}

/** What a `resource.deleted` can delete; what belongs to nothing else goes with it. */
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
  | 'reward'
  | 'reward_assignment'
  | 'segment'
  | 'sku'
  | 'validation_rule'

export type Change =
  | { readonly kind: 'project.created'; readonly project: model.Project }
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
  | { readonly kind: 'campaign.created'; readonly campaign: model.Campaign }
  | (Anew & { readonly kind: 'campaign.updated'; readonly campaign: model.Campaign })
  /** Guard: it still holds `vouchersCount` vouchers. `added` is negative where it shrank. */
  | {
      readonly kind: 'campaign.grew'
      readonly campaignId: string
      readonly vouchersCount: number
      readonly added: number
    }
  /** Guard: it is the other way round until now. */
  | {
      readonly kind: 'campaign.switched'
      readonly campaignId: string
      readonly active: boolean
      readonly updatedAt: model.Instant
    }
  /** Its kept totals start at zero with it. */
  | { readonly kind: 'customer.created'; readonly customer: model.Customer }
  /** Guard: the stored version is one less than the customer's. */
  | { readonly kind: 'customer.updated'; readonly customer: model.Customer }
  /** Nothing said of them is kept; the row stays, for what refers to it. Guard: `version`. */
  | {
      readonly kind: 'customer.deleted'
      readonly customerId: string
      readonly version: number
      readonly deletedAt: model.Instant
    }
  /** Guard, where the last order goes: the one before it is still that of `previous`. */
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
  /** Null items: what is in it stays. */
  | (Anew & {
      readonly kind: 'collection.updated'
      readonly collection: model.ProductCollection
      readonly items:
        | readonly { readonly object: 'product' | 'sku'; readonly itemId: string }[]
        | null
    })
  /** Guard: no voucher of the project has its code. */
  | { readonly kind: 'voucher.created'; readonly voucher: model.Voucher }
  /** What it says, not what is on it or who holds it. Guard: the stored version is one less. */
  | { readonly kind: 'voucher.updated'; readonly voucher: model.Voucher }
  /** With the ledger it began with. Guard: `version`, and no other ledger, record or holder. */
  | { readonly kind: 'voucher.deleted'; readonly voucherId: string; readonly version: number }
  /** Guard: nobody holds it yet (its version is still `version`). */
  | {
      readonly kind: 'voucher.published'
      readonly voucherId: string
      readonly version: number
      readonly publication: model.Publication
    }
  /** A balance, its lots and the entry that explains them move together or not at all. */
  | {
      readonly kind: 'points.moved'
      readonly card: CardAfter
      readonly opened: readonly model.Lot[]
      readonly stepped: readonly LotStep[]
      readonly entry: model.LedgerEntry
    }
  | {
      readonly kind: 'credit.moved'
      readonly gift: {
        readonly voucherId: string
        readonly version: number
        readonly balance: model.Gift
        readonly redeemedQuantity: number
        /** Null: it is only being made. */
        readonly updatedAt: model.Instant | null
      }
      readonly opened: readonly model.Lot[]
      readonly stepped: readonly LotStep[]
      readonly entry: model.LedgerEntry
    }
  | {
      readonly kind: 'pendingPoints.added'
      readonly pending: model.PendingPoints
      readonly card: CardAfter
    }
  /** Guard: it is still PENDING. The points themselves arrive by `points.moved`. */
  | {
      readonly kind: 'pendingPoints.settled'
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
  /** A card whose pending points became fewer or more without any entry in its ledger. */
  | { readonly kind: 'card.waited'; readonly card: CardAfter }
  /** What a lot is short of for one subject from now on; 0 for nothing. The card guards it. */
  | {
      readonly kind: 'shortfall.saved'
      readonly shortfall: model.Shortfall
      readonly card: CardAfter
    }
  /** What lots keep becomes another without any entry in the ledger. The card guards them. */
  | {
      readonly kind: 'lots.settled'
      readonly stepped: readonly LotStep[]
      readonly card: CardAfter
    }
  /** A lot becomes part of another of its day, with all that it keeps. The card guards both. */
  | {
      readonly kind: 'lot.merged'
      readonly lot: model.Lot
      readonly into: string
      readonly card: CardAfter
    }
  | { readonly kind: 'order.created'; readonly order: model.Order }
  /** Guard: the stored version is one less than the order's. */
  | { readonly kind: 'order.updated'; readonly order: model.Order }
  | { readonly kind: 'reward.created'; readonly reward: model.Reward }
  | (Anew & { readonly kind: 'reward.updated'; readonly reward: model.Reward })
  /** Guard: stock is left. */
  | { readonly kind: 'reward.redeemed'; readonly rewardId: string }
  /** One unit of it comes back. Guard: one was redeemed. */
  | { readonly kind: 'reward.released'; readonly rewardId: string }
  | { readonly kind: 'rewardAssignment.created'; readonly assignment: model.RewardAssignment }
  /** Guard: it still costs `pointsBefore`. */
  | {
      readonly kind: 'rewardAssignment.repriced'
      readonly id: string
      readonly pointsBefore: number | null
      readonly points: number | null
    }
  | { readonly kind: 'validationRule.created'; readonly rule: model.ValidationRule }
  | (Anew & { readonly kind: 'validationRule.updated'; readonly rule: model.ValidationRule })
  /** Counts on the rule, too. */
  | {
      readonly kind: 'validationRule.assigned'
      readonly assignment: model.ValidationRuleAssignment
    }
  /** Counts on the rule, too. Guard: it is there. */
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
  /** Every customer is looked at once more, from the first: what they belong to may be another. */
  | { readonly kind: 'review.opened' }
  /** Guard: the review stands at `from`. Null: it is over, and was the one of `day`. */
  | {
      readonly kind: 'review.progressed'
      readonly from: string
      readonly to: string | null
      readonly day: model.Day
    }
  /** Counts for the referrer, too. Guard: nobody referred the customer in that campaign yet. */
  | { readonly kind: 'customer.referred'; readonly referral: model.Referral }
  /** Guard: the count is still `totalBefore`, where a rule relied on it; null: none did. */
  | {
      readonly kind: 'redemption.counted'
      readonly count: model.CountScope & CountStep
      readonly totalBefore: number | null
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
  | { readonly kind: 'promotionTier.created'; readonly tier: model.PromotionTier }
  | (Anew & { readonly kind: 'promotionTier.updated'; readonly tier: model.PromotionTier })
  | { readonly kind: 'redemption.recorded'; readonly redemption: model.Redemption }
  /** What it answered stays, its outcome alone is another. Guard: it is still SUCCEEDED. */
  | {
      readonly kind: 'redemption.rolledBack'
      readonly redemptionId: string
      readonly failureCode: string
      readonly failureMessage: string
    }
  | { readonly kind: 'event.logged'; readonly event: model.LoggedEvent }
  | { readonly kind: 'export.created'; readonly export: model.Export }
  /** One part of the file; parts are numbered from 0. */
  | {
      readonly kind: 'export.written'
      readonly exportId: string
      readonly part: number
      readonly content: string
    }
  /** One that was deleted meanwhile stays so. */
  | {
      readonly kind: 'export.settled'
      readonly exportId: string
      readonly status: model.Export['status']
    }
  | { readonly kind: 'asyncAction.created'; readonly action: model.AsyncAction }
  | { readonly kind: 'asyncAction.updated'; readonly action: model.AsyncAction }
  /** The payload in rows of at most JOB_CHUNK_ITEMS items. */
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
  /** Guard: the job is still leased to its owner. Deletes it and what is left of its payload. */
  | { readonly kind: 'job.finished'; readonly jobId: string; readonly owner: string }
  /** Guard: it is there. Nothing may refer to it; what does was asked for by the load. */
  | { readonly kind: 'resource.deleted'; readonly resource: Deletable; readonly id: string }

/** Rows of payload a job keeps together: what one unit of work carries out. */
export const JOB_CHUNK_ITEMS = 250
