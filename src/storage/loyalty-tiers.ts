/**
 * Loyalty tiers of a program, and the cards that stand in them.
 * Spec: createLoyaltyTiers, listLoyaltyTiers, LoyaltyTier, updateLoyaltyTier, deleteLoyaltyTier.
 */
import { and, lt, not } from 'drizzle-orm/sql'
import type {
  CreateLoyaltyTiersFacts,
  DeleteLoyaltyTierFacts,
  NewLoyaltyTier,
  UpdateLoyaltyTier,
  UpdateLoyaltyTierFacts
} from '../decisions/loyalties.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import { USERS_NAMED } from '../decisions/updates.ts'
import type { Customer, TierMapping } from '../model.ts'
import { ofCampaign, type PartPath, pageInProgram, programNamed } from './campaigns/campaigns.ts'
import { holdSetUp, keep } from './catalogue.ts'
import { earningRuleList, earningRulesNamed } from './earning-rules.ts'
import { type ChangeKinds, decidedBy, STEP } from './engine/change-kinds.ts'
import { insertInto, rowsBy, setBy } from './engine/queries.ts'
import { type KindsOf, type Session, write } from './engine/session.ts'
import { among, BY_STAMPS, type Given, is } from './engine/statements.ts'
import { byCard, type Due, type DueBatch, dayAfter } from './points/ledger.ts'
import { ALL, rowsListed, setUp } from './resources.ts'

export const loyaltyTiers = setUp('loyaltyTiers', 'loyalty_tier')

export const loyaltyTierList = rowsListed('loyaltyTiers', { orders: BY_STAMPS, where: ofCampaign })

export const loyaltyTiersOfCampaign = rowsBy('loyaltyTiers', ['campaignId'], {
  up: ['pointsFrom', 'id']
})

export const loyaltyTiersOfProject = rowsBy('loyaltyTiers', [], {
  up: ['campaignId', 'pointsFrom', 'id']
})

export const tierMembershipsOfCustomer = rowsBy('tierMemberships', ['customerId'], {
  up: ['voucherId']
})

export const tierMembershipOfCard = rowsBy('tierMemberships', ['voucherId'])

export const tierMembershipsOfTier = rowsBy('tierMemberships', ['tierId'], {
  pick: ['voucherId'],
  up: ['voucherId'],
  limit: 'given'
})

/** Tiers whose last day is before `day`, but not of the cards of `except`. */
export const tierMembershipsLapsedIn = rowsBy('tierMemberships', [], {
  pick: ['voucherId', 'customerId'],
  and: (m, { day, except }: Given<Omit<DueBatch, 'limit'>>, dialect) =>
    and(lt(m.expiresOn, day), not(among(dialect, m.voucherId, except))),
  up: ['expiresOn', 'voucherId'],
  limit: 'given'
})

export const insertTierMembership = insertInto('tierMemberships')

const MEMBERSHIP = [
  'campaignId',
  'customerId',
  'tierId',
  'startedAt',
  'expiresOn',
  'periodStartsOn',
  'pointsBefore',
  'risen',
  'updatedAt',
  'version'
] as const

export const saveTierMembership = setBy('tierMemberships', MEMBERSHIP, ['voucherId'], {
  and: (m, { versionBefore }: Given<{ versionBefore: number }>) => is(m.version, versionBefore)
})

/** Of all programs, by program and from the lowest up. Kept. */
export const allLoyaltyTiers = keep(async session => await session.all(loyaltyTiersOfProject))

/** @throws {Refused} for no such program, or no such tier in it. */
export async function loyaltyTierIn(session: Session, { campaignName, id }: PartPath) {
  const campaign = await programNamed(session, campaignName)
  const row = await session.one(loyaltyTiers.byId, { id })
  if (row?.campaignId !== campaign.id) throw new Refused(notFound('loyalty_tier', id))
  return row
}

export const loyaltyTiersPage = pageInProgram(loyaltyTierList)

export async function membershipsOf(session: Session, customer: Pick<Customer, 'id'> | null) {
  if (customer === null) return []
  return await session.all(tierMembershipsOfCustomer, { customerId: customer.id })
}

export function loadTiersLapsed(batch: DueBatch) {
  return async (session: Session): Promise<Due> => {
    const found = await session.all(tierMembershipsLapsedIn, batch)
    const held = found.map(({ voucherId, customerId: id }) => ({ voucherId, id }))
    const voucherId = found[0]?.voucherId ?? ''
    const since = dayAfter(await session.one(tierMembershipOfCard, { voucherId }))
    return { since, cards: byCard(held) }
  }
}

export const loyaltyTierChanges: ChangeKinds<KindsOf<'loyaltyTier' | 'tierMembership'>> = {
  'loyaltyTier.created': loyaltyTiers.made(({ tier }) => tier, { step: STEP.madeInside }),
  'loyaltyTier.updated': loyaltyTiers.edited(({ tier }) => tier, {
    meets: { lock: ({ tier: { id } }) => decidedBy('loyalty tier', loyaltyTiers.alone, { id }) }
  }),
  'tierMembership.saved': {
    step: STEP.memberships,
    row: ({ membership }) => membership.voucherId,
    write: (session, change) => {
      const { membership } = change
      const versionBefore = membership.version - 1
      return versionBefore === 0
        ? write(session, change, insertTierMembership, membership)
        : write(session, change, saveTierMembership, { ...membership, versionBefore })
    }
  }
}

/** @throws {Refused} when the program does not exist. */
export function loadLoyaltyTiers(campaignName: string, commands: readonly NewLoyaltyTier[]) {
  return async (session: Session): Promise<CreateLoyaltyTiersFacts> => {
    const campaign = await programNamed(session, campaignName)
    return { campaign, ...(await tiersMapping(session, campaign.id, commands)) }
  }
}

/** The tiers of a program, and which earning rules it has of those that commands name. */
async function tiersMapping(
  session: Session,
  campaignId: string,
  commands: readonly { readonly mapping?: TierMapping | null | undefined }[]
) {
  const ids = [...new Set(commands.flatMap(({ mapping }) => Object.keys(mapping ?? {})))]
  const rules = ids.length === 0 ? [] : await session.all(earningRulesNamed, { campaignId, ids })
  const tiers = await session.all(loyaltyTiersOfCampaign, { campaignId })
  return { tiers, earningRuleIds: new Set(rules.map(({ id }) => id)) }
}

/** @throws {Refused} as loyaltyTierIn does. */
export function loadUpdateLoyaltyTier(path: PartPath, command: UpdateLoyaltyTier) {
  return async (session: Session): Promise<UpdateLoyaltyTierFacts> => {
    await holdSetUp(session)
    const tier = await loyaltyTierIn(session, path)
    return { tier, ...(await tiersMapping(session, tier.campaignId, [command])) }
  }
}

/** @throws {Refused} as loyaltyTierIn does. */
export function loadDeleteLoyaltyTier(path: PartPath) {
  return async (session: Session): Promise<DeleteLoyaltyTierFacts> => {
    await holdSetUp(session)
    const tier = await loyaltyTierIn(session, path)
    const limit = USERS_NAMED + 1
    const cards = await session.all(tierMembershipsOfTier, { tierId: tier.id, limit })
    const of = { campaignId: tier.campaignId, ...ALL }
    const rules = await session.all(earningRuleList.created_at, of)
    const named = rules.filter(({ loyaltyTierId }) => loyaltyTierId === tier.id)
    return {
      tier,
      cards: cards.map(({ voucherId: id }) => ({ type: 'voucher', id })),
      rules: named.slice(0, limit).map(({ id }) => ({ type: 'earning_rule', id }))
    }
  }
}
