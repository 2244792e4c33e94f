/**
 * Rewards, one by one and a page of them, and their assignments to programs.
 * Spec: createReward, listRewards, Reward, createRewardAssignments, RewardAssignment, updateReward,
 * deleteReward.
 */
import { gt, isNull, lt, or, sql } from 'drizzle-orm/sql'
import { notFound, Refused } from '../decisions/refusals.ts'
import type {
  CreateReward,
  CreateRewardAssignmentFacts,
  CreateRewardAssignmentsFacts,
  CreateRewardFacts,
  DeleteRewardAssignmentFacts,
  DeleteRewardFacts,
  UpdateReward,
  UpdateRewardAssignmentFacts,
  UpdateRewardFacts
} from '../decisions/rewards.ts'
import { USERS_NAMED } from '../decisions/updates.ts'
import type { Campaign, Reward, RewardAssignment } from '../model.ts'
import {
  campaignOf,
  campaigns,
  findCampaign,
  ofCampaign,
  pageInProgram,
  programNamed
} from './campaigns/campaigns.ts'
import { holdSetUp, keep } from './catalogue.ts'
import {
  addsTo,
  type ChangeKinds,
  decidedBy,
  STEP,
  setUpWritten,
  writes
} from './engine/change-kinds.ts'
import { rowsBy, rowsHeld, setBy } from './engine/queries.ts'
import { type KindsOf, type Session, together } from './engine/session.ts'
import {
  BY_CREATION,
  BY_STAMPS,
  type CreationOrder,
  encodeAs,
  type Given,
  is,
  type Page
} from './engine/statements.ts'
import { schemaOf } from './metadata-schemas.ts'
import { findProduct, findSku } from './products.ts'
import { ALL, resource, rowsListed, setUp } from './resources.ts'
import { rulesAssignedTo, validationRulesOf } from './validation-rules.ts'

export const rewards = setUp('rewards', 'reward', { counted: ['redeemed'] })

export const rewardList = rowsListed('rewards', { orders: BY_STAMPS })

export const rewardHeld = rowsHeld('rewards', ['id'], 'id')

export const rewardCount = rowsBy('rewards', ['id'], { pick: ['redeemed'] })

export const countRewardRedeemed = setBy('rewards', [], ['id'], {
  set: reward => ({ redeemed: sql`${reward.redeemed} + 1` }),
  and: reward => or(isNull(reward.stock), lt(reward.redeemed, reward.stock))
})

export const countRewardReleased = setBy('rewards', [], ['id'], {
  set: reward => ({ redeemed: sql`${reward.redeemed} - 1` }),
  and: reward => gt(reward.redeemed, 0)
})

export const referringRewards = rowsBy('rewards', [], { pick: ['id', 'parameters'], up: ['id'] })

const rewardKept = keep(async (session: Session, id: string) => {
  const row = await session.one(rewards.byId, { id })
  if (row === undefined) return undefined
  const { redeemed: _, ...reward } = row
  return reward
})

/** Null when the project has no such reward. Kept, but for what was redeemed of its stock. */
export async function findReward(session: Session, id: string): Promise<Reward | null> {
  const [reward, count] = await together(rewardKept(session, id), session.one(rewardCount, { id }))
  return reward === undefined || count === undefined ? null : { ...reward, ...count }
}

export function loadRewardTarget({ parameters }: CreateReward) {
  return async (session: Session): Promise<CreateRewardFacts> => {
    const { campaign, product } = parameters
    const found = campaign && (await session.one(campaigns.byId, { id: campaign.id }))
    return {
      campaign: found ? campaignOf(found) : null,
      product: product ? await findProduct(session, product.id) : null,
      sku: product?.skuId ? await findSku(session, product.skuId) : null,
      schema: await schemaOf(session, 'reward')
    }
  }
}

export const rewardChanges: ChangeKinds<KindsOf<'reward'>> = {
  'reward.created': rewards.made(({ reward }) => reward),
  'reward.updated': rewards.edited(({ reward }) => reward, {
    meets: { lock: ({ reward: { id } }) => decidedBy('reward', rewards.alone, { id }) }
  }),
  'reward.redeemed': {
    step: STEP.stocks,
    meets: addsTo('reward', rewardHeld, ({ rewardId }) => rewardId),
    write: writes(countRewardRedeemed, change => ({ id: change.rewardId }))
  },
  'reward.released': {
    step: STEP.stocks,
    meets: addsTo('reward', rewardHeld, ({ rewardId }) => rewardId),
    write: writes(countRewardReleased, change => ({ id: change.rewardId }))
  }
}

export const rewardAssignments = resource('rewardAssignments', 'reward_assignment')

export const rewardAssignmentList = rowsListed('rewardAssignments', {
  orders: BY_STAMPS,
  where: ofCampaign
})

export const offerList = rowsListed('rewardAssignments', {
  orders: BY_CREATION,
  where: (a, given: Given<{ rewardId: string }>) => is(a.rewardId, given.rewardId)
})

export const rewardAssignmentsOfReward = rowsBy('rewardAssignments', ['rewardId'], {
  up: ['id'],
  limit: 'given'
})

