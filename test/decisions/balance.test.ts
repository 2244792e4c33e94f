import t from 'tap'
import { type AdjustBalanceFacts, adjustBalance } from '../../src/decisions/balance.ts'
import type { Purse } from '../../src/decisions/ledger.ts'
import type { Campaign, CardBalance, Day, ExpirationRules } from '../../src/model.ts'
import { decided, refused } from '../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenEntry,
  givenLot,
  givenOccasion,
  givenTemplate,
  NOW
} from '../support/given.ts'
import { table } from '../support/table.ts'

const MAX = Number.MAX_SAFE_INTEGER
const WHY = { reason: 'Spilt coffee' }

function adjust(points: number, over: Partial<AdjustBalanceFacts> = {}) {
  const facts = {
    campaign: givenCampaign(),
    purse: { voucher: givenCard(), lots: [givenLot()] },
    ...over
  }
  return adjustBalance(facts, { points, reason: WHY.reason }, givenOccasion())
}

//                             points   type                the figures of the card
const adjustments: [string, number, 'POINTS_ADDITION' | 'POINTS_REMOVAL', Partial<CardBalance>][] =
  [
    ['given', 40, 'POINTS_ADDITION', { points: 140, balance: 140 }],
    ['taken', -40, 'POINTS_REMOVAL', { points: 100, balance: 60, subtractedPoints: 40 }]
  ]

t.test('adjustBalance: points given and taken, with the reason', t => {
  table(t, adjustments, (t, _, points, type, figures) => {
    const balance = givenBalance(figures)
    const lots = [{ id: 'lopb_1', amount: points }]
    t.strictSame(adjust(points), {
      result: givenCard({ card: balance, updatedAt: NOW, version: 2 }),
      changes: [
        {
          kind: 'points.moved',
          card: { voucherId: 'v_1', version: 1, balance, redeemedQuantity: 0, updatedAt: NOW },
          opened: [],
          stepped: [{ id: 'lopb_1', amount: Math.max(points, 0), remaining: points }],
          entry: givenEntry({
            id: 'vtx_000001',
            type,
            amount: points,
            lots,
            balanceAfter: balance.balance,
            cause: WHY,
            createdAt: NOW
          })
        },
        {
          kind: 'customerTotals.counted',
          customerId: 'cust_1',
          step: { cardBalance: points },
          lastOrder: null
        }
      ]
    })
  })
  t.end()
})

const MONTH: ExpirationRules = {
  periodType: 'MONTH',
  periodValue: 1,
  roundingType: 'END_OF_MONTH',
  roundingValue: null
}
const program = (expirationRules: ExpirationRules | null) =>
  givenCampaign({ voucher: givenTemplate({ loyaltyCard: { points: 0, expirationRules } }) })

//                                  campaign                        expires on
const expiries: [string, Campaign, Day | null][] = [
  ['as the program says, from today', program(MONTH), '2026-04-30'],
  ['never', program(null), null],
  ['never, without a template', givenCampaign({ voucher: null }), null]
]

t.test('adjustBalance: points given expire like points earned', t => {
  table(t, expiries, (t, _, campaign, expiresOn) => {
    const said = adjust(5, { campaign, purse: { voucher: givenCard(), lots: [] } })
    t.match(decided(said).changes[0], { opened: [{ expiresOn }] })
  })
  t.end()
})

const of = (card: Partial<CardBalance>): Purse => ({
  voucher: givenCard({ card: givenBalance(card) }),
  lots: [givenLot()]
})
const lapsed: Purse = { voucher: givenCard(), lots: [givenLot({ expiresOn: '2026-02-28' })] }
const nobodys: Purse = { voucher: givenCard({ holderId: null }), lots: [givenLot()] }
const CANNOT = 'send a whole number, not 0'

//                                    points   card        details, or the balance it comes to
const refusals: [string, number, Purse | null, string | number][] = [
  ['a card nobody holds', 5, nobodys, 'is held by nobody; add a member first'],
  ['nothing', 0, null, `cannot move 0 points; ${CANNOT}`],
  ['half a point', 0.5, null, `cannot move 0.5 points; ${CANNOT}`],
  ['no number', Number.NaN, null, `cannot move NaN points; ${CANNOT}`],
  ['more than can be counted', MAX + 1, null, `cannot move ${MAX + 1} points; ${CANNOT}`],
  [
    'more than the card can count, with what waits',
    5,
    of({ points: MAX - 9, balance: 100, pendingPoints: 5 }),
    `would have got more than ${MAX} points in all; give fewer`
  ],
  ['as many as it can', 4, of({ points: MAX - 9, balance: 100, pendingPoints: 5 }), 104],
  ['one point', 1, null, 101],
  ['one point off', -1, null, 99],
  ['all there are', -100, null, 0],
  ['one more than there are', -101, null, 'has 100 points to take, fewer than 101'],
  ['as many as nobody has', -MAX, null, `has 100 points to take, fewer than ${MAX}`],
  ['what has lapsed, booked or not', -1, lapsed, 'has 0 points to take, fewer than 1']
]

t.test('adjustBalance: what cannot be moved is refused', t => {
  table(t, refusals, (t, _, points, purse, outcome) => {
    const said = adjust(points, purse === null ? {} : { purse })
    if (typeof outcome === 'number') {
      t.equal(decided(said).result.card?.balance, outcome)
      return
    }
    t.strictSame(refused(said), {
      key: 'invalid_balance',
      details: `Loyalty card CLUB-1 ${outcome}`,
      resourceId: 'v_1',
      resourceType: 'voucher'
    })
  })
  t.end()
})
