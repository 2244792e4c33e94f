/**
 * Redemptions and rollbacks on the wire: commands, the answer, the entry of a list, and the refusal
 * that is both a record and an error. The answer, the entry and the refusal share every property of
 * the record, so that a refusal and the list that shows it later cannot differ.
 * Spec: redeemReward, rollbackRedemption, rollbackStackedRedemptions, Redemption,
 * RedemptionRefused, VoucherRedemptions,
 * openapi/behaviour/redemptions-and-rollbacks.md#a-redemption-always-carries-its-objects.
 */
import type { Handed } from '../../decisions/discounts/redemption.ts'
import type { RedeemReward } from '../../decisions/redemptions/delivery.ts'
import { linkOf, redeemedIn } from '../../decisions/redemptions/limits.ts'
import type { RedemptionAnswer } from '../../decisions/redemptions/redemption.ts'
import type {
  RollbackAnswer,
  RollbackRedemption,
  RollbackStack,
  StackRolledBack
} from '../../decisions/redemptions/rollback.ts'
import type { Campaign, Redemption, Voucher } from '../../model.ts'
import { errorBody } from '../errors.ts'
import { historyUrl, type Linking } from '../links.ts'
import { type Schemas, viewOf, type Wire, withoutNulls } from '../wire.ts'
import { customerCommand, viewSimpleCustomer } from './customers.ts'
import { orderCommand, viewOrder } from './orders.ts'
import { viewProduct, viewSku } from './products.ts'
import { viewRewardParameters } from './rewards.ts'
import { viewApplicableItems } from './validation-rules.ts'
import { metadataOf } from './values.ts'
import { viewVoucher, viewVoucherStub } from './vouchers.ts'

/** `points` is undefined unless the request limits how many may be taken. */
export function redeemCommand(body: Schemas['RedeemRewardRequest']): RedeemReward {
  return {
    rewardId: body.reward?.id,
    points: body.reward?.points,
    order: body.order && orderCommand(body.order),
    metadata: metadataOf(body.metadata)
  }
}

/** What the query says may also be in the body, which takes precedence. */
export function rollbackCommand(
  body: Schemas['RollbackRedemptionRequest'] | Schemas['RollbackDiscountsRequest'] | undefined,
  query: { readonly reason?: string | undefined; readonly tracking_id?: string | undefined }
): RollbackRedemption {
  const customer = body?.customer ?? undefined
  return {
    reason: body?.reason ?? query.reason,
    metadata: metadataOf(body?.metadata),
    trackingId: body?.tracking_id ?? query.tracking_id,
    customer: customer && customerCommand(customer)
  }
}

/** The same, of what may have been redeemed together. */
export function stackRollbackCommand(
  body: Schemas['RollbackDiscountsRequest'] | undefined,
  query: Parameters<typeof rollbackCommand>[1]
): RollbackStack {
  const order = body?.order ?? undefined
  return {
    ...rollbackCommand(body, query),
    order: order && {
      id: order.id ?? undefined,
      sourceId: order.source_id ?? undefined,
      status: order.status ?? undefined
    }
  }
}

/** A redemption as it is answered: the record, and the voucher in full, where it has one. */
export function viewRedemption(
  { redemption, card, holder, applicability: { included, excluded } }: RollbackAnswer,
  linking: Linking
): Wire<'Redemption'> {
  if (card === null) return viewRecord(redemption, linking)
  return {
    ...viewRecord(redemption, linking),
    voucher: {
      ...viewVoucher(card, linking),
      ...withoutNulls({ holder: holder && viewSimpleCustomer(holder) }),
      applicable_to: viewApplicableItems(included),
      inapplicable_to: viewApplicableItems(excluded)
    }
  }
}

/** A refused redemption: the error's properties first, then the record's, on one level. */
export function viewRefusedRedemption(
  answer: RedemptionAnswer & { readonly refusal: NonNullable<RedemptionAnswer['refusal']> },
  requestId: string,
  linking: Linking
): Wire<'RedemptionRefused'> {
  const error = errorBody(answer.refusal, requestId)
  const message = withoutNulls({ message: answer.redemption.failureMessage })
  return { ...error, ...message, ...viewRedemption(answer, linking) }
}

/**
 * A part of what was redeemed together, with its voucher in full as it is after it; or the record
 * of the whole, of which nothing is redeemable.
 */
export function viewRedeemed(
  redeemed: Pick<Handed, 'redemption' | 'voucher'> & Partial<Pick<Handed, 'redeemable'>>,
  linking: Linking
): Wire<'Redemption'> {
  const { redemption, redeemable, voucher } = redeemed
  if (redeemable?.object !== 'voucher' || voucher === null) {
    return viewRedemptionEntry({ redemption, card: null }, linking)
  }
  const { campaign, assignments, holder } = redeemable
  const category = redeemable.category?.id === voucher.categoryId ? redeemable.category : null
  const shown = { voucher, campaignName: campaign?.name ?? null, category, assignments }
  return {
    ...viewRecord(redemption, linking),
    voucher: {
      ...viewVoucher(shown, linking),
      ...withoutNulls({ holder: holder && viewSimpleCustomer(holder) })
    }
  }
}