export const rewardAssignmentInCampaign = rowsBy('rewardAssignments', ['rewardId', 'campaignId'])

export const repriceRewardAssignment = setBy('rewardAssignments', ['points', 'updatedAt'], ['id'], {
  and: (a, { pointsBefore }: Given<{ pointsBefore: number | null }>) =>
    sql`${a.points} is not distinct from ${encodeAs(a.points, pointsBefore)}`
})

export const rewardAssignmentsPage = pageInProgram(rewardAssignmentList)

/** Where a reward is on offer. @throws {Refused} when there is no such reward. */
export async function assignmentsOfRewardPage(
  session: Session,
  rewardId: string,
  order: CreationOrder,
  page: Page
) {
  await rewards.named(session, rewardId)
  return offerList.page(session, order, page, { rewardId })
}

/** Where a reward is on offer, oldest first. Kept. */
export const offersOf = keep(
  async (session: Session, rewardId: string) =>
    await session.all(rewardAssignmentsOfReward, { rewardId, limit: ALL.limit })
)

/** @throws {Refused} when there is no such reward, or it has no such assignment. */
export async function rewardAssignmentNamed(session: Session, rewardId: string, id: string) {
  await rewards.named(session, rewardId)
  const row = await session.one(rewardAssignments.byId, { id })
  if (row?.rewardId !== rewardId) throw new Refused(notFound('reward_assignment', id))
  return row
}

/** What createRewardAssignment needs; the campaign by id, then by name. */
export function loadCreateRewardAssignment(
  rewardId: string,
  campaignName: string,
  ruleIds: readonly string[] = []
) {
  return async (session: Session): Promise<CreateRewardAssignmentFacts> => {
    const reward = await findReward(session, rewardId)
    const campaign = await findCampaign(session, campaignName)
    const assignment = await findAssignment(session, reward, campaign)
    const rules = await validationRulesOf(session, ruleIds)
    return { reward, campaign, assignment, rules }
  }
}

/** @throws {Refused} when the program does not exist. */
export function loadCreateRewardAssignments(campaignName: string, rewardIds: readonly string[]) {
  return async (session: Session): Promise<CreateRewardAssignmentsFacts> => {
    const campaign = await programNamed(session, campaignName)
    const rewards: Reward[] = []
    const assignments: RewardAssignment[] = []
    for (const id of new Set(rewardIds)) {
      const reward = await findReward(session, id)
      if (reward === null) continue
      rewards.push(reward)
      const assignment = await findAssignment(session, reward, campaign)
      if (assignment !== null) assignments.push(assignment)
    }
    return { campaign, rewards, assignments }
  }
}

async function findAssignment(session: Session, reward: Reward | null, campaign: Campaign | null) {
  if (reward === null || campaign === null) return null
  const named = { rewardId: reward.id, campaignId: campaign.id }
  return (await session.one(rewardAssignmentInCampaign, named)) ?? null
}

/** @throws {Refused} when the reward has none such. */
export function loadUpdateRewardAssignment(rewardId: string, id: string) {
  return async (session: Session): Promise<UpdateRewardAssignmentFacts> => ({
    reward: await rewards.named(session, rewardId),
    assignment: await rewardAssignmentNamed(session, rewardId, id)
  })
}

/** @throws {Refused} when the reward has none such. */
export function loadDeleteRewardAssignment(rewardId: string, id: string) {
  return async (session: Session): Promise<DeleteRewardAssignmentFacts> => {
    await holdSetUp(session)
    const assignment = await rewardAssignmentNamed(session, rewardId, id)
    const bound = await session.all(rulesAssignedTo, { ids: [id] })
    return { assignment, bindings: bound.map(({ assignment: { id, ruleId } }) => ({ id, ruleId })) }
  }
}

export const rewardAssignmentChanges: ChangeKinds<KindsOf<'rewardAssignment'>> = {
  'rewardAssignment.created': setUpWritten(
    STEP.madeInside,
    rewardAssignments.insert,
    ({ assignment }) => assignment
  ),
  'rewardAssignment.repriced': setUpWritten(STEP.edited, repriceRewardAssignment, change => change)
}

/** @throws {Refused} when there is no such reward. */
export function loadUpdateReward(id: string, { parameters }: UpdateReward) {
  return async (session: Session): Promise<UpdateRewardFacts> => {
    await holdSetUp(session)
    const reward = await rewards.named(session, id)
    const target = await loadRewardTarget({ parameters: parameters ?? {} })(session)
    const { campaign } = target
    const offered =
      campaign === null
        ? undefined
        : await session.one(rewardAssignmentInCampaign, { rewardId: id, campaignId: campaign.id })
    return { ...target, reward, seller: offered === undefined ? null : campaign }
  }
}

/** @throws {Refused} when there is no such reward. */
export function loadDeleteReward(id: string) {
  return async (session: Session): Promise<DeleteRewardFacts> => {
    await holdSetUp(session)
    const of = { rewardId: id, limit: USERS_NAMED + 1 }
    const offers = await session.all(rewardAssignmentsOfReward, of)
    return {
      reward: await rewards.named(session, id),
      users: offers.map(offer => ({ type: 'reward_assignment', id: offer.id }))
    }
  }
}
