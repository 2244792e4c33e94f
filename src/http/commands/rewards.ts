/**
 * Rewards and their assignments from the wire to commands.
 *
 * Spec: CreateRewardRequest, UpdateRewardRequest, CreateRewardAssignmentsRequest.
 */
import type { CreateReward } from '../../decisions/rewards/rewards.ts'
import type { UpdateReward } from '../../decisions/rewards/updates.ts'
import type { Schemas } from '../wire.ts'
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
