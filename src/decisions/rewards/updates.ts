/**
 * Rewards that change, and what is on offer at another price or no longer.
 *
 * What kind of reward it is never changes: who saved up for a mug does not want a coupon. What was
 * redeemed keeps what it was.
 *
 * Spec: updateReward, deleteReward, updateRewardAssignment, deleteRewardAssignment; Decisions 73
 * and 84.
 */
import type { Campaign, Reward, RewardAssignment, ValidationRuleAssignment } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { mergeMetadata, metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import type { Refusal } from '../refusals.ts'
import { invalidPayload } from '../request-refusals.ts'
import { amended, rewritten } from '../updates.ts'
import { unassigned } from '../validation-rules/assignments.ts'
import {
  type CreateReward,
  type CreateRewardFacts,
  extrasMistake,
  KINDS,
  offerOf,
  priceMistake,
  sellsItself
} from './rewards.ts'

export interface UpdateReward
  extends Partial<Pick<CreateReward, 'parameters' | 'stock' | 'attributes' | 'metadata'>> {
  readonly name?: string | undefined
}

export interface UpdateRewardFacts extends CreateRewardFacts {
  readonly reward: Reward
  /** The campaign the command names, where the reward is on offer in it. */
  readonly seller: Campaign | null
}

/** What was sent over what is stored; nothing is written where that says nothing new. */
export function updateReward(
  facts: UpdateRewardFacts,
  command: UpdateReward,
  { now }: Occasion
): Decision<Reward> {
  const { reward: stored, seller, schema } = facts
  const { type } = stored.parameters
  const read = parametersOf(facts, command)
  if ('refusal' in read) return read
  const changed: Reward = {
    ...stored,
    name: command.name ?? stored.name,
    parameters: read.parameters,
    stock: amended(command.stock, stored.stock),
    attributes: attributesOf(stored, command),
    metadata: mergeMetadata(stored.metadata, command.metadata)
  }
  const refusal =
    (seller === null ? null : sellsItself(changed, seller)) ??
    extrasMistake(type, command) ??
    belowRedeemed(changed) ??
    (command.metadata === undefined ? null : metadataRefusal(schema, changed.metadata))
  if (refusal !== null) return { refusal }
  const reward = rewritten(stored, changed, now)
  if (reward === null) return { result: stored, changes: [] }
  const { updatedAt: updatedAtBefore } = stored
  return { result: reward, changes: [{ kind: 'reward.updated', reward, updatedAtBefore }] }
}

/** Those sent, as a whole, where they make a reward of the same kind. */
function parametersOf(
  facts: UpdateRewardFacts,
  { parameters }: UpdateReward
): Pick<Reward, 'parameters'> | { readonly refusal: Refusal } {
  const { type } = facts.reward.parameters
  if (parameters === undefined) return facts.reward
  const other = (['campaign', 'product', 'coin'] as const).find(
    part => parameters[part] != null && KINDS[part] !== type
  )
  if (other === undefined) return offerOf(facts, { type, parameters })
  const message = `would make it a ${KINDS[other]} reward, and this one stays a ${type} one`
  return { refusal: invalidPayload(`parameters.${other}`, message) }
}

function attributesOf({ attributes: stored }: Reward, { attributes: sent }: UpdateReward) {
  if (sent == null) return amended(sent, stored)
  return {
    imageUrl: amended(sent.imageUrl, stored?.imageUrl ?? null),
    description: amended(sent.description, stored?.description ?? null)
  }
}

function belowRedeemed({ stock, redeemed }: Reward): Refusal | null {
  if (stock === null || stock >= redeemed) return null
  const message = `${stock} is less than the ${redeemed} that are redeemed; send at least that`
  return invalidPayload('stock', message)
}

export interface UpdateRewardAssignmentFacts {
  readonly reward: Reward
  readonly assignment: RewardAssignment
}

/** Another price, for what is redeemed from now on. */
export function updateRewardAssignment(
  { reward, assignment }: UpdateRewardAssignmentFacts,
  { points }: { /** Whole, at least 1. */ readonly points: number | undefined }
): Decision<RewardAssignment> {
  if (points === undefined) return { result: assignment, changes: [] }
  const refusal = priceMistake(reward, points, null)
  if (refusal !== null) return { refusal }
  const { id, points: pointsBefore } = assignment
  if (points === pointsBefore) return { result: assignment, changes: [] }
  return {
    result: { ...assignment, points },
    changes: [{ kind: 'rewardAssignment.repriced', id, pointsBefore, points }]
  }
}

export interface DeleteRewardAssignmentFacts {
  readonly assignment: RewardAssignment
  /** The rules that bind it, which go with it. */
  readonly bindings: readonly Pick<ValidationRuleAssignment, 'id' | 'ruleId'>[]
}

/** Takes a reward off offer in one program. */
export function deleteRewardAssignment({
  assignment,
  bindings
}: DeleteRewardAssignmentFacts): Decision<null> {
  const gone: Change = {
    kind: 'resource.deleted',
    resource: 'reward_assignment',
    id: assignment.id
  }
  return { result: null, changes: [...unassigned(bindings), gone] }
}
