/**
 * The server that the tests of PostgreSQL run on: it belongs to nobody but the run, comes back
 * after it was killed, and is gone when whoever started it is.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { hasServer, newDatabase, serverForRun } from '../../support/postgres-databases.ts'
import { Cluster, postgresBinaries } from '../../support/postgres-server.ts'
import { root } from '../../support/root.ts'

const binaries = postgresBinaries()
const noBinaries = binaries === null && 'no binaries of a PostgreSQL server'

async function answered(url: string, query: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  // A server that is killed ends the connection, which then is no error of the test.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query({ text: query, rowMode: 'array' })).rows.flat()
  } finally {
    await client.end()
  }
}

t.test(
  'a server that was killed comes back with what it acknowledged',
  { skip: noBinaries },
  async t => {
    const cluster = await Cluster.started(binaries as string, { durable: true })
    t.after(() => cluster.close())
    const url = cluster.url('postgres')
    t.strictSame(await answered(url, 'show fsync'), ['on'])
    await answered(url, 'create table kept as select 7 as number')
    await cluster.kill()
    await t.rejects(answered(url, 'select 1'))
    await cluster.start()
    t.strictSame(await answered(url, 'select number from kept'), [7])
    await cluster.stop()
    await cluster.start()
    t.strictSame(await answered(url, 'select number from kept'), [7])
  }
)

/** Starts a server, says where it keeps its data, and never ends. */
const STARTER = `
import { Cluster } from './test/support/postgres-server.ts'
const cluster = await Cluster.started(process.argv[1])
console.log(cluster.url('postgres'))
setInterval(() => undefined, 1000)`

t.test('a server is gone soon after its starter was killed', { skip: noBinaries }, async t => {
  const node = ['--input-type=module', '--eval', STARTER, String(binaries)]
  const starter = spawn(execPath, node, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface({ input: starter.stdout }), 'line')) as [string]
  const [folder] = (await answered(url, 'show data_directory')) as [string]
  starter.kill('SIGKILL')
  const isGone = () =>
    answered(url, 'select 1').then(
      () => false,
      () => !existsSync(folder)
    )
  while (!(await isGone())) await pause(50)
  t.notOk(existsSync(folder), 'neither the server nor its folder is left')
})

t.test('each test has a database of its own', { skip: !hasServer() && 'no server' }, async t => {
  let fills = 0
  const template = {
    name: 'one row',
    fill: async (url: string) => {
      fills++
      await answered(url, 'create table kept as select 7 as number')
    }
  }
  const two = await Promise.all([newDatabase(template), newDatabase(template)])
  await answered(two[0].url, 'update kept set number = 8')
  const found = await Promise.all(two.map(({ url }) => answered(url, 'select number from kept')))
  t.strictSame(found, [[8], [7]])
  t.equal(fills, 1, 'its template is made once')
  await Promise.all(two.map(database => database.drop()))
  await t.rejects(answered(two[0].url, 'select 1'), /does not exist/)
})

t.test('without a server a run says so, and under CI it fails', async t => {
  restoringEnvironment(t)
  delete process.env['TEST_DATABASE_URL']
  delete process.env['CI']
  const nowhere = async () => serverForRun(() => null)
  t.match((await nowhere()).told, /TEST_DATABASE_URL/)
  process.env['CI'] = 'true'
  await t.rejects(nowhere(), /Install them/)
})

t.test(
  'a server that is named cannot be killed: a run says so, and under CI it fails',
  {
    skip: !hasServer() && 'no server'
  },
  async t => {
    restoringEnvironment(t)
    delete process.env['CI']
    const named = async (found: string | null) => (await serverForRun(() => found)).told
    t.match(await named(null), /TEST_DATABASE_URL names. No binaries .* skipped/)
    t.match(await named('/somewhere'), /TEST_DATABASE_URL names.$/)
    process.env['CI'] = 'true'
    await t.rejects(named(null), /Install them/)
    t.match(await named('/somewhere'), /TEST_DATABASE_URL names.$/)
  }
)

/** What a test sets of it is gone afterwards. */
function restoringEnvironment(t: Test): void {
  const { TEST_DATABASE_URL, TEST_DATABASE_RUN, PATH, CI } = process.env
  t.after(() => {
    const were = { TEST_DATABASE_URL, TEST_DATABASE_RUN, PATH, CI }
    for (const [name, value] of Object.entries(were)) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
}
