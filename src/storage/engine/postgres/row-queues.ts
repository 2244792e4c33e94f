/**
 * Lines: units of a process that want one row, of which few go on at once and the others wait. A
 * unit that waits for a row inside PostgreSQL has a connection, so that one row which somebody
 * keeps locked would take all of them. And a hundred units that decide by one row would only lose
 * their guards to each other. So few of a process write a row at once; the others wait here without
 * a connection, in the order in which they came. Who waits is told when nothing has moved for a
 * while, and not while others of the line come through.
 */

/** The turn did not come in time, and the task was not begun. */
export class QueueMissed extends Error {
  readonly waitedMs: number

  constructor(waitedMs: number) {
    super('Those before took too long.')
    this.waitedMs = waitedMs
  }
}

/** How long somebody waits for a turn, in milliseconds. */
export interface Patience {
  /** While nobody of the line comes through. */
  readonly stuckMs: number
  /** In all. */
  readonly allMs: number
}

/** A row, and how many units of the process may write it at once. */
export interface ContendedPlace {
  readonly name: string
  readonly width: number
}

/**
 * What became of a unit at a row: it came through, or lost it to others, or the server had it wait
 * until its limit, so that the next one would wait as long.
 */
export type WaitResult = 'through' | 'lost' | 'stuck'

export type Leave = (outcome: WaitResult) => void

interface Waiter {
  readonly width: number
  readonly begin: () => void
  /** Leaves when it has waited for so many milliseconds since the line moved. */
  readonly leaveAfter: (ms: number) => void
  /** Half of its patience with a line that does not move. */
  readonly halfMs: number
}

class RowQueue {
  active = 0
  readonly waiting = new Set<Waiter>()
  readonly watching = new Set<() => void>()
  movedAt = Number.NEGATIVE_INFINITY
  /** How many of those that are active wait for a connection, which says nothing of the row. */
  #unserved = 0
  #stoodMs = 0
  #standsSince: number | null = null

  /** Milliseconds by a clock that stands still while all that are active wait for a connection. */
  get time(): number {
    const now = performance.now()
    return (this.#standsSince ?? now) - this.#stoodMs
  }

  /** One more, or one fewer, that is active; or that waits for a connection. */
  count({ active = 0, unserved = 0 }: { readonly active?: number; readonly unserved?: number }) {
    const now = performance.now()
    if (this.#standsSince !== null) this.#stoodMs += now - this.#standsSince
    this.active += active
    this.#unserved += unserved
    this.#standsSince = this.#unserved > 0 && this.#unserved === this.active ? now : null
  }
}

/** A line for each name; units of different names do not wait for each other. */
export class RowQueues {
  readonly #lines = new Map<string, RowQueue>()

  /**
   * Enters all of these rows; or none, and returns the first one that has no room. Within so many
   * milliseconds it waits for room in those of which the unit `mayWait`.
   */
  async enter<At extends ContendedPlace & { readonly mayWait: boolean }>(
    places: readonly At[],
    waitMsMax: number
  ): Promise<Leave | At> {
    const began = performance.now()
    for (;;) {
      const full = places.filter(place => !this.hasRoom(place))
      const [first] = full
      if (first === undefined) return this.enterAnyway(places)
      const leftMs = waitMsMax - (performance.now() - began)
      const barring = full.find(({ mayWait }) => !mayWait || leftMs <= 0)
      if (barring !== undefined) return barring
      await this.#nextEnd(first, leftMs)
    }
  }

  /** The same, whether or not they have room. */
  enterAnyway(places: readonly ContendedPlace[]): Leave {
    for (const { name } of places) this.#line(name).count({ active: 1 })
    return outcome => {
      for (const { name } of places) this.#left(name, outcome)
    }
  }

  /** Whether few write the row, and nobody waits for it. */
  hasRoom({ name, width }: ContendedPlace): boolean {
    const line = this.#lines.get(name)
    return line === undefined || (line.waiting.size === 0 && line.active < width)
  }

  /**
   * Runs the task when there is room, after those who came before; `outcomeOf` says what became of
   * one that failed. The task says by `served` when it has a connection: while all of the line wait
   * for one, it is not the row that they wait for.
   * @throws {QueueMissed} when there was none in time.
   */
  async take<Value>(
    place: ContendedPlace,
    patience: Patience,
    task: (served: () => void) => Promise<Value>,
    outcomeOf: (error: unknown) => WaitResult = () => 'lost'
  ): Promise<Value> {
    if (this.hasRoom(place)) this.#line(place.name).count({ active: 1 })
    else await this.#turnOf(place, patience)
    const line = this.#line(place.name)
    let isServed = false
    const served = () => {
      if (!isServed) line.count({ unserved: -1 })
      isServed = true
    }
    let outcome: WaitResult = 'through'
    line.count({ unserved: 1 })
    try {
      return await task(served)
    } catch (error) {
      outcome = outcomeOf(error)
      throw error
    } finally {
      served()
      this.#left(place.name, outcome)
    }
  }

  /** Resolves when it is counted as one of those that go on. */
  #turnOf({ name, width }: ContendedPlace, { stuckMs, allMs }: Patience): Promise<void> {
    const line = this.#line(name)
    const [began, beganAt] = [performance.now(), line.time]
    return new Promise((resolve, reject) => {
      const leaveAfter = (ms: number) => {
        clearTimeout(timer)
        const waitedMs = performance.now() - began
        const stuckForMs = line.time - Math.max(beganAt, line.movedAt)
        const leftMs = Math.min(ms - stuckForMs, allMs - waitedMs)
        // A timer may come a little early.
        if (leftMs > 0) timer = setTimeout(look, Math.max(leftMs, 1))
        else {
          line.waiting.delete(waiter)
          reject(new QueueMissed(Math.round(waitedMs)))
        }
      }
      const look = () => {
        leaveAfter(stuckMs)
        this.#goOn(name)
      }
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const waiter = { width, begin, leaveAfter, halfMs: stuckMs / 2 }
      let timer = setTimeout(look, Math.min(stuckMs, allMs))
      line.waiting.add(waiter)
    })
  }

  /** Resolves when one of those at the row has ended, or after so many milliseconds. */
  #nextEnd({ name }: ContendedPlace, msMax: number): Promise<void> {
    const { watching } = this.#line(name)
    return new Promise(resolve => {
      const end = () => {
        clearTimeout(timer)
        watching.delete(end)
        resolve()
      }
      const timer = setTimeout(end, msMax)
      watching.add(end)
    })
  }

  #line(name: string): RowQueue {
    let line = this.#lines.get(name)
    if (line === undefined) {
      line = new RowQueue()
      this.#lines.set(name, line)
    }
    return line
  }

  #left(name: string, outcome: WaitResult): void {
    const line = this.#line(name)
    line.count({ active: -1 })
    if (outcome === 'through') line.movedAt = line.time
    // Each of them would wait as long once more, one after the other.
    if (outcome === 'stuck') for (const waiter of line.waiting) waiter.leaveAfter(waiter.halfMs)
    this.#goOn(name)
    for (const told of line.watching) told()
  }

  /** Lets those go on for whom there is room, from the first. */
  #goOn(name: string): void {
    const line = this.#line(name)
    for (const waiter of line.waiting) {
      if (line.active >= waiter.width) return
      line.waiting.delete(waiter)
      line.count({ active: 1 })
      waiter.begin()
    }
    if (line.active === 0 && line.waiting.size === 0) this.#lines.delete(name)
  }
}
