import t from 'tap'
import {
  type DeleteCustomerFacts,
  deleteCustomer
} from '../../../src/decisions/customers/erasure.ts'
import { takePoints } from '../../../src/decisions/points/lots.ts'
import type { ProgramFacts } from '../../../src/decisions/standing/standing.ts'
import { decided, logged, outline } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { givenPending } from '../../support/given-records.ts'
import { givenEarningRule, givenTiers } from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'

function facts(over: Partial<DeleteCustomerFacts> = {}): DeleteCustomerFacts {
  return {
    ...givenStanding(),
    customer: givenCustomer(),
    cards: [],
    pending: [],
    memberships: [],
    ...over
  }
}

const customer = givenCustomer()
const deleted = {
  kind: 'customer.deleted',
  customerId: 'cust_1',
  version: customer.version,
  deletedAt: NOW
}
const claimed = {
  kind: 'locks.claimed',
  trackingId: `track_signed(tracking:${customer.sourceId})`,
  customerId: 'cust_1'
}
const gone = (number: number) =>
  logged(number, 'customer.deleted', { source_id: customer.sourceId }, { category: 'ACTION' })

t.test('deleteCustomer: of somebody without anything only what was said goes', async t => {
  t.strictSame(deleteCustomer(facts(), givenOccasion()), {
    result: null,
    changes: [claimed, deleted, gone(1)]
  })
  const nameless = facts({ customer: givenCustomer({ sourceId: null }) })
  t.match(deleteCustomer(nameless, givenOccasion()), { changes: [deleted, {}] })
})

t.test('deleteCustomer: an empty card is written, so that nobody fills it meanwhile', async t => {
  const voucher = givenCard({ card: givenBalance({ points: 0, balance: 0 }) })
  const card = { voucherId: voucher.id, version: voucher.version }
  const { changes } = decided(
    deleteCustomer(facts({ cards: [{ voucher, lots: [] }] }), givenOccasion())
  )
  t.match(changes, [{ kind: 'card.waited', card }, claimed, deleted, { kind: 'event.logged' }])
  t.equal(changes.length, 4)
})

t.test('deleteCustomer: what is left is booked as removed, what waits is canceled', async t => {
  const balance = givenBalance({ points: 90, balance: 90, pendingPoints: 30 })
  const voucher = givenCard({ card: balance })
  const lots = [
    // Lapsed, and not booked yet.
    givenLot({ id: 'lot_1', amount: 40, remaining: 40, expiresOn: '2026-02-01' }),
    givenLot({ id: 'lot_2', amount: 50, remaining: 50, expiresOn: null })
  ]
  const pending = [
    givenPending({ id: 'lopp_1', voucherId: voucher.id, points: 10 }),
    givenPending({ id: 'lopp_2', voucherId: voucher.id, points: 20 }),
    givenPending({ id: 'lopp_3', voucherId: 'v_other', points: 7 })
  ]
  const occasion = givenOccasion()
  const { changes } = decided(
    deleteCustomer(facts({ cards: [{ voucher, lots }], pending }), occasion)
  )
  const settled = (id: string) => ({
    kind: 'pendingPoints.closed',
    id,
    status: 'CANCELED',
    updatedAt: NOW
  })
  const rest = { ...balance, pendingPoints: 0 }
  const after = { ...voucher, card: rest, version: voucher.version + 1, updatedAt: NOW }
  const taken = takePoints(
    { voucher: after, lots },
    {
      points: 90,
      as: 'subtracted',
      type: 'POINTS_REMOVAL',
      cause: { reason: 'Customer deleted' },
      from: lots
    },
    { ...givenOccasion(), newId: prefix => `${prefix}_000001` }
  )
  const said = changes.map(change => (change.kind === 'event.logged' ? change.event.type : change))
  const waits = 'customer.voucher.loyalty_card.pending_points.canceled'
  t.strictSame(said, [
    settled('lopp_1'),
    waits,
    settled('lopp_2'),
    waits,
    {
      kind: 'card.waited',
      card: {
        voucherId: voucher.id,
        version: voucher.version,
        balance: rest,
        redeemedQuantity: voucher.redeemedQuantity,
        updatedAt: NOW
      }
    },
    taken?.change,
    'customer.voucher.loyalty_card.points_subtracted',
    {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step: { cardBalance: -90 },
      lastOrder: null
    },
    claimed,
    deleted,
    'customer.deleted'
  ])
})