/** What was rolled back together, each with its voucher in full, as it is then. */
export function viewStackRolledBack(
  { rollbacks, parent, order }: StackRolledBack,
  linking: Linking
): Wire<'DiscountsRollback'> {
  return {
    rollbacks: rollbacks.map(({ redemption, card }) => ({
      ...viewRecord(redemption, linking),
      ...withoutNulls({ voucher: card && viewVoucher(card, linking) })
    })),
    ...withoutNulls({
      parent_rollback: parent && viewRecord(parent, linking),
      order: order && viewOrder(order)
    })
  }
}

type VoucherNamed = Parameters<typeof viewVoucherStub>[0]

/** Names the voucher and no more of it; `card` is null for what is no redemption of a voucher. */
export function viewRedemptionEntry(
  { redemption, card }: Pick<Handed, 'redemption'> & { readonly card: VoucherNamed | null },
  linking: Linking
): Wire<'Redemption'> {
  return {
    ...viewRecord(redemption, linking),
    ...withoutNulls({ voucher: card && viewVoucherStub(card) })
  }
}

interface RedemptionsOfVoucher {
  readonly voucher: Voucher
  readonly campaign: Pick<Campaign, 'name'> | null
  readonly entries: readonly Redemption[]
  readonly total: number
}

/** `entries` newest first; `total` counts all there are. */
export function viewVoucherRedemptions(
  { voucher, campaign, entries, total }: RedemptionsOfVoucher,
  linking: Linking
): Wire<'VoucherRedemptions'> {
  const { code, redemptionQuantity, redeemedQuantity } = voucher
  const card = { voucher, campaignName: campaign?.name ?? null }
  return {
    quantity: redemptionQuantity,
    redeemed_quantity: redeemedQuantity,
    object: 'list',
    url: historyUrl(linking, code, 'redemptions'),
    data_ref: 'redemption_entries',
    total,
    redemption_entries: entries.map(redemption =>
      viewRedemptionEntry({ redemption, card }, linking)
    )
  }
}

const recordView = viewOf(
  'id object:redemption date customer_id tracking_id metadata redemption result status',
  'failure_code? failure_message? order channel customer related_object_type related_object_id',
  'reward amount? gift? loyalty_card? session? promotion_tier? reason? related_redemptions?'
)

function viewRecord(redemption: Redemption, linking: Linking): Wire<'Redemption'> {
  const { customer, channel, points, gift, parentId, stackId, voucherId } = redemption
  const related =
    voucherId !== null
      ? 'voucher'
      : redemption.promotionTierId === null
        ? 'redemption'
        : 'promotion_tier'
  return recordView({
    ...redemption,
    customerId: customer.id,
    redemption: parentId ?? stackId,
    order: viewOrder(redemption.order),
    channel: { channel_id: channel.id, channel_type: channel.type },
    customer: viewSimpleCustomer(customer),
    relatedObjectType: parentId === null ? related : 'redemption',
    relatedObjectId: parentId ?? redeemedIn(redemption),
    reward: viewRedeemedReward(redemption, linking),
    amount: points ?? gift?.amount,
    loyaltyCard: points === null ? null : { points },
    promotionTier: viewTier(redemption),
    relatedRedemptions: viewRollback(redemption)
  })
}

/** The tier as it was redeemed; null where none was. */
function viewTier(redemption: Redemption): Wire<'RedeemedTier'> | null {
  const { promotionTierId: id, promotionTier: tier, campaignId } = redemption
  if (id === null) return null
  return {
    id,
    name: tier?.name ?? null,
    banner: tier?.banner ?? null,
    ...withoutNulls({ campaign: campaignId === null ? null : { id: campaignId } }),
    object: 'promotion_tier'
  }
}

/** Null until it is rolled back. */
function viewRollback(redemption: Redemption): Wire<'RelatedRedemptions'> | null {
  const { rollback } = redemption
  if (rollback === undefined) return null
  const { order } = redemption
  const undone = order && linkOf(order, redemption.id)?.link.rollbackId
  const mode = undone == null ? 'WITHOUT_ORDER' : 'WITH_ORDER'
  return { rollbacks: [{ ...rollback, rollback_order_mode: mode }] }
}

/** The reward as it stood; without one, the id that was asked for and little else. */
function viewRedeemedReward(
  { reward, customer }: Redemption,
  linking: Linking
): Wire<'RedeemedReward'> {
  const kept = reward?.reward
  return {
    id: reward?.id ?? null,
    object: 'reward',
    customer: viewSimpleCustomer(customer),
    assignment_id: reward?.assignmentId ?? null,
    ...(kept && {
      name: kept.name,
      type: kept.parameters.type,
      parameters: viewRewardParameters(kept.parameters),
      metadata: kept.metadata,
      created_at: kept.createdAt,
      updated_at: kept.updatedAt
    }),
    ...withoutNulls({
      voucher: reward?.voucher ? viewVoucher(reward.voucher, linking) : null,
      product: reward?.product ? viewProduct(reward.product) : null,
      sku: reward?.sku ? viewSku(reward.sku) : null
    })
  }
}
