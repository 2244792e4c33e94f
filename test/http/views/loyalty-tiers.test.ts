import t from 'tap'
import { viewLoyaltyTier, viewLoyaltyTierList } from '../../../src/http/views/loyalty-tiers.ts'
import type { LoyaltyTier } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import { madeAt, program } from '../support/given.ts'

const gold: LoyaltyTier = {
  id: 'ltr_00gold',
  campaignId: program.id,
  name: 'Gold',
  pointsFrom: 1000,
  pointsTo: null,
  mapping: {
    ern_00euro: { type: 'MULTIPLY', multiplier: 1.5 },
    ern_00review: { type: 'CUSTOM', points: 50 }
  },
  createdAt: madeAt,
  updatedAt: null
}

t.test('a loyalty tier shows its band, and what it makes of the rules', t => {
  const expected = {
    id: 'ltr_00gold',
    name: 'Gold',
    campaign_id: 'camp_00club',
    metadata: {},
    created_at: madeAt,
    updated_at: null,
    earning_rules: {
      ern_00euro: { type: 'MULTIPLY', multiplier: 1.5 },
      ern_00review: { type: 'CUSTOM', points: 50 }
    },
    rewards: {},
    points: { from: 1000 },
    config: { points: { from: 1000 } },
    object: 'loyalty_tier'
  }
  answers(t, 'LoyaltyTier', viewLoyaltyTier(gold), expected, 'open above')
  const { points } = viewLoyaltyTier({ ...gold, pointsFrom: 0, pointsTo: 999 })
  answers(t, 'LoyaltyTierPoints', points, { from: 0, to: 999 }, 'between two')
  const list = { object: 'list', data_ref: 'data', data: [expected], total: 2 }
  answers(t, 'LoyaltyTierList', viewLoyaltyTierList([gold], 2), list, 'a page')
  t.end()
})
