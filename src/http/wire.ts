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

export type Schemas = ServiceSchemas &
  Omit<Provisioning['schemas'], keyof ServiceSchemas> &
  Omit<Sandbox['schemas'], keyof ServiceSchemas>

/** A schema of the documents by its name, read-only: views answer with data they do not own. */
export type Wire<Name extends keyof Schemas> = ReadonlyDeep<Schemas[Name]>

export type ReadonlyDeep<Value> = unknown extends Value
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

type Words<Text extends string> = Text extends `${infer Word} ${infer Rest}`
  ? Word | Words<Rest>
  : Text

/** `sourceId` for `source_id`. */
type Ours<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<Ours<Rest>>}`
  : Name

type Value<Thing, Name extends string> = Ours<Name> extends keyof Thing ? Thing[Ours<Name>] : never

type Needed<Word> = Word extends `${string}?` | `${string}:${string}` ? never : Word

type Shown<Word extends string, Thing> = {
  readonly [Each in Word as Each extends `${string}?`
    ? never
    : Each extends `${infer Name}:${string}`
      ? Name
      : Each]: Each extends `${string}:${infer Text}` ? Text : Value<Thing, Each>
} & {
  readonly [Each in Word as Each extends `${infer Name}?`
    ? Name
    : never]?: Each extends `${infer Name}?` ? NonNullable<Value<Thing, Name>> : never
}

/**
 * The view of a thing by the names that the wire has for its properties, in their order:
 * `viewOf('id source_id? object:customer')` shows `{ id, sourceId }` as `{ id, source_id, object:
 * 'customer' }`. A name with a question mark is left out where it is null.
 */
export function viewOf<const Texts extends readonly string[]>(...texts: Texts) {
  type Word = Words<Texts[number]>
  const rows = texts
    .flatMap(text => text.split(' '))
    .map(word => {
      const [, name = '', mark, text] = /^(\w+)(?:([?:])([\w-]*))?$/.exec(word) ?? []
      return { name, own: ours(name), isNeeded: mark !== '?', text: mark === ':' ? text : null }
    })
  return <const Thing extends { readonly [Name in Needed<Word> as Ours<Name>]: unknown }>(
    thing: Thing
  ): Shown<Word, Thing> => {
    const shown: { [name: string]: unknown } = {}
    for (const { name, own, isNeeded, text } of rows) {
      const value = text ?? thing[own as keyof Thing]
      if (isNeeded || (value !== null && value !== undefined)) shown[name] = value
    }
    return shown as Shown<Word, Thing>
  }
}

/**
 * The properties of a body that have these names, under ours. One that is absent is undefined, by
 * which an update keeps what is stored.
 */
export function readerOf<const Texts extends readonly string[]>(...texts: Texts) {
  type Name = Words<Texts[number]>
  const read = reading(texts, value => value)
  return <Body extends object>(body: Holding<Body, Name>) =>
    read(body) as { readonly [Each in Name as Ours<Each>]: Body[Each & keyof Body] }
}

/** The same, null where one is absent. */
export const readerWithNulls = readerBy(null)

/** The same, where null counts as not sent. */
export const readerOfSent = readerBy(undefined)

type Holding<Body, Name extends string> = Body & Record<Exclude<Name, keyof Body>, never>

type Read<Body, Name extends string, Absent> = {
  readonly [Each in Name as Ours<Each>]: NonNullable<Body[Each & keyof Body]> | Absent
}

function readerBy<Absent extends null | undefined>(absent: Absent) {
  return <const Texts extends readonly string[]>(...texts: Texts) => {
    type Name = Words<Texts[number]>
    const read = reading(texts, value => value ?? absent)
    return <Body extends object>(body: Holding<Body, Name>) =>
      read(body) as Read<Body, Name, Absent>
  }
}

function reading(texts: readonly string[], told: (value: unknown) => unknown) {
  const names = texts.flatMap(text => text.split(' ')).map(name => [ours(name), name] as const)
  return (body: object) => {
    const read: { [own: string]: unknown } = {}
    for (const [own, name] of names) read[own] = told(body[name as keyof typeof body])
    return read
  }
}

function ours(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
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

/** The view of a list whose caller goes on from its last entry; `hasMore`: there are some after it. */
export function listedFrom<Name extends string, Entry, Shown>(
  name: Name,
  view: (entry: Entry) => Shown
) {
  return ({
    entries,
    hasMore
  }: {
    readonly entries: readonly Entry[]
    readonly hasMore: boolean
  }) => {
    const shown = { object: 'list', data_ref: name, [name]: entries.map(view), has_more: hasMore }
    return shown as unknown as Omit<List<Name, Shown>, 'total'> & { readonly has_more: boolean }
  }
}
