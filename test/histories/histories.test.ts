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
import { early, lasting, mortal, type Playing } from './support/places.ts'
import { losing, without } from './support/planting.ts'
import { inProcess, inProcessFromNothing, own, type Place } from './support/worlds.ts'

const ROUNDS = 20

const postgres = async () => (await postgresInProcess.open()).store

/** It takes seconds to begin. */
const inThisProcess: Playing = {
  place: inProcessFromNothing('PostgreSQL in this process', postgres),
  all: 3,
  sample: 0,
  rounds: ROUNDS
}

const places = [...lasting, ...mortal, ...(onPostgres ? [] : [inThisProcess])]

for (const { place, all, sample, rounds } of places) {
  t.test(`on ${place.name}, what was answered happened in some order`, async t => {
    t.setTimeout(0)
    const { cases } = seeded(t)
    for (let nr = 0; nr < cases(all, sample); nr++) {
      const mistake = await mistakeIn(place, seededBy(seedOf() + nr), rounds)
      if (mistake !== null) t.fail(`TEST_SEED=${seedOf() + nr} ${mistake}`)
    }
  })
}

/**
 * Within a minute a mistake has to be found. It is a minute of this process alone, so that others
 * on the machine make no difference.
 */
const MISTAKE_SECONDS_MAX = 60

function secondsOfProcess(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

async function isFound(t: Test, place: Place): Promise<void> {
  t.setTimeout(0)
  const ends = secondsOfProcess() + MISTAKE_SECONDS_MAX
  for (let nr = 0; secondsOfProcess() < ends; nr++) {
    const mistake = await mistakeIn(place, seededBy(seedOf() + nr), ROUNDS)
    if (mistake === null) continue
    t.pass(`in history ${nr + 1}`)
    t.comment(mistake)
    return
  }
  t.fail('nothing was found in a minute')
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
