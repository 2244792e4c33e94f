/**
 * Promotion tiers: those of one campaign, and those of the whole project.
 *
 * Spec: Endpoints 14; Resources, Promotion tier.
 */
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewPromotionTierList } from '../http/views/promotions.ts'
import type { Shell } from '../shell.ts'
import { campaignTiersPage, LIMIT_DEFAULT, pageOf, tiersPage } from '../storage/lists.ts'

/** More tiers than one campaign has: without `limit` and `page` all of them are answered. */
const ALL_TIERS = 10_000

export class PromotionHandlers implements Handles<'listPromotionTiers' | 'listAllPromotionTiers'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async listPromotionTiers({
    params,
    query,
    caller
  }: Request<'listPromotionTiers'>): Promise<Answer<'listPromotionTiers'>> {
    const whole = query.limit === undefined && query.page === undefined
    const page = pageOf(query, whole ? ALL_TIERS : LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => campaignTiersPage(session, params.campaignId, page),
      ({ tiers, total }) => ({
        status: 200,
        body: viewPromotionTierList(tiers, { total, hasMore: page.offset + tiers.length < total })
      })
    )
  }

  async listAllPromotionTiers({
    query,
    caller
  }: Request<'listAllPromotionTiers'>): Promise<Answer<'listAllPromotionTiers'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => tiersPage(session, query.order ?? '-created_at', page),
      ({ tiers, total }) => ({
        status: 200,
        body: viewPromotionTierList(tiers, { total, hasMore: page.offset + tiers.length < total })
      })
    )
  }
}
