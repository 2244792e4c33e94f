/**
 * What a parameter costs: statements as the service writes them, beside the same ones with bare
 * parameters, which SQLite compiles again at every call.
 */
import { join } from 'node:path'
import Database from 'better-sqlite3'
import * as demo from '../../src/demo/known.ts'
import { sqliteDialect } from '../../src/storage/engine/sqlite.ts'
import type { Statement } from '../../src/storage/engine/statements.ts'
import { projectKeyList } from '../../src/storage/projects.ts'
import { cardsOfCustomer } from '../../src/storage/vouchers/vouchers.ts'
import { compare } from './measure.ts'
import { startService } from './processes.ts'
import type { Line } from './report.ts'
import type { Settings } from './settings.ts'

/** Statements with a join or an order, at which it matters, and the values they are given. */
const ASKED: readonly (readonly [string, Statement<never, unknown>, Values])[] = [
  [
    'the cards of a customer with their campaigns',
    cardsOfCustomer,
    { customerId: demo.CUSTOMER_ID }
  ],
  ['a page of the keys of a project', projectKeyList.created_at, { limit: 10, offset: 0 }]
]
type Values = Readonly<Record<string, string | number>>

/** Calls in one transaction. */
const CALLS = 500

export async function statements(folder: string, settings: Settings): Promise<readonly Line[]> {
  await (await startService({ folder })).stop()
  const connection = new Database(join(folder, 'bench.db'), { readonly: true })
  const lines: Line[] = []
  for (const [name, statement, values] of ASKED) {
    const { sql, given } = sqlOf(statement, values)
    const bare = sql.replaceAll('+?', '?')
    const contenders = {
      written: { run: asking(connection, sql, given) },
      bare: { run: asking(connection, bare, given) }
    }
    const found = await compare(contenders, { ...settings, connections: 1 })
    lines.push({
      section: 'A statement beside itself with bare parameters',
      name,
      value: 1_000_000 / found.written.perSecond,
      unit: 'µs',
      ratio: found.bare.perSecond / found.written.perSecond,
      against: 'bare'
    })
  }
  connection.close()
  return lines
}

/** A parameter that is not filled yet. */
interface Named {
  readonly name: string
}

/** The SQL that the service runs, and its values in order. */
function sqlOf(statement: Statement<never, unknown>, values: Values) {
  const { sql, params } = statement.build(sqliteDialect).toSQL()
  const all: Values = { projectId: demo.PROJECT_ID, ...values }
  return { sql, given: (params as readonly Named[]).map(({ name }) => all[name] ?? '') }
}

function asking(connection: Database.Database, sql: string, given: readonly (string | number)[]) {
  const query = connection.prepare(sql).raw(true)
  // Each call has other values than the one before, as those of requests do.
  const other = given.map(value => (typeof value === 'number' ? value + 1 : `${value}-absent`))
  const calls = connection.transaction(() => {
    for (let count = 0; count < CALLS; count++) query.all(count % 2 === 0 ? given : other)
  })
  return (seconds: number) => {
    const began = performance.now()
    let done = 0
    for (; performance.now() - began < seconds * 1000; done += CALLS) calls()
    return { done, seconds: (performance.now() - began) / 1000 }
  }
}
