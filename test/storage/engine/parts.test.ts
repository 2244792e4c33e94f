import type { Change } from '../../../src/decisions/changes.ts'
import { keep } from '../../../src/storage/catalogue.ts'
import { apply } from '../../../src/storage/database.ts'
import { GuardLost } from '../../../src/storage/engine/errors.ts'
import type { Session } from '../../../src/storage/engine/session.ts'
import { type Store, storeWithin } from '../../../src/storage/engine/store.ts'
import { eventSchemas } from '../../../src/storage/events.ts'
import * as catalogue from '../support/catalogue.ts'
import { P } from '../support/changes.ts'
import { onEach } from '../support/on-each.ts'

const schema = catalogue.eventSchema
const nameKept = keep(async (session: Session, id: string) => {
  return (await session.one(eventSchemas.byId, { id }))?.name
})
const named = (store: Pick<Store, 'read'>) => store.read(P, session => nameKept(session, schema.id))

function renamed(name: string, day: number, before: number | null): Change {
  const at = (of: number) => `2026-03-0${of}T00:00:00.000Z`
  const after = { ...schema, name, updatedAt: at(day) }
  return {
    kind: 'eventSchema.updated',
    schema: after,
    updatedAtBefore: before === null ? null : at(before)
  }
}

const within = (session: Session, { dialect }: Store) => storeWithin(session, { dialect, apply })

const write = (store: Pick<Store, 'write'>, change: Change) =>
  store.write(P, async () => ({ value: null, changes: [change] }))

onEach('parts see what was written before, and are written as a whole', async (t, { store }) => {
  const seen = await store.write(P, async session => {
    const parts = within(session, store)
    const names = [await named(parts)]
    for (const day of [2, 3]) {
      await write(parts, renamed(`name ${day}`, day, day === 2 ? null : 2))
      names.push(await named(parts))
    }
    return { value: names, changes: [] }
  })
  t.strictSame(seen, [schema.name, 'name 2', 'name 3'])
  t.equal(await named(store), 'name 3')
})

onEach('a unit that is given up leaves nothing of its parts', async (t, { store }) => {
  const givenUp = store.write(P, async session => {
    const parts = within(session, store)
    await write(parts, renamed('other', 2, null))
    t.equal(await named(parts), 'other')
    throw new RangeError('given up')
  })
  await t.rejects(givenUp, RangeError)
  t.equal(await named(store), schema.name)
})

onEach('after a write that failed, no part goes on', async (t, { store }) => {
  const told: string[] = []
  const failed = store.write(P, async session => {
    const parts = within(session, store)
    for (const change of [renamed('lost', 3, 2), renamed('other', 2, null)]) {
      await write(parts, change).catch(({ name }: Error) => told.push(name))
    }
    await named(parts)
    return { value: null, changes: [] }
  })
  await t.rejects(failed, GuardLost)
  t.strictSame(new Set(told), new Set(['GuardLost']))
  t.equal(await named(store), schema.name)
})

onEach('parts that read may not write', async (t, { store }) => {
  const reading = store.read(P, async session => {
    await write(within(session, store), renamed('other', 2, null))
  })
  await t.rejects(reading, /must not write/)
})
