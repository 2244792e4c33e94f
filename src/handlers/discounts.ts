/**
 * Discounts of vouchers and promotion tiers: asked for, listed, redeemed and rolled back.
 *
 * Spec: validateStackedDiscounts, redeemStackedDiscounts, checkEligibility; Decisions 156 to 158
 * and 162.
 */
import { checkEligibility } from '../decisions/discounts/qualification.ts'
import {
  type DiscountsRedeemed,
  redeemStackedDiscounts
} from '../decisions/discounts/redemption.ts'
import { validateStackedDiscounts } from '../decisions/discounts/validation.ts'
import { rollbackStackedRedemptions } from '../decisions/redemptions/stack-rollback.ts'
import { discountsCommand, eligibilityCommand, showingOf } from '../http/commands/discounts.ts'
import { stackRollbackCommand } from '../http/commands/redemptions.ts'
import { errorBody } from '../http/errors.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Answer, Handles, Outcome, Request } from '../http/types.ts'
import {
  viewDiscountsRedemption,
  viewEligibility,
  viewValidation
} from '../http/views/discounts.ts'
import { viewStackRolledBack } from '../http/views/redemptions.ts'
import { loadDiscounts } from '../storage/discounts/applying.ts'
import { loadEligibility } from '../storage/discounts/qualification.ts'
import { loadStackRollback } from '../storage/redemptions/rollback.ts'

type DiscountOperation =
  | 'checkEligibility'
  | 'redeemStackedDiscounts'
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
  }: Request<'validateStackedDiscounts'>): Promise<Answer<'validateStackedDiscounts'>> {
    const command = discountsCommand(body)
    const showing = showingOf(body, caller)
    return this.#shell.ask(caller, {
      load: loadDiscounts(caller, command),
      decide: (facts, occasion) => validateStackedDiscounts(facts, command, occasion),
      view: validation => ({ status: 200, body: viewValidation(validation, showing) })
    })
  }

  async checkEligibility({
    body,
    caller
  }: Request<'checkEligibility'>): Promise<Answer<'checkEligibility'>> {
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
  }: Request<'redeemStackedDiscounts'>): Promise<Answer<'redeemStackedDiscounts'>> {
    const command = discountsCommand(body)
    const showing = showingOf(body, caller)
    const linking = this.#shell.linking(caller)
    const view = (redeemed: DiscountsRedeemed): Outcome<'redeemStackedDiscounts'> =>
      'refusal' in redeemed
        ? { status: 400, body: errorBody(redeemed.refusal, caller.requestId) }
        : { status: 200, body: viewDiscountsRedemption(redeemed, showing, linking) }
    return this.#shell.settle(caller, {
      load: loadDiscounts(caller, command),
      decide: (facts, occasion) => redeemStackedDiscounts(facts, command, occasion),
      view
    })
  }

  async rollbackStackedRedemptions({
    params,
    query,
    body,
    caller
  }: Request<'rollbackStackedRedemptions'>): Promise<Answer<'rollbackStackedRedemptions'>> {
    const command = stackRollbackCommand(body, query)
    const linking = this.#shell.linking(caller)
    return this.#shell.settle(caller, {
      load: loadStackRollback(params.parentRedemptionId, command),
      decide: (facts, occasion) => rollbackStackedRedemptions(facts, command, occasion),
      view: undone => ({ status: 200, body: viewStackRolledBack(undone, linking) })
    })
  }

  async releaseValidationSession(): Promise<never> {
    throw new Error('stub')
  }
}
