import t from 'tap'
import { viewCustomEvent } from '../../../src/http/views/events.ts'
import { answers } from '../support/document.ts'
import { givenCustomer } from '../support/given.ts'

t.test('viewCustomEvent: the event by the name it was sent with, and the customer', async t => {
  const customer = givenCustomer({ email: null })
  const view = viewCustomEvent('product_reviewed', { customer, metadata: { rating: 5 } })
  const outcome = {
    object: 'event',
    type: 'product_reviewed',
    customer: {
      id: 'cust_00ada',
      name: 'Ada Baker',
      email: null,
      source_id: 'ada',
      metadata: { favourite: 'espresso' },
      object: 'customer'
    },
    referral: null,
    loyalty: null,
    metadata: { rating: 5 }
  }
  answers(t, 'CustomEvent', view, outcome, 'a review')
})
