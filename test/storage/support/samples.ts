/**
 * One created thing per table, with the way back: what goes in must come out as it went.
 *
 * Spec: Resources and their fields.
 */
import type { Change } from '../../../src/decisions/changes.ts'
import type { CardBalance } from '../../../src/model.ts'
import * as rows from '../../../src/storage/rows.ts'
import type { Row, Tables } from '../../../src/storage/statements.ts'
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
  sample('projects', 'project.created', 'project', project, rows.projectOf),
  sample('keyPairs', 'keyPair.created', 'pair', things.keyPair(P, 'k_2'), rows.keyPairOf),
  sample('accessTokens', 'token.issued', 'token', things.token(), rows.accessTokenOf),
  sample('categories', 'category.created', 'category', category, rows.categoryOf),
  sample('campaigns', 'campaign.created', 'campaign', things.campaign('camp_2'), rows.campaignOf),
  sample('customers', 'customer.created', 'customer', things.customer('c_2'), rows.customerOf),
  sample('products', 'product.created', 'product', product, rows.productOf),
  sample(
    'campaigns',
    'campaign.created',
    'campaign',
    other(things.campaign('camp_3'), {
      campaignType: 'REFERRAL_PROGRAM',
      tierTerms: null,
      referral: { eventSchemaId: 'ms_event' }
    }),
    rows.campaignOf
  ),
  sample('skus', 'sku.created', 'sku', catalogue.sku, rows.skuOf),
  sample('orders', 'order.created', 'order', things.order(), rows.orderOf),
  sample('rewards', 'reward.created', 'reward', catalogue.reward('rew_2', null), rows.rewardOf),
  sample(
    'rewardAssignments',
    'rewardAssignment.created',
    'assignment',
    catalogue.rewardAssignment,
    rows.rewardAssignmentOf
  ),
  sample(
    'validationRules',
    'validationRule.created',
    'rule',
    other(validationRule, { id: 'val_2' }),
    rows.validationRuleOf
  ),
  sample(
    'validationRuleAssignments',
    'validationRule.assigned',
    'assignment',
    catalogue.ruleAssignment,
    rows.validationRuleAssignmentOf
  ),
  sample(
    'loyaltyTiers',
    'loyaltyTier.created',
    'tier',
    other(loyaltyTier, { id: 'ltr_2', pointsTo: 5 }),
    rows.loyaltyTierOf
  ),
  sample('segments', 'segment.created', 'segment', other(segment, { id: 's_2' }), rows.segmentOf),
  sample(
    'segments',
    'segment.created',
    'segment',
    other(segment, { id: 's_3', type: 'static', filter: null }),
    rows.segmentOf
  ),
  sample(
    'tierMemberships',
    'tierMembership.saved',
    'membership',
    things.membership,
    rows.tierMembershipOf
  ),
  sample('referrals', 'customer.referred', 'referral', things.referral('c_2'), rows.referralOf),
  sample(
    'eventSchemas',
    'eventSchema.created',
    'schema',
    other(eventSchema, { id: 'ms_2', name: 'left' }),
    rows.eventSchemaOf
  ),
  sample(
    'metadataSchemas',
    'metadataSchema.created',
    'schema',
    catalogue.metadataSchema,
    rows.metadataSchemaOf
  ),
  sample('earningRules', 'earningRule.created', 'rule', catalogue.earningRule, rows.earningRuleOf),
  sample(
    'promotionTiers',
    'promotionTier.created',
    'tier',
    catalogue.promotionTier,
    rows.promotionTierOf
  ),
  sample('vouchers', 'voucher.created', 'voucher', things.giftVoucher(), rows.voucherOf),
  sample('vouchers', 'voucher.created', 'voucher', things.coupon(), rows.voucherOf),
  sample('events', 'event.logged', 'event', event, rows.loggedEventOf),
  sample('events', 'event.logged', 'event', nothing, rows.loggedEventOf),
  sample('exports', 'export.created', 'export', things.exported, rows.exportOf),
  sample('asyncActions', 'asyncAction.created', 'action', actionDone, rows.asyncActionOf),
  sample('redemptions', 'redemption.recorded', 'redemption', full, rows.redemptionOf),
  sample('redemptions', 'redemption.recorded', 'redemption', refused, rows.redemptionOf),
  {
    table: 'publications',
    change: published,
    thing: things.publication(),
    of: rows.publicationOf
  },
  {
    table: 'pendingPoints',
    change: waiting(cardAt(2, 0), things.pendingPoints()),
    thing: things.pendingPoints(),
    of: rows.pendingPointsOf
  },
  { table: 'lots', change: lotMade, thing: lotMade.opened[0], of: rows.lotOf },
  {
    table: 'ledgerEntries',
    change: entryMade,
    thing: entryMade.entry,
    of: rows.ledgerEntryOf
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
    of: rows.redemptionCountOf
  },
  {
    table: 'productCollections',
    change: {
      kind: 'collection.created',
      collection,
      items: [{ object: 'product', itemId: 'prod_1' }]
    },
    thing: collection,
    of: rows.productCollectionOf
  },
  {
    table: 'jobs',
    change: { kind: 'job.queued', job: things.job(), chunks: [[1], ['2', null]] },
    thing: things.job(),
    of: rows.jobOf
  }
]
