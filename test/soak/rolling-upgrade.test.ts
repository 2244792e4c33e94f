/**
 * The upgrade of several processes on one PostgreSQL server, in the order that OPERATING-POSTGRESQL.md names: the
 * first process of the new version changes the tables, those of the old one serve nothing from then
 * on and end well, and nothing that was acknowledged is lost.
 */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'
import { newDatabase, onServer } from '../support/postgres-databases.ts'
import { root } from '../support/root.ts'
import {
  command,
  complaintOfStart,
  givenEnvironment,
  type Program,
  printedKeys,
  startedProgram
} from '../support/running.ts'

const LATER = 'alter table customers add column later text not null default $$new$$'

/** The program as a newer version has it: with one step more. */
function newerProgram(t: Test): string {
  const folder = temporaryFolder(t)
  for (const part of ['src', 'generated', 'openapi', 'package.json']) {
    cpSync(join(root, part), join(folder, part), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const migrations = join(folder, 'src/storage/migrations/postgres')
  const journal = join(migrations, 'meta/_journal.json')
  const { entries, ...rest } = JSON.parse(readFileSync(journal, 'utf8'))
  const entry = { ...entries.at(-1), idx: entries.length, tag: '9999_later' }
  writeFileSync(journal, JSON.stringify({ ...rest, entries: [...entries, entry] }))
  writeFileSync(join(migrations, '9999_later.sql'), LATER)
  return folder
}

t.test('processes are upgraded one after the other, and nothing is lost', onServer, async t => {
  const { url, drop } = await newDatabase()
  const environment = { ...(await givenEnvironment(t)), DATABASE_URL: url }
  await command(environment, ['migrate'])
  const keys = printedKeys(await command(environment, ['project', 'create', 'Shop']))
  const headers = {
    'x-app-id': keys.appId,
    'x-app-token': keys.appToken,
    'content-type': 'application/json'
  }
  const create = async ({ url }: Program, name: string) => {
    const body = JSON.stringify({ source_id: name })
    const answer = await fetch(`${url}/v1/customers`, { method: 'POST', headers, body })
    return [answer.status, ((await answer.json()) as { key?: string }).key]
  }
  const knows = async ({ url }: Program, name: string) => {
    const answer = await fetch(`${url}/v1/customers/${name}`, { headers })
    await answer.text()
    return answer.status
  }
  const isReady = async ({ url }: Program) => (await fetch(`${url}/health/ready`)).status
  const first = await startedProgram(t, environment)
  const second = await startedProgram(t, environment)
  t.strictSame(await create(first, 'ada'), [200, undefined])
  t.strictSame(await create(second, 'ben'), [200, undefined])
  t.equal(await first.stop(), 0)
  const newer = { folder: newerProgram(t) }
  const firstAgain = await startedProgram(t, environment, newer)
  t.strictSame(await create(firstAgain, 'cem'), [200, undefined])
  t.strictSame(await create(second, 'dora'), [503, 'service_unavailable'])
  t.equal(await knows(second, 'ada'), 503, 'a read as well')
  t.equal(await isReady(second), 503)
  const { code, text } = complaintOfStart(environment)
  t.equal(code, 1)
  t.match(text, /was migrated by a newer version of this service \(9999_later/)
  t.equal(await second.stop(), 0)
  const secondAgain = await startedProgram(t, environment, newer)
  const known = ['ada', 'ben', 'cem', 'dora'].map(name => knows(secondAgain, name))
  t.strictSame(await Promise.all(known), [200, 200, 200, 404])
  t.strictSame(await create(secondAgain, 'dora'), [200, undefined])
  await Promise.all([firstAgain.stop(), secondAgain.stop()])
  await drop()
})
