import t from 'tap'
import { matchShortfalls } from '../../../src/decisions/points/shortfalls.ts'
import { EARLIER, givenCard, givenLot, givenOccasion } from '../../support/given.ts'

const missing = {
  voucherId: 'v_1',
  subjectId: 'ord_1',
  lotId: 'lopb_9',
  from: null,
  kind: 'EARNED',
  points: 50,
  cause: { orderId: 'ord_1' },
  createdAt: EARLIER
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
    const found = matchShortfalls(purse, { landed, spentAt: EARLIER }, givenOccasion())
    t.strictSame(found, [{ shortfall: missing, taken: [{ id: 'lopb_1', amount }] }])
  }
})
