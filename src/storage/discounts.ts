/**
 * What applying redeemables to an order needs to know, and what checking a customer's possibilities
 * does.
 * Spec: validateStackedDiscounts, redeemStackedDiscounts, DiscountSessionRequest,
 * releaseValidationSession, checkEligibility.
 */
import { and, asc, desc, eq, exists, inArray, lte, sql } from 'drizzle-orm/sql'
import {
  type ApplyDiscounts,
  type DiscountFacts,
  type FoundVoucher,
  type Redeemable,
  type RedeemableCommand,
  standingMatters,
  type UnitFound
} from '../decisions/discounts/judging.ts'
import {
  type Candidate,
  type CandidateSource,
  type CheckEligibility,
  type Dated,
  type EligibilityFacts,
  newCodeOf,
  newestOf,
  type Stretch,
  sourcesFor,
  stretchFrom
} from '../decisions/discounts/qualification.ts'
import type { ReleaseFacts } from '../decisions/discounts/redemption.ts'
import type { Inventory } from '../decisions/orders/lines.ts'
import type { Purse } from '../decisions/points/lots.ts'
import { assignmentsToCard, cardHeldBy, segmentsMatter } from '../decisions/redemptions/delivery.ts'
import type {
  Campaign,
  Category,
  Customer,
  Project,
  PromotionTier,
  RewardAssignment,
  Voucher
} from '../model.ts'
import { type StoredDiscount, unitTypesOf } from '../rules/discounts/cart.ts'
import type { StackedCategory } from '../rules/stacking.ts'
import type { Instant } from '../rules/validity.ts'
import { campaignOf, findCampaignOf } from './campaigns/campaigns.ts'
import { keep } from './catalogue.ts'
import { findCategoryById } from './categories.ts'
import { customerSent } from './customers/customers.ts'
import {
  type ChangeKinds,
  type ContendedRow,
  decidedBy,
  orMade,
  STEP,
  writes
} from './engine/change-kinds.ts'
import { deleteBy, placeIn, rowsBy, rowsHeld, saveBy, setBy } from './engine/queries.ts'
import { type KindsOf, type Session, together, write } from './engine/session.ts'
import {
  among,
  columnsOf,
  type Given,
  is,
  mine,
  type Row,
  rowsOf,
  same,
  statement
} from './engine/statements.ts'
import { schemaOf } from './metadata-schemas.ts'
import { findOrderSent, withMissing } from './orders.ts'
import {
  deleteHold,
  deleteHoldsOfLock,
  deleteHoldsOver,
  deleteOtherHolds,
  purseIn,
  readHolds,
  readHoldsOf,
  readPurse,
  saveHold,
  vouchersHeldBy
} from './points/ledger.ts'
import { collectionsFor, goodsCalled, inventoryFor } from './products.ts'
import { findPromotionTier, promotionTierOf } from './promotions.ts'
import { countsAsked } from './redemptions/redemption.ts'
import { findReward, offersOf } from './rewards.ts'
import { stackingRulesOf } from './stacking-rules.ts'
import { loadStanding, NO_STANDING } from './standing.ts'
import { boundRules, boundRulesOf } from './validation-rules.ts'
import { clearLocked, freeUnchanged, freeVoucher, lockVoucher } from './vouchers/changes.ts'
import { findVoucher, voucherMet, voucherNamed, voucherOf } from './vouchers/vouchers.ts'

export interface AskingChannel {
  readonly project: Project
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
        ...command.redeemables.map(each =>
          each.object === 'voucher'
            ? voucherToRedeem(session, caller.project, each, askedOf)
            : tierToRedeem(session, each)
        )
      ),
      inventoryFor(session, command.order)
    )
    const isStandingKnown = writes || standingMatters(redeemables)
    const sought = { storedOrder, customer, redeemables, isStandingKnown, inventory, now }
    const [facts, known] = await together(
      factsAround(session, caller, command, sought),
      together(
        ...redeemables.map(async each => {
          if (each.object !== 'voucher') return each
          const { voucher } = each.purse
          // A coupon has neither points nor credit, and so no lots.
          return voucher.type === 'DISCOUNT_VOUCHER'
            ? { ...each, purse: { voucher, lots: [], ...(await readHolds(session, voucher)) } }
            : { ...each, purse: await readPurse(session, voucher) }
        })
      )
    )
    return { ...facts, redeemables: known }
  }
}

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

