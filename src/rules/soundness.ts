/**
 * Values that JSON can say and that nobody should store or return: U+0000, half a surrogate pair,
 * numbers too large to be numbers, names that pollute prototypes, that are empty or as long as a
 * text, and endless nesting.
 *
 * No schema of OpenAPI 3.0 can say these, so they are looked for before a schema is asked.
 */

/** Levels of nesting in a JSON body; deeper ones exist only to exhaust a stack. */
export const NESTING_MAX = 32

/** Characters of a name in a JSON object, such as a key of metadata; as many as a code has. */
export const NAME_LENGTH_MAX = 512

/**
 * The first part of a value that cannot be stored or returned, or null; `path`, which begins with
 * the way to the value, then points at it. A value of more than `levels` is looked at no further.
 */
export function unsound(
  value: unknown,
  path: (string | number)[],
  levels = NESTING_MAX
): string | null {
  return faultIn(value, path, { levels, most: path.length + levels })
}

function faultIn(
  value: unknown,
  path: (string | number)[],
  look: { readonly levels: number; readonly most: number }
): string | null {
  if (typeof value === 'string') return unsoundText(value)
  if (typeof value === 'number') {
    return Number.isFinite(value) ? null : 'is too large to be a number here'
  }
  if (typeof value !== 'object' || value === null) return null
  if (path.length >= look.most) {
    return `is nested deeper than is accepted here, ${look.levels} levels`
  }
  const list = Array.isArray(value)
  for (const key of Object.keys(value)) {
    const each = (value as Readonly<Record<string, unknown>>)[key]
    const name = list ? null : unsoundName(key, each)
    if (name !== null) return name
    path.push(list ? Number(key) : key)
    const fault = faultIn(each, path, look)
    if (fault !== null) return fault
    path.pop()
  }
  return null
}

/** Names that pollute prototypes when objects are merged are refused, too. */
function unsoundName(name: string, value: unknown): string | null {
  if (name === '__proto__' || (name === 'constructor' && isPrototyped(value))) {
    return `has a property ${name}, which is not accepted`
  }
  if (name === '') return 'has a property with an empty name, which is not accepted'
  if (isLongerThan(name, NAME_LENGTH_MAX)) {
    return `has a property whose name has more than ${NAME_LENGTH_MAX} characters`
  }
  const fault = unsoundText(name)
  return fault === null ? null : `has a property whose name ${fault}`
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

function isPrototyped(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'prototype' in value
}
