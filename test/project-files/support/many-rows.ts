import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { givenShop, told } from '../../main/support/moving-in.ts'
import { givenRunningService } from '../../support/running.ts'
import { lookInto } from '../../support/stores.ts'
import { givenProject } from './project-files.ts'

const script = fileURLToPath(new URL('../../../src/main/cli.ts', import.meta.url))

/** Rows of a file beside a project file, and what that one says. */
export interface Form {
  readonly name: string
  readonly content: string
  readonly beside: string
  readonly header: string
  readonly rowOf: (id: string, note: string) => string
}

export const CSV: Form = {
  name: 'shop.yaml',
  content: 'customers: { file: customers.csv }\n',
  beside: 'customers.csv',
  header: 'source_id,email,metadata.note\n',
  rowOf: (id, note) => `${id},${id}@mail.test,${note}\n`
}

export const JSON_LINES: Form = {
  name: 'shop.json',
  content: '{"customers":{"file":"customers.jsonl"}}',
  beside: 'customers.jsonl',
  header: '',
  rowOf: (id, note) =>
    `${JSON.stringify({ source_id: id, email: `${id}@mail.test`, metadata: { note } })}\n`
}

/** Where `load` fits with a batch of rows, and the text of all rows does not fit once. */
const LOAD_HEAP_MB = 64
const LOAD_BYTES = 40_000_000
const ROWS_PER_LINE = 10_000

/** `load` takes so many rows, the longer the fewer they are, and needs no more than a batch. */
export async function isLoadedInBatches(t: Test, form: Form, count: number): Promise<void> {
  const { place } = await givenProject(t)
  const note = 'x'.repeat(LOAD_BYTES / count)
  const handle = openSync(join(place.folder, form.beside), 'w')
  writeSync(handle, form.header)
  for (let n = 0; n < count; n++) writeSync(handle, form.rowOf(`many-${n}`, note))
  closeSync(handle)
  const file = join(place.folder, form.name)
  writeFileSync(file, form.content)
  const env = { PATH: process.env['PATH'], DATABASE_URL: place.url }
  const limited = [`--max-old-space-size=${LOAD_HEAP_MB}`, script, 'load', file, '--json']
  const child = spawn(process.execPath, limited, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = [text(child.stdout), text(child.stderr)] as const
  const [[out, complained], [code]] = await Promise.all([Promise.all(printed), once(child, 'exit')])
  t.equal(code, 0, `and so it does not run out of it\n${complained}`)
  const tally = { made: count, changed: 0, unchanged: 0, bad: 0 }
  t.match(JSON.parse(out), { file, rows: { customers: tally } })
  const lines = complained.match(/^\d+,\d{3} rows so far, \d+ % of the file$/gm) ?? []
  t.equal(lines.length, Math.floor((count - 1) / ROWS_PER_LINE), 'progress beside what it prints')
  const query = "SELECT count(*) n FROM customers WHERE source_id LIKE 'many-%'"
  t.strictSame(await lookInto(place.url, ({ find }) => find(query)), [{ n: count }])
}

/** Where 25 MB of rows do not fit, and `import` with a batch of them does. */
const IMPORT_HEAP_MB = 48
const IMPORT_BYTES = 25_000_000

/** `import` takes so many rows of so many customers, and needs no more than a batch. */
export async function isImportedInBatches(
  t: Test,
  { rows, customers }: Record<'rows' | 'customers', number>
): Promise<void> {
  const shop = await givenShop(t)
  const note = 'x'.repeat(IMPORT_BYTES / rows)
  const file = join(shop.folder, 'customers.csv')
  const handle = openSync(file, 'w')
  writeSync(handle, 'source_id,email,metadata.note\n')
  for (let n = 0; n < rows; n++) {
    const id = n % customers
    writeSync(handle, `many-${id},many-${id}@mail.test,${note}\n`)
  }
  closeSync(handle)
  const env = { PATH: process.env['PATH'], DATABASE_URL: shop.url }
  const limited = [`--max-old-space-size=${IMPORT_HEAP_MB}`, script, 'import', 'customers', file]
  const child = spawn(process.execPath, limited, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const [printed, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
  t.equal(code, 0, 'and so it does not run out of it')
  const title = 'Imported customers of customers.csv into Demo shop'
  t.equal(printed, `${told(title, customers, 0, rows - customers, 0)}\n`)
  const stored = shop.rows("select count(*) n from customers where source_id like 'many-%'")
  t.strictSame(stored, [{ n: customers }])
}

/** Where the service fits with a file of 10 MiB, and eight of them do not. */
const SERVICE_HEAP_MB = 96
const BODY_BYTES = 10_400_000

/** So many files of 10 MiB over HTTP do not add up in the memory of the service. */
export async function doNotAddUp(t: Test, files: number): Promise<void> {
  const NODE_OPTIONS = `--max-old-space-size=${SERVICE_HEAP_MB}`
  const { newShop } = await givenRunningService(t, { environment: { NODE_OPTIONS } })
  const { url, appId, appToken } = await newShop()
  const headers = { 'X-App-Id': appId, 'X-App-Token': appToken }
  const count = 2_000
  // The same few customers again and again: much is read, and little is written.
  const note = 'x'.repeat(BODY_BYTES / count - 'many-00,,\n'.length)
  const rows = Array.from({ length: count }, (_, n) => `many-${(n % 50) + 10},${note}\n`)
  const file = new Blob(['source_id,description\n', ...rows], { type: 'text/csv' })
  const actions: string[] = []
  while (actions.length < files) {
    const body = new FormData()
    body.set('file', file, 'customers.csv')
    const answer = await fetch(`${url}/v1/customers/importCSV`, { method: 'POST', headers, body })
    t.equal(answer.status, 202)
    actions.push(((await answer.json()) as { async_action_id: string }).async_action_id)
  }
  for (const id of actions) {
    t.match(await ended(`${url}/v1/async-actions/${id}`, headers), {
      status: 'DONE',
      result: { done_count: count, failed_count: 0 }
    })
  }
}

/** An async action once nothing of it is left to do. */
async function ended(url: string, headers: Readonly<Record<string, string>>): Promise<object> {
  for (;;) {
    const action = (await (await fetch(url, { headers })).json()) as { status: string }
    if (['DONE', 'FAILED'].includes(action.status)) return action
    await pause(100)
  }
}
