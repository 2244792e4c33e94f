/**
 * Rolling back what was redeemed.
 *
 * Spec: Resources, Redemption (`redemption`); Decisions 92 to 95.
 */
import { type RollbackRedemption, rollbackRedemption } from '../decisions/redemptions/rollback.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewRedemption } from '../http/views/redemptions.ts'
import type { Shell } from '../shell.ts'
import { loadRollback } from '../storage/redemptions/rollback.ts'
import { metadataOf } from './commands.ts'

export class RollbackHandlers implements Handles<'rollbackRedemption'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async rollbackRedemption({
    params,
    query,
    body,
    caller
  }: Request<'rollbackRedemption'>): Promise<Answer<'rollbackRedemption'>> {
    const command: RollbackRedemption = {
      reason: body?.reason ?? query.reason,
      metadata: metadataOf(body?.metadata)
    }
    const linking = this.#shell.linking(caller)
    return this.#shell.settle(caller, {
      load: loadRollback(params.redemptionId),
      decide: (facts, occasion) => rollbackRedemption(facts, command, occasion),
      view: answer => ({ status: 200, body: viewRedemption(answer, linking) })
    })
  }
}
