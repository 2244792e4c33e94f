/**
 * What redeemables would take off an order if they were redeemed now. Writes nothing.
 *
 * Spec: validateStackedDiscounts; Decision 156.
 */
import type { Decision } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { applyDiscounts, type Tried } from './applying.ts'
import type { ApplyDiscounts, DiscountFacts } from './request.ts'

export interface Validation extends Tried {
  readonly id: string
  readonly facts: DiscountFacts
}

/** An answer in any case but for a request that cannot be understood. */
export function validateStackedDiscounts(
  facts: DiscountFacts,
  command: ApplyDiscounts,
  occasion: Occasion
): Decision<Validation> {
  const tried = applyDiscounts(facts, command, occasion)
  if ('refusal' in tried) return tried
  return { result: { ...tried, id: occasion.newId('valid'), facts }, changes: [] }
}
