import t from 'tap'
import {
  type CustomerFields,
  type SaveCustomer,
  saveCustomer,
  simpleCustomer
} from '../../src/decisions/customers.ts'
import type { Customer } from '../../src/model.ts'
import { givenCustomer, givenOccasion, NOW } from '../support/given.ts'
import { givenProperty, givenSchema } from '../support/given-rules.ts'
import { table } from '../support/table.ts'

const NOBODY_YET: Customer = {
  id: 'cust_000001',
  sourceId: null,
  name: null,
  email: null,
  phone: null,
  description: null,
  birthday: null,
  birthdate: null,
  address: null,
  metadata: {},
  systemMetadata: {},
  createdAt: NOW,
  updatedAt: null,
  version: 1
}

//                                            command                      the new customer
const made: [string, SaveCustomer, Partial<Customer>][] = [
  ['known by a source id alone', { sourceId: 'ben' }, { sourceId: 'ben' }],
  ['with neither id', {}, {}],
  ['nulls say nothing', { id: null, sourceId: null, name: null, metadata: null }, {}],
  [
    'with everything there is to say',
    {
      sourceId: 'ben',
      name: 'Ben Okoro',
      email: 'ben@example.com',
      phone: '+49 30 1234',
      description: 'Likes tea',
      birthday: '1990-01-02',
      birthdate: '1990-02-01',
      address: { city: 'Berlin' },
      metadata: { size: 'M', gone: null }
    },
    {
      sourceId: 'ben',
      name: 'Ben Okoro',
      email: 'ben@example.com',
      phone: '+49 30 1234',
      description: 'Likes tea',
      birthday: '1990-01-02',
      birthdate: '1990-02-01',
      address: { city: 'Berlin' },
      metadata: { size: 'M' }
    }
  ]
]

t.test('saveCustomer: makes who is unknown', t => {
  table(t, made, (t, _, command, over) => {
    const customer = { ...NOBODY_YET, ...over }
    t.strictSame(saveCustomer({ stored: null, schema: null }, command, givenOccasion()), {
      result: customer,
      changes: [{ kind: 'customer.created', customer }]
    })
  })
  t.end()
})

const stored = givenCustomer({
  phone: '1',
  address: { city: 'Berlin', country: 'DE' },
  metadata: { size: 'M', tea: true }
})

//                                      sent                        changed, or null for nothing
const merges: [string, CustomerFields, Partial<Customer> | null][] = [
  ['nothing sent', {}, null],
  ['the same again', { name: 'Ada Baker', metadata: { size: 'M' } }, null],
  ['the same address in another order', { address: { country: 'DE', city: 'Berlin' } }, null],
  ['undefined leaves', { name: undefined, metadata: undefined }, null],
  ['a value sets', { name: 'Ada B.' }, { name: 'Ada B.' }],
  ['null clears', { phone: null }, { phone: null }],
  ['an address is set as a whole', { address: { city: 'Bonn' } }, { address: { city: 'Bonn' } }],
  ['metadata joins', { metadata: { tea: null, age: 3 } }, { metadata: { size: 'M', age: 3 } }],
  ['null clears all metadata', { metadata: null }, { metadata: {} }]
]

t.test('saveCustomer: merges into who is known, and writes only a difference', t => {
  table(t, merges, (t, _, sent, over) => {
    const customer = { ...stored, ...over, updatedAt: NOW, version: 2 }
    const outcome =
      over === null
        ? { result: stored, changes: [] }
        : { result: customer, changes: [{ kind: 'customer.updated', customer }] }
    const facts = { stored, schema: null }
    t.strictSame(saveCustomer(facts, { sourceId: 'ada', ...sent }, givenOccasion()), outcome)
    t.strictSame(saveCustomer(facts, { id: 'cust_1', ...sent }, givenOccasion()), outcome)
  })
  t.end()
})

t.test('saveCustomer: beside an id the source id is ignored', async t => {
  const command = { id: 'cust_1', sourceId: 'somebody else' }
  t.strictSame(saveCustomer({ stored, schema: null }, command, givenOccasion()), {
    result: stored,
    changes: []
  })
})

t.test('saveCustomer: an id makes nobody', async t => {
  t.strictSame(saveCustomer({ stored: null, schema: null }, { id: 'cust_9' }, givenOccasion()), {
    refusal: {
      key: 'not_found',
      details: 'Cannot find customer with id cust_9',
      resourceId: 'cust_9',
      resourceType: 'customer'
    }
  })
})

const sized = givenSchema({
  properties: {
    size: givenProperty({ optional: false }),
    age: givenProperty({ type: 'number' })
  }
})
const bare = givenCustomer({ metadata: {} })

//                                     who           sent                             accepted
const bound: [string, Customer | null, CustomerFields, boolean][] = [
  ['new, with what is required', null, { metadata: { size: 'M' } }, true],
  ['new, without what is required', null, {}, false],
  ['known, and the request leaves metadata alone', bare, { name: 'B' }, true],
  ['known, and the merge still lacks what is required', bare, { metadata: { age: 3 } }, false],
  ['known, and the merge has what is required', stored, { metadata: { age: 3 } }, true],
  ['known, and what is required is removed', stored, { metadata: { size: null } }, false],
  ['a value that does not fit', stored, { metadata: { age: 'three' } }, false]
]

t.test('saveCustomer: the schema binds metadata as it is after the merge', t => {
  table(t, bound, (t, _, known, sent, accepted) => {
    const decision = saveCustomer({ stored: known, schema: sized }, sent, givenOccasion())
    if (accepted) t.hasProp(decision, 'result')
    else {
      const details = /^customer\.metadata: (size|age): must be /
      t.match(decision, { refusal: { key: 'metadata_validation_failed', details } })
    }
  })
  t.end()
})

t.test('simpleCustomer: what answers show, all null for nobody', async t => {
  const { id, name, email, sourceId, metadata } = stored
  t.strictSame(simpleCustomer(stored), { id, name, email, sourceId, metadata })
  t.strictSame(simpleCustomer(null), {
    id: null,
    name: null,
    email: null,
    sourceId: null,
    metadata: {}
  })
})
