/**
 * Changes of a voucher itself made real. Other changes write parts of its row: movements of points
 * and credit (points/movements.ts), who it is given to (publications.ts), and the count of its
 * redemptions (redemptions/redemptions.ts).
 *
 * Spec: createVoucher, updateVoucher, deleteVoucher; Decisions 32, 77 and 78.
 */
import { and, eq, isNull, sql } from 'drizzle-orm/sql'
import { codeKey } from '../../decisions/vouchers/code-space.ts'
import { byId, columnsToSet, is } from '../engine/clauses.ts'
import type { Stored } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { command, type Given, type RowOf } from '../engine/statements.ts'
import { deleteFrom, insertInto, type Writers, write } from '../engine/writers.ts'
import { deleteLedgerEntryRows } from '../points/ledger.ts'
import { deleteLotRows } from '../points/lots.ts'
import { projectById } from '../projects.ts'
import { rowOfVoucher } from './vouchers.ts'

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
  'updatedAt',
  'version'
] as const

type Replaced = Pick<Stored<'vouchers'>, 'id' | (typeof REPLACED)[number]> & {
  readonly versionBefore: number
}

export const replaceVoucher = command(({ db, t: { vouchers: v } }, given: Given<Replaced>) =>
  db
    .update(v)
    .set(columnsToSet(v, given, REPLACED))
    .where(and(byId(v, given), is(v.version, given.versionBefore)))
)

/** Holds the row of a voucher that was never given, redeemed or moved. */
export const touchUnusedVoucher = command(
  ({ db, t: { vouchers: v } }, given: Given<{ id: string; version: number }>) =>
    db
      .update(v)
      .set({ version: sql`${v.version} + 1` })
      .where(
        and(
          byId(v, given),
          is(v.version, given.version),
          isNull(v.holderId),
          eq(v.publishedCount, 0),
          eq(v.recordsCount, 0)
        )
      )
)

/** Makes the changes of vouchers themselves real. */
export const voucherWriters: Writers<'voucher.created' | 'voucher.updated' | 'voucher.deleted'> = {
  'voucher.created': async (session, change) => {
    const { voucher } = change
    const key = codeKey(voucher.code, await projectOfUnit(session))
    await write(session, change, insertVoucher, rowOfVoucher(voucher, key))
  },
  'voucher.updated': (session, change) => {
    const row = rowOfVoucher(change.voucher, '')
    return write(session, change, replaceVoucher, { ...row, versionBefore: row.version - 1 })
  },
  'voucher.deleted': async (session, change) => {
    const { voucherId: id, version } = change
    await write(session, change, touchUnusedVoucher, { id, version })
    await session.run(deleteLotRows, { id })
    await session.run(deleteLedgerEntryRows, { id })
    await write(session, change, deleteVoucherRow, { id })
  }
}

/** A unit that makes hundreds of vouchers asks once how its project compares codes. */
const projects = new WeakMap<Session, RowOf<typeof projectById>>()

async function projectOfUnit(session: Session): Promise<RowOf<typeof projectById>> {
  const known = projects.get(session)
  if (known !== undefined) return known
  const project = await session.one(projectById, { id: session.projectId ?? '' })
  if (project === undefined) {
    throw new TypeError('A voucher is created in the unit of its project.')
  }
  projects.set(session, project)
  return project
}
