/**
 * Random lives of a customer beside a law of points that knows nothing of the ledger: days pass at
 * every step; several orders share a lot, points wait, two programs swap points, give gift credit
 * and coupons of several uses, which are used and locked, and everything is undone in an order of
 * its own. After every deed the service has what the law foretells and shows it, and in the end the
 * audit agrees.
 *
 * A life that goes wrong is told as the shortest list of deeds that does.
 *
 * Spec: VoucherLoyaltyCard.balance, Redemption.status.
 */
import t from 'tap'
import type { Store } from '../../src/storage/engine/store.ts'
import { casesOf } from '../support/chance.ts'
import { lifeOf } from './support/lives.ts'
import { mistakeIn, shrunk, story } from './support/living.ts'
import { DAYS, LASTING, MONTHS, PERIODS, TIERED, YEARS } from './support/plans.ts'
import { emptyStore } from './support/shops.ts'

const programs = [
  ['whose points end with their day, or so many days later', DAYS],
  ['whose points end with their month', MONTHS],
  ['whose points end with their quarter or year, or at midsummer', YEARS],
  ['whose points never end, beside others that do', LASTING],
  ['with tiers by what is on the card', TIERED],
  ['with tiers by what came in during a month', PERIODS]
] as const

/** A store holds so many lives; then they are forgotten, and their memory is free. */
const LIVES_MAX = 40

for (const [which, plans] of programs) {
  t.test(`nothing is lost or made in programs ${which}`, async t => {
    t.setTimeout(0)
    let lives = 0
    let store: Store | null = null
    for (const chance of casesOf(t, { gate: 5, soak: 25 })) {
      if (lives++ % LIVES_MAX === 0) {
        await store?.close()
        store = await emptyStore()
      }
      const life = lifeOf(plans, chance)
      const mistake = await mistakeIn(store as Store, life)
      if (mistake === null) continue
      t.fail(mistake.wrong, { story: story(await shrunk(store as Store, life, mistake)) })
    }
    await store?.close()
  })
}
