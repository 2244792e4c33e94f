/**
 * Loyalty tiers of a program, and the cards that stand in them.
 *
 * Spec: createLoyaltyTiers, listLoyaltyTiers, LoyaltyTier; Decisions 58 and 75.
 */
import { USERS_NAMED } from '../decisions/deletions.ts'
import type {
  CreateLoyaltyTiersFacts,
  DeleteLoyaltyTierFacts,
  NewLoyaltyTier,
  UpdateLoyaltyTier,
  UpdateLoyaltyTierFacts
} from '../decisions/loyalty-tiers/loyalty-tiers.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type * as model from '../model.ts'
import type { Customer, LoyaltyTier, TierMembership } from '../model.ts'
import { programNamed } from './campaigns/campaigns.ts'
import { type Row, withoutProject } from './engine/rows.ts'
import type { Session } from './engine/session.ts'
import { ALL, type Page, type StampOrder } from './pages.ts'
import { byCard, type Due, type DueBatch, dayAfter, valuesOf } from './points/due.ts'

/** Its row is the thing itself, with the project beside it. */
export function loyaltyTierOf(row: Row<'loyaltyTiers'>): model.LoyaltyTier {
  return withoutProject(row)
}

/** Its row is the thing itself, with the project beside it. */
export function tierMembershipOf(row: Row<'tierMemberships'>): model.TierMembership {
  return withoutProject(row)
}

/** A part of a program, as a path names it. */
export interface PartPath {
  /** Id or name of the program. */
  readonly campaignName: string
  readonly id: string
}

/** @throws {Refused} for no such program, or no such tier in it. */
export async function loyaltyTierIn(
  session: Session,
  { campaignName, id }: PartPath
): Promise<LoyaltyTier> {
  const campaign = await programNamed(session, campaignName)
  const row = await session.one('loyaltyTierById', { id })
  if (row?.campaignId !== campaign.id) throw new Refused(notFound('loyalty_tier', id))
  return loyaltyTierOf(row)
}

/** The tiers of a program. @throws {Refused} for any other campaign. */
export async function loyaltyTiersPage(
  session: Session,
  campaignName: string,
  order: StampOrder,
  page: Page
): Promise<{ tiers: readonly LoyaltyTier[]; total: number }> {
  const of = { campaignId: (await programNamed(session, campaignName)).id }
  const found = await session.all(`loyaltyTiers by ${order}`, { ...of, ...page })
  const count = await session.one('loyaltyTiersCount', of)
  return { tiers: found.map(loyaltyTierOf), total: count?.total ?? 0 }
}

/** What createLoyaltyTiers needs. @throws {Refused} when the program does not exist. */
export function loadLoyaltyTiers(campaignName: string, commands: readonly NewLoyaltyTier[]) {
  return async (session: Session): Promise<CreateLoyaltyTiersFacts> => {
    const campaign = await programNamed(session, campaignName)
    const of = { campaignId: campaign.id }
    const ids = [...new Set(commands.flatMap(({ mapping }) => Object.keys(mapping ?? {})))]
    const rules =
      ids.length === 0
        ? []
        : await session.all('earningRulesNamed', { ...of, ids: JSON.stringify(ids) })
    return {
      campaign,
      tiers: (await session.all('loyaltyTiersOfCampaign', of)).map(loyaltyTierOf),
      earningRuleIds: new Set(rules.map(({ id }) => id))
    }
  }
}

/** What updateLoyaltyTier needs. @throws {Refused} as loyaltyTierIn does. */
export function loadUpdateLoyaltyTier(path: PartPath, { mapping }: UpdateLoyaltyTier) {
  return async (session: Session): Promise<UpdateLoyaltyTierFacts> => {
    const tier = await loyaltyTierIn(session, path)
    const of = { campaignId: tier.campaignId }
    const ids = Object.keys(mapping ?? {})
    const rules =
      ids.length === 0
        ? []
        : await session.all('earningRulesNamed', { ...of, ids: JSON.stringify(ids) })
    return {
      tier,
      tiers: (await session.all('loyaltyTiersOfCampaign', of)).map(loyaltyTierOf),
      earningRuleIds: new Set(rules.map(({ id }) => id))
    }
  }
}

/** What deleteLoyaltyTier needs. @throws {Refused} as loyaltyTierIn does. */
export function loadDeleteLoyaltyTier(path: PartPath) {
  return async (session: Session): Promise<DeleteLoyaltyTierFacts> => {
    const tier = await loyaltyTierIn(session, path)
    const limit = USERS_NAMED + 1
    const cards = await session.all('tierMembershipsOfTier', { tierId: tier.id, limit })
    const of = { campaignId: tier.campaignId, ...ALL }
    const rules = await session.all('earningRules by created_at', of)
    const named = rules.filter(({ loyaltyTierId }) => loyaltyTierId === tier.id)
    return {
      tier,
      cards: cards.map(({ voucherId: id }) => ({ type: 'voucher', id })),
      rules: named.slice(0, limit).map(({ id }) => ({ type: 'earning_rule', id }))
    }
  }
}

/** The tiers that the cards of a customer stand in; none for nobody. */
export async function membershipsOf(
  session: Session,
  customer: Customer | null
): Promise<readonly TierMembership[]> {
  if (customer === null) return []
  const found = await session.all('tierMembershipsOfCustomer', { customerId: customer.id })
  return found.map(tierMembershipOf)
}

/** Tiers whose last day is over; their ids are those of the holders. */
export function loadTiersLapsed(batch: DueBatch) {
  return async (session: Session): Promise<Due> => {
    const found = await session.all('tierMembershipsLapsedIn', valuesOf(batch))
    const held = found.map(({ voucherId, customerId: id }) => ({ voucherId, id }))
    const voucherId = found[0]?.voucherId ?? ''
    const since = dayAfter(await session.one('tierMembershipOf', { voucherId }))
    return { since, cards: byCard(held) }
  }
}
