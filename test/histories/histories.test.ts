/**
 * Random histories of a small shop, with several deeds at once, beside a model that knows one after
 * the other: whatever was answered, some order of the deeds explains it, and the ledgers agree. In
 * this process on each engine that serves, and with the program killed between any two statements.
 *
 * A mistake that is put in on purpose is found; without one, the same store is in order.
 *
 * A longer look elsewhere: `npm run model -- --minutes 10`
 */
import t, { type Test } from 'tap'
import { postgresInProcess } from '../storage/support/pglite.ts'
import { seeded, seededBy, seedOf } from '../support/seeded.ts'
import { onPostgres } from '../support/stores.ts'
import { mistakeIn } from './support/histories.ts'
import { decidingEarly, losing, without } from './support/planting.ts'
import {
  inProcess,
  inProcessFromNothing,
  inServices,
  mortal,
  own,
  type Place
} from './support/worlds.ts'

const ROUNDS = 20

const postgres = async () => (await postgresInProcess.open()).store
const early = inProcess('a store that decides early', own, decidingEarly)

type Row = readonly [place: Place, all: number, sample: number, rounds: number]

// How many histories there are in all, and how many are a sample.
const onServer: readonly Row[] = [
  [inServices('PostgreSQL', 1), 40, 2, ROUNDS],
  [inServices('PostgreSQL, in two services', 2), 40, 2, ROUNDS],
  [inServices('PostgreSQL, in four services', 4), 40, 2, ROUNDS],
  [early, 20, 1, ROUNDS]
]
const inFiles: readonly Row[] = [
  [inProcess('SQLite in memory', own), 80, 3, ROUNDS],
  [inServices('SQLite in a file', 1), 40, 1, ROUNDS],
  [early, 40, 2, ROUNDS],
  // It takes seconds to begin.
  [inProcessFromNothing('PostgreSQL in this process', postgres), 6, 0, ROUNDS],
  [mortal, 6, 1, 5]
]

for (const [place, all, sample, rounds] of onPostgres ? onServer : inFiles) {
  t.test(`on ${place.name}, what was answered happened in some order`, async t => {
    t.setTimeout(0)
    const { cases } = seeded(t)
    for (let nr = 0; nr < cases(all, sample); nr++) {
      const mistake = await mistakeIn(place, seededBy(seedOf() + nr), rounds)
      if (mistake !== null) t.fail(`TEST_SEED=${seedOf() + nr} ${mistake}`)
    }
  })
}

/** In so many histories, which take a minute at most, a mistake has to be found. */
const HISTORIES_MAX = 100

async function isFound(t: Test, place: Place): Promise<void> {
  t.setTimeout(0)
  for (let nr = 0; nr < HISTORIES_MAX; nr++) {
    const mistake = await mistakeIn(place, seededBy(seedOf() + nr), ROUNDS)
    if (mistake === null) continue
    t.pass(`in history ${nr + 1}`)
    t.comment(mistake)
    return
  }
  t.fail('nothing was found')
}

const guards = [
  // What it holds, as the statement says it, and what is said instead.
  ['a card is as it was when its points were counted', '"vouchers"."version" = +?', '+? > 0'],
  ['a reward has a stock', '"rewards"."redeemed" < "rewards"."stock"', 'true']
] as const

for (const [held, guard, instead] of guards) {
  // Guards are taken out of what the driver of SQLite prepares.
  t.test(`it is found when no guard sees to it that ${held}`, { skip: onPostgres }, t =>
    without(guard, instead, () => isFound(t, early))
  )
}

const lost = [
  ['receipts', losing(({ kind }) => kind === 'receipt.saved')],
  ['the stock that is sold', losing(({ kind }) => kind === 'reward.redeemed')]
] as const

for (const [what, store] of lost) {
  t.test(`it is found when the store loses ${what}`, t => isFound(t, inProcess(what, own, store)))
}
