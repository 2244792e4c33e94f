/**
 * What applying redeemables to an order needs to know.
 *
 * Spec: validateStackedDiscounts, redeemStackedDiscounts, DiscountSessionRequest,
 * releaseValidationSession.
 */
import { and, asc, lte, sql } from 'drizzle-orm/sql'
import {
  type ApplyDiscounts,
  type DiscountFacts,
  type FoundTier,
  type FoundVoucher,
  type Redeemable,
  type RedeemableCommand,
  standingMatters,
  type UnitFound
} from '../../decisions/discounts/judging.ts'
import type { ReleaseFacts } from '../../decisions/discounts/redemption.ts'
import type { Inventory } from '../../decisions/orders/lines.ts'
import type { Purse } from '../../decisions/points/lots.ts'
import {
  assignmentsToCard,
  cardHeldBy,
  segmentsMatter
} from '../../decisions/redemptions/delivery.ts'
import { asksForCounts } from '../../decisions/redemptions/limits.ts'
import type {
  Campaign,
  Category,
  Customer,
  Discount,
  Instant,
  Project,
  RedemptionCount,
  Voucher
} from '../../model.ts'
import { type StoredDiscount, unitTypesOf } from '../../rules/discounts/cart.ts'
import type { StackedCategory } from '../../rules/stacking.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import { findCategoryById } from '../categories.ts'
import { customerSent } from '../customers/customers.ts'
import {
  type ChangeKinds,
  type ContendedRow,
  decidedBy,
  orMade,
  STEP,
  writes
} from '../engine/change-kinds.ts'
import { inTurn } from '../engine/met-rows.ts'
import { type KindsOf, placeIn, type Session, together, write } from '../engine/session.ts'
import {
  among,
  columnsToSet,
  command,
  type Given,
  is,
  mine,
  type NewRow,
  statement
} from '../engine/statements.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { findOrderSent } from '../orders/orders.ts'
import {
  deleteHold,
  deleteHoldsOfLock,
  deleteHoldsOver,
  deleteOtherHolds,
  readHolds,
  readPurse,
  saveHold,
  vouchersHeldBy
} from '../points/lots.ts'
import { collectionsFor, goodsCalled, inventoryFor } from '../products/inventory.ts'
import { findPromotionTier } from '../promotions.ts'
import { countsOf } from '../redemptions/redemption.ts'
import { findReward, offersOf } from '../rewards.ts'
import { stackingRulesOf } from '../stacking-rules.ts'
import { loadStanding, NO_STANDING } from '../standing/standing.ts'
import { boundRules } from '../validation-rules/validation-rules.ts'
import { clearLocked, freeUnchanged, freeVoucher, lockVoucher } from '../vouchers/changes.ts'
import { findVoucher, voucherMet, voucherNamed } from '../vouchers/vouchers.ts'

export interface AskingChannel {
  readonly project: Project
  /** X-App-Id of the caller. */
  readonly channelId: string
}

/**
 * The facts of a request; what it names and nobody has is among them as unknown. `writes`: whether
 * it is redeemed, which the customer's standing follows; else it is loaded where figures depend on
 * it.
 */
export function loadDiscounts(
  caller: AskingChannel,
  command: ApplyDiscounts,
  { writes }: { readonly writes: boolean }
) {
  return async (session: Session, now: Instant): Promise<DiscountFacts> => {
    const { customer: sent } = command
    const askedOf = orderAndCustomer(session, command.order, sent)
    const [{ storedOrder, customer }, redeemables, inventory] = await together(
      askedOf,
      together(
        ...command.redeemables.map(each => redeemableNamed(session, caller.project, each, askedOf))
      ),
      inventoryFor(session, command.order)
    )
    const isStandingKnown = writes || standingMatters(redeemables)
    const sought = { storedOrder, customer, redeemables, isStandingKnown, now }
    const [facts, known] = await together(
      factsAround(session, caller, command, { ...sought, inventory }),
      together(...redeemables.map(each => withLots(session, each)))
    )
    return { ...facts, redeemables: known }
  }
}

