/**
 * What redeeming moves and counts in the demo, as the tables have it: equal before and after what
 * leaves no trace but its records.
 */
import type { Service } from '../../support/app.ts'
import { rawRows } from '../../support/evidence.ts'
import type { RawRow } from '../../support/stores.ts'

const pick = (rows: readonly RawRow[], ...columns: string[]) =>
  rows.map(row => columns.map(column => row[column]).join(' ')).toSorted()

const PERIODS = { day: '2026-03-01', week: '2026-02-23', month: '2026-03-01' }

/** A count as it is now: that of a period which is over is 0. */
function countNow(row: RawRow): string {
  const periods = Object.entries(PERIODS).map(([period, now]) =>
    row[period] === now ? row[`${period}_count`] : 0
  )
  const [who] = pick([row], 'object_id', 'by', 'by_id', 'total')
  return [who, ...periods, row['orders_amount'], row['orders_discount_amount']].join(' ')
}

/** What a redemption moves and counts, as the tables have it; of what came and went, nothing. */
export async function footprint({ store }: Service) {
  const tables = await rawRows(store, [
    'vouchers',
    'lots',
    'rewards',
    'redemption_counts',
    'customer_totals',
    'tier_memberships',
    'segment_members'
  ])
  const held = tables.vouchers.filter(({ id }) => id === 'v_00adaclub' || id === 'v_00benclub')
  const ids = held.map(({ id }) => id)
  const open = tables.lots.filter(
    ({ voucher_id, remaining }) => ids.includes(voucher_id) && Number(remaining) > 0
  )
  return {
    cards: [
      ...pick(held, 'id', 'balance', 'redeemed_points', 'redeemed_quantity', 'pending_points'),
      ...pick(held, 'id', 'next_expiration_date', 'next_expiration_points'),
      ...held.map(({ points, subtracted_points: gone }) => Number(points) - Number(gone))
    ],
    lots: pick(open, 'id', 'remaining', 'expires_on'),
    rewards: pick(tables.rewards, 'id', 'redeemed'),
    counts: tables.redemption_counts
      .filter(({ total }) => Number(total) > 0)
      .map(countNow)
      .toSorted(),
    totals: pick(
      tables.customer_totals,
      'customer_id',
      'card_balance',
      'card_redeemed_points',
      'gift_balance',
      'orders_count',
      'orders_amount',
      'last_order_date'
    ),
    tiers: pick(
      tables.tier_memberships.filter(({ voucher_id }) => ids.includes(voucher_id)),
      'voucher_id',
      'tier_id'
    ),
    segments: pick(tables.segment_members, 'segment_id', 'customer_id')
  }
}
