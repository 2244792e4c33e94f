import t from 'tap'
import { customerPlace } from '../../../src/storage/customers/customers.ts'
import { lockPlace } from '../../../src/storage/discounts.ts'
import type { PlaceCommands } from '../../../src/storage/engine/queries.ts'
import type { Session } from '../../../src/storage/engine/session.ts'
import { orderPlace } from '../../../src/storage/orders.ts'
import { productPlace } from '../../../src/storage/products.ts'
import { receiptPlace } from '../../../src/storage/receipts.ts'
import { redemptionCountPlace } from '../../../src/storage/redemptions/redemption.ts'
import { onServer } from '../../support/postgres-databases.ts'
import { changed, ground, P } from '../support/changes.ts'
import { givenDatabase } from '../support/postgres.ts'

const WAITING = `select 1 from pg_stat_activity
  where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`

const named = { id: 'x_1', sourceId: 'x' }

const places: readonly [string, PlaceCommands<never>, object][] = [
  ['customers', customerPlace, named],
  ['locks', lockPlace, { key: 'x' }],
  ['orders', orderPlace, named],
  ['products', productPlace, { ...named, name: 'X' }],
  ['receipts', receiptPlace, { id: 'x' }],
  ['redemption_counts', redemptionCountPlace, { objectId: 'x', by: 'any', byId: '' }]
]

t.test('a place that is taken keeps others waiting, and leaves nothing', onServer, async t => {
  const { open, client } = await givenDatabase(t)
  const [store, other] = [await open(), await client()]
  await changed(store, ...ground)
  const contents = async () => {
    const counts = places.map(([table]) => `(select count(*)::int from ${table}) as ${table}`)
    return (await other.query(`select ${counts.join()}`)).rows[0]
  }
  const before = await contents()
  for (const [table, { take, leave }, values] of places) {
    const unit = (then: () => Promise<unknown>) => async (session: Session) => {
      t.equal(await session.run(take, values as never), 1, `${table}: it is taken`)
      t.equal(await session.run(leave, values as never), 1, `${table}: and taken away`)
      await then()
      return { value: null, changes: [] }
    }
    let second: Promise<unknown> = Promise.resolve()
    await store.write(
      P,
      unit(async () => {
        second = store.write(
          P,
          unit(async () => undefined)
        )
        while ((await other.query(WAITING)).rows.length === 0);
      })
    )
    await second
  }
  t.strictSame(await contents(), before)
})
