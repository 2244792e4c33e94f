/**
 * Rolls back a redemption: undoes all of it, in one unit of work and once. Uses, credit and points
 * go back first, and only then is the order canceled and what it earned taken back, so that nobody
 * keeps both because the rest was spent. What a reward handed out must still be there, unused: its
 * coupon, and the credit and points that it gave elsewhere. Earned points are taken back as far as
 * the card has them, and missing ones are noted. The consequences earn nothing: redeeming and
 * rolling back in turn gains nothing. The record of the redemption keeps its answer; its new
 * outcome, and a record of the rollback, tell the rest.
 * Spec: rollbackRedemption, rollbackStackedRedemptions,
 * openapi/behaviour/redemptions-and-rollbacks.md#a-rollback-undoes-what-the-redemption-did.
 */

import type {
  Campaign,
  Category,
  Customer,
  EntryType,
  LedgerEntry,
  Metadata,
  MetadataSchema,
  Order,
  OrderRedemption,
  OrderStatus,
  Redemption,
  ShownVoucher,
  ValidationRuleAssignment
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import { takeAtMost } from '../../rules/points.ts'
import type { StackingRules } from '../../rules/stacking.ts'
import { compareTexts } from '../../rules/validity.ts'
import { type Change, type Decision, type LastOrder, log, type Occasion } from '../changes.ts'
import { type SaveCustomer, simpleCustomer } from '../customers/customers.ts'
import {
  amountWithoutUnits,
  lowerPaidDiscounts,
  type OrderCommand,
  ownsInitialAmount,
  withdraw
} from '../orders/lines.ts'
import { asUndone, isPaid, keepOrder, lowerEarned, recordOrder } from '../orders/orders.ts'
import { cutEntry, type RedeemedOnOrder } from '../orders/returns.ts'
import {
  type EarnedBefore,
  isGranted,
  makeUp,
  missingOf,
  returnPoints,
  takeBackBonuses,
  takeBackRedemption
} from '../points/cancellation.ts'
import {
  changeTotals,
  heldAt,
  type LotLines,
  type Purse,
  spendableLots,
  sumOf
} from '../points/lots.ts'
import { notFound, type Refusal, type Unable } from '../refusals.ts'
import { type OpenStanding, openStanding, presentPurse } from '../standing/open.ts'
import type { Standing, StandingFacts } from '../standing/standing.ts'
import { metadataRefusal, nextUpdatedAt } from '../updates.ts'
import { refundCredit, takeCreditLines } from '../vouchers/vouchers.ts'
import {
  type ApplicableItems,
  amountsRecorded,
  applicabilityOf,
  type BoundRule,
  linkOf,
  type OrderLink,
  redeemedIn,
  uncountInScopes
} from './limits.ts'

export interface RollbackRedemption {
  readonly reason: string | undefined
  readonly metadata: Metadata | undefined
  /** The caller's own name for who redeemed; undefined: that of the redemption. */
  readonly trackingId?: string | undefined
  /** Who is thought to have redeemed; undefined: the customer who did. */
  readonly customer?: Pick<SaveCustomer, 'id' | 'sourceId'> | undefined
}

export interface RollingBackFacts extends StandingFacts {
  /** Who redeemed; null for nobody, and when they were deleted. */
  readonly customer: Customer | null
  /** The customer that the request names; null for none, and for nobody who is known. */
  readonly customerSent: Customer | null
  readonly redemptionSchema: MetadataSchema | null
  /** The stored order that was paid; null for none, and where it is to stay as it is. */
  readonly order: Order | null
  readonly earned: EarnedBefore
  /** The last of the customer's other paid orders, when that one is to be canceled; else null. */
  readonly previousOrder: LastOrder | null
}

export interface RollbackFacts extends RollingBackFacts, UndoneFacts {
  /** What becomes of the order; null: it stays as it is. */
  readonly status: OrderStatus | null
}

export interface RollbackAnswer {
  readonly redemption: Redemption
  readonly card: ShownVoucher | null
  readonly holder: Customer | null
  readonly applicability: ApplicableItems
}

/**
 * The refusals, in this order: a redemption that was rolled back before; one that failed or is a
 * rollback itself; a part of a stack, or a stack; an unknown customer, or another one; metadata that
 * does not fit; a deleted customer;
 * a coupon, credit or points of another program that the reward gave and that are used or locked. The
 * age of the redemption does not matter.
 * Spec:
 * openapi/behaviour/redemptions-and-rollbacks.md#a-rollback-is-all-or-nothing-once-and-at-any-age.
 */
export function rollbackRedemption(
  facts: RollbackFacts,
  command: RollbackRedemption,
  occasion: Occasion
): Decision<RollbackAnswer> {
  const { redemption: root, status } = facts
  const refusal =
    unfit(root) ?? stackRefused(root) ?? otherCustomer(facts, command) ?? misfitOf(facts, command)
  if (refusal !== null) return { refusal }
  const ids = new Map([[root.id, occasion.newId('r')]])
  const undoing = { root, parts: [facts], ids, status }
  const undone = undo(facts, undoing, command, occasion)
  if ('refusal' in undone) return undone
  const [rollback] = undone.rollbacks
  const result = {
    redemption: rollback as Redemption,
    card: shownAfter(facts, undone),
    holder: facts.customer,
    applicability: applicabilityOf(facts.rules)
  }
  return { result, changes: undone.changes }
}

function unfit({ id, status, parentId, stackId }: Redemption): Refusal | null {
  const about = { resourceId: id, resourceType: 'redemption' } as const
  if (status === 'ROLLED_BACK') {
    const details = `Redemption ${id} was rolled back already; there is nothing left to undo`
    return { key: 'already_rolled_back', details, ...about }
  }
  if (parentId !== null) {
    const details = `Redemption ${id} is itself a rollback, of ${parentId}, and stays`
    return { key: 'invalid_rollback_params', details, ...about }
  }
  if (status === 'FAILED') {
    const details = `Redemption ${id} is FAILED; only one that SUCCEEDED can be rolled back`
    return { key: 'invalid_rollback_params', details, ...about }
  }
  if (stackId === null) return null
  const instead = `roll all of them back by POST /v1/redemptions/${stackId}/rollbacks`
  const details = `Redemption ${id} was made together with others; ${instead}`
  return { key: 'invalid_redemption_parent', details, ...about }
}

export function isStack({ voucherId, promotionTierId }: Redemption): boolean {
  return voucherId === null && promotionTierId === null
}

function stackRefused(redemption: Redemption): Refusal | null {
  if (!isStack(redemption)) return null
  const { id } = redemption
  const instead = `roll them back by POST /v1/redemptions/${id}/rollbacks`
  const details = `Redemption ${id} stands for several that were made together; ${instead}`
  return { key: 'invalid_redemption', details, resourceId: id, resourceType: 'redemption' }
}

function misfitOf(
  { redemptionSchema }: Pick<RollingBackFacts, 'redemptionSchema'>,
  { metadata }: RollbackRedemption
): Refusal | null {
  return metadata === undefined ? null : metadataRefusal(redemptionSchema, metadata, 'metadata')
}

interface Undoing {
  readonly root: Redemption
  /** In the order in which they were applied; of a redemption alone, itself. */
  readonly parts: readonly UndoneFacts[]
  /** The ids of the rollbacks, by the redemptions that they undo: of the parts, and of the root. */
  readonly ids: ReadonlyMap<string, string>
  readonly status: OrderStatus | null
}

interface UndoneRedemption {
  /** A record for each part, in their order. */
  readonly rollbacks: readonly Redemption[]
  /** The rollback of a stack; null for one redemption. */
  readonly parent: Redemption | null
  readonly order: Order | null
  /** Null where nobody redeemed. */
  readonly standing: Standing | null
  readonly changes: readonly Change[]
}

function undo(
  facts: RollingBackFacts,
  undoing: Undoing,
  command: RollbackRedemption,
  occasion: Occasion
): UndoneRedemption | Unable {
  const { customer } = facts
  if (customer === null) return undoForNobody(facts, undoing, command, occasion)
  const opened = openStanding(facts, customer, occasion, { after: 'consequences' })
  if ('refusal' in opened) return opened
  const { root, parts } = undoing
  for (const part of parts) {
    const used = usedMeanwhile(opened, part, occasion)
    if (used !== null) return { refusal: used }
  }
  const { known, landed } = giveBackParts(opened.stopEarning(), parts)
  // Points that came with tiers and segments are taken last, of the order and of what it paid.
  const { bonuses = [], ordersNextTo = new Map(), ...earned } = facts.earned
  const kept = takeBackPayment(known, { ...facts, ...undoing, earned })
  // Takes returned points for points that were missing on their cards, latest first.
  const madeUp = parts.toReversed().reduce((now, part) => {
    const points = landed.get(part.redemption.id)
    if (!isPaidWithPoints(part) || points === undefined) return now
    const { card, entries } = part
    const back = { card, brought: broughtOf(part), landed: points, spent: paidWith(entries) }
    return makeUp(now, back)
  }, kept.known)
  const made = recordsOf(undoing, { ...kept, customer }, command, occasion)
  const written = madeUp.write(made.changes, { rollbacksSucceeded: parts.length })
  // The order that is paid no longer with what paid it.
  const order = undoing.status === null || isPaid({ status: undoing.status }) ? null : facts.order
  const all = [root, ...parts.map(({ redemption }) => redemption), ...(order ? [order] : [])]
  // When points first came that are gone with redemptions: of their order, or of their rewards.
  const isGiven = parts.some(({ entries }) => entries.some(isGranted))
  const times = [order?.earnedAt ?? null, isGiven ? root.date : null].filter(at => at !== null)
  const since = times.toSorted()[0] ?? null
  const ids = all.map(({ id }) => id)
  const undone = { root, ids, order, bonuses, ordersNextTo, lostSince: since }
  const left = takeBackBonuses(written, opened.standing, undone)
  const { standing, changes } = left.conclude()
  return { ...made, order: kept.order, standing, changes }
}

/** What nobody redeemed has no points, and nothing follows from it. */
function undoForNobody(
  facts: RollingBackFacts,
  undoing: Undoing,
  command: RollbackRedemption,
  occasion: Occasion
): UndoneRedemption | Unable {
  const { root, parts } = undoing
  const { id: gone } = root.customer
  if (gone !== null) {
    const { id } = root
    const details = `Redemption ${id} was made by ${gone}, who was deleted; it cannot be rolled back`
    const about = { resourceId: id, resourceType: 'redemption' } as const
    return { refusal: { key: 'invalid_customer', details, ...about } }
  }
  const { order, changes } = takeBackNobodys({ ...facts, ...undoing }, occasion)
  const made = recordsOf(undoing, { order, customer: null }, command, occasion)
  const back = parts.toReversed().flatMap(part => usesBack(part, occasion))
  return { ...made, order, standing: null, changes: [...back, ...changes, ...made.changes] }
}

function recordsOf(
  undoing: Undoing,
  { order, customer }: { readonly order: Order | null; readonly customer: Customer | null },
  command: RollbackRedemption,
  occasion: Occasion
): Pick<UndoneRedemption, 'rollbacks' | 'parent' | 'changes'> {
  const { root, parts, ids, status } = undoing
  const idOf = ({ id }: Redemption) => ids.get(id) as string
  const stackId = isStack(root) ? idOf(root) : null
  const { metadata = {}, reason, trackingId } = command
  const recordOf = (redemption: Redemption, stack: string | null): Redemption => ({
    ...redemption,
    id: idOf(redemption),
    date: occasion.now,
    customer: simpleCustomer(customer),
    trackingId: trackingId ?? redemption.trackingId,
    metadata,
    parentId: redemption.id,
    stackId: stack,
    result: 'SUCCESS',
    status: 'SUCCEEDED',
    points: redemption.points === null ? null : -redemption.points,
    gift: redemption.gift && { amount: 0 - redemption.gift.amount },
    discount: null,
    session: null,
    order,
    channel: { id: occasion.channelId, type: 'API' },
    ...(reason === undefined ? {} : { reason })
  })
  const write = (redemption: Redemption, rollback: Redemption): readonly Change[] => [
    { kind: 'redemption.recorded', redemption: rollback },
    {
      kind: 'redemption.rolledBack',
      redemption: {
        ...redemption,
        result: 'FAILURE',
        status: 'ROLLED_BACK',
        failureCode: 'redemption_rolled_back',
        failureMessage: 'redemption was rolled back',
        order: status === null || rollback.order === null ? redemption.order : rollback.order,
        rollback: { id: rollback.id, date: rollback.date }
      }
    },
    logOf(rollback, redemption, occasion)
  ]
  const rollbacks = parts.map(({ redemption }) => recordOf(redemption, stackId))
  const parent = stackId === null ? null : recordOf(root, null)
  const changes = parts.flatMap((part, index) => [
    ...write(part.redemption, rollbacks[index] as Redemption),
    ...uncounted(part, { rollbackId: idOf(part.redemption), holder: customer }, occasion)
  ])
  return { rollbacks, parent, changes: [...changes, ...(parent ? write(root, parent) : [])] }
}

function shownAfter(
  part: UndoneFacts,
  { standing, changes }: UndoneRedemption
): ShownVoucher | null {
  const { card, campaign, category, cardAssignments: assignments } = part
  if (card === null) return null
  const { voucher } = standing === null ? card : presentPurse(standing, card)
  return {
    voucher: usedAfter({ ...card, voucher }, changes),
    campaignName: campaign?.name ?? null,
    category,
    assignments
  }
}

/** A voucher that is no card, after the changes that gave back its use. */
function usedAfter({ voucher }: Purse, changes: readonly Change[]): ShownVoucher['voucher'] {
  for (const change of changes) {
    if (change.kind === 'credit.moved' && change.gift.voucherId === voucher.id) {
      const { balance: gift, redeemedQuantity, updatedAt } = change.gift
      return { ...voucher, gift, redeemedQuantity, updatedAt }
    }
    if (change.kind === 'voucher.redeemed' && change.voucherId === voucher.id) {
      const redeemedQuantity = voucher.redeemedQuantity + change.step
      return { ...voucher, redeemedQuantity, updatedAt: change.updatedAt }
    }
  }
  return voucher
}

function logOf(rollback: Redemption, { id }: Redemption, occasion: Occasion): Change {
  const about = { customerId: rollback.customer.id, entityId: redeemedIn(rollback) }
  const data = { redemption_id: id, rollback_id: rollback.id }
  const type = 'customer.redemption.rollback.succeeded'
  return log(type, about, data, occasion, 'ACTION')
}

/*
 * A part of a stack cannot be rolled back alone: the order and the discounts of the others would
 * not be what they were taken off.
 */

export interface RollbackStack extends RollbackRedemption {
  /** The order that is thought to be paid by it, and what becomes of it. */
  readonly order: Pick<OrderCommand, 'id' | 'sourceId' | 'status'> | undefined
}

export interface StackRollbackFacts extends RollingBackFacts {
  readonly redemption: Redemption
  /** What it is made of, in the order of application; itself, when it was made alone. */
  readonly parts: readonly UndoneFacts[]
  /** What becomes of the order; null: it stays as it is. */
  readonly status: OrderStatus | null
}

export interface StackRolledBack {
  /** Of each part, with its voucher after it, in the order in which the parts were applied. */
  readonly rollbacks: readonly Pick<RollbackAnswer, 'redemption' | 'card'>[]
  /** The rollback of the whole; null for a redemption that was made alone. */
  readonly parent: Redemption | null
  readonly order: Order | null
}

/**
 * The request counts before the project's rules; null: it stays, as another customer's does.
 * Spec: openapi/behaviour/redemptions-and-rollbacks.md#the-request-says-what-becomes-of-the-order.
 */
export function statusAfter(
  mode: StackingRules['redeemablesRollbackOrderMode'],
  { order: sent }: Partial<Pick<RollbackStack, 'order'>>,
  paid: Paid
): OrderStatus | null {
  if (isAnothers(paid)) return null
  return sent?.status ?? (mode === 'WITHOUT_ORDER' ? null : 'CANCELED')
}

/** A redemption, and the order that it paid as it is by now. */
type Paid = Pick<StackRollbackFacts, 'redemption' | 'order'>

/** Whether the order, nobody's when it was redeemed on, has become that of another. */
function isAnothers({ redemption: { customer }, order }: Paid): boolean {
  const owner = order?.customerId ?? null
  return owner !== null && owner !== customer.id
}

/**
 * The refusals, in this order: those of rollbackRedemption of what cannot be rolled back, a part of
 * a stack among them; an unknown customer, or another one; another order, the status of
 * another customer's, or an order that it would pay; and the rest of them.
 */
export function rollbackStackedRedemptions(
  facts: StackRollbackFacts,
  command: RollbackStack,
  occasion: Occasion
): Decision<StackRolledBack> {
  const { redemption: root, parts, status } = facts
  const refusal =
    unfit(root) ??
    otherCustomer(facts, command) ??
    otherOrder(facts, command) ??
    othersRefused(facts, command) ??
    payingRefused(facts) ??
    misfitOf(facts, command)
  if (refusal !== null) return { refusal }
  const undone = parts.map(({ redemption }) => redemption.id)
  const all = isStack(root) ? [...undone, root.id] : undone
  const ids = new Map(all.map(id => [id, occasion.newId('r')]))
  const after = undo(facts, { root, parts, ids, status }, command, occasion)
  if ('refusal' in after) return after
  const rollbacks = after.rollbacks.map((redemption, index) => {
    return { redemption, card: shownAfter(parts[index] as UndoneFacts, after) }
  })
  const { parent, order, changes } = after
  return { result: { rollbacks, parent, order }, changes }
}

function otherCustomer(
  { redemption: { id, customer }, customerSent }: RollbackFacts | StackRollbackFacts,
  { customer: named }: RollbackRedemption
): Refusal | null {
  const name = named?.id ?? named?.sourceId ?? null
  if (name === null) return null
  if (customerSent === null) return notFound('customer', name)
  if (customerSent.id === customer.id) return null
  const details = `Redemption ${id} was not made by ${name}; send who made it as customer, or none`
  return { key: 'invalid_customer', details, resourceId: id, resourceType: 'redemption' }
}

function otherOrder(
  { redemption: { id }, order }: StackRollbackFacts,
  { order: named }: RollbackStack
): Refusal | null {
  const name = named?.id ?? named?.sourceId ?? null
  if (name === null || name === order?.id || name === order?.sourceId) return null
  const details = `Redemption ${id} did not pay order ${name}; name its order, or none`
  return { key: 'invalid_order', details, resourceId: id, resourceType: 'redemption' }
}

function othersRefused(paid: Paid, { order: sent }: RollbackStack): Refusal | null {
  const { redemption, order } = paid
  if (order === null || sent?.status === undefined || !isAnothers(paid)) return null
  const { id } = redemption
  const details =
    `Property .order.status: order ${order.id} is another customer's by now than redemption ` +
    `${id}; leave the status out, and change that order by PUT /v1/orders/${order.id}`
  return { key: 'invalid_order', details, resourceId: id, resourceType: 'redemption' }
}

/** The refusal of paying an order that was never paid, as a rollback lets nothing earn. */
function payingRefused({ order, status }: StackRollbackFacts): Refusal | null {
  if (order === null || order.customerId === null || order.earnedAt !== null) return null
  if (status === null || !isPaid({ status })) return null
  const instead = `send CREATED, and then pay it by PUT /v1/orders/${order.id}`
  const details = `Property .order.status: order ${order.id} was never paid and has not earned; `
  return { key: 'invalid_payload', details: details + instead }
}

interface PaidOrder {
  readonly root: Redemption
  readonly ids: ReadonlyMap<string, string>
  readonly order: Order | null
  /** What becomes of it; null: it stays as it is, and only names the rollback. */
  readonly status: OrderStatus | null
  readonly earned: EarnedBefore
  readonly previousOrder: LastOrder | null
}

/**
 * Withdraws from the order what the redemption took off it. The order of nobody counts for nobody,
 * not for the customer who redeemed. Canceled, which it is whatever its status, it gives back the
 * points that are not taken back yet.
 */
function takeBackPayment(
  known: OpenStanding<never>,
  paid: PaidOrder
): { readonly known: OpenStanding<never>; readonly order: Order | null } {
  const { occasion } = known
  const { order: stored, previousOrder, earned, status } = paid
  if (stored === null || stored.customerId === null || status === null) {
    const { order, changes } = takeBackNobodys(paid, occasion)
    return { order, known: known.write(changes) }
  }
  const withdrawn = withdrawnFrom(stored, { ...paid, status }, occasion)
  const undone = status === 'CANCELED' ? 'canceled' : isPaid(withdrawn) ? null : 'unpaid'
  const order = undone === null ? withdrawn : asUndone(withdrawn, undone, occasion)
  const kept = keepOrder(known, { stored, order, previousOrder })
  return undone === null ? kept : lowerEarned(kept, { stored, undone, earned })
}

/** The same for the order of nobody, which never earned, and for one that stays as it is. */
export function takeBackNobodys(
  paid: PaidOrder,
  occasion: Occasion
): { readonly order: Order | null; readonly changes: readonly Change[] } {
  const { order: stored, status } = paid
  if (stored === null) return { order: null, changes: [] }
  const order =
    status === null
      ? nextOf(stored, linkAfter(stored, paid, occasion), occasion)
      : withdrawnFrom(stored, { ...paid, status }, occasion)
  return recordOrder({ stored, order, earns: false }, occasion)
}

function linkAfter(
  stored: Order,
  { root, ids }: Pick<PaidOrder, 'root' | 'ids'>,
  { now }: Occasion
): OrderLink {
  const { id, link } = present(linkOf(stored, root.id), `no order names redemption ${root.id}`)
  const rolledBack: OrderRedemption = {
    ...link,
    rollbackId: ids.get(root.id) as string,
    rollbackDate: now,
    ...(link.stacked && { rollbackStacked: link.stacked.map(each => ids.get(each) as string) })
  }
  return { id, link: rolledBack }
}

function withdrawnFrom(
  stored: Order,
  paid: PaidOrder & { readonly status: OrderStatus },
  occasion: Occasion
): Order {
  const { id, link } = linkAfter(stored, paid, occasion)
  const { lines = [], keepsAmount = false, bringsAmount = false, discountAmount, ...others } = link
  const rolledBack = { ...others, discountAmount: 0 }
  const without = { ...stored, redemptions: { ...stored.redemptions, [id]: rolledBack } }
  const withdrawn = withdraw(without, { discountAmount, lines, keepsAmount, bringsAmount })
  const after = nextOf({ ...withdrawn, status: paid.status }, { id, link: rolledBack }, occasion)
  // An order that cost less with what is gone takes less of what others took off it, too.
  const redemptions = lowerPaidDiscounts(after.redemptions, after.discountAmount ?? 0)
  const initialAmount = ownsInitialAmount(stored)
    ? stored.initialAmount
    : amountWithoutUnits({ amount: after.amount, redemptions })
  return { ...after, initialAmount, redemptions }
}

function nextOf(order: Order, { id, link }: OrderLink, { now }: Occasion): Order {
  const redemptions = { ...order.redemptions, [id]: link }
  return { ...order, redemptions, updatedAt: now, version: order.version + 1 }
}

export interface UndoneFacts extends RedeemedOnOrder {
  /** Of the voucher or the tier; null for a voucher of none. */
  readonly campaign: Campaign | null
  readonly category: Category | null
  /** The assignments of the rules that bind the voucher, as the answer shows them. */
  readonly cardAssignments: readonly ValidationRuleAssignment[]
  /** Rules that bind the reward's assignment, the voucher or the campaign by now. */
  readonly rules: readonly BoundRule[]
  /** The coupon, gift voucher or card that the reward gave or credited; null for none. */
  readonly handedOut: Purse | null
  /** Redemptions of it that were not rolled back, the latest first; more than a refusal names. */
  readonly uses: readonly Pick<Redemption, 'id' | 'stackId'>[]
  readonly rewardExists: boolean
}

interface PaidWithPoints extends UndoneFacts {
  readonly card: Purse
  readonly redemption: Redemption & { readonly points: number }
}

function isPaidWithPoints(part: UndoneFacts): part is PaidWithPoints {
  return part.card !== null && part.redemption.points !== null
}

/** Gives back what the redemptions took, and takes back what their rewards gave, latest first. */
function giveBackParts(
  known: OpenStanding<never>,
  parts: readonly UndoneFacts[]
): { readonly known: OpenStanding<never>; readonly landed: ReadonlyMap<string, LotLines> } {
  const landed = new Map<string, LotLines>()
  const after = parts.toReversed().reduce((now, part) => {
    if (!isPaidWithPoints(part)) {
      const moved = creditBack(part, known.occasion)
      if (moved === null || part.card?.voucher.holderId !== now.standing.customer.id) {
        return now.write(usesBack(part, known.occasion))
      }
      return now.move(moved)
    }
    const { card } = part
    const { points } = part.redemption
    const entry = cutEntry(paidWith(part.entries), 0, points)
    const priced = { card, entry, brought: broughtOf(part) }
    const returned = returnPoints(now, priced)
    landed.set(part.redemption.id, returned.landed)
    return takeBackReward(returned.known, part)
  }, known)
  return { known: after, landed }
}

function broughtOf({ missed }: UndoneFacts): readonly LedgerEntry[] {
  return missed.filter(({ type }) => !PRICE.includes(type))
}

/** The entries of a redemption's price, which are not among its points. */
const PRICE: readonly EntryType[] = ['POINTS_REDEMPTION', 'POINTS_REFUND']

function paidWith(entries: readonly LedgerEntry[]): LedgerEntry {
  const taking = entries.find(({ type }) => type === 'POINTS_REDEMPTION')
  return present(taking, 'no entry took the points of a redemption')
}

function usesBack(part: UndoneFacts, occasion: Occasion): readonly Change[] {
  const { redemption, tierExists } = part
  const { promotionTierId: tierId } = redemption
  if (tierId !== null) {
    const amounts = amountsRecorded({ id: redemption.id, record: redemption })
    return tierExists ? [{ kind: 'promotionTier.redeemed', tierId, step: -1, ...amounts }] : []
  }
  const moved = creditBack(part, occasion)
  const { voucher } = present(part.card, 'what was redeemed is neither a tier nor a voucher')
  const { id: voucherId, version, holderId } = voucher
  if (moved !== null) {
    return [moved.change, ...(holderId === null ? [] : changeTotals(holderId, moved.totals))]
  }
  const { now: updatedAt } = occasion
  return [{ kind: 'voucher.redeemed', voucherId, version, step: -1, updatedAt }]
}

function creditBack({ card, entries, redemption }: UndoneFacts, occasion: Occasion) {
  const { id, gift } = redemption
  const taken = entries.find(
    ({ type, cause }) => type === 'CREDITS_REDEMPTION' && cause.redemptionId === id
  )
  const left = gift?.amount ?? 0
  if (card === null || taken === undefined || left === 0) return null
  return refundCredit(card, cutEntry(taken, 0, left), occasion)
}

function usedMeanwhile(known: OpenStanding, part: UndoneFacts, occasion: Occasion): Refusal | null {
  if (part.handedOut === null) return null
  const purse = known.purse(part.handedOut)
  const given = { ...part, handedOut: purse, locks: locksAt(purse, occasion) }
  return purse.voucher.type === 'DISCOUNT_VOUCHER'
    ? couponUsed(given)
    : balanceSpent(given, occasion)
}

/** What a redemption handed out, as it is at this moment, and the keys of the locks on it. */
interface HandedOut extends UndoneFacts {
  readonly handedOut: Purse
  readonly locks: readonly string[]
}

/** The keys of locks that hold something, the first to end before the others. */
function locksAt({ holds = [] }: Purse, { now }: Occasion): readonly string[] {
  return holds
    .filter(({ expiresAt }) => expiresAt > now)
    .toSorted((one, other) => compareTexts(one.expiresAt, other.expiresAt))
    .map(({ key }) => key)
}

/** It may have been redeemed before it was handed out, so uses are counted, and looked for. */
function couponUsed(given: HandedOut): Refusal | null {
  const { redemption, handedOut, uses, locks } = given
  const { code, redeemedQuantity } = handedOut.voucher
  const since = usesSince(given)
  const before = redemption.reward?.voucher?.voucher.redeemedQuantity ?? 0
  const used = Math.max(redeemedQuantity - before, since.length)
  if (used <= 0 && locks.length === 0) return null
  const times = used === 1 ? 'once' : `${used} times`
  const how = used > 0 ? `was redeemed ${times} since` : 'is locked'
  const first = undoFirst(given, since.length > 0 || used <= 0 ? since : uses)
  const details = `Coupon ${code}, which redemption ${redemption.id} handed out, ${how}; ${first}`
  return refusal('quantity_exceeded', given, `${details}, and then roll this back`)
}

/**
 * Credit or points of the reward that are spent, or locked. Expired points are gone, and points
 * that a canceled order took are missed by that order; neither is asked for.
 */
function balanceSpent(given: HandedOut, occasion: Occasion): Refusal | null {
  const { redemption, handedOut, entries } = given
  const { voucher, lots } = handedOut
  const put = entries.filter(entry => entry.voucherId === voucher.id && isGranted(entry))
  const brought = put.reduce((sum, { amount }) => sum + amount, 0)
  const held = heldAt(handedOut, occasion.now)
  const isGift = voucher.gift !== null
  const there = sumOf(isGift ? lots : spendableLots(handedOut, occasion))
  const { taken, missing } = isGift
    ? { taken: Math.min(brought, there), missing: Math.max(brought - there, 0) }
    : missingOf(handedOut, { redemption, entries: put }, occasion)
  const locked = (isGift ? held.credit : held.points) - (there - taken)
  const used = missing + Math.min(Math.max(locked, 0), taken)
  if (used <= 0) return null
  const [key, of] = isGift
    ? (['gift_amount_exceeded', 'credit'] as const)
    : (['loyalty_card_points_exceeded', 'points'] as const)
  const details =
    `Of ${brought} ${of} that redemption ${redemption.id} put on ${voucher.code}, ${used} are ` +
    `spent or locked; ${undoFirst(given, usesSince(given))}, and then roll this back`
  return refusal(key, given, details)
}

function refusal(key: Refusal['key'], { redemption }: HandedOut, details: string): Refusal {
  return { key, details, resourceId: redemption.id, resourceType: 'redemption' }
}

/** How many redemptions, and how many locks, a refusal names. */
export const USES_NAMED_MAX = 10

/** What is to be done before the reward is rolled back: redemptions of it undone, locks released. */
function undoFirst({ handedOut, locks }: HandedOut, uses: UndoneFacts['uses']): string {
  const { type } = handedOut.voucher
  const redemptions = namesOf(uses.map(({ id, stackId }) => stackId ?? id))
  const steps = [
    ...(redemptions === '' ? [] : [`roll back ${redemptions}`]),
    ...(locks.length === 0 ? [] : [`release ${namesOf(locks)}, by ${RELEASE}`])
  ]
  const more = type === 'DISCOUNT_VOUCHER' ? [] : ['add as many']
  return [steps.join(' and '), ...more].filter(step => step !== '').join(', or ')
}

const RELEASE = 'DELETE /v1/vouchers/{code}/sessions/{sessionKey}'

function namesOf(all: readonly string[]): string {
  const named = all.slice(0, USES_NAMED_MAX).join(', ')
  return all.length > USES_NAMED_MAX ? `${named} and others` : named
}

/** Ids are in the order of time. */
function usesSince({ redemption, uses }: UndoneFacts): UndoneFacts['uses'] {
  return uses.filter(({ id }) => id > redemption.id)
}

/** From a gift voucher all of it, from cards as far as they have it. */
function takeBackReward(
  known: OpenStanding<never>,
  { redemption, entries, handedOut }: UndoneFacts
): OpenStanding<never> {
  const came = entries.filter(({ amount }) => amount > 0)
  const credited = came.filter(({ type }) => type === 'CREDITS_ADDITION')
  const points = came.filter(({ type }) => type !== 'CREDITS_ADDITION')
  const back = takeBackRedemption(known, { redemption, entries: points })
  const amount = credited.reduce((sum, entry) => sum + entry.amount, 0)
  if (handedOut === null || amount === 0) return back
  const cause = { redemptionId: redemption.id, reason: 'Redemption rolled back' }
  // The voucher has all of it: usedMeanwhile has checked.
  const taken = takeAtMost(handedOut.lots, amount)
  return back.move(takeCreditLines(handedOut, { taken, as: 'subtracted', cause }, known.occasion))
}

interface TakingBack {
  readonly rollbackId: string
  readonly holder: Customer | null
}

/**
 * Spec: openapi/behaviour/redemptions-and-rollbacks.md#attempts-and-what-remains-are-counted-apart.
 */
function uncounted(part: UndoneFacts, by: TakingBack, occasion: Occasion): readonly Change[] {
  const { redemption, countedIn } = part
  const { id: customerId } = redemption.customer
  const recorded = { ...redemption, countedIn, customerId, record: redemption }
  return [
    ...released(part),
    ...takenBack(part, by, occasion),
    ...uncountInScopes(recorded, occasion)
  ]
}

/** Returns the unit to stock, unless the reward was deleted. */
function released({ redemption: { reward }, rewardExists }: UndoneFacts): readonly Change[] {
  if (!rewardExists || reward === null || reward.id === null) return []
  return [{ kind: 'reward.released', rewardId: reward.id }]
}

/** For good. One that is off is written, too, because it must not be used meanwhile. */
function takenBack(
  { handedOut }: UndoneFacts,
  { rollbackId, holder }: TakingBack,
  { now }: Occasion
): readonly Change[] {
  if (handedOut === null || handedOut.voucher.holderId !== holder?.id) return []
  const { voucher: coupon } = handedOut
  if (coupon.type !== 'DISCOUNT_VOUCHER') return []
  const voucher = {
    ...coupon,
    active: false,
    takenBackBy: rollbackId,
    updatedAt: nextUpdatedAt(coupon.updatedAt, now),
    version: coupon.version + 1
  }
  return [{ kind: 'voucher.updated', voucher }]
}
