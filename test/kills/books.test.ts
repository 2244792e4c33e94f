/**
 * The books agree after every commit, whatever is under way: a backup that is taken at any moment is
 * one that restores.
 *
 * Every kind of background work is accepted at once, with people who are erased, and later the
 * calendar has its turn. After each commit a backup is taken, opened and audited; a server is
 * audited as of that moment, as its own tools would dump it. What a kill leaves is what was
 * committed last, so that such a backup is also what a process that dies there leaves. The rows let
 * it die there, and go on with what it left; their commits are audited where they are, because those
 * of the row in which nobody dies are backed up.
 */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { tasks } from '../../src/jobs/tasks.ts'
import { type Composition, compose } from '../../src/main/compose.ts'
import { type Audit, audit } from '../../src/storage/audit/audit.ts'
import { openStore } from '../../src/storage/database.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { CONFIG, contract, NOW, PAIR } from '../support/app.ts'
import { countedSource } from '../support/counted-source.ts'
import { demoStore } from '../support/demo.ts'
import { partsOf, typeHeader } from '../support/parts.ts'
import { lookInto, onPostgres } from '../support/stores.ts'

const ERASED = ['ada', 'cleo', 'una']

/** Each kind of work that is accepted and done later, all of them at once. */
const ACCEPTED: readonly (readonly [url: string, body: unknown])[] = [
  ['/v1/customers', { source_id: 'una' }],
  ['/v1/customers', { source_id: 'zoe' }],
  ['/v1/exports', { exported_object: 'customer' }],
  ['/v1/exports', { exported_object: 'points_expiration' }],
  ...ERASED.map(name => [`/v1/customers/${name}/permanent-deletion`, undefined] as const),
  ['/v1/campaigns/camp_00spring/vouchers?vouchers_count=12', {}],
  ['/v1/products/bulk/async', [{ source_id: 'tin', price: 950 }, { source_id: 'cup' }]],
  ['/v1/segments', { name: 'New', type: 'static', customers: ['zoe'] }],
  [
    '/v1/orders/import',
    [{ source_id: 'old-1', status: 'PAID', customer: { source_id: 'zoe' }, amount: 1990 }]
  ]
]

const FILES: readonly (readonly [url: string, lines: readonly string[]])[] = [
  ['/v1/customers/importCSV', ['source_id,name', 'zoe,Zoe', 'yara,Yara']],
  [
    '/v1/vouchers/importCSV',
    ['code,voucher_type,amount_off,amount', 'FIVE,DISCOUNT_VOUCHER,500,', 'GIFT,GIFT_VOUCHER,,900']
  ]
]

/** One that is added has to be among what is accepted. */
const TASKS = Object.keys(tasks).toSorted()

const LEASE_MS = 31_000
const DAY_MS = 86_400_000

/** A store that is looked at after every commit, for one life after the other. */
class Watched {
  readonly #store: Store
  /** Where backups are; null where the store itself is audited. */
  readonly #folder: string | null
  #turn: Promise<unknown> = Promise.resolve()
  /** What was found wrong, each behind what was just written. */
  readonly wrong: string[] = []
  /** Backups that were audited. */
  looks = 0
  /** Commits of changes until this life is over. */
  left = Number.POSITIVE_INFINITY
  onDeath = () => {}

  constructor(t: Test, store: Store, { isBackedUp }: { readonly isBackedUp: boolean }) {
    this.#store = store
    this.#folder = isBackedUp ? temporaryFolder(t) : null
  }

