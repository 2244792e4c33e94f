/**
 * Validation rules: written down, and bound to what they limit.
 *
 * A rule is compiled when it is made, so that nobody finds out at the till that it cannot be read.
 * What it is bound to decides which of its entries can ever be known; the assignment remembers
 * those that cannot.
 *
 * Spec: Resources, Validation rule, Voucher (`validation_rules_assignments`); Endpoints 11 and 12.
 */
import type {
  Applicability,
  AssignedTo,
  RuleSet,
  ValidationRule,
  ValidationRuleAssignment
} from '../model.ts'
import { eventKind } from '../rules/earning.ts'
import { type Facts, type Omissions, omissions, rulesMistake } from '../rules/validation.ts'
import type { KnownItem } from './catalogue.ts'
import type { Decision, Occasion } from './changes.ts'
import { isImpossible, type Place } from './facts.ts'
import { duplicateFound } from './payload.ts'
import { notFound, type Refusal } from './refusals.ts'

export interface CreateValidationRule {
  readonly name: string
  readonly rules: RuleSet
  /** Said to the customer when the rule refuses. */
  readonly errorMessage?: string | null | undefined
  /** Nothing said: everything. */
  readonly applicableTo?: Applicability | null | undefined
  readonly type?: ValidationRule['type'] | null | undefined
  readonly contextType?: string | null | undefined
}

export interface CreateValidationRuleFacts {
  /** The products, SKUs and collections of `applicableTo` that exist, by id. */
  readonly knownItems: ReadonlyMap<string, KnownItem>
}

export function createValidationRule(
  { knownItems }: CreateValidationRuleFacts,
  command: CreateValidationRule,
  { newId, now }: Occasion
): Decision<ValidationRule> {
  const { name, rules, errorMessage, type } = command
  const contextType = command.contextType ?? 'global'
  const mistake = rulesMistake(rules, contextType)
  if (mistake !== null) {
    const details = `Property .${mistake.path}: ${mistake.message}`
    return { refusal: { key: 'invalid_validation_rules', details } }
  }
  const named = command.applicableTo ?? EVERYTHING
  const refusal =
    strangerIn('excluded', named, knownItems) ?? strangerIn('included', named, knownItems)
  if (refusal !== null) return { refusal }
  const applicableTo = {
    excluded: called(named.excluded, knownItems),
    included: called(named.included, knownItems),
    includedAll: named.includedAll
  }
  const rule: ValidationRule = {
    id: newId('val'),
    name,
    rules,
    errorMessage: errorMessage || null,
    applicableTo,
    type: type ?? 'basic',
    contextType,
    assignmentsCount: 0,
    createdAt: now,
    updatedAt: null
  }
  return { result: rule, changes: [{ kind: 'validationRule.created', rule }] }
}

const EVERYTHING: Applicability = { excluded: [], included: [], includedAll: true }

function strangerIn(
  list: 'excluded' | 'included',
  applicableTo: Applicability,
  knownItems: ReadonlyMap<string, KnownItem>
): Refusal | null {
  for (const [index, { object, id }] of applicableTo[list].entries()) {
    if (knownItems.get(id)?.object === object) continue
    const refusal = notFound(object, id)
    const where = `named by applicable_to.${list}[${index}]`
    return {
      ...refusal,
      details: `${refusal.details}, ${where}; create it first or correct the id`
    }
  }
  return null
}

/** The items under the source ids they have, whatever the caller calls them. */
function called(
  items: Applicability['included'],
  knownItems: ReadonlyMap<string, KnownItem>
): Applicability['included'] {
  return items.map(item => ({ ...item, sourceId: knownItems.get(item.id)?.sourceId ?? null }))
}

/** Where the rule of an earning rule for `event` is judged. */
export function placeOfEvent(event: string): Place {
  const kind = eventKind(event)
  if (kind === 'order') return 'order'
  return kind === 'custom' ? 'custom_event' : 'customer'
}

/** The entries that can never be known in a place, and what that leaves of the rule. */
export function omissionsAt(rules: RuleSet, place: Place): Omissions {
  const facts: Facts = {
    fact: name => ({ kind: isImpossible(name, place) ? 'impossible' : 'missing' })
  }
  return omissions(rules, facts)
}

/** A new assignment; `place` decides its status. */
export function assignmentOf(
  { id, rules }: Pick<ValidationRule, 'id' | 'rules'>,
  related: { readonly type: AssignedTo; readonly id: string; readonly place: Place },
  { newId, now }: Occasion
): ValidationRuleAssignment {
  const { valid, omitted } = omissionsAt(rules, related.place)
  return {
    id: newId('asgm'),
    ruleId: id,
    relatedObjectType: related.type,
    relatedObjectId: related.id,
    validationStatus: valid,
    validationOmittedRules: omitted,
    createdAt: now
  }
}

export interface AssignValidationRule {
  readonly relatedObjectType: AssignedTo
  readonly relatedObjectId: string
}

export interface AssignValidationRuleFacts {
  readonly rule: ValidationRule
  /** What the command names, and the event it earns by when it is an earning rule. */
  readonly related: { readonly id: string; readonly event: string | null } | null
  /** The rule is bound to it already. */
  readonly assignment: ValidationRuleAssignment | null
}

export function assignValidationRule(
  { rule, related, assignment: existing }: AssignValidationRuleFacts,
  { relatedObjectType: type, relatedObjectId }: AssignValidationRule,
  occasion: Occasion
): Decision<ValidationRuleAssignment> {
  if (related === null) return { refusal: notFound(type, relatedObjectId) }
  if (existing !== null) {
    const what = `rule ${rule.id} on ${type} ${related.id}`
    return { refusal: duplicateFound('validation_rules_assignment', existing.id, what) }
  }
  const place = related.event === null ? 'redemption' : placeOfEvent(related.event)
  const assignment = assignmentOf(rule, { type, id: related.id, place }, occasion)
  return { result: assignment, changes: [{ kind: 'validationRule.assigned', assignment }] }
}
