import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import t from 'tap'
import { openStore } from '../../src/storage/database.ts'
import { copiedTables } from '../../src/storage/engine/moving/copies.ts'
import { givenService } from '../support/app.ts'
import { NOW } from '../support/given.ts'
import { onServer } from '../support/postgres-databases.ts'
import { root } from '../support/root.ts'
import {
  askServer,
  givenFullShop,
  givenMovingPlace,
  givenServerDatabase,
  type MovingPlace,
  onFile,
  rowsOfFile
} from './support/moving.ts'

/** The place of a database of the server, without a password. */
function shown(url: string): string {
  const { host, pathname } = new URL(url)
  return `postgres://${host}${pathname}`
}

t.test('from a file to a server and back, every row is as it was', onServer, async t => {
  const place = givenMovingPlace(t)
  const there = await givenServerDatabase(t)
  // The service goes on while it is copied.
  await givenFullShop(t, place)
  const before = rowsOfFile(place.file)
  const empty = Object.entries(before).filter(([, rows]) => rows.length === 0)
  const found = empty.map(([name]) => name)
  t.strictSame(found, [], 'every table has rows')
  const rows = Object.values(before).reduce((sum, all) => sum + all.length, 0)
  const told = (from: string, to: string) =>
    [
      `Copied ${from}`,
      `    to ${to}`,
      `  tables  ${String(copiedTables().length).padStart(11)}`,
      `  rows    ${String(rows).padStart(11)}`,
      'Both have as many rows, and the books of both agree.',
      `What was written after ${NOW} is not in the copy.`
    ].join('\n')
  const done = { code: 0, complained: '' }
  const out = await place.copy(place.url, there)
  t.strictSame(out, { ...done, printed: told(place.file, shown(there)) })
  const back = join(place.folder, 'new', 'back.db')
  const home = await place.copy(there, `sqlite:${back}`)
  t.strictSame(home, { ...done, printed: told(shown(there), back) })
  t.strictSame(rowsOfFile(back), before)
  t.strictSame(rowsOfFile(place.file), before, 'the source is as it was')

  for (const url of [there, `sqlite:${back}`]) {
    const store = await openStore(url, { onBug: t.error })
    await store.migrate()
    const service = await givenService(t, { store })
    const { status, body } = await service.post('/v1/redemptions', {
      redeemables: [{ object: 'voucher', id: 'WELCOME' }],
      order: { items: [{ product_id: 'prod_00beans', quantity: 2 }] },
      customer: { source_id: 'cleo' }
    })
    t.match([status, body.order], [200, { amount: 3700, status: 'PAID' }], 'and is redeemed on')
  }
})

t.test('what cannot be copied is refused, and nothing is changed', onServer, async t => {
  const place = givenMovingPlace(t)
  await place.cli('migrate')
  await place.cli('project create Shop')
  const [there, full] = [await givenServerDatabase(t), await givenServerDatabase(t)]
  t.match(await place.copy(place.url, full), { code: 0 })
  const [missing, other] = [join(place.folder, 'no.db'), join(place.folder, 'other.db')]
  const foreign = await givenServerDatabase(t)
  const nowhere = new URL('/nowhere', there).href
  await askServer(foreign, 'create table other (id int)')
  //                from, to, exit code, sentence
  const rows: readonly (readonly [string, string, number, RegExp])[] = [
    ['mysql://x', there, 2, /--from.*must be sqlite: and the path/s],
    [place.url, 'postgres://shop:secret@', 2, /--to.*must be sqlite: and the path/s],
    [`sqlite:${missing}`, there, 1, /There is no database at .*no\.db.*or set --from to where/],
    [place.url, `sqlite:${other}`, 1, /copied by `backup`, and put .* by `restore`/],
    [there, full, 1, /pg_dump and pg_restore/],
    ['sqlite::memory:', there, 1, /A database in memory is gone.*Set --from to sqlite: /],
    [place.url, 'sqlite::memory:', 1, /by `backup`/],
    [there, 'sqlite::memory:', 1, /A database in memory is gone.*Set --to to sqlite: /],
    [place.url, nowhere, 1, /does not exist.*or name another one in --to\./i],
    [nowhere, `sqlite:${other}`, 1, /does not exist.*or name another one in --from\./i],
    [place.url, full, 1, /holds data already \(rows of projects\).*Nothing was changed/],
    [full, place.url, 1, /shop\.db holds data already/],
    [place.url, foreign, 1, /tables of another program.*Then name it in --to\./],
    [foreign, `sqlite:${other}`, 1, /tables of another program.*Then name it in --from\./]
  ]
  for (const [from, to, code, sentence] of rows) {
    const found = await place.copy(from, to)
    t.match(found, { code, printed: '', complained: sentence })
    t.notMatch(found.complained, /secret/)
    t.notMatch(found.complained, /DATABASE_URL/, 'which it does not read')
  }
  t.match(await place.cli('copy --from sqlite:x.db'), { code: 2, complained: /--to <url>/ })
  t.strictSame(
    await askServer(there, `select tablename from pg_tables where schemaname = 'public'`),
    []
  )
})

