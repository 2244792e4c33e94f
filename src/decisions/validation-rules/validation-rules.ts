/**
 * Validation rules: created, changed, deleted, and assigned to what they limit.
 *
 * A rule is compiled when it is created, so that no mistake in it turns up at the till. The place
 * of an assignment decides which entries can ever have a value; the assignment remembers the
 * others.
 *
 * Spec: createValidationRule, createValidationRuleAssignment, ValidationRulesAssignment.
 */
import type {
  Applicability,
  AssignedTo,
  EarningRule,
  RuleSet,
  ValidationRule,
  ValidationRuleAssignment,
  Voucher
} from '../../model.ts'
import { eventKind } from '../../rules/earning.ts'
import { type Facts, type Omissions, omissions, rulesMistake } from '../../rules/validation.ts'
import type { Change, Decision } from '../changes.ts'
import { deleteUnused, type User } from '../deletions.ts'
import { sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import type { KnownItem } from '../product-collections/product-collections.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { duplicateFound } from '../request-refusals.ts'
import { amend, nextUpdatedAt, stampIfChanged } from '../updates.ts'
import { unassignRules } from './assignments.ts'
import { isImpossible, type RulePlace } from './facts.ts'

export interface CreateValidationRule {
  readonly name: string
  readonly rules: RuleSet
  /** The words for the customer when the rule refuses. */
  readonly errorMessage?: string | null | undefined
  /** Absent: the rule applies to everything. */
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
  const named = command.applicableTo ?? EVERYTHING
  const refusal = unreadable(rules, contextType) ?? strangerAmong(named, knownItems)
  if (refusal !== null) return { refusal }
  const applicableTo = underTheirNames(named, knownItems)
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

function unreadable(rules: RuleSet, contextType: string): Refusal | null {
  const mistake = rulesMistake(rules, contextType)
  if (mistake === null) return null
  const details = `Property .${mistake.path}: ${mistake.message}`
  return { key: 'invalid_validation_rules', details }
}

const EVERYTHING: Applicability = { excluded: [], included: [], includedAll: true }

function strangerAmong(
  named: Applicability,
  knownItems: ReadonlyMap<string, KnownItem>
): Refusal | null {
  return strangerIn('excluded', named, knownItems) ?? strangerIn('included', named, knownItems)
}

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

/** The items with the source ids they have, whichever way the caller names them. */
function underTheirNames(
  { excluded, included, includedAll }: Applicability,
  knownItems: ReadonlyMap<string, KnownItem>
): Applicability {
  return {
    excluded: called(excluded, knownItems),
    included: called(included, knownItems),
    includedAll
  }
}

function called(
  items: Applicability['included'],
  knownItems: ReadonlyMap<string, KnownItem>
): Applicability['included'] {
  return items.map(item => ({ ...item, sourceId: knownItems.get(item.id)?.sourceId ?? null }))
}

/** The place in which the rule of an earning rule for `event` is judged. */
export function placeOfEvent(event: string): RulePlace {
  const kind = eventKind(event)
  if (kind === 'order') return 'order'
  return kind === 'custom' ? 'custom_event' : 'customer'
}

/** `event` is null for everything but earning rules. */
function placeOfAssignment(event: string | null): RulePlace {
  return event === null ? 'redemption' : placeOfEvent(event)
}

/** The entries that can never have a value in a place, and how much of the rule is left. */
export function omissionsAt(rules: RuleSet, place: RulePlace): Omissions {
  const facts: Facts = {
    fact: name => ({ kind: isImpossible(name, place) ? 'impossible' : 'missing' })
  }
  return omissions(rules, facts)
}

/** A new assignment; `place` decides its status. */
export function assignmentOf(
  { id, rules }: Pick<ValidationRule, 'id' | 'rules'>,
  related: { readonly type: AssignedTo; readonly id: string; readonly place: RulePlace },
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

export interface CreateValidationRuleAssignment {
  readonly relatedObjectType: AssignedTo
  readonly relatedObjectId: string
}

export interface CreateValidationRuleAssignmentFacts {
  readonly rule: ValidationRule
  /** The thing that the command names, and its event when it is an earning rule. */
  readonly related: {
    readonly id: string
    readonly event: string | null
    /** Where the thing is a voucher. */
    readonly voucher?: Voucher
  } | null
  /** The rule's assignment to that thing; null when there is none. */
  readonly assignment: ValidationRuleAssignment | null
}

export function createValidationRuleAssignment(
  { rule, related, assignment: existing }: CreateValidationRuleAssignmentFacts,
  { relatedObjectType: type, relatedObjectId }: CreateValidationRuleAssignment,
  occasion: Occasion
): Decision<ValidationRuleAssignment> {
  if (related === null) return { refusal: notFound(type, relatedObjectId) }
  if (existing !== null) {
    const what = `rule ${rule.id} on ${type} ${related.id}`
    return { refusal: duplicateFound('validation_rules_assignment', existing.id, what) }
  }
  const place = placeOfAssignment(related.event)
  const assignment = assignmentOf(rule, { type, id: related.id, place }, occasion)
  const { voucher } = related
  // A new version, so that the voucher is not deleted without its assignment at the same time.
  const bound: readonly Change[] =
    voucher === undefined
      ? []
      : [{ kind: 'voucher.updated', voucher: { ...voucher, version: voucher.version + 1 } }]
  return {
    result: assignment,
    changes: [...bound, { kind: 'validationRule.assigned', assignment }]
  }
}

export interface UpdateValidationRule {
  readonly name?: string | undefined
  readonly rules?: RuleSet | undefined
  /** Null or empty for none. */
  readonly errorMessage?: string | null | undefined
  readonly applicableTo?: Applicability | undefined
}

/** An assignment, and the event of its earning rule; null for other things. */
export interface Binding {
  readonly assignment: ValidationRuleAssignment
  readonly event: string | null
}

/** Assignments whose status one update of a rule may change. */
export const RESTATED_MAX = 1000

export interface UpdateValidationRuleFacts extends CreateValidationRuleFacts {
  readonly rule: ValidationRule
  /** All of them, or RESTATED_MAX + 1; none when the rules themselves stay. */
  readonly bindings: readonly Binding[]
}

/**
 * Merges the sent properties into the stored rule, which is then checked like a new one. Its
 * assignments get a new status and new omissions.
 */
export function updateValidationRule(
  { rule: stored, knownItems, bindings }: UpdateValidationRuleFacts,
  command: UpdateValidationRule,
  { now }: Occasion
): Decision<ValidationRule> {
  const { rules = stored.rules, applicableTo: named } = command
  const refusal =
    unreadable(rules, stored.contextType) ??
    (named === undefined ? null : strangerAmong(named, knownItems))
  if (refusal !== null) return { refusal }
  const changed = {
    ...stored,
    name: command.name ?? stored.name,
    rules,
    errorMessage: amend(command.errorMessage, stored.errorMessage) || null,
    applicableTo: named === undefined ? stored.applicableTo : underTheirNames(named, knownItems)
  }
  const rule = stampIfChanged(stored, changed, now)
  if (rule === null) return { result: stored, changes: [] }
  const restated = bindings.flatMap(binding => restate(binding, rules))
  if (bindings.length > RESTATED_MAX && restated.length > 0) {
    const why = `more than ${RESTATED_MAX} assignments would have to be set anew`
    const details = `Property .rules: ${why}, as other entries count there; make a new rule`
    return { refusal: { key: 'invalid_validation_rules', details } }
  }
  const { updatedAt: updatedAtBefore } = stored
  const updated: Change = { kind: 'validationRule.updated', rule, updatedAtBefore }
  return { result: rule, changes: [updated, ...restated] }
}

/** An assignment whose status or omissions change is replaced under the same id. */
function restate({ assignment, event }: Binding, rules: RuleSet): readonly Change[] {
  const { valid, omitted } = omissionsAt(rules, placeOfAssignment(event))
  const said = [assignment.validationStatus, assignment.validationOmittedRules]
  if (sameJson(said, [valid, omitted])) return []
  const anew = { ...assignment, validationStatus: valid, validationOmittedRules: omitted }
  return [...unassignRules([assignment]), { kind: 'validationRule.assigned', assignment: anew }]
}

export interface DeleteValidationRuleFacts {
  readonly rule: ValidationRule
  /** The things it binds, at most USERS_NAMED + 1. */
  readonly users: readonly User[]
}

/** Deletes a rule that binds nothing. */
export function deleteValidationRule({ rule, users }: DeleteValidationRuleFacts): Decision<null> {
  const thing = { type: 'validation_rule', id: rule.id } as const
  return deleteUnused('validation_rule', thing, users, 'delete its assignments first')
}

export interface DeleteValidationRuleAssignmentFacts {
  readonly assignment: ValidationRuleAssignment
  /** The earning rule that it binds; null for other things. */
  readonly earningRule: EarningRule | null
}

/** The rule no longer binds the thing; an earning rule no longer names the rule either. */
export function deleteValidationRuleAssignment(
  { assignment, earningRule }: DeleteValidationRuleAssignmentFacts,
  { now }: Occasion
): Decision<null> {
  const changes: Change[] = [...unassignRules([assignment])]
  if (earningRule !== null) {
    const { updatedAt: updatedAtBefore } = earningRule
    const updatedAt = nextUpdatedAt(updatedAtBefore, now)
    const rule = { ...earningRule, validationRuleId: null, updatedAt }
    changes.push({ kind: 'earningRule.updated', rule, updatedAtBefore })
  }
  return { result: null, changes }
}
