import t from 'tap'
import {
  type CustomerProfile,
  editCustomer,
  type ImportCustomerFacts,
  importCustomer,
  noTotals,
  type ProfileCard,
  profileAfter
} from '../../../src/decisions/customers/customers.ts'
import type { Standing } from '../../../src/decisions/standing/standing.ts'
import { decided, outline } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenOccasion,
  givenTotals,
  NOW
} from '../../support/given.ts'
import { givenAutoSegment, givenEarningRule } from '../../support/given-rules.ts'
import {
  givenMembership,
  givenProgram,
  givenReferral,
  givenStanding
} from '../../support/given-standing.ts'
import { standingOf } from '../../support/standings.ts'
import { table } from '../../support/table.ts'

const named = givenAutoSegment({ name: { $is: ['Ada'] } })
const greeting = givenEarningRule({ event: 'customer.segment.entered' })

const facts = (over: Partial<ImportCustomerFacts> = {}): ImportCustomerFacts => ({
  ...givenStanding({ filterSegments: [named], totals: givenTotals() }),
  stored: null,
  schema: null,
  ...over
})

t.test('importCustomer: somebody new is made, and enters segments without points for it', t => {
  const program = givenProgram({ rules: [greeting], card: null, spare: null })
  const ada = { sourceId: 'ada', name: 'Ada' }
  const { result, changes } = decided(
    importCustomer(facts({ programs: [program] }), ada, givenOccasion())
  )
  t.equal(result, 'made')
  t.strictSame(outline(changes), [
    'customer.created',
    'created',
    'segment.entered seg_1',
    'segment.entered'
  ])
  t.end()
})

t.test('importCustomer: a line of an address leaves the others', async t => {
  const stored = givenCustomer({ address: { line_1: 'Ring 1', city: 'Graz' } })
  const rows = [
    [stored, { line_1: 'Ring 1', city: 'Vienna' }],
    [null, { city: 'Vienna' }],
    [givenCustomer({ address: null }), { city: 'Vienna' }]
  ] as const
  for (const [stored, address] of rows) {
    const command = { sourceId: 'ada', address: { city: 'Vienna' } }
    const outcome = importCustomer(facts({ stored }), command, givenOccasion())
    t.match(decided(outcome).changes[0], { customer: { address } })
  }
})

t.test('editCustomer: no address clears all lines', async t => {
  const stored = givenCustomer({ address: { line_1: 'Ring 1', city: 'Graz' } })
  const command = { sourceId: 'ada', address: null }
  const whole = { hasWholeMetadata: true }
  const { result } = decided(editCustomer(facts({ stored }), command, whole, givenOccasion()))
  t.strictSame(
    result.differences.map(({ from, to }) => [from, to]),
    [
      ['Ring 1', null],
      ['Graz', null]
    ]
  )
})

t.test('importCustomer: who is known is changed where a cell differs, and else stays', async t => {
  const stored = givenCustomer()
  const { name } = stored
  const same = importCustomer(facts({ stored }), { sourceId: 'ada', name }, givenOccasion())
  t.strictSame(same, { result: 'unchanged', changes: [] })
  const phone = { sourceId: 'ada', phone: '+43 2' }
  const changed = decided(
    importCustomer(facts({ stored, filterSegments: [] }), phone, givenOccasion())
  )
  t.equal(changed.result, 'changed')
  t.strictSame(outline(changed.changes), ['customer.updated', 'updated'])
})

const customer = givenCustomer()

function standing(over: Partial<Standing> = {}): Standing {
  const opened = standingOf(givenStanding(), customer, givenOccasion())
  if ('refusal' in opened) throw new Error(opened.refusal.details)
  return { ...opened, ...over }
}

const shown = (over: Partial<ProfileCard> = {}): ProfileCard => ({
  voucherId: 'v_1',
  campaignName: 'Coffee club',
  balance: 100,
  loyaltyTierId: null,
  ...over
})

const profile = (over: Partial<CustomerProfile> = {}): CustomerProfile => ({
  customer,
  totals: givenTotals(),
  cards: [shown()],
  referrals: [givenReferral()],
  referred: [{ campaignName: 'Friends', referredCustomers: 2 }],
  ...over
})

const program = (voucherId: string, balance: number, tierId: string | null = null) =>
  givenProgram({
    campaign: givenCampaign({ name: 'Coffee club' }),
    card: {
      voucher: givenCard({ id: voucherId, card: givenBalance({ points: balance, balance }) }),
      lots: []
    },
    membership: tierId === null ? null : givenMembership({ tierId })
  })

//                                   what the decision did              what differs after it
// biome-ignore format: a table
const rows: [string, Partial<Standing>, Partial<CustomerProfile>][] = [
  ['nothing', {}, {}],
  ['a profile that changed', { customer: { ...customer, name: 'A' } },
    { customer: { ...customer, name: 'A' } }],
  ['sums that grew and shrank', { gained: { cardBalance: 5, ordersCount: -1 } },
    { totals: givenTotals({ cardBalance: 5, ordersCount: -1 }) }],
  ['an order', { lastOrder: { amount: 1200, date: NOW } },
    { totals: givenTotals({ lastOrderAmount: 1200, lastOrderDate: NOW }) }],
  ['points on a card', { programs: [program('v_1', 105)] }, { cards: [shown({ balance: 105 })] }],
  ['a card in a tier', { programs: [program('v_1', 100, 'ltr_2')] },
    { cards: [shown({ loyaltyTierId: 'ltr_2' })] }],
  [
    'a new card, beside one that nothing happened to, by id',
    { programs: [program('v_0', 5), program('v_2', 7)] },
    {
      cards: [
        shown({ voucherId: 'v_0', balance: 5 }),
        shown(),
        shown({ voucherId: 'v_2', balance: 7 })
      ]
    }
  ],
  ['a program they are not in', { programs: [givenProgram({ card: null })] }, {}]
]

t.test('profileAfter: what was known, carried on by what was decided', async t => {
  table(t, rows, (t, _, over, expected) => {
    t.strictSame(profileAfter(profile(), standing(over)), profile(expected))
  })
})

t.test('profileAfter: who was not stored starts from nothing', async t => {
  t.strictSame(profileAfter(null, standing({ programs: [program('v_1', 9)] })), {
    customer,
    totals: noTotals(customer.id),
    cards: [shown({ balance: 9 })],
    referrals: [],
    referred: []
  })
})

t.test('profileAfter: an order that is paid no longer makes room for the one before', async t => {
  const EARLIER = '2026-02-01T10:00:00.000Z'
  const before = givenTotals({ lastOrderAmount: 1200, lastOrderDate: NOW })
  const previous = { amount: 500, date: EARLIER }
  const rows: [string, Standing['lastOrder'], number, string | null][] = [
    ['it was the last', { gone: NOW, previous }, 500, EARLIER],
    ['there was no other', { gone: NOW, previous: null }, 0, null],
    ['it was not the last', { gone: EARLIER, previous: null }, 1200, NOW]
  ]
  table(t, rows, (t, _, lastOrder, lastOrderAmount, lastOrderDate) => {
    const { totals } = profileAfter(profile({ totals: before }), standing({ lastOrder }))
    t.strictSame(totals, { ...before, lastOrderAmount, lastOrderDate })
  })
})
