/**
 * Orders as a shop stores them.
 *
 * Spec: Resources, Redemption (order); Events 2.
 */
import type { components } from '../../generated/provisioning.d.ts'
import { type SaveOrder, saveOrder } from '../decisions/orders/saving.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewOrder, viewOrderList } from '../http/views/orders.ts'
import type { Shell } from '../shell.ts'
import { loadSaveOrder, loadUpdateOrder, orderNamed, ordersPage } from '../storage/orders.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/pages.ts'
import { customerCommand, orderCommand } from './commands.ts'

type Handled = 'createOrder' | 'getOrder' | 'listOrders' | 'updateOrder'

export class OrderHandlers implements Handles<Handled> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async createOrder({ body, caller }: Request<'createOrder'>): Promise<Answer<'createOrder'>> {
    const { id, source_id: sourceId } = body
    // Beside an id, the source id is ignored.
    const name = id ? { id } : { sourceId: sourceId ?? undefined }
    const command = { ...saveCommand(body), ...name }
    return this.#shell.settle(caller, {
      load: loadSaveOrder(command),
      decide: (facts, occasion) => saveOrder(facts, command, occasion),
      view: order => ({ status: 200, body: viewOrder(order) })
    })
  }

  async getOrder({ params, caller }: Request<'getOrder'>): Promise<Answer<'getOrder'>> {
    return this.#shell.read(
      caller,
      session => orderNamed(session, params.orderId),
      order => ({ status: 200, body: viewOrder(order) })
    )
  }

  async listOrders({ query, caller }: Request<'listOrders'>): Promise<Answer<'listOrders'>> {
    const { order = '-created_at', customer } = query
    return this.#shell.read(
      caller,
      session => ordersPage(session, customer, order, pageOf(query, LIMIT_DEFAULT)),
      ({ orders, total }) => ({ status: 200, body: viewOrderList({ entries: orders, total }) })
    )
  }

  /** The path says which it is; what the body says of that is left behind. */
  async updateOrder({
    params,
    body,
    caller
  }: Request<'updateOrder'>): Promise<Answer<'updateOrder'>> {
    const command = { ...saveCommand(body), sourceId: params.orderId }
    return this.#shell.settle(caller, {
      load: loadUpdateOrder(params.orderId, command),
      decide: (facts, occasion) => saveOrder(facts, command, occasion),
      view: order => ({ status: 200, body: viewOrder(order) })
    })
  }
}

/** What is said of an order, whichever it is. */
function saveCommand(body: components['schemas']['UpdateOrderRequest']): SaveOrder {
  const { customer, status, customer_id: customerId, referrer, ...said } = body
  return {
    ...orderCommand({ ...said, id: null, source_id: null }),
    status: status ?? undefined,
    customer: customer === undefined ? named(customerId) : customerCommand(customer),
    referrerId: referrer?.id ?? referrer?.source_id ?? body.referrer_id ?? undefined
  }
}

function named(customerId: string | null | undefined) {
  return customerId ? { id: customerId } : undefined
}
