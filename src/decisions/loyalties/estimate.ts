/**
 * How many points an order would earn if it were paid now. Writes nothing.
 *
 * It takes the same steps as paying and drops their changes, so the estimate cannot drift from the
 * truth: it includes the mapping of the holder's tier, and the points for moving to other tiers or
 * segments. The order and the customer of the request take precedence over the stored ones. A
 * customer who is no member counts as joined when the program enrols by itself and has a card to
 * give. When paying would earn nothing whatever the order is, the answer is the reason and not a 0.
 *
 * Spec: estimateLoyaltyPoints.
 */
import type { Campaign, Customer, Order } from '../../model.ts'
import type { Decision } from '../changes.ts'
import { describe, type SaveCustomer } from '../customers/customers.ts'
import type { Occasion } from '../occasion.ts'
import type { OrderCommand } from '../orders/commands.ts'
import type { Inventory } from '../orders/goods.ts'
import { composeOrder } from '../orders/orders.ts'
import { keepOrder, refuseOtherCustomer } from '../orders/saving.ts'
import { givesPoints } from '../points/earning.ts'
import { everAdded } from '../points/purse.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { type Concluded, type OpenStanding, openStanding, type Unable } from '../standing/open.ts'
import {
  countedProgram,
  type ProgramFacts,
  programOf,
  type StandingFacts
} from '../standing/standing.ts'
import { giveCard, usableVoucher } from '../vouchers/vouchers.ts'

export interface EstimateLoyaltyPoints {
  /** The customer as the request describes them. */
  readonly customer: SaveCustomer
  readonly order: OrderCommand
}

export interface EstimateFacts extends StandingFacts {
  /** The program of the estimate; one of `programs`. */
  readonly campaign: Campaign
  /** The stored customer; null when there is none. */
  readonly customer: Customer | null
  readonly storedOrder: Order | null
  readonly inventory: Inventory
}

export interface Estimate {
  readonly campaign: Campaign
  /** Active and pending points together; at least 0. */
  readonly points: number
}

export function estimateLoyaltyPoints(
  facts: EstimateFacts,
  { customer: sent, order: command }: EstimateLoyaltyPoints,
  occasion: Occasion
): Decision<Estimate> {
  const { campaign, storedOrder, inventory } = facts
  const described = describe(facts.customer, sent, occasion)
  if ('refusal' in described) return described
  const { customer } = described
  const asked = programOf(facts, campaign.id)
  const refusal = reasonNotToEstimate(asked, customer, occasion)
  if (refusal !== null) return { refusal }
  if (command.id !== undefined && storedOrder === null) {
    return { refusal: notFound('order', command.id) }
  }
  const owner = storedOrder?.customerId ?? null
  if (owner !== null && owner !== customer.id)
    return { refusal: refuseOtherCustomer(command, customer, facts.customer) }
  const goods = { inventory, schemas: { order: null, orderItem: null } }
  const composed = composeOrder(storedOrder, command, goods, occasion)
  if ('refusal' in composed) return composed
  const known = openStanding(facts, customer, occasion, { after: 'consequences' })
  if ('refusal' in known) return known
  const after = paid(known, facts, composed.order, occasion)
  if ('refusal' in after) return after
  const before = memberOf(known, facts)
  if ('refusal' in before) return before
  const points = Math.max(
    pointsIn(after.standing, campaign) - pointsIn(before.standing, campaign),
    0
  )
  return { result: { campaign, points }, changes: [] }
}

/** The customer as a member: the points of joining are not points of the order. */
function memberOf(known: OpenStanding, { campaign }: EstimateFacts): OpenStanding | Unable {
  if (known.program(campaign.id).card !== null) return known
  // INVARIANT: a missing card was refused before.
  return known.join(campaign.id) as OpenStanding | Unable
}

/** The standing of the customer after paying the order. */
function paid(
  known: OpenStanding,
  { storedOrder: stored }: EstimateFacts,
  composed: Order,
  occasion: Occasion
): Concluded | Unable {
  const order = {
    ...composed,
    status: 'PAID' as const,
    customerId: known.standing.customer.id,
    earnedAt: null
  }
  const kept = keepOrder(known, { stored, order }, occasion)
  return 'refusal' in kept ? kept : kept.known.conclude()
}

/** All points ever added to the customer's card, and its pending points. */
function pointsIn(standing: Concluded['standing'], { id }: Campaign): number {
  const { card } = programOf(standing, id)
  return card === null ? 0 : everAdded(card.voucher)
}

function reasonNotToEstimate(
  program: ProgramFacts,
  customer: Customer,
  occasion: Occasion
): Refusal | null {
  const { campaign, card } = program
  if (!givesPoints(campaign, occasion)) {
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

/**
 * Why the program cannot enrol the customer: it has no card to give. This is the decision that
 * paying takes; its result is dropped, so that nobody joins.
 */
function noCardToGive(
  program: ProgramFacts,
  customer: Customer,
  occasion: Occasion
): Refusal | null {
  const facts = { campaign: countedProgram(program), customer, held: null, spare: program.spare }
  const joined = giveCard(facts, occasion)
  return 'refusal' in joined ? joined.refusal : null
}
