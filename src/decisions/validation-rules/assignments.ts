/**
 * What is bound to a thing that goes, or that is bound to something else from now on.
 *
 * A rule counts its assignments, and the count stays true only where each of them is taken back
 * one by one.
 *
 * Spec: ValidationRule.assignments_count; Decisions 71 and 74.
 */
import type { ValidationRuleAssignment } from '../../model.ts'
import type { Change } from '../changes.ts'

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
