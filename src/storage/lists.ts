/**
 * One query per list or get operation: the page, and the total where the contract shows one.
 *
 * A list runs in one read unit, so the page and its total come from one snapshot. Every order ends
 * in the id; past the end a page is empty, not an error.
 *
 * Spec: Conventions 2; Endpoints 3, 9, 10, 11, 13, 14, 15; Limits.
 */
import type { CustomerProfile } from '../decisions/customers/profiles.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { Moment } from '../decisions/standing/calendar.ts'
import type {
  AsyncAction,
  Campaign,
  Category,
  Export,
  MetadataSchema,
  PendingPoints,
  Project,
  PromotionTier,
  Redemption,
  ValidationRule,
  ValidationRuleAssignment,
  Voucher
} from '../model.ts'
import { dayAt } from '../rules/validity.ts'
import { knownCustomer, profileAt } from './loads/customers.ts'
import {
  campaignNamed,
  campaignOf,
  cardNamed,
  categoryOf,
  programNamed,
  voucherNamed
} from './loads.ts'
import * as rows from './rows.ts'
import type { Session } from './statements.ts'

/** Rows of a page when the caller names no limit. Spec: Limits. */
export const LIMIT_DEFAULT = 10

/** A stretch of a list. */
export interface Page {
  /** Rows at most. */
  readonly limit: number
  /** Rows before it. */
  readonly offset: number
}

/** Which stretch `limit` (1..100) and `page` (from 1) select. */
export function pageOf(
  { limit, page }: { readonly limit?: number | undefined; readonly page?: number | undefined },
  limitDefault: number
): Page {
  const rowsPerPage = limit ?? limitDefault
  return { limit: rowsPerPage, offset: ((page ?? 1) - 1) * rowsPerPage }
}

/** Sorts after every id: where a descending cursor starts. */
const AFTER_ALL_IDS = '~'
/** Before every instant. */
const EARLIEST = '0000-01-01T00:00:00.000Z'
/** After every instant. */
export const LATEST = '9999-12-31T23:59:59.999Z'

export interface PendingPage {
  readonly entries: readonly PendingPoints[]
  readonly hasMore: boolean
}

/** Operation 3. @throws {Refused} for an unknown card, and for a cursor this card never had. */
export async function pendingPointsPage(
  session: Session,
  { project, now }: Moment,
  path: { readonly campaignName: string | null; readonly memberId: string },
  query: {
    readonly limit: number
    readonly order: 'id' | '-id'
    readonly startingAfterId: string | undefined
  }
): Promise<PendingPage> {
  const { campaignName, memberId } = path
  const campaign = campaignName === null ? null : await programNamed(session, campaignName)
  const card = await cardNamed(session, project, memberId, campaign?.id ?? null)
  const { limit, order, startingAfterId } = query
  if (startingAfterId !== undefined) await refuseForeignCursor(session, card, startingAfterId)
  const down = order === '-id'
  const found = await session.all(down ? 'pendingPointsDown' : 'pendingPointsUp', {
    voucherId: card.id,
    after: startingAfterId ?? (down ? AFTER_ALL_IDS : ''),
    day: dayAt(now, project.timezone),
    limit: limit + 1
  })
  const entries = found.slice(0, limit).map(rows.pendingPointsOf)
  return { entries, hasMore: found.length > limit }
}

/** An entry that is no longer pending remains a place to go on from. */
async function refuseForeignCursor(session: Session, card: Voucher, id: string): Promise<void> {
  const known = await session.one('pendingPointsById', { voucherId: card.id, id })
  if (known !== undefined) return
  throw new Refused({
    key: 'invalid_query_params',
    details: `Property .starting_after_id must be the id of a pending entry of this card, got ${id}`
  })
}

export interface RedemptionsPage {
  readonly voucher: Voucher
  readonly campaign: Campaign | null
  readonly entries: readonly Redemption[]
  readonly total: number
}

/** Operation 9, newest first. @throws {Refused} for an unknown voucher. */
export async function redemptionsPage(
  session: Session,
  project: Project,
  code: string,
  { limit, offset }: Page
): Promise<RedemptionsPage> {
  const voucher = await voucherNamed(session, project, code)
  const of = { voucherId: voucher.id }
  const found = await session.all('redemptionsOfVoucher', { ...of, limit, offset })
  const count = await session.one('redemptionsOfVoucherCount', of)
  return {
    voucher,
    campaign: await campaignOf(session, voucher),
    entries: found.map(rows.redemptionOf),
    total: count?.total ?? 0
  }
}

