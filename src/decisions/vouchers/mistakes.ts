/**
 * Mistakes that every request for vouchers can make: for a campaign, for single vouchers, and in
 * updates.
 *
 * Spec: VoucherTemplate.code_config, VoucherTemplate.redemption.
 */
import type { CodeConfig } from '../../model.ts'
import { codeConfigMistake } from '../../rules/codes.ts'
import type { Refusal } from '../refusals.ts'
import { refuseMistake, wholeRefusal } from '../request-refusals.ts'

/** The mistake of a limit of redemptions; `path` is its property, and null is no limit. */
export function quantityMistake(
  quantity: number | null | undefined,
  path = 'redemption.quantity'
): Refusal | null {
  return wholeRefusal(path, quantity, 1)
}

/** The mistake of a code configuration; `path` is its property, and null is none. */
export function codesMistake(
  config: CodeConfig | null | undefined,
  path = 'code_config'
): Refusal | null {
  return refuseMistake(
    config == null ? null : codeConfigMistake(config),
    path,
    'invalid_code_config'
  )
}
