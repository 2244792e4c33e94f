/**
 * The glossary, and the types of the domain.
 *
 * Each term has one meaning, in code as in prose:
 *
 *   project                the tenant; all data belongs to one project
 *   key pair, token        the credentials of a client; a token belongs to a key pair
 *   scope                  the group of paths that a token opens
 *   channel                the way a request came in
 *   source id              the caller's own identifier of a thing; `id` is ours
 *   name                   on a path: an id, else a name or a code
 *
 *   campaign               what vouchers belong to
 *   loyalty program        a campaign whose vouchers are loyalty cards; in short, program
 *   voucher                a gift voucher, a discount (coupon) or a loyalty card
 *   card                   a loyalty card: a voucher with points
 *   code                   the text that a customer shows for a voucher
 *   template               what a new voucher of a campaign starts as
 *   credit                 the money on a gift voucher
 *   publication            giving one voucher to one customer
 *   customer               a person whom the project knows
 *   holder, member         the customer who has a voucher; the holder of a card
 *   referral               one customer brought by another, the referrer
 *
 *   points, amount         whole points; whole money in the smallest currency unit
 *   earning rule           what gives points for an event
 *   accrue, estimate       add the points that an event earns; say how many it would
 *   pending points         points that are earned and wait for their day
 *   activate, active       make pending points spendable; of points: spendable, else: switched on
 *   add, subtract, expire  the movements of a balance besides redemptions
 *   book                   record a movement of a balance, or what a midnight brought
 *   lapse                  pass the last day; points that lapsed expire when that is recorded
 *   balance                the points or the credit that can be spent
 *   ledger entry           the record of one movement
 *   lot                    the part of a balance that expires on one day
 *   purse                  a voucher with its open lots
 *   shortfall              points that should have been taken back and were already spent
 *   totals, count          kept sums of a customer; kept number of redemptions
 *
 *   reward                 what points buy
 *   reward assignment      a reward on offer in a program, with its price
 *   redeem, redemption     use a voucher; the record of it, succeeded or failed
 *   stack                  what is redeemed together, on one order
 *   lock                   a reservation under a key: nobody else can have what it holds
 *   rollback               the undoing of a redemption
 *   refusal                the reason why a request is turned down
 *   order, item            what a customer buys; a line of it
 *   total                  the amount of an order after discounts; its amount is before
 *   goods                  products and SKUs
 *   inventory              the stored goods, as an order finds them
 *
 *   validation rule        conditions that a redemption or an earning must meet
 *   rule entry             a numbered part of a validation rule, which `logic` refers to
 *   condition, operator    one test of a rule; its kind, such as `$is`
 *   facts                  what a rule or a decision may look at
 *   verdict                what a rule says of facts, with reasons
 *   assignment             the binding of a validation rule to a thing
 *   validity               the dates and windows in which a thing can be used
 *   window                 a recurring part of a validity
 *   promotion tier         a discount of a promotion campaign
 *   hierarchy              the order in which promotion tiers are tried
 *   qualification          a question about an order that writes nothing
 *
 *   loyalty tier           a level of members, reached by points
 *   band                   the range of points of a loyalty tier
 *   membership             a card's loyalty tier and its last day
 *   segment, filter        a group of customers; the conditions that select one
 *   import, finding        taking over what another service knew; why a row of it cannot be
 *   edit, difference       what a project file changes of a row that is there; one value of it
 *   review                 deciding the tiers and segments of all customers again
 *   event schema           the definition of a custom event
 *   metadata               key/value pairs of the caller, checked by a metadata schema
 *   category               a heading under which vouchers, campaigns and promotion tiers are filed
 *
 *   command                what a request asks for, as a decision takes it
 *   occasion               the instant, the caller, fresh ids and chance of a decision
 *   decision               facts, command and occasion → result and changes, or a refusal
 *   change                 one write, as data
 *   guard, guard lost      the condition under which a change is written; its failure
 *   version                the number of writes to a row, which guards compare
 *   set-up                 what merchants arrange and requests only read: campaigns, rules, keys
 *   catalogue              the set-up of a project, kept in memory while its version is the same
 *   moment                 the instant and the project for which something is shown
 *   origin                 what a unit of work is carried out for: a request, a job, the demo
 *   proof                  that a caller's credentials still hold, which the unit confirms
 *   standing               a customer's cards, tiers and segments while a decision is taken
 *   settle                 load, decide, apply and render, as one unit of work
 *   load, apply            read the facts of a decision; make its changes real
 *   list                   a page for a reader, newest first
 *   view                   what turns a result into an answer
 *   receipt                what was answered to a request with an idempotency key
 *   fault, fault plan      what a test wants to go wrong with a request; all that it wants so
 *   session                the database connection of one unit of work
 *   event log              the record of events and of what followed from them
 *   async action           a caller's handle on background work
 *   job, task, task list   a row of background work; the function for it; the table of them
 *   worker                 the loop that claims jobs and carries them out
 *   claim, lease           a worker's hold on a job; how long it lasts
 *   instant, day           24-character UTC text; `YYYY-MM-DD`
 *   midnight               the first instant of a day in the project's zone
 *
 * Names here are camelCase; the wire and the columns are snake_case (http/wire, storage/tables).
 * Null means "known to be nothing"; a property is never undefined.
 */
