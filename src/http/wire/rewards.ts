/**
 * Rewards on the wire, and where they are on offer. `parameters` of a reward names what it gives
 * under a key of its type; those of an assignment name the price.
 * Spec: CreateRewardRequest, UpdateRewardRequest, CreateRewardAssignmentsRequest, Reward,
 * RewardAssignment.
 */
import type { CreateReward, UpdateReward } from '../../decisions/rewards.ts'
import type { Reward, RewardAssignment, RewardParameters } from '../../model.ts'
import { type Schemas, type Wire, withoutNulls } from '../wire.ts'
import { metadataOf } from './values.ts'

/** Without a type, the parameters decide it. */
export function rewardCommand(body: Schemas['CreateRewardRequest']): CreateReward {
  const { parameters, attributes } = body
  return {
    name: body.name,
    type: body.type,
    parameters: parametersOf(parameters),
    stock: body.stock,
    attributes: attributes && {
      imageUrl: attributes.image_url,
      description: attributes.description
    },
    metadata: metadataOf(body.metadata)
  }
}

type WireParameters = Schemas['RewardParametersRequest']

function parametersOf({ campaign, product, coin }: WireParameters): CreateReward['parameters'] {
  return {
    campaign,
    product: product && { id: product.id, skuId: product.sku_id },
    coin: coin && { exchangeRatio: coin.exchange_ratio, pointsRatio: coin.points_ratio }
  }
}

/** A property that is absent is undefined, which keeps the stored one. */
export function updateRewardCommand(body: Schemas['UpdateRewardRequest']): UpdateReward {
  const { parameters, attributes } = body
  return {
    name: body.name,
    ...(parameters === undefined ? {} : { parameters: parametersOf(parameters) }),
    stock: body.stock,
    attributes: attributes && {
      imageUrl: attributes.image_url,
      description: attributes.description
    },
    metadata: body.metadata && metadataOf(body.metadata)
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

/** `attributes` are absent for a reward that has none. */
export function viewReward(reward: Reward): Wire<'Reward'> {
  return {
    id: reward.id,
    name: reward.name,
    type: reward.parameters.type,
    stock: reward.stock,
    redeemed: reward.redeemed,
    ...withoutNulls({ attributes: reward.attributes && viewAttributes(reward.attributes) }),
    parameters: viewRewardParameters(reward.parameters),
    metadata: reward.metadata,
    created_at: reward.createdAt,
    updated_at: reward.updatedAt,
    object: 'reward'
  }
}

function viewAttributes({ imageUrl, description }: NonNullable<Reward['attributes']>) {
  return withoutNulls({ image_url: imageUrl, description })
}

/** One key: `campaign`, `product` or `coin`. */
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

/** A reward on offer; without `parameters` when the order decides its price. */
export function viewRewardAssignment(assignment: RewardAssignment): Wire<'RewardAssignment'> {
  const { points } = assignment
  return {
    id: assignment.id,
    reward_id: assignment.rewardId,
    related_object_id: assignment.campaignId,
    related_object_type: 'campaign',
    ...withoutNulls({ parameters: points === null ? null : { loyalty: { points } } }),
    created_at: assignment.createdAt,
    updated_at: assignment.updatedAt,
    object: 'reward_assignment'
  }
}
