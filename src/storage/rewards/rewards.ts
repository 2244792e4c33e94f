/**
 * Rewards, one by one and a page of them.
 *
 * Spec: createReward, listRewards, Reward; Decision 73.
 */
import { USERS_NAMED } from '../../decisions/deletions.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type {
  CreateReward,
  CreateRewardFacts,
  DeleteRewardFacts
} from '../../decisions/rewards/rewards.ts'
import type { UpdateReward, UpdateRewardFacts } from '../../decisions/rewards/updates.ts'
import type * as model from '../../model.ts'
import type { Reward } from '../../model.ts'
import { campaignOf } from '../campaigns/campaigns.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { schemaOf } from '../metadata-schemas.ts'
import type { Page, StampOrder } from '../pages.ts'
import { productOf } from '../products/products.ts'
import { skuOf } from '../products/skus.ts'

/** Its row is the thing itself, with the project beside it. */
export function rewardOf(row: Row<'rewards'>): model.Reward {
  return withoutProject(row)
}

/** @throws {Refused} when the project has no such reward. */
export async function rewardNamed(session: Session, id: string): Promise<Reward> {
  const row = await session.one('rewardById', { id })
  if (row === undefined) throw new Refused(notFound('reward', id))
  return rewardOf(row)
}

/** Every reward of the project. */
export async function rewardsPage(
  session: Session,
  order: StampOrder,
  page: Page
): Promise<{ rewards: readonly Reward[]; total: number }> {
  const found = await session.all(`rewards by ${order}`, { ...page })
  const count = await session.one('rewardsCount')
  return { rewards: found.map(rewardOf), total: count?.total ?? 0 }
}

/** Null when the project has no such reward. */
export async function findReward(session: Session, id: string): Promise<Reward | null> {
  const row = await session.one('rewardById', { id })
  return row === undefined ? null : rewardOf(row)
}

/** What createReward needs: what its parameters name. */
export function loadRewardTarget({ parameters }: CreateReward) {
  return async (session: Session): Promise<CreateRewardFacts> => {
    const { campaign, product } = parameters
    const found = campaign && (await session.one('campaignById', { id: campaign.id }))
    const [goods] = product
      ? await session.all('productsById', { ids: JSON.stringify([product.id]) })
      : []
    const [sku] = product?.skuId
      ? await session.all('skusById', { ids: JSON.stringify([product.skuId]) })
      : []
    return {
      campaign: found ? campaignOf(found) : null,
      product: goods ? productOf(goods) : null,
      sku: sku ? skuOf(sku) : null,
      schema: await schemaOf(session, 'reward')
    }
  }
}

/** What updateReward needs. @throws {Refused} when there is no such reward. */
export function loadUpdateReward(id: string, { parameters }: UpdateReward) {
  return async (session: Session): Promise<UpdateRewardFacts> => {
    const reward = await rewardNamed(session, id)
    const target = await loadRewardTarget({ parameters: parameters ?? {} })(session)
    const { campaign } = target
    const offered =
      campaign === null
        ? undefined
        : await session.one('rewardAssignmentOf', { rewardId: id, campaignId: campaign.id })
    return { ...target, reward, seller: offered === undefined ? null : campaign }
  }
}

/** What deleteReward needs. @throws {Refused} when there is no such reward. */
export function loadDeleteReward(id: string) {
  return async (session: Session): Promise<DeleteRewardFacts> => {
    const offers = await session.all('rewardAssignmentsOfReward', {
      rewardId: id,
      limit: USERS_NAMED + 1
    })
    return {
      reward: await rewardNamed(session, id),
      users: offers.map(offer => ({ type: 'reward_assignment', id: offer.id }))
    }
  }
}
