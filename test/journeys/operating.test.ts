/**
 * The pages for who runs the service: an operator installs, looks at it, changes a key, backs up,
 * restores, upgrades, erases; and does so on PostgreSQL with several processes.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { heldPort } from '../support/held-port.ts'
import { playPage } from '../support/pages.ts'
import { Cluster, postgresBinaries } from '../support/postgres-server.ts'

t.test('an operator installs, replaces a key, backs up, restores, upgrades and erases', async t => {
  const port = String(await heldPort(t))
  const folder = await playPage(t, 'OPERATING.md', {
    environment: { PORT: port },
    own: { 'http://127.0.0.1:3000': `http://127.0.0.1:${port}` }
  })
  const lines = readFileSync(join(folder, 'service.log'), 'utf8').trim().split('\n')
  const told = lines.filter(line => JSON.parse(line).msg === 'listening')
  t.equal(told.length, 2, 'the log is JSON from its first byte')
})

const binaries = postgresBinaries()
const onMachine = { skip: binaries === null && 'no binaries of a PostgreSQL server' }

t.test('processes on an empty PostgreSQL server know what each other wrote', onMachine, async t => {
  const cluster = await Cluster.started(binaries as string)
  t.after(() => cluster.close())
  const { port, username, password } = new URL(cluster.url('postgres'))
  await playPage(t, 'OPERATING-POSTGRESQL.md', {
    environment: {
      PATH: `${binaries}:${process.env['PATH']}`,
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password
    },
    own: {
      '127.0.0.1:5432': `127.0.0.1:${port}`,
      3000: String(await heldPort(t)),
      3001: String(await heldPort(t))
    }
  })
})
