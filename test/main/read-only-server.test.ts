import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { withSql } from '../storage/support/postgres.ts'
import { newDatabase, onServer } from '../support/postgres-databases.ts'
import {
  answering,
  command,
  givenEnvironment,
  printedKeys,
  startedProgram
} from '../support/running.ts'
import { giving } from './support/served.ts'

/** What is set for connections to come; those that are there end. */
async function setReadOnly(url: string, state: 'on' | 'off'): Promise<void> {
  const named = new URL(url).pathname.slice(1)
  await withSql(
    url,
    'set default_transaction_read_only = off',
    `alter database ${named} set default_transaction_read_only = ${state}`,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
  )
}

t.test('a service waits for a primary, and serves nothing from a standby', onServer, async t => {
  const { url: databaseUrl, drop } = await newDatabase()
  const environment = { ...(await givenEnvironment(t)), DATABASE_URL: databaseUrl }
  await command(environment, ['migrate'])
  const keys = printedKeys(await command(environment, ['project', 'create', 'Corner shop']))
  const { url, stop } = await startedProgram(t, environment)
  const headers = { 'x-app-id': keys.appId, 'x-app-token': keys.appToken }
  const ask = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers })
    return { status: answer.status, body: await answer.json() }
  }
  t.match(await ask('/v1/customers'), { status: 200 })

  await setReadOnly(databaseUrl, 'on')
  t.match(await ask('/v1/customers'), { status: 503, body: { key: 'service_unavailable' } })
  let ready = await ask('/health/ready')
  // An answer of before is kept for a second.
  for (let looks = 0; ready.status === 200 && looks < 6_000; looks++) {
    await pause(50)
    ready = await ask('/health/ready')
  }
  t.match(ready, { status: 503, body: { details: /It may be a standby/ } })
  const { code, err } = await giving(t, [], environment).ended
  t.equal(code, 1)
  t.match(err, /takes no writes.*point DATABASE_URL at the primary/)
  t.match(await command(environment, ['audit']), /The books agree/)

  await setReadOnly(databaseUrl, 'off')
  await answering(url)
  t.match(await ask('/v1/customers'), { status: 200 })
  await stop()
  await drop()
})
