/**
 * Movements of points and credit made real: the row of the voucher first, because who holds it
 * holds all its lots; then the lots, the ledger entry, and what waits.
 *
 * Spec: redeemReward, updateLoyaltyCardBalance, updateVoucherBalance.
 */
import type { Change } from '../../decisions/changes.ts'
import type { CardAfter, LotStep } from '../../decisions/points/steps.ts'
import type { Session } from '../engine/session.ts'
import { type ChangeOf, type KindsOf, type Writers, write } from '../engine/writers.ts'
import { recordsCountedBy } from '../redemptions/records.ts'
import { moveCard, moveGift } from '../vouchers/changes.ts'
import { columnsOfCard, columnsOfGift } from '../vouchers/vouchers.ts'
import { lowerHold } from './holds.ts'
import { insertLedgerEntry, replaceCause, rowOfLedgerEntry } from './ledger.ts'
import {
  deleteShortfallRow,
  insertLot,
  insertShortfall,
  mergeLot,
  rowOfShortfall,
  stepLot
} from './lots.ts'
import {
  adjustPendingPoints,
  closePendingPoints,
  insertPendingPoints,
  replaceDetails
} from './pending.ts'

/** Makes the changes of points and credit real. */
export const movementWriters: Writers<
  KindsOf<
    'points' | 'credit' | 'ledgerEntry' | 'pendingPoints' | 'card' | 'shortfall' | 'lots' | 'lot'
  >
> = {
  'points.moved': async (session, change, unit) => {
    await writeCard(session, change, unit)
    await writeLots(session, change)
  },
  'credit.moved': async (session, change, unit) => {
    const { voucherId: id, version, balance, redeemedQuantity, updatedAt } = change.gift
    const records = recordsCountedBy(change, unit)
    const after = { id, version, redeemedQuantity, updatedAt, records, ...columnsOfGift(balance) }
    await write(session, change, moveGift, after)
    await writeLots(session, change)
  },
  'card.waited': writeCard,
  'pendingPoints.added': async (session, change, unit) => {
    await writeCard(session, change, unit)
    await write(session, change, insertPendingPoints, change.pending)
  },
  'pendingPoints.closed': (session, change) => write(session, change, closePendingPoints, change),
  'pendingPoints.adjusted': (session, change) =>
    write(session, change, adjustPendingPoints, change),
  'pendingPoints.erased': (session, change) => write(session, change, replaceDetails, change),
  'ledgerEntry.erased': (session, change) => write(session, change, replaceCause, change),
  'shortfall.saved': async (session, change, unit) => {
    const { points, ...row } = rowOfShortfall(change.shortfall)
    await writeCard(session, change, unit)
    session.send(deleteShortfallRow, row)
    if (points > 0) await write(session, change, insertShortfall, { ...row, points })
  },
  'lots.accounted': async (session, change, unit) => {
    await writeCard(session, change, unit)
    for (const step of change.stepped) await writeStep(session, change, step)
  },
  'lot.merged': async (session, change, unit) => {
    const { lot, into } = change
    await writeCard(session, change, unit)
    await write(session, change, mergeLot, { id: lot.id, into, remaining: lot.remaining })
    await writeStep(session, change, { ...lot, id: into })
  }
}

async function writeCard(
  session: Session,
  change: Extract<Change, { readonly card: CardAfter }>,
  unit: readonly Change[]
): Promise<void> {
  const { voucherId: id, version, balance, redeemedQuantity, updatedAt } = change.card
  const records = recordsCountedBy(change, unit)
  const after = { id, version, redeemedQuantity, updatedAt, records, ...columnsOfCard(balance) }
  await write(session, change, moveCard, after)
}

async function writeLots(
  session: Session,
  change: ChangeOf<'points.moved' | 'credit.moved'>
): Promise<void> {
  for (const lot of change.opened) await write(session, change, insertLot, lot)
  for (const step of change.stepped) await writeStep(session, change, step)
  await write(session, change, insertLedgerEntry, rowOfLedgerEntry(change.entry))
  // A lock that ends in the same unit has no row any more.
  for (const hold of change.lowered ?? []) session.send(lowerHold, hold)
}

/** What a step does not say stays. */
async function writeStep(session: Session, change: Change, step: LotStep): Promise<void> {
  const { id, amount, remaining } = step
  const { canceled = 0, withdrawn = 0, takenBack = 0, lapsed = 0 } = step
  const kept = { canceled, withdrawn, takenBack, lapsed }
  await write(session, change, stepLot, { id, amount, remaining, ...kept })
}
