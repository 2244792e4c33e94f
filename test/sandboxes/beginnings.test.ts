import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { createProject } from '../../src/decisions/projects.ts'
import { freshSource } from '../../src/ids.ts'
import type { Shell } from '../../src/shell.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { listProjects } from '../../src/storage/projects.ts'
import { answers, type GivenProject, type GivenSandbox, givenSandbox } from '../support/sandbox.ts'

const PROJECTS = '/sandbox/v1/projects'
const SNAPSHOTS = '/sandbox/v1/snapshots'

/** How many projects the store has: of the sandbox, what they began as, and snapshots. */
async function heldIn({ store }: GivenSandbox): Promise<number> {
  return (await store.read(null, listProjects)).length
}

/** The names of two customers: one is of the demo, the other of the snapshot. */
async function namesIn({ ask }: GivenProject): Promise<unknown> {
  const asked = ['ada', 'dana'].map(each => ask('GET', `/v1/customers/${each}`))
  return (await Promise.all(asked)).map(({ body }) => body.name)
}

const WHOLE = ['Ada Baker', 'Dana Frey']

async function withSnapshot(given: GivenSandbox): Promise<GivenProject> {
  const till = await given.project('till')
  await till.ask('POST', '/v1/customers', { source_id: 'dana', name: 'Dana Frey' })
  await given.ask('PUT', `${SNAPSHOTS}/paid`, { project: 'till' })
  return till
}

const races = [
  ['replaced', {}, ['PUT', `${SNAPSHOTS}/paid`, { project: 'till' }]],
  ['deleted', {}, ['DELETE', `${SNAPSHOTS}/paid`]],
  ['replaced, with another seed', { seed: '2' }, ['PUT', `${SNAPSHOTS}/paid`, { project: 'till' }]],
  ['deleted, with another seed', { seed: '2' }, ['DELETE', `${SNAPSHOTS}/paid`]]
] as const

/** Turns of the event loop after which the other request is sent. */
const LATER = [0, 1, 2, 3, 4, 6, 8]

for (const [what, beginning, [method, url, body]] of races) {
  t.test(`putSandboxProject: as a snapshot that is ${what} at the same time`, async t => {
    const given = await givenSandbox(t)
    await withSnapshot(given)
    for (const later of LATER) {
      await given.ask('PUT', `${SNAPSHOTS}/paid`, { project: 'till' })
      await given.project('copy', { seed: '1', fork_of: 'till' })
      const asked = given.ask('PUT', `${PROJECTS}/copy`, { snapshot: 'paid', ...beginning })
      for (let turn = 0; turn < later; turn++) await setImmediate()
      t.ok((await given.ask(method, url, body)).status < 300)
      const { status } = await asked
      t.ok(status === 200 || (status === 404 && method === 'DELETE'), `${status}`)
      t.strictSame(await namesIn(await given.project('copy')), WHOLE, `after ${later} turns`)
      await given.ask('DELETE', `${PROJECTS}/copy`)
      // The demo, what others begin as, and till; the snapshot, if there is one.
      t.equal(await heldIn(given), method === 'DELETE' ? 3 : 4, 'nothing more is held')
    }
  })
}

t.test('putSandboxProject: a copy keeps its beginning when it gets another seed', async t => {
  const given = await givenSandbox(t)
  await withSnapshot(given)
  await given.project('fork', { fork_of: 'till', seed: '1' })
  const before = await heldIn(given)
  const fork = await given.project('fork', { seed: '2' })
  t.equal(fork.made.status, 200)
  t.strictSame(await namesIn(fork), WHOLE)
  t.equal(await heldIn(given), before)
})

t.test('putSandboxProject: a fork of what is being deleted is whole or refused', async t => {
  const given = await givenSandbox(t)
  for (const order of ['first', 'second'] as const) {
    await withSnapshot(given)
    const before = await heldIn(given)
    const fork = () => given.ask('PUT', `${PROJECTS}/fork`, { fork_of: 'till' })
    const remove = () => given.ask('DELETE', `${PROJECTS}/till`)
    const tasks = order === 'first' ? [fork, remove] : [remove, fork]
    const [one, other] = await Promise.all(tasks.map(task => task()))
    const forked = order === 'first' ? one : other
    if (forked?.status === 404) t.equal(await heldIn(given), before - 1, 'nothing is left')
    else t.strictSame(await namesIn(await given.project('fork')), WHOLE)
    await given.ask('DELETE', `${PROJECTS}/fork`)
  }
})

t.test('putSandboxProject: of a refused fork nothing is left', async t => {
  const given = await givenSandbox(t)
  await withSnapshot(given)
  const before = await heldIn(given)
  for (const now of ['2025-12-31T00:00:00Z', '2036-02-01T00:00:00Z']) {
    for (const name of ['fork', 'till']) {
      t.equal((await given.ask('PUT', `${PROJECTS}/${name}`, { fork_of: 'till', now })).status, 400)
    }
  }
  t.equal(await heldIn(given), before)
  t.equal((await given.ask('GET', PROJECTS)).body.total, 1)
})

t.test('putSandboxProject: forks of each other at once wait for neither', async t => {
  const given = await givenSandbox(t)
  await withSnapshot(given)
  const other = await given.project('other')
  const before = await heldIn(given)
  const made = await Promise.all([
    given.project('other', { fork_of: 'till' }),
    given.project('till', { fork_of: 'other' }),
    given.project('till', { fork_of: 'till' })
  ])
  t.strictSame(new Set(made.map(each => each.made.status)), new Set([200]))
  const [ada] = (await namesIn(other)) as readonly unknown[]
  t.equal(ada, 'Ada Baker')
  t.equal(await heldIn(given), before + 2, 'what both began as')
})

t.test('there are a thousand projects and snapshots at most, also all at once', async t => {
  const given = await givenSandbox(t, answers, nothing)
  await Promise.all(Array.from({ length: 998 }, (_, n) => given.project(`test-${n}`)))
  const before = await heldIn(given)
  const replies = await Promise.all([
    given.ask('PUT', `${PROJECTS}/new`, {}),
    given.ask('PUT', `${SNAPSHOTS}/new`, { project: 'test-1' }),
    given.ask('PUT', `${PROJECTS}/fork`, { fork_of: 'test-2' }),
    given.ask('PUT', `${SNAPSHOTS}/more`, { project: 'test-3' }),
    given.ask('PUT', `${PROJECTS}/test-4`, {})
  ])
  const statuses = replies.map(({ status }) => status).toSorted()
  t.strictSame(statuses, [200, 201, 201, 400, 400])
  const refused = replies.find(({ status }) => status === 400)
  t.match(refused?.body.details, /1000 projects and snapshots in the sandbox; delete some first/)
  const made = replies.filter(({ status }) => status === 201).map(({ body }) => body.object)
  const hidden = replies[2]?.status === 201 ? 1 : 0
  t.equal(await heldIn(given), before + made.length + hidden)
})

/** A project in which nothing is, so that a thousand of it are made at once. */
async function nothing(_: Store, shell: Shell): Promise<void> {
  const said = { name: 'Empty', timezone: 'UTC', currency: 'EUR', caseSensitiveCodes: true }
  const command = { ...said, secret: 'secret', demo: false, pairs: [] }
  const occasion = { now: shell.now({ id: 'proj_empty' }), newId: freshSource().newId }
  await shell.foundProject(
    () => createProject(command, occasion),
    () => null
  )
}
