/**
 * JSON that leaves out what says nothing: a record of a redemption, with its order and lines, is
 * mostly nulls. What is left out is there again when it is read, so that nobody else knows of it.
 */

/** Which properties a thing, or each element of a list of them, is stored without. */
export interface Lean<Thing> {
  /** By property that is always there: what it is when it is left out. */
  readonly without: { readonly [Key in Always<Thing>]?: Thing[Key] & Nothing }
  /** Which properties that may be absent are so instead of null, for good. */
  readonly absent?: readonly Exclude<keyof Thing, Always<Thing>>[]
  /** The same for what its properties hold. */
  readonly within?: { readonly [Key in keyof Thing]?: Lean<Each<NonNullable<Thing[Key]>>> }
}

type Nothing = null | Readonly<Record<string, never>> | readonly never[]
/** What a list holds; of anything else, itself. */
export type Each<Held> = Held extends readonly (infer Element)[] ? Element : Held
type Always<Thing> = {
  [Key in keyof Thing]-?: object extends Pick<Thing, Key> ? never : Key
}[keyof Thing]

/** Left out where these are null. */
export function nulls<Name extends string>(...names: readonly Name[]) {
  return Object.fromEntries(names.map(name => [name, null])) as { readonly [Each in Name]: null }
}

/** How one is followed, whatever it is of. */
interface Followed {
  readonly without: Properties
  readonly absent?: readonly string[]
  readonly within?: { readonly [name: string]: Followed | undefined }
}
type Properties = Readonly<Record<string, unknown>>

export function leanOf<Data>(value: Data, lean: Lean<Each<Data>>): unknown {
  return withoutNothing(value, lean as Followed)
}

export function wholeOf<Data>(stored: unknown, lean: Lean<Each<Data>>): Data {
  return withNothing(stored, lean as Followed) as Data
}

function withoutNothing(value: unknown, lean: Followed): unknown {
  if (Array.isArray(value)) return value.map(each => withoutNothing(each, lean))
  const { without, absent, within } = lean
  const stored: Record<string, unknown> = {}
  // Nothing that is stored inherits a property, and no list of them is made.
  for (const name in value as Properties) {
    const held = (value as Properties)[name]
    if (name in without && isNothing(held, without[name])) continue
    if (held === null && absent?.includes(name)) continue
    const inner = held == null ? undefined : within?.[name]
    stored[name] = inner === undefined ? held : withoutNothing(held, inner)
  }
  return stored
}

function isNothing(held: unknown, as: unknown): boolean {
  if (typeof held !== 'object' || held === null || as === null) return held === as
  if (Array.isArray(held) !== Array.isArray(as)) return false
  for (const _ in held) return false
  return true
}

function withNothing(stored: unknown, lean: Followed): unknown {
  if (Array.isArray(stored)) return stored.map(each => withNothing(each, lean))
  const { without, within = {} } = lean
  const value: Record<string, unknown> = { ...without, ...(stored as Properties) }
  for (const name in within) {
    const [held, inner] = [value[name], within[name]]
    if (inner !== undefined && held != null) value[name] = withNothing(held, inner)
  }
  return value
}
