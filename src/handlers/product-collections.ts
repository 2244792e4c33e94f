/**
 * Collections of products and SKUs.
 *
 * Spec: ProductCollection.
 */
import {
  createProductCollection,
  deleteProductCollection,
  updateProductCollection
} from '../decisions/products.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import {
  itemsOf,
  viewProductCollection,
  viewProductCollectionList
} from '../http/wire/product-collections.ts'
import {
  collectionNamed,
  collectionsPage,
  loadProductCollection,
  loadUpdateProductCollection
} from '../storage/products.ts'
import { loadDeleteProductCollection } from '../storage/references.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type ReadOperation = 'getProductCollection' | 'listProductCollections'
type Written = 'createProductCollection' | 'deleteProductCollection' | 'updateProductCollection'

export class ProductCollectionHandlers implements Handles<ReadOperation | Written> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createProductCollection({
    body,
    caller
  }: Request<'createProductCollection'>): Promise<ReadyAnswer<'createProductCollection'>> {
    const command = { name: body.name, items: itemsOf(body.products) }
    return this.#shell.settle(caller, {
      load: loadProductCollection(command),
      decide: (facts, occasion) => createProductCollection(facts, command, occasion),
      view: shown => ({ status: 200, body: viewProductCollection(shown) })
    })
  }

  async updateProductCollection({
    params,
    body,
    caller
  }: Request<'updateProductCollection'>): Promise<ReadyAnswer<'updateProductCollection'>> {
    const command = { name: body.name, items: body.products && itemsOf(body.products) }
    return this.#shell.settle(caller, {
      load: loadUpdateProductCollection(params.productCollectionId, command),
      decide: (facts, occasion) => updateProductCollection(facts, command, occasion),
      view: shown => ({ status: 200, body: viewProductCollection(shown) })
    })
  }

  async deleteProductCollection({
    params,
    caller
  }: Request<'deleteProductCollection'>): Promise<ReadyAnswer<'deleteProductCollection'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteProductCollection(params.productCollectionId),
      decide: deleteProductCollection,
      view: () => ({ status: 204 })
    })
  }

  async getProductCollection({
    params,
    caller
  }: Request<'getProductCollection'>): Promise<ReadyAnswer<'getProductCollection'>> {
    return this.#shell.read(
      caller,
      session => collectionNamed(session, params.productCollectionId),
      shown => ({ status: 200, body: viewProductCollection(shown) })
    )
  }

  async listProductCollections({
    query,
    caller
  }: Request<'listProductCollections'>): Promise<ReadyAnswer<'listProductCollections'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => collectionsPage(session, query.order ?? '-created_at', page),
      ({ rows, total }) => ({ status: 200, body: viewProductCollectionList(rows, total) })
    )
  }
}
