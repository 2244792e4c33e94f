/**
 * Referrals: who sent a customer to a campaign, and how many customers somebody sent.
 *
 * Spec: sendCustomEvent, Customer.referrals; Decision 59.
 */
import type { ReferralFacts } from '../../decisions/events/referrals.ts'
import type * as model from '../../model.ts'
import type { Customer, Voucher } from '../../model.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { asHeld } from '../vouchers/vouchers.ts'

/** Its row is the thing itself, with the project beside it. */
export function referralOf(row: Row<'referrals'>): model.Referral {
  return withoutProject(row)
}

/** What a code says of who sent the customer. */
export async function referralBy(
  session: Session,
  voucher: Voucher,
  customer: Customer | null
): Promise<ReferralFacts> {
  const campaign = await findCampaignOf(session, voucher)
  const found =
    customer === null || campaign === null
      ? undefined
      : await session.one('referralOf', { customerId: customer.id, campaignId: campaign.id })
  return {
    voucher: await asHeld(session, voucher),
    campaign,
    referred: found === undefined ? null : referralOf(found)
  }
}
