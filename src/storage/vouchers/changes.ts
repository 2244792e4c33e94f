/**
 * Every statement that writes a voucher's row, and the changes of a voucher itself made real.
 * Changes of other nouns write parts of the row by statements of this file: movements of points and
 * credit, a publication its holder, a redemption its count. Each write has in its WHERE what its
 * decision relied on.
 * Spec: createVoucher, updateVoucher, deleteVoucher.
 */
import { and, eq, gt, isNull, lt, lte, ne, or, sql } from 'drizzle-orm/sql'
import type { Change } from '../../decisions/changes.ts'
import { codeKey } from '../../decisions/vouchers/vouchers.ts'
import type { Instant } from '../../rules/validity.ts'
import { type ChangeKinds, rowMet, STEP } from '../engine/change-kinds.ts'
import { deleteFrom, insertInto, setBy } from '../engine/queries.ts'
import { type Session, write } from '../engine/session.ts'
import { among, type Given, is, plus, type RowOf, type Tables } from '../engine/statements.ts'
import { deleteHoldRows, deleteLedgerEntryRows, deleteLotRows } from '../points/ledger.ts'
import { projectById } from '../projects.ts'
import { columnsOfCard, columnsOfGift, rowOfVoucher, voucherAlone, voucherMet } from './vouchers.ts'

export const insertVoucher = insertInto('vouchers')
export const deleteVoucherRow = deleteFrom('vouchers')

/** What an update may change: not the code, the balances, the holder or a counter. */
const REPLACED = [
  'categoryId',
  'discount',
  'giftEffect',
  'active',
  'startDate',
  'expirationDate',
  'recurrence',
  'additionalInfo',
  'metadata',
  'redemptionQuantity',
  'takenBackBy',
  'updatedAt',
  'version'
] as const

export const replaceVoucher = setBy('vouchers', REPLACED, ['id'], {
  and: (v, { versionBefore }: Given<{ versionBefore: number }>) => is(v.version, versionBefore)
})

/** Holds the row of a voucher that was never given, redeemed or moved. */
export const touchUnusedVoucher = setBy('vouchers', [], ['id', 'version'], {
  set: voucher => ({ version: sql`${voucher.version} + 1` }),
  and: voucher =>
    and(isNull(voucher.holderId), eq(voucher.publishedCount, 0), eq(voucher.recordsCount, 0))
})

export const countRecord = setBy('vouchers', [], ['id'], {
  set: voucher => ({ recordsCount: sql`${voucher.recordsCount} + 1` })
})

const HOLDER = ['holderId', 'referrerId', 'updatedAt'] as const

export const setVoucherHolder = setBy('vouchers', HOLDER, ['id', 'version'], {
  set: v => ({ version: sql`${v.version} + 1`, publishedCount: sql`${v.publishedCount} + 1` }),
  and: v => isNull(v.holderId)
})

/** What a movement sets: the columns of what moves, the uses and the time. */
function moved<Columns extends object>(columns: Columns) {
  const names = Object.keys(columns) as (keyof Columns & string)[]
  return [...names, 'redeemedQuantity', 'updatedAt'] as const
}

function countMovement(v: Tables['vouchers'], { records }: Given<{ records: number }>) {
  return { version: sql`${v.version} + 1`, recordsCount: plus(v.recordsCount, records) }
}

export const moveCard = setBy('vouchers', moved(columnsOfCard(null)), ['id', 'version'], {
  set: countMovement,
  and: v => eq(v.type, 'LOYALTY_CARD')
})

export const moveGift = setBy('vouchers', moved(columnsOfGift(null)), ['id', 'version'], {
  set: countMovement,
  and: v => eq(v.type, 'GIFT_VOUCHER')
})

export const redeemVoucher = setBy('vouchers', ['updatedAt'], ['id', 'version'], {
  set: (v, given: Given<{ records: number }>) => ({
    ...countMovement(v, given),
    redeemedQuantity: sql`${v.redeemedQuantity} + 1`
  }),
  and: v =>
    and(
      ne(v.type, 'LOYALTY_CARD'),
      or(isNull(v.redemptionQuantity), lt(v.redeemedQuantity, v.redemptionQuantity))
    )
})

export const unredeemVoucher = setBy('vouchers', ['updatedAt'], ['id', 'version'], {
  set: (v, given: Given<{ records: number }>) => ({
    ...countMovement(v, given),
    redeemedQuantity: sql`${v.redeemedQuantity} - 1`
  }),
  and: v => and(ne(v.type, 'LOYALTY_CARD'), gt(v.redeemedQuantity, 0))
})

