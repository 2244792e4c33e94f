/**
 * Requests to apply discounts, and to list what would, from the wire to commands.
 *
 * Spec: ApplyDiscountsRequest, CheckEligibilityRequest, DiscountedOrderRequest.
 */
import { type Cursor, cursorOf } from '../../decisions/discounts/candidates.ts'
import type { CheckEligibility } from '../../decisions/discounts/qualification.ts'
import type {
  ApplyDiscounts,
  LockCommand,
  RedeemableCommand
} from '../../decisions/discounts/request.ts'
import type { OrderCommand } from '../../decisions/orders/commands.ts'
import { Refused } from '../../decisions/refusals.ts'
import { invalidPayload, quote } from '../../decisions/request-refusals.ts'
import type { Filter } from '../../rules/filters.ts'
import type { Schemas } from '../wire.ts'
import { customerCommand } from './customers.ts'
import { orderCommand } from './orders.ts'
import { metadataOf, sent } from './values.ts'

type Body = Schemas['ApplyDiscountsRequest']

/** What is to be applied, in the order in which it was sent. */
export function discountsCommand(body: Body): ApplyDiscounts {
  return {
    redeemables: body.redeemables.map(redeemableCommand),
    ...askedBy(body),
    lock: lockCommand(body.session)
  }
}

/** Who orders redeems, unless somebody else is said to. */
function askedBy(body: Pick<Body, 'order' | 'customer' | 'metadata' | 'tracking_id'>) {
  const order = body.order ?? undefined
  const customer = body.customer ?? order?.customer ?? undefined
  const at = body.customer ? undefined : 'order.customer'
  const named = order?.customer_id ? { id: order.customer_id } : undefined
  return {
    order: order && discountedOrder(order),
    customer: customer === undefined || isEmpty(customer) ? named : customerCommand(customer, at),
    metadata: metadataOf(body.metadata),
    trackingId: sent(body.tracking_id)
  }
}

const LIMIT_DEFAULT = 5
/** Clients ask for more than that, and are given so many. */
const LIMIT_MAX = 50

/** @throws {Refused} for a place in the order that cannot be read. */
export function eligibilityCommand(body: Schemas['CheckEligibilityRequest']): CheckEligibility {
  const { scenario = 'ALL' } = body
  const { limit = LIMIT_DEFAULT, starting_after, filters = {}, sorting_rule } = body.options ?? {}
  return {
    ...askedBy(body),
    lock: lockCommand(body.session),
    scenario,
    limit: Math.min(limit, LIMIT_MAX),
    cursor: cursorSent(starting_after),
    filter: filterSent(filters),
    sorting: sorting_rule ?? 'DEFAULT'
  }
}

/** Clients send the text `null` where there is nothing to go on from. */
function cursorSent(text: string | null | undefined): Cursor | null {
  if (text === undefined || text === null || text === '' || text === 'null') return null
  const cursor = cursorOf(text)
  if (cursor !== null) return cursor
  const message = `${quote(text)} is no ISO 8601 date-time; send more_starting_after as it came.`
  throw new Refused(invalidPayload('options.starting_after', message))
}

function filterSent({
  junction = 'and',
  ...sent
}: Schemas['EligibilityFiltersRequest']): Filter | null {
  const fields = Object.entries(sent).map(([field, { conditions }]) => [field, conditions])
  if (fields.length === 0) return null
  const isAll = junction === 'and' || junction === 'AND'
  return { junction: isAll ? 'and' : 'or', fields: Object.fromEntries(fields) }
}

/** How much the answer says. */
export function showingOf(
  { options }: { readonly options?: { readonly expand?: readonly string[] | null } | null },
  { requestId }: { readonly requestId: string }
) {
  return { expand: new Set<string>(options?.expand ?? []), requestId }
}

function isEmpty(customer: Schemas['CustomerRequest']): boolean {
  return Object.keys(customer).length === 0
}

function lockCommand(session: Body['session']): LockCommand | undefined {
  if (!session) return undefined
  const { key, ttl, ttl_unit } = session
  return { key: sent(key), ttl: sent(ttl), ttlUnit: sent(ttl_unit) }
}

function redeemableCommand(named: Schemas['RedeemableRequest']): RedeemableCommand {
  const { object, id, gift, reward } = named
  return {
    object,
    id,
    credits: sent(gift?.credits),
    rewardId: sent(reward?.id),
    points: sent(reward?.points)
  }
}

function discountedOrder({
  status,
  customer: _,
  referrer: __,
  ...order
}: Schemas['DiscountedOrderRequest']): OrderCommand {
  return { ...orderCommand(order), status: status ?? undefined }
}
