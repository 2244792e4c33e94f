/**
 * A mug: the plainest thing that points can buy, as the decisions that redeem it and roll it back
 * are told of it.
 */
import { givenProduct, givenReward } from '../../support/given-goods.ts'
import { EVERY_COUNT } from '../../support/given-records.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'

/** A mug on offer to anybody, as often as they like. */
export const MUG = {
  category: null,
  cardAssignments: [],
  reward: givenReward(),
  rules: [],
  storedOrder: null,
  inventory: { products: new Map(), skus: new Map() },
  orderSchemas: { order: null, orderItem: null },
  redemptionSchema: null,
  product: givenProduct(),
  sku: null,
  target: null,
  counts: null,
  countsKept: EVERY_COUNT
} as const

/** What a record says that was handed out for points. */
export const HANDED_OUT = {
  ...{ id: 'rew_1', assignmentId: 'rewa_1', reward: givenReward() },
  ...{ voucher: null, product: null, sku: null }
} as const

/** A rule that applies to mugs alone, and asks for nothing. */
export const MUGS_ALONE = {
  assignment: givenRuleAssignment(),
  rule: givenRule({
    rules: {},
    applicableTo: {
      included: [{ object: 'product', id: 'prod_1', sourceId: null }],
      excluded: [],
      includedAll: false
    }
  })
}

/** What a mug leaves to be undone beside its points. */
export const UNPAID = {
  customerSent: null,
  countedIn: EVERY_COUNT,
  category: null,
  cardAssignments: [],
  rules: [],
  redemptionSchema: null,
  handedOut: null,
  uses: [],
  rewardExists: true,
  tierExists: false,
  order: null,
  earned: { entries: [], pending: [] },
  previousOrder: null,
  older: []
} as const
