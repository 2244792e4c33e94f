import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm/sql'
import type { Client } from 'pg'
import t, { type Test } from 'tap'
import { Refused } from '../../../src/decisions/refusals.ts'
import {
  customerById,
  customerHeld,
  customersCount,
  holdCustomerRow
} from '../../../src/storage/customers/customers.ts'
import { type Session, together } from '../../../src/storage/engine/session.ts'
import { statement } from '../../../src/storage/engine/statements.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { allProjects } from '../../../src/storage/projects.ts'
import { onServer } from '../../support/postgres-databases.ts'
import { Wire } from '../../support/wire.ts'
import { added, changed, ground, P, storedVoucher } from '../support/changes.ts'
import { givenDatabase } from '../support/postgres.ts'

/** A server says of it that one is divided by zero. */
const failing = statement(({ db, t: { projects } }) =>
  db
    .select({ id: sql<string>`(1 / (length(${projects.id}) - length(${projects.id})))::text` })
    .from(projects)
)

async function given(t: Test, connectionsMax = 1) {
  const { url, open, client } = await givenDatabase(t)
  const wire = await Wire.to(url)
  t.teardown(() => wire.close())
  const store = await open({ connectionsMax, attemptsMax: 2 }, wire.url)
  await changed(store, ...ground)
  return { store, wire, client }
}

/** The statements of each trip of the one connection, each as its first two words. */
async function shapeOf(wire: Wire, task: () => Promise<unknown>) {
  const [trips = [], ...others] = await wire.tripsDuring(task)
  if (others.length > 0) throw new Error('There is one connection')
  return trips.map(trip => trip.map(text => text.split(/\s/).slice(0, 2).join(' ')).join('; '))
}

const ADA = { id: 'cust_1' }
const refusal = (details: string) => new Refused({ key: 'not_found', details })
const nothing = { value: null, changes: [] }

t.test('what is loaded together is one trip, and so are all writes', onServer, async t => {
  const { store, wire } = await given(t)
  const unit = () =>
    store.write(P, async session => {
      const [voucher] = await together(
        storedVoucher(session, 'v_1'),
        session.one(customerById, ADA),
        session.one(customersCount)
      )
      return { value: null, changes: [added(voucher, 1, 'lot_1')] }
    })
  t.strictSame(await shapeOf(wire, unit), [
    'BEGIN ISOLATION; select "id",; select "id",; select count(*)',
    'update "vouchers"; insert into; insert into',
    'COMMIT'
  ])
})

t.test('a unit of no project asks for the version in no trip of its own', onServer, async t => {
  const { store, wire } = await given(t)
  const unit = () => store.read(null, session => session.all(allProjects))
  t.strictSame(await shapeOf(wire, unit), ['BEGIN ISOLATION; select tag; select "id",', 'COMMIT'])
})

t.test('a lost guard is known before COMMIT, and its row locked', onServer, async t => {
  const { store, wire } = await given(t)
  let attempts = 0
  const unit = () =>
    store.write(P, async session => {
      attempts++
      const voucher = await storedVoucher(session, 'v_1')
      const asRead = attempts === 1 ? { ...voucher, version: voucher.version + 7 } : voucher
      return { value: null, changes: [added(asRead, 1, 'lot_2')] }
    })
  t.strictSame(await shapeOf(wire, unit), [
    'BEGIN ISOLATION; select "id",',
    'update "vouchers"; insert into; insert into',
    'ROLLBACK',
    'BEGIN ISOLATION; select "id"; select "id",',
    'update "vouchers"; insert into; insert into',
    'COMMIT'
  ])
})

/** Holds and renames the customer, waits until somebody waits for that, and commits. */
async function renamedWhile(
  client: Client,
  store: Store,
  unit: (session: Session) => Promise<unknown>
) {
  await client.query('begin')
  await client.query("update customers set name = 'Renamed' where id = 'cust_1'")
  const waiting = store.write(P, async session => {
    await unit(session)
    return nothing
  })
  const waits =
    "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  while ((await client.query(waits)).rowCount === 0) await pause(5)
  await client.query('commit')
  await waiting
}

