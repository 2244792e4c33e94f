/**
 * Loyalty programs as a whole: made, read, listed, changed and deleted, with their tiers and
 * earning rules.
 *
 * Spec: Resources, Earning rule; Decision 58.
 */
import type { components } from '../../generated/provisioning.d.ts'
import { deleteCampaign } from '../decisions/campaigns/updates.ts'
import {
  createLoyaltyTiers,
  type NewLoyaltyTier
} from '../decisions/loyalty-tiers/loyalty-tiers.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import {
  viewCampaign,
  viewCampaignList,
  viewLoyaltyTier,
  viewLoyaltyTierList
} from '../http/views/campaigns.ts'
import { viewEarningRuleList } from '../http/views/loyalties.ts'
import type { TierMapping } from '../model.ts'
import type { Shell } from '../shell.ts'
import { campaignsPage, programShown } from '../storage/campaigns/shown.ts'
import { loadDeleteCampaign } from '../storage/campaigns/updates.ts'
import { earningRulesPage } from '../storage/loyalties/earning-rules.ts'
import { loadLoyaltyTiers, loyaltyTiersPage } from '../storage/loyalty-tiers.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/pages.ts'
import { campaignChanges, changingCampaign } from './campaign-updates.ts'
import { launchCommand, launching } from './launches.ts'

type Programs = 'createLoyaltyProgram' | 'getLoyaltyProgram' | 'listLoyaltyPrograms'
type Changes = 'updateLoyaltyProgram' | 'deleteLoyaltyProgram'
type Parts = 'createLoyaltyTiers' | 'listLoyaltyTiers' | 'listEarningRules'

export class LoyaltyProgramHandlers implements Handles<Programs | Changes | Parts> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async createLoyaltyProgram({
    body,
    caller
  }: Request<'createLoyaltyProgram'>): Promise<Answer<'createLoyaltyProgram'>> {
    const command = launchCommand(body, 'LOYALTY_PROGRAM')
    return this.#shell.settle(caller, {
      ...launching(this.#shell, caller, command),
      view: campaign => ({ status: 200, body: viewCampaign(campaign) })
    })
  }

  async getLoyaltyProgram({
    params,
    caller
  }: Request<'getLoyaltyProgram'>): Promise<Answer<'getLoyaltyProgram'>> {
    return this.#shell.read(
      caller,
      session => programShown(session, params.campaignId),
      campaign => ({ status: 200, body: viewCampaign(campaign) })
    )
  }

  async listLoyaltyPrograms({
    query,
    caller
  }: Request<'listLoyaltyPrograms'>): Promise<Answer<'listLoyaltyPrograms'>> {
    const order = query.order ?? '-created_at'
    const asked = { campaignType: 'LOYALTY_PROGRAM', order } as const
    return this.#shell.read(
      caller,
      session => campaignsPage(session, asked, pageOf(query, LIMIT_DEFAULT)),
      ({ campaigns, total }) => ({ status: 200, body: viewCampaignList(campaigns, total) })
    )
  }

  async updateLoyaltyProgram({
    params,
    body,
    caller
  }: Request<'updateLoyaltyProgram'>): Promise<Answer<'updateLoyaltyProgram'>> {
    return this.#shell.settle(caller, {
      ...changingCampaign('program', params.campaignId, campaignChanges(body)),
      view: campaign => ({ status: 200, body: viewCampaign(campaign) })
    })
  }

  async deleteLoyaltyProgram({
    params,
    caller
  }: Request<'deleteLoyaltyProgram'>): Promise<Answer<'deleteLoyaltyProgram'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteCampaign('program', params.campaignId),
      decide: deleteCampaign,
      view: () => ({ status: 204 })
    })
  }

  async createLoyaltyTiers({
    params,
    body,
    caller
  }: Request<'createLoyaltyTiers'>): Promise<Answer<'createLoyaltyTiers'>> {
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
  }: Request<'listLoyaltyTiers'>): Promise<Answer<'listLoyaltyTiers'>> {
    const order = query.order ?? '-created_at'
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => loyaltyTiersPage(session, params.campaignId, order, page),
      ({ tiers, total }) => ({ status: 200, body: viewLoyaltyTierList(tiers, total) })
    )
  }

  async listEarningRules({
    params,
    query,
    caller
  }: Request<'listEarningRules'>): Promise<Answer<'listEarningRules'>> {
    const order = query.order ?? '-created_at'
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => earningRulesPage(session, params.campaignId, order, page),
      ({ rules, total }) => ({ status: 200, body: viewEarningRuleList(rules, total) })
    )
  }
}

type WireTier = components['schemas']['LoyaltyTierRequest']

function tierCommand({ name, points, earning_rules: rules }: WireTier): NewLoyaltyTier {
  return { name, pointsFrom: points.from, pointsTo: points.to, mapping: rules as TierMapping }
}
