import t from 'tap'
import {
  viewMetadataSchema,
  viewMetadataSchemaList
} from '../../../src/http/views/metadata-schemas.ts'
import type { MetadataSchema } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import { changedAt, madeAt } from '../support/given.ts'

t.test(
  'viewMetadataSchema: object_type is there whether set or not, constraints only if set',
  async t => {
    const schema: MetadataSchema = {
      id: 'ms_00customer',
      relatedObject: 'customer',
      properties: {
        favourite: { type: 'string', array: false, optional: true, eq: ['espresso', 'filter'] },
        visits: {
          type: 'number',
          array: false,
          optional: false,
          object_type: null,
          gte: 0,
          lt: 100
        },
        home: { type: 'object', array: false, optional: true, object_type: 'address' }
      },
      allowDefinedOnly: true,
      createdAt: madeAt,
      updatedAt: null
    }
    const outcome = {
      id: 'ms_00customer',
      related_object: 'customer',
      properties: {
        favourite: {
          type: 'string',
          array: false,
          optional: true,
          object_type: null,
          eq: ['espresso', 'filter']
        },
        visits: {
          type: 'number',
          array: false,
          optional: false,
          object_type: null,
          gte: 0,
          lt: 100
        },
        home: { type: 'object', array: false, optional: true, object_type: 'address' }
      },
      allow_defined_only: true,
      created_at: madeAt,
      updated_at: null,
      object: 'metadata_schema'
    }
    answers(t, 'MetadataSchema', viewMetadataSchema(schema), outcome, 'a schema')
    answers(
      t,
      'MetadataSchema',
      viewMetadataSchema({ ...schema, properties: {}, updatedAt: changedAt }),
      { ...outcome, properties: {}, updated_at: changedAt },
      'an empty schema'
    )
  }
)

t.test('viewMetadataSchema: a property may have any name', async t => {
  const named = JSON.parse('{"__proto__": {"type": "string", "array": false, "optional": true}}')
  const view = viewMetadataSchema({
    id: 'ms_00order',
    relatedObject: 'order',
    properties: named,
    allowDefinedOnly: false,
    createdAt: madeAt,
    updatedAt: null
  })
  t.equal(
    JSON.stringify(view.properties),
    '{"__proto__":{"type":"string","array":false,"optional":true,"object_type":null}}'
  )
})

const rating = { type: 'number', array: false, optional: true, gte: 1 } as const

t.test('viewMetadataSchemaList: the total is that of the project', async t => {
  const schema: MetadataSchema = {
    id: 'ms_00reward',
    relatedObject: 'reward',
    properties: { rating },
    allowDefinedOnly: false,
    createdAt: madeAt,
    updatedAt: null
  }
  const list = { object: 'list', data_ref: 'data', data: [viewMetadataSchema(schema)], total: 4 }
  answers(t, 'MetadataSchemaList', viewMetadataSchemaList([schema], 4), list, 'a page')
})
