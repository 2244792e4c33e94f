/**
 * A customer's cards, tiers and segments while a decision is taken, and how they are read. Points
 * bring a tier, a tier brings points, and either may bring a segment that brings points. So a
 * decision carries one value along, the standing. It is changed through open.ts alone.
 * Spec: LoyaltyTier.points, LoyaltyTiersExpiration.
 */

import type {
  Address,
  Campaign,
  Customer,
  CustomerTotals,
  Day,
  EarnedTerms,
  Segment,
  TierMembership,
  Voucher
} from '../../model.ts'
import {
  type FactValue,
  type Filter,
  matches,
  mayMatch,
  type Passed
} from '../../rules/conditions.ts'
import type { Change, LastOrderStep, Moment, TotalsStep } from '../changes.ts'
import type { EarningContext, ProgramFacts } from '../points/earning.ts'
import { cardOf } from '../points/lots.ts'
import { own } from '../updates.ts'

export interface StandingFacts extends EarningContext {
  readonly programs: readonly ProgramFacts[]
  readonly filterSegments: readonly Segment[]
  /** The customer's totals before the decision; null for a new customer. */
  readonly totals: CustomerTotals | null
  /** The day of the last review of all customers; null for none, and when nothing can be due. */
  readonly reviewedOn: Day | null
}

export interface Standing {
  readonly customer: Customer
  readonly segments: readonly string[]
  readonly programs: readonly ProgramFacts[]
  /** Before the decision; null when not loaded, or for a new customer, whose totals are zero. */
  readonly totals: CustomerTotals | null
  /** Added to the customer's totals at the end. */
  readonly gained: TotalsStep
  readonly lastOrder: LastOrderStep | null
  /** The order whose payment is the cause; null for another cause. */
  readonly paying: string | null
  /** The redemption that is the cause, when it pays no order; null for another cause. */
  readonly redeeming: string | null
  /** Where the customer was as that cause began; null for another cause. */
  readonly begun: Pick<Standing, 'segments' | 'programs'> | null
  /** The terms by which the order that is paid has earned; absent for none. */
  readonly terms?: readonly EarnedTerms[]
  /** Points that it earned and that cards did not get, as so many of it are missing there. */
  readonly withheld?: readonly { readonly voucherId: string; readonly points: number }[]
  /** The changes so far, in order; without the totals. */
  readonly changes: readonly Change[]
}

/** Where the tier of a card begins; below all of them in none. */
export function startOf({ tiers, membership }: Pick<ProgramFacts, 'tiers' | 'membership'>): number {
  return tiers.find(({ id }) => id === membership?.tierId)?.pointsFrom ?? -1
}

/*
 * The fields of a customer that filters may use: one table from field to value. Fields have the
 * names that a customer's answer gives them. Their values include everything that the current
 * decision has earned, spent or ordered so far.
 */

export function selects(
  { filter }: Pick<Segment, 'filter'>,
  standing: Standing,
  { now, project }: Moment
): boolean {
  if (filter === null) return false
  const at = { now, zone: project.timezone }
  return matches(filter, field => customerValue(field, standing), at)
}

/** A standing, and what is known of the moment that is asked about. */
export interface Passing {
  readonly standing: Standing
  /** The customer's orders then, without what is undone of them. */
  readonly orders: { readonly amount: number; readonly count: number }
  /** These are of one instant; else what is summed of them can have been less. */
  readonly isInstant: boolean
  /** The amount of their last order then; null: it is one of those that are left. */
  readonly lastAmount: number | null
  /** The points that can have counted for a program's tier then; null: nobody knows. */
  readonly tierPoints: (campaignId: string) => number | null
}

/**
 * Whether a filter can have selected the customer on the way to standing so: a figure that undoing
 * lowers can have been whatever it passed, and what no undoing changes can have been anything.
 */
export function mayHaveBeen(
  { filter }: Pick<Segment, 'filter'>,
  passing: Passing,
  { now, project }: Moment
): boolean {
  if (filter === null) return true
  return mayMatch(filter, field => passedIn(field, passing), { now, zone: project.timezone })
}

