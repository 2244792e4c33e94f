/**
 * Redemptions, as they were recorded: one by id, of a voucher, of a customer, or all.
 * Spec: getVoucherRedemptions, listRedemptions, Redemption.
 */
import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm/sql'
import type {
  CountKinds,
  Project,
  RecordedOrder,
  RedeemedReward,
  Redemption,
  ShownVoucher
} from '../../model.ts'
import { findCampaign, findCampaignOf } from '../campaigns/campaigns.ts'
import { findCustomer } from '../customers/customers.ts'
import { addedTo, type ChangeKinds, decidedBy, STEP, writes } from '../engine/change-kinds.ts'
import { insertInto, rowsBy, setBy } from '../engine/queries.ts'
import { type KindsOf, type Session, write } from '../engine/session.ts'
import {
  among,
  byId,
  type CreationOrder,
  columnsOf,
  type Dialect,
  type Given,
  inTurn,
  mine,
  type Page,
  plus,
  type Row,
  type RowOf,
  same,
  statement,
  type Tables
} from '../engine/statements.ts'
import { findSelected, narrowedList, orRefused, type Span } from '../resources.ts'
import type { RewardInRecord } from '../tables.ts'
import { countRecord, isMoved } from '../vouchers/changes.ts'
import {
  redemptionsOfVoucherCount,
  voucherHeld,
  voucherNamed,
  voucherOf
} from '../vouchers/vouchers.ts'

export const redemptionById = rowsBy('redemptions', ['id'])

/** Their rows, so that what is said in them is not changed while it is copied or erased. */
export const redemptionsHeld = statement((dialect, given: Given<{ ids: readonly string[] }>) => {
  const { redemptions: r } = dialect.t
  const rows = dialect.db
    .select({ id: r.id })
    .from(r)
    .where(and(mine(r), among(dialect, r.id, given.ids)))
    .orderBy(asc(r.id))
  return inTurn(dialect, rows)
})

/** Each with the voucher that was redeemed, and the name of its campaign; nulls without one. */
function withVoucher({ db, t: { redemptions: r, vouchers: v, campaigns: c } }: Dialect) {
  return db
    .select({ redemption: columnsOf(r), voucher: columnsOf(v), campaignName: c.name })
    .from(r)
    .leftJoin(v, same(v, r, r.voucherId))
    .leftJoin(c, same(c, v, v.campaignId))
}

export const redemptionWithVoucher = statement((dialect, given: Given<{ id: string }>) =>
  withVoucher(dialect).where(byId(dialect.t.redemptions, given))
)

export const redemptionList = narrowedList('redemptions', withVoucher, {
  equal: { customerId: r => r.customerId, campaignId: r => r.campaignId, result: r => r.result },
  spanned: { created: r => r.date },
  joins: true
})

/** Newest first. */
export const redemptionsOfVoucher = rowsBy('redemptions', ['voucherId'], {
  down: ['id'],
  limit: 'page'
})

export const usesOfVoucher = rowsBy('redemptions', ['voucherId'], {
  pick: ['id', 'stackId'],
  and: redemption => and(eq(redemption.status, 'SUCCEEDED'), isNull(redemption.parentId)),
  down: ['id'],
  limit: 'given'
})

/** What was redeemed together, in order; the rollbacks of it have its rollback as their stack. */
export const redemptionsOfStack = rowsBy('redemptions', ['stackId'], { up: ['id'] })

export function columnsCounted(r: Tables['redemptions']) {
  return {
    id: r.id,
    date: r.date,
    voucherId: r.voucherId,
    campaignId: r.campaignId,
    promotionTierId: r.promotionTierId,
    customerId: r.customerId,
    record: r.record,
    countedIn: r.countedIn
  }
}

/** What counts need of those after an id that were not rolled back, in order of id. */
export const redemptionsCounted = statement(
  ({ db, t: { redemptions: r } }, given: Given<{ after: string; limit: number }>) =>
    db
      .select(columnsCounted(r))
      .from(r)
      .where(and(mine(r), gt(r.id, given.after), eq(r.status, 'SUCCEEDED'), isNull(r.parentId)))
      .orderBy(asc(r.id))
      .limit(given.limit)
)

export const insertRedemption = insertInto('redemptions')

const FAILURE = ['failureCode', 'failureMessage', 'record'] as const

export const rollBackRedemption = setBy('redemptions', FAILURE, ['id'], {
  set: () => ({ result: 'FAILURE', status: 'ROLLED_BACK' }),
  and: redemption => eq(redemption.status, 'SUCCEEDED')
})

export const lowerRedemption = setBy('redemptions', ['points', 'record'], ['id'], {
  and: redemption => eq(redemption.status, 'SUCCEEDED')
})

export const replaceRecord = setBy('redemptions', ['failureMessage', 'record'], ['id'], {
  set: () => ({ trackingId: sql`null` })
})

export const addCountedIn = setBy('redemptions', [], ['id', 'countedIn'], {
  set: (r, { kinds }: Given<{ kinds: CountKinds }>) => ({ countedIn: plus(r.countedIn, kinds) }),
  and: r => eq(r.status, 'SUCCEEDED')
})

export function redemptionOf(row: Row<'redemptions'>): Redemption {
  const { record, customerId, countedIn: _c, ...redemption } = row
  const { customer, reward: told, ...rest } = record
  return {
    ...redemption,
    // What a record leaves out where it is null.
    ...{ promotionTier: null, gift: null, discount: null, session: null },
    ...rest,
    customer: { id: customerId, ...customer },
    // INVARIANT: it is left out where it is the id that was asked for, which is there then.
    reward: told
      ? { ...told, reward: told.reward && { id: told.id as string, ...told.reward } }
      : null
  }
}

