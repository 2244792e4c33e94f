import t from 'tap'
import { giveBackTo, matchShortfalls } from '../../../src/decisions/points/cancellation.ts'
import type { Instant } from '../../../src/model.ts'
import {
  EARLIER,
  givenCard,
  givenEntry,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { table } from '../../support/table.ts'

const missing = {
  voucherId: 'v_1',
  subjectId: 'ord_1',
  lotId: 'lopb_9',
  from: null,
  kind: 'EARNED',
  points: 50,
  cause: { orderId: 'ord_1' },
  createdAt: EARLIER,
  voucherVersion: 2
} as const

t.test('points that come back to lots that have become one pay as one lot', async t => {
  const lots = [
    givenLot({ id: 'lopb_1', amount: 60, remaining: 40 }),
    givenLot({ id: 'lopb_2', amount: 20, remaining: 0, mergedInto: 'lopb_1' })
  ]
  const purse = { voucher: givenCard(), lots, shortfalls: [missing] }
  //             landed                                           taken
  const rows = [
    [
      [
        { id: 'lopb_1', amount: 10 },
        { id: 'lopb_2', amount: 20 }
      ],
      30
    ],
    [
      [
        { id: 'lopb_1', amount: 35 },
        { id: 'lopb_2', amount: 20 }
      ],
      40
    ]
  ] as const
  for (const [landed, amount] of rows) {
    const found = matchShortfalls(purse, { landed, spent: givenEntry() }, givenOccasion())
    t.strictSame(found, [{ shortfall: missing, taken: [{ id: 'lopb_1', amount }] }])
  }
})

const LATEST = '2027-01-01T00:00:00.000Z'
type Place = readonly [version: number, instant: Instant]

//                          spent          missed          they were missed after that
const places: [string, Place, Place, boolean][] = [
  ['one after the other, at one instant', [2, NOW], [2, NOW], true],
  ['with something in between, at one instant', [2, NOW], [5, NOW], true],
  ['the other way round, at one instant', [3, NOW], [2, NOW], false],
  ['by a clock that goes ahead', [2, LATEST], [2, NOW], true],
  ['by a clock that is behind', [3, EARLIER], [2, NOW], false]
]

t.test('points pay only for what was missed after they were spent', async t => {
  const lots = [givenLot({ amount: 60, remaining: 60 })]
  const landed = [{ id: 'lopb_1', amount: 50 }]
  table(t, places, (t, _, [spentIn, spentAt], [missedIn, createdAt], pays) => {
    const shortfall = { ...missing, createdAt, voucherVersion: missedIn }
    const purse = { voucher: givenCard(), lots, shortfalls: [shortfall] }
    const spent = givenEntry({ createdAt: spentAt, voucherVersion: spentIn })
    const found = matchShortfalls(purse, { landed, spent }, givenOccasion())
    t.strictSame(found, pays ? [{ shortfall, taken: landed }] : [])
  })
})

//                            ord_2 was missed   ord_1 was missed   who comes first
const ages: [string, Place, Place, string][] = [
  ['at one instant', [2, NOW], [3, NOW], 'ord_2'],
  ['by a clock that is behind', [2, LATEST], [3, NOW], 'ord_2'],
  ['later', [3, NOW], [2, NOW], 'ord_1']
]

t.test('what was missed first is paid first, in the same lot and in another', async t => {
  table(t, ages, (t, _, second, first, paid) => {
    const noted = ([voucherVersion, createdAt]: Place, subjectId: string, lotId: string) => {
      return { ...missing, subjectId, lotId, voucherVersion, createdAt }
    }
    const both = (lotId: string) => [noted(first, 'ord_1', lotId), noted(second, 'ord_2', lotId)]
    const spent = givenEntry({ amount: -50, lots: [{ id: 'lopb_1', amount: -50 }] })
    const oldest = { ...spent, voucherVersion: 1 }
    const other = givenLot({ amount: 60, remaining: 60 })
    const lacking = { voucher: givenCard(), lots: [other], shortfalls: both('lopb_9') }
    const landed = [{ id: 'lopb_1', amount: 50 }]
    const found = matchShortfalls(lacking, { landed, spent: oldest }, givenOccasion())
    t.strictSame(
      found.map(({ shortfall }) => shortfall.subjectId),
      [paid]
    )
    const own = givenLot({ amount: 100, remaining: 0, canceled: 100 })
    const short = { voucher: givenCard(), lots: [own], shortfalls: both('lopb_1') }
    t.strictSame(
      giveBackTo(short, spent).owed.map(({ subjectId }) => subjectId),
      [paid]
    )
  })
})
