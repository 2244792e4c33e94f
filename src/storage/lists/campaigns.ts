/**
 * Campaigns, their loyalty tiers and earning rules as they are read: one by name, or a page.
 *
 * A campaign is shown with its category, the rules that bind it, whether vouchers are being made
 * for it and, of a promotion, its first tiers.
 *
 * Spec: Conventions 2; Resources, Earning rule, Promotion tier.
 */
import { vouchersOrdered } from '../../decisions/vouchers/generation.ts'
import type {
  Campaign,
  CampaignType,
  Category,
  EarningRule,
  LoyaltyTier,
  ValidationRuleAssignment
} from '../../model.ts'
import { campaignTiersPage, type Page, type ShownTier } from '../lists.ts'
import { campaignNamed, categoryOf, programNamed } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'

/** Tiers that an answer shows with their campaign; the others are a page of their own away. */
const TIERS_SHOWN = 100

/** How lists of this file may be sorted, a dash for descending. */
export type ListOrder = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'

/** A campaign with what an answer says beside it. */
export interface FoundCampaign {
  readonly campaign: Campaign
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
  return shown(session, await campaignNamed(session, name))
}

/** A loyalty program, by id or exact name. @throws {Refused} for anything else. */
export async function programShown(session: Session, name: string): Promise<FoundCampaign> {
  return shown(session, await programNamed(session, name))
}

/** A campaign that is at hand, with the rest. */
export async function shown(session: Session, campaign: Campaign): Promise<FoundCampaign> {
  const [found] = await allShown(session, [campaign])
  return found as FoundCampaign
}

/** Campaigns of one type, or of any for null. */
export async function campaignsPage(
  session: Session,
  {
    campaignType,
    order
  }: { readonly campaignType: CampaignType | null; readonly order: ListOrder },
  page: Page
): Promise<{ campaigns: readonly FoundCampaign[]; total: number }> {
  const found =
    campaignType === null
      ? await session.all(`campaigns by ${order}`, { ...page })
      : await session.all(`campaigns of a type by ${order}`, { ...page, campaignType })
  const count =
    campaignType === null
      ? await session.one('campaignsCount')
      : await session.one('campaignsOfTypeCount', { campaignType })
  const campaigns = await allShown(session, found.map(rows.campaignOf))
  return { campaigns, total: count?.total ?? 0 }
}

async function allShown(
  session: Session,
  campaigns: readonly Campaign[]
): Promise<readonly FoundCampaign[]> {
  if (campaigns.length === 0) return []
  const ids = JSON.stringify(campaigns.map(({ id }) => id))
  const bound = await session.all('rulesAssignedTo', { ids })
  const orders = await session.all('vouchersUnderWay')
  const growing = new Set(orders.map(order => vouchersOrdered(order).campaignId))
  const found: FoundCampaign[] = []
  for (const campaign of campaigns) {
    const { id, campaignType, categoryId } = campaign
    found.push({
      campaign,
      category: await categoryOf(session, categoryId),
      assignments: bound
        .filter(({ assignment }) => assignment.relatedObjectId === id)
        .map(({ assignment }) => rows.validationRuleAssignmentOf(assignment)),
      generating: growing.has(id),
      promotion:
        campaignType === 'PROMOTION'
          ? await campaignTiersPage(session, id, { limit: TIERS_SHOWN, offset: 0 })
          : null
    })
  }
  return found
}

/** The tiers of a program. @throws {Refused} for any other campaign. */
export async function loyaltyTiersPage(
  session: Session,
  campaignName: string,
  order: ListOrder,
  page: Page
): Promise<{ tiers: readonly LoyaltyTier[]; total: number }> {
  const of = { campaignId: (await programNamed(session, campaignName)).id }
  const found = await session.all(`loyaltyTiers by ${order}`, { ...of, ...page })
  const count = await session.one('loyaltyTiersCount', of)
  return { tiers: found.map(rows.loyaltyTierOf), total: count?.total ?? 0 }
}

/** The earning rules of a program. @throws {Refused} for any other campaign. */
export async function earningRulesPage(
  session: Session,
  campaignName: string,
  order: ListOrder,
  page: Page
): Promise<{ rules: readonly EarningRule[]; total: number }> {
  const of = { campaignId: (await programNamed(session, campaignName)).id }
  const found = await session.all(`earningRules by ${order}`, { ...of, ...page })
  const count = await session.one('earningRulesOfCampaignCount', of)
  return { rules: found.map(rows.earningRuleOf), total: count?.total ?? 0 }
}
