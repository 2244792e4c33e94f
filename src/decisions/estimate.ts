/**
 * How many points an order would bring, were it paid now. Writes nothing.
 *
 * It asks the same earningLines that paying asks, so the estimate cannot drift from the truth.
 * What the request says of the order and the customer counts over what is stored; a customer who
 * is no member yet counts as joined where the program enrols by itself and has a card to give.
 * Where paying would earn nothing whatever the order is, the answer is the reason and not a 0.
 *
 * Spec: Endpoints 4.
 */
import type { Campaign, Customer, Metadata, Order } from '../model.ts'
import type { Decision, Occasion } from './changes.ts'
import { mergeMetadata } from './metadata.ts'
import { composeOrder, type Inventory, type OrderCommand } from './orders.ts'
import { type EarningContext, earningLines, isOpen, type ProgramFacts } from './points.ts'
import { notFound, type Refusal } from './refusals.ts'
import { addMember, usableVoucher } from './vouchers.ts'

export interface EstimateLoyaltyPoints {
  readonly customerMetadata: Metadata
  readonly order: OrderCommand
}

export interface EstimateFacts extends EarningContext {
  readonly program: ProgramFacts
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
  { customerMetadata, order: command }: EstimateLoyaltyPoints,
  occasion: Occasion
): Decision<Estimate> {
  const { program, storedOrder, inventory, customer } = facts
  const { campaign } = program
  const refusal = reasonToRefuse(program, occasion)
  if (refusal !== null) return { refusal }
  if (command.id !== undefined && storedOrder === null) {
    return { refusal: notFound('order', command.id) }
  }
  const goods = { inventory, schemas: { order: null, orderItem: null } }
  const composed = composeOrder(storedOrder, command, goods, occasion)
  if ('refusal' in composed) return composed
  const known = { metadata: mergeMetadata(customer?.metadata ?? {}, customerMetadata) }
  const trigger = {
    event: 'order.paid',
    subjectId: null,
    customer: known,
    order: composed.order,
    eventMetadata: null
  }
  const earned = earningLines(program, facts, trigger, occasion)
  if ('refusal' in earned) return earned
  const points = earned.lines.reduce((sum, line) => sum + line.points, 0)
  return { result: { campaign, points }, changes: [] }
}

function reasonToRefuse(program: ProgramFacts, occasion: Occasion): Refusal | null {
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
    if (campaign.autoJoin) return noCardToGive(program, occasion)
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
function noCardToGive({ campaign, spare }: ProgramFacts, occasion: Occasion): Refusal | null {
  const joined = addMember({ campaign, customer: { id: '' }, held: null, spare }, occasion)
  return 'refusal' in joined ? joined.refusal : null
}
