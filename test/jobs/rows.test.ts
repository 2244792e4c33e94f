/**
 * Imports of files: every row arrives once, whatever dies meanwhile.
 *
 * Spec: importCustomersUsingCsv.
 */
import { importCustomersUsingCsv, type SentRow } from '../../src/decisions/imports/queueing.ts'
import type { Task } from '../../src/jobs/task.ts'
import { tasks } from '../../src/jobs/tasks.ts'
import { actionOf, carryOutAll, carryOutInPieces, failing, seconds } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

async function queueRows(
  shop: Workshop,
  rows: readonly SentRow[],
  header = ['source_id', 'email']
): Promise<string> {
  const file = { header, rows }
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

inWorkshop('rows.import: a cell that is nested too deep is one bad row', async (t, shop) => {
  const deep = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
  const rows = ['', deep, ''].map((metadata, n) => ({ line: n + 2, cells: [`c-${n}`, metadata] }))
  const id = await queueRows(shop, rows, ['source_id', 'metadata'])
  await carryOutAll(shop)
  const details = 'Line 3, column metadata: is nested deeper than is accepted here, 31 levels'
  const { status, result } = await actionOf(shop, id)
  const { done_count, failed_count, errors } = result as Record<string, unknown>
  t.strictSame(
    { status, done_count, failed_count, errors },
    {
      status: 'DONE',
      done_count: 2,
      failed_count: 1,
      errors: [{ source_id: 'c-1', key: 'invalid_payload', message: 'Invalid payload', details }]
    }
  )
  t.strictSame(shop.troubles, [])
})

inWorkshop('rows.import: a fault of ours costs the row that meets it', async (t, shop) => {
  await queueRows(shop, [{ line: 2, cells: ['c-1', 'first@mail.test'] }])
  await carryOutAll(shop)
  const id = await queueRows(shop, many(3))
  const broken = failing(shop, facts => facts.includes('first@mail.test'))
  await carryOutAll(shop, { shell: broken })
  t.match(await actionOf(shop, id), {
    status: 'DONE',
    result: {
      done_count: 2,
      failed_count: 1,
      errors: [{ source_id: 'c-1', details: 'Line 3: could not be read; the log says why' }]
    }
  })
  const [trouble = '', ...others] = shop.troubles
  t.match(trouble, /^rows\.import, Line 3 of job \S+; the other rows go on: broken$/)
  t.strictSame(others, [], 'and nothing is tried again')
})

inWorkshop('rows.import: what the storage refuses for a while is tried again', async (t, shop) => {
  const id = await queueRows(shop, many(3))
  let times = 0
  const lost = () => Object.assign(new Error('lost'), { code: 'guard_lost' })
  const shell = failing(shop, facts => facts.includes('stored') && times++ === 0, lost)
  await carryOutAll(shop, { shell })
  t.match(await actionOf(shop, id), { status: 'ENQUEUED' })
  shop.wait(seconds(1))
  await carryOutAll(shop)
  t.match(await actionOf(shop, id), { status: 'DONE', result: { done_count: 3, failed_count: 0 } })
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
