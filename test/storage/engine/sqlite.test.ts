import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { geteuid, seteuid } from 'node:process'
import Connection from 'better-sqlite3'
import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import { openStore } from '../../../src/storage/database.ts'
import {
  ConstraintBroken,
  GuardLost,
  SessionEnded,
  StoreBusy,
  StoreClosed,
  StoreCorrupt,
  StoreFailed,
  StoreFull,
  StoreTooNew,
  StoreUnwritable,
  UnitStalled
} from '../../../src/storage/engine/errors.ts'
import type { Session } from '../../../src/storage/engine/session.ts'
import { exportList } from '../../../src/storage/exports.ts'
import { setVoucherHolder } from '../../../src/storage/vouchers/changes.ts'
import { voucherById } from '../../../src/storage/vouchers/vouchers.ts'
import { changed, giving, P, published, storedVoucher } from '../support/changes.ts'
import { temporaryFolder } from '../support/engines.ts'
import { holderIn, opened } from '../support/sqlite-file.ts'
import * as things from '../support/things.ts'

const NOBODY = 65_534

/** Lets timers and the event loop go on until a condition holds; a test's timeout ends it. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise(resolve => setImmediate(resolve))
}

function couponOf(n: number): Change {
  const id = `v_${String(n).padStart(6, '0')}`
  return { kind: 'voucher.created', voucher: { ...things.coupon(), id, code: id } }
}

t.test('units that wait together commit together, and none is answered before', async t => {
  const { store, file } = await opened(t)
  const beside = new Connection(file, { readonly: true })
  t.after(() => beside.close())
  const count = beside
    .prepare(`select count(*) from vouchers where type = 'DISCOUNT_VOUCHER'`)
    .pluck()
  let answered = 0
  const seen = new Set<unknown>()
  const writes = Array.from({ length: 100 }, async (_, n) => {
    await store.write(P, async () => {
      t.equal(count.get(), answered, 'nothing is visible that was not answered')
      seen.add(answered)
      return { value: null, changes: [couponOf(n)] }
    })
    answered++
    t.ok((count.get() as number) >= answered, 'what is answered is there')
  })
  const before = { ...store.counts }
  await Promise.all(writes)
  t.ok(seen.size < 50, `${seen.size} commits for 100 units`)
  const { commits, committed, commitMs } = store.counts
  t.strictSame([commits - before.commits, committed - before.committed], [seen.size, 100])
  t.ok(commitMs > before.commitMs)
})

t.test('a batch is bounded, and the next one follows', async t => {
  const { store } = await opened(t)
  const writes = Array.from({ length: 600 }, (_, n) => changed(store, couponOf(n)))
  await t.resolves(Promise.all(writes))
})

t.test('a guard lost for good is reported as a bug: nobody else was writing', async t => {
  const { store, bugs } = await opened(t)
  const stale = { ...published, version: 7 } as Change
  await t.rejects(changed(store, stale), GuardLost)
  t.match(bugs, [GuardLost])
  t.equal(store.counts.guardsLost, 6, 'alone, and at each attempt beside others')
})

t.test('a decision against the tables is a bug with a name', async t => {
  const { store } = await opened(t)
  const orphan: Change = { kind: 'order.created', order: things.order('ord_2', 'cust_9') }
  await t.rejects(changed(store, orphan), ConstraintBroken)
  await t.rejects(changed(store, orphan), /FOREIGN KEY/)
})

t.test('a reader never sees what is not committed', async t => {
  const { store, file } = await opened(t)
  const other = new Connection(file, { readonly: true })
  t.after(() => other.close())
  const holder = other.prepare(`select holder_id from vouchers where id = 'v_1'`).pluck()
  const seen: unknown[] = []
  let begun: Promise<unknown> = Promise.resolve()
  await store.write(P, async session => {
    await session.run(setVoucherHolder, giving)
    seen.push(holder.get())
    // Begun now, while the unit has written and not committed; it must not be awaited here.
    begun = holderIn(store)
    return { value: null, changes: [] }
  })
  t.same([...seen, await begun], [null, 'cust_1'])
  t.equal(await holderIn(store), 'cust_1')
})

t.test('a unit that awaits anything but its session is rolled back', async t => {
  const { store, bugs } = await opened(t)
  const late: unknown[] = []
  const stalled = store.write(P, async session => {
    await session.run(setVoucherHolder, giving)
    await new Promise(resolve => setTimeout(resolve, 0))
    await session.one(voucherById, { id: 'v_1' }).catch(error => late.push(error))
    return { value: null, changes: [couponOf(1)] }
  })
  const neighbour = changed(store, couponOf(2))
  await t.rejects(stalled, UnitStalled)
  await t.resolves(neighbour, 'the rest of the batch goes on')
  t.match(bugs, [UnitStalled])
  await until(() => late.length > 0)
  t.match(late, [SessionEnded], 'its late statements are refused')
  t.equal(await holderIn(store), null, 'what it had written is gone')
  t.equal(await store.read(P, session => session.one(voucherById, { id: 'v_000001' })), undefined)
})

t.test('a statement left behind runs in no other unit', async t => {
  const { store } = await opened(t)
  const strays: Promise<unknown>[] = []
  const stray = async (session: Session) => {
    for (let n = 0; n < 10; n++) await session.one(voucherById, { id: 'v_1' })
    await session.run(setVoucherHolder, giving)
  }
  await store.write(P, async session => {
    strays.push(stray(session).catch(error => error))
    return { value: null, changes: [] }
  })
  t.match(await Promise.all(strays), [SessionEnded])
  t.equal(await holderIn(store), null)
})

t.test('a reading unit that awaits anything else is given up, too', async t => {
  const { store } = await opened(t)
  const stalled = store.read(P, () => new Promise(resolve => setTimeout(resolve, 0)))
  await t.rejects(stalled, UnitStalled)
  t.equal(await holderIn(store), null, 'and the reader goes on')
})

t.test('a full disk refuses the whole batch, and the store goes on when there is room', async t => {
  const { store, file } = await opened(t, { pagesMax: 200 })
  const answers = await Promise.allSettled(
    Array.from({ length: 250 }, (_, n) =>
      changed(store, {
        kind: 'export.created',
        export: { ...things.exported, id: `exp_${n}`, channel: 'x'.repeat(4000) }
      })
    )
  )
  const kept = answers.filter(({ status }) => status === 'fulfilled').length
  const refused = answers.filter(answer => answer.status === 'rejected').map(({ reason }) => reason)
  t.ok(refused.length > 0 && refused.every(reason => reason instanceof StoreFull))
  t.equal(store.counts.refusedByDisk, refused.length)
  const stored = await store.read(P, session => session.one(exportList.count))
  t.same(stored, { total: kept }, 'what was acknowledged is there, and nothing else')
  await t.resolves(changed(store, published), 'a small write still fits')
  t.equal(check(file), 'ok')
})

function check(file: string): unknown {
  const connection = new Connection(file, { readonly: true })
  try {
    return connection.pragma('integrity_check', { simple: true })
  } finally {
    connection.close()
  }
}

t.test('while another process writes a unit waits, and then goes on', async t => {
  const { store, file } = await opened(t)
  const other = new Connection(file)
  t.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  let answered = false
  const write = changed(store, published).then(() => {
    answered = true
  })
  let turns = 0
  await until(() => ++turns === 50)
  t.equal(answered, false, 'it waits, and the event loop goes on')
  t.equal(await holderIn(store), null, 'reads go on, too')
  other.exec('COMMIT')
  await write
  t.equal(await holderIn(store), 'cust_1')
})

t.test('a unit that has waited for too long is told to come back', async t => {
  const { store, file } = await opened(t, { lockWaitMs: 30 })
  const other = new Connection(file)
  t.after(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  await t.rejects(changed(store, published), StoreBusy)
  await t.rejects(changed(store, published), {
    retryAfterSeconds: 1,
    message: /test\.db was locked/
  })
  await t.rejects(store.health(), StoreBusy)
  other.exec('ROLLBACK')
  await t.resolves(changed(store, published))
  await t.resolves(store.health())
})

t.test('two stores on one file take turns', async t => {
  const { store, file, bugs } = await opened(t)
  const other = await openStore(`sqlite:${file}`, { onBug: bug => bugs.push(bug) })
  t.after(() => other.close())
  await other.migrate()
  const writes = Array.from({ length: 100 }, (_, n) =>
    changed(n % 2 === 0 ? store : other, couponOf(n))
  )
  await Promise.all(writes)
  await t.rejects(changed(other, couponOf(0)), GuardLost, 'each sees what the other wrote')
  const found = await store.read(P, session => session.one(voucherById, { id: 'v_000099' }))
  t.equal(found?.id, 'v_000099')
})

t.test('closing lets accepted units finish, and refuses later ones', async t => {
  const { store, file } = await opened(t)
  const accepted = [changed(store, published), holderIn(store)]
  const closed = store.close()
  await t.rejects(changed(store, couponOf(1)), StoreClosed)
  await t.rejects(holderIn(store), StoreClosed)
  await t.resolves(Promise.all(accepted))
  await closed
  await t.resolves(store.close(), 'twice is once')
  t.notOk(existsSync(`${file}-wal`), 'the log is folded into the file')
  const again = await openStore(`sqlite:${file}`, { onBug: t.error })
  await again.migrate()
  t.equal(await holderIn(again), 'cust_1')
  await again.close()
})

t.test('a backup is whole, taken while writes go on, and overwrites nothing', async t => {
  const { store, file } = await opened(t)
  const copy = join(file, '..', 'copy.db')
  const writes = Array.from({ length: 300 }, (_, n) => changed(store, couponOf(n)))
  await Promise.all([store.backup(copy), ...writes])
  t.equal(check(copy), 'ok')
  const restored = await openStore(`sqlite:${copy}`, { onBug: t.error })
  t.match(await restored.read(P, session => storedVoucher(session, 'v_1')), { id: 'v_1' })
  await restored.close()
  await t.rejects(store.backup(copy), /exists already/)
  await t.rejects(store.backup(join(file, 'no', 'copy.db')), StoreFailed)
})

t.test('what cannot be opened says what to do', async t => {
  const folder = temporaryFolder(t)
  const inFile = join(folder, 'a-file')
  writeFileSync(inFile, '')
  const damaged = join(folder, 'damaged.db')
  writeFileSync(
    damaged,
    'this is no database, and it is long enough to have a header of its own.'.repeat(9)
  )
  const newer = join(folder, 'newer.db')
  const made = await openStore(`sqlite:${newer}`, { onBug: t.error })
  await made.migrate()
  await made.close()
  const connection = new Connection(newer)
  connection.exec(`insert into applied_migrations values ('9999_later', '')`)
  connection.close()
  const open = async (place: string) => {
    const store = await openStore(`sqlite:${place}`, { onBug: t.error })
    await store.migrate().finally(() => store.close())
  }
  const rows = [
    ['a folder that is a file', join(inFile, 'x.db'), StoreUnwritable, /x\.db cannot be written/],
    ['a file of something else', damaged, StoreCorrupt, /damaged\.db is damaged or is not/],
    ['a newer database', newer, StoreTooNew, /newer\.db was migrated by a newer version/]
  ] as const
  for (const [title, place, kind, message] of rows) {
    await t.rejects(open(place), kind, title)
    await t.rejects(open(place), message, title)
    await t.rejects(open(place), /DATABASE_URL/, `${title}: the next step`)
  }
  await t.resolves(open(join(folder, 'made', 'on', 'the', 'way.db')), 'a missing folder is made')
})

t.test('a read-only folder says so', async t => {
  const outer = temporaryFolder(t)
  const folder = join(outer, 'locked')
  mkdirSync(folder)
  chmodSync(outer, 0o755)
  chmodSync(folder, 0o555)
  t.after(() => chmodSync(folder, 0o755))
  // Root may write anywhere, and so steps down for as long as it tries.
  const root = geteuid?.() === 0
  if (root) seteuid?.(NOBODY)
  try {
    const opening = openStore(`sqlite:${join(folder, 'x.db')}`, { onBug: t.error })
    await t.rejects(opening, StoreUnwritable)
  } finally {
    if (root) seteuid?.(0)
  }
})

t.test('a url of another kind is refused without repeating what it holds', async t => {
  for (const url of ['mysql://user:secret@host/db', 'sqlite:', '', 'data.db']) {
    await t.rejects(openStore(url, { onBug: t.error }), /Set DATABASE_URL to sqlite:/, url)
  }
  const failure = await openStore('mysql://user:secret@host/db', { onBug: t.error }).catch(
    (error: Error) => error.message
  )
  t.notMatch(failure, /secret/)
})
