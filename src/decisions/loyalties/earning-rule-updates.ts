/**
 * Earning rules that are there: changed, switched on and off, and taken away.
 *
 * What a rule listens to never changes, because what it earned so far would be for something else;
 * what it earns, when, and under which validation rule may. Points it brought keep its id.
 *
 * Spec: updateEarningRule, enableEarningRule, disableEarningRule, deleteEarningRule; Decisions 73
 * and 75.
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
import { amended, rewritten } from '../updates.ts'
import { unassigned } from '../validation-rules/assignments.ts'
import { assignmentOf, placeOfEvent } from '../validation-rules/validation-rules.ts'
import { earningRefusal, type KnownGoods, windowRefusal } from './earning-rules.ts'
import { type Loyalty, readEarning } from './earnings.ts'

/** What is not said stays; null clears what may be nothing. */
export interface UpdateEarningRule {
  readonly loyalty?: Loyalty | undefined
  readonly banner?: string | null | undefined
  readonly validity?: Partial<Validity>
  /** Days, 1 to PENDING_DAYS_MAX, until the points of an order can be spent. */
  readonly pendingDays?: number | null | undefined
  readonly expirationRules?: ExpirationRules | null | undefined
  readonly validationRuleId?: string | null | undefined
  /** All of it anew. */
  readonly metadata?: Metadata | undefined
}

export interface UpdateEarningRuleFacts extends KnownGoods {
  readonly rule: EarningRule
  /** Whose rule it is. */
  readonly campaign: Campaign
  /** Which one the command names. */
  readonly validationRule: Pick<ValidationRule, 'id' | 'rules'> | null
  /** Of the rule that binds it so far. */
  readonly assignments: readonly ValidationRuleAssignment[]
  /** The project's schema of earning rules. */
  readonly schema: MetadataRules | null
}

/** In a request for one rule no path needs to say which. */
const ALONE = { at: '', words: '' }

/** What is not sent stays; the event and its subject are what the rule is, and stay too. */
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
    banner: amended(command.banner, before.banner),
    validity: { ...before.validity, ...command.validity },
    pendingDays: amended(command.pendingDays, before.pendingDays),
    expirationRules: amended(command.expirationRules, before.expirationRules),
    validationRuleId: amended(validationRuleId, before.validationRuleId),
    metadata: amended(command.metadata, before.metadata)
  }
  const refusal =
    (loyalty === undefined ? null : earningRefusal(facts, after.event, after.earning, ALONE)) ??
    ruleRefusal(facts, after)
  if (refusal !== null) return { refusal }
  const rule = rewritten(before, after, occasion.now)
  if (rule === null) return { result: before, changes: [] }
  const { updatedAt: updatedAtBefore } = before
  return {
    result: rule,
    changes: [
      { kind: 'earningRule.updated', rule, updatedAtBefore },
      ...rebound(facts, rule, occasion)
    ]
  }
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

/** Where another rule binds it from now on: one counts less, the other more. */
function rebound(
  { rule: before, validationRule, assignments }: UpdateEarningRuleFacts,
  { id, event, validationRuleId }: EarningRule,
  occasion: Occasion
): readonly Change[] {
  if (validationRuleId === before.validationRuleId) return []
  const changes = unassigned(assignments)
  if (validationRule === null) return changes
  const related = { type: 'earning_rule', id, place: placeOfEvent(event) } as const
  const assignment = assignmentOf(validationRule, related, occasion)
  return [...changes, { kind: 'validationRule.assigned', assignment }]
}

/** One that is on stays as it is. */
export function enableEarningRule(
  { rule }: { readonly rule: EarningRule },
  occasion: Occasion
): Decision<EarningRule> {
  return switched(rule, true, occasion)
}

/** One that is off stays as it is. */
export function disableEarningRule(
  { rule }: { readonly rule: EarningRule },
  occasion: Occasion
): Decision<EarningRule> {
  return switched(rule, false, occasion)
}

function switched(before: EarningRule, active: boolean, { now }: Occasion): Decision<EarningRule> {
  const rule = rewritten(before, { ...before, active }, now)
  if (rule === null) return { result: before, changes: [] }
  const { updatedAt: updatedAtBefore } = before
  return { result: rule, changes: [{ kind: 'earningRule.updated', rule, updatedAtBefore }] }
}

export interface DeleteEarningRuleFacts {
  readonly rule: EarningRule
  /** Loyalty tiers that give something else for it. */
  readonly users: readonly User[]
  /** Of the rule that binds it; it goes with it. */
  readonly assignments: readonly ValidationRuleAssignment[]
}

/** Points it brought, and those that wait, are the customers' and stay. */
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
  return { result: null, changes: [...unassigned(assignments), gone] }
}
