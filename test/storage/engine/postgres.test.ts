/**
 * PostgreSQL as an engine: what it says when it cannot be used, and what it never says.
 *
 * Spec: Decision 204.
 */
import { Client } from 'pg'
import t from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import { GuardLost, StoreClosed, StoreError } from '../../../src/storage/engine/errors.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { allProjects } from '../../../src/storage/projects.ts'
import { freePort } from '../../support/free-port.ts'
import { hasServer, newDatabase } from '../../support/postgres-databases.ts'
import { changed, ground, P, published } from '../support/changes.ts'
import { migrated } from '../support/postgres.ts'

const onServer = { skip: hasServer() ? false : 'no server' }
const nothing = async () => ({ value: null, changes: [] })

async function opened(url: string): Promise<Store> {
  return openStore(url, { onBug: error => t.fail(error.message) })
}

/** What a store says to whoever asks it for its projects. */
async function saidOf(url: string): Promise<StoreError> {
  const store = await opened(url)
  try {
    await store.migrate()
    throw new Error('It was let in.')
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return error
  } finally {
    await store.close()
  }
}

async function withSql(url: string, ...texts: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}

t.test('processes that start together migrate once', onServer, async t => {
  const { url, drop } = await newDatabase()
  const stores = await Promise.all([1, 2, 3, 4].map(() => opened(url)))
  await Promise.all(stores.map(store => store.migrate()))
  for (const store of stores) t.same(await store.read(null, of => of.all(allProjects)), [])
  await Promise.all(stores.map(store => store.close()))
  await drop()
})

t.test('what cannot be used says what to set, and no password', onServer, async t => {
  const { url, drop } = await newDatabase()
  const port = await freePort()
  const other = (change: Partial<URL>) =>
    Object.assign(new URL(url), { password: 'tell-nobody', ...change }).href
  await withSql(url, 'create table other (id int)')
  const rows: readonly (readonly [string, string, RegExp])[] = [
    [other({ port: String(port) }), 'store_unreachable', /See that the server runs/],
    [other({ pathname: '/nowhere' }), 'store_refused', /createdb|password/],
    [url, 'store_refused', /tables of another program/]
  ]
  for (const [of, code, sentence] of rows) {
    const { message, code: said } = await saidOf(of)
    t.equal(said, code)
    t.match(message, sentence)
    t.notMatch(message, /tell-nobody/)
  }
  await withSql(url, 'drop table other')
  await drop()
})

t.test('a database that a newer version has migrated is refused', onServer, async t => {
  const { url, drop } = await newDatabase(migrated)
  await withSql(url, `insert into applied_migrations values ('9999_later', '')`)
  t.match(await saidOf(url), { code: 'store_too_new', message: /9999_later/ })
  await drop()
})

t.test('units under way end before it is closed, later ones are refused', onServer, async t => {
  const { url, drop } = await newDatabase(migrated)
  const store = await opened(url)
  await changed(store, ...ground)
  const under = store.write(P, async session => {
    await session.all(allProjects)
    return { value: 'written', changes: [published] }
  })
  const closing = store.close()
  await t.rejects(store.write(P, nothing), StoreClosed)
  t.equal(await under, 'written')
  await closing
  await drop()
})

t.test('a lost guard is no bug, and leaves the connection usable', onServer, async t => {
  const { url, drop } = await newDatabase(migrated)
  const store = await openStore(url, { onBug: () => t.fail(), connectionsMax: 1, attemptsMax: 2 })
  await changed(store, ...ground)
  await changed(store, published)
  await t.rejects(changed(store, published), GuardLost)
  t.equal((await store.read(null, of => of.all(allProjects))).length, 1)
  await store.close()
  await drop()
})
