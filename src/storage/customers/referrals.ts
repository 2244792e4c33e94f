/**
 * Referrals: who sent a customer to a campaign, and how many customers somebody sent.
 *
 * Spec: sendCustomEvent, Customer.referrals.
 */
import { and, asc, sql } from 'drizzle-orm/sql'
import type { ReferralFacts } from '../../decisions/events/referrals.ts'
import type * as model from '../../model.ts'
import type { Campaign, Customer, Voucher } from '../../model.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import { type ChangeKinds, STEP } from '../engine/change-kinds.ts'
import { is, mine, same } from '../engine/clauses.ts'
import type { Tables } from '../engine/dialect.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { command, type Given, statement } from '../engine/statements.ts'
import { insertInto, write } from '../engine/writers.ts'
import { withPresentHolder } from '../vouchers/vouchers.ts'

type OfCustomer = { customerId: string }

function ofCustomer({ referrals }: Tables, { customerId }: Given<OfCustomer>) {
  return and(mine(referrals), is(referrals.customerId, customerId))
}

/** Who sent a customer to a campaign. */
export const referralToCampaign = statement(
  ({ db, t }, given: Given<OfCustomer & { campaignId: string }>) =>
    db
      .select()
      .from(t.referrals)
      .where(and(ofCustomer(t, given), is(t.referrals.campaignId, given.campaignId)))
)

export const referralsOfCustomer = statement(({ db, t }, given: Given<OfCustomer>) =>
  db.select().from(t.referrals).where(ofCustomer(t, given)).orderBy(asc(t.referrals.campaignId))
)

/** How many a customer sent, by campaign. */
export const referrerTotalsOf = statement(
  ({ db, t: { referrerTotals: totals, campaigns } }, { customerId }: Given<OfCustomer>) =>
    db
      .select({
        campaignId: totals.campaignId,
        campaignName: campaigns.name,
        referredCustomers: totals.referredCustomers
      })
      .from(totals)
      .innerJoin(campaigns, same(campaigns, totals, totals.campaignId))
      .where(and(mine(totals), is(totals.customerId, customerId)))
      .orderBy(asc(totals.campaignId))
)

export const insertReferral = insertInto('referrals')

export const countReferred = command(
  ({ db, t }, given: Given<OfCustomer & { campaignId: string }>) => {
    const { referrerTotals: totals } = t
    return db
      .insert(totals)
      .values({
        projectId: sql.placeholder('projectId'),
        customerId: given.customerId,
        campaignId: given.campaignId,
        referredCustomers: 1
      })
      .onConflictDoUpdate({
        target: [totals.projectId, totals.customerId, totals.campaignId],
        set: { referredCustomers: sql`${totals.referredCustomers} + 1` }
      })
  }
)

/** Its row is the thing itself, with the project beside it. */
export function referralOf(row: Row<'referrals'>): model.Referral {
  return withoutProject(row)
}

/** How a customer was sent to a campaign; null when nobody sent them. */
export async function findReferral(
  session: Session,
  campaign: Pick<Campaign, 'id'> | null,
  customer: Pick<Customer, 'id'> | null
): Promise<model.Referral | null> {
  if (campaign === null || customer === null) return null
  const of = { customerId: customer.id, campaignId: campaign.id }
  const row = await session.one(referralToCampaign, of)
  return row === undefined ? null : referralOf(row)
}

/** What a code says of who sent the customer. */
export async function referralBy(
  session: Session,
  voucher: Voucher,
  customer: Customer | null
): Promise<ReferralFacts> {
  const campaign = await findCampaignOf(session, voucher)
  return {
    voucher: await withPresentHolder(session, voucher),
    campaign,
    referred: await findReferral(session, campaign, customer)
  }
}

/** Makes the changes of referrals real. */
export const referralChanges: ChangeKinds<'customer.referred'> = {
  'customer.referred': {
    step: STEP.referrals,
    row: ({ referral }) => `${referral.referrerId} ${referral.campaignId}`,
    write: async (session, change) => {
      const { referrerId: customerId, campaignId } = change.referral
      await write(session, change, insertReferral, change.referral)
      await write(session, change, countReferred, { customerId, campaignId })
    }
  }
}
