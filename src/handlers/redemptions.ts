/** Redemptions of the project, and rolling one back. Spec: Redemption. */
import { rollbackRedemption } from '../decisions/redemptions/rollback.ts'
import { at, type Handlers, type Kit } from '../http/kit.ts'
import { rollbackCommand, viewRedemption, viewRedemptionEntry } from '../http/wire/redemptions.ts'
import { querySpan } from '../http/wire/values.ts'
import { listed } from '../http/wire.ts'
import { loadRollback } from '../storage/redemptions/redemption.ts'
import { allRedemptionsPage, redemptionNamed } from '../storage/redemptions/redemptions.ts'

export function redemptionHandlers({ linked, list, read, write }: Kit) {
  return {
    getRedemption: read(at('redemptionId', redemptionNamed), linked(viewRedemptionEntry)),

    listRedemptions: list(
      (session, order, page, { query }) =>
        allRedemptionsPage(
          session,
          {
            order,
            customer: query.customer ?? null,
            campaign: query.campaign ?? null,
            result: query.result,
            created: querySpan(query, 'created_at')
          },
          page
        ),
      linked(listed('redemptions', viewRedemptionEntry))
    ),

    rollbackRedemption: write({
      command: ({ body, query }) => rollbackCommand(body, query),
      load: (command, { params }) => loadRollback(params.redemptionId, command),
      decide: rollbackRedemption,
      view: linked(viewRedemption)
    })
  } satisfies Handlers
}