/** Operation 10. */
export async function exportsPage(
  session: Session,
  order: 'created_at' | '-created_at' | 'status' | '-status',
  { limit, offset }: Page
): Promise<{ exports: readonly Export[]; total: number }> {
  const found = await session.all(`exports by ${order}`, { limit, offset })
  const count = await session.one('exportsCount')
  return { exports: found.map(rows.exportOf), total: count?.total ?? 0 }
}

/** Operation 11. The window narrows the list, not the total. Both ends are included. */
export async function validationRulesPage(
  session: Session,
  query: {
    readonly order: 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name'
    readonly from: string | null
    readonly to: string | null
  },
  { limit, offset }: Page
): Promise<{ rules: readonly ValidationRule[]; total: number }> {
  const found = await session.all(`validationRules by ${query.order}`, {
    from: query.from ?? EARLIEST,
    to: query.to ?? LATEST,
    limit,
    offset
  })
  const count = await session.one('validationRulesCount')
  return { rules: found.map(rows.validationRuleOf), total: count?.total ?? 0 }
}

/** Operation 13; its cost does not grow with history. @throws {Refused} for nobody. */
export async function customerNamed(
  session: Session,
  moment: Moment,
  name: string
): Promise<CustomerProfile> {
  return profileAt(session, await knownCustomer(session, name), moment)
}

/** A tier with its campaign, its category and the rules that bind it. */
export interface ShownTier {
  readonly tier: PromotionTier
  readonly campaign: Campaign
  readonly category: Category | null
  readonly assignments: readonly ValidationRuleAssignment[]
}

/** Operation 14, newest first. @throws {Refused} for anything but a promotion campaign. */
export async function campaignTiersPage(
  session: Session,
  campaignName: string,
  page: Page
): Promise<{ tiers: readonly ShownTier[]; total: number }> {
  const campaign = await campaignNamed(session, campaignName)
  if (campaign.campaignType !== 'PROMOTION') throw new Refused(notFound('campaign', campaignName))
  const of = { campaignId: campaign.id }
  const found = await session.all('promotionTiersOfCampaign', { ...of, ...page })
  const count = await session.one('promotionTiersOfCampaignCount', of)
  return { tiers: await shownTiers(session, found), total: count?.total ?? 0 }
}

/** Every tier of the project. */
export async function tiersPage(
  session: Session,
  order: 'created_at' | '-created_at' | 'updated_at' | '-updated_at',
  page: Page
): Promise<{ tiers: readonly ShownTier[]; total: number }> {
  const found = await session.all(`promotionTiers by ${order}`, { ...page })
  const count = await session.one('promotionTiersCount')
  return { tiers: await shownTiers(session, found), total: count?.total ?? 0 }
}

/** One tier. @throws {Refused} when the project has no such tier. */
export async function promotionTierShown(session: Session, id: string): Promise<ShownTier> {
  const [tier] = await shownTiers(session, await session.all('promotionTierWithCampaign', { id }))
  if (tier === undefined) throw new Refused(notFound('promotion_tier', id))
  return tier
}

async function shownTiers(
  session: Session,
  found: readonly {
    readonly tier: Parameters<typeof rows.promotionTierOf>[0]
    readonly campaign: Parameters<typeof rows.campaignOf>[0]
  }[]
): Promise<readonly ShownTier[]> {
  const ids = JSON.stringify(found.map(({ tier }) => tier.id))
  const bound = found.length === 0 ? [] : await session.all('rulesAssignedTo', { ids })
  const shown: ShownTier[] = []
  for (const { tier, campaign } of found) {
    shown.push({
      tier: rows.promotionTierOf(tier),
      campaign: rows.campaignOf(campaign),
      category: await categoryOf(session, tier.categoryId),
      assignments: bound
        .filter(({ assignment }) => assignment.relatedObjectId === tier.id)
        .map(({ assignment }) => rows.validationRuleAssignmentOf(assignment))
    })
  }
  return shown
}

/** Operation 15. @throws {Refused} when the project has no such schema. */
export async function metadataSchemaNamed(session: Session, id: string): Promise<MetadataSchema> {
  const row = await session.one('metadataSchemaById', { id })
  if (row === undefined) throw new Refused(notFound('metadata_schema', id))
  return rows.metadataSchemaOf(row)
}

/** @throws {Refused} when the project has no such action. */
export async function asyncActionNamed(session: Session, id: string): Promise<AsyncAction> {
  const row = await session.one('asyncActionById', { id })
  if (row === undefined) throw new Refused(notFound('async_action', id))
  return rows.asyncActionOf(row)
}
