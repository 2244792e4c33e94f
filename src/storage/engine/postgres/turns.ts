/**
 * Turns: units that have met others go on one after the other, those of a project or those that
 * want one row.
 *
 * A unit whose guard was lost has to begin again, and a hundred of them would only meet again. So a
 * process lets one of them at a time compete with the first attempts of others. A hundred that wait
 * for a row would have all connections of the process, so that one of them at a time waits for it.
 * Nobody waits for a turn without a limit: one row that stays locked would hold up all of them.
 *
 * Spec: Decisions 204, 206 and 227.
 */

/** The turn did not come in time, and the task was not begun. */
export class TurnMissed extends Error {
  constructor() {
    super('Those before took too long.')
  }
}

/** One line of waiting tasks for each name; tasks of different names do not wait for each other. */
export class Turns {
  readonly #last = new Map<string | null, Promise<unknown>>()

  /**
   * Runs the task when those of the same name that came before have ended or given up.
   * @throws {TurnMissed} when they have not within so many milliseconds.
   */
  async take<Value>(
    name: string | null,
    msMax: number,
    task: () => Promise<Value>
  ): Promise<Value> {
    const before = this.#last.get(name)
    const turn = before === undefined ? task() : taskAfter(before, msMax, task)
    // The next one waits for those before as well, also when this one gives up.
    const ended: Promise<void> = Promise.allSettled([before, turn]).then(() => {
      if (this.#last.get(name) === ended) this.#last.delete(name)
    })
    this.#last.set(name, ended)
    return turn
  }
}

function taskAfter<Value>(
  before: Promise<unknown>,
  msMax: number,
  task: () => Promise<Value>
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      reject(new TurnMissed())
    }, msMax)
    before.then(() => {
      clearTimeout(timer)
      if (!isLate) resolve(task())
    })
  })
}
