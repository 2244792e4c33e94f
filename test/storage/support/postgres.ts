import { Client } from 'pg'
import type { Test } from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import { migrationsOf } from '../../../src/storage/engine/migrate.ts'
import { Statement, type Tables } from '../../../src/storage/engine/statements.ts'
import type { Store, StoreOptions } from '../../../src/storage/engine/store.ts'
import { newDatabase, type Template } from '../../support/postgres-databases.ts'
import { spareDatabase } from '../../support/spare-databases.ts'
import type { Engine, RunSql } from './engines.ts'

/** A database that is brought to this version, and holds nothing. */
export const migrated: Template = {
  name: `migrated ${migrationsOf('postgres').length}`,
  fill: async url => {
    const store = await openStore(url, { onBug: () => undefined })
    await store.migrate()
    await store.close()
  }
}

export function allOf<Name extends keyof Tables>(
  table: Name
): Statement<unknown, Tables[Name]['$inferSelect']> {
  return new Statement(({ db, t }) => db.select().from(t[table] as Tables['projects']))
}

export const postgresOnServer: Engine = {
  name: 'PostgreSQL',
  open: async () => {
    const { url, drop } = await spareDatabase(migrated)
    const bugs: Error[] = []
    const store = await openStore(url, { attemptsMax: 5, onBug: error => bugs.push(error) })
    return {
      store,
      bugs,
      // A unit sees only what is committed, and a server has no file to look into.
      rows: table => store.read(null, session => session.all(allOf(table))),
      close: async () => {
        await store.close()
        await drop()
      }
    }
  }
}

/** A database on the server, and what a test opens on it; all of it is gone when the test ends. */
export interface GivenDatabase {
  readonly url: string
  /** A store, through a wire where there is one; what it takes for a bug of ours fails the test. */
  open(options?: Partial<StoreOptions>, at?: string): Promise<Store>
  /** A connection beside the stores. */
  client(): Promise<Client>
}

/** It is brought to this version and holds nothing; with null for a template it is empty. */
export async function givenDatabase(
  t: Test,
  template: Template | null = migrated
): Promise<GivenDatabase> {
  const { url, drop } = await newDatabase(template ?? undefined)
  t.teardown(drop)
  const onBug = (error: Error) => t.fail(error.message)
  return {
    url,
    open: async (options = {}, at = url) => {
      const store = await openStore(at, { onBug, ...options })
      t.teardown(() => store.close())
      return store
    },
    client: async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      t.teardown(() => client.end())
      return client
    }
  }
}

/** Runs SQL by hand on a database that a test has already. */
export async function withSql(url: string, ...texts: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}

/** Runs SQL on a database that is brought to this version. */
export async function sqlOnServer(): Promise<RunSql> {
  const { url, drop } = await newDatabase(migrated)
  const client = new Client({ connectionString: url })
  await client.connect()
  const close = async () => {
    await client.end()
    await drop()
  }
  return { run: text => client.query(text), close }
}
