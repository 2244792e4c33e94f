/**
 * Validation rules and their assignments from the wire to commands.
 *
 * Spec: createValidationRule, updateValidationRule, createValidationRuleAssignment.
 */
import type {
  CreateValidationRule,
  UpdateValidationRule
} from '../../decisions/validation-rules/validation-rules.ts'
import type { Applicability, ApplicableItem, RuleSet } from '../../rules/validation.ts'
import type { Request } from '../types.ts'
import type { Schemas } from '../wire.ts'
import { queryInstant } from './values.ts'

type WireApplicability = NonNullable<Schemas['ValidationRuleRequest']['applicable_to']>
type WireItem = NonNullable<WireApplicability['included']>[number]

/** Without inclusions, a rule applies to everything that is not excluded. */
function applicabilityOf(wire: WireApplicability): Applicability {
  const { excluded = [], included = [], included_all: all = included.length === 0 } = wire
  return { excluded: excluded.map(itemOf), included: included.map(itemOf), includedAll: all }
}

/** Properties that are left out stay absent, so that answers show what the caller sent. */
function itemOf({ object, id, ...wire }: WireItem): ApplicableItem {
  const said = {
    effect: wire.effect,
    quantityLimit: wire.quantity_limit,
    aggregatedQuantityLimit: wire.aggregated_quantity_limit,
    amountLimit: wire.amount_limit,
    aggregatedAmountLimit: wire.aggregated_amount_limit,
    price: wire.price,
    skipInitially: wire.skip_initially,
    repeat: wire.repeat,
    target: wire.target
  }
  const sent = Object.entries(said).filter(([, value]) => value !== undefined)
  return { object, id, sourceId: null, ...Object.fromEntries(sent) }
}

/** The entries stay in the words of the wire until the rule is compiled. */
export function validationRuleCommand(
  body: Schemas['ValidationRuleRequest']
): CreateValidationRule {
  return {
    name: body.name,
    // The decision checks the entries one by one when it compiles the rule.
    rules: body.rules as RuleSet,
    errorMessage: body.error?.message,
    applicableTo: body.applicable_to && applicabilityOf(body.applicable_to),
    type: body.type,
    contextType: body.context_type
  }
}

/** A property that is absent is undefined, which keeps the stored one. */
export function validationRuleChangesWanted(
  body: Schemas['UpdateValidationRuleRequest']
): UpdateValidationRule {
  return {
    name: body.name,
    rules: body.rules as RuleSet | undefined,
    errorMessage: body.error?.message,
    applicableTo: body.applicable_to && applicabilityOf(body.applicable_to)
  }
}

/** The thing that a rule will bind. */
export function bindingCommand({
  related_object_type: relatedObjectType,
  related_object_id: relatedObjectId
}: Schemas['ValidationRuleAssignmentRequest']) {
  return { relatedObjectType, relatedObjectId }
}

/** Rules created in a window, newest first unless the query says otherwise; null has no end. */
export function wantedRules({
  order = '-created_at',
  start_date: from,
  end_date: to
}: Request<'listValidationRules'>['query']) {
  return { order, from: queryInstant(from, 'start_date'), to: queryInstant(to, 'end_date') }
}

/** What is bound by one rule, or what binds one thing; everything where the query names neither. */
export function wantedBindings({
  validation_rule: ruleId,
  related_object_id: relatedObjectId
}: Request<'listAllValidationRuleAssignments'>['query']) {
  return { ruleId, relatedObjectId }
}
