/**
 * Orders and redemptions that are undone after some of their points have lapsed, or before; and
 * what a card is said to hold meanwhile.
 *
 * Points of program `a` end with the month they were earned in, those of `b` never. Every shop
 * opens on 3 November.
 * Spec: VoucherLoyaltyCard.balance, Redemption.status.
 */
import t from 'tap'
import { type Counts, type Deed, told } from './support/deeds.ts'
import type { Place } from './support/foretold.ts'
import { MONTHS, type Plan, type Program } from './support/plans.ts'
import { Player } from './support/play.ts'
import { emptyStore, openShop } from './support/shops.ts'

const PLAN = MONTHS[0] as Plan
const NONE: Counts = [0, 0, 0]
const NOON = 720

const order = (nr: number, points: number): Deed => ({
  do: 'order',
  nr,
  a: [points, 0, 0],
  b: NONE
})
const later = (nr: number, points: number): Deed => ({
  do: 'order',
  nr,
  a: [0, 0, points],
  b: NONE
})
const cancel = (nr: number): Deed => ({ do: 'cancel', nr })
const give = (points: number): Deed => ({ do: 'give', to: 'a', points, ends: 'never' })
const buy = (nr: number, price: number): Deed => ({ do: 'buy', with: 'a', price, nr })
const swap = (nr: number, from: Program): Deed => ({ do: 'swap', from, nr })
const back = (nr: number): Deed => ({ do: 'roll back', nr })
const pass = (days: number, timer = false): Deed => ({ do: 'pass', days, minute: NOON, timer })

/** To the first of December: what ended with November has lapsed. */
const lapse = pass(28, true)
const FIVE = [1, 2, 3, 4, 5]

type Row = readonly [title: string, deeds: readonly Deed[], left: { [Name in Place]?: number }]

// biome-ignore format: a table
const rows: readonly Row[] = [
  ['five orders of a lot are canceled when what was left of it has lapsed',
    [give(500), ...FIVE.map(nr => order(nr, 60)), buy(6, 240), lapse, ...FIVE.map(cancel)],
    { a: 260 }],
  ['the same as one order', [give(500), order(1, 300), buy(6, 240), lapse, cancel(1)], { a: 260 }],
  ['the same before anything lapses',
    [give(500), ...FIVE.map(nr => order(nr, 60)), buy(6, 240), ...FIVE.map(cancel), lapse],
    { a: 260 }],
  ['all that was spent of a lot is taken elsewhere, once',
    [give(500), order(1, 22), order(2, 19), buy(3, 20), lapse, cancel(1), cancel(2)], { a: 480 }],
  ['two orders share what has lapsed, and do not both count it',
    [give(500), order(1, 60), order(2, 60), buy(3, 60), lapse, cancel(1), cancel(2)], { a: 440 }],
  ['a lot lapses before its order and then what it bought is undone',
    [give(45), order(1, 40), buy(2, 45), lapse, cancel(1), back(2)], { a: 45 }],
  ['the same in the other order', [give(45), order(1, 40), buy(2, 45), lapse, back(2), cancel(1)],
    { a: 45 }],
  ['the same with the midnight in between',
    [give(45), order(1, 40), buy(2, 45), cancel(1), lapse, back(2)], { a: 45 }],
  ['what came back to a lapsed lot has lapsed, at once',
    [order(1, 60), give(5), buy(2, 60), lapse, back(2)], { a: 5 }],
  ['what others gave for a lot comes back to them, and not to the lot',
    [give(300), order(1, 20), buy(2, 60), cancel(1), back(2), lapse], { a: 300 }],
  ['new points of a day are not taken for what is missing of it',
    [order(1, 60), buy(2, 60), cancel(1), order(3, 60), buy(4, 45), back(4)], { a: 60 }],
  ['two programs that swap points let go of each other',
    [order(1, 60), swap(2, 'a'), swap(3, 'b'), cancel(1), back(2), back(3), back(2)],
    { a: 0, b: 0 }],
  ['in the other order', [order(1, 60), swap(2, 'a'), swap(3, 'b'), cancel(1), back(3), back(2)],
    { a: 0, b: 0 }],
  ['what of it was spent has to be there, until that is undone',
    [order(1, 60), swap(2, 'a'), { do: 'buy', with: 'b', price: 60, nr: 3 }, back(2), cancel(1)],
    { a: 0, b: 0 }],
  ['what has lapsed is shown by nobody, though it is not booked yet',
    [order(1, 100), pass(28), give(1)], { a: 1 }],
  ['points that arrived on a day that nobody saw begin a lot of their own, as by the timer',
    [later(1, 300), order(2, 45), give(300), buy(3, 240), pass(28), cancel(2)], { a: 60 }],
  ['what is missing is not forgotten because points arrive where it comes back',
    [order(1, 60), buy(2, 60), later(3, 45), cancel(1), pass(20), back(2)], { a: 45 }],
  ['points that come back to an emptied lot join those that came since',
    [order(1, 60), buy(2, 60), order(3, 60), back(2)], { a: 120 }],
  ['and those that have lapsed since: what was spent of these is not taken elsewhere',
    [order(1, 45), give(40), swap(2, 'a'), order(3, 45), buy(4, 5), lapse, back(2), cancel(3)],
    { a: 40, b: 0 }]
]

for (const [title, deeds, left] of rows) {
  t.test(title, async t => {
    const store = await emptyStore()
    t.teardown(() => store.close())
    const till = await openShop(store, PLAN)
    const player = new Player(till, PLAN)
    for (const deed of deeds) {
      const wrong = await player.do(deed)
      if (wrong !== null) t.fail(`${told(deed)}: ${wrong}`)
      if (!t.passing()) return
    }
    for (const [program, points] of Object.entries(left)) {
      const { code } = till.held[program as Place] ?? { code: '' }
      const { loyalty_card } = await till.get('getVoucher', { params: { code } })
      t.equal(loyalty_card.balance, points, `what is left in ${program}`)
    }
    t.match(await till.audit(), { clean: true })
  })
}
