/**
 * The record of a redemption, and its entry in the event log.
 *
 * Spec: Redemption, RedeemedReward.
 */
import type { RedeemedReward, Redemption } from '../../model.ts'
import type { Change } from '../changes.ts'
import { simpleCustomer, trackingIdOf } from '../customers/customers.ts'
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { redeemedIn } from './links.ts'
import type { RedeemReward, RedemptionFacts } from './request.ts'

/** The record of a failure; a success adds to it. */
export function recordOf(
  facts: RedemptionFacts,
  command: RedeemReward,
  id: string,
  { now, sign, channelId }: Occasion
): Redemption {
  const { card, campaign, holder } = facts
  return {
    id,
    date: now,
    voucherId: card.voucher.id,
    campaignId: campaign.id,
    customer: simpleCustomer(holder),
    trackingId: trackingIdOf(holder?.sourceId ?? null, sign),
    metadata: command.metadata ?? {},
    promotionTierId: null,
    promotionTier: null,
    parentId: null,
    stackId: null,
    result: 'FAILURE',
    status: 'FAILED',
    points: null,
    gift: null,
    discount: null,
    session: null,
    failureCode: null,
    failureMessage: null,
    order: null,
    channel: { id: channelId, type: 'API' },
    reward: rewardAskedFor(facts, command)
  }
}

/** The reward that was asked for, before anything of it is given. */
export function rewardAskedFor(facts: RedemptionFacts, { rewardId }: RedeemReward): RedeemedReward {
  return {
    id: rewardId ?? null,
    assignmentId: facts.assignment?.id ?? null,
    reward: facts.reward,
    voucher: null,
    product: null,
    sku: null
  }
}

/** The record and its event, as changes. */
export function recordRedemption(redemption: Redemption, occasion: Occasion): readonly Change[] {
  const outcome = redemption.result === 'SUCCESS' ? 'succeeded' : 'failed'
  const about = { customerId: redemption.customer.id, entityId: redeemedIn(redemption) }
  const data = { redemption_id: redemption.id }
  const event = eventOf(`customer.redemption.${outcome}`, about, data, occasion, 'ACTION')
  return [
    { kind: 'redemption.recorded', redemption },
    { kind: 'event.logged', event }
  ]
}