import type { Changeable, Json, LoggedEvent, Metadata, Stored } from './records.ts'
import type { CodeConfig } from './rules/codes.ts'
import type { FactValue, Filter } from './rules/conditions.ts'
import type { LineDiscount, StoredDiscount } from './rules/discounts/cart.ts'
import type { CalculationMode } from './rules/discounts/steps.ts'
import type { CoinRatio, Earning, ItemTarget, Mapped, TierTerms } from './rules/points.ts'
import type { StackingRules } from './rules/stacking.ts'
import type { Applicability, RuleSet } from './rules/validation.ts'
import type { Day, ExpirationRules, Instant, Validity } from './rules/validity.ts'

export type * from './records.ts'
export type {
  Applicability,
  CodeConfig,
  Day,
  Earning,
  ExpirationRules,
  Filter,
  Instant,
  ItemTarget,
  RuleSet,
  TierTerms,
  Validity
}

export interface Address {
  readonly city?: string | null
  readonly state?: string | null
  readonly line_1?: string | null
  readonly line_2?: string | null
  readonly country?: string | null
  readonly postal_code?: string | null
}

export interface Customer extends Changeable {
  readonly sourceId: string | null
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly description: string | null
  /** Deprecated in favour of `birthdate`; neither is derived from the other. */
  readonly birthday: Day | null
  readonly birthdate: Day | null
  readonly address: Address | null
  readonly metadata: Metadata
  readonly systemMetadata: Metadata
  readonly version: number
}

export interface CustomerTotals {
  readonly customerId: string
  readonly redemptionsSucceeded: number
  readonly redemptionsFailed: number
  readonly rollbacksSucceeded: number
  readonly rollbacksFailed: number
  readonly giftRedeemedAmount: number
  readonly giftBalance: number
  readonly cardRedeemedPoints: number
  readonly cardBalance: number
  /** Orders PAID or FULFILLED. */
  readonly ordersCount: number
  /** Sum of their totals, after discounts. */
  readonly ordersAmount: number
  readonly lastOrderAmount: number
  readonly lastOrderDate: Instant | null
}

export type CampaignType =
  | 'DISCOUNT_COUPONS'
  | 'GIFT_VOUCHERS'
  | 'LOYALTY_PROGRAM'
  | 'PROMOTION'
  | 'REFERRAL_PROGRAM'
export type VoucherType = 'GIFT_VOUCHER' | 'DISCOUNT_VOUCHER' | 'LOYALTY_CARD'

export interface Category extends Changeable {
  readonly name: string
  readonly hierarchy: number
}

/** A discount in the words of the document; its shape depends on `type`. */
export interface Discount {
  readonly type: 'AMOUNT' | 'PERCENT' | 'FIXED' | 'UNIT'
  readonly effect?: string
  readonly [key: string]: Json | undefined
}

export type GiftEffect = 'APPLY_TO_ORDER' | 'APPLY_TO_ITEMS'

export interface VoucherTemplate {
  readonly type: VoucherType
  readonly discount: Discount | null
  readonly gift: { readonly amount: number; readonly effect: GiftEffect | null } | null
  readonly loyaltyCard: {
    readonly points: number
    readonly expirationRules: ExpirationRules | null
  } | null
  /** Redemptions each voucher allows; null for no limit. */
  readonly redemptionQuantity: number | null
  readonly codeConfig: CodeConfig
}

export interface Campaign extends Changeable {
  readonly name: string
  readonly description: string | null
  readonly campaignType: CampaignType
  /** AUTO_UPDATE makes a voucher when every one is given away. */
  readonly type: 'AUTO_UPDATE' | 'STATIC' | 'STANDALONE'
  readonly autoJoin: boolean
  readonly joinOnce: boolean
  readonly active: boolean
  readonly validity: Validity
  readonly categoryId: string | null
  /** Null for a PROMOTION campaign, which has tiers. */
  readonly voucher: VoucherTemplate | null
  /** When members reach and lose tiers of a loyalty program; null: by their balance, at once. */
  readonly tierTerms: TierTerms | null
  /** The conversion of a REFERRAL_PROGRAM; null for other campaigns. */
  readonly referral: ReferralTerms | null
  readonly metadata: Metadata
}

