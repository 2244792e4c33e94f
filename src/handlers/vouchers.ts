/**
 * Vouchers, and what became of one: its redemptions, and to whom it was given.
 *
 * Spec: Endpoints 9; Resources, Voucher (`publish`, `redemption`).
 */
import type { Answer, Handles, OperationId, Outcome, Request } from '../http/types.ts'
import { viewVoucherRedemptions } from '../http/views/redemptions.ts'
import { viewVoucher, viewVoucherPublications } from '../http/views/vouchers.ts'
import type { Shell } from '../shell.ts'
import { LIMIT_DEFAULT, pageOf, publicationsPage, redemptionsPage } from '../storage/lists.ts'
import { voucherShown } from '../storage/lists-members.ts'

/** Entries answered when neither `limit` nor `page` is sent. */
const REDEMPTIONS_UNPAGED = 1000

type RedemptionLists = 'getVoucherRedemptions' | 'listVoucherRedemptions'
type Handled = RedemptionLists | 'getVoucher' | 'listVoucherPublications'

export class VoucherHandlers implements Handles<Handled> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async getVoucher({ params, caller }: Request<'getVoucher'>): Promise<Answer<'getVoucher'>> {
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session => voucherShown(session, caller.project, params.code),
      shown => ({ status: 200, body: viewVoucher(shown, linking) })
    )
  }

  async getVoucherRedemptions(
    request: Request<'getVoucherRedemptions'>
  ): Promise<Answer<'getVoucherRedemptions'>> {
    return this.#redemptions(request)
  }

  async listVoucherRedemptions(
    request: Request<'listVoucherRedemptions'>
  ): Promise<Answer<'listVoucherRedemptions'>> {
    return this.#redemptions(request)
  }

  async listVoucherPublications({
    params,
    query,
    caller
  }: Request<'listVoucherPublications'>): Promise<Answer<'listVoucherPublications'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => publicationsPage(session, caller.project, params.code, page),
      ({ voucher, publications, total }) => ({
        status: 200,
        body: viewVoucherPublications(voucher, { entries: publications, total })
      })
    )
  }

  async #redemptions<Id extends OperationId & RedemptionLists>({
    params,
    query,
    caller
  }: Request<RedemptionLists>): Promise<Answer<Id>> {
    const whole = query.limit === undefined && query.page === undefined
    const page = pageOf(query, whole ? REDEMPTIONS_UNPAGED : LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => redemptionsPage(session, caller.project, params.code, page),
      ({ voucher, campaign, entries, total }) => {
        const card = { voucher, campaignName: campaign?.name ?? null }
        const linking = this.#shell.linking(caller)
        const body = viewVoucherRedemptions(card, { entries, total }, linking)
        return { status: 200, body } as Outcome<Id>
      }
    )
  }
}