type Sought = 'storedOrder' | 'customer' | 'redeemables' | 'isStandingKnown' | 'inventory'

export async function factsAround(
  session: Session,
  caller: AskingChannel,
  { customer: sent }: Pick<ApplyDiscounts, 'customer'>,
  sought: Pick<DiscountFacts, Sought> & { readonly now: Instant }
): Promise<DiscountFacts> {
  const { storedOrder, customer, redeemables, isStandingKnown, inventory, now } = sought
  const rules = redeemables.flatMap(found => (found.object === 'unknown' ? [] : found.rules))
  const cards = redeemables.flatMap(found =>
    found.object === 'voucher' ? [found.purse.voucher.id] : []
  )
  const about = { preferred: cards, segmentsMatter: segmentsMatter(rules) }
  const asked = { event: 'order.paid', customer, now, ...about }
  const isSomebody = isStandingKnown && (customer !== null || sent !== undefined)
  const [standing, shelf, counts, setUp] = await together(
    isSomebody ? loadStanding(session, asked) : NO_STANDING,
    unitsOf(session, redeemables).then(async units => {
      const goods = withUnits(inventory, units)
      return { units, collections: await collectionsFor(session, goods, storedOrder) }
    }),
    countsAsked(session, rules, () => idsCounted(redeemables), customer, caller),
    together(
      stackingRulesOf(session),
      sent === undefined ? null : schemaOf(session, 'customer'),
      schemaOf(session, 'order'),
      schemaOf(session, 'order_item'),
      schemaOf(session, 'redemption')
    )
  )
  const [stackingRules, customerSchema, order, orderItem, redemptionSchema] = setUp
  return {
    ...(await withMissing(session, standing, storedOrder)),
    ...shelf,
    ...{ redeemables, isStandingKnown, customer, storedOrder, inventory },
    ...counts,
    ...{ stackingRules, customerSchema, orderSchemas: { order, orderItem }, redemptionSchema }
  }
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
  const about = { sent, tier, campaign, category, rules }
  return { object: 'promotion_tier', ...about, categories: stackedAs(category) }
}

/** `asked` are the order and the customer, who are read meanwhile. */
async function voucherToRedeem(
  session: Session,
  project: Project,
  sent: RedeemableCommand,
  asked: Promise<Pick<DiscountFacts, 'customer'>>
): Promise<Redeemable> {
  const named = await findVoucher(session, project, sent.id)
  if (named === null) return { object: 'unknown', isUnknown: true, sent, categories: NO_CATEGORIES }
  const { holderId: id } = named
  const [campaign, holder, offer] = await together(
    findCampaignOf(session, named),
    // Mostly the customer of the request, who is asked for once.
    id === null
      ? null
      : asked.then(({ customer }) =>
          customer?.id === id ? customer : customerSent(session, { id })
        ),
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
    ownerId: id,
    purse: { voucher: cardHeldBy(named, holder), lots: [] },
    assignments: assignmentsToCard(rules),
    ...offer,
    categories: stackedAs(category)
  }
}

/** Its own category comes before that of its campaign. */
export async function loadShownCategory(
  session: Session,
  own: { readonly categoryId: string | null },
  campaign: Campaign | null
): Promise<Category | null> {
  return findCategoryById(session, own.categoryId ?? campaign?.categoryId ?? null)
}

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

async function unitsOf(
  session: Session,
  redeemables: readonly Redeemable[]
): Promise<ReadonlyMap<string, UnitFound>> {
  const named = redeemables.flatMap(found => {
    if (found.object === 'unknown') return []
    const { discount } = found.object === 'voucher' ? found.purse.voucher : found.tier
    return discount === null ? [] : unitTypesOf(discount as StoredDiscount)
  })
  const names = new Set(named)
  if (names.size === 0) return new Map()
  const { products, skus } = await goodsCalled(session, [...names])
  return new Map(
    [...names].flatMap((name): [string, UnitFound][] => {
      const sku = skus.get(name) ?? null
      const product = products.get(sku?.productId ?? name) ?? null
      return sku === null && product === null ? [] : [[name, { product, sku }]]
    })
  )
}

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

function idsCounted(redeemables: readonly Redeemable[]): readonly string[] {
  const ids = redeemables.flatMap(found => {
    if (found.object === 'unknown') return []
    const campaign = found.campaign === null ? [] : [found.campaign.id]
    if (found.object === 'promotion_tier') return [found.tier.id, ...campaign]
    const offer = found.assignment === null ? [] : [found.assignment.id]
    return [found.purse.voucher.id, ...offer, ...campaign]
  })
  return [...new Set(ids)]
}