/** With what is counted of it, which is no part of the catalogue. */
export interface CountedCampaign extends Campaign {
  /** The number of its vouchers, kept. */
  readonly vouchersCount: number
}

/** A referred customer converts by a custom event of this schema. */
export interface ReferralTerms {
  readonly eventSchemaId: string
}

export interface Voucher extends Changeable {
  readonly code: string
  readonly campaignId: string | null
  readonly categoryId: string | null
  readonly type: VoucherType
  readonly discount: Discount | null
  readonly gift: Gift | null
  readonly card: CardBalance | null
  readonly active: boolean
  readonly validity: Validity
  readonly additionalInfo: string | null
  readonly metadata: Metadata
  readonly isReferralCode: boolean
  readonly holderId: string | null
  readonly referrerId: string | null
  readonly publishedCount: number
  /** Null for no limit. */
  readonly redemptionQuantity: number | null
  readonly redeemedQuantity: number
  readonly version: number
  /** No lock holds anything of it from then on; absent where none ever did. */
  readonly lockedUntil?: Instant
  /** The rollback of the reward that handed it out: it stays off; absent where there was none. */
  readonly takenBackBy?: string
}

/** What a row of an import said of a voucher, beside its balance and its uses. */
export interface VoucherImport {
  readonly discount: Discount | null
  /** The last day of its points; null: as the program says. */
  readonly expiresOn: Day | 'never' | null
  readonly redemptionQuantity: number | null
  readonly startDate: Instant | null
  readonly expirationDate: Instant | null
  readonly active: boolean
  readonly metadata: Metadata | null
  /** Its points by their last day; absent: it did not say them so. */
  readonly lots?: readonly { readonly points: number; readonly expiresOn: Day | null }[]
  /** The movements of its points or credit. */
  readonly amounts: readonly number[]
  /** What no request for a new voucher has; absent for nothing, null for none of it. */
  readonly settings?: { readonly [setting: string]: unknown }
}

/** What a lock holds of one voucher, so that others cannot have it. */
export interface LockHold {
  readonly voucherId: string
  readonly key: string
  /** 1 of a voucher with a limit of redemptions, else 0. */
  readonly uses: number
  /** Credit of a gift voucher, smallest unit; else 0. */
  readonly credit: number
  /** Points of a loyalty card; else 0. */
  readonly points: number
  /** From then on it holds nothing. */
  readonly expiresAt: Instant
}

/** A voucher with the names and rules that its answer shows. */
export interface ShownVoucher {
  readonly voucher: Voucher
  readonly campaignName: string | null
  readonly category: Category | null
  /** The assignments of rules to its campaign, then those to the voucher itself. */
  readonly assignments: readonly ValidationRuleAssignment[]
}

/** Amounts of a gift voucher; balance = amount − subtracted − redeemed. */
export interface Gift {
  readonly amount: number
  readonly subtractedAmount: number
  readonly redeemedAmount: number
  readonly balance: number
  readonly effect: GiftEffect | null
}

/** Points of a card: balance = points − expired − subtracted − redeemed = sum of its lots. */
export interface CardBalance {
  /** The sum of all points ever added. */
  readonly points: number
  readonly balance: number
  /** Earned and pending; part of neither `points` nor `balance`. */
  readonly pendingPoints: number
  readonly expiredPoints: number
  readonly subtractedPoints: number
  readonly redeemedPoints: number
  /** The next day after which points of the balance expire. */
  readonly nextExpirationDate: Day | null
  readonly nextExpirationPoints: number | null
}

export interface Product extends Changeable {
  readonly sourceId: string | null
  readonly name: string | null
  readonly price: number | null
  readonly attributes: readonly string[]
  readonly imageUrl: string | null
  readonly metadata: Metadata
  readonly version: number
}

export interface Sku extends Changeable {
  readonly productId: string
  readonly sourceId: string | null
  readonly sku: string | null
  readonly price: number | null
  readonly currency: string | null
  readonly attributes: Metadata
  readonly imageUrl: string | null
  readonly metadata: Metadata
}

/** STATIC: membership is listed. */
export interface ProductCollection extends Changeable {
  readonly name: string
}

export interface ShownCollection {
  readonly collection: ProductCollection
  readonly items: readonly {
    readonly object: 'product' | 'sku'
    readonly id: string
    /** The product of a SKU; null for a product. */
    readonly productId: string | null
  }[]
}

