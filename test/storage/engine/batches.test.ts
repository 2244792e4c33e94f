/**
 * A batch has no savepoints until a unit of it fails after it wrote: then it is repeated with them,
 * and nobody can tell.
 */
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import { openStore } from '../../../src/storage/database.ts'
import { GuardLost, StoreFull, UnitStalled } from '../../../src/storage/engine/errors.ts'
import type { Session } from '../../../src/storage/engine/session.ts'
import { exportList } from '../../../src/storage/exports.ts'
import { setVoucherHolder } from '../../../src/storage/vouchers/changes.ts'
import { voucherByCode } from '../../../src/storage/vouchers/vouchers.ts'
import { changed, giving, ground, P, published, storedVoucher } from '../support/changes.ts'
import { type Opened, sqliteInFile, temporaryFolder } from '../support/engines.ts'
import * as things from '../support/things.ts'

async function opened(t: Test): Promise<Opened> {
  const found = await sqliteInFile.open()
  t.after(() => found.close())
  await changed(found.store, ...ground)
  return found
}

function couponOf(code: string): Change {
  return { kind: 'voucher.created', voucher: { ...things.coupon(), id: `v_${code}`, code } }
}

function exportOf(n: number): Change {
  const channel = 'x'.repeat(4000)
  return { kind: 'export.created', export: { ...things.exported, id: `exp_${n}`, channel } }
}

const give = (session: Session) => session.run(setVoucherHolder, giving)
const fails = () => Promise.reject(new Error('refused'))

/** How the second of three units fails, how often each is run, and which bugs are reported. */
// biome-ignore format: a table
const rows: readonly (readonly [
  title: string,
  unit: (session: Session) => Promise<readonly Change[]>,
  error: RegExp,
  runs: readonly number[],
  bugs: readonly unknown[]
])[] = [
  ['refused before it wrote', fails, /refused/, [1, 1, 1], []],
  ['refused after it wrote', session => give(session).then(fails), /refused/, [2, 2, 1], []],
  ['of which a guard is lost for good', async () => [published, published],
    /voucher.published was lost/, [2, 6, 1], [GuardLost]],
  ['that refers to what is not there',
    async () => [couponOf('two'), { kind: 'order.created', order: things.order('o', 'nobody') }],
    /FOREIGN KEY/, [2, 2, 1], []],
  ['that stalls before it wrote', () => new Promise(() => {}), /awaited something other/, [1, 1, 1],
    [UnitStalled]],
  ['that stalls after it wrote', session => give(session).then(() => new Promise(() => {})),
    /awaited something other/, [2, 1, 1], [UnitStalled]]
]

for (const [title, unit, error, runs, bugs] of rows) {
  t.test(`a unit ${title} leaves nothing, and its neighbours are kept`, async t => {
    const { store, bugs: reported, rows } = await opened(t)
    const ran = [0, 0, 0]
    const answered: unknown[] = []
    const write = async (n: number, changes: (session: Session) => Promise<readonly Change[]>) => {
      const run = async (session: Session) => {
        ran[n] = (ran[n] as number) + 1
        return { value: `${n}, run ${ran[n]}`, changes: await changes(session) }
      }
      await store.write(P, run).then(
        value => answered.push(value),
        error => answered.push(error.message)
      )
    }
    await Promise.all([
      write(0, async () => [couponOf('one')]),
      write(1, unit),
      write(2, async session => {
        // Whoever comes later sees what came before, and nothing of what failed.
        const [one, two] = [
          await session.one(voucherByCode, { codeKey: 'one' }),
          await session.one(voucherByCode, { codeKey: 'two' })
        ]
        const found = [one?.code, two, (await storedVoucher(session, 'v_1')).holderId]
        t.same(found, ['one', undefined, null])
        return [couponOf('three')]
      })
    ])
    t.strictSame(ran, runs, 'each is run as often as it has to be')
    t.same(
      answered.filter(answer => !error.test(String(answer))),
      [`0, run ${runs[0]}`, '2, run 1'],
      'the answers are those of the last run, in order'
    )
    t.equal(answered.filter(answer => error.test(String(answer))).length, 1)
    t.match(reported, bugs, 'a bug is reported once')
    t.equal(reported.length, bugs.length)
    const codes = (await rows('vouchers')).map(({ code }) => code)
    t.same(codes.filter(code => /^(one|two|three)$/.test(code)).toSorted(), ['one', 'three'])
  })
}

t.test('however many units of a batch fail, it ends, and each is answered once', async t => {
  const { store, rows } = await opened(t)
  const answers = await Promise.allSettled(
    Array.from({ length: 300 }, (_, n) =>
      n % 3 === 0
        ? changed(store, couponOf(`c${n}`), couponOf(`c${n}`))
        : changed(store, couponOf(`c${n}`))
    )
  )
  const kept = answers.filter(({ status }) => status === 'fulfilled').length
  t.equal(kept, 200)
  t.equal((await rows('vouchers')).filter(({ code }) => /^c\d+$/.test(code)).length, kept)
})

t.test('a disk that fills while a batch is repeated loses no unit that was answered', async t => {
  const file = join(temporaryFolder(t), 'small.db')
  const onBug = (error: Error) => t.error(error)
  const store = await openStore(`sqlite:${file}`, { onBug, pagesMax: 200 })
  t.after(() => store.close())
  await store.migrate()
  await changed(store, ...ground)
  const answers = await Promise.allSettled(
    Array.from({ length: 250 }, (_, n) =>
      n === 1 ? store.write(P, session => give(session).then(fails)) : changed(store, exportOf(n))
    )
  )
  const refused = answers.flatMap(each => (each.status === 'rejected' ? [each.reason] : []))
  t.ok(refused.length > 1, 'the disk is full')
  t.ok(refused.every(error => error instanceof StoreFull || error.message === 'refused'))
  const kept = answers.filter(({ status }) => status === 'fulfilled').length
  t.same(await store.read(P, session => session.one(exportList.count)), { total: kept })
})
