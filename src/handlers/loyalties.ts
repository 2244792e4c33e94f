/**
 * Loyalty programs, their earning rules, the points an order would earn, points that are pending,
 * and the redemption of rewards.
 *
 * Spec: createLoyaltyProgram, EarningRule, estimateLoyaltyPoints, PendingPointsEntry,
 * redeemReward.
 */
import { createCampaign, deleteCampaign, updateCampaign } from '../decisions/campaigns.ts'
import { type Decision, mapResult, type Occasion } from '../decisions/changes.ts'
import {
  createEarningRules,
  deleteEarningRule,
  disableEarningRule,
  enableEarningRule,
  estimateLoyaltyPoints,
  updateEarningRule
} from '../decisions/loyalties.ts'
import {
  activateMemberPendingPoints,
  adjustMemberPendingPoints,
  cancelMemberPendingPoints
} from '../decisions/points/adjustments.ts'
import type { RedeemReward } from '../decisions/redemptions/delivery.ts'
import { type RedemptionAnswer, redeemReward } from '../decisions/redemptions/redemption.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Caller, Handles, Outcome, ReadyAnswer, Request } from '../http/types.ts'
import {
  campaignChangesWanted,
  createCampaignCommand,
  shownNew,
  shownUpdated,
  viewCampaign,
  viewCampaignList
} from '../http/wire/campaigns.ts'
import { customerCommand } from '../http/wire/customers.ts'
import {
  earningRuleChangesWanted,
  earningRuleCommand,
  viewActivatedPoints,
  viewAdjustedPoints,
  viewEarningRule,
  viewEarningRuleList,
  viewPendingPointsList,
  viewPointsEstimation,
  wantedPendingPoints
} from '../http/wire/loyalties.ts'
import { orderCommand } from '../http/wire/orders.ts'
import { redeemCommand, viewRedemption, viewRefusedRedemption } from '../http/wire/redemptions.ts'
import type { EarningRule } from '../model.ts'
import {
  campaignsPage,
  loadCreateCampaign,
  loadDeleteCampaign,
  loadUpdateCampaign,
  programShown
} from '../storage/campaigns/facts.ts'
import { earningRuleIn, earningRulesPage } from '../storage/earning-rules.ts'
import {
  loadDeleteEarningRule,
  loadEarningRules,
  loadEstimate,
  loadUpdateEarningRule
} from '../storage/loyalties.ts'
import { pendingPointsPage } from '../storage/points/movements.ts'
import { loadRedemption } from '../storage/redemptions/redemption.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'
import { loadMemberPendingPoints } from '../storage/standing.ts'

type Redeeming = 'redeemReward' | 'redeemRewardByCard'
type Listing = 'listMemberPendingPoints' | 'listProgramMemberPendingPoints'
type Settling =
  | 'activateMemberPendingPoints'
  | 'adjustMemberPendingPoints'
  | 'cancelMemberPendingPoints'
type Programs =
  | 'createLoyaltyProgram'
  | 'deleteLoyaltyProgram'
  | 'getLoyaltyProgram'
  | 'listLoyaltyPrograms'
  | 'updateLoyaltyProgram'
type Rules =
  | 'createEarningRules'
  | 'deleteEarningRule'
  | 'getEarningRule'
  | 'listEarningRules'
  | 'updateEarningRule'
  | Switching
type Handled = Programs | Rules | Listing | Settling | Redeeming | 'estimateLoyaltyPoints'

