import {
  ANY_CODE,
  type ComposeCampaign,
  type ComposeCampaignFacts,
  type CreateCampaign,
  type CreateCampaignFacts,
  type DeleteCampaignFacts,
  type UpdateCampaign,
  type UpdateCampaignFacts
} from '../../decisions/campaigns.ts'
import { USERS_NAMED } from '../../decisions/updates.ts'
import {
  type AddVouchersFacts,
  type AddVouchersToCampaign,
  addingOf,
  type CreateVoucher,
  type CreateVoucherFacts,
  codeConfigFor,
  type GenerateVouchersFacts,
  vouchersOrdered
} from '../../decisions/vouchers/generation.ts'
import type { CodesWanted } from '../../decisions/vouchers/vouchers.ts'
import type {
  Campaign,
  CampaignType,
  Category,
  CountedCampaign,
  Project,
  ValidationRuleAssignment
} from '../../model.ts'
import { codeConfigMistake } from '../../rules/codes.ts'
import { holdSetUp } from '../catalogue.ts'
import { findCategory, findCategoryById, findCategoryByName } from '../categories.ts'
import { earningRuleList, earningRuleOf } from '../earning-rules.ts'
import type { Session } from '../engine/session.ts'
import { BY_STAMPS, type Given, is, type Page, type StampOrder } from '../engine/statements.ts'
import { eventSchemas } from '../events.ts'
import { findJobAndAction, type Hold, vouchersUnderWay } from '../jobs.ts'
import { loyaltyTiersOfCampaign } from '../loyalty-tiers.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { campaignTiersPage, promotionTiersOfCampaign, type ShownTier } from '../promotions.ts'
import { ALL, rowsListed } from '../resources.ts'
import { rewardAssignmentList, rewardList } from '../rewards.ts'
import { assignmentsOn, assignmentsToCampaign, validationRulesOf } from '../validation-rules.ts'
import {
  codesUsed,
  freeCodes,
  freeCodesForOne,
  freeCodesIn,
  vouchersInCampaign
} from '../vouchers/vouchers.ts'
import {
  campaignByName,
  campaignNamed,
  campaignOf,
  countVouchers,
  programNamed
} from './campaigns.ts'

export function loadComposeCampaign({ name, category, referral }: ComposeCampaign) {
  return async (session: Session): Promise<ComposeCampaignFacts> => {
    const named = await session.one(campaignByName, { name })
    const schema = referral && (await eventSchemas.find(session, referral.eventSchemaId))
    return {
      named: named === undefined ? null : campaignOf(named),
      category: category == null ? null : await findCategory(session, category),
      eventSchema: schema ?? null,
      schema: await schemaOf(session, 'campaign')
    }
  }
}

interface Limits {
  readonly campaignVouchersMax: number
  readonly random: (below: number) => number
}

export function loadCreateCampaign(
  project: Project,
  { campaign, vouchersCount, tiers, ruleIds = [], tierRuleIds }: CreateCampaign,
  limits: Limits
) {
  return async (session: Session): Promise<CreateCampaignFacts> => {
    const config = campaign.voucher?.codeConfig ?? ANY_CODE
    const readable = vouchersCount > 0 && codeConfigMistake(config) === null
    const used = readable ? await codesUsed(session, config, project) : 0
    const drawn = readable && vouchersCount === 1 ? { config, used } : null
    const categories = new Map<string, Category>()
    for (const { category } of tiers) {
      const found = category == null ? null : await findCategory(session, category)
      if (category != null && found !== null) categories.set(category, found)
    }
    return {
      ...(await loadComposeCampaign(campaign)(session)),
      freeCodes: await codesForOne(session, null, drawn, project, limits.random),
      codesUsed: used,
      vouchersMax: limits.campaignVouchersMax,
      categories,
      tierSchema: tiers.length === 0 ? null : await schemaOf(session, 'promotion_tier'),
      rules: await validationRulesOf(session, [
        ...ruleIds,
        ...tierRuleIds.flatMap(ids => ids ?? [])
      ])
    }
  }
}

export const campaignList = rowsListed('campaigns', { orders: BY_STAMPS })

export const campaignsOfType = rowsListed('campaigns', {
  orders: BY_STAMPS,
  where: (c, given: Given<{ campaignType: CampaignType }>) => is(c.campaignType, given.campaignType)
})

/** Tiers that an answer shows with their campaign; the others are a page of their own away. */
const FIRST_TIERS = { limit: 100, offset: 0 }

export interface FoundCampaign {
  readonly campaign: CountedCampaign
  readonly category: Category | null
  readonly assignments: readonly ValidationRuleAssignment[]
  readonly generating: boolean
  /** Null where there are vouchers instead. */
  readonly promotion: { readonly rows: readonly ShownTier[]; readonly total: number } | null
}

