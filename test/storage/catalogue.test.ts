import { join } from 'node:path'
import t from 'tap'
import { keep, versionOf } from '../../src/storage/catalogue.ts'
import { openStore } from '../../src/storage/database.ts'
import type { Session } from '../../src/storage/engine/session.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { eventSchemas } from '../../src/storage/events.ts'
import * as catalogue from './support/catalogue.ts'
import { changed, ground, P, published } from './support/changes.ts'
import { temporaryFolder } from './support/engines.ts'
import { onEach } from './support/on-each.ts'

const versionIn = (store: Store) => store.read(P, session => versionOf(session, P))

/** The name of an event schema, kept, and how often it was read. */
function namesKept() {
  let reads = 0
  const nameOf = keep(async (session: Session, id: string) => {
    reads++
    return (await session.one(eventSchemas.byId, { id }))?.name
  })
  const named = (store: Store, id = 'ms_event') => store.read(P, session => nameOf(session, id))
  return { named, nameOf, reads: () => reads }
}

const schema = catalogue.eventSchema
const renamed = (name: string, updatedAt: string, updatedAtBefore: string | null) =>
  ({
    kind: 'eventSchema.updated',
    schema: { ...schema, name, updatedAt },
    updatedAtBefore
  }) as const
const first = '2026-03-02T00:00:00.000Z'
const second = '2026-03-03T00:00:00.000Z'

onEach('the version is another after a change to set-up alone', async (t, { store }) => {
  const before = await versionIn(store)
  await changed(store, published)
  t.equal(await versionIn(store), before)
  await changed(store, renamed('renamed', first, null))
  t.not(await versionIn(store), before)
})

onEach('the version rises with the unit, or not at all', async (t, { store }) => {
  const before = await versionIn(store)
  const wrong = [renamed('other', first, null), renamed('other', second, 'never')]
  await t.rejects(changed(store, ...wrong))
  t.equal(await versionIn(store), before)
})

onEach('what is kept is read once for each version', async (t, { store }) => {
  const { named, reads } = namesKept()
  t.strictSame([await named(store), await named(store), reads()], [schema.name, schema.name, 1])
  await changed(store, renamed('renamed', first, null))
  t.strictSame([await named(store), await named(store), reads()], ['renamed', 'renamed', 2])
  const found = [await named(store, 'nothing'), await named(store, 'nothing')]
  t.strictSame(found, [undefined, undefined])
  t.equal(reads(), 4, 'what is not there is looked up each time')
})

onEach('a writing unit has the set-up of its own snapshot', async (t, { store }) => {
  const { nameOf } = namesKept()
  const seen = new Map<string, unknown>()
  const unit = (name: string, at: string, before: string | null) =>
    store.write(P, async session => {
      // A unit that lost to the other is tried again, and what counts is the last.
      seen.set(name, await nameOf(session, 'ms_event'))
      return { value: null, changes: [renamed(name, at, before)] }
    })
  // Both wait at one turn, so that they share a commit where the engine has one for many.
  await Promise.all([unit('one', first, null), unit('two', second, first)])
  t.strictSame(Object.fromEntries(seen), { one: schema.name, two: 'one' })
})

onEach('nothing is kept of a unit that was rolled back', async (t, { store }) => {
  const { named, nameOf } = namesKept()
  const before = await named(store)
  await t.rejects(
    store.write(P, async session => {
      await nameOf(session, 'ms_event')
      return { value: null, changes: [renamed('gone', first, null), renamed('no', second, 'x')] }
    })
  )
  t.equal(await named(store), before)
  await changed(store, renamed('stays', second, null))
  t.equal(await named(store), 'stays')
})

t.test('what is kept cannot be changed', async t => {
  const store = await openStore('sqlite::memory:', { onBug: error => t.error(error) })
  t.teardown(() => store.close())
  await store.migrate()
  await changed(store, ...ground)
  const listed = keep(async () => [{ name: 'one', parts: [{ count: 1 }] }])
  const [one = { name: '', parts: [] }] = await store.read(P, session => listed(session))
  t.throws(() => Object.assign(one, { name: 'two' }), TypeError)
  t.throws(() => one.parts.push({ count: 2 }), TypeError)
})

t.test('a change by another process is known at once, and so is a restored file', async t => {
  const file = join(temporaryFolder(t), 'shop.db')
  const open = async () => {
    const store = await openStore(`sqlite:${file}`, { onBug: error => t.error(error) })
    t.teardown(() => store.close())
    await store.migrate()
    return store
  }
  const [till, office] = [await open(), await open()]
  await changed(office, ...ground)
  const { named } = namesKept()
  t.equal(await named(till), schema.name)
  await changed(office, renamed('elsewhere', first, null))
  t.equal(await named(till), 'elsewhere')
})

t.test('what is doubted is read again, and reported where it differs', async t => {
  const stale: Error[] = []
  const store = await openStore('sqlite::memory:', {
    onBug: error => t.error(error),
    onStale: error => stale.push(error)
  })
  t.teardown(() => store.close())
  await store.migrate()
  await changed(store, ...ground)
  let value = 'as it was'
  const careless = keep(async () => value)
  await store.read(P, session => careless(session))
  await store.read(P, session => careless(session))
  t.strictSame(stale, [])
  value = 'changed by no change'
  await store.read(P, session => careless(session))
  t.match(stale.at(0)?.message, 'kept of undefined: "as it was", and it is "changed by no change"')
})

t.test('memory is bounded: names that callers make up do not fill it', async t => {
  const store = await openStore('sqlite::memory:', { onBug: error => t.error(error) })
  t.teardown(() => store.close())
  await store.migrate()
  await changed(store, ...ground)
  let reads = 0
  const echoed = keep(async (_: Session, name: string) => {
    reads++
    return [name]
  })
  await store.read(P, async session => {
    for (let index = 0; index < 25_000; index++) await echoed(session, `name ${index}`)
    await echoed(session, 'name 24999')
    t.equal(reads, 25_000, 'the last one is there')
    await echoed(session, 'name 0')
    t.equal(reads, 25_001, 'the first one is gone')
  })
})
