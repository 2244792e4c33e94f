/**
 * The demo is made once, also where two processes start on one new database.
 *
 * Spec: Decision 48.
 */
import t from 'tap'
import { loadDemo } from '../../src/demo/load.ts'
import { givenService } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'

t.test('who comes second makes no demo, and writes nothing', async t => {
  const { store, shell, work } = await givenService(t)
  await work()
  const written = writesOf(store)
  t.equal(await loadDemo(store, shell), false)
  t.strictSame(written, [])
})
