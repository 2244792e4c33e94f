/**
 * One created thing per table, with the way back: what goes in must come out as it went.
 */
import type { Change } from '../../../src/decisions/changes.ts'
import type { CardBalance } from '../../../src/model.ts'
import { asyncActionOf } from '../../../src/storage/async-actions.ts'
import { campaignOf } from '../../../src/storage/campaigns/campaigns.ts'
import { categoryOf } from '../../../src/storage/categories.ts'
import { customerOf } from '../../../src/storage/customers/customers.ts'
import { referralOf } from '../../../src/storage/customers/referrals.ts'
import type { Tables } from '../../../src/storage/engine/dialect.ts'
import type { Row } from '../../../src/storage/engine/rows.ts'
import { eventSchemaOf } from '../../../src/storage/event-schemas/event-schemas.ts'
import { loggedEventOf } from '../../../src/storage/events.ts'
import { exportOf } from '../../../src/storage/exports/exports.ts'
import { jobOf } from '../../../src/storage/jobs.ts'
import { earningRuleOf } from '../../../src/storage/loyalties/earning-rules.ts'
import {
  loyaltyTierOf,
  tierMembershipOf
} from '../../../src/storage/loyalty-tiers/loyalty-tiers.ts'
import { metadataSchemaOf } from '../../../src/storage/metadata-schemas.ts'
import { accessTokenOf } from '../../../src/storage/oauth.ts'
import { orderOf } from '../../../src/storage/orders/orders.ts'
import { ledgerEntryOf } from '../../../src/storage/points/ledger.ts'
import { lotOf } from '../../../src/storage/points/lots.ts'
import { pendingPointsOf } from '../../../src/storage/points/pending.ts'
import { productCollectionOf } from '../../../src/storage/product-collections.ts'
import { productOf } from '../../../src/storage/products/products.ts'
import { skuOf } from '../../../src/storage/products/skus.ts'
import { keyPairOf, projectOf } from '../../../src/storage/projects.ts'
import { promotionTierOf } from '../../../src/storage/promotions.ts'
import { publicationOf } from '../../../src/storage/publications.ts'
import { receiptOf } from '../../../src/storage/receipts.ts'
import { redemptionCountOf } from '../../../src/storage/redemptions/limits.ts'
import { redemptionOf } from '../../../src/storage/redemptions/redemptions.ts'
import { rewardAssignmentOf } from '../../../src/storage/rewards/assignments.ts'
import { rewardOf } from '../../../src/storage/rewards/rewards.ts'
import { segmentOf } from '../../../src/storage/segments/segments.ts'
import { projectStackingRulesOf } from '../../../src/storage/stacking-rules.ts'
import { validationRuleAssignmentOf } from '../../../src/storage/validation-rules/assignments.ts'
import { validationRuleOf } from '../../../src/storage/validation-rules/validation-rules.ts'
import { voucherOf } from '../../../src/storage/vouchers/vouchers.ts'
import { givenReceipt } from '../../support/given-records.ts'
import * as catalogue from './catalogue.ts'
import { added, counted, P, published, waiting } from './changes.ts'
import * as things from './things.ts'

/** A change that creates `thing`, the table it goes to, and what makes a thing of its row. */
export interface Sample {
  readonly table: keyof Tables
  readonly change: Change
  readonly thing: unknown
  readonly of: (row: never) => unknown
}

function sample<Name extends keyof Tables>(
  table: Name,
  kind: Change['kind'],
  property: string,
  thing: unknown,
  of: (row: Row<Name>) => unknown
): Sample {
  return { table, change: { kind, [property]: thing } as unknown as Change, thing, of }
}

const other = <Thing>(thing: Thing, parts: Partial<Thing>): Thing => ({ ...thing, ...parts })

const project = things.project('proj_2', false)
const category = other(catalogue.category, { id: 'cat_2', name: 'b' })
const product = other(catalogue.product, { id: 'prod_2', sourceId: null, name: null })
const { validationRule, loyaltyTier, segment, eventSchema } = catalogue
const { event } = things
const collection = { id: 'pc_1', name: 'Bakery', createdAt: things.NOW, updatedAt: null }
const nothing = other(event, { id: 'evcus_2', data: null })
const actionDone = other(things.asyncAction(), { status: 'DONE', result: [1, null] })

const full = other(things.redemption(), {
  reward: {
    id: 'rew_1',
    assignmentId: 'rewa_1',
    reward: catalogue.reward(),
    voucher: {
      voucher: things.coupon(),
      campaignName: 'Campaign camp_1',
      category: catalogue.category,
      assignments: [catalogue.ruleAssignment]
    },
    product: catalogue.product,
    sku: catalogue.sku
  }
})
const refused = other(things.redemption('r_2'), {
  result: 'FAILURE',
  status: 'FAILED',
  points: null,
  failureCode: 'missing_order',
  failureMessage: 'ż',
  order: null
})

/** v_1 as it is after `version - 1` writes, with `points` on it. */
function cardAt(version: number, points: number) {
  const card = things.card()
  const balance = { ...(card.card as CardBalance), points, balance: points }
  return { ...card, version, card: { ...balance, pendingPoints: version > 2 ? 7 : 0 } }
}

type Moved = Extract<Change, { kind: 'points.moved' }>
const lotMade = added(cardAt(3, 0), 5, 'a') as Moved
const entryMade = added(cardAt(4, 5), 6, 'b') as Moved

