import t from 'tap'
import {
  type ContendedPlace,
  QueueMissed,
  RowQueues
} from '../../../src/storage/engine/postgres/row-queues.ts'
import { after, givenTime } from '../../support/time.ts'

const LONG = { stuckMs: 60_000, allMs: 60_000 }
const ROW: ContendedPlace = { name: 'row', width: 1 }
const FREE = { ...ROW, name: 'other' }

/** A task that has its connection at once. */
const having =
  <Value>(task: () => Promise<Value>) =>
  (served: () => void) => {
    served()
    return task()
  }

t.test('tasks of a name run one after the other, also after one that failed', async t => {
  const pass = givenTime(t)
  const turns = new RowQueues()
  const ran: string[] = []
  const task = (name: string) => async () => {
    ran.push(`${name} begins`)
    await after(5)
    ran.push(`${name} ends`)
    if (name === 'b') throw new Error('b fails')
    return name
  }
  const taken = Promise.allSettled(['a', 'b', 'c'].map(name => turns.take(ROW, LONG, task(name))))
  await pass(3 * 5)
  const results = await taken
  t.strictSame(
    results.map(result => (result.status === 'fulfilled' ? result.value : result.reason.message)),
    ['a', 'b fails', 'c']
  )
  const inTurn = ['a', 'b', 'c'].flatMap(name => [`${name} begins`, `${name} ends`])
  t.strictSame(ran, inTurn)
})

t.test('who waits too long leaves, and the next one still waits for the first', async t => {
  const pass = givenTime(t)
  const turns = new RowQueues()
  const gate = Promise.withResolvers<string>()
  const first = turns.take(
    ROW,
    LONG,
    having(() => gate.promise)
  )
  const late = turns.take(ROW, { ...LONG, stuckMs: 10 }, async () => t.fail('it had left'))
  const missed = late.catch(error => error)
  await pass(10)
  t.ok((await missed) instanceof QueueMissed)
  const ran: string[] = []
  const next = turns.take(ROW, LONG, async () => ran.push('next'))
  t.equal(await turns.take(FREE, LONG, async () => 'at once'), 'at once', 'other names do not wait')
  await pass(10)
  t.strictSame(ran, [], 'the first has not ended')
  gate.resolve('first')
  t.equal(await first, 'first', 'who has its turn is not cut short')
  await next
  t.strictSame(ran, ['next'])
})

t.test('as many go on at once as the row is wide', async t => {
  const pass = givenTime(t)
  const turns = new RowQueues()
  const gates = Array.from({ length: 3 }, () => Promise.withResolvers<void>())
  const began: number[] = []
  const all = gates.map((gate, n) =>
    turns.take({ ...ROW, width: 2 }, LONG, () => {
      began.push(n)
      return gate.promise
    })
  )
  await pass(1)
  t.strictSame(began, [0, 1])
  gates[1]?.resolve()
  await all[1]
  await pass(1)
  t.strictSame(began, [0, 1, 2])
  for (const { resolve } of gates) resolve()
  await Promise.all(all)
})

t.test('while others come through, nobody leaves before all of the time is over', async t => {
  const stuckMs = 200
  const pass = givenTime(t)
  for (const [ofOthers, allMs, outcome] of [
    ['through', 60_000, 'had its turn'],
    ['through', 300, 'left'],
    ['lost', 60_000, 'left']
  ] as const) {
    const turns = new RowQueues()
    const first = turns.take(
      ROW,
      LONG,
      having(() => after(stuckMs * 3))
    )
    const waiting = turns
      .take(ROW, { stuckMs, allMs }, async () => 'had its turn')
      .catch(() => 'left')
    const moving = setInterval(() => turns.enterAnyway([ROW])(ofOthers), stuckMs / 20)
    await pass(stuckMs * 3)
    t.equal(await waiting, outcome, `${ofOthers} ${allMs}`)
    clearInterval(moving)
    await first
  }
})

