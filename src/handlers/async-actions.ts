/**
 * Async actions: how far background work has come.
 *
 * Spec: Endpoints 5 and 8 (`async_action_id`).
 */
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewAsyncAction } from '../http/views/async-actions.ts'
import type { Shell } from '../shell.ts'
import { asyncActionNamed } from '../storage/lists.ts'

export class AsyncActionHandlers implements Handles<'getAsyncAction'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async getAsyncAction({
    params,
    caller
  }: Request<'getAsyncAction'>): Promise<Answer<'getAsyncAction'>> {
    return this.#shell.read(
      caller,
      session => asyncActionNamed(session, params.asyncActionId),
      action => ({ status: 200, body: viewAsyncAction(action) })
    )
  }
}
