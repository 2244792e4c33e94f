/**
 * Customers.
 *
 * Spec: Endpoints 13; Resources, Customer.
 */
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewCustomer } from '../http/views/customers.ts'
import type { Shell } from '../shell.ts'
import { customerNamed } from '../storage/lists.ts'

export class CustomerHandlers implements Handles<'getCustomer'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async getCustomer({ params, caller }: Request<'getCustomer'>): Promise<Answer<'getCustomer'>> {
    return this.#shell.read(
      caller,
      session => customerNamed(session, params.customerId),
      found => ({ status: 200, body: viewCustomer(found, this.#shell.linking(caller)) })
    )
  }
}
