/**
 * Every kind of change, written by two units on one PostgreSQL database that both had loaded before
 * either wrote: the second one must find out, by a guard of its own or by the version of the set-up
 * that it decided by. A kind that needs neither says why.
 *
 * SQLite lets one unit write at a time, from before its load, so that none of this happens there.
 */
import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import type { CardBalance, Gift, Job, Order, Voucher } from '../../../src/model.ts'
import { versionOf } from '../../../src/storage/catalogue.ts'
import type { ChangeOf } from '../../../src/storage/engine/session.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { claim } from '../../../src/storage/jobs.ts'
import { givenReceipt } from '../../support/given-records.ts'
import { onServer } from '../../support/postgres-databases.ts'
import * as catalogue from '../support/catalogue.ts'
import {
  added,
  changed,
  counted,
  ground,
  lacking,
  P,
  settledOn,
  waited,
  waiting
} from '../support/changes.ts'
import { givenDatabase } from '../support/postgres.ts'
import * as things from '../support/things.ts'

/** How the second of two units finds out that the first one was there. */
type Meeting =
  | {
      /** By what: a guard of the change, or the version, which every change of set-up raises. */
      readonly by: 'guard' | 'version'
      /** What is there before both load. */
      readonly given: readonly Change[]
      readonly change: Change
      /** What the first one does; the same change unless it says. */
      readonly first: Change | ((store: Store) => Promise<unknown>)
    }
  /** Why it need not. */
  | string

const guarded = (
  change: Change,
  given: readonly Change[] = [],
  first: Change | ((store: Store) => Promise<unknown>) = change
): Meeting => ({ by: 'guard', given, change, first })

/** What is decided by the set-up is decided again when any of that was changed. */
const bySetUp = (change: Change): Meeting => ({
  by: 'version',
  given: [],
  change,
  first: { kind: 'category.created', category: named(catalogue.category, `cat ${change.kind}`) }
})

function named<Thing extends object>(thing: Thing, id: string): Thing & { id: string } {
  return { ...thing, id, ...('name' in thing ? { name: id } : {}) }
}

const { NOW, LATER } = things
const updatedAtBefore = null
const later = <Thing extends object>(thing: Thing) => ({ ...thing, updatedAt: LATER })

/** A new one is decided by the set-up, an update has a guard; `items` are those of a collection. */
function madeAndUpdated<Noun extends string, Thing extends object>(
  noun: Noun,
  property: string,
  thing: (id: string) => Thing
): { readonly [Kind in `${Noun}.${'created' | 'updated'}`]: Meeting } {
  const makes = (id: string) =>
    ({ kind: `${noun}.created`, [property]: thing(id), items: [] }) as unknown as Change
  const updated = { kind: `${noun}.updated`, [property]: later(thing('updated')), items: null }
  const meetings = {
    [`${noun}.created`]: bySetUp(makes('new')),
    [`${noun}.updated`]: guarded({ ...updated, updatedAtBefore } as unknown as Change, [
      makes('updated')
    ])
  }
  return meetings as { [Kind in `${Noun}.${'created' | 'updated'}`]: Meeting }
}

const made = (id: string): Change => ({ kind: 'voucher.created', voucher: things.card(id) })
/** A card with points, and as it is then. */
const withPoints = (id: string): readonly Change[] => [made(id), added(things.card(id), 9, id)]
const loaded = (id: string): Voucher => {
  const card = things.card(id)
  return { ...card, version: 2, card: { ...(card.card as CardBalance), points: 9, balance: 9 } }
}
const locking: Change = {
  kind: 'lock.taken',
  key: 'cart',
  expiresAt: LATER,
  customerId: null,
  voucherIds: []
}
const locked = (voucherId: string): Change => ({
  kind: 'voucher.locked',
  hold: { voucherId, key: 'cart', uses: 1, credit: 0, points: 0, expiresAt: LATER },
  version: 1,
  lockedUntil: LATER
})
const used = (voucherId: string): Change => ({
  kind: 'voucher.redeemed',
  voucherId,
  version: 1,
  step: 1,
  updatedAt: LATER
})
const pendingOn = (id: string) =>
  waiting(
    things.card(id),
    things.pendingPoints(`lopp_${id}`, id)
  ) as ChangeOf<'pendingPoints.added'>
