/**
 * Where a customer stands: what a decision about them may have to follow up.
 *
 * Cards, tiers, segments and the rules that connect them hang together, so they are loaded
 * together, each kind by one query however many programs, rules or segments there are. Only the
 * open lots of a card and the card that a program would give are asked for one by one.
 *
 * Spec: EarningRule.event.
 */
import type { ProgramFacts, StandingFacts } from '../../decisions/standing/standing.ts'
import type { Collections } from '../../decisions/validation-rules/facts.ts'
import type {
  Campaign,
  Customer,
  Day,
  EarningRule,
  Instant,
  LoyaltyTier,
  TierMembership,
  Voucher
} from '../../model.ts'
import { addDays, dayAt } from '../../rules/validity.ts'
import { countVouchers, findCampaignOf } from '../campaigns/campaigns.ts'
import { customerSent, holdCustomer, holdCustomerRow } from '../customers/customers.ts'
import { findTotals } from '../customers/totals.ts'
import { type Session, together } from '../engine/session.ts'
import { programsOn } from '../loyalties/earning-rules.ts'
import { allLoyaltyTiers, membershipsOf } from '../loyalty-tiers/loyalty-tiers.ts'
import { readPurse } from '../points/lots.ts'
import { pendingDueOn } from '../points/pending.ts'
import { filterSegments, segmentIdsOfCustomer } from '../segments/segments.ts'
import { validationRulesOf } from '../validation-rules/validation-rules.ts'
import { cardsOfCustomer, spareOf, voucherOf } from '../vouchers/vouchers.ts'
import { reviewOfProject } from './reviews.ts'

/** Of whom, and what may happen to them. */
export interface StandingAsked {
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

/** Of nobody: no programs, and nothing that could follow. */
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

/** Who holds a card, and where they stand. */
export interface HolderStanding {
  readonly holder: Customer | null
  readonly standing: StandingFacts
}

/** The same of the customer with an id, who is read with it; nobody stands nowhere. */
export async function loadHolder(
  session: Session,
  id: string | null,
  asked: Omit<StandingAsked, 'customer'>
): Promise<HolderStanding> {
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
  const [filters, tiers] = await together(filterSegments(session), allLoyaltyTiers(session))
  const filtered = filters.length > 0
  const known = await programsEarning(session, [
    ...(event === null ? [] : [event]),
    ...(filtered ? [SEGMENT_ENTERED] : []),
    ...(tiers.length > 0 ? TIER_EVENTS : [])
  ])
  const [cards, memberships, totals] = await together(
    cardsOf(session, asked, known),
    membershipsOf(session, tiers.length > 0 ? customer : null),
    filtered ? findTotals(session, customer) : null
  )
  const places = placesIn(asked, known, cards)
  const ids = places.flatMap(({ rules }) => rules.map(rule => rule.validationRuleId))
  const validationRules = await validationRulesOf(session, ids)
  const looked = filtered || validationRules.size > 0 || event === SEGMENT_ENTERED || segmentsMatter
  const [programs, segments] = await together(
    programsAt(session, asked, places, { tiers, memberships }),
    looked ? segmentsOf(session, customer) : []
  )
  return {
    programs,
    validationRules,
    collections,
    segments,
    filterSegments: filters,
    totals,
    reviewedOn: filtered && mayBeDue(programs, asked.now) ? await reviewedOn(session) : null
  }
}

/** Whether anything is due wherever the project is. */
function mayBeDue(programs: readonly ProgramFacts[], now: Instant): boolean {
  const day = latestDay(now)
  const isOver = (last: Day | null) => last !== null && last < day
  return programs.some(
    ({ card, due, membership }) =>
      due.length > 0 ||
      isOver(membership?.expiresOn ?? null) ||
      (card?.lots ?? []).some(({ expiresOn }) => isOver(expiresOn))
  )
}

/** The day it is where it is latest: no calendar is more than a day ahead of this one. */
function latestDay(now: Instant): Day {
  return addDays(dayAt(now, 'Etc/UTC'), 1)
}

/** The day of the last review that reached the end. */
async function reviewedOn(session: Session): Promise<Day | null> {
  return (await session.one(reviewOfProject))?.reviewedOn ?? null
}

type ProgramsEarning = Map<string, { readonly campaign: Campaign; readonly rules: EarningRule[] }>

function addProgram(known: ProgramsEarning, campaign: Campaign): EarningRule[] {
  const rules = known.get(campaign.id)?.rules ?? []
  known.set(campaign.id, { campaign, rules })
  return rules
}

/** The programs with an active rule for any of the events. */
async function programsEarning(
  session: Session,
  events: readonly string[]
): Promise<ProgramsEarning> {
  const known: ProgramsEarning = new Map()
  const sorted = [...new Set(events)].sort()
  for (const found of await together(...sorted.map(event => programsOn(session, event)))) {
    for (const { campaign, rules } of found) addProgram(known, campaign).push(...rules)
  }
  return known
}

/** A program that counts, with the card that does. */
interface EarningProgram {
  readonly campaign: Campaign
  readonly rules: readonly EarningRule[]
  readonly card: Voucher | undefined
  /** Whether the program would give them a card. */
  readonly joins: boolean
}

/** The programs the customer has a card in or could join, and the one that is asked for. */
function placesIn(
  { program: asked }: StandingAsked,
  known: ProgramsEarning,
  cards: ReadonlyMap<string, Voucher>
): readonly EarningProgram[] {
  // By id, so that what is decided for several is always decided in the same order.
  const sorted = [...known.values()].sort((a, b) => (a.campaign.id < b.campaign.id ? -1 : 1))
  return sorted.flatMap(({ campaign, rules }): EarningProgram[] => {
    const card = cards.get(campaign.id)
    const joins = card === undefined && campaign.autoJoin
    const counts = card !== undefined || joins || campaign.id === asked?.id
    return counts ? [{ campaign, rules, card, joins }] : []
  })
}

async function programsAt(
  session: Session,
  { now }: StandingAsked,
  places: readonly EarningProgram[],
  {
    tiers,
    memberships
  }: {
    readonly tiers: readonly LoyaltyTier[]
    readonly memberships: readonly TierMembership[]
  }
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

/** The customer's card in each program; every program they have one in becomes known. */
async function cardsOf(
  session: Session,
  { customer, preferred = [], program }: StandingAsked,
  known: ProgramsEarning
): Promise<ReadonlyMap<string, Voucher>> {
  if (program !== undefined) addProgram(known, program)
  const cards = new Map<string, Voucher>()
  if (customer === null) return cards
  const found = await session.all(cardsOfCustomer, { customerId: customer.id })
  const campaigns = await together(...found.map(row => findCampaignOf(session, row)))
  for (const [index, row] of found.entries()) {
    const campaign = campaigns[index] ?? null
    // The oldest card of a program counts, unless another one is meant.
    if (campaign === null || (cards.has(campaign.id) && !preferred.includes(row.id))) continue
    cards.set(campaign.id, voucherOf(row))
    addProgram(known, campaign)
  }
  return cards
}

/** The segments a customer is in. */
async function segmentsOf(
  session: Session,
  customer: Pick<Customer, 'id'> | null
): Promise<readonly string[]> {
  if (customer === null) return []
  const found = await session.all(segmentIdsOfCustomer, { customerId: customer.id })
  return found.map(({ segmentId }) => segmentId)
}
