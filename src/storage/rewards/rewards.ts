/**
 * Rewards, one by one and a page of them.
 *
 * Spec: createReward, listRewards, Reward.
 */
import { and, asc, gt, isNull, lt, or, sql } from 'drizzle-orm/sql'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { CreateReward, CreateRewardFacts } from '../../decisions/rewards/rewards.ts'
import type * as model from '../../model.ts'
import type { Reward } from '../../model.ts'
import { campaignById, campaignOf } from '../campaigns/campaigns.ts'
import { keep } from '../catalogue.ts'
import { addsTo, type ChangeKinds, decidedBy, STEP, writes } from '../engine/change-kinds.ts'
import { byId, byStamps, mine, stretchOf, totalOf } from '../engine/clauses.ts'
import { inTurn } from '../engine/row-locks.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import { type Session, together } from '../engine/session.ts'
import { command, type Given, statement } from '../engine/statements.ts'
import {
  deleteFrom,
  insertInto,
  type KindsOf,
  replaceChanged,
  rowAlone
} from '../engine/writers.ts'
import { schemaOf } from '../metadata-schemas.ts'
import type { Page, StampOrder } from '../pages.ts'
import { productById, productOf } from '../products/products.ts'
import { skuById, skuOf } from '../products/skus.ts'

export const rewardById = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select().from(t.rewards).where(byId(t.rewards, given))
)

export const rewardsBy = byStamps(sorting =>
  statement((dialect, given: Given<Page>) => {
    const { rewards } = dialect.t
    return stretchOf(dialect, rewards, given, mine(rewards), ...sorting(rewards))
  })
)

export const rewardsCount = statement(dialect =>
  totalOf(dialect, dialect.t.rewards, mine(dialect.t.rewards))
)

/** The row of a reward, until the unit ends. */
export const rewardHeld = statement((dialect, given: Given<{ id: string }>) => {
  const { rewards } = dialect.t
  return inTurn(
    dialect,
    dialect.db.select({ id: rewards.id }).from(rewards).where(byId(rewards, given))
  )
})

/** What is counted on the row of a reward. */
export const rewardCount = statement(({ db, t: { rewards } }, given: Given<{ id: string }>) =>
  db.select({ redeemed: rewards.redeemed }).from(rewards).where(byId(rewards, given))
)

export const insertReward = insertInto('rewards')
export const replaceReward = replaceChanged('rewards', ['redeemed'])
export const deleteRewardRow = deleteFrom('rewards')
export const rewardAlone = rowAlone('rewards')

export const countRewardRedeemed = command(
  ({ db, t: { rewards } }, given: Given<{ id: string }>) => {
    const isLeft = or(isNull(rewards.stock), lt(rewards.redeemed, rewards.stock))
    return db
      .update(rewards)
      .set({ redeemed: sql`${rewards.redeemed} + 1` })
      .where(and(byId(rewards, given), isLeft))
  }
)

export const countRewardReleased = command(({ db, t: { rewards } }, given: Given<{ id: string }>) =>
  db
    .update(rewards)
    .set({ redeemed: sql`${rewards.redeemed} - 1` })
    .where(and(byId(rewards, given), gt(rewards.redeemed, 0)))
)

export const referringRewards = statement(({ db, t: { rewards } }) =>
  db
    .select({ id: rewards.id, parameters: rewards.parameters })
    .from(rewards)
    .where(mine(rewards))
    .orderBy(asc(rewards.id))
)

/** Its row is the thing itself, with the project beside it. */
export function rewardOf(row: Row<'rewards'>): model.Reward {
  return withoutProject(row)
}

/** @throws {Refused} when the project has no such reward. */
export async function rewardNamed(session: Session, id: string): Promise<Reward> {
  const row = await session.one(rewardById, { id })
  if (row === undefined) throw new Refused(notFound('reward', id))
  return rewardOf(row)
}

/** Every reward of the project. */
export async function rewardsPage(
  session: Session,
  order: StampOrder,
  page: Page
): Promise<{ rewards: readonly Reward[]; total: number }> {
  const found = await session.all(rewardsBy[order], { ...page })
  const count = await session.one(rewardsCount)
  return { rewards: found.map(rewardOf), total: count?.total ?? 0 }
}

const rewardKept = keep(async (session: Session, id: string) => {
  const row = await session.one(rewardById, { id })
  if (row === undefined) return undefined
  const { redeemed: _, ...reward } = rewardOf(row)
  return reward
})

/** Null when the project has no such reward. Kept, but for what was redeemed of its stock. */
export async function findReward(session: Session, id: string): Promise<Reward | null> {
  const [reward, count] = await together(rewardKept(session, id), session.one(rewardCount, { id }))
  return reward === undefined || count === undefined ? null : { ...reward, ...count }
}

/** What createReward needs: what its parameters name. */
export function loadRewardTarget({ parameters }: CreateReward) {
  return async (session: Session): Promise<CreateRewardFacts> => {
    const { campaign, product } = parameters
    const found = campaign && (await session.one(campaignById, { id: campaign.id }))
    const goods = product && (await session.one(productById, { id: product.id }))
    const sku = product?.skuId ? await session.one(skuById, { id: product.skuId }) : undefined
    return {
      campaign: found ? campaignOf(found) : null,
      product: goods ? productOf(goods) : null,
      sku: sku ? skuOf(sku) : null,
      schema: await schemaOf(session, 'reward')
    }
  }
}

/** Makes the changes of rewards real. */
export const rewardChanges: ChangeKinds<KindsOf<'reward'>> = {
  'reward.created': {
    step: STEP.made,
    isSetUp: true,
    write: writes(insertReward, ({ reward }) => reward)
  },
  'reward.updated': {
    step: STEP.edited,
    isSetUp: true,
    meets: { lock: ({ reward: { id } }) => decidedBy('reward', rewardAlone, { id }) },
    write: writes(replaceReward, ({ reward, updatedAtBefore }) => ({ ...reward, updatedAtBefore }))
  },
  'reward.redeemed': {
    step: STEP.stocks,
    meets: addsTo('reward', rewardHeld, ({ rewardId }) => rewardId),
    write: writes(countRewardRedeemed, change => ({ id: change.rewardId }))
  },
  'reward.released': {
    step: STEP.stocks,
    meets: addsTo('reward', rewardHeld, ({ rewardId }) => rewardId),
    write: writes(countRewardReleased, change => ({ id: change.rewardId }))
  }
}
