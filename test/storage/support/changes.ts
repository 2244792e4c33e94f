/**
 * Changes that tests of storage begin with, and movements of points as a decision would say them.
 */
import type { CardAfter, Change, CountStep } from '../../../src/decisions/changes.ts'
import { scopesOf } from '../../../src/decisions/redemptions/limits.ts'
import type {
  CardBalance,
  CountScope,
  EntryCause,
  LedgerEntry,
  PendingPoints,
  Voucher
} from '../../../src/model.ts'
import type { Session } from '../../../src/storage/engine/session.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { voucherById, voucherOf } from '../../../src/storage/vouchers/vouchers.ts'
import { EVERY_COUNT } from '../../support/given-records.ts'
import * as catalogue from './catalogue.ts'
import * as things from './things.ts'

export const P = 'proj_1'

/** What everything else refers to: a program with one empty card, v_1, that nobody holds. */
export const ground: readonly Change[] = [
  { kind: 'project.created', project: things.project() },
  { kind: 'keyPair.created', pair: things.keyPair() },
  { kind: 'category.created', category: catalogue.category },
  { kind: 'campaign.created', campaign: things.campaign() },
  { kind: 'customer.created', customer: things.customer() },
  { kind: 'product.created', product: catalogue.product },
  { kind: 'reward.created', reward: catalogue.reward() },
  { kind: 'validationRule.created', rule: catalogue.validationRule },
  { kind: 'segment.created', segment: catalogue.segment },
  { kind: 'eventSchema.created', schema: catalogue.eventSchema },
  { kind: 'loyaltyTier.created', tier: catalogue.loyaltyTier },
  { kind: 'voucher.created', voucher: things.card() },
  { kind: 'campaign.grew', campaignId: 'camp_1', vouchersCount: 0, added: 1 }
]

export const published: Change = {
  kind: 'voucher.published',
  voucherId: 'v_1',
  version: 1,
  publication: things.publication()
}

/** The same, straight to the statement, as no change does it. */
export const giving = {
  id: 'v_1',
  version: 1,
  holderId: 'cust_1',
  referrerId: null,
  updatedAt: things.LATER
}

/** Applies changes that no load had to lead to. */
export async function changed(store: Store, ...changes: readonly Change[]): Promise<void> {
  await store.write(P, async () => ({ value: null, changes }))
}

/** A voucher as a load would find it. */
export async function storedVoucher(session: Session, id: string): Promise<Voucher> {
  const row = await session.one(voucherById, { id })
  if (row === undefined) throw new Error(`no voucher ${id}`)
  return voucherOf(row)
}

/** A redemption as it is booked: points, record, stock and totals. */
export function redeemed(voucher: Voucher, points: number, lotId: string, id: string): Change[] {
  const parts = { voucherId: voucher.id, points }
  return [
    {
      kind: 'redemption.recorded',
      redemption: things.redemption(`r_${id}`, parts),
      countedIn: EVERY_COUNT
    },
    { kind: 'reward.redeemed', rewardId: 'rew_1' },
    spent(voucher, points, lotId, id),
    ...countedFor(voucher, 1),
    {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step: { redemptionsSucceeded: 1, cardBalance: -points, cardRedeemedPoints: points },
      lastOrder: null
    }
  ]
}

/** The rollback of one that {@link redeemed} booked, under the same id. */
export function rolledBack(voucher: Voucher, points: number, lotId: string, id: string): Change[] {
  const parts = { voucherId: voucher.id, points: -points }
  const parentId = `r_${id}`
  return [
    {
      kind: 'redemption.recorded',
      redemption: { ...things.redemption(`r_${id}_back`, parts), parentId }
    },
    {
      kind: 'redemption.rolledBack',
      redemption: things.redemption(parentId, { voucherId: voucher.id, points })
    },
    { kind: 'reward.released', rewardId: 'rew_1' },
    returned(voucher, points, lotId, id),
    ...countedFor(voucher, -1),
    {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step: { rollbacksSucceeded: 1, cardBalance: points, cardRedeemedPoints: -points },
      lastOrder: null
    }
  ]
}

/** One redemption of a card more or less, wherever it is limited; no rule asked for any of it. */
function countedFor({ id: voucherId }: Voucher, step: 1 | -1): Change[] {
  const { campaignId, channel, reward, order } = things.redemption()
  const scopes = scopesOf({
    campaignId,
    voucherId,
    promotionTierId: null,
    assignmentId: reward.assignmentId,
    customerId: 'cust_1',
    apiKey: channel.id
  })
  const paid = { ordersAmount: order?.amount ?? 0, ordersDiscountAmount: 0 }
  return scopes.map(scope => counted({ ...scope, ...paid, step }))
}

