/**
 * What a verification found: operation by operation and check by check.
 */
import type { PromiseKind } from './check.ts'

/** What came of a check. */
export type CheckVerdict = 'passed' | 'deviates' | 'skipped'

/** A check and what came of it. */
export interface CheckResult {
  readonly kind: PromiseKind
  readonly title: string
  readonly verdict: CheckVerdict
  /** What deviates, or why it was skipped, as sentences; empty when it passed. */
  readonly what: readonly string[]
  /** The last requests of a check that deviates, as commands of a shell without secrets. */
  readonly requests: readonly string[]
}

/** An operation and its checks, in the order in which they were made. */
export interface OperationResult {
  readonly operationId: string
  readonly method: string
  readonly path: string
  readonly checks: readonly CheckResult[]
}

/** A whole verification. */
export interface Report {
  /** Of the service that was asked. */
  readonly url: string
  readonly document: { readonly title: string; readonly version: string }
  /** Whether what would change the service was left out. */
  readonly readOnly: boolean
  readonly operations: readonly OperationResult[]
}

/** How many checks have each verdict. */
export type VerdictCounts = Readonly<Record<CheckVerdict, number>>

/** The counts of some checks. */
export function countVerdicts(checks: readonly CheckResult[]): VerdictCounts {
  const counts = { passed: 0, deviates: 0, skipped: 0 }
  for (const { verdict } of checks) counts[verdict]++
  return counts
}

/** The counts of a whole report. */
export function allCounts({ operations }: Report): VerdictCounts {
  return countVerdicts(operations.flatMap(({ checks }) => checks))
}

/** Whether nothing deviates; with `complete`, whether nothing was skipped either. */
export function isClean(report: Report, complete: boolean): boolean {
  const { deviates, skipped } = allCounts(report)
  return deviates === 0 && (!complete || skipped === 0)
}
