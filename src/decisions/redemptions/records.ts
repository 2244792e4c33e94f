/**
 * The record of a redemption, and its entry in the event log.
 *
 * Spec: Redemption, RedeemedReward; Decisions 1 and 21.
 */
import type { Order, RedeemedReward, Redemption } from '../../model.ts'
import type { Change } from '../changes.ts'
import { simpleCustomer, trackingIdOf } from '../customers/customers.ts'
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
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
    parentId: null,
    result: 'FAILURE',
    status: 'FAILED',
    points: null,
    failureCode: null,
    failureMessage: null,
    order: null,
    channel: { id: channelId, type: 'API' },
    reward: rewardOf(facts, command)
  }
}

/**
 * The order that a redemption paid, or whose payment a rollback took back; null where there was
 * none, or where it was only looked at.
 */
export function orderPaidBy({
  id,
  parentId,
  order
}: Pick<Redemption, 'id' | 'parentId' | 'order'>): Order | null {
  // INVARIANT: a redemption and the order that it paid name each other, and that order is stored.
  return order !== null && (parentId ?? id) in order.redemptions ? (order as Order) : null
}

function rewardOf(facts: RedemptionFacts, { rewardId }: RedeemReward): RedeemedReward {
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
  const about = { customerId: redemption.customer.id, entityId: redemption.voucherId }
  const data = { redemption_id: redemption.id }
  const event = eventOf(`customer.redemption.${outcome}`, about, data, occasion, 'ACTION')
  return [
    { kind: 'redemption.recorded', redemption },
    { kind: 'event.logged', event }
  ]
}