t.test('deleteCustomer: tiers and segments are left, and earn nothing', async t => {
  const gold = givenMembership({ tierId: 'ltr_1', expiresOn: '2026-12-31' })
  const nowhere = givenMembership({ voucherId: 'v_2', tierId: null, startedAt: null })
  const memberships = [gold, nowhere]
  t.strictSame(deleteCustomer(facts({ memberships, segments: ['seg_1'] }), givenOccasion()), {
    result: null,
    changes: [
      {
        kind: 'tierMembership.saved',
        membership: {
          ...gold,
          tierId: null,
          startedAt: null,
          expiresOn: null,
          updatedAt: NOW,
          version: gold.version + 1
        }
      },
      logged(1, 'customer.loyalty.tier.left', {
        campaign_id: gold.campaignId,
        voucher_id: gold.voucherId,
        loyalty_tier_id: 'ltr_1'
      }),
      { kind: 'segment.left', segmentId: 'seg_1', customerId: 'cust_1' },
      logged(2, 'customer.segment.left', { segment_id: 'seg_1' }),
      claimed,
      deleted,
      gone(3)
    ]
  })
})

/** A member whose 4 points lapsed yesterday, with 6 that last and 5 that arrive today. */
function due(over: Partial<ProgramFacts> = {}) {
  const balance = givenBalance({ points: 10, balance: 10, pendingPoints: 5 })
  const lots = [
    givenLot({ id: 'lopb_1', amount: 4, remaining: 4, expiresOn: '2026-02-28' }),
    givenLot({ id: 'lopb_2', amount: 6, remaining: 6 })
  ]
  const card = { voucher: givenCard({ card: balance }), lots }
  const pending = [givenPending({ points: 5, activatesOn: '2026-03-01' })]
  const membership = givenMembership({ tierId: 'ltr_1' })
  const program = givenProgram({
    rules: [],
    tiers: givenTiers(),
    membership,
    ...over,
    card,
    due: pending
  })
  const memberships = [membership, givenMembership({ voucherId: 'v_9', tierId: null })]
  const none = givenProgram({ campaign: givenCampaign({ id: 'camp_9' }), card: null })
  return facts({
    programs: [program, none],
    cards: [card],
    pending,
    memberships,
    segments: ['seg_1']
  })
}

t.test('deleteCustomer: what is due is booked first, and the rest is removed', async t => {
  const { changes } = decided(deleteCustomer(due(), givenOccasion()))
  t.strictSame(outline(changes), [
    'lopp_1 ACTIVATED',
    'voucher.loyalty_card.pending_points.activated',
    'v_1 +5',
    'v_1 -4',
    'voucher.loyalty_card.points_expired',
    'v_1 waits 0',
    'v_1 -11',
    'voucher.loyalty_card.points_subtracted',
    'v_1 in no tier',
    'loyalty.tier.left',
    'segment.left seg_1',
    'segment.left',
    'totals cardBalance-10',
    'locks.claimed',
    'customer.deleted',
    'deleted'
  ])
})

t.test('deleteCustomer: who has what cannot be counted goes as they are stored', async t => {
  const rule = givenEarningRule({
    event: 'customer.loyalty.tier.joined',
    earning: { type: 'FIXED', points: Number.MAX_SAFE_INTEGER }
  })
  const { changes } = decided(
    deleteCustomer(due({ membership: null, rules: [rule] }), givenOccasion())
  )
  t.match(outline(changes), ['lopp_1 CANCELED', /canceled$/, 'v_1 waits 0', 'v_1 -10'])
})
