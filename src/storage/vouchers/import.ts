/**
 * What importing a voucher needs to know.
 *
 * Codes are given and not drawn, so none are counted or tried: the cost of a row does not grow with
 * the campaign.
 */
import { IMPORTED } from '../../decisions/imports/outcome.ts'
import type { ImportVoucherFacts } from '../../decisions/vouchers/import.ts'
import type { ImportedWith, ImportVoucher } from '../../decisions/vouchers/imported.ts'
import type { Instant, Project, Voucher } from '../../model.ts'
import { campaignNamed, countVouchers, programNamed } from '../campaigns/campaigns.ts'
import { findCategory } from '../categories.ts'
import { customerSent } from '../customers/customers.ts'
import { byId } from '../engine/clauses.ts'
import type { Session } from '../engine/session.ts'
import { type Given, statement } from '../engine/statements.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { transactionsBy } from '../points/ledger.ts'
import { loadStanding, NO_STANDING } from '../standing/standing.ts'
import { freeCodes } from './codes.ts'
import { findVoucher } from './vouchers.ts'

/** What of an import stands in the row of a voucher. */
export const importOfVoucher = statement(({ db, t }, given: Given<{ id: string }>) =>
  db
    .select({ redeemedElsewhere: t.vouchers.redeemedElsewhere, said: t.vouchers.importedAs })
    .from(t.vouchers)
    .where(byId(t.vouchers, given))
)

const NOTHING: ImportedWith = { amounts: [], redeemedElsewhere: 0, said: null }

/** What a voucher was imported with: the movements of an import are its first. */
async function readImportedWith(
  session: Session,
  { id, createdAt }: Voucher
): Promise<ImportedWith> {
  const first = { voucherId: id, limit: 2, offset: 0 }
  const entries = await session.all(transactionsBy.created_at, first)
  const row = await session.one(importOfVoucher, { id })
  const told = row?.said?.amounts
  // A caller may give the same reason to a movement; the one of an import came with the voucher.
  const imports = entries
    .filter(entry => entry.cause.reason === IMPORTED.reason && entry.createdAt === createdAt)
    .slice(0, told?.length)
  const amounts = told ?? imports.map(({ amount }) => amount)
  const lots = imports.flatMap(({ lots }) => lots)
  return { redeemedElsewhere: 0, said: null, ...row, amounts, lots }
}

/** The facts of importVoucher. @throws {Refused} when its campaign or program does not exist. */
export function loadImportVoucher(
  project: Project,
  { code, campaign: name, customer, content, settings }: ImportVoucher,
  { campaignVouchersMax }: { readonly campaignVouchersMax: number }
) {
  return async (session: Session, now: Instant): Promise<ImportVoucherFacts> => {
    const isCard = content.type === 'LOYALTY_CARD'
    const find = isCard ? programNamed : campaignNamed
    const campaign = name === null ? null : await countVouchers(session, await find(session, name))
    const holder = await customerSent(session, { sourceId: customer })
    const asked = {
      event: null,
      customer: holder,
      now,
      ...(isCard && campaign ? { program: campaign } : {})
    }
    const schema = await schemaOf(session, 'voucher')
    const free = await freeCodes(session, [code], project)
    const stored = free.length === 0 ? await findVoucher(session, project, code) : null
    const named = settings?.category ?? null
    const category = named === null ? null : await findCategory(session, named)
    const making = { category, schema, freeCodes: free }
    return {
      ...(customer === null ? NO_STANDING : await loadStanding(session, asked)),
      stored,
      importedWith: stored === null ? NOTHING : await readImportedWith(session, stored),
      making: {
        ...making,
        adding: campaign && {
          ...making,
          // The row says its own, which is written over that of the campaign.
          category: null,
          campaign,
          codesUsed: 0,
          vouchersMax: campaignVouchersMax
        }
      },
      holder,
      customerSchema: customer === null ? null : await schemaOf(session, 'customer')
    }
  }
}
