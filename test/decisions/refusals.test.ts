import t from 'tap'
import {
  ANY_CODE,
  composeCampaign,
  createPromotionTier,
  updateCampaign
} from '../../src/decisions/campaigns.ts'
import { createEventSchema } from '../../src/decisions/events.ts'
import { createExport } from '../../src/decisions/exports.ts'
import { createLoyaltyTiers } from '../../src/decisions/loyalties.ts'
import { updateProductsInBulk } from '../../src/decisions/products.ts'
import { FAILURE_MESSAGES, notFound, Refused } from '../../src/decisions/refusals.ts'
import { type CreateVoucher, createVoucher } from '../../src/decisions/vouchers/generation.ts'
import { ALWAYS } from '../../src/rules/validity.ts'
import {
  givenCampaign,
  givenGiftCampaign,
  givenOccasion,
  givenPromotion
} from '../support/given.ts'

t.test('notFound: names what was looked for, and by what', async t => {
  t.strictSame(notFound('reward_assignment', 'rew_x'), {
    key: 'not_found',
    details: 'Cannot find reward_assignment with id rew_x',
    resourceId: 'rew_x',
    resourceType: 'reward_assignment'
  })
})

t.test('Refused: an error that carries its refusal, and says its details', async t => {
  const refusal = notFound('order', 'ord_x')
  const error = new Refused(refusal)
  t.ok(error instanceof Error)
  t.equal(error.refusal, refusal)
  t.equal(error.message, refusal.details)
})

const occasion = givenOccasion()
const tiers = { campaign: givenCampaign(), tiers: [], earningRuleIds: new Set<string>() }
const tier = { name: 'Gold', pointsFrom: 0 }
const named = (name: string) =>
  createEventSchema({ named: null }, { name, properties: {} }, occasion)

const credit = (over: Partial<CreateVoucher>) =>
  createVoucher(
    { adding: null, category: null, schema: null, freeCodes: ['A'] },
    {
      campaign: null,
      type: 'GIFT_VOUCHER',
      discount: null,
      gift: { amount: 1, effect: null },
      code: null,
      codeConfig: null,
      category: null,
      active: null,
      validity: ALWAYS,
      additionalInfo: null,
      metadata: null,
      redemptionQuantity: null,
      ...over
    },
    occasion
  )

//  what is decided                                                         key, and details
// biome-ignore format: a table
const unsent: [object, string, RegExp][] = [
  [named(''), 'invalid_payload', /\.name: expected 1 to 300 characters, found 0/],
  [named('x'.repeat(301)), 'invalid_payload', /\.name: .* found 301/],
  [updateProductsInBulk([], [], occasion), 'invalid_payload',
    /^Send at least one product in the array/],
  [createLoyaltyTiers(tiers, [], occasion), 'invalid_payload', /^Send at least one tier in the/],
  [createLoyaltyTiers({ ...tiers, campaign: givenGiftCampaign() }, [], occasion), 'not_found',
    /campaign with id camp_3/],
  [createLoyaltyTiers(tiers, [tier, { ...tier, name: 'Top', pointsFrom: 0.5 }], occasion),
    'invalid_payload', /^Property \[1\]\.points\.from: 0\.5 is not a whole number of at least 0/],
  [credit({ gift: { amount: 0.5, effect: null } }), 'invalid_payload', /\.gift\.amount: 0\.5/],
  [credit({ codeConfig: { ...ANY_CODE, length: 0 } }), 'invalid_code_config', /\.code_config\./],
  [
    createExport(
      { exportedObject: 'order', filters: { junction: 'and', status: 'PAID' } },
      occasion
    ),
    'invalid_payload',
    /^Property \.parameters\.filters\.status\.conditions: Expected/
  ],
  [credit({ redemptionQuantity: 0.5 }), 'invalid_payload', /redemption\.quantity: 0\.5/]
]

t.test('what the schemas of the documents refuse is refused by the decisions as well', async t => {
  for (const [said, key, details] of unsent) t.match(said, { refusal: { key, details } })
  t.ok(!('refusal' in named('x'.repeat(300))), 'the longest name')
})

t.test('what the documents do not let anybody leave out is as if nothing was said of it', t => {
  const facts = { named: null, category: null, eventSchema: null, schema: null }
  const made = composeCampaign(facts, { name: 'P', campaignType: 'PROMOTION' }, occasion)
  t.match(made, { result: { validity: ALWAYS } })
  const known = { campaign: givenPromotion(), hierarchyMax: 0, category: null, schema: null }
  const discount = { type: 'PERCENT', percent_off: 10 } as const
  const step = createPromotionTier(known, { discount }, occasion)
  t.match(step, { result: { validity: ALWAYS, active: true } })
  const gift = givenGiftCampaign()
  const stored = { campaign: gift, named: null, wanted: null, earningRules: [], schema: null }
  const codes = { voucher: { codeConfig: { ...ANY_CODE, length: 9 } } }
  const other = updateCampaign(stored, codes, occasion)
  t.match(other, { result: { voucher: { codeConfig: { length: 9 } } } })
  const again = updateCampaign(stored, { voucher: { codeConfig: null } }, occasion)
  t.match(again, { result: { voucher: { codeConfig: ANY_CODE } } })
  t.end()
})

t.test('every reason to fail a redemption has words, and no two the same', async t => {
  const messages = Object.values(FAILURE_MESSAGES)
  t.equal(new Set(messages).size, messages.length)
  t.ok(messages.every(message => message.trim() !== ''))
})
