/**
 * Discounts of vouchers and promotion tiers: asked, redeemed, rolled back, and their locks released.
 *
 * Spec: validateStackedDiscounts, redeemStackedDiscounts, rollbackStackedRedemptions,
 * releaseValidationSession.
 */
import type { HttpShell } from '../http/shell.ts'
import type { Answer, Handles, Request } from '../http/types.ts'

type DiscountOperation =
  | 'redeemStackedDiscounts'
  | 'releaseValidationSession'
  | 'rollbackStackedRedemptions'
  | 'validateStackedDiscounts'

export class DiscountHandlers implements Handles<DiscountOperation> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async validateStackedDiscounts(
    request: Request<'validateStackedDiscounts'>
  ): Promise<Answer<'validateStackedDiscounts'>> {
    return this.#unfinished(request)
  }

  async redeemStackedDiscounts(
    request: Request<'redeemStackedDiscounts'>
  ): Promise<Answer<'redeemStackedDiscounts'>> {
    return this.#unfinished(request)
  }

  async rollbackStackedRedemptions(
    request: Request<'rollbackStackedRedemptions'>
  ): Promise<Answer<'rollbackStackedRedemptions'>> {
    return this.#unfinished(request)
  }

  async releaseValidationSession(
    request: Request<'releaseValidationSession'>
  ): Promise<Answer<'releaseValidationSession'>> {
    return this.#unfinished(request)
  }

  #unfinished(request: object): never {
    throw new Error(`${Object.keys(request)} ${this.#shell}`)
  }
}
