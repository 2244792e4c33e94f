/**
 * SKUs: the variants of a product.
 *
 * Spec: Resources, Redemption (reward result), Product update item.
 */
import { type CreateSku, createSku } from '../decisions/skus.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewSku, viewSkuList } from '../http/views/products.ts'
import type { Shell } from '../shell.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/lists.ts'
import { skuNamed, skusPage } from '../storage/lists-inventory.ts'
import { loadCreateSku } from '../storage/loads-inventory.ts'
import { metadataOf } from './commands.ts'

export class SkuHandlers implements Handles<'createSku' | 'getSku' | 'listSkus'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async createSku({ params, body, caller }: Request<'createSku'>): Promise<Answer<'createSku'>> {
    const command: CreateSku = {
      productId: params.productId,
      sourceId: body.source_id,
      sku: body.sku,
      price: body.price,
      currency: body.currency,
      attributes: body.attributes && metadataOf(body.attributes),
      imageUrl: body.image_url,
      metadata: body.metadata && metadataOf(body.metadata)
    }
    return this.#shell.settle(caller, {
      load: loadCreateSku(command),
      decide: (facts, occasion) => createSku(facts, command, occasion),
      view: sku => ({ status: 200, body: viewSku(sku) })
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
