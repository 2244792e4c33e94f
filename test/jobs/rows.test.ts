/**
 * Imports of files: every row arrives once, whatever dies meanwhile.
 *
 * Spec: importCustomersUsingCsv.
 */
import { importCustomersUsingCsv, type SentRow } from '../../src/decisions/imports/formats.ts'
import type { Tools } from '../../src/jobs/worker.ts'
import {
  actionOf,
  carryOutAll,
  carryOutInPieces,
  carryOutInVain,
  failing,
  seconds
} from './support/pieces.ts'
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
  t.match(trouble, /^importing Line 3 of job \S+; it goes on with the other rows: broken$/)
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
  await carryOutInVain(shop, 'rows.import')
  t.match(await actionOf(shop, id), {
    status: 'FAILED',
    result: { message: 'Stopped after 0 of 3 rows. Send the others again.', done_count: 0 }
  })
  t.strictSame(await shop.table('jobChunks'), [])
})

/**
 * The shell of a worker that is stopped before one of its units, until it is told to go on; it is
 * reached when the units before it, some of which go on beside each other, have ended.
 */
function stoppedBefore(shop: Workshop, unit: number) {
  const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let [begun, ended] = [0, 0]
  const shell: Tools['shell'] = {
    now: () => shop.shell.now(),
    limits: shop.shell.limits,
    unitsBegun: 0,
    settle: async (origin, work) => {
      const isStopped = ++begun >= unit
      if (isStopped && ended === unit - 1) reached.resolve()
      if (isStopped) await goOn.promise
      return shop.shell.settle(origin, work).finally(() => {
        if (++ended === unit - 1 && begun >= unit) reached.resolve()
      })
    }
  }
  return { shell, reached: reached.promise, goOn: goOn.resolve }
}

inWorkshop(
  'rows.import: a worker that comes back from the dead changes no row',
  async (t, shop) => {
    const first = await queueRows(shop, many(60))
    const { shell, reached, goOn } = stoppedBefore(shop, 20)
    const sleeper = shop.worker({ shell, timerTasks: [] })
    sleeper.wake()
    await reached
    shop.wait(seconds(30))
    const others = many(60).map(({ line, cells: [id] }) => ({ line, cells: [id, 'new@mail.test'] }))
    const second = await queueRows(shop, others as SentRow[])
    await carryOutAll(shop)
    const done = { status: 'DONE', result: { done_count: 60, failed_count: 0 } }
    t.match([await actionOf(shop, first), await actionOf(shop, second)], [done, done])
    goOn()
    await sleeper.idle()
    const emails = (await shop.table('customers')).map(({ email }) => email)
    t.strictSame(emails, Array(60).fill('new@mail.test'))
    t.strictSame(shop.troubles, [])
  }
)

inWorkshop('rows.import: of rows about one customer the last one counts', async (t, shop) => {
  const rows = Array.from({ length: 90 }, (_, n) => ({
    line: n + 2,
    cells: [`c-${n % 3}`, `${n}@mail.test`]
  }))
  const id = await queueRows(shop, rows)
  await carryOutAll(shop)
  t.match(await actionOf(shop, id), { status: 'DONE', result: { done_count: 90 } })
  const emails = (await shop.table('customers')).map(
    ({ sourceId, email }) => `${sourceId} ${email}`
  )
  t.strictSame(emails.toSorted(), ['c-0 87@mail.test', 'c-1 88@mail.test', 'c-2 89@mail.test'])
  t.strictSame(shop.troubles, [])
})
