/**
 * Loyalty tiers: created together, then read, changed and deleted one by one.
 * Spec: LoyaltyTier.
 */
import { createLoyaltyTiers, deleteLoyaltyTier, updateLoyaltyTier } from '../decisions/loyalties.ts'
import { type Handlers, type Kit, within } from '../http/kit.ts'
import type { Request } from '../http/types.ts'
import { tierChanges, tierCommand, viewLoyaltyTier } from '../http/wire/loyalties.ts'
import { listed } from '../http/wire.ts'
import {
  loadDeleteLoyaltyTier,
  loadLoyaltyTiers,
  loadUpdateLoyaltyTier,
  loyaltyTierIn,
  loyaltyTiersPage
} from '../storage/loyalty-tiers.ts'

export function loyaltyTierHandlers({ list, read, remove, write }: Kit) {
  return {
    createLoyaltyTiers: write({
      command: ({ body }) => body.map(tierCommand),
      load: (commands, { params }) => loadLoyaltyTiers(params.campaignId, commands),
      decide: createLoyaltyTiers,
      view: tiers => tiers.map(viewLoyaltyTier)
    }),

    listLoyaltyTiers: list(within('campaignId', loyaltyTiersPage), listed('data', viewLoyaltyTier)),

    getLoyaltyTier: read(
      (session, { params }) => loyaltyTierIn(session, tierPath(params)),
      viewLoyaltyTier
    ),

    updateLoyaltyTier: write({
      command: ({ body }) => tierChanges(body),
      load: (command, { params }) => loadUpdateLoyaltyTier(tierPath(params), command),
      decide: updateLoyaltyTier,
      view: viewLoyaltyTier,
      unchanging: ['campaign_id', 'metadata', 'config']
    }),

    deleteLoyaltyTier: remove(
      ({ params }) => loadDeleteLoyaltyTier(tierPath(params)),
      deleteLoyaltyTier
    )
  } satisfies Handlers
}

function tierPath({ campaignId, loyaltyTierId }: Request<'getLoyaltyTier'>['params']) {
  return { campaignName: campaignId, id: loyaltyTierId }
}
