/**
 * All that a database holds, as text that is equal where the same has happened: ids and codes that
 * were drawn go by the order in which they were, the moments of one day are one, and nothing takes
 * any time.
 */
import Connection from 'better-sqlite3'
import { audit } from '../../../src/storage/audit/audit.ts'
import { openStore } from '../../../src/storage/database.ts'

/** Ids as a running service makes them; those of the demo and of tests are shorter. */
const ID = /\b[a-z]+_[0-9a-hjkmnp-tv-z]{26}\b/g
const REQUEST_ID = /\bv-[0-9a-f]{18}\b/g
/** Where a review that was opened once more begins, which is drawn. */
const START_OF_REVIEW = /("after":") 0\.\d{15}/
const DURATION = /("processing_time_ms":)\d+/

/** A line for each row of each table; `day` is the one that is a single moment. */
export function stateOf(file: string, day: string): ReadonlySet<string> {
  return stateIn(inSnapshot(file, everyRow), day)
}

/** The same of rows that were found anywhere. */
export function stateIn(rows: readonly Found[], day: string): ReadonlySet<string> {
  const lines = rows.map(({ table, row }) => `${table} ${JSON.stringify(row)}`)
  const names = namesOf(new Set(lines.flatMap(line => line.match(ID) ?? [])))
  const codes = rows.flatMap(({ table, row: { id, code } }): [string, string][] => {
    const name = table === 'vouchers' && names.get(String(id))
    return name ? [[String(code), `code of ${name}`]] : []
  })
  const moments = new RegExp(`${day}T[0-9:.]{12}Z`, 'g')
  return new Set(
    lines
      .map(line => codes.reduce((text, [code, name]) => text.replaceAll(code, name), line))
      .map(line => line.replaceAll(ID, id => names.get(id) as string))
      .map(line => line.replaceAll(moments, day).replaceAll(REQUEST_ID, 'v-+'))
      .map(line => line.replace(DURATION, '$1').replace(START_OF_REVIEW, '$1'))
  )
}

/** What one state has and the other has not, each line behind a sign. */
export function difference(before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  const gone = [...before].filter(line => !after.has(line)).map(line => `- ${line}`)
  const come = [...after].filter(line => !before.has(line)).map(line => `+ ${line}`)
  return [...gone, ...come].toSorted()
}

/** Makes every table what it is in another file, whoever has the first one open. */
export function restore(file: string, from: string): void {
  const connection = new Connection(file)
  try {
    connection.pragma('foreign_keys = OFF')
    connection.prepare('ATTACH ? AS source').run(from)
    connection
      .transaction(() => {
        for (const table of tablesIn(connection)) {
          connection.exec(`DELETE FROM main."${table}"`)
          connection.exec(`INSERT INTO main."${table}" SELECT * FROM source."${table}"`)
        }
      })
      .immediate()
  } finally {
    connection.close()
  }
}

/** Whether anything is still to be done that was accepted. */
export function hasJobs(file: string): boolean {
  return inSnapshot(file, found => found.prepare('SELECT 1 FROM jobs').get() !== undefined)
}

/** What the engine and the audit find wrong with a file. */
export async function flawsOf(file: string): Promise<readonly unknown[]> {
  const integrity = inSnapshot(file, found => found.pragma('integrity_check', { simple: true }))
  const bugs: Error[] = []
  const store = await openStore(`sqlite:${file}`, { onBug: bug => bugs.push(bug) })
  const audited = await audit(store)
  await store.close()
  const broken = integrity === 'ok' ? [] : [integrity]
  return [...broken, ...audited.findings, ...bugs]
}

export interface Found {
  readonly table: string
  readonly row: Readonly<Record<string, unknown>>
}

function everyRow(found: Connection.Database): Found[] {
  return tablesIn(found).flatMap(table =>
    (found.prepare(`SELECT * FROM "${table}"`).all() as Found['row'][]).map(row => ({ table, row }))
  )
}

function tablesIn(found: Connection.Database): string[] {
  const named = `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`
  return found.prepare(named).pluck().all() as string[]
}

/** The second voucher that was made is `v_+2`; ids grow with time. */
function namesOf(found: ReadonlySet<string>): ReadonlyMap<string, string> {
  const byPrefix = Map.groupBy([...found].toSorted(), id => id.slice(0, id.indexOf('_')))
  const named = [...byPrefix].flatMap(([prefix, ids]) =>
    ids.map((id, index) => [id, `${prefix}_+${index + 1}`] as const)
  )
  return new Map(named)
}

/** Looks at a file as of one moment, whoever else is at work on it. */
function inSnapshot<Value>(file: string, look: (found: Connection.Database) => Value): Value {
  const connection = new Connection(file, { readonly: true })
  try {
    return connection.transaction(() => look(connection))()
  } finally {
    connection.close()
  }
}
