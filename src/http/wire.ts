/**
 * The schemas of the documents as types, and how a property that does not apply is left out. On the
 * wire, null says "known to be nothing" and a missing property says "does not apply here". Which of
 * the two a property has is the document's choice: a view wraps what may be missing in
 * `withoutNulls` and leaves alone what may be null.
 * Spec: openapi/behaviour/requests-and-errors.md#null-and-absent-mean-different-things.
 */
import type { components as Provisioning } from '../../generated/provisioning.d.ts'
import type { components as Sandbox } from '../../generated/sandbox.d.ts'
import type { components as Service } from '../../generated/service.d.ts'

type ServiceSchemas = Service['schemas']

/** The schemas of all documents, by name. */
export type Schemas = ServiceSchemas &
  Omit<Provisioning['schemas'], keyof ServiceSchemas> &
  Omit<Sandbox['schemas'], keyof ServiceSchemas>

/** A schema of the documents by its name, read-only: views answer with data they do not own. */
export type Wire<Name extends keyof Schemas> = ReadonlyDeep<Schemas[Name]>

type ReadonlyDeep<Value> = unknown extends Value
  ? unknown
  : Value extends string | number | boolean | null | undefined
    ? Value
    : { readonly [Key in keyof Value]: ReadonlyDeep<Value[Key]> }

type Nullable<Part> = { [Key in keyof Part]-?: null extends Part[Key] ? Key : never }[keyof Part]

/** Properties that can be null become ones that can be missing. */
export type WithoutNulls<Part> = Omit<Part, Nullable<Part>> & {
  [Key in Nullable<Part>]?: Exclude<Part[Key], null>
}

/** The same properties in the same order, those that are null left out. */
export function withoutNulls<Part extends object>(part: Part): WithoutNulls<Part> {
  const kept: { [key: string]: unknown } = {}
  for (const key of Object.keys(part)) {
    const value = part[key as keyof Part]
    if (value !== null) kept[key] = value
  }
  return kept as WithoutNulls<Part>
}

/** What a page of a list is made from; `total` counts the rows of all pages. */
interface Found<Entry> {
  readonly rows: readonly Entry[]
  /** Absent: these are all. */
  readonly total?: number
}

type List<Name extends string, Shown> = {
  readonly object: 'list'
  readonly data_ref: Name
  readonly total: number
} & { readonly [Entries in Name]: readonly Shown[] }

/** The view of a list from that of an entry; `name` is the property that holds the entries. */
export function listed<Name extends string, Entry, Rest extends readonly unknown[], Shown>(
  name: Name,
  view: (entry: Entry, ...rest: Rest) => Shown
) {
  return ({ rows, total = rows.length }: Found<Entry>, ...rest: Rest) => {
    const shown = rows.map(entry => view(entry, ...rest))
    return { object: 'list', data_ref: name, [name]: shown, total } as unknown as List<Name, Shown>
  }
}
