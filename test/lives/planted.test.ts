/**
 * A rule of taking back that is left out is found: by random lives within their sample, and by the
 * audit, which is not told where.
 *
 * Spec: Decisions 43 and 104.
 */
import t from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { seedOf } from '../support/seeded.ts'
import { lifeOf } from './support/lives.ts'
import { mistakeIn } from './support/living.ts'
import { MONTHS } from './support/plans.ts'
import { type Left, planted } from './support/planting.ts'
import { emptyStore } from './support/shops.ts'

/** Lives of a sample. */
const SAMPLE = 175

/** What takes back, and what is kept of it. */
const TAKING: readonly Change['kind'][] = ['points.moved', 'lots.accounted', 'shortfall.saved']

/** Whether the cards of a unit have nothing but points that are taken back. */
const takesAlone = (all: readonly Change[]) =>
  all.every(change => {
    if (change.kind === 'points.moved') return change.entry.type === 'POINTS_CANCELLATION'
    return change.kind !== 'pendingPoints.closed' && change.kind !== 'tierMembership.saved'
  })

const isCanceling = (change: Change) =>
  change.kind === 'order.updated' && change.order.status === 'CANCELED'

/** Where the points of a redemption come back to; null: it is none that is rolled back. */
const returnedTo = (all: readonly Change[]) =>
  all.flatMap(change =>
    change.kind === 'points.moved' && change.entry.type === 'POINTS_REFUND'
      ? [change.card.voucherId]
      : []
  )[0] ?? null

const rules: readonly (readonly [rule: string, left: Left])[] = [
  [
    'what an order brought is taken back with it',
    ({ kind }, all) => TAKING.includes(kind) && all.some(isCanceling) && takesAlone(all)
  ],
  [
    'what a reward put elsewhere is taken back with it',
    ({ kind, card }, all) => {
      const home = returnedTo(all)
      return TAKING.includes(kind) && home !== null && card.voucherId !== home
    }
  ],
  [
    'what is missing is noted',
    change =>
      change.kind === 'shortfall.saved' &&
      change.shortfall.from === null &&
      change.shortfall.points > 0
  ]
]

for (const [rule, left] of rules) {
  t.test(`it is found where it is not so that ${rule}`, async t => {
    t.setTimeout(0)
    const store = await emptyStore()
    t.teardown(() => store.close())
    const found: string[] = []
    for (let nr = 0; nr < SAMPLE && found.length === 0; nr++) {
      const mistake = await mistakeIn(planted(store, left), lifeOf(MONTHS, seedOf(), nr))
      if (mistake === null) continue
      t.comment(`life ${nr}: ${mistake.wrong}`)
      t.equal(mistake.audit.clean, false, 'the audit says so, too')
      t.comment(JSON.stringify(mistake.audit))
      found.push(mistake.wrong)
    }
    t.ok(found.length > 0, 'by a life')
  })
}
