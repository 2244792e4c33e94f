/**
 * Rewards on the wire. `parameters` names what the reward hands out under a key of its type.
 *
 * Spec: Resources, Reward; Endpoints 7.
 */
import type { Reward, RewardParameters } from '../../model.ts'
import { type Wire, withoutNulls } from './wire.ts'

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