const scope = { object: 'campaign', objectId: 'camp_1', by: 'any', byId: '' } as const

// Aligned by hand: table, kind, its property, the thing, the way back.
export const samples: readonly Sample[] = [
  sample('projects', 'project.created', 'project', project, projectOf),
  sample('keyPairs', 'keyPair.created', 'pair', things.keyPair(P, 'k_2'), keyPairOf),
  sample('accessTokens', 'token.issued', 'token', things.token(), accessTokenOf),
  sample('categories', 'category.created', 'category', category, categoryOf),
  sample('campaigns', 'campaign.created', 'campaign', things.campaign('camp_2'), campaignOf),
  sample('customers', 'customer.created', 'customer', things.customer('c_2'), customerOf),
  sample('products', 'product.created', 'product', product, productOf),
  sample(
    'campaigns',
    'campaign.created',
    'campaign',
    other(things.campaign('camp_3'), {
      campaignType: 'REFERRAL_PROGRAM',
      tierTerms: null,
      referral: { eventSchemaId: 'ms_event' }
    }),
    campaignOf
  ),
  sample('skus', 'sku.created', 'sku', catalogue.sku, skuOf),
  sample('orders', 'order.created', 'order', things.order(), orderOf),
  sample('rewards', 'reward.created', 'reward', catalogue.reward('rew_2', null), rewardOf),
  sample(
    'rewardAssignments',
    'rewardAssignment.created',
    'assignment',
    catalogue.rewardAssignment,
    rewardAssignmentOf
  ),
  sample(
    'validationRules',
    'validationRule.created',
    'rule',
    other(validationRule, { id: 'val_2' }),
    validationRuleOf
  ),
  sample(
    'validationRuleAssignments',
    'validationRule.assigned',
    'assignment',
    catalogue.ruleAssignment,
    validationRuleAssignmentOf
  ),
  sample(
    'loyaltyTiers',
    'loyaltyTier.created',
    'tier',
    other(loyaltyTier, { id: 'ltr_2', pointsTo: 5 }),
    loyaltyTierOf
  ),
  sample('segments', 'segment.created', 'segment', other(segment, { id: 's_2' }), segmentOf),
  sample(
    'segments',
    'segment.created',
    'segment',
    other(segment, { id: 's_3', type: 'static', filter: null }),
    segmentOf
  ),
  sample(
    'tierMemberships',
    'tierMembership.saved',
    'membership',
    things.membership,
    tierMembershipOf
  ),
  sample('referrals', 'customer.referred', 'referral', things.referral('c_2'), referralOf),
  sample(
    'eventSchemas',
    'eventSchema.created',
    'schema',
    other(eventSchema, { id: 'ms_2', name: 'left' }),
    eventSchemaOf
  ),
  sample(
    'metadataSchemas',
    'metadataSchema.created',
    'schema',
    catalogue.metadataSchema,
    metadataSchemaOf
  ),
  sample(
    'stackingRules',
    'stackingRules.created',
    'set',
    catalogue.stackingRules,
    projectStackingRulesOf
  ),
  sample('earningRules', 'earningRule.created', 'rule', catalogue.earningRule, earningRuleOf),
  sample(
    'promotionTiers',
    'promotionTier.created',
    'tier',
    catalogue.promotionTier,
    promotionTierOf
  ),
  sample('vouchers', 'voucher.created', 'voucher', things.giftVoucher(), voucherOf),
  sample('vouchers', 'voucher.created', 'voucher', things.coupon(), voucherOf),
  sample('events', 'event.logged', 'event', event, loggedEventOf),
  sample('events', 'event.logged', 'event', nothing, loggedEventOf),
  sample('exports', 'export.created', 'export', things.exported, exportOf),
  sample('asyncActions', 'asyncAction.created', 'action', actionDone, asyncActionOf),
  sample('receipts', 'receipt.saved', 'receipt', givenReceipt(), receiptOf),
  sample('redemptions', 'redemption.recorded', 'redemption', full, redemptionOf),
  sample('redemptions', 'redemption.recorded', 'redemption', refused, redemptionOf),
  {
    table: 'publications',
    change: published,
    thing: things.publication(),
    of: publicationOf
  },
  {
    table: 'pendingPoints',
    change: waiting(cardAt(2, 0), things.pendingPoints()),
    thing: things.pendingPoints(),
    of: pendingPointsOf
  },
  { table: 'lots', change: lotMade, thing: lotMade.opened[0], of: lotOf },
  {
    table: 'ledgerEntries',
    change: entryMade,
    thing: entryMade.entry,
    of: ledgerEntryOf
  },
  {
    table: 'redemptionCounts',
    change: counted({ ...scope, ordersAmount: 7 }, 0),
    thing: {
      ...scope,
      total: 1,
      day: '2026-03-01',
      dayCount: 1,
      week: '2026-02-23',
      weekCount: 1,
      month: '2026-03-01',
      monthCount: 1,
      ordersAmount: 7,
      ordersDiscountAmount: 0
    },
    of: redemptionCountOf
  },
  {
    table: 'productCollections',
    change: {
      kind: 'collection.created',
      collection,
      items: [{ object: 'product', itemId: 'prod_1' }]
    },
    thing: collection,
    of: productCollectionOf
  },
  {
    table: 'jobs',
    change: { kind: 'job.queued', job: things.job(), chunks: [[1], ['2', null]] },
    thing: things.job(),
    of: jobOf
  }
]
