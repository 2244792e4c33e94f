/**
 * Assignments of validation rules: what each rule binds.
 *
 * They are listed by id, because an id is made from the time, and because there may be as many of
 * them as there are vouchers.
 *
 * Spec: createValidationRuleAssignment, ValidationRulesAssignment; Decision 71.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { BoundRule } from '../../decisions/validation-rules/assignments.ts'
import type * as model from '../../model.ts'
import type { ValidationRuleAssignment, Voucher } from '../../model.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import type { CreationOrder, Page } from '../pages.ts'
import type { AssignmentsOf } from '../selects/uses.ts'
import { validationRuleNamed, validationRuleOf } from './validation-rules.ts'

/** Its row is the thing itself, with the project beside it. */
export function validationRuleAssignmentOf(
  row: Row<'validationRuleAssignments'>
): model.ValidationRuleAssignment {
  return withoutProject(row)
}

/** Of the rules that bind any of these. */
export async function assignmentsOn(
  session: Session,
  ids: readonly string[]
): Promise<readonly ValidationRuleAssignment[]> {
  const found = await session.all('rulesAssignedTo', { ids: JSON.stringify(ids) })
  return found.map(({ assignment }) => validationRuleAssignmentOf(assignment))
}

/** Rules assigned to the voucher itself. */
export async function assignmentsOf(session: Session, { id }: Pick<Voucher, 'id'>) {
  const found = await session.all('rulesAssignedTo', { ids: JSON.stringify([id]) })
  return found.map(({ assignment }) => validationRuleAssignmentOf(assignment))
}

/** Of rules that bind any of these vouchers themselves. */
export async function rulesOf(session: Session, vouchers: readonly Voucher[]) {
  const ids = JSON.stringify(vouchers.map(({ id }) => id))
  const found = await session.all('rulesAssignedTo', { ids })
  return found.map(({ assignment }) => validationRuleAssignmentOf(assignment))
}

/** The rules that bind any of these things, each with its assignment. */
export async function boundRules(
  session: Session,
  ids: readonly string[]
): Promise<readonly BoundRule[]> {
  const found = await session.all('rulesAssignedTo', { ids: JSON.stringify(ids) })
  return found.map(({ assignment, rule }) => ({
    assignment: validationRuleAssignmentOf(assignment),
    rule: validationRuleOf(rule)
  }))
}

/** Of which assignments a page is wanted; what is left out does not matter. */
export interface AssignmentsWanted {
  readonly ruleId?: string | undefined
  readonly relatedObjectId?: string | undefined
}

/** What a page of assignments is answered with; `total` counts all that is wanted. */
export interface AssignmentsPage {
  readonly assignments: readonly ValidationRuleAssignment[]
  readonly total: number
}

/** What the rules of the project bind. */
export async function ruleAssignmentsPage(
  session: Session,
  { ruleId, relatedObjectId }: AssignmentsWanted,
  order: CreationOrder,
  page: Page
): Promise<AssignmentsPage> {
  const of: AssignmentsOf =
    ruleId === undefined
      ? relatedObjectId === undefined
        ? 'project'
        : 'thing'
      : relatedObjectId === undefined
        ? 'rule'
        : 'rule and thing'
  const wanted = { ruleId, relatedObjectId }
  const found = await session.all(`assignments of ${of} by ${order}`, { ...wanted, ...page })
  const count = await session.one(`assignments of ${of}, counted`, wanted)
  return { assignments: found.map(validationRuleAssignmentOf), total: count?.total ?? 0 }
}

/** What one rule binds. @throws {Refused} when there is no such rule. */
export async function assignmentsOfRulePage(
  session: Session,
  ruleId: string,
  order: CreationOrder,
  page: Page
): Promise<AssignmentsPage> {
  await validationRuleNamed(session, ruleId)
  return ruleAssignmentsPage(session, { ruleId }, order, page)
}

/** @throws {Refused} when the rule has no such assignment. */
async function ruleAssignmentNamed(
  session: Session,
  ruleId: string,
  id: string
): Promise<ValidationRuleAssignment> {
  const row = await session.one('ruleAssignmentById', { id })
  if (row?.ruleId !== ruleId) throw new Refused(notFound('validation_rules_assignment', id))
  return validationRuleAssignmentOf(row)
}

/** The same, where the rule may not exist either. @throws {Refused} naming which of the two. */
export async function assignmentOfRule(
  session: Session,
  ruleId: string,
  id: string
): Promise<ValidationRuleAssignment> {
  await validationRuleNamed(session, ruleId)
  return ruleAssignmentNamed(session, ruleId, id)
}
