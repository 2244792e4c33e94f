import t, { type Test } from 'tap'
import { GuardLost } from '../../src/storage/engine/errors.ts'
import { findReceipt, loadReceiptsOver } from '../../src/storage/receipts.ts'
import { givenProject } from '../support/given.ts'
import { givenReceipt } from '../support/given-records.ts'
import { changed, ground, P } from './support/changes.ts'
import { type Opened, sqliteInMemory } from './support/engines.ts'

function stored(title: string, body: (t: Test, opened: Opened) => Promise<void>): void {
  t.test(title, async t => {
    const opened = await sqliteInMemory.open()
    await changed(opened.store, ...ground)
    await body(t, opened)
    await opened.close()
  })
}

const NOON = '2026-03-01T12:00:00.000Z'
const DAY_LATER = '2026-03-02T12:00:00.000Z'
const saved = (over: object = {}) =>
  ({ kind: 'receipt.saved', receipt: givenReceipt({ createdAt: NOON, ...over }) }) as const

stored('a key has one receipt, and another only when that is over', async (t, { store, rows }) => {
  const found = (now: string, id = 'receipt') =>
    store.read(P, session => findReceipt(session, { projectId: P, id }, now))
  t.equal(await found(NOON), null)
  await changed(store, saved())
  t.strictSame(await found('2026-03-02T11:59:59.999Z'), saved().receipt)
  t.equal(await found(DAY_LATER), null, 'to the millisecond')
  t.equal(await found(NOON, 'other'), null)
  const early = saved({ requestHash: 'other', createdAt: '2026-03-02T11:59:59.999Z' })
  await t.rejects(changed(store, early), GuardLost)
  t.strictSame(await rows('receipts'), [saved().receipt])
  const next = saved({ answer: 'new', customerIds: null, createdAt: DAY_LATER })
  await changed(store, next)
  t.strictSame(await rows('receipts'), [next.receipt])
})

stored('keys of two projects are two', async (t, { store, rows }) => {
  await changed(store, { kind: 'project.created', project: givenProject({ id: 'proj_2' }) })
  await changed(store, saved(), saved({ projectId: 'proj_2', requestHash: 'other' }))
  t.equal((await rows('receipts')).length, 2)
  const id = 'receipt'
  const found = await store.read(P, session =>
    findReceipt(session, { projectId: 'proj_2', id }, NOON)
  )
  t.equal(found?.requestHash, 'other', 'also in a session of another project')
})

stored('those that are over are found, the oldest first', async (t, { store }) => {
  const at = (createdAt: string) => saved({ id: createdAt, createdAt })
  const [first, second, third] = ['2026-02-01', '2026-02-02', '2026-03-01'].map(
    day => `${day}T12:00:00.000Z`
  ) as [string, string, string]
  await changed(store, at(third), at(second), at(first))
  const over = (limit: number, now: string) =>
    store.read(P, session => loadReceiptsOver(limit)(session, now))
  t.strictSame(await over(10, '2026-03-02T11:59:59.999Z'), [first, second])
  t.strictSame(await over(10, DAY_LATER), [first, second, third])
  t.strictSame(await over(1, DAY_LATER), [first])
})
