/**
 * The refusals of a request's properties, in one wording: an invalid property, a missing parameter,
 * a duplicate.
 *
 * Properties are named as on the wire, because the caller corrects them there.
 *
 * Spec: ApiError.details.
 */
import type { Mistake } from '../rules/mistake.ts'
import { nameMistake } from '../rules/names.ts'
import type { Refusal, RefusalKey, ResourceType } from './refusals.ts'

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

/**
 * The refusal of the source id of a new thing at `at`, whose ids begin with `idPrefix`; null for
 * none.
 */
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
export function duplicateFound(
  resourceType: ResourceType,
  existingId: string,
  value: string
): Refusal {
  return {
    key: 'duplicate_found',
    details: `Duplicated ${resourceType} exists with ${value}; choose another or use that one`,
    resourceId: existingId,
    resourceType
  }
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
