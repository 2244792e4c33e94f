import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import { StoreFailed } from '../../../src/storage/engine/errors.ts'
import { temporaryFolder } from '../support/engines.ts'

const rightsOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const allRightsIn = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map(name => [name, rightsOf(join(folder, name))]))

t.test('the database, the files beside it, its folders and its copies are the owner’s', async t => {
  const outer = temporaryFolder(t)
  const folder = join(outer, 'made', 'here')
  const store = await openStore(`sqlite:${join(folder, 'shop.db')}`, { onBug: t.error })
  await store.migrate()
  await store.backup(join(folder, 'copy.db'))
  t.strictSame([rightsOf(dirname(folder)), rightsOf(folder)], ['700', '700'])
  t.strictSame(allRightsIn(folder), {
    'copy.db': '600',
    'shop.db': '600',
    'shop.db-shm': '600',
    'shop.db-wal': '600'
  })
  await store.close()
})

t.test('a database that others could read is theirs no more; its folder stays', async t => {
  const folder = join(temporaryFolder(t), 'shared')
  mkdirSync(folder, { mode: 0o755 })
  chmodSync(folder, 0o755)
  const file = join(folder, 'shop.db')
  const left = await openStore(`sqlite:${file}`, { onBug: t.error })
  await left.migrate()
  for (const name of ['shop.db', 'shop.db-wal', 'shop.db-shm']) chmodSync(join(folder, name), 0o644)
  const store = await openStore(`sqlite:${file}`, { onBug: t.error })
  await store.migrate()
  t.equal(rightsOf(folder), '755')
  t.strictSame(allRightsIn(folder), {
    'shop.db': '600',
    'shop.db-shm': '600',
    'shop.db-wal': '600'
  })
  await Promise.all([left.close(), store.close()])
})

t.test('a copy that fails leaves nothing behind', async t => {
  const folder = temporaryFolder(t)
  const store = await openStore(`sqlite:${join(folder, 'shop.db')}`, { onBug: t.error })
  await store.close()
  await t.rejects(store.backup(join(folder, 'copy.db')), StoreFailed)
  t.strictSame(readdirSync(folder), ['shop.db'])
})

t.test('what a copy that was cut short left behind is not added to', async t => {
  const folder = temporaryFolder(t)
  const store = await openStore(`sqlite:${join(folder, 'shop.db')}`, { onBug: t.error })
  await store.migrate()
  writeFileSync(join(folder, 'copy.db.partial'), 'cut short', { mode: 0o644 })
  await store.backup(join(folder, 'copy.db'))
  t.equal(rightsOf(join(folder, 'copy.db')), '600')
  await store.close()
})
