/**
 * Loyalty tiers: created together, then read, changed and deleted one by one.
 *
 * Spec: LoyaltyTier.
 */
import { createLoyaltyTiers, deleteLoyaltyTier, updateLoyaltyTier } from '../decisions/loyalties.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import {
  tierChanges,
  tierCommand,
  viewLoyaltyTier,
  viewLoyaltyTierList
} from '../http/wire/loyalty-tiers.ts'
import {
  loadDeleteLoyaltyTier,
  loadLoyaltyTiers,
  loadUpdateLoyaltyTier,
  loyaltyTierIn,
  loyaltyTiersPage
} from '../storage/loyalty-tiers.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type ReadOperation = 'getLoyaltyTier' | 'listLoyaltyTiers'
type Written = 'createLoyaltyTiers' | 'updateLoyaltyTier' | 'deleteLoyaltyTier'

export class LoyaltyTierHandlers implements Handles<ReadOperation | Written> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createLoyaltyTiers({
    params,
    body,
    caller
  }: Request<'createLoyaltyTiers'>): Promise<ReadyAnswer<'createLoyaltyTiers'>> {
    const commands = body.map(tierCommand)
    return this.#shell.settle(caller, {
      load: loadLoyaltyTiers(params.campaignId, commands),
      decide: (facts, occasion) => createLoyaltyTiers(facts, commands, occasion),
      view: tiers => ({ status: 200, body: tiers.map(viewLoyaltyTier) })
    })
  }

  async listLoyaltyTiers({
    params,
    query,
    caller
  }: Request<'listLoyaltyTiers'>): Promise<ReadyAnswer<'listLoyaltyTiers'>> {
    const order = query.order ?? '-created_at'
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => loyaltyTiersPage(session, params.campaignId, order, page),
      ({ rows, total }) => ({ status: 200, body: viewLoyaltyTierList(rows, total) })
    )
  }

  async getLoyaltyTier({
    params,
    caller
  }: Request<'getLoyaltyTier'>): Promise<ReadyAnswer<'getLoyaltyTier'>> {
    return this.#shell.read(
      caller,
      session => loyaltyTierIn(session, tierPath(params)),
      tier => ({ status: 200, body: viewLoyaltyTier(tier) })
    )
  }

  async updateLoyaltyTier({
    params,
    body,
    caller
  }: Request<'updateLoyaltyTier'>): Promise<ReadyAnswer<'updateLoyaltyTier'>> {
    const command = tierChanges(body)
    return this.#shell.settle(caller, {
      load: loadUpdateLoyaltyTier(tierPath(params), command),
      decide: (facts, occasion) => updateLoyaltyTier(facts, command, occasion),
      view: tier => ({ status: 200, body: viewLoyaltyTier(tier) })
    })
  }

  async deleteLoyaltyTier({
    params,
    caller
  }: Request<'deleteLoyaltyTier'>): Promise<ReadyAnswer<'deleteLoyaltyTier'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteLoyaltyTier(tierPath(params)),
      decide: deleteLoyaltyTier,
      view: () => ({ status: 204 })
    })
  }
}

function tierPath({ campaignId, loyaltyTierId }: Request<'getLoyaltyTier'>['params']) {
  return { campaignName: campaignId, id: loyaltyTierId }
}
