/**
 * Codes of a database whose projects compared them by lower case.
 *
 * Spec: Decision 109.
 */
import Connection from 'better-sqlite3'
import t from 'tap'
import { migrateSqlite, migrationsOf } from '../../../src/storage/engine/migrate.ts'

const COLUMNS = `type, points, balance, pending_points, expired_points, subtracted_points,
  redeemed_points, active, metadata, is_referral_code, published_count, redeemed_quantity,
  records_count, created_at, version`
const VALUES = `'LOYALTY_CARD', 0, 0, 0, 0, 0, 0, true, '{}', false, 0, 0, 0, '', 1`

//             code, what it was compared by, and is
const rows = [
  ['ΟΔΟΣ', 'οδος', 'οδοσ'],
  // Another had the new form, or came to it first: they are found by what they were.
  ['Straße', 'straße', 'straße'],
  ['STRASSE', 'strasse', 'strasse'],
  ['oﬃce', 'oﬃce', 'office'],
  ['Ofﬁce', 'ofﬁce', 'ofﬁce'],
  ['ASCII', 'ascii', 'ascii']
] as const

t.test('codes that were compared by lower case are compared as they fold, once', async t => {
  const connection = new Connection(':memory:')
  t.teardown(() => connection.close())
  const migrate = async (steps = migrationsOf('sqlite')) => {
    const begin = async () => {
      connection.exec('BEGIN IMMEDIATE')
    }
    await migrateSqlite(connection, begin, 'data.db', steps)
  }
  await migrate(migrationsOf('sqlite').filter(({ tag }) => !tag.startsWith('ours_')))
  const projects = `insert into projects (id, name, timezone, currency, case_sensitive_codes,
    secret, demo, created_at) values (?, 'Shop', 'UTC', 'EUR', ?, 's', false, '')`
  const vouchers = `insert into vouchers (project_id, id, code, code_key, ${COLUMNS})
    values (?, ?, ?, ?, ${VALUES})`
  for (const [project, exact] of [
    ['loose', 0],
    ['exact', 1]
  ] as const) {
    connection.prepare(projects).run(project, exact)
    const made = connection.prepare(vouchers)
    for (const [index, [code, lower]] of rows.entries()) {
      made.run(project, `v_${index}`, code, exact === 1 ? code : lower)
    }
  }
  await migrate()
  await migrate()
  const keys = connection
    .prepare('select code_key from vouchers where project_id = ? order by id')
    .pluck()
  t.strictSame(
    keys.all('loose'),
    rows.map(([, , folded]) => folded)
  )
  t.strictSame(
    keys.all('exact'),
    rows.map(([code]) => code)
  )
})