/** A step of one count on the day of NOW in the zone of the project, a Sunday. */
export function counted(
  count: CountScope & Partial<CountStep>,
  totalBefore: number | null = null
): Change {
  const periods = { day: '2026-03-01', week: '2026-02-23', month: '2026-03-01' }
  const step = { step: 1, ...periods, ordersAmount: 0, ordersDiscountAmount: 0 } as const
  return { kind: 'redemption.counted', count: { ...step, ...count }, totalBefore }
}

export function waiting(voucher: Voucher, pending: PendingPoints): Change {
  const before = voucher.card as CardBalance
  const card = { ...before, pendingPoints: before.pendingPoints + pending.points }
  return { kind: 'pendingPoints.added', pending, card: cardAfter({ ...voucher, card }) }
}

/** As many points more that wait on a card; fewer when negative. */
export function waited(voucher: Voucher, points: number): Change {
  const before = voucher.card as CardBalance
  const card = { ...before, pendingPoints: before.pendingPoints + points }
  return { kind: 'card.waited', card: cardAfter({ ...voucher, card }) }
}

/** What is missing on a card for an order from now on. */
export function lacking(voucher: Voucher, points: number): Change {
  const cause = { orderId: 'ord_1', reason: 'Order canceled' }
  const of = { voucherId: voucher.id, subjectId: 'ord_1', lotId: 'lopb_a', from: null } as const
  const since = { createdAt: things.NOW, voucherVersion: voucher.version }
  const shortfall = { ...of, kind: 'EARNED', points, cause, ...since } as const
  return { kind: 'shortfall.saved', shortfall, card: cardAfter(voucher) }
}

/** The card as it is, written once more. */
export function settledOn(voucher: Voucher): CardAfter {
  return cardAfter(voucher)
}

function cardAfter({ id, version, card, redeemedQuantity }: Voucher): CardAfter {
  return {
    voucherId: id,
    version,
    balance: card as CardBalance,
    redeemedQuantity,
    updatedAt: things.LATER
  }
}

/** Puts points on a card, into a lot of their own, as one change; entry and lot share `id`. */
export function added(
  voucher: Voucher,
  points: number,
  id: string,
  cause: EntryCause = { orderId: 'ord_1' }
): Change {
  const before = voucher.card as CardBalance
  const after = { ...before, points: before.points + points, balance: before.balance + points }
  return {
    kind: 'points.moved',
    card: cardAfter({ ...voucher, card: after }),
    opened: [things.lot(`lopb_${id}`, voucher.id, points)],
    stepped: [],
    entry: {
      id: `vtx_${id}`,
      voucherId: voucher.id,
      campaignId: 'camp_1',
      type: 'POINTS_ACCRUAL',
      amount: points,
      lots: [{ id: `lopb_${id}`, amount: points }],
      balanceAfter: after.balance,
      cause,
      createdAt: things.NOW,
      voucherVersion: voucher.version + 1,
      takenBackBy: null
    }
  }
}

/** Takes points from one lot of a card for a redemption. */
export function spent(voucher: Voucher, points: number, lotId: string, id: string): Change {
  return moved(voucher, -points, lotId, { id: `vtx_${id}`, type: 'POINTS_REDEMPTION' }, id)
}

/** Gives them back to the lot. */
function returned(voucher: Voucher, points: number, lotId: string, id: string): Change {
  return moved(voucher, points, lotId, { id: `vtx_${id}_back`, type: 'POINTS_REFUND' }, id)
}

function moved(
  voucher: Voucher,
  amount: number,
  lotId: string,
  entry: Pick<LedgerEntry, 'id' | 'type'>,
  id: string
): Change {
  const before = voucher.card as CardBalance
  const balance = before.balance + amount
  const after = { ...before, balance, redeemedPoints: before.redeemedPoints - amount }
  const redeemedQuantity = voucher.redeemedQuantity - Math.sign(amount)
  return {
    kind: 'points.moved',
    card: cardAfter({ ...voucher, card: after, redeemedQuantity }),
    opened: [],
    stepped: [{ id: lotId, amount: 0, remaining: amount }],
    entry: {
      ...entry,
      voucherId: voucher.id,
      campaignId: 'camp_1',
      amount,
      lots: [{ id: lotId, amount }],
      balanceAfter: balance,
      cause: { redemptionId: `r_${id}` },
      createdAt: things.NOW,
      voucherVersion: voucher.version + 1,
      takenBackBy: null
    }
  }
}
