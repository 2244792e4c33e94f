/**
 * Claims: a unit that wants alone what all units of its project share asks the others to let it go
 * first.
 *
 * They share a row, each until its end, and PostgreSQL lets a unit that shares it pass one that
 * wants it alone: under load there is always another. So that one stores a claim, which all of them
 * see, and units that begin wait until it is gone. They wait without a connection, those of a
 * process together, and once each, so that units that claim one after the other hold up nobody for
 * long; only for loads of project files they wait more often. A claim that stays is of a process
 * that died.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { SetUpHeld } from '../errors.ts'
import type { Session } from '../session.ts'
import type { Command, Statement } from '../statements.ts'
import type { Decided } from '../store.ts'
import type { AttemptState } from './attempts.ts'

/** Milliseconds for which others wait for a claim: as long as it waits for one that goes on. */
const CLAIM_MS_MAX = 5_000
/** Milliseconds between two looks whether it is gone, on average. */
const LOOK_MS = 10

/** Begins the id of a claim of a unit that takes rows in any order. */
const THROUGHOUT = 'throughout-'
/** How many of these a unit lets go first; of all other claims it does so once. */
const THROUGHOUT_MAX = 3

/** How a claim is stored, found and removed. */
export interface ClaimStatements {
  readonly put: Command<{ readonly id: string }>
  readonly remove: Command<{ readonly id: string }>
  readonly find: Statement<{ readonly id: string }, unknown>
}

/** Units of the store, which let nobody go first. */
interface Units {
  /** Resolves when no transaction is under way that began before. */
  earlierEnded(): Promise<void>
  read<Value>(projectId: string, unit: (session: Session) => Promise<Value>): Promise<Value>
  write<Value>(
    projectId: string,
    unit: (session: Session) => Promise<Decided<Value>>
  ): Promise<Value>
}

/** Stores a claim, once; a unit that claims throughout then waits for those that do not see it. */
export type Claim = (held: Pick<SetUpHeld, 'throughout'>) => Promise<void>

export class Claims {
  readonly #statements: ClaimStatements
  readonly #units: Units
  readonly #awaited = new Map<string, Promise<void>>()

  constructor(statements: ClaimStatements, units: Units) {
    this.#statements = statements
    this.#units = units
  }

  /** A task of a unit that may claim the set-up of its project, until the task ends. */
  async during<Value>(
    projectId: string | null,
    course: AttemptState,
    task: (claim: Claim) => Promise<Value>
  ): Promise<Value> {
    let id: string | null = null
    const claim: Claim = async ({ throughout }) => {
      if (id !== null || projectId === null) return
      const made = `${throughout ? THROUGHOUT : ''}${randomUUID()}`
      await this.#run(projectId, this.#statements.put, made)
      id = made
      course.claims = true
      course.yields = false
      if (throughout) await this.#units.earlierEnded()
    }
    try {
      return await task(claim)
    } finally {
      if (id !== null && projectId !== null) await this.#remove(projectId, id)
    }
  }

  /** Where that fails, those who wait for it do so in the end. */
  async #remove(projectId: string, id: string): Promise<void> {
    await this.#run(projectId, this.#statements.remove, id).catch(() => undefined)
  }

  /** Waits until a claim is gone; then says whether the unit waits for the next one, too. */
  async waitFor(projectId: string, claim: string, course: AttemptState): Promise<void> {
    await this.#gone(projectId, claim)
    course.yielded++
    course.yields = claim.startsWith(THROUGHOUT) && course.yielded < THROUGHOUT_MAX
  }

  /** Resolves when a claim is gone. */
  #gone(projectId: string, id: string): Promise<void> {
    const known = this.#awaited.get(id)
    if (known !== undefined) return known
    const awaited = this.#looked(projectId, id).finally(() => this.#awaited.delete(id))
    this.#awaited.set(id, awaited)
    return awaited
  }

  async #looked(projectId: string, id: string): Promise<void> {
    const began = performance.now()
    while (performance.now() - began < CLAIM_MS_MAX) {
      await pause(LOOK_MS * (0.5 + Math.random()))
      const { find } = this.#statements
      const found = await this.#units.read(projectId, session => session.one(find, { id }))
      if (found === undefined) return
    }
    await this.#remove(projectId, id)
  }

  async #run(projectId: string, command: ClaimStatements['put'], id: string): Promise<void> {
    await this.#units.write(projectId, async session => {
      await session.run(command, { id })
      return { value: null, changes: [] }
    })
  }
}
