/**
 * What a redemption depends on: program, card, reward and offer, rules, order, and what it hands
 * out; and what rolling one back does: everything that it did, as it is by now.
 * Spec: redeemReward, ValidationRule.rules, rollbackRedemption, rollbackStackedRedemptions.
 */
import { and, eq, or, type SQL, sql } from 'drizzle-orm/sql'
import type { Change, CountStep } from '../../decisions/changes.ts'
import { isUnpaidBy } from '../../decisions/orders/orders.ts'
import type { RedeemedOnOrder } from '../../decisions/orders/returns.ts'
import type { Purse } from '../../decisions/points/lots.ts'
import {
  assignmentsToCard,
  cardHeldBy,
  creditedProgram,
  creditsHeldVoucher,
  eventAskedFor,
  type RedeemReward,
  type RedemptionFacts,
  type RewardTarget,
  segmentsMatter
} from '../../decisions/redemptions/delivery.ts'
import { type BoundRule, kindsAsked, orderPaidBy } from '../../decisions/redemptions/limits.ts'
import {
  isStack,
  type RollbackFacts,
  type RollbackRedemption,
  type RollbackStack,
  type StackRollbackFacts,
  statusAfter,
  type UndoneFacts,
  USES_NAMED_MAX
} from '../../decisions/redemptions/rollback.ts'
import type { StandingFacts } from '../../decisions/standing/standing.ts'
import type {
  Campaign,
  CountKinds,
  CountScope,
  Customer,
  LedgerEntry,
  Order,
  OrderStatus,
  Project,
  Redemption,
  Reward,
  Shortfall,
  Voucher
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import type { Instant } from '../../rules/validity.ts'
import { countVouchers, findCampaignOf } from '../campaigns/campaigns.ts'
import { keep } from '../catalogue.ts'
import { findCategoryById } from '../categories.ts'
import { customerSent, holdCustomerRow } from '../customers/customers.ts'
import {
  addedTo,
  type ChangeKinds,
  decidedBy,
  orMade,
  STEP,
  writes
} from '../engine/change-kinds.ts'
import { CountsMissing } from '../engine/errors.ts'
import { placeIn, rowsAmong, rowsBy, rowsHeld, setBy } from '../engine/queries.ts'
import { type ChangeOf, type Session, together, write } from '../engine/session.ts'
import {
  command,
  type Dialect,
  elementOf,
  elementsOf,
  encodeAs,
  type Given,
  is,
  mine,
  type Parameter,
  plus,
  type Row,
  type RowLock,
  type Statement,
  textAtKey
} from '../engine/statements.ts'
import { type MemberPath, programAndCard } from '../members.ts'
import { schemaOf } from '../metadata-schemas.ts'
import {
  loadBonuses,
  loadCart,
  loadEarnedBefore,
  orderById,
  previousOrder,
  withMissing
} from '../orders.ts'
import {
  accrualsOfOrders,
  entriesOfRedemptions,
  ledgerEntryOf,
  purseIn,
  shortfallOf,
  shortfallsOf,
  withLapsedTwins,
  withLotsNamed,
  withLotsOf
} from '../points/ledger.ts'
import { products, skus } from '../products.ts'
import { promotionTiers } from '../promotions.ts'
import { orRefused } from '../resources.ts'
import { findReward, offersOf, rewards } from '../rewards.ts'
import { stackingRulesOf } from '../stacking-rules.ts'
import { loadHolder, loadStanding, NO_STANDING } from '../standing.ts'
import { assignmentsBinding, assignmentsToCampaign, boundRules } from '../validation-rules.ts'
import {
  heldVoucher,
  spareOf,
  voucherById,
  voucherOf,
  voucherStored
} from '../vouchers/vouchers.ts'
import {
  redemptionById,
  redemptionOf,
  redemptionsCounted,
  redemptionsHeld,
  redemptionsOfStack,
  usesOfVoucher
} from './redemptions.ts'

/** @throws {Refused} when program and card do not exist or match. */
export function loadRedemption(
  caller: { readonly project: Project; readonly channelId: string },
  path: MemberPath,
  command: RedeemReward
) {
  return async (session: Session, now: Instant): Promise<RedemptionFacts> => {
    const asks = command.order !== undefined
    const [around, { storedOrder, inventory, collections }, schemas] = await together(
      loadAround(session, caller, path, command, now),
      loadCart(session, command.order),
      together(
        asks ? schemaOf(session, 'order') : null,
        asks ? schemaOf(session, 'order_item') : null,
        schemaOf(session, 'redemption')
      )
    )
    const [order, orderItem, redemptionSchema] = schemas
    const known = await withMissing(session, around, storedOrder)
    const { card } = around
    const held = known.programs.find(each => each.card?.voucher.id === card.voucher.id)?.card
    return {
      ...around,
      ...(known !== around && { ...known, card: held ?? card }),
      ...{ storedOrder, inventory, collections, redemptionSchema },
      orderSchemas: { order, orderItem }
    }
  }
}

async function loadAround(
  session: Session,
  caller: { readonly project: Project; readonly channelId: string },
  path: MemberPath,
  command: RedeemReward,
  now: Instant
) {
  const [{ campaign, card: named }, { reward, offers, from }] = await together(
    programAndCard(session, caller.project, path),
    offersNamed(session, command.rewardId)
  )
  const assignment = offers.find(offer => offer.campaignId === campaign.id) ?? null
  const setUp = [campaign.id, ...(assignment ? [assignment.id] : [])]
  const bound = [...setUp, named.id]
  const rules = await boundRules(session, named, setUp)
  const program = creditedProgram(from)
  const meant = {
    now,
    event: eventAskedFor(reward, command),
    preferred: [named.id],
    segmentsMatter: segmentsMatter(rules),
    ...(program === null ? {} : { program })
  }
  const holder = named.holderId === null ? null : { id: named.holderId }
  const [held, category, goods, counts] = await together(
    loadHeld(session, named, meant, from),
    findCategoryById(session, named.categoryId),
    goodsOf(session, reward),
    countsAsked(session, rules, () => bound, holder, caller)
  )
  const { standing, ...known } = held
  const cardAssignments = assignmentsToCard(rules)
  return {
    ...standing,
    ...known,
    ...goods,
    ...counts,
    ...{ campaign, category, cardAssignments, reward, assignment, rules }
  }
}

/** Who holds the card, the card as it is then, and what a CAMPAIGN reward hands out. */
async function loadHeld(
  session: Session,
  named: Voucher,
  meant: Parameters<typeof loadHolder>[2],
  from: Campaign | null
) {
  const { holderId: customerId } = named
  const credited = from !== null && creditsHeldVoucher(from) ? from : null
  const [{ holder, standing }, there] = await together(
    loadHolder(session, customerId, meant),
    customerId === null || credited === null
      ? null
      : session.one(heldVoucher, { campaignId: credited.id, customerId })
  )
  const held = holder === null || there == null ? null : voucherOf(there)
  const [card, target] = await together(
    purseIn(session, standing, cardHeldBy(named, holder)),
    from && targetOf(session, from, standing, held, meant.now)
  )
  return { holder, standing, card, target }
}

/** What is asked for, where it is on offer, and what it is of; null for what is not there. */
async function offersNamed(session: Session, rewardId: string | undefined) {
  const reward = rewardId === undefined ? null : await findReward(session, rewardId)
  const parameters = reward?.parameters
  const [offers, from] = await together(
    reward === null ? [] : offersOf(session, reward.id),
    parameters?.type === 'CAMPAIGN' ? findCampaignOf(session, parameters) : null
  )
  return { reward, offers, from }
}

async function goodsOf(session: Session, reward: Reward | null) {
  if (reward?.parameters.type !== 'MATERIAL') return { product: null, sku: null }
  const { productId, skuId } = reward.parameters
  const [product, sku] = await together(
    session.one(products.byId, { id: productId }),
    skuId === null ? undefined : session.one(skus.byId, { id: skuId })
  )
  return { product: product ?? null, sku: sku ?? null }
}

/** What a CAMPAIGN reward hands out: the customer's voucher there, and one nobody has yet. */
async function targetOf(
  session: Session,
  campaign: Campaign,
  standing: StandingFacts,
  held: Voucher | null,
  now: Instant
): Promise<RewardTarget> {
  const [spare, counted, purse] = await together(
    held === null ? spareOf(session, campaign, now) : null,
    countVouchers(session, campaign),
    held && purseIn(session, standing, held)
  )
  const there = held ?? spare
  const [category, assignments] = await together(
    findCategoryById(session, (there ?? campaign).categoryId),
    there === null
      ? assignmentsToCampaign(session, campaign.id)
      : assignmentsBinding(session, [there]).then(of => of(there))
  )
  return { campaign: counted, category, assignments, held: purse, spare }
}

export const redemptionCountsOf = rowsAmong('redemptionCounts', 'objectId', 'objectIds', {
  and: (counts, { customerId, apiKey }: Given<{ customerId: string | null; apiKey: string }>) => [
    or(
      and(eq(counts.by, 'any'), eq(counts.byId, '')),
      and(eq(counts.by, 'customer'), eq(counts.byId, customerId)),
      and(eq(counts.by, 'api_key'), is(counts.byId, apiKey))
    )
  ],
  up: ['objectId', 'by', 'byId']
})

export const countKindsOfProject = rowsBy('countKinds', [], { pick: ['kept', 'filled'] })

export const addCountKinds = command(({ db, t: { countKinds: k } }, given: Given<KindsCounted>) =>
  db
    .insert(k)
    .values({ projectId: sql.placeholder('projectId'), kept: given.kept, filled: given.filled })
    .onConflictDoUpdate({
      target: k.projectId,
      set: { kept: sql`${k.kept} | excluded.kept`, filled: sql`${k.filled} | excluded.filled` }
    })
)

type KindsCounted = { kept: CountKinds; filled: CountKinds }

export const redemptionCountHeld = rowsHeld('redemptionCounts', ['objectId', 'by', 'byId'], 'total')

export const redemptionCountPlace = placeIn('redemptionCounts', ['objectId', 'by', 'byId'], 'day')

const PERIODS = [
  ['day', 'dayCount'],
  ['week', 'weekCount'],
  ['month', 'monthCount']
] as const

type CountStepKey = Omit<CountStep, 'step'>
type Periods = Pick<CountStepKey, 'day' | 'week' | 'month'>

type More = CountScope & Omit<CountStepKey, keyof Periods> & { readonly made: number }

/** The redemptions of a unit: their scopes, each named once. */
type Counting = Periods & { readonly scopes: readonly More[] }

/** What a rule relied on, by scope: the total, and of a count that was stored all figures. */
type CountingAsRead = Counting & {
  readonly totalsBefore: Readonly<Record<string, number>>
  readonly figuresBefore: Readonly<Record<string, string>>
}

/**
 * More in each scope; the first ones of a scope, too, because a count that is not there is 0. Of
 * each period only the newest is kept: a redemption of an earlier one, which another process may
 * have decided a moment before midnight, counts in the total alone.
 */
export const countRedemption = command((dialect, given: Given<Counting>) =>
  counting(dialect, given, undefined)
)

/** The same, where what rules relied on is what it was. */
export const countRedemptionAsRead = command((dialect, given: Given<CountingAsRead>) => {
  const { redemptionCounts: counts } = dialect.t
  const scope = sql`${counts.objectId} || ' ' || ${counts.by} || ' ' || ${counts.byId}`
  const before = elementOf(dialect, given.totalsBefore, scope)
  const figures = sql.join(
    FIGURES.map(figure => sql`${counts[figure]}`),
    sql.raw(" || ' ' || ")
  )
  const figuresBefore = textAtKey(dialect, given.figuresBefore, scope)
  const asRead = sql`${counts.total} = coalesce(${before}, ${counts.total})
      and ${figures} = coalesce(${figuresBefore}, ${figures})`
  return counting(dialect, given, asRead)
})

/** One rolled back and another one leave the total as it was, but not these. */
const FIGURES = [...PERIODS.flat(), 'ordersAmount', 'ordersDiscountAmount'] as const

/** `asRead` is what holds of every scope that was counted before. */
function counting(dialect: Dialect, given: Given<Counting>, asRead: SQL | undefined) {
  const { redemptionCounts: counts } = dialect.t
  const more = PERIODS.flatMap(([period, count]): [string, SQL][] => {
    const [known, sent] = [counts[period], sql.raw(`excluded.${period}`)]
    const made = sql.raw('excluded.total')
    const counted = sql`case when ${known} = ${sent} then ${counts[count]} + ${made}
      when ${known} < ${sent} then ${made} else ${counts[count]} end`
    return [
      [period, sql`case when ${known} < ${sent} then ${sent} else ${known} end`],
      [count, counted]
    ]
  })
  const { ordersAmount: amount, ordersDiscountAmount: discount } = counts
  return dialect.db
    .insert(counts)
    .select(rowsCounted(dialect, given))
    .onConflictDoUpdate({
      target: [counts.projectId, counts.objectId, counts.by, counts.byId],
      set: {
        total: sql`${counts.total} + excluded.total`,
        ordersAmount: sql`${amount} + excluded.orders_amount`,
        ordersDiscountAmount: sql`${discount} + excluded.orders_discount_amount`,
        ...Object.fromEntries(more)
      },
      ...(asRead && { setWhere: asRead })
    })
}

/** A row for each scope, as it is when nothing was counted before; every column, in order. */
function rowsCounted(dialect: Dialect, given: Given<Counting>): SQL {
  const { day, week, month } = given
  const read = (key: keyof CountScope) => sql.raw(`value ->> '${key}'`)
  const whole = (key: keyof More) => sql.raw(`cast(value ->> '${key}' as bigint)`)
  const made = whole('made')
  // SQLite needs the WHERE, to tell the ON CONFLICT from the ON of a join.
  return sql`select ${text(sql.placeholder('projectId'))}, ${read('object')}, ${read('objectId')},
    ${read('by')}, ${read('byId')}, ${made}, ${text(day)}, ${made}, ${text(week)}, ${made},
    ${text(month)}, ${made}, ${whole('ordersAmount')}, ${whole('ordersDiscountAmount')}
    from ${elementsOf(dialect, given.scopes)} where true`
}

/** PostgreSQL does not see the type of what a SELECT only passes on. */
function text(value: Parameter<string>): SQL {
  return sql`cast(${value} as text)`
}

/** A total of null relies on nothing. */
type Uncounting = CountScope & CountStepKey & { readonly totalBefore: number | null }

export const uncountRedemption = command(
  ({ db, t: { redemptionCounts: counts } }, given: Given<Uncounting>) => {
    const read = encodeAs(counts.total, given.totalBefore)
    const less = PERIODS.map(([period, count]): [string, SQL] => [
      count,
      sql`${counts[count]} - case
      when ${counts[period]} = ${encodeAs(counts[period], given[period])}
      and ${counts[count]} > 0 then 1 else 0 end`
    ])
    const { ordersAmount: amount, ordersDiscountAmount: discount } = counts
    return db
      .update(counts)
      .set({
        total: sql`${counts.total} - 1`,
        ordersAmount: sql`${amount} - ${encodeAs(amount, given.ordersAmount)}`,
        ordersDiscountAmount: sql`${discount} - ${encodeAs(discount, given.ordersDiscountAmount)}`,
        ...Object.fromEntries(less)
      })
      .where(
        and(
          mine(counts),
          is(counts.objectId, given.objectId),
          is(counts.by, given.by),
          is(counts.byId, given.byId),
          sql`${counts.total} = coalesce(${read}, ${counts.total})`
        )
      )
  }
)

export const lowerCount = setBy('redemptionCounts', [], ['objectId', 'by', 'byId'], {
  set: (counts, given: Given<Pick<CountStepKey, 'ordersAmount' | 'ordersDiscountAmount'>>) => ({
    ordersAmount: plus(counts.ordersAmount, given.ordersAmount),
    ordersDiscountAmount: plus(counts.ordersDiscountAmount, given.ordersDiscountAmount)
  })
})

/** The kinds of count that the project keeps, and those that have every redemption. */
const countKinds = keep(
  async (session: Session) => (await session.one(countKindsOfProject)) ?? { kept: 0, filled: 0 }
)

/**
 * What the project keeps counts of, and how often the things were redeemed: by anyone, by this
 * customer, by this key; null where no rule asks.
 * @throws {CountsMissing} where a rule asks for what not every redemption is counted in.
 */
export async function countsAsked(
  session: Session,
  rules: readonly BoundRule[],
  objectIds: () => readonly string[],
  holder: Pick<Customer, 'id'> | null,
  { channelId: apiKey }: { readonly channelId: string }
): Promise<Pick<RedemptionFacts, 'counts' | 'countsKept'>> {
  const { kept: countsKept, filled } = await countKinds(session)
  const asked = kindsAsked(rules)
  if (asked === 0) return { counts: null, countsKept }
  const missing = asked & ~filled
  if (missing !== 0) throw new CountsMissing(missing)
  const values = { objectIds: objectIds(), customerId: holder?.id ?? '', apiKey }
  return { counts: await session.all(redemptionCountsOf, values), countsKept }
}

/** Redemptions of a unit that counts earlier ones: a few milliseconds of writes. */
const COUNTED_LATER_MAX = 100

/** A page of the redemptions that a project has, for counting those that are not counted. */
export function loadRedemptionsCounted(after: string) {
  return (session: Session) => session.all(redemptionsCounted, { after, limit: COUNTED_LATER_MAX })
}

type Counted = ChangeOf<'redemption.counted'>

/** Counts that fewer redemptions meet at come first: those of a campaign are held shortest. */
function countRow({ object, objectId, by, byId }: CountScope): string {
  const objects = { voucher: 0, reward_assignment: 1, promotion_tier: 2, campaign: 3 }
  const bys = { customer: 0, api_key: 1, any: 2 }
  return `${objects[object]} ${objectId} ${bys[by]} ${byId}`
}

function countMet({ count, totalBefore }: ChangeOf<'redemption.counted'>): RowLock {
  const { objectId, by, byId } = count
  const scope = { objectId, by, byId }
  const row = (totalBefore === null ? addedTo : decidedBy)('count', redemptionCountHeld, scope)
  return orMade(row, redemptionCountPlace, scope)
}

export const redemptionCountChanges: ChangeKinds<'redemption.counted' | 'redemptionCounts.kept'> = {
  'redemptionCounts.kept': {
    step: STEP.first,
    isSetUp: true,
    write: writes(addCountKinds, change => change)
  },
  'redemption.counted': {
    step: STEP.counts,
    meets: { row: ({ count }) => countRow(count), lock: countMet },
    write: async (session, change, unit) => {
      const { step, ...counted } = change.count
      if (step === -1) {
        const { totalBefore } = change
        return write(session, change, uncountRedemption, { ...counted, totalBefore })
      }
      if (step === 0) return write(session, change, lowerCount, counted)
      const alike = unit.filter(each => isOfTheSame(each, change))
      if (alike[0] === change) countAll(session, alike)
    }
  }
}

function isOfTheSame(one: Change, { count }: Counted): one is Counted {
  if (one.kind !== 'redemption.counted') return false
  return (['step', 'day', 'week', 'month'] as const).every(key => one.count[key] === count[key])
}

/** The guard of the last one that relied on a total: most units meet at its row. */
function countAll(session: Session, alike: readonly Counted[]): void {
  const last = alike.findLast(({ totalBefore }) => totalBefore !== null) ?? alike.at(-1)
  if (last === undefined) return
  const { day, week, month } = last.count
  const scopes = sumByScope(alike)
  const relied = alike.flatMap(({ count, totalBefore }) =>
    totalBefore === null ? [] : [[scopeKey(count), totalBefore]]
  )
  const stored = alike.flatMap(({ count, asRead }) =>
    asRead === undefined ? [] : [[scopeKey(count), FIGURES.map(each => asRead[each]).join(' ')]]
  )
  const given = { scopes, day, week, month }
  const totalsBefore = Object.fromEntries(relied)
  const figuresBefore = Object.fromEntries(stored)
  const asRead = { ...given, totalsBefore, figuresBefore }
  if (relied.length === 0) session.send(countRedemption, given, last, scopes.length)
  else session.send(countRedemptionAsRead, asRead, last, scopes.length)
}

function scopeKey({ objectId, by, byId }: CountScope): string {
  return `${objectId} ${by} ${byId}`
}

/** The redemptions of a stack may be of one campaign: a scope is named once, with all of them. */
function sumByScope(alike: readonly Counted[]): readonly More[] {
  const sums = new Map<string, More>()
  for (const { count } of alike) {
    const { object, objectId, by, byId, ordersAmount, ordersDiscountAmount } = count
    const key = scopeKey(count)
    const before = sums.get(key) ?? { made: 0, ordersAmount: 0, ordersDiscountAmount: 0 }
    sums.set(key, {
      ...{ object, objectId, by, byId },
      made: before.made + 1,
      ordersAmount: before.ordersAmount + ordersAmount,
      ordersDiscountAmount: before.ordersDiscountAmount + ordersDiscountAmount
    })
  }
  return [...sums.values()]
}

/** @throws {Refused} when there is no such redemption. */
export function loadRollback(id: string, { customer: sent = {} }: RollbackRedemption) {
  return async (session: Session, now: Instant): Promise<RollbackFacts> => {
    const asked = await askedFor(session, id)
    const { redeemablesRollbackOrderMode: mode } = await stackingRulesOf(session)
    const becomes: Becomes = paid => statusAfter(mode, {}, paid)
    const { parts, ...facts } = await loadUndoing(session, asked, becomes, now)
    const [part] = parts
    return { ...facts, ...(part as UndoneFacts), customerSent: await customerSent(session, sent) }
  }
}

/** For a stack, or for one redemption. @throws {Refused} when there is no such redemption. */
export function loadStackRollback(id: string, command: RollbackStack) {
  return async (session: Session, now: Instant): Promise<StackRollbackFacts> => {
    const { row, rows: stacked } = await askedFor(session, id, true)
    const redemption = redemptionOf(row)
    const parts = redemption.order?.redemptions[id]?.stacked ?? []
    const rows = stacked.toSorted((one, other) => parts.indexOf(one.id) - parts.indexOf(other.id))
    const { redeemablesRollbackOrderMode: mode } = await stackingRulesOf(session)
    const becomes: Becomes = paid => statusAfter(mode, command, paid)
    return {
      ...(await loadUndoing(session, { row, rows }, becomes, now)),
      redemption,
      customerSent: await customerSent(session, command.customer ?? {})
    }
  }
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
  return orRefused(await session.one(redemptionById, { id }), 'redemption', id)
}

interface RollbackAsked {
  readonly row: RedemptionRow
  readonly rows: readonly RedemptionRow[]
}

/** What becomes of the order that a redemption paid. */
type Becomes = (paid: Pick<StackRollbackFacts, 'redemption' | 'order'>) => OrderStatus | null

async function loadUndoing(
  session: Session,
  { row, rows }: RollbackAsked,
  becomes: Becomes,
  now: Instant
) {
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
  const asked = { event: null, customer, now, preferred: touched }
  const stands = customer === null ? NO_STANDING : await loadStanding(session, asked)
  const named = [...entries, ...ordered.earned.entries]
  const { order, status } = ordered
  const isUnpaid = order !== null && isUnpaidBy(order, { status: status ?? undefined })
  const came = await loadBonuses(session, stands, isUnpaid ? order : null)
  const missing = await withMissing(session, stands, order, [...named, ...came.bonuses])
  const known = await withLotsOf(session, missing, [], shortfalls)
  const standing = await withLapsedTwins(session, known)
  const parts: UndoneFacts[] = []
  for (const each of rows) {
    const card = each.voucherId === null ? null : (cards.get(each.voucherId) as Voucher)
    parts.push(await partOf(session, each, card, standing, { entries, shortfalls }))
  }
  const redemptionSchema = await schemaOf(session, 'redemption')
  const earned = { ...ordered.earned, ...came }
  return { ...standing, customer, redemptionSchema, ...ordered, earned, parts }
}

async function partOf(
  session: Session,
  row: RedemptionRow,
  card: Voucher | null,
  standing: StandingFacts,
  {
    shortfalls,
    entries: all
  }: { shortfalls: readonly Shortfall[]; entries: readonly LedgerEntry[] }
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
    countedIn: row.countedIn,
    campaign,
    card: card && (await purseOf(session, standing, card, entries)),
    category: card && (await findCategoryById(session, card.categoryId)),
    cardAssignments: assignmentsToCard(rules),
    rules,
    entries,
    missed: card === null ? [] : await missedOn(session, card, shortfalls),
    handedOut: handed === null ? null : await purseNamed(session, standing, handed),
    uses: handed === null ? [] : await session.all(usesOfVoucher, { voucherId: handed, limit }),
    rewardExists: await exists(session, rewards.byId, reward?.id),
    tierExists: await exists(session, promotionTiers.byId, promotionTierId)
  }
}

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

