/**
 * Earning rules and loyalty tiers one by one: read, changed, switched on and off, deleted.
 *
 * Spec: Resources, Earning rule; Decision 75.
 */
import type { Decision } from '../decisions/changes.ts'
import {
  deleteEarningRule,
  disableEarningRule,
  enableEarningRule,
  updateEarningRule
} from '../decisions/loyalties/earning-rule-updates.ts'
import { deleteLoyaltyTier, updateLoyaltyTier } from '../decisions/loyalty-tiers/loyalty-tiers.ts'
import type { Occasion } from '../decisions/occasion.ts'
import type { Answer, Handles, Outcome, Request } from '../http/types.ts'
import { viewLoyaltyTier } from '../http/views/campaigns.ts'
import { viewEarningRule } from '../http/views/loyalties.ts'
import type { EarningRule, TierMapping } from '../model.ts'
import type { Shell } from '../shell.ts'
import {
  earningRuleIn,
  loadDeleteEarningRule,
  loadUpdateEarningRule
} from '../storage/loyalties/earning-rules.ts'
import {
  loadDeleteLoyaltyTier,
  loadUpdateLoyaltyTier,
  loyaltyTierIn
} from '../storage/loyalty-tiers.ts'
import { earningRuleChanges } from './campaign-updates.ts'

type Tiers = 'getLoyaltyTier' | 'updateLoyaltyTier' | 'deleteLoyaltyTier'
type Switching = 'enableEarningRule' | 'disableEarningRule'
type Rules = 'getEarningRule' | 'updateEarningRule' | 'deleteEarningRule' | Switching

export class ProgramPartHandlers implements Handles<Tiers | Rules> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async getLoyaltyTier({
    params,
    caller
  }: Request<'getLoyaltyTier'>): Promise<Answer<'getLoyaltyTier'>> {
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
  }: Request<'updateLoyaltyTier'>): Promise<Answer<'updateLoyaltyTier'>> {
    const { name, points, earning_rules: rules } = body
    const mapping = rules as TierMapping | undefined
    const command = { name, pointsFrom: points?.from, pointsTo: points?.to, mapping }
    return this.#shell.settle(caller, {
      load: loadUpdateLoyaltyTier(tierPath(params), command),
      decide: (facts, occasion) => updateLoyaltyTier(facts, command, occasion),
      view: tier => ({ status: 200, body: viewLoyaltyTier(tier) })
    })
  }

  async deleteLoyaltyTier({
    params,
    caller
  }: Request<'deleteLoyaltyTier'>): Promise<Answer<'deleteLoyaltyTier'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteLoyaltyTier(tierPath(params)),
      decide: deleteLoyaltyTier,
      view: () => ({ status: 204 })
    })
  }

  async getEarningRule({
    params,
    caller
  }: Request<'getEarningRule'>): Promise<Answer<'getEarningRule'>> {
    return this.#shell.read(
      caller,
      session => earningRuleIn(session, rulePath(params)),
      ({ rule }) => ({ status: 200, body: viewEarningRule(rule) })
    )
  }

  async updateEarningRule({
    params,
    body,
    caller
  }: Request<'updateEarningRule'>): Promise<Answer<'updateEarningRule'>> {
    const command = earningRuleChanges(body)
    return this.#shell.settle(caller, {
      load: loadUpdateEarningRule(rulePath(params), command),
      decide: (facts, occasion) => updateEarningRule(facts, command, occasion),
      view: rule => ({ status: 200, body: viewEarningRule(rule) })
    })
  }

  async deleteEarningRule({
    params,
    caller
  }: Request<'deleteEarningRule'>): Promise<Answer<'deleteEarningRule'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteEarningRule(rulePath(params)),
      decide: deleteEarningRule,
      view: () => ({ status: 204 })
    })
  }

  async enableEarningRule(
    request: Request<'enableEarningRule'>
  ): Promise<Answer<'enableEarningRule'>> {
    return this.#switch(request, enableEarningRule)
  }

  async disableEarningRule(
    request: Request<'disableEarningRule'>
  ): Promise<Answer<'disableEarningRule'>> {
    return this.#switch(request, disableEarningRule)
  }

  async #switch<Id extends Switching>(
    { params, caller }: Pick<Request<Switching>, 'params' | 'caller'>,
    decide: (facts: { readonly rule: EarningRule }, occasion: Occasion) => Decision<EarningRule>
  ): Promise<Answer<Id>> {
    return this.#shell.settle<Id, { readonly rule: EarningRule }, EarningRule>(caller, {
      load: session => earningRuleIn(session, rulePath(params)),
      decide,
      view: rule => ({ status: 200, body: viewEarningRule(rule) }) as Outcome<Id>
    })
  }
}

function tierPath({ campaignId, loyaltyTierId }: Request<'getLoyaltyTier'>['params']) {
  return { campaignName: campaignId, id: loyaltyTierId }
}

function rulePath({ campaignId, earningRuleId }: Request<'getEarningRule'>['params']) {
  return { campaignName: campaignId, id: earningRuleId }
}
