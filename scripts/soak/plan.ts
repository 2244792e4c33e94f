/**
 * The steps of a soak, which follow from what is asked for and from nothing else: the same on every
 * machine, however fast it is.
 *
 * Each part has the same share of the time. Its files are played in turn on their engines, each
 * time with the next seed; what takes longer than is left of the time is passed over.
 */
import { type Engine, PARTS, type PartName } from './parts.ts'

/** A file, played once. */
export interface Step {
  /** From 1. */
  readonly nr: number
  readonly part: PartName
  readonly file: string
  readonly engine: Engine
  readonly seed: number
  /** As long as it takes. */
  readonly seconds: number
}

/** What is asked for. */
export interface Wish {
  readonly seed: number
  readonly minutes: number
  readonly engines: readonly Engine[]
  readonly parts: readonly PartName[]
}

/** How many steps are played at a time. */
export const LANES = 2

/** A part on its way: what it has taken, and what comes next. */
interface Going {
  readonly part: PartName
  readonly turns: readonly Omit<Step, 'nr' | 'part' | 'seed'>[]
  taken: number
  next: number
}

export function stepsFor({ seed, minutes, engines, parts }: Wish): readonly Step[] {
  const going = parts.map(part => ({ part, turns: turnsOf(part, engines), taken: 0, next: 0 }))
  const steps: Step[] = []
  let left = minutes * 60 * LANES
  for (;;) {
    const found = nextOf(going, left)
    if (found === null) return steps
    const { part, turns, next } = found
    const turn = turns[next % turns.length] as Going['turns'][number]
    steps.push({
      nr: steps.length + 1,
      part,
      seed: seed + Math.floor(next / turns.length),
      ...turn
    })
    found.next++
    found.taken += turn.seconds
    left -= turn.seconds
  }
}

/** The files of a part: each on all engines before the next one. */
function turnsOf(part: PartName, engines: readonly Engine[]): Going['turns'] {
  return PARTS[part].flatMap(({ file, seconds }) =>
    engines.flatMap(engine => {
      const taken = seconds[engine]
      return taken === null ? [] : [{ file, engine, seconds: taken }]
    })
  )
}

/** The part that has taken least and has something that fits; that is then its next. */
function nextOf(going: readonly Going[], left: number): Going | null {
  const inOrder = going.toSorted((one, other) => one.taken - other.taken)
  for (const each of inOrder) {
    const { turns, next } = each
    const fits = turns.findIndex((_, index) => {
      const { seconds } = turns[(next + index) % turns.length] as Going['turns'][number]
      return seconds <= left
    })
    if (fits === -1) continue
    each.next += fits
    return each
  }
  return null
}