/** What a lock holds is among the facts that every taking relies on, so it is a new version. */
export const lockVoucher = setBy('vouchers', ['lockedUntil'], ['id', 'version'], {
  set: v => ({ version: sql`${v.version} + 1` })
})

/** When the locks of a voucher end, where the unit has written the voucher. */
export const freeVoucher = setBy('vouchers', ['lockedUntil'], ['id'])

/** The same where it has not. */
export const freeUnchanged = setBy('vouchers', ['lockedUntil'], ['id', 'version'])

/** No lock holds anything of these vouchers any more, unless a new one does since. */
export const clearLocked = setBy('vouchers', [], [], {
  set: () => ({ lockedUntil: null }),
  and: (v, given: Given<{ ids: readonly string[]; before: Instant }>, dialect) =>
    and(among(dialect, v.id, given.ids), lte(v.lockedUntil, given.before))
})

/** The card of a customer who is deleted in the same unit. */
export const leaveCard = setBy('vouchers', [], ['id'], {
  set: () => ({ holderGone: sql`true` })
})

/** What an import said of it; other columns keep what became of it. */
export const clearImportOfVoucher = setBy('vouchers', [], ['id'], {
  set: () => ({ importedAs: sql`null` })
})

export const voucherChanges: ChangeKinds<
  'voucher.created' | 'voucher.updated' | 'voucher.redeemed' | 'voucher.deleted'
> = {
  'voucher.created': {
    step: STEP.vouchersMade,
    write: async (session, change) => {
      const { voucher, redeemedElsewhere = 0, importedAs = null } = change
      const key = codeKey(voucher.code, await projectOfUnit(session))
      const row = { ...rowOfVoucher(voucher, key), redeemedElsewhere, importedAs }
      await write(session, change, insertVoucher, row)
    }
  },
  'voucher.updated': {
    step: STEP.vouchers,
    meets: voucherMet(({ voucher }) => voucher.id),
    write: async (session, change) => {
      const row = rowOfVoucher(change.voucher, '')
      await write(session, change, replaceVoucher, { ...row, versionBefore: row.version - 1 })
      if (change.erased) session.send(clearImportOfVoucher, { id: row.id })
    }
  },
  'voucher.redeemed': {
    step: STEP.vouchers,
    meets: voucherMet(({ voucherId }) => voucherId),
    write: (session, change, unit) => {
      const { voucherId: id, version, step, updatedAt } = change
      const use = step === 1 ? redeemVoucher : unredeemVoucher
      const records = recordsCountedBy(change, unit)
      return write(session, change, use, { id, version, updatedAt, records })
    }
  },
  'voucher.deleted': {
    step: STEP.vouchers,
    meets: rowMet('voucher', voucherAlone, ({ voucherId }) => voucherId),
    write: async (session, change) => {
      const { voucherId: id, version } = change
      await write(session, change, touchUnusedVoucher, { id, version })
      session.send(deleteHoldRows, { id })
      session.send(deleteLotRows, { id })
      session.send(deleteLedgerEntryRows, { id })
      await write(session, change, deleteVoucherRow, { id })
    }
  }
}

/** A unit that makes hundreds of vouchers asks once how its project compares codes. */
const projects = new WeakMap<Session, RowOf<typeof projectById>>()

async function projectOfUnit(session: Session): Promise<RowOf<typeof projectById>> {
  const known = projects.get(session)
  if (known !== undefined) return known
  const project = await session.one(projectById, { id: session.projectId ?? '' })
  if (project === undefined) throw new TypeError('A voucher is created in the unit of its project.')
  projects.set(session, project)
  return project
}

/*
 * How many records a voucher has, which is kept with the voucher. A redemption that is carried out
 * changes the row of its voucher anyway, so the count is written with the first such change of the
 * unit; a row that is written twice costs twice. What is no redemption of a voucher is counted
 * nowhere here.
 */

/** How many records of the voucher that `change` moves are counted with it. */
export function recordsCountedBy(change: Change, unit: readonly Change[]): number {
  const voucherId = voucherMovedBy(change)
  const first = unit.find(each => voucherMovedBy(each) === voucherId)
  if (voucherId === null || first !== change) return 0
  return unit.filter(
    each => each.kind === 'redemption.recorded' && each.redemption.voucherId === voucherId
  ).length
}

export function isMoved(voucherId: string, unit: readonly Change[]): boolean {
  return unit.some(each => voucherMovedBy(each) === voucherId)
}

function voucherMovedBy(change: Change): string | null {
  if (change.kind === 'voucher.redeemed') return change.voucherId
  if ('card' in change) return change.card.voucherId
  return 'gift' in change ? change.gift.voucherId : null
}
