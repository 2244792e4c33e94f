/**
 * Publications: a voucher is given to a customer, and the record of it.
 *
 * Spec: Publication.
 */
import { createPublication } from '../decisions/publications.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import {
  publicationCommand,
  viewPublication,
  viewPublicationList
} from '../http/wire/publications.ts'
import { loadCreatePublication, publicationsPage } from '../storage/publications.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type Handled = 'createPublication' | 'listPublications'

export class PublicationHandlers implements Handles<Handled> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createPublication({
    body,
    caller
  }: Request<'createPublication'>): Promise<ReadyAnswer<'createPublication'>> {
    const { asked, command } = publicationCommand(body)
    const linking = this.#shell.linking(caller)
    return this.#shell.settle(caller, {
      load: loadCreatePublication(caller.project, asked),
      decide: (facts, occasion) => createPublication(facts, command, occasion),
      view: shown => ({ status: 200, body: viewPublication(shown, linking) })
    })
  }

  async listPublications({
    query,
    caller
  }: Request<'listPublications'>): Promise<ReadyAnswer<'listPublications'>> {
    const { voucher = null, customer = null, order = '-created_at' } = query
    const page = pageOf(query, LIMIT_DEFAULT)
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session => publicationsPage(session, caller.project, { voucher, customer, order }, page),
      found => ({ status: 200, body: viewPublicationList(found, linking) })
    )
  }
}