const scope = { object: 'campaign', objectId: 'camp_1', by: 'any', byId: '' } as const
const bound = (id: string, relatedObjectId: string): Change => ({
  kind: 'validationRule.assigned',
  assignment: { ...catalogue.ruleAssignment, id, relatedObjectId }
})
const queued = (id: string, parts: Partial<Job> = {}): Change => ({
  kind: 'job.queued',
  job: things.job(id, { queue: null, ...parts }),
  chunks: []
})
/** A job that `a` holds. */
const ownJob = (id: string) => queued(id, { owner: 'a', leaseUntil: LATER })
const ordered = (id: string, parts: Partial<Order> = {}): Change => ({
  kind: 'order.created',
  order: { ...things.order(id), ...parts }
})
const collection = { id: 'pc_1', name: 'Bakery', createdAt: NOW, updatedAt: null }
const balance = things.giftVoucher().gift as Gift
const rolledBack = { result: 'FAILURE', status: 'ROLLED_BACK' } as const

const NEW = 'its id is new, and nothing that others write was decided by'
const RECORD = 'a record is new, and the change of what it is about has the guard'
const HELD = 'one worker holds the job, and confirms that in each unit'
const ERASED = 'an erasure has the customer alone, and whoever comes twice writes the same'
const IN_SANDBOX = 'the sandbox is in the memory of one process'
const ADDED = 'it adds to the counts, whatever they are by then'

