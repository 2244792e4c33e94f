/**
 * One suite for every engine: what the port promises, whichever database is underneath.
 *
 * Spec: none; how state is kept.
 */
import t, { type Test } from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { audit } from '../../src/storage/audit.ts'
import { GuardLost, SessionEnded } from '../../src/storage/errors.ts'
import * as rows from '../../src/storage/rows.ts'
import type { Session } from '../../src/storage/statements.ts'
import {
  added,
  changed,
  ground,
  P,
  published,
  redeemed,
  spent,
  voucherById,
  waiting
} from './support/changes.ts'
import { type Opened, sqliteInFile, sqliteInMemory } from './support/engines.ts'
import { postgresInProcess } from './support/pglite.ts'
import { samples } from './support/samples.ts'
import * as things from './support/things.ts'

/** Runs a case on a fresh database of each engine, and audits what it leaves. */
function onEach(title: string, body: (t: Test, opened: Opened) => Promise<void>): void {
  for (const engine of [sqliteInMemory, sqliteInFile, postgresInProcess]) {
    t.test(`${engine.name}: ${title}`, async t => {
      const opened = await engine.open()
      await changed(opened.store, ...ground)
      await body(t, opened)
      const found = await audit(opened.store)
      t.equal(found.clean ? '' : found.disagreement, '')
      await opened.close()
    })
  }
}

const nothing = async () => ({ value: null, changes: [] })

onEach('everything created comes back as it went in', async (t, { store, rows: all }) => {
  for (const { table, change, thing, of } of samples) {
    const before = (await all(table)).length
    await changed(store, change)
    const stored = (await all(table)) as { readonly id?: string }[]
    const id = (thing as { readonly id?: string }).id
    const row = id === undefined ? stored.at(-1) : stored.find(row => row.id === id)
    const found = of(row as never)
    // As text too, because the order of keys must survive.
    t.equal(JSON.stringify(sorted(found)), JSON.stringify(sorted(thing)), table)
    t.equal(stored.length, before + 1, `one more row in ${table}`)
  }
  // What is left in place by the samples would not pass an audit: a job needs its action.
  await changed(store, { kind: 'job.finished', jobId: 'job_1', owner: 'nobody' }).catch(() => null)
})

/** The columns of a row have no order; what is inside them has. */
function sorted(thing: unknown): unknown {
  return Object.entries(thing as object).sort(([a], [b]) => (a < b ? -1 : 1))
}
