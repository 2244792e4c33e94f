import t from 'tap'
import {
  editCustomer,
  type ImportCustomerFacts
} from '../../../src/decisions/customers/customers.ts'
import { decided, kinds, refused } from '../../support/decided.ts'
import { givenCustomer, givenOccasion, givenTotals } from '../../support/given.ts'
import { givenProperty, givenSchema } from '../../support/given-rules.ts'
import { givenStanding } from '../../support/given-standing.ts'

const ada = givenCustomer({
  name: 'Ada',
  address: { line_1: 'Ring 1', city: 'Vienna' },
  metadata: { size: 'XL', hat: 57 }
})

const facts = (over: Partial<ImportCustomerFacts> = {}): ImportCustomerFacts => ({
  ...givenStanding({ programs: [], filterSegments: [], totals: givenTotals() }),
  stored: ada,
  schema: null,
  ...over
})

const WHOLE = { hasWholeMetadata: true }

t.test('editCustomer: somebody new is made, without what is null', async t => {
  const command = { sourceId: 'bob', name: null, address: { city: null }, metadata: { size: 'S' } }
  const none = facts({ stored: null })
  const { result, changes } = decided(editCustomer(none, command, WHOLE, givenOccasion()))
  t.strictSame(result, { did: 'made', differences: [] })
  t.match(changes[0], { customer: { name: null, address: null, metadata: { size: 'S' } } })
})

t.test('editCustomer: what a row says is so afterwards, and told', async t => {
  //  what is said, whether of all metadata, and each column with what it was and is
  // biome-ignore format: a table
  const rows = [
    [{}, true, []],
    [{ name: 'Ada' }, true, []],
    [{ name: 'Ida' }, true, [['name', 'Ada', 'Ida']]],
    [{ name: null }, true, [['name', 'Ada', null]]],
    [{ address: { city: null } }, true, [['address_city', 'Vienna', null]]],
    [{ address: { city: 'Vienna' } }, true, []],
    [{ address: { line_1: null, city: null } }, true,
      [['address_line_1', 'Ring 1', null], ['address_city', 'Vienna', null]]],
    [{ metadata: { size: 'S' } }, true, [['metadata', ada.metadata, { size: 'S' }]]],
    [{ metadata: { size: 'S' } }, false, [['metadata', ada.metadata, { size: 'S', hat: 57 }]]],
    [{ metadata: { hat: 57, size: 'XL' } }, true, []],
    [{ metadata: null }, true, [['metadata', ada.metadata, {}]]]
  ] as const
  for (const [said, hasWholeMetadata, told] of rows) {
    const command = { sourceId: 'ada', ...said }
    const made = editCustomer(facts(), command, { hasWholeMetadata }, givenOccasion())
    const { result, changes } = decided(made)
    const differences = told.map(([column, from, to]) => ({ column, from, to }))
    const did = told.length === 0 ? 'unchanged' : 'changed'
    t.strictSame(result, { did, differences }, JSON.stringify(said))
    const written = told.length === 0 ? [] : ['customer.updated', 'event.logged']
    t.strictSame(kinds(changes), written)
  }
})

t.test('editCustomer: a line of an address is added where there is none', async t => {
  const bare = facts({ stored: { ...ada, address: null } })
  const command = { sourceId: 'ada', address: { city: 'Ulm' } }
  const { result } = decided(editCustomer(bare, command, WHOLE, givenOccasion()))
  t.match(result.differences, [{ column: 'address_city', from: null, to: 'Ulm' }])
  const cleared = { sourceId: 'ada', address: null }
  const none = decided(editCustomer(facts(), cleared, WHOLE, givenOccasion()))
  t.equal(none.result.differences.length, 2)
})

t.test('editCustomer: what the schema of metadata forbids is refused', async t => {
  const schema = givenSchema({ properties: { size: givenProperty({ type: 'number' }) } })
  const command = { sourceId: 'ada', metadata: { size: 'S' } }
  const refusal = refused(editCustomer(facts({ schema }), command, WHOLE, givenOccasion()))
  t.equal(refusal.key, 'metadata_validation_failed')
})
