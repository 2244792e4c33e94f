import t from 'tap'
import {
  type ErasureProgress,
  eraseRecords,
  finishErasure,
  handOnErasure,
  type RowsToErase,
  withoutPerson
} from '../../../src/decisions/customers/erasure.ts'
import type { Json, LockHold, RedeemedReward } from '../../../src/model.ts'
import { decided } from '../../support/decided.ts'
import { givenCard, givenCoupon, givenOccasion } from '../../support/given.ts'
import { givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import {
  givenAction,
  givenJob,
  givenPending,
  givenReceipt,
  givenRedemption
} from '../../support/given-records.ts'

const words = { metadata: { note: 'Ada' } }

const event = ['customer.created', { name: 'Ada' }, '', 'cust_1', 'ACTION'] as const
const silent = ['customer.created', null, '', 'cust_1', 'ACTION'] as const
const events = (over: object) => ({
  id: 'evcus_1',
  customerId: 'cust_1',
  groupId: 'v-1',
  source: { channel: 'INTERNAL' as const },
  events: [event],
  createdAt: '2026-01-01T00:00:00.000Z',
  ...over
})

const entry = (id: string, cause: object) => ({
  id,
  voucherId: 'v_1',
  campaignId: null,
  type: 'POINTS_ADDITION' as const,
  amount: 5,
  lots: [],
  balanceAfter: 5,
  cause,
  createdAt: '2026-01-01T00:00:00.000Z',
  voucherVersion: 2,
  takenBackBy: null
})

const line = givenOrderItem({
  product: { id: 'prod_1', sourceId: 'mug', name: 'Mug of Ada', price: 1, ...words },
  sku: { id: 'sku_1', sourceId: 'blue', sku: 'Ada', price: 1, ...words },
  ...words
})
const items = [givenOrderItem(), line]
const order = { ...givenOrder({ customerId: 'cust_1', items }), ...words }
const wordless = [
  givenOrderItem(),
  {
    ...line,
    product: { id: 'prod_1', sourceId: 'mug', name: null, price: 1, metadata: {} },
    sku: { id: 'sku_1', sourceId: 'blue', sku: null, price: 1, metadata: {} },
    metadata: {}
  }
]
const entryBack = {
  ...{ id: 'ret_1', createdAt: '2026-01-01T00:00:00.000Z', lines: [], amount: 100 },
  ...{ totalAmount: 100, pendingPoints: 0, movements: [] }
}
const bought = { amount: 300, discountAmount: null, left: [1, 0] }
const earnedBy = {
  ...{ campaignId: 'camp_1', ruleId: 'ern_1', points: 25 },
  earning: { type: 'FIXED', points: 25 }
} as const
const asked = {
  rules: { 1: { name: 'customer.metadata', property: 'name', conditions: { $is: ['Bea'] } } },
  applicableTo: { excluded: [], included: [], includedAll: true }
}
const told = { name: 'customer.metadata', property: 'name', value: 'Ada' }
/** Orders of which something went back: by the figures of the shop, and said anew by an update. */
const lowered = [items, null].map(goods => ({
  ...order,
  earned: { terms: [earnedBy, { ...earnedBy, bound: { ...asked, known: [told] } }], takenBack: [] },
  returned: {
    amount: 100,
    entries: [{ ...entryBack, reason: 'Ada wept', ...words }],
    bought: goods && { ...bought, items: goods }
  }
}))
const redemption = { ...givenRedemption(), ...words, reason: 'Ada asked', trackingId: 'track_1' }
const reward = redemption.reward as RedeemedReward
const shown = { campaignName: null, category: null, assignments: [] }
const coupon = { ...shown, voucher: { ...givenCoupon(), ...words, additionalInfo: 'For Ada' } }
const NOBODY = { id: null, name: null, email: null, sourceId: null, metadata: {} }
const pending = givenPending()
const hold: LockHold = {
  ...{ voucherId: 'v_1', key: 'cart of ada', uses: 0, credit: 0, points: 1 },
  expiresAt: '2026-05-01T00:00:00.000Z'
}

const GONE = 'erased with the data of a customer'
const refused = (details: string) => ({ key: 'not_found', message: 'Not found', details })
const imported = (errors: readonly object[]) => ({ done_count: 1, errors }) as unknown as Json
const erased = (errors: readonly object[]) => ({
  kind: 'asyncAction.updated',
  action: givenAction({ result: imported(errors) })
})

/** The rows of a stage, and the changes that erase them. */
const rows: readonly (readonly [RowsToErase, readonly object[]])[] = [
  [
    { stage: 'orders', rows: [order] },
    [
      {
        kind: 'order.updated',
        order: { metadata: {}, items: wordless, version: order.version + 1 }
      }
    ]
  ],
  [
    { stage: 'orders', rows: lowered },
    [wordless, null].map(goods => ({
      kind: 'order.updated',
      order: {
        earned: { terms: [earnedBy, { ...earnedBy, bound: { ...asked, known: [] } }] },
        returned: {
          amount: 100,
          entries: [{ ...entryBack, reason: null, metadata: {} }],
          bought: goods && { ...bought, items: goods }
        }
      }
    }))
  ],
  [
    {
      stage: 'redemptions',
      rows: [
        { ...redemption, order, reward: { ...reward, voucher: coupon } },
        { ...redemption, id: 'r_2', order: null, reward: { ...reward, voucher: null } }
      ]
    },
    [
      {
        kind: 'redemption.erased',
        redemption: {
          customer: { name: null, email: null, sourceId: null, metadata: {} },
          trackingId: null,
          metadata: {},
          order: { metadata: {}, items: wordless },
          reward: { voucher: { voucher: { metadata: {}, additionalInfo: null } } }
        }
      },
      { kind: 'redemption.erased', redemption: { order: null, reward: { voucher: null } } }
    ]
  ],
  [{ stage: 'locks', rows: [{ id: 'cart of ada' }] }, [{ kind: 'lock.ended', key: 'cart of ada' }]],
  [
    { stage: 'vouchers', rows: [{ ...givenCard(), ...words }] },
    [{ kind: 'voucher.updated', voucher: { metadata: {}, version: givenCard().version + 1 } }]
  ],
  [
    { stage: 'vouchers', rows: [{ ...givenCard(), ...words, holds: [hold] }] },
    [
      { kind: 'lock.ended', key: 'cart of ada' },
      { kind: 'voucher.updated', voucher: { metadata: {}, version: givenCard().version + 1 } }
    ]
  ],
  [
    {
      stage: 'ledger_entries',
      rows: [entry('vtx_1', { reason: 'Ada', orderId: 'ord_1' }), entry('vtx_2', {})]
    },
    [{ kind: 'ledgerEntry.erased', id: 'vtx_1', cause: { orderId: 'ord_1' } }]
  ],
  [{ stage: 'ledger_entries', rows: [entry('vtx_1', { reason: 'import' })] }, []],
  [
    { stage: 'pending_points', rows: [pending] },
    [{ kind: 'pendingPoints.erased', id: pending.id, details: { event: { data: null } } }]
  ],
  [
    {
      stage: 'events',
      rows: [events({}), events({ customerId: 'cust_2' }), events({ events: [silent] })]
    },
    [{ kind: 'event.erased', id: 'evcus_1', events: [silent] }]
  ],
  [
    {
      stage: 'receipts',
      rows: [
        givenReceipt({}),
        givenReceipt({ id: 'other', customerIds: ['cust_2'] }),
        givenReceipt({ id: 'nobody', customerIds: [] }),
        givenReceipt({ id: 'refused', customerIds: null }),
        givenReceipt({ id: 'erasing', operationId: 'eraseCustomer' })
      ]
    },
    [
      { kind: 'receipt.erased', id: 'receipt' },
      { kind: 'resource.deleted', resource: 'receipt', id: 'refused' }
    ]
  ],
  [
    {
      stage: 'async_actions',
      rows: [
        givenAction({ result: imported([{ source_id: 'ada', ...refused('Line 3, of Ada') }]) }),
        givenAction({ result: imported([refused('Item [4]: Ada'), refused('Ada')]) }),
        givenAction({ result: imported([]) }),
        givenAction({ result: { message: 'Stopped' } }),
        givenAction({ result: imported([refused(`Line 3: ${GONE}`)]) }),
        givenAction({ result: null })
      ]
    },
    [
      erased([refused(`Line 3: ${GONE}`)]),
      erased([refused(`Item [4]: ${GONE}`), refused(`Item: ${GONE}`)])
    ]
  ]
]

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

for (const [next, expected] of rows) {
  t.test(`eraseRecords: of ${next.stage} only what people wrote goes`, async t => {
    const facts = { job: jobAt(at(next.stage)), owner: 'w', next }
    const { result, changes } = decided(eraseRecords(facts))
    t.match(changes, [...expected, { kind: 'job.progressed', step: 0 }])
    t.equal(changes.length, expected.length + 1)
    const last = next.rows.at(-1)
    if (last !== undefined) {
      const voucher = 'voucherId' in last ? last.voucherId : ''
      t.strictSame(
        [result.stage, result.after, result.afterVoucher],
        [next.stage, last.id, voucher]
      )
      // A lock that ends with a voucher is no row of the stage.
      const isAlong = next.stage !== 'locks'
      const ended = changes.filter(({ kind }) => isAlong && kind === 'lock.ended').length
      t.equal(result.erased[next.stage], expected.length - ended)
    }
    t.notMatch(JSON.stringify(changes.slice(0, -1)), 'Ada')
  })
}

t.test('eraseRecords: redemptions of nobody lead to orders, and orders to those', async t => {
  const begun = { ...at('nameless_redemptions'), erased: { nameless_redemptions: 1 } }
  const nameless = { ...redemption, customer: NOBODY }
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
})

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
