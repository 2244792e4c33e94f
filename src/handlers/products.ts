/** Products and their SKUs, one by one and in bulk. Spec: Product, Sku, ProductUpdate. */
import { importProductsUsingCsv } from '../decisions/imports/formats.ts'
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
import { at, type Handlers, type Kit, within } from '../http/kit.ts'
import {
  productCommand,
  productFields,
  productFileCommand,
  productUpdate,
  skuCommand,
  skuFields,
  sourceIdIn,
  viewProduct,
  viewProductWithSkus,
  viewSku
} from '../http/wire/products.ts'
import { listed } from '../http/wire.ts'
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

export function productHandlers({ list, queue, read, remove, write }: Kit) {
  return {
    updateProductsInBulk: queue(
      async ({ body }) => ({ items: await mapInSlices(body, productUpdate), ends: endsOf(body) }),
      ({ items, ends }, occasion) => updateProductsInBulk(items, ends, occasion)
    ),

    importProductsUsingCsv: queue(
      ({ body }) => productFileCommand(body),
      ({ file, ends }, occasion) => importProductsUsingCsv(file, ends, occasion)
    ),

    createProduct: write({
      command: ({ body }) => productCommand(body),
      load: loadSaveProduct,
      decide: saveProduct,
      view: viewProduct,
      unchanging: []
    }),

    updateProduct: write({
      command: ({ body }) => productFields(body),
      load: (fields, { params }) => loadUpdateProduct(params.productId, fields),
      decide: (facts, fields, occasion, { params, body }) => {
        const known = [params.productId, facts.stored.sourceId]
        const refusal = renamingRefusal('source_id', sourceIdIn(body), known)
        return refusal === null ? updateProduct(facts, fields, occasion) : { refusal }
      },
      view: viewProduct,
      unchanging: []
    }),

    deleteProduct: remove(({ params }) => loadDeleteProduct(params.productId), deleteProduct),

    getProduct: read(at('productId', productShown), viewProductWithSkus),

    listProducts: list(productList.page, listed('products', viewProduct)),

    createSku: write({
      command: ({ params, body }) => skuCommand(params.productId, body),
      load: loadCreateSku,
      decide: createSku,
      view: viewSku,
      unchanging: ['product_id']
    }),

    updateSku: write({
      command: ({ body }) => skuFields(body),
      load: (_, { params }) => loadUpdateSku(params.productId, params.skuId),
      decide: (facts, fields, occasion, { params, body }) => {
        const known = [params.skuId, facts.sku.sourceId]
        const refusal = renamingRefusal('source_id', sourceIdIn(body), known)
        return refusal === null ? updateSku(facts, fields, occasion) : { refusal }
      },
      view: viewSku,
      unchanging: ['product_id']
    }),

    deleteSku: remove(({ params }) => loadDeleteSku(params.productId, params.skuId), deleteSku),

    getSku: read(at('skuId', skuNamed), viewSku),

    listSkus: list(within('productId', skusPage), listed('skus', viewSku))
  } satisfies Handlers
}
