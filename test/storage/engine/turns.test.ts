/**
 * Turns: one after the other, and nobody waits for longer than the limit.
 *
 * Spec: Decision 227.
 */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { TurnMissed, Turns } from '../../../src/storage/engine/postgres/turns.ts'

const LONG = 60_000

t.test('tasks of a name run one after the other, also after one that failed', async t => {
  const turns = new Turns()
  const ran: string[] = []
  const task = (name: string) => async () => {
    ran.push(`${name} begins`)
    await pause(5)
    ran.push(`${name} ends`)
    if (name === 'b') throw new Error('b fails')
    return name
  }
  const results = await Promise.allSettled(
    ['a', 'b', 'c'].map(name => turns.take('row', LONG, task(name)))
  )
  t.strictSame(
    results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ['a', 'b fails', 'c']
  )
  const inTurn = ['a', 'b', 'c'].flatMap(name => [`${name} begins`, `${name} ends`])
  t.strictSame(ran, inTurn)
})

t.test('who waits too long leaves, and the next one still waits for the first', async t => {
  const turns = new Turns()
  const gate = Promise.withResolvers<string>()
  const first = turns.take('row', 0, () => gate.promise)
  const late = turns.take('row', 10, async () => t.fail('it had left'))
  t.ok((await late.catch(error => error)) instanceof TurnMissed)
  const ran: string[] = []
  const next = turns.take('row', LONG, async () => ran.push('next'))
  t.equal(await turns.take('other', 0, async () => 'at once'), 'at once', 'other names do not wait')
  await pause(10)
  t.strictSame(ran, [], 'the first has not ended')
  gate.resolve('first')
  t.equal(await first, 'first', 'who has its turn is not cut short')
  await next
  t.strictSame(ran, ['next'])
})
