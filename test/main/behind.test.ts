/**
 * Commands on a database that is empty, or of an older version: they say what to do, and change no
 * table.
 *
 * Spec: Decision 306.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Connection from 'better-sqlite3'
import t, { type Test } from 'tap'
import { migrationsOf } from '../../src/storage/engine/migrate.ts'
import { hasServer } from '../support/postgres-databases.ts'
import {
  givenMovingPlace,
  givenServerDatabase,
  type MovingPlace,
  onServer
} from './support/moving.ts'

const served = { skip: hasServer() ? false : 'no server' }

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
    'correct proj_1 card --reason typing',
    `import customers ${rows}`,
    `load ${file}`
  ]
}

/** What a database holds, as its tables and the steps that were taken. */
type Look = () => Promise<unknown>

interface Behind {
  readonly url: string
  readonly look: Look
  /** Forgets the last step. */
  readonly forget: () => Promise<unknown>
}

const TAGS = 'select tag from applied_migrations order by tag'
const FORGET =
  'delete from applied_migrations where tag = (select max(tag) from applied_migrations)'

async function emptyOnServer(t: Test): Promise<Behind> {
  const url = await givenServerDatabase(t)
  const look = async () => {
    const tables = await onServer(
      url,
      `select tablename from pg_tables where schemaname = 'public'`
    )
    return [tables, tables.length === 0 ? [] : await onServer(url, TAGS)]
  }
  return { url, look, forget: () => onServer(url, FORGET) }
}

function emptyFile({ url, file }: MovingPlace): Behind {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  const asked = (text: string) => {
    const connection = new Connection(file)
    try {
      const statement = connection.prepare(text)
      return statement.reader ? statement.all() : statement.run()
    } finally {
      connection.close()
    }
  }
  const look = async () => {
    const tables = asked('select sql from sqlite_schema order by name') as unknown[]
    return [tables, tables.length === 0 ? [] : asked(TAGS)]
  }
  return { url, look, forget: async () => asked(FORGET) }
}

/** All refuse it as so many steps behind, and leave it as it is. */
async function refused(t: Test, place: MovingPlace, { url, look }: Behind, steps: string) {
  const before = await look()
  for (const command of commandsIn(place.folder)) {
    const found = await place.cli(command, { DATABASE_URL: url }, TOKEN)
    t.match(found, { code: 1, printed: '' }, command)
    t.match(found.complained, ` is ${steps} behind this version`, command)
    t.match(found.complained, /with `npm run --silent cli -- migrate`/, command)
    t.strictSame(await look(), before, command)
  }
}

for (const [engine, made, others] of [
  ['sqlite', async (_: Test, place: MovingPlace) => emptyFile(place), {}],
  ['postgres', emptyOnServer, served]
] as const) {
  t.test(`${engine}: no command but migrate changes the tables`, others, async t => {
    const place = givenMovingPlace(t)
    const database = await made(t, place)
    await refused(t, place, database, `${migrationsOf(engine).length} steps`)
    const environment = { DATABASE_URL: database.url }
    t.match(await place.cli('migrate', environment), { code: 0 })
    t.match(await place.cli('audit', environment), { code: 0 }, 'and they are carried out then')
    await database.forget()
    await refused(t, place, database, 'one step')
  })
}

t.test('copy: a source that is behind is refused, and stays as it is', served, async t => {
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
    t.match(found, { code: 1, complained: /steps behind this version: .*with `.* migrate`/s })
    t.strictSame([await from.look(), await to.look()], before)
  }
})