t.test('books that do not agree are not moved', onServer, async t => {
  const place = givenMovingPlace(t)
  const there = await givenServerDatabase(t)
  await givenFullShop(t, place)
  const wrong = `update customer_totals set orders_count = orders_count + 1`
  onFile(place.file, wrong)
  t.match(await place.copy(place.url, there), {
    code: 3,
    complained:
      /The books of .*shop\.db do not agree, and nothing was copied: .*\n.*\n.*\n +Project .*/
  })
  onFile(place.file, wrong.replace('+', '-'))
  t.match(await place.copy(place.url, there), { code: 0 })
})

t.test('a character that PostgreSQL cannot hold is named with its row', onServer, async t => {
  const place = givenMovingPlace(t)
  const there = await givenServerDatabase(t)
  await givenFullShop(t, place)
  onFile(place.file, `update customers set name = 'A' || char(0) where id = 'cust_00ada'`)
  const found = await place.copy(place.url, there)
  t.match(found, { code: 1, printed: '' })
  t.match(found.complained, 'cannot hold the character U+0000')
  t.match(found.complained, /column name of customers \(project_id \S+, id cust_00ada\)/)
  const left = await Promise.all(
    copiedTables().map(({ name }) => askServer(there, `select 1 from ${name}`))
  )
  t.strictSame(left.flat(), [], 'nothing was left')
  onFile(place.file, `update customers set name = 'Ada' where id = 'cust_00ada'`)
  t.match(await place.copy(place.url, there), { code: 0 })
})

t.test('nobody has the target open', onServer, async t => {
  const place = givenMovingPlace(t)
  await place.cli('migrate')
  await place.cli('project create Shop')
  const there = await givenServerDatabase(t)
  const back = `sqlite:${join(place.folder, 'back.db')}`
  for (const [from, to] of [
    [place.url, there],
    [there, back]
  ] as const) {
    const store = await openStore(to, { onBug: t.error })
    await store.migrate()
    await store.health()
    t.match(await place.copy(from, to), { code: 1, complained: /is open in another process/ })
    await store.close()
    t.match(await place.copy(from, to), { code: 0 }, 'once it is closed')
  }
})

t.test('nobody has it open under any name', onServer, async t => {
  const place = givenMovingPlace(t)
  await place.cli('migrate')
  await place.cli('project create Shop')
  const there = await givenServerDatabase(t)
  const tables = `select tablename from pg_tables where schemaname = 'public'`
  for (const name of ['shop-1', 'psql', '']) {
    const other = new Client({ connectionString: there, application_name: name })
    await other.connect()
    const [{ pid }] = (await other.query('select pg_backend_pid() as pid')).rows
    const { code, complained } = await place.copy(place.url, there)
    t.equal(code, 1)
    t.match(complained, `is open in another process: ${name || 'a session'} (process ${pid} of`)
    t.strictSame((await other.query(tables)).rows, [], 'nothing was made')
    await other.end()
  }
  t.match(await place.copy(place.url, there), { code: 0 })
})

t.test('nor of another user, whose sessions the copy may not look at', onServer, async t => {
  const place = givenMovingPlace(t)
  await place.cli('migrate')
  await place.cli('project create Shop')
  const there = await givenServerDatabase(t)
  const mover = `mover_of${new URL(there).pathname.slice(1)}`
  const make = `create role ${mover} login password 'secret'`
  await askServer(there, make, `grant all on schema public to ${mover}`)
  t.teardown(() => askServer(there, `drop owned by ${mover}`, `drop role ${mover}`))
  const theirs = new URL(there)
  theirs.username = mover
  theirs.password = 'secret'
  const other = new Client({ connectionString: there, application_name: 'shop-1' })
  await other.connect()
  const found = await place.copy(place.url, theirs.href)
  await other.end()
  t.match(found, { code: 1, complained: /is open in another process: .*\(process \d+ of/ })
  t.match(await place.copy(place.url, theirs.href), { code: 0 })
})

/** What every command and every start says of a half copied database. */
const HALF = /is half copied: a copy into it is under way, or was cut short/

/** Commands that do something else than to refuse it. */
async function acceptedBy(place: MovingPlace, url: string): Promise<readonly string[]> {
  const commands = ['migrate', 'audit', 'project list', 'demo --env', `backup ${place.folder}/half`]
  const told: string[] = []
  for (const command of url.startsWith('sqlite') ? commands : commands.slice(0, -1)) {
    const { code, complained } = await place.cli(command, { DATABASE_URL: url })
    if (code !== 1 || !HALF.test(complained)) told.push(`${command}: ${code} ${complained}`)
  }
  return told
}

/** What a start says on it, when it does not serve. */
async function saidByServer(url: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: url, PORT: '0', NODE_ENV: '' }
  const server = spawn(execPath, ['src/main/server.ts'], { cwd: root, env })
  const [said] = await Promise.all([text(server.stderr), once(server, 'close')])
  return server.exitCode === 1 ? said : `${server.exitCode}`
}

