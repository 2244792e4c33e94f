/**
 * Referrals: a customer brought by another one, with a code that the other one holds.
 *
 * A referral code converts by the custom event that its campaign names, once for each customer and
 * campaign. A customer who was referred before is not refused: the event is taken and earns, and
 * only the referral is not counted again.
 *
 * Spec: SendCustomEventRequest.referral, CustomerReferrals.
 */
import type { Campaign, Customer, Referral, Voucher } from '../../model.ts'
import type { Change } from '../changes.ts'
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { givesPoints } from '../points/earning.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { usableVoucher } from '../vouchers/vouchers.ts'

/** The facts of a referral code. */
export interface ReferralFacts {
  readonly voucher: Voucher
  readonly campaign: Campaign | null
  /** The customer's earlier referral in that campaign; null when there is none. */
  readonly referred: Referral | null
}

/** The referral that a request names. */
export interface NamedReferral {
  readonly code: string
  /** The customer who should hold the code; null when not sent. */
  readonly referrerId: string | null
  /** The schema of the event that converts. */
  readonly eventSchemaId: string
}

/**
 * Why a referral cannot count, or null. Mistakes of the code come first, then mistakes about the
 * two people, then dates and switches. For a customer who was referred in that campaign before,
 * dates and switches do not matter: nothing is counted again.
 */
export function referralRefusal(
  referral: ReferralFacts | null,
  named: NamedReferral,
  customer: Pick<Customer, 'id'>,
  occasion: Pick<Occasion, 'now' | 'project'>
): Refusal | null {
  if (referral === null) return notFound('voucher', named.code)
  const { voucher, campaign, referred } = referral
  const { code, eventSchemaId } = named
  if (!voucher.isReferralCode || campaign?.referral?.eventSchemaId !== eventSchemaId) {
    return unfit(voucher, `${code} belongs to no referral program that counts this event`)
  }
  if (voucher.holderId === null) {
    return unfit(voucher, `${code} is given to nobody; publish it to the customer who refers`)
  }
  const wrong = wrongPeople(voucher.holderId, named, customer, voucher)
  if (wrong !== null || referred !== null) return wrong
  return closed(voucher, campaign, code, occasion)
}

function unfit({ id }: Voucher, what: string): Refusal {
  return {
    key: 'invalid_voucher',
    details: `referral.code ${what}`,
    resourceId: id,
    resourceType: 'voucher'
  }
}

function wrongPeople(
  holderId: string,
  { code, referrerId }: NamedReferral,
  customer: Pick<Customer, 'id'>,
  { id }: Voucher
): Refusal | null {
  if (referrerId !== null && referrerId !== holderId) {
    return {
      key: 'invalid_customer',
      details:
        `referral.referrer_id ${referrerId} does not hold referral.code ${code}; ` +
        'send the id of who does, or leave it out',
      resourceId: referrerId,
      resourceType: 'customer'
    }
  }
  if (holderId !== customer.id) return null
  return {
    key: 'referrer_not_permitted_to_redeem',
    details: `referral.code ${code} is this customer's own; send the code of who referred them`,
    resourceId: id,
    resourceType: 'voucher'
  }
}

function closed(
  voucher: Voucher,
  campaign: Campaign,
  code: string,
  occasion: Pick<Occasion, 'now' | 'project'>
): Refusal | null {
  if (!givesPoints(campaign, occasion)) {
    return {
      key: 'campaign_not_active',
      details:
        `Referral campaign ${campaign.id} is disabled or outside its dates; ` +
        'send the event without referral',
      resourceId: campaign.id,
      resourceType: 'campaign'
    }
  }
  const unusable = usableVoucher(voucher, occasion.now, occasion.project.timezone)
  if (unusable === null) return null
  return {
    key: unusable,
    details: `referral.code ${code} cannot be used now; send the event without referral`,
    resourceId: voucher.id,
    resourceType: 'voucher'
  }
}

/**
 * Counts a referral that `referralRefusal` accepts, for the referrer too, and logs its event for
 * the customer. An earlier referral stays as it is.
 */
export function refer(
  customerId: string,
  { voucher, referred }: ReferralFacts,
  occasion: Occasion
): readonly Change[] {
  const { campaignId, holderId: referrerId } = voucher
  // A code without a campaign or a holder refers nobody; referralRefusal says so to the caller.
  if (referred !== null || campaignId === null || referrerId === null) return []
  const referral: Referral = {
    id: occasion.newId('ref'),
    campaignId,
    voucherId: voucher.id,
    referrerId,
    customerId,
    createdAt: occasion.now
  }
  const data = { campaign_id: campaignId, voucher_id: voucher.id, referrer_id: referrerId }
  const event = eventOf('customer.referred', { customerId, entityId: customerId }, data, occasion)
  return [
    { kind: 'customer.referred', referral },
    { kind: 'event.logged', event }
  ]
}
