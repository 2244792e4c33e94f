import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Connection from 'better-sqlite3'
import t, { type Test } from 'tap'
import { refuseBehind } from '../../src/main/on-database.ts'
import { whereOf } from '../../src/storage/engine/postgres/pool.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { onServer } from '../support/postgres-databases.ts'
import { complaintOfStart } from '../support/running.ts'
import {
  askServer,
  givenMovingPlace,
  givenServerDatabase,
  type MovingPlace,
  onFile
} from './support/moving.ts'

/** What they need is there, so that only the database can be in the way. */
const TOKEN = { input: 'a-token' }

/** All that open the database of DATABASE_URL but those that bring it to this version. */
function commandsIn(folder: string): readonly string[] {
  const file = join(folder, 'given.yaml')
  writeFileSync(file, 'tessera: 1\n')
  const rows = join(folder, 'customers.csv')
  writeFileSync(rows, 'source_id\nmia\n')
  return [
    'audit',
    'demo --env',
    'jobs',
    'project list',
    'project keys proj_1',
    'dump',
    'token introspect',
    'token revoke',
    'token issue proj_1 key --scope api',
    'project create Shop',
    'project key create proj_1',
    'project key revoke proj_1 key',
    'project secret renew proj_1',
    `import customers ${rows}`,
    `load ${file}`
  ]
}

/** What a database holds, as its tables and the steps that were taken. */
type Look = () => Promise<unknown>

interface Behind {
  readonly url: string
  readonly look: Look
  readonly by: (sql: string) => Promise<unknown>
}

const TAGS = 'select tag from applied_migrations order by tag'
async function emptyOnServer(t: Test): Promise<Behind> {
  const url = await givenServerDatabase(t)
  const look = async () => {
    const tables = await askServer(
      url,
      `select tablename from pg_tables where schemaname = 'public'`
    )
    return [tables, tables.length === 0 ? [] : await askServer(url, TAGS)]
  }
  return { url, look, by: sql => askServer(url, sql) }
}

function emptyFile({ url, file }: MovingPlace): Behind {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  const look = async () => {
    const connection = new Connection(file, { readonly: true })
    try {
      const tables = connection.prepare('select sql from sqlite_schema order by name').all()
      return [tables, tables.length === 0 ? [] : connection.prepare(TAGS).all()]
    } finally {
      connection.close()
    }
  }
  return { url, look, by: async sql => onFile(file, sql) }
}

const engines = [
  ['sqlite', async (_: Test, place: MovingPlace) => emptyFile(place), {}],
  ['postgres', emptyOnServer, onServer]
] as const

for (const [engine, made, others] of engines) {
  t.test(`${engine}: no command but migrate changes the tables`, others, async t => {
    const place = givenMovingPlace(t)
    const { url: DATABASE_URL, look } = await made(t, place)
    const before = await look()
    for (const command of commandsIn(place.folder)) {
      const found = await place.cli(command, { DATABASE_URL }, TOKEN)
      t.match(found, { code: 1, printed: '' }, command)
      t.match(found.complained, ' is one step behind this version', command)
      t.match(found.complained, /with `npm run --silent cli -- migrate`/, command)
      t.strictSame(await look(), before, command)
    }
    t.match(await place.cli('migrate', { DATABASE_URL }), { code: 0 })
    const told = await place.cli('audit', { DATABASE_URL })
    t.match(told, { code: 0 }, 'and they are carried out then')
  })
}

t.test('a database is behind by as many steps as it has not', async t => {
  for (const [pending, steps] of [
    [['0001_b'], 'one step'],
    [['0001_b', '0002_c'], '2 steps']
  ] as const) {
    const store = { pending: async () => pending } as unknown as Store
    await t.rejects(refuseBehind(store, 'It'), { message: `It is ${steps} behind this version: ` })
  }
  await t.resolves(refuseBehind({ pending: async () => [] } as unknown as Store, 'It'))
})

/** As a commit of many steps made it, and closed it. */
const unreleased = (tags: readonly string[], strict: string) => `
  create table applied_migrations
    (tag text primary key not null, applied_at text not null)${strict};
  insert into applied_migrations values ${tags.map(tag => `('${tag}', '')`).join(', ')};
  create table projects (id text primary key not null)${strict};
  insert into projects values ('proj_1')`
const STEPS = ['0000_start', '0001_standing', '0024_job_turns']
const onSqlite = (tags: readonly string[]) =>
  `pragma journal_mode = WAL; ${unreleased(tags, ' strict')}`

