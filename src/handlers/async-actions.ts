/** Async actions: the progress of background work. Spec: AsyncAction. */

import { at, type Handlers, type Kit, pageOf } from '../http/kit.ts'
import {
  viewAsyncAction,
  viewAsyncActionList,
  wantedAsyncActions
} from '../http/wire/async-actions.ts'
import { asyncActionNamed, asyncActionsPage } from '../storage/async-actions.ts'

export function asyncActionHandlers({ read, shell }: Kit) {
  return {
    getAsyncAction: read(at('asyncActionId', asyncActionNamed), viewAsyncAction),

    async listAsyncActions({ query, caller }) {
      const wanted = wantedAsyncActions(query)
      return shell.read(
        caller,
        session => asyncActionsPage(session, wanted, pageOf(query)),
        found => ({ status: 200, body: viewAsyncActionList(found) })
      )
    }
  } satisfies Handlers
}
