import t from 'tap'
import { viewEventSchema } from '../../../src/http/views/event-schemas.ts'
import { answers } from '../support/document.ts'
import { changedAt, madeAt } from '../support/given.ts'

const rating = { type: 'number', array: false, optional: true, gte: 1 } as const

t.test('viewEventSchema: the definitions are inside of a schema', async t => {
  const schema = {
    id: 'ms_00review',
    name: 'product_reviewed',
    properties: { rating },
    createdAt: madeAt,
    updatedAt: changedAt
  }
  const outcome = {
    id: 'ms_00review',
    name: 'product_reviewed',
    schema: {
      properties: {
        rating: { type: 'number', array: false, optional: true, object_type: null, gte: 1 }
      }
    },
    created_at: madeAt,
    updated_at: changedAt,
    object: 'custom-event-schema'
  }
  answers(t, 'EventSchema', viewEventSchema(schema), outcome, 'an event')
})
