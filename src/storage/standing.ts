/**
 * Where a customer stands: what a decision about them may have to follow up. Cards, tiers, segments
 * and the rules that connect them hang together, so they are loaded together, each kind by one
 * query however many programs, rules or segments there are. Only the open lots of a card and the
 * card that a program would give are asked for one by one.
 * Spec: EarningRule.event, VoucherLoyaltyCard.balance, activateMemberPendingPoints, createSegment.
 */
import { and, asc, eq, exists, isNull, lte, or, sql } from 'drizzle-orm/sql'
import type { Moment } from '../decisions/changes.ts'
import type { PendingPointsFacts } from '../decisions/points/adjustments.ts'
import type { ProgramFacts } from '../decisions/points/earning.ts'
import type { Purse } from '../decisions/points/lots.ts'
import type { EnterSegmentFacts, FillSegmentFacts } from '../decisions/segments.ts'
import { type ReviewFacts, standingAt } from '../decisions/standing/open.ts'
import type { Standing, StandingFacts } from '../decisions/standing/standing.ts'
import type { Collections } from '../decisions/validation-rules.ts'
import type {
  Campaign,
  Customer,
  Lot,
  LoyaltyTier,
  Project,
  Segment,
  TierMembership,
  Voucher
} from '../model.ts'
import { addDays, type Day, dayAt, type Instant } from '../rules/validity.ts'
import { campaignNamed, countVouchers, findCampaignOf } from './campaigns/campaigns.ts'
import { keep } from './catalogue.ts'
import {
  customerById,
  customerNamed,
  customerOf,
  customerSent,
  findTotals,
  holdCustomer,
  holdCustomerRow
} from './customers/customers.ts'
import { byCampaign, type ProgramEarning, programsOn } from './earning-rules.ts'
import { type Session, together } from './engine/session.ts'
import { among, type Given, mine, rowsOf, statement } from './engine/statements.ts'
import { findHeldJob, type Hold, nextChunk } from './jobs.ts'
import { allLoyaltyTiers, membershipsOf } from './loyalty-tiers.ts'
import { openLotsOf, purseIn, readPurse } from './points/ledger.ts'
import { pendingDueOn, pendingPointsById } from './points/movements.ts'
import { orRefused } from './resources.ts'
import { filterSegments, reviewOfProject, segmentIdsOfCustomer, segments } from './segments.ts'
import { validationRulesOf } from './validation-rules.ts'
import { cardNamed, cardsOfCustomer, spareOf, voucherById, voucherOf } from './vouchers/vouchers.ts'

interface StandingAsked {
  /** What is about to happen; null: nothing that earns by itself. */
  readonly event: string | null
  /** Null for somebody new, who has no card and was nowhere. */
  readonly customer: Pick<Customer, 'id'> | null
  readonly now: Instant
  /** Cards that count where the customer has several in one program; else the oldest does. */
  readonly preferred?: readonly string[]
  readonly collections?: Collections
  /** A program that is asked for, whether or not the customer is in it or could join. */
  readonly program?: Campaign
  /** The segments of the customer matter, whatever there is that could ask for them. */
  readonly segmentsMatter?: boolean
}

export const NO_STANDING: StandingFacts = {
  programs: [],
  validationRules: new Map(),
  collections: new Map(),
  segments: [],
  filterSegments: [],
  totals: null,
  reviewedOn: null
}

const SEGMENT_ENTERED = 'customer.segment.entered'

const TIER_EVENTS = ['joined', 'left', 'upgraded', 'downgraded', 'prolonged'].map(
  step => `customer.loyalty.tier.${step}`
)

/**
 * The programs a customer is in or could join, by id, and what their rules may look at. A unit that
 * writes has the customer alone from here on.
 * @throws {GuardLost} when the customer has changed since.
 */
export async function loadStanding(
  session: Session,
  asked: StandingAsked & { readonly customer: Customer | null }
): Promise<StandingFacts> {
  const { customer } = asked
  if (customer === null) return standingHeld(session, asked)
  return (await together(holdCustomer(session, customer), standingHeld(session, asked)))[1]
}

/** The same of the customer with an id, who is read with it; nobody stands nowhere. */
export async function loadHolder(
  session: Session,
  id: string | null,
  asked: Omit<StandingAsked, 'customer'>
): Promise<{ readonly holder: Customer | null; readonly standing: StandingFacts }> {
  if (id === null) return { holder: null, standing: NO_STANDING }
  const [, holder, standing] = await together(
    holdCustomerRow(session, id),
    customerSent(session, { id }),
    standingHeld(session, { ...asked, customer: { id } })
  )
  return { holder, standing: holder === null ? NO_STANDING : standing }
}

