/**
 * Lives nobody thought of: each seed is one, always the same.
 *
 * Numbers are small and few, so that they meet: prices that are just what an order brought, days
 * that are just the last. The second half undoes everything, in an order of its own.
 */
import type { Chance } from '../../support/chance.ts'
import type { Counts, Deed } from './deeds.ts'
import { type Plan, PRICES, PROGRAMS, type Program } from './plans.ts'

export interface Life {
  readonly plan: Plan
  readonly deeds: readonly Deed[]
}

const POINTS = [5, 19, 20, 22, 40, 45, 60, 60, 100, 300]
const CREDITS = [0, 0, 100, 500]
const DAYS = [0, 0, 0, 1, 1, 2, 5, 13, 30, 31, 45, 92, 200, 365, 400]
const MINUTES = [0, 1, 30, 119, 180, 720, 1380, 1439]

/** A life in a shop of one of the plans. */
export function lifeOf(plans: readonly Plan[], chance: Chance): Life {
  const plan = chance.pick(plans)
  const lived: Deed[] = []
  const length = chance.between(3, 18)
  while (lived.length < length) lived.push(anyDeed(chance, lived))
  const undoing = shuffled(chance, lived.flatMap(undoingOf))
  const paused = undoing.flatMap(deed => (chance.once(3) ? [anyPause(chance), deed] : [deed]))
  return { plan, deeds: [...lived, ...paused] }
}

function anyDeed(chance: Chance, lived: readonly Deed[]): Deed {
  const { pick, below, once } = chance
  const nr = lived.length
  const program = pick(PROGRAMS)
  const kind = below(50)
  if (kind < 6) return { do: 'give', to: program, points: pick(POINTS), ends: anyEnds(chance) }
  if (kind < 15) return anyOrder(chance, nr)
  if (kind < 20) return { do: 'buy', with: program, price: pick(PRICES), nr }
  if (kind < 22) {
    const [points, credit] = [pick(PRICES), pick(CREDITS)]
    return { do: 'stack', with: program, points, credit, locked: once(2), nr }
  }
  if (kind < 25) return { do: 'swap', from: program, nr }
  if (kind < 26) return { do: 'gift', with: program, nr }
  if (kind < 27 && once(3)) return { do: 'take', from: program, points: pick(POINTS) }
  if (kind < 27 && once(4)) return { do: 'use gift', amount: pick([100, 500]) }
  if (kind < 30) return { do: 'cancel', nr: below(nr + 1) }
  if (kind < 33) return { do: 'roll back', nr: below(nr + 1) }
  if (kind < 34) return { do: pick(['activate', 'drop']), nr: below(nr + 1), in: program }
  return kind < 40 ? anyPause(chance) : withCoupon(chance, program, lived)
}

/** A coupon is bought, or one of those that were is used or kept. */
function withCoupon(chance: Chance, program: Program, lived: readonly Deed[]): Deed {
  const { pick, once } = chance
  const nr = lived.length
  const bought = lived.flatMap(deed => (deed.do === 'coupon' ? [deed.nr] : []))
  const locks = lived.flatMap(deed => (deed.do === 'lock' ? [deed.nr] : []))
  if (bought.length === 0 || once(4)) return { do: 'coupon', with: program, nr }
  const of = pick(bought)
  if (once(2)) return { do: 'use coupon', of, credit: pick(CREDITS), locked: once(2), nr }
  if (once(5)) return { do: 'switch on', of }
  if (locks.length > 0 && once(2)) return { do: 'release', nr: pick(locks) }
  return { do: 'lock', of, days: pick([1, 5, 30, 365]), nr }
}

function anyEnds({ pick, between }: Chance) {
  return pick(['rules', 'rules', 'never', between(0, 40)] as const)
}

/** Most bring points of one kind in one program; some of several, in both. */
function anyOrder({ pick, once, below }: Chance, nr: number): Deed {
  const counts = { a: [0, 0, 0], b: [0, 0, 0] }
  do {
    const program: Program = once(3) ? 'b' : 'a'
    counts[program][once(2) ? 0 : below(3)] = pick(POINTS)
  } while (once(3))
  const [a, b] = [counts.a as unknown as Counts, counts.b as unknown as Counts]
  return { do: 'order', nr, a, b }
}

function anyPause({ pick, once }: Chance): Deed {
  return { do: 'pass', days: pick(DAYS), minute: pick(MINUTES), timer: once(2) }
}

/** What undoes a deed, should it have been done and not be undone by then. */
export function undoingOf(deed: Deed): readonly Deed[] {
  switch (deed.do) {
    case 'order':
      return [{ do: 'cancel', nr: deed.nr }]
    case 'buy':
    case 'stack':
    case 'swap':
    case 'gift':
    case 'coupon':
    case 'use coupon':
      return [{ do: 'roll back', nr: deed.nr }]
    case 'lock':
      return [{ do: 'release', nr: deed.nr }]
    default:
      return []
  }
}

export function shuffled<Thing>({ below }: Chance, things: readonly Thing[]): readonly Thing[] {
  const left = [...things]
  return things.map(() => left.splice(below(left.length), 1)[0] as Thing)
}
