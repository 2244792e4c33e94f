/**
 * Names that an object of JSON has twice. Parsing keeps the last of them and says nothing, so they
 * are looked for in the text: in its bytes, because in UTF-8 no byte of another character looks like
 * a sign of JSON.
 */

export const [QUOTE, COMMA, COLON] = [0x22, 0x2c, 0x3a]
const BACKSLASH = 0x5c
export const [LIST, OBJECT] = [0x5b, 0x7b]
export const [LIST_END, OBJECT_END] = [0x5d, 0x7d]

const utf8 = new TextDecoder()

/** An object or a list that is open: its names, or null for a list; and the place reached in it. */
interface Open {
  readonly names: Set<string> | null
  at: string | number
  /** Whether a text that comes next is a name. */
  isBeforeColon: boolean
}

type Path = readonly (string | number)[]

/**
 * The path of the first name that its object has for the second time in JSON that can be parsed;
 * null: there is none. Stops after so many bytes each.
 */
export function* findingNameTwice(
  json: Uint8Array,
  sliceBytes = Number.POSITIVE_INFINITY
): Generator<undefined, Path | null> {
  const open: Open[] = []
  let rest = sliceBytes
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    const innermost = open.at(-1)
    if (byte === QUOTE) {
      const start = index
      index = endOfText(json, index)
      if (index >= rest) {
        yield
        rest = index + sliceBytes
      }
      // What stands behind a colon is no name, and neither is what stands in a list.
      if (innermost?.names == null || !innermost.isBeforeColon) continue
      const name = JSON.parse(utf8.decode(json.subarray(start, index + 1))) as string
      innermost.at = name
      if (innermost.names.has(name)) return open.map(({ at }) => at)
      innermost.names.add(name)
    } else if (byte === OBJECT) open.push({ names: new Set(), at: '', isBeforeColon: true })
    else if (byte === LIST) open.push({ names: null, at: 0, isBeforeColon: false })
    else if (byte === LIST_END || byte === OBJECT_END) open.pop()
    else if (innermost !== undefined && byte === COLON) innermost.isBeforeColon = false
    else if (innermost !== undefined && byte === COMMA) {
      if (typeof innermost.at === 'number') innermost.at++
      else innermost.isBeforeColon = true
    }
  }
  return null
}

/** The index of the quote that ends the text; the length where none does. */
export function endOfText(json: Uint8Array, start: number): number {
  let index = start + 1
  while (index < json.length && json[index] !== QUOTE) {
    index += json[index] === BACKSLASH ? 2 : 1
  }
  return index
}

/** The same of a text, in one go. */
export function nameTwiceIn(json: string): Path | null {
  return findingNameTwice(new TextEncoder().encode(json)).next().value ?? null
}