type CampaignPath = 'campaign' | 'program'

const NAMED = { campaign: campaignNamed, program: programNamed }

/** By id or exact name; of a program, a loyalty program. @throws {Refused} for anything else. */
const shown = (kind: CampaignPath) => async (session: Session, name: string) => {
  const campaign = await countVouchers(session, await NAMED[kind](session, name))
  const [found] = await allShown(session, [campaign])
  return found as FoundCampaign
}

export const campaignShown = shown('campaign')
export const programShown = shown('program')

/** Null or absent: any. */
interface CampaignsWanted {
  readonly campaignType: CampaignType | null
  readonly status?: string | undefined
  readonly order: StampOrder
}

/** People write campaigns, so that there are few to find those of a status among. */
export async function campaignsPage(
  session: Session,
  { campaignType, status, order }: CampaignsWanted,
  page: Page
): Promise<{ rows: readonly FoundCampaign[]; total: number }> {
  const listed = (page: Page) =>
    campaignType === null
      ? campaignList.page(session, order, page)
      : campaignsOfType.page(session, order, page, { campaignType })
  const { rows, total } = await listed(status === undefined ? page : ALL)
  if (status === undefined) return { rows: await allShown(session, rows.map(campaignOf)), total }
  const growing = await campaignsGrowing(session)
  const found = rows.filter(({ id }) => (growing.has(id) ? 'IN_PROGRESS' : 'DONE') === status)
  const shown = found.slice(page.offset, page.offset + page.limit).map(campaignOf)
  return { rows: await allShown(session, shown, growing), total: found.length }
}

/** Ids of those for which vouchers are being made. */
async function campaignsGrowing(session: Session): Promise<ReadonlySet<string>> {
  const orders = await session.all(vouchersUnderWay)
  return new Set(orders.map(order => vouchersOrdered(order).campaignId))
}

async function allShown(
  session: Session,
  campaigns: readonly CountedCampaign[],
  known?: ReadonlySet<string>
): Promise<readonly FoundCampaign[]> {
  if (campaigns.length === 0) return []
  const ids = campaigns.map(({ id }) => id)
  const bound = await assignmentsOn(session, ids)
  const growing = known ?? (await campaignsGrowing(session))
  const found: FoundCampaign[] = []
  for (const campaign of campaigns) {
    const { id, campaignType, categoryId } = campaign
    found.push({
      campaign,
      category: await findCategoryById(session, categoryId),
      assignments: bound.filter(({ relatedObjectId }) => relatedObjectId === id),
      generating: growing.has(id),
      promotion:
        campaignType === 'PROMOTION' ? await campaignTiersPage(session, id, FIRST_TIERS) : null
    })
  }
  return found
}

/** What updateCampaign needs, and what the answer shows. @throws {Refused} for no such campaign. */
export function loadUpdateCampaign(
  kind: CampaignPath,
  campaignName: string,
  { name, category }: UpdateCampaign
) {
  return async (session: Session): Promise<UpdateCampaignFacts & FoundCampaign> => {
    await holdSetUp(session)
    const found = await shown(kind)(session, campaignName)
    const of = { campaignId: found.campaign.id }
    const named = name === undefined ? undefined : await session.one(campaignByName, { name })
    return {
      ...found,
      named: named === undefined ? null : campaignOf(named),
      wanted: category == null ? null : await findCategory(session, category),
      earningRules: (await session.all(earningRuleList.created_at, { ...of, ...ALL })).map(
        earningRuleOf
      ),
      schema: await schemaOf(session, 'campaign')
    }
  }
}

/** @throws {Refused} for no such campaign. */
export function loadDeleteCampaign(kind: CampaignPath, campaignName: string) {
  return async (session: Session): Promise<DeleteCampaignFacts> => {
    await holdSetUp(session)
    const campaign = await NAMED[kind](session, campaignName)
    const { id: campaignId } = campaign
    const limit = USERS_NAMED + 1
    const vouchers = await session.all(vouchersInCampaign, { campaignId, limit })
    const growing = await campaignsGrowing(session)
    const rewards = await session.all(rewardList.created_at, ALL)
    const givers = rewards.filter(
      ({ parameters }) => parameters.type === 'CAMPAIGN' && parameters.campaignId === campaignId
    )
    const parts = await partsOf(session, campaign)
    return {
      campaign: await countVouchers(session, campaign),
      vouchers: vouchers.map(({ id }) => ({ type: 'voucher', id })),
      generating: growing.has(campaignId),
      rewards: givers.slice(0, limit).map(({ id }) => ({ type: 'reward', id })),
      parts,
      assignments: await assignmentsOn(session, [campaignId, ...parts.map(({ id }) => id)])
    }
  }
}

