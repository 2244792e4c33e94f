import t from 'tap'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import {
  deleteVoucher,
  disableVoucher,
  enableVoucher,
  updateVoucher
} from '../../../src/decisions/vouchers/updates.ts'
import type { LedgerEntry, LockHold } from '../../../src/model.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCard,
  givenCoupon,
  givenCustomer,
  givenEntry,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { givenFixedRule, givenTiers } from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'

const redeemed = givenCoupon({ redemptionQuantity: 5, redeemedQuantity: 2 })
const held: LockHold = {
  ...{ voucherId: 'v_1', key: 'cart', uses: 1, credit: 0, points: 0 },
  expiresAt: '2099-01-01T00:00:00.000Z'
}

t.test('updateVoucher: no fewer redemptions than there were, and than locks hold with them', t => {
  const of = (redemptionQuantity: number, holds: readonly LockHold[] = []) =>
    updateVoucher(
      { voucher: redeemed, holder: null, category: null, schema: null, holds },
      { redemptionQuantity },
      givenOccasion()
    )
  t.match(refused(of(0)), { details: /at least 1/ })
  t.match(refused(of(1)), { key: 'invalid_payload', details: /fewer than the 2/ })
  t.match(decided(of(2)), { result: { redemptionQuantity: 2 } })
  t.match(refused(of(2, [held])), {
    details: /fewer than the 2 redemptions there were and the 1 that locks hold/
  })
  t.end()
})

t.test('deleteVoucher: stays where its credit moved, whatever was said of it', async t => {
  const entry = (id: string, cause: LedgerEntry['cause'], createdAt = EARLIER) =>
    givenEntry({ id, voucherId: 'v_3', cause, createdAt })
  const opening = entry('vtx_1', { reason: 'Opening balance' })
  const gone = (entries: readonly LedgerEntry[]) =>
    deleteVoucher({
      voucher: givenGiftVoucher(),
      campaign: null,
      assignments: [],
      users: [],
      entries
    })
  t.match(gone([opening]), { changes: [{ kind: 'voucher.deleted' }] })
  for (const moved of [entry('vtx_3', {}), entry('vtx_2', { reason: 'Opening balance' }, NOW)]) {
    const details = new RegExp(`in use by voucher_transaction ${moved.id}; disable it instead`)
    t.match(refused(gone([moved])), { key: 'resource_in_use', details })
  }
})

/** A card with 10 points of which 4 lapsed yesterday, and its holder. */
function lapsing(over: Partial<ProgramFacts> = {}) {
  const voucher = givenCard({ card: givenBalance({ points: 10, balance: 10 }) })
  const lots = [
    givenLot({ id: 'lopb_1', amount: 4, remaining: 4, expiresOn: '2026-02-28' }),
    givenLot({ id: 'lopb_2', amount: 6, remaining: 6 })
  ]
  const program = givenProgram({ rules: [], ...over, card: { voucher, lots } })
  const holder = { ...givenStanding({ programs: [program] }), customer: givenCustomer() }
  return { voucher, holder, category: null, schema: null }
}

t.test('updateVoucher: what has lapsed on a card is booked before the card is changed', async t => {
  const LAPSE = ['v_1 -4', 'voucher.loyalty_card.points_expired']
  for (const said of [
    updateVoucher(lapsing(), { metadata: { till: 4 } }, givenOccasion()),
    disableVoucher(lapsing(), givenOccasion())
  ]) {
    const { result, changes } = decided(said)
    t.strictSame(outline(changes.slice(0, 3)), [...LAPSE, 'totals cardBalance-4'])
    t.match(changes.at(-1), { kind: 'voucher.updated', voucher: { version: 3 } })
    t.match(result, { card: { balance: 6, expiredPoints: 4 }, version: 3, updatedAt: NOW })
  }
  const same = decided(enableVoucher(lapsing(), givenOccasion()))
  t.strictSame(outline(same.changes), [...LAPSE, 'totals cardBalance-4'])
})

t.test('updateVoucher: a card is changed though what is due cannot be counted', async t => {
  const rule = givenFixedRule(Number.MAX_SAFE_INTEGER, { event: 'customer.loyalty.tier.joined' })
  const facts = lapsing({ tiers: givenTiers(), rules: [rule] })
  const { changes } = decided(disableVoucher(facts, givenOccasion()))
  t.match(changes, [{ kind: 'voucher.updated', voucher: { active: false, version: 2 } }])
})
