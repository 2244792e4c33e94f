/** Where points that came with a tier or a segment are founded still. */
import t from 'tap'
import { type Bonus, holds, isLast } from '../../../src/decisions/points/bonuses.ts'
import { OpenStanding } from '../../../src/decisions/standing/open.ts'
import {
  givenBalance,
  givenCard,
  givenEntry,
  givenLot,
  givenOccasion
} from '../../support/given.ts'
import { givenTier } from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'
import { standingWith } from '../../support/undone.ts'

const TIERS = [0, 100, 1000].map((pointsFrom, at) => givenTier({ id: `ltr_${at}`, pointsFrom }))

const bonusFor = (event: string, subjectId: string): Bonus =>
  givenEntry({
    cause: { followed: { event: `customer.${event}`, subjectId, pointsGone: 10 } }
  }) as Bonus

//                  what it came with        in which tier  spent of 1000  and so
const rows: [string, string, string | null, number, boolean][] = [
  ['loyalty.tier.upgraded', 'ltr_1', 'ltr_1', 950, true],
  ['loyalty.tier.upgraded', 'ltr_1', 'ltr_2', 10, true],
  ['loyalty.tier.upgraded', 'ltr_1', 'ltr_0', 950, true],
  ['loyalty.tier.joined', 'ltr_2', 'ltr_0', 950, false],
  ['loyalty.tier.joined', 'ltr_1', null, 10, true],
  ['loyalty.tier.downgraded', 'ltr_1', 'ltr_2', 10, false],
  ['loyalty.tier.downgraded', 'ltr_1', 'ltr_1', 850, true],
  ['loyalty.tier.downgraded', 'ltr_1', null, 950, true],
  ['loyalty.tier.left', 'ltr_1', 'ltr_1', 850, false],
  ['loyalty.tier.left', 'ltr_1', 'ltr_0', 950, true],
  ['segment.left', 'seg_in', null, 850, false],
  ['segment.left', 'seg_out', null, 850, true],
  ['segment.entered', 'seg_in', null, 850, true],
  ['segment.entered', 'seg_out', null, 850, false]
]

t.test('holds: whether what a bonus came with is so', async t => {
  const told = rows.map((row): [string, ...typeof row] => [row.slice(0, 3).join(' '), ...row])
  table(t, told, (t, _, event, subjectId, tierId, redeemedPoints, expected) => {
    const bonus = bonusFor(event, subjectId)
    const left = 1000 - redeemedPoints
    const balance = givenBalance({ points: 1000, balance: left, redeemedPoints })
    const lots = [givenLot({ amount: 1000, remaining: left })]
    const card = { voucher: givenCard({ card: balance }), lots }
    const program = givenProgram({
      card,
      tiers: TIERS,
      membership: event.startsWith('segment.') ? null : givenMembership({ tierId })
    })
    const standing = { ...standingWith(program), segments: ['seg_in'] }
    const known = new OpenStanding(standing, givenStanding(standing), givenOccasion())
    t.equal(holds(bonus, standing, known.stopEarning()), expected)
  })
})

t.test('holds: points that lapsed count as long as nothing undid them', async t => {
  for (const [canceled, expected] of [
    [0, true],
    [1000, false]
  ] as const) {
    const balance = givenBalance({ points: 1000, balance: 0, expiredPoints: 1000 })
    const lots = [givenLot({ amount: 1000, remaining: 0, lapsed: 1000, canceled })]
    const card = { voucher: givenCard({ card: balance }), lots }
    const membership = givenMembership({ tierId: 'ltr_0' })
    const standing = standingWith(givenProgram({ card, tiers: TIERS, membership }))
    const known = new OpenStanding(standing, givenStanding(standing), givenOccasion())
    const bonus = bonusFor('loyalty.tier.upgraded', 'ltr_1')
    t.equal(holds(bonus, standing, known.stopEarning()), expected, `${canceled} undone`)
  }
})

t.test('isLast: whether the same came after', t => {
  const first = bonusFor('loyalty.tier.upgraded', 'ltr_1')
  const after = (event: string, subjectId: string, earningRuleId?: string): Bonus => {
    const { cause } = bonusFor(event, subjectId)
    return { ...first, id: 'vtx_2', cause: earningRuleId ? { ...cause, earningRuleId } : cause }
  }
  t.notOk(isLast(first, [first, after('loyalty.tier.upgraded', 'ltr_1')]))
  t.ok(isLast(first, [first, after('loyalty.tier.upgraded', 'ltr_2')]), 'in another tier')
  t.ok(isLast(first, [first, after('loyalty.tier.joined', 'ltr_1')]), 'in another way')
  t.ok(isLast(first, [first, after('loyalty.tier.upgraded', 'ltr_1', 'ern_2')]), 'by another rule')
  t.end()
})
