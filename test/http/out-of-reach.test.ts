import t from 'tap'
import { StoreBusy, StoreCrowded, StoreUnreachable } from '../../src/storage/engine/errors.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { givenService, PAIR } from '../support/app.ts'
import { newStore } from '../support/stores.ts'

const CUSTOMERS = '/v1/customers'
const AWAY = new StoreUnreachable('It', new Error('too many clients'))

/** A service whose store counts the units of requests, and fails all of them in one way. */
async function given(t: Parameters<typeof givenService>[0]) {
  const store = await newStore({ onBug: error => t.fail(error.message) })
  const service = await givenService(t, { store })
  await service.work()
  await service.worker.stop()
  // From now on the pair is in memory, and the unit of the request is the first that asks.
  await service.get(CUSTOMERS)
  const { read, write } = store
  let asked: string[] = []
  const failing = (error: Error) => {
    asked = []
    const refuse = (what: string) => async () => {
      asked.push(what)
      throw error
    }
    Object.assign(store, { read: refuse('read'), write: refuse('write') } as Partial<Store>)
  }
  t.teardown(() => Object.assign(store, { read, write }))
  return { service, failing, asked: () => asked }
}

const STRANGER = { 'x-app-id': 'nobody', 'x-app-token': 'nothing' }

t.test('a request that got no connection is 503 at once, and nothing more is asked', async t => {
  const { service, failing, asked } = await given(t)
  const reads = (headers: Readonly<Record<string, string>>) => service.get(CUSTOMERS, headers)
  const writes = (headers: Readonly<Record<string, string>>) =>
    service.post(CUSTOMERS, { source_id: 'mia' }, headers)
  //  what is asked, by whom, what fails, the units that were begun
  const rows = [
    [reads, PAIR, new StoreCrowded('It', 10_000), ['read']],
    [reads, PAIR, AWAY, ['read']],
    [writes, PAIR, new StoreCrowded('It', 10_000), ['write']],
    [writes, PAIR, AWAY, ['write']],
    [reads, STRANGER, AWAY, ['read']],
    // Another reason says nothing of the next unit, which may still refuse the caller.
    [reads, PAIR, new StoreBusy('It', 5_000), ['read', 'read']],
    [writes, PAIR, new StoreBusy('It', 5_000), ['write', 'read']]
  ] as const
  for (const [asks, headers, error, units] of rows) {
    failing(error)
    const { status, body, headers: sent } = await asks(headers)
    t.strictSame([status, body.key, sent['retry-after']], [503, 'service_unavailable', '1'])
    t.notMatch(body.details, /clients|connection/, 'who is told why?')
    t.strictSame(asked(), units, error.message)
  }
})
