/**
 * What a row of a project file changed of a thing that is there.
 *
 * An import leaves vouchers and orders as they are; a project file says how they are to be, so that
 * it tells each value that it changes.
 */
import type { Json, Metadata } from '../../model.ts'
import { mergeMetadata, sameJson } from '../metadata.ts'
import type { Imported } from './outcome.ts'

/** One value that a row changes. */
export interface Difference {
  /** A column of the row. */
  readonly column: string
  /** What is stored, and what the row says; null for nothing. */
  readonly from: Json
  readonly to: Json
}

/** What became of a row, and its differences where it changed something. */
export interface Edited {
  readonly did: Imported
  readonly differences: readonly Difference[]
}

/** How the row of an edit is read. */
export interface Editing {
  /** Whether the row has all metadata, and not some columns of its keys. */
  readonly hasWholeMetadata: boolean
}

/** A new thing. */
export const MADE: Edited = { did: 'made', differences: [] }

/** A thing that is as its row says. */
export const AS_SAID: Edited = { did: 'unchanged', differences: [] }

/** Values by column. */
type Cells = { readonly [column: string]: Json }

/** The columns in which two states of a thing differ, in the order of the first one. */
export function differencesOf(before: Cells, after: Cells): readonly Difference[] {
  return Object.keys(before).flatMap(column => {
    const [from = null, to = null] = [before[column], after[column]]
    return sameJson(from, to) ? [] : [{ column, from, to }]
  })
}

/**
 * Metadata as an update takes it, so that what is stored becomes what the row says: null removes
 * what the row does not have.
 */
export function metadataToSend(
  stored: Metadata,
  said: Metadata | null,
  { hasWholeMetadata }: Editing
): Metadata | null {
  if (said === null || !hasWholeMetadata) return said
  return { ...Object.fromEntries(Object.keys(stored).map(key => [key, null])), ...said }
}

/** Whether metadata is as the row says, or stays as it is when that is sent. */
export function keepsMetadata(
  stored: Metadata,
  { said, sent }: { readonly said: Metadata | null; readonly sent: Metadata | null }
): boolean {
  return sameJson(stored, said) || sameJson(mergeMetadata(stored, sent), stored)
}
