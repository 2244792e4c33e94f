import Connection, { type Statement } from 'better-sqlite3'
import { onPostgres } from './stores.ts'

/** How a test is played that counts statements: on SQLite, by whose driver they are counted. */
export const whereCounted = { skip: onPostgres && 'the driver of SQLite is watched' } as const

export interface Ran {
  /** Statements in the order in which they were run, each as its text. */
  readonly statements: readonly string[]
  /** Those that begin and end transactions, savepoints, and whether anything was written since. */
  readonly transactions: readonly string[]
}

const OF_TRANSACTIONS =
  /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|PRAGMA data_version|SELECT total_changes)\b/

/** The methods of every statement of the process. */
const methods: Statement = Object.getPrototypeOf(new Connection(':memory:').prepare('SELECT 1'))

/** All that is run until `task` is done; what else goes on meanwhile counts, too. */
export async function ranDuring(task: () => Promise<unknown>): Promise<Ran> {
  const ran: string[] = []
  const original = { run: methods.run, get: methods.get, all: methods.all }
  for (const name of ['run', 'get', 'all'] as const) {
    const method = original[name] as (...values: unknown[]) => unknown
    methods[name] = function (this: Statement, ...values: unknown[]) {
      ran.push(this.source)
      return method.apply(this, values)
    } as Statement['run'] & Statement['get'] & Statement['all']
  }
  try {
    await task()
  } finally {
    Object.assign(methods, original)
  }
  return {
    statements: ran.filter(text => !OF_TRANSACTIONS.test(text)),
    transactions: ran.filter(text => OF_TRANSACTIONS.test(text))
  }
}
