import t, { type Test } from 'tap'
import { tree } from '../../scripts/documents/walk.ts'
import { JOBS_WAITING_MAX } from '../../src/decisions/async-actions.ts'
import { PROJECT_ID } from '../../src/demo/known.ts'
import { claim, giveUp, jobsWaiting } from '../../src/storage/jobs.ts'
import { givenService, NOW, PAIR, type Service } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'
import { fillQueue, largest } from '../support/replays.ts'
import { ask, type Described, operations } from '../support/requests.ts'

const FULL = 'too_many_jobs'

const shows = ({ answers }: Described) =>
  (answers.get(429) ?? []).some(({ value }) => tree(value)['key'] === FULL)

/** The service of the demo with room for so many jobs, which nobody carries out. */
async function givenRoom(t: Test, room: number): Promise<Service> {
  const service = await givenService(t)
  await service.work()
  await service.worker.stop()
  await service.store.write(PROJECT_ID, async session => {
    await fillQueue(session, room)
    return { value: null, changes: [] }
  })
  return service
}

const waitingIn = ({ store }: Service) =>
  store.read(PROJECT_ID, async session => (await session.one(jobsWaiting))?.total)

t.test('an operation shows the refusal if and only if it may need a job', async t => {
  const service = await givenRoom(t, 0)
  const refused = new Set<string>()
  for (const operation of operations.filter(({ method }) => method !== 'GET')) {
    for (const asking of largest(operation)) {
      const answer = await ask(service.app, operation, asking)
      if (answer.body?.key !== FULL) continue
      refused.add(operation.id)
      t.equal(answer.headers['retry-after'], '10', operation.id)
    }
  }
  const shown = operations.filter(shows).map(({ id }) => id)
  t.ok(shown.length > 10, `${shown.length} operations`)
  t.strictSame([...refused].toSorted(), shown.toSorted())
  t.equal(await waitingIn(service), JOBS_WAITING_MAX)
})

t.test('of many at once, as many are accepted as there is room for', async t => {
  const service = await givenRoom(t, 7)
  const sendings = Array.from({ length: 20 }, (_, index) => [
    service.post('/v1/exports', { exported_object: 'customer' }),
    service.post('/v1/products/bulk/async', [{ source_id: `p${index}` }]),
    service.post('/v1/orders/import', [{ source_id: `o${index}` }])
  ])
  const statuses = (await Promise.all(sendings.flat())).map(({ status }) => status)
  t.equal(statuses.filter(status => status < 300).length, 7)
  t.equal(statuses.filter(status => status === 429).length, 53)
  t.equal(await waitingIn(service), JOBS_WAITING_MAX)
})

t.test('what is refused is written nowhere, and is accepted once another has ended', async t => {
  const service = await givenRoom(t, 1)
  const send = (key: string) => {
    const headers = { ...PAIR, 'idempotency-key': key }
    return service.post('/v1/exports', { exported_object: 'customer' }, headers)
  }
  const written = writesOf(service.store)
  t.equal((await send('first')).status, 200)
  t.equal((await send('second')).status, 429)
  t.equal(written.length, 1)
  const job = await claim(service.store, { now: NOW, owner: 'a worker', leaseMs: 1_000 })
  if (job === null) throw new Error('no job is due')
  await giveUp(service.store, { job, owner: 'a worker' }, [])
  t.equal((await send('second')).status, 200)
})
