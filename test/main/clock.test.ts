import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { Clock, compose } from '../../src/main/compose.ts'
import { openStore } from '../../src/storage/database.ts'
import { serverTime } from '../../src/storage/engine/postgres/connections.ts'
import type { ServerTime, Store } from '../../src/storage/engine/store.ts'
import { givenDatabase } from '../storage/support/postgres.ts'
import { CONFIG, contract } from '../support/app.ts'
import { onServer } from '../support/postgres-databases.ts'

const NOON = Date.parse('2026-03-01T12:00:00.000Z')
const hour = 3_600_000
const iso = (ms: number) => new Date(ms).toISOString()

/** A machine whose clock is off, on a server whose clock is at noon; time moves by hand. */
function given({ offMs = 0 }: { readonly offMs?: number } = {}) {
  const world = {
    /** Milliseconds since noon. */
    passed: 0,
    /** How far the clock of the machine is ahead. */
    offMs,
    /** How long the machine has slept, while its stopwatch stood still. */
    sleptMs: 0,
    asked: 0,
    answer: async (): Promise<ServerTime | null> => answered()
  }
  const stopwatch = () => world.passed - world.sleptMs
  const answered = (wrongMs = 0, errorMs = 0) => {
    return { ms: NOON + world.passed + wrongMs, at: stopwatch(), errorMs }
  }
  const store: Pick<Store, 'time'> = {
    time: () => {
      world.asked++
      return world.answer()
    }
  }
  const clock = new Clock(store, () => NOON + world.offMs + world.passed, stopwatch)
  return { clock, world, answered }
}

for (const offMs of [0, hour, -hour, 24 * hour]) {
  t.test(`a machine that is off by ${offMs / hour} hours has the time of the server`, async t => {
    const { clock, world } = given({ offMs })
    await clock.set()
    t.equal(clock.now(), iso(NOON))
    world.passed += 30_000
    t.equal(clock.now(), iso(NOON + 30_000))
    t.equal(clock.milliseconds(), NOON + 30_000)
    t.equal(world.asked, 1)
  })
}

t.test('what passes between the answer and its arrival is counted', async t => {
  const { clock, world, answered } = given({ offMs: hour })
  world.answer = async () => {
    const told = answered()
    world.passed += 80
    return told
  }
  await clock.set()
  t.equal(clock.now(), iso(NOON + 80))
})

t.test('without a server the clock is that of the machine, also when it is set', async t => {
  const { clock, world } = given({ offMs: hour })
  world.answer = async () => null
  t.equal(clock.now(), iso(NOON + hour), 'before anything was asked')
  await clock.set()
  t.equal(clock.now(), iso(NOON + hour))
  world.offMs = -hour
  t.equal(clock.now(), iso(NOON - hour))
})

t.test('it is asked again when a minute is over, and not by every look', async t => {
  const { clock, world, answered } = given({ offMs: hour })
  let setOff = 0
  world.answer = async () => answered(setOff)
  await clock.set()
  setOff = 7_000
  world.passed = 59_999
  t.equal(clock.now(), iso(NOON + 59_999))
  t.equal(world.asked, 1)
  world.passed = 60_000
  for (let looks = 0; looks < 3; looks++) t.equal(clock.now(), iso(NOON + 60_000))
  t.equal(world.asked, 2, 'one look asks')
  await turn()
  t.equal(clock.now(), iso(NOON + 67_000))
})

t.test('while the server does not answer the last answer holds', async t => {
  const { clock, world, answered } = given({ offMs: hour })
  await clock.set()
  world.answer = () => Promise.reject(new Error('away'))
  await t.rejects(clock.set(), { message: 'away' })
  world.passed = 100_000
  for (let looks = 0; looks < 3; looks++) t.equal(clock.now(), iso(NOON + 100_000))
  t.equal(world.asked, 3)
  await turn()
  t.equal(clock.now(), iso(NOON + 100_000))
  world.answer = async () => answered()
  world.passed = 104_999
  clock.now()
  t.equal(world.asked, 3)
  world.passed = 105_000
  clock.now()
  t.equal(world.asked, 4, 'five seconds later')
})

for (const stepMs of [hour, -hour, 1_001]) {
  t.test(`a clock that is set by ${stepMs} ms changes nothing`, async t => {
    const { clock, world } = given()
    await clock.set()
    world.passed = 10_000
    world.offMs = stepMs
    for (let looks = 0; looks < 3; looks++) t.equal(clock.now(), iso(NOON + 10_000))
    t.equal(world.asked, 2, 'it might have slept')
    await turn()
    t.equal(clock.now(), iso(NOON + 10_000))
    world.passed = 20_000
    t.equal(clock.now(), iso(NOON + 20_000))
    t.equal(world.asked, 2)
  })
}

t.test('a clock that is put right little by little is no reason to ask', async t => {
  const { clock, world } = given()
  await clock.set()
  world.passed = 10_000
  world.offMs = 1_000
  t.equal(clock.now(), iso(NOON + 10_000))
  t.equal(world.asked, 1)
})

t.test('a machine that slept asks at once, and takes what it is told', async t => {
  const { clock, world, answered } = given()
  await clock.set()
  world.passed = hour
  world.sleptMs = hour - 10_000
  world.answer = async () => answered(0, 400)
  t.equal(clock.now(), iso(NOON + 10_000), 'it cannot know')
  await turn()
  t.equal(clock.now(), iso(NOON + hour))
})

t.test('an answer that came while the machine slept is not used', async t => {
  const { clock, world, answered } = given()
  await clock.set()
  world.answer = async () => {
    const told = answered()
    world.passed = hour
    world.sleptMs = hour
    return told
  }
  await clock.set()
  world.answer = async () => answered()
  clock.now()
  await turn()
  t.equal(clock.now(), iso(NOON + hour))
  t.equal(world.asked, 3)
})

