/**
 * Why a request is turned down, as data: decisions and loads give the reason, http/errors.ts its
 * status and message. Knows nothing of HTTP.
 * Spec: ErrorAnswer, RedemptionRefused, ErrorAnswer.details, InapplicableRedeemable.result.
 */
import type { Order, ResourceType } from '../model.ts'
import type { Mistake } from '../rules/mistake.ts'
import { nameMistake } from '../rules/validation.ts'

/** By the code of a failed redemption; redemptions/redemption.ts has the order of these. */
export const FAILURE_MESSAGES = {
  campaign_not_active: 'Campaign is not active',
  voucher_disabled: 'voucher is disabled',
  voucher_not_active: 'voucher is not active yet',
  voucher_expired: 'voucher expired',
  voucher_not_active_now: 'voucher not active now',
  invalid_customer: 'Customer must be a holder of a loyalty card.',
  missing_reward: 'Missing reward',
  missing_order: 'Missing order',
  metadata_validation_failed: 'Metadata validation failed',
  customer_rules_violated: 'customer does not match validation rules',
  order_rules_violated: 'order does not match validation rules',
  redemption_rules_violated: 'redemption does not match validation rules',
  quantity_exceeded: 'quantity exceeded',
  reward_out_of_stock: 'reward is out of stock',
  no_voucher_suitable_for_publication: 'No voucher suitable for publication',
  invalid_order: 'Invalid order',
  invalid_amount: 'Invalid amount',
  loyalty_card_points_exceeded: 'loyalty card points exceeded'
}

export type FailureCode = keyof typeof FAILURE_MESSAGES

/** By the further codes of what an order cannot take; discounts/judging.ts has their order. */
const INAPPLICABLE_MESSAGES = {
  missing_customer: 'Missing customer',
  missing_amount: 'Missing amount',
  missing_order_items_amount: 'Missing amount of order items',
  gift_amount_exceeded: 'gift amount exceeded',
  promotion_inactive: 'Inactive Promotion',
  promotion_not_active_now: 'promotion is not active now',
  referrer_not_permitted_to_redeem: 'voucher cannot be redeemed by referrer'
}

/** Those of both, which errors have as well. */
export const MESSAGES = { ...FAILURE_MESSAGES, ...INAPPLICABLE_MESSAGES }

export type RefusalKey =
  | keyof typeof MESSAGES
  | 'not_found'
  | 'duplicate_found'
  | 'invalid_payload'
  | 'invalid_query_params'
  | 'missing_param'
  | 'missing_parameters'
  | 'invalid_grant_type'
  | 'invalid_scope'
  | 'invalid_code_config'
  | 'invalid_campaign'
  | 'campaign_not_allow_auto_join'
  | 'loyalty_card_not_active'
  | 'voucher_already_published'
  | 'invalid_voucher'
  | 'invalid_balance'
  | 'invalid_validation_rules'
  | 'invalid_pending_points_state'
  | 'resource_in_use'
  | 'too_many_jobs'
  | 'already_rolled_back'
  | 'invalid_rollback_params'
  | 'invalid_redemption'
  | 'invalid_redemption_parent'
  | 'duplicated_redeemables'
  | 'stacking_rules_exist'
  | 'invalid_redeemables'
  | 'no_applicable_redeemables'

export interface Refusal {
  readonly key: RefusalKey
  /** Names the property, index or value at fault, the expectation, and the next step. */
  readonly details: string
  readonly resourceId?: string
  readonly resourceType?: ResourceType
  /** Which of several redeemables is refused, as it was named; absent for none of them. */
  readonly redeemable?: { readonly id: string; readonly object: 'voucher' | 'promotion_tier' }
  /** The words of a validation rule for the customer. */
  readonly errorMessage?: string
  /** Nothing is wrong with the request, which may succeed after so many seconds; at least 1. */
  readonly retryAfterSeconds?: number
  /** The mistakes of a body where there are several; the first is the refusal itself. */
  readonly mistakes?: readonly BodyMistake[]
}

/** What a step that is refused is instead. */
export type Unable = { readonly refusal: Refusal }

export interface BodyMistake extends Pick<Refusal, 'key' | 'details'> {
  /** JSON Pointer of the place in the body; absent where the body alone does not show it. */
  readonly pointer?: string
}

export const MISTAKES_TOLD_MAX = 10

/** Several refusals of one body as one: the first, with those that follow it; null for none. */
export function joinRefusals(refusals: readonly Refusal[]): Refusal | null {
  const [first = null, ...others] = refusals.slice(0, MISTAKES_TOLD_MAX)
  if (first === null || others.length === 0) return first
  const mistakes = [first, ...others].map(({ key, details }) => ({ key, details }))
  return { ...first, mistakes }
}

export interface Named {
  readonly type: ResourceType
  readonly id: string
}

/** `details` is a sentence about the thing. */
export function refusalAbout({ type, id }: Named, key: RefusalKey, details: string): Refusal {
  return { key, details, resourceId: id, resourceType: type }
}

