/**
 * What a reader of JSON silently loses: a name that is there twice, and a number that is rounded.
 *
 * One pass over a text counts its names and looks at its numbers, so that a start that serves a
 * file stays quick. Which name or number it is, is looked for only where something is lost.
 */
import type { RowFinding } from '../decisions/imports/columns.ts'
import { namesIn } from '../http/json-bounds.ts'
import { lossOf } from './exactness.ts'
import { DEPTH_MAX } from './soundness.ts'

/** What a number may be written with, after its first character. */
const OF_NUMBERS = '-+.0123456789eE'

/** What is looked for in a text of JSON. */
export interface JsonMeasures {
  /** How many names of properties it has. */
  readonly names: number
  /** Whether every number in it is kept as it is written. */
  readonly isExact: boolean
  /** Where it is nested too deeply; null: nowhere. */
  readonly tooDeepAt: number | null
}

/** Measures a text, which need not be JSON. */
export function measuredText(text: string): JsonMeasures {
  let [names, depth, isExact] = [0, 0, true]
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === '"') {
      index = endOfText(text, index)
      if (isBeforeColon(text, index + 1)) names++
    } else if (character === '[' || character === '{') {
      if (++depth > DEPTH_MAX) return { names, isExact, tooDeepAt: index }
    } else if (character === ']' || character === '}') depth--
    else if (beginsNumber(character)) {
      const source = numberAt(text, index)
      index += source.length - 1
      isExact &&= lossOf(source, Number(source)) === null
    }
  }
  return { names, isExact, tooDeepAt: null }
}

/** The index of the quote that ends a text; the length where none does. */
function endOfText(text: string, start: number): number {
  let index = start + 1
  while (index < text.length && text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}

function isBeforeColon(text: string, start: number): boolean {
  let index = start
  while (' \t\r\n'.includes(text[index] ?? ':')) index++
  return text[index] === ':'
}

function beginsNumber(character: string): boolean {
  return character === '-' || (character >= '0' && character <= '9')
}

/** The number that begins there, as it is written. */
function numberAt(text: string, start: number): string {
  let end = start + 1
  while (OF_NUMBERS.includes(text[end] ?? ' ')) end++
  return text.slice(start, end)
}

/** What is lost of the text of an object, which was read as `value`; null for nothing. */
export function lossIn(text: string, value: unknown): RowFinding | null {
  const { names, isExact, tooDeepAt } = measuredText(text)
  // What is nested too deeply is refused as such.
  if (tooDeepAt !== null || (isExact && namesIn(value) === names)) return null
  return firstLossIn(text)
}

/** The first loss, and the property of the object in which it is. */
function firstLossIn(text: string): RowFinding | null {
  const open: (Set<string> | null)[] = []
  let column: string | null = null
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === '"') {
      const start = index
      index = endOfText(text, index)
      if (!isBeforeColon(text, index + 1)) continue
      const written = text.slice(start, index + 1)
      const name = JSON.parse(written) as string
      if (open.length === 1) column = name
      const names = open.at(-1)
      const message = `The name ${written} is in this object twice. Write it once.`
      if (names?.has(name)) return { column, message }
      names?.add(name)
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? new Set() : null)
    } else if (character === '}' || character === ']') open.pop()
    else if (beginsNumber(character)) {
      const source = numberAt(text, index)
      index += source.length - 1
      const message = lossOf(source, Number(source))
      if (message !== null) return { column, message }
    }
  }
  return null
}
