/**
 * Shared parts of the audit: paging through a project, and noting what disagrees.
 */
import type { Instant } from '../../model.ts'
import type { Session } from '../engine/session.ts'
import type { Statement } from '../engine/statements.ts'
import type { Paged, Ranged } from './recounts.ts'

/** The number of things checked. */
export type CheckedCounts = Record<
  'projects' | 'vouchers' | 'entries' | 'lots' | 'customers' | 'redemptions' | 'jobs',
  number
>

/**
 * What a disagreement is about, in the order they are told in: what customers have; what they are
 * shown and limited by; what is only kept to be read; and what is under way.
 */
export const FINDING_KINDS = [
  'points',
  'redemptions',
  'orders',
  'standing',
  'counters',
  'locks',
  'jobs'
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/** `sentence`: the project, the thing, what it should be and what it is. */
export interface AuditFinding {
  readonly kind: FindingKind
  readonly sentence: string
}

/** Rows of a page. Big enough to keep statements few, small enough to keep memory flat. */
export const PAGE = 500
/** One project, as far as it was looked at. */
export interface Scope {
  readonly session: Session
  readonly project: string
  /** Of the project: days are meant in it. */
  readonly zone: string
  /** The moment that locks are looked at. */
  readonly now: Instant
  readonly counts: CheckedCounts
  /** What is looked at. */
  readonly kind: FindingKind
  /** Everything that was found so far. */
  readonly findings: AuditFinding[]
}

/** Notes what is wrong, and the audit goes on. */
export function disagree({ project, kind, findings }: Scope, sentence: string): void {
  findings.push({ kind, sentence: `Project ${project}: ${sentence}` })
}

/** `expected` is what was counted again, `found` what is stored. */
export function agree(scope: Scope, what: string, expected: unknown, found: unknown): void {
  if (expected === found) return
  disagree(scope, `${what} should be ${String(expected)} and is ${String(found)}.`)
}

/** All rows of a statement that pages by `after`. */
export async function* pages<Row extends { readonly id: string }>(
  { session, project }: Scope,
  statement: Statement<Paged, Row>,
  limit: number = PAGE
): AsyncGenerator<{ rows: Row[]; after: string; last: string }> {
  for (let after = ''; ; ) {
    const rows = await session.all(statement, { project, after, limit })
    const last = rows.at(-1)?.id
    if (last === undefined) return
    yield { rows, after, last }
    after = last
  }
}

/** Ids: the first is excluded, the last included. */
export interface Range {
  readonly after: string
  readonly last: string
}

/** Counted numbers of a range by id; what is not there counts 0. */
export async function countedIn(
  { session, project }: Scope,
  statement: Statement<Ranged, { readonly id: string | null; readonly counted: number }>,
  { after, last }: Range
): Promise<(id: string) => number> {
  const rows = await session.all(statement, { project, after, last })
  const byId = new Map(rows.map(({ id, counted }) => [id, counted]))
  return id => byId.get(id) ?? 0
}
