/**
 * Every POST of both documents, whose connection to PostgreSQL ends at COMMIT: the answer says that
 * nobody knows, and the same request under the same key finds out. A sample of the operations is
 * tried, and all of them in the full counts.
 */
import t, { type Test } from 'tap'
import { givenDatabase } from '../storage/support/postgres.ts'
import { givenService, type Service } from '../support/app.ts'
import { rowsOf } from '../support/chance.ts'
import { onServer } from '../support/postgres-databases.ts'
import { type Asking, ask, type Described, firstShown, operations } from '../support/requests.ts'
import { type CutWhere, Wire } from '../support/wire.ts'

async function given(t: Test): Promise<{ readonly service: Service; readonly wire: Wire }> {
  const { url, open } = await givenDatabase(t)
  const wire = await Wire.to(url)
  t.teardown(() => wire.close())
  const store = await open({}, wire.url)
  const service = await givenService(t, { store })
  await service.work()
  await service.worker.stop()
  return { service, wire }
}

/**
 * Asks while COMMIT ends the connection, and again; whether that connection had written. What looked
 * something up first lost no more than the one for that.
 */
async function cutShort(
  t: Test,
  { service, wire }: Awaited<ReturnType<typeof given>>,
  { operation, where }: { readonly operation: Described; readonly where: CutWhere }
): Promise<boolean> {
  const asking: Asking = { body: firstShown(operation), key: `${where}-${operation.id}` }
  const send = () => ask(service.app, operation, asking)
  // What was in memory went with the connection before, and is read again.
  await wire.tripsDuring(() => service.get('/v1/campaigns'))
  const cut = wire.cutAt(/^COMMIT$/, where)
  const unknown = await send()
  await cut
  const hadWritten = unknown.status === 503
  const [again, third] = [await send(), await send()]
  const replayed = [again, third].map(({ headers }) => headers['idempotent-replayed'])
  const told = [unknown.body?.key, unknown.headers['retry-after'], again.status < 500]
  const found = [...told, third.bytes, ...replayed]
  const isStored = where === 'answered' ? 'true' : undefined
  // It is not carried out again.
  const expected = ['outcome_unknown', '1', true, again.bytes, isStored, 'true']
  const what = `${operation.id} ${again.bytes.slice(0, 300)}`
  t.strictSame(hadWritten ? found : [], hadWritten ? expected : [], what)
  return hadWritten
}

const posts = operations.filter(({ method }) => method === 'POST')

for (const where of ['before', 'answered'] as const) {
  t.test(`who repeats a request whose COMMIT ended ${where} finds out`, onServer, async t => {
    const place = await given(t)
    let times = 0
    const rows = rowsOf(t, posts, { gate: 3, soak: 30 })
    for (const [operation] of rows) {
      if (await cutShort(t, place, { operation, where })) times++
    }
    rows.together(rows.count - times <= 2, `${times} of ${rows.count}`)
  })
}
