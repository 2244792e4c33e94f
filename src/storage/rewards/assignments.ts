/**
 * Reward assignments: in which programs a reward is on offer, and for how many points.
 *
 * Spec: createRewardAssignments, RewardAssignment.
 */
import { and, asc, sql } from 'drizzle-orm/sql'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type {
  CreateRewardAssignmentFacts,
  CreateRewardAssignmentsFacts
} from '../../decisions/rewards/rewards.ts'
import type {
  DeleteRewardAssignmentFacts,
  UpdateRewardAssignmentFacts
} from '../../decisions/rewards/updates.ts'
import type * as model from '../../model.ts'
import type { Campaign, Reward, RewardAssignment } from '../../model.ts'
import { findCampaign, programNamed } from '../campaigns/campaigns.ts'
import { holdSetUp, keep } from '../catalogue.ts'
import { type ChangeKinds, STEP, writes } from '../engine/change-kinds.ts'
import {
  byCreation,
  byId,
  byStamps,
  columnsToSet,
  encodeAs,
  is,
  mine,
  stretchOf,
  totalOf
} from '../engine/clauses.ts'
import type { Tables } from '../engine/dialect.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { command, type Given, statement } from '../engine/statements.ts'
import { type ChangeOf, deleteFrom, insertInto, type KindsOf, rowAlone } from '../engine/writers.ts'
import { ALL, type CreationOrder, type Page, type StampOrder } from '../pages.ts'
import { rulesAssignedTo } from '../validation-rules/assignments.ts'
import { validationRulesOf } from '../validation-rules/validation-rules.ts'
import { findReward, rewardNamed } from './rewards.ts'

/** Where a reward is on offer, oldest first. */
export const rewardAssignmentsOfReward = statement(
  ({ db, t: { rewardAssignments: a } }, given: Given<{ rewardId: string; limit: number }>) =>
    db
      .select()
      .from(a)
      .where(and(mine(a), is(a.rewardId, given.rewardId)))
      .orderBy(asc(a.id))
      .limit(given.limit)
)

export const rewardAssignmentInCampaign = statement(
  (
    { db, t: { rewardAssignments: a } },
    { rewardId, campaignId }: Given<{ rewardId: string; campaignId: string }>
  ) =>
    db
      .select()
      .from(a)
      .where(and(mine(a), is(a.rewardId, rewardId), is(a.campaignId, campaignId)))
)

export const rewardAssignmentById = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select().from(t.rewardAssignments).where(byId(t.rewardAssignments, given))
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

/** Its row is the thing itself, with the project beside it. */
export function rewardAssignmentOf(row: Row<'rewardAssignments'>): model.RewardAssignment {
  return withoutProject(row)
}

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
  return { assignments: found.map(rewardAssignmentOf), total: count?.total ?? 0 }
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
  return { assignments: found.map(rewardAssignmentOf), total: count?.total ?? 0 }
}

/** Where a reward is on offer, oldest first. Kept. */
export const offersOf = keep(async (session: Session, rewardId: string) =>
  (await session.all(rewardAssignmentsOfReward, { rewardId, limit: ALL.limit })).map(
    rewardAssignmentOf
  )
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
  return rewardAssignmentOf(row)
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
  return row === undefined ? null : rewardAssignmentOf(row)
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
