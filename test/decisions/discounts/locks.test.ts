import t from 'tap'
import type { DiscountFacts, LockCommand } from '../../../src/decisions/discounts/judging.ts'
import {
  forgetLocks,
  lockOf,
  releaseValidationSession,
  takeLock
} from '../../../src/decisions/discounts/redemption.ts'
import type { Customer, LockHold, Voucher } from '../../../src/model.ts'
import {
  givenCard,
  givenCustomer,
  givenGiftVoucher,
  givenOccasion,
  NOW
} from '../../support/given.ts'

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

const lock = { key: 'cart', ttl: 7, ttlUnit: 'DAYS', expiresAt: later(DAY_MS) } as const

interface Part {
  readonly voucher: Voucher | null
  readonly holds?: readonly LockHold[]
  readonly credit?: number
  readonly points?: number
}

/** What a stack of some parts is locked by; a part without a voucher is a promotion tier. */
function taken(parts: readonly Part[], valid = true, sent: Customer | null = null) {
  const redeemables = parts.map(({ voucher, holds }) =>
    voucher === null
      ? { object: 'promotion_tier' }
      : { object: 'voucher', purse: { voucher, ...(holds && { holds }) } }
  )
  const applied = parts.map(({ credit = null, points = null }, n) => ({
    redeemable: redeemables[n],
    step: { credit, points }
  }))
  const customer = parts.length > 2 ? { id: 'cust_1' } : null
  const stacked = { valid, applied } as unknown as Parameters<typeof takeLock>[1]['stacked']
  return takeLock(
    { redeemables, customer } as unknown as DiscountFacts,
    { stacked, customer: sent },
    lock,
    givenOccasion()
  )
}

t.test('validateStackedDiscounts: a lock holds what can run out', async t => {
  const limited = givenGiftVoucher({ id: 'v_1', redemptionQuantity: 3, version: 4 })
  const endless = givenGiftVoucher({ id: 'v_2', redemptionQuantity: null, version: 5 })
  const card = givenCard({ id: 'v_3', version: 6, lockedUntil: later(3 * DAY_MS) })
  const holds = [heldBy('other', 2 * DAY_MS), heldBy('cart', 3 * DAY_MS), heldBy('another', DAY_MS)]
  const earlier = givenCard({ id: 'v_4', version: 7, lockedUntil: later(1) })
  const { expiresAt } = lock
  const locked = (voucherId: string, version: number, held: object, lockedUntil = expiresAt) => ({
    kind: 'voucher.locked',
    hold: { voucherId, key: 'cart', expiresAt, uses: 0, credit: 0, points: 0, ...held },
    version,
    lockedUntil
  })
  const parts = [
    { voucher: limited, credit: 20 },
    { voucher: endless, credit: 0 },
    { voucher: null },
    { voucher: card, points: 5, holds },
    { voucher: earlier, points: 6 }
  ]
  t.strictSame(taken(parts), [
    {
      kind: 'lock.taken',
      key: 'cart',
      expiresAt,
      customerId: 'cust_1',
      voucherIds: ['v_1', 'v_3', 'v_4']
    },
    locked('v_1', 4, { uses: 1, credit: 20 }),
    locked('v_3', 6, { points: 5 }, later(2 * DAY_MS)),
    locked('v_4', 7, { points: 6 })
  ])
  t.strictSame(taken(parts, false), [], 'what is not valid changes nothing')
  t.strictSame(taken([{ voucher: endless }, { voucher: null }]), [
    { kind: 'lock.ended', key: 'cart' }
  ])
})

t.test('a lock of somebody who is not stored says of whom, and not who', async t => {
  const rows = [
    [null, null],
    [givenCustomer({ sourceId: null }), null],
    [givenCustomer({ sourceId: 'petra' }), 'track_signed(tracking:petra)']
  ] as const
  for (const [sent, customerId] of rows) {
    const parts = [{ voucher: givenGiftVoucher(), credit: 1 }]
    t.match(taken(parts, true, sent), [{ kind: 'lock.taken', customerId }, {}])
  }
})

t.test('releaseValidationSession: what a lock in force holds', async t => {
  const voucher = givenCard({ id: 'v_1' })
  const hold: LockHold = {
    ...{ voucherId: 'v_1', key: 'cart', uses: 1, credit: 0, points: 0 },
    expiresAt: later(1)
  }
  const released = (holds: readonly LockHold[] | undefined, ms: number) =>
    releaseValidationSession({ voucher, ...(holds && { holds }) }, 'cart', { now: later(ms) })
  const changes = [{ kind: 'voucher.unlocked', voucherId: 'v_1', key: 'cart' }]
  t.strictSame(released([hold], 0), { result: null, changes })
  const unknown = { refusal: { key: 'not_found', resourceType: 'session', resourceId: 'cart' } }
  t.match(released([hold], 1), unknown)
  t.match(released([{ ...hold, key: 'other' }], 0), unknown)
  t.match(released(undefined, 0), unknown)
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
