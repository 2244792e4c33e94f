/** Custom events. Spec: sendCustomEvent. */
import { sendCustomEvent } from '../decisions/events.ts'
import type { Handlers, Kit } from '../http/kit.ts'
import { eventCommand, viewCustomEvent } from '../http/wire/events.ts'
import { loadCustomEvent } from '../storage/events.ts'

export function eventHandlers({ write }: Kit) {
  return {
    sendCustomEvent: write({
      command: ({ body }) => eventCommand(body),
      load: (command, { caller }) => loadCustomEvent(caller.project, command),
      decide: sendCustomEvent,
      view: (sent, { body }) => viewCustomEvent(body.event, sent)
    })
  } satisfies Handlers
}
