/**
 * Publications: customers given vouchers, and who was.
 *
 * Spec: Resources, Voucher (`publish`, `holder_id`).
 */
import { createPublication } from '../decisions/publications/publications.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewPublication, viewPublicationList } from '../http/views/vouchers.ts'
import type { Shell } from '../shell.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/pages.ts'
import {
  loadCreatePublication,
  publicationsPage,
  voucherPublicationsPage
} from '../storage/publications.ts'
import { publicationCommand } from './commands-vouchers.ts'

type Handled = 'createPublication' | 'listPublications' | 'listVoucherPublications'

export class PublicationHandlers implements Handles<Handled> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async createPublication({
    body,
    caller
  }: Request<'createPublication'>): Promise<Answer<'createPublication'>> {
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
  }: Request<'listPublications'>): Promise<Answer<'listPublications'>> {
    const { voucher = null, customer = null, order = '-created_at' } = query
    const page = pageOf(query, LIMIT_DEFAULT)
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session => publicationsPage(session, caller.project, { voucher, customer, order }, page),
      found => ({ status: 200, body: viewPublicationList(found, linking) })
    )
  }

  async listVoucherPublications({
    params,
    query,
    caller
  }: Request<'listVoucherPublications'>): Promise<Answer<'listVoucherPublications'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    const linking = this.#shell.linking(caller)
    return this.#shell.read(
      caller,
      session => voucherPublicationsPage(session, caller.project, params.code, page),
      found => ({ status: 200, body: viewPublicationList(found, linking) })
    )
  }
}