async function missedOn(session: Session, { id }: Voucher, shortfalls: readonly Shortfall[]) {
  const missing = shortfalls.filter(({ voucherId, from }) => voucherId === id && from === null)
  if (missing.length === 0) return []
  const named = (isOrder: boolean) =>
    missing
      .filter(({ cause }) => (cause.orderId !== undefined) === isOrder)
      .map(({ cause }) => cause.orderId ?? cause.redemptionId ?? '')
  const ofOrders = await session.all(accrualsOfOrders, { orderIds: named(true) })
  const ofRedemptions = await session.all(entriesOfRedemptions, { redemptionIds: named(false) })
  return [...ofOrders, ...ofRedemptions].map(ledgerEntryOf)
}

async function purseNamed(session: Session, standing: StandingFacts, id: string) {
  const row = await session.one(voucherById, { id })
  return row === undefined ? null : purseIn(session, standing, voucherOf(row))
}

async function exists(
  session: Session,
  byId: Statement<{ readonly id: string }, unknown>,
  id: string | null = null
): Promise<boolean> {
  return id !== null && (await session.one(byId, { id })) !== undefined
}

/** The order it paid for, and what its canceling takes back; null: it stays as it is. */
async function orderPaid(session: Session, redemption: Redemption, becomes: Becomes) {
  const paid = orderPaidBy(redemption)
  const id = paid && present(paid.id, 'an order that was paid has no id')
  const order = id === null ? null : ((await session.one(orderById, { id })) ?? null)
  const status = becomes({ redemption, order })
  const canceling = { status: status ?? undefined }
  return {
    order,
    status,
    earned: await loadEarnedBefore(session, order, canceling),
    previousOrder: await previousOrder(session, order, canceling)
  }
}

