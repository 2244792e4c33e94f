/**
 * One created thing per table, with the way back: what goes in must come out as it went.
 *
 * Spec: Resources and their fields.
 */
import type { Change } from '../../../src/decisions/changes.ts'
import * as rows from '../../../src/storage/rows.ts'
import type { Row, Tables } from '../../../src/storage/statements.ts'
import { P } from './changes.ts'
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
const category = other(things.category, { id: 'cat_2', name: 'b' })
const product = other(things.product, { id: 'prod_2', sourceId: null, name: null })
const { validationRule, loyaltyTier, segment, eventSchema, event } = things
const collection = { id: 'pc_1', name: 'Bakery', createdAt: things.NOW, updatedAt: null }
const nothing = other(event, { id: 'evcus_2', data: null })
const actionDone = other(things.asyncAction(), { status: 'DONE', result: [1, null] })

// Aligned by hand: table, kind, its property, the thing, the way back.
export const samples: readonly Sample[] = [
  sample('projects', 'project.created', 'project', project, rows.projectOf),
  sample('keyPairs', 'keyPair.created', 'pair', things.keyPair(P, 'k_2'), rows.keyPairOf),
  sample('accessTokens', 'token.issued', 'token', things.token(), rows.accessTokenOf),
  sample('categories', 'category.created', 'category', category, rows.categoryOf),
  sample('campaigns', 'campaign.created', 'campaign', things.campaign('camp_2'), rows.campaignOf),
  sample('customers', 'customer.created', 'customer', things.customer('c_2'), rows.customerOf),
  sample('products', 'product.created', 'product', product, rows.productOf),
  sample('skus', 'sku.created', 'sku', things.sku, rows.skuOf),
  sample('orders', 'order.created', 'order', things.order(), rows.orderOf),
  sample('rewards', 'reward.created', 'reward', things.reward('rew_2', null), rows.rewardOf),
  sample(
    'rewardAssignments',
    'rewardAssignment.created',
    'assignment',
    things.rewardAssignment,
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
    things.ruleAssignment,
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
    things.metadataSchema,
    rows.metadataSchemaOf
  ),
  sample('earningRules', 'earningRule.created', 'rule', things.earningRule, rows.earningRuleOf),
  sample(
    'promotionTiers',
    'promotionTier.created',
    'tier',
    things.promotionTier,
    rows.promotionTierOf
  ),
  sample('vouchers', 'voucher.created', 'voucher', things.giftVoucher(), rows.voucherOf),
  sample('vouchers', 'voucher.created', 'voucher', things.coupon(), rows.voucherOf),
  sample('events', 'event.logged', 'event', event, rows.loggedEventOf),
  sample('events', 'event.logged', 'event', nothing, rows.loggedEventOf),
  sample('exports', 'export.created', 'export', things.exported, rows.exportOf),
  sample('asyncActions', 'asyncAction.created', 'action', actionDone, rows.asyncActionOf),
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
