import t from 'tap'
import type { LockCommand } from '../../../src/decisions/discounts/judging.ts'
import {
  forgetLocks,
  lockOf,
  releaseValidationSession
} from '../../../src/decisions/discounts/redemption.ts'
import type { LockHold } from '../../../src/model.ts'
import { givenCard, givenOccasion, NOW } from '../../support/given.ts'

const later = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString()
const DAY_MS = 86_400_000

const asked = (over: Partial<LockCommand> = {}): LockCommand => ({
  key: 'cart',
  ttl: undefined,
  ttlUnit: undefined,
  ...over
})

t.test('a lock lasts whole milliseconds, from one to a year', async t => {
  const rows: readonly (readonly [ttl: number, unit: LockCommand['ttlUnit'], ms: number | null])[] =
    [
      [2, undefined, 2 * DAY_MS],
      [0.5, 'DAYS', DAY_MS / 2],
      [3, 'HOURS', 10_800_000],
      [1.5, 'MINUTES', 90_000],
      [0.0004, 'SECONDS', 1],
      [1.5, 'MILLISECONDS', 2],
      [2_400, 'MICROSECONDS', 2],
      [1, 'NANOSECONDS', 1],
      [365, 'DAYS', 365 * DAY_MS],
      [31_536_000_001, 'MILLISECONDS', null],
      [365.01, 'DAYS', null]
    ]
  for (const [ttl, ttlUnit, ms] of rows) {
    const lock = lockOf(asked({ ttl, ttlUnit }), givenOccasion())
    if (ms === null) {
      t.match(lock, { refusal: { key: 'invalid_payload', details: 'session.ttl' } })
    } else {
      t.match(lock, { key: 'cart', ttl, ttlUnit: ttlUnit ?? 'DAYS', expiresAt: later(ms) })
    }
  }
  t.match(lockOf(asked(), givenOccasion()), {
    ttl: 7,
    ttlUnit: 'DAYS',
    expiresAt: later(7 * DAY_MS)
  })
})

t.test('a lock without a key gets one of the chance of its moment', async t => {
  const made = (random: (below: number) => number) =>
    lockOf(asked({ key: undefined }), givenOccasion({ random }))
  t.match(
    made(() => 0),
    { key: `ssn_${'0'.repeat(32)}` }
  )
  t.match(
    made(below => below - 1),
    { key: `ssn_${'Z'.repeat(32)}` }
  )
})

/** What a lock holds of a voucher. */
const heldBy = (key: string, ms: number): LockHold => ({
  ...{ voucherId: 'v_1', key, uses: 1, credit: 0, points: 0, expiresAt: later(ms) }
})

t.test('releaseValidationSession: the voucher says when its other locks end', async t => {
  const until = later(DAY_MS)
  const rows: readonly (readonly [
    what: string,
    others: readonly LockHold[],
    end: string | null
  ])[] = [
    ['no other', [], null],
    ['shorter ones', [heldBy('a', 5), heldBy('b', 9), heldBy('c', 7)], later(9)],
    ['one that is over', [heldBy('a', -1)], later(-1)],
    ['one that is as long', [heldBy('a', DAY_MS)], until]
  ]
  for (const [what, others, lockedUntil] of rows) {
    const voucher = givenCard({ id: 'v_1', version: 4, lockedUntil: until })
    const holds = [heldBy('cart', DAY_MS), ...others]
    const freed = { kind: 'voucher.freed', voucherId: 'v_1', version: 4, lockedUntil }
    const unlocked = { kind: 'voucher.unlocked', voucherId: 'v_1', key: 'cart' }
    t.strictSame(
      releaseValidationSession({ voucher, holds }, 'cart', { now: NOW }),
      { result: null, changes: lockedUntil === until ? [unlocked] : [unlocked, freed] },
      what
    )
  }
})

t.test('locks that are over are forgotten', async t => {
  t.strictSame(forgetLocks([], { now: NOW }), { result: 0, changes: [] })
  const changes = [{ kind: 'locks.forgotten', keys: ['a', 'b'], now: NOW }]
  t.strictSame(forgetLocks(['a', 'b'], { now: NOW }), { result: 2, changes })
})
