import { renameSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Readiness } from '../../src/http/overload.ts'
import { openStore } from '../../src/storage/database.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { givenService } from '../support/app.ts'

t.test('the database is looked at once a second at most, and all who ask share that', async t => {
  let [now, checks] = [0, 0]
  let end = () => {}
  const check = () => {
    checks++
    return new Promise<void>(resolve => {
      end = resolve
    })
  }
  const log = { info: () => {}, error: () => {} }
  const readiness = new Readiness({
    check,
    trouble: () => null,
    notice: () => null,
    log,
    stopwatch: () => now
  })
  //  milliseconds, whether the check under way ends, checks so far
  const rows = [
    [0, false, 1],
    [5_000, true, 1],
    [5_001, true, 2],
    [6_000, false, 2],
    [6_001, true, 3]
  ] as const
  for (const [at, ends, soFar] of rows) {
    now = at
    const asked = Array.from({ length: 100 }, () => readiness.reason())
    t.equal(checks, soFar, `${at} ms`)
    if (!ends) continue
    end()
    t.strictSame(new Set(await Promise.all(asked)), new Set([null]))
  }
})

t.test('a write that the database could not store is told at once, and once', async t => {
  const full = Object.assign(new Error('full'), { code: 'store_full' })
  const failed = Object.assign(new Error('failed'), { code: 'store_failed' })
  const noRoom = 'There is no room left for the database. Free some disk space.'
  const noDisk = 'The disk of the database cannot be read or written.'
  let now = 0
  let trouble: unknown = null
  const told: string[] = []
  const log = {
    info: (message: string) => told.push(message),
    error: (_: object, message: string) => told.push(message)
  }
  const check = async () => undefined
  const readiness = new Readiness({
    check,
    trouble: () => trouble,
    notice: () => null,
    log,
    stopwatch: () => now
  })
  //  milliseconds, why the last write was not stored, why the service is not ready
  const rows = [
    [0, null, null],
    [1, full, noRoom],
    [999, full, noRoom],
    [1_001, full, null],
    [1_002, full, null],
    [1_003, failed, noDisk],
    [1_004, null, noDisk],
    [2_003, null, null]
  ] as const
  for (const [at, why, reason] of rows) {
    now = at
    trouble = why
    t.equal(await readiness.reason(), reason, `${at} ms`)
  }
  t.strictSame(told, [
    `The service is not ready: ${noRoom}`,
    'The service is ready again.',
    `The service is not ready: ${noDisk}`,
    'The service is ready again.'
  ])
})

t.test('a service whose file is moved says so at a write, and goes on when it is back', async t => {
  const file = join(temporaryFolder(t), 'shop.db')
  const store = await openStore(`sqlite:${file}`, { onBug: error => t.fail(error.message) })
  await store.migrate()
  const service = await givenService(t, { store })
  const made = async (sourceId: string) => {
    const { status, body } = await service.post('/v1/customers', { source_id: sourceId })
    return [status, body.key]
  }
  const ready = async () => {
    const { status, body } = await service.get('/health/ready')
    return [status, body.details]
  }
  t.strictSame(await ready(), [200, undefined])
  renameSync(file, `${file}.aside`)
  t.strictSame(await made('first'), [503, 'outcome_unknown'])
  const [status, details] = await ready()
  t.equal(status, 503)
  t.match(details, /^The file of the database or its log was moved, deleted or replaced\. /)
  t.strictSame(await made('second'), [503, 'service_unavailable'])
  t.equal((await service.get('/v1/customers')).status, 200, 'reads go on')
  renameSync(`${file}.aside`, file)
  t.strictSame(await made('third'), [200, undefined])
  const found = ['first', 'second', 'third'].map(
    async id => (await service.get(`/v1/customers/${id}`)).status
  )
  t.strictSame(await Promise.all(found), [200, 404, 200])
})

t.test('a service without room for a write is not ready at once, and says so', async t => {
  const file = join(temporaryFolder(t), 'shop.db')
  const onBug = (error: Error) => t.fail(error.message)
  const store = await openStore(`sqlite:${file}`, { onBug, pagesMax: 1_000 })
  await store.migrate()
  const service = await givenService(t, { store })
  t.equal((await service.get('/health/ready')).status, 200)
  let written = 0
  for (let status = 200; status === 200; written++) {
    const note = 'x'.repeat(60_000)
    const made = await service.post('/v1/customers', {
      source_id: `c${written}`,
      metadata: { note }
    })
    status = made.status
    if (status !== 200) t.match(made, { status: 503, body: { key: 'service_unavailable' } })
  }
  const { status, body } = await service.get('/health/ready')
  const details = 'There is no room left for the database. Free some disk space.'
  t.match([status, body], [503, { details }])
  t.equal((await service.get('/v1/customers/c0')).status, 200, 'reads go on')
  t.equal((await service.get(`/v1/customers/c${written - 1}`)).status, 404)
})
