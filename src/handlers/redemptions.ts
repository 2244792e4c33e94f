/**
 * Redemptions of the project, whichever voucher they are of.
 *
 * Spec: Endpoints 9; Resources, Redemption; Decision 87.
 */
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewRedemptionEntry, viewRedemptionList } from '../http/views/redemptions.ts'
import type { Shell } from '../shell.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/pages.ts'
import { allRedemptionsPage, redemptionNamed } from '../storage/redemptions/redemptions.ts'

export class RedemptionHandlers implements Handles<'getRedemption' | 'listRedemptions'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async getRedemption({
    params,
    caller
  }: Request<'getRedemption'>): Promise<Answer<'getRedemption'>> {
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session => redemptionNamed(session, params.redemptionId),
      ({ redemption, card }) => ({
        status: 200,
        body: viewRedemptionEntry(redemption, card, linking)
      })
    )
  }

  async listRedemptions({
    query,
    caller
  }: Request<'listRedemptions'>): Promise<Answer<'listRedemptions'>> {
    const asked = { order: query.order ?? '-created_at', customer: query.customer ?? null }
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session => allRedemptionsPage(session, asked, pageOf(query, LIMIT_DEFAULT)),
      found => ({ status: 200, body: viewRedemptionList(found, linking) })
    )
  }
}
