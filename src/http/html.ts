/**
 * HTML in which whatever is put in is text, unless it is HTML made here.
 *
 * Escaping is the default and not a habit: a name that holds a tag is shown, never obeyed.
 *
 * Spec: Customer.assets; Decision 96.
 */

/** Markup that is put in as it is; made by `html`, or of a constant. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A text is escaped, null is nothing, a list is its parts one after the other. */
export type Insert = string | number | null | Html | readonly Html[]

/** For elements and for attribute values in double quotes; not for scripts, styles or urls. */
export function html(strings: TemplateStringsArray, ...inserts: readonly Insert[]): Html {
  return new Html(strings.map((text, index) => text + markup(inserts[index] ?? null)).join(''))
}

function markup(insert: Insert): string {
  if (insert === null) return ''
  if (insert instanceof Html) return insert.text
  if (typeof insert === 'object') return insert.map(({ text }) => text).join('')
  return String(insert).replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)
}