export type OrderStatus = 'CREATED' | 'PAID' | 'CANCELED' | 'FULFILLED'

export interface OrderItem {
  /** Stays while the line does; absent until its order is stored. */
  readonly id?: string
  readonly productId: string | null
  readonly skuId: string | null
  readonly sourceId: string | null
  readonly relatedObject: 'product' | 'sku' | null
  readonly quantity: number
  readonly initialQuantity: number | null
  readonly discountQuantity: number | null
  /** Null when neither the line nor the inventory has one; the line then adds nothing. */
  readonly price: number | null
  readonly amount: number | null
  readonly initialAmount: number | null
  readonly discountAmount: number | null
  /** amount − discount. */
  readonly subtotalAmount: number | null
  /** What the last redemption took off it; absent where none did, as for the next three. */
  readonly appliedDiscountAmount?: number | null
  /** Units that it made free. */
  readonly appliedDiscountQuantity?: number | null
  /** Units that it added, and what they cost before discounts. */
  readonly appliedQuantity?: number | null
  readonly appliedQuantityAmount?: number | null
  /** Units that went back of it; absent for none. */
  readonly returnedQuantity?: number
  readonly product: ItemProduct | null
  readonly sku: ItemSku | null
  readonly metadata: Metadata
}

export interface ItemProduct extends Pick<Product, 'sourceId' | 'name' | 'price' | 'metadata'> {
  readonly id: string | null
}

export interface ItemSku extends Pick<Sku, 'sourceId' | 'sku' | 'price' | 'metadata'> {
  readonly id: string | null
}

/** What an earning rule gave for an order when it was paid, and the terms by which it did. */
export interface EarnedTerms {
  readonly campaignId: string
  readonly ruleId: string
  /** Whole; 0 for a rule that gave when the order was paid before, and not this time. */
  readonly points: number
  readonly earning: Earning
  /** What the customer's tier made of its points; absent for nothing. */
  readonly mapped?: Mapped
  /** The rule that held, and what it was told beside the goods; absent for none. */
  readonly bound?: Pick<ValidationRule, 'rules' | 'applicableTo'> & {
    readonly known: readonly KnownFact[]
  }
  /** The collections of the goods, where they may matter; absent where they do not. */
  readonly collections?: { readonly [goodsId: string]: readonly string[] }
}

/** What a rule was told of a name and its property; null for nothing. */
export interface KnownFact {
  readonly name: string
  readonly property: string | null
  readonly value: FactValue | null
}

/** Points that a rule gave and that were taken back for an order, by the lot they came to. */
export interface TakenBackOfOrder {
  readonly voucherId: string
  readonly ruleId: string
  readonly lotId: string
  readonly points: number
  /** The entry of points that came with a tier or a segment; absent for other points. */
  readonly entryId?: string
}

/** What a paid order earned: by which terms, and what of it was taken back since. */
export interface OrderEarned {
  readonly terms: readonly EarnedTerms[]
  readonly takenBack: readonly TakenBackOfOrder[]
}

export interface ReturnedLine
  extends Pick<OrderItem, 'id' | 'productId' | 'skuId' | 'sourceId' | 'quantity'> {
  /** The place of the line among the items of the order, from 0, before this return. */
  readonly index: number
  /** By so much the line costs less, before discounts; null for a line without a price. */
  readonly amount: number | null
}

/** Something that went back of a paid order, and what followed from it. */
export interface OrderReturn extends Stored {
  readonly reason: string | null
  readonly metadata: Metadata
  readonly lines: readonly ReturnedLine[]
  /** By so much the order costs less, before discounts and after them. */
  readonly amount: number
  readonly totalAmount: number
  /** Points that waited and were taken back. */
  readonly pendingPoints: number
  /** The ledger entries of cards and gift vouchers. */
  readonly movements: readonly Pick<LedgerEntry, 'id' | 'voucherId' | 'type' | 'amount'>[]
}

export interface Returned {
  /** Before discounts. */
  readonly amount: number
  /** The oldest first. */
  readonly entries: readonly OrderReturn[]
  /**
   * The order as it was bought, by the shop's own figures, and how many units of each line are left:
   * what remains is calculated from it. Null where an update has said it anew.
   */
  readonly bought: Bought | null
}

export interface Bought extends Pick<Order, 'amount' | 'discountAmount' | 'items'> {
  readonly left: readonly number[]
}