const MEETINGS: { readonly [Kind in Change['kind']]: Meeting } = {
  ...madeAndUpdated('campaign', 'campaign', things.campaign),
  ...madeAndUpdated('category', 'category', id => named(catalogue.category, id)),
  ...madeAndUpdated('collection', 'collection', id => named(collection, id)),
  ...madeAndUpdated('earningRule', 'rule', id => named(catalogue.earningRule, id)),
  ...madeAndUpdated('eventSchema', 'schema', id => named(catalogue.eventSchema, id)),
  ...madeAndUpdated('loyaltyTier', 'tier', id => named(catalogue.loyaltyTier, id)),
  ...madeAndUpdated('promotionTier', 'tier', id => named(catalogue.promotionTier, id)),
  ...madeAndUpdated('reward', 'reward', catalogue.reward),
  ...madeAndUpdated('validationRule', 'rule', id => named(catalogue.validationRule, id)),
  'asyncAction.created': NEW,
  'asyncAction.updated': HELD,
  'campaign.grew': guarded(
    { kind: 'campaign.grew', campaignId: 'camp_g', vouchersCount: 0, added: 1 },
    [{ kind: 'campaign.created', campaign: things.campaign('camp_g') }]
  ),
  'campaign.switched': guarded(
    { kind: 'campaign.switched', campaignId: 'camp_s', active: false, updatedAt: LATER },
    [{ kind: 'campaign.created', campaign: things.campaign('camp_s') }]
  ),
  'card.waited': guarded(waited(things.card('v_waited'), 3), [made('v_waited')]),
  'credit.moved': guarded(
    {
      kind: 'credit.moved',
      gift: { voucherId: 'v_gift', version: 1, balance, redeemedQuantity: 1, updatedAt: LATER },
      opened: [],
      stepped: [],
      entry: {
        ...(added(things.card(), 1, 'g') as ChangeOf<'points.moved'>).entry,
        voucherId: 'v_gift'
      }
    },
    [{ kind: 'voucher.created', voucher: things.giftVoucher() }],
    used('v_gift')
  ),
  'customer.created': guarded(
    { kind: 'customer.created', customer: { ...things.customer('c_a'), sourceId: 'same' } },
    [],
    { kind: 'customer.created', customer: { ...things.customer('c_b'), sourceId: 'same' } }
  ),
  'customer.deleted': guarded(
    { kind: 'customer.deleted', customerId: 'c_d', version: 1, deletedAt: LATER },
    [{ kind: 'customer.created', customer: things.customer('c_d') }],
    { kind: 'customer.updated', customer: { ...things.customer('c_d'), version: 2 } }
  ),
  'customer.referred': guarded(
    { kind: 'customer.referred', referral: things.referral('c_r', 'ref_1') },
    [{ kind: 'customer.created', customer: things.customer('c_r') }],
    { kind: 'customer.referred', referral: things.referral('c_r', 'ref_2') }
  ),
  'customer.updated': guarded(
    { kind: 'customer.updated', customer: { ...things.customer('c_u'), version: 2 } },
    [{ kind: 'customer.created', customer: things.customer('c_u') }]
  ),
  'customerTotals.counted': guarded(
    {
      kind: 'customerTotals.counted',
      customerId: 'c_t',
      step: { ordersCount: -1 },
      lastOrder: { gone: LATER, previous: null }
    },
    [{ kind: 'customer.created', customer: things.customer('c_t') }],
    ordered('ord_t', { customerId: 'c_t' })
  ),
  'event.erased': ERASED,
  'event.logged': RECORD,
  'export.created': NEW,
  'export.turned': HELD,
  'export.written': HELD,
  'job.amended': guarded(
    { kind: 'job.amended', jobId: 'job_am', data: 'more' },
    [queued('job_am', { runAt: '2020-01-01T00:00:00.000Z' })],
    store => claim(store, { now: NOW, owner: 'b', leaseMs: 1_000, projectId: P })
  ),
  'job.finished': guarded({ kind: 'job.finished', jobId: 'job_f', owner: 'a' }, [ownJob('job_f')]),
  'job.progressed': guarded(
    {
      kind: 'job.progressed',
      jobId: 'job_p',
      owner: 'a',
      step: 1,
      done: 1,
      chunkIndex: null,
      data: null
    },
    [ownJob('job_p')]
  ),
  'job.queued': 'units that queue jobs take turns, which test/races/jobs.test.ts shows',
  'keyPair.created': bySetUp({ kind: 'keyPair.created', pair: things.keyPair(P, 'key_n') }),
  'keyPair.revoked': guarded({ kind: 'keyPair.revoked', id: 'key_r', revokedAt: LATER }, [
    { kind: 'keyPair.created', pair: things.keyPair(P, 'key_r') }
  ]),
  'ledgerEntry.takenBack': 'whoever takes it back has its customer alone',
  'ledgerEntry.erased': ERASED,
  'lock.ended': 'a lock that ends holds less, which nobody relies on',
  'lock.taken': 'requests of one key meet at its row, and what it holds has its own guard',
  'locks.claimed': 'one customer has a tracking id, and the statement finds all of its locks',
  'locks.forgotten': 'the statement looks again for what is over',
  'lot.merged': guarded(
    {
      kind: 'lot.merged',
      lot: things.lot('lopb_v_merged', 'v_merged', 9),
      into: 'lopb_other',
      card: settledOn(loaded('v_merged'))
    },
    withPoints('v_merged'),
    waited(loaded('v_merged'), 1)
  ),
  'lots.accounted': guarded(
    {
      kind: 'lots.accounted',
      stepped: [{ id: 'lopb_v_lots', amount: 0, remaining: -1, withdrawn: 1 }],
      card: settledOn(loaded('v_lots'))
    },
    withPoints('v_lots')
  ),
  'metadataSchema.created': bySetUp({
    kind: 'metadataSchema.created',
    schema: { ...catalogue.metadataSchema, id: 'ms_new', relatedObject: 'order' }
  }),
  'metadataSchema.updated': guarded(
    { kind: 'metadataSchema.updated', schema: later(catalogue.metadataSchema), updatedAtBefore },
    [{ kind: 'metadataSchema.created', schema: catalogue.metadataSchema }]
  ),
  'order.created': guarded(
    ordered('ord_a', { sourceId: 'same' }),
    [],
    ordered('ord_b', { sourceId: 'same' })
  ),
  'order.updated': guarded(
    { kind: 'order.updated', order: { ...things.order('ord_u'), version: 2 } },
    [ordered('ord_u')]
  ),
  'pendingPoints.added': guarded(
    pendingOn('v_pending'),
    [made('v_pending')],
    waited(things.card('v_pending'), 1)
  ),
  'pendingPoints.adjusted': guarded(
    {
      kind: 'pendingPoints.adjusted',
      id: 'lopp_v_adjusted',
      pointsBefore: 7,
      points: 3,
      updatedAt: LATER
    },
    [made('v_adjusted'), pendingOn('v_adjusted')]
  ),
  'pendingPoints.closed': guarded(
    { kind: 'pendingPoints.closed', id: 'lopp_v_closed', status: 'ACTIVATED', updatedAt: LATER },
    [made('v_closed'), pendingOn('v_closed')]
  ),
  'pendingPoints.erased': ERASED,
  'points.moved': guarded(
    added(things.card('v_moved'), 5, 'moved_a'),
    [made('v_moved')],
    added(things.card('v_moved'), 5, 'moved_b')
  ),
  'product.created': guarded(
    {
      kind: 'product.created',
      product: { ...catalogue.product, id: 'p_a', sourceId: 's', name: 'a' }
    },
    [],
    {
      kind: 'product.created',
      product: { ...catalogue.product, id: 'p_b', sourceId: 's', name: 'b' }
    }
  ),
  'product.updated': guarded(
    {
      kind: 'product.updated',
      product: { ...named(catalogue.product, 'p_u'), sourceId: 'p_u', version: 2 }
    },
    [{ kind: 'product.created', product: { ...named(catalogue.product, 'p_u'), sourceId: 'p_u' } }]
  ),
  'project.created': NEW,
  'promotionTier.redeemed': ADDED,
  'publication.erased': ERASED,
  'receipt.erased': ERASED,
  'receipt.saved': guarded({ kind: 'receipt.saved', receipt: givenReceipt() }),
  'redemption.counted': guarded(counted(scope, 0), [], counted(scope)),
  'redemption.countedLater': guarded(
    { kind: 'redemption.countedLater', id: 'r_late', countedIn: 0, kinds: 1 },
    [{ kind: 'redemption.recorded', redemption: things.redemption('r_late') }]
  ),
  'redemption.erased': ERASED,
  'redemption.lowered': 'the order that it is on is written with it, and finds out',
  'redemption.recorded': RECORD,
  'redemption.rolledBack': guarded(
    {
      kind: 'redemption.rolledBack',
      redemption: { ...things.redemption('r_back'), ...rolledBack }
    },
    [{ kind: 'redemption.recorded', redemption: things.redemption('r_back') }]
  ),
  'redemptionCounts.kept': bySetUp({ kind: 'redemptionCounts.kept', kept: 1, filled: 0 }),
  'resource.deleted': guarded({ kind: 'resource.deleted', resource: 'category', id: 'cat_d' }, [
    { kind: 'category.created', category: named(catalogue.category, 'cat_d') }
  ]),
  'review.opened': 'it begins anew, wherever the review is',
  'review.progressed': guarded(
    { kind: 'review.progressed', from: '', to: 'cust_1', day: '2026-03-01' },
    [{ kind: 'review.opened' }]
  ),
  'reward.redeemed': guarded({ kind: 'reward.redeemed', rewardId: 'rew_last' }, [
    { kind: 'reward.created', reward: catalogue.reward('rew_last', 1) }
  ]),
  'reward.released': guarded({ kind: 'reward.released', rewardId: 'rew_back' }, [
    { kind: 'reward.created', reward: catalogue.reward('rew_back') },
    { kind: 'reward.redeemed', rewardId: 'rew_back' }
  ]),
  'rewardAssignment.created': bySetUp({
    kind: 'rewardAssignment.created',
    assignment: catalogue.rewardAssignment
  }),
  'rewardAssignment.repriced': guarded(
    {
      kind: 'rewardAssignment.repriced',
      id: 'rewa_1',
      pointsBefore: 10,
      points: 20,
      updatedAt: LATER
    },
    [{ kind: 'rewardAssignment.created', assignment: catalogue.rewardAssignment }]
  ),
  'sandbox.emptied': IN_SANDBOX,
  'sandbox.filled': IN_SANDBOX,
  'sandbox.removed': IN_SANDBOX,
  'segment.created': bySetUp({
    kind: 'segment.created',
    segment: named(catalogue.segment, 'seg_n')
  }),
  'segment.entered': guarded({
    kind: 'segment.entered',
    segmentId: 'seg_1',
    customerId: 'cust_1',
    enteredAt: NOW
  }),
  'segment.left': guarded({ kind: 'segment.left', segmentId: 'seg_1', customerId: 'c_s' }, [
    { kind: 'customer.created', customer: things.customer('c_s') },
    { kind: 'segment.entered', segmentId: 'seg_1', customerId: 'c_s', enteredAt: NOW }
  ]),
  'shortfall.saved': guarded(
    { ...lacking(things.card('v_short'), 3), card: settledOn(things.card('v_short')) } as Change,
    [made('v_short')],
    waited(things.card('v_short'), 1)
  ),
  'sku.created': guarded(
    { kind: 'sku.created', sku: { ...catalogue.sku, id: 'sku_a', sourceId: 'same' } },
    [],
    { kind: 'sku.created', sku: { ...catalogue.sku, id: 'sku_b', sourceId: 'same' } }
  ),
  'sku.updated': guarded(
    { kind: 'sku.updated', sku: later({ ...catalogue.sku, id: 'sku_u' }), updatedAtBefore },
    [{ kind: 'sku.created', sku: { ...catalogue.sku, id: 'sku_u' } }]
  ),
  'stackingRules.created': bySetUp({ kind: 'stackingRules.created', set: catalogue.stackingRules }),
  'stackingRules.updated': guarded(
    { kind: 'stackingRules.updated', set: later(catalogue.stackingRules), updatedAtBefore },
    [{ kind: 'stackingRules.created', set: catalogue.stackingRules }]
  ),
  'tierMembership.saved': guarded({ kind: 'tierMembership.saved', membership: things.membership }),
  'token.issued': bySetUp({ kind: 'token.issued', token: things.token() }),
  'token.revoked': guarded({ kind: 'token.revoked', tokenHash: 'c'.repeat(64), revokedAt: LATER }, [
    { kind: 'token.issued', token: { ...things.token(), tokenHash: 'c'.repeat(64) } }
  ]),
  'urlSecret.renewed': bySetUp({ kind: 'urlSecret.renewed', urlSecret: 'another' }),
  'validationRule.assigned': guarded(bound('asgm_a', 'ern_a'), [], bound('asgm_b', 'ern_a')),
  'validationRule.unassigned': guarded(
    { kind: 'validationRule.unassigned', assignmentId: 'asgm_u', ruleId: 'val_1' },
    [bound('asgm_u', 'ern_u')]
  ),
  'voucher.created': guarded({ kind: 'voucher.created', voucher: things.card('v_a', 'SAME') }, [], {
    kind: 'voucher.created',
    voucher: things.card('v_b', 'SAME')
  }),
  'voucher.deleted': guarded(
    { kind: 'voucher.deleted', voucherId: 'v_deleted', version: 1 },
    [made('v_deleted')],
    waited(things.card('v_deleted'), 1)
  ),
  'voucher.freed': guarded(
    { kind: 'voucher.freed', voucherId: 'v_freed', version: 1, lockedUntil: null },
    [made('v_freed')],
    used('v_freed')
  ),
  'voucher.locked': guarded(locked('v_locked'), [made('v_locked'), locking], used('v_locked')),
  'voucher.published': guarded(
    {
      kind: 'voucher.published',
      voucherId: 'v_given',
      version: 1,
      publication: things.publication('pub_a', 'v_given')
    },
    [made('v_given')],
    {
      kind: 'voucher.published',
      voucherId: 'v_given',
      version: 1,
      publication: things.publication('pub_b', 'v_given')
    }
  ),
  'voucher.redeemed': guarded(used('v_used'), [made('v_used')]),
  'voucher.unlocked': guarded({ kind: 'voucher.unlocked', voucherId: 'v_unlocked', key: 'cart' }, [
    made('v_unlocked'),
    locking,
    locked('v_unlocked')
  ]),
  'voucher.updated': guarded(
    { kind: 'voucher.updated', voucher: { ...things.card('v_updated'), version: 2 } },
    [made('v_updated')]
  )
}

t.test('of two units that meet the second one finds out', onServer, async t => {
  const { open } = await givenDatabase(t)
  const [one, other] = [await open(), await open()]
  await changed(one, ...ground)
  for (const [kind, meeting] of Object.entries(MEETINGS)) {
    if (typeof meeting === 'string') continue
    const { by, given, change, first } = meeting
    for (const each of given) await changed(one, each)
    let attempts = 0
    await one.write(P, async session => {
      attempts++
      if (by === 'version') await versionOf(session, P)
      // Another attempt is not held up, and finds nothing to do.
      if (attempts > 1) return { value: null, changes: [] }
      await (typeof first === 'function' ? first(other) : changed(other, first))
      return { value: null, changes: [change] }
    })
    t.equal(attempts, 2, `${kind} loses ${by === 'guard' ? 'its guard' : 'the version'}`)
  }
})
