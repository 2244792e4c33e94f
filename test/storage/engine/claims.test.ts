/**
 * A unit that wants the set-up of its project alone, while others share it without a pause: it
 * claims the set-up, those that begin then wait, and what is left of a process that died lapses.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import t, { type Test } from 'tap'
import { heldCatalogueVersion, holdSetUp, versionOf } from '../../../src/storage/catalogue.ts'
import type { Session } from '../../../src/storage/engine/session.ts'
import type { Decided } from '../../../src/storage/engine/store.ts'
import { allProjects } from '../../../src/storage/projects.ts'
import { onServer } from '../../support/postgres-databases.ts'
import { inNoTime } from '../../support/time.ts'
import { eventSchema } from '../support/catalogue.ts'
import { changed, ground, P } from '../support/changes.ts'
import { allOf, givenDatabase, withSql } from '../support/postgres.ts'

const nothing = { value: null, changes: [] }

/** Two processes, of which the first has few connections. */
async function given(t: Test, connectionsMax = 3) {
  const { url, open, client } = await givenDatabase(t)
  const store = await open({ connectionsMax })
  const other = await open()
  await changed(store, ...ground)
  const claims = () => other.read(null, session => session.all(allOf('setUpClaims')))
  return { store, other, url, client, claims }
}

/** Units that would share the row one after the other, if nothing stopped them. */
const UNITS_MAX = 300

/**
 * Units of which each shares the row of the project until the next one does as well, or there is a
 * claim for which that waits. They go on until they are told to stop, which is when nobody shares
 * it.
 */
function relayOn({ other, claims }: Pick<Awaited<ReturnType<typeof given>>, 'other' | 'claims'>) {
  let isOver = false
  const claimed = async () => {
    while (!isOver && (await claims()).length === 0) await pause(5)
  }
  let units = 0
  const first = Promise.withResolvers<void>()
  const next = async (shares: () => void): Promise<void> => {
    const following = Promise.withResolvers<void>()
    let begun: Promise<void> | null = null
    await other.write(P, async session => {
      await versionOf(session, P)
      await session.one(heldCatalogueVersion, { id: P })
      units++
      shares()
      if (!isOver && units < UNITS_MAX) begun ??= next(following.resolve)
      if (begun !== null) await Promise.race([following.promise, aClaim])
      return nothing
    })
    await begun
  }
  const aClaim = claimed()
  const ended = next(first.resolve)
  const stop = async () => {
    isOver = true
    await Promise.all([ended, aClaim])
  }
  return { begun: first.promise, units: () => units, stop }
}

const creating = (id: string): Decided<null> => ({
  value: null,
  changes: [{ kind: 'eventSchema.created', schema: { ...eventSchema, id, name: id } }]
})

const wanting: Readonly<Record<string, (session: Session) => Promise<Decided<null>>>> = {
  'a change of set-up': async session => {
    await versionOf(session, P)
    return creating('ms_2')
  },
  'a change by a command, which reads nothing': async () => creating('ms_2'),
  'a unit that deletes': async session => {
    await holdSetUp(session)
    return nothing
  }
}

for (const [what, unit] of Object.entries(wanting)) {
  t.test(`${what} has its turn, though others share it without a pause`, onServer, async t => {
    const { store, other, claims } = await given(t)
    const relay = relayOn({ other, claims })
    await relay.begun
    let attempts = 0
    await store.write(P, async session => {
      attempts++
      return unit(session)
    })
    t.ok(relay.units() < UNITS_MAX, 'they let it go first')
    t.equal(attempts, 2, 'the second one with a claim')
    t.strictSame(await claims(), [], 'which is gone')
    await t.resolves(relay.stop(), 'and the others go on')
  })
}

t.test('a unit that is alone claims nothing', onServer, async t => {
  let made = 3
  const { store } = await given(t)
  for (const unit of Object.values(wanting)) {
    let attempts = 0
    const id = `ms_${made++}`
    await store.write(P, async session => {
      attempts++
      const { changes } = await unit(session)
      return changes.length > 0 ? creating(id) : nothing
    })
    t.equal(attempts, 1)
  }
})

t.test('who waits for a claim keeps no connection, and goes on behind it', onServer, async t => {
  const { store, url } = await given(t, 1)
  // The claim does not lapse.
  inNoTime(t)
  await withSql(url, `insert into set_up_claims values ('${P}', 'another process')`)
  let ended = 0
  const waiting = [1, 2, 3].map(() =>
    store.write(P, async session => {
      await versionOf(session, P)
      ended++
      return nothing
    })
  )
  t.equal((await store.read(null, session => session.all(allProjects))).length, 1)
  t.equal(ended, 0)
  await withSql(url, 'delete from set_up_claims')
  await Promise.all(waiting)
  t.equal(ended, 3)
})

t.test('a claim of a process that died lapses, and is removed', onServer, async t => {
  const { store, url, claims } = await given(t)
  await withSql(url, `insert into set_up_claims values ('${P}', 'of the dead')`)
  await store.write(P, async session => {
    await versionOf(session, P)
    return nothing
  })
  t.strictSame(await claims(), [])
})

/** Somebody who shares the set-up until it is let go. */
async function sharing(client: Client): Promise<Client> {
  await client.query('begin')
  await client.query('select from projects for share')
  return client
}

/** What the server does to a claim that is stored, and what is told of the unit. */
const FAILURES = [
  [
    'the server has no room',
    'before insert on set_up_claims',
    `raise exception 'no room' using errcode = '53100'`,
    { code: 'store_full' }
  ],
  [
    'nobody knows whether it was stored',
    'after insert on set_up_claims deferrable initially deferred',
    'perform pg_terminate_backend(pg_backend_pid())',
    { code: 'store_busy' }
  ]
] as const

for (const [what, when, does, told] of FAILURES) {
  t.test(`a claim is not stored and ${what}: so it is told of the unit`, onServer, async t => {
    const { store, url, client, claims } = await given(t)
    await sharing(await client())
    const kind = when.includes('deferred') ? 'constraint trigger' : 'trigger'
    await withSql(
      url,
      `create function failing() returns trigger language plpgsql as
        $$ begin ${does}; return new; end $$`,
      `create ${kind} failing ${when} for each row execute function failing()`
    )
    t.match(await store.write(P, async () => creating('ms_2')).catch(error => error), told)
    t.strictSame(await claims(), [])
  })
}

const WAITING = `select xact_start::text as began from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`

t.test('who deletes waits for the set-up twice', onServer, async t => {
  const { store, client } = await given(t)
  const [other, look] = [await sharing(await client()), await client()]
  const waits = new Set<string>()
  const unit = wanting['a unit that deletes'] as (session: Session) => Promise<Decided<null>>
  let isOver = false
  const written = store.write(P, unit).finally(() => {
    isOver = true
  })
  while (!isOver && waits.size < 2) {
    for (const { began } of (await look.query(WAITING)).rows) waits.add(began)
    await pause(5)
  }
  await other.query('commit')
  await t.resolves(written)
  t.equal(waits.size, 2)
})
