/**
 * Rolls back a redemption: undoes all of it, in one unit of work and once.
 *
 * Uses, credit and points go back first, and only then is the order canceled and what it earned
 * taken back, so that nobody keeps both because the rest was spent. What a reward handed out must
 * still be there, unused: its coupon, and the credit and points that it gave elsewhere. Earned points
 * are taken back as far as the card has them, and missing ones are noted. The consequences earn nothing: redeeming and rolling
 * back in turn gains nothing. The record of the redemption keeps its answer; its new outcome, and a
 * record of the rollback, tell the rest.
 *
 * Spec: rollbackRedemption.
 */
import type {
  Customer,
  Metadata,
  MetadataSchema,
  Order,
  OrderStatus,
  Redemption,
  ShownVoucher
} from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { simpleCustomer } from '../customers/customers.ts'
import { eventOf } from '../event-log.ts'
import { metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import type { LastOrder } from '../orders/last-orders.ts'
import type { EarnedBefore } from '../points/cancellation.ts'
import type { Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { openStanding } from '../standing/open.ts'
import { presentPurse, type Standing, type StandingFacts } from '../standing/standing.ts'
import { type ApplicableItems, applicabilityOf } from '../validation-rules/assignments.ts'
import { redeemedIn } from './links.ts'
import { takeBackNobodys, takeBackPayment } from './taken-back-orders.ts'
import {
  giveBackParts,
  makeUpParts,
  type UndoneFacts,
  uncounted,
  usedMeanwhile,
  usesBack
} from './undoing.ts'

export interface RollbackRedemption {
  readonly reason: string | undefined
  readonly metadata: Metadata | undefined
  /** The caller's own name for who redeemed; undefined: that of the redemption. */
  readonly trackingId?: string | undefined
}

/** What the rollback of one redemption and of a stack both need to know. */
export interface RollingBackFacts extends StandingFacts {
  /** Who redeemed; null for nobody, and when they were deleted. */
  readonly customer: Customer | null
  /** The project's schema of redemptions. */
  readonly redemptionSchema: MetadataSchema | null
  /** The stored order that was paid; null for none, and where it is to stay as it is. */
  readonly order: Order | null
  /** The points of that order, when it is to be canceled. */
  readonly earned: EarnedBefore
  /** The last of the customer's other paid orders, when that one is to be canceled; else null. */
  readonly previousOrder: LastOrder | null
}

/** Everything that a redemption changed, in its present state. */
export interface RollbackFacts extends RollingBackFacts, UndoneFacts {
  /** What becomes of the order; null: it stays as it is. */
  readonly status: OrderStatus | null
}

/** The record of the rollback, and the voucher after it. */
export interface RollbackAnswer {
  readonly redemption: Redemption
  /** Null for a promotion tier. */
  readonly card: ShownVoucher | null
  readonly holder: Customer | null
  /** What the rules that bind the offer by now limit it to. */
  readonly applicability: ApplicableItems
}

/**
 * The refusals, in this order: a redemption that was rolled back before; one that failed or is a
 * rollback itself; a part of a stack, or a stack; metadata that does not fit; a deleted customer;
 * a coupon, credit or points of another program that the reward gave and that are used or locked. The
 * age of the redemption does not matter.
 */
export function rollbackRedemption(
  facts: RollbackFacts,
  command: RollbackRedemption,
  occasion: Occasion
): Decision<RollbackAnswer> {
  const { redemption: root, status } = facts
  const refusal = unfit(root) ?? stackRefused(root) ?? misfitOf(facts, command)
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

/** The refusal of what cannot be rolled back at all; null where it can. */
export function unfit({ id, status, parentId, stackId }: Redemption): Refusal | null {
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

/** Whether it stands for what was redeemed together. */
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

/** The refusal of metadata that the project's schema does not allow; null for none. */
export function misfitOf(
  { redemptionSchema }: Pick<RollingBackFacts, 'redemptionSchema'>,
  { metadata }: RollbackRedemption
): Refusal | null {
  return metadata === undefined ? null : metadataRefusal(redemptionSchema, metadata, 'metadata')
}

/** What is to be undone: one redemption, or a stack. */
export interface Undoing {
  /** The redemption that is asked for. */
  readonly root: Redemption
  /** In the order in which they were applied; of a redemption alone, itself. */
  readonly parts: readonly UndoneFacts[]
  /** The ids of the rollbacks, by the redemptions that they undo: of the parts, and of the root. */
  readonly ids: ReadonlyMap<string, string>
  /** What becomes of the order; null: it stays as it is. */
  readonly status: OrderStatus | null
}

/** What was undone. */
export interface UndoneRedemption {
  /** A record for each part, in their order. */
  readonly rollbacks: readonly Redemption[]
  /** The rollback of a stack; null for one redemption. */
  readonly parent: Redemption | null
  readonly order: Order | null
  /** Null where nobody redeemed. */
  readonly standing: Standing | null
  readonly changes: readonly Change[]
}

/** Undoes redemptions that nothing keeps but a deleted customer, or what a reward gave and is used. */
export function undo(
  facts: RollingBackFacts,
  undoing: Undoing,
  command: RollbackRedemption,
  occasion: Occasion
): UndoneRedemption | { readonly refusal: Refusal } {
  const { customer } = facts
  if (customer === null) return undoForNobody(facts, undoing, command, occasion)
  const opened = openStanding(facts, customer, occasion, { after: 'consequences' })
  if ('refusal' in opened) return opened
  const { parts } = undoing
  for (const part of parts) {
    const used = usedMeanwhile(opened, part, occasion)
    if (used !== null) return { refusal: used }
  }
  const { known, landed } = giveBackParts(opened.stopEarning(), parts, occasion)
  const kept = takeBackPayment(known, { ...facts, ...undoing }, occasion)
  const madeUp = makeUpParts({ known: kept.known, landed }, parts, occasion)
  const made = recordsOf(undoing, { ...kept, customer }, command, occasion)
  const written = madeUp.write(made.changes, { rollbacksSucceeded: parts.length })
  const { standing, changes } = written.conclude()
  return { ...made, order: kept.order, standing, changes }
}

/** What nobody redeemed has no points, and nothing follows from it. */
function undoForNobody(
  facts: RollingBackFacts,
  undoing: Undoing,
  command: RollbackRedemption,
  occasion: Occasion
): UndoneRedemption | { readonly refusal: Refusal } {
  const { root, parts } = undoing
  const { id: gone } = root.customer
  if (gone !== null) return { refusal: nobodyLeft(root, gone) }
  const { order, changes } = takeBackNobodys({ ...facts, ...undoing }, occasion)
  const made = recordsOf(undoing, { order, customer: null }, command, occasion)
  const back = parts.toReversed().flatMap(part => usesBack(part, occasion))
  return { ...made, order, standing: null, changes: [...back, ...changes, ...made.changes] }
}

function nobodyLeft({ id }: Redemption, gone: string): Refusal {
  return {
    key: 'invalid_customer',
    details: `Redemption ${id} was made by ${gone}, who was deleted; it cannot be rolled back`,
    resourceId: id,
    resourceType: 'redemption'
  }
}

interface RecordedRollback extends Pick<UndoneRedemption, 'rollbacks' | 'parent' | 'changes'> {}

/** The records of the rollbacks, the new outcomes, and what no longer counts. */
function recordsOf(
  undoing: Undoing,
  { order, customer }: { readonly order: Order | null; readonly customer: Customer | null },
  command: RollbackRedemption,
  occasion: Occasion
): RecordedRollback {
  const { root, parts, ids, status } = undoing
  const idOf = ({ id }: Redemption) => ids.get(id) as string
  const stackId = isStack(root) ? idOf(root) : null
  const recordOf = (redemption: Redemption, stack: string | null) =>
    rollbackRecord(redemption, command, { id: idOf(redemption), stack, order, customer }, occasion)
  const write = (redemption: Redemption, rollback: Redemption): readonly Change[] => [
    { kind: 'redemption.recorded', redemption: rollback },
    { kind: 'redemption.rolledBack', redemption: rolledBack(redemption, rollback, status) },
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

/** The record of a redemption after its rollback: with the order that it paid as that is by now. */
function rolledBack(
  redemption: Redemption,
  { id, date, order }: Redemption,
  status: Undoing['status']
): Redemption {
  return {
    ...redemption,
    result: 'FAILURE',
    status: 'ROLLED_BACK',
    failureCode: 'redemption_rolled_back',
    failureMessage: 'redemption was rolled back',
    order: status === null || order === null ? redemption.order : order,
    rollback: { id, date }
  }
}

interface RollbackParts {
  readonly id: string
  /** The rollback of the stack that this is a part of; null for none. */
  readonly stack: string | null
  readonly order: Order | null
  readonly customer: Customer | null
}

function rollbackRecord(
  redemption: Redemption,
  { metadata, reason, trackingId }: RollbackRedemption,
  { id, stack, order, customer }: RollbackParts,
  { now, channelId }: Occasion
): Redemption {
  const { points, gift } = redemption
  return {
    ...redemption,
    id,
    date: now,
    customer: simpleCustomer(customer),
    trackingId: trackingId ?? redemption.trackingId,
    metadata: metadata ?? {},
    parentId: redemption.id,
    stackId: stack,
    result: 'SUCCESS',
    status: 'SUCCEEDED',
    points: points === null ? null : -points,
    gift: gift && { amount: 0 - gift.amount },
    discount: null,
    session: null,
    order,
    channel: { id: channelId, type: 'API' },
    ...(reason === undefined ? {} : { reason })
  }
}

/** The voucher of a part after everything; null for a promotion tier. */
export function shownAfter(
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
  return { kind: 'event.logged', event: eventOf(type, about, data, occasion, 'ACTION') }
}
