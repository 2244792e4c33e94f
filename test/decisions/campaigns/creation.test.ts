import t from 'tap'
import {
  type CreateCampaign,
  type CreateCampaignFacts,
  createCampaign
} from '../../../src/decisions/campaigns/creation.ts'
import type { CreatePromotionTier } from '../../../src/decisions/promotions/tiers.ts'
import { decided, kinds } from '../../support/decided.ts'
import {
  givenCampaign,
  givenCategory,
  givenOccasion,
  givenPromotion,
  NOW
} from '../../support/given.ts'
import { givenPromotionTier, givenProperty, givenSchema } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const club = {
  name: 'Coffee Club',
  voucher: { type: 'LOYALTY_CARD', loyaltyCard: { points: 0, expirationRules: null } }
} as const
const promotion = { name: 'Autumn promotion', campaignType: 'PROMOTION' } as const
const tenOff: CreatePromotionTier = {
  discount: { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ORDER' }
}

function facts(over: Partial<CreateCampaignFacts> = {}): CreateCampaignFacts {
  return {
    named: null,
    category: null,
    eventSchema: null,
    schema: null,
    freeCodes: ['FREE-1'],
    codesUsed: 0,
    vouchersMax: 1000,
    categories: new Map(),
    tierSchema: null,
    ...over
  }
}

function command(over: Partial<CreateCampaign> = {}): CreateCampaign {
  return { campaign: club, vouchersCount: 0, tiers: [], ...over }
}

const made = givenCampaign({ id: 'camp_000001', createdAt: NOW })
const begun = givenPromotion({ id: 'camp_000001', createdAt: NOW })

//                       command, and what comes of it
const launches: [string, Partial<CreateCampaign>, object, readonly string[]][] = [
  ['of no vouchers', {}, { campaign: made, tiers: [], generating: false }, ['campaign.created']],
  [
    'of one, which is there',
    { vouchersCount: 1 },
    { campaign: { ...made, vouchersCount: 1 }, tiers: [], generating: false },
    ['campaign.created', 'voucher.created', 'campaign.grew']
  ],
  [
    'of many, which are being made',
    { vouchersCount: 2 },
    { campaign: made, tiers: [], generating: true },
    ['campaign.created', 'asyncAction.created', 'job.queued']
  ],
  [
    'of no tiers',
    { campaign: promotion },
    { campaign: begun, tiers: [], generating: false },
    ['campaign.created']
  ]
]

t.test('createCampaign: a campaign with what it begins with', t => {
  table(t, launches, (t, _, over, result, changes) => {
    const launched = decided(createCampaign(facts(), command(over), givenOccasion()))
    t.strictSame(launched.result, result)
    t.strictSame(kinds(launched.changes), changes)
  })
  t.end()
})

t.test('createCampaign: tiers follow one another, each in its category', t => {
  const tiers = [
    { ...tenOff, category: 'Seasonal' },
    { ...tenOff, hierarchy: 5 },
    { ...tenOff, hierarchy: 0 },
    tenOff
  ]
  const known = facts({ categories: new Map([['Seasonal', givenCategory()]]) })
  const launched = createCampaign(known, command({ campaign: promotion, tiers }), givenOccasion())
  const tier = (number: number, hierarchy: number, categoryId: string | null = null) =>
    givenPromotionTier({
      id: `promo_00000${number}`,
      campaignId: 'camp_000001',
      name: null,
      hierarchy,
      categoryId,
      createdAt: NOW
    })
  const expected = [tier(1, 1, 'cat_1'), tier(2, 5), tier(3, 0), tier(4, 6)]
  t.strictSame(launched, {
    result: { campaign: begun, tiers: expected, generating: false },
    changes: [
      { kind: 'campaign.created', campaign: begun },
      ...expected.map(tier => ({ kind: 'promotionTier.created', tier }))
    ]
  })
  t.end()
})

const coloured = givenSchema({ properties: { colour: givenProperty() } })

// In descending precedence.
//                        facts, command                         key, and details
const refusals: [string, Partial<CreateCampaignFacts>, Partial<CreateCampaign>, string, RegExp][] =
  [
    [
      'a name in use',
      { named: givenCampaign() },
      { campaign: promotion, vouchersCount: 1 },
      'duplicate_found',
      /Autumn promotion/
    ],
    [
      'vouchers of a promotion',
      {},
      { campaign: promotion, vouchersCount: 1 },
      'invalid_payload',
      /^Property \.vouchers_count: no vouchers are made for a PROMOTION; leave it out$/
    ],
    [
      'vouchers of a campaign that takes none',
      {},
      { campaign: { ...club, type: 'STANDALONE' }, vouchersCount: 1, tiers: [tenOff] },
      'invalid_payload',
      /^Property \.vouchers_count: no vouchers are made for a STANDALONE; leave it out$/
    ],
    [
      'tiers of a club',
      { freeCodes: [] },
      { vouchersCount: 1, tiers: [tenOff] },
      'invalid_payload',
      /^Property \.promotion: a LOYALTY_PROGRAM has no such tiers; leave it out$/
    ],
    [
      'a second tier without an end to its discount',
      {},
      { campaign: promotion, tiers: [tenOff, { discount: { type: 'FIXED' } }] },
      'invalid_payload',
      /^Property \.promotion\.tiers\[1\]\.action\.discount\.fixed_amount: /
    ],
    [
      'a tier of an unknown category',
      {},
      { campaign: promotion, tiers: [{ ...tenOff, category: 'x' }] },
      'not_found',
      /category with id x/
    ],
    [
      'a tier against the schema of tiers',
      { tierSchema: coloured },
      { campaign: promotion, tiers: [{ ...tenOff, metadata: { colour: 5 } }] },
      'metadata_validation_failed',
      /^promotion\.tiers\[0\]\.metadata: colour/
    ],
    [
      'no code to be had',
      { freeCodes: [] },
      { vouchersCount: 1 },
      'invalid_code_config',
      /^Every code tried is taken/
    ],
    [
      'more than a campaign may hold',
      {},
      { vouchersCount: 1001 },
      'invalid_code_config',
      /may hold 1000 vouchers; 1000 can still be added/
    ]
  ]

t.test('createCampaign: refuses all of it', t => {
  table(t, refusals, (t, _, known, over, key, details) => {
    const decision = createCampaign(facts(known), command(over), givenOccasion())
    t.match(decision, { refusal: { key, details } })
  })
  t.end()
})
