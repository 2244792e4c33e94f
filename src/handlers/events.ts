/** Custom events. Spec: sendCustomEvent. */
import { sendCustomEvent } from '../decisions/events.ts'
import { kitOf } from '../http/kit.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handlers } from '../http/types.ts'
import { eventCommand, viewCustomEvent } from '../http/wire/events.ts'
import { loadCustomEvent } from '../storage/events.ts'

export function eventHandlers(shell: HttpShell) {
  const { write } = kitOf(shell)
  return {
    sendCustomEvent: write({
      command: ({ body }) => eventCommand(body),
      load: (command, { caller }) => loadCustomEvent(caller.project, command),
      decide: sendCustomEvent,
      view: (sent, { body }) => viewCustomEvent(body.event, sent)
    })
  } satisfies Handlers
}
