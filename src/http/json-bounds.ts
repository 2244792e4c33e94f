/**
 * Measures JSON before it is parsed, in one pass over its bytes: parsing ten megabytes of brackets,
 * or of names, would block all requests for seconds.
 *
 * The same pass counts the names, because parsing keeps the last of those that are there twice and
 * says nothing. Which one it is, is looked for only where there are fewer afterwards.
 */

import { NESTING_MAX } from '../rules/soundness.ts'
import { limits } from './limits.ts'

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const [LIST, OBJECT] = [0x5b, 0x7b]
const [LIST_END, OBJECT_END] = [0x5d, 0x7d]

/** What is known of JSON before it is parsed. */
interface Measured {
  /** What it has too much of, as the end of a sentence about the body; null: nothing. */
  readonly excess: string | null
  /** How many names of properties it has, if it can be parsed and has not too much. */
  readonly names: number
  /** How many values it has at most. */
  readonly values: number
}

/**
 * Measures a text. In UTF-8 no byte of another character looks like a bracket. A value is counted
 * for each comma and each bracket that opens: never fewer than there are, and one more for each that
 * is empty.
 */
export function measuredBody(json: Buffer): Measured {
  const most = startsList(json) ? limits.listValues : limits.bodyValues
  const commas = new Uint32Array(NESTING_MAX + 1)
  const opened = new Uint8Array(NESTING_MAX + 1)
  let [depth, values, names] = [0, 0, 0]
  const excessive = (excess: string) => ({ excess, names, values })
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    if (byte === QUOTE) {
      index = endOfText(json, index)
    } else if (byte === LIST || byte === OBJECT) {
      depth++
      if (depth > NESTING_MAX) return excessive(`is nested more than ${NESTING_MAX} levels deep`)
      commas[depth] = 0
      opened[depth] = byte
      values++
    } else if (byte === LIST_END || byte === OBJECT_END) {
      // Broken, which parsing tells better.
      if (--depth < 0) break
    } else if (byte === COMMA) {
      const count = (commas[depth] as number) + 1
      commas[depth] = count
      if (opened[depth] === OBJECT && count >= limits.objectNames) {
        return excessive(`has an object with more than ${limits.objectNames} names`)
      }
      values++
    } else if (byte === COLON) {
      names++
    }
    if (values > most) {
      return excessive(`has more than ${most} values. Send it in several requests`)
    }
  }
  return { excess: null, names, values }
}

/** How many names of properties a parsed value has. */
export function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let names = 0
  if (Array.isArray(value)) {
    for (const each of value) names += namesIn(each)
    return names
  }
  // No list of the names is made, and nothing that was parsed inherits one.
  for (const name in value) names += 1 + namesIn((value as Record<string, unknown>)[name])
  return names
}

/** An object or a list that is open: its names, or null for a list; and the place reached in it. */
interface Open {
  readonly names: Set<string> | null
  at: string | number
  /** Whether a text that comes next is a name. */
  isBeforeColon: boolean
}

/** The path of the first name that its object has for the second time; null: there is none. */
export function nameTwice(json: Buffer): readonly (string | number)[] | null {
  const open: Open[] = []
  for (let index = 0; index < json.length; index++) {
    const byte = json[index]
    const innermost = open.at(-1)
    if (byte === QUOTE) {
      const start = index
      index = endOfText(json, index)
      // What stands behind a colon is no name, and neither is what stands in a list.
      if (innermost?.names == null || !innermost.isBeforeColon) continue
      const name = JSON.parse(json.toString('utf8', start, index + 1)) as string
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
