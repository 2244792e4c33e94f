/**
 * Collections of products and SKUs.
 *
 * Spec: Resources, Validation rule (`applicable_to`), Earning rule (`order_items`).
 */
import { createProductCollection } from '../decisions/catalogue.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import {
  viewProductCollection,
  viewProductCollectionList
} from '../http/views/product-collections.ts'
import type { Shell } from '../shell.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/lists.ts'
import { collectionNamed, collectionsPage } from '../storage/lists-inventory.ts'
import { loadProductCollection } from '../storage/loads-inventory.ts'

type Operations = 'createProductCollection' | 'getProductCollection' | 'listProductCollections'

export class ProductCollectionHandlers implements Handles<Operations> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async createProductCollection({
    body,
    caller
  }: Request<'createProductCollection'>): Promise<Answer<'createProductCollection'>> {
    const items = body.products.map(({ object, id }) => ({ object, id }))
    const command = { name: body.name, items }
    return this.#shell.settle(caller, {
      load: loadProductCollection(command),
      decide: (facts, occasion) => createProductCollection(facts, command, occasion),
      view: shown => ({ status: 200, body: viewProductCollection(shown) })
    })
  }

  async getProductCollection({
    params,
    caller
  }: Request<'getProductCollection'>): Promise<Answer<'getProductCollection'>> {
    return this.#shell.read(
      caller,
      session => collectionNamed(session, params.productCollectionId),
      shown => ({ status: 200, body: viewProductCollection(shown) })
    )
  }

  async listProductCollections({
    query,
    caller
  }: Request<'listProductCollections'>): Promise<Answer<'listProductCollections'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => collectionsPage(session, query.order ?? '-created_at', page),
      ({ collections, total }) => ({
        status: 200,
        body: viewProductCollectionList(collections, total)
      })
    )
  }
}
