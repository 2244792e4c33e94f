/**
 * Arbitrary cases that can be repeated: each has a seed of its own, so that it can be played again
 * alone.
 *
 * The gate plays the first few cases of one seed, and those that were found to go wrong once: the
 * same every day, whatever the environment says. The soak (scripts/soak.ts) plays many cases of any
 * seed. A case that goes wrong is the last of its test, and names the command that plays it again.
 */
import { relative, resolve } from 'node:path'
import { argv, cwd, env } from 'node:process'
import type { Test } from 'tap'

/** What is drawn by chance; the same seed draws the same. */
export interface Chance {
  /** A whole number from 0 to below − 1. */
  readonly below: (below: number) => number
  /** A whole number from `from` to `to`, both included. */
  readonly between: (from: number, to: number) => number
  readonly pick: <Thing>(things: readonly Thing[]) => Thing
  /** True once in `n` times. */
  readonly once: (n: number) => boolean
}

export interface Case extends Chance {
  /** From 1. */
  readonly nr: number
  /** Its own. */
  readonly seed: number
  /** That of the run it is played in. */
  readonly run: number
}

/** A case by the seed of the run and its number in the test. */
type Numbered = readonly [seed: number, nr: number]

/** How many cases are played, and which ones the gate plays beside because they went wrong once. */
export interface Amount {
  readonly gate: number
  readonly soak: number
  readonly found?: readonly Numbered[]
}

/** What a test goes through. No case may be left early: one that is has gone wrong. */
export interface Cases<Item = Case> extends Iterable<Item> {
  readonly count: number
  /** Asserts what holds of all cases together; one that is played alone need not show it. */
  readonly together: (holds: boolean, what: string) => void
}

/** What the soak plays of a file: the cases of a seed, or one of them. */
export interface Soaking {
  readonly seed: number
  /** The case alone; without `test` that of each test that draws. */
  readonly only: { readonly test: number | null; readonly nr: number } | null
}

const GATE_SEED = 20260301

/** The file that is played, how, and what has been played of it. */
const playing = {
  file: relative(resolve(import.meta.dirname, '../..'), resolve(cwd(), argv[1] ?? '')),
  soaking: null as Soaking | null,
  tests: 0,
  cases: 0
}

/** Begins a file, whose tests that draw are counted from 1; `soaking` is null in the gate. */
export function beginFile(file: string, soaking: Soaking | null): void {
  Object.assign(playing, { file, soaking, tests: 0, cases: 0 })
}

export function casesBegun(): number {
  return playing.cases
}

export function casesOf(t: Test, { gate, soak, found = [] }: Amount): Cases {
  const first = (seed: number, count: number) =>
    Array.from({ length: count }, (_, index): Numbered => [seed, index + 1])
  const { soaking } = playing
  const all = soaking === null ? [...first(GATE_SEED, gate), ...found] : first(soaking.seed, soak)
  return played(t, all, each => each)
}

/**
 * Some rows of a table that is too long for the gate, each with a case of its number: in the gate
 * so many, evenly spread; in the soak so many in a row, and others with each seed.
 */
export function rowsOf<Row>(
  t: Test,
  rows: readonly Row[],
  { gate, soak }: Amount
): Cases<readonly [Row, Case]> {
  const { length } = rows
  const { soaking } = playing
  const seed = soaking?.seed ?? GATE_SEED
  const count = Math.min(length, soaking === null ? gate : soak)
  const numbers = Array.from({ length: count }, (_, index): Numbered => {
    const at = soaking === null ? Math.floor((index * length) / count) : seed * soak + index
    return [seed, (((at % length) + length) % length) + 1]
  })
  return played(t, numbers, each => [rows[each.nr - 1] as Row, each] as const)
}

function played<Item>(t: Test, all: readonly Numbered[], of: (each: Case) => Item): Cases<Item> {
  const test = ++playing.tests
  const only = playing.soaking?.only ?? null
  const isOther = only !== null && only.test !== null && only.test !== test
  const cases = only === null ? all : all.filter(([, nr]) => !isOther && nr === only.nr)
  return {
    count: cases.length,
    together: (holds, what) => {
      if (only === null) t.ok(holds, what)
    },
    *[Symbol.iterator]() {
      for (const [seed, nr] of cases) {
        if (!t.passing()) return
        playing.cases++
        let isOver = false
        try {
          const own = mixed(seed, nr)
          yield of({ nr, seed: own, run: seed, ...chanceOf(own) })
          isOver = true
        } finally {
          if (!isOver || !t.passing()) tell(t, { seed, test, nr })
        }
      }
    }
  }
}

/** Fails with the command that plays the case again. */
function tell(t: Test, { seed, test, nr }: Record<'seed' | 'test' | 'nr', number>): void {
  const engine = env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite'
  const options = `--engine ${engine} --seed ${seed} --case ${test}.${nr}`
  t.fail(`again: npm run soak -- --play ${playing.file} ${options}`, { at: null, stack: '' })
}

export function chanceOf(seed: number): Chance {
  const next = mulberry32(seed)
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    below,
    between: (from, to) => from + below(to - from + 1),
    pick: things => things[below(things.length)] as (typeof things)[number],
    once: n => below(n) === 0
  }
}

/** A number of 32 bits for each pair of two, such that neighbours have little in common. */
function mixed(one: number, other: number): number {
  let bits = Math.imul(one, 0x9e3779b1) ^ Math.imul(Math.floor(one / 2 ** 32), 0x85ebca6b)
  for (const each of [other, 0]) {
    bits = Math.imul(bits ^ (bits >>> 16) ^ each, 0x85ebca6b)
    bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
    bits ^= bits >>> 16
  }
  return bits >>> 0
}

/** Numbers in [0, 1), of 32 random bits each. */
function mulberry32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let next = Math.imul(state ^ (state >>> 15), 1 | state)
    next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next
    return ((next ^ (next >>> 14)) >>> 0) / 4294967296
  }
}
