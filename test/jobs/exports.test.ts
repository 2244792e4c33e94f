/**
 * Export files: every kind, every row once in the order asked for, however the work is cut up.
 *
 * Spec: Export.
 */
import type { Tools } from '../../src/jobs/worker.ts'
import type { Origin, UnitOfWork } from '../../src/shell.ts'
import { exports } from '../../src/storage/exports.ts'
import { EARLIER, givenCustomer } from '../support/given.ts'
import { exported, files, furnish, partsOf, queueExport } from './support/files.ts'
import { carryOutAll, carryOutInPieces, seconds } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

async function statusOf(shop: Workshop, id: string): Promise<string | undefined> {
  return (await shop.rows(exports.byId, { id }))[0]?.status
}

async function processedOf(shop: Workshop, id: string): Promise<number | undefined> {
  return (await shop.rows(exports.byId, { id }))[0]?.processed
}

for (const [exportedObject, fields, lines] of files) {
  inWorkshop(`exports.write: a file of each ${exportedObject}`, async (t, shop) => {
    await furnish(shop)
    t.strictSame(await exported(shop, { exportedObject, fields }), lines)
    t.strictSame(shop.troubles, [])
  })
}

inWorkshop('exports.write: points that have expired say so', async (t, shop) => {
  await furnish(shop)
  shop.wait(seconds(365 * 24 * 60 * 60))
  const fields = ['points', 'status']
  t.strictSame(await exported(shop, { exportedObject: 'points_expiration', fields }), [
    'points,status',
    '0,EXPIRED'
  ])
})

inWorkshop('exports.write: a file without rows has its header', async (t, shop) => {
  const id = await queueExport(shop, { exportedObject: 'order' })
  t.equal(await statusOf(shop, id), 'SCHEDULED')
  await carryOutAll(shop)
  t.equal(await statusOf(shop, id), 'DONE')
  t.strictSame(await partsOf(shop, id), ['id,source_id,status\r\n'])
})

/** Customers whose names run against their ids, with a pair of namesakes and two nameless. */
async function customers(shop: Workshop, count: number): Promise<void> {
  const changes = Array.from({ length: count }, (_, index) => {
    const id = `cust_${String(index).padStart(4, '0')}`
    const name = index < 2 ? null : `Name ${String(count - (index === 3 ? 2 : index))}`
    const customer = givenCustomer({ id, sourceId: id, name, createdAt: EARLIER })
    return { kind: 'customer.created' as const, customer }
  })
  await shop.write(...changes)
}

// 6 customers: 0 and 1 without a name, 2 and 3 both called Name 4, then Name 2 and Name 1.
const orders = [
  [null, [0, 1, 2, 3, 4, 5]],
  ['id', [0, 1, 2, 3, 4, 5]],
  ['-id', [5, 4, 3, 2, 1, 0]],
  ['name', [0, 1, 5, 4, 2, 3]],
  ['-name', [3, 2, 4, 5, 1, 0]],
  ['created_at', [0, 1, 2, 3, 4, 5]],
  ['-created_at', [5, 4, 3, 2, 1, 0]],
  ['updated_at', [0, 1, 2, 3, 4, 5]]
] as const

for (const [order, numbers] of orders) {
  inWorkshop(`exports.write: ordered by ${order}`, async (t, shop) => {
    await customers(shop, 6)
    const lines = await exported(shop, { exportedObject: 'customer', fields: ['id'], order })
    t.strictSame(lines, ['id', ...numbers.map(number => `cust_000${number}`)])
  })
}

inWorkshop('exports.write: kill after kill, every row once and in order', async (t, shop) => {
  await customers(shop, 180)
  const command = { exportedObject: 'customer', fields: ['id'], order: '-id' } as const
  const id = await queueExport(shop, command)
  // Three units each: one begins, one looks through the customers, one writes a part.
  t.ok((await carryOutInPieces(shop, 'exports.write', 3)) >= 2)
  const parts = await partsOf(shop, id)
  t.ok(parts.length > 1)
  t.equal(await statusOf(shop, id), 'DONE')
  t.strictSame(
    parts.join('').split('\r\n').slice(1, -1),
    Array.from({ length: 180 }, (_, index) => `cust_${String(179 - index).padStart(4, '0')}`)
  )
})

