/**
 * Tasks of one name, one after another; those of different names go on side by side.
 *
 * A task that waits for the turn of another name while it has one could wait for itself, so a
 * snapshot waits for a project and never the other way round.
 *
 * Spec: putSandboxProject, putSandboxSnapshot.
 */

/** The turns of one process, by name. */
export class TaskQueue {
  readonly #ends = new Map<string, Promise<unknown>>()

  /** Runs a task when all earlier ones of the name have ended, well or not. */
  async take<Value>(name: string, task: () => Promise<Value>): Promise<Value> {
    const turn = (this.#ends.get(name) ?? Promise.resolve()).then(task)
    const ended = turn.catch(() => undefined)
    this.#ends.set(name, ended)
    try {
      return await turn
    } finally {
      if (this.#ends.get(name) === ended) this.#ends.delete(name)
    }
  }
}
