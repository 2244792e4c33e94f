/**
 * What the disk and the engine alone cost: the rows that a request wrote, written again by plain
 * prepared statements in grouped transactions, with nothing loaded and nothing decided.
 *
 * The rows are found by comparing every table before and after a request, so they stay those that
 * the service writes. A new row is inserted again under fresh ids; a changed row is set to what it
 * was and to what it became, in turn.
 */
import Database from 'better-sqlite3'

type Value = string | number | bigint | Buffer | null
type Row = Readonly<Record<string, Value>>

/** Every table's rows by their primary key. */
export type Picture = ReadonlyMap<string, ReadonlyMap<string, Row>>

/** One row that a request wrote. */
export interface Written {
  readonly table: string
  readonly key: readonly string[]
  /** Null: it is new. */
  readonly before: Row | null
  readonly after: Row
}

/** Units that share one transaction. */
const UNITS_PER_COMMIT = 32

function open(file: string): Database.Database {
  const db = new Database(file)
  for (const pragma of ['journal_mode=WAL', 'synchronous=FULL', 'foreign_keys=ON']) {
    db.pragma(pragma)
  }
  db.pragma('cache_size=-65536')
  return db
}

function tablesOf(db: Database.Database): readonly string[] {
  const sql = `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
  return db.prepare(sql).pluck().all() as string[]
}

function keyOf(db: Database.Database, table: string): readonly string[] {
  const columns = db.pragma(`table_info(${table})`) as { name: string; pk: number }[]
  return columns.filter(({ pk }) => pk > 0).map(({ name }) => name)
}

/** Everything a small database holds. */
export function pictureOf(file: string): Picture {
  const db = new Database(file, { readonly: true })
  try {
    return new Map(
      tablesOf(db).map(table => {
        const key = keyOf(db, table)
        const rows = db.prepare(`select * from ${table}`).all() as Row[]
        return [table, new Map(rows.map(row => [JSON.stringify(key.map(name => row[name])), row]))]
      })
    )
  } finally {
    db.close()
  }
}

/** What was written between two pictures; nothing is deleted by what is measured. */
export function writtenBetween(file: string, before: Picture, after: Picture): readonly Written[] {
  const db = new Database(file, { readonly: true })
  try {
    return [...after].flatMap(([table, rows]) => {
      const key = keyOf(db, table)
      return [...rows].flatMap(([id, row]) => {
        const old = before.get(table)?.get(id) ?? null
        const same = old !== null && JSON.stringify(old) === JSON.stringify(row)
        return same ? [] : [{ table, key, before: old, after: row }]
      })
    })
  } finally {
    db.close()
  }
}

/** A copy of the database, to be written to beside it. */
export function copyTo(file: string, target: string): void {
  const db = new Database(file)
  db.prepare('vacuum into ?').run(target)
  db.close()
}

/** Columns that tell the rows of a table apart. */
const NAMING = ['id', 'code', 'name', 'source_id'] as const

/** Writes rows over and over into a database of its own. */
export class RawWriter {
  readonly #db: Database.Database
  readonly #steps: readonly ((round: number) => void)[]
  #round = 0

  constructor(file: string, written: readonly Written[]) {
    this.#db = open(file)
    const made = written.filter(({ before }) => before === null)
    const names = made.flatMap(({ after }) => NAMING.map(column => after[column]))
    const fresh = new Map([...new Set(names)].map((name, index) => [name, index]))
    this.#steps = written.map(row =>
      row.before === null ? this.#inserting(row, fresh) : this.#updating(row)
    )
  }

  #inserting({ table, after }: Written, fresh: Fresh) {
    const columns = Object.keys(after)
    const marks = columns.map(() => '?').join(', ')
    const insert = this.#db.prepare(
      `insert into ${table} (${columns.join(', ')}) values (${marks})`
    )
    return (round: number) => {
      insert.run(columns.map(name => freshened(after[name] ?? null, fresh, round)))
    }
  }

  #updating({ table, key, before, after }: Written) {
    const changed = Object.keys(after).filter(name => after[name] !== before?.[name])
    const set = changed.map(name => `${name} = ?`).join(', ')
    const where = key.map(name => `${name} = ?`).join(' and ')
    const update = this.#db.prepare(`update ${table} set ${set} where ${where}`)
    const id = key.map(name => after[name])
    return (round: number) => {
      const row = round % 2 === 0 ? after : before
      update.run([...changed.map(name => row?.[name]), ...id])
    }
  }

  /** Writes for that long; says how many units that were, each all the rows of one request. */
  run(seconds: number): { readonly done: number; readonly seconds: number } {
    const began = performance.now()
    let done = 0
    while (performance.now() - began < seconds * 1000) {
      this.write(UNITS_PER_COMMIT)
      done += UNITS_PER_COMMIT
    }
    return { done, seconds: (performance.now() - began) / 1000 }
  }

  /** So many units in one transaction. */
  write(units: number): void {
    this.#db.prepare('begin immediate').run()
    for (let count = 0; count < units; count++, this.#round++) {
      for (const step of this.#steps) step(this.#round)
    }
    this.#db.prepare('commit').run()
  }

  close(): void {
    this.#db.close()
  }
}

/** The ids and names that a request made, each with a number of its own. */
type Fresh = ReadonlyMap<Value | undefined, number>

/** An id or name gets another end in each round; all other values stay. */
function freshened(value: Value, fresh: Fresh, round: number): Value {
  const number = fresh.get(value)
  if (typeof value !== 'string' || number === undefined) return value
  const end = (number * ROUNDS_MAX + round).toString(36).padStart(9, '0')
  return `${value.slice(0, -end.length)}${end}`
}

/** More rounds than any run has. */
const ROUNDS_MAX = 1e10

/** Of all rows those without which a redemption would not have happened. */
export function leastOf(written: readonly Written[]): readonly Written[] {
  const least = ['redemptions', 'ledger_entries', 'lots', 'vouchers', 'rewards']
  return written.filter(({ table }) => least.includes(table))
}
