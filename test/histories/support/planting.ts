/**
 * Mistakes that a program could make, put between a service and its store, or into its statements.
 */
import Connection from 'better-sqlite3'
import type { Change } from '../../../src/decisions/changes.ts'
import type { Store } from '../../../src/storage/engine/store.ts'

/**
 * Requests at once: none writes before each has decided or is answered, and then one writes after
 * the other, each by itself.
 */
export class AtOnce {
  #asked = 0
  #decided: (() => Promise<void>)[] = []
  #written = Promise.resolve()

  ask<Value>(request: () => Promise<Value>): Promise<Value> {
    this.#asked++
    return request().finally(() => {
      this.#asked--
      this.#goOn()
    })
  }

  write<Value>(task: () => Promise<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      this.#decided.push(() => task().then(resolve, reject))
      this.#goOn()
    })
  }

  #goOn(): void {
    if (this.#decided.length < this.#asked) return
    for (const write of this.#decided.splice(0)) this.#written = this.#written.then(write)
  }
}

/** SQLite runs what failed a second time, as it would if another unit had spoilt the transaction. */
const RUNS_EARLY = 2

/**
 * A store that decides on what it read before and writes later, as a second process does: only the
 * guards of statements keep it from writing what is not so any more. What loses one decides again.
 */
export function decidingEarly(store: Store, atOnce: AtOnce): Store {
  const write: Store['write'] = async (projectId, unit) => {
    const early = await store.read(projectId, unit)
    let runs = 0
    return atOnce.write(() =>
      store.write(projectId, session => {
        runs++
        return runs > RUNS_EARLY ? unit(session) : Promise.resolve(early)
      })
    )
  }
  return Object.create(store, { write: { value: write } })
}

/** A store that loses changes. */
export function losing(isLost: (change: Change) => boolean): (store: Store) => Store {
  return store => {
    const write: Store['write'] = (projectId, unit) =>
      store.write(projectId, async session => {
        const { value, changes } = await unit(session)
        return { value, changes: changes.filter(change => !isLost(change)) }
      })
    return Object.create(store, { write: { value: write } })
  }
}

/** While `task` runs, statements are prepared without a guard. */
export async function without<Value>(
  guard: string,
  instead: string,
  task: () => Promise<Value>
): Promise<Value> {
  const methods = Connection.prototype as { prepare: (sql: string) => unknown }
  const { prepare } = methods
  let removed = 0
  methods.prepare = function (sql) {
    if (sql.includes(guard)) removed++
    return prepare.call(this, sql.replaceAll(guard, instead))
  }
  const value = await task().finally(() => {
    methods.prepare = prepare
  })
  if (removed === 0) throw new Error(`No statement has the guard ${guard}.`)
  return value
}
