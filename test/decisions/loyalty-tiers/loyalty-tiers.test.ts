import t from 'tap'
import {
  type CreateLoyaltyTiersFacts,
  createLoyaltyTiers,
  deleteLoyaltyTier,
  type NewLoyaltyTier,
  type UpdateLoyaltyTier,
  updateLoyaltyTier
} from '../../../src/decisions/loyalty-tiers/loyalty-tiers.ts'
import type { LoyaltyTier } from '../../../src/model.ts'
import { givenCampaign, givenGiftCampaign, givenOccasion, NOW } from '../../support/given.ts'
import { givenTier } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const silver = givenTier()
const platinum = givenTier({ id: 'ltr_9', name: 'Platinum', pointsFrom: 5000, pointsTo: null })

function facts(over: Partial<CreateLoyaltyTiersFacts> = {}): CreateLoyaltyTiersFacts {
  return {
    campaign: givenCampaign(),
    tiers: [silver, platinum],
    earningRuleIds: new Set(['ern_1', 'ern_2']),
    ...over
  }
}

const band = (name: string, pointsFrom: number, pointsTo: number | null): NewLoyaltyTier => ({
  name,
  pointsFrom,
  pointsTo
})

const made = (count: number, over: Partial<LoyaltyTier>): LoyaltyTier =>
  givenTier({ id: `ltr_${String(count).padStart(6, '0')}`, createdAt: NOW, ...over })

//                                          commands           the tiers
const bands: [string, NewLoyaltyTier[], Partial<LoyaltyTier>[]][] = [
  [
    'right between the others',
    [band('Gold', 1000, 4999)],
    [{ name: 'Gold', pointsFrom: 1000, pointsTo: 4999 }]
  ],
  [
    'of a single number of points',
    [band('Bronze', 1000, 1000)],
    [{ name: 'Bronze', pointsFrom: 1000, pointsTo: 1000 }]
  ],
  [
    'several that leave gaps, in any order',
    [band('Gold', 3000, 4000), band('Bronze', 1500, 1999)],
    [
      { name: 'Gold', pointsFrom: 3000, pointsTo: 4000 },
      { name: 'Bronze', pointsFrom: 1500, pointsTo: 1999 }
    ]
  ]
]

/** Each is written, and then every member is looked at. */
const creating = (tiers: readonly LoyaltyTier[]) => ({
  result: tiers,
  changes: [
    ...tiers.map(tier => ({ kind: 'loyaltyTier.created', tier })),
    { kind: 'review.opened' }
  ]
})

t.test('createLoyaltyTiers: bands that do not overlap, in the order sent', t => {
  table(t, bands, (t, _, commands, expected) => {
    const tiers = expected.map((over, index) => made(index + 1, over))
    t.strictSame(createLoyaltyTiers(facts(), commands, givenOccasion()), creating(tiers))
  })
  t.end()
})

t.test('createLoyaltyTiers: the first tiers of a program, one with an open top', async t => {
  const tiers = [
    made(1, { name: 'Silver', pointsFrom: 0, pointsTo: 99 }),
    made(2, { name: 'Gold', pointsFrom: 100, pointsTo: null })
  ]
  const commands = [band('Silver', 0, 99), { name: 'Gold', pointsFrom: 100 }]
  const decision = createLoyaltyTiers(facts({ tiers: [] }), commands, givenOccasion())
  t.strictSame(decision, creating(tiers))
})

t.test('createLoyaltyTiers: what a tier makes of the rules of its program', async t => {
  const mapping = {
    ern_1: { type: 'MULTIPLY', multiplier: 1.5 },
    ern_2: { type: 'CUSTOM', points: 10 }
  } as const
  const tier = made(1, { name: 'Gold', pointsFrom: 1000, pointsTo: 4999, mapping })
  const command = { ...band('Gold', 1000, 4999), mapping }
  t.strictSame(createLoyaltyTiers(facts(), [command], givenOccasion()), creating([tier]))
})

t.test('createLoyaltyTiers: a mapping that says nothing maps nothing', async t => {
  for (const mapping of [undefined, null, {}]) {
    const command = { ...band('Gold', 1000, 4999), mapping }
    const tier = made(1, { name: 'Gold', pointsFrom: 1000, pointsTo: 4999 })
    t.strictSame(createLoyaltyTiers(facts(), [command], givenOccasion()), creating([tier]))
  }
})

const by = (mapping: NewLoyaltyTier['mapping']) => ({ ...band('Gold', 2000, 4999), mapping })

