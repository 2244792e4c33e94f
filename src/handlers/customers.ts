/** Customers, and the segments they are in. Spec: Customer. */
import { upsertCustomer } from '../decisions/customers/customers.ts'
import { deleteCustomer, eraseCustomer } from '../decisions/customers/erasure.ts'
import { FORMATS, importCustomersUsingCsv } from '../decisions/imports/formats.ts'
import { type Handlers, type Kit, within } from '../http/kit.ts'
import {
  customerCommand,
  updateCustomerCommand,
  viewCustomer,
  viewCustomerErasure,
  viewSegmentStub,
  wantedCustomers
} from '../http/wire/customers.ts'
import { fileCommand } from '../http/wire/files.ts'
import { listed } from '../http/wire.ts'
import { loadDeleteCustomer, loadEraseCustomer } from '../storage/customers/erasure.ts'
import {
  customersPage,
  loadSaveCustomer,
  loadUpdateCustomer,
  profileNamed
} from '../storage/customers/facts.ts'
import { segmentsOfCustomerPage } from '../storage/segments.ts'

export function customerHandlers({ linked, list, queue, remove, shell, write }: Kit) {
  return {
    createCustomer: write({
      command: ({ body }) => customerCommand(body, ''),
      load: loadSaveCustomer,
      decide: upsertCustomer,
      view: linked(viewCustomer)
    }),

    async getCustomer({ params, caller }) {
      const { customerId } = params
      return shell.readAgain(
        caller,
        `customer ${customerId}`,
        (session, moment) => profileNamed(session, moment, customerId),
        found => ({ status: 200, body: viewCustomer(found, shell.linking(caller)) })
      )
    },

    listCustomers: list(
      (session, order, page, { query, caller }) =>
        customersPage(session, shell.moment(caller), wantedCustomers(query), { order, ...page }),
      linked(listed('customers', viewCustomer))
    ),

    updateCustomer: write({
      command: ({ body }) => updateCustomerCommand(body),
      load: (_, { params }) => loadUpdateCustomer(params.customerId),
      decide: upsertCustomer,
      view: linked(viewCustomer)
    }),

    deleteCustomer: remove(({ params }) => loadDeleteCustomer(params.customerId), deleteCustomer),

    eraseCustomer: write({
      load: (_, { params }) => loadEraseCustomer(params.customerId),
      decide: (facts, _, occasion) => eraseCustomer(facts, occasion),
      view: viewCustomerErasure
    }),

    importCustomersUsingCsv: queue(
      ({ body }) => fileCommand(body, FORMATS.customers.columnsOfFile),
      importCustomersUsingCsv
    ),

    listCustomerSegments: list(
      within('customerId', segmentsOfCustomerPage),
      listed('data', viewSegmentStub)
    )
  } satisfies Handlers
}