/** The order and the customer of a request; without a customer sent, that of a stored order. */
export async function orderAndCustomer(
  session: Session,
  order: ApplyDiscounts['order'],
  sent: ApplyDiscounts['customer']
): Promise<Pick<DiscountFacts, 'storedOrder' | 'customer'>> {
  const [storedOrder, known] = await together(
    findOrderSent(session, order),
    sent === undefined ? null : customerSent(session, sent)
  )
  const customer =
    sent === undefined ? await customerSent(session, { id: storedOrder?.customerId }) : known
  return { storedOrder, customer }
}

/** What is known when the rest of the facts is loaded. */
interface KnownFacts
  extends Pick<
    DiscountFacts,
    'storedOrder' | 'customer' | 'redeemables' | 'isStandingKnown' | 'inventory'
  > {
  readonly now: Instant
}

/** The facts of redeemables that are loaded. */
export async function factsAround(
  session: Session,
  caller: AskingChannel,
  { customer: sent }: Pick<ApplyDiscounts, 'customer'>,
  { storedOrder, customer, redeemables, isStandingKnown, inventory, now }: KnownFacts
): Promise<DiscountFacts> {
  const rules = redeemables.flatMap(found => (found.object === 'unknown' ? [] : found.rules))
  const cards = redeemables.flatMap(cardsAmong)
  const asked = {
    event: 'order.paid',
    customer,
    now,
    preferred: cards,
    segmentsMatter: segmentsMatter(rules)
  }
  const isSomebody = isStandingKnown && (customer !== null || sent !== undefined)
  const [standing, shelf, counts, setUp] = await together(
    isSomebody ? loadStanding(session, asked) : NO_STANDING,
    shelfFor(session, redeemables, { inventory, storedOrder }),
    asksForCounts(rules) ? countsFor(session, redeemables, customer, caller) : null,
    setUpFor(session, sent)
  )
  return {
    ...standing,
    ...shelf,
    ...{ redeemables, isStandingKnown, customer, storedOrder, inventory, counts },
    ...setUp
  }
}

/** What the project has set up for whatever is redeemed. */
async function setUpFor(
  session: Session,
  sent: ApplyDiscounts['customer']
): Promise<
  Pick<DiscountFacts, 'stackingRules' | 'customerSchema' | 'orderSchemas' | 'redemptionSchema'>
> {
  const [stackingRules, customerSchema, order, orderItem, redemptionSchema] = await together(
    stackingRulesOf(session),
    sent === undefined ? null : schemaOf(session, 'customer'),
    schemaOf(session, 'order'),
    schemaOf(session, 'order_item'),
    schemaOf(session, 'redemption')
  )
  return { stackingRules, customerSchema, orderSchemas: { order, orderItem }, redemptionSchema }
}

/** The goods that the discounts give, and the collections of these and of those of the order. */
async function shelfFor(
  session: Session,
  redeemables: readonly Redeemable[],
  { inventory, storedOrder }: Pick<KnownFacts, 'inventory' | 'storedOrder'>
): Promise<Pick<DiscountFacts, 'units' | 'collections'>> {
  const units = await unitsOf(session, redeemables)
  const collections = await collectionsFor(session, withUnits(inventory, units), storedOrder)
  return { units, collections }
}

/** `asked` are the order and the customer, who are read meanwhile. */
function redeemableNamed(
  session: Session,
  project: Project,
  sent: RedeemableCommand,
  asked: Promise<Pick<DiscountFacts, 'customer'>>
): Promise<Redeemable> {
  return sent.object === 'voucher'
    ? voucherToRedeem(session, project, sent, asked)
    : tierToRedeem(session, sent)
}

const NO_CATEGORIES: readonly StackedCategory[] = []