function rowOfRedemption(redemption: Redemption): Omit<Row<'redemptions'>, 'countedIn'> {
  const { customer, metadata, order, channel, ...rest } = redemption
  const { reward, promotionTier, gift, discount, session, reason, rollback, ...columns } = rest
  const { id: customerId, ...person } = customer
  const record = {
    customer: person,
    metadata,
    order: order && recordedOrder(order),
    channel,
    ...(reward && { reward: recordedReward(reward) }),
    ...(promotionTier && { promotionTier }),
    ...(gift && { gift }),
    ...(discount !== null && { discount }),
    ...(session && { session }),
    ...(reason === undefined ? {} : { reason }),
    ...(rollback === undefined ? {} : { rollback })
  }
  return { ...columns, customerId, record }
}

/** What later decisions need to know of an order is kept with the order alone. */
function recordedOrder(order: RecordedOrder): RecordedOrder {
  const links = Object.entries(order.redemptions).map(
    ([id, { terms: _, collections: __, ...link }]) => [id, link] as const
  )
  return { ...order, earned: null, returned: null, redemptions: Object.fromEntries(links) }
}

function recordedReward({ reward, ...rest }: RedeemedReward): RewardInRecord {
  if (reward === null || reward.id !== rest.id) return { ...rest, reward }
  const { id: _, ...told } = reward
  return { ...rest, reward: told }
}

/** A redemption, and which voucher was redeemed; null for a promotion tier, and for a stack. */
export interface RedemptionFound {
  readonly redemption: Redemption
  readonly card: Pick<ShownVoucher, 'voucher' | 'campaignName'> | null
}

/** @throws {Refused} when the project has no such redemption. */
export async function redemptionNamed(session: Session, id: string): Promise<RedemptionFound> {
  const row = await session.one(redemptionWithVoucher, { id })
  return redemptionFound(orRefused(row, 'redemption', id))
}

/** All of the project's, or those of a customer by id or source id: of nobody, none. */
export async function allRedemptionsPage(
  session: Session,
  { order, customer: name, campaign: campaignName, result, created }: RedemptionsWanted,
  page: Page
): Promise<{ rows: readonly RedemptionFound[]; total: number }> {
  const customer = await findSelected(name, each => findCustomer(session, each))
  const campaign = await findSelected(campaignName, each => findCampaign(session, each))
  if (customer === null || campaign === null) return { rows: [], total: 0 }
  const wanted = { customerId: customer?.id, campaignId: campaign?.id, result, created }
  const { rows, total } = await redemptionList.page(session, order, page, wanted)
  return { rows: rows.map(redemptionFound), total }
}

/** Null or absent: any. Names or ids. */
interface RedemptionsWanted {
  readonly order: CreationOrder
  readonly customer: string | null
  readonly campaign: string | null
  readonly result: Redemption['result'] | undefined
  readonly created: Span | undefined
}

function redemptionFound(row: RowOf<typeof redemptionWithVoucher>): RedemptionFound {
  const { voucher, campaignName } = row
  const card = voucher === null ? null : { voucher: voucherOf(voucher), campaignName }
  return { redemption: redemptionOf(row.redemption), card }
}

/** A page of getVoucherRedemptions, newest first. @throws {Refused} for an unknown voucher. */
export async function redemptionsPage(
  session: Session,
  project: Project,
  code: string,
  page: Page
) {
  const voucher = await voucherNamed(session, project, code)
  const of = { voucherId: voucher.id }
  const { rows, total } = await session.page(
    redemptionsOfVoucher,
    redemptionsOfVoucherCount,
    of,
    page
  )
  const campaign = await findCampaignOf(session, voucher)
  return { voucher, campaign, entries: rows.map(redemptionOf), total }
}

export const redemptionChanges: ChangeKinds<Exclude<KindsOf<'redemption'>, 'redemption.counted'>> =
  {
    'redemption.recorded': {
      step: STEP.records,
      meets: {
        lock: ({ redemption: { voucherId: id } }, unit) =>
          id === null || isMoved(id, unit) ? null : addedTo('voucher', voucherHeld, { id })
      },
      write: async (session, change, unit) => {
        const { redemption, countedIn = 0 } = change
        const { voucherId: id } = redemption
        const row = { ...rowOfRedemption(redemption), countedIn }
        await write(session, change, insertRedemption, row)
        if (id !== null && !isMoved(id, unit)) await write(session, change, countRecord, { id })
      }
    },
    'redemption.lowered': {
      step: STEP.rollbacks,
      write: writes(lowerRedemption, ({ redemption }) => rowOfRedemption(redemption))
    },
    'redemption.rolledBack': {
      step: STEP.rollbacks,
      write: writes(rollBackRedemption, ({ redemption }) => rowOfRedemption(redemption))
    },
    'redemption.erased': {
      step: STEP.erased,
      write: writes(replaceRecord, ({ redemption }) => rowOfRedemption(redemption))
    },
    'redemption.countedLater': {
      step: STEP.rollbacks,
      meets: {
        row: ({ id }) => id,
        lock: ({ id }) => decidedBy('redemption', redemptionsHeld, { ids: [id] })
      },
      write: writes(addCountedIn, change => change)
    }
  }