/** The database of the server that every server has. */
function elsewhere(url: string): string {
  return new URL('/postgres', url).href
}

t.test('a copy that is killed is used by nobody, and is begun again', onServer, async t => {
  const place = givenMovingPlace(t)
  await givenFullShop(t, place)
  const before = rowsOfFile(place.file)
  const there = await givenServerDatabase(t)
  await place.cli('migrate', { DATABASE_URL: there })
  const slow = [
    `create function slow() returns trigger language plpgsql as
      $$ begin perform pg_sleep(60); return new; end $$`,
    'create trigger slow before insert on redemptions for each row execute function slow()'
  ]
  await askServer(there, ...slow)
  const copy = ['src/main/cli.ts', 'copy', '--from', place.url, '--to', there]
  const child = spawn(execPath, copy, { cwd: root })
  const sleeping = `select 1 from pg_stat_activity
    where datname = '${new URL(there).pathname.slice(1)}' and wait_event = 'PgSleep'`
  // Who looks has another database open, because a copy would refuse this one.
  while ((await askServer(elsewhere(there), sleeping)).length === 0) await pause(50)
  t.strictSame(await acceptedBy(place, there), [], 'while it is under way')
  child.kill('SIGKILL')
  await once(child, 'close')
  t.strictSame(await acceptedBy(place, there), [], 'and afterwards')
  t.match(await saidByServer(there), HALF)
  await askServer(there, 'drop trigger slow on redemptions')
  t.match(await place.copy(place.url, there), { code: 0 })
  const back = join(place.folder, 'back.db')
  await killedInto(back)
  t.strictSame(await acceptedBy(place, `sqlite:${back}`), [])
  t.match(await saidByServer(`sqlite:${back}`), HALF)
  t.match(await place.copy(there, `sqlite:${back}`), { code: 0 })
  t.strictSame(rowsOfFile(back), before)
})

/** A copy into a file that kills itself after so many rows that some are in the log already. */
async function killedInto(file: string): Promise<void> {
  const moving = 'src/storage/engine/moving'
  const program = `
    import { openStore } from './src/storage/database.ts'
    import { copiedTables } from './${moving}/copies.ts'
    import { sqliteTarget } from './${moving}/sqlite.ts'
    const target = sqliteTarget(process.argv[1])
    await target.clear()
    const store = await openStore('sqlite:' + process.argv[1], { onBug: console.error })
    await store.migrate()
    await store.close()
    await target.mark()
    await target.begin()
    const table = copiedTables().find(({ name }) => name === 'projects')
    const row = id => table.columns.map(({ name, kind, isKey }) =>
      isKey ? 'p' + id : kind === 'flag' ? false : kind === 'whole' ? 0n : 'x'.repeat(1000))
    const rows = Array.from({ length: 20000 }, (_, id) => row(id))
    await target.insert(table, rows)
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(execPath, ['--input-type=module', '-e', program, file], { cwd: root })
  const [, signal] = await once(child, 'close')
  t.equal(signal, 'SIGKILL')
}

t.test('rows that do not arrive are noticed, and the copy is begun again', onServer, async t => {
  const place = givenMovingPlace(t)
  await givenFullShop(t, place)
  const before = rowsOfFile(place.file)
  const there = await givenServerDatabase(t)
  await place.cli('migrate', { DATABASE_URL: there })
  await askServer(
    there,
    'create function fewer() returns trigger language plpgsql as $$ begin return null; end $$',
    'create trigger fewer before insert on receipts for each row execute function fewer()'
  )
  const lost = await place.copy(place.url, there)
  t.match(lost, { code: 1, printed: '' })
  t.match(lost.complained, /has 0 rows of receipts, and 1 were copied\. It stays half copied/)
  t.match(await place.cli('audit', { DATABASE_URL: there }), { code: 1, complained: HALF })
  await askServer(there, 'drop trigger fewer on receipts')
  t.match(await place.copy(place.url, there), { code: 0 })
  const back = join(place.folder, 'back.db')
  const home = { DATABASE_URL: `sqlite:${back}` }
  await place.cli('migrate', home)
  onFile(back, 'create trigger fewer before insert on receipts begin select raise(ignore); end')
  const fewer = await place.copy(there, `sqlite:${back}`)
  t.match(fewer.complained, /has 0 rows of receipts, and 1 were copied\. It stays half copied/)
  t.match(await place.cli('audit', home), { code: 1, complained: HALF })
  onFile(back, 'drop trigger fewer')
  t.match(await place.copy(there, `sqlite:${back}`), { code: 0 })
  t.strictSame(rowsOfFile(back), before)
})
