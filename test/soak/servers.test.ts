/**
 * Requests that rely on each other's rows, sent at once to two services on one PostgreSQL database:
 * what comes of both is what comes of one after the other, whichever was first.
 */
import t from 'tap'
import { loadDemo } from '../../src/demo/load.ts'
import { compose } from '../../src/main/compose.ts'
import { Shell } from '../../src/shell.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { openStore } from '../../src/storage/database.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { type Deed, Interleaving, type Meetings, said } from '../races/support/interleaving.ts'
import { meetings, type Pair } from '../races/support/meetings.ts'
import { rowsOf } from '../races/support/rows.ts'
import { CONFIG, contract, NOW } from '../support/app.ts'
import { countedSource } from '../support/counted-source.ts'
import { newDatabase, onServer } from '../support/postgres-databases.ts'

const now = () => NOW

async function opened(url: string): Promise<Store> {
  return openStore(url, { onBug: error => t.fail(error.message) })
}

const demo = {
  name: 'the demo, for requests at once',
  fill: async (url: string) => {
    const store = await opened(url)
    await store.migrate()
    const { publicUrl } = CONFIG
    const given = { store, now, ids: countedSource(), publicUrl, limits: CONFIG }
    await loadDemo(store, new Shell({ ...given, onJobQueued: () => undefined }))
    await store.close()
  }
}

/** A store whose worker finds nothing to do. */
function idle(store: Store): Store {
  const write: Store['write'] = (projectId, unit) =>
    projectId === null ? Promise.resolve(null as never) : store.write(projectId, unit)
  return Object.assign(Object.create(store) as Store, { write, read: store.read })
}

/** Two services that share their ids and their database. */
async function twoServices() {
  const { url, drop } = await newDatabase(demo)
  const ids = countedSource()
  const stores = [await opened(url), await opened(url)] as const
  const made = stores.map(store =>
    compose({ store: idle(store), config: CONFIG, acceptDemo: true, now, ids, contract })
  )
  for (const { app } of made) await app.ready()
  const services = made.map(
    ({ app }): Meetings => ({ app, work: async () => undefined, setNow: () => undefined })
  )
  const close = async () => {
    for (const { app, worker } of made) {
      await worker.stop()
      await app.close()
    }
    await Promise.all(stores.map(store => store.close()))
    await drop()
  }
  return { services: services as unknown as readonly [Meetings, Meetings], store: stores[0], close }
}

const turns = new Interleaving()
await turns.app.ready()
t.teardown(() => turns.close())

for (const [what, { given = [], pair }] of Object.entries(meetings)) {
  t.test(`${what}, at once`, onServer, async t => {
    const { services, store, close } = await twoServices()
    const [one, other] = services
    for (const before of given) await before.ask(one)
    const [first, second] = pair
    const answers = await Promise.all([first.ask(one), second.ask(other)])
    const found = { answers: answers.map(said), rows: await rowsOf(store) }
    const audited = await audit(store, NOW)
    t.strictSame(audited.findings, [], 'the audit is clean')
    await close()
    const either = [await inTurn(pair, given), await inTurn([second, first], given)]
    const [forth, back] = either as [Found, Found]
    const reversed = { answers: back.answers.toReversed(), rows: back.rows }
    const differences = [forth, reversed].map(each => differenceOf(found, each))
    t.ok(
      differences.some(({ length }) => length === 0),
      `${JSON.stringify(differences, null, 1).slice(0, 3000)}`
    )
  })
}

interface Found {
  readonly answers: readonly string[]
  readonly rows: readonly string[]
}

async function inTurn([first, second]: Pair, given: readonly Deed[]): Promise<Found> {
  const { answers, rows } = await turns.inTurn(first, second, given)
  return { answers, rows }
}

function differenceOf(found: Found, turns: Found): readonly string[] {
  return [
    ...(found.answers.join() === turns.answers.join() ? [] : [...found.answers, ...turns.answers]),
    ...found.rows.filter(row => !turns.rows.includes(row)).map(row => `+ ${row}`),
    ...turns.rows.filter(row => !found.rows.includes(row)).map(row => `- ${row}`)
  ]
}
