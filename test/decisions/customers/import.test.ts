import t from 'tap'
import {
  editCustomer,
  type ImportCustomerFacts,
  importCustomer
} from '../../../src/decisions/customers/customers.ts'
import { decided, outline } from '../../support/decided.ts'
import { givenCustomer, givenOccasion, givenTotals } from '../../support/given.ts'
import { givenAutoSegment, givenEarningRule } from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'

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
