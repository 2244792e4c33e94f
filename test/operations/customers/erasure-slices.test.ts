/**
 * An erasure whose units are cut off and have requests of others between them, which change,
 * redeem, take back and copy what is still there: no word comes back into what is done.
 */
import t from 'tap'
import { PROJECT_ID } from '../../../src/demo/known.ts'
import { jobsOfQueue } from '../../../src/storage/jobs.ts'
import { PAIR, type Service } from '../../support/app.ts'
import {
  columnsWith,
  givenKept,
  type Planted,
  placesWith,
  plant
} from '../support/planted-person.ts'

type Status = Promise<{ readonly status: number }>

/** What is asked for as a file before a unit; each file is a unit more at the end. */
const EXPORTED: Readonly<Record<number, string>> = {
  1: 'order',
  6: 'publication',
  18: 'publication'
}

const OFF = { object: 'voucher', id: 'OFF-Q' }
const TEN = { object: 'voucher', id: 'TEN-Q' }
const GIFT = { object: 'voucher', id: 'GIFT-Q', gift: { credits: 1 } }
const TIER = { object: 'promotion_tier', id: 'promo_00tenoff' }
/** One of them before each unit, so that no stage grows faster than it ends. */
const STACKS = [[OFF], [TIER], [GIFT], [TEN], [TIER, GIFT]]

/** Requests without a word of anybody, about records that may still have some. */
async function meddling(service: Service, { id, order, code }: Planted) {
  const off = { code: OFF.id, type: 'DISCOUNT_VOUCHER', active: false }
  await service.post('/v1/vouchers', { ...off, discount: { type: 'PERCENT', percent_off: 5 } })
  const { body: listed } = await service.get(`/v1/orders?customer=${id}&limit=100`)
  const orders: string[] = listed.orders.map((each: { id: string }) => each.id)
  const { body: redeemed } = await service.get('/v1/redemptions?limit=100')
  const nameless: string[] = redeemed.redemptions
    .filter((each: Redeemed) => each.customer_id === null && each.result === 'SUCCESS')
    .map((each: Redeemed) => each.id)
  let unit = 0
  const asked = (): readonly Status[] => {
    const redeemables = STACKS[unit++ % STACKS.length]
    const keyed = (name: string) => ({ ...PAIR, 'idempotency-key': `${name} ${unit}` })
    const theirs = { redeemables, order: { id: order } }
    const status = unit % 2 === 0 ? 'PAID' : 'CANCELED'
    const exported_object = EXPORTED[unit]
    return [
      ...orders.map(each => service.put(`/v1/orders/${each}`, { status })),
      service.post('/v1/orders', { id: order, status: 'PAID' }, keyed('order')),
      service.post('/v1/validations', { ...theirs, session: { type: 'LOCK' } }),
      service.post('/v1/redemptions', theirs, keyed('theirs')),
      service.post('/v1/redemptions', { redeemables, order: { amount: 100 } }),
      ...nameless
        .splice(0, 2)
        .flatMap(each => [
          service.post(`/v1/redemptions/${each}/rollback`),
          service.post(`/v1/redemptions/${each}/rollbacks`)
        ]),
      ...[TEN.id, GIFT.id, code].map(each => service.put(`/v1/vouchers/${each}`, { active: true })),
      service.post(`/v1/vouchers/${GIFT.id}/balance`, { amount: 1 }),
      ...(exported_object === undefined ? [] : [service.post('/v1/exports', { exported_object })])
    ]
  }
  return async (): Promise<readonly number[]> =>
    (await Promise.all(asked())).map(({ status }) => status)
}

interface Redeemed {
  readonly id: string
  readonly result: string
  readonly customer_id: string | null
}

/** The stage of the erasure that goes on; null when no record is left, or it has ended. */
async function stageOf({ store }: Service): Promise<string | null> {
  const [job] = await store.read(PROJECT_ID, session =>
    session.all(jobsOfQueue, { queue: 'erasures' })
  )
  return (job?.data as { readonly stage: string | null } | undefined)?.stage ?? null
}

t.test('eraseCustomer: cut off, and with others between its units, it leaves no word', async t => {
  const { service, url: at } = await givenKept(t)
  const planted = await plant(t, service)
  const meddle = await meddling(service, planted)
  const settle = service.shell.settle.bind(service.shell) as (
    ...unit: unknown[]
  ) => Promise<unknown>
  const seen = { units: 0, statuses: new Set<number>(), stages: new Set<string>() }
  const between = async (...unit: unknown[]): Promise<unknown> => {
    const { requestId, source } = unit[0] as { requestId: string; source?: { channel: string } }
    if (requestId !== 'erasure' || source?.channel !== 'INTERNAL') return settle(...unit)
    const stage = await stageOf(service)
    if (stage === null) return settle(...unit)
    seen.units++
    if (stage !== 'exports') for (const status of await meddle()) seen.statuses.add(status)
    seen.stages.add(stage)
    // Every second time it gets further before it is cut off: with nothing written, or with all.
    if (seen.units % 4 === 2) throw new Error('cut off before it was written')
    const settled = await settle(...unit)
    if (seen.units % 4 === 0) throw new Error('cut off after it was written')
    return settled
  }
  Object.assign(service.shell, { settle: between })
  const url = `/v1/customers/${planted.id}/permanent-deletion`
  const begun = await service.post(url, undefined, { ...PAIR, 'x-request-id': 'erasure' })
  t.equal(begun.status, 200)
  await service.work()
  const { body } = await service.get(`/v1/async-actions/${begun.body.id}`)
  t.match(body, { status: 'DONE', operation_status: 'SUCCESS' })
  t.strictSame([...seen.statuses].toSorted(), [200, 400])
  t.strictSame([seen.stages.size, seen.units > 24], [12, true], `${seen.units} units`)
  t.strictSame(await columnsWith(at), [])
  t.strictSame(await placesWith(at), [])
})
