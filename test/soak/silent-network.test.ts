/**
 * A process that is told to stop while its network to PostgreSQL loses every packet and closes
 * nothing: it ends by itself, long before the limits of statements do, and says nothing wrong.
 */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { newDatabase, onServer } from '../support/postgres-databases.ts'
import { command, givenEnvironment, printedKeys, startedProgram } from '../support/running.ts'
import { Wire } from '../support/wire.ts'

/** The grace of requests and of the database are three seconds; a statement has sixty-five. */
const GRACE_MS = 1_000
const LATE_MS = 30_000

// What the packets are lost behind: where a process waits for the server.
const moments = [
  ['nothing is under way', null],
  ['a transaction is to begin', /^BEGIN/],
  ['a unit reads', /^select/],
  ['a unit writes', /^insert/],
  ['a unit is to commit', /^COMMIT/]
] as const

for (const [when, statement] of moments) {
  t.test(`SIGTERM ends a process whose packets are lost when ${when}`, onServer, async t => {
    const { url, drop } = await newDatabase()
    const environment = await givenEnvironment(t)
    await command({ ...environment, DATABASE_URL: url }, ['migrate'])
    const keys = await command({ ...environment, DATABASE_URL: url }, ['project', 'create', 'Shop'])
    const { appId, appToken } = printedKeys(keys)
    const wire = await Wire.to(url)
    const program = await startedProgram(t, {
      ...environment,
      DATABASE_URL: wire.url,
      SHUTDOWN_GRACE_MS: String(GRACE_MS)
    })
    const ask = () =>
      fetch(`${program.url}/v1/customers`, {
        method: 'POST',
        headers: { 'x-app-id': appId, 'x-app-token': appToken, 'content-type': 'application/json' },
        body: '{ "name": "Ada" }'
      }).then(
        answer => answer.status,
        () => null
      )
    t.equal(await ask(), 200)
    const silent = statement && wire.cutAt(statement, 'silent')
    const answered = silent && ask()
    await silent
    wire.swallow()
    const ended = await Promise.race([program.stop(), pause(LATE_MS, 'late', { ref: false })])
    t.equal(ended, 0)
    // Cut without an answer, or told that nobody knows; never that it was done.
    if (answered !== null) t.ok([null, 503].includes(await answered))
    await wire.close()
    await drop()
  })
}
