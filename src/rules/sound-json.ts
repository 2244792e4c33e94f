/**
 * Values that JSON can say and that nobody should store or return: U+0000, half a surrogate pair,
 * numbers too large to be numbers, names that pollute prototypes, that are empty or as long as a
 * text, and endless nesting. No schema of OpenAPI 3.0 can say these, so they are looked for before
 * a schema is asked. Names in a map of the caller's are the exception: a decision looks at those
 * that would be stored.
 */

/** Levels of nesting in a JSON body; deeper ones exist only to exhaust a stack. */
export const NESTING_MAX = 32

/** Characters of a name in a JSON object, such as a key of metadata; as many as a code has. */
export const NAME_LENGTH_MAX = 512

/** Properties that are maps of the caller's; a test reads them off the documents. */
export const FREE_MAPS: readonly string[] = ['metadata', 'attributes']

interface Look {
  /** A value of more is looked at no further. */
  readonly levels?: number
  /** Properties in which the length of names is for `oddName` to find. */
  readonly freeMaps?: readonly string[]
}

interface OpenValue {
  readonly value: Readonly<Record<string | number, unknown>>
  /** Null: a list. */
  readonly names: readonly string[] | null
  readonly length: number
  at: number
}

/** Null: all is sound. `path`, which begins with the way to the value, then points at the part. */
export function unsound(value: unknown, path: (string | number)[], look: Look = {}): string | null {
  if (typeof value !== 'object' || value === null) return plainFault(value)
  const looking = lookingForUnsound(value, path, look)
  for (;;) {
    const { done, value: fault } = looking.next()
    if (done) return fault
  }
}

/** The same, which stops after so many values each. */
export function* lookingForUnsound(
  root: unknown,
  path: (string | number)[],
  { levels = NESTING_MAX, freeMaps = FREE_MAPS }: Look = {},
  sliceValues = Number.POSITIVE_INFINITY
): Generator<undefined, string | null> {
  const most = path.length + levels
  const open: OpenValue[] = []
  let looked = 0
  const faultOf = (value: unknown): string | null => {
    if (typeof value !== 'object' || value === null) return plainFault(value)
    if (path.length >= most) return `is nested deeper than is accepted here, ${levels} levels`
    const names = Array.isArray(value) ? null : Object.keys(value)
    const { length } = names ?? (value as readonly unknown[])
    open.push({ value: value as OpenValue['value'], names, length, at: 0 })
    return null
  }
  const fault = faultOf(root)
  if (fault !== null) return fault
  for (let inner = open.at(-1); inner !== undefined; inner = open.at(-1)) {
    const { names, at } = inner
    if (at === inner.length) {
      open.pop()
      path.pop()
      continue
    }
    inner.at++
    const key = names === null ? at : (names[at] as string)
    const each = inner.value[key]
    const name = typeof key === 'number' ? null : unsoundName(key, each, path, freeMaps)
    if (name !== null) return name
    path.push(key)
    const depth = open.length
    const fault = faultOf(each)
    if (fault !== null) return fault
    // Of an object or a list, it stays there until all of it was looked at.
    if (open.length === depth) path.pop()
    if (++looked % sliceValues === 0) yield
  }
  return null
}

/** Of what is neither an object nor a list. */
function plainFault(value: unknown): string | null {
  if (typeof value === 'string') return unsoundText(value)
  return typeof value !== 'number' || Number.isFinite(value)
    ? null
    : 'is too large to be a number here'
}

/** Names that pollute prototypes when objects are merged are refused, too. */
function unsoundName(
  name: string,
  value: unknown,
  path: readonly (string | number)[],
  freeMaps: readonly string[]
): string | null {
  if (
    name === '__proto__' ||
    (name === 'constructor' && typeof value === 'object' && value !== null && 'prototype' in value)
  ) {
    return `has a property ${name}, which is not accepted`
  }
  if (isOdd(name) && !path.some(part => freeMaps.includes(part as string))) {
    return oddNameFault(name)
  }
  const fault = unsoundText(name)
  return fault === null ? null : `has a property whose name ${fault}`
}

/** The first name in a value, at every depth, that is empty or longer than a name may be; or null. */
export function oddName(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null
  const isList = Array.isArray(value)
  // No list of pairs is made: a body may hold hundreds of maps with hundreds of names each.
  for (const key of Object.keys(value)) {
    if (!isList && isOdd(key)) return key
    const odd = oddName((value as Readonly<Record<string, unknown>>)[key])
    if (odd !== null) return odd
  }
  return null
}

/** What is wrong with such a name, in words after what holds it. */
export function oddNameFault(name: string): string {
  return name === ''
    ? 'has a property with an empty name, which is not accepted'
    : `has a property whose name has more than ${NAME_LENGTH_MAX} characters`
}

function isOdd(name: string): boolean {
  return name === '' || isLongerThan(name, NAME_LENGTH_MAX)
}

/** Whether a text has more than `most` characters, of which each may be two units of UTF-16. */
export function isLongerThan(text: string, most: number): boolean {
  if (text.length <= most || text.length > 2 * most) return text.length > most
  return [...text].length > most
}

function unsoundText(text: string): string | null {
  if (text.includes('\0')) return 'holds the character U+0000, which is not accepted'
  return text.isWellFormed() ? null : 'holds half of a surrogate pair, which is not accepted'
}
