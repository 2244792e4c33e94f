import t from 'tap'
import { withoutPerson } from '../../../src/decisions/customers/erasure.ts'
import { givenRedemption } from '../../support/given-records.ts'

t.test('withoutPerson: of why a redemption was refused, the sentence of the code stays', t => {
  const sentence = 'customer does not match validation rules'
  for (const [failureCode, failureMessage, left] of [
    ['customer_rules_violated', `${sentence}: 1 of Some (val_1), found Ada`, sentence],
    ['customer_rules_violated', sentence, sentence],
    ['redemption_rolled_back', 'redemption was rolled back', 'redemption was rolled back'],
    ['customer_rules_violated', null, null],
    [null, null, null]
  ] as const) {
    const redemption = { ...givenRedemption(), failureCode, failureMessage }
    t.strictSame(withoutPerson(redemption).failureMessage, left)
  }
  t.end()
})
