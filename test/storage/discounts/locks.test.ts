import type { Change } from '../../../src/decisions/changes.ts'
import type { LockHold } from '../../../src/model.ts'
import { loadLocksOver } from '../../../src/storage/discounts.ts'
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
    const found = vouchers.map(({ lockedUntil }) => lockedUntil)
    t.strictSame(found, [null, null], 'nobody looks for locks of them again')
  },
  { audited: true }
)