async function tierToRedeem(session: Session, sent: RedeemableCommand): Promise<Redeemable> {
  const found = await findPromotionTier(session, sent.id)
  if (found === null) return { object: 'unknown', isUnknown: true, sent, categories: NO_CATEGORIES }
  const { tier, campaign } = found
  const [category, rules] = await together(
    loadShownCategory(session, tier, campaign),
    boundRules(session, null, [tier.id, campaign.id])
  )
  const promoted: Omit<FoundTier, 'categories'> = {
    object: 'promotion_tier',
    ...{ sent, tier, campaign, category, rules }
  }
  return { ...promoted, categories: stackedAs(category) }
}

async function voucherToRedeem(
  session: Session,
  project: Project,
  sent: RedeemableCommand,
  asked: Promise<Pick<DiscountFacts, 'customer'>>
): Promise<Redeemable> {
  const named = await findVoucher(session, project, sent.id)
  if (named === null) return { object: 'unknown', isUnknown: true, sent, categories: NO_CATEGORIES }
  const [campaign, holder, offer] = await together(
    findCampaignOf(session, named),
    holderOf(session, named, asked),
    offerOf(session, sent, named)
  )
  const { assignment } = offer
  const setUp = [campaign?.id, assignment?.id].filter(id => id !== undefined)
  const [rules, category] = await together(
    boundRules(session, named, setUp),
    loadShownCategory(session, named, campaign)
  )
  return {
    object: 'voucher',
    ...{ sent, campaign, holder, category, rules },
    ownerId: named.holderId,
    purse: { voucher: cardHeldBy(named, holder), lots: [] },
    assignments: assignmentsToCard(rules),
    ...offer,
    categories: stackedAs(category)
  }
}

/** Who holds a voucher: mostly the customer of the request, who is asked for once. */
async function holderOf(
  session: Session,
  { holderId: id }: Voucher,
  asked: Promise<Pick<DiscountFacts, 'customer'>>
): Promise<Customer | null> {
  if (id === null) return null
  const { customer } = await asked
  return customer?.id === id ? customer : customerSent(session, { id })
}

/** A voucher with what is left of it and what locks hold of it. */
async function withLots(session: Session, found: Redeemable): Promise<Redeemable> {
  if (found.object !== 'voucher') return found
  return { ...found, purse: await purseOf(session, found.purse.voucher) }
}

/** Its own category comes before that of its campaign. */
export async function loadShownCategory(
  session: Session,
  own: { readonly categoryId: string | null },
  campaign: Campaign | null
): Promise<Category | null> {
  return findCategoryById(session, own.categoryId ?? campaign?.categoryId ?? null)
}

/** None for no category. */
export function stackedAs(category: Category | null): readonly StackedCategory[] {
  return category === null ? NO_CATEGORIES : [category]
}

/** The reward that a loyalty card is to pay for, and where it is on offer. */
async function offerOf(
  session: Session,
  { rewardId }: RedeemableCommand,
  { type, campaignId }: Voucher
): Promise<Pick<FoundVoucher, 'reward' | 'assignment'>> {
  const none = { reward: null, assignment: null }
  if (type !== 'LOYALTY_CARD' || rewardId === undefined) return none
  const reward = await findReward(session, rewardId)
  if (reward === null) return none
  const offers = await offersOf(session, reward.id)
  return { reward, assignment: offers.find(offer => offer.campaignId === campaignId) ?? null }
}

/** A coupon has neither points nor credit, and so no lots. */
async function purseOf(session: Session, voucher: Voucher): Promise<Purse> {
  return voucher.type === 'DISCOUNT_VOUCHER'
    ? { voucher, lots: [], ...(await readHolds(session, voucher)) }
    : await readPurse(session, voucher)
}

function cardsAmong(found: Redeemable): readonly string[] {
  return found.object === 'voucher' ? [found.purse.voucher.id] : []
}

