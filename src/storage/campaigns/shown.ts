/**
 * Campaigns as they are shown: one by name, or a page.
 *
 * Beside a campaign stand its category, the rules that bind it, whether vouchers are being made
 * for it and, for a promotion, its first tiers.
 *
 * Spec: getCampaign, listCampaigns.
 */
import { and } from 'drizzle-orm/sql'
import { vouchersOrdered } from '../../decisions/vouchers/generation.ts'
import type {
  CampaignType,
  Category,
  CountedCampaign,
  ValidationRuleAssignment
} from '../../model.ts'
import { findCategoryById } from '../categories.ts'
import { byStamps, is, mine, stretchOf, totalOf } from '../engine/clauses.ts'
import type { Tables } from '../engine/dialect.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import { vouchersUnderWay } from '../jobs.ts'
import type { Page, StampOrder } from '../pages.ts'
import { campaignTiersPage, type ShownTier } from '../promotions.ts'
import { rulesAssignedTo, validationRuleAssignmentOf } from '../validation-rules/assignments.ts'
import { campaignNamed, campaignOf, countVouchers, programNamed } from './campaigns.ts'

export const campaignsBy = byStamps(sorting =>
  statement((dialect, given: Given<Page>) => {
    const { campaigns } = dialect.t
    return stretchOf(dialect, campaigns, given, mine(campaigns), ...sorting(campaigns))
  })
)

function ofType({ campaigns: c }: Tables, given: Given<{ campaignType: CampaignType }>) {
  return and(mine(c), is(c.campaignType, given.campaignType))
}

export const campaignsOfTypeBy = byStamps(sorting =>
  statement((dialect, given: Given<Page & { campaignType: CampaignType }>) => {
    const { campaigns } = dialect.t
    return stretchOf(dialect, campaigns, given, ofType(dialect.t, given), ...sorting(campaigns))
  })
)

export const campaignsCount = statement(dialect =>
  totalOf(dialect, dialect.t.campaigns, mine(dialect.t.campaigns))
)

export const campaignsOfTypeCount = statement(
  (dialect, given: Given<{ campaignType: CampaignType }>) =>
    totalOf(dialect, dialect.t.campaigns, ofType(dialect.t, given))
)

/** Tiers that an answer shows with their campaign; the others are a page of their own away. */
const TIERS_SHOWN = 100

/** A campaign with the names and parts that its answer shows. */
export interface FoundCampaign {
  readonly campaign: CountedCampaign
  readonly category: Category | null
  /** Rules that bind the campaign itself. */
  readonly assignments: readonly ValidationRuleAssignment[]
  /** Whether vouchers are being made for it. */
  readonly generating: boolean
  /** Null where there are vouchers instead. */
  readonly promotion: { readonly tiers: readonly ShownTier[]; readonly total: number } | null
}

/** Any campaign, by id or exact name. @throws {Refused} for an unknown one. */
export async function campaignShown(session: Session, name: string): Promise<FoundCampaign> {
  return showCampaign(session, await countVouchers(session, await campaignNamed(session, name)))
}

/** A loyalty program, by id or exact name. @throws {Refused} for anything else. */
export async function programShown(session: Session, name: string): Promise<FoundCampaign> {
  return showCampaign(session, await countVouchers(session, await programNamed(session, name)))
}

/** A campaign that is at hand, with the rest. */
async function showCampaign(session: Session, campaign: CountedCampaign): Promise<FoundCampaign> {
  const [found] = await allShown(session, [campaign])
  return found as FoundCampaign
}

/** Campaigns of one type, or of any for null. */
export async function campaignsPage(
  session: Session,
  {
    campaignType,
    order
  }: { readonly campaignType: CampaignType | null; readonly order: StampOrder },
  page: Page
): Promise<{ campaigns: readonly FoundCampaign[]; total: number }> {
  const found =
    campaignType === null
      ? await session.all(campaignsBy[order], { ...page })
      : await session.all(campaignsOfTypeBy[order], { ...page, campaignType })
  const count =
    campaignType === null
      ? await session.one(campaignsCount)
      : await session.one(campaignsOfTypeCount, { campaignType })
  const campaigns = await allShown(session, found.map(campaignOf))
  return { campaigns, total: count?.total ?? 0 }
}

async function allShown(
  session: Session,
  campaigns: readonly CountedCampaign[]
): Promise<readonly FoundCampaign[]> {
  if (campaigns.length === 0) return []
  const ids = campaigns.map(({ id }) => id)
  const bound = await session.all(rulesAssignedTo, { ids })
  const orders = await session.all(vouchersUnderWay)
  const growing = new Set(orders.map(order => vouchersOrdered(order).campaignId))
  const found: FoundCampaign[] = []
  for (const campaign of campaigns) {
    const { id, campaignType, categoryId } = campaign
    found.push({
      campaign,
      category: await findCategoryById(session, categoryId),
      assignments: bound
        .filter(({ assignment }) => assignment.relatedObjectId === id)
        .map(({ assignment }) => validationRuleAssignmentOf(assignment)),
      generating: growing.has(id),
      promotion:
        campaignType === 'PROMOTION'
          ? await campaignTiersPage(session, id, { limit: TIERS_SHOWN, offset: 0 })
          : null
    })
  }
  return found
}
