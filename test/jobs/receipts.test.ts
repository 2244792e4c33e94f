/**
 * Receipts are deleted when they are over, in bounded units.
 */
import { writesOf } from '../support/evidence.ts'
import { givenReceipt } from '../support/given-records.ts'
import { carryOutAll, days, seconds } from './support/pieces.ts'
import { inWorkshop } from './support/workshop.ts'

inWorkshop('receipts go when they are over, a hundred at a time', async (t, shop) => {
  const saved = (id: string) =>
    ({
      kind: 'receipt.saved',
      receipt: givenReceipt({ id, projectId: shop.project.id, createdAt: shop.now() })
    }) as const
  await shop.write(...Array.from({ length: 250 }, (_, n) => saved(`old ${n}`)))
  shop.wait(seconds(1))
  await shop.write(saved('new'))
  shop.wait(days(1) - seconds(1))
  const written = writesOf(shop.store)
  await carryOutAll(shop)
  t.strictSame(
    written.map(({ kinds }) => kinds.length),
    [100, 100, 50]
  )
  t.strictSame(
    (await shop.table('receipts')).map(({ id }) => id),
    ['new']
  )
  t.strictSame(shop.troubles, [])
  shop.wait(seconds(61))
  await carryOutAll(shop)
  t.strictSame(await shop.table('receipts'), [])
  const count = written.length
  shop.wait(seconds(61))
  await carryOutAll(shop)
  t.equal(written.length, count, 'where nothing is over, nothing is written')
})
