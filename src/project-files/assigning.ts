/**
 * Assigns validation rules to a thing of a project file, and takes back those that it no longer
 * has.
 *
 * Spec: createValidationRuleAssignment, deleteValidationRuleAssignment.
 */
import type { ProjectOperations } from './operations.ts'
import type { RuleAssignment, StoredThing, StoredThings } from './stored.ts'

/** What a thing is to have: ids of rules, and what it is called where they are assigned. */
interface Assigning {
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

/*
 * Finds earning rules that a load added without a banner beside others of the same event.
 *
 * Nothing tells such a rule from one that is there but what it says, so that an edit of it adds a
 * second one, and both give points. People are told, because the first may be meant to stay.
 */

/** A sentence for each rule that was made beside one that no entry of the file stands for. */
export async function doubledRules(
  made: readonly StoredThing[],
  claimed: ReadonlySet<string>,
  stored: StoredThings
): Promise<readonly string[]> {
  const told: string[] = []
  for (const { section, thing } of made) {
    if (section !== 'earning_rules') continue
    const { event } = thing.values
    const all = await stored.things(section, thing.outerId)
    const others = all.filter(({ id, values }) => !claimed.has(id) && values['event'] === event)
    if (others.length === 0) continue
    const names = others.map(({ id, key }) => key ?? id).join(', ')
    told.push(
      `An earning rule for ${event} has no banner, so it was made beside ${names}, which ` +
        'the file does not have: both give points. Give the rule a banner, and remove the ' +
        'other one with --prune.'
    )
  }
  return told
}
