/**
 * Rows as types: what a table returns, and what an insert is given.
 */
import type { Tables } from './dialect.ts'

/** A row of one table, as Drizzle reads it. */
export type Row<Name extends keyof Tables> = Tables[Name]['$inferSelect']

/** What an insert is given: every column but the project, which the session adds. */
export type NewRow<Name extends keyof Tables> = Omit<Row<Name>, 'projectId'>

export function withoutProject<Held extends { readonly projectId: string }>(
  row: Held
): Omit<Held, 'projectId'> {
  const { projectId: _, ...thing } = row
  return thing
}
