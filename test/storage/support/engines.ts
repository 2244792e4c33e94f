import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Connection from 'better-sqlite3'
import { drizzle } from 'drizzle-orm/better-sqlite3'
import { openStore } from '../../../src/storage/database.ts'
import type { Db, Tables } from '../../../src/storage/engine/statements.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import * as sqlite from '../../../src/storage/tables.ts'

/** A migrated store and a look at its tables from outside. */
export interface Opened {
  readonly store: Store
  /** Every row of a table, as committed. */
  rows<Name extends keyof Tables>(table: Name): Promise<WholeRow<Name>[]>
  close(): Promise<void>
  /** What the store reported as our own mistakes. */
  readonly bugs: readonly Error[]
}

export interface Engine {
  readonly name: string
  open(): Promise<Opened>
}

export interface RunSql {
  run(text: string): Promise<unknown>
  close(): Promise<void>
}

/** A folder of this test's own, gone when it ends. */
export function temporaryFolder(t: { after(task: () => void): unknown }): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-'))
  // What a killed program had started itself may write for a moment longer.
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }
  t.after(() => rmSync(folder, options))
  return folder
}

export const sqliteInMemory: Engine = {
  name: 'SQLite in memory',
  open: () => openSqlite(() => 'sqlite::memory:')
}

export const sqliteInFile: Engine = {
  name: 'SQLite in a file',
  open: () => openSqlite(folder => `sqlite:${join(folder, 'data', 'test.db')}`)
}

async function openSqlite(urlIn: (folder: string) => string): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-'))
  const bugs: Error[] = []
  const store = await openStore(urlIn(folder), { onBug: error => bugs.push(error) })
  await store.migrate()
  let copies = 0
  return {
    store,
    bugs,
    rows: async table => {
      // Through a copy, because nothing else can look into a database in memory.
      const copy = join(folder, `copy-${copies++}.db`)
      await store.backup(copy)
      const connection = new Connection(copy, { readonly: true })
      try {
        const db: unknown = drizzle(connection, { casing: 'snake_case' })
        return await allRows(db as Db, sqlite as unknown as Tables, table)
      } finally {
        connection.close()
      }
    },
    close: async () => {
      await store.close()
      rmSync(folder, { recursive: true })
    }
  }
}

type WholeRow<Name extends keyof Tables> = Tables[Name]['$inferSelect']

export async function allRows<Name extends keyof Tables>(
  db: Db,
  t: Tables,
  table: Name
): Promise<WholeRow<Name>[]> {
  return (await db.select().from(t[table] as Tables['projects'])) as unknown as WholeRow<Name>[]
}
