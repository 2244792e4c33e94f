/**
 * Turns: units of a project that have met others go on one after the other.
 *
 * A unit whose guard was lost has to begin again, and a hundred of them would only meet again. So a
 * process lets one of them at a time compete with the first attempts of others.
 *
 * Spec: Decision 204.
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
