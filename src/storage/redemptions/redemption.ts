/**
 * What a redemption depends on: program, card, reward and offer, rules, order, and what it hands
 * out.
 *
 * Spec: redeemReward; Decision 34.
 */
import type { OrderSchemas } from '../../decisions/orders/orders.ts'
import type { RewardTarget } from '../../decisions/redemptions/delivery.ts'
import { asksForCounts } from '../../decisions/redemptions/limits.ts'
import {
  assignmentsToCard,
  cardHeldBy,
  creditedProgram,
  creditsHeldVoucher,
  eventAskedFor,
  type RedeemReward,
  type RedemptionFacts,
  segmentsMatter
} from '../../decisions/redemptions/request.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { StandingFacts } from '../../decisions/standing/standing.ts'
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
} from '../../model.ts'
import { countVouchers, findCampaignOf, programNamed } from '../campaigns/campaigns.ts'
import { findCategoryById } from '../categories.ts'
import { customerSent } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { findOrderSent } from '../orders/orders.ts'
import { purseIn } from '../points/lots.ts'
import { collectionsFor, inventoryFor } from '../products/inventory.ts'
import { productById, productOf } from '../products/products.ts'
import { skuById, skuOf } from '../products/skus.ts'
import { offersOf } from '../rewards/assignments.ts'
import { findReward } from '../rewards/rewards.ts'
import { loadStanding, NO_STANDING } from '../standing/standing.ts'
import {
  assignmentsBinding,
  assignmentsToCampaign,
  boundRules
} from '../validation-rules/assignments.ts'
import { cardNamed, heldVoucher, spareOf, voucherOf } from '../vouchers/vouchers.ts'
import { countsOf } from './limits.ts'

/** The facts of redeemReward. @throws {Refused} when program and card do not exist or match. */
export function loadRedemption(
  caller: { readonly project: Project; readonly channelId: string },
  path: { readonly campaignId: string | null; readonly memberId: string },
  command: RedeemReward
) {
  return async (session: Session, now: Instant): Promise<RedemptionFacts> => {
    const { campaign, card: named } = await programAndCard(session, caller.project, path)
    const holder = await customerSent(session, { id: named.holderId })
    const card = cardHeldBy(named, holder)
    const offer = await offerNamed(session, command.rewardId, campaign)
    const bound = [campaign.id, card.id, ...(offer.assignment ? [offer.assignment.id] : [])]
    const setUp = bound.filter(id => id !== card.id)
    const rules = await boundRules(session, card, setUp)
    const storedOrder = await findOrderSent(session, command.order)
    const inventory = await inventoryFor(session, command.order)
    const collections = await collectionsFor(session, inventory, storedOrder)
    const event = eventAskedFor(offer.reward, command)
    const from = await campaignOfReward(session, offer.reward)
    const program = creditedProgram(from)
    const meant = {
      now,
      preferred: [card.id],
      collections,
      segmentsMatter: segmentsMatter(rules),
      ...(program === null ? {} : { program })
    }
    const standing =
      holder === null
        ? { ...NO_STANDING, collections }
        : await loadStanding(session, { event, customer: holder, ...meant })
    return {
      ...standing,
      campaign,
      card: await purseIn(session, standing, card),
      category: await findCategoryById(session, card.categoryId),
      cardAssignments: assignmentsToCard(rules),
      holder,
      ...offer,
      rules,
      counts: asksForCounts(rules) ? await countsOf(session, bound, holder, caller) : null,
      storedOrder,
      inventory,
      orderSchemas: await orderSchemasFor(session, command),
      redemptionSchema: await schemaOf(session, 'redemption'),
      ...(await goodsOf(session, offer.reward)),
      target: from && (await targetOf(session, from, { holder, standing, now }))
    }
  }
}

async function orderSchemasFor(session: Session, { order }: RedeemReward): Promise<OrderSchemas> {
  if (order === undefined) return { order: null, orderItem: null }
  return {
    order: await schemaOf(session, 'order'),
    orderItem: await schemaOf(session, 'order_item')
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
  const reward = rewardId === undefined ? null : await findReward(session, rewardId)
  const offers = reward === null ? [] : await offersOf(session, reward.id)
  return { reward, assignment: offers.find(offer => offer.campaignId === campaign.id) ?? null }
}

async function goodsOf(
  session: Session,
  reward: Reward | null
): Promise<{ product: Product | null; sku: Sku | null }> {
  if (reward?.parameters.type !== 'MATERIAL') return { product: null, sku: null }
  const { productId, skuId } = reward.parameters
  const product = await session.one(productById, { id: productId })
  const sku = skuId === null ? undefined : await session.one(skuById, { id: skuId })
  return {
    product: product === undefined ? null : productOf(product),
    sku: sku === undefined ? null : skuOf(sku)
  }
}

async function campaignOfReward(session: Session, reward: Reward | null): Promise<Campaign | null> {
  return reward?.parameters.type === 'CAMPAIGN' ? findCampaignOf(session, reward.parameters) : null
}

/** What a CAMPAIGN reward hands out: the customer's voucher there, and one nobody has yet. */
async function targetOf(
  session: Session,
  campaign: Campaign,
  {
    holder,
    standing,
    now
  }: {
    readonly holder: Customer | null
    readonly standing: StandingFacts
    readonly now: Instant
  }
): Promise<RewardTarget> {
  const held =
    holder !== null && creditsHeldVoucher(campaign)
      ? await session.one(heldVoucher, { campaignId: campaign.id, customerId: holder.id })
      : undefined
  const spare = held === undefined ? await spareOf(session, campaign, now) : null
  const there = held === undefined ? spare : voucherOf(held)
  return {
    campaign: await countVouchers(session, campaign),
    category: await findCategoryById(session, (there ?? campaign).categoryId),
    assignments:
      there === null
        ? await assignmentsToCampaign(session, campaign.id)
        : (await assignmentsBinding(session, [there]))(there),
    held: held === undefined || there === null ? null : await purseIn(session, standing, there),
    spare
  }
}
