/**
 * What was written: every change a service asks its store for, and every row it has.
 *
 * "Nothing was written" is a claim about all tables, so it is looked up in all of them, in a copy
 * of the database that no statement of the service has a hand in.
 */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import Connection from 'better-sqlite3'
import type { Test } from 'tap'
import type { Store } from '../../src/storage/engine/store.ts'

/** A write that was asked for: in which project, and the kinds of its changes. */
export interface Written {
  readonly projectId: string | null
  readonly kinds: readonly string[]
}

/** From now on, every write that was carried out and changed something, in order. */
export function writesOf(store: Store): Written[] {
  const written: Written[] = []
  const write = store.write.bind(store)
  store.write = async (projectId, unit) => {
    let kinds: readonly string[] = []
    const value = await write(projectId, async session => {
      const settled = await unit(session)
      kinds = settled.changes.map(({ kind }) => kind)
      return settled
    })
    if (kinds.length > 0) written.push({ projectId, kinds })
    return value
  }
  return written
}

/** Rows and their hash by `project table`; equal ones are equal to the last byte. */
export type Fingerprint = Readonly<Record<string, string>>

let copies = 0

/** All a store holds, of the projects that `of` names or of all. */
export async function fingerprint(
  t: Test,
  store: Store,
  of?: readonly string[]
): Promise<Fingerprint> {
  return inCopy(t, store, copy =>
    Object.fromEntries(
      tablesIn(copy).flatMap(({ table, key }) =>
        [...rowsByProject(copy, table, key)]
          .filter(([project]) => of === undefined || of.includes(project))
          .map(([project, rows]) => [`${project} ${table}`, summary(rows)])
      )
    )
  )
}

/** A row as the database has it: the names of its columns, numbers and texts. */
export type RawRow = Readonly<Record<string, unknown>>

/** Every row of some tables, as they are stored. */
export async function rawRows<Name extends string>(
  t: Test,
  store: Store,
  tables: readonly Name[]
): Promise<Readonly<Record<Name, readonly RawRow[]>>> {
  return inCopy(t, store, copy => {
    const found = tables.map(table => [table, copy.prepare(`SELECT * FROM "${table}"`).all()])
    return Object.fromEntries(found)
  })
}

/** Looks at a copy of all that a store holds, which is gone afterwards. */
async function inCopy<Found>(
  t: Test,
  store: Store,
  look: (copy: Connection.Database) => Found
): Promise<Found> {
  copies++
  const file = join(t.testdir(), `copy-${copies}.db`)
  await store.backup(file)
  const copy = new Connection(file, { readonly: true })
  try {
    return look(copy)
  } finally {
    copy.close()
    rmSync(file)
  }
}

/** Tables with the column that says whose a row is. */
function tablesIn(copy: Connection.Database): { table: string; key: string | null }[] {
  const found = copy
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    .pluck()
    .all() as string[]
  return found.map(table => {
    const columns = copy.prepare(`SELECT name FROM pragma_table_info('${table}')`).pluck().all()
    const key = columns.includes('project_id') ? 'project_id' : table === 'projects' ? 'id' : null
    return { table, key }
  })
}

function rowsByProject(copy: Connection.Database, table: string, key: string | null) {
  const rows = copy.prepare(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[]
  return Map.groupBy(rows, row => (key === null ? 'all' : String(row[key])))
}

function summary(rows: readonly unknown[]): string {
  const lines = rows.map(row => JSON.stringify(row)).toSorted()
  return `${rows.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`
}