/*
 * Locks: reservations of uses, credit and points under a key. A lock's own row comes before the
 * rows of what it holds, in every unit: two units of one key wait for each other there, so that the
 * later one sees what the earlier one left.
 */

export const locksOver = rowsBy('locks', [], {
  pick: ['key'],
  and: (lock, { now }: Given<{ now: Instant }>) => lte(lock.expiresAt, now),
  up: ['expiresAt'],
  limit: 'given'
})

export const lockHeld = rowsHeld('locks', ['key'], 'key')

export const lockPlace = placeIn('locks', ['key'], 'expiresAt')

export const saveLock = saveBy('locks', ['key'], ['expiresAt', 'customerId'])

export const deleteLock = deleteBy('locks', ['key'])

export const deleteLocksOver = deleteBy(
  'locks',
  [],
  (lock, given: Given<{ keys: readonly string[]; now: Instant }>, dialect) =>
    and(among(dialect, lock.key, given.keys), lte(lock.expiresAt, given.now))
)

export const claimLocks = setBy('locks', ['customerId'], [], {
  and: (lock, { trackingId }: Given<{ trackingId: string }>) => is(lock.customerId, trackingId)
})

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

export function loadLocksOver(limit: number) {
  return async (session: Session, now: Instant): Promise<readonly string[]> =>
    (await session.all(locksOver, { now, limit })).map(({ key }) => key)
}

/** @throws {Refused} when there is no such voucher. */
export function loadRelease(project: Project, code: string) {
  return async (session: Session): Promise<ReleaseFacts> => {
    const voucher = await voucherNamed(session, project, code)
    return { voucher, ...(await readHolds(session, voucher)) }
  }
}

type Seen = Dated &
  (
    | { readonly object: 'voucher'; readonly voucher: Voucher }
    | ({ readonly object: 'promotion_tier' } & KeptTier)
    | { readonly object: 'campaign'; readonly campaign: Campaign }
  )

export function loadEligibility(caller: AskingChannel, command: CheckEligibility) {
  return async (session: Session, now: Instant): Promise<EligibilityFacts> => {
    const [{ storedOrder, customer }, inventory] = await together(
      orderAndCustomer(session, command.order, command.customer),
      inventoryFor(session, command.order)
    )
    const sources = sourcesFor(command)
    const lists = await together(
      ...sources.map(source => seenIn(session, source, customer, command))
    )
    const { examined, places, hasMore } = newestOf(lists, command.cursor)
    const seen = await candidatesOf(session, examined, customer)
    const redeemables = seen.map(({ found }) => found)
    const sought = { storedOrder, customer, redeemables, inventory, now, isStandingKnown: true }
    const facts = await factsAround(session, caller, command, sought)
    const candidates: readonly Candidate[] = await together(
      ...seen.map(async candidate => {
        const { found } = candidate
        if (found.object !== 'voucher' || found.purse.voucher.card === null) return candidate
        // The standing mostly has the lots of a card.
        const purse = await purseIn(session, facts, found.purse.voucher)
        return { ...candidate, found: { ...found, purse } }
      })
    )
    return {
      ...facts,
      redeemables: candidates.map(({ found }) => found),
      ...{ candidates, places, hasMore }
    }
  }
}

async function seenIn(
  session: Session,
  source: CandidateSource,
  customer: Customer | null,
  { cursor }: CheckEligibility
): Promise<readonly Seen[]> {
  const stretch = stretchFrom(cursor)
  switch (source) {
    case 'held': {
      if (customer === null) return []
      const of = { customerId: customer.id, ...stretch }
      return (await session.all(newestVouchersOfHolder, of)).map(seenVoucher)
    }
    case 'alone':
      return (await session.all(newestCouponsAlone, stretch)).map(seenVoucher)
    case 'tiers':
      return (await tiersKept(session, keyOf(stretch))).map(({ tier, campaign }) => {
        return { object: 'promotion_tier', ...datedAs(tier), tier, campaign }
      })
    case 'campaigns':
      return (await campaignsKept(session, keyOf(stretch))).map(campaign => {
        return { object: 'campaign', ...datedAs(campaign), campaign }
      })
  }
}

