/**
 * What could not be taken back from a card, on every engine: held by the card's own guard, and
 * audited.
 *
 * Spec: VoucherLoyaltyCard; Decision 98.
 */
import { audit } from '../../src/storage/audit/audit.ts'
import { GuardLost } from '../../src/storage/engine/errors.ts'
import { added, changed, lacking, P, storedVoucher } from './support/changes.ts'
import { onEach } from './support/on-each.ts'

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
  t.ok((await audit(store)).clean)
  await changed(store, lacking(await cardOn(), 31))
  t.match(await audit(store), {
    clean: false,
    disagreement: /31 points are missing on voucher v_1 for ord_1, which brought no more than 30/
  })
  await changed(store, lacking(await cardOn(), 0))
  t.same(await rows('shortfalls'), [], 'nothing any more')
})
