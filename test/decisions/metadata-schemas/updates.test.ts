import t from 'tap'
import {
  deleteEventSchema,
  deleteMetadataSchema,
  type UpdateMetadataSchema,
  updateEventSchema,
  updateMetadataSchema
} from '../../../src/decisions/metadata-schemas/updates.ts'
import type { MetadataSchema } from '../../../src/model.ts'
import { givenOccasion, NOW } from '../../support/given.ts'
import { givenEventSchema, givenProperty, givenSchema } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const text = { a: givenProperty({ type: 'string' }) }
const number = { a: givenProperty({ type: 'number' }) }
const strict = givenSchema({ properties: text, allowDefinedOnly: true })

//                                  sent                              what changes
const updates: [string, UpdateMetadataSchema, Partial<MetadataSchema> | null][] = [
  ['nothing', {}, null],
  ['what is stored', { properties: text, allowDefinedOnly: true }, null],
  ['other properties', { properties: number }, { properties: number }],
  ['none', { properties: {} }, { properties: {} }],
  ['freedom', { allowDefinedOnly: false }, { allowDefinedOnly: false }],
  ['null, which is freedom', { allowDefinedOnly: null }, { allowDefinedOnly: false }]
]

t.test('updateMetadataSchema: what is sent counts', t => {
  table(t, updates, (t, _, command, over) => {
    const schema = over === null ? strict : { ...strict, ...over, updatedAt: NOW }
    t.strictSame(updateMetadataSchema(strict, command, givenOccasion()), {
      result: schema,
      changes:
        over === null ? [] : [{ kind: 'metadataSchema.updated', schema, updatedAtBefore: null }]
    })
  })
  t.end()
})

const senseless = { a: givenProperty({ type: 'boolean', lt: 5 }) }

t.test('updateMetadataSchema: refuses definitions without sense', async t => {
  t.match(updateMetadataSchema(strict, { properties: senseless }, givenOccasion()), {
    refusal: { key: 'invalid_payload', details: /^Property \.properties\.a\.lt: / }
  })
})

t.test('deleteMetadataSchema: always goes', async t => {
  t.strictSame(deleteMetadataSchema(strict), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'metadata_schema', id: strict.id }]
  })
})

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
