/**
 * Movements of points and credit made real: the row of the voucher first, because who holds it
 * holds all its lots; then the lots, the ledger entry, and what waits.
 *
 * Spec: redeemReward, updateLoyaltyCardBalance, updateVoucherBalance.
 */
import type { Change } from '../../decisions/changes.ts'
import type { CardAfter, LotStep } from '../../decisions/points/steps.ts'
import { type ChangeKinds, rowMet, STEP, writes } from '../engine/change-kinds.ts'
import type { Session } from '../engine/session.ts'
import { type ChangeOf, type KindsOf, write } from '../engine/writers.ts'
import { recordsCountedBy } from '../redemptions/records.ts'
import { moveCard, moveGift } from '../vouchers/changes.ts'
import { columnsOfCard, columnsOfGift, voucherMet } from '../vouchers/vouchers.ts'
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
  pendingPointsHeld,
  replaceDetails
} from './pending.ts'

/** Makes the changes of points and credit real. */
export const movementChanges: ChangeKinds<
  KindsOf<
    'points' | 'credit' | 'ledgerEntry' | 'pendingPoints' | 'card' | 'shortfall' | 'lots' | 'lot'
  >
> = {
  'points.moved': {
    step: STEP.vouchers,
    meets: voucherMet(({ card }) => card.voucherId),
    write: async (session, change, unit) => {
      await writeCard(session, change, unit)
      await writeLots(session, change)
    }
  },
  'credit.moved': {
    step: STEP.vouchers,
    meets: voucherMet(({ gift }) => gift.voucherId),
    write: async (session, change, unit) => {
      const { voucherId: id, version, balance, redeemedQuantity, updatedAt } = change.gift
      const records = recordsCountedBy(change, unit)
      const after = { id, version, redeemedQuantity, updatedAt, records, ...columnsOfGift(balance) }
      await write(session, change, moveGift, after)
      await writeLots(session, change)
    }
  },
  'card.waited': {
    step: STEP.vouchers,
    meets: voucherMet(({ card }) => card.voucherId),
    write: writeCard
  },
  'pendingPoints.added': {
    step: STEP.vouchers,
    meets: voucherMet(({ card }) => card.voucherId),
    write: async (session, change, unit) => {
      await writeCard(session, change, unit)
      await write(session, change, insertPendingPoints, change.pending)
    }
  },
  'pendingPoints.closed': {
    step: STEP.pendingPoints,
    meets: rowMet('pending points', pendingPointsHeld, ({ id }) => id),
    write: writes(closePendingPoints, change => change)
  },
  'pendingPoints.adjusted': {
    step: STEP.pendingPoints,
    meets: rowMet('pending points', pendingPointsHeld, ({ id }) => id),
    write: writes(adjustPendingPoints, change => change)
  },
  'pendingPoints.erased': {
    step: STEP.pendingPoints,
    row: ({ id }) => id,
    write: writes(replaceDetails, change => change)
  },
  'ledgerEntry.erased': {
    step: STEP.erased,
    write: writes(replaceCause, change => change)
  },
  'shortfall.saved': {
    step: STEP.vouchers,
    meets: voucherMet(({ card }) => card.voucherId),
    write: async (session, change, unit) => {
      const { points, ...row } = rowOfShortfall(change.shortfall)
      await writeCard(session, change, unit)
      session.send(deleteShortfallRow, row)
      if (points > 0) await write(session, change, insertShortfall, { ...row, points })
    }
  },
  'lots.accounted': {
    step: STEP.vouchers,
    meets: voucherMet(({ card }) => card.voucherId),
    write: async (session, change, unit) => {
      await writeCard(session, change, unit)
      for (const step of change.stepped) await writeStep(session, change, step)
    }
  },
  'lot.merged': {
    step: STEP.vouchers,
    meets: voucherMet(({ card }) => card.voucherId),
    write: async (session, change, unit) => {
      const { lot, into } = change
      await writeCard(session, change, unit)
      await write(session, change, mergeLot, { id: lot.id, into, remaining: lot.remaining })
      await writeStep(session, change, { ...lot, id: into })
    }
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
