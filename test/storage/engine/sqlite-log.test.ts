import { join } from 'node:path'
import Connection, { type Database } from 'better-sqlite3'
import t, { type Test } from 'tap'
import { WriteAheadLog } from '../../../src/storage/engine/sqlite-log.ts'
import { temporaryFolder } from '../support/engines.ts'

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
