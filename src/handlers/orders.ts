/**
 * Orders as a shop stores them.
 *
 * Spec: Order.
 */
import { importOrders } from '../decisions/orders/edit.ts'
import { saveOrder } from '../decisions/orders/orders.ts'
import { mapInSlices } from '../http/bodies.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import { viewAsyncActionAccepted } from '../http/wire/async-actions.ts'
import {
  createOrderCommand,
  importOrderCommand,
  updateOrderCommand,
  viewOrder,
  viewOrderList
} from '../http/wire/orders.ts'
import { loadSaveOrder, loadUpdateOrder, orderNamed, ordersPage } from '../storage/orders.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type Handled = 'createOrder' | 'getOrder' | 'importOrders' | 'listOrders' | 'updateOrder'

export class OrderHandlers implements Handles<Handled> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createOrder({ body, caller }: Request<'createOrder'>): Promise<ReadyAnswer<'createOrder'>> {
    const command = createOrderCommand(body)
    return this.#shell.settle(caller, {
      load: loadSaveOrder(command),
      decide: (facts, occasion) => saveOrder(facts, command, occasion),
      view: order => ({ status: 200, body: viewOrder(order) })
    })
  }

  async getOrder({ params, caller }: Request<'getOrder'>): Promise<ReadyAnswer<'getOrder'>> {
    return this.#shell.read(
      caller,
      session => orderNamed(session, params.orderId),
      order => ({ status: 200, body: viewOrder(order) })
    )
  }

  async importOrders({
    body,
    caller
  }: Request<'importOrders'>): Promise<ReadyAnswer<'importOrders'>> {
    const orders = await mapInSlices(body, importOrderCommand)
    return this.#shell.settle(caller, {
      load: async () => null,
      decide: (_, occasion) => importOrders(orders, occasion),
      view: action => ({ status: 202, body: viewAsyncActionAccepted(action) })
    })
  }

  async listOrders({ query, caller }: Request<'listOrders'>): Promise<ReadyAnswer<'listOrders'>> {
    const { order = '-created_at', customer } = query
    return this.#shell.read(
      caller,
      session => ordersPage(session, customer, order, pageOf(query, LIMIT_DEFAULT)),
      ({ orders, total }) => ({ status: 200, body: viewOrderList({ entries: orders, total }) })
    )
  }

  async updateOrder({
    params,
    body,
    caller
  }: Request<'updateOrder'>): Promise<ReadyAnswer<'updateOrder'>> {
    const command = updateOrderCommand(body, params.orderId)
    return this.#shell.settle(caller, {
      load: loadUpdateOrder(params.orderId, command),
      decide: (facts, occasion) => saveOrder(facts, command, occasion),
      view: order => ({ status: 200, body: viewOrder(order) })
    })
  }
}
