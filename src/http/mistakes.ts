/**
 * The mistakes of a body as one refusal: the first as it would be told alone, then others.
 *
 * A place is told once, by the mistake found there first, because what else is wrong with a value
 * of the wrong type helps nobody. How many are told, and how large a body is looked through for
 * them, is bounded: otherwise a caller who sends nonsense would have us write it out.
 *
 * Spec: ApiError.errors.
 */
import { type BodyMistake, MISTAKES_TOLD_MAX, type RefusalKey } from '../decisions/refusals.ts'
import { HttpFailure } from './errors.ts'
import type { Explanation } from './explanation.ts'
import { limits } from './limits.ts'

/** The longest texts of a mistake in characters, as the document declares them. */
const POINTER_MAX = 1024
const DETAILS_MAX = 8192

/** How many characters of a text or a name cost as much as a value. */
const CHARACTERS_PER_VALUE = 64

/** Only OAuth has forms, and it names mistakes by the parameter. */
const formKeys: ReadonlyMap<string, RefusalKey> = new Map([
  ['grant_type', 'invalid_grant_type'],
  ['scope', 'invalid_scope']
])

/** Whether a body is small enough to look for all of its mistakes. */
export function isSearched(body: unknown): boolean {
  return leftAfter(body, limits.searchedValues) >= 0
}

/** The refusal of a body or form; `found` are all of its mistakes, and is read only so far. */
export function bodyFailure(
  part: 'body' | 'form',
  first: Explanation,
  found: Iterable<Explanation>
): HttpFailure {
  const mistakes = [mistakeOf(part, first)]
  const places = new Set([first.pointer])
  for (const each of canBeTold(first) ? found : []) {
    if (mistakes.length === MISTAKES_TOLD_MAX) break
    if (!canBeTold(each) || places.has(each.pointer)) continue
    places.add(each.pointer)
    mistakes.push(mistakeOf(part, each))
  }
  return new HttpFailure(keyOf(part, first), first.details, {}, mistakes)
}

/** Names of the caller's can be of any length. */
function canBeTold({ pointer, details }: Explanation): boolean {
  return pointer.length <= POINTER_MAX && details.length <= DETAILS_MAX
}

function mistakeOf(part: 'body' | 'form', explanation: Explanation): BodyMistake {
  const { pointer, details } = explanation
  return { key: keyOf(part, explanation), pointer, details }
}

function keyOf(part: 'body' | 'form', { keyword, property }: Explanation): RefusalKey {
  if (part === 'body') return 'invalid_payload'
  if (keyword === 'required') return 'missing_parameters'
  return formKeys.get(property) ?? 'invalid_payload'
}

/** `left` less what a value costs, and what is in it; below zero it is not looked at to the end. */
function leftAfter(value: unknown, left: number): number {
  if (typeof value === 'string') return left - costOf(value)
  if (typeof value !== 'object' || value === null) return left - 1
  let rest = left - 1
  if (Array.isArray(value)) {
    // Not by its entries, which would be made of all: of a long list, few are looked at.
    for (const each of value) {
      if (rest < 0) return rest
      rest = leftAfter(each, rest)
    }
    return rest
  }
  for (const [name, each] of Object.entries(value)) {
    if (rest < 0) return rest
    rest = leftAfter(each, rest - costOf(name) + 1)
  }
  return rest
}

function costOf(text: string): number {
  return 1 + Math.floor(text.length / CHARACTERS_PER_VALUE)
}
