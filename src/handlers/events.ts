/**
 * Custom events.
 *
 * Spec: Endpoints 16; Events 1.
 */
import { sendCustomEvent } from '../decisions/events/events.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewCustomEvent } from '../http/views/events.ts'
import type { Shell } from '../shell.ts'
import { loadCustomEvent } from '../storage/events.ts'
import { customerCommand, metadataOf } from './commands.ts'

export class EventHandlers implements Handles<'sendCustomEvent'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async sendCustomEvent({
    body,
    caller
  }: Request<'sendCustomEvent'>): Promise<Answer<'sendCustomEvent'>> {
    const command = {
      event: body.event,
      customer: customerCommand(body.customer),
      referral: body.referral
        ? { code: body.referral.code, referrerId: body.referral.referrer_id ?? null }
        : null,
      loyaltyCode: body.loyalty?.code ?? null,
      metadata: metadataOf(body.metadata) ?? {}
    }
    return this.#shell.settle(caller, {
      load: loadCustomEvent(caller.project, command),
      decide: (facts, occasion) => sendCustomEvent(facts, command, occasion),
      view: sent => ({ status: 200, body: viewCustomEvent(command.event, sent) })
    })
  }
}
