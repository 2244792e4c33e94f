import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer } from 'node:net'
import { sql } from 'drizzle-orm/sql'
import t, { type Test } from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import {
  OutcomeUnknown,
  StoreRefused,
  StoreUnreachable
} from '../../../src/storage/engine/errors.ts'
import { statement } from '../../../src/storage/engine/statements.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { allProjects } from '../../../src/storage/projects.ts'
import { setVoucherHolder } from '../../../src/storage/vouchers/changes.ts'
import { voucherById } from '../../../src/storage/vouchers/vouchers.ts'
import { hasServer } from '../../support/postgres-databases.ts'
import { Wire } from '../../support/wire.ts'
import { changed, giving, ground, P, published } from '../support/changes.ts'
import { givenDatabase, withSql } from '../support/postgres.ts'

/** Each has a store of its own and mostly waits, so that they are played side by side. */
t.jobs = 4

/** Options of one test alone: tap keeps in them what is the test's own. */
const onServer = () => ({ skip: hasServer() ? false : 'no server', buffered: true })

interface Given {
  /** A store that is connected through the wire, by one connection that was used before. */
  readonly store: Store
  readonly wire: Wire
  readonly url: string
  /** Who holds the card, as others see it. */
  readonly holder: () => Promise<string | null | undefined>
}

async function given(t: Test, connectionsMax = 1): Promise<Given> {
  const { url, open } = await givenDatabase(t)
  const wire = await Wire.to(url)
  const store = await open({ connectionsMax }, wire.url)
  const direct = await open()
  await changed(store, ...ground)
  t.teardown(() => wire.close())
  const holder = () =>
    direct.read(P, async of => (await of.one(voucherById, { id: 'v_1' }))?.holderId)
  return { store, wire, url, holder }
}

// Where the connection ends, and whether the card was given away.
for (const [where, holds] of [
  ['before', null],
  ['answered', 'cust_1']
] as const) {
  t.test(
    `a COMMIT that ended ${where} is told as neither done nor not done`,
    onServer(),
    async t => {
      const { store, wire, holder } = await given(t)
      const cut = wire.cutAt(/^COMMIT$/, where)
      const told = await changed(store, published).catch(error => error)
      await cut
      t.ok(told instanceof OutcomeUnknown, String(told))
      t.match(told, { code: 'outcome_unknown', retryAfterSeconds: 1 })
      t.equal(await holder(), holds)
      t.equal((await store.read(null, of => of.all(allProjects))).length, 1, 'and goes on')
    }
  )
}

t.test('a unit that loses its connection before COMMIT has another', onServer(), async t => {
  const { store, wire, holder } = await given(t)
  const cut = wire.cutAt(/^update "vouchers"/, 'answered')
  await changed(store, published)
  await cut
  t.equal(await holder(), 'cust_1')
})

t.test('a connection that broke in nobody’s hands is no error', onServer(), async t => {
  const { store, wire, holder } = await given(t)
  wire.cut()
  await changed(store, published)
  wire.cut()
  t.equal((await store.read(null, of => of.all(allProjects))).length, 1)
  t.equal(await holder(), 'cust_1')
  const lost = wire.swallow()
  const read = store.read(null, of => of.all(allProjects))
  await lost
  wire.carry()
  t.equal((await read).length, 1, 'nor is one on which nothing arrives')
})

t.test('a server that nobody reaches is said to be away, and found again', onServer(), async t => {
  const { store, wire, holder } = await given(t)
  wire.swallow()
  const told = await changed(store, published).catch(error => error)
  t.ok(told instanceof StoreUnreachable, String(told))
  t.match(told.message, /Nothing was written/)
  t.equal(await holder(), null)
  wire.carry()
  await changed(store, published)
  t.equal(await holder(), 'cust_1')
})

t.test('health is soon told of a connection on which nothing arrives', onServer(), async t => {
  const { store, wire } = await given(t)
  await t.resolves(store.health())
  wire.swallow()
  const told = await store.health().catch(error => error)
  t.ok(told instanceof StoreUnreachable, String(told))
  wire.carry()
  await t.resolves(store.health())
})

t.test('a connection that falls silent is closed, and no other one', onServer(), async t => {
  const { store, wire } = await given(t, 3)
  const gate = Promise.withResolvers<void>()
  let reading = 0
  const reads = [1, 2, 3].map(() =>
    store.read(null, async of => {
      await of.all(allProjects)
      if (++reading === 3) gate.resolve()
      await gate.promise
    })
  )
  await Promise.all(reads)
  t.equal(wire.connections, 3)
  const silent = wire.cutAt(/^BEGIN/, 'silent')
  t.equal((await store.read(null, of => of.all(allProjects))).length, 1, 'nobody is told')
  await silent
  t.equal(wire.connections, 2, 'the others are used on')
})

