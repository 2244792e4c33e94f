import t from 'tap'
import { allProjects } from '../../src/storage/projects.ts'
import { givenSandbox } from '../support/sandbox.ts'

const TESTS = 100

t.test('a hundred tests at once, each alone', async t => {
  const { ask, project, store } = await givenSandbox(t)
  const shop = await project('shop')
  await shop.ask('POST', '/v1/customers', { source_id: 'dana', name: 'Dana Frey' })
  await ask('PUT', '/sandbox/v1/snapshots/open', { project: 'shop' })
  const outcomes = await Promise.all(
    Array.from({ length: TESTS }, async (_, n) => {
      const test = await project(`test-${n}`, { snapshot: 'open', seed: 'same' })
      // Each renames the same customer, spends from the same card, and is on another day.
      await test.ask('PUT', '/v1/customers/dana', { name: `Dana ${n}` })
      const { status } = await test.ask(
        'POST',
        '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption',
        { reward: { id: 'rew_00mug' } }
      )
      const clock = `/sandbox/v1/projects/test-${n}/clock`
      await ask('PATCH', clock, { advance: `P${n + 1}D` })
      const { name } = (await test.ask('GET', '/v1/customers/dana')).body
      const { body } = await test.ask('POST', '/v1/customers', { source_id: 'late' })
      return [status, name, body.created_at]
    })
  )
  const day = (n: number) => new Date(Date.UTC(2026, 0, n + 2, 9)).toISOString()
  const summer = (n: number) => day(n) >= '2026-03-29T01:00:00.000Z'
  t.strictSame(
    outcomes,
    Array.from({ length: TESTS }, (_, n) => {
      // By the calendar of Berlin, where clocks change on 29 March.
      const at = summer(n) ? new Date(Date.parse(day(n)) - 3_600_000).toISOString() : day(n)
      return [200, `Dana ${n}`, at]
    })
  )
  t.equal((await shop.ask('GET', '/v1/customers/dana')).body.name, 'Dana Frey')
  const gone = await Promise.all(
    outcomes.map((_, n) => ask('DELETE', `/sandbox/v1/projects/test-${n}`))
  )
  t.strictSame(new Set(gone.map(({ status }) => status)), new Set([204]))
  const projects = await store.read(null, session => session.all(allProjects))
  t.equal(projects.length, 4, 'the demo, its beginning, the shop and its snapshot')
})