/** The goods that the discounts give, by the name that they have for them. */
async function unitsOf(
  session: Session,
  redeemables: readonly Redeemable[]
): Promise<ReadonlyMap<string, UnitFound>> {
  const names = new Set(redeemables.flatMap(found => unitTypesNamed(found)))
  if (names.size === 0) return NO_UNITS
  const { products, skus } = await goodsCalled(session, [...names])
  return new Map(
    [...names].flatMap((name): [string, UnitFound][] => {
      const sku = skus.get(name) ?? null
      const product = products.get(sku?.productId ?? name) ?? null
      return sku === null && product === null ? [] : [[name, { product, sku }]]
    })
  )
}

const NO_UNITS: ReadonlyMap<string, UnitFound> = new Map()

function unitTypesNamed(found: Redeemable): readonly string[] {
  const discount = discountOf(found)
  return discount === null ? [] : unitTypesOf(discount as StoredDiscount)
}

function discountOf(found: Redeemable): Discount | null {
  if (found.object === 'unknown') return null
  return found.object === 'voucher' ? found.purse.voucher.discount : found.tier.discount
}

/** The goods of an order together with those that discounts give. */
function withUnits(inventory: Inventory, units: ReadonlyMap<string, UnitFound>): Inventory {
  if (units.size === 0) return inventory
  const given = [...units.values()]
  const products = given.flatMap(({ product }) => (product === null ? [] : [product]))
  const skus = given.flatMap(({ sku }) => (sku === null ? [] : [sku]))
  return {
    products: new Map([...inventory.products, ...products.map(each => [each.id, each] as const)]),
    skus: new Map([...inventory.skus, ...skus.map(each => [each.id, each] as const)])
  }
}

/** The counts of everything that the redeemables count in. */
function countsFor(
  session: Session,
  redeemables: readonly Redeemable[],
  customer: Customer | null,
  caller: AskingChannel
): Promise<readonly RedemptionCount[]> {
  const ids = redeemables.flatMap(found => {
    if (found.object === 'unknown') return []
    const campaign = found.campaign === null ? [] : [found.campaign.id]
    if (found.object === 'promotion_tier') return [found.tier.id, ...campaign]
    const offer = found.assignment === null ? [] : [found.assignment.id]
    return [found.purse.voucher.id, ...offer, ...campaign]
  })
  return countsOf(session, [...new Set(ids)], customer, caller)
}

/*
 * Locks: reservations of uses, credit and points under a key.
 *
 * A lock's own row comes before the rows of what it holds, in every unit: two units of one key wait
 * for each other there, so that the later one sees what the earlier one left.
 */

/** Those that are over, the oldest first. */
export const locksOver = statement(
  ({ db, t: { locks } }, given: Given<{ now: Instant; limit: number }>) =>
    db
      .select({ key: locks.key })
      .from(locks)
      .where(and(mine(locks), lte(locks.expiresAt, given.now)))
      .orderBy(asc(locks.expiresAt))
      .limit(given.limit)
)

/** The row of a lock, until the unit ends. */
export const lockHeld = statement((dialect, given: Given<{ key: string }>) => {
  const { locks } = dialect.t
  const row = dialect.db.select({ key: locks.key }).from(locks)
  return inTurn(dialect, row.where(and(mine(locks), is(locks.key, given.key))))
})

export const lockPlace = placeIn('locks', ['key'], 'expiresAt')

export const saveLock = command(
  ({ db, t: { locks } }, given: Given<Omit<NewRow<'locks'>, 'projectId'>>) =>
    db
      .insert(locks)
      .values({
        projectId: sql.placeholder('projectId'),
        ...columnsToSet(locks, given, ['key', 'expiresAt', 'customerId'])
      })
      .onConflictDoUpdate({
        target: [locks.projectId, locks.key],
        set: columnsToSet(locks, given, ['expiresAt', 'customerId'])
      })
)