function seenVoucher(row: Row<'vouchers'>): Seen {
  return { object: 'voucher', ...datedAs(row), voucher: voucherOf(row) }
}

function datedAs({ id, createdAt }: Omit<Dated, 'object'>) {
  return { id, createdAt }
}

async function candidatesOf(
  session: Session,
  examined: readonly Seen[],
  customer: Customer | null
): Promise<readonly Candidate[]> {
  const campaigns = examined.flatMap(each => (each.object === 'campaign' ? [each.campaign] : []))
  const vouchers = examined.flatMap(each => (each.object === 'voucher' ? [each.voucher] : []))
  const [toHave, rulesOf, holdsOf] = await together(
    campaignsToHave(session, campaigns),
    boundRulesOf(session, vouchers),
    readHoldsOf(session, vouchers)
  )
  return together(
    ...examined.map(async (each): Promise<Candidate> => {
      const { object, id, createdAt } = each
      const found =
        each.object === 'voucher'
          ? await heldOrAlone(session, { ...each, ...holdsOf(each.voucher) }, customer, rulesOf)
          : each.object === 'campaign'
            ? await codeOf(session, each.campaign, rulesOf)
            : await tierOf(session, each, rulesOf)
      return { object, id, createdAt, found, isToHave: object !== 'campaign' || toHave.has(id) }
    })
  )
}

type RulesOf = Awaited<ReturnType<typeof boundRulesOf>>

async function tierOf(session: Session, { tier, campaign }: KeptTier, rulesOf: RulesOf) {
  const category = await loadShownCategory(session, tier, campaign)
  return {
    object: 'promotion_tier' as const,
    sent: asked('promotion_tier', tier.id),
    ...{ tier, campaign, category },
    rules: await rulesOf(null, [tier.id, campaign.id]),
    categories: stackedAs(category)
  }
}

/** A voucher that the customer holds, or that nobody does. */
async function heldOrAlone(
  session: Session,
  { voucher, holds }: Pick<Purse, 'voucher' | 'holds'>,
  customer: Customer | null,
  rulesOf: RulesOf
): Promise<FoundVoucher> {
  const campaign = await findCampaignOf(session, voucher)
  const program = voucher.card === null ? null : campaign
  // The oldest reward of the program that points pay an order by.
  const assignment = program && (await coinAssignmentKept(session, program.id))
  const reward = assignment && (await findReward(session, assignment.rewardId))
  const offer = reward === null || assignment === null ? null : { reward, assignment }
  const setUp = [campaign?.id, offer?.assignment.id].filter(id => id !== undefined)
  const rules = await rulesOf(voucher, setUp)
  const category = await loadShownCategory(session, voucher, campaign)
  return {
    object: 'voucher',
    sent: { ...asked('voucher', voucher.code), rewardId: offer?.reward.id },
    ...{ campaign, category, rules },
    holder: voucher.holderId === null ? null : customer,
    ownerId: voucher.holderId,
    purse: { voucher, lots: [], ...(holds && { holds }) },
    assignments: assignmentsToCard(rules),
    reward: offer?.reward ?? null,
    assignment: offer?.assignment ?? null,
    categories: stackedAs(category)
  }
}

async function codeOf(session: Session, campaign: Campaign, rulesOf: RulesOf) {
  const category = await loadShownCategory(session, campaign, null)
  const rules = await rulesOf(null, [campaign.id])
  const found: FoundVoucher = {
    object: 'voucher',
    sent: asked('voucher', campaign.id),
    ...{ campaign, category, rules },
    ...{ holder: null, ownerId: null, reward: null, assignment: null },
    purse: { voucher: newCodeOf(campaign), lots: [] },
    assignments: assignmentsToCard(rules),
    categories: stackedAs(category)
  }
  return found
}

function asked(object: RedeemableCommand['object'], id: string): RedeemableCommand {
  return { object, id, credits: undefined, rewardId: undefined, points: undefined }
}

/*
 * What may qualify, the newest first. What grows with a shop is read along an index that has it in
 * this order, so far as one request examines it; what is set up is kept.
 */

export const newestVouchersOfHolder = rowsBy('vouchers', [], {
  and: (v, { customerId, until }: Given<{ customerId: string; until: Instant }>) =>
    and(is(v.holderId, customerId), lte(v.createdAt, until)),
  down: ['createdAt', 'id'],
  limit: 'given'
})

