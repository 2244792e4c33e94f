import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import { holdCustomerRow } from '../../../src/storage/customers/customers.ts'
import { openStore } from '../../../src/storage/database.ts'
import { StoreBusy, StoreFull, StoreUnreachable } from '../../../src/storage/engine/errors.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { allProjects } from '../../../src/storage/projects.ts'
import { setVoucherHolder } from '../../../src/storage/vouchers/changes.ts'
import { voucherById } from '../../../src/storage/vouchers/vouchers.ts'
import { Cluster, type ClusterOptions, postgresBinaries } from '../../support/postgres-server.ts'
import {
  added,
  changed,
  counted,
  giving,
  ground,
  P,
  published,
  storedVoucher
} from '../support/changes.ts'
import * as things from '../support/things.ts'

const binaries = postgresBinaries()

/** Each has a database of its own and mostly waits, so that they are played side by side. */
t.jobs = 4

/** Options of one test alone: tap keeps in them what is the test's own. */
const onMachine = () => ({
  skip: binaries === null && 'no binaries of a PostgreSQL server',
  buffered: true
})

interface Given {
  readonly cluster: Cluster
  readonly url: string
  readonly store: Store
  readonly stranger: () => Promise<Client>
  readonly holder: () => Promise<string | null | undefined>
}

let shared: Promise<Cluster> | null = null
t.teardown(async () => (await shared)?.close())

/** The server of all who wish for nothing unusual of it; its log names the database. */
function sharedCluster(): Promise<Cluster> {
  // Stores of four tests at a time have up to forty connections each.
  const settings = ['log_line_prefix=%d:', 'max_connections=300']
  shared ??= Cluster.started(binaries as string, { settings })
  return shared
}

let databases = 0

async function newDatabase(cluster: Cluster): Promise<string> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  const name = `shop_${++databases}`
  await client.query(`create database ${name}`)
  await client.end()
  return cluster.url(name)
}

