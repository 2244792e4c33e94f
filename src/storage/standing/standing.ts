/**
 * Where a customer stands: what a decision about them may have to follow up.
 *
 * Cards, tiers, segments and the rules that connect them hang together, so they are loaded
 * together, each kind by one query however many programs, rules or segments there are. Only the
 * open lots of a card and the card that a program would give are asked for one by one.
 *
 * Spec: EarningRule.event; Decision 56.
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
  Voucher
} from '../../model.ts'
import { addDays, dayAt } from '../../rules/validity.ts'
import { countVouchers, findCampaignOf } from '../campaigns/campaigns.ts'
import { holdCustomer } from '../customers/customers.ts'
import { findTotals } from '../customers/totals.ts'
import type { Session } from '../engine/session.ts'
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
  readonly customer: Customer | null
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

/** The programs a customer is in or could join, by id, and what their rules may look at. */
export async function loadStanding(session: Session, asked: StandingAsked): Promise<StandingFacts> {
  const { event, customer, collections = new Map(), segmentsMatter = false } = asked
  if (customer !== null) await holdCustomer(session, customer)
  const filters = await filterSegments(session)
  const tiers = await allLoyaltyTiers(session)
  const filtered = filters.length > 0
  const known = await programsEarning(session, [
    ...(event === null ? [] : [event]),
    ...(filtered ? [SEGMENT_ENTERED] : []),
    ...(tiers.length > 0 ? TIER_EVENTS : [])
  ])
  const programs = await programsFor(session, asked, known, tiers)
  const ids = programs.flatMap(({ rules }) => rules.map(rule => rule.validationRuleId))
  const validationRules = await validationRulesOf(session, ids)
  const looked = filtered || validationRules.size > 0 || event === SEGMENT_ENTERED || segmentsMatter
  return {
    programs,
    validationRules,
    collections,
    segments: looked ? await segmentsOf(session, customer) : [],
    filterSegments: filters,
    totals: filtered ? await findTotals(session, customer) : null,
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
  for (const event of [...new Set(events)].sort()) {
    for (const { campaign, rules } of await programsOn(session, event)) {
      addProgram(known, campaign).push(...rules)
    }
  }
  return known
}

/** Those the customer has a card in or could join, and the one that is asked for. */
async function programsFor(
  session: Session,
  { customer, now, preferred = [], program: asked }: StandingAsked,
  known: ProgramsEarning,
  tiers: readonly LoyaltyTier[]
): Promise<readonly ProgramFacts[]> {
  if (asked !== undefined) addProgram(known, asked)
  const cards = await cardsOf(session, customer, preferred, known)
  const memberships = await membershipsOf(session, tiers.length > 0 ? customer : null)
  const due = await pendingDueOn(session, [...cards.values()], now)
  const programs: ProgramFacts[] = []
  // By id, so that what is decided for several is always decided in the same order.
  const sorted = [...known.values()].sort((a, b) => (a.campaign.id < b.campaign.id ? -1 : 1))
  for (const { campaign, rules } of sorted) {
    const card = cards.get(campaign.id)
    const joins = card === undefined && campaign.autoJoin
    if (card === undefined && !joins && campaign.id !== asked?.id) continue
    programs.push({
      campaign,
      rules,
      tiers: tiers.filter(({ campaignId }) => campaignId === campaign.id),
      card: card === undefined ? null : await readPurse(session, card),
      spare: joins ? await spareOf(session, campaign, now) : null,
      vouchersCount:
        card === undefined ? (await countVouchers(session, campaign)).vouchersCount : null,
      membership: memberships.find(({ voucherId }) => voucherId === card?.id) ?? null,
      due: due.filter(({ voucherId }) => voucherId === card?.id)
    })
  }
  return programs
}

/** The customer's card in each program; every program they have one in becomes known. */
async function cardsOf(
  session: Session,
  customer: Customer | null,
  preferred: readonly string[],
  known: ProgramsEarning
): Promise<ReadonlyMap<string, Voucher>> {
  const cards = new Map<string, Voucher>()
  if (customer === null) return cards
  for (const row of await session.all(cardsOfCustomer, { customerId: customer.id })) {
    const campaign = await findCampaignOf(session, row)
    // The oldest card of a program counts, unless another one is meant.
    if (campaign === null || (cards.has(campaign.id) && !preferred.includes(row.id))) continue
    cards.set(campaign.id, voucherOf(row))
    addProgram(known, campaign)
  }
  return cards
}

/** The segments a customer is in. */
async function segmentsOf(session: Session, customer: Customer | null): Promise<readonly string[]> {
  if (customer === null) return []
  const found = await session.all(segmentIdsOfCustomer, { customerId: customer.id })
  return found.map(({ segmentId }) => segmentId)
}