function passedIn(field: string, { standing, orders, isInstant, ...then }: Passing): Passed {
  if (field === 'summary.orders.average_amount') {
    return { values: [averageOf(orders.amount, orders.count)] }
  }
  if (isInstant && field === 'summary.orders.total_amount') return { values: [orders.amount] }
  if (isInstant && field === 'summary.orders.total_count') return { values: [orders.count] }
  if (field === 'summary.orders.last_order_amount') {
    // No order costs more than all that are left together.
    return then.lastAmount === null
      ? { upTo: ordersOf(standing).amount }
      : { values: [then.lastAmount] }
  }
  const family = familyOf(field)
  if (family?.of === tier) {
    const program = programCalled(standing, family.name)
    const most = program && then.tierPoints(program.campaign.id)
    if (!program || most == null) return null
    const reached = program.tiers.filter(({ pointsFrom }) => pointsFrom <= most)
    return { values: [undefined, ...reached.map(({ id, name }) => [id, name])] }
  }
  if (family?.of !== points && !LOWERED.has(field)) return null
  const value = customerValue(field, standing)
  return typeof value === 'number' ? { upTo: value } : { values: [value] }
}

/** Figures that undoing something lowers, and never raises. */
const LOWERED: ReadonlySet<string> = new Set([
  'summary.redemptions.total_redeemed',
  'summary.redemptions.total_succeeded',
  'summary.redemptions.gift.redeemed_amount',
  'summary.redemptions.loyalty_card.redeemed_points',
  'summary.redemptions.loyalty_card.points_to_go',
  'summary.orders.total_amount',
  'summary.orders.total_count',
  'loyalty.points',
  'loyalty_points'
])

export function ordersOf(standing: Pick<Standing, 'totals' | 'gained'>): Passing['orders'] {
  return { amount: totalOf(standing, 'ordersAmount'), count: totalOf(standing, 'ordersCount') }
}

/** Whether filters may use the field. Every metadata key and every name of a program is allowed. */
export function isCustomerField(field: string): boolean {
  return FIELDS.has(field) || familyOf(field) !== null
}

export interface FilteredCustomer
  extends Pick<Standing, 'customer' | 'totals' | 'gained' | 'lastOrder'> {
  readonly programs: readonly {
    readonly campaign: Pick<Campaign, 'id' | 'name'>
    readonly tiers: ProgramFacts['tiers']
    readonly card: { readonly voucher: Voucher } | null
    readonly membership: Pick<TierMembership, 'tierId'> | null
  }[]
}

export function customerValue(field: string, standing: FilteredCustomer): FactValue | undefined {
  const plain = FIELDS.get(field)
  if (plain !== undefined) return plain(standing)
  const family = familyOf(field)
  return family?.of(standing, family.name)
}

export function programsNamed({ fields }: Filter): readonly string[] {
  const named = Object.keys(fields).flatMap(field => {
    const family = familyOf(field)
    return family !== null && PROGRAM_FAMILIES.has(family.of) ? [family.name] : []
  })
  return [...new Set(named)]
}

type Of = (standing: FilteredCustomer) => FactValue | undefined

const said =
  (property: 'name' | 'email' | 'phone' | 'description' | 'birthdate' | 'birthday'): Of =>
  ({ customer }) =>
    customer[property]

const addressed =
  (part: keyof Address): Of =>
  ({ customer }) =>
    customer.address?.[part]

const total =
  (key: keyof TotalsStep): Of =>
  standing =>
    totalOf(standing, key)

/** A total that no decision changes: a refused rollback is not recorded. */
const rollbacksFailed = ({ totals }: Parameters<Of>[0]) => totals?.rollbacksFailed ?? 0

