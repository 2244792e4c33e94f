import t from 'tap'
import {
  createEventSchema,
  deleteEventSchema,
  updateEventSchema
} from '../../../src/decisions/event-schemas/event-schemas.ts'
import type { SchemaProperties } from '../../../src/model.ts'
import { givenOccasion, NOW } from '../../support/given.ts'
import { givenEventSchema, givenProperty } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const rating = { rating: givenProperty({ type: 'number' }) }

t.test('createEventSchema: what a custom event must look like', async t => {
  for (const name of ['product_reviewed', 'x', 'x'.repeat(300), 'customers.of.ours']) {
    const schema = givenEventSchema({
      id: 'ms_000001',
      name,
      properties: rating,
      createdAt: NOW
    })
    t.strictSame(
      createEventSchema({ named: null }, { name, properties: rating }, givenOccasion()),
      {
        result: schema,
        changes: [{ kind: 'eventSchema.created', schema }]
      }
    )
  }
})

const geo: SchemaProperties = { where: givenProperty({ type: 'geopoint' }) }

//                                name             properties   details
const noEvents: [string, string, SchemaProperties, RegExp][] = [
  ['no name', '', geo, /\.name: expected 1 to 300 characters, found 0/],
  ['too long a name', 'x'.repeat(301), geo, /found 301/],
  ['like an event of an order', 'order.seen', geo, /'order\.seen' begins like an event/],
  ['like an event of a customer', 'customer.smiled', geo, /'customer\.smiled'/],
  ['a type events do not have', 'visited', geo, /\.schema\.properties\.where\.type: 'geopoint'/]
]

t.test('createEventSchema: refuses', t => {
  table(t, noEvents, (t, _, name, properties, details) => {
    t.match(createEventSchema({ named: null }, { name, properties }, givenOccasion()), {
      refusal: { key: 'invalid_payload', details }
    })
  })
  const named = givenEventSchema()
  t.match(createEventSchema({ named }, { name: '', properties: geo }, givenOccasion()), {
    refusal: { key: 'duplicate_found', resourceType: 'event_schema', resourceId: 'ms_1' }
  })
  t.end()
})

const text = { a: givenProperty({ type: 'string' }) }
const number = { a: givenProperty({ type: 'number' }) }
const review = givenEventSchema({ properties: text })

t.test('updateEventSchema: other properties, of the types of an event', async t => {
  for (const properties of [undefined, text]) {
    const same = { result: review, changes: [] }
    t.strictSame(updateEventSchema(review, { properties }, givenOccasion()), same)
  }
  const schema = { ...review, properties: number, updatedAt: NOW }
  t.strictSame(updateEventSchema(review, { properties: number }, givenOccasion()), {
    result: schema,
    changes: [{ kind: 'eventSchema.updated', schema, updatedAtBefore: null }]
  })
  const where = { where: givenProperty({ type: 'geopoint' }) }
  t.match(updateEventSchema(review, { properties: where }, givenOccasion()), {
    refusal: { details: /\.schema\.properties\.where\.type: 'geopoint'/ }
  })
})

t.test('deleteEventSchema: goes where nothing waits for it', async t => {
  t.strictSame(deleteEventSchema({ schema: review, users: [] }), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'event_schema', id: review.id }]
  })
  const users = [{ type: 'campaign', id: 'camp_1' }] as const
  t.match(deleteEventSchema({ schema: review, users }), {
    refusal: { key: 'resource_in_use', resourceType: 'event_schema', details: /campaign camp_1/ }
  })
})