export function notFound(type: ResourceType, id: string): Refusal {
  return refusalAbout({ type, id }, 'not_found', `Cannot find ${type} with id ${id}`)
}

/** Of something that is named and not found; null where nothing is named. */
export function unfound(
  type: ResourceType,
  name: string | null | undefined,
  found: unknown
): Refusal | null {
  return name != null && found === null ? notFound(type, name) : null
}

/**
 * A kept total cannot hold the sum.
 * Spec: openapi/behaviour/money-and-rounding.md#numbers-end-where-they-are-exact.
 */
export const OUTGROWN: Refusal = {
  key: 'invalid_amount',
  details: `The total with everything before it exceeds ${Number.MAX_SAFE_INTEGER}; send smaller amounts.`
}

/*
 * What an order or a reward that points cannot pay is told, by card and beside discounts.
 */

export const NOTHING_LEFT = 'The order has nothing left to pay; send items with prices'

export function paidOrder({ id, status }: Pick<Order, 'id' | 'status'>): string {
  return `Order ${id} is ${status} and cannot be paid again; send another`
}

export function outOfStock(rewardId: string, stock: number): string {
  return `All ${stock} units of reward ${rewardId} are taken; raise its stock, or choose another`
}

/** Thrown by loads when the thing that a request is about does not exist. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.details)
    this.refusal = refusal
  }
}

/*
 * Refusals of a request's properties, which are named as on the wire, where callers correct them.
 */

/** `property` is a wire path, such as `parameters.coin`; the leading dot may be left out. */
export function invalidPayload(
  property: string,
  message: string,
  key: RefusalKey = 'invalid_payload'
): Refusal {
  return { key, details: `Property ${/^[[.]/.test(property) ? '' : '.'}${property}: ${message}` }
}

/** A rule's mistake as a refusal; `at` leads the path, such as `[3]` for an item of an array. */
export function refuseMistake(
  mistake: Mistake | null,
  at = '',
  key: RefusalKey = 'invalid_payload'
): Refusal | null {
  if (mistake === null) return null
  const property = at === '' ? mistake.property : `${at}.${mistake.property}`
  return invalidPayload(property, mistake.message, key)
}

/** The path of a property of what stands at `at` in the body; empty: of the body itself. */
export function pathIn(at: string, property: string): string {
  return at === '' ? property : `${at}.${property}`
}

/** Of the source id of a new thing at `at` whose ids begin with `idPrefix`; null for none. */
export function newNameRefusal(
  sourceId: string | null | undefined,
  idPrefix: 'cust' | 'ord' | 'prod' | 'sku',
  at = ''
): Refusal | null {
  if (!sourceId) return null
  return refuseMistake(nameMistake(sourceId, { property: 'source_id', idPrefix }), at)
}

/** `where` says which item of an array is meant; empty when there is only one. */
export function missingParam(path: string, where = ''): Refusal {
  return { key: 'missing_param', details: `Parameter '${path}' is required${where}` }
}

/** `existingId` of that type already has the value. */
export function duplicateFound(type: ResourceType, existingId: string, value: string): Refusal {
  const details = `Duplicated ${type} exists with ${value}; choose another or use that one`
  return refusalAbout({ type, id: existingId }, 'duplicate_found', details)
}

/** A whole number a database and JSON hold exactly, `min` included. */
export function isWhole(value: number, min: number): boolean {
  return Number.isSafeInteger(value) && value >= min
}

/** The refusal of a number that is not whole or smaller than `least`; null for no number, too. */
export function wholeRefusal(
  path: string,
  value: number | null | undefined,
  least = 0
): Refusal | null {
  return value == null || isWhole(value, least)
    ? null
    : invalidPayload(path, `${value} is not a whole number of at least ${least}.`)
}

/** The longest quotation of what a caller sent, in characters. */
export const QUOTED_MAX = 200

/** The text that was sent, cut short: a refusal must not repeat a megabyte of metadata. */
export function quote(text: string): string {
  const characters = [...text.slice(0, QUOTED_MAX * 2 + 1)]
  return characters.length <= QUOTED_MAX ? text : `${characters.slice(0, QUOTED_MAX).join('')}…`
}

export interface Reason extends Refusal {
  readonly key: ReasonKey
  /** What a rule found, when the key alone says too little. */
  readonly failureMessage?: string
}

type ReasonKey = keyof typeof MESSAGES | 'not_found'

export function reason(key: ReasonKey, details: string): Reason {
  return { key, details }
}

export function unknownThing(
  object: 'voucher' | 'promotion_tier' | 'reward' | 'reward_assignment',
  id: string
): Reason {
  return { ...notFound(object, id), key: 'not_found' }
}

export function failureMessageOf(why: Refusal | Reason): string {
  if ('failureMessage' in why && why.failureMessage !== undefined) return why.failureMessage
  const messages: { readonly [key: string]: string } = MESSAGES
  return messages[why.key] ?? 'no applicable redeemables'
}
