import { join } from 'node:path'
import t from 'tap'
import { KeptAnswers } from '../../src/http/idempotency.ts'
import { HttpShell } from '../../src/http/shell.ts'
import { type Caller, type ReadyAnswer, render } from '../../src/http/types.ts'
import type { Project } from '../../src/model.ts'
import { Shell } from '../../src/shell.ts'
import { openStore } from '../../src/storage/database.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { changed, ground, P, published } from '../storage/support/changes.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { onEach } from '../storage/support/on-each.ts'
import { countedSource } from '../support/counted-source.ts'
import { givenProject } from '../support/given.ts'
import { onDemo } from '../support/on-demo.ts'

const stampIn = (store: Store) => store.read(P, async ({ stamp }) => stamp)

onEach('the stamp is another one after any change', async (t, { store }) => {
  if (store.dialect === 'postgres') return void t.equal(await stampIn(store), null, 'it has none')
  const before = await stampIn(store)
  t.equal(await stampIn(store), before)
  await changed(store, published)
  t.not(await stampIn(store), before)
})

t.test('the stamp is another one after a write through another connection', async t => {
  const url = `sqlite:${join(temporaryFolder(t), 'one.db')}`
  const stores: Store[] = []
  for (const _ of ['one', 'other']) stores.push(await openStore(url, { onBug: t.error }))
  const [one, other] = stores as [Store, Store]
  await one.migrate()
  await changed(one, ...ground)
  const before = await stampIn(one)
  await changed(other, published)
  t.not(await stampIn(one), before)
  for (const store of stores) await store.close()
})

const answer = (name: string) =>
  render<'getCustomer'>({ status: 200, body: { name } as never }) as ReadyAnswer<'getCustomer'>
const under = (key: string, stamp: number | null = 1, day = '2026-03-01') => ({ key, stamp, day })

t.test('an answer is kept under what was asked, the stamp and the day', async t => {
  const kept = new KeptAnswers()
  kept.keep(answer('Ada'), under('ada'))
  t.strictSame(kept.of(under('ada')), answer('Ada'))
  t.equal(kept.of(under('bea')), null)
  t.equal(kept.of(under('ada', 1, '2026-03-02')), null)
  t.equal(kept.of(under('ada', 2)), null)
  kept.keep(answer('Bea'), under('bea', 2))
  t.equal(kept.of(under('ada')), null, 'nothing is left of an earlier stamp')
  kept.keep(answer('Cy'), under('cy', null))
  t.equal(kept.of(under('cy', null)), null, 'nothing is kept where the engine cannot tell')
})

t.test('answers are kept up to a size', async t => {
  const kept = new KeptAnswers(2 * answer('Ada').bytes.length)
  for (const key of ['ada', 'bea']) kept.keep(answer('Ada'), under(key))
  t.not(kept.of(under('ada')), null)
  kept.keep(answer('Ada'), under('cy'))
  t.equal(kept.of(under('ada')), null)
  t.not(kept.of(under('cy')), null)
})

t.test('what is kept is neither loaded nor rendered again, until something is written', async t => {
  const store = await openStore('sqlite::memory:', { onBug: t.error })
  await store.migrate()
  await changed(store, ...ground)
  const project = givenProject({ id: P }) as Project
  const limits = { campaignVouchersMax: 1, earningRulesMax: 1 }
  const now = () => '2026-03-01T10:00:00.000Z'
  const inner = new Shell({ store, now, ids: countedSource(), limits })
  const shell = new HttpShell(inner, { publicUrl: 'http://loyalty.test', customerPageDays: 30 })
  const proof = { confirm: async () => undefined }
  const caller = { project, proof } as unknown as Caller
  let loads = 0
  const read = () =>
    shell.readAgain<'getCustomer', number>(
      caller,
      'customer ada',
      async () => ++loads,
      found => ({ status: 200, body: { name: `${found}` } as never })
    )
  const first = await read()
  t.strictSame(await read(), first)
  t.equal(loads, 1)
  await changed(store, published)
  t.notSame(await read(), first)
  t.equal(loads, 2)
  await store.close()
})

onDemo('getCustomer: points of yesterday are gone, though nobody wrote', async (t, service) => {
  const day = (date: string) => service.setNow(`2026-${date}T10:00:00.000Z`)
  day('03-30')
  const expiration_rules = { period_type: 'MONTH', period_value: 0, rounding_type: 'END_OF_MONTH' }
  const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 0, expiration_rules } }
  const made = await service.post('/v1/loyalties', { name: 'club', type: 'AUTO_UPDATE', voucher })
  const customer = { source_id: 'cy' }
  const { body } = await service.post(`/v1/loyalties/${made.body.id}/members`, { customer })
  const points = async () =>
    (await service.get('/v1/customers/cy')).body.loyalty.campaigns['club'].points
  t.equal(await points(), 0)
  await service.post(`/v1/loyalties/members/${body.code}/balance`, { points: 60 })
  t.equal(await points(), 60, 'a write is seen at once')
  t.equal(await points(), 60)
  day('03-31')
  t.equal(await points(), 60)
  day('04-01')
  t.equal(await points(), 0)
  day('03-31')
  t.equal(await points(), 60, 'as of its own instant, whatever was asked before')
})
