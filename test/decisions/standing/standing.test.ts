import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import { addPoints, type Purse } from '../../../src/decisions/points/lots.ts'
import {
  addChanges,
  addMembership,
  addMovement,
  changesOf,
  type ProgramFacts,
  placeInTier,
  presentPurse,
  programOf,
  type Standing
} from '../../../src/decisions/standing/standing.ts'
import { addCredit } from '../../../src/decisions/vouchers/vouchers.ts'
import {
  givenCampaign,
  givenCard,
  givenCustomer,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  givenSpareCard,
  NOW
} from '../../support/given.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { standingOf } from '../../support/standings.ts'

/** Of a customer in these programs, before anything. */
function standing(...programs: readonly ProgramFacts[]): Standing {
  const opened = standingOf(givenStanding({ programs }), givenCustomer(), givenOccasion())
  if ('refusal' in opened) throw new Error(opened.refusal.details)
  return opened
}

const opened: Change = { kind: 'review.opened' }
const tea = givenCampaign({ id: 'camp_7', name: 'Tea Club' })
const cause = { reason: 'a gift' }
const ten = { points: 10, expiresOn: null, type: 'POINTS_ADDITION', cause } as const

t.test('addChanges: changes come after those before them, and gains add up', async t => {
  const before = standing()
  const once = addChanges(before, [opened])
  t.strictSame(once, { ...before, changes: [opened] })
  const twice = addChanges(
    addChanges(once, [], { cardBalance: 2, ordersCount: 1 }),
    [opened, opened],
    { cardBalance: 3 }
  )
  t.strictSame(twice, {
    ...before,
    changes: [opened, opened, opened],
    gained: { cardBalance: 5, ordersCount: 1 }
  })
})

t.test('addMovement: the card of the program is the card after it', async t => {
  const before = standing(givenProgram(), givenProgram({ campaign: tea, card: null }))
  const step = addPoints(programOf(before, 'camp_1').card as Purse, ten, givenOccasion())
  t.strictSame(addMovement(before, step), {
    ...before,
    programs: [{ ...givenProgram(), card: step.purse }, before.programs[1]],
    changes: [step.change],
    gained: { cardBalance: 10 }
  })
})

t.test(
  'addMovement: a second card in a program, and a gift, leave the program as it is',
  async t => {
    const before = standing(givenProgram())
    const other = { voucher: givenCard({ id: 'v_8' }), lots: [givenLot({ voucherId: 'v_8' })] }
    const gift = { voucher: givenGiftVoucher(), lots: [] }
    for (const step of [
      addPoints(other, ten, givenOccasion()),
      addCredit(gift, { amount: 10, cause }, givenOccasion())
    ]) {
      t.strictSame(addMovement(before, step).programs, before.programs)
      t.strictSame(addMovement(before, step).changes, [step.change])
    }
  }
)

t.test('addMembership: the card that was spare is the customer’s', async t => {
  const spare = givenSpareCard({ id: 'v_9' })
  const before = standing(givenProgram({ card: null, spare }))
  const purse = { voucher: givenCard({ id: 'v_9' }), lots: [] }
  const member = { purse, changes: [opened], totals: { cardBalance: 5 } }
  t.strictSame(addMembership(before, member), {
    ...before,
    programs: [givenProgram({ card: purse, spare: null })],
    changes: [opened],
    gained: { cardBalance: 5 }
  })
})

t.test('presentPurse: a purse as it is by now, or as it was loaded', async t => {
  const before = standing(givenProgram({ campaign: tea, card: null }), givenProgram())
  const loaded = givenProgram().card as Purse
  const step = addPoints(loaded, ten, givenOccasion())
  t.equal(presentPurse(addMovement(before, step), loaded), step.purse)
  const elsewhere = { voucher: givenGiftVoucher(), lots: [] }
  t.equal(presentPurse(before, elsewhere), elsewhere)
})

t.test('placeInTier: a card has its place in the tiers of its own program', async t => {
  const before = standing(givenProgram(), givenProgram({ campaign: tea, card: null }))
  const membership = givenMembership()
  t.strictSame(placeInTier(before, membership), {
    ...before,
    programs: [givenProgram({ membership }), before.programs[1]]
  })
})

t.test('changesOf: the totals are counted once, after everything else', async t => {
  const lastOrder = { amount: 1200, date: NOW }
  const nothing = standing()
  t.strictSame(changesOf(nothing), [])
  t.strictSame(changesOf(addChanges(nothing, [opened])), [opened])
  const gained = addChanges(addChanges(nothing, [opened], { ordersCount: 1 }), [], {
    ordersCount: 1
  })
  t.strictSame(changesOf({ ...gained, lastOrder }), [
    opened,
    { kind: 'customerTotals.counted', customerId: 'cust_1', step: { ordersCount: 2 }, lastOrder }
  ])
})
