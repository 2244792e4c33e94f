/**
 * Redemptions and rollbacks from the wire to commands.
 *
 * Spec: redeemReward, rollbackRedemption.
 */
import type { RedeemReward } from '../../decisions/redemptions/request.ts'
import type { RollbackRedemption } from '../../decisions/redemptions/rollback.ts'
import type { Schemas } from '../wire.ts'
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
