/**
 * Plays random histories on the engine that `TEST_ENGINE` names, from a seed and for so many
 * minutes, and prints each that goes wrong. It sends how far it has come to the process that
 * started it.
 *
 * Spec: Decision 285.
 */
import { mistakeIn } from '../../test/histories/support/histories.ts'
import { lasting, mortal } from '../../test/histories/support/places.ts'
import { seededBy } from '../../test/support/seeded.ts'

/** How many histories were played, how many of them with deaths, and how many went wrong. */
export interface PlayedSoFar {
  readonly histories: number
  readonly deaths: number
  readonly wrong: number
}

const ROUNDS = 30
/** Each death is followed by a start, which takes a second. */
const ROUNDS_WITH_DEATHS = 8
/** One history in so many is one with deaths, which take long. */
const DEATHS = 20

const [first, minutes] = process.argv.slice(2).map(Number) as [number, number]

// Nobody is left who wants to know.
process.on('disconnect', () => process.exit(1))

const ends = performance.now() + minutes * 60_000
let [histories, deaths, wrong] = [0, 0, 0]
console.log(`On ${[...lasting, ...mortal].map(({ place }) => place.name).join('; ')}.`)
for (let seed = first; performance.now() < ends; seed++) {
  const dies = seed % DEATHS === 0
  for (const { place } of dies ? mortal : lasting) {
    const mistake = await mistakeIn(place, seededBy(seed), dies ? ROUNDS_WITH_DEATHS : ROUNDS)
    histories++
    if (dies) deaths++
    if (mistake !== null) {
      wrong++
      console.log(`\nseed ${seed} ${mistake}`)
    }
    process.send?.({ histories, deaths, wrong } satisfies PlayedSoFar)
  }
}
process.disconnect()