t.test('what is sent behind a lock is read when the lock is there', onServer, async t => {
  const { store, client } = await given(t)
  const seen: unknown[] = []
  await renamedWhile(await client(), store, async session => {
    const [before, , behind] = await together(
      session.one(customerById, ADA),
      session.hold(customerHeld, ADA),
      session.one(customerById, ADA)
    )
    seen.push(before?.name === 'Renamed', behind?.name)
  })
  t.strictSame(seen, [false, 'Renamed'])
})

t.test('those who wait for one customer leave connections to others', onServer, async t => {
  const { store, client: connected } = await given(t, 2)
  const client = await connected()
  await client.query('begin')
  await client.query("select 1 from customers where id = 'cust_1' for no key update")
  let ended = 0
  const wanted = Array.from({ length: 8 }, () =>
    store.write(P, async session => {
      await holdCustomerRow(session, 'cust_1')
      ended++
      return nothing
    })
  )
  await t.resolves(
    store.write(P, async session => {
      await holdCustomerRow(session, 'cust_2')
      return nothing
    })
  )
  t.equal(ended, 0)
  await client.query('commit')
  await Promise.all(wanted)
  t.equal(ended, 8)
})

t.test('of loads that fail the first one counts, and none goes on', onServer, async t => {
  const { store, wire } = await given(t)
  const later = async (session: Session, details: string) => {
    await session.one(customerById, ADA)
    await session.one(customersCount)
    throw refusal(details)
  }
  const unit = () =>
    store.write(P, async session => {
      await together(
        later(session, 'first'),
        Promise.reject(refusal('second')),
        later(session, 'third')
      )
      return nothing
    })
  const shape = await shapeOf(wire, async () => {
    const { refusal: found } = await unit().catch(error => error)
    t.equal(found.details, 'first')
  })
  t.strictSame(shape, [
    'BEGIN ISOLATION; select "id",; select "id",',
    'select count(*); select count(*)',
    'ROLLBACK'
  ])
})

t.test('what fails behind a statement that failed says nothing of its own', onServer, async t => {
  const { store } = await given(t)
  // The second of these has no statement on the server, since the first was not accepted any more.
  const behind = async (session: Session) => {
    const loads = [session.one(failing), session.one(customersCount)]
    for (const load of loads) load.catch(() => undefined)
    await session.one(customersCount)
    return nothing
  }
  await t.rejects(store.write(P, behind), /division by zero/)
  await t.rejects(store.read(P, behind), /division by zero/)
  t.equal(await store.read(P, async session => (await session.one(customersCount))?.total), 1)
})

t.test('what goes on in a unit that is over is not sent', onServer, async t => {
  const { store, wire } = await given(t)
  const late: string[] = []
  const forgotten = async (session: Session) => {
    await session.one(customerById, ADA)
    await session.one(customersCount)
  }
  const unit = async () => {
    const ended = store.write(P, async session => {
      forgotten(session).catch(error => late.push(error.name))
      throw refusal('over')
    })
    await t.rejects(ended)
    await store.read(P, session => session.one(customersCount))
  }
  t.strictSame(await shapeOf(wire, unit), [
    'BEGIN ISOLATION; select "id",; ROLLBACK',
    'BEGIN ISOLATION; select count(*)',
    'COMMIT'
  ])
  t.strictSame(late, ['SessionEnded'])
})

t.test('an error is told, and not that the transaction is over by it', onServer, async t => {
  const { store } = await given(t)
  const unit = async (session: Session) => {
    const failed = session.one(failing)
    failed.catch(() => undefined)
    await session.one(customersCount)
    return nothing
  }
  await t.rejects(store.write(P, unit), /division by zero/)
  await t.rejects(store.read(P, unit), /division by zero/)
})
