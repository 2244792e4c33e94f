/**
 * Imports of files: every row arrives once, whatever dies meanwhile.
 *
 * Spec: importCustomersUsingCsv.
 */
import { importCustomersUsingCsv, type SentRow } from '../../src/decisions/imports/queueing.ts'
import type { Task } from '../../src/jobs/task.ts'
import { tasks } from '../../src/jobs/tasks.ts'
import { actionOf, carryOutAll, carryOutInPieces, seconds } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

async function queueRows(shop: Workshop, rows: readonly SentRow[]): Promise<string> {
  const file = { header: ['source_id', 'email'], rows }
  const decision = importCustomersUsingCsv(file, shop.occasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  await shop.write(...decision.changes)
  return decision.result.id
}

const many = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ line: n + 2, cells: [`c-${n}`, `c-${n}@mail.test`] }))

inWorkshop('rows.import: each row arrives once, kill after kill', async (t, shop) => {
  const long = { line: 223, cells: ['x'.repeat(600), ''] }
  const id = await queueRows(shop, [...many(220), long])
  t.equal(await carryOutInPieces(shop, 'rows.import', 4), 2, 'each within a chunk')
  t.match(await actionOf(shop, id), {
    status: 'DONE',
    result: {
      done_count: 220,
      failed_count: 1,
      errors: [{ details: /^Line 223, column source_id/ }]
    }
  })
  const customers = await shop.table('customers')
  t.strictSame(customers.filter(({ sourceId }) => sourceId?.startsWith('c-')).length, 220)
  t.strictSame(await shop.table('jobChunks'), [], 'nothing of the file is left')
  t.strictSame(shop.troubles, [])
})

inWorkshop('rows.import: given up, it says how far it got', async (t, shop) => {
  const id = await queueRows(shop, many(3))
  const broken: Task = {
    ...tasks['rows.import'],
    async *work() {
      yield await Promise.reject(new Error('broken'))
    }
  }
  for (let attempt = 1; attempt <= 8; attempt++) {
    await carryOutAll(shop, { tasks: { 'rows.import': broken } })
    shop.wait(seconds(60))
  }
  t.match(await actionOf(shop, id), {
    status: 'FAILED',
    result: { message: 'Stopped after 0 of 3 rows. Send the others again.', done_count: 0 }
  })
  t.strictSame(await shop.table('jobChunks'), [])
})