// How the first answer may be wrong, what passes, what the next one says and may be wrong; which
// of them counts.
const answers = [
  [0, 60_000, 900, 1_000, 'first'],
  [0, 60_000, 60, 61, 'first'],
  [0, 60_000, 60, 60, 'second'],
  [500, 60_000, 60, 60, 'second'],
  [500, 60_000, 60, 561, 'first'],
  [0, 1_000_000, 900, 1_000, 'second']
] as const

for (const [firstMs, passed, wrongMs, errorMs, counts] of answers) {
  const title = `${errorMs} ms after ${firstMs} ms and ${passed / 1_000} seconds`
  t.test(`of two answers the one that can be less wrong counts: ${title}`, async t => {
    const { clock, world, answered } = given()
    world.answer = async () => answered(0, firstMs)
    await clock.set()
    world.passed = passed
    world.answer = async () => answered(wrongMs, errorMs)
    await clock.set()
    t.equal(clock.milliseconds() - NOON - passed, counts === 'first' ? 0 : wrongMs)
    t.equal(world.asked, 2)
    world.passed += 5_000
    clock.now()
    t.equal(world.asked, counts === 'first' ? 3 : 2, 'what was not used is soon asked again')
  })
}

// What the clock is set by, one after the other; what is told of each step, and then of all.
const jumps = [
  [[3_599_000], [], null],
  [[hour + 1_000], ['forward by 1.0'], 'forward by 1.0'],
  [[-36 * hour], ['back by 36.0'], 'back by 36.0'],
  [[2 * hour, 3 * hour], ['forward by 2.0', 'forward by 3.0'], 'forward by 5.0'],
  [[2 * hour, -2 * hour], ['forward by 2.0', 'back by 2.0'], null]
] as const

for (const [steps, told, notice] of jumps) {
  const title = steps.map(ms => `${ms / hour} h`).join(', ')
  t.test(`a clock that is set by ${title} in a running process is told`, async t => {
    const { clock, world } = given()
    world.answer = async () => null
    const heard: string[] = []
    clock.onJump = sentence => heard.push(sentence)
    await clock.set()
    const known = (sentence: string | null) => sentence?.match(/(forward|back) by [\d.]+/)?.[0]
    for (const ms of steps) {
      world.offMs += ms
      clock.now()
      clock.now()
    }
    t.strictSame(heard.map(known), told)
    t.equal(known(clock.jumped()) ?? null, notice)
  })
}

t.test('a clock that jumps is told in the log and in the details of readiness', async t => {
  const machine = Date.now
  let aheadMs = 0
  const { mock: mocked } = mock.method(Date, 'now', () => machine() + aheadMs)
  t.teardown(() => mocked.restore())
  const store = await openStore('sqlite::memory:', { onBug: error => t.fail(error.message) })
  await store.migrate()
  const lines: string[] = []
  const log = { level: 'warn', stream: { write: (line: string) => void lines.push(line) } }
  const { app, clock } = compose({ store, config: CONFIG, acceptDemo: false, contract, log })
  t.teardown(async () => {
    await app.close()
    await store.close()
  })
  const readiness = async () => (await app.inject('/health/ready')).json()
  await clock.set()
  t.strictSame(await readiness(), { status: 'ready' })
  aheadMs = 2 * hour
  clock.now()
  const told = /^The clock of this machine went forward by 2\.0 hours while the service ran: /
  t.match(await readiness(), { status: 'ready', details: told })
  const warned = lines.map(line => JSON.parse(line))
  t.match(warned, [{ level: 40, msg: told }])
})

t.test('PostgreSQL tells its own time', onServer, async t => {
  const store = await (await givenDatabase(t)).open()
  const [first, second] = [await store.time(), await store.time()]
  t.ok(first !== null && second !== null && first.ms <= second.ms && first.at <= second.at)
  // A server that runs beside its tests, and machines that are years off.
  const skewed = new Clock(store, () => Date.now() + 100_000 * hour)
  await skewed.set()
  t.ok(Math.abs(skewed.milliseconds() - Date.now()) < hour)
})

t.test('who waits for a connection is not counted', onServer, async t => {
  const store = await (await givenDatabase(t)).open({ connectionsMax: 1 })
  const gate = Promise.withResolvers<void>()
  const busy = store.read(null, () => gate.promise)
  const before = performance.now()
  const told = store.time()
  await turn()
  const freed = performance.now()
  gate.resolve()
  await busy
  const { at = 0, errorMs = 0 } = (await told) ?? {}
  t.ok(before < freed && freed <= at - errorMs, 'it was asked behind that')
})

//  milliseconds of each answer   which one counts, and by how much it may be wrong
const ANSWERS = [
  [[200, 40, 60, 50, 70, 1], 2, 20],
  [[200, 2, 1], 2, 1],
  [[70, 70, 70, 70, 70], 1, 35],
  [[1, 0], 1, 0.5]
] as const

t.test('of several answers the one that came soonest counts, and few are asked for', async t => {
  for (const [took, nth, errorMs] of ANSWERS) {
    let [passed, asked] = [0, 0]
    const { mock: stopwatch } = mock.method(performance, 'now', () => passed)
    const send = async () => {
      passed += Number(took[asked++])
      return { rows: [[String(asked)]] }
    }
    const told = await serverTime({ connection: { send } as never, answersMsMax: 1_000 })
    stopwatch.restore()
    const before = took.slice(0, nth - 1).reduce<number>((sum, ms) => sum + ms, 0)
    t.strictSame(told, { ms: nth, at: before + errorMs, errorMs }, `${took}`)
  }
})
