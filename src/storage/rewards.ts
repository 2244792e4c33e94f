/**
 * Rewards, and their assignments to programs.
 *
 * Rewards, one by one and a page of them.
 *
 * Spec: createReward, listRewards, Reward, createRewardAssignments, RewardAssignment, updateReward,
 * deleteReward.
 */
import { and, asc, gt, isNull, lt, or, sql } from 'drizzle-orm/sql'
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
import { campaignById, campaignOf, findCampaign, programNamed } from './campaigns/campaigns.ts'
import { holdSetUp, keep } from './catalogue.ts'
import { addsTo, type ChangeKinds, decidedBy, STEP, writes } from './engine/change-kinds.ts'
import {
  type ChangeOf,
  deleteFrom,
  insertInto,
  type KindsOf,
  replaceChanged,
  rowAlone,
  type Session,
  together
} from './engine/session.ts'
import {
  byCreation,
  byId,
  byStamps,
  columnsToSet,
  command,
  encodeAs,
  type Given,
  inTurn,
  is,
  mine,
  rowsOf,
  statement,
  stretchOf,
  type Tables,
  totalOf
} from './engine/statements.ts'
import { schemaOf } from './metadata-schemas.ts'
import { ALL, type CreationOrder, type Page, type StampOrder } from './pages.ts'
import { productById, skuById } from './products.ts'
import { rulesAssignedTo, validationRulesOf } from './validation-rules.ts'

export const rewardById = statement(({ db, t }, given: Given<{ id: string }>) =>
  rowsOf(db, t.rewards).where(byId(t.rewards, given))
)

export const rewardsBy = byStamps(sorting =>
  statement((dialect, given: Given<Page>) => {
    const { rewards } = dialect.t
    return stretchOf(dialect, rewards, given, mine(rewards), ...sorting(rewards))
  })
)

export const rewardsCount = statement(dialect =>
  totalOf(dialect, dialect.t.rewards, mine(dialect.t.rewards))
)

/** The row of a reward, until the unit ends. */
export const rewardHeld = statement((dialect, given: Given<{ id: string }>) => {
  const { rewards } = dialect.t
  return inTurn(
    dialect,
    dialect.db.select({ id: rewards.id }).from(rewards).where(byId(rewards, given))
  )
})

/** What is counted on the row of a reward. */
export const rewardCount = statement(({ db, t: { rewards } }, given: Given<{ id: string }>) =>
  db.select({ redeemed: rewards.redeemed }).from(rewards).where(byId(rewards, given))
)

export const insertReward = insertInto('rewards')
export const replaceReward = replaceChanged('rewards', ['redeemed'])
export const deleteRewardRow = deleteFrom('rewards')
export const rewardAlone = rowAlone('rewards')

export const countRewardRedeemed = command(
  ({ db, t: { rewards } }, given: Given<{ id: string }>) => {
    const isLeft = or(isNull(rewards.stock), lt(rewards.redeemed, rewards.stock))
    return db
      .update(rewards)
      .set({ redeemed: sql`${rewards.redeemed} + 1` })
      .where(and(byId(rewards, given), isLeft))
  }
)

export const countRewardReleased = command(({ db, t: { rewards } }, given: Given<{ id: string }>) =>
  db
    .update(rewards)
    .set({ redeemed: sql`${rewards.redeemed} - 1` })
    .where(and(byId(rewards, given), gt(rewards.redeemed, 0)))
)

export const referringRewards = statement(({ db, t: { rewards } }) =>
  db
    .select({ id: rewards.id, parameters: rewards.parameters })
    .from(rewards)
    .where(mine(rewards))
    .orderBy(asc(rewards.id))
)

/** @throws {Refused} when the project has no such reward. */
export async function rewardNamed(session: Session, id: string): Promise<Reward> {
  const row = await session.one(rewardById, { id })
  if (row === undefined) throw new Refused(notFound('reward', id))
  return row
}

/** Every reward of the project. */
export async function rewardsPage(
  session: Session,
  order: StampOrder,
  page: Page
): Promise<{ rewards: readonly Reward[]; total: number }> {
  const found = await session.all(rewardsBy[order], { ...page })
  const count = await session.one(rewardsCount)
  return { rewards: found, total: count?.total ?? 0 }
}

const rewardKept = keep(async (session: Session, id: string) => {
  const row = await session.one(rewardById, { id })
  if (row === undefined) return undefined
  const { redeemed: _, ...reward } = row
  return reward
})

