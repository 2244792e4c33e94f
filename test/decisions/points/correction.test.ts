import t from 'tap'
import { type CorrectCardFacts, correctCard } from '../../../src/decisions/points/correction.ts'
import type { Purse } from '../../../src/decisions/points/purse.ts'
import type { Shortfall } from '../../../src/model.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { givenEarningRule, givenTier } from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const noted = (kind: Shortfall['kind'], points: number, over: Partial<Shortfall> = {}) => ({
  voucherId: 'v_1',
  subjectId: 'before',
  lotId: 'lopb_1',
  from: null,
  kind,
  points,
  cause: { reason: 'From before the upgrade' },
  createdAt: EARLIER,
  voucherVersion: null,
  ...over
})
const left = (points: number) => noted('UNTAKEN', points)
const taken = noted('OVERTAKEN', 8, { lotId: 'lopb_2', from: 'lopb_2' })

/** A card of 60 points that were spent of a lot, with so many in another. */
function facts(balance: number, shortfalls: Shortfall[]): CorrectCardFacts {
  const card = givenBalance({ points: 200, balance, redeemedPoints: 60, subtractedPoints: 20 })
  const lots = [
    givenLot({ amount: 60, remaining: 0, canceled: 60, derived: true }),
    givenLot({ id: 'lopb_2', amount: 200, remaining: balance, derived: true })
  ]
  const purse: Purse = { voucher: givenCard({ card }), lots, shortfalls }
  const standing = givenStanding({ programs: [givenProgram({ card: purse, rules: [] })] })
  return { ...standing, purse, customer: givenCustomer() }
}

const TAKEN = 'voucher.loyalty_card.points_canceled'
const ADDED = 'voucher.loyalty_card.points_added'

//                                      on the card   noted       what becomes of it
const rows: [string, number, Shortfall[], object, string[]][] = [
  ['nothing', 50, [], { taken: 0, returned: 0, missing: 0 }, []],
  ['what others miss', 50, [noted('EARNED', 5)], { taken: 0, returned: 0, missing: 0 }, []],
  [
    'points that were left, all there',
    50,
    [left(30)],
    { taken: 30, returned: 0, missing: 0 },
    [
      ...['v_1 -30', TAKEN, 'v_1 lacks 0', 'lopb_2 gives 30 for lopb_1', 'v_1 lacks 0'],
      'totals cardBalance-30'
    ]
  ],
  [
    'some of them',
    10,
    [left(30)],
    { taken: 10, returned: 0, missing: 20 },
    [
      ...['v_1 -10', TAKEN, 'v_1 lacks 20', 'lopb_2 gives 10 for lopb_1', 'v_1 lacks 0'],
      ...['v_1 lacks 20', 'totals cardBalance-10']
    ]
  ],
  [
    'none of them',
    0,
    [left(30)],
    { taken: 0, returned: 0, missing: 30 },
    ['v_1 lacks 0', 'v_1 lacks 30']
  ],
  [
    'points that were taken too often, which are there to be taken then',
    0,
    [left(5), taken],
    { taken: 5, returned: 8, missing: 0 },
    [
      ...['v_1 +8', ADDED, 'lopb_2 gives 0 for lopb_2', 'v_1 -5', TAKEN, 'v_1 lacks 0'],
      ...['lopb_2 gives 5 for lopb_1', 'v_1 lacks 0', 'totals cardBalance+3']
    ]
  ]
]

t.test(
  'correctCard: what an older version left is taken, and what it took too often returns',
  t => {
    table(t, rows, (t, _, balance, shortfalls, result, lines) => {
      const said = correctCard(facts(balance, shortfalls), { reason: 'April' }, givenOccasion())
      const { result: found, changes } = decided(said)
      t.strictSame(found, result)
      t.strictSame(outline(changes), lines)
      for (const change of changes) {
        if (change.kind === 'points.moved') t.match(change.entry.cause, { reason: 'April' })
      }
    })
    t.end()
  }
)

t.test('correctCard: what is missing is missed from now on, as it could be spent until now', t => {
  const said = correctCard(facts(10, [left(30)]), { reason: 'April' }, givenOccasion())
  const saved = decided(said).changes.flatMap(change =>
    change.kind === 'shortfall.saved' ? [change.shortfall] : []
  )
  // The card was written three times before: 10 were taken, and both notes were changed.
  const since = { createdAt: NOW, voucherVersion: 5 }
  t.match(saved.at(-1), { kind: 'EARNED', from: null, points: 20, ...since })
  t.end()
})

t.test('correctCard: points that return to a lot are one lot with those of its day', t => {
  const { purse, ...known } = facts(0, [taken])
  const since = givenLot({ id: 'lopb_3', amount: 7, remaining: 7 })
  const card = { ...purse, lots: [...purse.lots, since] }
  const programs = [givenProgram({ card, rules: [] })]
  const all = { ...known, programs, purse: card }
  const said = correctCard(all, { reason: 'April' }, givenOccasion())
  const merged = decided(said).changes.filter(({ kind }) => kind === 'lot.merged')
  t.match(merged, [{ lot: { id: 'lopb_3', remaining: 7 }, into: 'lopb_2' }])
  t.end()
})

t.test('correctCard: refused where what the calendar brought cannot be counted', t => {
  const all = facts(100, [left(5)])
  const tierTerms = {
    qualification: 'BALANCE',
    period: 'MONTH',
    expiration: 'END_OF_PERIOD'
  } as const
  const endless = givenEarningRule({
    event: 'customer.loyalty.tier.prolonged',
    loyaltyTierId: 'ltr_2',
    earning: { type: 'FIXED', points: Number.MAX_SAFE_INTEGER }
  })
  const programs = [
    givenProgram({
      campaign: givenCampaign({ tierTerms }),
      card: all.purse,
      rules: [endless],
      tiers: [givenTier({ id: 'ltr_2', pointsFrom: 100, pointsTo: null })],
      membership: givenMembership({ tierId: 'ltr_2', expiresOn: '2026-02-28' })
    })
  ]
  const said = correctCard({ ...all, programs }, { reason: 'April' }, givenOccasion())
  t.equal(refused(said).key, 'invalid_amount')
  t.end()
})
