/**
 * What a verification found: operation by operation and check by check.
 */
import type { Kind } from './check.ts'

/** What came of a check. */
export type Verdict = 'passed' | 'deviates' | 'skipped'

/** A check and what came of it. */
export interface CheckResult {
  readonly kind: Kind
  readonly title: string
  readonly verdict: Verdict
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
export type Counts = Readonly<Record<Verdict, number>>

/** The counts of some checks. */
export function countsOf(checks: readonly CheckResult[]): Counts {
  const counts = { passed: 0, deviates: 0, skipped: 0 }
  for (const { verdict } of checks) counts[verdict]++
  return counts
}

/** The counts of a whole report. */
export function allCounts({ operations }: Report): Counts {
  return countsOf(operations.flatMap(({ checks }) => checks))
}

/** Whether nothing deviates; with `complete`, whether nothing was skipped either. */
export function isClean(report: Report, complete: boolean): boolean {
  const { deviates, skipped } = allCounts(report)
  return deviates === 0 && (!complete || skipped === 0)
}