const FIELDS: ReadonlyMap<string, Of> = new Map<string, Of>([
  ['name', said('name')],
  ['email', said('email')],
  ['phone', said('phone')],
  ['description', said('description')],
  ['source_id', ({ customer }) => customer.sourceId],
  ['birthdate', said('birthdate')],
  ['birthday', said('birthday')],
  ['created_at', ({ customer }) => customer.createdAt],
  ['updated_at', ({ customer }) => customer.updatedAt],
  ['city', addressed('city')],
  ['address.city', addressed('city')],
  ['address.state', addressed('state')],
  ['address.line_1', addressed('line_1')],
  ['address.line_2', addressed('line_2')],
  ['address.country', addressed('country')],
  ['address.postal_code', addressed('postal_code')],
  [
    'summary.redemptions.total_redeemed',
    standing => totalOf(standing, 'redemptionsSucceeded') + totalOf(standing, 'redemptionsFailed')
  ],
  ['summary.redemptions.total_failed', total('redemptionsFailed')],
  ['summary.redemptions.total_succeeded', total('redemptionsSucceeded')],
  [
    'summary.redemptions.total_rolled_back',
    standing => totalOf(standing, 'rollbacksSucceeded') + rollbacksFailed(standing)
  ],
  ['summary.redemptions.total_rollback_failed', rollbacksFailed],
  ['summary.redemptions.total_rollback_succeeded', total('rollbacksSucceeded')],
  ['summary.redemptions.gift.redeemed_amount', total('giftRedeemedAmount')],
  ['summary.redemptions.gift.amount_to_go', total('giftBalance')],
  ['summary.redemptions.loyalty_card.redeemed_points', total('cardRedeemedPoints')],
  ['summary.redemptions.loyalty_card.points_to_go', total('cardBalance')],
  ['summary.orders.total_amount', total('ordersAmount')],
  ['summary.orders.total_count', total('ordersCount')],
  [
    'summary.orders.average_amount',
    standing => averageOf(totalOf(standing, 'ordersAmount'), totalOf(standing, 'ordersCount'))
  ],
  ['summary.orders.last_order_amount', standing => lastOrderKnown(standing).amount],
  ['summary.orders.last_order_date', standing => lastOrderKnown(standing).date],
  ['loyalty.points', total('cardBalance')],
  ['loyalty_points', total('cardBalance')]
])

type OfNamed = (standing: FilteredCustomer, name: string) => FactValue | undefined

const points: OfNamed = (standing, name) => {
  const card = programCalled(standing, name)?.card ?? null
  return card === null ? undefined : cardOf(card.voucher).balance
}

/** The tier's id and name, either of which a filter may name; unknown for members in no tier. */
const tier: OfNamed = (standing, name) => {
  const program = programCalled(standing, name)
  const found = program?.tiers.find(({ id }) => id === program.membership?.tierId)
  return found && [found.id, found.name]
}

const FAMILIES: ReadonlyMap<string, OfNamed> = new Map<string, OfNamed>([
  ['metadata', ({ customer }, key) => own(customer.metadata, key)],
  ['system_metadata', ({ customer }, key) => own(customer.systemMetadata, key)],
  ['loyalty_points', points],
  ['loyalty_tier', tier]
])

const PROGRAM_FAMILIES: ReadonlySet<OfNamed> = new Set([points, tier])

export const CUSTOMER_FIELDS: readonly string[] = [
  ...FIELDS.keys(),
  ...[...FAMILIES].map(
    ([family, of]) => `${family}.${PROGRAM_FAMILIES.has(of) ? 'PROGRAM' : 'KEY'}`
  )
]

/** `metadata.plan` is `plan` of the family `metadata`; the name may contain dots. */
function familyOf(field: string): { readonly of: OfNamed; readonly name: string } | null {
  const dot = field.indexOf('.')
  if (dot === -1 || dot === field.length - 1) return null
  const of = FAMILIES.get(field.slice(0, dot))
  return of === undefined ? null : { of, name: field.slice(dot + 1) }
}

function programCalled({ programs }: FilteredCustomer, name: string) {
  return (
    programs.find(({ campaign }) => campaign.id === name) ??
    programs.find(({ campaign }) => campaign.name === name)
  )
}

function totalOf(
  { totals, gained }: Pick<Standing, 'totals' | 'gained'>,
  key: keyof TotalsStep
): number {
  return (totals?.[key] ?? 0) + (gained[key] ?? 0)
}

type KnownOrder = { readonly amount: number; readonly date: CustomerTotals['lastOrderDate'] }

/** One that this decision pays, unless a stored one is later; the one before when it is unpaid. */
export function lastOrderKnown({
  totals,
  lastOrder
}: Pick<Standing, 'totals' | 'lastOrder'>): KnownOrder {
  const { lastOrderAmount: amount = 0, lastOrderDate: date = null } = totals ?? {}
  if (lastOrder === null) return { amount, date }
  if ('gone' in lastOrder) {
    return date === lastOrder.gone ? (lastOrder.previous ?? NO_ORDER) : { amount, date }
  }
  return date !== null && date > lastOrder.date ? { amount, date } : lastOrder
}

const NO_ORDER: KnownOrder = { amount: 0, date: null }

/** Half up to the smallest unit; 0 for no orders. Exact up to the largest safe sum. */
export function averageOf(sum: number, count: number): number {
  if (count === 0) return 0
  const rest = sum % count
  return (sum - rest) / count + (rest >= count - rest ? 1 : 0)
}
