/**
 * What putting rewards on offer needs.
 *
 * Spec: Resources, Reward; Endpoints 7.
 */
import { USERS_NAMED } from '../../decisions/deletions.ts'
import type {
  AssignRewardFacts,
  AssignRewardsFacts,
  DeleteRewardFacts
} from '../../decisions/rewards/rewards.ts'
import type { Campaign, Reward, RewardAssignment } from '../../model.ts'
import { rewardNamed } from '../lists/members.ts'
import { campaignFound, programNamed } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { validationRulesOf } from './standing.ts'

/** What assignReward needs; the campaign by id, then by name. */
export function loadAssignReward(
  rewardId: string,
  campaignName: string,
  ruleIds: readonly string[] = []
) {
  return async (session: Session): Promise<AssignRewardFacts> => {
    const reward = await rewardBy(session, rewardId)
    const campaign = await campaignFound(session, campaignName)
    const assignment = await assignmentOf(session, reward, campaign)
    const rules = await validationRulesOf(session, ruleIds)
    return { reward, campaign, assignment, rules }
  }
}

/** What createRewardAssignments needs. @throws {Refused} when the program does not exist. */
export function loadAssignRewards(campaignName: string, rewardIds: readonly string[]) {
  return async (session: Session): Promise<AssignRewardsFacts> => {
    const campaign = await programNamed(session, campaignName)
    const rewards: Reward[] = []
    const assignments: RewardAssignment[] = []
    for (const id of new Set(rewardIds)) {
      const reward = await rewardBy(session, id)
      if (reward === null) continue
      rewards.push(reward)
      const assignment = await assignmentOf(session, reward, campaign)
      if (assignment !== null) assignments.push(assignment)
    }
    return { campaign, rewards, assignments }
  }
}

/** What deleteReward needs. @throws {Refused} when there is no such reward. */
export function loadDeleteReward(id: string) {
  return async (session: Session): Promise<DeleteRewardFacts> => {
    const offers = await session.all('rewardAssignmentsOfReward', {
      rewardId: id,
      limit: USERS_NAMED + 1
    })
    return {
      reward: await rewardNamed(session, id),
      users: offers.map(offer => ({ type: 'reward_assignment', id: offer.id }))
    }
  }
}

async function rewardBy(session: Session, id: string): Promise<Reward | null> {
  const row = await session.one('rewardById', { id })
  return row === undefined ? null : rows.rewardOf(row)
}

async function assignmentOf(
  session: Session,
  reward: Reward | null,
  campaign: Campaign | null
): Promise<RewardAssignment | null> {
  if (reward === null || campaign === null) return null
  const named = { rewardId: reward.id, campaignId: campaign.id }
  const row = await session.one('rewardAssignmentOf', named)
  return row === undefined ? null : rows.rewardAssignmentOf(row)
}
