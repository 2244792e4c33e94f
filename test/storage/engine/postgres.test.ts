import t from 'tap'
import { Refused } from '../../../src/decisions/refusals.ts'
import { keep, versionOf } from '../../../src/storage/catalogue.ts'
import { GuardLost, StoreClosed, StoreError } from '../../../src/storage/engine/errors.ts'
import type { Session } from '../../../src/storage/engine/session.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { eventSchemas } from '../../../src/storage/events.ts'
import { allProjects } from '../../../src/storage/projects.ts'
import { heldPort } from '../../support/held-port.ts'
import { onServer } from '../../support/postgres-databases.ts'
import { eventSchema } from '../support/catalogue.ts'
import { added, changed, ground, P, published, storedVoucher } from '../support/changes.ts'
import { type GivenDatabase, givenDatabase, withSql } from '../support/postgres.ts'

const nothing = async () => ({ value: null, changes: [] })

/** What a store says to whoever asks it for its projects. */
async function saidOf({ open }: GivenDatabase, url?: string): Promise<StoreError> {
  const store = await open({}, url)
  try {
    await store.migrate()
    throw new Error('It was let in.')
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    return error
  }
}

t.test('processes that start together migrate once', onServer, async t => {
  const { open } = await givenDatabase(t, null)
  const stores = await Promise.all([1, 2, 3, 4].map(() => open()))
  await Promise.all(stores.map(store => store.migrate()))
  for (const store of stores) t.same(await store.read(null, of => of.all(allProjects)), [])
})

t.test('a process waits for the one that migrates, and has nothing to do', onServer, async t => {
  const { open, client } = await givenDatabase(t, null)
  const [first, second, other] = [await open(), await open(), await client()]
  // Held as by a process in the middle of its steps.
  await other.query('begin')
  await other.query('select pg_advisory_xact_lock(7355608204)')
  let isDone = false
  const waiting = Promise.all([first.migrate(), second.migrate()]).then(() => {
    isDone = true
  })
  const asking = `select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted`
  while (!isDone && (await other.query(asking)).rows[0].waiting < 2);
  t.notOk(isDone)
  await other.query('commit')
  await waiting
  t.same(await second.read(null, of => of.all(allProjects)), [])
})

t.test('what cannot be used says what to set, and no password', onServer, async t => {
  const given = await givenDatabase(t, null)
  const { url } = given
  const port = await heldPort(t)
  const other = (change: Partial<URL>) =>
    Object.assign(new URL(url), { password: 'tell-nobody', ...change }).href
  await withSql(url, 'create table other (id int)')
  const rows: readonly (readonly [string, string, RegExp])[] = [
    [other({ port: String(port) }), 'store_unreachable', /Check that the server runs/],
    [other({ pathname: '/nowhere' }), 'store_refused', /createdb --owner=USER|password/],
    [new URL('/nowhere', url).href, 'store_refused', /does not exist.*createdb --owner=USER/],
    [other({ search: '?sslmode=verify-full' }), 'store_refused', /ssl/],
    [url, 'store_refused', /tables of another program.*createdb --owner=USER --encoding=UTF8/]
  ]
  for (const [of, code, sentence] of rows) {
    const { message, code: said } = await saidOf(given, of)
    t.equal(said, code)
    t.match(message, sentence)
    t.notMatch(message, /tell-nobody/)
  }
})

t.test('a database that a newer version has migrated is refused', onServer, async t => {
  const given = await givenDatabase(t)
  await withSql(given.url, `insert into applied_migrations values ('9999_later', '')`)
  t.match(await saidOf(given), {
    code: 'store_too_new',
    message: /9999_later.*or name another database in DATABASE_URL\.$/
  })
})

t.test('units under way end before it is closed, later ones are refused', onServer, async t => {
  const { open } = await givenDatabase(t)
  const store = await open()
  await changed(store, ...ground)
  const under = store.write(P, async session => {
    await session.all(allProjects)
    return { value: 'written', changes: [published] }
  })
  const closing = store.close()
  await t.rejects(store.write(P, nothing), StoreClosed)
  t.equal(await under, 'written')
  await closing
})

t.test('a lost guard is no bug, and leaves the connection usable', onServer, async t => {
  const { open } = await givenDatabase(t)
  const store = await open({ connectionsMax: 1, attemptsMax: 2 })
  await changed(store, ...ground)
  await changed(store, published)
  const { commits } = store.counts
  await t.rejects(changed(store, published), GuardLost)
  t.equal((await store.read(null, of => of.all(allProjects))).length, 1)
  t.match(store.counts, { commits, committed: commits, guardsLost: 2 })
  t.match(store.pool, { open: 1, awaited: 0 })
})

t.test('a unit decides by no set-up that changed before its commit', onServer, async t => {
  const { open } = await givenDatabase(t)
  const [one, other] = [await open(), await open()]
  await changed(one, ...ground)
  let reads = 0
  const nameOf = keep(async (session: Session, id: string) => {
    reads++
    return (await session.one(eventSchemas.byId, { id }))?.name
  })
  const rename = (name: string, before: string | null, updatedAt: string) =>
    changed(other, {
      kind: 'eventSchema.updated',
      schema: { ...eventSchema, name, updatedAt },
      updatedAtBefore: before
    })
  const [first, second] = ['2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z']
  const seen: unknown[] = []
  const decided = await one.write(P, async session => {
    const name = await nameOf(session, eventSchema.id)
    seen.push(name)
    if (seen.length === 1) await rename('first', null, first)
    return { value: name, changes: [published] }
  })
  t.equal(decided, 'first', 'it began again from its load')
  t.same(seen, [eventSchema.name, 'first'])
  t.equal(await one.read(P, session => nameOf(session, eventSchema.id)), 'first')
  t.equal(reads, 2, 'and kept what it had read, once it was confirmed')

  const refused = one.write(P, async session => {
    const name = await nameOf(session, eventSchema.id)
    if (name === 'first') await rename('second', first, second)
    throw new Refused({ key: 'not_found', details: String(name) })
  })
  t.match(await refused.catch(error => error.refusal), { details: 'second' }, 'so does a refusal')
})

t.test('of two changes of the same set-up one begins again', onServer, async t => {
  const { open } = await givenDatabase(t)
  const stores = [await open(), await open()]
  const [one] = stores as [Store]
  await changed(one, ...ground)
  const seen: number[] = []
  const create = (store: Store, id: string) =>
    store.write(P, async session => {
      seen.push((await versionOf(session, P)) ?? 0)
      const schema = { ...eventSchema, id, name: id }
      return { value: id, changes: [{ kind: 'eventSchema.created', schema } as const] }
    })
  const ids = Array.from({ length: 8 }, (_, index) => `ms_${index}`)
  await Promise.all(ids.map((id, index) => create(stores[index % 2] as Store, id)))
  t.ok(seen.length >= ids.length)
  const versions = new Set(seen)
  t.equal(versions.size, ids.length, 'each decided by what the one before had left')
})

t.test('a hundred units that want one row all get it in turn', onServer, async t => {
  const { open } = await givenDatabase(t)
  const store = await open()
  await changed(store, ...ground)
  const balance = () =>
    store.read(P, async session => (await storedVoucher(session, 'v_1')).card?.balance ?? 0)
  const before = await balance()
  const step = (_: unknown, index: number) =>
    store.write(P, async session => {
      const voucher = await storedVoucher(session, 'v_1')
      return { value: null, changes: [added(voucher, 1, `hot_${index}`)] }
    })
  await Promise.all(Array.from({ length: 100 }, step))
  t.equal(await balance(), before + 100)
})
