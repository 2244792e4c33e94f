/**
 * Products.
 *
 * Spec: Endpoints 8; Resources, Product update item.
 */
import { updateProductsInBulk } from '../decisions/products.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewAsyncActionAccepted } from '../http/views/async-actions.ts'
import type { Shell } from '../shell.ts'
import { metadataOf } from './commands.ts'

export class ProductHandlers implements Handles<'updateProductsInBulk'> {
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
}
