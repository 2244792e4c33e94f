import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Connection, { type Database } from 'better-sqlite3'
import t, { type Test } from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import { StoreFailed } from '../../../src/storage/engine/errors.ts'
import type { Session } from '../../../src/storage/engine/session.ts'
import { WriteAheadLog } from '../../../src/storage/engine/sqlite-log.ts'
import { setVoucherHolder } from '../../../src/storage/vouchers/changes.ts'
import { inNoTime } from '../../support/time.ts'
import { giving, P, storedVoucher } from '../support/changes.ts'
import { temporaryFolder } from '../support/engines.ts'
import { holderIn, opened } from '../support/sqlite-file.ts'

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

t.test('reads of one turn are of one moment, and later ones of a later moment', async t => {
  const { store, file } = await opened(t)
  // A turn that takes long is ended.
  inNoTime(t)
  const other = new Connection(file)
  t.after(() => other.close())
  const isActive = async (session: Session) => (await storedVoucher(session, 'v_1')).active
  let late: Promise<boolean> = Promise.resolve(true)
  const first = store.read(P, async session => {
    const active = await isActive(session)
    other.exec('update vouchers set active = 0')
    late = store.read(P, isActive)
    return active
  })
  const second = store.read(P, isActive)
  t.same([await first, await second, await late], [true, true, false])
})

t.test('a read that fails takes none of its turn with it', async t => {
  const { store } = await opened(t)
  const answers = await Promise.allSettled([
    store.read(P, () => Promise.reject(new Error('no such thing'))),
    store.read(P, session => session.run(setVoucherHolder, giving)),
    holderIn(store)
  ])
  t.match(answers, [
    { status: 'rejected', reason: /no such thing/ },
    { status: 'rejected', reason: /must not write/ },
    { status: 'fulfilled', value: null }
  ])
})

t.test('no read of a turn is answered before the last of them has run', async t => {
  const { store } = await opened(t)
  inNoTime(t)
  const seen: string[] = []
  const asked = ['first', 'second', 'third'].map(async name => {
    const unit = async (session: Session) => {
      seen.push(`${name} runs`)
      await storedVoucher(session, 'v_1')
      if (name === 'second') throw new Error('no such thing')
    }
    await store.read(P, unit).catch(() => undefined)
    seen.push(`${name} goes on`)
  })
  await Promise.all(asked)
  t.strictSame(seen, [
    ...['first runs', 'second runs', 'third runs'],
    ...['first goes on', 'second goes on', 'third goes on']
  ])
})

t.test('one reading unit sees one moment, whatever is committed meanwhile', async t => {
  const { store, file } = await opened(t)
  const other = new Connection(file)
  t.after(() => other.close())
  const seen = await store.read(P, async session => {
    const before = (await storedVoucher(session, 'v_1')).active
    other.exec('update vouchers set active = 0')
    return [before, (await storedVoucher(session, 'v_1')).active]
  })
  t.same(seen, [true, true])
  t.equal((await store.read(P, session => storedVoucher(session, 'v_1'))).active, false)
})

interface Logged {
  readonly connection: Database
  readonly log: WriteAheadLog
  readonly file: string
  write(rows: number): void
  /** Pages that are in the log alone, nothing merged by asking. */
  waiting(): number
}

function logged(t: Test, named = 'test.db'): Logged {
  const folder = temporaryFolder(t)
  const file = join(folder, 'test.db')
  const connection = new Connection(file)
  t.after(() => connection.close())
  connection.pragma('journal_mode = WAL')
  const log = new WriteAheadLog(connection, join(folder, named))
  t.after(() => log.close())
  connection.exec('create table things (content)')
  const insert = connection.prepare('insert into things values (zeroblob(5000))')
  const write = connection.transaction((rows: number) => {
    for (let row = 0; row < rows; row++) insert.run()
  })
  const look = connection.prepare<[], number[]>('pragma wal_checkpoint(noop)').raw(true)
  const waiting = () => {
    const [, pages = 0, merged = 0] = look.get() as number[]
    return pages - merged
  }
  return { connection, log, file, write, waiting }
}

t.test('a commit merges nothing, however long the log is', async t => {
  const { write, waiting } = logged(t)
  for (let commit = 0; commit < 5; commit++) write(600)
  t.ok(waiting() > 3_000, `${waiting()} pages`)
})

//     rows, what is merged
const rows = [
  [3_000, false],
  [3_500, true],
  [5_000, true]
] as const

for (const [count, merged] of rows) {
  t.test(`${count} rows are ${merged ? '' : 'not '}merged`, async t => {
    const { log, write, waiting } = logged(t)
    write(count)
    const before = waiting()
    log.tidy()
    t.equal(waiting(), before, 'not by who writes')
    await log.close()
    t.equal(waiting(), merged ? 0 : before)
  })
}

t.test('what was written while the thread merged the writer merges, if little', async t => {
  const { log, write, waiting } = logged(t)
  write(3_500)
  log.tidy()
  await log.close()
  write(500)
  log.tidy()
  t.ok(waiting() > 500, 'much is left to the thread again')
  await log.close()
  write(20)
  log.tidy()
  t.equal(waiting(), 0, 'so that the log can be begun anew')
  write(20)
  log.tidy()
  t.ok(waiting() > 20, 'which is done once')
})

t.test('the log is not waited for while somebody reads, and merged later', async t => {
  const { log, file, write, waiting } = logged(t)
  const reader = new Connection(file, { readonly: true })
  t.after(() => reader.close())
  write(10)
  reader.exec('begin')
  reader.prepare('select count(*) from things').get()
  write(3_500)
  log.tidy()
  await log.close()
  t.ok(waiting() > 1_000, 'what the reader must not see stays in the log')
  reader.exec('rollback')
  log.tidy()
  await log.close()
  t.equal(waiting(), 0)
})

t.test('without a thread the writer merges the log itself', async t => {
  const { log, write, waiting } = logged(t, 'not-there.db')
  write(3_500)
  log.tidy()
  await log.close()
  t.ok(waiting() > 1_000)
  log.tidy()
  t.equal(waiting(), 0)
})

t.test('a log that cannot be merged now disturbs nobody', async t => {
  const { connection, log, write, waiting } = logged(t, 'not-there.db')
  write(3_500)
  log.tidy()
  await log.close()
  connection.exec('begin immediate')
  t.doesNotThrow(() => log.tidy())
  connection.exec('commit')
  t.ok(waiting() > 1_000)
})