/** A store that keeps no more than two connections; with settings, on a server of its own. */
async function given(
  t: Test,
  { connectionsMax = 2, ...options }: ClusterOptions & { readonly connectionsMax?: number } = {}
): Promise<Given> {
  const isOwn = Object.keys(options).length > 0
  const cluster = isOwn ? await Cluster.started(binaries as string, options) : await sharedCluster()
  const url = isOwn ? cluster.url('postgres') : await newDatabase(cluster)
  const onBug = (error: Error) => t.fail(error.message)
  const store = await openStore(url, { onBug, connectionsMax })
  const strangers: Client[] = []
  t.after(async () => {
    await Promise.all(strangers.map(each => each.end()))
    await store.close()
    if (isOwn) await cluster.close()
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
  return { cluster, url, store, stranger, holder }
}

async function others(t: Test, url: string, options: { readonly attemptsMax?: number } = {}) {
  const onBug = (error: Error) => t.fail(error.message)
  const open = () => openStore(url, { onBug, ...options })
  const stores = await Promise.all([open(), open(), open(), open()])
  t.teardown(() => Promise.all(stores.map(each => each.close())))
  return stores
}

t.test('rows that a long transaction holds are waited for, then told', onMachine(), async t => {
  const { store, stranger, holder } = await given(t)
  const other = await stranger()
  await other.query('begin')
  await other.query(`select from vouchers where id = 'v_1' for update`)
  const told = await changed(store, published).catch(error => error)
  t.ok(told instanceof StoreBusy, String(told))
  t.match(told, {
    retryAfterSeconds: 1,
    message: /session that is `idle in transaction` in pg_stat_act/
  })
  t.equal(await holder(), null)
  const waiting = changed(store, published)
  await other.query('commit')
  await waiting
  t.equal(await holder(), 'cust_1', 'and whoever waits has the row when it is let go')
})

/** How many statements of a database have waited for a row until the server gave them up. */
function waitedInVain({ cluster, url }: Given): number {
  const database = new URL(url).pathname.slice(1)
  const givenUp = `${database}:ERROR:  canceling statement due to lock timeout`
  return cluster.log().split(givenUp).length - 1
}

t.test('many that want a row that stays locked are all told in time', onMachine(), async t => {
  const shop = await given(t)
  const { store, stranger, holder } = shop
  const other = await stranger()
  await other.query('begin')
  await other.query(`select from customers where id = 'cust_1' for update`)
  const many = Array.from({ length: 6 }, () =>
    store.write(P, async session => {
      await holdCustomerRow(session, 'cust_1')
      return { value: null, changes: [published] }
    })
  )
  const told = await Promise.allSettled(many)
  t.ok(waitedInVain(shop) < many.length / 2, 'few of them by the server itself')
  for (const each of told) t.match(each, { status: 'rejected', reason: { code: 'store_busy' } })
  await other.query('commit')
  t.equal(await holder(), null)
  await changed(store, published)
  t.equal(await holder(), 'cust_1')
})

const WAITING = `select xact_start::text as began from pg_stat_activity
  where wait_event_type = 'Lock' and datname = current_database()`

const renaming = (store: Store) => {
  const campaign = { ...things.campaign(), name: 'Renamed', updatedAt: things.LATER }
  return changed(store, { kind: 'campaign.updated', updatedAtBefore: null, campaign })
}

t.test('set-up whose row is locked is waited for twice, then it is told', onMachine(), async t => {
  const { store, stranger } = await given(t)
  const other = await stranger()
  await other.query('begin')
  await other.query(`select from campaigns where id = 'camp_1' for update`)
  const look = await stranger()
  const transactions = new Set<string>()
  const anotherWaits = async () => {
    for (const known = transactions.size; transactions.size === known; await pause(5)) {
      for (const { began } of (await look.query(WAITING)).rows) transactions.add(began)
    }
  }
  const name = async () => (await look.query(`select name from campaigns`)).rows[0]?.name
  const before = await name()
  t.ok((await renaming(store).catch(error => error)) instanceof StoreBusy)
  t.equal(await name(), before, 'nothing was done')
  const waiting = renaming(store)
  await anotherWaits()
  await anotherWaits()
  await other.query('commit')
  await waiting
  t.equal(await name(), 'Renamed', 'the second wait came to an end')
})

/** Units that write v_1, by what they read of it; each puts a point on it. */
const earning = async (store: Store, id: string) =>
  store.write(P, async session => ({
    value: null,
    changes: [added(await storedVoucher(session, 'v_1'), 1, id)]
  }))
const counting = (totalBefore: number | null) =>
  counted({ object: 'campaign', objectId: 'camp_1', by: 'any', byId: '' }, totalBefore)
const redeeming: Change = { kind: 'reward.redeemed', rewardId: 'rew_1' }

const hot: readonly (readonly [
  what: string,
  row: string,
  unit: (store: Store, id: string) => Promise<unknown>
])[] = [
  ['a card', `vouchers where id = 'v_1'`, earning],
  ['the stock of a reward', `rewards where id = 'rew_1'`, store => changed(store, redeeming)],
  ['a count', `redemption_counts`, store => changed(store, counting(null))],
  ['a customer', `customers where id = 'cust_1'`, store => holding(store)]
]
const holding = (store: Store) =>
  store.write(P, async session => {
    await holdCustomerRow(session, 'cust_1')
    return { value: null, changes: [] }
  })

t.test('a row that stays locked leaves connections to others', onMachine(), async t => {
  for (const connectionsMax of [2, 10]) {
    const { store, stranger } = await given(t, { connectionsMax })
    await changed(store, counting(null))
    const other = await stranger()
    await other.query('update rewards set stock = null')
    for (const [what, row, unit] of hot) {
      await other.query('begin')
      t.equal((await other.query(`select from ${row} for update`)).rowCount, 1)
      let ended = 0
      const many = Array.from({ length: 20 }, (_, n) =>
        unit(store, `${row.length}_${n}`).finally(() => ended++)
      )
      const settled = Promise.allSettled(many)
      const growth = { campaignId: 'camp_1', vouchersCount: 1, added: 0 }
      await changed(store, { kind: 'campaign.grew', ...growth })
      t.equal(ended, 0, `${what}: another unit has ended before any of them gave up`)
      await other.query('commit')
      const rejected = (await settled).filter(({ status }) => status === 'rejected')
      t.strictSame(rejected, [], `${what}: and all of them go on`)
    }
  }
})

t.test('who waits behind a locked row is told soon, and not one by one', onMachine(), async t => {
  // Each waits for as long as a unit may, so that all rows are waited for at once.
  const waiting = hot.map(async ([what, row, unit]) => {
    const shop = await given(t, { connectionsMax: 10 })
    const { store, stranger } = shop
    await changed(store, counting(null))
    const other = await stranger()
    await other.query('update rewards set stock = null')
    await other.query('begin')
    await other.query(`select from ${row} for update`)
    const before = waitedInVain(shop)
    const many = Array.from({ length: 20 }, (_, n) => unit(store, `${row.length}_${n}`))
    const told = await Promise.allSettled(many)
    const inVain = waitedInVain(shop) - before
    await other.query('rollback')
    await unit(store, `${row.length}_last`)
    return { what, told, inVain }
  })
  for (const { what, told, inVain } of await Promise.all(waiting)) {
    t.ok(inVain < told.length / 2, `${what}: few of them wait at the server, for five seconds each`)
    for (const each of told) {
      t.match(each, { status: 'rejected', reason: { code: 'store_busy', retryAfterSeconds: 1 } })
    }
  }
})

t.test('a rush at one row is served to its end, by stores that share it', onMachine(), async t => {
  const { url, store } = await given(t, { connectionsMax: 10 })
  // One attempt in its turn has to do: who locks first loses to nobody.
  const stores = await others(t, url, { attemptsMax: 2 })
  const told = await Promise.allSettled(
    Array.from({ length: 200 }, (_, n) => earning(stores[n % 4] as Store, `rush_${n}`))
  )
  const rejected = told.filter(({ status }) => status === 'rejected')
  t.strictSame(rejected, [])
  t.equal((await store.read(P, session => storedVoucher(session, 'v_1'))).card?.points, 200)
})

t.test('who decides anew for an earlier row waits in no circle', onMachine(), async t => {
  const { url, store, stranger } = await given(t, { connectionsMax: 10 })
  await changed(store, {
    kind: 'voucher.created',
    voucher: { ...things.card(), id: 'v_2', code: 'SECOND-CARD' }
  })
  const stores = await others(t, url)
  const told = await Promise.allSettled(
    Array.from({ length: 60 }, (_, n) => {
      let isNarrow = n % 2 === 0
      return (stores[n % 4] as Store).write(P, async session => {
        const ids = isNarrow ? ['v_2'] : ['v_1', 'v_2']
        if (n % 2 === 0) isNarrow = !isNarrow
        const cards = await Promise.all(ids.map(id => storedVoucher(session, id)))
        return { value: null, changes: cards.map(card => added(card, 1, `${n}_${card.id}`)) }
      })
    })
  )
  const found = told.filter(({ status }) => status === 'rejected')
  t.strictSame(found, [])
  await Promise.all(stores.map(each => each.close()))
  const other = await stranger()
  await other.query('select pg_stat_clear_snapshot()')
  const { rows } = await other.query(
    'select deadlocks::int as circles from pg_stat_database where datname = current_database()'
  )
  t.strictSame(rows, [{ circles: 0 }])
})

t.test('a unit with a row that is not locked before keeps its turn', onMachine(), async t => {
  const { url } = await given(t, { connectionsMax: 10 })
  const stores = await others(t, url)
  let isOver = false
  let n = 0
  const rush = Array.from({ length: 30 }, async (_, nth) => {
    while (!isOver) await earning(stores[nth % 3] as Store, `rush_${n++}`)
  })
  const units = Array.from({ length: 4 }, (_, nth) =>
    (stores[3] as Store).write(P, async session => {
      const card = await storedVoucher(session, 'v_1')
      const claimed = {
        kind: 'locks.claimed',
        trackingId: `t_${nth}`,
        customerId: 'cust_1'
      } as const
      return { value: null, changes: [added(card, 1, `unit_${nth}`), claimed] }
    })
  )
  const told = await Promise.allSettled(units)
  isOver = true
  await Promise.all(rush)
  const found = told.filter(({ status }) => status === 'rejected')
  t.strictSame(found, [])
})

t.test('of two that wait for each other the unit begins again', onMachine(), async t => {
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

t.test('a server without connections is asked again, and has one later', onMachine(), async t => {
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
  const refused = () => cluster.log().split('too many clients already').length
  const before = refused()
  const waiting = store.read(null, of => of.all(allProjects))
  while (refused() === before) await pause(5)
  await others[0]?.end()
  t.equal((await waiting).length, 1)
})

t.test('a server without room says so, and goes on when there is some', onMachine(), async t => {
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
