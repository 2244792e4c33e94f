/**
 * Rewards on the wire, and where they are on offer. `parameters` of a reward names what it gives
 * under a key of its type; those of an assignment name the price.
 * Spec: CreateRewardRequest, UpdateRewardRequest, CreateRewardAssignmentsRequest, Reward,
 * RewardAssignment.
 */
import type { CreateReward, UpdateReward } from '../../decisions/rewards.ts'
import type { Reward, RewardAssignment, RewardParameters } from '../../model.ts'
import { readerOf, type Schemas, viewOf, type Wire, withoutNulls } from '../wire.ts'
import { metadataOf } from './values.ts'

const readFigures = readerOf('name stock')
const readAttributes = readerOf('image_url description')

/** Without a type, the parameters decide it. */
export function rewardCommand(body: Schemas['CreateRewardRequest']): CreateReward {
  const { type, parameters } = body
  return { ...readFigures(body), ...described(body), type, parameters: parametersOf(parameters) }
}

function parametersOf({ campaign, product, coin }: Schemas['RewardParametersRequest']) {
  return {
    campaign,
    product: product && { id: product.id, skuId: product.sku_id },
    coin: coin && { exchangeRatio: coin.exchange_ratio, pointsRatio: coin.points_ratio }
  }
}

export function updateRewardCommand(body: Schemas['UpdateRewardRequest']): UpdateReward {
  const parameters = body.parameters && { parameters: parametersOf(body.parameters) }
  return { ...readFigures(body), ...described(body), ...parameters }
}

function described({
  attributes,
  metadata
}: Pick<Schemas['UpdateRewardRequest'], 'attributes' | 'metadata'>) {
  return {
    attributes: attributes && readAttributes(attributes),
    metadata: metadata && metadataOf(metadata)
  }
}

/** The program in which a reward will be on offer, its price and its rules. */
export function createRewardAssignmentCommand(
  rewardId: string,
  body: Schemas['CreateRewardAssignmentRequest']
) {
  return {
    rewardId,
    campaignId: body.campaign,
    points: body.parameters?.loyalty.points,
    validationRuleIds: body.validation_rules ?? []
  }
}

const rewardView = viewOf(
  'id name type stock redeemed attributes? parameters metadata created_at updated_at object:reward'
)

/** `attributes` are absent for a reward that has none. */
export function viewReward(reward: Reward): Wire<'Reward'> {
  const { attributes, parameters } = reward
  return rewardView({
    ...reward,
    type: parameters.type,
    attributes: attributes && viewAttributes(attributes),
    parameters: viewRewardParameters(parameters)
  })
}

const viewAttributes = viewOf('image_url? description?')

export function viewRewardParameters(parameters: RewardParameters): Wire<'RewardParameters'> {
  switch (parameters.type) {
    case 'CAMPAIGN': {
      const { campaignId, balance, campaignType } = parameters
      return { campaign: { id: campaignId, ...withoutNulls({ balance }), type: campaignType } }
    }
    case 'MATERIAL':
      return { product: { id: parameters.productId, sku_id: parameters.skuId } }
    case 'COIN':
      // A ratio is kept as decimal text to be counted exactly; the document answers a number.
      return {
        coin: {
          exchange_ratio: Number(parameters.exchangeRatio),
          points_ratio: parameters.pointsRatio
        }
      }
  }
}

const assignmentView = viewOf(
  'id reward_id related_object_id related_object_type:campaign parameters? created_at updated_at',
  'object:reward_assignment'
)

/** A reward on offer; without `parameters` when the order decides its price. */
export function viewRewardAssignment(assignment: RewardAssignment): Wire<'RewardAssignment'> {
  const { points, campaignId: relatedObjectId } = assignment
  const parameters = points === null ? null : { loyalty: { points } }
  return assignmentView({ ...assignment, relatedObjectId, parameters })
}
