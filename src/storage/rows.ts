/**
 * Things of the domain from rows, and rows from things: the only place that knows both shapes.
 *
 * Most tables hold a thing as it is, plus its project. Where a thing is a tree (the validity of a
 * campaign, the balance of a card) its parts are columns, so that they can be guarded, sorted and
 * checked; what is only ever shown again stays one JSON value.
 *
 * Spec: Resources and their fields.
 */
import type * as model from '../model.ts'
import type { Row, Tables } from './statements.ts'
import type { Recurrence } from './tables.sqlite.ts'

/** What an insert is given: every column but the project, which the session adds. */
export type Stored<Name extends keyof Tables> = Omit<Row<Name>, 'projectId'>

function bare<Held extends { readonly projectId: string }>(row: Held): Omit<Held, 'projectId'> {
  const { projectId: _, ...thing } = row
  return thing
}

/** Its row is the thing itself; the same holds for every function here that has no comment. */
export function projectOf(row: Row<'projects'>): model.Project {
  return row
}

export function keyPairOf(row: Row<'keyPairs'>): model.KeyPair {
  return row
}

export function accessTokenOf(row: Row<'accessTokens'>): model.AccessToken {
  return row
}

export function categoryOf(row: Row<'categories'>): model.Category {
  return bare(row)
}

/** Of one who is there: that of a deleted one is found by no statement. */
export function customerOf(row: Row<'customers'>): model.Customer {
  const { deletedAt: _, ...customer } = bare(row)
  return customer
}

export function customerTotalsOf(row: Row<'customerTotals'>): model.CustomerTotals {
  return bare(row)
}

interface ValidityColumns {
  readonly startDate: string | null
  readonly expirationDate: string | null
  readonly recurrence: Recurrence | null
}

function validityOf({ startDate, expirationDate, recurrence }: ValidityColumns): model.Validity {
  return {
    startDate,
    expirationDate,
    timeframe: recurrence?.timeframe ?? null,
    daysOfWeek: recurrence?.daysOfWeek ?? null,
    hours: recurrence?.hours ?? null
  }
}

function columnsOfValidity(validity: model.Validity): ValidityColumns {
  const { startDate, expirationDate, timeframe, daysOfWeek, hours } = validity
  const recurs = timeframe !== null || daysOfWeek !== null || hours !== null
  return { startDate, expirationDate, recurrence: recurs ? { timeframe, daysOfWeek, hours } : null }
}

/** `validity` is three columns, the recurring part one of them. */
export function campaignOf(row: Row<'campaigns'>): model.Campaign {
  const { startDate, expirationDate, recurrence, ...campaign } = bare(row)
  return { ...campaign, validity: validityOf({ startDate, expirationDate, recurrence }) }
}

/** The reverse of `campaignOf`. */
export function rowOfCampaign({ validity, ...campaign }: model.Campaign): Stored<'campaigns'> {
  return { ...campaign, ...columnsOfValidity(validity) }
}

/** Gift and card are columns of their own, all null for a voucher that is neither. */
export function voucherOf(row: Row<'vouchers'>): model.Voucher {
  return {
    id: row.id,
    code: row.code,
    campaignId: row.campaignId,
    categoryId: row.categoryId,
    type: row.type,
    discount: row.discount,
    gift: giftOf(row),
    card: cardOf(row),
    active: row.active,
    validity: validityOf(row),
    additionalInfo: row.additionalInfo,
    metadata: row.metadata,
    isReferralCode: row.isReferralCode,
    holderId: row.holderId,
    referrerId: row.referrerId,
    publishedCount: row.publishedCount,
    redemptionQuantity: row.redemptionQuantity,
    redeemedQuantity: row.redeemedQuantity,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version
  }
}

// In giftOf and cardOf a CHECK of the table keeps the columns all set or all null; the zeros are
// only there for the compiler.
function giftOf(row: Row<'vouchers'>): model.Gift | null {
  if (row.giftBalance === null) return null
  return {
    amount: row.giftAmount ?? 0,
    subtractedAmount: row.giftSubtracted ?? 0,
    redeemedAmount: row.giftRedeemed ?? 0,
    balance: row.giftBalance,
    effect: row.giftEffect
  }
}

function cardOf(row: Row<'vouchers'>): model.CardBalance | null {
  if (row.balance === null) return null
  return {
    points: row.points ?? 0,
    balance: row.balance,
    pendingPoints: row.pendingPoints ?? 0,
    expiredPoints: row.expiredPoints ?? 0,
    subtractedPoints: row.subtractedPoints ?? 0,
    redeemedPoints: row.redeemedPoints ?? 0,
    nextExpirationDate: row.nextExpirationDate,
    nextExpirationPoints: row.nextExpirationPoints
  }
}

/** The reverse of `voucherOf`; `codeKey` is the code as the project compares codes. */
export function rowOfVoucher(
  { gift, card, validity, ...voucher }: model.Voucher,
  codeKey: string
): Stored<'vouchers'> {
  return {
    ...voucher,
    codeKey,
    ...columnsOfGift(gift),
    giftEffect: gift?.effect ?? null,
    ...columnsOfCard(card),
    ...columnsOfValidity(validity),
    recordsCount: 0
  }
}

/** The columns of a gift that move. */
export function columnsOfGift(gift: model.Gift | null) {
  return {
    giftAmount: gift?.amount ?? null,
    giftSubtracted: gift?.subtractedAmount ?? null,
    giftRedeemed: gift?.redeemedAmount ?? null,
    giftBalance: gift?.balance ?? null
  }
}

