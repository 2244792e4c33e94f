/**
 * What may qualify, the newest first, and where in that order a request goes on.
 *
 * A wallet and the codes that stand alone grow without an end, so a request examines a bounded
 * number of candidates, and says where the next one begins. A place in the order is an instant;
 * where several things were made in one millisecond, further digits say how many of them were
 * passed.
 *
 * Spec: EligibilityOptionsRequest.starting_after, QualifiedRedeemableList.
 */
import type { Campaign, Instant, Voucher } from '../../model.ts'
import { toInstant } from '../../rules/validity.ts'

/** Candidates that one request examines: twice the longest page. */
export const EXAMINED_MAX = 100

/** Where a request goes on: before the instant, or there after so many that were made then. */
export interface Cursor {
  readonly at: Instant
  /** 0 to 999; 0: all that were made at the instant are passed. */
  readonly passed: number
}

const PASSED_DIGITS = 3

/** Null for text that is no instant. Digits after those of the millisecond count what is passed. */
export function cursorOf(text: string): Cursor | null {
  const at = toInstant(text)
  if (at === null) return null
  const digits = /\.\d{3}(\d+)/.exec(text)?.[1] ?? ''
  return { at, passed: Number(digits.slice(0, PASSED_DIGITS).padEnd(PASSED_DIGITS, '0')) }
}

/** The reverse of `cursorOf`. */
export function cursorText({ at, passed }: Cursor): string {
  return passed === 0 ? at : `${at.slice(0, -1)}${String(passed).padStart(PASSED_DIGITS, '0')}Z`
}

/** A stretch of a list, the newest first, from this instant on. */
export interface Stretch {
  readonly until: Instant
  readonly limit: number
}

/** After every instant. */
const LATEST = '9999-12-31T23:59:59.999Z'

/** What each source is asked for, so that the newest are known, and whether there are more. */
export function stretchFrom(cursor: Cursor | null): Stretch {
  const limit = EXAMINED_MAX + 1
  if (cursor === null) return { until: LATEST, limit }
  const { at, passed } = cursor
  if (passed > 0) return { until: at, limit: limit + passed }
  return { until: new Date(Date.parse(at) - 1).toISOString(), limit }
}

/** What the order of candidates is made of. */
export interface Dated {
  readonly object: 'voucher' | 'promotion_tier' | 'campaign'
  readonly id: string
  readonly createdAt: Instant
}

/** The candidates of one request, and the place after each of them. */
export interface Window<Candidate> {
  readonly examined: readonly Candidate[]
  /** In the same order. */
  readonly places: readonly Cursor[]
  /** Whether there are older ones. */
  readonly hasMore: boolean
}

/** The newest of several lists, which have what `stretchFrom` asks for. */
export function newestOf<Candidate extends Dated>(
  lists: readonly (readonly Candidate[])[],
  cursor: Cursor | null
): Window<Candidate> {
  const all = lists.flat().toSorted(newestFirst)
  const before = cursor === null || cursor.passed === 0 ? 0 : cursor.passed
  const same = all.filter(({ createdAt }) => createdAt === cursor?.at).length
  const rest = all.slice(Math.min(before, same))
  const examined = rest.slice(0, EXAMINED_MAX)
  const places: Cursor[] = []
  let inARow = Math.min(before, same)
  for (const [index, { createdAt: at }] of examined.entries()) {
    const startsAnew = index > 0 && examined[index - 1]?.createdAt !== at
    inARow = startsAnew || (index === 0 && at !== cursor?.at) ? 1 : inARow + 1
    const isLast = rest[index + 1]?.createdAt !== at
    places.push({ at, passed: isLast || inARow >= 10 ** PASSED_DIGITS ? 0 : inARow })
  }
  return { examined, places, hasMore: rest.length > EXAMINED_MAX }
}

/** Of those made together, as each source has them: by id, downwards. */
function newestFirst(one: Dated, other: Dated): number {
  return keyOf(one) < keyOf(other) ? 1 : -1
}

function keyOf({ createdAt, object, id }: Dated): string {
  return `${createdAt} ${object} ${id}`
}

/** A code of a campaign as a new one would be, under the id of the campaign. */
export function newCodeOf({ id, categoryId, voucher, validity, createdAt }: Campaign): Voucher {
  // INVARIANT: campaigns of codes have a template.
  const template = voucher as NonNullable<Campaign['voucher']>
  const { type, discount, gift, redemptionQuantity } = template
  return {
    ...{ id, code: id, campaignId: id, categoryId, type, discount },
    gift: gift && {
      ...{ amount: gift.amount, balance: gift.amount, effect: gift.effect },
      ...{ subtractedAmount: 0, redeemedAmount: 0 }
    },
    card: null,
    active: true,
    validity,
    additionalInfo: null,
    metadata: {},
    isReferralCode: false,
    ...{ holderId: null, referrerId: null, publishedCount: 0 },
    ...{ redemptionQuantity, redeemedQuantity: 0 },
    ...{ createdAt, updatedAt: null, version: 1 }
  }
}