export class LoyaltyHandlers implements Handles<Handled> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createLoyaltyProgram({
    body,
    caller
  }: Request<'createLoyaltyProgram'>): Promise<ReadyAnswer<'createLoyaltyProgram'>> {
    const command = createCampaignCommand(body, 'LOYALTY_PROGRAM')
    const limits = this.#shell.making(caller)
    return this.#shell.settle(caller, {
      load: loadCreateCampaign(caller.project, command, limits),
      decide: (facts, occasion) =>
        mapResult(createCampaign(facts, command, occasion), made => shownNew(facts, made)),
      view: campaign => ({ status: 200, body: viewCampaign(campaign) })
    })
  }

  async getLoyaltyProgram({
    params,
    caller
  }: Request<'getLoyaltyProgram'>): Promise<ReadyAnswer<'getLoyaltyProgram'>> {
    return this.#shell.read(
      caller,
      session => programShown(session, params.campaignId),
      campaign => ({ status: 200, body: viewCampaign(campaign) })
    )
  }

  async listLoyaltyPrograms({
    query,
    caller
  }: Request<'listLoyaltyPrograms'>): Promise<ReadyAnswer<'listLoyaltyPrograms'>> {
    const order = query.order ?? '-created_at'
    const asked = { campaignType: 'LOYALTY_PROGRAM', order } as const
    return this.#shell.read(
      caller,
      session => campaignsPage(session, asked, pageOf(query, LIMIT_DEFAULT)),
      ({ rows, total }) => ({ status: 200, body: viewCampaignList(rows, total) })
    )
  }

  async updateLoyaltyProgram({
    params,
    body,
    caller
  }: Request<'updateLoyaltyProgram'>): Promise<ReadyAnswer<'updateLoyaltyProgram'>> {
    const command = campaignChangesWanted(body)
    return this.#shell.settle(caller, {
      load: loadUpdateCampaign('program', params.campaignId, command),
      decide: (facts, occasion) =>
        mapResult(updateCampaign(facts, command, occasion), after =>
          shownUpdated(facts, command, after)
        ),
      view: campaign => ({ status: 200, body: viewCampaign(campaign) })
    })
  }

  async deleteLoyaltyProgram({
    params,
    caller
  }: Request<'deleteLoyaltyProgram'>): Promise<ReadyAnswer<'deleteLoyaltyProgram'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteCampaign('program', params.campaignId),
      decide: deleteCampaign,
      view: () => ({ status: 204 })
    })
  }

  async createEarningRules({
    params,
    body,
    caller
  }: Request<'createEarningRules'>): Promise<ReadyAnswer<'createEarningRules'>> {
    const commands = body.map(earningRuleCommand)
    return this.#shell.settle(caller, {
      load: loadEarningRules(params.campaignId, commands, this.#shell.limits),
      decide: (facts, occasion) => createEarningRules(facts, commands, occasion),
      view: rules => ({ status: 200, body: rules.map(viewEarningRule) })
    })
  }

  async listEarningRules({
    params,
    query,
    caller
  }: Request<'listEarningRules'>): Promise<ReadyAnswer<'listEarningRules'>> {
    const order = query.order ?? '-created_at'
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => earningRulesPage(session, params.campaignId, order, page),
      ({ rows, total }) => ({ status: 200, body: viewEarningRuleList(rows, total) })
    )
  }

  async getEarningRule({
    params,
    caller
  }: Request<'getEarningRule'>): Promise<ReadyAnswer<'getEarningRule'>> {
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
  }: Request<'updateEarningRule'>): Promise<ReadyAnswer<'updateEarningRule'>> {
    const command = earningRuleChangesWanted(body)
    return this.#shell.settle(caller, {
      load: loadUpdateEarningRule(rulePath(params), command),
      decide: (facts, occasion) => updateEarningRule(facts, command, occasion),
      view: rule => ({ status: 200, body: viewEarningRule(rule) })
    })
  }

  async enableEarningRule(
    request: Request<'enableEarningRule'>
  ): Promise<ReadyAnswer<'enableEarningRule'>> {
    return this.#switch(request, enableEarningRule)
  }

  async disableEarningRule(
    request: Request<'disableEarningRule'>
  ): Promise<ReadyAnswer<'disableEarningRule'>> {
    return this.#switch(request, disableEarningRule)
  }

  async deleteEarningRule({
    params,
    caller
  }: Request<'deleteEarningRule'>): Promise<ReadyAnswer<'deleteEarningRule'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteEarningRule(rulePath(params)),
      decide: deleteEarningRule,
      view: () => ({ status: 204 })
    })
  }

  async estimateLoyaltyPoints({
    params,
    body,
    caller
  }: Request<'estimateLoyaltyPoints'>): Promise<ReadyAnswer<'estimateLoyaltyPoints'>> {
    const command = { customer: customerCommand(body.customer), order: orderCommand(body.order) }
    return this.#shell.ask(caller, {
      load: loadEstimate(params.campaignId, command),
      decide: (facts, occasion) => estimateLoyaltyPoints(facts, command, occasion),
      view: estimate => ({ status: 200, body: viewPointsEstimation(estimate) })
    })
  }

  async redeemReward({
    params,
    body,
    caller
  }: Request<'redeemReward'>): Promise<ReadyAnswer<'redeemReward'>> {
    return this.#redeem(params, redeemCommand(body), caller)
  }

  async redeemRewardByCard({
    params,
    body,
    caller
  }: Request<'redeemRewardByCard'>): Promise<ReadyAnswer<'redeemRewardByCard'>> {
    return this.#redeem({ ...params, campaignId: null }, redeemCommand(body), caller)
  }

  async listMemberPendingPoints(
    request: Request<'listMemberPendingPoints'>
  ): Promise<ReadyAnswer<'listMemberPendingPoints'>> {
    return this.#pending(request, null)
  }

  async listProgramMemberPendingPoints(
    request: Request<'listProgramMemberPendingPoints'>
  ): Promise<ReadyAnswer<'listProgramMemberPendingPoints'>> {
    return this.#pending(request, request.params.campaignId)
  }

  async activateMemberPendingPoints({
    params,
    caller
  }: Request<'activateMemberPendingPoints'>): Promise<ReadyAnswer<'activateMemberPendingPoints'>> {
    return this.#shell.settle(caller, {
      load: loadMemberPendingPoints(caller.project, params.memberId, params.pendingPointsId),
      decide: activateMemberPendingPoints,
      view: ({ card, pending }) => ({
        status: 200,
        body: viewActivatedPoints(card, pending.points)
      })
    })
  }

  async adjustMemberPendingPoints({
    params,
    body,
    caller
  }: Request<'adjustMemberPendingPoints'>): Promise<ReadyAnswer<'adjustMemberPendingPoints'>> {
    return this.#shell.settle(caller, {
      load: loadMemberPendingPoints(caller.project, params.memberId, params.pendingPointsId),
      decide: (facts, occasion) => adjustMemberPendingPoints(facts, body, occasion),
      view: ({ card }) => ({ status: 200, body: viewAdjustedPoints(card, body.points) })
    })
  }

  async cancelMemberPendingPoints({
    params,
    caller
  }: Request<'cancelMemberPendingPoints'>): Promise<ReadyAnswer<'cancelMemberPendingPoints'>> {
    return this.#shell.settle(caller, {
      load: loadMemberPendingPoints(caller.project, params.memberId, params.pendingPointsId),
      decide: cancelMemberPendingPoints,
      view: () => ({ status: 204 })
    })
  }

  async #pending<Id extends Listing>(
    { params, query, caller }: Request<Listing>,
    campaignName: string | null
  ): Promise<ReadyAnswer<Id>> {
    const path = { campaignName, memberId: params.memberId }
    const page = { limit: LIMIT_DEFAULT, ...wantedPendingPoints(query) }
    return this.#shell.read<Id, Awaited<ReturnType<typeof pendingPointsPage>>>(
      caller,
      session => pendingPointsPage(session, this.#shell.moment(caller), path, page),
      ({ entries, hasMore }) =>
        ({ status: 200, body: viewPendingPointsList(entries, hasMore) }) as Outcome<Id>
    )
  }

  /** A recorded refusal is answered with its record, too. */
  async #redeem<Id extends Redeeming>(
    path: { readonly campaignId: string | null; readonly memberId: string },
    command: RedeemReward,
    caller: Caller
  ): Promise<ReadyAnswer<Id>> {
    const linking = this.#shell.linking(caller)
    const view = ({ refusal, ...answer }: RedemptionAnswer) =>
      refusal === null
        ? { status: 200, body: viewRedemption(answer, linking) }
        : {
            status: 400,
            body: viewRefusedRedemption({ ...answer, refusal }, caller.requestId, linking)
          }
    return this.#shell.settle(caller, {
      load: loadRedemption(caller, path, command),
      decide: (facts, occasion) => redeemReward(facts, command, occasion),
      view: answer => view(answer) as Outcome<Id>
    })
  }

  async #switch<Id extends Switching>(
    { params, caller }: Pick<Request<Switching>, 'params' | 'caller'>,
    decide: (facts: { readonly rule: EarningRule }, occasion: Occasion) => Decision<EarningRule>
  ): Promise<ReadyAnswer<Id>> {
    return this.#shell.settle<Id, { readonly rule: EarningRule }, EarningRule>(caller, {
      load: session => earningRuleIn(session, rulePath(params)),
      decide,
      view: rule => ({ status: 200, body: viewEarningRule(rule) }) as Outcome<Id>
    })
  }
}

function rulePath({ campaignId, earningRuleId }: Request<'getEarningRule'>['params']) {
  return { campaignName: campaignId, id: earningRuleId }
}
type Switching = 'enableEarningRule' | 'disableEarningRule'