export interface Order extends Changeable {
  readonly sourceId: string | null
  readonly status: OrderStatus
  /** Before discounts. */
  readonly amount: number | null
  readonly initialAmount: number | null
  /** Discounts on the whole order. */
  readonly discountAmount: number | null
  readonly itemsDiscountAmount: number | null
  /** discountAmount + itemsDiscountAmount. */
  readonly totalDiscountAmount: number | null
  /** amount − totalDiscountAmount. */
  readonly totalAmount: number | null
  readonly appliedDiscountAmount: number | null
  readonly items: readonly OrderItem[]
  readonly metadata: Metadata
  readonly customerId: string | null
  readonly referrerId: string | null
  readonly redemptions: { readonly [redemptionId: string]: OrderRedemption }
  /** When the order earned; it earns once, however often it is sent as PAID, until it is unpaid. */
  readonly earnedAt: Instant | null
  /** Null until rules gave points for it. */
  readonly earned: OrderEarned | null
  /** Null until something goes back. */
  readonly returned: Returned | null
  /** When its points were taken back, which happens once; of an imported one, when it was paid. */
  readonly takenBackAt: Instant | null
  readonly version: number
}

/** What a row of an import said of an order; null where it said nothing. */
export interface OrderImport
  extends Pick<Order, 'status' | 'amount' | 'initialAmount' | 'discountAmount' | 'metadata'>,
    // Ids of ours, whatever the row called them by.
    Pick<Order, 'customerId' | 'referrerId'> {
  readonly createdAt: Instant | null
  /** As they were sent; empty for none. */
  readonly items: readonly Json[]
}

/** As a redemption records it: one that was never stored has no id, no state and no date. */
export interface RecordedOrder extends Omit<Order, 'id' | 'status' | 'createdAt'> {
  readonly id: string | null
  readonly status: OrderStatus | null
  readonly createdAt: Instant | null
}

/** By which terms a redemption took something off an order; they are asked again for what remains. */
export interface RedeemedTerms {
  readonly redemptionId: string
  readonly mode: CalculationMode
  readonly applicability: readonly Applicability[]
  readonly off: RedeemedOff
}

/** A discount, credit or points; of these, as much as was taken is the most that is taken again. */
export type RedeemedOff =
  | { readonly discount: StoredDiscount }
  | { readonly effect: 'APPLY_TO_ORDER' | 'APPLY_TO_ITEMS' | null; readonly credits: number }
  | { readonly ratio: CoinRatio; readonly points: number; readonly asked: number | null }

/** Off the order, and off lines by their ids; nothing off any other line. */
export interface MostTaken {
  readonly order: number
  readonly lines: { readonly [lineId: string]: number }
}

/** A redemption on its order; a stack is one, with the redemptions that it is made of. */
export interface OrderRedemption {
  readonly date: Instant
  readonly relatedObjectType: 'voucher' | 'promotion_tier' | 'redemption'
  /** For a stack, its own id. */
  readonly relatedObjectId: string
  /** The campaign; null for a voucher of none, and for a stack. */
  readonly relatedObjectParentId: string | null
  /** The redemptions of a stack, in the order of their application; absent for others. */
  readonly stacked?: readonly string[]
  /** The part of its discount that is left on the order. */
  readonly discountAmount: number
  /** What it did to lines; absent for one that did nothing to any. */
  readonly lines?: readonly LineDiscount[]
  /** By which terms, in the order of application; absent for none. */
  readonly terms?: readonly RedeemedTerms[]
  readonly collections?: { readonly [goodsId: string]: readonly string[] }
  /** What an update has left of it, which is the most that a return takes again; else absent. */
  readonly most?: MostTaken
  /** Whether the shop has set the order's amount since, and left its lines; else absent. */
  readonly keepsAmount?: true
  /** Whether the order's initial amount is the one that the shop sent; else absent. */
  readonly keepsInitialAmount?: true
  /** Whether the order had no amount before redemptions added units to it; else absent. */
  readonly bringsAmount?: true
  /** The redemption that rolled it back, and when; absent until one does. */
  readonly rollbackId?: string
  readonly rollbackDate?: Instant
  /** The rollbacks of a stack's redemptions, in the order of `stacked`; absent until then. */
  readonly rollbackStacked?: readonly string[]
}

export type RewardParameters =
  | {
      readonly type: 'CAMPAIGN'
      readonly campaignId: string
      /** Credit (smallest unit) or points that the reward gives; null for coupons. */
      readonly balance: number | null
      readonly campaignType: 'DISCOUNT_COUPONS' | 'GIFT_VOUCHERS' | 'LOYALTY_PROGRAM'
    }
  | { readonly type: 'MATERIAL'; readonly productId: string; readonly skuId: string | null }
  | ({ readonly type: 'COIN' } & CoinRatio)

