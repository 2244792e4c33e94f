/**
 * Earning rules, estimates and pending points from the wire to commands.
 *
 * Each way of calculating has its figures in a block of its own; the decision chooses the block.
 *
 * Spec: EarningRuleRequest, UpdateEarningRuleRequest, ExpirationRulesRequest.
 */
import type { UpdateEarningRule } from '../../decisions/loyalties/earning-rule-updates.ts'
import type { NewEarningRule } from '../../decisions/loyalties/earning-rules.ts'
import type { Loyalty, LoyaltyBlock } from '../../decisions/loyalties/loyalty-block.ts'
import type { ExpirationRules } from '../../rules/validity.ts'
import type { Request } from '../types.ts'
import type { Schemas } from '../wire.ts'
import { validityChanges, validityCommand } from './validity.ts'
import { metadataOf } from './values.ts'

type WireRule = Schemas['EarningRuleRequest']
type WireBlock = Partial<
  Schemas['EarningStepRequest'] &
    Schemas['MetadataEarningStepRequest'] &
    Schemas['ItemsEarningStepRequest']
>

/** The blocks of all calculations; the document allows one at a time. */
interface WireLoyalty {
  readonly type: Loyalty['type']
  readonly points?: number | string
  readonly calculation_type?: NonNullable<Loyalty['calculationType']>
  readonly order?: { amount?: WireBlock; total_amount?: WireBlock; metadata?: WireBlock }
  readonly order_items?: { amount?: WireBlock; subtotal_amount?: WireBlock; quantity?: WireBlock }
  readonly customer?: { metadata?: WireBlock }
  readonly custom_event?: { metadata?: WireBlock }
}

/** `index` names the rule in a refusal. */
export function earningRuleCommand(rule: WireRule, index: number): NewEarningRule {
  const { pending_points: pending, expiration_rules: expiration } = rule
  return {
    event: rule.event,
    validationRuleId: rule.validation_rule_id,
    segment: rule.segment,
    customEvent: rule.custom_event && { schemaId: rule.custom_event.schema_id },
    loyaltyTier: rule.loyalty_tier,
    loyalty: loyaltyCommand(rule.loyalty),
    banner: rule.source?.banner,
    active: rule.active,
    validity: validityCommand(rule, `[${index}].`),
    pendingPoints: pending && {
      periodType: pending.period_type,
      periodValue: pending.period_value
    },
    expirationRules: expiration && expirationCommand(expiration),
    metadata: metadataOf(rule.metadata)
  }
}

/** The earning of a rule; the decision reads its block. */
function loyaltyCommand(wire: WireLoyalty): Loyalty {
  const { order, order_items: items, customer, custom_event: event } = wire
  return {
    type: wire.type,
    points: wire.points,
    calculationType: wire.calculation_type,
    order: order && {
      amount: block(order.amount),
      totalAmount: block(order.total_amount),
      metadata: block(order.metadata)
    },
    orderItems: items && {
      amount: block(items.amount),
      subtotalAmount: block(items.subtotal_amount),
      quantity: block(items.quantity)
    },
    customer: customer && { metadata: block(customer.metadata) },
    customEvent: event && { metadata: block(event.metadata) }
  }
}

function block(wire: WireBlock | undefined): LoyaltyBlock | undefined {
  return (
    wire && {
      every: wire.every,
      points: wire.points,
      property: wire.property,
      object: wire.object,
      id: wire.id,
      applicableTo: wire.applicable_to
    }
  )
}

/**
 * The expiry of points, for a rule or a campaign; the document leaves out parts that do not apply.
 */
export function expirationCommand(
  wire: NonNullable<Schemas['ExpirationRulesRequest']>
): ExpirationRules {
  if (wire.period_type === 'FIXED_DAY_OF_YEAR') {
    return {
      periodType: 'FIXED_DAY_OF_YEAR',
      fixedMonth: wire.fixed_month as number,
      fixedDay: wire.fixed_day as number
    }
  }
  return {
    periodType: 'MONTH',
    periodValue: wire.period_value as number,
    roundingType: wire.rounding_type ?? null,
    roundingValue: wire.rounding_value ?? null
  }
}

/** The command for a change of an earning rule. */
export function earningRuleChangesWanted(
  body: Schemas['UpdateEarningRuleRequest']
): UpdateEarningRule {
  const { pending_points: pending, expiration_rules: expiration } = body
  return {
    loyalty: body.loyalty && loyaltyCommand(body.loyalty),
    banner: body.source?.banner,
    validity: validityChanges(body),
    pendingDays: pending === null ? null : pending?.period_value,
    expirationRules: expiration && expirationCommand(expiration),
    validationRuleId: body.validation_rule_id,
    metadata: metadataOf(body.metadata)
  }
}

/** A page after an entry, newest first unless the query says otherwise; perhaps with a limit. */
export function wantedPendingPoints({
  limit,
  order = '-id',
  starting_after_id: startingAfterId
}: Request<'listMemberPendingPoints'>['query']) {
  return { ...(limit === undefined ? {} : { limit }), order, startingAfterId }
}