/** The columns of a card that move. */
export function columnsOfCard(card: model.CardBalance | null) {
  return {
    points: card?.points ?? null,
    balance: card?.balance ?? null,
    pendingPoints: card?.pendingPoints ?? null,
    expiredPoints: card?.expiredPoints ?? null,
    subtractedPoints: card?.subtractedPoints ?? null,
    redeemedPoints: card?.redeemedPoints ?? null,
    nextExpirationDate: card?.nextExpirationDate ?? null,
    nextExpirationPoints: card?.nextExpirationPoints ?? null
  }
}

export function productOf(row: Row<'products'>): model.Product {
  return bare(row)
}

export function skuOf(row: Row<'skus'>): model.Sku {
  return bare(row)
}

export function productCollectionOf(row: Row<'productCollections'>): model.ProductCollection {
  return bare(row)
}

export function orderOf(row: Row<'orders'>): model.Order {
  return bare(row)
}

export function rewardOf(row: Row<'rewards'>): model.Reward {
  return bare(row)
}

export function rewardAssignmentOf(row: Row<'rewardAssignments'>): model.RewardAssignment {
  return bare(row)
}

export function validationRuleOf(row: Row<'validationRules'>): model.ValidationRule {
  return bare(row)
}

export function validationRuleAssignmentOf(
  row: Row<'validationRuleAssignments'>
): model.ValidationRuleAssignment {
  return bare(row)
}

/** `validity` is three columns, as in a campaign. */
export function earningRuleOf(row: Row<'earningRules'>): model.EarningRule {
  const { startDate, expirationDate, recurrence, ...rule } = bare(row)
  return { ...rule, validity: validityOf({ startDate, expirationDate, recurrence }) }
}

/** The reverse of `earningRuleOf`. */
export function rowOfEarningRule({ validity, ...rule }: model.EarningRule): Stored<'earningRules'> {
  return { ...rule, ...columnsOfValidity(validity) }
}

export function loyaltyTierOf(row: Row<'loyaltyTiers'>): model.LoyaltyTier {
  return bare(row)
}

export function tierMembershipOf(row: Row<'tierMemberships'>): model.TierMembership {
  return bare(row)
}

export function segmentOf(row: Row<'segments'>): model.Segment {
  return bare(row)
}

export function referralOf(row: Row<'referrals'>): model.Referral {
  return bare(row)
}

export function eventSchemaOf(row: Row<'eventSchemas'>): model.EventSchema {
  return bare(row)
}

export function metadataSchemaOf(row: Row<'metadataSchemas'>): model.MetadataSchema {
  return bare(row)
}

/** `validity` is three columns, as in a campaign. */
export function promotionTierOf(row: Row<'promotionTiers'>): model.PromotionTier {
  const { startDate, expirationDate, recurrence, ...tier } = bare(row)
  return { ...tier, validity: validityOf({ startDate, expirationDate, recurrence }) }
}

/** The reverse of `promotionTierOf`. */
export function rowOfPromotionTier({
  validity,
  ...tier
}: model.PromotionTier): Stored<'promotionTiers'> {
  return { ...tier, ...columnsOfValidity(validity) }
}

/** What is only shown again is one value, `record`; the customer's id is a column, too. */
export function redemptionOf(row: Row<'redemptions'>): model.Redemption {
  const { record, customerId: _, ...redemption } = bare(row)
  return { ...redemption, ...record }
}

/** The reverse of `redemptionOf`. */
export function rowOfRedemption(redemption: model.Redemption): Stored<'redemptions'> {
  const { customer, metadata, order, channel, reward, reason, ...columns } = redemption
  const record = { customer, metadata, order, channel, reward }
  const said = reason === undefined ? record : { ...record, reason }
  return { ...columns, customerId: customer.id, record: said }
}

/** How many were made before periods were counted concerns the audit alone. */
export function redemptionCountOf(row: Row<'redemptionCounts'>): model.RedemptionCount {
  const { countedBefore: _, ...count } = bare(row)
  return count
}

export function lotOf(row: Row<'lots'>): model.Lot {
  return bare(row)
}

/** The order of the cause is a column, too. */
export function ledgerEntryOf(row: Row<'ledgerEntries'>): model.LedgerEntry {
  const { orderId: _, redemptionId: __, ...entry } = bare(row)
  return entry
}

/** The reverse of `ledgerEntryOf`. */
export function rowOfLedgerEntry(entry: model.LedgerEntry): Stored<'ledgerEntries'> {
  const { orderId = null, redemptionId = null } = entry.cause
  return { ...entry, orderId, redemptionId }
}

export function shortfallOf(row: Row<'shortfalls'>): model.Shortfall {
  const { fromLotId, ...shortfall } = bare(row)
  return { ...shortfall, from: fromLotId === '' ? null : fromLotId }
}

/** The reverse of `shortfallOf`: what is missing is from nowhere. */
export function rowOfShortfall({ from, ...shortfall }: model.Shortfall): Stored<'shortfalls'> {
  return { ...shortfall, fromLotId: from ?? '' }
}

export function pendingPointsOf(row: Row<'pendingPoints'>): model.PendingPoints {
  return bare(row)
}

export function loggedEventOf(row: Row<'events'>): model.LoggedEvent {
  return bare(row)
}

export function publicationOf(row: Row<'publications'>): model.Publication {
  return bare(row)
}

export function exportOf(row: Row<'exports'>): model.Export {
  return bare(row)
}

export function asyncActionOf(row: Row<'asyncActions'>): model.AsyncAction {
  return bare(row)
}

export function jobOf(row: Row<'jobs'>): model.Job {
  return row
}