export interface Reward extends Changeable {
  readonly name: string
  readonly parameters: RewardParameters
  /** Units of a MATERIAL reward; null for no limit. */
  readonly stock: number | null
  readonly redeemed: number
  readonly attributes: {
    readonly imageUrl: string | null
    readonly description: string | null
  } | null
  readonly metadata: Metadata
}

export interface RewardAssignment extends Changeable {
  readonly rewardId: string
  readonly campaignId: string
  /** Price in points, at least 1; null for COIN, whose price depends on the order. */
  readonly points: number | null
}

export interface ValidationRule extends Changeable {
  readonly name: string
  readonly rules: RuleSet
  /** The words for the customer when the rule refuses. */
  readonly errorMessage: string | null
  readonly applicableTo: Applicability
  readonly type: 'basic' | 'advanced'
  readonly contextType: string
  /** The number of its assignments, kept. */
  readonly assignmentsCount: number
}

export type AssignedTo =
  | 'voucher'
  | 'campaign'
  | 'earning_rule'
  | 'reward_assignment'
  | 'promotion_tier'
  | 'distribution'

export interface ValidationRuleAssignment extends Stored {
  readonly ruleId: string
  readonly relatedObjectType: AssignedTo
  readonly relatedObjectId: string
  readonly validationStatus: 'VALID' | 'PARTIALLY_VALID' | 'INVALID'
  /** Entries that can never have a value where the rule is assigned. */
  readonly validationOmittedRules: readonly string[]
}

export interface EarningRule extends Changeable {
  readonly campaignId: string
  readonly automationId: string
  /** `order.paid`, `customer.segment.entered`, `customer.loyalty.tier.*` or a custom event. */
  readonly event: string
  readonly segmentId: string | null
  readonly loyaltyTierId: string | null
  readonly eventSchemaId: string | null
  readonly earning: Earning
  readonly banner: string | null
  readonly active: boolean
  readonly validity: Validity
  /** Days until the points can be spent; null for at once. */
  readonly pendingDays: number | null
  /** Null: the campaign's. */
  readonly expirationRules: ExpirationRules | null
  readonly validationRuleId: string | null
  readonly metadata: Metadata
}

export interface LoyaltyTier extends Changeable {
  readonly campaignId: string
  readonly name: string
  /** Included. */
  readonly pointsFrom: number
  /** Included; null for a band that is open at the top. */
  readonly pointsTo: number | null
  /** Points that earning rules give members of this tier instead, by rule id. */
  readonly mapping: TierMapping
}

/** Multipliers have at most 6 decimals; points are whole and at least 1. */
export type TierMapping = { readonly [earningRuleId: string]: Mapped }

/** The tier of a card in its program; by balance, exists only once the card has reached a tier. */
export interface TierMembership {
  readonly voucherId: string
  readonly campaignId: string
  readonly customerId: string
  readonly tierId: string | null
  readonly startedAt: Instant | null
  /** The last day of the tier, when the terms set one; null for as long as the points last. */
  readonly expiresOn: Day | null
  /** The first day of the period whose points count; null when the balance counts. */
  readonly periodStartsOn: Day | null
  /** Points added before the period began, less those taken back by then or from them since. */
  readonly pointsBefore: number
  /** Null without terms that set a period. */
  readonly risen: Risen | null
  readonly updatedAt: Instant
  readonly version: number
}

/** How a card came to be in a tier with a term. */
export interface Risen {
  /** The tiers that it entered since it was in none, or since one was settled, each higher. */
  readonly stays: readonly TierStay[]
  /** What came in the last periods that are over, since it first rose, less what was undone of it. */
  readonly ended: readonly PointsOfPeriod[]
}

export interface PointsOfPeriod {
  readonly startsOn: Day
  readonly points: number
}

export interface TierStay extends Pick<TierMembership, 'tierId' | 'expiresOn'> {
  /** When it was reached; points that came later had no part in that. */
  readonly reachedAt: Instant
  /** Points of the card that had been spent by then, or had lapsed. */
  readonly pointsGone: number
  /** That of the card then: what is missing since has a higher one, or the same. */
  readonly voucherVersion: number
}

/** A static segment lists its customers; a filter selects those of an auto-update segment. */
export interface Segment extends Stored {
  readonly name: string
  readonly type: 'static' | 'auto-update'
  /** The conditions that select its customers; null when static. */
  readonly filter: Filter | null
}

/** A customer brought by another one, once for each referral campaign. */
export interface Referral extends Stored {
  readonly campaignId: string
  readonly voucherId: string
  readonly referrerId: string
  readonly customerId: string
}

