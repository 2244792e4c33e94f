/**
 * Customers, and the segments they are in.
 *
 * Spec: Customer.
 */
import { upsertCustomer } from '../decisions/customers/customers.ts'
import { deleteCustomer, eraseCustomer } from '../decisions/customers/erasure.ts'
import { FORMATS, importCustomersUsingCsv } from '../decisions/imports/formats.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import { viewAsyncActionAccepted } from '../http/wire/async-actions.ts'
import {
  customerCommand,
  updateCustomerCommand,
  viewCustomer,
  viewCustomerErasure,
  viewCustomerList,
  wantedCustomers
} from '../http/wire/customers.ts'
import { fileCommand } from '../http/wire/files.ts'
import { viewCustomerSegments } from '../http/wire/segments.ts'
import { loadDeleteCustomer, loadEraseCustomer } from '../storage/customers/erasure.ts'
import {
  customersPage,
  loadSaveCustomer,
  loadUpdateCustomer,
  profileNamed
} from '../storage/customers/profiles.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'
import { segmentsOfCustomerPage } from '../storage/segments.ts'

type Handled =
  | 'createCustomer'
  | 'deleteCustomer'
  | 'eraseCustomer'
  | 'getCustomer'
  | 'importCustomersUsingCsv'
  | 'listCustomerSegments'
  | 'listCustomers'
  | 'updateCustomer'

export class CustomerHandlers implements Handles<Handled> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createCustomer({
    body,
    caller
  }: Request<'createCustomer'>): Promise<ReadyAnswer<'createCustomer'>> {
    const command = customerCommand(body, '')
    return this.#shell.settle(caller, {
      load: loadSaveCustomer(command),
      decide: (facts, occasion) => upsertCustomer(facts, command, occasion),
      view: saved => ({ status: 200, body: viewCustomer(saved, this.#shell.linking(caller)) })
    })
  }

  async getCustomer({
    params,
    caller
  }: Request<'getCustomer'>): Promise<ReadyAnswer<'getCustomer'>> {
    const { customerId } = params
    return this.#shell.readAgain(
      caller,
      `customer ${customerId}`,
      (session, moment) => profileNamed(session, moment, customerId),
      found => ({ status: 200, body: viewCustomer(found, this.#shell.linking(caller)) })
    )
  }

  async listCustomers({
    query,
    caller
  }: Request<'listCustomers'>): Promise<ReadyAnswer<'listCustomers'>> {
    const { order = '-created_at' } = query
    const wanted = wantedCustomers(query)
    return this.#shell.read(
      caller,
      session => {
        const page = pageOf(query, LIMIT_DEFAULT)
        return customersPage(session, this.#shell.moment(caller), wanted, { order, ...page })
      },
      ({ customers, total }) => ({
        status: 200,
        body: viewCustomerList({ entries: customers, total }, this.#shell.linking(caller))
      })
    )
  }

  async updateCustomer({
    params,
    body,
    caller
  }: Request<'updateCustomer'>): Promise<ReadyAnswer<'updateCustomer'>> {
    const command = updateCustomerCommand(body)
    return this.#shell.settle(caller, {
      load: loadUpdateCustomer(params.customerId),
      decide: (facts, occasion) => upsertCustomer(facts, command, occasion),
      view: saved => ({ status: 200, body: viewCustomer(saved, this.#shell.linking(caller)) })
    })
  }

  async deleteCustomer({
    params,
    caller
  }: Request<'deleteCustomer'>): Promise<ReadyAnswer<'deleteCustomer'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteCustomer(params.customerId),
      decide: deleteCustomer,
      view: () => ({ status: 204 })
    })
  }

  async eraseCustomer({
    params,
    caller
  }: Request<'eraseCustomer'>): Promise<ReadyAnswer<'eraseCustomer'>> {
    return this.#shell.settle(caller, {
      load: loadEraseCustomer(params.customerId),
      decide: eraseCustomer,
      view: erasure => ({ status: 200, body: viewCustomerErasure(erasure) })
    })
  }

  async importCustomersUsingCsv({
    body,
    caller
  }: Request<'importCustomersUsingCsv'>): Promise<ReadyAnswer<'importCustomersUsingCsv'>> {
    const file = await fileCommand(body, FORMATS.customers.columnsOfFile)
    return this.#shell.settle(caller, {
      load: async () => null,
      decide: (_, occasion) => importCustomersUsingCsv(file, occasion),
      view: action => ({ status: 202, body: viewAsyncActionAccepted(action) })
    })
  }

  async listCustomerSegments({
    params,
    query,
    caller
  }: Request<'listCustomerSegments'>): Promise<ReadyAnswer<'listCustomerSegments'>> {
    const { order = '-created_at' } = query
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => segmentsOfCustomerPage(session, params.customerId, order, page),
      ({ segments, total }) => ({ status: 200, body: viewCustomerSegments(segments, total) })
    )
  }
}
