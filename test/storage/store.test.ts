/**
 * One suite for every engine: what the port promises, whichever database is underneath.
 *
 * Spec: none; how state is kept.
 */
import t, { type Test } from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { audit } from '../../src/storage/audit.ts'
import { JobQueue } from '../../src/storage/jobs.ts'
import * as rows from '../../src/storage/rows.ts'
import type { Row, Session, Tables } from '../../src/storage/statements.ts'
import type { Store } from '../../src/storage/store.ts'
import { type Engine, type Opened, sqliteInFile, sqliteInMemory } from './support/engines.ts'
import { postgresInProcess } from './support/pglite.ts'
import * as things from './support/things.ts'

const P = 'proj_1'
const engines = [sqliteInMemory, sqliteInFile, postgresInProcess]

/** Everything the others refer to, as changes. */
const ground: readonly Change[] = [
  { kind: 'project.created', project: things.project() },
  { kind: 'keyPair.created', pair: things.keyPair() },
  { kind: 'category.created', category: things.category },
  { kind: 'campaign.created', campaign: things.campaign() },
  { kind: 'customer.created', customer: things.customer() },
  { kind: 'product.created', product: things.product },
  { kind: 'reward.created', reward: things.reward() },
  { kind: 'validationRule.created', rule: things.validationRule },
  { kind: 'segment.created', segment: things.segment },
  { kind: 'eventSchema.created', schema: things.eventSchema },
  { kind: 'loyaltyTier.created', tier: things.loyaltyTier },
  { kind: 'voucher.created', voucher: things.card() },
  { kind: 'campaign.grew', campaignId: 'camp_1', vouchersCount: 0, added: 1 }
]

async function changed(store: Store, ...changes: readonly Change[]): Promise<void> {
  await store.write(P, async () => ({ value: null, changes }))
}

/** Runs a case on a fresh database of each engine, and audits what it leaves. */
function onEach(title: string, body: (t: Test, opened: Opened) => Promise<void>): void {
  for (const engine of engines) {
    t.test(`${engine.name}: ${title}`, async t => {
      const opened = await openWithGround(engine)
      try {
        await body(t, opened)
        const found = await audit(opened.store)
        t.equal(found.clean ? '' : found.disagreement, '')
      } finally {
        await opened.close()
      }
    })
  }
}

async function openWithGround(engine: Engine): Promise<Opened> {
  const opened = await engine.open()
  await changed(opened.store, ...ground)
  return opened
}

/** A created thing, the table it goes to, and the way back; each must come back as it went. */
type Sample<Name extends keyof Tables> = readonly [
  change: Change,
  table: Name,
  of: (row: Row<Name>) => unknown,
  thing: unknown
]

const sample = <Name extends keyof Tables>(...parts: Sample<Name>) => parts

const gift = things.giftVoucher()
const coupon = things.coupon()

// biome-ignore format: aligned rows
const samples = [
  sample({ kind: 'project.created', project: things.project('proj_2', false) }, 'projects', rows.projectOf, things.project('proj_2', false)),
  sample({ kind: 'keyPair.created', pair: things.keyPair(P, 'key_2') }, 'keyPairs', rows.keyPairOf, things.keyPair(P, 'key_2')),
  sample({ kind: 'token.issued', token: things.token() }, 'accessTokens', rows.accessTokenOf, things.token()),
  sample({ kind: 'category.created', category: { ...things.category, id: 'cat_2', name: 'b' } }, 'categories', rows.categoryOf, { ...things.category, id: 'cat_2', name: 'b' }),
  sample({ kind: 'campaign.created', campaign: things.campaign('camp_2') }, 'campaigns', rows.campaignOf, things.campaign('camp_2')),
  sample({ kind: 'customer.created', customer: things.customer('cust_2') }, 'customers', rows.customerOf, things.customer('cust_2')),
  sample({ kind: 'customer.created', customer: things.customer('cust_2') }, 'customerTotals', rows.customerTotalsOf, rows.noTotals('cust_2')),
  sample({ kind: 'product.created', product: { ...things.product, id: 'prod_2', sourceId: null, name: null } }, 'products', rows.productOf, { ...things.product, id: 'prod_2', sourceId: null, name: null }),
  sample({ kind: 'sku.created', sku: things.sku }, 'skus', rows.skuOf, things.sku),
  sample({ kind: 'collection.created', collection: things.segment as never, items: [] }, 'productCollections', row => rows.productCollectionOf(row).name, 'Regulars'),
  sample({ kind: 'order.created', order: things.order() }, 'orders', rows.orderOf, things.order()),
  sample({ kind: 'reward.created', reward: things.reward('rew_2', null) }, 'rewards', rows.rewardOf, things.reward('rew_2', null)),
  sample({ kind: 'rewardAssignment.created', assignment: things.rewardAssignment }, 'rewardAssignments', rows.rewardAssignmentOf, things.rewardAssignment),
  sample({ kind: 'validationRule.created', rule: { ...things.validationRule, id: 'val_2' } }, 'validationRules', rows.validationRuleOf, { ...things.validationRule, id: 'val_2' }),
  sample({ kind: 'validationRule.assigned', assignment: things.ruleAssignment }, 'validationRuleAssignments', rows.validationRuleAssignmentOf, things.ruleAssignment),
  sample({ kind: 'loyaltyTier.created', tier: { ...things.loyaltyTier, id: 'ltr_2' } }, 'loyaltyTiers', rows.loyaltyTierOf, { ...things.loyaltyTier, id: 'ltr_2' }),
  sample({ kind: 'segment.created', segment: { ...things.segment, id: 'seg_2' } }, 'segments', rows.segmentOf, { ...things.segment, id: 'seg_2' }),
  sample({ kind: 'eventSchema.created', schema: { ...things.eventSchema, id: 'ms_2', name: 'left' } }, 'eventSchemas', rows.eventSchemaOf, { ...things.eventSchema, id: 'ms_2', name: 'left' }),
  sample({ kind: 'metadataSchema.created', schema: things.metadataSchema }, 'metadataSchemas', rows.metadataSchemaOf, things.metadataSchema),
  sample({ kind: 'earningRule.created', rule: things.earningRule }, 'earningRules', rows.earningRuleOf, things.earningRule),
  sample({ kind: 'promotionTier.created', tier: things.promotionTier }, 'promotionTiers', rows.promotionTierOf, things.promotionTier),
  sample({ kind: 'redemption.recorded', redemption: things.redemption() }, 'redemptions', rows.redemptionOf, things.redemption()),
  sample({ kind: 'event.logged', event: things.event }, 'events', rows.loggedEventOf, things.event),
  sample({ kind: 'event.logged', event: { ...things.event, data: null } }, 'events', rows.loggedEventOf, { ...things.event, data: null }),
  sample({ kind: 'export.created', export: things.exported }, 'exports', rows.exportOf, things.exported),
  sample({ kind: 'asyncAction.created', action: things.asyncAction() }, 'asyncActions', rows.asyncActionOf, things.asyncAction()),
  sample({ kind: 'job.queued', job: things.job(), chunks: [[1], ['2', null]] }, 'jobs', rows.jobOf, things.job()),
  sample({ kind: 'job.queued', job: things.job(), chunks: [['2', null]] }, 'jobChunks', row => row.items, ['2', null]),
  sample({ kind: 'voucher.created', voucher: gift }, 'vouchers', rows.voucherOf, gift),
  sample({ kind: 'voucher.created', voucher: coupon }, 'vouchers', rows.voucherOf, coupon)
] as const
