/**
 * Why a redeemable cannot be applied.
 *
 * Spec: InapplicableRedeemable.result.
 */
import {
  FAILURE_MESSAGES,
  type FailureCode,
  INAPPLICABLE_MESSAGES,
  type InapplicableCode,
  notFound,
  type Refusal
} from '../refusals.ts'

export interface Reason extends Refusal {
  readonly key: ReasonKey
  /** What a rule found, when the key alone says too little. */
  readonly failureMessage?: string
}

type ReasonKey = FailureCode | InapplicableCode | 'not_found'

/** A reason, with the details that a caller can act on. */
export function reason(key: ReasonKey, details: string): Reason {
  return { key, details }
}

/** Nothing of that kind has the id or code. */
export function unknownThing(
  object: 'voucher' | 'promotion_tier' | 'reward' | 'reward_assignment',
  id: string
): Reason {
  return { ...notFound(object, id), key: 'not_found' }
}

/** What the record of a refused redemption says. */
export function failureMessageOf(why: Refusal | Reason): string {
  if ('failureMessage' in why && why.failureMessage !== undefined) return why.failureMessage
  const messages: { readonly [key: string]: string } = {
    ...FAILURE_MESSAGES,
    ...INAPPLICABLE_MESSAGES
  }
  return messages[why.key] ?? 'no applicable redeemables'
}