inWorkshop(
  'exports.write: kill after kill, what is selected and no empty part',
  async (t, shop) => {
    await customers(shop, 180)
    const filters = { source_id: { conditions: { $in: ['cust_0002', 'cust_0150', 'cust_0151'] } } }
    const command = { exportedObject: 'customer', fields: ['id'], order: '-id', filters } as const
    const id = await queueExport(shop, command)
    t.ok((await carryOutInPieces(shop, 'exports.write', 3)) >= 2)
    const parts = await partsOf(shop, id)
    t.notOk(parts.includes(''))
    t.equal(await processedOf(shop, id), 180, 'each is counted once, in the file or not')
    t.equal(parts.join(''), 'id\r\ncust_0151\r\ncust_0150\r\ncust_0002\r\n')
  }
)

inWorkshop('exports.write: goes on where it was once the storage can write', async (t, shop) => {
  await customers(shop, 180)
  const id = await queueExport(shop, { exportedObject: 'customer', fields: ['id'] })
  let units = 0
  const shell = {
    now: () => shop.now(),
    limits: shop.shell.limits,
    unitsBegun: 0,
    settle: <Facts, Result>(origin: Origin, unit: UnitOfWork<Facts, Result>) => {
      if (++units === 4) throw Object.assign(new Error('no room'), { code: 'store_full' })
      return shop.shell.settle(origin, unit)
    }
  }
  const worker = shop.worker({ shell })
  worker.wake()
  await worker.idle()
  t.equal(await statusOf(shop, id), 'IN_PROGRESS')
  const processed = Number(await processedOf(shop, id))
  t.ok(processed > 0 && processed < 180, 'how far it is')
  worker.wake()
  await worker.idle()
  t.equal(await statusOf(shop, id), 'DONE')
  t.equal(await processedOf(shop, id), 180)
  t.equal((await partsOf(shop, id)).join('').split('\r\n').length, 182)
  t.match(shop.troubles, [/the job goes on as soon as the database can be used: no room/])
})

inWorkshop('exports.write: given up, the export is an ERROR', async (t, shop) => {
  const id = await queueExport(shop, { exportedObject: 'order' })
  t.equal(await statusOf(shop, id), 'SCHEDULED')
  // It can begin, but never finds out what to write.
  const read: Tools['read'] = async (projectId, load) => {
    const facts = await shop.store.read(projectId, load)
    if (Array.isArray(facts) && projectId !== null) throw new Error('unreadable')
    return facts
  }
  for (let attempt = 1; attempt <= 8; attempt++) {
    t.not(await statusOf(shop, id), 'ERROR')
    await carryOutAll(shop, { read, timerTasks: [] })
    shop.wait(seconds(60))
  }
  t.equal(await statusOf(shop, id), 'ERROR')
  t.equal(shop.troubles.length, 8)
  t.match(shop.troubles[7], /attempt 8 of 8; the job is given up: unreadable/)
})

inWorkshop('exports.write: one that is deleted meanwhile is over', async (t, shop) => {
  await customers(shop, 180)
  const early = await queueExport(shop, { exportedObject: 'customer', fields: ['id'] })
  await shop.write({ kind: 'resource.deleted', resource: 'export', id: early })
  await carryOutAll(shop)
  const late = await queueExport(shop, { exportedObject: 'customer', fields: ['id'] })
  let units = 0
  const shell = {
    now: () => shop.now(),
    limits: shop.shell.limits,
    unitsBegun: 0,
    settle: async <Facts, Result>(origin: Origin, unit: UnitOfWork<Facts, Result>) => {
      // It was begun, and a part was written.
      if (++units === 3) {
        await shop.write({ kind: 'resource.deleted', resource: 'export', id: late })
      }
      return shop.shell.settle(origin, unit)
    }
  }
  await carryOutAll(shop, { shell })
  t.strictSame(await statusOf(shop, late), undefined)
  t.strictSame(await partsOf(shop, late), [])
  t.strictSame(shop.troubles, [])
  shop.wait(seconds(3600))
  units = 0
  await carryOutAll(shop, { shell })
  t.equal(units, 0, 'no job is left of either')
})
