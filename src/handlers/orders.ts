/** Orders as a shop stores them. Spec: Order. */
import { importOrders } from '../decisions/orders/edit.ts'
import { returnGoods, saveOrder } from '../decisions/orders/orders.ts'
import { at, type Handlers, type Kit } from '../http/kit.ts'
import type { Handler, Request } from '../http/types.ts'
import {
  createOrderCommand,
  importOrderCommand,
  isDryRun,
  returnGoodsCommand,
  updateOrderCommand,
  viewOrder,
  viewOrderReturn,
  viewOrderReturns
} from '../http/wire/orders.ts'
import { listed } from '../http/wire.ts'
import { orderNamed, orderReturnNamed, ordersPage } from '../storage/orders.ts'
import { loadReturn, loadSaveOrder, loadUpdateOrder } from '../storage/saved-orders.ts'

export function orderHandlers({ ask, list, queue, read, write }: Kit) {
  const returning = {
    command: ({ body }: Request<'returnGoods'>) => returnGoodsCommand(body),
    load: (_: unknown, { params }: Request<'returnGoods'>) => loadReturn(params.orderId),
    decide: returnGoods,
    view: viewOrderReturn
  }
  const asked: Handler<'returnGoods'> = ask(returning)
  const written: Handler<'returnGoods'> = write(returning)
  return {
    createOrder: write({
      command: ({ body }) => createOrderCommand(body),
      load: loadSaveOrder,
      decide: (facts, command, occasion) => saveOrder(facts, command, occasion),
      view: viewOrder
    }),

    getOrder: read(at('orderId', orderNamed), viewOrder),

    getOrderReturn: read(
      (session, { params }) => orderReturnNamed(session, params),
      viewOrderReturn
    ),

    importOrders: queue(({ body }) => body.map(importOrderCommand), importOrders),

    listOrders: list(
      (session, order, page, { query }) => ordersPage(session, query.customer, order, page),
      listed('orders', viewOrder)
    ),

    listOrderReturns: read(at('orderId', orderNamed), viewOrderReturns),

    returnGoods: async request => (isDryRun(request.query) ? asked(request) : written(request)),

    updateOrder: write({
      command: ({ params, body }) => updateOrderCommand(body, params.orderId),
      load: (command, { params }) => loadUpdateOrder(params.orderId, command),
      decide: (facts, command, occasion) => saveOrder(facts, command, occasion),
      view: viewOrder
    })
  } satisfies Handlers
}
