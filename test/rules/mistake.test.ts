/** What must be there is, or the mistake of ours is named. */
import t from 'tap'
import { present } from '../../src/rules/mistake.ts'

t.test('what is there is given, also where it says nothing', async t => {
  for (const value of [0, '', false]) t.equal(present(value, 'it is gone'), value)
})

t.test('what is not there is named', async t => {
  for (const value of [null, undefined]) {
    t.throws(() => present(value, 'order ord_1 is gone'), new TypeError('order ord_1 is gone'))
  }
})
