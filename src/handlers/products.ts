/**
 * Products and their SKUs, one by one and in bulk.
 *
 * Spec: Product, Sku, ProductUpdate.
 */
import {
  createSku,
  deleteProduct,
  deleteSku,
  saveProduct,
  updateProduct,
  updateProductsInBulk,
  updateSku
} from '../decisions/products.ts'
import { renamingRefusal } from '../decisions/updates.ts'
import { endsOf, mapInSlices } from '../http/bodies.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import { viewAsyncActionAccepted } from '../http/wire/async-actions.ts'
import {
  productCommand,
  productFields,
  productUpdate,
  skuCommand,
  skuFields,
  sourceIdIn,
  viewProduct,
  viewProductList,
  viewProductWithSkus,
  viewSku,
  viewSkuList
} from '../http/wire/products.ts'
import {
  loadCreateSku,
  loadSaveProduct,
  loadUpdateProduct,
  loadUpdateSku,
  productList,
  productShown,
  skuNamed,
  skusPage
} from '../storage/products.ts'
import { loadDeleteProduct, loadDeleteSku } from '../storage/references.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type Products =
  | 'createProduct'
  | 'deleteProduct'
  | 'getProduct'
  | 'listProducts'
  | 'updateProduct'
  | 'updateProductsInBulk'
type Skus = 'createSku' | 'deleteSku' | 'getSku' | 'listSkus' | 'updateSku'

export class ProductHandlers implements Handles<Products | Skus> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async updateProductsInBulk({
    body,
    caller
  }: Request<'updateProductsInBulk'>): Promise<ReadyAnswer<'updateProductsInBulk'>> {
    const items = await mapInSlices(body, productUpdate)
    return this.#shell.settle(caller, {
      load: async () => null,
      decide: (_, occasion) => updateProductsInBulk(items, endsOf(body), occasion),
      view: action => ({ status: 202, body: viewAsyncActionAccepted(action) })
    })
  }

  async createProduct({
    body,
    caller
  }: Request<'createProduct'>): Promise<ReadyAnswer<'createProduct'>> {
    const command = productCommand(body)
    return this.#shell.settle(caller, {
      load: loadSaveProduct(command),
      decide: (facts, occasion) => saveProduct(facts, command, occasion),
      view: product => ({ status: 200, body: viewProduct(product) })
    })
  }

  async updateProduct({
    params,
    body,
    caller
  }: Request<'updateProduct'>): Promise<ReadyAnswer<'updateProduct'>> {
    const fields = productFields(body)
    return this.#shell.settle(caller, {
      load: loadUpdateProduct(params.productId, fields),
      decide: (facts, occasion) => {
        const known = [params.productId, facts.stored.sourceId]
        const refusal = renamingRefusal('source_id', sourceIdIn(body), known)
        return refusal === null ? updateProduct(facts, fields, occasion) : { refusal }
      },
      view: product => ({ status: 200, body: viewProduct(product) })
    })
  }

  async deleteProduct({
    params,
    caller
  }: Request<'deleteProduct'>): Promise<ReadyAnswer<'deleteProduct'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteProduct(params.productId),
      decide: deleteProduct,
      view: () => ({ status: 204 })
    })
  }

  async getProduct({ params, caller }: Request<'getProduct'>): Promise<ReadyAnswer<'getProduct'>> {
    return this.#shell.read(
      caller,
      session => productShown(session, params.productId),
      ({ product, skus, total }) => ({
        status: 200,
        body: viewProductWithSkus(product, { skus, total })
      })
    )
  }

  async listProducts({
    query,
    caller
  }: Request<'listProducts'>): Promise<ReadyAnswer<'listProducts'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => productList.page(session, query.order ?? '-created_at', page),
      ({ rows, total }) => ({ status: 200, body: viewProductList(rows, total) })
    )
  }

  async createSku({
    params,
    body,
    caller
  }: Request<'createSku'>): Promise<ReadyAnswer<'createSku'>> {
    const command = skuCommand(params.productId, body)
    return this.#shell.settle(caller, {
      load: loadCreateSku(command),
      decide: (facts, occasion) => createSku(facts, command, occasion),
      view: sku => ({ status: 200, body: viewSku(sku) })
    })
  }

  async updateSku({
    params,
    body,
    caller
  }: Request<'updateSku'>): Promise<ReadyAnswer<'updateSku'>> {
    const fields = skuFields(body)
    return this.#shell.settle(caller, {
      load: loadUpdateSku(params.productId, params.skuId),
      decide: (facts, occasion) => {
        const refusal = renamingRefusal('source_id', sourceIdIn(body), [
          params.skuId,
          facts.sku.sourceId
        ])
        return refusal === null ? updateSku(facts, fields, occasion) : { refusal }
      },
      view: sku => ({ status: 200, body: viewSku(sku) })
    })
  }

  async deleteSku({ params, caller }: Request<'deleteSku'>): Promise<ReadyAnswer<'deleteSku'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteSku(params.productId, params.skuId),
      decide: deleteSku,
      view: () => ({ status: 204 })
    })
  }

  async getSku({ params, caller }: Request<'getSku'>): Promise<ReadyAnswer<'getSku'>> {
    return this.#shell.read(
      caller,
      session => skuNamed(session, params.skuId),
      sku => ({ status: 200, body: viewSku(sku) })
    )
  }

  async listSkus({ params, query, caller }: Request<'listSkus'>): Promise<ReadyAnswer<'listSkus'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => skusPage(session, params.productId, query.order ?? '-created_at', page),
      ({ skus, total }) => ({ status: 200, body: viewSkuList(skus, total) })
    )
  }
}
