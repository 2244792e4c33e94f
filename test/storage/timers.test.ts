import { timerLeases } from '../../src/storage/jobs.ts'
import { P } from './support/changes.ts'
import { onEach } from './support/on-each.ts'
import * as things from './support/things.ts'

const at = (second: number) => `2026-03-01T10:00:${String(second).padStart(2, '0')}.000Z`

onEach('the timers of a project are one process’s until its lease is over', async (t, opened) => {
  const { store, rows } = opened
  const leases = timerLeases(store)
  const take = (owner: string, second: number, projectId = P) =>
    leases.take(projectId, { owner, now: at(second), leaseUntil: at(second + 10) })
  const other = things.project('proj_2')
  await store.write('proj_2', async () => ({
    value: null,
    changes: [{ kind: 'project.created', project: other }]
  }))
  t.equal(await take('a', 1), true)
  t.equal(await take('b', 10), false)
  t.equal(await take('b', 10, 'proj_2'), true, 'of another project')
  t.equal(await take('a', 5), true, 'kept by who has it')
  const found = (await rows('timerLeases')).toSorted((a, b) => (a.projectId < b.projectId ? -1 : 1))
  t.strictSame(found, [
    { projectId: P, owner: 'a', leaseUntil: at(15) },
    { projectId: 'proj_2', owner: 'b', leaseUntil: at(20) }
  ])
  await leases.release(P, 'b')
  t.equal(await take('b', 14), false, 'nobody gives back what is not theirs')
  t.equal(await take('b', 15), true)
  await leases.release(P, 'b')
  t.equal(await take('a', 16), true)
})
