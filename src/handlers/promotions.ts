/**
 * Promotion tiers: listed for one campaign and for the whole project, created, changed, deleted.
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
import { isOpen } from '../decisions/discounts/judging.ts'
import { makeBound } from '../decisions/validation-rules.ts'
import { at, type Handlers, type Kit, LIMIT_DEFAULT, loadAt, pageOf } from '../http/kit.ts'
import {
  onlyAvailable,
  promotionTierChangesWanted,
  promotionTierCommand,
  viewPromotionTier,
  viewPromotionTierList
} from '../http/wire/promotions.ts'
import { rulesToBind } from '../http/wire/validation-rules.ts'
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
import { withRules } from '../storage/validation-rules.ts'

/** More tiers than one campaign has: without `limit` and `page` all of them are answered. */
const ALL_TIERS = 10_000

export function promotionHandlers({ list, read, remove, shell, write }: Kit) {
  const switching = (
    decide: (facts: ShownTier, occasion: Occasion) => Decision<PromotionTier>
  ) => ({
    load: loadAt('promotionTierId', promotionTierShown),
    decide: (shown: ShownTier, _: unknown, occasion: Occasion) =>
      mapResult(decide(shown, occasion), tier => ({ ...shown, tier })),
    view: viewPromotionTier
  })

  return {
    async listPromotionTiers({ params, query, caller }) {
      const whole = query.limit === undefined && query.page === undefined
      const page = pageOf(query, whole ? ALL_TIERS : LIMIT_DEFAULT)
      return shell.read(
        caller,
        session => campaignTiersPage(session, params.campaignId, page),
        found => ({ status: 200, body: viewPromotionTierList(found, page.offset) })
      )
    },

    listAllPromotionTiers: list(
      (session, order, page, { query, caller }) => {
        const moment = shell.moment(caller)
        const isAvailable = (tier: ShownTier) => isOpen(tier, moment)
        return tiersPage(session, order, page, onlyAvailable(query) ? isAvailable : null)
      },
      (found, { query }) => viewPromotionTierList(found, pageOf(query).offset)
    ),

    createPromotionTier: write({
      command: ({ body }) => promotionTierCommand(body),
      load: (command, { params, body }) =>
        withRules(loadCreatePromotionTier(params.campaignId, command), rulesToBind(body)),
      decide: (facts, command, occasion) => {
        const { campaign, category } = facts
        const created = createPromotionTier(facts, command, occasion)
        const made = mapResult(created, tier => ({ tier, campaign, category, assignments: [] }))
        const thing = ({ tier: { id } }: ShownTier) => ({ type: 'promotion_tier', id }) as const
        return makeBound<ShownTier>(made, thing, facts.bound, occasion)
      },
      view: viewPromotionTier
    }),

    getPromotionTier: read(at('promotionTierId', promotionTierShown), viewPromotionTier),

    updatePromotionTier: write({
      command: ({ body }) => promotionTierChangesWanted(body),
      load: (command, { params }) => loadUpdatePromotionTier(params.promotionTierId, command),
      decide: (facts, command, occasion) => {
        const category = command.category === undefined ? facts.shown.category : facts.category
        return mapResult(updatePromotionTier(facts, command, occasion), tier => ({
          ...facts.shown,
          tier,
          category
        }))
      },
      view: viewPromotionTier,
      unchanging: ['promotion_id', 'campaign_id', 'active']
    }),

    deletePromotionTier: remove(
      ({ params }) => loadDeletePromotionTier(params.promotionTierId),
      deletePromotionTier
    ),

    enablePromotionTier: write(switching(enablePromotionTier)),

    disablePromotionTier: write(switching(disablePromotionTier))
  } satisfies Handlers
}
