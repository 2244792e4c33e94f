/**
 * What rolling back a redemption needs to know: everything the redemption did, as it is by now.
 *
 * Spec: rollbackRedemption, rollbackStackedRedemptions.
 */
import type { Purse } from '../../decisions/points/lots.ts'
import { assignmentsToCard } from '../../decisions/redemptions/delivery.ts'
import { orderPaidBy } from '../../decisions/redemptions/limits.ts'
import {
  isStack,
  type RollbackFacts,
  type RollbackStack,
  type RollingBackFacts,
  type StackRollbackFacts,
  statusAfter,
  type UndoneFacts,
  USES_NAMED_MAX
} from '../../decisions/redemptions/rollback.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { StandingFacts } from '../../decisions/standing/standing.ts'
import type {
  Instant,
  LedgerEntry,
  Order,
  OrderStatus,
  Redemption,
  Shortfall,
  Voucher
} from '../../model.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import { findCategoryById } from '../categories.ts'
import { customerSent, holdCustomerRow } from '../customers/customers.ts'
import { type Session, together } from '../engine/session.ts'
import type { Row } from '../engine/statements.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { orderById, orderOf } from '../orders/orders.ts'
import { loadEarnedBefore, previousOrder } from '../orders/saving.ts'
import { accrualsOfOrders, entriesOfRedemptions, ledgerEntryOf } from '../points/ledger.ts'
import {
  purseIn,
  shortfallOf,
  shortfallsOf,
  withLapsedTwins,
  withLotsNamed,
  withLotsOf
} from '../points/lots.ts'
import { promotionTierById } from '../promotions.ts'
import { rewardById } from '../rewards.ts'
import { stackingRulesOf } from '../stacking-rules.ts'
import { loadStanding, NO_STANDING } from '../standing/standing.ts'
import { boundRules } from '../validation-rules/validation-rules.ts'
import { voucherById, voucherOf, voucherStored } from '../vouchers/vouchers.ts'
import {
  redemptionById,
  redemptionOf,
  redemptionsHeld,
  redemptionsOfStack,
  usesOfVoucher
} from './redemptions.ts'

/** The facts of rollbackRedemption. @throws {Refused} when there is no such redemption. */
export function loadRollback(id: string) {
  return async (session: Session, now: Instant): Promise<RollbackFacts> => {
    const asked = await askedFor(session, id)
    const { redeemablesRollbackOrderMode: mode } = await stackingRulesOf(session)
    const becomes: Becomes = paid => statusAfter(mode, {}, paid)
    const { parts, ...facts } = await loadUndoing(session, asked, becomes, now)
    const [part] = parts
    return { ...facts, ...(part as UndoneFacts) }
  }
}

/**
 * The facts of rollbackStackedRedemptions, for a stack or for one redemption.
 * @throws {Refused} when there is no such redemption.
 */
export function loadStackRollback(id: string, command: RollbackStack) {
  return async (session: Session, now: Instant): Promise<StackRollbackFacts> => {
    const { row, rows: stacked } = await askedFor(session, id, true)
    const redemption = redemptionOf(row)
    const place = placesOf(redemption)
    const rows = stacked.toSorted((one, other) => place(one.id) - place(other.id))
    const { redeemablesRollbackOrderMode: mode } = await stackingRulesOf(session)
    const becomes: Becomes = paid => statusAfter(mode, command, paid)
    const { customer: sent } = command
    return {
      ...(await loadUndoing(session, { row, rows }, becomes, now)),
      redemption,
      customerSent: sent === undefined ? null : await customerSent(session, sent)
    }
  }
}

/** Where a redemption is in its stack, as the order of the stack has it. */
function placesOf({ id, order }: Redemption): (id: string) => number {
  const stacked = order?.redemptions[id]?.stacked ?? []
  return part => stacked.indexOf(part)
}

type RedemptionRow = Row<'redemptions'>