/** Null when the project has no such reward. Kept, but for what was redeemed of its stock. */
export async function findReward(session: Session, id: string): Promise<Reward | null> {
  const [reward, count] = await together(rewardKept(session, id), session.one(rewardCount, { id }))
  return reward === undefined || count === undefined ? null : { ...reward, ...count }
}

/** What createReward needs: what its parameters name. */
export function loadRewardTarget({ parameters }: CreateReward) {
  return async (session: Session): Promise<CreateRewardFacts> => {
    const { campaign, product } = parameters
    const found = campaign && (await session.one(campaignById, { id: campaign.id }))
    const goods = product && (await session.one(productById, { id: product.id }))
    const sku = product?.skuId ? await session.one(skuById, { id: product.skuId }) : undefined
    return {
      campaign: found ? campaignOf(found) : null,
      product: goods ?? null,
      sku: sku ?? null,
      schema: await schemaOf(session, 'reward')
    }
  }
}

/** Makes the changes of rewards real. */
export const rewardChanges: ChangeKinds<KindsOf<'reward'>> = {
  'reward.created': {
    step: STEP.made,
    isSetUp: true,
    write: writes(insertReward, ({ reward }) => reward)
  },
  'reward.updated': {
    step: STEP.edited,
    isSetUp: true,
    meets: { lock: ({ reward: { id } }) => decidedBy('reward', rewardAlone, { id }) },
    write: writes(replaceReward, ({ reward, updatedAtBefore }) => ({ ...reward, updatedAtBefore }))
  },
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

/*
 * Reward assignments: in which programs a reward is on offer, and for how many points.
 */

/** Where a reward is on offer, oldest first. */
export const rewardAssignmentsOfReward = statement(
  ({ db, t: { rewardAssignments: a } }, given: Given<{ rewardId: string; limit: number }>) =>
    rowsOf(db, a)
      .where(and(mine(a), is(a.rewardId, given.rewardId)))
      .orderBy(asc(a.id))
      .limit(given.limit)
)

export const rewardAssignmentInCampaign = statement(
  (
    { db, t: { rewardAssignments: a } },
    { rewardId, campaignId }: Given<{ rewardId: string; campaignId: string }>
  ) => rowsOf(db, a).where(and(mine(a), is(a.rewardId, rewardId), is(a.campaignId, campaignId)))
)

export const rewardAssignmentById = statement(({ db, t }, given: Given<{ id: string }>) =>
  rowsOf(db, t.rewardAssignments).where(byId(t.rewardAssignments, given))
)

function inCampaign({ rewardAssignments: a }: Tables, given: Given<{ campaignId: string }>) {
  return and(mine(a), is(a.campaignId, given.campaignId))
}

export const rewardAssignmentsBy = byStamps(sorting =>
  statement((dialect, given: Given<Page & { campaignId: string }>) => {
    const { rewardAssignments: a } = dialect.t
    return stretchOf(dialect, a, given, inCampaign(dialect.t, given), ...sorting(a))
  })
)

export const rewardAssignmentsCount = statement((dialect, given: Given<{ campaignId: string }>) =>
  totalOf(dialect, dialect.t.rewardAssignments, inCampaign(dialect.t, given))
)

function ofReward({ rewardAssignments: a }: Tables, given: Given<{ rewardId: string }>) {
  return and(mine(a), is(a.rewardId, given.rewardId))
}

export const rewardAssignmentsOfRewardBy = byCreation(direct =>
  statement((dialect, given: Given<Page & { rewardId: string }>) => {
    const { rewardAssignments: a } = dialect.t
    const order = [direct(a.createdAt), direct(a.id)]
    return stretchOf(dialect, a, given, ofReward(dialect.t, given), ...order)
  })
)

export const rewardAssignmentsOfRewardCount = statement(
  (dialect, given: Given<{ rewardId: string }>) =>
    totalOf(dialect, dialect.t.rewardAssignments, ofReward(dialect.t, given))
)

export const insertRewardAssignment = insertInto('rewardAssignments')
export const deleteRewardAssignmentRow = deleteFrom('rewardAssignments')
export const rewardAssignmentAlone = rowAlone('rewardAssignments')

export const repriceRewardAssignment = command(
  (
    { db, t: { rewardAssignments: a } },
    given: Given<Omit<ChangeOf<'rewardAssignment.repriced'>, 'kind'>>
  ) => {
    const before = encodeAs(a.points, given.pointsBefore)
    return db
      .update(a)
      .set(columnsToSet(a, given, ['points', 'updatedAt']))
      .where(and(byId(a, given), sql`${a.points} is not distinct from ${before}`))
  }
)

/** What is on offer in a program. @throws {Refused} when there is no such program. */
export async function rewardAssignmentsPage(
  session: Session,
  campaignName: string,
  order: StampOrder,
  page: Page
): Promise<{ assignments: readonly RewardAssignment[]; total: number }> {
  const { id: campaignId } = await programNamed(session, campaignName)
  const found = await session.all(rewardAssignmentsBy[order], { campaignId, ...page })
  const count = await session.one(rewardAssignmentsCount, { campaignId })
  return { assignments: found, total: count?.total ?? 0 }
}

/** Where a reward is on offer. @throws {Refused} when there is no such reward. */
export async function assignmentsOfRewardPage(
  session: Session,
  rewardId: string,
  order: CreationOrder,
  page: Page
): Promise<{ assignments: readonly RewardAssignment[]; total: number }> {
  await rewardNamed(session, rewardId)
  const found = await session.all(rewardAssignmentsOfRewardBy[order], { rewardId, ...page })
  const count = await session.one(rewardAssignmentsOfRewardCount, { rewardId })
  return { assignments: found, total: count?.total ?? 0 }
}

/** Where a reward is on offer, oldest first. Kept. */
export const offersOf = keep(
  async (session: Session, rewardId: string) =>
    await session.all(rewardAssignmentsOfReward, { rewardId, limit: ALL.limit })
)

/** @throws {Refused} when there is no such reward, or it has no such assignment. */
export async function rewardAssignmentNamed(
  session: Session,
  rewardId: string,
  id: string
): Promise<RewardAssignment> {
  await rewardNamed(session, rewardId)
  const row = await session.one(rewardAssignmentById, { id })
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

/** The facts of createRewardAssignments. @throws {Refused} when the program does not exist. */
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

async function findAssignment(
  session: Session,
  reward: Reward | null,
  campaign: Campaign | null
): Promise<RewardAssignment | null> {
  if (reward === null || campaign === null) return null
  const named = { rewardId: reward.id, campaignId: campaign.id }
  const row = await session.one(rewardAssignmentInCampaign, named)
  return row ?? null
}

/** The facts of updateRewardAssignment. @throws {Refused} when the reward has none such. */
export function loadUpdateRewardAssignment(rewardId: string, id: string) {
  return async (session: Session): Promise<UpdateRewardAssignmentFacts> => ({
    reward: await rewardNamed(session, rewardId),
    assignment: await rewardAssignmentNamed(session, rewardId, id)
  })
}

/** The facts of deleteRewardAssignment. @throws {Refused} when the reward has none such. */
export function loadDeleteRewardAssignment(rewardId: string, id: string) {
  return async (session: Session): Promise<DeleteRewardAssignmentFacts> => {
    await holdSetUp(session)
    const assignment = await rewardAssignmentNamed(session, rewardId, id)
    const bound = await session.all(rulesAssignedTo, { ids: [id] })
    return { assignment, bindings: bound.map(({ assignment: { id, ruleId } }) => ({ id, ruleId })) }
  }
}

/** Makes the changes of reward assignments real. */
export const rewardAssignmentChanges: ChangeKinds<KindsOf<'rewardAssignment'>> = {
  'rewardAssignment.created': {
    step: STEP.madeInside,
    isSetUp: true,
    write: writes(insertRewardAssignment, ({ assignment }) => assignment)
  },
  'rewardAssignment.repriced': {
    step: STEP.edited,
    isSetUp: true,
    write: writes(repriceRewardAssignment, change => change)
  }
}

/*
 * What changing and deleting a reward needs to know.
 */

/** The facts of updateReward. @throws {Refused} when there is no such reward. */
export function loadUpdateReward(id: string, { parameters }: UpdateReward) {
  return async (session: Session): Promise<UpdateRewardFacts> => {
    await holdSetUp(session)
    const reward = await rewardNamed(session, id)
    const target = await loadRewardTarget({ parameters: parameters ?? {} })(session)
    const { campaign } = target
    const offered =
      campaign === null
        ? undefined
        : await session.one(rewardAssignmentInCampaign, { rewardId: id, campaignId: campaign.id })
    return { ...target, reward, seller: offered === undefined ? null : campaign }
  }
}

/** The facts of deleteReward. @throws {Refused} when there is no such reward. */
export function loadDeleteReward(id: string) {
  return async (session: Session): Promise<DeleteRewardFacts> => {
    await holdSetUp(session)
    const offers = await session.all(rewardAssignmentsOfReward, {
      rewardId: id,
      limit: USERS_NAMED + 1
    })
    return {
      reward: await rewardNamed(session, id),
      users: offers.map(offer => ({ type: 'reward_assignment', id: offer.id }))
    }
  }
}
