/**
 * Assignments of validation rules: which rule binds what, and how that ends.
 *
 * A rule counts its assignments, and the count stays true only where each of them is taken back
 * one by one.
 *
 * Spec: ValidationRule.assignments_count; Decisions 71 and 74.
 */
import type { ValidationRule, ValidationRuleAssignment } from '../../model.ts'
import type { Change } from '../changes.ts'

/** A rule and the assignment that binds it. */
export interface BoundRule {
  readonly assignment: ValidationRuleAssignment
  readonly rule: ValidationRule
}

/** Each rule counts one assignment less. */
export function unassigned(
  assignments: readonly Pick<ValidationRuleAssignment, 'id' | 'ruleId'>[]
): readonly Change[] {
  return assignments.map(({ id: assignmentId, ruleId }) => ({
    kind: 'validationRule.unassigned',
    assignmentId,
    ruleId
  }))
}
