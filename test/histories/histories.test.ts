/**
 * Random histories of a small shop, with several deeds at once, beside a model that knows one after
 * the other: whatever was answered, some order of the deeds explains it, and the ledgers agree. In
 * this process on each engine that serves, and with the program killed between any two statements.
 *
 * A mistake that is put in on purpose is found; without one, the same store is in order.
 */
import t, { type Test } from 'tap'
import { casesOf } from '../support/chance.ts'
import { onPostgres } from '../support/stores.ts'
import { mistakeIn, mistakeOf, type Round } from './support/histories.ts'
import { early, places } from './support/places.ts'
import { losing, without } from './support/planting.ts'
import { inProcess, own, type Place } from './support/worlds.ts'

for (const { place, rounds, ...amount } of places) {
  t.test(`on ${place.name}, what was answered happened in some order`, async t => {
    t.setTimeout(0)
    for (const chance of casesOf(t, amount)) {
      const mistake = await mistakeIn(place, chance, rounds)
      if (mistake !== null) t.fail('no order explains it', { history: mistake })
    }
  })
}

async function isFound(t: Test, rounds: readonly Round[], place: Place): Promise<void> {
  t.ok((await mistakeOf(place, rounds)) !== null)
}

const order = (nr: number, card: number) => ({ do: 'order', nr, card }) as const
const buy = (nr: number, card: number) => ({ do: 'buy', nr, card }) as const
const gift = (nr: number) => ({ do: 'gift', nr, credits: 300 }) as const

/** Two use the credit of a gift card at once. */
const USED_AT_ONCE: readonly Round[] = [{ deeds: [gift(1), gift(2)] }]
/** The last one is bought twice at once, each time with a card of its own. */
const LAST_BOUGHT_AT_ONCE: readonly Round[] = [
  { deeds: [order(1, 0), order(2, 0), order(3, 1)] },
  { deeds: [buy(4, 0)] },
  { deeds: [buy(5, 0), buy(6, 1)] }
]
/** Who was refused asks again. */
const ASKED_AGAIN: readonly Round[] = [{ deeds: [buy(1, 0)], again: [1] }]
const BOUGHT: readonly Round[] = [{ deeds: [order(1, 0)] }, { deeds: [buy(2, 0)] }]
/** A coupon that is used, and then goes back. */
const FETCHED: readonly Round[] = [
  { deeds: [order(1, 0)] },
  { deeds: [{ do: 'fetch', nr: 2, card: 0 }] },
  { deeds: [{ do: 'use', nr: 3, of: 2, credits: 150 }] },
  { deeds: [{ do: 'roll back', nr: 4, of: 2, card: 0 }] },
  { deeds: [{ do: 'roll back', nr: 5, of: 3, card: null }] },
  { deeds: [{ do: 'lock', nr: 6, of: 2, days: 2 }] },
  { deeds: [{ do: 'roll back', nr: 7, of: 2, card: 0 }] },
  { pass: 2 },
  {
    deeds: [
      { do: 'use', nr: 8, of: 2, credits: 0 },
      { do: 'roll back', nr: 9, of: 2, card: 0 }
    ]
  },
  { deeds: [{ do: 'roll back', nr: 10, of: 8, card: null }] },
  { deeds: [{ do: 'switch on', nr: 11, of: 2 }] },
  { deeds: [{ do: 'roll back', nr: 12, of: 2, card: 0 }] },
  { deeds: [{ do: 'switch on', nr: 13, of: 2 }] }
]

/** An order twice lacks points that were spent, and points that come back were spent in between. */
const RETURNED_TWICE: readonly Round[] = [
  { deeds: [order(1, 0)] },
  { deeds: [buy(2, 0)] },
  { deeds: [{ do: 'fetch', nr: 3, card: 0 }] },
  { deeds: [{ do: 'return', nr: 4, of: 1, card: 0, amount: 1000 }] },
  { deeds: [{ do: 'adjust', nr: 5, card: 0, points: 50 }] },
  { deeds: [buy(6, 0)] },
  { deeds: [{ do: 'return', nr: 7, of: 1, card: 0, amount: 1100 }] },
  { deeds: [{ do: 'roll back', nr: 8, of: 6, card: 0 }] },
  { deeds: [{ do: 'roll back', nr: 9, of: 2, card: 0 }] }
]

const ORDERLY = [USED_AT_ONCE, LAST_BOUGHT_AT_ONCE, ASKED_AGAIN, BOUGHT, FETCHED, RETURNED_TWICE]

for (const rounds of ORDERLY) {
  t.test('a history is found to be in order where nothing is planted', async t => {
    t.equal(await mistakeOf(early, rounds), null)
  })
}

const guards = [
  // What it holds, as the statement says it, what is said instead, and what finds it.
  [
    'a card is as it was when its points were counted',
    '"vouchers"."version" = +?',
    '+? > 0',
    USED_AT_ONCE
  ],
  ['a reward has a stock', '"rewards"."redeemed" < "rewards"."stock"', 'true', LAST_BOUGHT_AT_ONCE]
] as const

for (const [held, guard, instead, rounds] of guards) {
  const skip = onPostgres && 'guards are taken out of what the driver of SQLite prepares'
  t.test(`it is found when no guard sees to it that ${held}`, { skip }, t =>
    without(guard, instead, () => isFound(t, rounds, early))
  )
}

const lost = [
  ['receipts', losing(({ kind }) => kind === 'receipt.saved'), ASKED_AGAIN],
  ['the stock that is sold', losing(({ kind }) => kind === 'reward.redeemed'), BOUGHT],
  ['that a coupon is over', losing(({ kind }) => kind === 'voucher.updated'), FETCHED]
] as const

for (const [what, store, rounds] of lost) {
  t.test(`it is found when the store loses ${what}`, t =>
    isFound(t, rounds, inProcess(what, own, store))
  )
}