/**
 * The customer is held first, as by every unit that decides about one, and then the rows that are
 * undone, by their ids: the rollback of a part, that of its stack and an erasure meet in one order.
 * What is missing on the cards of the customer is read behind both.
 * @throws {Refused} when there is no such redemption.
 */
async function askedFor(session: Session, id: string, withParts = false): Promise<RollbackAsked> {
  const found = await rowNamed(session, id)
  const readParts = withParts && isStack(redemptionOf(found))
  const partsOf = () => (readParts ? session.all(redemptionsOfStack, { stackId: id }) : null)
  const { customerId } = found
  const [, parts] = await together(
    customerId === null ? null : holdCustomerRow(session, customerId),
    partsOf()
  )
  if (session.isSnapshot) return { row: found, rows: parts ?? [found] }
  const ids = [id, ...(parts ?? []).map(part => part.id)]
  const held = session.hold(redemptionsHeld, { ids })
  const [, row, rows] = await together(held, rowNamed(session, id), partsOf())
  return { row, rows: rows ?? [row] }
}

async function rowNamed(session: Session, id: string): Promise<RedemptionRow> {
  const row = await session.one(redemptionById, { id })
  if (row === undefined) throw new Refused(notFound('redemption', id))
  return row
}

/** What is asked for, and what it is made of. */
interface RollbackAsked {
  readonly row: RedemptionRow
  readonly rows: readonly RedemptionRow[]
}

type LoadedRollback = RollingBackFacts &
  Pick<RollbackFacts, 'status'> & { readonly parts: readonly UndoneFacts[] }

/** What becomes of the order that a redemption paid. */
type Becomes = (paid: Pick<StackRollbackFacts, 'redemption' | 'order'>) => OrderStatus | null

async function loadUndoing(
  session: Session,
  { row, rows }: RollbackAsked,
  becomes: Becomes,
  now: Instant
): Promise<LoadedRollback> {
  const root = redemptionOf(row)
  const cards = new Map<string, Voucher>()
  for (const { voucherId: id } of rows) {
    if (id !== null) cards.set(id, await voucherStored(session, id))
  }
  const redemptionIds = rows.map(({ id }) => id)
  const entries = (await session.all(entriesOfRedemptions, { redemptionIds })).map(ledgerEntryOf)
  const ordered = await orderPaid(session, root, becomes)
  const customer = await customerSent(session, { id: root.customer.id })
  const touched = [...cards.keys(), ...entries.map(({ voucherId }) => voucherId)]
  const shortfalls = await shortfallsOn(session, cards, touched)
  const meant = { now, preferred: touched }
  const stands =
    customer === null
      ? NO_STANDING
      : await loadStanding(session, { event: null, customer, ...meant })
  const named = [...entries, ...ordered.earned.entries]
  const known = await withLotsOf(session, stands, named, shortfalls)
  const standing = await withLapsedTwins(session, known)
  const parts: UndoneFacts[] = []
  for (const each of rows) {
    const card = each.voucherId === null ? null : (cards.get(each.voucherId) as Voucher)
    const about = { card, entries, shortfalls, standing }
    parts.push(await partOf(session, each, about))
  }
  const redemptionSchema = await schemaOf(session, 'redemption')
  return { ...standing, customer, redemptionSchema, ...ordered, parts }
}

interface About {
  readonly card: Voucher | null
  /** Of all parts. */
  readonly entries: readonly LedgerEntry[]
  readonly shortfalls: readonly Shortfall[]
  readonly standing: StandingFacts
}

