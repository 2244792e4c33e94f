/**
 * Assignments of validation rules: the end of an assignment.
 *
 * A rule keeps the number of its assignments, and the number stays true only when assignments are
 * deleted one by one.
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
