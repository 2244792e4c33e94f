/**
 * Names that people give and paths hold: codes of vouchers, and source ids.
 *
 * What is made by a name has to be found by it. A client leaves dots out of a path, a word of the
 * service's own paths leads elsewhere, and a name in the form of an id may be another thing's.
 *
 * Spec: getVoucher, getCustomer, getOrder, getProduct, getSku.
 */
import type { Mistake } from './mistake.ts'

/** Words of paths in whose place others have a name; a test reads them off the documents. */
export const PATH_WORDS: readonly string[] = ['import', 'importCSV']

/** Names that clients leave out of a path. */
const DOTS: readonly string[] = ['.', '..']

/** An id goes on with so many of these after its prefix and `_`. */
const ID_CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = 26

/** The mistake of a new name, or null. */
export function nameMistake(
  name: string,
  { property, idPrefix, words = PATH_WORDS }: Naming
): Mistake | null {
  if (DOTS.includes(name)) {
    return { property, message: 'A path cannot end in it, because it would name another path.' }
  }
  if (words.includes(name)) {
    return { property, message: `A path of the service ends in ${name}; choose another.` }
  }
  const form = idForm(idPrefix)
  const isId = name.length === form.length && form.every((of, at) => of.includes(name.charAt(at)))
  if (!isId) return null
  const message = 'It has the form of an id that the service makes; send that as id, or prefix it.'
  return { property, message }
}

/** The forms of the names that are refused: for each place, the characters that may be there. */
export function refusedForms(idPrefix: string): readonly (readonly string[])[] {
  return [...[...DOTS, ...PATH_WORDS].map(name => [...name]), idForm(idPrefix)]
}

function idForm(idPrefix: string): readonly string[] {
  return [...idPrefix, '_', ...Array<string>(ID_LENGTH).fill(ID_CHARACTERS)]
}

/** What a name is for. */
export interface Naming {
  readonly property: string
  /** What the ids of such things begin with, such as `cust`. */
  readonly idPrefix: string
  /** Words that stand in the place of the name; PATH_WORDS unless given. */
  readonly words?: readonly string[]
}
