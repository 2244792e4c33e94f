/**
 * Redemptions of the project, and rolling one back.
 *
 * Spec: Redemption.
 */
import { rollbackRedemption } from '../decisions/redemptions/rollback.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import {
  rollbackCommand,
  viewRedemption,
  viewRedemptionEntry,
  viewRedemptionList
} from '../http/wire/redemptions.ts'
import { loadRollback } from '../storage/redemptions/redemption.ts'
import { allRedemptionsPage, redemptionNamed } from '../storage/redemptions/redemptions.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type RedemptionOperation = 'getRedemption' | 'listRedemptions' | 'rollbackRedemption'

export class RedemptionHandlers implements Handles<RedemptionOperation> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async getRedemption({
    params,
    caller
  }: Request<'getRedemption'>): Promise<ReadyAnswer<'getRedemption'>> {
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
  }: Request<'listRedemptions'>): Promise<ReadyAnswer<'listRedemptions'>> {
    const asked = { order: query.order ?? '-created_at', customer: query.customer ?? null }
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session => allRedemptionsPage(session, asked, pageOf(query, LIMIT_DEFAULT)),
      found => ({ status: 200, body: viewRedemptionList(found, linking) })
    )
  }

  async rollbackRedemption({
    params,
    query,
    body,
    caller
  }: Request<'rollbackRedemption'>): Promise<ReadyAnswer<'rollbackRedemption'>> {
    const command = rollbackCommand(body, query.reason)
    const linking = this.#shell.linking(caller)
    return this.#shell.settle(caller, {
      load: loadRollback(params.redemptionId),
      decide: (facts, occasion) => rollbackRedemption(facts, command, occasion),
      view: answer => ({ status: 200, body: viewRedemption(answer, linking) })
    })
  }
}