export const deleteLock = command(({ db, t: { locks } }, given: Given<{ key: string }>) =>
  db.delete(locks).where(and(mine(locks), is(locks.key, given.key)))
)

export const deleteLocksOver = command(
  (dialect, given: Given<{ keys: readonly string[]; now: Instant }>) => {
    const { locks } = dialect.t
    return dialect.db
      .delete(locks)
      .where(
        and(mine(locks), among(dialect, locks.key, given.keys), lte(locks.expiresAt, given.now))
      )
  }
)

export const claimLocks = command(
  ({ db, t: { locks } }, given: Given<{ trackingId: string; customerId: string }>) =>
    db
      .update(locks)
      .set(columnsToSet(locks, given, ['customerId']))
      .where(and(mine(locks), is(locks.customerId, given.trackingId)))
)

/** Makes the changes of locks real. */
/** Requests of a key meet at its lock, which may not be there yet. */
const lockMet: ContendedRow<{ readonly key: string }> = {
  row: ({ key }) => key,
  lock: ({ key }) => orMade(decidedBy('lock', lockHeld, { key }), lockPlace, { key })
}

export const lockChanges: ChangeKinds<
  KindsOf<'lock' | 'locks'> | 'voucher.locked' | 'voucher.unlocked' | 'voucher.freed'
> = {
  'lock.taken': {
    step: STEP.locks,
    meets: lockMet,
    write: async (session, change) => {
      const { key, expiresAt, customerId, voucherIds } = change
      await write(session, change, saveLock, { key, expiresAt, customerId })
      session.send(deleteOtherHolds, { key, voucherIds })
    }
  },
  'lock.ended': {
    step: STEP.locks,
    meets: lockMet,
    write: async (session, { key }) => {
      session.send(deleteLock, { key })
      session.send(deleteHoldsOfLock, { key })
    }
  },
  'voucher.locked': {
    step: STEP.vouchers,
    meets: voucherMet(({ hold }) => hold.voucherId),
    write: async (session, change) => {
      const { hold, version, lockedUntil } = change
      await write(session, change, lockVoucher, { id: hold.voucherId, version, lockedUntil })
      await write(session, change, saveHold, hold)
    }
  },
  'voucher.unlocked': {
    step: STEP.vouchers,
    meets: voucherMet(({ voucherId }) => voucherId),
    write: writes(deleteHold, change => change)
  },
  'voucher.freed': {
    step: STEP.vouchers,
    meets: voucherMet(({ voucherId }) => voucherId),
    write: (session, change) => {
      const { voucherId: id, version, lockedUntil } = change
      return version === null
        ? write(session, change, freeVoucher, { id, lockedUntil })
        : write(session, change, freeUnchanged, { id, version, lockedUntil })
    }
  },
  'locks.claimed': {
    step: STEP.locks,
    write: async (session, { trackingId, customerId }) => {
      session.send(claimLocks, { trackingId, customerId })
    }
  },
  'locks.forgotten': {
    step: STEP.locks,
    write: async (session, { keys, now }) => {
      session.send(deleteLocksOver, { keys, now })
      const held = await session.all(vouchersHeldBy, { keys })
      session.send(deleteHoldsOver, { keys, now })
      const ids = [...new Set(held.map(({ voucherId }) => voucherId))].sort()
      session.send(clearLocked, { ids, before: now })
    }
  }
}

/** The keys of locks that are over, at most `limit`. */
export function loadLocksOver(limit: number) {
  return async (session: Session, now: Instant): Promise<readonly string[]> =>
    (await session.all(locksOver, { now, limit })).map(({ key }) => key)
}

/** The facts of releaseValidationSession. @throws {Refused} when there is no such voucher. */
export function loadRelease(project: Project, code: string) {
  return async (session: Session): Promise<ReleaseFacts> => {
    const voucher = await voucherNamed(session, project, code)
    return { voucher, ...(await readHolds(session, voucher)) }
  }
}