export interface ProjectStackingRules extends Changeable {
  readonly rules: StackingRules
}

export interface PromotionTier extends Changeable {
  readonly campaignId: string
  readonly name: string | null
  readonly banner: string | null
  readonly discount: Discount
  readonly hierarchy: number
  readonly active: boolean
  readonly validity: Validity
  readonly categoryId: string | null
  readonly metadata: Metadata
  readonly totalRedeemed: number
  readonly ordersAmount: number
  readonly ordersDiscountAmount: number
}

export type RedemptionStatus = 'SUCCEEDED' | 'FAILED' | 'ROLLED_BACK'

/** The customer in a redemption; null fields when there is no holder. */
export interface SimpleCustomer extends Pick<Customer, 'name' | 'email' | 'sourceId' | 'metadata'> {
  readonly id: string | null
}

/**
 * The record of a redemption, succeeded or failed. It stays as it was answered; a rollback changes
 * its outcome, and the order that it paid. What is redeemed together is a stack: a redemption of
 * each voucher and each promotion tier, and one of the stack, which has neither of the two and
 * which they name.
 */
export interface Redemption {
  readonly id: string
  readonly date: Instant
  /** Null for a promotion tier, and for a stack. */
  readonly voucherId: string | null
  /** Null for a voucher of no campaign, and for a stack. */
  readonly campaignId: string | null
  /** Null for a voucher, and for a stack. */
  readonly promotionTierId: string | null
  /** The tier as it was; null where none was redeemed. */
  readonly promotionTier: RedeemedTier | null
  /** The stack that this is a part of; for a rollback, that of the stack; null for one alone. */
  readonly stackId: string | null
  readonly customer: SimpleCustomer
  readonly trackingId: string | null
  readonly metadata: Metadata
  readonly parentId: string | null
  readonly result: 'SUCCESS' | 'FAILURE'
  readonly status: RedemptionStatus
  /** Points taken, negative in a rollback; null for a failure, and where none are paid. */
  readonly points: number | null
  /** Credit taken from a gift voucher, negative in a rollback; null where there is none. */
  readonly gift: { readonly amount: number } | null
  /** Off order and lines, smallest unit. Null for a stack, failure, rollback or reward. */
  readonly discount: number | null
  /** The lock that it was made under; null for none. */
  readonly session: { readonly key: string } | null
  readonly failureCode: string | null
  readonly failureMessage: string | null
  /** That it paid, or else looked at (orderPaidBy tells them apart); null without one. */
  readonly order: RecordedOrder | null
  readonly channel: { readonly id: string; readonly type: 'API' | 'USER' | 'AUTO_REDEEM' }
  /** What points were paid for; null where none are. */
  readonly reward: RedeemedReward | null
  readonly reason?: string
  /** The redemption that rolled it back; absent until one does. */
  readonly rollback?: Pick<Redemption, 'id' | 'date'>
}

export type RedeemedTier = Pick<PromotionTier, 'name' | 'banner'>

/** The reward of a redemption as it was: its id, its price and what it gave. */
export interface RedeemedReward {
  /** The requested id; null when none was sent. */
  readonly id: string | null
  readonly assignmentId: string | null
  readonly reward: Reward | null
  /** The coupon, or the voucher before it got credit or points. */
  readonly voucher: ShownVoucher | null
  readonly product: Product | null
  readonly sku: Sku | null
}

/** Points or credit of a voucher that expire on one day. */
export interface Lot extends Stored {
  readonly voucherId: string
  readonly campaignId: string | null
  readonly amount: number
  readonly remaining: number
  /** Of canceled orders, and of earning rules after redemptions that were rolled back. */
  readonly canceled: number
  /** Of the amount: points that rewards gave whose redemptions were rolled back. */
  readonly withdrawn: number
  /** Points taken from this lot for these two. */
  readonly takenBack: number
  readonly lapsed: number
  /** The lot of the same day that this one was merged into; null for none. */
  readonly mergedInto: string | null
  /** The last day on which they can be spent, in the project's zone; null for never expiring. */
  readonly expiresOn: Day | null
}

export type EntryType =
  | 'POINTS_ACCRUAL'
  | 'POINTS_ADDITION'
  | 'POINTS_REMOVAL'
  | 'POINTS_REDEMPTION'
  | 'POINTS_REFUND'
  | 'POINTS_EXPIRATION'
  | 'POINTS_CANCELLATION'
  | 'CREDITS_ADDITION'
  | 'CREDITS_REMOVAL'
  | 'CREDITS_REDEMPTION'
  | 'CREDITS_REFUND'

