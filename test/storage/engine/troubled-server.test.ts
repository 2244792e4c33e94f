/**
 * A PostgreSQL server that has no connection left, no room, or rows that somebody else holds: each
 * is told with what to do, writes nothing, and passes by itself.
 *
 * Spec: Decisions 204 and 214.
 */
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { holdCustomerRow } from '../../../src/storage/customers/customers.ts'
import { openStore } from '../../../src/storage/database.ts'
import { StoreBusy, StoreFull, StoreUnreachable } from '../../../src/storage/engine/errors.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { allProjects } from '../../../src/storage/projects.ts'
import { setVoucherHolder } from '../../../src/storage/vouchers/changes.ts'
import { voucherById } from '../../../src/storage/vouchers/vouchers.ts'
import { Cluster, type ClusterOptions, postgresBinaries } from '../../support/postgres-server.ts'
import { changed, giving, ground, P, published } from '../support/changes.ts'

const binaries = postgresBinaries()
const onMachine = { skip: binaries === null && 'no binaries of a PostgreSQL server' }

interface Given {
  readonly cluster: Cluster
  readonly store: Store
  /** A client of somebody else. */
  readonly stranger: () => Promise<Client>
  readonly holder: () => Promise<string | null | undefined>
}

/** A store that keeps no more than two connections, on a server of its own. */
async function given(t: Test, options: ClusterOptions = {}): Promise<Given> {
  const cluster = await Cluster.started(binaries as string, options)
  const url = cluster.url('postgres')
  const onBug = (error: Error) => t.fail(error.message)
  const store = await openStore(url, { onBug, connectionsMax: 2 })
  const strangers: Client[] = []
  t.after(async () => {
    await Promise.all(strangers.map(each => each.end()))
    await store.close()
    await cluster.close()
  })
  await store.migrate()
  await changed(store, ...ground)
  const stranger = async () => {
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    strangers.push(client)
    return client
  }
  const holder = () =>
    store.read(P, async of => (await of.one(voucherById, { id: 'v_1' }))?.holderId)
  return { cluster, store, stranger, holder }
}

t.test('rows that a long transaction holds are waited for, then it is told', onMachine, async t => {
  const { store, stranger, holder } = await given(t)
  const other = await stranger()
  await other.query('begin')
  await other.query(`select from vouchers where id = 'v_1' for update`)
  const told = await changed(store, published).catch(error => error)
  t.ok(told instanceof StoreBusy, String(told))
  t.match(told, { retryAfterSeconds: 1, message: /look for a long-running process/ })
  t.equal(await holder(), null)
  const waiting = changed(store, published)
  await other.query('commit')
  await waiting
  t.equal(await holder(), 'cust_1', 'and whoever waits has the row when it is let go')
})

t.test('many that want a row that stays locked are all told in time', onMachine, async t => {
  const { store, stranger, holder } = await given(t)
  const other = await stranger()
  await other.query('begin')
  await other.query(`select from customers where id = 'cust_1' for update`)
  const many = Array.from({ length: 6 }, () =>
    store.write(P, async session => {
      await holdCustomerRow(session, 'cust_1')
      return { value: null, changes: [published] }
    })
  )
  const began = performance.now()
  const told = await Promise.allSettled(many)
  t.ok(performance.now() - began < 15_000, 'one after the other they would take thirty seconds')
  for (const each of told) t.match(each, { status: 'rejected', reason: { code: 'store_busy' } })
  await other.query('commit')
  t.equal(await holder(), null)
  await changed(store, published)
  t.equal(await holder(), 'cust_1')
})

t.test('of two that wait for each other the unit begins again', onMachine, async t => {
  const { store, stranger, holder } = await given(t)
  const other = await stranger()
  // The stranger waits longer than the unit does before either looks for a circle.
  await other.query(`set deadlock_timeout = '1min'`)
  await other.query('begin')
  await other.query(`select from rewards where id = 'rew_1' for update`)
  const attempts: number[] = []
  const unit = store.write(P, async session => {
    attempts.push(attempts.length)
    await session.one(voucherById, { id: 'v_1' })
    await session.run(setVoucherHolder, giving)
    if (attempts.length === 1) {
      const blocked = other.query(`update vouchers set version = version where id = 'v_1'`)
      blocked.then(() => other.query('commit')).catch(() => undefined)
      await session.one(voucherById, { id: 'v_1' })
    }
    return { value: null, changes: [{ kind: 'reward.redeemed', rewardId: 'rew_1' }] }
  })
  await unit
  t.ok(attempts.length > 1, 'it began again')
  t.equal(await holder(), 'cust_1')
})

t.test('a server without connections is asked again, and has one later', onMachine, async t => {
  const settings = ['max_connections=8', 'superuser_reserved_connections=0']
  const { store, cluster, stranger } = await given(t, { settings })
  const others: Client[] = []
  // Those of the store are closed, so that it needs new ones.
  await cluster.stop()
  await cluster.start()
  for (let count = 0; count < 8; count++) others.push(await stranger())
  const told = await store.read(null, of => of.all(allProjects)).catch(error => error)
  t.ok(told instanceof StoreUnreachable, String(told))
  t.match(told, { retryAfterSeconds: 1, message: /has connections left/ })
  const waiting = store.read(null, of => of.all(allProjects))
  setTimeout(() => others[0]?.end(), 200)
  t.equal((await waiting).length, 1)
})

t.test('a server without room says so, and goes on when there is some', onMachine, async t => {
  // Files of the log have 16 MiB; a table may grow a little beyond, by less than a page.
  const { store, stranger, holder } = await given(t, { fileBlocksMax: 32_768 + 8 })
  const other = await stranger()
  await other.query(`create table ballast (page text)`)
  await other.query(`alter table ballast alter column page set storage plain`)
  const filling = `insert into ballast select repeat('x', 8000) from generate_series(1, $1)`
  await other.query(filling, [2_000])
  let refused: { code?: string } = {}
  for (let times = 0; times < 100 && refused.code === undefined; times++) {
    refused = await other.query(filling, [10]).then(
      () => ({}),
      error => error
    )
  }
  t.equal(refused.code, '53100', 'the server itself calls it a full disk')
  // The same limit, met by a unit.
  await other.query(`create function fill() returns trigger language plpgsql as $$ begin
    insert into ballast select repeat('x', 8000) from generate_series(1, 10); return new; end $$`)
  await other.query('create trigger fill after update on vouchers execute function fill()')
  const told = await changed(store, published).catch(error => error)
  t.ok(told instanceof StoreFull, String(told))
  t.match(told, { retryAfterSeconds: 1, message: /Free some disk space/ })
  t.equal(await holder(), null)
  await other.query('truncate ballast')
  await changed(store, published)
  t.equal(await holder(), 'cust_1')
})
