/**
 * Workers in processes of their own, one of which dies, or sleeps longer than its lease, in the
 * middle of an import or an export: another one goes on, everything is there once, and what the
 * sleeper had in hand changes nothing when it wakes up.
 *
 * Spec: importCustomersUsingCsv, importOrders, createExport.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { execPath } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import type { Change, Decision } from '../../src/decisions/changes.ts'
import { createExport } from '../../src/decisions/exports.ts'
import { importCustomersUsingCsv } from '../../src/decisions/imports/formats.ts'
import { importOrders } from '../../src/decisions/orders/edit.ts'
import { freshSource } from '../../src/ids.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { givenDatabase } from '../storage/support/postgres.ts'
import { EARLIER, givenCustomer, givenOccasion, givenProject } from '../support/given.ts'
import { givenOrderCommand } from '../support/given-commands.ts'
import { onServer } from '../support/postgres-databases.ts'
import { root } from '../support/root.ts'
import { lookInto } from '../support/stores.ts'

const PROGRAM = fileURLToPath(new URL('../races/support/worker-process.ts', import.meta.url))

/** Longer than any unit takes, and short enough to wait for. */
const LEASE_MS = 2_000
const ROWS = 600
/** Who the orders are of. */
const BUYERS = 20

/** Twenty thousand like the one there is, so that their file has many parts. */
const MORE_CUSTOMERS = [
  ['customers', 'id'],
  ['customer_totals', 'customer_id']
].map(
  ([table, key]) => `insert into ${table} select made.* from ${table} first,
    generate_series(1, 20000) n, json_populate_record(first, json_build_object(
      '${key}', 'cust_' || n${table === 'customers' ? ", 'source_id', 'c-' || n" : ''})) made`
)

const project = givenProject()

interface Given {
  readonly url: string
  readonly store: Store
  write(changes: readonly Change[]): Promise<unknown>
}

async function givenStore(t: Test): Promise<Given> {
  const { url, open } = await givenDatabase(t)
  const store = await open()
  const write = (changes: readonly Change[]) =>
    store.write(project.id, async () => ({ value: null, changes }))
  await write([{ kind: 'project.created', project }])
  return { url, store, write }
}

/** What is to be written so that a job waits. */
function queued(decision: Decision<unknown>): readonly Change[] {
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  return decision.changes
}

/** Two imports that wait, of the same customers: the second one says what they are in the end. */
async function givenImports(t: Test): Promise<Given> {
  const given = await givenStore(t)
  const ids = freshSource()
  for (const name of ['old', 'new']) {
    const rows = Array.from({ length: ROWS }, (_, n) => ({
      line: n + 2,
      cells: [`c-${n}`, `${name}@mail.test`]
    }))
    const file = { header: ['source_id', 'email'], rows }
    await given.write(queued(importCustomersUsingCsv(file, givenOccasion({ ...ids, project }))))
  }
  return given
}

