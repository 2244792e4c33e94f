/**
 * Assignments of validation rules: the end of an assignment.
 *
 * A rule keeps the number of its assignments, and the number stays true only when assignments are
 * deleted one by one.
 *
 * Spec: ValidationRule.assignments_count.
 */
import type { ValidationRule, ValidationRuleAssignment } from '../model.ts'
import { type Applicability, type ApplicableItem, isSelective } from '../rules/validation.ts'
import type { Change } from './changes.ts'

/** A rule and the assignment that binds it. */
export interface BoundRule {
  readonly assignment: ValidationRuleAssignment
  readonly rule: ValidationRule
}

/**
 * What the rules that limit something include and exclude, each thing once. Where several rules
 * include things, points pay for what all of them include.
 */
export function applicabilityOf(rules: readonly BoundRule[]): ApplicableItems {
  const limits = rules.map(({ rule }) => rule.applicableTo).filter(isSelective)
  return {
    included: eachOnce(
      limits.flatMap(({ included, includedAll }) => (includedAll ? [] : included))
    ),
    excluded: eachOnce(limits.flatMap(({ excluded }) => excluded))
  }
}

/** Products, SKUs and collections that rules include, and those that they exclude. */
export type ApplicableItems = Pick<Applicability, 'included' | 'excluded'>

function eachOnce(items: readonly ApplicableItem[]): readonly ApplicableItem[] {
  return [...new Map(items.map(item => [item.id, item])).values()]
}

/** Deletes the assignments; each rule counts one fewer. */
export function unassignRules(
  assignments: readonly Pick<ValidationRuleAssignment, 'id' | 'ruleId'>[]
): readonly Change[] {
  return assignments.map(({ id: assignmentId, ruleId }) => ({
    kind: 'validationRule.unassigned',
    assignmentId,
    ruleId
  }))
}
