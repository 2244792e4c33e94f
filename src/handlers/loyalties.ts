/**
 * Loyalty programs: what an order would bring, what waits, what the points buy, and what earns.
 *
 * Spec: Endpoints 3, 4, 6 and 12.
 */
import { createEarningRules } from '../decisions/loyalties/earning-rules.ts'
import { estimateLoyaltyPoints } from '../decisions/loyalties/estimate.ts'
import { type RedemptionAnswer, redeemReward } from '../decisions/redemptions/redemption.ts'
import type { RedeemReward } from '../decisions/redemptions/request.ts'
import type { Answer, Caller, Handles, Outcome, Request } from '../http/types.ts'
import {
  viewEarningRule,
  viewPendingPointsList,
  viewPointsEstimation
} from '../http/views/loyalties.ts'
import { viewRedemption, viewRefusedRedemption } from '../http/views/redemptions.ts'
import type { Shell } from '../shell.ts'
import { loadEarningRules } from '../storage/loyalties/earning-rules.ts'
import { loadEstimate } from '../storage/loyalties/estimate.ts'
import { LIMIT_DEFAULT } from '../storage/pages.ts'
import { pendingPointsPage } from '../storage/points/pending.ts'
import { loadRedemption } from '../storage/redemptions/redemption.ts'
import { customerCommand, metadataOf, orderCommand } from './commands.ts'
import { earningRuleCommand } from './earning-rules.ts'

type Redeeming = 'redeemReward' | 'redeemRewardByCard'
type Pending = 'listMemberPendingPoints' | 'listProgramMemberPendingPoints'
type Handled = Redeeming | Pending | 'estimateLoyaltyPoints' | 'createEarningRules'

export class LoyaltyHandlers implements Handles<Handled> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async listMemberPendingPoints(
    request: Request<'listMemberPendingPoints'>
  ): Promise<Answer<'listMemberPendingPoints'>> {
    return this.#pending(request, null)
  }

  async listProgramMemberPendingPoints(
    request: Request<'listProgramMemberPendingPoints'>
  ): Promise<Answer<'listProgramMemberPendingPoints'>> {
    return this.#pending(request, request.params.campaignId)
  }

  async estimateLoyaltyPoints({
    params,
    body,
    caller
  }: Request<'estimateLoyaltyPoints'>): Promise<Answer<'estimateLoyaltyPoints'>> {
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
  }: Request<'redeemReward'>): Promise<Answer<'redeemReward'>> {
    return this.#redeem(params, redeemCommand(body), caller)
  }

  async redeemRewardByCard({
    params,
    body,
    caller
  }: Request<'redeemRewardByCard'>): Promise<Answer<'redeemRewardByCard'>> {
    return this.#redeem({ ...params, campaignId: null }, redeemCommand(body), caller)
  }

  async createEarningRules({
    params,
    body,
    caller
  }: Request<'createEarningRules'>): Promise<Answer<'createEarningRules'>> {
    const commands = body.map(earningRuleCommand)
    return this.#shell.settle(caller, {
      load: loadEarningRules(params.campaignId, commands, this.#shell.limits),
      decide: (facts, occasion) => createEarningRules(facts, commands, occasion),
      view: rules => ({ status: 200, body: rules.map(viewEarningRule) })
    })
  }

  async #pending<Id extends Pending>(
    { params, query, caller }: Request<Pending>,
    campaignName: string | null
  ): Promise<Answer<Id>> {
    const path = { campaignName, memberId: params.memberId }
    const page = {
      limit: query.limit ?? LIMIT_DEFAULT,
      order: query.order ?? '-id',
      startingAfterId: query.starting_after_id
    } as const
    return this.#shell.read<Id, Awaited<ReturnType<typeof pendingPointsPage>>>(
      caller,
      session => pendingPointsPage(session, this.#shell.moment(caller), path, page),
      ({ entries, hasMore }) =>
        ({ status: 200, body: viewPendingPointsList(entries, hasMore) }) as Outcome<Id>
    )
  }

  /** A refusal that is recorded is answered with its record, too. */
  async #redeem<Id extends Redeeming>(
    path: { readonly campaignId: string | null; readonly memberId: string },
    command: RedeemReward,
    caller: Caller
  ): Promise<Answer<Id>> {
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
}

function redeemCommand(body: Request<Redeeming>['body']): RedeemReward {
  return {
    rewardId: body.reward?.id,
    points: body.reward?.points,
    order: body.order && orderCommand(body.order),
    metadata: metadataOf(body.metadata)
  }
}