  /** The store as one life has it, which hears of nothing more once it is over. */
  forLife(): Store {
    const store = this.#store
    const read: Store['read'] = (project, unit) => store.read(project, unit)
    let isOver = false
    const write: Store['write'] = async (project, unit) => {
      const written = this.#turn.then(async () => {
        if (isOver) return { isOver }
        let changes: readonly Change[] = []
        const value = await store.write(project, async session => {
          const done = await unit(session)
          changes = done.changes
          return done
        })
        await this.#look(changes)
        if (changes.length > 0 && --this.left <= 0) {
          isOver = true
          this.onDeath()
        }
        return { isOver, value }
      })
      this.#turn = written.catch(() => undefined)
      const after = await written
      return 'value' in after && !after.isOver ? after.value : new Promise<never>(() => {})
    }
    const forget = () => store.forget()
    return Object.create(store, {
      read: { value: read },
      write: { value: write },
      forget: { value: forget }
    })
  }

  async #look(changes: readonly Change[]): Promise<void> {
    this.looks++
    const { findings } = await (this.#folder === null
      ? audit(this.#store)
      : this.#restored(this.#folder))
    const kinds = changes.map(({ kind }) => kind).join(', ')
    this.wrong.push(...findings.map(({ sentence }) => `after ${kinds}: ${sentence}`))
  }

  /** What the audit says of a backup of this moment. */
  async #restored(folder: string): Promise<Audit> {
    const file = join(folder, 'backup.db')
    await this.#store.backup(file)
    const onBug = (bug: Error) => this.wrong.push(bug.message)
    const backup = await openStore('sqlite::memory:', { image: readFileSync(file), onBug })
    rmSync(file)
    try {
      await backup.migrate()
      return await audit(backup)
    } finally {
      await backup.close()
    }
  }
}

/** Accepts all that there is to be done, in a process that carries out nothing of it. */
async function accept(t: Test, { app, worker }: Composition): Promise<void> {
  await worker.stop()
  const send = async (url: string, type: string, payload?: string | Buffer) => {
    const sent = payload === undefined ? {} : { payload }
    const headers = { ...PAIR, 'content-type': type }
    const { statusCode, body } = await app.inject({ method: 'POST', url, headers, ...sent })
    t.ok(statusCode < 300, `${url}: ${statusCode} ${body.slice(0, 300)}`)
  }
  for (const [url, body] of ACCEPTED) {
    await send(url, 'application/json', body === undefined ? undefined : JSON.stringify(body))
  }
  for (const [url, lines] of FILES) {
    await send(url, typeHeader('multipart/form-data'), partsOf({ file: `${lines.join('\n')}\n` }))
  }
}

/** What a store still has to do. */
function tasksIn(store: Store): Promise<readonly unknown[]> {
  return lookInto(store, async ({ find }) =>
    (await find('select distinct task from jobs order by task')).map(({ task }) => task)
  )
}

// Each process dies after so many commits of changes.
for (const commits of [Number.POSITIVE_INFINITY, 6, 1]) {
  const title = commits === Number.POSITIVE_INFINITY ? 'nobody dies' : `killed after ${commits}`
  t.test(`the books agree after every commit of all that goes on at once: ${title}`, async t => {
    const bugs: Error[] = []
    const store = await demoStore(NOW, CONFIG, bugs)
    const isBackedUp = commits === Number.POSITIVE_INFINITY && !onPostgres
    const watched = new Watched(t, store, { isBackedUp })
    const ids = countedSource()
    let clock = Date.parse(NOW)
    const now = () => new Date(clock).toISOString()
    const born = () =>
      compose({ store: watched.forLife(), config: CONFIG, acceptDemo: true, now, ids, contract })
    /** Lives after one another, until one has nothing left to do; resolves with the deaths. */
    const livedOn = async () => {
      for (let deaths = 0; ; deaths++) {
        watched.left = commits
        const { worker } = born()
        const isDead = new Promise<true>(resolve => {
          watched.onDeath = () => resolve(true)
        })
        worker.wake()
        if ((await Promise.race([isDead, worker.idle()])) !== true) {
          await worker.stop()
          return deaths
        }
        clock += LEASE_MS
      }
    }
    const first = born()
    await first.app.ready()
    await accept(t, first)
    t.strictSame(await tasksIn(store), TASKS, 'every task has something to do')
    const before = watched.looks
    // Points that wait are due by now, as the rest is.
    clock += 4 * DAY_MS
    const deaths = await livedOn()
    t.equal(deaths > 0, commits < Number.POSITIVE_INFINITY, `${deaths} deaths`)
    // Attempts that failed are followed by others.
    for (let rounds = 0; (await tasksIn(store)).length > 0 && rounds < 20; rounds++) {
      clock += 60_000
      await livedOn()
    }
    t.strictSame(await tasksIn(store), [])
    // Others lapse, and tiers, receipts and locks end.
    clock += 400 * DAY_MS
    await livedOn()
    t.ok(watched.looks > before + 50, `${watched.looks - before} commits`)
    t.strictSame(watched.wrong, [])
    t.strictSame(bugs, [])
    await first.app.close()
    await store.close()
  })
}
