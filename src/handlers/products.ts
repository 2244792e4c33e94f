/**
 * Products.
 *
 * Spec: Endpoints 8; Resources, Product update item.
 */
import {
  deleteProduct,
  type ProductFields,
  type SaveProduct,
  saveProduct,
  updateProduct,
  updateProductsInBulk
} from '../decisions/products/products.ts'
import { misnamed } from '../decisions/updates.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewAsyncActionAccepted } from '../http/views/async-actions.ts'
import { viewProduct, viewProductList, viewProductWithSkus } from '../http/views/products.ts'
import type { Shell } from '../shell.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/pages.ts'
import { loadDeleteProduct } from '../storage/products/dependents.ts'
import { loadSaveProduct, loadUpdateProduct, productsPage } from '../storage/products/products.ts'
import { productShown } from '../storage/products/skus.ts'
import { metadataOf } from './commands.ts'

type Read = 'getProduct' | 'listProducts'
type Written = 'createProduct' | 'deleteProduct' | 'updateProduct' | 'updateProductsInBulk'

export class ProductHandlers implements Handles<Read | Written> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async updateProductsInBulk({
    body,
    caller
  }: Request<'updateProductsInBulk'>): Promise<Answer<'updateProductsInBulk'>> {
    const items = body.map(({ source_id, image_url, metadata, ...plain }) => ({
      ...plain,
      sourceId: source_id,
      ...(image_url === undefined ? {} : { imageUrl: image_url }),
      ...(metadata === undefined ? {} : { metadata: metadata && metadataOf(metadata) })
    }))
    return this.#shell.settle(caller, {
      load: async () => null,
      decide: (_, occasion) => updateProductsInBulk(items, occasion),
      view: action => ({ status: 202, body: viewAsyncActionAccepted(action) })
    })
  }

  async createProduct({
    body,
    caller
  }: Request<'createProduct'>): Promise<Answer<'createProduct'>> {
    const command: SaveProduct = {
      id: body.id,
      sourceId: body.source_id,
      name: body.name,
      price: body.price,
      attributes: body.attributes,
      imageUrl: body.image_url,
      metadata: body.metadata && metadataOf(body.metadata)
    }
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
  }: Request<'updateProduct'>): Promise<Answer<'updateProduct'>> {
    const fields: ProductFields = {
      name: body.name,
      price: body.price,
      attributes: body.attributes,
      imageUrl: body.image_url,
      metadata: body.metadata && metadataOf(body.metadata)
    }
    return this.#shell.settle(caller, {
      load: loadUpdateProduct(params.productId, fields),
      decide: (facts, occasion) => {
        const known = [params.productId, facts.stored.sourceId]
        const refusal = misnamed('source_id', body.source_id, known)
        return refusal === null ? updateProduct(facts, fields, occasion) : { refusal }
      },
      view: product => ({ status: 200, body: viewProduct(product) })
    })
  }

  async deleteProduct({
    params,
    caller
  }: Request<'deleteProduct'>): Promise<Answer<'deleteProduct'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteProduct(params.productId),
      decide: deleteProduct,
      view: () => ({ status: 204 })
    })
  }

  async getProduct({ params, caller }: Request<'getProduct'>): Promise<Answer<'getProduct'>> {
    return this.#shell.read(
      caller,
      session => productShown(session, params.productId),
      ({ product, skus, total }) => ({
        status: 200,
        body: viewProductWithSkus(product, { skus, total })
      })
    )
  }

  async listProducts({ query, caller }: Request<'listProducts'>): Promise<Answer<'listProducts'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => productsPage(session, query.order ?? '-created_at', page),
      ({ products, total }) => ({ status: 200, body: viewProductList(products, total) })
    )
  }
}
