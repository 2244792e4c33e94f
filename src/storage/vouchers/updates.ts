/**
 * What changing and deleting a single voucher needs to know.
 *
 * Spec: updateVoucher, deleteVoucher, updateVoucherBalance.
 */
import { USERS_NAMED, type User } from '../../decisions/deletions.ts'
import type { UpdateVoucherBalanceFacts } from '../../decisions/vouchers/gift-balance.ts'
import type {
  DeleteVoucherFacts,
  SwitchVoucherFacts,
  UpdateVoucher,
  UpdateVoucherFacts
} from '../../decisions/vouchers/updates.ts'
import type { Instant, Project, ShownVoucher } from '../../model.ts'
import { countVouchers, findCampaignOf } from '../campaigns/campaigns.ts'
import { holdSetUp } from '../catalogue.ts'
import { findCategory } from '../categories.ts'
import { customerSent } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { readHolds } from '../points/holds.ts'
import { entriesOfVoucher, ledgerEntryOf } from '../points/ledger.ts'
import { purseIn } from '../points/lots.ts'
import { publicationsOfVoucherBy } from '../publications.ts'
import { redemptionsOfVoucher } from '../redemptions/redemptions.ts'
import { holderDue } from '../standing/moments.ts'
import { loadStanding } from '../standing/standing.ts'
import { assignmentsOn } from '../validation-rules/assignments.ts'
import { voucherShown } from './shown.ts'
import { voucherNamed } from './vouchers.ts'

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
