/**
 * Which rules a redemption breaks, and the words in which it is told.
 *
 * Spec: Redemption.failure_message.
 */
import type { ValidationRule } from '../../model.ts'
import type { At } from '../../rules/conditions.ts'
import { applies, type EntryReason, isSelective, judge } from '../../rules/validation.ts'
import { FAILURE_MESSAGES, type FailureCode } from '../refusals.ts'
import type { BoundRule } from './assignments.ts'
import { factsOf, type RuleFacts, ruleLines } from './facts.ts'

/** The codes of broken rules, by what the rules are on. */
export type RulesViolated = Extract<FailureCode, `${string}_rules_violated`>

/** Why a redemption breaks a rule that binds it. */
export interface Violation {
  readonly code: RulesViolated
  /** The message of the code, then the reason, as the record of the redemption keeps them. */
  readonly failureMessage: string
  readonly details: string
  /** The shop's own words for the entry to blame, else for its rule. */
  readonly errorMessage?: string
}

type Complaint = Pick<EntryReason, 'category' | 'operator' | 'actual' | 'message'> & {
  readonly rule: ValidationRule
  /** `entry 1.2`, or another part of the rule that is to blame. */
  readonly part: string
  readonly words: string | null
}

/**
 * Why binding rules do not hold: for each code the most telling reason, in no particular order of
 * the codes. Entries come first for which the shop has words, then entries with another value than
 * expected, then entries whose fact is missing; among equals the first.
 */
export function violatedRules(
  rules: readonly BoundRule[],
  known: RuleFacts,
  at: At
): readonly Violation[] {
  const complaints = rules.flatMap(bound => complaintsOf(bound, known, at))
  const telling = complaints.toSorted((one, other) => rankOf(one) - rankOf(other))
  const first = new Map<RulesViolated, Complaint>()
  for (const complaint of telling) {
    const code = codeOf(complaint)
    if (!first.has(code)) first.set(code, complaint)
  }
  return [...first].map(([code, complaint]) => violationOf(code, complaint))
}

function violationOf(code: RulesViolated, { rule, part, message, words }: Complaint): Violation {
  return {
    code,
    failureMessage: `${FAILURE_MESSAGES[code]}: ${part} of ${rule.name} (${rule.id}), ${message}`,
    details: `Validation rule ${rule.name} (${rule.id}): ${part}, ${message}`,
    ...(words === null ? {} : { errorMessage: words })
  }
}

function complaintsOf(bound: BoundRule, known: RuleFacts, at: At): readonly Complaint[] {
  const { rule } = bound
  const { status, reasons, omitted } = judge(rule.rules, factsOf(known, bound), at)
  const isUnasked = status === 'omitted' && omitted.every(name => known.unasked?.(name))
  if (status === 'holds' || isUnasked) return coversNothing(bound, known)
  return reasons.map(({ entry, errorMessage, ...reason }) => {
    return { ...reason, rule, part: `entry ${entry}`, words: errorMessage ?? rule.errorMessage }
  })
}

/** Points cannot pay an order without any line that the rule lets them pay for. */
function coversNothing(
  { rule }: BoundRule,
  { order, redemption, collections }: RuleFacts
): readonly Complaint[] {
  const pays = redemption?.points != null && order !== null
  if (!pays || !isSelective(rule.applicableTo)) return []
  const actual = ruleLines(order, collections).map(({ ids }) => ids)
  if (actual.some(ids => applies(rule.applicableTo, ids))) return []
  const message = 'which leaves none of the items of this order.'
  const about = { category: 'order', operator: null, actual, message } as const
  return [{ ...about, rule, part: 'applicable_to', words: rule.errorMessage }]
}

/** The lower, the more telling. */
function rankOf({ words, operator, actual }: Complaint): number {
  const unseen = operator === null && actual === null
  return (words === null ? 2 : 0) + (unseen ? 1 : 0)
}

function codeOf({ category }: Pick<Complaint, 'category'>): RulesViolated {
  switch (category) {
    case 'customer':
      return 'customer_rules_violated'
    case 'order':
    case 'product':
      return 'order_rules_violated'
    default:
      return 'redemption_rules_violated'
  }
}
