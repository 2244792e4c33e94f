/**
 * SKUs: the variants of a product.
 *
 * Spec: Resources, Redemption (reward result), Product update item.
 */
import {
  type CreateSku,
  createSku,
  deleteSku,
  type SkuFields,
  updateSku
} from '../decisions/products/skus.ts'
import { misnamed } from '../decisions/updates.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewSku, viewSkuList } from '../http/views/products.ts'
import type { Shell } from '../shell.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/pages.ts'
import { loadDeleteSku } from '../storage/products/dependents.ts'
import { loadCreateSku, loadUpdateSku, skuNamed, skusPage } from '../storage/products/skus.ts'
import { metadataOf } from './commands.ts'

type Operations = 'createSku' | 'deleteSku' | 'getSku' | 'listSkus' | 'updateSku'

export class SkuHandlers implements Handles<Operations> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async createSku({ params, body, caller }: Request<'createSku'>): Promise<Answer<'createSku'>> {
    const command: CreateSku = {
      productId: params.productId,
      sourceId: body.source_id,
      ...fieldsOf(body)
    }
    return this.#shell.settle(caller, {
      load: loadCreateSku(command),
      decide: (facts, occasion) => createSku(facts, command, occasion),
      view: sku => ({ status: 200, body: viewSku(sku) })
    })
  }

  async updateSku({ params, body, caller }: Request<'updateSku'>): Promise<Answer<'updateSku'>> {
    const fields = fieldsOf(body)
    return this.#shell.settle(caller, {
      load: loadUpdateSku(params.productId, params.skuId),
      decide: (facts, occasion) => {
        const refusal = misnamed('source_id', body.source_id, [params.skuId, facts.sku.sourceId])
        return refusal === null ? updateSku(facts, fields, occasion) : { refusal }
      },
      view: sku => ({ status: 200, body: viewSku(sku) })
    })
  }

  async deleteSku({ params, caller }: Request<'deleteSku'>): Promise<Answer<'deleteSku'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteSku(params.productId, params.skuId),
      decide: deleteSku,
      view: () => ({ status: 204 })
    })
  }

  async getSku({ params, caller }: Request<'getSku'>): Promise<Answer<'getSku'>> {
    return this.#shell.read(
      caller,
      session => skuNamed(session, params.skuId),
      sku => ({ status: 200, body: viewSku(sku) })
    )
  }

  async listSkus({ params, query, caller }: Request<'listSkus'>): Promise<Answer<'listSkus'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => skusPage(session, params.productId, query.order ?? '-created_at', page),
      ({ skus, total }) => ({ status: 200, body: viewSkuList(skus, total) })
    )
  }
}

function fieldsOf(body: Request<'updateSku'>['body']): SkuFields {
  return {
    sku: body.sku,
    price: body.price,
    currency: body.currency,
    attributes: body.attributes && metadataOf(body.attributes),
    imageUrl: body.image_url,
    metadata: body.metadata && metadataOf(body.metadata)
  }
}
