import Connection from 'better-sqlite3'
import t from 'tap'
import type { Session } from '../../../src/storage/engine/session.ts'
import { setVoucherHolder } from '../../../src/storage/vouchers/changes.ts'
import { inNoTime } from '../../support/time.ts'
import { giving, P, storedVoucher } from '../support/changes.ts'
import { holderIn, opened } from '../support/sqlite-file.ts'

t.test('reads of one turn are of one moment, and later ones of a later moment', async t => {
  const { store, file } = await opened(t)
  // A turn that takes long is ended.
  inNoTime(t)
  const other = new Connection(file)
  t.after(() => other.close())
  const isActive = async (session: Session) => (await storedVoucher(session, 'v_1')).active
  let late: Promise<boolean> = Promise.resolve(true)
  const first = store.read(P, async session => {
    const active = await isActive(session)
    other.exec('update vouchers set active = 0')
    late = store.read(P, isActive)
    return active
  })
  const second = store.read(P, isActive)
  t.same([await first, await second, await late], [true, true, false])
})

t.test('a read that fails takes none of its turn with it', async t => {
  const { store } = await opened(t)
  const answers = await Promise.allSettled([
    store.read(P, () => Promise.reject(new Error('no such thing'))),
    store.read(P, session => session.run(setVoucherHolder, giving)),
    holderIn(store)
  ])
  t.match(answers, [
    { status: 'rejected', reason: /no such thing/ },
    { status: 'rejected', reason: /must not write/ },
    { status: 'fulfilled', value: null }
  ])
})

t.test('no read of a turn is answered before the last of them has run', async t => {
  const { store } = await opened(t)
  inNoTime(t)
  const seen: string[] = []
  const asked = ['first', 'second', 'third'].map(async name => {
    const unit = async (session: Session) => {
      seen.push(`${name} runs`)
      await storedVoucher(session, 'v_1')
      if (name === 'second') throw new Error('no such thing')
    }
    await store.read(P, unit).catch(() => undefined)
    seen.push(`${name} goes on`)
  })
  await Promise.all(asked)
  t.strictSame(seen, [
    ...['first runs', 'second runs', 'third runs'],
    ...['first goes on', 'second goes on', 'third goes on']
  ])
})

t.test('one reading unit sees one moment, whatever is committed meanwhile', async t => {
  const { store, file } = await opened(t)
  const other = new Connection(file)
  t.after(() => other.close())
  const seen = await store.read(P, async session => {
    const before = (await storedVoucher(session, 'v_1')).active
    other.exec('update vouchers set active = 0')
    return [before, (await storedVoucher(session, 'v_1')).active]
  })
  t.same(seen, [true, true])
  t.equal((await store.read(P, session => storedVoucher(session, 'v_1'))).active, false)
})
