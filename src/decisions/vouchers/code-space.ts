/**
 * The codes that a configuration can make: how many there are, which texts they are, which to try
 * next.
 *
 * Codes are unique in a project, so only the database knows which are free. A decision proposes
 * codes and the load says which of them no voucher has. A small space is proposed as a whole, so
 * that its last free code is found like its first.
 *
 * Spec: CodeConfigRequest.
 */
import type { CodeConfig, Project } from '../../model.ts'
import {
  capacity,
  DEFAULT_CHARSET,
  drawCode,
  foldCase,
  ignoringCase,
  nthCode,
  type Spellings,
  spelledAsCode,
  spellingsIn,
  usableCapacity
} from '../../rules/codes.ts'

/** Codes proposed at once, at most. Looking so many up takes a few milliseconds. */
export const CODES_TRIED_MAX = 4000

/** Spaces of this size are not counted: no campaign can come near to using them up. */
export const COUNTED_CAPACITY_MAX = 10_000_000_000n

type CodeComparison = Pick<Project, 'caseSensitiveCodes'>

/** How many codes the configuration can make that differ in the comparison of the project. */
export function codeCapacity(config: CodeConfig, project: CodeComparison): bigint {
  return usableCapacity(distinct(config, project), spellings(config, project))
}

/** The characters that the project takes for the same as one, of those that codes are made of. */
function spellings(config: CodeConfig, { caseSensitiveCodes }: CodeComparison): Spellings {
  return caseSensitiveCodes ? character => [character] : spellingsIn(config)
}

function distinct(config: CodeConfig, { caseSensitiveCodes }: CodeComparison): CodeConfig {
  return caseSensitiveCodes ? config : ignoringCase(config)
}

/** The code in the form in which the project compares it. */
export function codeKey(code: string, { caseSensitiveCodes }: CodeComparison): string {
  return caseSensitiveCodes ? code : foldCase(code)
}

/** The parts of a code; the body is complete, with `#` for each random character. */
function shapeOf(config: CodeConfig) {
  // Made by the rule for codes, with a charset that keeps the places.
  const body = nthCode({ ...config, prefix: null, postfix: null, charset: '#' }, 0n)
  return { prefix: config.prefix ?? '', body, postfix: config.postfix ?? '' }
}

/**
 * The characters at each place of every code of the space, in the comparison of the project. A text
 * fits exactly when it is a code of the space. Null when the space is too large to be counted.
 */
export function codePlaces(
  config: CodeConfig,
  project: CodeComparison
): readonly (readonly string[])[] | null {
  if (codeCapacity(config, project) >= COUNTED_CAPACITY_MAX) return null
  const { prefix, body, postfix } = shapeOf(config)
  const fold = (text: string) => [...codeKey(text, project)]
  const charset = [...new Set(distinct(config, project).charset ?? DEFAULT_CHARSET)].map(fold)
  // Only one that stands alone may fold into several characters, each with a place of its own.
  const free = charset.length === 1 ? charset.flat().map(one => [one]) : [charset.flat()]
  return [
    ...fold(prefix).map(character => [character]),
    ...fold(body).flatMap(character => (character === '#' ? free : [[character]])),
    ...fold(postfix).map(character => [character])
  ]
}

export interface CodesWanted {
  readonly config: CodeConfig
  /** Free codes that are needed. */
  readonly count: number
  /** Taken codes of the space; 0 when it is not counted. */
  readonly used: number
}

/**
 * Codes to look up, all different in the comparison of the project, in the order of their use. A
 * small space is proposed as a whole, from a random place on; of a large space, as many codes as
 * are likely to contain `count` free ones.
 */
export function codesToTry(
  { config, count, used }: CodesWanted,
  project: CodeComparison,
  random: (below: number) => number
): readonly string[] {
  const one = distinct(config, project)
  const size = capacity(one)
  if (size <= BigInt(CODES_TRIED_MAX)) {
    const all = Number(size)
    const start = random(all)
    const codes = Array.from({ length: all }, (_, n) => nthCode(one, BigInt((start + n) % all)))
    const others = spellings(config, project)
    return codes.flatMap(code => spelledAsCode(code, config, others) ?? [])
  }
  const left = size - BigInt(used)
  // In big integers, since a space of long codes exceeds what a number holds exactly.
  const expected = Number((BigInt(count) * size) / (left > 0n ? left : 1n))
  // A quarter more than expected, and a few more, so that a shortage is rare.
  const tries = Math.min(Math.ceil(expected * 1.25) + 8, CODES_TRIED_MAX)
  const byKey = new Map<string, string>()
  // A fixed number of draws: with a source that repeats itself, drawing until enough codes differ
  // would not end.
  for (let drawn = 0; drawn < tries; drawn++) {
    const code = drawCode(config, random)
    if (code !== null) byKey.set(codeKey(code, project), code)
  }
  return [...byKey.values()]
}