async function partsOf(session: Session, { id: campaignId }: Campaign) {
  const of = { campaignId }
  const all = { ...of, ...ALL }
  const offers = await session.all(rewardAssignmentList.created_at, all)
  const rules = await session.all(earningRuleList.created_at, all)
  const tiers = await session.all(loyaltyTiersOfCampaign, of)
  const promotions = await session.all(promotionTiersOfCampaign.newest, all)
  return [
    ...offers.map(({ id }) => ({ resource: 'reward_assignment', id }) as const),
    ...rules.map(({ id }) => ({ resource: 'earning_rule', id }) as const),
    ...tiers.map(({ id }) => ({ resource: 'loyalty_tier', id }) as const),
    ...promotions.map(({ tier: { id } }) => ({ resource: 'promotion_tier', id }) as const)
  ]
}

interface ShownBesideNew {
  readonly filed: Category | null
  readonly assignments: readonly ValidationRuleAssignment[]
}

/** @throws {Refused} when no campaign has the id or name. */
export function loadAddVouchers(
  project: Project,
  campaignName: string,
  command: AddVouchersToCampaign,
  { campaignVouchersMax, random }: Limits
) {
  return async (session: Session): Promise<AddVouchersFacts & ShownBesideNew> => {
    const campaign = await countVouchers(session, await campaignNamed(session, campaignName))
    const config = codeConfigFor(campaign, command)
    const readable = config !== null && codeConfigMistake(config) === null
    const used = readable ? await codesUsed(session, config, project) : 0
    const category =
      command.category === null
        ? await findCategoryById(session, command.categoryId)
        : await findCategoryByName(session, command.category)
    const drawn = readable && command.count === 1 ? { config, used } : null
    return {
      campaign,
      category,
      filed: category ?? (await findCategoryById(session, campaign.categoryId)),
      assignments: await assignmentsToCampaign(session, campaign.id),
      schema: await schemaOf(session, 'voucher'),
      freeCodes: await codesForOne(session, command.code, drawn, project, random),
      codesUsed: used,
      vouchersMax: campaignVouchersMax
    }
  }
}

/** The code asked for, where it is free; else free ones of those drawn; none where none is drawn. */
async function codesForOne(
  session: Session,
  asked: string | null,
  drawn: Omit<CodesWanted, 'count'> | null,
  project: Project,
  random: (below: number) => number
): Promise<readonly string[]> {
  if (asked !== null) return freeCodes(session, [asked], project)
  return drawn === null ? [] : freeCodesForOne(session, drawn, project, random)
}

/**
 * What generateVouchers needs to make at most `count` more. Whether the space of codes is spent is
 * counted only where no code that was tried is free, because counting takes longer than trying.
 */
export function loadVouchersToMake(
  hold: Hold,
  project: Project,
  { count, vouchersMax }: { readonly count: number; readonly vouchersMax: number },
  random: (below: number) => number
) {
  return async (session: Session): Promise<GenerateVouchersFacts | null> => {
    const held = await findJobAndAction(session, hold)
    if (held === null) return null
    const { campaignId, codeConfig: config } = vouchersOrdered(held.job)
    const campaign = await countVouchers(session, await campaignNamed(session, campaignId))
    const wanted = Math.min(count, held.job.total - held.job.done)
    const triedFree = (used: number) =>
      freeCodesIn(session, { config, count: wanted, used }, project, random)
    let free = await triedFree(0)
    let used = 0
    if (free.length === 0) {
      used = await codesUsed(session, config, project)
      free = await triedFree(used)
    }
    return {
      ...held,
      owner: hold.owner,
      campaign,
      freeCodes: free.slice(0, wanted),
      codesUsed: used,
      vouchersMax
    }
  }
}

/** @throws {Refused} when the campaign it names does not exist. */
export function loadCreateVoucher(project: Project, command: CreateVoucher, limits: Limits) {
  return async (session: Session): Promise<CreateVoucherFacts & ShownBesideNew> => {
    const { campaign, code } = command
    const category =
      command.category === null ? null : await findCategory(session, command.category)
    const schema = await schemaOf(session, 'voucher')
    if (campaign !== null) {
      // The category is found here, because a single voucher may name it by id as well.
      const wanted = { ...addingOf(command), category: null }
      const added = await loadAddVouchers(project, campaign, wanted, limits)(session)
      const { assignments } = added
      const filed = category ?? added.filed
      return { adding: { ...added, category }, category, schema, freeCodes: [], filed, assignments }
    }
    const config = command.codeConfig ?? ANY_CODE
    const proposing = code === null && codeConfigMistake(config) === null
    const used = proposing ? await codesUsed(session, config, project) : 0
    const drawn = proposing ? { config, used } : null
    const free = await codesForOne(session, code, drawn, project, limits.random)
    return { adding: null, category, schema, freeCodes: free, filed: category, assignments: [] }
  }
}
