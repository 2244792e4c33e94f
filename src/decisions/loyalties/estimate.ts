/**
 * How many points an order would bring, were it paid now. Writes nothing.
 *
 * It takes the very steps that paying takes, and forgets them, so the estimate cannot drift from
 * the truth: what the tier of the holder makes of a rule is in it, and so is what the card gets
 * because the order moves the customer to another tier or segment. What the request says of the
 * order and the customer counts over what is stored; a customer who is no member yet counts as
 * joined where the program enrols by itself and has a card to give. Where paying would earn nothing
 * whatever the order is, the answer is the reason and not a 0.
 *
 * Spec: estimateLoyaltyPoints; Decisions 12, 34, 52, 54 and 61.
 */
import type { Campaign, Customer, Order } from '../../model.ts'
import type { Decision } from '../changes.ts'
import { type SaveCustomer, saveCustomer } from '../customers/customers.ts'
import type { Occasion } from '../occasion.ts'
import type { OrderCommand } from '../orders/commands.ts'
import type { Inventory } from '../orders/goods.ts'
import { composeOrder } from '../orders/orders.ts'
import { keepOrder, ofAnother } from '../orders/saving.ts'
import { isOpen } from '../points/earning.ts'
import { everOn } from '../points/purse.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { bringUpToDate } from '../standing/calendar.ts'
import { enrol, followUp } from '../standing/following.ts'
import {
  type ProgramFacts,
  programOf,
  type Standing,
  type StandingFacts,
  type Step
} from '../standing/standing.ts'
import { addMember, usableVoucher } from '../vouchers/vouchers.ts'

export interface EstimateLoyaltyPoints {
  /** Who it is about, as the request describes them. */
  readonly customer: SaveCustomer
  readonly order: OrderCommand
}

export interface EstimateFacts extends StandingFacts {
  /** The program that is asked about; one of `programs`. */
  readonly campaign: Campaign
  /** Null when nobody stored answers to what was sent. */
  readonly customer: Customer | null
  readonly storedOrder: Order | null
  readonly inventory: Inventory
}

export interface Estimate {
  readonly campaign: Campaign
  /** Active and pending together; at least 0. */
  readonly points: number
}

export function estimateLoyaltyPoints(
  facts: EstimateFacts,
  { customer: sent, order: command }: EstimateLoyaltyPoints,
  occasion: Occasion
): Decision<Estimate> {
  const { campaign, storedOrder, inventory } = facts
  const customer = customerAsked(facts, sent, occasion)
  const asked = programOf(facts, campaign.id)
  const refusal = reasonToRefuse(asked, customer, occasion)
  if (refusal !== null) return { refusal }
  if (command.id !== undefined && storedOrder === null) {
    return { refusal: notFound('order', command.id) }
  }
  const owner = storedOrder?.customerId ?? null
  if (owner !== null && owner !== customer.id) return { refusal: ofAnother(command, customer.id) }
  const goods = { inventory, schemas: { order: null, orderItem: null } }
  const composed = composeOrder(storedOrder, command, goods, occasion)
  if ('refusal' in composed) return composed
  const settled = bringUpToDate(facts, customer, occasion)
  if ('refusal' in settled) return settled
  const after = paid(settled, facts, composed.order, occasion)
  if ('refusal' in after) return after
  const before = memberOf(settled, facts, occasion)
  if ('refusal' in before) return before
  const points = Math.max(pointsIn(after, campaign) - pointsIn(before, campaign), 0)
  return { result: { campaign, points }, changes: [] }
}

/** The customer as the request describes them; somebody new when nobody is stored. */
function customerAsked(
  { customer: stored }: EstimateFacts,
  sent: SaveCustomer,
  occasion: Occasion
): Customer {
  const named = stored === null ? { ...sent, id: null } : sent
  const saved = saveCustomer({ stored, schema: null }, named, occasion)
  // INVARIANT: without an id to look for and without a schema a customer is never refused.
  return (saved as Extract<typeof saved, { result: unknown }>).result
}

/** The customer as a member who pays nothing: what joining brings is not the order's. */
function memberOf(standing: Standing, facts: EstimateFacts, occasion: Occasion): Step {
  const program = programOf(standing, facts.campaign.id)
  if (program.card !== null) return standing
  // INVARIANT: that there is a card to give was asked before.
  return enrol(standing, program, facts, occasion) as Step
}

/** Where paying the order leaves the customer. */
function paid(standing: Standing, facts: EstimateFacts, composed: Order, occasion: Occasion): Step {
  const order = {
    ...composed,
    status: 'PAID' as const,
    customerId: standing.customer.id,
    earnedAt: null
  }
  const kept = keepOrder(standing, facts, { stored: facts.storedOrder, order }, occasion)
  return 'refusal' in kept ? kept : followUp(kept.standing, facts, occasion)
}

/** All that ever came to the customer's card, and what waits. */
function pointsIn(standing: Standing, { id }: Campaign): number {
  const { card } = programOf(standing, id)
  return card === null ? 0 : everOn(card.voucher)
}

function reasonToRefuse(
  program: ProgramFacts,
  customer: Customer,
  occasion: Occasion
): Refusal | null {
  const { campaign, card } = program
  if (!isOpen(campaign, occasion)) {
    return {
      key: 'campaign_not_active',
      details: `Loyalty campaign ${campaign.id} is disabled or outside its dates`,
      resourceId: campaign.id,
      resourceType: 'campaign'
    }
  }
  if (card === null) {
    if (campaign.autoJoin) return noCardToGive(program, customer, occasion)
    return {
      key: 'campaign_not_allow_auto_join',
      details:
        `The customer is no member of campaign ${campaign.id}, which does not enrol by itself; ` +
        'add them as a member first',
      resourceId: campaign.id,
      resourceType: 'campaign'
    }
  }
  const { now, project } = occasion
  if (usableVoucher(card.voucher, now, project.timezone) === null) return null
  return {
    key: 'loyalty_card_not_active',
    details: `The customer's loyalty card ${card.voucher.code} is disabled or outside its dates`,
    resourceId: card.voucher.id,
    resourceType: 'voucher'
  }
}

/** Joins nobody: whoever would be asked to when the order is paid is asked now, and not heard. */
function noCardToGive(
  { campaign, spare }: ProgramFacts,
  customer: Customer,
  occasion: Occasion
): Refusal | null {
  const joined = addMember({ campaign, customer, held: null, spare }, occasion)
  return 'refusal' in joined ? joined.refusal : null
}
