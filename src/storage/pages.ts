/**
 * Pages: which stretch of a list is asked for, and in which order.
 *
 * The first page of a list is page 1. Past the end a page is empty, which is no error.
 *
 * Spec: listExports, listValidationRules.
 */

/** How lists may be sorted by their stamps, a dash for descending. */
export type StampOrder = 'created_at' | '-created_at' | 'updated_at' | '-updated_at'

/** Rows of a page when the caller names no limit. */
export const LIMIT_DEFAULT = 10

/** A stretch of a list. */
export interface Page {
  /** Rows at most. */
  readonly limit: number
  /** Rows before it. */
  readonly offset: number
}

/** Which stretch `limit` (1..100) and `page` (from 1) select. */
export function pageOf(
  { limit, page }: { readonly limit?: number | undefined; readonly page?: number | undefined },
  limitDefault: number
): Page {
  const rowsPerPage = limit ?? limitDefault
  return { limit: rowsPerPage, offset: ((page ?? 1) - 1) * rowsPerPage }
}

/** Before every instant. */
export const EARLIEST = '0000-01-01T00:00:00.000Z'

/** After every instant. */
export const LATEST = '9999-12-31T23:59:59.999Z'

/** More than there can be: a campaign's parts are changed and deleted together. */
export const ALL = { limit: 1_000_000_000, offset: 0 }

/** In the order in which they were made, or its reverse. */
export type CreationOrder = 'created_at' | '-created_at'

/** The thing that a filter names: undefined without a filter, null when it does not exist. */
export async function findSelected<Thing>(
  name: string | null,
  find: (name: string) => Promise<Thing | null>
): Promise<Thing | null | undefined> {
  return name === null ? undefined : find(name)
}
