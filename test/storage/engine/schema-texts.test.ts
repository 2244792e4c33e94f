/**
 * Migrating where a step changes the text of the schema.
 *
 * Spec: Decision 42.
 */
import Connection from 'better-sqlite3'
import t from 'tap'
import { StoreCorrupt } from '../../../src/storage/engine/errors.ts'
import { migrateSqlite, migrationsOf } from '../../../src/storage/engine/migrate.ts'

t.test('a step that does not find what it changes in the schema is refused', async t => {
  const steps = migrationsOf('sqlite')
  const rewriting = steps.findIndex(({ tag }) => tag === '0013_redemptions_of_stacks')
  const connection = new Connection(':memory:')
  t.after(() => connection.close())
  const begin = async () => {
    connection.exec('BEGIN IMMEDIATE')
  }
  const migrated = (known = steps) => migrateSqlite(connection, begin, 'data.db', known)
  await migrated(steps.slice(0, rewriting))
  t.ok(rewriting > 0)
  // As another tool would write the same table.
  const { sql } = connection
    .prepare(`select sql from sqlite_schema where name = 'redemptions'`)
    .get() as { sql: string }
  connection.exec('drop table redemptions')
  connection.exec(sql.replaceAll('`', '"'))
  const before = connection.prepare('select name, sql from sqlite_schema order by name').all()
  const refusal = await migrated().catch((error: unknown) => error)
  t.ok(refusal instanceof StoreCorrupt)
  t.match(refusal, { message: 'redemptions.voucher_id still takes no null' })
  const after = connection.prepare('select name, sql from sqlite_schema order by name').all()
  t.strictSame(after, before, 'nothing of the later steps is left')
})
