import { closeSync, copyFileSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import Connection from 'better-sqlite3'
import t, { type Test } from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import { StoreCorrupt, StoreFull, StoreMoved } from '../../../src/storage/engine/errors.ts'
import { changed, ground, published } from '../support/changes.ts'
import { temporaryFolder } from '../support/engines.ts'
import * as things from '../support/things.ts'

/** A store with something in it that may grow to so many pages. */
async function opened(t: Test, pagesMax = 10_000) {
  const file = join(temporaryFolder(t), 'test.db')
  const onBug = (bug: Error) => t.fail(bug.message)
  const store = await openStore(`sqlite:${file}`, { onBug, pagesMax })
  t.after(() => store.close())
  await store.migrate()
  await changed(store, ...ground)
  return { store, file }
}

t.test('a store without room is not healthy, and takes no batch with it', async t => {
  const { store } = await opened(t, 200)
  await t.resolves(store.health())
  const fill = (n: number) =>
    changed(store, {
      kind: 'export.created',
      export: { ...things.exported, id: `exp_${n}`, channel: 'x'.repeat(4000) }
    })
  let full = false
  for (let n = 0; !full; n++) {
    full = await fill(n).then(
      () => false,
      () => true
    )
  }
  t.match(store.trouble, StoreFull)
  const [health, write] = await Promise.allSettled([store.health(), changed(store, published)])
  t.match(health, { status: 'rejected', reason: StoreFull })
  t.equal(write.status, 'fulfilled', 'what needs no room is written all the same')
})

t.test('a store is not healthy when one of its tables cannot be read', async t => {
  const { store, file } = await opened(t)
  await store.close()
  const connection = new Connection(file)
  const root = connection.prepare(`select rootpage from sqlite_schema where name = 'lots'`).pluck()
  const size = connection.pragma('page_size', { simple: true }) as number
  const at = ((root.get() as number) - 1) * size
  connection.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(size, 7), 0, size, at)
  closeSync(handle)
  const again = await openStore(`sqlite:${file}`, { onBug: bug => t.fail(bug.message) })
  t.after(() => again.close())
  await again.migrate()
  await t.resolves(changed(again, published), 'most of it works')
  await t.rejects(again.health(), StoreCorrupt)
  await t.rejects(again.health(), StoreCorrupt)
})

/** What can happen to a file that is open, and what brings it back; null where nothing does. */
const moves: readonly (readonly [
  how: string,
  away: (file: string) => void,
  back: ((file: string) => void) | null
])[] = [
  ['moved', file => renameSync(file, `${file}.aside`), file => renameSync(`${file}.aside`, file)],
  [
    'moved with its log',
    file => {
      renameSync(file, `${file}.aside`)
      renameSync(`${file}-wal`, `${file}.aside-wal`)
    },
    file => {
      renameSync(`${file}.aside`, file)
      renameSync(`${file}.aside-wal`, `${file}-wal`)
    }
  ],
  [
    'replaced by a copy of itself',
    file => {
      renameSync(file, `${file}.aside`)
      copyFileSync(`${file}.aside`, file)
    },
    file => renameSync(`${file}.aside`, file)
  ],
  ['deleted', file => rmSync(file), null],
  ['without its log', file => rmSync(`${file}-wal`), null]
]

for (const [how, away, back] of moves) {
  t.test(`a file that is ${how} while it is open takes no write that is acknowledged`, async t => {
    const { store, file } = await opened(t)
    const made = (n: number) =>
      changed(store, { kind: 'export.created', export: { ...things.exported, id: `exp_${n}` } })
    await made(1)
    t.equal(store.trouble, null)
    await t.resolves(store.health())
    away(file)
    const group = await Promise.allSettled([made(2), made(3)])
    for (const write of group) {
      t.match(write, { status: 'rejected', reason: { code: 'outcome_unknown' } })
      t.match(write, { reason: /This write went to the open file/ })
    }
    t.match(store.trouble, { code: 'store_moved' })
    await t.rejects(store.health(), StoreMoved)
    await t.rejects(made(4), { code: 'store_moved', message: /This write was not stored/ })
    if (back === null) return
    back(file)
    await t.resolves(store.health())
    await made(5)
    t.equal(store.trouble, null)
    await store.close()
    const connection = new Connection(file)
    const ids = connection.prepare('select id from exports order by id').pluck().all()
    connection.close()
    t.strictSame(ids, ['exp_1', 'exp_2', 'exp_3', 'exp_5'])
  })
}