/** The same of a customer whom the unit has alone by now, or somebody new. */
export async function standingHeld(session: Session, asked: StandingAsked): Promise<StandingFacts> {
  const { event, customer, collections = new Map(), segmentsMatter = false } = asked
  const { filters, tiers, programs: known } = await earningOn(session, event ?? '')
  const filtered = filters.length > 0
  const [cards, memberships, totals] = await together(
    cardsOf(session, asked),
    membershipsOf(session, tiers.length > 0 ? customer : null),
    filtered ? findTotals(session, customer) : null
  )
  const places = placesIn(asked, known, cards)
  const ids = places.flatMap(({ rules }) => rules.map(rule => rule.validationRuleId))
  const validationRules = await validationRulesOf(session, ids)
  const looked = filtered || validationRules.size > 0 || event === SEGMENT_ENTERED || segmentsMatter
  const [programs, found] = await together(
    programsAt(session, asked, places, tiers, memberships),
    looked && customer ? session.all(segmentIdsOfCustomer, { customerId: customer.id }) : []
  )
  const isReviewed = filtered && mayBeDue(programs, asked.now)
  const { reviewedOn = null } = (isReviewed && (await session.one(reviewOfProject))) || {}
  const segments = found.map(({ segmentId }) => segmentId)
  const looking = { validationRules, collections, segments, filterSegments: filters, totals }
  return { programs, ...looking, reviewedOn }
}

/** What is set up of what may follow from an event; of '' what the calendar leads to. Kept. */
const earningOn = keep(async (session: Session, event: string) => {
  const [filters, tiers] = await together(filterSegments(session), allLoyaltyTiers(session))
  const events = new Set(event === '' ? [] : [event])
  if (filters.length > 0) events.add(SEGMENT_ENTERED)
  if (tiers.length > 0) for (const each of TIER_EVENTS) events.add(each)
  const found = await together(...[...events].sort().map(each => programsOn(session, each)))
  const programs = new Map<string, ProgramEarning>()
  for (const { campaign, rules } of found.flat()) {
    const known = programs.get(campaign.id)?.rules ?? []
    programs.set(campaign.id, { campaign, rules: [...known, ...rules] })
  }
  return { filters, tiers, programs: [...programs.values()].sort(byCampaign) }
})

/** Whether anything is due wherever the project is. */
function mayBeDue(programs: readonly ProgramFacts[], now: Instant): boolean {
  // No calendar is more than a day ahead of this one.
  const day = addDays(dayAt(now, 'Etc/UTC'), 1)
  const isOver = (last: Day | null) => last !== null && last < day
  return programs.some(
    ({ card, due, membership }) =>
      due.length > 0 ||
      isOver(membership?.expiresOn ?? null) ||
      (card?.lots ?? []).some(({ expiresOn }) => isOver(expiresOn))
  )
}

interface EarningProgram extends ProgramEarning {
  readonly card: Voucher | undefined
  readonly joins: boolean
}

function placesIn(
  { program: asked }: StandingAsked,
  known: readonly ProgramEarning[],
  cards: Awaited<ReturnType<typeof cardsOf>>
): readonly EarningProgram[] {
  const others = [...cards.values(), ...(asked === undefined ? [] : [{ campaign: asked }])]
  const all = [...known]
  for (const { campaign } of others) {
    if (all.some(each => each.campaign.id === campaign.id)) continue
    all.push({ campaign, rules: [] })
  }
  if (all.length > known.length) all.sort(byCampaign)
  return all.flatMap(({ campaign, rules }): EarningProgram[] => {
    const card = cards.get(campaign.id)?.card
    const joins = card === undefined && campaign.autoJoin
    const counts = card !== undefined || joins || campaign.id === asked?.id
    return counts ? [{ campaign, rules, card, joins }] : []
  })
}

async function programsAt(
  session: Session,
  { now }: StandingAsked,
  places: readonly EarningProgram[],
  tiers: readonly LoyaltyTier[],
  memberships: readonly TierMembership[]
): Promise<readonly ProgramFacts[]> {
  const cards = places.flatMap(({ card }) => card ?? [])
  const loaded = places.map(async ({ campaign, rules, card, joins }) => {
    const [purse, spare, counted] = await together(
      card === undefined ? null : readPurse(session, card),
      joins ? spareOf(session, campaign, now) : null,
      card === undefined ? countVouchers(session, campaign) : null
    )
    const vouchersCount = counted?.vouchersCount ?? null
    const own = tiers.filter(({ campaignId }) => campaignId === campaign.id)
    const membership = memberships.find(({ voucherId }) => voucherId === card?.id) ?? null
    return { campaign, rules, tiers: own, card: purse, spare, vouchersCount, membership }
  })
  const [due, ...programs] = await together(pendingDueOn(session, cards, now), ...loaded)
  return programs.map(program => ({
    ...program,
    due: due.filter(({ voucherId }) => voucherId === program.card?.voucher.id)
  }))
}

