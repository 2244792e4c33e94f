/**
 * HTML in which every inserted text is escaped, unless it is HTML made here.
 *
 * Escaping is the default: a name that contains a tag is shown as text.
 *
 * Spec: Customer.assets.
 */

/** Markup that is inserted as it is; made by `html`, or from a constant. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A text is escaped, null gives nothing, a list gives its parts in order. */
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
