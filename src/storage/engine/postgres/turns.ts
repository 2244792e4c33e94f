/**
 * Turns: units that have met others go on one after the other, those of a project or those that
 * want one row.
 *
 * A unit whose guard was lost has to begin again, and a hundred of them would only meet again. So a
 * process lets one of them at a time compete with the first attempts of others. A hundred that wait
 * for a row would have all connections of the process, so that one of them at a time waits for it.
 *
 * Spec: Decisions 204 and 206.
 */

export class Turns {
  readonly #last = new Map<string | null, Promise<unknown>>()

  /** Runs the task when those of the same name that came before have ended. */
  async take<Value>(name: string | null, task: () => Promise<Value>): Promise<Value> {
    const before = this.#last.get(name)
    const turn = before === undefined ? task() : before.then(task, task)
    this.#last.set(name, turn)
    try {
      return await turn
    } finally {
      if (this.#last.get(name) === turn) this.#last.delete(name)
    }
  }
}
