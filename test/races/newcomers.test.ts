/**
 * New customers who come all at once, for what all of them share, in two and in four processes on a
 * PostgreSQL database: stores with connections and lines of their own stand for the processes.
 *
 * Spec: redeemStackedDiscounts, createOrder, addMember, createPublication.
 */
import t, { type Test } from 'tap'
import { followed, operationsOf, type Tree } from '../../scripts/documents/walk.ts'
import { PROJECT_ID } from '../../src/demo/known.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { freshSource } from '../../src/ids.ts'
import { compose } from '../../src/main/compose.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { migrated } from '../storage/support/postgres.ts'
import { CONFIG, contract, NOW, PAIR } from '../support/app.ts'
import { chanceOf } from '../support/chance.ts'
import { FILES } from '../support/parts.ts'
import { newDatabase, onServer } from '../support/postgres-databases.ts'
import { documents } from '../support/requests.ts'
import { openUrl } from '../support/stores.ts'
import {
  allAreMade,
  bursts,
  counterOf,
  deadlocksOf,
  makesNone,
  type Send
} from './support/newcomers.ts'

/** Services on one database, which are asked in turn. */
async function givenServices(t: Test, processes: number) {
  const { url, drop } = await newDatabase(migrated)
  const services = await Promise.all(
    Array.from({ length: processes }, async (_, n) => {
      const store = await openUrl(url, { onBug: bug => t.error(bug), connectionsMax: 4 })
      const ids = { ...freshSource(), random: chanceOf(n + 1).below }
      const parts = { store, config: CONFIG, acceptDemo: true, now: () => NOW, ids, contract }
      return { store, ...compose(parts) }
    })
  )
  const [first] = services
  if (first === undefined) throw new Error('There is none.')
  await loadDemo(first.store, first.shell)
  await Promise.all(services.map(({ app }) => app.ready()))
  let turn = 0
  const send: Send = async (method, url, type, payload) => {
    const { app } = services[turn++ % processes] as (typeof services)[number]
    const headers = { ...PAIR, 'content-type': type }
    const reply = await app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json() }
  }
  const shop = counterOf(PROJECT_ID, send)
  const finish = () =>
    Promise.all(
      services.map(({ worker }) => {
        worker.wake()
        return worker.idle()
      })
    )
  t.teardown(drop)
  return {
    shop,
    finish,
    end: async () => {
      const found = await audit(first.store, NOW)
      t.strictSame(found.findings, [], 'the audit is clean')
      for (const { app, store, worker } of services) {
        await worker.stop()
        await app.close()
        await store.close()
      }
      t.equal(await deadlocksOf(url), 0, 'the server ended no deadlock')
    }
  }
}

/** The schemas by which a request says who a new customer is. */
const CUSTOMERS = ['CustomerRequest', 'MemberCustomerRequest'].map(
  name => `#/components/schemas/${name}`
)

/** Whether a schema, or one that it is made of, says who a customer is, in any form. */
function tellsCustomer(document: Tree, schema: unknown, seen = new Set<unknown>()): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false
  seen.add(schema)
  const { $ref, properties = {} } = schema as { $ref?: unknown; properties?: object }
  if (CUSTOMERS.some(each => each === $ref) || 'customer' in properties) return true
  if ($ref !== undefined) return tellsCustomer(document, followed(document, schema), seen)
  return Object.values(schema).some(each => tellsCustomer(document, each, seen))
}

/** The lines of a file are in no schema. */
function takesFile(document: Tree, body: unknown): boolean {
  const { content = {} } = (body === undefined ? {} : followed(document, body)) as Tree
  return Object.hasOwn(content as object, FILES)
}

t.test('every operation that is told of a new customer is tried, or makes none', async t => {
  const told = [documents.service, documents.provisioning].flatMap(each => {
    const document = each as unknown as Tree
    return operationsOf(document)
      .filter(({ tree: { requestBody: body } }) => {
        return tellsCustomer(document, body) || takesFile(document, body)
      })
      .map(({ id }) => id)
  })
  const tried = new Set(bursts.map(({ operationId }) => operationId))
  t.strictSame([...tried, ...Object.keys(makesNone)].toSorted(), [...new Set(told)].toSorted())
})

const CROWDS = [
  { customers: 1, requestsEach: 6 },
  { customers: 3, requestsEach: 4 }
]

for (const processes of [2, 4]) {
  t.test(`who is new and comes at once is served, in ${processes} processes`, onServer, async t => {
    const { shop, finish, end } = await givenServices(t, processes)
    await allAreMade(t, shop, CROWDS, finish)
    await end()
  })
}