function startedWorker(t: Test, url: string): ChildProcess {
  const child = spawn(execPath, [PROGRAM, url, String(LEASE_MS)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  t.teardown(() => child.kill('SIGKILL'))
  return child
}

/** Resolves when a query finds something, or nothing. @throws {Error} when that takes a minute. */
async function until(url: string, sql: string, isFound: boolean): Promise<void> {
  for (let times = 0; times < 3_000; times++) {
    const rows = await lookInto(url, ({ find }) => find(sql))
    if (rows.length > 0 === isFound) return
    await pause(20)
  }
  throw new Error(`${sql} finds ${isFound ? 'nothing' : 'something'} after a minute.`)
}

/** Ends the transactions of who is silent, as the server does by itself after a while. */
async function endTransactions(url: string): Promise<void> {
  const ours = `datname = current_database() and pid <> pg_backend_pid()`
  await until(url, `select 1 from pg_stat_activity where ${ours} and state = 'active'`, false)
  await withClient(url, client =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where ${ours} and state like 'idle in transaction%'`)
  )
}

async function withClient(url: string, task: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await task(client)
  await client.end()
}

/** What a query finds when so much of a job is done. */
interface Slept {
  readonly middle: string
  /** When the sleeper wakes up, while the other one is at work; absent: when that has ended. */
  readonly waking?: string
}

/**
 * A process sleeps in the middle of a job, another one takes it over, and then the first one wakes
 * up and goes on with what it had in hand. `isDone` is asked when both have nothing left to do.
 */
async function sleptThrough(
  t: Test,
  { url }: Given,
  { middle, waking }: Slept,
  isDone: () => Promise<void>
): Promise<void> {
  const sleeper = startedWorker(t, url)
  await until(url, middle, true)
  sleeper.kill('SIGSTOP')
  await endTransactions(url)
  t.equal((await lookInto(url, ({ find }) => find(JOBS))).length > 0, true, 'it sleeps in time')
  const other = startedWorker(t, url)
  if (waking === undefined) {
    await until(url, JOBS, false)
    await isDone()
  } else await until(url, waking, true)
  sleeper.kill('SIGCONT')
  for (const child of [sleeper, other]) {
    const rest = once(child, 'message')
    child.send('rest')
    await rest
  }
  await until(url, JOBS, false)
  await isDone()
}

async function allIsDone(t: Test, { url, store }: Given): Promise<void> {
  const { emails, actions } = await lookInto(url, async ({ find }) => ({
    emails: await find('select email, count(*) as total from customers group by email'),
    actions: await find(`select status, result ->> 'done_count' as done from async_actions`)
  }))
  t.strictSame(emails, [{ email: 'new@mail.test', total: ROWS }])
  t.strictSame(actions, Array(2).fill({ status: 'DONE', done: String(ROWS) }))
  await auditIsClean(t, store)
}

async function auditIsClean(t: Test, store: Store): Promise<void> {
  const found = await audit(store)
  t.strictSame(found.findings, [], 'the audit is clean')
}

const MANY_ROWS = 'select 1 from customers offset 150 limit 1'
const JOBS = 'select 1 from jobs'

t.test(
  'a process that is killed in the middle of a job is followed by another',
  onServer,
  async t => {
    const given = await givenImports(t)
    const killed = startedWorker(t, given.url)
    await until(given.url, MANY_ROWS, true)
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    startedWorker(t, given.url)
    await until(given.url, JOBS, false)
    await allIsDone(t, given)
  }
)

t.test(
  'a process that sleeps longer than its lease does nothing when it wakes up',
  onServer,
  async t => {
    const given = await givenImports(t)
    await sleptThrough(t, given, { middle: MANY_ROWS }, () => allIsDone(t, given))
  }
)

t.test('importOrders: no order comes twice when its worker sleeps', onServer, async t => {
  const given = await givenStore(t)
  const orders = Array.from({ length: ROWS }, (_, n) => ({
    ...givenOrderCommand({ sourceId: `o-${n}`, status: 'PAID', amount: 100 }),
    customer: { sourceId: `c-${n % BUYERS}` },
    date: EARLIER,
    earns: false
  }))
  const after = (count: number) => `select 1 from orders offset ${count} limit 1`
  await given.write(queued(importOrders(orders, givenOccasion({ ...freshSource(), project }))))
  await sleptThrough(t, given, { middle: after(150), waking: after(300) }, async () => {
    const { stored, action } = await lookInto(given.url, async ({ find }) => ({
      stored: await find(`select count(*) as orders, count(distinct source_id) as named,
        count(distinct customer_id) as buyers, sum(amount) as amount from orders`),
      action: await find(`select status, result ->> 'done_count' as done from async_actions`)
    }))
    t.strictSame(stored, [{ orders: ROWS, named: ROWS, buyers: BUYERS, amount: ROWS * 100 }])
    t.strictSame(action, [{ status: 'DONE', done: String(ROWS) }])
    await auditIsClean(t, given.store)
  })
})

t.test('createExport: no row is lost or twice when its worker sleeps', onServer, async t => {
  const given = await givenStore(t)
  const customer = givenCustomer({ id: 'cust_0', sourceId: 'c-0', createdAt: EARLIER })
  await given.write([{ kind: 'customer.created', customer }])
  await withClient(given.url, client => client.query(MORE_CUSTOMERS.join(';')))
  const command = { exportedObject: 'customer', fields: ['id'], order: '-id' } as const
  const after = (count: number) => `select 1 from export_files offset ${count} limit 1`
  await given.write(queued(createExport(command, givenOccasion({ ...freshSource(), project }))))
  await sleptThrough(t, given, { middle: after(2), waking: after(6) }, async () => {
    const { lines, ids, exports } = await lookInto(given.url, async ({ find }) => ({
      lines: await find(`select string_agg(content, '' order by part) as text from export_files`),
      ids: await find(`select string_agg(id, E'\\r\\n' order by id desc) as text from customers`),
      exports: await find('select status from exports')
    }))
    const [found, wanted] = [lines[0]?.['text'], `id\r\n${ids[0]?.['text']}\r\n`]
    t.ok(found === wanted, `${String(found).length} of ${wanted.length} characters`)
    t.strictSame(exports, [{ status: 'DONE' }])
    await auditIsClean(t, given.store)
  })
})
