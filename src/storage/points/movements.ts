/**
 * Movements of points and credit made real: the row of the voucher first, because who holds it
 * holds all its lots; then the lots, the ledger entry, and what waits.
 * Spec: redeemReward, updateLoyaltyCardBalance, updateVoucherBalance, listMemberPendingPoints,
 * PendingPointsEntry.
 */
import { and, eq, gt, lt, lte, not, sql } from 'drizzle-orm/sql'
import type { CardAfter, Change, LotStep, Moment } from '../../decisions/changes.ts'
import { Refused } from '../../decisions/refusals.ts'
import type { PendingPoints, Voucher } from '../../model.ts'
import { addDays, type Day, dayAt, type Instant } from '../../rules/validity.ts'
import { type ChangeKinds, rowMet, STEP, writes, written } from '../engine/change-kinds.ts'
import { insertInto, rowsAmong, rowsBy, rowsHeld, setBy } from '../engine/queries.ts'
import { type ChangeOf, type KindsOf, type Session, write } from '../engine/session.ts'
import { among, type Given, is, type Tables } from '../engine/statements.ts'
import { leaveCard, moveCard, moveGift, recordsCountedBy } from '../vouchers/changes.ts'
import { columnsOfCard, columnsOfGift, voucherMet } from '../vouchers/vouchers.ts'
import {
  byCard,
  cardAt,
  type Due,
  type DueBatch,
  deleteShortfallRow,
  insertLedgerEntry,
  insertLot,
  insertShortfall,
  lowerHold,
  mergeLot,
  replaceCause,
  rowOfLedgerEntry,
  rowOfShortfall,
  stepLot,
  takeEntryBack
} from './ledger.ts'

/** Word for word as the indexes of what waits have it. */
const WAITING = sql`status = 'PENDING'`

export const pendingPointsById = rowsBy('pendingPoints', ['voucherId', 'id'])

/** Waiting still after a day: what is due has come, whether or not that is booked. */
function waiting(isBeyond: typeof gt) {
  return (p: Tables['pendingPoints'], { day, after }: Given<{ day: Day; after: string }>) => {
    const comesLater = sql`${p.activatesOn} || '' > ${day}`
    return [WAITING, comesLater, isBeyond(p.id, after)]
  }
}

export const pendingPointsDown = rowsBy('pendingPoints', ['voucherId'], {
  and: waiting(lt),
  down: ['id'],
  limit: 'given'
})

export const pendingPointsUp = rowsBy('pendingPoints', ['voucherId'], {
  and: waiting(gt),
  up: ['id'],
  limit: 'given'
})

/** Pending points whose day is on or before `day`, but not of the cards of `except`. */
export const pendingPointsDueIn = rowsBy('pendingPoints', [], {
  pick: ['id', 'voucherId'],
  and: (p, { day, except }: Given<Omit<DueBatch, 'limit'>>, dialect) =>
    and(WAITING, lte(p.activatesOn, day), not(among(dialect, p.voucherId, except))),
  up: ['activatesOn', 'id'],
  limit: 'given'
})

export const pendingPointsWaiting = rowsBy('pendingPoints', ['id'], { and: () => WAITING })

/**
 * Of what waits on these cards, that whose day is on or before `day`. Looked up by card and day:
 * by day alone the engine would walk through what is due on every card of the project, and by card
 * alone through all that waits on it, which grows with every order of the last weeks.
 */
export const pendingPointsDueOn = rowsAmong('pendingPoints', 'voucherId', 'voucherIds', {
  and: (p, { day }: Given<{ day: Day }>) => [WAITING, lte(p.activatesOn, day)],
  up: ['voucherId', 'activatesOn', 'id']
})

export const pendingPointsOfOrder = rowsBy('pendingPoints', ['orderId'], {
  and: () => WAITING,
  up: ['id']
})

export const pendingPointsHeld = rowsHeld('pendingPoints', ['id'], 'id')

export const insertPendingPoints = insertInto('pendingPoints')

export const closePendingPoints = setBy('pendingPoints', ['status', 'updatedAt'], ['id'], {
  and: pending => eq(pending.status, 'PENDING')
})

export const adjustPendingPoints = setBy('pendingPoints', ['points', 'updatedAt'], ['id'], {
  and: (p, { pointsBefore }: Given<{ pointsBefore: number }>) =>
    and(eq(p.status, 'PENDING'), is(p.points, pointsBefore))
})

export const replaceDetails = setBy('pendingPoints', ['details'], ['id'])

