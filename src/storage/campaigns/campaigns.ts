/** Campaigns, found by id or by exact name. Spec: createCampaign, Campaign. */
import type { PgColumn } from 'drizzle-orm/pg-core'
import { eq, sql } from 'drizzle-orm/sql'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Campaign, CountedCampaign, Voucher } from '../../model.ts'
import { keep } from '../catalogue.ts'
import { type ChangeKinds, rowMet, STEP, writes } from '../engine/change-kinds.ts'
import { rowsBy, rowsHeld, setBy } from '../engine/queries.ts'
import type { KindsOf, Session } from '../engine/session.ts'
import {
  encodeAs,
  type Given,
  is,
  mine,
  type Parameter,
  plus,
  type Row,
  statement
} from '../engine/statements.ts'
import { columnsOfValidity, orRefused, setUp, validityOf } from '../resources.ts'

export function campaignOf(row: Row<'campaigns'>): CountedCampaign {
  const { startDate, expirationDate, recurrence, ...campaign } = row
  return { ...campaign, validity: validityOf({ startDate, expirationDate, recurrence }) }
}

export const campaigns = setUp('campaigns', 'campaign', {
  counted: ['vouchersCount'],
  of: campaignOf,
  rowOf: ({ validity, ...campaign }) => ({ ...campaign, ...columnsOfValidity(validity) })
})

export const campaignByName = rowsBy('campaigns', ['name'])

export const campaignHeld = rowsHeld('campaigns', ['id'], 'id')

export const campaignCount = rowsBy('campaigns', ['id'], { pick: ['vouchersCount'] })

export const growCampaign = setBy('campaigns', [], ['id', 'vouchersCount'], {
  set: (c, { added }: Given<{ added: number }>) => ({ vouchersCount: plus(c.vouchersCount, added) })
})

export const switchCampaign = setBy('campaigns', ['active', 'updatedAt'], ['id'], {
  and: (c, { activeBefore }: Given<{ activeBefore: boolean }>) =>
    eq(c.active, encodeAs(c.active, activeBefore))
})

export const campaignsVouchersCount = statement(({ db, t: { campaigns: c } }) =>
  db
    .select({ total: sql<number>`coalesce(sum(${c.vouchersCount}), 0)`.mapWith(Number) })
    .from(c)
    .where(mine(c))
)

export const referringCampaigns = rowsBy('campaigns', [], {
  pick: ['id', 'voucher', 'referral'],
  up: ['id']
})

/** Without what is counted of it; undefined for no campaign. */
function setUpOf(row: Row<'campaigns'> | undefined): Campaign | undefined {
  if (row === undefined) return undefined
  const { vouchersCount: _, ...campaign } = campaignOf(row)
  return campaign
}

const campaignKept = keep(async (session: Session, id: string) =>
  setUpOf(await session.one(campaigns.byId, { id }))
)

const campaignKnownAs = keep(async (session: Session, name: string) =>
  setUpOf(
    (await session.one(campaigns.byId, { id: name })) ??
      (await session.one(campaignByName, { name }))
  )
)

/** By id, then by exact name; null when neither answers. Kept. */
export async function findCampaign(session: Session, name: string): Promise<Campaign | null> {
  return (await campaignKnownAs(session, name)) ?? null
}

export async function countVouchers(session: Session, campaign: Campaign) {
  const { vouchersCount = 0 } = (await session.one(campaignCount, { id: campaign.id })) ?? {}
  return { ...campaign, vouchersCount }
}

/**
 * By id, then by exact name. @throws {Refused} when neither answers.
 * Spec:
 * openapi/behaviour/lists-and-paths.md#a-path-names-a-thing-by-id-or-by-name-in-a-fixed-order.
 */
export async function campaignNamed(session: Session, name: string): Promise<Campaign> {
  return orRefused(await findCampaign(session, name), 'campaign', name)
}

/** A campaign whose vouchers are loyalty cards. @throws {Refused} for any other. */
export async function programNamed(session: Session, name: string): Promise<Campaign> {
  const campaign = await campaignNamed(session, name)
  if (campaign.campaignType !== 'LOYALTY_PROGRAM') throw new Refused(notFound('campaign', name))
  return campaign
}

export function ofCampaign(
  { campaignId }: { readonly campaignId: PgColumn },
  given: Given<{ campaignId: string }>
) {
  return is(campaignId, given.campaignId as Parameter<unknown>)
}

/** A page of what a program has. @throws {Refused} for any other campaign. */
export function pageInProgram<Order extends string, Page, Found>(list: {
  page(session: Session, order: Order, page: Page, of: { campaignId: string }): Promise<Found>
}) {
  return async (session: Session, name: string, order: Order, page: Page): Promise<Found> => {
    const { id: campaignId } = await programNamed(session, name)
    return list.page(session, order, page, { campaignId })
  }
}

/** The campaign something belongs to; null for none. Kept. */
export async function findCampaignOf(
  session: Session,
  { campaignId: id }: Pick<Voucher, 'campaignId'>
): Promise<Campaign | null> {
  return id === null ? null : ((await campaignKept(session, id)) ?? null)
}

export const campaignChanges: ChangeKinds<KindsOf<'campaign'>> = {
  'campaign.created': campaigns.made(({ campaign }) => campaign, { step: STEP.madeOfThose }),
  'campaign.updated': campaigns.edited(({ campaign }) => campaign, {
    step: STEP.campaigns,
    meets: rowMet('campaign', campaigns.alone, ({ campaign }) => campaign.id)
  }),
  'campaign.grew': {
    step: STEP.campaigns,
    meets: rowMet('campaign', campaignHeld, ({ campaignId }) => campaignId),
    write: writes(growCampaign, change => ({ ...change, id: change.campaignId }))
  },
  'campaign.switched': {
    step: STEP.campaigns,
    isSetUp: true,
    meets: rowMet('campaign', campaigns.alone, ({ campaignId }) => campaignId),
    write: writes(switchCampaign, ({ campaignId: id, ...change }) => {
      return { ...change, id, activeBefore: !change.active }
    })
  }
}

export interface PartPath {
  readonly campaignName: string
  readonly id: string
}
