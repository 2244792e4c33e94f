/**
 * Campaigns, found by id or by exact name.
 *
 * Spec: createCampaign, Campaign; Decision 74.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Campaign, Voucher } from '../../model.ts'
import { type Row, type Stored, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { columnsOfValidity, validityOf } from '../validity.ts'

/** `validity` is three columns, the recurring part one of them. */
export function campaignOf(row: Row<'campaigns'>): model.Campaign {
  const { startDate, expirationDate, recurrence, ...campaign } = withoutProject(row)
  return { ...campaign, validity: validityOf({ startDate, expirationDate, recurrence }) }
}

/** The reverse of `campaignOf`. */
export function rowOfCampaign({ validity, ...campaign }: model.Campaign): Stored<'campaigns'> {
  return { ...campaign, ...columnsOfValidity(validity) }
}

/** By id, then by exact name; null when neither answers. */
export async function findCampaign(session: Session, name: string): Promise<Campaign | null> {
  const row =
    (await session.one('campaignById', { id: name })) ??
    (await session.one('campaignByName', { name }))
  return row === undefined ? null : campaignOf(row)
}

/** By id, then by exact name. @throws {Refused} when neither answers. */
export async function campaignNamed(session: Session, name: string): Promise<Campaign> {
  const campaign = await findCampaign(session, name)
  if (campaign === null) throw new Refused(notFound('campaign', name))
  return campaign
}

/** A campaign whose vouchers are loyalty cards. @throws {Refused} for any other. */
export async function programNamed(session: Session, name: string): Promise<Campaign> {
  const campaign = await campaignNamed(session, name)
  if (campaign.campaignType !== 'LOYALTY_PROGRAM') throw new Refused(notFound('campaign', name))
  return campaign
}

/** The campaign something belongs to; null for none. */
export async function findCampaignOf(
  session: Session,
  { campaignId: id }: Pick<Voucher, 'campaignId'>
): Promise<Campaign | null> {
  const row = id === null ? undefined : await session.one('campaignById', { id })
  return row === undefined ? null : campaignOf(row)
}
