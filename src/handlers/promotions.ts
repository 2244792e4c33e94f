/**
 * Promotion tiers: listed for one campaign and for the whole project, created, changed, deleted.
 *
 * Spec: PromotionTier.
 */

import {
  createPromotionTier,
  deletePromotionTier,
  disablePromotionTier,
  enablePromotionTier,
  updatePromotionTier
} from '../decisions/campaigns.ts'
import { type Decision, mapResult, type Occasion } from '../decisions/changes.ts'
import { renamingRefusal } from '../decisions/updates.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, Outcome, ReadyAnswer, Request } from '../http/types.ts'
import {
  promotionTierChangesWanted,
  promotionTierCommand,
  viewPromotionTier,
  viewPromotionTierList
} from '../http/wire/promotions.ts'
import type { PromotionTier } from '../model.ts'
import {
  campaignTiersPage,
  loadCreatePromotionTier,
  loadDeletePromotionTier,
  loadUpdatePromotionTier,
  promotionTierShown,
  type ShownTier,
  tiersPage
} from '../storage/promotions.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

/** More tiers than one campaign has: without `limit` and `page` all of them are answered. */
const ALL_TIERS = 10_000

type Lists = 'listPromotionTiers' | 'listAllPromotionTiers'
type Switching = 'enablePromotionTier' | 'disablePromotionTier'
type Written = 'createPromotionTier' | 'updatePromotionTier' | 'deletePromotionTier' | Switching

export class PromotionHandlers implements Handles<Lists | 'getPromotionTier' | Written> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async listPromotionTiers({
    params,
    query,
    caller
  }: Request<'listPromotionTiers'>): Promise<ReadyAnswer<'listPromotionTiers'>> {
    const whole = query.limit === undefined && query.page === undefined
    const page = pageOf(query, whole ? ALL_TIERS : LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => campaignTiersPage(session, params.campaignId, page),
      ({ rows, total }) => ({
        status: 200,
        body: viewPromotionTierList(rows, { total, hasMore: page.offset + rows.length < total })
      })
    )
  }

  async listAllPromotionTiers({
    query,
    caller
  }: Request<'listAllPromotionTiers'>): Promise<ReadyAnswer<'listAllPromotionTiers'>> {
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => tiersPage(session, query.order ?? '-created_at', page),
      ({ rows, total }) => ({
        status: 200,
        body: viewPromotionTierList(rows, { total, hasMore: page.offset + rows.length < total })
      })
    )
  }

  async createPromotionTier({
    params,
    body,
    caller
  }: Request<'createPromotionTier'>): Promise<ReadyAnswer<'createPromotionTier'>> {
    const command = promotionTierCommand(body)
    return this.#shell.settle(caller, {
      load: loadCreatePromotionTier(params.campaignId, command),
      decide: (facts, occasion) => {
        const { campaign, category } = facts
        const created = createPromotionTier(facts, command, occasion)
        return mapResult(created, tier => ({ tier, campaign, category, assignments: [] }))
      },
      view: shown => ({ status: 200, body: viewPromotionTier(shown) })
    })
  }

  async getPromotionTier({
    params,
    caller
  }: Request<'getPromotionTier'>): Promise<ReadyAnswer<'getPromotionTier'>> {
    return this.#shell.read(
      caller,
      session => promotionTierShown(session, params.promotionTierId),
      shown => ({ status: 200, body: viewPromotionTier(shown) })
    )
  }

  async updatePromotionTier({
    params,
    body,
    caller
  }: Request<'updatePromotionTier'>): Promise<ReadyAnswer<'updatePromotionTier'>> {
    const command = promotionTierChangesWanted(body)
    return this.#shell.settle(caller, {
      load: loadUpdatePromotionTier(params.promotionTierId, command),
      decide: (facts, occasion) => {
        const refusal = renamingRefusal('id', body.id, [params.promotionTierId])
        if (refusal !== null) return { refusal }
        const updated = updatePromotionTier(facts, command, occasion)
        if ('refusal' in updated) return updated
        const category = command.category === undefined ? facts.shown.category : facts.category
        const result = { ...facts.shown, tier: updated.result, category }
        return { result, changes: updated.changes }
      },
      view: shown => ({ status: 200, body: viewPromotionTier(shown) })
    })
  }

  async deletePromotionTier({
    params,
    caller
  }: Request<'deletePromotionTier'>): Promise<ReadyAnswer<'deletePromotionTier'>> {
    return this.#shell.settle(caller, {
      load: loadDeletePromotionTier(params.promotionTierId),
      decide: deletePromotionTier,
      view: () => ({ status: 204 })
    })
  }

  async enablePromotionTier(
    request: Request<'enablePromotionTier'>
  ): Promise<ReadyAnswer<'enablePromotionTier'>> {
    return this.#switch(request, enablePromotionTier)
  }

  async disablePromotionTier(
    request: Request<'disablePromotionTier'>
  ): Promise<ReadyAnswer<'disablePromotionTier'>> {
    return this.#switch(request, disablePromotionTier)
  }

  async #switch<Id extends Switching>(
    { params, caller }: Pick<Request<Switching>, 'params' | 'caller'>,
    decide: (facts: ShownTier, occasion: Occasion) => Decision<PromotionTier>
  ): Promise<ReadyAnswer<Id>> {
    return this.#shell.settle<Id, ShownTier, ShownTier>(caller, {
      load: session => promotionTierShown(session, params.promotionTierId),
      decide: (shown, occasion) => mapResult(decide(shown, occasion), tier => ({ ...shown, tier })),
      view: shown => ({ status: 200, body: viewPromotionTier(shown) }) as Outcome<Id>
    })
  }
}
