/**
 * Discounts of vouchers and promotion tiers: asked for, listed, redeemed and rolled back, and their
 * locks.
 *
 * Spec: validateStackedDiscounts, redeemStackedDiscounts, rollbackStackedRedemptions,
 * checkEligibility, releaseValidationSession.
 */
import type { Occasion } from '../decisions/changes.ts'
import type { DiscountFacts } from '../decisions/discounts/judging.ts'
import { checkEligibility } from '../decisions/discounts/qualification.ts'
import {
  type DiscountsRedeemed,
  redeemStackedDiscounts,
  releaseValidationSession,
  type StackValidation,
  validateStackedDiscounts
} from '../decisions/discounts/redemption.ts'
import { rollbackStackedRedemptions } from '../decisions/redemptions/rollback.ts'
import { errorBody } from '../http/errors.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, Outcome, ReadyAnswer, Request } from '../http/types.ts'
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

type DiscountOperation =
  | 'checkEligibility'
  | 'redeemStackedDiscounts'
  | 'releaseValidationSession'
  | 'rollbackStackedRedemptions'
  | 'validateStackedDiscounts'

export class DiscountHandlers implements Handles<DiscountOperation> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async validateStackedDiscounts({
    body,
    caller
  }: Request<'validateStackedDiscounts'>): Promise<ReadyAnswer<'validateStackedDiscounts'>> {
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
    return command.lock === undefined
      ? this.#shell.ask(caller, asked)
      : this.#shell.settle(caller, asked)
  }

  async checkEligibility({
    body,
    caller
  }: Request<'checkEligibility'>): Promise<ReadyAnswer<'checkEligibility'>> {
    const command = eligibilityCommand(body)
    const showing = showingOf(body, caller)
    return this.#shell.ask(caller, {
      load: loadEligibility(caller, command),
      decide: (facts, occasion) => checkEligibility(facts, command, occasion),
      view: eligibility => ({ status: 200, body: viewEligibility(eligibility, showing) })
    })
  }

  async redeemStackedDiscounts({
    body,
    caller
  }: Request<'redeemStackedDiscounts'>): Promise<ReadyAnswer<'redeemStackedDiscounts'>> {
    const command = discountsCommand(body)
    const showing = showingOf(body, caller)
    const linking = this.#shell.linking(caller)
    const view = (redeemed: DiscountsRedeemed): Outcome<'redeemStackedDiscounts'> =>
      'refusal' in redeemed
        ? { status: 400, body: errorBody(redeemed.refusal, caller.requestId) }
        : { status: 200, body: viewDiscountsRedemption(redeemed, showing, linking) }
    return this.#shell.settle(caller, {
      load: loadDiscounts(caller, command, { writes: true }),
      decide: (facts, occasion) => redeemStackedDiscounts(facts, command, occasion),
      view
    })
  }

  async rollbackStackedRedemptions({
    params,
    query,
    body,
    caller
  }: Request<'rollbackStackedRedemptions'>): Promise<ReadyAnswer<'rollbackStackedRedemptions'>> {
    const command = stackRollbackCommand(body, query)
    const linking = this.#shell.linking(caller)
    return this.#shell.settle(caller, {
      load: loadStackRollback(params.parentRedemptionId, command),
      decide: (facts, occasion) => rollbackStackedRedemptions(facts, command, occasion),
      view: undone => ({ status: 200, body: viewStackRolledBack(undone, linking) })
    })
  }

  async releaseValidationSession({
    params,
    caller
  }: Request<'releaseValidationSession'>): Promise<ReadyAnswer<'releaseValidationSession'>> {
    const { code, sessionKey } = params
    return this.#shell.settle(caller, {
      load: loadRelease(caller.project, code),
      decide: (facts, occasion) => releaseValidationSession(facts, sessionKey, occasion),
      view: () => ({ status: 204 })
    })
  }
}
