/**
 * A rule of taking back that is left out is found by a life beside its law, and by the audit, which
 * is not told where. The lives are what random ones came to when they were made short.
 */
import t from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { losing } from '../histories/support/planting.ts'
import type { Counts, Deed } from './support/deeds.ts'
import { mistakeIn } from './support/living.ts'
import { MONTHS, type Plan } from './support/plans.ts'
import { type Left, planted } from './support/planting.ts'
import { emptyStore } from './support/shops.ts'

const [ENDLESS, ENDING] = MONTHS as readonly [Plan, Plan]
const NONE: Counts = [0, 0, 0]
const DAY: Deed = { do: 'pass', days: 1, minute: 720, timer: false }

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

//                             what is not so, the shop, and what is done in it
// biome-ignore format: a table
const rules: readonly (readonly [rule: string, left: Left, plan: Plan, deeds: readonly Deed[]])[] =
  [
    ['what an order brought is taken back with it',
      ({ kind }, all) => TAKING.includes(kind) && all.some(isCanceling) && takesAlone(all), ENDING,
      [{ do: 'order', nr: 1, a: NONE, b: [0, 60, 0] }, { do: 'cancel', nr: 1 }]],
    [
      'what a reward put elsewhere is taken back with it',
      ({ kind, card }, all) => {
        const home = returnedTo(all)
        return TAKING.includes(kind) && home !== null && card.voucherId !== home
      },
      ENDING,
      [
        { do: 'order', nr: 1, a: NONE, b: [300, 0, 0] },
        { do: 'swap', from: 'b', nr: 2 },
        { do: 'roll back', nr: 2 }
      ]
    ],
    [
      'what is missing is noted',
      change =>
        change.kind === 'shortfall.saved' &&
        change.shortfall.from === null &&
        change.shortfall.points > 0,
      ENDLESS,
      [
        { do: 'order', nr: 1, a: [60, 0, 0], b: NONE },
        { do: 'buy', with: 'a', price: 20, nr: 2 },
        { do: 'cancel', nr: 1 },
        // The audit looks in the middle of a life.
        DAY,
        DAY
      ]
    ]
  ]

for (const [rule, left, plan, deeds] of rules) {
  t.test(`it is found where it is not so that ${rule}`, async t => {
    const store = await emptyStore()
    t.teardown(() => store.close())
    t.equal(await mistakeIn(store, { plan, deeds }), null, 'nothing else is wrong')
    const mistake = await mistakeIn(planted(store, left), { plan, deeds })
    t.ok(mistake !== null, 'by the law')
    t.equal(mistake?.audit.clean, false, 'and by the audit')
  })
}

t.test('it is found where a coupon stays whose points came back', async t => {
  const store = await emptyStore()
  t.teardown(() => store.close())
  const deeds: readonly Deed[] = [
    { do: 'order', nr: 1, a: [60, 0, 0], b: NONE },
    { do: 'coupon', with: 'a', nr: 2 },
    { do: 'use coupon', of: 2, credit: 0, locked: false, nr: 3 },
    { do: 'lock', of: 2, days: 1, nr: 4 },
    { do: 'roll back', nr: 2 },
    { do: 'release', nr: 4 },
    { do: 'roll back', nr: 2 },
    { do: 'roll back', nr: 3 },
    { do: 'roll back', nr: 2 },
    { do: 'use coupon', of: 2, credit: 0, locked: false, nr: 5 }
  ]
  const life = { plan: ENDLESS, deeds }
  t.equal(await mistakeIn(store, life), null, 'nothing else is wrong')
  const mistake = await mistakeIn(losing(({ kind }) => kind === 'voucher.updated')(store), life)
  t.match(mistake?.wrong, 'coupon 2 is good, used 0 times, not over')
})
