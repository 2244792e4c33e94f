/**
 * Locks: what a valid validation counted is kept for a caller who has the key.
 *
 * Only what can run out is held: a use of a voucher with a limit of redemptions, credit, points.
 * The same key again replaces all that its lock held, for the vouchers of the new request alone,
 * and begins its time anew. A validation that is not valid leaves the lock as it was.
 *
 * Spec: DiscountSessionRequest, DiscountSession, releaseValidationSession.
 */
import type { Instant, LockHold } from '../../model.ts'
import { randomCode } from '../../rules/codes.ts'
import type { Change, Decision } from '../changes.ts'
import { trackingIdOf } from '../customers/customers.ts'
import type { Occasion } from '../occasion.ts'
import type { Purse } from '../points/purse.ts'
import { notFound, type Refusal } from '../refusals.ts'
import { invalidPayload } from '../request-refusals.ts'
import type { StackTrial } from './applying.ts'
import type { DiscountFacts, LockCommand, TtlUnit } from './request.ts'

/** The lock that a validation asks for, with all that was not sent. */
export interface Lock {
  readonly key: string
  readonly ttl: number
  readonly ttlUnit: TtlUnit
  /** From then on it holds nothing. */
  readonly expiresAt: Instant
}

/** Milliseconds in one; less than one of the two shortest. */
const UNIT_MS = {
  DAYS: 86_400_000,
  HOURS: 3_600_000,
  MINUTES: 60_000,
  SECONDS: 1000,
  MILLISECONDS: 1,
  MICROSECONDS: 1e-3,
  NANOSECONDS: 1e-6
} as const satisfies { readonly [Unit in TtlUnit]: number }

const DEFAULTS = { ttl: 7, ttlUnit: 'DAYS' } as const

/** A year, the longest that a lock may hold anything. */
const TTL_MS_MAX = 365 * UNIT_MS.DAYS

/** Without a name of its own, a lock gets one that nobody guesses. */
export function lockOf(
  { key, ttl = DEFAULTS.ttl, ttlUnit = DEFAULTS.ttlUnit }: LockCommand,
  { now, random }: Pick<Occasion, 'now' | 'random'>
): Lock | { readonly refusal: Refusal } {
  const ms = Math.max(Math.round(ttl * UNIT_MS[ttlUnit]), 1)
  if (ms > TTL_MS_MAX) {
    const message = `${ttl} ${ttlUnit} is more than a year; send at most 365 DAYS`
    return { refusal: invalidPayload('session.ttl', message) }
  }
  const expiresAt = new Date(Date.parse(now) + ms).toISOString()
  return { key: key ?? randomCode(OWN_KEY, random), ttl, ttlUnit, expiresAt }
}

const OWN_KEY = { prefix: 'ssn_', length: 32, charset: null, pattern: null, postfix: null } as const

/** The changes that make the lock hold what a valid stack takes, and nothing else. */
export function takeLock(
  { redeemables, customer: known }: DiscountFacts,
  { stacked, customer: described }: Pick<StackTrial, 'stacked' | 'customer'>,
  { key, expiresAt }: Lock,
  { sign }: Pick<Occasion, 'sign'>
): readonly Change[] {
  if (!stacked.valid) return []
  const holds = stacked.applied.flatMap(({ redeemable, step }) => {
    if (redeemable.object !== 'voucher') return []
    const { id: voucherId, redemptionQuantity } = redeemable.purse.voucher
    const uses = redemptionQuantity === null ? 0 : 1
    const held = { uses, credit: step.credit ?? 0, points: step.points ?? 0 }
    return held.uses + held.credit + held.points === 0
      ? []
      : [{ voucherId, key, expiresAt, ...held }]
  })
  if (holds.length === 0) return [{ kind: 'lock.ended', key }]
  const stored = new Map(
    redeemables.flatMap(found =>
      found.object === 'voucher' ? [[found.purse.voucher.id, found.purse] as const] : []
    )
  )
  const customerId = known?.id ?? trackingIdOf(described?.sourceId ?? null, sign)
  const voucherIds = holds.map(({ voucherId }) => voucherId)
  return [
    { kind: 'lock.taken', key, expiresAt, customerId, voucherIds },
    ...holds.map(hold => holdOn(stored.get(hold.voucherId) as LockedVoucher, hold))
  ]
}

/** The version is the stored one, whatever has become due of the voucher since. */
function holdOn({ voucher: { version }, holds }: LockedVoucher, hold: LockHold): Change {
  const { key, expiresAt } = hold
  const others = lockedByOthers(key, holds) ?? ''
  const lockedUntil = others > expiresAt ? others : expiresAt
  return { kind: 'voucher.locked', hold, version, lockedUntil }
}

/** A voucher as it is stored, and what is held of it. */
type LockedVoucher = Pick<Purse, 'voucher' | 'holds'>

/** The end of the last lock but this one, also of one that is over and still stored; else null. */
function lockedByOthers(
  key: string | undefined,
  holds: LockedVoucher['holds'] = []
): Instant | null {
  const ends = holds.filter(hold => hold.key !== key).map(({ expiresAt }) => expiresAt)
  return ends.toSorted().at(-1) ?? null
}

/**
 * What a voucher says of its locks once one of them has ended; undefined: none has, but it may say
 * more than there are. `version` as in the change. None where it says so already.
 */
export function freed(
  { voucher, holds }: LockedVoucher,
  key: string | undefined,
  version: number | null
): readonly Change[] {
  const { id: voucherId, lockedUntil: before = null } = voucher
  if (before === null) return []
  const lockedUntil = lockedByOthers(key, holds)
  return lockedUntil === before ? [] : [{ kind: 'voucher.freed', voucherId, version, lockedUntil }]
}

export type ReleaseFacts = LockedVoucher

/** Releases what a lock holds of one voucher. */
export function releaseValidationSession(
  { voucher, holds = [] }: ReleaseFacts,
  key: string,
  { now }: Pick<Occasion, 'now'>
): Decision<null> {
  const held = holds.find(hold => hold.key === key)
  if (held === undefined || held.expiresAt <= now) return { refusal: notFound('session', key) }
  const unlocked: Change = { kind: 'voucher.unlocked', voucherId: voucher.id, key }
  return { result: null, changes: [unlocked, ...freed({ voucher, holds }, key, voucher.version)] }
}

/** Deletes locks that are over. */
export function forgetLocks(
  keys: readonly string[],
  { now }: Pick<Occasion, 'now'>
): Decision<number> {
  const changes: readonly Change[] =
    keys.length === 0 ? [] : [{ kind: 'locks.forgotten', keys, now }]
  return { result: keys.length, changes }
}