/** The redemptions of an order that are asked again, and the standing with the lots of their cards. */
export async function loadRedeemedOn(session: Session, order: Order, stands: StandingFacts) {
  const redemptionIds = Object.entries(order.redemptions).flatMap(([id, link]) =>
    link.rollbackId === undefined && link.terms !== undefined ? [...(link.stacked ?? []), id] : []
  )
  if (redemptionIds.length === 0) return { redeemed: [], standing: stands }
  const rows = await together(...redemptionIds.map(id => rowNamed(session, id)))
  const entries = (await session.all(entriesOfRedemptions, { redemptionIds })).map(ledgerEntryOf)
  const paidBy = new Set(entries.map(({ voucherId }) => voucherId))
  const cards = new Map<string, Voucher>()
  for (const id of paidBy) cards.set(id, await voucherStored(session, id))
  const shortfalls = await shortfallsOn(session, cards, [...paidBy])
  const known = await withLotsOf(session, stands, entries, shortfalls)
  const standing = await withLapsedTwins(session, known)
  const paid = new Map<string, Pick<RedeemedOnOrder, 'card' | 'missed'>>()
  for (const [id, card] of cards) {
    const own = entries.filter(({ voucherId }) => voucherId === id)
    const missed = await missedOn(session, card, shortfalls)
    paid.set(id, { card: await purseOf(session, standing, card, own), missed })
  }
  const redeemed: RedeemedOnOrder[] = []
  for (const row of rows) {
    const redemption = redemptionOf(row)
    const { voucherId, promotionTierId } = redemption
    redeemed.push({
      redemption,
      ...(paid.get(voucherId ?? '') ?? { card: null, missed: [] }),
      entries: entries.filter(({ cause }) => cause.redemptionId === redemption.id),
      tierExists: await exists(session, promotionTiers.byId, promotionTierId),
      countedIn: row.countedIn
    })
  }
  return { redeemed, standing }
}
