/**
 * Rewards and their offers: changed and deleted.
 *
 * The type of a reward never changes: a customer who saved up for a mug does not want a coupon.
 * Redemptions keep their copy of the reward.
 *
 * Spec: updateReward, deleteReward, updateRewardAssignment, deleteRewardAssignment.
 */
import type { Campaign, Reward, RewardAssignment, ValidationRuleAssignment } from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { mergeMetadata, metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import type { Refusal } from '../refusals.ts'
import { invalidPayload } from '../request-refusals.ts'
import { amend, rewrite } from '../updates.ts'
import { unassignRules } from '../validation-rules/assignments.ts'
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
  /** The campaign that the command names, if it offers the reward. */
  readonly seller: Campaign | null
}

/** Merges the sent properties into the stored ones; writes nothing when nothing differs. */
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
    stock: amend(command.stock, stored.stock),
    attributes: attributesOf(stored, command),
    metadata: mergeMetadata(stored.metadata, command.metadata)
  }
  const refusal =
    (seller === null ? null : sellsItself(changed, seller)) ??
    extrasMistake(type, command) ??
    belowRedeemed(changed) ??
    (command.metadata === undefined ? null : metadataRefusal(schema, changed.metadata))
  if (refusal !== null) return { refusal }
  return rewrite(stored, changed, now, (reward, updatedAtBefore) => [
    { kind: 'reward.updated', reward, updatedAtBefore }
  ])
}

/** The sent parameters, which replace the stored ones and must be of the same type. */
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
  if (sent == null) return amend(sent, stored)
  return {
    imageUrl: amend(sent.imageUrl, stored?.imageUrl ?? null),
    description: amend(sent.description, stored?.description ?? null)
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

/** Sets another price for later redemptions. */
export function updateRewardAssignment(
  { reward, assignment }: UpdateRewardAssignmentFacts,
  { points }: { /** Whole, at least 1. */ readonly points: number | undefined },
  { now: updatedAt }: Occasion
): Decision<RewardAssignment> {
  if (points === undefined) return { result: assignment, changes: [] }
  const refusal = priceMistake(reward, points, null)
  if (refusal !== null) return { refusal }
  const { id, points: pointsBefore } = assignment
  if (points === pointsBefore) return { result: assignment, changes: [] }
  return {
    result: { ...assignment, points, updatedAt },
    changes: [{ kind: 'rewardAssignment.repriced', id, pointsBefore, points, updatedAt }]
  }
}

export interface DeleteRewardAssignmentFacts {
  readonly assignment: RewardAssignment
  /** The assignments of the rules that bind it; they are deleted with it. */
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
  return { result: null, changes: [...unassignRules(bindings), gone] }
}
