/**
 * Rewards.
 *
 * Spec: Endpoints 7; Resources, Reward.
 */
import { type CreateReward, createReward } from '../decisions/rewards.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewReward } from '../http/views/rewards.ts'
import type { Shell } from '../shell.ts'
import { loadRewardTarget } from '../storage/loads-catalogue.ts'
import { metadataOf } from './commands.ts'

export class RewardHandlers implements Handles<'createReward'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async createReward({ body, caller }: Request<'createReward'>): Promise<Answer<'createReward'>> {
    const command = rewardCommand(body)
    return this.#shell.settle(caller, {
      load: loadRewardTarget(command),
      decide: (facts, occasion) => createReward(facts, command, occasion),
      view: reward => ({ status: 200, body: viewReward(reward) })
    })
  }
}

function rewardCommand(body: Request<'createReward'>['body']): CreateReward {
  const { parameters, attributes } = body
  const { campaign, product, coin } = parameters
  return {
    name: body.name,
    type: body.type,
    parameters: {
      campaign,
      product: product && { id: product.id, skuId: product.sku_id },
      coin: coin && { exchangeRatio: coin.exchange_ratio, pointsRatio: coin.points_ratio }
    },
    stock: body.stock,
    attributes: attributes && {
      imageUrl: attributes.image_url,
      description: attributes.description
    },
    metadata: metadataOf(body.metadata)
  }
}
