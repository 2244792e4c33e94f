/**
 * How many records a voucher has, which is kept with the voucher.
 *
 * A redemption that is carried out changes the row of its voucher anyway, so the count is written
 * with the first such change of the unit; a row that is written twice costs twice. What is no
 * redemption of a voucher is counted nowhere here.
 *
 * Spec: getVoucherRedemptions.
 */
import type { Change } from '../../decisions/changes.ts'

/** How many records of the voucher that `change` moves are counted with it. */
export function recordsCountedBy(change: Change, unit: readonly Change[]): number {
  const voucherId = voucherMovedBy(change)
  const first = unit.find(each => voucherMovedBy(each) === voucherId)
  if (voucherId === null || first !== change) return 0
  return unit.filter(each => isRecordOf(each, voucherId)).length
}

/** Whether the unit moves the voucher, and so counts its records. */
export function isMoved(voucherId: string, unit: readonly Change[]): boolean {
  return unit.some(each => voucherMovedBy(each) === voucherId)
}

function isRecordOf(change: Change, voucherId: string): boolean {
  return change.kind === 'redemption.recorded' && change.redemption.voucherId === voucherId
}

/** The voucher whose points, credit or uses a change moves. */
function voucherMovedBy(change: Change): string | null {
  if (change.kind === 'voucher.redeemed') return change.voucherId
  if ('card' in change) return change.card.voucherId
  return 'gift' in change ? change.gift.voucherId : null
}
