/**
 * A standby that takes over from a primary that is gone: with synchronous replication it has all
 * that was acknowledged, until it is promoted nothing is written, and then a store that knows
 * nothing of it goes on. A service does not read there either, because that may be behind.
 */
import t from 'tap'
import { openStore } from '../../../src/storage/database.ts'
import { StoreRefused } from '../../../src/storage/engine/errors.ts'
import { Cluster, postgresBinaries } from '../../support/postgres-server.ts'
import { changed, ground, P, published } from '../support/changes.ts'
import { allOf } from '../support/postgres.ts'
import * as things from '../support/things.ts'

const binaries = postgresBinaries()
const onMachine = { skip: binaries === null && 'no binaries of a PostgreSQL server' }

const WRITES = 20

t.test('what a synchronous standby confirmed is there when it takes over', onMachine, async t => {
  const settings = ['synchronous_standby_names=walreceiver']
  const primary = await Cluster.started(binaries as string, { durable: true, settings })
  t.after(() => primary.close())
  const followed = { durable: true, standbyOf: primary }
  const standby = await Cluster.started(binaries as string, followed)
  t.after(() => standby.close())
  const onBug = (error: Error) => t.fail(error.message)
  const url = primary.url('postgres')
  const [store, command] = await Promise.all([
    openStore(url, { onBug, connectionsMax: 2, writable: true }),
    openStore(url, { onBug, connectionsMax: 1 })
  ])
  await store.migrate()
  await changed(store, ...ground)
  const ids = Array.from({ length: WRITES }, (_, index) => `exp_${index}`)
  for (const id of ids) {
    await changed(store, { kind: 'export.created', export: { ...things.exported, id } })
  }
  const stored = (of = store) => of.read(P, session => session.all(allOf('exports')))

  await primary.kill()
  await standby.stop()
  standby.takeOver(primary)
  await standby.start()
  const found = (await stored(command)).map(({ id }) => id)
  t.strictSame(found.toSorted(), ids.toSorted(), 'nothing that was acknowledged is missing')
  const asked = [changed(store, published), stored(), store.health(), store.migrate()]
  for (const outcome of await Promise.allSettled(asked)) {
    const told = outcome.status === 'rejected' ? outcome.reason : outcome.value
    t.ok(told instanceof StoreRefused, String(told))
    t.match(told, { message: /point DATABASE_URL at the primary/ })
  }

  await standby.promote()
  await changed(store, published)
  await t.resolves(store.health())
  t.equal((await stored()).length, WRITES)
  await Promise.all([store.close(), command.close()])
})