// In descending precedence, of a second tier beside one that is right.
//                                 command                      key, and details
const refusals: [string, NewLoyaltyTier, string, RegExp][] = [
  ['a name in use', band('Silver', 0.5, 2), 'duplicate_found', /loyalty_tier exists .* Silver/],
  ['a name sent twice', band('Bronze', 0.5, 2), 'duplicate_found', /exists with name Bronze/],
  [
    'half a point',
    band('Gold', 0.5, null),
    'invalid_payload',
    /^Property \[1\]\.points\.from: 0\.5 is not a whole number of at least 0/
  ],
  ['less than nothing', band('Gold', -1, 5), 'invalid_payload', /\[1\]\.points\.from: -1/],
  [
    'an end before its start',
    band('Gold', 2000, 1999),
    'invalid_payload',
    /\[1\]\.points\.to: 1999 is not a whole number of at least 2000/
  ],
  ['half a point at the end', band('Gold', 2000, 3000.5), 'invalid_payload', /points\.to: 3000\.5/],
  [
    'over the edge of another',
    { ...band('Gold', 999, 1000), mapping: { ern_9: { type: 'CUSTOM', points: 0 } } },
    'invalid_payload',
    /\[1\]\.points: overlaps with tier Silver, from 0 points/
  ],
  ['into the open top', band('Gold', 2000, 5000), 'invalid_payload', /with tier Platinum, from 5/],
  ['a second open top', band('Gold', 6000, null), 'invalid_payload', /with tier Platinum/],
  ['one sent beside it', band('Gold', 1100, 1200), 'invalid_payload', /with tier Bronze, from 11/],
  [
    'a rule that is not of this program',
    by({ ern_9: { type: 'CUSTOM', points: 0 } }),
    'not_found',
    /^Cannot find earning_rule with id ern_9$/
  ],
  [
    'a multiplier of nothing',
    by({ ern_1: { type: 'MULTIPLY', multiplier: 0 } }),
    'invalid_payload',
    /^Property \[1\]\.earning_rules\.ern_1\.multiplier: 0 is not a number above 0 and up to 1000/
  ],
  [
    'points of nothing',
    by({ ern_1: { type: 'MULTIPLY', multiplier: 2 }, ern_2: { type: 'CUSTOM', points: 0 } }),
    'invalid_payload',
    /\[1\]\.earning_rules\.ern_2\.points: 0 is not a whole number of at least 1/
  ]
]

t.test('createLoyaltyTiers: one that is refused refuses all', t => {
  table(t, refusals, (t, _, command, key, details) => {
    const commands = [band('Bronze', 1100, 1100), command]
    const decision = createLoyaltyTiers(facts(), commands, givenOccasion())
    t.match(decision, { refusal: { key, details } })
  })
  t.end()
})

t.test('createLoyaltyTiers: none at all, and none of other campaigns', async t => {
  t.match(createLoyaltyTiers(facts(), [], givenOccasion()), {
    refusal: { key: 'invalid_payload', details: /at least one tier/ }
  })
  t.match(createLoyaltyTiers(facts({ campaign: givenGiftCampaign() }), [], givenOccasion()), {
    refusal: { key: 'not_found', resourceType: 'campaign', resourceId: 'camp_3' }
  })
})

const mapped = { ern_1: { type: 'MULTIPLY', multiplier: 2 } } as const
const known = { tier: silver, tiers: [silver, platinum], earningRuleIds: new Set(['ern_1']) }

//                     command, what is another way, and whether members move
const updates: [string, UpdateLoyaltyTier, Partial<LoyaltyTier>, boolean][] = [
  ['a name', { name: 'Iron' }, { name: 'Iron' }, false],
  ['what its rules give', { mapping: mapped }, { mapping: mapped }, false],
  ['its lower end', { pointsFrom: 10 }, { pointsFrom: 10 }, true],
  ['its upper end', { pointsTo: 4999 }, { pointsTo: 4999 }, true]
]

t.test('updateLoyaltyTier: members are looked at where the band moves', t => {
  table(t, updates, (t, _, command, over, moves) => {
    const tier = { ...silver, ...over, updatedAt: NOW }
    const updated = { kind: 'loyaltyTier.updated', tier, updatedAtBefore: null }
    t.strictSame(updateLoyaltyTier(known, command, givenOccasion()), {
      result: tier,
      changes: moves ? [updated, { kind: 'review.opened' }] : [updated]
    })
  })
  const open = { ...known, tier: platinum }
  t.match(updateLoyaltyTier(open, { pointsFrom: 1000, pointsTo: null }, givenOccasion()), {
    result: { pointsFrom: 1000, pointsTo: null }
  })
  for (const command of [{}, { name: 'Silver', pointsTo: 999 }]) {
    const same = updateLoyaltyTier(known, command, givenOccasion())
    t.strictSame(same, { result: silver, changes: [] }, 'nothing new writes nothing')
  }
  t.end()
})

t.test('updateLoyaltyTier: refuses what could not be made so', t => {
  const rows: [string, UpdateLoyaltyTier, string, RegExp][] = [
    ['a name in use', { name: 'Platinum', pointsTo: null }, 'duplicate_found', /name Platinum/],
    ['no band', { pointsFrom: 1000 }, 'invalid_payload', /^Property \.points\.to: 999/],
    ['an overlap', { pointsTo: null }, 'invalid_payload', /^Property \.points: overlaps/],
    ['an unknown rule', { mapping: { ern_9: mapped.ern_1 } }, 'not_found', /earning_rule .* ern_9/],
    [
      'a multiplier of nothing',
      { mapping: { ern_1: { type: 'MULTIPLY', multiplier: 0 } } },
      'invalid_payload',
      /^Property \.earning_rules\.ern_1\.multiplier: 0/
    ]
  ]
  table(t, rows, (t, _, command, key, details) => {
    t.match(updateLoyaltyTier(known, command, givenOccasion()), { refusal: { key, details } })
  })
  t.end()
})

t.test('deleteLoyaltyTier: goes where nobody stands and no rule is for it', t => {
  const leaving = { tier: silver, cards: [], rules: [] }
  t.strictSame(deleteLoyaltyTier(leaving), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'loyalty_tier', id: 'ltr_1' }]
  })
  const cards = [{ type: 'voucher', id: 'v_1' }] as const
  const rules = [{ type: 'earning_rule', id: 'ern_1' }] as const
  t.match(deleteLoyaltyTier({ ...leaving, cards, rules }), {
    refusal: { key: 'resource_in_use', details: /in use by voucher v_1; move its points/ }
  })
  t.match(deleteLoyaltyTier({ ...leaving, rules }), {
    refusal: { key: 'resource_in_use', details: /in use by earning_rule ern_1; delete them first/ }
  })
  t.end()
})
