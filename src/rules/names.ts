/**
 * Names that people give and paths hold: codes of vouchers, and source ids.
 *
 * What is made by a name has to be found by it. A client leaves dots out of a path, a word of the
 * service's own paths leads elsewhere, and a name in the form of an id may be another thing's.
 *
 * Spec: getVoucher, getCustomer, getOrder, getProduct, getSku; Decisions 9 and 192.
 */
import type { Mistake } from './mistake.ts'

/** Words of paths in whose place others have a name; a test reads them off the documents. */
export const PATH_WORDS: readonly string[] = ['import', 'importCSV']

/**
 * The mistake of a new name, or null. `idPrefix` is what the ids of such things begin with, such as
 * `cust`; ids go on with 26 characters of time and chance. `words` stand in the place of the name.
 */
export function nameMistake(
  name: string,
  { property, idPrefix, words = PATH_WORDS }: Naming
): Mistake | null {
  if (name === '.' || name === '..') {
    return { property, message: 'A path cannot end in it: it would mean another path.' }
  }
  if (words.includes(name)) {
    return { property, message: `A path of the service ends in ${name}; choose another.` }
  }
  if (!new RegExp(`^${idPrefix}_[0-9a-hjkmnp-tv-z]{26}$`).test(name)) return null
  const message = 'It has the form of an id that the service makes; send that as id, or prefix it.'
  return { property, message }
}

/** What a name is for. */
export interface Naming {
  readonly property: string
  readonly idPrefix: string
  readonly words?: readonly string[]
}
