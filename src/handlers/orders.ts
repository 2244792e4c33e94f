/** Orders as a shop stores them. Spec: Order. */
import { importOrders } from '../decisions/orders/edit.ts'
import { saveOrder } from '../decisions/orders/orders.ts'
import { kitOf } from '../http/kit.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handlers } from '../http/types.ts'
import {
  createOrderCommand,
  importOrderCommand,
  updateOrderCommand,
  viewOrder
} from '../http/wire/orders.ts'
import { listed } from '../http/wire.ts'
import { orderNamed, ordersPage } from '../storage/orders.ts'
import { loadSaveOrder, loadUpdateOrder } from '../storage/saved-orders.ts'

export function orderHandlers(shell: HttpShell) {
  const { list, queue, read, write } = kitOf(shell)
  return {
    createOrder: write({
      command: ({ body }) => createOrderCommand(body),
      load: loadSaveOrder,
      decide: (facts, command, occasion) => saveOrder(facts, command, occasion),
      view: viewOrder
    }),

    getOrder: read((session, { params }) => orderNamed(session, params.orderId), viewOrder),

    importOrders: queue(({ body }) => body.map(importOrderCommand), importOrders),

    listOrders: list(
      (session, order, page, { query }) => ordersPage(session, query.customer, order, page),
      listed('orders', viewOrder)
    ),

    updateOrder: write({
      command: ({ params, body }) => updateOrderCommand(body, params.orderId),
      load: (command, { params }) => loadUpdateOrder(params.orderId, command),
      decide: (facts, command, occasion) => saveOrder(facts, command, occasion),
      view: viewOrder
    })
  } satisfies Handlers
}
