/**
 * What creating, changing and deleting a single voucher needs to know.
 *
 * Spec: Resources, Voucher; Decisions 77 and 78.
 */
import { ANY_CODE } from '../../decisions/campaigns/campaigns.ts'
import { USERS_NAMED, type User } from '../../decisions/deletions.ts'
import { codesToTry } from '../../decisions/vouchers/code-space.ts'
import {
  addingOf,
  type CreateVoucher,
  type CreateVoucherFacts
} from '../../decisions/vouchers/creation.ts'
import type { UpdateVoucherBalanceFacts } from '../../decisions/vouchers/gift-balance.ts'
import type {
  DeleteVoucherFacts,
  UpdateVoucher,
  UpdateVoucherFacts
} from '../../decisions/vouchers/updates.ts'
import type { Category, Instant, Project, ShownVoucher, Voucher } from '../../model.ts'
import { codeConfigMistake } from '../../rules/codes.ts'
import { voucherShown } from '../lists/members.ts'
import { campaignOf, customerSent, schemaOf, voucherNamed } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { categoryCalled } from './campaigns.ts'
import { loadStanding, purseIn } from './standing.ts'
import { codesUsed, freeCodes, loadAddVouchers } from './vouchers.ts'

/** What stands beside a voucher that is made: the category it is filed under. */
interface Filed {
  readonly filed: Category | null
}

/** What createVoucher needs. @throws {Refused} when the campaign it names does not exist. */
export function loadCreateVoucher(
  project: Project,
  command: CreateVoucher,
  limits: { readonly campaignVouchersMax: number; readonly random: (below: number) => number }
) {
  return async (session: Session): Promise<CreateVoucherFacts & Filed> => {
    const { campaign, code } = command
    const category =
      command.category === null ? null : await categoryCalled(session, command.category)
    const schema = await schemaOf(session, 'voucher')
    if (campaign !== null) {
      // The category is found here, because a single voucher may name it by id as well.
      const wanted = { ...addingOf(command), category: null }
      const added = await loadAddVouchers(project, campaign, wanted, limits)(session)
      const filed = category ?? added.filed
      return { adding: { ...added, category }, category, schema, freeCodes: [], filed }
    }
    const config = command.codeConfig ?? ANY_CODE
    const proposing = code === null && codeConfigMistake(config) === null
    const used = proposing ? await codesUsed(session, config, project) : 0
    const codes =
      code !== null
        ? [code]
        : proposing
          ? codesToTry({ config, count: 1, used }, project, limits.random)
          : []
    const free = await freeCodes(session, codes, project)
    return { adding: null, category, schema, freeCodes: free, filed: category }
  }
}

/** A voucher with what an answer says beside it. */
interface Shown {
  readonly shown: ShownVoucher
}

/** What updateVoucher needs. @throws {Refused} when there is no such voucher. */
export function loadUpdateVoucher(project: Project, code: string, { category }: UpdateVoucher) {
  return async (session: Session): Promise<UpdateVoucherFacts & Shown> => {
    const shown = await voucherShown(session, project, code)
    return {
      shown,
      voucher: shown.voucher,
      category: category == null ? null : await categoryCalled(session, category),
      schema: await schemaOf(session, 'voucher')
    }
  }
}

/** What switching a voucher needs. @throws {Refused} when there is no such voucher. */
export function loadSwitchVoucher(project: Project, code: string) {
  return async (session: Session): Promise<{ readonly voucher: Voucher } & Shown> => {
    const shown = await voucherShown(session, project, code)
    return { shown, voucher: shown.voucher }
  }
}

/** What deleteVoucher needs. @throws {Refused} when there is no such voucher. */
export function loadDeleteVoucher(project: Project, code: string) {
  return async (session: Session): Promise<DeleteVoucherFacts> => {
    const { voucher, assignments } = await voucherShown(session, project, code)
    const of = { voucherId: voucher.id, limit: USERS_NAMED + 1, offset: 0 }
    const given = await session.all('publications of voucher by -created_at', of)
    const redeemed = await session.all('redemptionsOfVoucher', of)
    const entries = await session.all('entriesOfVoucher', of)
    return {
      voucher,
      campaign: await campaignOf(session, voucher),
      assignments,
      users: [
        ...redeemed.map(({ id }): User => ({ type: 'redemption', id })),
        ...given.map(({ publication }): User => ({ type: 'publication', id: publication.id }))
      ],
      entries: entries.map(rows.ledgerEntryOf)
    }
  }
}

/** What updateVoucherBalance needs. @throws {Refused} when there is no such voucher. */
export function loadVoucherBalance(project: Project, code: string) {
  return async (session: Session, now: Instant): Promise<UpdateVoucherBalanceFacts> => {
    const voucher = await voucherNamed(session, project, code)
    const customer = await customerSent(session, { id: voucher.holderId })
    const standing = await loadStanding(session, { event: null, customer, now })
    return { ...standing, customer, purse: await purseIn(session, standing, voucher) }
  }
}
