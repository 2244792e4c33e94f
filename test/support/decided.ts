/**
 * What a decision said, for tests that know which of the two it will be.
 *
 * Spec: none; a tool of the tests.
 */
import type { Change, Decision } from '../../src/decisions/changes.ts'
import type { Refusal } from '../../src/decisions/refusals.ts'

/** Result and changes. @throws when it refused. */
export function decided<Result>(decision: Decision<Result>): {
  readonly result: Result
  readonly changes: readonly Change[]
} {
  if ('refusal' in decision) throw new Error(`refused: ${JSON.stringify(decision.refusal)}`)
  return decision
}

/** The refusal. @throws when it did not refuse. */
export function refused(decision: Decision<unknown>): Refusal {
  if ('refusal' in decision) return decision.refusal
  throw new Error(`not refused: ${JSON.stringify(decision.result)}`)
}

/** The kinds of changes, in order. */
export function kinds(changes: readonly Change[]): readonly Change['kind'][] {
  return changes.map(({ kind }) => kind)
}
