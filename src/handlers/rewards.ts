/** Rewards, and the programs where they are on offer. Spec: Reward, RewardAssignment. */
import {
  createReward,
  createRewardAssignment,
  createRewardAssignments,
  deleteReward,
  deleteRewardAssignment,
  updateReward,
  updateRewardAssignment
} from '../decisions/rewards.ts'
import { at, type Handlers, type Kit, within } from '../http/kit.ts'
import {
  createRewardAssignmentCommand,
  rewardCommand,
  updateRewardCommand,
  viewReward,
  viewRewardAssignment
} from '../http/wire/rewards.ts'
import { listed } from '../http/wire.ts'
import {
  assignmentsOfRewardPage,
  loadCreateRewardAssignment,
  loadCreateRewardAssignments,
  loadDeleteReward,
  loadDeleteRewardAssignment,
  loadRewardTarget,
  loadUpdateReward,
  loadUpdateRewardAssignment,
  rewardAssignmentNamed,
  rewardAssignmentsPage,
  rewardList,
  rewards
} from '../storage/rewards.ts'

export function rewardHandlers({ list, read, remove, write }: Kit) {
  return {
    createReward: write({
      command: ({ body }) => rewardCommand(body),
      load: loadRewardTarget,
      decide: createReward,
      view: viewReward
    }),

    getReward: read(at('rewardId', rewards.named), viewReward),

    listRewards: list(rewardList.page, listed('data', viewReward)),

    updateReward: write({
      command: ({ body }) => updateRewardCommand(body),
      load: (command, { params }) => loadUpdateReward(params.rewardId, command),
      decide: updateReward,
      view: viewReward,
      unchanging: []
    }),

    deleteReward: remove(({ params }) => loadDeleteReward(params.rewardId), deleteReward),

    createRewardAssignment: write({
      command: ({ params, body }) => createRewardAssignmentCommand(params.rewardId, body),
      load: ({ rewardId, campaignId, validationRuleIds }) =>
        loadCreateRewardAssignment(rewardId, campaignId, validationRuleIds),
      decide: (facts, command, occasion) => createRewardAssignment(facts, command, occasion),
      view: viewRewardAssignment
    }),

    createRewardAssignments: write({
      command: ({ body }) =>
        body.map(({ reward, parameters }) => ({
          rewardId: reward,
          points: parameters?.loyalty.points
        })),
      load: (offers, { params }) =>
        loadCreateRewardAssignments(
          params.campaignId,
          offers.map(({ rewardId }) => rewardId)
        ),
      decide: createRewardAssignments,
      view: assignments => assignments.map(viewRewardAssignment)
    }),

    getRewardAssignment: read(
      (session, { params }) => rewardAssignmentNamed(session, params.rewardId, params.assignmentId),
      viewRewardAssignment
    ),

    updateRewardAssignment: write({
      command: ({ body }) => ({ points: body.parameters?.loyalty.points }),
      load: (_, { params }) => loadUpdateRewardAssignment(params.rewardId, params.assignmentId),
      decide: updateRewardAssignment,
      view: viewRewardAssignment,
      unchanging: ['reward_id', 'related_object_id', 'related_object_type']
    }),

    deleteRewardAssignment: remove(
      ({ params }) => loadDeleteRewardAssignment(params.rewardId, params.assignmentId),
      deleteRewardAssignment
    ),

    listAssignmentsOfReward: list(
      within('rewardId', assignmentsOfRewardPage),
      listed('data', viewRewardAssignment)
    ),

    listRewardAssignments: list(
      within('campaignId', rewardAssignmentsPage),
      listed('data', viewRewardAssignment)
    )
  } satisfies Handlers
}
