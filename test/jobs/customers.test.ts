/**
 * Customers who are erased in the background: nothing is said to be done before it is, whenever the
 * process dies and whatever the database does.
 *
 * Spec: eraseCustomer.
 */
import type { Change } from '../../src/decisions/changes.ts'
import { ERASURE_STAGES } from '../../src/decisions/customers/erasure.ts'
import { namelessRedemptionsToErase } from '../../src/storage/customers/erasure.ts'
import { StoreBusy } from '../../src/storage/engine/errors.ts'
import { givenCampaign, givenCustomer, givenSpareCard } from '../support/given.ts'
import { givenPublication, givenRedemption } from '../support/given-records.ts'
import { queueErasure, sayOfCustomer, TOLD_IN, toldIn } from './support/erasures.ts'
import { member } from './support/members.ts'
import { actionOf, carryOutAll, carryOutInPieces, seconds } from './support/pieces.ts'
import { inWorkshop } from './support/workshop.ts'

/** Somebody of whom no more is known. */
const customer = (n: number): readonly Change[] => [
  {
    kind: 'customer.created',
    customer: givenCustomer({ id: `cust_${n}`, sourceId: `source-${n}` })
  }
]

inWorkshop('customers.erase: kill after kill, and done only at the end', async (t, shop) => {
  await sayOfCustomer(shop)
  t.strictSame(await toldIn(shop), TOLD_IN)
  const id = await queueErasure(shop)
  const atTheEnd: unknown[] = []
  const forget = async () => {
    atTheEnd.push((await actionOf(shop, id)).status, await toldIn(shop))
  }
  const deaths = await carryOutInPieces(shop, 'customers.erase', 3, { forget })
  // Each stage has a unit at least that finds it empty, most have another one before.
  t.ok(deaths >= ERASURE_STAGES.length / 2, `${deaths} deaths`)
  t.strictSame(atTheEnd, ['ENQUEUED', []], 'the database forgets once, and after everything else')
  t.match(await actionOf(shop, id), {
    status: 'DONE',
    result: {
      message:
        'Erased: orders 1, redemptions 1, redemptions without a holder 1, publications 1, ' +
        'locks 0, vouchers 1, ledger entries 1, pending points 1, events 4, ' +
        'receipts of requests 0, results of imports 0, export files 1.'
    }
  })
})

inWorkshop('customers.erase: those that wait are forgotten in one pass', async (t, shop) => {
  await sayOfCustomer(shop)
  await shop.write(...customer(2), ...customer(3))
  const ids = [await queueErasure(shop)]
  for (const name of ['cust_2', 'source-3']) ids.push(await queueErasure(shop, name))
  t.strictSame(await queueErasure(shop), ids[0], 'by the id again, it is the one that goes on')
  t.strictSame(await queueErasure(shop, 'source-3'), ids[2], 'and so by the source id')
  const passes: unknown[] = []
  const forget = async () => {
    passes.push(await toldIn(shop))
  }
  await carryOutInPieces(shop, 'customers.erase', 4, { forget })
  t.strictSame(passes, [[]], 'once, when nothing is left to be found of anybody')
  const counts: unknown[] = []
  for (const id of ids) {
    const { status, result } = await actionOf(shop, id)
    counts.push([status, (result as { message: string }).message.slice(0, 16)])
  }
  t.strictSame(counts, [
    ['DONE', 'Erased: orders 1'],
    ['DONE', 'Erased: orders 0'],
    ['DONE', 'Erased: orders 0']
  ])
  const again = await queueErasure(shop)
  t.not(again, ids[0], 'one that has ended is not answered again')
  await carryOutAll(shop)
  t.strictSame((await actionOf(shop, again)).status, 'DONE')
})

inWorkshop('customers.erase: those that end together fail together', async (t, shop) => {
  await sayOfCustomer(shop)
  await shop.write(...customer(2))
  const ids = [await queueErasure(shop), await queueErasure(shop, 'cust_2')]
  const forget = () => Promise.reject(new StoreBusy('The database', 1_000))
  for (let turn = 0; turn < 12; turn++) {
    await carryOutAll(shop, { forget })
    shop.wait(seconds(60))
  }
  for (const id of ids) {
    t.match(await actionOf(shop, id), {
      status: 'FAILED',
      result: { message: /^Stopped before the database forgot/ }
    })
  }
})

inWorkshop('customers.erase: a database that does not forget is told', async (t, shop) => {
  await sayOfCustomer(shop)
  const failed = await queueErasure(shop)
  let tries = 0
  const forget = async () => {
    tries++
    throw new StoreBusy('The database', 1_000)
  }
  while ((await actionOf(shop, failed)).status === 'ENQUEUED' && tries < 100) {
    await carryOutAll(shop, { forget })
    shop.wait(seconds(60))
  }
  t.match(await actionOf(shop, failed), {
    status: 'FAILED',
    result: {
      message: /^Stopped before the database forgot .* Send the erasure again, with the id/
    }
  })
  // Once because the units before it made progress, then as often as any job without progress.
  t.equal(tries, 9)
  t.match(shop.troubles[0], /The database keeps what was erased: The database was locked/)
  t.strictSame(await toldIn(shop), [])
  const again = await queueErasure(shop)
  await carryOutAll(shop)
  t.match(await actionOf(shop, again), { status: 'DONE' })
})

inWorkshop('customers.erase: an early record of a later voucher is found', async (t, shop) => {
  const nobody = { id: null, name: null, email: null, sourceId: null, metadata: {} }
  await shop.write(
    { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: 2 }) },
    ...member(1, {}),
    { kind: 'voucher.created', voucher: givenSpareCard({ id: 'v_2', code: 'CLUB-2' }) },
    {
      kind: 'voucher.published',
      voucherId: 'v_2',
      version: 1,
      publication: givenPublication({ id: 'pub_2', voucherId: 'v_2' })
    },
    ...['v_2', 'v_1', 'v_1'].map((voucherId, index) => ({
      kind: 'redemption.recorded' as const,
      redemption: givenRedemption({ id: `r_${index}`, voucherId, customer: nobody })
    }))
  )
  const found: string[] = []
  let last: { readonly id: string; readonly voucherId: string | null } = { id: '', voucherId: '' }
  for (;;) {
    const asked = {
      customerId: 'cust_1',
      after: last.id,
      afterVoucher: last.voucherId ?? '',
      limit: 1
    }
    const [next] = await shop.rows(namelessRedemptionsToErase, asked)
    if (next === undefined) break
    last = next.row
    found.push(last.id)
  }
  t.strictSame(found, ['r_1', 'r_2', 'r_0'])
})
