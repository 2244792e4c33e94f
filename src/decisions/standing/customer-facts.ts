/**
 * The fields of a customer that filters may use: one table from field to value.
 *
 * Fields have the names that a customer's answer gives them. Their values include everything that
 * the current decision has earned, spent or ordered so far.
 *
 * Spec: SegmentFilterField.
 */
import type { Address, CustomerTotals, Metadata, Segment } from '../../model.ts'
import type { FactValue } from '../../rules/conditions.ts'
import { type Filter, matches } from '../../rules/filters.ts'
import type { TotalsStep } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { cardOf } from '../points/purse.ts'
import type { ProgramFacts, Standing } from './standing.ts'

/** Whether the filter of a segment selects a customer with this standing. */
export function selects(
  { filter }: Pick<Segment, 'filter'>,
  standing: Standing,
  { now, project }: Pick<Occasion, 'now' | 'project'>
): boolean {
  if (filter === null) return false
  const at = { now, zone: project.timezone }
  return matches(filter, field => customerValue(field, standing), at)
}

/** Whether filters may use the field. Every metadata key and every name of a program is allowed. */
export function isCustomerField(field: string): boolean {
  return FIELDS.has(field) || familyOf(field) !== null
}

/** The value of a field for a customer; undefined or null when it is unknown. */
export function customerValue(field: string, standing: Standing): FactValue | undefined {
  const plain = FIELDS.get(field)
  if (plain !== undefined) return plain(standing)
  const family = familyOf(field)
  return family?.of(standing, family.name)
}

/** The ids or names of the programs that a filter names, each once. */
export function programsNamed({ fields }: Filter): readonly string[] {
  const named = Object.keys(fields).flatMap(field => {
    const family = familyOf(field)
    return family !== null && PROGRAM_FAMILIES.has(family.of) ? [family.name] : []
  })
  return [...new Set(named)]
}

type Of = (standing: Standing) => FactValue | undefined

const said =
  (property: 'name' | 'email' | 'phone' | 'description' | 'birthdate' | 'birthday'): Of =>
  ({ customer }) =>
    customer[property]

const addressed =
  (part: keyof Address): Of =>
  ({ customer }) =>
    customer.address?.[part]

/** A total, with what the decision added to it. */
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

type OfNamed = (standing: Standing, name: string) => FactValue | undefined

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

/** `metadata.plan` is `plan` of the family `metadata`; the name may contain dots. */
function familyOf(field: string): { readonly of: OfNamed; readonly name: string } | null {
  const dot = field.indexOf('.')
  if (dot === -1 || dot === field.length - 1) return null
  const of = FAMILIES.get(field.slice(0, dot))
  return of === undefined ? null : { of, name: field.slice(dot + 1) }
}

/** The property that was sent, and never one that every object inherits. */
function own(metadata: Metadata, key: string): FactValue | undefined {
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined
}

/** The program by its id, else by its exact name. */
function programCalled({ programs }: Standing, name: string): ProgramFacts | undefined {
  return (
    programs.find(({ campaign }) => campaign.id === name) ??
    programs.find(({ campaign }) => campaign.name === name)
  )
}

function totalOf({ totals, gained }: Standing, key: keyof TotalsStep): number {
  return (totals?.[key] ?? 0) + (gained[key] ?? 0)
}

type KnownOrder = { readonly amount: number; readonly date: CustomerTotals['lastOrderDate'] }

/**
 * The customer's last order. An order that this decision pays is the last one, unless a stored one
 * has a later date; when the last one becomes unpaid, it is the one before.
 */
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

/**
 * The average, half up to the smallest unit; 0 for no orders. Exact up to the largest safe sum,
 * which dividing first and rounding afterwards is not.
 */
export function averageOf(sum: number, count: number): number {
  if (count === 0) return 0
  const rest = sum % count
  return (sum - rest) / count + (rest >= count - rest ? 1 : 0)
}
