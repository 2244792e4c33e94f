/**
 * What locks hold, on every engine: replaced, lowered, released, forgotten; and its guards.
 *
 * Spec: DiscountSessionRequest, releaseValidationSession.
 */
import type { Change } from '../../../src/decisions/changes.ts'
import type { LockHold } from '../../../src/model.ts'
import { loadLocksOver } from '../../../src/storage/discounts/locks.ts'
import { GuardLost } from '../../../src/storage/engine/errors.ts'
import { readHolds, readHoldsOf } from '../../../src/storage/points/holds.ts'
import { voucherStored } from '../../../src/storage/vouchers/vouchers.ts'
import { changed, P } from '../support/changes.ts'
import type { Opened } from '../support/engines.ts'
import { onEach } from '../support/on-each.ts'
import * as things from '../support/things.ts'

const [SOON, LATE] = ['2099-01-01T00:00:00.000Z', '2099-02-01T00:00:00.000Z']

const hold = (voucherId: string, key: string, over: Partial<LockHold> = {}): LockHold => ({
  ...{ voucherId, key, uses: 1, credit: 0, points: 0, expiresAt: SOON },
  ...over
})

const taken = (key: string, voucherIds: readonly string[], expiresAt = SOON): Change => ({
  ...{ kind: 'lock.taken', key, expiresAt, customerId: null, voucherIds }
})

const locked = (holding: LockHold, version: number): Change => ({
  ...{ kind: 'voucher.locked', hold: holding, version, lockedUntil: holding.expiresAt }
})

const made = (id: string): Change => ({
  ...{ kind: 'voucher.created', voucher: { ...things.coupon(id), campaignId: null } }
})

/** Every row of what is held, as `voucher key uses`. */
async function held({ rows }: Opened): Promise<readonly string[]> {
  const all = await rows('lockHolds')
  return all.map(({ voucherId, key, uses }) => `${voucherId} ${key} ${uses}`).toSorted()
}

const GIVEN = ['v_a', 'v_b'].map(made)

onEach(
  'a lock holds of its vouchers what was said last',
  async (t, opened) => {
    const { store, rows } = opened
    await changed(store, ...GIVEN)
    const first = [hold('v_a', 'cart'), hold('v_b', 'cart')]
    await changed(store, taken('cart', ['v_a', 'v_b']), ...first.map(each => locked(each, 1)))
    t.strictSame(await held(opened), ['v_a cart 1', 'v_b cart 1'])
    const read = (id: string) =>
      store.read(P, async session => {
        const voucher = await voucherStored(session, id)
        const all = await readHoldsOf(session, [voucher])
        t.strictSame(all(voucher), await readHolds(session, voucher))
        return { ...voucher, ...all(voucher) }
      })
    t.match(await read('v_a'), { version: 2, lockedUntil: SOON, holds: [first[0]] })

    const late = hold('v_a', 'cart', { uses: 0, credit: 3, points: 4, expiresAt: LATE })
    await changed(store, taken('cart', ['v_a'], LATE), locked(late, 2))
    t.strictSame(await held(opened), ['v_a cart 0'], 'and of no other')
    t.match(await read('v_a'), { version: 3, lockedUntil: LATE, holds: [late] })
    t.match(await read('v_b'), { version: 2, holds: [] })
    t.match(await rows('locks'), [{ key: 'cart', expiresAt: LATE }])

    const other = [taken('other', ['v_a']), locked(hold('v_a', 'other'), 2)]
    await t.rejects(changed(store, ...other), GuardLost, 'another version by now')
    t.strictSame(await held(opened), ['v_a cart 0'])

    const released: Change = { kind: 'voucher.unlocked', voucherId: 'v_a', key: 'cart' }
    await changed(store, released)
    await t.rejects(changed(store, released), GuardLost, 'it holds nothing of it')
    const freed = (version: number | null, lockedUntil: string | null): Change => ({
      ...{ kind: 'voucher.freed', voucherId: 'v_a', version, lockedUntil }
    })
    await changed(store, freed(3, SOON))
    t.match(await read('v_a'), { version: 3, lockedUntil: SOON })
    await t.rejects(changed(store, freed(2, null)), GuardLost, 'another version by now')
    await changed(store, freed(null, null))
    t.notOk('lockedUntil' in (await read('v_a')))
    await changed(store, taken('cart', ['v_b']), locked(hold('v_b', 'cart'), 2))
    await changed(store, { kind: 'lock.ended', key: 'cart' }, { kind: 'lock.ended', key: 'none' })
    t.strictSame([await held(opened), await rows('locks')], [[], []])
  },
  { audited: true }
)

onEach(
  'locks that are over are deleted, and no other',
  async (t, opened) => {
    const { store, rows } = opened
    await changed(store, ...GIVEN)
    for (const [key, voucherId, version, expiresAt] of [
      ['one', 'v_a', 1, SOON],
      ['two', 'v_a', 2, LATE],
      ['three', 'v_b', 1, SOON]
    ] as const) {
      const holding = hold(voucherId, key, { expiresAt })
      await changed(store, taken(key, [voucherId], expiresAt), locked(holding, version))
    }
    const over = (now: string) => store.read(P, session => loadLocksOver(9)(session, now))
    t.strictSame(await over('2098-12-31T23:59:59.999Z'), [])
    const keys = await over(SOON)
    t.strictSame(keys.toSorted(), ['one', 'three'])
    // One of them is in force again, and one was never over.
    await changed(store, taken('three', ['v_b'], LATE), {
      ...locked(hold('v_b', 'three', { expiresAt: LATE }), 2)
    })
    await changed(store, { kind: 'locks.forgotten', keys: [...keys, 'two'], now: SOON })
    t.strictSame(await held(opened), ['v_a two 1', 'v_b three 1'])
    await changed(store, { kind: 'locks.forgotten', keys: ['two', 'three'], now: LATE })
    t.strictSame([await held(opened), await rows('locks')], [[], []])
    const vouchers = (await rows('vouchers')).filter(({ id }) => id === 'v_a' || id === 'v_b')
    t.strictSame(
      vouchers.map(({ lockedUntil }) => lockedUntil),
      [null, null],
      'nobody looks for locks of them again'
    )
  },
  { audited: true }
)

onEach('a voucher goes with what locks hold of it', async (t, opened) => {
  const { store } = opened
  const voucher = { ...things.coupon('v_x'), campaignId: null }
  await changed(store, { kind: 'voucher.created', voucher })
  await changed(store, taken('cart', ['v_x']), locked(hold('v_x', 'cart'), 1))
  await changed(store, { kind: 'voucher.deleted', voucherId: 'v_x', version: 2 })
  t.strictSame(await held(opened), [])
})
