/**
 * Async actions: the progress of background work.
 *
 * Spec: AsyncAction.
 */
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import {
  viewAsyncAction,
  viewAsyncActionList,
  wantedAsyncActions
} from '../http/wire/async-actions.ts'
import { asyncActionNamed, asyncActionsPage } from '../storage/async-actions.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

export class AsyncActionHandlers implements Handles<'getAsyncAction' | 'listAsyncActions'> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async getAsyncAction({
    params,
    caller
  }: Request<'getAsyncAction'>): Promise<ReadyAnswer<'getAsyncAction'>> {
    return this.#shell.read(
      caller,
      session => asyncActionNamed(session, params.asyncActionId),
      action => ({ status: 200, body: viewAsyncAction(action) })
    )
  }

  async listAsyncActions({
    query,
    caller
  }: Request<'listAsyncActions'>): Promise<ReadyAnswer<'listAsyncActions'>> {
    const wanted = wantedAsyncActions(query)
    return this.#shell.read(
      caller,
      session => asyncActionsPage(session, wanted, pageOf(query, LIMIT_DEFAULT)),
      ({ actions, hasMore }) => ({ status: 200, body: viewAsyncActionList(actions, hasMore) })
    )
  }
}
