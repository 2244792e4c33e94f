/**
 * The law itself, without any service: it leaves the same whatever is undone first.
 */
import t from 'tap'
import { casesOf } from '../support/chance.ts'
import { Clock } from './support/clock.ts'
import type { Deed } from './support/deeds.ts'
import { Foretold } from './support/foretold.ts'
import { lifeOf } from './support/lives.ts'
import { ALL } from './support/plans.ts'

const BEGAN_MS = Date.parse('2025-11-03T11:00:00.000Z')

t.test('once everything is undone, left is what was given less what has lapsed', async t => {
  const cases = casesOf(t, { gate: 200, soak: 10_000 })
  let whole = 0
  for (const chance of cases) {
    const { plan, deeds } = lifeOf(ALL, chance)
    const clock = new Clock(plan.zone)
    const foretold = new Foretold(plan)
    let now = BEGAN_MS
    const live = (deed: Deed) => {
      now = Math.max(deed.do === 'pass' ? clock.later(now, deed.days, deed.minute) : 0, now + 1)
      foretold.dawn(clock.dayAt(now))
      foretold.do(deed, clock.dayAt(now), new Date(now).toISOString())
    }
    for (const deed of deeds) live(deed)
    for (const deed of foretold.rest(() => clock.dayAt(now))) live(deed)
    // What was taken by hand was not undone.
    if (foretold.tookByHand) continue
    whole++
    const kept = [...foretold.coupons.values()].filter(({ uses, isOver }) => uses > 0 || !isOver)
    if (kept.length > 0) t.fail(`${kept.length} coupons are kept, and their points are back`)
    const today = clock.dayAt(now)
    const left = Object.values(foretold.purses).map(purse => purse.balance(today))
    const due = Object.values(foretold.purses).map(purse => purse.given - purse.lapsed(today))
    if (String(left) !== String(due)) t.fail(`${left}, not ${due}`)
  }
  cases.together(whole > cases.count / 2, `${whole} of ${cases.count} lives were undone whole`)
})
