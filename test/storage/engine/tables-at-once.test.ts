/**
 * An empty database gets at once what all steps come to.
 *
 * Spec: Decision 256.
 */
import Connection, { type Database } from 'better-sqlite3'
import t from 'tap'
import { whole } from '../../../scripts/migrations.ts'
import {
  APPLIED_TABLE,
  type Migration,
  migrateSqlite,
  migrationsOf
} from '../../../src/storage/engine/migrate.ts'

/** Copies are not known as what the script was made of, so that they are applied by themselves. */
const COPIES = migrationsOf('sqlite').map(step => ({ ...step }))

function migrated(t: { after(task: () => void): unknown }) {
  const connection = new Connection(':memory:')
  t.after(() => connection.close())
  const run: string[] = []
  const exec = connection.exec.bind(connection)
  connection.exec = sql => {
    run.push(sql)
    return exec(sql)
  }
  const begin = async () => {
    connection.exec('BEGIN IMMEDIATE')
  }
  const by = (known?: readonly Migration[]) => migrateSqlite(connection, begin, 'data.db', known)
  return { connection, run, by }
}

/** All that a database has, but for the moment in which it got it. */
function contentOf(connection: Database): object {
  const listed = 'select type, name, tbl_name, sql from sqlite_schema order by type, name'
  const made = connection.prepare(listed).all() as { type: string; name: string }[]
  const names = made.filter(({ type }) => type === 'table').map(({ name }) => name)
  const rowsOf = (name: string) => connection.prepare(`select * from "${name}"`).all()
  const rows = names.filter(name => name !== 'applied_migrations').map(rowsOf)
  return { made, rows, steps: connection.prepare('select tag from applied_migrations').all() }
}

t.test('an empty database gets at once what all steps come to', async t => {
  const [byOne, atOnce] = [migrated(t), migrated(t)]
  await byOne.by(COPIES)
  await atOnce.by()
  t.same(contentOf(atOnce.connection), contentOf(byOne.connection))
  const makes = atOnce.run.filter(sql => /create|alter/i.test(sql))
  t.same(makes, [`${APPLIED_TABLE} strict`, await whole()], 'by the script of these steps alone')
})

t.test('steps that the script was not made of are applied one after another', async t => {
  const more = { tag: '9999_more', statements: ['create table more (id text not null) strict'] }
  const { connection, run, by } = migrated(t)
  await by([...migrationsOf('sqlite'), more])
  t.equal(connection.prepare(`select 1 from sqlite_schema where name = 'more'`).all().length, 1)
  t.notOk(run.some(sql => sql.startsWith('-- Made of')))
})

t.test('a database that has some steps gets the others', async t => {
  const { connection, run, by } = migrated(t)
  await by(migrationsOf('sqlite').slice(0, 2))
  await by()
  const byOne = migrated(t)
  await byOne.by(COPIES)
  t.same(contentOf(connection), contentOf(byOne.connection))
  t.notOk(run.some(sql => sql.startsWith('-- Made of')))
})
