/**
 * What changing, importing and deleting a voucher needs to know.
 *
 * What a row of a project file about a voucher needs to know: what its import does and, of one that
 * is there, what changing it does.
 *
 * A new voucher costs no more than its import.
 *
 * Spec: updateVoucher, deleteVoucher, updateVoucherBalance.
 */
import { IMPORTED } from '../../decisions/imports/outcome.ts'
import { USERS_NAMED, type User } from '../../decisions/updates.ts'
import type {
  EditVoucherFacts,
  StoredVoucherFacts,
  UpdateVoucherBalanceFacts
} from '../../decisions/vouchers/edit.ts'
import type {
  ImportedWith,
  ImportVoucher,
  ImportVoucherFacts
} from '../../decisions/vouchers/import.ts'
import type {
  DeleteVoucherFacts,
  SwitchVoucherFacts,
  UpdateVoucher,
  UpdateVoucherFacts
} from '../../decisions/vouchers/updates.ts'
import type { Instant, Project, ShownVoucher, Voucher } from '../../model.ts'
import {
  campaignNamed,
  countVouchers,
  findCampaign,
  findCampaignOf,
  programNamed
} from '../campaigns/campaigns.ts'
import { holdSetUp } from '../catalogue.ts'
import { findCategory, findCategoryById } from '../categories.ts'
import { customerSent } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { byId, type Given, statement } from '../engine/statements.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { entriesOfVoucher, ledgerEntryOf, transactionsBy } from '../points/ledger.ts'
import { lotsNamed, purseIn, readHolds, readPurse } from '../points/lots.ts'
import { publicationsOfVoucherBy } from '../publications.ts'
import { redemptionsOfVoucher } from '../redemptions/redemptions.ts'
import { holderDue, loadStanding, NO_STANDING } from '../standing/standing.ts'
import { assignmentsOn } from '../validation-rules/validation-rules.ts'
import { voucherShown } from './shown.ts'
import { findVoucher, freeCodes, voucherNamed } from './vouchers.ts'

/** The facts of editVoucher. @throws {Refused} when its campaign or program does not exist. */
export function loadEditVoucher(
  project: Project,
  command: ImportVoucher,
  limits: { readonly campaignVouchersMax: number }
) {
  const load = loadImportVoucher(project, command, limits)
  return async (session: Session, now: Instant): Promise<EditVoucherFacts> => {
    const facts = await load(session, now)
    const { stored, importedWith } = facts
    if (stored === null) return { ...facts, known: null }
    const known = {
      purse: await readPurse(session, stored),
      holder: await holderDue(session, stored, { now, project }),
      category: await findCategoryById(session, stored.categoryId),
      names: await namesOf(session, stored, { ...facts, customer: command.customer }),
      importedLots: await lotsImportedWith(session, importedWith)
    }
    return { ...facts, known }
  }
}

async function namesOf(
  session: Session,
  { campaignId, holderId }: Voucher,
  { making, holder, customer }: ImportVoucherFacts & Pick<ImportVoucher, 'customer'>
): Promise<StoredVoucherFacts['names']> {
  const isOther = campaignId !== null && campaignId !== making.adding?.campaign.id
  const campaign = isOther ? await findCampaign(session, campaignId) : null
  const isOwned = customer !== null && holderId !== null && holderId !== holder?.id
  const owner = isOwned ? await customerSent(session, { id: holderId }) : null
  return {
    ...(campaign?.name && { campaign: campaign.name }),
    ...(owner?.sourceId && { holder: owner.sourceId })
  }
}

/** By their days; null where one of them is in another lot now. */
async function lotsImportedWith(
  session: Session,
  { lots: lines = [] }: ImportedWith
): Promise<StoredVoucherFacts['importedLots']> {
  if (lines.length === 0) return []
  const found = await session.all(lotsNamed, { ids: lines.map(({ id }) => id) })
  const days = new Map(found.map(({ id, expiresOn }) => [id, expiresOn]))
  const lots = lines.flatMap(({ id, amount: points }) => {
    const expiresOn = days.get(id)
    return expiresOn === undefined ? [] : [{ points, expiresOn }]
  })
  return lots.length === lines.length ? lots : null
}

/*
 * What importing a voucher needs to know.
 *
 * Codes are given and not drawn, so none are counted or tried: the cost of a row does not grow with
 * the campaign.
 */

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

/*
 * What changing and deleting a single voucher needs to know.
 */

/** A voucher with the names and rules that its answer shows. */
interface Shown {
  readonly shown: ShownVoucher
}

/** The facts of updateVoucher. @throws {Refused} when there is no such voucher. */
export function loadUpdateVoucher(project: Project, code: string, { category }: UpdateVoucher) {
  return async (session: Session, now: Instant): Promise<UpdateVoucherFacts & Shown> => {
    const switching = await loadSwitchVoucher(project, code)(session, now)
    return {
      ...switching,
      ...(await readHolds(session, switching.voucher)),
      category: category == null ? null : await findCategory(session, category),
      schema: await schemaOf(session, 'voucher')
    }
  }
}

/** What switching a voucher needs. @throws {Refused} when there is no such voucher. */
export function loadSwitchVoucher(project: Project, code: string) {
  return async (session: Session, now: Instant): Promise<SwitchVoucherFacts & Shown> => {
    const shown = await voucherShown(session, project, code)
    const { voucher } = shown
    return { shown, voucher, holder: await holderDue(session, voucher, { now, project }) }
  }
}

/** The facts of deleteVoucher. @throws {Refused} when there is no such voucher. */
export function loadDeleteVoucher(project: Project, code: string) {
  return async (session: Session): Promise<DeleteVoucherFacts> => {
    await holdSetUp(session)
    const voucher = await voucherNamed(session, project, code)
    const of = { voucherId: voucher.id, limit: USERS_NAMED + 1, offset: 0 }
    const given = await session.all(publicationsOfVoucherBy['-created_at'], of)
    const redeemed = await session.all(redemptionsOfVoucher, of)
    const entries = await session.all(entriesOfVoucher, of)
    const campaign = await findCampaignOf(session, voucher)
    return {
      voucher,
      campaign: campaign && (await countVouchers(session, campaign)),
      assignments: await assignmentsOn(session, [voucher.id]),
      users: [
        ...redeemed.map(({ id }): User => ({ type: 'redemption', id })),
        ...given.map(({ publication }): User => ({ type: 'publication', id: publication.id }))
      ],
      entries: entries.map(ledgerEntryOf)
    }
  }
}

/** The facts of updateVoucherBalance. @throws {Refused} when there is no such voucher. */
export function loadVoucherBalance(project: Project, code: string) {
  return async (session: Session, now: Instant): Promise<UpdateVoucherBalanceFacts> => {
    const voucher = await voucherNamed(session, project, code)
    const customer = await customerSent(session, { id: voucher.holderId })
    const standing = await loadStanding(session, { event: null, customer, now })
    return { ...standing, customer, purse: await purseIn(session, standing, voucher) }
  }
}
