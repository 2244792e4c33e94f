/**
 * How a rule of the documents is counted: what was looked at, and what falls short.
 *
 * Both documents are counted together, since they are mounted together; what they share counts
 * once. The rules themselves are in openapi/README.md.
 *
 * Spec: openapi/README.md.
 */
import { type Operation, operationsOf, type Place, schemasOf, type Tree } from './document-walk.ts'

/** What one rule found: how many things it looked at, and a line for each that falls short. */
export interface Count {
  readonly all: number
  readonly short: readonly string[]
}

/** What is counted. */
export interface Documents {
  readonly service: Tree
  readonly provisioning: Tree
  /** The same two for OpenAPI 3.0. */
  readonly older: readonly Tree[]
}

/** The rule applied to each thing: null when kept, else what is wrong, after its name. */
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

/** Several counts as one. */
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

/** Every schema of both documents; those they share count once. */
export function places(documents: Documents): (Place & { readonly document: Tree })[] {
  const seen = new Set<string>()
  const found = both(documents).flatMap(document =>
    [...schemasOf(document)].map(place => ({ ...place, document }))
  )
  return found.filter(({ pointer }) => !seen.has(pointer) && seen.add(pointer))
}
