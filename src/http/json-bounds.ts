/**
 * Measures JSON before it is parsed, in one pass over its bytes: parsing ten megabytes of brackets,
 * or of names, would block all requests for seconds.
 */
import { limits } from '../main/config.ts'
import { NESTING_MAX } from '../rules/soundness.ts'

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c]
const [LIST, OBJECT] = [0x5b, 0x7b]
const [LIST_END, OBJECT_END] = [0x5d, 0x7d]

/**
 * What a text has too much of, as the end of a sentence about the body; null: nothing. In
 * UTF-8 no byte of another character looks like a bracket. A value is counted for each comma and
 * each bracket that opens: never fewer than there are, and one more for each that is empty.
 */
export function excessOf(json: Buffer): string | null {
  const most = startsList(json) ? limits.listValues : limits.bodyValues
  const commas = new Uint32Array(NESTING_MAX + 1)
  const opened = new Uint8Array(NESTING_MAX + 1)
  let [depth, values] = [0, 0]
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (byte === QUOTE) {
      index = endOfText(json, index)
    } else if (byte === LIST || byte === OBJECT) {
      depth++
      if (depth > NESTING_MAX) return `is nested more than ${NESTING_MAX} levels deep`
      commas[depth] = 0
      opened[depth] = byte
      values++
    } else if (byte === LIST_END || byte === OBJECT_END) {
      // Broken, which parsing tells better.
      if (--depth < 0) return null
    } else if (byte === COMMA) {
      const count = (commas[depth] as number) + 1
      commas[depth] = count
      if (opened[depth] === OBJECT && count >= limits.objectNames) {
        return `has an object with more than ${limits.objectNames} names`
      }
      values++
    }
    if (values > most) return `has more than ${most} values. Send it in several requests`
  }
  return null
}

/** The index of the quote that ends the text; the length where none does. */
function endOfText(json: Buffer, start: number): number {
  let index = start + 1
  while (index < json.length && json[index] !== QUOTE) {
    index += json[index] === BACKSLASH ? 2 : 1
  }
  return index
}

/** Whether the first byte that is no white space opens a list. */
function startsList(json: Buffer): boolean {
  return json.find(byte => byte > 0x20) === LIST
}
