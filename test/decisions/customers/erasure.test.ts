import t from 'tap'
import { unquoted } from '../../../src/decisions/async-actions.ts'
import {
  type ErasureProgress,
  eraseRecords,
  finishErasure,
  handOnErasure,
  type RowsToErase,
  withoutPerson
} from '../../../src/decisions/customers/erasure.ts'
import type { Json, RedeemedReward } from '../../../src/model.ts'
import { decided } from '../../support/decided.ts'
import { givenCoupon, givenOccasion } from '../../support/given.ts'
import { givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import { givenAction, givenJob, givenRedemption } from '../../support/given-records.ts'

const words = { metadata: { note: 'Ada' } }

const line = givenOrderItem({
  product: { id: 'prod_1', sourceId: 'mug', name: 'Mug of Ada', price: 1, ...words },
  sku: { id: 'sku_1', sourceId: 'blue', sku: 'Ada', price: 1, ...words },
  ...words
})
const items = [givenOrderItem(), line]
const order = { ...givenOrder({ customerId: 'cust_1', items }), ...words }
const redemption = { ...givenRedemption(), ...words, reason: 'Ada asked', trackingId: 'track_1' }
const NOBODY = { id: null, name: null, email: null, sourceId: null, metadata: {} }
const at = (stage: ErasureProgress['stage']) =>
  ({
    customerId: 'cust_1',
    stage,
    after: '',
    afterVoucher: '',
    erased: {},
    sourceId: null,
    others: []
  }) as const satisfies ErasureProgress

const jobAt = (progress: ErasureProgress) => givenJob({ data: progress as unknown as Json })

t.test(
  'eraseRecords: redemptions of nobody lead to orders, and orders to redemptions of nobody',
  async t => {
    const begun = { ...at('nameless_redemptions'), erased: { nameless_redemptions: 1 } }
    const coupon = { ...givenCoupon(), ...words, additionalInfo: 'For Ada' }
    const voucher = { voucher: coupon, campaignName: null, category: null, assignments: [] }
    const reward = { ...(redemption.reward as RedeemedReward), voucher }
    const nameless = { ...redemption, customer: NOBODY, reward }
    const paid = { ...order, customerId: null }
    const followed = { redemptions: [{ ...nameless, id: 'r_parent' }], orders: [paid] }
    const next: RowsToErase = { stage: 'nameless_redemptions', rows: [nameless], followed }
    const { result, changes } = decided(eraseRecords({ job: jobAt(begun), owner: 'w', next }))
    t.match(changes, [
      { kind: 'redemption.erased', redemption: { id: nameless.id, metadata: {} } },
      { kind: 'redemption.erased', redemption: { id: 'r_parent', metadata: {} } },
      { kind: 'order.updated', order: { metadata: {}, version: order.version + 1 }, erased: true },
      { kind: 'job.progressed' }
    ])
    t.notMatch(JSON.stringify(changes.slice(0, -1)), 'Ada')
    t.strictSame(result.after, nameless.id, 'the next page follows the last row of this one')
    t.strictSame(result.erased, { nameless_redemptions: 3, orders: 1 })
    const more = { ...begun, erased: result.erased }
    const again = decided(eraseRecords({ job: jobAt(more), owner: 'w', next }))
    t.strictSame(again.result.erased, { nameless_redemptions: 5, orders: 2 })
    const led = { redemptions: [nameless], orders: [] }
    const orders: RowsToErase = { stage: 'orders', rows: [order], followed: led }
    const first = decided(eraseRecords({ job: jobAt(at('orders')), owner: 'w', next: orders }))
    t.match(first.changes, [{ kind: 'order.updated' }, { kind: 'redemption.erased' }, {}])
    t.strictSame(first.result.erased, { orders: 1, nameless_redemptions: 1 })
    for (const next of [
      { stage: 'orders', rows: [order] },
      { stage: 'nameless_redemptions', rows: [nameless] }
    ] satisfies RowsToErase[]) {
      const { result } = decided(eraseRecords({ job: jobAt(at(next.stage)), owner: 'w', next }))
      t.strictSame(result.erased, { [next.stage]: 1 }, 'nothing follows')
    }
  }
)

const other = (n: number) => ({
  customerId: `cust_${n}`,
  sourceId: `s-${n}`,
  erased: { orders: n },
  action: givenAction({ id: `aa_${n}` })
})

t.test('handOnErasure: the next that waits ends it, but not for more than a hundred', async t => {
  const action = givenAction()
  const mine = { customerId: 'cust_1', sourceId: null, erased: {}, action }
  const next = { ...jobAt(at('orders')), id: 'job_2' }
  for (const [others, isHandedOn] of [
    [[], true],
    [Array.from({ length: 99 }, (_, n) => other(n + 2)), true],
    [Array.from({ length: 100 }, (_, n) => other(n + 2)), false]
  ] as const) {
    const job = jobAt({ ...at(null), others })
    const data = { ...at('orders'), others: [...others, mine] }
    const progressed = {
      kind: 'job.progressed',
      jobId: job.id,
      owner: 'w',
      step: 0,
      done: job.done,
      chunkIndex: null,
      data: { ...at(null), others: others.map(each => ({ ...each, sourceId: null })) }
    }
    t.strictSame(handOnErasure({ job, owner: 'w', action, next }), {
      result: isHandedOn,
      changes: isHandedOn
        ? [
            { kind: 'job.amended', jobId: 'job_2', data },
            { kind: 'job.finished', jobId: job.id, owner: 'w' }
          ]
        : [progressed]
    })
    const alone = handOnErasure({ job, owner: 'w', action, next: null })
    t.strictSame(alone, { result: false, changes: [progressed] })
    t.notMatch(JSON.stringify(alone), /s-\d/, 'what nobody answers to any more')
  }
})

t.test(
  'finishErasure: ends those that were handed on with it, each with its own count',
  async t => {
    const job = jobAt({ ...at(null), others: [other(2), other(3)] })
    const facts = { job, owner: 'w', action: givenAction({ id: 'aa_1' }) }
    const { changes } = decided(finishErasure(facts, givenOccasion()))
    t.match(changes, [
      ...[2, 3, 0].map(count => ({
        action: { id: `aa_${count || 1}`, status: 'DONE', result: { done_count: count } }
      })),
      { kind: 'job.finished' }
    ])
  }
)

t.test('finishErasure: says how many of each were erased', async t => {
  const job = jobAt({ ...at(null), erased: { orders: 2, events: 3 } })
  const facts = { job, owner: 'w', action: givenAction() }
  const { changes } = decided(finishErasure(facts, givenOccasion()))
  const message =
    'Erased: orders 2, redemptions 0, redemptions without a holder 0, publications 0, ' +
    'locks 0, vouchers 0, ledger entries 0, pending points 0, events 3, receipts of requests 0, ' +
    'results of imports 0, export files 0.'
  t.match(changes, [
    {
      kind: 'asyncAction.updated',
      action: { status: 'DONE', result: { message, done_count: 5, failed_count: 0 } }
    },
    { kind: 'job.finished', jobId: job.id, owner: 'w' }
  ])
})

t.test('withoutPerson: of why a redemption was refused, the sentence of the code stays', t => {
  const sentence = 'customer does not match validation rules'
  for (const [failureCode, failureMessage, left] of [
    ['customer_rules_violated', `${sentence}: 1 of Some (val_1), found Ada`, sentence],
    ['customer_rules_violated', sentence, sentence],
    ['redemption_rolled_back', 'redemption was rolled back', 'redemption was rolled back'],
    ['customer_rules_violated', null, null],
    [null, null, null]
  ] as const) {
    const redemption = { ...givenRedemption(), failureCode, failureMessage }
    t.strictSame(withoutPerson(redemption).failureMessage, left)
  }
  t.end()
})

t.test('unquoted: of the result of an import the places of its failures stay', t => {
  const failed = { key: 'not_found', message: 'Not found' } as const
  const left = (place: string) => ({
    ...failed,
    details: `${place}: erased with the data of a customer`
  })
  const rows = [
    [[{ source_id: 'ada', ...failed, details: 'Line 3, of Ada' }], [left('Line 3')]],
    [[{ ...failed, details: 'Ada' }], [left('Item')]],
    [[left('Line 3')], null],
    [[], null]
  ] as const
  for (const [errors, erased] of rows) {
    const result = { done_count: 1, errors } as unknown as Json
    t.strictSame(unquoted(result), erased && { done_count: 1, errors: erased })
  }
  for (const result of [null, { message: 'Stopped' }]) t.equal(unquoted(result), null)
  t.end()
})
