/**
 * What lots keep of what is taken back, and what others stand in for, on every engine: held by the
 * card's own guard, and audited.
 *
 * Spec: VoucherLoyaltyCard.subtracted_points.
 */

import type { Lot } from '../../../src/model.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { GuardLost } from '../../../src/storage/engine/errors.ts'
import { withLapsedTwins } from '../../../src/storage/points/lots.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'
import { added, changed, lacking, P, settledOn, storedVoucher } from '../support/changes.ts'
import { onEach } from '../support/on-each.ts'
import * as things from '../support/things.ts'

onEach('what is missing on a card is written with it', async (t, { store, rows }) => {
  const cardOn = () => store.read(P, session => storedVoucher(session, 'v_1'))
  const stale = await cardOn()
  await changed(store, added(stale, 30, 'a'))
  await t.rejects(changed(store, lacking(stale, 20)), GuardLost, 'the card is another by now')
  t.same(await rows('shortfalls'), [])
  await changed(store, lacking(await cardOn(), 20))
  const cause = { orderId: 'ord_1', reason: 'Order canceled' }
  const noted = { voucherId: 'v_1', subjectId: 'ord_1', points: 20, cause }
  t.match(await rows('shortfalls'), [noted])
  await changed(store, lacking(await cardOn(), 5))
  t.match(await rows('shortfalls'), [{ ...noted, points: 5 }], 'in place of it')
  t.match(await audit(store), {
    clean: false,
    disagreement: /what others stand in for, or what is missing, of lot lopb_a should be 0 and is 5/
  })
  await changed(store, lacking(await cardOn(), 0))
  t.same(await rows('shortfalls'), [], 'nothing any more')
  t.ok((await audit(store)).clean)
})

onEach('a lot keeps what is settled, and becomes part of another', async (t, { store, rows }) => {
  const cardOn = () => store.read(P, session => storedVoucher(session, 'v_1'))
  const lots = async () =>
    (await rows('lots'))
      .map(row => [row['id'], row['amount'], row['remaining'], row['takenBack']])
      .sort()
  await changed(store, added(await cardOn(), 30, 'a'))
  await changed(store, added(await cardOn(), 12, 'b'))
  const stepped = [{ id: 'lopb_a', amount: 0, remaining: 0, takenBack: 7 }]
  const stale = settledOn(await cardOn())
  await changed(store, { kind: 'lots.accounted', stepped, card: stale })
  await t.rejects(changed(store, { kind: 'lots.accounted', stepped, card: stale }), GuardLost)
  t.same(await lots(), [
    ['lopb_a', 30, 30, 7],
    ['lopb_b', 12, 12, 0]
  ])
  const lot = { ...things.lot('lopb_a', 'v_1', 30), takenBack: 7 }
  const merged = { kind: 'lot.merged', lot, into: 'lopb_b' } as const
  await changed(store, { ...merged, card: settledOn(await cardOn()) })
  t.same(await lots(), [
    ['lopb_a', 0, 0, 0],
    ['lopb_b', 42, 42, 7]
  ])
  const merges = (await rows('lots')).map(row => `${row['id']} ${row['mergedInto']}`).sort()
  t.same(merges, ['lopb_a lopb_b', 'lopb_b null'])
  const again = { ...merged, card: settledOn(await cardOn()) }
  await t.rejects(changed(store, again), GuardLost, 'it has nothing any more')
})

onEach('what lapsed on the day of a lot that is undone is loaded with it', async (t, { store }) => {
  const cardOn = () => store.read(P, session => storedVoucher(session, 'v_1'))
  const until = async (expiresOn: string, points: number, id: string) => {
    const change = added(await cardOn(), points, id)
    if (change.kind !== 'points.moved') throw new Error(change.kind)
    const opened = change.opened.map(lot => ({ ...lot, expiresOn }))
    await changed(store, { ...change, opened })
    return opened
  }
  const lapse = async (id: string, points: number) => {
    const stepped = [{ id: `lopb_${id}`, amount: 0, remaining: -points, lapsed: points }]
    await changed(store, { kind: 'lots.accounted', stepped, card: settledOn(await cardOn()) })
  }
  await until('2026-01-31', 30, 'a')
  await until('2026-02-28', 5, 'b')
  const open = await until('2026-01-31', 12, 'c')
  const withTwinsOf = async (lots: readonly Lot[]) => {
    const card = { voucher: await cardOn(), lots }
    const standing = givenStanding({ programs: [{ ...givenProgram(), card }] })
    const after = await store.read(P, session => withLapsedTwins(session, standing))
    return after.programs[0]?.card?.lots.map(({ id }) => id)
  }
  t.same(await withTwinsOf(open), ['lopb_c'], 'nothing lapsed')
  await lapse('a', 30)
  await lapse('b', 5)
  t.same(await withTwinsOf(open), ['lopb_c', 'lopb_a'])
  t.same(await withTwinsOf([things.lot('lopb_d', 'v_1', 1)]), ['lopb_d'], 'it never ends')
})
