/**
 * A newer version that migrates a PostgreSQL database while processes of this one use it: nobody is
 * held up behind what it waits for, and from then on this version neither reads nor writes.
 */
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { versionOf } from '../../../src/storage/catalogue.ts'
import { StoreTooNew } from '../../../src/storage/engine/errors.ts'
import { migrationsOf } from '../../../src/storage/engine/migrate.ts'
import { migratePostgres } from '../../../src/storage/engine/postgres/migrate.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { claim } from '../../../src/storage/jobs.ts'
import { allProjects } from '../../../src/storage/projects.ts'
import { onServer } from '../../support/postgres-databases.ts'
import { added, changed, ground, P, published, storedVoucher } from '../support/changes.ts'
import { givenDatabase, withSql } from '../support/postgres.ts'

/** The steps of a version that has two more tables to change. */
const LATER = [
  ...migrationsOf('postgres'),
  {
    tag: '9999_later',
    sql: `alter table vouchers add column later text;
      alter table customers add column later text`
  }
]

async function given(t: Test) {
  const { url, open, client } = await givenDatabase(t)
  const store = await open({ connectionsMax: 3 })
  await changed(store, ...ground)
  return { store, url, client }
}

const WAITS = `select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'
  and database = (select oid from pg_database where datname = current_database())`

t.test('who comes behind a step that waits is not held up by it', onServer, async t => {
  const { store, client } = await given(t)
  const [dump, newer, look] = [await client(), await client(), await client()]
  await dump.query('begin')
  await dump.query('select count(*) from vouchers')
  let isMigrated = false
  const migrating = migratePostgres(newer, 'It', LATER).then(() => {
    isMigrated = true
  })
  while ((await look.query(WAITS)).rowCount === 0) await pause(5)
  await changed(store, published)
  t.notOk(isMigrated, 'the dump goes on')
  await dump.query('commit')
  await migrating
  t.ok(isMigrated)
})

t.test('a step that meets others in a circle is tried again', onServer, async t => {
  const { client } = await given(t)
  const [other, newer, look] = [await client(), await client(), await client()]
  // The other one waits longer before it looks for a circle.
  await other.query(`set deadlock_timeout = '1min'`)
  await other.query('begin')
  await other.query('select count(*) from customers')
  const migrating = migratePostgres(newer, 'It', LATER)
  while ((await look.query(WAITS)).rowCount === 0) await pause(5)
  await other.query('select count(*) from vouchers')
  await other.query('commit')
  await t.resolves(migrating)
})

/** What is asked of a store of this version; each of them finds out by itself. */
const asked: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  'a unit that writes': store =>
    store.write(P, async session => {
      await versionOf(session, P)
      return { value: null, changes: [added(await storedVoucher(session, 'v_1'), 1, newId())] }
    }),
  'a unit that reads': store => store.read(P, session => versionOf(session, P)),
  'a unit of no project': store => store.read(null, session => session.all(allProjects)),
  'a worker': store =>
    claim(store, { now: '2026-03-02T00:00:00.000Z', owner: 'worker', leaseMs: 1_000 }),
  readiness: store => store.health()
}

let lots = 0
const newId = () => `lot_${++lots}`

for (const [who, ask] of Object.entries(asked)) {
  t.test(`${who} refuses the tables of a newer version`, onServer, async t => {
    const { store, client, url } = await given(t)
    await ask(store)
    await migratePostgres(await client(), 'It', LATER)
    await t.rejects(ask(store), StoreTooNew)
    for (const other of Object.values(asked)) await t.rejects(other(store), StoreTooNew)
    await withSql(url, `delete from applied_migrations where tag = '9999_later'`)
    for (const other of Object.values(asked)) await t.resolves(other(store), 'all is well again')
  })
}
