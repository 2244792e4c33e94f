import t from 'tap'
import {
  type ImportCustomerFacts,
  importCustomer
} from '../../../src/decisions/customers/customers.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import { givenCustomer, givenOccasion, givenTotals } from '../../support/given.ts'
import {
  givenEarningRule,
  givenProperty,
  givenSchema,
  givenSegment,
  givenTiers
} from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'

const named = givenSegment({
  type: 'auto-update',
  filter: { junction: 'and', fields: { name: { $is: ['Ada'] } } }
})
const greeting = givenEarningRule({ event: 'customer.segment.entered' })

const joining = (points: number) =>
  givenEarningRule({ event: 'customer.loyalty.tier.joined', earning: { type: 'FIXED', points } })

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

t.test('importCustomer: metadata that does not fit is refused', async t => {
  const schema = givenSchema({ properties: { size: givenProperty({ optional: false }) } })
  const { details } = refused(
    importCustomer(facts({ schema }), { sourceId: 'ada' }, givenOccasion())
  )
  t.match(details, /^customer\.metadata: size: must be given/)
})

t.test(
  'importCustomer: points that follow from the calendar and cannot be counted refuse it',
  async t => {
    const rules = [joining(Number.MAX_SAFE_INTEGER)]
    const programs = [givenProgram({ tiers: givenTiers(), rules })]
    const stored = givenCustomer()
    const outgrown = facts({ stored, programs, filterSegments: [] })
    const command = { sourceId: 'ada', phone: '+43 2' }
    t.equal(refused(importCustomer(outgrown, command, givenOccasion())).key, 'invalid_amount')
  }
)
