/** Collections of products and SKUs. Spec: ProductCollection. */
import {
  createProductCollection,
  deleteProductCollection,
  updateProductCollection
} from '../decisions/products.ts'
import { at, type Handlers, type Kit } from '../http/kit.ts'
import { itemsOf, viewProductCollection } from '../http/wire/products.ts'
import { listed } from '../http/wire.ts'
import {
  collectionNamed,
  collectionsPage,
  loadProductCollection,
  loadUpdateProductCollection
} from '../storage/products.ts'
import { loadDeleteProductCollection } from '../storage/references.ts'

export function productCollectionHandlers({ list, read, remove, write }: Kit) {
  return {
    createProductCollection: write({
      command: ({ body }) => ({ name: body.name, items: itemsOf(body.products) }),
      load: loadProductCollection,
      decide: createProductCollection,
      view: viewProductCollection
    }),

    updateProductCollection: write({
      command: ({ body }) => ({ name: body.name, items: body.products && itemsOf(body.products) }),
      load: (command, { params }) =>
        loadUpdateProductCollection(params.productCollectionId, command),
      decide: updateProductCollection,
      view: viewProductCollection,
      unchanging: []
    }),

    deleteProductCollection: remove(
      ({ params }) => loadDeleteProductCollection(params.productCollectionId),
      deleteProductCollection
    ),

    getProductCollection: read(at('productCollectionId', collectionNamed), viewProductCollection),

    listProductCollections: list(collectionsPage, listed('data', viewProductCollection))
  } satisfies Handlers
}
