import t from 'tap'
import { FAILURE_MESSAGES, notFound, Refused } from '../../src/decisions/refusals.ts'

t.test('notFound: names what was looked for, and by what', t => {
  t.strictSame(notFound('reward_assignment', 'rew_x'), {
    key: 'not_found',
    details: 'Cannot find reward_assignment with id rew_x',
    resourceId: 'rew_x',
    resourceType: 'reward_assignment'
  })
  t.end()
})

t.test('Refused: an error that carries its refusal, and says its details', t => {
  const refusal = notFound('order', 'ord_x')
  const error = new Refused(refusal)
  t.ok(error instanceof Error)
  t.equal(error.refusal, refusal)
  t.equal(error.message, refusal.details)
  t.end()
})

t.test('every reason to fail a redemption has words, and no two the same', t => {
  const messages = Object.values(FAILURE_MESSAGES)
  t.equal(new Set(messages).size, messages.length)
  t.ok(messages.every(message => message.trim() !== ''))
  t.end()
})