async function cardsOf(session: Session, { customer, preferred = [] }: StandingAsked) {
  const cards = new Map<string, { readonly campaign: Campaign; readonly card: Voucher }>()
  if (customer === null) return cards
  const found = await session.all(cardsOfCustomer, { customerId: customer.id })
  const campaigns = await together(...found.map(row => findCampaignOf(session, row)))
  for (const [index, row] of found.entries()) {
    const campaign = campaigns[index] ?? null
    // The oldest card of a program counts, unless another one is meant.
    if (campaign === null || (cards.has(campaign.id) && !preferred.includes(row.id))) continue
    cards.set(campaign.id, { campaign, card: voucherOf(row) })
  }
  return cards
}

/** A card, who holds it and where they stand; null when nobody does. */
export function loadHeldCard(voucherId: string) {
  return async (
    session: Session,
    now: Instant
  ): Promise<(ReviewFacts & { purse: Purse }) | null> => {
    const row = await session.one(voucherById, { id: voucherId })
    if (row === undefined) return null
    const customer = await customerSent(session, { id: row.holderId })
    if (customer === null) return null
    const asked = { event: null, customer, now, preferred: [voucherId] }
    const standing = await loadStanding(session, asked)
    return { ...standing, customer, purse: await purseIn(session, standing, voucherOf(row)) }
  }
}

export interface ReviewState {
  readonly after: string | null
  readonly reviewedOn: Day | null
  readonly filterSegments: readonly Segment[]
}

export async function reviewState(session: Session): Promise<ReviewState> {
  const { after = null, reviewedOn = null } = (await session.one(reviewOfProject)) ?? {}
  const filters = await filterSegments(session)
  return { after, reviewedOn, filterSegments: filters }
}

/** What reviewCustomer needs; null for nobody. */
export function loadReview(customerId: string) {
  return async (session: Session, now: Instant): Promise<ReviewFacts | null> => {
    const customer = await customerSent(session, { id: customerId })
    if (customer === null) return null
    return { ...(await loadStanding(session, { event: null, customer, now })), customer }
  }
}

/*
 * Cards and customers as of a moment: with what the calendar has brought and nobody has booked yet.
 * Reading writes nothing. One statement finds the customers for whom something is due: some between
 * a midnight and the timer, nobody at any other time. More is loaded for those alone.
 */

/** Of these, those whose points lapse or arrive, or whose tier is over, by `day`. */
export const customersDue = statement(
  (dialect, given: Given<{ ids: readonly string[]; day: Day }>) => {
    const { db, t } = dialect
    const { customers, vouchers, pendingPoints: pending, tierMemberships: memberships } = t
    const ofCard = (own: typeof pending | typeof memberships) =>
      and(eq(own.projectId, vouchers.projectId), eq(own.voucherId, vouchers.id))
    const isPending = sql`${pending.status} = 'PENDING'`
    const arriving = db
      .select({ id: pending.id })
      .from(pending)
      .where(and(ofCard(pending), isPending, lte(pending.activatesOn, given.day)))
    const ending = db
      .select({ id: memberships.voucherId })
      .from(memberships)
      .where(and(ofCard(memberships), sql`${memberships.expiresOn} < ${given.day}`))
    const cards = db
      .select({ id: vouchers.id })
      .from(vouchers)
      .where(
        and(
          eq(vouchers.projectId, customers.projectId),
          eq(vouchers.holderId, customers.id),
          sql`${vouchers.type} = 'LOYALTY_CARD'`,
          or(
            sql`${vouchers.nextExpirationDate} < ${given.day}`,
            and(sql`${vouchers.pendingPoints} > 0`, exists(arriving)),
            exists(ending)
          )
        )
      )
    const named = among(dialect, customers.id, given.ids)
    return rowsOf(db, customers)
      .where(and(mine(customers), named, isNull(customers.deletedAt), exists(cards)))
      .orderBy(asc(customers.id))
  }
)

/** By id, of those for whom something is not booked yet; `preferred` as in loadStanding. */
export async function standingsAt(
  session: Session,
  customerIds: readonly string[],
  moment: Moment,
  preferred: readonly string[] = []
): Promise<ReadonlyMap<string, Standing>> {
  const standings = new Map<string, Standing>()
  if (customerIds.length === 0) return standings
  const ids = [...new Set(customerIds)]
  const day = dayAt(moment.now, moment.project.timezone)
  for (const row of await session.all(customersDue, { ids, day })) {
    const asked = { event: null, customer: customerOf(row), now: moment.now, preferred }
    const standing = standingAt(await loadStanding(session, asked), asked.customer, moment)
    if (standing !== null) standings.set(row.id, standing)
  }
  return standings
}

