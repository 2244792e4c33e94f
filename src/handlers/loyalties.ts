/**
 * Loyalty programs, their earning rules, the points an order would earn, points that are pending,
 * and the redemption of rewards.
 * Spec: createLoyaltyProgram, EarningRule, estimateLoyaltyPoints, PendingPointsEntry, redeemReward.
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
import { at, type Handlers, type Kit, LIMIT_DEFAULT, within } from '../http/kit.ts'
import type { Caller, Outcome, ReadyAnswer, Request } from '../http/types.ts'
import {
  campaignChangesWanted,
  campaignPropertiesThatStay,
  createCampaignCommand,
  shownNew,
  shownUpdated,
  viewCampaign
} from '../http/wire/campaigns.ts'
import { customerCommand } from '../http/wire/customers.ts'
import {
  earningRuleChangesWanted,
  earningRuleCommand,
  viewActivatedPoints,
  viewAdjustedPoints,
  viewEarningRule,
  viewPendingPointsList,
  viewPointsEstimation,
  wantedPendingPoints
} from '../http/wire/loyalties.ts'
import { orderCommand } from '../http/wire/orders.ts'
import { redeemCommand, viewRedemption, viewRefusedRedemption } from '../http/wire/redemptions.ts'
import { listed } from '../http/wire.ts'
import type { EarningRule } from '../model.ts'
import {
  campaignsPage,
  loadCreateCampaign,
  loadDeleteCampaign,
  loadUpdateCampaign,
  programShown
} from '../storage/campaigns/facts.ts'
import { earningRuleIn, earningRulesPage } from '../storage/earning-rules.ts'
import type { Session } from '../storage/engine/session.ts'
import {
  loadDeleteEarningRule,
  loadEarningRules,
  loadEstimate,
  loadUpdateEarningRule
} from '../storage/loyalties.ts'
import { pendingPointsPage } from '../storage/points/movements.ts'
import { loadRedemption } from '../storage/redemptions/redemption.ts'
import { loadMemberPendingPoints } from '../storage/standing.ts'

type Listing = 'listMemberPendingPoints' | 'listProgramMemberPendingPoints'

export function loyaltyHandlers({ ask, list, read, remove, shell, write }: Kit) {
  const switching = (
    decide: (facts: { readonly rule: EarningRule }, occasion: Occasion) => Decision<EarningRule>
  ) => ({
    load:
      (_: unknown, { params }: { readonly params: RulePath }) =>
      (session: Session) =>
        earningRuleIn(session, rulePath(params)),
    decide: (facts: { readonly rule: EarningRule }, _: unknown, occasion: Occasion) =>
      decide(facts, occasion),
    view: viewEarningRule
  })

  async function pending<Id extends Listing>(
    { params, query, caller }: Request<Listing>,
    campaignName: string | null
  ): Promise<ReadyAnswer<Id>> {
    const path = { campaignName, memberId: params.memberId }
    const page = { limit: LIMIT_DEFAULT, ...wantedPendingPoints(query) }
    return shell.read<Id, Awaited<ReturnType<typeof pendingPointsPage>>>(
      caller,
      session => pendingPointsPage(session, shell.moment(caller), path, page),
      found => ({ status: 200, body: viewPendingPointsList(found) }) as Outcome<Id>
    )
  }

  /** A recorded refusal is answered with its record, too. */
  async function redeem<Id extends 'redeemReward' | 'redeemRewardByCard'>(
    path: { readonly campaignId: string | null; readonly memberId: string },
    command: RedeemReward,
    caller: Caller
  ): Promise<ReadyAnswer<Id>> {
    const linking = shell.linking(caller)
    const view = ({ refusal, ...answer }: RedemptionAnswer) =>
      refusal === null
        ? { status: 200, body: viewRedemption(answer, linking) }
        : {
            status: 400,
            body: viewRefusedRedemption({ ...answer, refusal }, caller.requestId, linking)
          }
    return shell.settle(caller, {
      load: loadRedemption(caller, path, command),
      decide: (facts, occasion) => redeemReward(facts, command, occasion),
      view: answer => view(answer) as Outcome<Id>
    })
  }

  return {
    createLoyaltyProgram: write({
      command: ({ body }) => createCampaignCommand(body, 'LOYALTY_PROGRAM'),
      load: (command, { caller }) =>
        loadCreateCampaign(caller.project, command, shell.making(caller)),
      decide: (facts, command, occasion) =>
        mapResult(createCampaign(facts, command, occasion), made => shownNew(facts, made)),
      view: viewCampaign
    }),

    getLoyaltyProgram: read(at('campaignId', programShown), viewCampaign),

    listLoyaltyPrograms: list(
      (session, order, page) =>
        campaignsPage(session, { campaignType: 'LOYALTY_PROGRAM', order }, page),
      listed('campaigns', viewCampaign)
    ),

    updateLoyaltyProgram: write({
      command: ({ body }) => campaignChangesWanted(body),
      load: (command, { params }) => loadUpdateCampaign('program', params.campaignId, command),
      decide: (facts, command, occasion) =>
        mapResult(updateCampaign(facts, command, occasion), after =>
          shownUpdated(facts, command, after)
        ),
      view: viewCampaign,
      unchanging: campaignPropertiesThatStay
    }),

    deleteLoyaltyProgram: remove(
      ({ params }) => loadDeleteCampaign('program', params.campaignId),
      deleteCampaign
    ),

    createEarningRules: write({
      command: ({ body }) => body.map(earningRuleCommand),
      load: (commands, { params }) => loadEarningRules(params.campaignId, commands, shell.limits),
      decide: createEarningRules,
      view: rules => rules.map(viewEarningRule)
    }),

    listEarningRules: list(within('campaignId', earningRulesPage), listed('data', viewEarningRule)),

    getEarningRule: read(
      (session, { params }) => earningRuleIn(session, rulePath(params)),
      ({ rule }) => viewEarningRule(rule)
    ),

    updateEarningRule: write({
      command: ({ body }) => earningRuleChangesWanted(body),
      load: (command, { params }) => loadUpdateEarningRule(rulePath(params), command),
      decide: updateEarningRule,
      view: viewEarningRule,
      unchanging: ['event', 'segment', 'custom_event', 'loyalty_tier', 'active', 'automation_id']
    }),

    enableEarningRule: write(switching(enableEarningRule)),

    disableEarningRule: write(switching(disableEarningRule)),

    deleteEarningRule: remove(
      ({ params }) => loadDeleteEarningRule(rulePath(params)),
      deleteEarningRule
    ),

    estimateLoyaltyPoints: ask({
      command: ({ body: { customer, order } }) => ({
        customer: customerCommand(customer),
        order: orderCommand(order)
      }),
      load: (command, { params }) => loadEstimate(params.campaignId, command),
      decide: estimateLoyaltyPoints,
      view: viewPointsEstimation
    }),

    async redeemReward({ params, body, caller }) {
      return redeem(params, redeemCommand(body), caller)
    },

    async redeemRewardByCard({ params, body, caller }) {
      return redeem({ ...params, campaignId: null }, redeemCommand(body), caller)
    },

    async listMemberPendingPoints(request) {
      return pending(request, null)
    },

    async listProgramMemberPendingPoints(request) {
      return pending(request, request.params.campaignId)
    },

    activateMemberPendingPoints: write({
      load: pendingPointsAt,
      decide: (facts, _, occasion) => activateMemberPendingPoints(facts, occasion),
      view: ({ card, pending }) => viewActivatedPoints(card, pending.points)
    }),

    adjustMemberPendingPoints: write({
      command: ({ body }) => body,
      load: pendingPointsAt,
      decide: adjustMemberPendingPoints,
      view: ({ card }, { body }) => viewAdjustedPoints(card, body.points)
    }),

    cancelMemberPendingPoints: remove(
      request => pendingPointsAt(null, request),
      cancelMemberPendingPoints
    )
  } satisfies Handlers
}

type RulePath = Request<'getEarningRule'>['params']

function rulePath({ campaignId, earningRuleId }: RulePath) {
  return { campaignName: campaignId, id: earningRuleId }
}

function pendingPointsAt(
  _: unknown,
  { params, caller }: Pick<Request<'cancelMemberPendingPoints'>, 'params' | 'caller'>
) {
  return loadMemberPendingPoints(caller.project, params.memberId, params.pendingPointsId)
}
