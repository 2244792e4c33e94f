/** What counts of all that is wrong with a redemption: what the table of reasons has first. */
import {
  type AllStops,
  firstOf,
  type RecordedStop
} from '../../../src/decisions/redemptions/delivery.ts'
import { REASONS } from '../../../src/decisions/redemptions/redemption.ts'
import type { FailureCode } from '../../../src/decisions/refusals.ts'
import { type Violation, violatedRules } from '../../../src/decisions/validation-rules.ts'

/** The value, or the first reason of all that are wrong with it. */
export function firstReason<Found extends object, Code extends FailureCode>(
  found: Found | AllStops<Code>
): Found | RecordedStop<Code> {
  return 'wrong' in found ? firstOf(REASONS.names, found) : found
}

/** The violation that a redemption is refused for, or null when all rules hold. */
export function violatedRule(...asked: Parameters<typeof violatedRules>): Violation | null {
  const all = violatedRules(...asked)
  return (
    REASONS.names.flatMap(code => all.find(violation => violation.code === code) ?? [])[0] ?? null
  )
}
