/**
 * Discounts of vouchers and promotion tiers: asked for, listed, redeemed and rolled back, and their
 * locks.
 * Spec: validateStackedDiscounts, redeemStackedDiscounts, rollbackStackedRedemptions,
 * checkEligibility, releaseValidationSession.
 */
import type { Occasion } from '../decisions/changes.ts'
import type { DiscountFacts } from '../decisions/discounts/judging.ts'
import { checkEligibility } from '../decisions/discounts/qualification.ts'
import {
  redeemStackedDiscounts,
  releaseValidationSession,
  type StackValidation,
  validateStackedDiscounts
} from '../decisions/discounts/redemption.ts'
import { rollbackStackedRedemptions } from '../decisions/redemptions/rollback.ts'
import { errorBody } from '../http/errors.ts'
import type { Handlers, Kit } from '../http/kit.ts'
import {
  discountsCommand,
  eligibilityCommand,
  showingOf,
  viewDiscountsRedemption,
  viewEligibility,
  viewValidation
} from '../http/wire/discounts.ts'
import { stackRollbackCommand, viewStackRolledBack } from '../http/wire/redemptions.ts'
import { loadDiscounts, loadEligibility, loadRelease } from '../storage/discounts.ts'
import { loadStackRollback } from '../storage/redemptions/redemption.ts'

export function discountHandlers({ ask, linked, remove, shell, write }: Kit) {
  return {
    async validateStackedDiscounts({ body, caller }) {
      const command = discountsCommand(body)
      const showing = showingOf(body, caller)
      const asked = {
        load: loadDiscounts(caller, command, { writes: false }),
        decide: (facts: DiscountFacts, occasion: Occasion) =>
          validateStackedDiscounts(facts, command, occasion),
        view: (validation: StackValidation) =>
          ({ status: 200, body: viewValidation(validation, showing) }) as const
      }
      // Only a lock is anything to write.
      return command.lock === undefined ? shell.ask(caller, asked) : shell.settle(caller, asked)
    },

    checkEligibility: ask({
      command: ({ body }) => eligibilityCommand(body),
      load: (command, { caller }) => loadEligibility(caller, command),
      decide: checkEligibility,
      view: (eligibility, { body, caller }) => viewEligibility(eligibility, showingOf(body, caller))
    }),

    async redeemStackedDiscounts({ body, caller }) {
      const command = discountsCommand(body)
      const showing = showingOf(body, caller)
      const linking = shell.linking(caller)
      return shell.settle(caller, {
        load: loadDiscounts(caller, command, { writes: true }),
        decide: (facts, occasion) => redeemStackedDiscounts(facts, command, occasion),
        view: redeemed =>
          'refusal' in redeemed
            ? { status: 400, body: errorBody(redeemed.refusal, caller.requestId) }
            : { status: 200, body: viewDiscountsRedemption(redeemed, showing, linking) }
      })
    },

    rollbackStackedRedemptions: write({
      command: ({ body, query }) => stackRollbackCommand(body, query),
      load: (command, { params }) => loadStackRollback(params.parentRedemptionId, command),
      decide: rollbackStackedRedemptions,
      view: linked(viewStackRolledBack)
    }),

    releaseValidationSession: remove(
      ({ params, caller }) => loadRelease(caller.project, params.code),
      (facts, occasion, { params }) => releaseValidationSession(facts, params.sessionKey, occasion)
    )
  } satisfies Handlers
}
