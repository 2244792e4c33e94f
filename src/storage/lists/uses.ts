/**
 * What validation rules bind, where a reward is on offer, and event schemas, one by one and in
 * pages.
 *
 * Spec: Conventions 2; Resources, Reward, Validation rule, Voucher
 * (`validation_rules_assignments`), Metadata schema.
 */
import { notFound, Refused } from '../../decisions/refusals.ts'
import type {
  EventSchema,
  MetadataSchema,
  RewardAssignment,
  ValidationRuleAssignment
} from '../../model.ts'
import type { Page } from '../lists.ts'
import { schemaOf } from '../loads.ts'
import * as rows from '../rows.ts'
import type { AssignmentsOf } from '../selects/uses.ts'
import type { Session } from '../statements.ts'
import { type Order, validationRuleNamed } from './inventory.ts'
import { rewardNamed } from './members.ts'

/** In the order in which they were made, or its reverse. */
export type CreationOrder = 'created_at' | '-created_at'

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
  return { assignments: found.map(rows.validationRuleAssignmentOf), total: count?.total ?? 0 }
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
  return rows.validationRuleAssignmentOf(row)
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

/** Where a reward is on offer. @throws {Refused} when there is no such reward. */
export async function assignmentsOfRewardPage(
  session: Session,
  rewardId: string,
  order: CreationOrder,
  page: Page
): Promise<{ assignments: readonly RewardAssignment[]; total: number }> {
  await rewardNamed(session, rewardId)
  const found = await session.all(`rewardAssignmentsOfReward by ${order}`, { rewardId, ...page })
  const count = await session.one('rewardAssignmentsOfRewardCount', { rewardId })
  return { assignments: found.map(rows.rewardAssignmentOf), total: count?.total ?? 0 }
}

/** @throws {Refused} when there is no such reward, or it has no such assignment. */
export async function rewardAssignmentNamed(
  session: Session,
  rewardId: string,
  id: string
): Promise<RewardAssignment> {
  await rewardNamed(session, rewardId)
  const row = await session.one('rewardAssignmentById', { id })
  if (row?.rewardId !== rewardId) throw new Refused(notFound('reward_assignment', id))
  return rows.rewardAssignmentOf(row)
}

/** @throws {Refused} when that kind of resource has no metadata schema. */
export async function metadataSchemaOfResource(
  session: Session,
  relatedObject: string
): Promise<MetadataSchema> {
  const schema = await schemaOf(session, relatedObject)
  if (schema === null) throw new Refused(notFound('metadata_schema', relatedObject))
  return schema
}

/** @throws {Refused} when there is no such event schema. */
export async function eventSchemaNamed(session: Session, id: string): Promise<EventSchema> {
  const row = await session.one('eventSchemaById', { id })
  if (row === undefined) throw new Refused(notFound('event_schema', id))
  return rows.eventSchemaOf(row)
}

/** The custom events of the project. */
export async function eventSchemasPage(
  session: Session,
  order: Order,
  page: Page
): Promise<{ schemas: readonly EventSchema[]; total: number }> {
  const found = await session.all(`eventSchemas by ${order}`, { ...page })
  const count = await session.one('eventSchemasCount')
  return { schemas: found.map(rows.eventSchemaOf), total: count?.total ?? 0 }
}
