/**
 * Points that wait, settled or changed by hand.
 *
 * Spec: Endpoints 3; Resources, Loyalty pending point entry; Decision 86.
 */
import {
  activateMemberPendingPoints,
  adjustMemberPendingPoints,
  cancelMemberPendingPoints
} from '../decisions/points/pending.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewActivatedPoints, viewAdjustedPoints } from '../http/views/members.ts'
import type { Shell } from '../shell.ts'
import { loadMemberPendingPoints } from '../storage/points/activation.ts'

type Operations =
  | 'activateMemberPendingPoints'
  | 'adjustMemberPendingPoints'
  | 'cancelMemberPendingPoints'

export class PendingPointsHandlers implements Handles<Operations> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async activateMemberPendingPoints({
    params,
    caller
  }: Request<'activateMemberPendingPoints'>): Promise<Answer<'activateMemberPendingPoints'>> {
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
  }: Request<'adjustMemberPendingPoints'>): Promise<Answer<'adjustMemberPendingPoints'>> {
    return this.#shell.settle(caller, {
      load: loadMemberPendingPoints(caller.project, params.memberId, params.pendingPointsId),
      decide: (facts, occasion) => adjustMemberPendingPoints(facts, body, occasion),
      view: ({ card }) => ({ status: 200, body: viewAdjustedPoints(card, body.points) })
    })
  }

  async cancelMemberPendingPoints({
    params,
    caller
  }: Request<'cancelMemberPendingPoints'>): Promise<Answer<'cancelMemberPendingPoints'>> {
    return this.#shell.settle(caller, {
      load: loadMemberPendingPoints(caller.project, params.memberId, params.pendingPointsId),
      decide: cancelMemberPendingPoints,
      view: () => ({ status: 204 })
    })
  }
}
