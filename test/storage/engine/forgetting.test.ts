import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Connection, { type Database } from 'better-sqlite3'
import t, { type Test } from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import { WriteAheadLog, whoseLog } from '../../../src/storage/engine/sqlite-log.ts'
import { exportList } from '../../../src/storage/exports.ts'
import { changed, ground, P, published } from '../support/changes.ts'
import { temporaryFolder } from '../support/engines.ts'
import * as things from '../support/things.ts'

const WORD = 'Quetzalwort'

async function opened(t: Test) {
  const file = join(temporaryFolder(t), 'test.db')
  const store = await openStore(`sqlite:${file}`, { onBug: bug => t.fail(bug.message) })
  t.after(() => store.close())
  await store.migrate()
  await changed(store, ...ground)
  const { id } = things.exported
  const told = { ...things.exported, channel: WORD }
  await changed(store, { kind: 'export.created', export: told })
  await changed(store, { kind: 'resource.deleted', resource: 'export', id })
  return { store, file }
}

function tellingFiles(file: string): readonly string[] {
  const folder = dirname(file)
  return readdirSync(folder).filter(name => readFileSync(join(folder, name)).includes(WORD))
}

t.test('what was deleted is in no byte of the file and of its log', async t => {
  const { store, file } = await opened(t)
  t.not(tellingFiles(file).length, 0)
  await store.forget()
  t.strictSame(tellingFiles(file), [])
})

t.test('copies that killed processes left go, those of others at work stay', async t => {
  const { store, file } = await opened(t)
  await store.forget()
  const left = ['', '-wal', '-shm'].map(suffix => `${file}.dry-run-999999999${suffix}`)
  const used = `${file}.dry-run-${process.ppid}`
  const leave = () => {
    for (const name of [...left, used]) writeFileSync(name, WORD)
  }
  leave()
  await store.forget()
  t.strictSame(tellingFiles(file), [basename(used)], 'by an erasure')
  leave()
  const other = await openStore(`sqlite:${file}`, { onBug: bug => t.fail(bug.message) })
  t.after(() => other.close())
  t.strictSame(tellingFiles(file), [basename(used)], 'by a start')
})

t.test('the log of the copy and the one after it are numbered', async t => {
  const { store, file } = await opened(t)
  const connection = new Connection(file, { readonly: true })
  t.after(() => connection.close())
  const numbers = () => ['user_version', 'application_id'].map(name => numberIn(connection, name))
  const [first] = numbers()
  await store.forget()
  const [copied, before] = numbers()
  t.equal(before, first)
  await changed(store, published)
  t.equal(numbers()[1], copied)
  t.equal(whoseLog(file), 'own')
})

function numberIn(connection: Database, name: string): unknown {
  return connection.pragma(name, { simple: true })
}

t.test('who reads goes on meanwhile, and who writes waits', async t => {
  const { store } = await opened(t)
  const ended: string[] = []
  const end = (name: string) => () => ended.push(name)
  await Promise.all([
    store.forget().then(end('forgotten')),
    changed(store, published).then(end('written')),
    store.read(P, session => session.all(exportList.count)).then(end('read'))
  ])
  t.strictSame(ended, ['read', 'forgotten', 'written'])
})

t.test('who reads in another process is told of, and nothing is copied in vain', async t => {
  const { store, file } = await opened(t)
  const other = new Connection(file, { readonly: true })
  t.after(() => other.close())
  other.exec('begin')
  other.prepare('select count(*) from exports').get()
  const size = statSync(`${file}-wal`).size
  await t.rejects(store.forget(), { code: 'store_busy', message: /for 1000 ms/ })
  t.equal(statSync(`${file}-wal`).size, size)
  await changed(store, published)
  other.exec('rollback')
  await store.forget()
  t.strictSame(tellingFiles(file), [])
})

t.test('a thread that cannot open the file says so', async t => {
  const { file } = await opened(t)
  const connection = new Connection(file)
  t.after(() => connection.close())
  const log = new WriteAheadLog(connection, `${file}.gone`)
  t.equal(await log.forget(), 'SQLITE_IOERR')
})
