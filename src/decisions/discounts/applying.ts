/**
 * Applying the redeemables of a request to its order, without writing anything.
 *
 * Asking drops the outcome, and redeeming carries it out: there is one decision for both.
 *
 * Spec: validateStackedDiscounts, redeemStackedDiscounts.
 */
import type { Customer, Order } from '../../model.ts'
import { type Stacked, stack } from '../../rules/stacking.ts'
import type { Change } from '../changes.ts'
import { describe, saveCustomer, trackingIdOf, unnamedCustomer } from '../customers/customers.ts'
import { metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { NOTHING_SENT } from '../orders/commands.ts'
import { composeOrder } from '../orders/orders.ts'
import { refuseOtherCustomer } from '../orders/saving.ts'
import { asSeenWith } from '../points/holds.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import { cartOf, orderOfCart } from './carts.ts'
import { judgeFor } from './judging.ts'
import type { Reason } from './reasons.ts'
import { repetitionRefusal } from './repeated-orders.ts'
import type { ApplyDiscounts, DiscountFacts, Redeemable } from './request.ts'
import type { Taken, Trial } from './trial.ts'

/** What the redeemables of a request come to. */
export interface StackTrial extends Pick<Trial, 'customer' | 'order'> {
  readonly stacked: Stacked<Redeemable, Taken, Reason>
  /** The order after everything that applies; null unless the stack is valid. */
  readonly after: Order | null
  readonly trackingId: string | null
  /** The standing of a customer who is stored, or will be; null for anybody else, or unknown. */
  readonly known: OpenStanding | null
  /** The changes that save overridden goods. */
  readonly goods: readonly Change[]
  /** The key that was sent, if its lock holds something of what is redeemed; else null. */
  readonly lockKey: string | null
}

type Refusing = { readonly refusal: Refusal }

/**
 * The refusals of the whole request, in this order: too many redeemables; one of them twice; an
 * order that it would cancel; an unknown customer, or one whose metadata does not fit; an unknown
 * order, or another customer's; a mistake in the order; metadata that does not fit; an order that
 * is too long to be answered with each of what applies.
 */
export function applyDiscounts(
  facts: DiscountFacts,
  command: ApplyDiscounts,
  occasion: Occasion
): StackTrial | Refusing {
  const unfit = tooMany(facts, command) ?? namedTwice(facts) ?? canceling(facts, command)
  if (unfit !== null) return { refusal: unfit }
  const begun = openTrial(facts, command, occasion)
  if ('refusal' in begun) return begun
  const { trial, redeemables, ...about } = begun
  const { order, opened } = trial
  const judge = judgeFor(trial)
  const stacked = stack(redeemables, { cart: opened, rules: facts.stackingRules, judge })
  const shown = stacked.redeemables.filter(({ status }) => status === 'APPLICABLE').length
  const tooLong = repetitionRefusal(order, shown + 1)
  if (tooLong !== null) return { refusal: tooLong }
  const after = stacked.cart === null ? null : orderOfCart(order, stacked.cart)
  const lockKey = keyInForce(facts, command, occasion)
  return { ...about, customer: trial.customer, order, stacked, after, lockKey }
}

/** A key that no lock in force has is as good as none. */
function keyInForce(
  { redeemables }: DiscountFacts,
  { lock }: ApplyDiscounts,
  { now }: Occasion
): string | null {
  const key = lock?.key
  if (key === undefined) return null
  const holds = redeemables.flatMap(found =>
    found.object === 'voucher' ? (found.purse.holds ?? []) : []
  )
  return holds.some(hold => hold.key === key && hold.expiresAt > now) ? key : null
}

/** What a request is about besides its redeemables. */
type DiscountQuestion = Omit<ApplyDiscounts, 'redeemables'>

/** A trial that can begin, with the redeemables as they are at this moment. */
export interface BegunTrial extends Pick<StackTrial, 'trackingId' | 'known' | 'goods'> {
  readonly trial: Trial
  readonly redeemables: readonly Redeemable[]
}

/** Opens the cart of a request; refused as `applyDiscounts` says, but for its redeemables. */
export function openTrial(
  facts: DiscountFacts,
  command: DiscountQuestion,
  occasion: Occasion
): BegunTrial | Refusing {
  const who = whoRedeems(facts, command, occasion)
  if ('refusal' in who) return who
  const { customer, known, isNamed } = who
  const sent = orderOf(facts, command, customer, occasion)
  if ('refusal' in sent) return sent
  const { order, goods } = sent
  const metadata = command.metadata ?? {}
  const misfit = metadataRefusal(facts.redemptionSchema, metadata, 'metadata')
  if (misfit !== null) return { refusal: misfit }
  const { collections, storedOrder } = facts
  const opened = cartOf(order, { collections, isStored: storedOrder !== null })
  if (opened === null) return { refusal: figureTooLarge() }
  const segments = known?.standing.segments ?? []
  const said = { isNamed, isOrdered: command.order !== undefined }
  const trial = { facts, customer, ...said, segments, metadata, order, opened, occasion }
  const key = command.lock?.key
  const redeemables = facts.redeemables.map(found => asOfNow(found, known, key))
  const trackingId =
    command.trackingId ?? trackingIdOf(customer?.sourceId ?? null, text => occasion.sign(text))
  return { trial, redeemables, trackingId, known, goods }
}

/** Nothing is redeemed by canceling an order; one that is canceled is refused by itself. */
function canceling({ storedOrder }: DiscountFacts, { order }: ApplyDiscounts): Refusal | null {
  if (order?.status !== 'CANCELED' || storedOrder?.status === 'CANCELED') return null
  const details = 'Property .order.status: a redemption pays its order; send no status, or PAID'
  return { key: 'invalid_payload', details }
}

function tooMany({ stackingRules }: DiscountFacts, command: ApplyDiscounts): Refusal | null {
  const { redeemablesLimit: most } = stackingRules
  const { length } = command.redeemables
  if (length <= most) return null
  const details = `The request has ${length} redeemables; the stacking rules take ${most} at most`
  return { key: 'invalid_redeemables', details }
}

/** A code and the id of its voucher are the same redeemable. */
function namedTwice({ redeemables }: DiscountFacts): Refusal | null {
  const names = redeemables.map(nameOf)
  const again = names.findIndex((name, index) => names.indexOf(name) < index)
  if (again === -1) return null
  const { id } = (redeemables[again] as Redeemable).sent
  const details = `redeemables[${again}] is ${id} once more; send each redeemable once`
  return { key: 'duplicated_redeemables', details }
}

function nameOf(found: Redeemable): string {
  if (found.object === 'unknown') return `${found.sent.object} ${found.sent.id}`
  return found.object === 'voucher' ? found.purse.voucher.id : found.tier.id
}

interface Redeeming {
  readonly customer: Customer | null
  /** Whether the customer is stored, or would be. */
  readonly isNamed: boolean
  /** Null for nobody, and where the standing does not matter. */
  readonly known: OpenStanding | null
}

/** The customer as the request describes them; somebody without a name is never stored. */
function whoRedeems(
  facts: DiscountFacts,
  { customer: sent }: DiscountQuestion,
  occasion: Occasion
): Redeeming | Refusing {
  if (sent !== undefined && unnamedCustomer(sent) !== null) {
    const described = describe(null, sent, occasion)
    return 'refusal' in described ? described : { ...described, isNamed: false, known: null }
  }
  const { customer: stored, customerSchema: schema } = facts
  if (sent === undefined && stored === null) return { customer: null, isNamed: false, known: null }
  const saved =
    sent === undefined
      ? { result: stored as Customer, changes: [] }
      : saveCustomer({ stored, schema }, sent, occasion)
  if ('refusal' in saved) return saved
  const { result: customer, changes } = saved
  const named = { customer, isNamed: true }
  if (!facts.isStandingKnown) return { ...named, known: null }
  const known = openStanding(facts, customer, occasion, { after: 'consequences', changes })
  return 'refusal' in known ? known : { ...named, known }
}

/** The order of the request with what the inventory knows of it; one of nothing without one. */
function orderOf(
  { storedOrder, customer: stored, inventory, orderSchemas: schemas }: DiscountFacts,
  { order: command = NOTHING_SENT }: DiscountQuestion,
  customer: Customer | null,
  occasion: Occasion
): { readonly order: Order; readonly goods: readonly Change[] } | Refusing {
  if (command.id !== undefined && storedOrder === null) {
    return { refusal: notFound('order', command.id) }
  }
  const owner = storedOrder?.customerId ?? null
  if (owner !== null && owner !== customer?.id) {
    const gone = { key: 'invalid_customer', details: goneFrom(storedOrder as Order) } as const
    const refusal = customer === null ? gone : refuseOtherCustomer(command, customer, stored)
    return { refusal }
  }
  // A stored order counts as it is stored, and keeps its date.
  const { status, createdAt } = command
  const said = storedOrder === null ? command : { ...NOTHING_SENT, status, createdAt }
  const composed = composeOrder(
    storedOrder,
    said,
    { inventory, schemas, takesUnknown: true, takesAmount: true },
    occasion
  )
  return 'refusal' in composed ? { refusal: composed.refusal } : composed
}

function goneFrom({ id }: Order): string {
  return `Order ${id} is of a customer who is gone; it takes no discounts any more`
}

function figureTooLarge(): Refusal {
  const details = `A figure of the order exceeds ${Number.MAX_SAFE_INTEGER}; send smaller amounts`
  return { key: 'invalid_amount', details }
}

/**
 * A voucher with what has become due of it since it was stored, as the caller sees it who has the
 * key of a lock.
 */
function asOfNow(
  found: Redeemable,
  known: OpenStanding | null,
  key: string | undefined
): Redeemable {
  if (found.object !== 'voucher') return found
  const purse = known === null ? found.purse : known.purse(found.purse)
  return { ...found, purse: asSeenWith(key, purse) }
}
