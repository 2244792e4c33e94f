/**
 * What went wrong elsewhere with rounding and time, as promises: each of these was a customer who
 * lost a cent, a point or a day to somebody's arithmetic. Those about ledgers and about silence
 * stand with the ledger and the verdicts.
 *
 * Spec: EarningStep, Voucher.start_date.
 */
import t from 'tap'
import { earningLines } from '../../src/decisions/points/earning.ts'
import { percentOf, pointsPerStep, shareOut } from '../../src/rules/points.ts'
import { lastDay, midnight, toInstant, usableAt } from '../../src/rules/validity.ts'
import { givenService } from '../support/app.ts'
import { backOffice } from '../support/back-office.ts'
import { givenCustomer, givenOccasion, givenValidity } from '../support/given.ts'
import { givenOrder } from '../support/given-goods.ts'
import { givenEarningRule } from '../support/given-rules.ts'
import { givenProgram } from '../support/given-standing.ts'

const BERLIN = 'Europe/Berlin'

t.test('ten percent of a large quantity is off by nothing', async t => {
  for (const quantity of [1, 7, 333, 9_999, 123_457]) {
    const lines = Array.from({ length: 3 }, () => 1_999 * quantity)
    const amount = lines.reduce((sum, line) => sum + line, 0)
    const off = percentOf(amount, 10)
    t.equal(off, Number((BigInt(amount) * 10n + 50n) / 100n), `${quantity} of each`)
    const shared = shareOut(off, lines).reduce((sum, part) => sum + part, 0)
    t.equal(shared, off, 'and its parts add up to it')
  }
})

t.test('ten and a half percent is not ten', async t => {
  t.equal(percentOf(10_000, 10.5), 1_050)
  t.equal(percentOf(10_000, 10), 1_000)
})

t.test('half of the smallest unit goes up, less than half does not', async t => {
  t.strictSame([percentOf(50, 1), percentOf(49, 1), percentOf(150, 1)], [1, 0, 2])
})

t.test('points round down for each rule, and one point stays one point', async t => {
  t.strictSame(
    [99, 100, 199, 200].map(amount => pointsPerStep(amount, { every: 100, points: 1 })),
    [0, 1, 1, 2]
  )
  t.equal(pointsPerStep(0.3, { every: 0.1, points: 1 }), 3, 'tenths are tenths')
})

t.test('what expires at a moment expires at that moment, whichever zone wrote it down', async t => {
  const expirationDate = toInstant('2026-03-31T23:59:59.000+02:00')
  t.equal(expirationDate, '2026-03-31T21:59:59.000Z')
  for (const zone of [BERLIN, 'America/Los_Angeles', 'Asia/Kolkata']) {
    const at = (now: string) => usableAt(givenValidity({ expirationDate }), now, zone)
    t.equal(at('2026-03-31T21:59:59.000Z'), 'usable', `to its instant, in ${zone}`)
    t.equal(at('2026-03-31T21:59:59.001Z'), 'expired', `and no longer, in ${zone}`)
  }
})

t.test('a date that is read and written again stays where it is', async t => {
  const once = toInstant('2026-10-25T02:30:00+01:00') as string
  let again = once
  for (let time = 0; time < 10; time++) again = toInstant(again) as string
  t.equal(again, once)
})

t.test('points can be spent through the whole of their last day in the shop’s zone', async t => {
  const month = {
    periodType: 'MONTH',
    periodValue: 1,
    roundingType: null,
    roundingValue: null
  } as const
  t.equal(lastDay(month, '2026-01-31'), '2026-02-28')
  t.equal(midnight('2026-03-29', BERLIN), '2026-03-28T23:00:00.000Z', 'winter time still')
  t.equal(midnight('2026-03-30', BERLIN), '2026-03-29T22:00:00.000Z', 'a day of 23 hours later')
})

t.test('a rule that has ended earns nothing, and before its end everything', async t => {
  const rule = givenEarningRule({
    validity: givenValidity({ expirationDate: '2026-03-01T10:00:00.000Z' })
  })
  const points = (now: string) => {
    const program = givenProgram({ rules: [rule] })
    const context = { validationRules: new Map(), collections: new Map(), segments: [] }
    const cause = { event: 'order.paid', subjectId: null, eventMetadata: null }
    const trigger = { ...cause, customer: givenCustomer(), order: givenOrder() }
    const earned = earningLines(program, context, trigger, givenOccasion({ now }))
    return 'lines' in earned ? earned.lines.reduce((sum, line) => sum + line.points, 0) : null
  }
  t.equal(points('2026-03-01T10:00:00.000Z'), 25)
  t.equal(points('2026-03-01T10:00:00.001Z'), 0)
})

t.test('buying and canceling over and over brings nothing that stays', async t => {
  const service = await givenService(t)
  const office = await backOffice(service)
  await service.work()
  const points = async () => (await service.get('/v1/customers/cleo')).body.loyalty.points
  await office.order({ sourceId: 'first', status: 'PAID', customer: 'cleo', amount: 100 })
  const before = await points()
  // Her second paid order makes a regular of her, which is worth 50 points; canceling undoes it.
  for (let time = 0; time < 3; time++) {
    const bought = { sourceId: `again-${time}`, customer: 'cleo', amount: 100 }
    await office.order({ ...bought, status: 'PAID' })
    t.equal(await points(), before + 51, 'bought')
    await office.order({ ...bought, status: 'CANCELED' })
    t.equal(await points(), before, 'canceled')
  }
  for (let time = 0; time < 3; time++) {
    const bought = { sourceId: 'again-0', customer: 'cleo' }
    await office.order({ ...bought, status: 'PAID' })
    t.equal(await points(), before, 'an order that has earned before earns nothing more')
    await office.order({ ...bought, status: 'CREATED' })
    t.equal(await points(), before)
  }
})
