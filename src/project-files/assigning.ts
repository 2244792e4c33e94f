/**
 * Assigns validation rules to a thing of a project file, and takes back those that it no longer
 * has.
 *
 * Spec: createValidationRuleAssignment, deleteValidationRuleAssignment.
 */
import type { ProjectOperations } from './operations.ts'
import type { RuleAssignment } from './stored.ts'

/** What a thing is to have: ids of rules, and what it is called where they are assigned. */
export interface Assigning {
  readonly rules: readonly string[]
  readonly to: { readonly type: string; readonly id: string }
  /** Ids for what is assigned anew; those that were taken are no longer there. */
  readonly ids: string[]
}

/**
 * Assigns these rules and no others; whether anything changed. `assigned` is kept up.
 * @throws {Refused} when a rule cannot be assigned.
 */
export async function assign(
  operations: ProjectOperations,
  { rules, to: { type, id }, ids }: Assigning,
  assigned: RuleAssignment[]
): Promise<boolean> {
  const missing = rules.filter(rule => !assigned.some(({ ruleId }) => ruleId === rule))
  const extra = assigned.filter(({ ruleId }) => !rules.includes(ruleId))
  for (const ruleId of missing) {
    const body = { related_object_type: type, related_object_id: id }
    const asked = { params: { validationRuleId: ruleId }, body }
    const shown = await operations.carryOut('createValidationRuleAssignment', asked, ids)
    assigned.push({ id: String(shown['id']), ruleId })
  }
  for (const each of extra) {
    const params = { validationRuleId: each.ruleId, assignmentId: each.id }
    await operations.carryOut('deleteValidationRuleAssignment', { params })
    assigned.splice(assigned.indexOf(each), 1)
  }
  return missing.length > 0 || extra.length > 0
}
