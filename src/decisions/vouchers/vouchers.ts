/**
 * Vouchers: how one is made from its campaign, given to a customer, and when it can be used.
 *
 * A voucher starts empty. Credit and points come as movements of the ledger: the credit of a gift
 * voucher when it is made, the points of a card when it gets a holder. So the ledger adds up to the
 * balance from the first day.
 *
 * Spec: Voucher.
 */
import type {
  Campaign,
  CountedCampaign,
  Customer,
  Instant,
  Metadata,
  Publication,
  Voucher,
  VoucherTemplate
} from '../../model.ts'
import { drawCode } from '../../rules/codes.ts'
import { dayAt, lastDay, whyNotAt } from '../../rules/validity.ts'
import type { Change, TotalsStep } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { addPoints, type Moved, sumTotals } from '../points/ledger.ts'
import type { Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { addCredit } from './credit.ts'

/**
 * Every reason why a voucher cannot be used at `now`; none when it can. Whether it is used up is a
 * separate question: a used-up card goes on earning, and a redemption has other reasons to be
 * refused first.
 */
export function whyUnusable(
  { active, validity }: Pick<Voucher, 'active' | 'validity'>,
  now: Instant,
  zone: string
): readonly Unusable[] {
  const reasons = whyNotAt(validity, now, zone).map(reason => UNUSABLE[reason])
  return active ? reasons : ['voucher_disabled', ...reasons]
}

/**
 * The reason to show for a voucher that cannot be used at `now`, or null. The switch comes before
 * the dates, the dates before the recurring windows. A redemption has its own table of reasons.
 */
export function usableVoucher(
  voucher: Pick<Voucher, 'active' | 'validity'>,
  now: Instant,
  zone: string
): Unusable | null {
  return whyUnusable(voucher, now, zone)[0] ?? null
}

const UNUSABLE = {
  not_yet: 'voucher_not_active',
  expired: 'voucher_expired',
  not_now: 'voucher_not_active_now'
} as const

/** The reasons why a voucher cannot be used. */
export type Unusable = 'voucher_disabled' | (typeof UNUSABLE)[keyof typeof UNUSABLE]

/** Whether it was redeemed as often as its limit allows, counting uses that locks hold. */
export function isUsedUp(
  {
    redemptionQuantity,
    redeemedQuantity
  }: Pick<Voucher, 'redemptionQuantity' | 'redeemedQuantity'>,
  usesHeld = 0
): boolean {
  return redemptionQuantity !== null && redeemedQuantity + usesHeld >= redemptionQuantity
}

/** The properties of one voucher; null for those of its campaign. */
export interface VoucherOverrides {
  readonly code: string
  readonly categoryId: string | null
  readonly metadata: Metadata | null
  /** Redemptions it allows, at least 1. */
  readonly redemptionQuantity: number | null
  readonly additionalInfo: string | null
  readonly startDate: Instant | null
  readonly expirationDate: Instant | null
}

/** A new voucher, and the changes that make it. */
export interface MadeVoucher {
  readonly purse: Purse
  readonly changes: readonly Change[]
}

/**
 * A new voucher of a campaign that has a template. It takes the present dates, windows, category
 * and limit of the campaign; later changes of the campaign do not reach it. Ids in order: the
 * voucher, then (gift with credit) its lot and its ledger entry.
 */
export function makeVoucher(
  campaign: Campaign & { readonly voucher: NonNullable<Campaign['voucher']> },
  overrides: VoucherOverrides,
  occasion: Occasion
): MadeVoucher {
  const { voucher: template, validity } = campaign
  const said: NewVoucher = {
    code: overrides.code,
    campaignId: campaign.id,
    categoryId: overrides.categoryId ?? campaign.categoryId,
    type: template.type,
    discount: template.discount,
    active: true,
    validity: {
      ...validity,
      startDate: overrides.startDate ?? validity.startDate,
      expirationDate: overrides.expirationDate ?? validity.expirationDate
    },
    additionalInfo: overrides.additionalInfo,
    metadata: overrides.metadata ?? {},
    isReferralCode: campaign.campaignType === 'REFERRAL_PROGRAM',
    redemptionQuantity: overrides.redemptionQuantity ?? template.redemptionQuantity
  }
  return openVoucher(said, template.gift, occasion)
}

/** The properties that a new voucher gets. */
export type NewVoucher = Pick<
  Voucher,
  | 'code'
  | 'campaignId'
  | 'categoryId'
  | 'type'
  | 'discount'
  | 'active'
  | 'validity'
  | 'additionalInfo'
  | 'metadata'
  | 'isReferralCode'
  | 'redemptionQuantity'
>

/**
 * A voucher without a holder; its credit (null unless it is a gift) comes as a movement of the
 * ledger. Ids in order: the voucher, then (gift with credit) its lot and its ledger entry.
 */
export function openVoucher(
  said: NewVoucher,
  gift: VoucherTemplate['gift'],
  occasion: Occasion
): MadeVoucher {
  const voucher: Voucher = {
    id: occasion.newId('v'),
    ...said,
    gift: gift === null ? null : { ...NO_CREDIT, effect: gift.effect },
    card: said.type === 'LOYALTY_CARD' ? NO_POINTS : null,
    holderId: null,
    referrerId: null,
    publishedCount: 0,
    redeemedQuantity: 0,
    createdAt: occasion.now,
    updatedAt: null,
    version: 1
  }
  const made: Purse = { voucher, lots: [] }
  const created: Change = { kind: 'voucher.created', voucher }
  if (gift === null || gift.amount === 0) return { purse: made, changes: [created] }
  const credit = { amount: gift.amount, cause: OPENING, isOpening: true }
  const { purse, change } = addCredit(made, credit, occasion)
  return { purse, changes: [created, change] }
}

const NO_CREDIT = { amount: 0, subtractedAmount: 0, redeemedAmount: 0, balance: 0 } as const

const NO_POINTS = {
  points: 0,
  balance: 0,
  pendingPoints: 0,
  expiredPoints: 0,
  subtractedPoints: 0,
  redeemedPoints: 0,
  nextExpirationDate: null,
  nextExpirationPoints: null
} as const

/** The ledger's reason for credit or points from the start. */
export const OPENING = { reason: 'Opening balance' } as const

/** A voucher and its new holder. */
export interface Membership {
  readonly purse: Purse
  readonly changes: readonly Change[]
  /** The sums to add to the holder's totals; the caller adds them. */
  readonly totals: TotalsStep
}

/** How a voucher is given. */
export interface Giving {
  /** The channel; absent: the API. */
  readonly channel?: string | undefined
  /** The caller's own name for it, which no other publication has. */
  readonly sourceId?: string | null | undefined
  readonly metadata?: Metadata | undefined
}

export interface PublishVoucherFacts {
  /** Null for a voucher without a campaign, which is the spare one. */
  readonly campaign: CountedCampaign | null
  readonly customer: Pick<Customer, 'id'>
  /** A voucher of the campaign without a holder; null when there is none. */
  readonly spare: Purse | null
  /** Who referred the customer to the campaign, which the voucher names; null or absent: nobody. */
  readonly referrerId?: string | null
}

/**
 * Gives a customer a voucher: a spare one, else a new one when the campaign makes vouchers as
 * needed (AUTO_UPDATE). A card that starts with points gets them here, and they expire counting
 * from today. Ids in order: those of a new voucher, the publication, then the lot and the entry of
 * the starting points.
 */
export function publishVoucher(
  { campaign, spare, ...receiving }: PublishVoucherFacts,
  occasion: Occasion,
  giving: Giving = {}
): Membership | { readonly refusal: Refusal } {
  // INVARIANT: without a campaign, the facts have the voucher that the request names.
  const maker = campaign as CountedCampaign
  const found = spare === null ? grow(maker, occasion) : { purse: spare, changes: [] }
  if (found === null) return { refusal: nothingToPublish(maker) }
  const { purse: held, change } = giveToHolder(found.purse, receiving, giving, occasion)
  const changes = [...found.changes, change]
  const brought = broughtBy(held.voucher)
  const started = startingPoints(campaign, held, occasion)
  if (started === null) return { purse: held, changes, totals: brought }
  return {
    purse: started.purse,
    changes: [...changes, started.change],
    totals: sumTotals([brought, started.totals])
  }
}

/** A voucher that nobody held, with its new holder and the change that gives it to them. */
export function giveToHolder(
  { voucher, lots }: Purse,
  { customer, referrerId = null }: Pick<PublishVoucherFacts, 'customer' | 'referrerId'>,
  { channel = 'API', sourceId = null, metadata = {} }: Giving,
  occasion: Occasion
): { readonly purse: Purse; readonly change: Change } {
  const publication: Publication = {
    id: occasion.newId('pub'),
    voucherId: voucher.id,
    campaignId: voucher.campaignId,
    customerId: customer.id,
    channel,
    createdAt: occasion.now,
    sourceId,
    metadata
  }
  const held: Purse = {
    voucher: {
      ...voucher,
      holderId: customer.id,
      referrerId,
      publishedCount: voucher.publishedCount + 1,
      updatedAt: occasion.now,
      version: voucher.version + 1
    },
    lots
  }
  const given = { voucherId: voucher.id, version: voucher.version, publication }
  const referred = referrerId === null ? {} : { referrerId }
  return { purse: held, change: { kind: 'voucher.published', ...given, ...referred } }
}

/**
 * The sums that the holder's totals gain with the voucher, also what others have redeemed of it
 * before; a sum of zero is left out.
 */
function broughtBy({ gift }: Voucher): TotalsStep {
  if (gift === null) return {}
  const { balance: giftBalance, redeemedAmount: giftRedeemedAmount } = gift
  return {
    ...(giftBalance === 0 ? {} : { giftBalance }),
    ...(giftRedeemedAmount === 0 ? {} : { giftRedeemedAmount })
  }
}

function grow(campaign: CountedCampaign, occasion: Occasion): MadeVoucher | null {
  const { voucher, type, id, vouchersCount } = campaign
  if (voucher === null || type !== 'AUTO_UPDATE') return null
  if (vouchersCount >= occasion.campaignVouchersMax) return null
  // A code that is taken fails the guard of voucher.created, and the retry draws another. When
  // hardly any code is free, the decision is taken again with the free codes among its facts.
  const free = occasion.learned.freeCodes.get(id)
  const code = free === undefined ? drawCode(voucher.codeConfig, occasion.random) : free[0]
  if (code == null) return null
  const { purse, changes } = makeVoucher(
    { ...campaign, voucher },
    { ...AS_CAMPAIGN, code },
    occasion
  )
  return {
    purse,
    changes: [...changes, { kind: 'campaign.grew', campaignId: id, vouchersCount, added: 1 }]
  }
}

/** A voucher with the properties of its campaign alone. */
export const AS_CAMPAIGN: Omit<VoucherOverrides, 'code'> = {
  categoryId: null,
  metadata: null,
  redemptionQuantity: null,
  additionalInfo: null,
  startDate: null,
  expirationDate: null
}

function startingPoints(campaign: Campaign | null, held: Purse, occasion: Occasion): Moved | null {
  const start = held.voucher.type === 'LOYALTY_CARD' ? campaign?.voucher?.loyaltyCard : null
  if (start == null || start.points === 0) return null
  const { expirationRules: rules, points } = start
  const today = dayAt(occasion.now, occasion.project.timezone)
  const expiresOn = rules === null ? null : lastDay(rules, today)
  return addPoints(held, { points, expiresOn, type: 'POINTS_ADDITION', cause: OPENING }, occasion)
}

function nothingToPublish({ id, name, type }: Campaign): Refusal {
  const advice =
    type === 'AUTO_UPDATE'
      ? 'it holds as many as it may, or no code of its code_config is free; widen that'
      : 'add vouchers to it, or make its type AUTO_UPDATE'
  return {
    key: 'no_voucher_suitable_for_publication',
    details: `Campaign ${name} (${type}) has no voucher left to give; ${advice}`,
    resourceId: id,
    resourceType: 'campaign'
  }
}

export interface GiveCardFacts {
  /** A loyalty program. */
  readonly campaign: CountedCampaign
  readonly customer: Pick<Customer, 'id'>
  /** The customer's card in it; null when they are no member yet. */
  readonly held: Purse | null
  /** A card without a holder: any of the campaign, or the one that the request names. */
  readonly spare: Voucher | null
}

/** Makes a customer a member, with the card they have or with a new one. */
export function giveCard(
  { campaign, customer, held, spare }: GiveCardFacts,
  occasion: Occasion,
  giving?: Giving
): Membership | { readonly refusal: Refusal } {
  if (held !== null) return { purse: held, changes: [], totals: {} }
  // A card gets points only once it has a holder, so a spare one has no lots.
  const purse = spare === null ? null : { voucher: spare, lots: [] }
  return publishVoucher({ campaign, customer, spare: purse }, occasion, giving)
}
