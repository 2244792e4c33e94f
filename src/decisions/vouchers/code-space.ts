/**
 * The space of codes a configuration can make: how large it is, which codes belong to it, which to
 * try next.
 *
 * Codes are unique in a project, so whether one is free is the database's to say. A decision
 * proposes codes, the load tells which nobody has. A space small enough is proposed whole, which
 * makes its last code as findable as its first.
 *
 * Spec: CodeConfigRequest; Decision 16.
 */
import type { CodeConfig, Project } from '../../model.ts'
import { capacity, DEFAULT_CHARSET, ignoringCase, nthCode, randomCode } from '../../rules/codes.ts'

/** The most codes proposed at once. Asking for so many takes a few milliseconds. */
export const CODES_TRIED_MAX = 4000

/** Spaces from here on are never counted: no campaign can come near to exhausting them. */
export const COUNTED_CAPACITY_MAX = 10_000_000_000n

type Comparison = Pick<Project, 'caseSensitiveCodes'>

/** How many codes that differ, as the project compares them, the configuration can make. */
export function codeCapacity(config: CodeConfig, project: Comparison): bigint {
  return capacity(distinct(config, project))
}

function distinct(config: CodeConfig, { caseSensitiveCodes }: Comparison): CodeConfig {
  return caseSensitiveCodes ? config : ignoringCase(config)
}

/** The code as it is compared. */
export function codeKey(code: string, { caseSensitiveCodes }: Comparison): string {
  return caseSensitiveCodes ? code : code.toLowerCase()
}

/** The parts of a code; the body in full, with `#` where a character is free. */
function shapeOf(config: CodeConfig) {
  // Made by the rule itself, from a charset that leaves its places standing.
  const body = nthCode({ ...config, prefix: null, postfix: null, charset: '#' }, 0n)
  return { prefix: config.prefix ?? '', body, postfix: config.postfix ?? '' }
}

/**
 * What stands at each place of every code of the space, as the project compares: one character, or
 * several to choose from. Exactly the codes of the space fit. Null when the space is too large for
 * its codes to need counting.
 */
export function codePlaces(
  config: CodeConfig,
  project: Comparison
): readonly (readonly string[])[] | null {
  if (codeCapacity(config, project) >= COUNTED_CAPACITY_MAX) return null
  const { prefix, body, postfix } = shapeOf(config)
  const fold = (text: string) => [...codeKey(text, project)]
  const charset = [...new Set(fold(config.charset ?? DEFAULT_CHARSET))]
  return [
    ...fold(prefix).map(character => [character]),
    ...fold(body).map(character => (character === '#' ? charset : [character])),
    ...fold(postfix).map(character => [character])
  ]
}

export interface CodesWanted {
  readonly config: CodeConfig
  /** How many free codes are wanted. */
  readonly count: number
  /** How many of the space are taken; 0 where that is not counted. */
  readonly used: number
}

/**
 * Codes to look up, all different as the project compares them, in the order in which to use those
 * that are free. A small space comes whole, from a random place on; of a large one come as many as
 * are likely to hold `count` free ones.
 */
export function codesToTry(
  { config, count, used }: CodesWanted,
  project: Comparison,
  random: (below: number) => number
): readonly string[] {
  const size = codeCapacity(config, project)
  if (size <= BigInt(CODES_TRIED_MAX)) {
    const all = Number(size)
    const start = random(all)
    const one = distinct(config, project)
    return Array.from({ length: all }, (_, index) => nthCode(one, BigInt((start + index) % all)))
  }
  const left = size - BigInt(used)
  // In big integers, since a space of long codes has more than a number can be large.
  const expected = Number((BigInt(count) * size) / (left > 0n ? left : 1n))
  // A quarter more than expected, and a few, so that coming out short is rare.
  const tries = Math.min(Math.ceil(expected * 1.25) + 8, CODES_TRIED_MAX)
  const byKey = new Map<string, string>()
  // A fixed number of draws, not until enough differ: a source that repeats itself must end, too.
  for (let drawn = 0; drawn < tries; drawn++) {
    const code = randomCode(config, random)
    byKey.set(codeKey(code, project), code)
  }
  return [...byKey.values()]
}
