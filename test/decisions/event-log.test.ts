import t from 'tap'
import { eventOf } from '../../src/decisions/changes.ts'
import { givenOccasion, NOW } from '../support/given.ts'

t.test('eventOf: an effect of its request, unless it is what the customer did', async t => {
  const about = { customerId: null, entityId: 'v_1' }
  const event = {
    id: 'evcus_000001',
    type: 'customer.order.paid',
    customerId: null,
    groupId: 'req_1',
    entityId: 'v_1',
    category: 'EFFECT',
    source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
    data: { n: 1 },
    createdAt: NOW
  }
  t.strictSame(eventOf('customer.order.paid', about, { n: 1 }, givenOccasion()), event)
  t.strictSame(eventOf('customer.order.paid', about, { n: 1 }, givenOccasion(), 'ACTION'), {
    ...event,
    category: 'ACTION'
  })
})
