/**
 * A generator of arbitrary cases that can be repeated: the same seed gives the same cases.
 *
 * The seed is fixed, so that a test is the same test every day; `TEST_SEED` chooses another. A
 * sample of the cases is tried, so that nobody waits for `npm test`; `TEST_CASES=1` tries all of
 * them, as continuous integration does, and `TEST_CASES=20` twenty times as many. Both are printed
 * with the test that uses them.
 */
import type { Test } from 'tap'

export interface Seeded {
  /** A whole number from 0 to below − 1. */
  readonly below: (below: number) => number
  /** A whole number from `from` to `to`, both included. */
  readonly between: (from: number, to: number) => number
  readonly pick: <Thing>(things: readonly Thing[]) => Thing
  /** True once in `n` times. */
  readonly once: (n: number) => boolean
  /** How many cases to try: `all`, or a sample of `least` or more. */
  readonly cases: (all: number, least?: number) => number
  /** All of them, or a sample: the first, and each other with the same chance. */
  readonly some: <Thing>(all: Iterable<Thing>) => Iterable<Thing>
}

const SEED_DEFAULT = 20260301
/** The part of all cases that is a sample, and how few are none. */
const SAMPLE_SHARE = 1 / 20
const SAMPLE_LEAST = 50

let samples = 0

/** How often this process tried some of the cases there are. */
export function samplesTried(): number {
  return samples
}

/** So many of them, each of which was as likely to be drawn; all where there are no more. */
export function drawn<Thing>(
  things: readonly Thing[],
  count: number,
  below: Seeded['below']
): Thing[] {
  const left = [...things]
  const some = { length: Math.min(count, left.length) }
  return Array.from(some, () => left.splice(below(left.length), 1)).flat()
}

/** A generator for one test, which prints what repeats it. */
export function seeded(t: Pick<Test, 'comment'>): Seeded {
  const seed = seedOf()
  t.comment(`TEST_SEED=${seed} TEST_CASES=${process.env['TEST_CASES'] ?? 'a sample'}`)
  return seededBy(seed)
}

/** The seed of this run. */
export function seedOf(): number {
  return Number(process.env['TEST_SEED'] ?? SEED_DEFAULT)
}

/** The generator of a seed. */
export function seededBy(seed: number): Seeded {
  const { TEST_CASES } = process.env
  const next = mulberry32(seed)
  const below = (bound: number) => Math.floor(next() * bound)
  const isSample = TEST_CASES === undefined
  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    pick: things => things[below(things.length)] as (typeof things)[number],
    once: n => below(n) === 0,
    cases: (all, least = SAMPLE_LEAST) => {
      if (!isSample) return all * Number(TEST_CASES)
      const sample = Math.max(least, Math.round(all * SAMPLE_SHARE))
      if (sample < all) samples++
      return Math.min(all, sample)
    },
    some: function* (all) {
      let isFirst = true
      for (const each of all) {
        if (isFirst || !isSample || next() < SAMPLE_SHARE) yield each
        else samples++
        isFirst = false
      }
    }
  }
}

/** Numbers in [0, 1), of 32 random bits each. */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
