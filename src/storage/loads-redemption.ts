/**
 * What a redemption depends on: program, card, reward and offer, rules, order, and what it hands
 * out.
 *
 * Spec: Endpoints 6.
 */
import type { BoundRule } from '../decisions/facts.ts'
import type { RedeemReward, RedemptionFacts } from '../decisions/redemption.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { RewardTarget } from '../decisions/rewarding.ts'
import type {
  Campaign,
  Customer,
  Instant,
  Product,
  Project,
  Reward,
  RewardAssignment,
  Sku,
  Voucher
} from '../model.ts'
import {
  cardNamed,
  categoryOf,
  collectionsFor,
  contextFor,
  inventoryFor,
  orderNamed,
  programNamed,
  programsOn,
  purseOf,
  schemaOf,
  segmentsOf,
  spareOf
} from './loads.ts'
import * as rows from './rows.ts'
import type { Session } from './statements.ts'

/** What redeemReward needs. @throws {Refused} when program or card do not exist or do not match. */
export function loadRedemption(
  project: Project,
  path: { readonly campaignId: string | null; readonly memberId: string },
  command: RedeemReward,
  now: Instant
) {
  return async (session: Session): Promise<RedemptionFacts> => {
    const { campaign, card } = await programAndCard(session, project, path)
    const { holderId } = card
    const holderRow = holderId && (await session.one('customerById', { id: holderId }))
    const holder = holderRow ? rows.customerOf(holderRow) : null
    const offer = await offerNamed(session, command.rewardId, campaign)
    const bound = await boundRules(session, [offer.assignment?.id, card.id, campaign.id])
    const storedOrder = await orderNamed(session, command.order)
    const inventory = await inventoryFor(session, command.order)
    const collections = await collectionsFor(session, inventory, storedOrder)
    const paysOrder = offer.reward?.parameters.type === 'COIN' && command.order !== undefined
    const programs = paysOrder ? await programsOn(session, 'order.paid', holder, now) : []
    const context = await contextFor(session, programs, holder, collections)
    return {
      ...context,
      segments: bound.length === 0 ? context.segments : await segmentsOf(session, holder),
      campaign,
      card: await purseOf(session, card),
      category: await categoryOf(session, card.categoryId),
      cardAssignments: bound
        .map(({ assignment }) => assignment)
        .filter(({ relatedObjectType }) => relatedObjectType === 'voucher'),
      holder,
      ...offer,
      rules: bound,
      storedOrder,
      inventory,
      orderSchemas:
        command.order === undefined
          ? { order: null, orderItem: null }
          : {
              order: await schemaOf(session, 'order'),
              orderItem: await schemaOf(session, 'order_item')
            },
      redemptionSchema: await schemaOf(session, 'redemption'),
      ...(await goodsOf(session, offer.reward)),
      target: await targetOf(session, offer.reward, holder, now),
      programs
    }
  }
}

async function programAndCard(
  session: Session,
  project: Project,
  { campaignId, memberId }: { readonly campaignId: string | null; readonly memberId: string }
): Promise<{ campaign: Campaign; card: Voucher }> {
  if (campaignId !== null) {
    const campaign = await programNamed(session, campaignId)
    return { campaign, card: await cardNamed(session, project, memberId, campaign.id) }
  }
  const card = await cardNamed(session, project, memberId, null)
  if (card.campaignId === null) throw new Refused(notFound('voucher', memberId))
  return { campaign: await programNamed(session, card.campaignId), card }
}

/** The reward that is asked for and where it is on offer; nulls for what does not exist. */
async function offerNamed(
  session: Session,
  rewardId: string | undefined,
  campaign: Campaign
): Promise<{ reward: Reward | null; assignment: RewardAssignment | null }> {
  const row = rewardId === undefined ? undefined : await session.one('rewardById', { id: rewardId })
  if (row === undefined) return { reward: null, assignment: null }
  const place = { rewardId: row.id, campaignId: campaign.id }
  const assignment = await session.one('rewardAssignmentOf', place)
  return {
    reward: rows.rewardOf(row),
    assignment: assignment === undefined ? null : rows.rewardAssignmentOf(assignment)
  }
}

async function boundRules(
  session: Session,
  ids: readonly (string | undefined)[]
): Promise<readonly BoundRule[]> {
  const related = JSON.stringify(ids.filter(id => id !== undefined))
  const found = await session.all('rulesAssignedTo', { ids: related })
  return found.map(({ assignment, rule }) => ({
    assignment: rows.validationRuleAssignmentOf(assignment),
    rule: rows.validationRuleOf(rule)
  }))
}

async function goodsOf(
  session: Session,
  reward: Reward | null
): Promise<{ product: Product | null; sku: Sku | null }> {
  if (reward?.parameters.type !== 'MATERIAL') return { product: null, sku: null }
  const { productId, skuId } = reward.parameters
  const [product] = await session.all('productsById', { ids: JSON.stringify([productId]) })
  const [sku] =
    skuId === null ? [] : await session.all('skusById', { ids: JSON.stringify([skuId]) })
  return {
    product: product === undefined ? null : rows.productOf(product),
    sku: sku === undefined ? null : rows.skuOf(sku)
  }
}

/** What a CAMPAIGN reward hands out: the customer's voucher there, and one nobody has yet. */
async function targetOf(
  session: Session,
  reward: Reward | null,
  holder: Customer | null,
  now: Instant
): Promise<RewardTarget | null> {
  if (reward?.parameters.type !== 'CAMPAIGN') return null
  const row = await session.one('campaignById', { id: reward.parameters.campaignId })
  if (row === undefined) return null
  const campaign = rows.campaignOf(row)
  const coupons = reward.parameters.campaignType === 'DISCOUNT_COUPONS'
  const held =
    holder === null || coupons
      ? undefined
      : await session.one('heldVoucher', { campaignId: campaign.id, customerId: holder.id })
  return {
    campaign,
    category: await categoryOf(session, campaign.categoryId),
    held: held === undefined ? null : await purseOf(session, rows.voucherOf(held)),
    spare: held === undefined ? await spareOf(session, campaign, now) : null
  }
}
