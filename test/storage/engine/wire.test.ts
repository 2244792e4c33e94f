/**
 * The wire of the tests: what it counts, and what it does to those who are connected.
 */
import { Client } from 'pg'
import t, { type Test } from 'tap'
import { hasServer, newDatabase } from '../../support/postgres-databases.ts'
import { givenTime, untilEnded } from '../../support/time.ts'
import { Wire } from '../../support/wire.ts'

const onServer = { skip: hasServer() ? false : 'no server' }

/** What the driver says of a connection that ends without a word, by what was on its way. */
const ENDED = /Connection terminated|ECONNRESET/

async function given(t: Test) {
  const { url, drop } = await newDatabase()
  const wire = await Wire.to(url)
  const clients: Client[] = []
  t.teardown(async () => {
    await wire.close()
    await Promise.allSettled(clients.map(client => client.end()))
    await drop()
  })
  const connected = async (through = wire.url) => {
    const client = new Client({ connectionString: through, pipeline: true })
    client.on('error', () => undefined)
    clients.push(client)
    await client.connect()
    return client
  }
  const client = await connected()
  await client.query('create table kept (name text)')
  return { wire, client, connected, url }
}

async function keptIn(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query('select name from kept order by name')
  return rows.map(({ name }) => name)
}

t.test(
  'what is asked without waiting is one trip, and what waits is another',
  onServer,
  async t => {
    const { wire, client } = await given(t)
    const named = { name: 'once', text: 'insert into kept values ($1)' }
    const trips = await wire.tripsDuring(async () => {
      await Promise.all([client.query('BEGIN'), client.query({ ...named, values: ['a'] })])
      await client.query({ ...named, values: ['b'] })
      // Nobody waits for it, and it counts all the same.
      void client.query('COMMIT')
    })
    t.strictSame(trips, [[['BEGIN', named.text], [named.text], ['COMMIT']]])
    t.strictSame(await keptIn(client), ['a', 'b'])
    t.strictSame(await wire.tripsDuring(async () => undefined), [])
  }
)

t.test('values are told as they were bound', onServer, async t => {
  const { wire, client } = await given(t)
  const text = 'insert into kept select $1 || $2 || $3::int4'
  const values = ['é', null, 7]
  const told = await wire.toldDuring(async () => {
    await client.query({ text, values })
    await client.query('select 1')
  })
  const one = { text, values: ['é', null, '7'] }
  t.strictSame(told, [[[one], [{ text: 'select 1', values: [] }]]])
})

const WAITING = `select from pg_locks where locktype = 'advisory' and not granted and database =
  (select oid from pg_database where datname = current_database())`

t.test('an answer that comes before the rest is handed on with the rest', onServer, async t => {
  const { wire, client, connected, url } = await given(t)
  const other = await connected(url)
  await other.query('select pg_advisory_lock(7)')
  const trips = await wire.tripsDuring(async () => {
    const first = client.query('select 1').then(() => client.query('select 3'))
    const second = client.query('select 2, pg_advisory_xact_lock(7)')
    // The server has answered the first one before it waits.
    while ((await other.query(WAITING)).rowCount === 0);
    await other.query('select pg_advisory_unlock(7)')
    await Promise.all([first, second])
  })
  t.strictSame(trips, [[['select 1', 'select 2, pg_advisory_xact_lock(7)'], ['select 3']]])
})

t.test('each connection has trips of its own', onServer, async t => {
  const { wire, client, connected } = await given(t)
  const other = await connected()
  const trips = await wire.tripsDuring(async () => {
    await Promise.all([client.query('select 1'), other.query('select 2')])
    await other.query('select 3')
    await (await connected()).query('select 4')
  })
  t.strictSame(trips, [[['select 1']], [['select 2'], ['select 3']], [['select 4']]])
  t.equal(wire.connections, 3)
})

t.test('long messages arrive as they were sent', onServer, async t => {
  const { client } = await given(t)
  const text = 'é'.repeat(500_000)
  const { rows } = await client.query('select $1 as text, 7 as seven', [text])
  t.strictSame(rows, [{ text, seven: 7 }])
  await t.rejects(client.query('select nothing from nowhere'), /does not exist/)
  t.strictSame((await client.query('select 8 as eight')).rows, [{ eight: 8 }])
})

t.test('a delay is added each way', onServer, async t => {
  const { wire, client } = await given(t)
  const pass = givenTime(t)
  for (const [toServer, toClient, least] of [
    [30, undefined, 60],
    [0, 40, 40],
    [40, 0, 40]
  ] as const) {
    wire.delay(toServer, toClient)
    const asked = Promise.all([client.query('select 1'), client.query('select 2')])
    t.ok((await untilEnded(asked, () => pass(1))) >= least, `${toServer} and ${toClient}`)
  }
})

t.test('a cut ends all connections, and new ones are carried', onServer, async t => {
  const { wire, client, connected } = await given(t)
  const waiting = client.query('select pg_sleep(60)')
  const gone = t.rejects(waiting, ENDED)
  wire.cut()
  await gone
  t.strictSame(await keptIn(await connected()), [])
})

t.test('a cut before COMMIT loses it, and one after it the answer alone', onServer, async t => {
  const { wire, connected, url } = await given(t)
  const looking = await connected(url)
  for (const [where, kept] of [
    ['before', []],
    ['answered', ['answered']]
  ] as const) {
    const client = await connected()
    const other = await connected()
    const cut = wire.cutAt(/^COMMIT$/, where)
    await client.query('BEGIN')
    await client.query('insert into kept values ($1)', [where])
    await t.rejects(client.query('COMMIT'), ENDED, where)
    await cut
    t.strictSame(await keptIn(looking), kept, where)
    t.strictSame((await other.query('COMMIT')).command, 'COMMIT', 'it cuts once')
  }
})

t.test('what is swallowed never arrives, and nobody is told', onServer, async t => {
  const { wire, client, connected, url } = await given(t)
  const other = await connected()
  const lost = wire.swallow()
  let heard = 'nothing'
  const asking = client.query("insert into kept values ('a')").then(
    () => (heard = 'an answer'),
    () => (heard = 'an end')
  )
  const late = connected().catch(error => error.message)
  await lost
  t.strictSame(await keptIn(await connected(url)), [])
  t.equal(heard, 'nothing')
  wire.carry()
  await asking
  t.equal(heard, 'an end')
  t.match(await late, ENDED, 'who came meanwhile is ended, too')
  t.strictSame(await keptIn(other), [], 'who asked nothing meanwhile goes on')
  t.strictSame(await keptIn(await connected(url)), [])
})
