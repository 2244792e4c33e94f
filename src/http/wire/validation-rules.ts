/**
 * Validation rules and their assignments on the wire, also inside other answers. An entry always
 * shows every property, so that a rule reads the same however briefly it was sent.
 * Spec: createValidationRule, updateValidationRule, createValidationRuleAssignment, ValidationRule,
 * ValidationRulesAssignmentList, PromotionTierAssignments.
 */

import { invalidPayload, missingParam, Refused } from '../../decisions/refusals.ts'
import type {
  CreateValidationRule,
  CreateValidationRuleAssignment,
  UpdateValidationRule
} from '../../decisions/validation-rules.ts'
import type { ValidationRule, ValidationRuleAssignment } from '../../model.ts'
import type { Applicability, ApplicableItem, RuleEntry, RuleSet } from '../../rules/validation.ts'
import type { Request } from '../types.ts'
import { listed, readerOf, type Schemas, viewOf, type Wire, withoutNulls } from '../wire.ts'
import { operandLists, queryInstant } from './values.ts'

type WireApplicability = NonNullable<Schemas['ValidationRuleRequest']['applicable_to']>

/** Without inclusions, a rule applies to everything that is not excluded. */
function applicabilityOf(wire: WireApplicability): Applicability {
  const { excluded = [], included = [], included_all: all = included.length === 0 } = wire
  return { excluded: excluded.map(itemOf), included: included.map(itemOf), includedAll: all }
}

/** Properties that are left out stay absent, so that answers show what the caller sent. */
const readLimits = readerOf(
  'effect quantity_limit aggregated_quantity_limit amount_limit aggregated_amount_limit price',
  'skip_initially repeat target'
)

type WireItem = NonNullable<WireApplicability['included']>[number]

function itemOf({ object, id, ...wire }: WireItem): ApplicableItem {
  const sent = Object.entries(readLimits(wire)).filter(([, value]) => value !== undefined)
  return { object, id, sourceId: null, ...Object.fromEntries(sent) }
}

interface WireRules {
  readonly logic?: string | null
  readonly [number: string]: unknown
}

/**
 * Every entry with all its properties, however briefly it was sent, so that rules that are sent back
 * are the same. The decision checks them one by one. `logic` is there where it was sent and with the
 * first entry, empty when all must hold.
 */
function ruleSetOf({ logic, ...wire }: WireRules): RuleSet {
  const entries = Object.entries(wire).map(([number, entry]) => {
    const { name, property, conditions, rules, error } = entry as RuleEntry
    const read = {
      name,
      property: property ?? null,
      conditions: operandLists(conditions ?? {}),
      rules: ruleSetOf((rules ?? {}) as WireRules),
      ...viewError(error?.message ?? null)
    }
    return [number, read]
  })
  const all = entries.length === 0 && logic == null ? {} : { logic: logic ?? '' }
  return { ...Object.fromEntries(entries), ...all }
}

/**
 * A rule that only says what it applies to has no entries.
 * @throws {Refused} when it says neither.
 */
export function validationRuleCommand(
  body: Schemas['ValidationRuleRequest']
): CreateValidationRule {
  if (body.rules === undefined && body.applicable_to === undefined) {
    throw new Refused(missingParam('rules', ", or 'applicable_to'"))
  }
  return {
    name: body.name,
    rules: ruleSetOf((body.rules ?? {}) as WireRules),
    errorMessage: body.error?.message,
    applicableTo: body.applicable_to && applicabilityOf(body.applicable_to),
    type: body.type,
    contextType: body.context_type
  }
}

export function validationRuleChangesWanted(
  body: Schemas['UpdateValidationRuleRequest']
): UpdateValidationRule {
  return {
    name: body.name,
    rules: body.rules && ruleSetOf(body.rules as WireRules),
    errorMessage: body.error?.message,
    applicableTo: body.applicable_to && applicabilityOf(body.applicable_to)
  }
}

/**
 * The thing that a rule will bind.
 * @throws {Refused} unless the request names one thing in one way.
 */
export function bindingCommand(
  body: Schemas['ValidationRuleAssignmentRequest']
): CreateValidationRuleAssignment {
  const { related_object_type: type, related_object_id: id, ...named } = body
  const [one, other] = Object.entries(named)
  if (one === undefined || type !== undefined || id !== undefined) {
    if (type === undefined) throw new Refused(missingParam('related_object_type'))
    if (id === undefined) throw new Refused(missingParam('related_object_id'))
    if (one !== undefined) throw new Refused(invalidPayload(one[0], NAMED_ALREADY))
    return { relatedObjectType: type, relatedObjectId: id }
  }
  if (other !== undefined) throw new Refused(invalidPayload(other[0], NAMED_ALREADY))
  return { relatedObjectType: one[0] as keyof typeof named, relatedObjectId: one[1] }
}

const NAMED_ALREADY = 'another property names what the rule binds; send one of the two'

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
  rule: ruleId,
  related_object_id: relatedObjectId
}: Request<'listAllValidationRuleAssignments'>['query']) {
  return { ruleId, relatedObjectId }
}

const ruleView = viewOf(
  'id name rules error? applicable_to created_at updated_at? type context_type assignments_count',
  'object:validation_rules'
)

/** Entries in the order of their numbers, then `logic`. */
export function viewValidationRule(rule: ValidationRule): Wire<'ValidationRule'> {
  const { excluded, included, includedAll } = rule.applicableTo
  return ruleView({
    ...rule,
    rules: rule.rules as Wire<'ValidationRuleSet'>,
    ...viewError(rule.errorMessage),
    applicableTo: {
      excluded: excluded.map(viewApplicableItem),
      included: included.map(viewApplicableItem),
      included_all: includedAll
    }
  })
}

function viewError(message: string | null) {
  return withoutNulls({ error: message === null ? null : { message } })
}

export function viewApplicableItems(items: readonly ApplicableItem[]): Wire<'ApplicableToList'> {
  return {
    data: items.map(viewApplicableItem),
    total: items.length,
    data_ref: 'data',
    object: 'list'
  }
}

export const viewApplicableItem: (item: ApplicableItem) => Wire<'ApplicableToItem'> = viewOf(
  'object id source_id? effect? quantity_limit? aggregated_quantity_limit? amount_limit?',
  'aggregated_amount_limit? price? skip_initially? repeat? target?'
)

/** For a voucher: each with the part of the rule that applies there. */
export function viewAssignments(
  rows: readonly ValidationRuleAssignment[]
): Wire<'ValidationRulesAssignmentList'> {
  return listed('data', viewAssignment)({ rows })
}

const BINDING =
  'id rule_id related_object_id related_object_type created_at object:validation_rules_assignment'

type Assigned = (assignment: ValidationRuleAssignment) => Wire<'ValidationRulesAssignment'>

const viewBinding: Assigned = viewOf(BINDING)

/** With the part of the rule that applies there. */
export const viewAssignment: Assigned = viewOf(
  BINDING,
  'validation_status validation_omitted_rules'
)

/** For a promotion tier: null when there are none, and without the parts that apply there. */
export function viewPromotionTierAssignments(
  rows: readonly ValidationRuleAssignment[]
): Wire<'PromotionTierAssignments'> | null {
  return rows.length === 0 ? null : listed('data', viewBinding)({ rows })
}

export const rulesToBind = ({ validation_rules: ids }: BindingRules) => ids

export interface BindingRules {
  readonly validation_rules?: readonly string[]
}
