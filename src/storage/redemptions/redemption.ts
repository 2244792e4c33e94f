/**
 * What a redemption depends on: program, card, reward and offer, rules, order, and what it hands
 * out.
 *
 * Spec: redeemReward.
 */
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
import type { StandingFacts } from '../../decisions/standing/standing.ts'
import type { Campaign, Instant, Product, Project, Reward, Sku, Voucher } from '../../model.ts'
import { countVouchers, findCampaignOf } from '../campaigns/campaigns.ts'
import { findCategoryById } from '../categories.ts'
import { type Session, together } from '../engine/session.ts'
import { type MemberPath, programAndCard } from '../members.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { loadCart } from '../orders/cart.ts'
import { purseIn } from '../points/lots.ts'
import { productById, productOf } from '../products/products.ts'
import { skuById, skuOf } from '../products/skus.ts'
import { offersOf } from '../rewards/assignments.ts'
import { findReward } from '../rewards/rewards.ts'
import { loadHolder } from '../standing/standing.ts'
import {
  assignmentsBinding,
  assignmentsToCampaign,
  boundRules
} from '../validation-rules/assignments.ts'
import { heldVoucher, spareOf, voucherOf } from '../vouchers/vouchers.ts'
import { countsOf } from './limits.ts'

/** The facts of redeemReward. @throws {Refused} when program and card do not exist or match. */
export function loadRedemption(
  caller: { readonly project: Project; readonly channelId: string },
  path: MemberPath,
  command: RedeemReward
) {
  return async (session: Session, now: Instant): Promise<RedemptionFacts> => {
    const [around, { storedOrder, inventory, collections }, schemas] = await together(
      loadAround(session, caller, path, { command, now }),
      loadCart(session, command.order),
      schemasFor(session, command)
    )
    return { ...around, ...{ storedOrder, inventory, collections }, ...schemas }
  }
}

/** All that hangs on the card and on what is asked for it. */
async function loadAround(
  session: Session,
  caller: { readonly project: Project; readonly channelId: string },
  path: MemberPath,
  { command, now }: { readonly command: RedeemReward; readonly now: Instant }
) {
  const [{ campaign, card: named }, { reward, offers, from }] = await together(
    programAndCard(session, caller.project, path),
    offersNamed(session, command.rewardId)
  )
  const assignment = offers.find(offer => offer.campaignId === campaign.id) ?? null
  const setUp = [campaign.id, ...(assignment ? [assignment.id] : [])]
  const bound = [...setUp, named.id]
  const rules = await boundRules(session, named, setUp)
  const program = creditedProgram(from)
  const meant = {
    now,
    event: eventAskedFor(reward, command),
    preferred: [named.id],
    segmentsMatter: segmentsMatter(rules),
    ...(program === null ? {} : { program })
  }
  const holder = named.holderId === null ? null : { id: named.holderId }
  const [held, category, goods, counts] = await together(
    loadHeld(session, named, { meant, from }),
    findCategoryById(session, named.categoryId),
    goodsOf(session, reward),
    asksForCounts(rules) ? countsOf(session, bound, holder, caller) : null
  )
  const { standing, ...known } = held
  const cardAssignments = assignmentsToCard(rules)
  return {
    ...standing,
    ...known,
    ...goods,
    ...{ campaign, category, cardAssignments, reward, assignment, rules, counts }
  }
}

type Meant = Parameters<typeof loadHolder>[2]

/** Who holds the card, the card as it is then, and what a CAMPAIGN reward hands out. */
async function loadHeld(
  session: Session,
  named: Voucher,
  { meant, from }: { readonly meant: Meant; readonly from: Campaign | null }
) {
  const [{ holder, standing }, there] = await together(
    loadHolder(session, named.holderId, meant),
    from && heldIn(session, from, named.holderId)
  )
  const [card, target] = await together(
    purseIn(session, standing, cardHeldBy(named, holder)),
    from && targetOf(session, from, { held: holder && there, standing, now: meant.now })
  )
  return { holder, standing, card, target }
}

async function schemasFor(
  session: Session,
  { order: sent }: RedeemReward
): Promise<Pick<RedemptionFacts, 'orderSchemas' | 'redemptionSchema'>> {
  const asks = sent !== undefined
  const [order, orderItem, redemptionSchema] = await together(
    asks ? schemaOf(session, 'order') : null,
    asks ? schemaOf(session, 'order_item') : null,
    schemaOf(session, 'redemption')
  )
  return { orderSchemas: { order, orderItem }, redemptionSchema }
}

/** What is asked for, where it is on offer, and what it is of; null for what is not there. */
async function offersNamed(session: Session, rewardId: string | undefined) {
  const reward = rewardId === undefined ? null : await findReward(session, rewardId)
  const [offers, from] = await together(
    reward === null ? [] : offersOf(session, reward.id),
    campaignOfReward(session, reward)
  )
  return { reward, offers, from }
}

async function goodsOf(
  session: Session,
  reward: Reward | null
): Promise<{ product: Product | null; sku: Sku | null }> {
  if (reward?.parameters.type !== 'MATERIAL') return { product: null, sku: null }
  const { productId, skuId } = reward.parameters
  const [product, sku] = await together(
    session.one(productById, { id: productId }),
    skuId === null ? undefined : session.one(skuById, { id: skuId })
  )
  return {
    product: product === undefined ? null : productOf(product),
    sku: sku === undefined ? null : skuOf(sku)
  }
}

async function campaignOfReward(session: Session, reward: Reward | null): Promise<Campaign | null> {
  return reward?.parameters.type === 'CAMPAIGN' ? findCampaignOf(session, reward.parameters) : null
}

/** The voucher of a campaign that the customer holds, where a reward credits that one. */
async function heldIn(
  session: Session,
  campaign: Campaign,
  customerId: string | null
): Promise<Voucher | null> {
  if (customerId === null || !creditsHeldVoucher(campaign)) return null
  const row = await session.one(heldVoucher, { campaignId: campaign.id, customerId })
  return row === undefined ? null : voucherOf(row)
}

/** What a CAMPAIGN reward hands out: the customer's voucher there, and one nobody has yet. */
async function targetOf(
  session: Session,
  campaign: Campaign,
  {
    held,
    standing,
    now
  }: {
    readonly held: Voucher | null
    readonly standing: StandingFacts
    readonly now: Instant
  }
): Promise<RewardTarget> {
  const [spare, counted, purse] = await together(
    held === null ? spareOf(session, campaign, now) : null,
    countVouchers(session, campaign),
    held && purseIn(session, standing, held)
  )
  const there = held ?? spare
  const [category, assignments] = await together(
    findCategoryById(session, (there ?? campaign).categoryId),
    there === null
      ? assignmentsToCampaign(session, campaign.id)
      : assignmentsBinding(session, [there]).then(of => of(there))
  )
  return { campaign: counted, category, assignments, held: purse, spare }
}