async function partOf(
  session: Session,
  row: RedemptionRow,
  { card, standing, shortfalls, entries: all }: About
): Promise<UndoneFacts> {
  const redemption = redemptionOf(row)
  const { campaignId, promotionTierId, reward } = redemption
  const handed = reward?.voucher?.voucher.id ?? null
  const limit = USES_NAMED_MAX + 1
  const entries = all.filter(({ cause }) => cause.redemptionId === redemption.id)
  const campaign = await findCampaignOf(session, card ?? { campaignId })
  const assignmentId = reward?.assignmentId ?? null
  const setUp = [campaign?.id, assignmentId, promotionTierId].flatMap(id => id ?? [])
  const rules = await boundRules(session, card, setUp)
  return {
    redemption,
    campaign,
    card: card && (await purseOf(session, standing, card, entries)),
    category: card && (await findCategoryById(session, card.categoryId)),
    cardAssignments: assignmentsToCard(rules),
    rules,
    entries,
    missed: card === null ? [] : await missedOn(session, card, shortfalls),
    handedOut: handed === null ? null : await purseNamed(session, standing, handed),
    uses: handed === null ? [] : await session.all(usesOfVoucher, { voucherId: handed, limit }),
    rewardExists: await rewardExists(session, redemption),
    tierExists: await tierExists(session, redemption)
  }
}

/** A voucher with the lots that it was redeemed from; a coupon has none. */
async function purseOf(
  session: Session,
  standing: StandingFacts,
  voucher: Voucher,
  entries: readonly LedgerEntry[]
): Promise<Purse> {
  if (voucher.type === 'DISCOUNT_VOUCHER') return { voucher, lots: [] }
  const purse = await purseIn(session, standing, voucher)
  return voucher.gift === null ? purse : withLotsNamed(session, purse, entries)
}

/** What others stand in for where points moved; none where no card is among the vouchers. */
async function shortfallsOn(
  session: Session,
  cards: ReadonlyMap<string, Voucher>,
  touched: readonly string[]
): Promise<readonly Shortfall[]> {
  if ([...cards.values()].every(({ card }) => card === null)) return []
  const found = await session.all(shortfallsOf, { voucherIds: [...new Set(touched)] })
  return found.map(shortfallOf)
}

/** How missing points came to a card. */
async function missedOn(
  session: Session,
  { id }: Voucher,
  shortfalls: readonly Shortfall[]
): Promise<readonly LedgerEntry[]> {
  const missing = shortfalls.filter(({ voucherId, from }) => voucherId === id && from === null)
  return entriesOf(session, missing)
}

/** The entries of the orders and redemptions whose points are missing. */
async function entriesOf(
  session: Session,
  missing: readonly Shortfall[]
): Promise<readonly LedgerEntry[]> {
  if (missing.length === 0) return []
  const named = (isOrder: boolean) =>
    missing
      .filter(({ cause }) => (cause.orderId !== undefined) === isOrder)
      .map(({ subjectId }) => subjectId)
  const ofOrders = await session.all(accrualsOfOrders, { orderIds: named(true) })
  const ofRedemptions = await session.all(entriesOfRedemptions, { redemptionIds: named(false) })
  return [...ofOrders, ...ofRedemptions].map(ledgerEntryOf)
}

async function purseNamed(
  session: Session,
  standing: StandingFacts,
  id: string
): Promise<Purse | null> {
  const row = await session.one(voucherById, { id })
  return row === undefined ? null : purseIn(session, standing, voucherOf(row))
}

async function rewardExists(session: Session, { reward }: Redemption): Promise<boolean> {
  const id = reward?.id ?? null
  return id !== null && (await session.one(rewardById, { id })) !== undefined
}

async function tierExists(session: Session, redemption: Redemption): Promise<boolean> {
  const { promotionTierId: id } = redemption
  return id !== null && (await session.one(promotionTierById, { id })) !== undefined
}

/** The order it paid for, and what its canceling takes back; null: it stays as it is. */
async function orderPaid(
  session: Session,
  redemption: Redemption,
  becomes: Becomes
): Promise<Pick<RollbackFacts, 'order' | 'status' | 'earned' | 'previousOrder'>> {
  const paid = orderPaidBy(redemption)
  const row = paid === null ? undefined : await session.one(orderById, { id: paid.id })
  const order: Order | null = row === undefined ? null : orderOf(row)
  const status = becomes({ redemption, order })
  const canceling = { status: status ?? undefined }
  return {
    order,
    status,
    earned: await loadEarnedBefore(session, order, canceling),
    previousOrder: await previousOrder(session, order, canceling)
  }
}