t.test('a line that fails for want of its row does not move', async t => {
  const pass = givenTime(t)
  const turns = new RowQueues()
  const task = async (error: Error) => {
    await after(20)
    throw error
  }
  const stuck = new Error('lost')
  const outcomeOf = (thrown: unknown) => (thrown === stuck ? 'lost' : 'through')
  for (const [error, outcome] of [
    [stuck, 'left'],
    [new Error('refused'), 'had its turn']
  ] as const) {
    const before = Array.from({ length: 10 }, () =>
      turns
        .take(
          ROW,
          LONG,
          having(() => task(error)),
          outcomeOf
        )
        .catch(() => undefined)
    )
    const last = turns
      .take(ROW, { ...LONG, stuckMs: 100 }, async () => 'had its turn')
      .catch(() => 'left')
    await pass(before.length * 20)
    t.equal(await last, outcome, error.message)
    await Promise.all(before)
  }
})

t.test('who enters rows has all of them or none, and passes nobody who waits', async t => {
  const turns = new RowQueues()
  const row = { ...ROW, mayWait: false }
  const other = { ...FREE, mayWait: false }
  const leave = await turns.enter([row], 0)
  if (typeof leave !== 'function') throw new Error('there was room')
  t.equal(await turns.enter([other, row], 0), row)
  t.ok(turns.hasRoom(other), 'none was entered')
  const gate = Promise.withResolvers<void>()
  const waiting = turns.take(ROW, LONG, () => gate.promise)
  const next = turns.take(ROW, LONG, async () => 'next')
  const wide = { ...row, width: 2 }
  t.equal(await turns.enter([wide], 0), wide, 'one waits already')
  leave('through')
  t.notOk(turns.hasRoom(row), 'who waited has the room')
  gate.resolve()
  await waiting
  t.equal(await next, 'next')
  t.ok(turns.hasRoom(row))
})

t.test('room in some rows is waited for, for a moment', async t => {
  const pass = givenTime(t)
  const turns = new RowQueues()
  const row = { ...ROW, mayWait: true }
  const leave = turns.enterAnyway([row])
  const entering = turns.enter([row], 5)
  await pass(5)
  t.equal(await entering, row, 'there was none in time')
  const entered = turns.enter([row], 60_000)
  leave('through')
  const left = await entered
  t.type(left, 'function')
  t.notOk(turns.hasRoom(row))
  if (typeof left === 'function') left('through')
  t.ok(turns.hasRoom(row))
})

t.test('when one has waited to its limit, so have those who came long before its end', async t => {
  const pass = givenTime(t)
  const turns = new RowQueues()
  const gate = Promise.withResolvers<void>()
  const row = { ...ROW, width: 2 }
  const patience = { stuckMs: 400, allMs: 60_000 }
  const leave = turns.enterAnyway([row])
  const first = turns.take(
    row,
    patience,
    having(() => gate.promise)
  )
  const early = turns.take(row, patience, async () => 'had its turn').catch(() => 'left')
  await pass(250)
  const late = turns.take(row, patience, async () => 'had its turn').catch(() => 'left')
  leave('stuck')
  t.equal(await early, 'left')
  t.equal(await late, 'had its turn')
  gate.resolve()
  await first
})

t.test('while nobody of the line has a connection, it is not stuck', async t => {
  const pass = givenTime(t)
  const turns = new RowQueues()
  const patience = { stuckMs: 50, allMs: 60_000 }
  const first = turns.take(ROW, LONG, () => after(200))
  const next = turns.take(ROW, patience, async () => 'had its turn')
  await pass(200)
  t.equal(await next, 'had its turn')
  await first
  const gate = Promise.withResolvers<void>()
  const later = turns.take(ROW, LONG, async served => {
    await after(100)
    served()
    await gate.promise
  })
  const late = turns.take(ROW, patience, async () => 'had its turn').catch(() => 'left')
  await pass(100 + patience.stuckMs)
  t.equal(await late, 'left', 'from then on it is')
  const impatient = turns
    .take(ROW, { stuckMs: 60_000, allMs: 20 }, async () => 'had its turn')
    .catch(() => 'left')
  await pass(20)
  t.equal(await impatient, 'left', 'nor does anybody wait for ever')
  gate.resolve()
  await later
})