/** The record of one movement. `lots` add up to `amount`; all entries add up to the balance. */
export interface LedgerEntry extends Stored {
  readonly voucherId: string
  readonly campaignId: string | null
  readonly type: EntryType
  /** Positive adds, negative takes; points, or the smallest currency unit for CREDITS. */
  readonly amount: number
  readonly lots: readonly LotLine[]
  readonly balanceAfter: number
  readonly cause: EntryCause
  /** After the movement: the order of movements, also of one instant. */
  readonly voucherVersion: number
  /**
   * The order or redemption whose undoing took back points that came with a tier or a segment; null
   * while they are kept, and for other entries.
   */
  readonly takenBackBy: string | null
}

/** Of one lot. With `for`, in place of points of that lot, which were spent. */
export interface LotLine {
  readonly id: string
  readonly amount: number
  readonly for?: string
}

/** A tier or segment that points came with, the event, and how its customer stood. */
export interface Followed {
  readonly event: string
  readonly subjectId: string
  /** Points that were spent or had lapsed by then, of each of the customer's cards. */
  readonly gone: { readonly [voucherId: string]: number }
  /** What these cards held then. */
  readonly balances: { readonly [voucherId: string]: number }
  /** The customer's paid orders; for segments. */
  readonly orders?: { readonly amount: number; readonly count: number }
  /** Its customer was there as its cause began, and so had left by it. */
  readonly hadLeftFirst?: true
}

/** Why points moved; properties that do not apply are absent. */
export interface EntryCause {
  readonly orderId?: string
  readonly redemptionId?: string
  readonly rewardId?: string
  readonly earningRuleId?: string
  readonly eventId?: string
  readonly pendingId?: string
  /** What the points came with; absent for other points. */
  readonly followed?: Followed
  /** The entry that points came with, as those of a tier or segment are taken back. */
  readonly bonusId?: string
  readonly reason?: string
  readonly sourceId?: string
}

/**
 * Points that a canceled order or a redemption that was rolled back had brought, and that their lot
 * no longer had: taken from another lot in its place, or missing. New points never pay for what is
 * missing; points that come back to the card by another rollback do.
 */
export interface Shortfall {
  readonly voucherId: string
  /**
   * The order that was canceled, or the redemption that was rolled back; of points that came with a
   * tier or a segment, their entry.
   */
  readonly subjectId: string
  /** The lot that the points had come to. */
  readonly lotId: string
  /** The lot they were taken from in its place; null for missing ones. */
  readonly from: string | null
  readonly kind: ShortfallKind
  /** Whole; at least 1 when stored. */
  readonly points: number
  /** The cause of the entries that take them. */
  readonly cause: EntryCause
  readonly createdAt: Instant
  /** When found missing: redemptions with a higher one were not paid with them. */
  readonly voucherVersion: number
}

/** `EARNED`: taken back as far as the card has any. `GRANTED`: by a reward, and must be there. */
export type ShortfallKind = 'EARNED' | 'GRANTED'

export interface PendingPoints extends Changeable {
  readonly voucherId: string
  readonly campaignId: string
  readonly customerId: string
  readonly orderId: string
  readonly earningRuleId: string
  readonly points: number
  /** Spendable from 00:00 of this day in the project's zone. */
  readonly activatesOn: Day
  readonly status: 'PENDING' | 'ACTIVATED' | 'CANCELED'
  readonly expirationRules: ExpirationRules | null
  readonly details: PendingDetails
}

export interface PendingDetails {
  readonly event: LoggedEvent
  readonly banner: string | null
  readonly orderSourceId: string | null
  /** The holder's tier when the points were earned, before they changed anything. */
  readonly holderLoyaltyTier: { readonly id: string; readonly name: string } | null
  /** The same tier when it maps the earning rule, else null. */
  readonly loyaltyTier: { readonly id: string; readonly name: string } | null
}

export interface Publication extends Stored {
  readonly voucherId: string
  readonly campaignId: string | null
  /** Of its voucher, for which neither changes. */
  readonly voucherType: VoucherType
  readonly isReferralCode: boolean
  readonly customerId: string
  readonly channel: string
  /** The caller's own name for it, unique in the project: a second request makes no other. */
  readonly sourceId: string | null
  readonly metadata: Metadata
}

export interface ShownPublication {
  readonly publication: Publication
  readonly voucher: Pick<Voucher, 'id' | 'code' | 'campaignId'>
  readonly campaignName: string | null
  readonly customer: Pick<Customer, 'id' | 'name' | 'email' | 'sourceId' | 'metadata'>
}
