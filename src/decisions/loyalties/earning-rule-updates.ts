/**
 * Earning rules: changed, switched on and off, deleted.
 *
 * The event of a rule never changes, because the points it earned so far were for that event. Its
 * points, its dates and its validation rule can change. Ledger entries keep the id of the rule.
 *
 * Spec: updateEarningRule, enableEarningRule, disableEarningRule, deleteEarningRule.
 */
import type {
  Campaign,
  EarningRule,
  ExpirationRules,
  Metadata,
  ValidationRule,
  ValidationRuleAssignment,
  Validity
} from '../../model.ts'
import type { Change, Decision } from '../changes.ts'
import { resourceInUse, type User } from '../deletions.ts'
import { type MetadataRules, metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { amend, rewrite } from '../updates.ts'
import { unassignRules } from '../validation-rules/assignments.ts'
import { assignmentOf, placeOfEvent } from '../validation-rules/validation-rules.ts'
import { earningRefusal, type KnownGoods, windowRefusal } from './earning-rules.ts'
import { type Loyalty, readEarning } from './loyalty-block.ts'

/** An absent property stays; null clears an optional one. */
export interface UpdateEarningRule {
  readonly loyalty?: Loyalty | undefined
  readonly banner?: string | null | undefined
  readonly validity?: Partial<Validity>
  /** Days, 1 to PENDING_DAYS_MAX, until the points of an order can be spent. */
  readonly pendingDays?: number | null | undefined
  readonly expirationRules?: ExpirationRules | null | undefined
  readonly validationRuleId?: string | null | undefined
  /** Replaces the stored metadata. */
  readonly metadata?: Metadata | undefined
}

export interface UpdateEarningRuleFacts extends KnownGoods {
  readonly rule: EarningRule
  /** The campaign of the rule. */
  readonly campaign: Campaign
  /** The validation rule that the command names. */
  readonly validationRule: Pick<ValidationRule, 'id' | 'rules'> | null
  /** The assignment of its present validation rule. */
  readonly assignments: readonly ValidationRuleAssignment[]
  /** The project's schema of earning rules. */
  readonly schema: MetadataRules | null
}

/** A request for one rule needs no index in its paths. */
const ALONE = { at: '', words: '' }

/** Merges the sent properties into the stored ones; the event and its subject stay. */
export function updateEarningRule(
  facts: UpdateEarningRuleFacts,
  command: UpdateEarningRule,
  occasion: Occasion
): Decision<EarningRule> {
  const { rule: before } = facts
  const { validationRuleId, loyalty } = command
  if (validationRuleId != null && facts.validationRule === null) {
    return { refusal: notFound('validation_rule', validationRuleId) }
  }
  const read = loyalty === undefined ? before : readEarning(loyalty, ALONE)
  if ('refusal' in read) return read
  const after: EarningRule = {
    ...before,
    earning: read.earning,
    banner: amend(command.banner, before.banner),
    validity: { ...before.validity, ...command.validity },
    pendingDays: amend(command.pendingDays, before.pendingDays),
    expirationRules: amend(command.expirationRules, before.expirationRules),
    validationRuleId: amend(validationRuleId, before.validationRuleId),
    metadata: amend(command.metadata, before.metadata)
  }
  const refusal =
    (loyalty === undefined ? null : earningRefusal(facts, after.event, after.earning, ALONE)) ??
    ruleRefusal(facts, after)
  if (refusal !== null) return { refusal }
  return rewrite(before, after, occasion.now, (rule, updatedAtBefore) => [
    { kind: 'earningRule.updated', rule, updatedAtBefore },
    ...rebound(facts, rule, occasion)
  ])
}

function ruleRefusal(
  { campaign, schema }: UpdateEarningRuleFacts,
  rule: EarningRule
): Refusal | null {
  const { event, validity, pendingDays, expirationRules, metadata } = rule
  const pendingPoints =
    pendingDays === null ? null : ({ periodType: 'DAY', periodValue: pendingDays } as const)
  const window = { validity, pendingPoints, expirationRules }
  return windowRefusal(campaign, window, event, ALONE) ?? metadataRefusal(schema, metadata)
}

/** Replaces the validation rule: the old one counts one assignment fewer, the new one one more. */
function rebound(
  { rule: before, validationRule, assignments }: UpdateEarningRuleFacts,
  { id, event, validationRuleId }: EarningRule,
  occasion: Occasion
): readonly Change[] {
  if (validationRuleId === before.validationRuleId) return []
  const changes = unassignRules(assignments)
  if (validationRule === null) return changes
  const related = { type: 'earning_rule', id, place: placeOfEvent(event) } as const
  const assignment = assignmentOf(validationRule, related, occasion)
  return [...changes, { kind: 'validationRule.assigned', assignment }]
}

/** A rule that is on stays as it is. */
export function enableEarningRule(
  { rule }: { readonly rule: EarningRule },
  occasion: Occasion
): Decision<EarningRule> {
  return switched(rule, true, occasion)
}

/** A rule that is off stays as it is. */
export function disableEarningRule(
  { rule }: { readonly rule: EarningRule },
  occasion: Occasion
): Decision<EarningRule> {
  return switched(rule, false, occasion)
}

function switched(before: EarningRule, active: boolean, { now }: Occasion): Decision<EarningRule> {
  return rewrite(before, { ...before, active }, now, (rule, updatedAtBefore) => [
    { kind: 'earningRule.updated', rule, updatedAtBefore }
  ])
}

export interface DeleteEarningRuleFacts {
  readonly rule: EarningRule
  /** Loyalty tiers that map its points, at most USERS_NAMED + 1. */
  readonly users: readonly User[]
  /** The assignment of its validation rule, which is deleted with it. */
  readonly assignments: readonly ValidationRuleAssignment[]
}

/** Deletes the rule. The points it gave, and the pending ones, belong to the customers and stay. */
export function deleteEarningRule({
  rule: { id },
  users,
  assignments
}: DeleteEarningRuleFacts): Decision<null> {
  if (users.length > 0) {
    const advice = 'take it out of their earning_rules first'
    return { refusal: resourceInUse({ type: 'earning_rule', id }, users, advice) }
  }
  const gone = { kind: 'resource.deleted', resource: 'earning_rule', id } as const
  return { result: null, changes: [...unassignRules(assignments), gone] }
}
