/**
 * What locks hold of a voucher, and what is therefore left for everybody else.
 *
 * A lock holds until its time is over, whether or not its row is still stored. A request that takes
 * a use, credit or points leaves what the locks of others hold. What no request asks for, such as
 * the expiry of points, takes no notice of locks: they hold less after it.
 *
 * Spec: DiscountSessionRequest.
 */
import type { Instant, LockHold } from '../../model.ts'
import type { Purse } from './purse.ts'

/** Uses, credit (smallest unit) and points together. */
export type Reserved = Pick<LockHold, 'uses' | 'credit' | 'points'>

type Holding = Pick<Purse, 'holds'>

/** What all locks hold of a voucher at an instant. */
export function heldAt({ holds = [] }: Holding, now: Instant): Reserved {
  const held = { uses: 0, credit: 0, points: 0 }
  for (const { uses, credit, points, expiresAt } of holds) {
    if (expiresAt <= now) continue
    held.uses += uses
    held.credit += credit
    held.points += points
  }
  return held
}

/** The purse as the caller sees it who has the key of a lock: what that lock holds is theirs. */
export function asSeenWith(key: string | undefined, purse: Purse): Purse {
  const { holds } = purse
  if (key === undefined || holds === undefined) return purse
  return { ...purse, holds: holds.filter(hold => hold.key !== key) }
}

/**
 * The holds that must be smaller because less is there than they hold together: those of locks that
 * end last give way first.
 */
export function loweredTo(
  left: number,
  of: 'credit' | 'points',
  { holds = [] }: Holding,
  now: Instant
): readonly LockHold[] {
  const live = holds.filter(({ expiresAt }) => expiresAt > now)
  const lowered: LockHold[] = []
  let over = live.reduce((sum, hold) => sum + hold[of], 0) - left
  for (const hold of live.toSorted(byEnd).toReversed()) {
    const less = Math.min(Math.max(over, 0), hold[of])
    if (less === 0) continue
    over -= less
    lowered.push({ ...hold, [of]: hold[of] - less })
  }
  return lowered
}

function byEnd(one: LockHold, other: LockHold): number {
  const key = ({ expiresAt, key }: LockHold) => `${expiresAt} ${key}`
  return key(one) < key(other) ? -1 : 1
}

/** The purse with its smaller holds. */
export function withLowered<Held extends Purse>(purse: Held, lowered: readonly LockHold[]): Held {
  if (lowered.length === 0) return purse
  const byKey = new Map(lowered.map(hold => [hold.key, hold]))
  return { ...purse, holds: purse.holds?.map(hold => byKey.get(hold.key) ?? hold) }
}

/** The smaller holds as a movement names them: not at all where there are none. */
export function saying(lowered: readonly LockHold[]): { readonly lowered?: readonly LockHold[] } {
  return lowered.length === 0 ? {} : { lowered }
}