export const newestCouponsAlone = statement(({ db, t: { vouchers: v } }, given: Given<Stretch>) => {
  // Word for word as the index has it, which a parameter does not match.
  const isAlone = sql`${v.campaignId} is null and ${v.holderId} is null`
  const isCoupon = sql`${v.type} = 'DISCOUNT_VOUCHER'`
  return rowsOf(db, v)
    .where(and(mine(v), isAlone, isCoupon, lte(v.createdAt, given.until)))
    .orderBy(desc(v.createdAt), desc(v.id))
    .limit(given.limit)
})

export const promotionTiersUntil = statement(
  ({ db, t: { promotionTiers: tier, campaigns } }, given: Given<Stretch>) =>
    db
      .select({ tier: columnsOf(tier), campaign: columnsOf(campaigns) })
      .from(tier)
      .innerJoin(campaigns, same(campaigns, tier, tier.campaignId))
      .where(and(mine(tier), lte(tier.createdAt, given.until)))
      .orderBy(desc(tier.createdAt), desc(tier.id))
      .limit(given.limit)
)

export const campaignsOfCodesUntil = rowsBy('campaigns', [], {
  and: (campaign, { until }: Given<{ until: Instant }>) =>
    and(
      inArray(campaign.campaignType, ['DISCOUNT_COUPONS', 'GIFT_VOUCHERS']),
      lte(campaign.createdAt, until)
    ),
  down: ['createdAt', 'id'],
  limit: 'given'
})

export const campaignsWithSpare = statement((dialect, given: Given<{ ids: readonly string[] }>) => {
  const { campaigns: c, vouchers: v } = dialect.t
  const spare = dialect.db
    .select({ id: v.id })
    .from(v)
    .where(and(eq(v.projectId, c.projectId), eq(v.campaignId, c.id), sql`${v.publishedCount} = 0`))
  return dialect.db
    .select({ id: c.id })
    .from(c)
    .where(and(mine(c), among(dialect, c.id, given.ids), exists(spare)))
    .orderBy(asc(c.id))
})

/** What points may pay for in a program, the oldest first. */
export const rewardAssignmentsOffered = rowsBy('rewardAssignments', ['campaignId'], {
  up: ['id'],
  limit: 'given'
})

interface KeptTier {
  readonly tier: PromotionTier
  readonly campaign: Campaign
}

const NOTHING_COUNTED = { totalRedeemed: 0, ordersAmount: 0, ordersDiscountAmount: 0 }

const tiersKept = keep(async (session: Session, key: string): Promise<readonly KeptTier[]> => {
  const found = await session.all(promotionTiersUntil, stretchAt(key))
  return found.map(({ tier, campaign }) => ({
    tier: { ...promotionTierOf(tier), ...NOTHING_COUNTED },
    campaign: setUpOf(campaign)
  }))
})

const campaignsKept = keep(
  async (session: Session, key: string): Promise<readonly Campaign[]> =>
    (await session.all(campaignsOfCodesUntil, stretchAt(key))).map(setUpOf)
)

function setUpOf(row: Parameters<typeof campaignOf>[0]): Campaign {
  const { vouchersCount: _, ...campaign } = campaignOf(row)
  return campaign
}

/** A stretch as one text, by which it is kept. */
function keyOf({ until, limit }: Stretch): string {
  return `${until} ${limit}`
}

function stretchAt(key: string): Stretch {
  const [until = '', limit] = key.split(' ')
  return { until, limit: Number(limit) }
}

/** The campaigns that have a code to give; those that make codes always have. */
async function campaignsToHave(session: Session, campaigns: readonly Campaign[]) {
  const ids = campaigns.filter(({ type }) => type !== 'AUTO_UPDATE').map(({ id }) => id)
  const found = ids.length === 0 ? [] : await session.all(campaignsWithSpare, { ids })
  const making = campaigns.filter(({ type }) => type === 'AUTO_UPDATE')
  return new Set([...found, ...making].map(({ id }) => id))
}

/** Offers of a program that are looked through for one of money's worth. */
const OFFERS_MAX = 100

const coinAssignmentKept = keep(
  async (session: Session, campaignId: string): Promise<RewardAssignment | null> => {
    const offered = { campaignId, limit: OFFERS_MAX }
    const found = await session.all(rewardAssignmentsOffered, offered)
    for (const row of found) {
      const reward = await findReward(session, row.rewardId)
      if (reward?.parameters.type === 'COIN') return row
    }
    return null
  }
)
