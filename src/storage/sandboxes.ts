/**
 * Projects of the sandbox as rows: all that a project has is copied into another one, or deleted.
 * The statements are made of the list of tables, so that a table that is added is copied as well.
 * Rows refer to each other by ids within their project, so that a copy of all of them is whole.
 * Spec: putSandboxProject.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { eq, sql } from 'drizzle-orm/sql'
import { getTableColumns } from 'drizzle-orm/utils'
import { type ChangeKinds, STEP } from './engine/change-kinds.ts'
import { tableNamesInOrder } from './engine/moving/copies.ts'
import type { KindsOf } from './engine/session.ts'
import { type Command, command, type Dialect, mine, type Tables } from './engine/statements.ts'

/**
 * What is not copied. A project has a row and keys of its own, and no token of another one's keys
 * opens it. A receipt is found by an id that is made with the id of its project. A lease is of who
 * is at work there.
 */
export const OWN = ['projects', 'keyPairs', 'accessTokens', 'receipts', 'timerLeases'] as const

const KEYS = ['keyPairs', 'accessTokens'] as const satisfies (typeof OWN)[number][]

/** A job that somebody carries out in the project it is copied from is free in the copy. */
const FREE: { readonly [Name in keyof Tables]?: object } = {
  jobs: { owner: sql`null`, leaseUntil: sql`null` }
}

type Owned = PgTable & { readonly projectId: PgColumn }

interface Copying {
  readonly fill: readonly Command<{ readonly from: string }>[]
  readonly empty: readonly Command<object>[]
  readonly emptyKeys: readonly Command<object>[]
}

let made: Copying | null = null

/** Made at its first use, because most services have no sandbox. */
export function copying(): Copying {
  if (made !== null) return made
  const names = tableNamesInOrder()
  const copied = names.filter(name => !OWN.some(own => own === name))
  const deleted = names.filter(name => name !== 'projects').reverse()
  const isKey = (name: string) => KEYS.some(key => key === name)
  made = {
    fill: copied.map(filling),
    empty: deleted.filter(name => !isKey(name)).map(emptying),
    emptyKeys: deleted.filter(isKey).map(emptying)
  }
  return made
}

function filling(name: keyof Tables): Command<{ readonly from: string }> {
  return command(({ db, t }: Dialect) => {
    const table = t[name] as Owned
    const columns = {
      ...getTableColumns(table),
      ...FREE[name],
      projectId: sql`${sql.placeholder('projectId')}`
    }
    const rows = db
      .select(columns)
      .from(table as PgTable)
      .where(eq(table.projectId, sql.placeholder('from')))
    return db.insert(table).select(rows as never)
  })
}

function emptying(name: keyof Tables): Command<object> {
  return command(({ db, t }: Dialect) => {
    const table = t[name] as Owned
    return db.delete(table).where(mine(table))
  })
}

const deletion = command(({ db, t: { projects } }: Dialect) =>
  db.delete(projects).where(eq(projects.id, sql.placeholder('projectId')))
)

export const sandboxChanges: ChangeKinds<KindsOf<'sandbox'>> = {
  'sandbox.filled': {
    step: STEP.issued,
    isSetUp: true,
    write: async (session, { from }) => {
      for (const each of copying().fill) session.send(each, { from })
    }
  },
  'sandbox.emptied': {
    step: STEP.first,
    isSetUp: true,
    write: async (session, { keysStay = false }) => {
      for (const each of copying().empty) session.send(each, {})
      if (!keysStay) for (const each of copying().emptyKeys) session.send(each, {})
    }
  },
  'sandbox.removed': { step: STEP.removed, write: async session => session.send(deletion, {}) }
}