/** Who holds a card, where anything is due for them; else null. */
export async function holderDue(
  session: Session,
  { id, card, holderId }: Voucher,
  { now, project }: Moment
): Promise<ReviewFacts | null> {
  if (card === null || holderId === null) return null
  const due = { ids: [holderId], day: dayAt(now, project.timezone) }
  const row = await session.one(customersDue, due)
  if (row === undefined) return null
  const asked = { event: null, customer: customerOf(row), now, preferred: [id] }
  return { ...(await loadStanding(session, asked)), customer: asked.customer }
}

/** The rows in their order, each with its voucher as it is then. */
export async function vouchersAt<Row extends { readonly voucher: Voucher }>(
  session: Session,
  rows: readonly Row[],
  moment: Moment
): Promise<readonly Row[]> {
  const vouchers = rows.map(({ voucher }) => voucher)
  const held = vouchers.flatMap(({ card, holderId }) =>
    card === null || holderId === null ? [] : [holderId]
  )
  const preferred = vouchers.map(({ id }) => id)
  const standings = await standingsAt(session, held, moment, preferred)
  if (standings.size === 0) return rows
  const cards = [...standings.values()].flatMap(({ programs }) =>
    programs.flatMap(({ card }) => card?.voucher ?? [])
  )
  const byId = new Map(cards.map(card => [card.id, card]))
  return rows.map(row => ({ ...row, voucher: byId.get(row.voucher.id) ?? row.voucher }))
}

export async function cardLotsAt(
  session: Session,
  moment: Moment,
  cards: readonly Pick<Voucher, 'id' | 'holderId'>[]
): Promise<ReadonlyMap<string, readonly Lot[]>> {
  if (cards.length === 0) return new Map()
  const voucherIds = cards.map(({ id }) => id)
  const rows = await session.all(openLotsOf, { voucherIds })
  const lots = Map.groupBy(rows, ({ voucherId }) => voucherId)
  const holders = cards.flatMap(({ holderId }) => holderId ?? [])
  for (const { programs } of (await standingsAt(session, holders, moment, voucherIds)).values()) {
    for (const { card } of programs) {
      // A holder may have cards that nobody asked for.
      if (card === null || !voucherIds.includes(card.voucher.id)) continue
      const open = card.lots.filter(({ remaining }) => remaining > 0)
      lots.set(card.voucher.id, open)
    }
  }
  return lots
}

/** What fillSegment needs for the next customer; null when the job is no longer the owner's. */
export function loadSegmentToFill(hold: Hold) {
  return async (session: Session, now: Instant): Promise<FillSegmentFacts | null> => {
    const job = await findHeldJob(session, hold)
    if (job === null) return null
    const chunk = await nextChunk(session, job.id)
    if (chunk === null) throw new Error(`The payload of job ${job.id} is gone`)
    const { segmentId } = job.data as { readonly segmentId: string }
    const customerId = chunk.items[0] as string
    const segment = await session.one(segments.byId, { id: segmentId })
    const customer = await session.one(customerById, { id: customerId })
    const isGone = segment === undefined || customer === undefined
    const entry = isGone ? null : await loadSegmentEntry(segmentId, customerId)(session, now)
    return { job, owner: hold.owner, chunkIndex: chunk.index, entry }
  }
}

/** @throws {Refused} when segment or customer do not exist. */
export function loadSegmentEntry(segmentId: string, customerName: string) {
  return async (session: Session, now: Instant): Promise<EnterSegmentFacts> => {
    const segment = await segments.named(session, segmentId)
    const customer = await customerNamed(session, customerName)
    const standing = await loadStanding(session, { event: SEGMENT_ENTERED, customer, now })
    return { ...standing, segment, customer }
  }
}

/**
 * What is needed to activate, change or cancel points that wait on a card, whatever became of them.
 * @throws {Refused} when there is no such card, no such entry on it, or no customer who holds it.
 */
export function loadMemberPendingPoints(project: Project, memberName: string, id: string) {
  return async (session: Session, now: Instant): Promise<PendingPointsFacts> => {
    const card = await cardNamed(session, project, memberName, null)
    const found = await session.one(pendingPointsById, { voucherId: card.id, id })
    const pending = orRefused(found, 'pending_points', id)
    const holder = await loadHeldCard(card.id)(session, now)
    const held = orRefused(holder, 'customer', card.holderId ?? '')
    return { ...held, pending, campaign: await campaignNamed(session, pending.campaignId) }
  }
}
