import t from 'tap'
import {
  createMetadataSchema,
  deleteMetadataSchema,
  type UpdateMetadataSchema,
  updateMetadataSchema
} from '../../../src/decisions/metadata-schemas/metadata-schemas.ts'
import type { MetadataSchema, SchemaProperties } from '../../../src/model.ts'
import { givenOccasion, NOW } from '../../support/given.ts'
import { givenProperty, givenSchema } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const geo: SchemaProperties = { where: givenProperty({ type: 'geopoint' }) }

t.test('createMetadataSchema: one for each resource, strict only when it says so', async t => {
  for (const allowDefinedOnly of [undefined, null, false, true]) {
    const schema = givenSchema({
      id: 'ms_000001',
      relatedObject: 'order',
      properties: geo,
      allowDefinedOnly: allowDefinedOnly ?? false,
      createdAt: NOW
    })
    const command = { relatedObject: 'order', properties: geo, allowDefinedOnly }
    t.strictSame(createMetadataSchema({ stored: null }, command, givenOccasion()), {
      result: schema,
      changes: [{ kind: 'metadataSchema.created', schema }]
    })
  }
})

t.test('createMetadataSchema: refuses a second one, and definitions without sense', async t => {
  const command = {
    relatedObject: 'customer',
    properties: { p: givenProperty({ type: 'boolean', lt: 5 }) }
  }
  t.strictSame(createMetadataSchema({ stored: givenSchema() }, command, givenOccasion()), {
    refusal: {
      key: 'duplicate_found',
      details:
        'Duplicated metadata_schema exists with related_object customer; ' +
        'choose another or use that one',
      resourceId: 'ms_2',
      resourceType: 'metadata_schema'
    }
  })
  t.match(createMetadataSchema({ stored: null }, command, givenOccasion()), {
    refusal: { key: 'invalid_payload', details: /^Property \.properties\.p\.lt: / }
  })
})

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
