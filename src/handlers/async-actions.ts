/** Async actions: the progress of background work. Spec: AsyncAction. */

import { type Kit, pageOf } from '../http/kit.ts'
import type { Handlers } from '../http/types.ts'
import {
  viewAsyncAction,
  viewAsyncActionList,
  wantedAsyncActions
} from '../http/wire/async-actions.ts'
import { asyncActionNamed, asyncActionsPage } from '../storage/async-actions.ts'

export function asyncActionHandlers({ read, shell }: Kit) {
  return {
    getAsyncAction: read(
      (session, { params }) => asyncActionNamed(session, params.asyncActionId),
      viewAsyncAction
    ),

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
