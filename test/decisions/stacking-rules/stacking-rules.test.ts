import t from 'tap'
import {
  categoriesNamedBy,
  createStackingRules,
  deleteStackingRules,
  type SetStackingRules,
  updateStackingRules
} from '../../../src/decisions/stacking-rules/stacking-rules.ts'
import type { ProjectStackingRules } from '../../../src/model.ts'
import { STACKING_RULES_DEFAULT as DEFAULT } from '../../../src/rules/stacking-rules.ts'
import { givenOccasion, NOW } from '../../support/given.ts'
import { table } from '../../support/table.ts'

const categories = new Set(['cat_1', 'cat_2'])
const stored: ProjectStackingRules = {
  id: 'stk_1',
  rules: { ...DEFAULT, jointCategories: ['cat_gone'] },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: null
}

t.test('createStackingRules: what is sent, and the defaults for the rest', async t => {
  const sent = {
    applicableRedeemablesLimit: 3,
    exclusiveCategories: ['cat_1'],
    jointCategories: undefined
  }
  const set = {
    id: 'stk_000001',
    rules: { ...DEFAULT, applicableRedeemablesLimit: 3, exclusiveCategories: ['cat_1'] },
    createdAt: NOW,
    updatedAt: null
  }
  t.strictSame(createStackingRules({ stored: null, categories }, sent, givenOccasion()), {
    result: set,
    changes: [{ kind: 'stackingRules.created', set }]
  })
})

t.test('createStackingRules: a project has one set', async t => {
  const sent = { redeemablesLimit: 2 }
  t.strictSame(createStackingRules({ stored, categories }, sent, givenOccasion()), {
    refusal: {
      key: 'stacking_rules_exist',
      details: 'The project has stacking rules stk_1; update those, or delete them first',
      resourceId: 'stk_1',
      resourceType: 'stacking_rules'
    }
  })
})

// What is unknown comes before what does not fit together.
//   title, sent, key, details
const refused: [string, SetStackingRules, string, string][] = [
  [
    'an unknown category, and a limit above its bound',
    { redeemablesLimit: 2, noEffectSkipCategories: ['cat_3'] },
    'not_found',
    'Cannot find category with id cat_3'
  ],
  [
    'a limit above the default of its bound',
    { redeemablesLimit: 2, exclusiveCategories: ['cat_2'] },
    'invalid_payload',
    'Property .applicable_redeemables_limit: 5 is above redeemables_limit, 2.'
  ],
  [
    'a limit of an unknown category',
    { applicableRedeemablesCategoryLimits: { cat_4: 1 } },
    'not_found',
    'Cannot find category with id cat_4'
  ],
  [
    'a category on both sides',
    { exclusiveCategories: ['cat_1'], jointCategories: ['cat_2', 'cat_1'] },
    'invalid_payload',
    'Property .exclusive_categories: cat_1 is also in joint_categories; ' +
      'a category is in one of them.'
  ]
]

t.test('createStackingRules, updateStackingRules: refuse what could never hold', t => {
  table(t, refused, (t, _, sent, key, details) => {
    t.match(createStackingRules({ stored: null, categories }, sent, givenOccasion()), {
      refusal: { key, details }
    })
    t.match(updateStackingRules({ stored, categories }, sent, givenOccasion()), {
      refusal: { key, details }
    })
  })
  t.end()
})

//   title, sent, what changes
const updates: [string, SetStackingRules, Partial<ProjectStackingRules['rules']> | null][] = [
  ['nothing', {}, null],
  ['what is stored', { jointCategories: ['cat_gone'], redeemablesLimit: 30 }, null],
  ['a mode', { redeemablesApplicationMode: 'PARTIAL' }, { redeemablesApplicationMode: 'PARTIAL' }],
  ['another list', { jointCategories: ['cat_2'] }, { jointCategories: ['cat_2'] }],
  [
    'a list with a category that is deleted',
    { jointCategories: ['cat_gone', 'cat_1'] },
    { jointCategories: ['cat_gone', 'cat_1'] }
  ],
  [
    'no limit, which is null',
    { applicableExclusiveRedeemablesPerCategoryLimit: null },
    { applicableExclusiveRedeemablesPerCategoryLimit: null }
  ]
]

t.test('updateStackingRules: what is sent counts, and what is not sent stays', t => {
  table(t, updates, (t, _, sent, over) => {
    const set =
      over === null ? stored : { ...stored, rules: { ...stored.rules, ...over }, updatedAt: NOW }
    t.strictSame(updateStackingRules({ stored, categories }, sent, givenOccasion()), {
      result: set,
      changes: over === null ? [] : [{ kind: 'stackingRules.updated', set, updatedAtBefore: null }]
    })
  })
  t.end()
})

t.test('deleteStackingRules: nothing needs them', async t => {
  t.strictSame(deleteStackingRules(stored), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'stacking_rules', id: 'stk_1' }]
  })
})

t.test('every list and the map of limits name categories, each once', async t => {
  const sent: SetStackingRules = {
    applicableRedeemablesCategoryLimits: { a: 1 },
    exclusiveCategories: ['b', 'a'],
    jointCategories: ['c'],
    noEffectSkipCategories: ['d'],
    noEffectRedeemAnywayCategories: ['e'],
    initialAmountModeCategories: ['f'],
    discountedAmountModeCategories: ['g', 'b']
  }
  t.strictSame(categoriesNamedBy(sent), ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
})
