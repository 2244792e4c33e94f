import t from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { type EnterSegmentFacts, enterSegment } from '../../src/decisions/segments.ts'
import type { EarningRule, LoggedEvent } from '../../src/model.ts'
import { decided, kinds, refused } from '../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenEntry,
  givenLot,
  givenOccasion,
  NOW
} from '../support/given.ts'
import { givenEarningRule, givenRule, givenSegment } from '../support/given-rules.ts'
import { table } from '../support/table.ts'

function facts(
  over: Partial<EnterSegmentFacts> = {},
  rule: Partial<EarningRule> = { segmentId: 'seg_1' }
): EnterSegmentFacts {
  return {
    segment: givenSegment(),
    customer: givenCustomer(),
    segments: [],
    programs: [
      {
        campaign: givenCampaign(),
        rules: [givenEarningRule({ event: 'customer.segment.entered', ...rule })],
        card: { voucher: givenCard(), lots: [givenLot()] },
        spare: null
      }
    ],
    validationRules: new Map(),
    collections: new Map(),
    ...over
  }
}

const event: LoggedEvent = {
  id: 'evcus_000001',
  type: 'customer.segment.entered',
  customerId: 'cust_1',
  groupId: 'req_1',
  entityId: 'cust_1',
  category: 'EFFECT',
  source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
  data: { segment_id: 'seg_1' },
  createdAt: NOW
}
const entered: readonly Change[] = [
  { kind: 'segment.entered', segmentId: 'seg_1', customerId: 'cust_1', enteredAt: NOW },
  { kind: 'event.logged', event }
]

t.test('enterSegment: is logged, and earns in the same unit', t => {
  const balance = givenBalance({ points: 125, balance: 125 })
  t.strictSame(enterSegment(facts(), givenOccasion()), {
    result: { entered: true },
    changes: [
      ...entered,
      {
        kind: 'points.moved',
        card: { voucherId: 'v_1', version: 1, balance, redeemedQuantity: 0, updatedAt: NOW },
        opened: [],
        stepped: [{ id: 'lopb_1', amount: 25, remaining: 25 }],
        entry: givenEntry({
          id: 'vtx_000001',
          type: 'POINTS_ACCRUAL',
          amount: 25,
          lots: [{ id: 'lopb_1', amount: 25 }],
          balanceAfter: 125,
          cause: { earningRuleId: 'ern_1', eventId: 'evcus_000001' },
          createdAt: NOW
        })
      },
      {
        kind: 'customerTotals.counted',
        customerId: 'cust_1',
        step: { cardBalance: 25 },
        lastOrder: null
      }
    ]
  })
  t.end()
})

t.test('enterSegment: who is in already is left alone', t => {
  t.strictSame(enterSegment(facts({ segments: ['seg_9', 'seg_1'] }), givenOccasion()), {
    result: { entered: false },
    changes: []
  })
  t.end()
})

const inside = givenRule({
  rules: { 1: { name: 'customer.segment', conditions: { $is: ['seg_1'] } } }
})
const alone = givenRule({
  rules: { 1: { name: 'customer.segment', conditions: { $is_not: ['seg_9'] } } }
})
const asking = (rule: typeof inside) => ({ validationRules: new Map([['val_1', rule]]) })
const asked = { validationRuleId: 'val_1' }

//                                             facts               the rule                  earns
const rules: [string, Partial<EnterSegmentFacts>, Partial<EarningRule>, boolean][] = [
  ['a rule for this segment', {}, { segmentId: 'seg_1' }, true],
  ['for another', {}, { segmentId: 'seg_2' }, false],
  ['for any', {}, {}, true],
  ['for another event', {}, { event: 'order.paid' }, false],
  ['one that asks whether they are in it', asking(inside), asked, true],
  ['and whether they are in others', { ...asking(alone), segments: ['seg_9'] }, asked, false],
  ['which they are not', asking(alone), asked, true]
]

t.test('enterSegment: which rules earn; the customer counts as inside', t => {
  table(t, rules, (t, _, over, rule, earns) => {
    const { changes } = decided(enterSegment(facts(over, rule), givenOccasion()))
    t.strictSame(changes.slice(0, 2), entered)
    t.strictSame(kinds(changes.slice(2)), earns ? ['points.moved', 'customerTotals.counted'] : [])
  })
  t.end()
})

t.test('enterSegment: points that cannot be counted leave the customer outside', t => {
  const earning = { type: 'FIXED', points: Number.MAX_SAFE_INTEGER } as const
  t.equal(refused(enterSegment(facts({}, { earning }), givenOccasion())).key, 'invalid_amount')
  const less = { type: 'FIXED', points: Number.MAX_SAFE_INTEGER - 100 } as const
  t.ok(decided(enterSegment(facts({}, { earning: less }), givenOccasion())), 'beside the 100 there')
  t.end()
})
