/**
 * The demo is made once, also where two processes start on one new database, and is the same each
 * time.
 */
import t from 'tap'
import * as known from '../../src/demo/known.ts'
import { demoValue, isLoaded, loadDemo } from '../../src/demo/load.ts'
import { Shell } from '../../src/shell.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { CONFIG, NOW } from '../support/app.ts'
import { countedSource } from '../support/counted-source.ts'
import { writesOf } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'
import { newUrl, openUrl } from '../support/stores.ts'

onDemo('who comes second makes no demo, and writes nothing', async (t, { store, shell, work }) => {
  await work()
  const written = writesOf(store)
  t.equal(await loadDemo(store, shell), false)
  t.strictSame(written, [])
})

t.test('of two that begin at once one makes the demo, and it is whole', async t => {
  const url = await newUrl(t)
  const onBug = (error: Error) => t.error(error)
  const stores = [await openUrl(url, { onBug }), await openUrl(url, { onBug })] as const
  await stores[0].migrate()
  const made = await Promise.all(
    stores.map(store =>
      loadDemo(store, new Shell({ store, now: () => NOW, ids: countedSource(), limits: CONFIG }))
    )
  )
  t.strictSame(made.toSorted(), [false, true])
  t.equal(await isLoaded(stores[1]), true)
  t.equal((await audit(stores[0])).clean, true)
  for (const store of stores) await store.close()
})

t.test('the file has everything that others know the demo by', async t => {
  const text = JSON.stringify(demoValue())
  const { APP_ID, APP_TOKEN, MGMT_ID, MGMT_TOKEN, SPARE_KEY_ID, SPARE_TOKEN, ...named } = known
  for (const [name, value] of Object.entries(named)) t.match(text, `"${value}"`, name)
})
