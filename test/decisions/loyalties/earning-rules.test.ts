/**
 * What the schemas of the documents refuse before is refused by the decision, too: a project file
 * comes by another way.
 */
import t from 'tap'
import {
  type CreateEarningRulesFacts,
  createEarningRules,
  type Loyalty,
  type LoyaltyBlock,
  type NewEarningRule,
  updateEarningRule
} from '../../../src/decisions/loyalties.ts'
import type { Calculation } from '../../../src/rules/points.ts'
import { givenCampaign, givenGiftCampaign, givenOccasion, NOW } from '../../support/given.ts'
import { givenEarningRule } from '../../support/given-rules.ts'

const FIXED: Loyalty = { type: 'FIXED', points: 25 }
const known: CreateEarningRulesFacts = {
  campaign: givenCampaign(),
  segmentIds: new Set(),
  loyaltyTierIds: new Set(),
  productIds: new Set(['prod_1']),
  skuIds: new Set(),
  collectionIds: new Set(),
  eventSchemas: new Map(),
  customEvents: [],
  validationRules: new Map(),
  rulesCount: 0,
  rulesMax: 100,
  schema: null
}
const asked = (over: Partial<NewEarningRule> = {}): NewEarningRule => ({
  event: 'order.paid',
  loyalty: FIXED,
  ...over
})

const STEP: LoyaltyBlock = { every: 100, points: 1 }
const OF_MUG: LoyaltyBlock = { ...STEP, object: 'product', id: 'prod_1' }
const by = (calculationType: Calculation, blocks: Partial<Loyalty>) => ({
  loyalty: { type: 'PROPORTIONAL', calculationType, ...blocks } as Loyalty
})
const amount = (block: LoyaltyBlock | null, over: Partial<Loyalty> = {}) =>
  by('ORDER_AMOUNT', { ...(block && { blocks: { 'order.amount': block } }), ...over })
const fixed = (over: Partial<Loyalty>) => ({ loyalty: { ...FIXED, ...over } as Loyalty })
const wait = (pendingDays: number) => ({ pendingDays })
const thirteenth = {
  expirationRules: { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 13, fixedDay: 1 } as const
}

// In descending precedence, as far as rows are about different things.
// biome-ignore format: a table
const refusals: [Partial<NewEarningRule>, string, RegExp][] = [
  [{ event: null }, 'missing_param', /^Parameter 'event' is required in earning rule \[1\]$/],
  [{ loyalty: null }, 'missing_param', /'loyalty' is required/],
  [fixed({ calculationType: 'ORDER_AMOUNT' }), 'invalid_payload', /calculation_type: FIXED has no/],
  [fixed({ blocks: { 'order.amount': STEP } }), 'invalid_payload',
    /loyalty\.order\.amount: FIXED has no use/],
  [fixed({ points: null }), 'missing_param', /'loyalty\.points'/],
  [fixed({ points: 'five' }), 'invalid_payload', /\[1\]\.loyalty\.points: 'five' is not a whole/],
  [fixed({ points: 0 }), 'invalid_payload', /\[1\]\.loyalty\.points: 0 is not a whole/],
  [{ loyalty: { type: 'PROPORTIONAL', blocks: { 'order.amount': STEP } } }, 'missing_param',
    /'loyalty\.calculation_type'/],
  [amount(null, { points: 1 }), 'missing_param', /'loyalty\.order\.amount'/],
  [by('ORDER_AMOUNT', { blocks: { 'order.total_amount': STEP } }), 'missing_param',
    /'loyalty\.order\.amount'/],
  [by('ORDER_AMOUNT', { blocks: { 'order.amount': STEP, 'order.metadata': STEP } }), 'invalid_payload',
    /loyalty\.order\.metadata: ORDER_AMOUNT has no use/],
  [amount(STEP, { points: 5 }), 'invalid_payload', /loyalty\.points: ORDER_AMOUNT has no use/],
  [amount({ points: 1 }), 'missing_param', /'loyalty\.order\.amount\.every'/],
  [amount({ every: 1 }), 'missing_param', /'loyalty\.order\.amount\.points'/],
  [amount({ every: 1, points: '-1' }), 'invalid_payload', /order\.amount\.points: '-1' is not/],
  [amount({ every: 0, points: 1 }), 'invalid_payload', /order\.amount\.every: 0 is not a whole/],
  [by('ORDER_ITEMS_QUANTITY', { blocks: { 'order_items.quantity': { ...OF_MUG, applicableTo: [] } } }),
    'invalid_payload', /say another target/],
  [by('ORDER_METADATA', { blocks: { 'order.metadata': STEP } }), 'invalid_payload',
    /metadata\.property: ORDER_METADATA needs it/],
  [wait(0), 'invalid_payload', /\[1\]\.pending_points\.period_value: 0 is not .* 1 to 90/],
  [wait(91), 'invalid_payload', /period_value: 91 is not/],
  [wait(0.5), 'invalid_payload', /period_value: 0\.5 is not/],
  [thirteenth, 'invalid_payload', /\[1\]\.expiration_rules\.fixed_month: 13/]
]

t.test('createEarningRules: one rule that is wrong refuses them all, by its index', async t => {
  for (const [over, key, details] of refusals) {
    const decision = createEarningRules(known, [asked(), asked(over), asked()], givenOccasion())
    t.match(decision, { refusal: { key, details } }, JSON.stringify(over))
  }
})

t.test('createEarningRules: refuses a request as a whole', async t => {
  const rows: [Partial<CreateEarningRulesFacts>, number, string, RegExp][] = [
    [{ campaign: givenGiftCampaign({ active: false }) }, 0, 'not_found', /campaign with id camp_3/],
    [{ rulesCount: 100 }, 0, 'invalid_payload', /at least one/],
    [{ rulesCount: 7, rulesMax: 5 }, 1, 'invalid_payload', /may have 5 .*; 0 can still/]
  ]
  for (const [over, count, key, details] of rows) {
    const commands = Array.from({ length: count }, () => asked())
    const decision = createEarningRules({ ...known, ...over }, commands, givenOccasion())
    t.match(decision, { refusal: { key, details } })
  }
})

t.test('updateEarningRule: a block that is wrong is refused by its path in the request', t => {
  const facts = { ...known, rule: givenEarningRule(), validationRule: null, assignments: [] }
  const command = { loyalty: { type: 'FIXED' } as const }
  t.match(updateEarningRule(facts, command, givenOccasion()), {
    refusal: { key: 'missing_param', details: "Parameter 'loyalty.points' is required" }
  })
  t.end()
})

t.test('createEarningRules: companions and nulls that say nothing', async t => {
  const silent = { segment: {}, loyaltyTier: null, customEvent: { schemaId: null } }
  const nulls = { banner: null, active: null, validity: null, metadata: null }
  t.match(createEarningRules(known, [asked({ ...silent, ...nulls })], givenOccasion()), {
    result: [
      { ...givenEarningRule(), id: 'ern_000001', automationId: 'auto_000001', createdAt: NOW }
    ]
  })
})
