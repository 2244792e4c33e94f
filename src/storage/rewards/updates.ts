/**
 * What changing and deleting a reward needs to know.
 *
 * Spec: updateReward, deleteReward.
 */
import { USERS_NAMED } from '../../decisions/deletions.ts'
import type { DeleteRewardFacts } from '../../decisions/rewards/rewards.ts'
import type { UpdateReward, UpdateRewardFacts } from '../../decisions/rewards/updates.ts'
import { holdSetUp } from '../catalogue.ts'
import type { Session } from '../engine/session.ts'
import { rewardAssignmentInCampaign, rewardAssignmentsOfReward } from './assignments.ts'
import { loadRewardTarget, rewardNamed } from './rewards.ts'

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