/** @throws {Refused} for an unknown card, and for a cursor this card never had. */
export async function pendingPointsPage(
  session: Session,
  { now, project }: Moment,
  path: Parameters<typeof cardAt>[2],
  { limit, order, startingAfterId: id }: PendingAsked
): Promise<{ readonly entries: readonly PendingPoints[]; readonly hasMore: boolean }> {
  const card = await cardAt(session, project, path)
  // An entry that is no longer pending remains a place to go on from.
  const from = id && (await session.one(pendingPointsById, { voucherId: card.id, id }))
  if (id !== undefined && from === undefined) {
    throw new Refused({
      key: 'invalid_query_params',
      details: `Property .starting_after_id must be the id of a pending entry of this card, got ${id}`
    })
  }
  const down = order === '-id'
  const found = await session.all(down ? pendingPointsDown : pendingPointsUp, {
    voucherId: card.id,
    // A tilde sorts after every id.
    after: id ?? (down ? '~' : ''),
    day: dayAt(now, project.timezone),
    limit: limit + 1
  })
  const entries = found.slice(0, limit)
  return { entries, hasMore: found.length > limit }
}

interface PendingAsked {
  readonly limit: number
  readonly order: 'id' | '-id'
  readonly startingAfterId: string | undefined
}

export function loadPointsDue(batch: DueBatch) {
  return async (session: Session): Promise<Due> => {
    const found = await session.all(pendingPointsDueIn, batch)
    const first = await session.one(pendingPointsWaiting, { id: found[0]?.id ?? '' })
    return { since: first?.activatesOn ?? null, cards: byCard(found) }
  }
}

/** What waits on the cards and may be due wherever the project is, by its day and then by id. */
export async function pendingDueOn(
  session: Session,
  cards: readonly Voucher[],
  now: Instant
): Promise<readonly PendingPoints[]> {
  const waiting = cards.filter(({ card }) => card !== null && card.pendingPoints > 0)
  if (waiting.length === 0) return []
  const voucherIds = waiting.map(({ id }) => id)
  // No calendar is more than a day ahead of this one.
  const day = addDays(dayAt(now, 'Etc/UTC'), 1)
  const found = await session.all(pendingPointsDueOn, { voucherIds, day })
  const place = ({ activatesOn, id }: PendingPoints) => `${activatesOn} ${id}`
  return found.sort((a, b) => (place(a) < place(b) ? -1 : 1))
}

/** At the row of a card, whose figures are written before all else. */
const ofCard = {
  step: STEP.vouchers,
  meets: voucherMet(({ card }: Extract<Change, { readonly card: CardAfter }>) => card.voucherId)
}

const ofPending = {
  step: STEP.pendingPoints,
  meets: rowMet('pending points', pendingPointsHeld, ({ id }: { readonly id: string }) => id)
}

export const movementChanges: ChangeKinds<
  KindsOf<
    'points' | 'credit' | 'ledgerEntry' | 'pendingPoints' | 'card' | 'shortfall' | 'lots' | 'lot'
  >
> = {
  'points.moved': {
    ...ofCard,
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
    ...ofCard,
    write: async (session, change, unit) => {
      await writeCard(session, change, unit)
      if (change.holderGone) session.send(leaveCard, { id: change.card.voucherId })
    }
  },
  'pendingPoints.added': {
    ...ofCard,
    write: async (session, change, unit) => {
      await writeCard(session, change, unit)
      await write(session, change, insertPendingPoints, change.pending)
    }
  },
  'pendingPoints.closed': { ...ofPending, write: writes(closePendingPoints, change => change) },
  'pendingPoints.adjusted': { ...ofPending, write: writes(adjustPendingPoints, change => change) },
  'pendingPoints.erased': {
    step: STEP.pendingPoints,
    row: ({ id }) => id,
    write: writes(replaceDetails, change => change)
  },
  'ledgerEntry.takenBack': written(STEP.memberships, takeEntryBack, change => change),
  'ledgerEntry.erased': written(STEP.erased, replaceCause, change => change),
  'shortfall.saved': {
    ...ofCard,
    write: async (session, change, unit) => {
      const { points, ...row } = rowOfShortfall(change.shortfall)
      await writeCard(session, change, unit)
      session.send(deleteShortfallRow, row)
      if (points > 0) await write(session, change, insertShortfall, { ...row, points })
    }
  },
  'lots.accounted': {
    ...ofCard,
    write: async (session, change, unit) => {
      await writeCard(session, change, unit)
      for (const step of change.stepped) await writeStep(session, change, step)
    }
  },
  'lot.merged': {
    ...ofCard,
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

async function writeLots(session: Session, change: ChangeOf<'points.moved' | 'credit.moved'>) {
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
