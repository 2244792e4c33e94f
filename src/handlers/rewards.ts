/**
 * Rewards, and the programs where they are on offer.
 *
 * Spec: Reward, RewardAssignment.
 */
import {
  createReward,
  createRewardAssignment,
  createRewardAssignments,
  deleteReward,
  deleteRewardAssignment,
  updateReward,
  updateRewardAssignment
} from '../decisions/rewards.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import {
  createRewardAssignmentCommand,
  rewardCommand,
  updateRewardCommand,
  viewReward,
  viewRewardAssignment,
  viewRewardAssignmentList,
  viewRewardList
} from '../http/wire/rewards.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'
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

type ReadOperation =
  | 'getReward'
  | 'getRewardAssignment'
  | 'listAssignmentsOfReward'
  | 'listRewards'
  | 'listRewardAssignments'
type Written =
  | 'createReward'
  | 'deleteReward'
  | 'deleteRewardAssignment'
  | 'updateReward'
  | 'updateRewardAssignment'
  | 'createRewardAssignment'
  | 'createRewardAssignments'

export class RewardHandlers implements Handles<ReadOperation | Written> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createReward({
    body,
    caller
  }: Request<'createReward'>): Promise<ReadyAnswer<'createReward'>> {
    const command = rewardCommand(body)
    return this.#shell.settle(caller, {
      load: loadRewardTarget(command),
      decide: (facts, occasion) => createReward(facts, command, occasion),
      view: reward => ({ status: 200, body: viewReward(reward) })
    })
  }

  async getReward({ params, caller }: Request<'getReward'>): Promise<ReadyAnswer<'getReward'>> {
    return this.#shell.read(
      caller,
      session => rewards.named(session, params.rewardId),
      reward => ({ status: 200, body: viewReward(reward) })
    )
  }

  async listRewards({
    query,
    caller
  }: Request<'listRewards'>): Promise<ReadyAnswer<'listRewards'>> {
    const order = query.order ?? '-created_at'
    return this.#shell.read(
      caller,
      session => rewardList.page(session, order, pageOf(query, LIMIT_DEFAULT)),
      ({ rows, total }) => ({ status: 200, body: viewRewardList({ entries: rows, total }) })
    )
  }

  async updateReward({
    params,
    body,
    caller
  }: Request<'updateReward'>): Promise<ReadyAnswer<'updateReward'>> {
    const command = updateRewardCommand(body)
    return this.#shell.settle(caller, {
      load: loadUpdateReward(params.rewardId, command),
      decide: (facts, occasion) => updateReward(facts, command, occasion),
      view: reward => ({ status: 200, body: viewReward(reward) })
    })
  }

  async deleteReward({
    params,
    caller
  }: Request<'deleteReward'>): Promise<ReadyAnswer<'deleteReward'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteReward(params.rewardId),
      decide: deleteReward,
      view: () => ({ status: 204 })
    })
  }

  async createRewardAssignment({
    params,
    body,
    caller
  }: Request<'createRewardAssignment'>): Promise<ReadyAnswer<'createRewardAssignment'>> {
    const command = createRewardAssignmentCommand(params.rewardId, body)
    const { rewardId, campaignId, validationRuleIds } = command
    return this.#shell.settle(caller, {
      load: loadCreateRewardAssignment(rewardId, campaignId, validationRuleIds),
      decide: (facts, occasion) => createRewardAssignment(facts, command, occasion),
      view: assignment => ({ status: 200, body: viewRewardAssignment(assignment) })
    })
  }

  async createRewardAssignments({
    params,
    body,
    caller
  }: Request<'createRewardAssignments'>): Promise<ReadyAnswer<'createRewardAssignments'>> {
    const offers = body.map(({ reward, parameters }) => ({
      rewardId: reward,
      points: parameters?.loyalty.points
    }))
    const rewardIds = offers.map(({ rewardId }) => rewardId)
    return this.#shell.settle(caller, {
      load: loadCreateRewardAssignments(params.campaignId, rewardIds),
      decide: (facts, occasion) => createRewardAssignments(facts, offers, occasion),
      view: assignments => ({ status: 200, body: assignments.map(viewRewardAssignment) })
    })
  }

  async getRewardAssignment({
    params,
    caller
  }: Request<'getRewardAssignment'>): Promise<ReadyAnswer<'getRewardAssignment'>> {
    return this.#shell.read(
      caller,
      session => rewardAssignmentNamed(session, params.rewardId, params.assignmentId),
      assignment => ({ status: 200, body: viewRewardAssignment(assignment) })
    )
  }

  async updateRewardAssignment({
    params,
    body,
    caller
  }: Request<'updateRewardAssignment'>): Promise<ReadyAnswer<'updateRewardAssignment'>> {
    const command = { points: body.parameters?.loyalty.points }
    return this.#shell.settle(caller, {
      load: loadUpdateRewardAssignment(params.rewardId, params.assignmentId),
      decide: (facts, occasion) => updateRewardAssignment(facts, command, occasion),
      view: assignment => ({ status: 200, body: viewRewardAssignment(assignment) })
    })
  }

  async deleteRewardAssignment({
    params,
    caller
  }: Request<'deleteRewardAssignment'>): Promise<ReadyAnswer<'deleteRewardAssignment'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteRewardAssignment(params.rewardId, params.assignmentId),
      decide: deleteRewardAssignment,
      view: () => ({ status: 204 })
    })
  }

  async listAssignmentsOfReward({
    params,
    query,
    caller
  }: Request<'listAssignmentsOfReward'>): Promise<ReadyAnswer<'listAssignmentsOfReward'>> {
    const order = query.order ?? '-created_at'
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => assignmentsOfRewardPage(session, params.rewardId, order, page),
      ({ rows, total }) => ({
        status: 200,
        body: viewRewardAssignmentList({ entries: rows, total })
      })
    )
  }

  async listRewardAssignments({
    params,
    query,
    caller
  }: Request<'listRewardAssignments'>): Promise<ReadyAnswer<'listRewardAssignments'>> {
    const order = query.order ?? '-created_at'
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => rewardAssignmentsPage(session, params.campaignId, order, page),
      ({ rows, total }) => ({
        status: 200,
        body: viewRewardAssignmentList({ entries: rows, total })
      })
    )
  }
}
