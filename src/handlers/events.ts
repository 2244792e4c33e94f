/**
 * Custom events.
 *
 * Spec: sendCustomEvent.
 */
import { sendCustomEvent } from '../decisions/events.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import { eventCommand, viewCustomEvent } from '../http/wire/events.ts'
import { loadCustomEvent } from '../storage/events.ts'

export class EventHandlers implements Handles<'sendCustomEvent'> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async sendCustomEvent({
    body,
    caller
  }: Request<'sendCustomEvent'>): Promise<ReadyAnswer<'sendCustomEvent'>> {
    const command = eventCommand(body)
    return this.#shell.settle(caller, {
      load: loadCustomEvent(caller.project, command),
      decide: (facts, occasion) => sendCustomEvent(facts, command, occasion),
      view: sent => ({ status: 200, body: viewCustomEvent(command.event, sent) })
    })
  }
}
