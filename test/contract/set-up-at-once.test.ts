import t, { type Test } from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { freshSource } from '../../src/ids.ts'
import { run, thisProcess } from '../../src/main/command-line.ts'
import { CHANGES, DELETIONS } from '../../src/storage/database.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { givenService, type Service } from '../support/app.ts'
import { givenRunningService } from '../support/running.ts'
import { newUrl, openUrl } from '../support/stores.ts'
import {
  answerOf,
  type MadeByName,
  madeBefore,
  SEQUENCE,
  take,
  viewOf
} from './support/set-up-steps.ts'

interface Shop {
  readonly url: string
  /** Two stores on one database, each with a memory of its own, as two processes have. */
  readonly till: Service
  readonly office: Service
  /** Kinds of change that were written, deletions with what they deleted. */
  readonly written: Set<string>
}

async function givenShop(t: Test): Promise<Shop> {
  const url = await newUrl(t)
  const written = new Set<string>()
  const opened = async (): Promise<Store> => {
    const onBug = (error: Error) => t.fail(error.message)
    const store = await openUrl(url, { onBug, onStale: onBug })
    await store.migrate()
    return noting(store, written)
  }
  const till = await givenService(t, { store: await opened() })
  const office = await givenService(t, { store: await opened(), ids: freshSource() })
  await till.work()
  written.clear()
  return { url, till, office, written }
}

function nameOf(change: Change): string {
  return change.kind === 'resource.deleted' ? `${change.resource} deleted` : change.kind
}

function noting(store: Store, written: Set<string>): Store {
  const write: Store['write'] = (projectId, unit) =>
    store.write(projectId, async session => {
      const settled = await unit(session)
      for (const change of settled.changes) written.add(nameOf(change))
      return settled
    })
  return Object.assign(Object.create(store) as Store, {
    write,
    read: store.read,
    migrate: store.migrate.bind(store),
    backup: store.backup.bind(store),
    health: store.health.bind(store),
    close: store.close.bind(store)
  })
}

/** Changed by a command alone. */
const BY_COMMAND = ['urlSecret.renewed']

/** Changed by the first redemption that a rule of some kind limits (test/races/limits.test.ts). */
const BY_REDEEMING = ['redemptionCounts.kept']

/** Changed in the sandbox, which one process has (test/operations/sandboxes.test.ts). */
const IN_SANDBOX = ['sandbox.emptied', 'sandbox.filled']

/** Every kind of change to what people set up, as the list of changes has it. */
const ALL = [
  ...Object.entries(CHANGES).flatMap(([kind, { isSetUp }]) =>
    isSetUp && ![...BY_COMMAND, ...BY_REDEEMING, ...IN_SANDBOX].includes(kind) ? [kind] : []
  ),
  ...Object.entries(DELETIONS).flatMap(([resource, { isSetUp }]) =>
    isSetUp ? [`${resource} deleted`] : []
  )
]

t.test('every kind of set-up that changes is known to the next request anywhere', async t => {
  const { till, office, written } = await givenShop(t)
  const made: MadeByName = madeBefore()
  let before = await viewOf(till, made)
  for (const step of SEQUENCE) {
    await take(step, office, made)
    // All of it, so that all of it is in memory when the next step is taken.
    const after = await viewOf(till, made)
    const { does, url, shows } = step
    t.not(after[shows], before[shows], `${does} ${url} shows in ${shows} of another store`)
    t.equal(await answerOf(shows, office, made), after[shows], `${does} ${url} in its own`)
    before = after
  }
  t.strictSame(await viewOf(office, made), before, 'both see the same')
  const found = ALL.filter(kind => !written.has(kind))
  t.strictSame(found, [], 'no kind of set-up was left out')
})

t.test('a project that a command makes is known to the next request', async t => {
  const { till, url } = await givenShop(t)
  const headers = { 'x-app-id': 'made-by-command-0', 'x-app-token': 'secret-1' }
  t.equal((await till.get('/v1/campaigns', headers)).status, 401)
  let count = 0
  const code = await run(['project', 'create', 'By command'], {
    ...thisProcess,
    environment: { DATABASE_URL: url },
    print: () => undefined,
    complain: text => t.fail(text),
    newClientId: () => `made-by-command-${count++}`,
    newSecret: () => 'secret-1'
  })
  t.equal(code, 0)
  t.equal((await till.get('/v1/campaigns', headers)).status, 200)
})

t.test('two running programs know of each other’s set-up and keys at once', async t => {
  const service = await givenRunningService(t, { processes: 2 })
  const { appId, appToken, managementId, managementToken, projectId } = await service.newShop()
  const [here = '', there = ''] = service.urls
  const desk = { 'x-management-id': managementId, 'x-management-token': managementToken }
  const app = { 'x-app-id': appId, 'x-app-token': appToken }
  const send = async (method: string, url: string, headers: object, body?: object) => {
    const type = { 'content-type': 'application/json', ...headers }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await fetch(url, { method, headers: type, ...sent })).status
  }
  const campaign = { name: 'Brief', campaign_type: 'PROMOTION' }
  const shown = () => send('GET', `${here}/v1/campaigns/Brief`, app)
  t.strictSame([await shown(), await shown()], [404, 404])
  t.equal(await send('POST', `${there}/v1/campaigns`, app, campaign), 200)
  t.strictSame([await shown(), await shown()], [200, 200])
  t.equal(await send('DELETE', `${there}/v1/campaigns/Brief`, app), 204)
  t.equal(await shown(), 404)
  const keys = `${there}/management/v1/projects/${projectId}/keys`
  t.equal(await send('DELETE', `${keys}/${appId}`, desk), 204)
  t.equal(await shown(), 401)
})
