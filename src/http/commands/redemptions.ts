/**
 * Redemptions and rollbacks from the wire to commands.
 *
 * Spec: redeemReward, rollbackRedemption, rollbackStackedRedemptions.
 */
import type { RedeemReward } from '../../decisions/redemptions/request.ts'
import type { RollbackRedemption } from '../../decisions/redemptions/rollback.ts'
import type { RollbackStack } from '../../decisions/redemptions/stack-rollback.ts'
import type { Schemas } from '../wire.ts'
import { customerCommand } from './customers.ts'
import { orderCommand } from './orders.ts'
import { metadataOf } from './values.ts'

/** `points` is undefined unless the request limits how many may be taken. */
export function redeemCommand(body: Schemas['RedeemRewardRequest']): RedeemReward {
  return {
    rewardId: body.reward?.id,
    points: body.reward?.points,
    order: body.order && orderCommand(body.order),
    metadata: metadataOf(body.metadata)
  }
}

/** The reason may also be in the query; the one in the body takes precedence. */
export function rollbackCommand(
  body: Schemas['RollbackRedemptionRequest'] | undefined,
  reason: string | undefined
): RollbackRedemption {
  return { reason: body?.reason ?? reason, metadata: metadataOf(body?.metadata) }
}

/** The same, of what may have been redeemed together. */
export function stackRollbackCommand(
  body: Schemas['RollbackDiscountsRequest'] | undefined,
  query: { readonly reason?: string | undefined; readonly tracking_id?: string | undefined }
): RollbackStack {
  const customer = body?.customer ?? undefined
  const order = body?.order ?? undefined
  return {
    reason: body?.reason ?? query.reason,
    metadata: metadataOf(body?.metadata),
    trackingId: body?.tracking_id ?? query.tracking_id,
    customer: customer && customerCommand(customer),
    order: order && {
      id: order.id ?? undefined,
      sourceId: order.source_id ?? undefined,
      status: order.status ?? undefined
    }
  }
}
