/**
 * Requests to apply discounts, from the wire to commands.
 *
 * Spec: ApplyDiscountsRequest, DiscountedOrderRequest; Decision 156.
 */
import type { ApplyDiscounts, RedeemableCommand } from '../../decisions/discounts/request.ts'
import type { OrderCommand } from '../../decisions/orders/commands.ts'
import type { Schemas } from '../wire.ts'
import { customerCommand } from './customers.ts'
import { orderCommand } from './orders.ts'
import { metadataOf } from './values.ts'

type Body = Schemas['ApplyDiscountsRequest']

/** Who orders redeems, unless somebody else is said to. */
export function discountsCommand(body: Body): ApplyDiscounts {
  const order = body.order ?? undefined
  const customer = body.customer ?? order?.customer ?? undefined
  const named = order?.customer_id ? { id: order.customer_id } : undefined
  return {
    redeemables: body.redeemables.map(redeemableCommand),
    order: order && discountedOrder(order),
    customer: customer === undefined || isEmpty(customer) ? named : customerCommand(customer),
    metadata: metadataOf(body.metadata),
    trackingId: body.tracking_id
  }
}

/** How much the answer says. */
export function showingOf({ options }: Body, { requestId }: { readonly requestId: string }) {
  return { expand: new Set<string>(options?.expand ?? []), requestId }
}

function isEmpty(customer: Schemas['CustomerRequest']): boolean {
  return Object.keys(customer).length === 0
}

function redeemableCommand(sent: Schemas['RedeemableRequest']): RedeemableCommand {
  return {
    object: sent.object,
    id: sent.id,
    credits: sent.gift?.credits,
    rewardId: sent.reward?.id,
    points: sent.reward?.points
  }
}

function discountedOrder({
  status,
  customer: _,
  ...order
}: Schemas['DiscountedOrderRequest']): OrderCommand {
  return { ...orderCommand(order), status: status ?? undefined }
}
