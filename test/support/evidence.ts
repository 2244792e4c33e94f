/**
 * What was written: every change a service asks its store for, and every row it has.
 *
 * "Nothing was written" is a claim about all tables, so it is looked up in all of them, by SQL that
 * no statement of the service has a hand in.
 */
import { createHash } from 'node:crypto'
import type { StoredEvents } from '../../src/model.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { lookInto, type RawRow } from './stores.ts'

/** A write that was asked for: in which project, and the kinds of its changes. */
export interface Written {
  readonly projectId: string | null
  readonly kinds: readonly string[]
}

/** From now on, `then` follows each write that was carried out, with the kinds of its changes. */
export function afterWrites(store: Store, then: (written: Written) => void | Promise<void>): void {
  const write = store.write.bind(store)
  store.write = async (projectId, unit) => {
    let kinds: readonly string[] = []
    const value = await write(projectId, async session => {
      const settled = await unit(session)
      kinds = settled.changes.map(({ kind }) => kind)
      return settled
    })
    await then({ projectId, kinds })
    return value
  }
}

/** From now on, every write that was carried out and changed something, in order. */
export function writesOf(store: Store): Written[] {
  const written: Written[] = []
  afterWrites(store, each => {
    if (each.kinds.length > 0) written.push(each)
  })
  return written
}

/** Rows and their hash by `project table`; equal ones are equal to the last byte. */
export type Fingerprint = Readonly<Record<string, string>>

/** All a store holds, of the projects that `of` names or of all. */
export async function fingerprint(store: Store, of?: readonly string[]): Promise<Fingerprint> {
  return lookInto(store, async ({ tables, rowsOf }) => {
    const found: [string, string][] = []
    for (const table of tables) {
      for (const [project, rows] of byProject(table, await rowsOf(table))) {
        if (of?.includes(project) ?? true) found.push([`${project} ${table}`, summary(rows)])
      }
    }
    return Object.fromEntries(found)
  })
}

/** Every row of some tables, as they are stored; of events, one for each of them. */
export async function rawRows<Name extends string>(
  store: Store,
  tables: readonly Name[]
): Promise<Readonly<Record<Name, readonly RawRow[]>>> {
  return lookInto(store, async ({ rowsOf }) => {
    const found: [string, readonly RawRow[]][] = []
    for (const table of tables) {
      const rows = await rowsOf(table)
      found.push([table, table === 'events' ? rows.flatMap(eventsIn) : rows])
    }
    return Object.fromEntries(found) as Record<Name, readonly RawRow[]>
  })
}

function eventsIn({ events, ...row }: RawRow): readonly RawRow[] {
  const whole = { id: String(row['id']), customerId: row['customer_id'] as string | null }
  return loggedIn({ ...whole, events: JSON.parse(String(events)) as StoredEvents['events'] }).map(
    ({ id, type, entityId, category, data }) => ({
      ...row,
      ...{ id, type, entity_id: entityId, category },
      data: data === null ? null : JSON.stringify(data)
    })
  )
}

/** The events of a row, each with what it says once. */
export function loggedIn<Of extends Pick<StoredEvents, 'id' | 'customerId' | 'events'>>(row: Of) {
  const { events, ...said } = row
  return events.map(([type, data, id = '', entityId = '', category = 'EFFECT']) => ({
    ...said,
    ...{ id: id || row.id, type, entityId: entityId || row.customerId, category, data }
  }))
}

export async function wholeStore(store: Store): Promise<string> {
  return lookInto(store, async ({ tables, rowsOf }) => {
    const lines: string[] = []
    for (const table of tables) {
      for (const row of await rowsOf(table)) lines.push(JSON.stringify(row))
    }
    return lines.join('\n')
  })
}

function byProject(table: string, rows: readonly RawRow[]) {
  const key = table === 'projects' ? 'id' : 'project_id'
  return Map.groupBy(rows, row => String(row[key] ?? 'all'))
}

function summary(rows: readonly unknown[]): string {
  const lines = rows.map(row => JSON.stringify(row)).toSorted()
  return `${rows.length} ${createHash('sha256').update(lines.join('\n')).digest('hex')}`
}
