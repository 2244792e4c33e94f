import t from 'tap'
import { failureMessageOf, reason } from '../../../src/decisions/refusals.ts'

t.test('failureMessageOf: the words of a rule, of the code, or of none', async t => {
  const found = reason('order_rules_violated', 'entry 1')
  t.equal(failureMessageOf({ ...found, failureMessage: 'too cheap' }), 'too cheap')
  t.equal(failureMessageOf(found), 'order does not match validation rules')
  t.equal(failureMessageOf({ key: 'not_found', details: '' }), 'no applicable redeemables')
})
