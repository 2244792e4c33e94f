/**
 * Counts a rule of the documents: how many things it applies to, and which of them break it.
 *
 * Both documents are counted together, since they are mounted together; a shared part counts once.
 * The rules themselves are in openapi/README.md.
 *
 * Spec: openapi/README.md#rules.
 */
import {
  type Operation,
  operationsOf,
  type Place,
  schemasOf,
  type Tree
} from '../documents/walk.ts'

/** The result of one rule: how many things it applies to, and a line for each that breaks it. */
export interface Count {
  readonly all: number
  readonly short: readonly string[]
}

/** The documents that are counted. */
export interface Documents {
  readonly service: Tree
  readonly provisioning: Tree
  /** The same two for OpenAPI 3.0. */
  readonly older: readonly Tree[]
}

/** Applies a rule to each thing: null when kept, else the mistake, after the thing's name. */
export function count<Thing>(
  things: Iterable<Thing>,
  name: (thing: Thing) => string,
  rule: (thing: Thing) => string | null
): Count {
  const all = [...things]
  const short = all.flatMap(thing => {
    const wrong = rule(thing)
    return wrong === null ? [] : [`${name(thing)}: ${wrong}`]
  })
  return { all: all.length, short }
}

/** Adds several counts up. */
export function together(counts: readonly Count[]): Count {
  return {
    all: counts.reduce((sum, { all }) => sum + all, 0),
    short: counts.flatMap(({ short }) => short)
  }
}

/** In the order in which they are mounted. */
export const both = ({ service, provisioning }: Documents): Tree[] => [service, provisioning]

/** Every operation with its document. */
export function operations(documents: Documents): (Operation & { readonly document: Tree })[] {
  return both(documents).flatMap(document =>
    operationsOf(document).map(operation => ({ ...operation, document }))
  )
}

/** Every schema of both documents; shared ones count once. */
export function places(documents: Documents): (Place & { readonly document: Tree })[] {
  const seen = new Set<string>()
  const found = both(documents).flatMap(document =>
    [...schemasOf(document)].map(place => ({ ...place, document }))
  )
  return found.filter(({ pointer }) => !seen.has(pointer) && seen.add(pointer))
}
