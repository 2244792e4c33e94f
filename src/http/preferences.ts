/**
 * The header Prefer: what a caller would like to have of an answer, as names and values.
 *
 * The grammar is that of RFC 7240.
 */

/** The header of an answer that says which of them were obeyed. */
export const PREFERENCE_APPLIED = 'Preference-Applied'

/**
 * Preferences by their names in lower case, the first of each name; those without a value have an
 * empty one. What is no preference is passed over, and so are the parameters of one.
 */
export function preferencesIn(header: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { groups = {} } of header.matchAll(PREFERENCE)) {
    const { name, quoted, plain } = groups
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? plain ?? ''
    if (name !== undefined && !found.has(name.toLowerCase())) found.set(name.toLowerCase(), value)
  }
  return found
}

/** A value in quotes or without, if any, and all up to the comma after it. */
const VALUE = String.raw`\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<plain>[^\s,;"]*))`
const PREFERENCE = new RegExp(String.raw`(?<name>[\w!#$%&'*+.^|~-]+)(?:${VALUE})?[^,]*(?:,|$)`, 'g')