/** Says whose database it is and how its data comes over, in a sentence. */
const toldAs = (place: string) =>
  `${place} was made by a commit from before version 0.1.0 and was left as it is: \`dump\` each ` +
  'of its projects with that commit, and `load` the files with this one into a new database that ' +
  'DATABASE_URL names.'

for (const [engine, made, others] of engines) {
  t.test(`${engine}: a database from before the first release is left alone`, others, async t => {
    const isFile = engine === 'sqlite'
    const place = givenMovingPlace(t)
    const { url: DATABASE_URL, look, by } = await made(t, place)
    await by(isFile ? onSqlite(STEPS) : unreleased(STEPS, ''))
    const held = async () =>
      isFile
        ? readFileSync(place.file)
        : [await look(), await askServer(DATABASE_URL, 'select * from projects')]
    const before = await held()
    const told = toldAs(isFile ? place.file : whereOf(DATABASE_URL))
    const copy = join(place.folder, 'copy.db')
    const ofFiles = isFile ? [`backup ${copy}`] : []
    for (const command of [...commandsIn(place.folder), ...ofFiles, 'migrate']) {
      const found = await place.cli(command, { DATABASE_URL }, TOKEN)
      t.strictSame(found, { code: 1, printed: '', complained: told }, command)
      t.strictSame(await held(), before, command)
    }
    const { code, printed } = await place.cli('doctor --json', { DATABASE_URL, PORT: '0' })
    const [finding] = JSON.parse(printed).filter(({ about }: Finding) => about === 'database')
    const wrong = { about: 'database', state: 'wrong', found: told, change: null }
    t.strictSame([code, finding], [1, wrong], 'doctor')
    const environment = { ...process.env, NODE_ENV: 'test', DATABASE_URL }
    t.strictSame(complaintOfStart(environment), { code: 1, text: `${told}\n` }, 'a start')
    t.notOk(existsSync(copy))
    t.strictSame(await held(), before, 'doctor, and a start')
  })
}

interface Finding {
  readonly about: string
}

t.test('restore: a copy from before the first release is not put in place', async t => {
  const place = givenMovingPlace(t)
  await place.cli('migrate')
  const copy = join(place.folder, 'copy.db')
  onFile(copy, onSqlite(STEPS))
  const before = readFileSync(place.file)
  t.strictSame(await place.cli(`restore ${copy}`), {
    code: 1,
    printed: '',
    complained: `${copy} is not restored, and nothing was changed. ${toldAs(copy)}`
  })
  t.strictSame(readFileSync(place.file), before)
})

t.test('copy: an end from before the first release is refused', onServer, async t => {
  // One that a copy into it was cut short, too.
  for (const tags of [STEPS, [...STEPS, 'half_copied']]) {
    const place = givenMovingPlace(t)
    const [there, file] = [await emptyOnServer(t), emptyFile(place)]
    const ours = join(place.folder, 'ours.db')
    await place.cli('migrate', { DATABASE_URL: `sqlite:${ours}` })
    const oursThere = await givenServerDatabase(t)
    await place.cli('migrate', { DATABASE_URL: oursThere })
    await there.by(unreleased(tags, ''))
    await file.by(onSqlite(tags))
    for (const [from, to, which] of [
      [there.url, file.url, '--from'],
      [file.url, there.url, '--from'],
      [`sqlite:${ours}`, there.url, '--to'],
      [oursThere, file.url, '--to']
    ] as const) {
      const found = await place.copy(from, to)
      t.match(found, { code: 1, complained: /was made by a commit from before version 0\.1\.0/ })
      t.match(found.complained, `a new database that ${which} names.`)
    }
    const held = 'select * from projects'
    t.match(await askServer(there.url, held), [{ id: 'proj_1' }])
    const connection = new Connection(place.file, { readonly: true })
    t.match(connection.prepare(held).all(), [{ id: 'proj_1' }])
    connection.close()
  }
})

t.test('copy: a source that is behind is refused, and stays as it is', onServer, async t => {
  const place = givenMovingPlace(t)
  const there = await emptyOnServer(t)
  const file = emptyFile(place)
  const copyOf = (from: Behind, to: Behind) => place.copy(from.url, to.url)
  for (const [from, to] of [
    [there, file],
    [file, there]
  ] as const) {
    const before = [await from.look(), await to.look()]
    const found = await copyOf(from, to)
    t.match(found, { code: 1, complained: /one step behind this version: .*with `.* migrate`/s })
    t.strictSame([await from.look(), await to.look()], before)
  }
})