t.test('a connection whose statements the server has lost is closed', onServer(), async t => {
  const { store, wire, url } = await given(t)
  await withSql(
    url,
    `create function forget_statements() returns text language plpgsql as $$ begin
      execute 'deallocate all'; return ''; end $$`
  )
  const forgetting = statement(({ db, t: { projects } }) =>
    db.select({ id: sql<string>`forget_statements()`.mapWith(String) }).from(projects)
  )
  await store.read(P, of => of.one(voucherById, { id: 'v_1' }))
  await store.read(P, of => of.one(forgetting))
  const found = await store.read(P, of => of.one(voucherById, { id: 'v_1' }))
  t.equal(found?.id, 'v_1', 'the unit is carried out on another')
  t.equal(wire.connections, 1)
})

t.test('what waits for a silent server is given up when that is asked', onServer(), async t => {
  const { store, wire } = await given(t, 2)
  wire.swallow()
  const units = [1, 2, 3].map(() => changed(store, published))
  store.abandon()
  const told = await Promise.allSettled(units)
  for (const each of told) t.match(each, { status: 'rejected', reason: { retryAfterSeconds: 1 } })
  await t.resolves(store.close())
})

t.test('who waits for a connection in vain is told what to raise', onServer(), async t => {
  const { store, holder } = await given(t)
  const gate = Promise.withResolvers<void>()
  const slow = store.read(P, () => gate.promise)
  const told = await changed(store, published).catch(error => error)
  t.match(told, { code: 'store_unreachable', message: /raise DATABASE_CONNECTIONS_MAX/ })
  gate.resolve()
  await slow
  await changed(store, published)
  t.equal(await holder(), 'cust_1')
})

t.test('a unit on a slow network is as any other', onServer(), async t => {
  const { store, wire, holder } = await given(t)
  wire.delay(30)
  await changed(store, published)
  t.equal(await holder(), 'cust_1')
})

t.test('where nothing may be written, nothing is, until it may again', onServer(), async t => {
  const { store, url, holder } = await given(t)
  const named = new URL(url).pathname.slice(1)
  await withSql(url, `alter database ${named} set default_transaction_read_only = on`)
  await withSql(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`
  )
  const told = await changed(store, published).catch(error => error)
  t.ok(told instanceof StoreRefused, String(told))
  t.match(told.message, /point DATABASE_URL at the primary/)
  await t.rejects(store.health(), StoreRefused, 'it is not ready')
  t.equal((await store.read(null, of => of.all(allProjects))).length, 1, 'reads are served')
  await withSql(
    url,
    'set default_transaction_read_only = off',
    `alter database ${named} reset default_transaction_read_only`
  )
  // The connection is of before, and is not used again.
  await changed(store, published)
  t.equal(await holder(), 'cust_1')
})

/** A wire on which every BEGIN of a writing unit is misspelt, once it is told to. */
async function misspelling(t: Test, url: string) {
  const [right, wrong] = ['LEVEL READ COMMITTED', 'LEVEL READ COMMITTEX']
  const state = { isWrong: false }
  const server = createServer(client => {
    const onward = createConnection(Number(new URL(url).port), new URL(url).hostname)
    onward.pipe(client)
    client.on('data', piece =>
      onward.write(
        state.isWrong
          ? Buffer.from(piece.toString('latin1').replaceAll(right, wrong), 'latin1')
          : piece
      )
    )
    for (const socket of [client, onward]) socket.on('error', () => undefined)
    client.once('close', () => onward.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const through = new URL(url)
  through.port = String((server.address() as AddressInfo).port)
  return { url: through.href, state }
}

t.test('behind a BEGIN that is refused nothing is written', onServer(), async t => {
  const { url, store: direct, holder } = await given(t)
  const { url: through, state } = await misspelling(t, url)
  const store = await openStore(through, { onBug: () => undefined, connectionsMax: 1 })
  const give = (reads: boolean) =>
    store.write(P, async session => {
      if (reads) await session.one(voucherById, { id: 'v_1' })
      await session.run(setVoucherHolder, giving)
      return { value: null, changes: [] }
    })
  state.isWrong = true
  await t.rejects(give(false), /syntax error/)
  await t.rejects(give(true), /syntax error/)
  t.equal(await holder(), null)
  state.isWrong = false
  await give(true)
  t.equal(await holder(), 'cust_1')
  await Promise.all([store.close(), direct.close()])
})
