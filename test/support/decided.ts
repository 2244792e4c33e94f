/**
 * What a decision said, for tests that know which of the two it will be; and what it is expected to
 * have said: events as givenOccasion leaves them, and changes told in a line each.
 */
import type { Change, Decision } from '../../src/decisions/changes.ts'
import type { Refusal } from '../../src/decisions/refusals.ts'
import type { LoggedEvent, Shortfall } from '../../src/model.ts'
import { NOW } from './given.ts'

/** Result and changes. @throws when it refused. */
export function decided<Result>(decision: Decision<Result>): {
  readonly result: Result
  readonly changes: readonly Change[]
} {
  if ('refusal' in decision) throw new Error(`refused: ${JSON.stringify(decision.refusal)}`)
  return decision
}

/** The refusal. @throws when it did not refuse. */
export function refused(decision: Decision<unknown>): Refusal {
  if ('refusal' in decision) return decision.refusal
  throw new Error(`not refused: ${JSON.stringify(decision.result)}`)
}

export function kinds(changes: readonly Change[]): readonly Change['kind'][] {
  return changes.map(({ kind }) => kind)
}

/** The `number`th event of one decision, about Ada unless it says otherwise. */
export function eventGiven(
  number: number,
  type: string,
  data: LoggedEvent['data'],
  over: Partial<LoggedEvent> = {}
): LoggedEvent {
  return {
    id: `evcus_${String(number).padStart(6, '0')}`,
    type,
    customerId: 'cust_1',
    groupId: 'req_1',
    entityId: 'cust_1',
    category: 'EFFECT',
    source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
    data,
    createdAt: NOW,
    ...over
  }
}

export function logged(...event: Parameters<typeof eventGiven>): Change {
  return { kind: 'event.logged', event: eventGiven(...event) }
}

/**
 * Changes in a line each, in order: an event by its type without the `customer.` before it, a
 * movement by voucher and amount, a place in a tier or segment by its id, totals part by part in
 * the order of the alphabet, and everything else by its kind.
 */
export function outline(changes: readonly Change[]): readonly string[] {
  return changes.map(lineOf)
}

function lineOf(change: Change): string {
  switch (change.kind) {
    case 'event.logged':
      return change.event.type.replace(/^customer\./, '')
    case 'points.moved':
    case 'credit.moved':
      return `${change.entry.voucherId} ${signed(change.entry.amount)}`
    case 'pendingPoints.added':
      return `${change.pending.voucherId} waits ${signed(change.pending.points)}`
    case 'pendingPoints.closed':
      return `${change.id} ${change.status}`
    case 'card.waited':
      return `${change.card.voucherId} waits ${change.card.balance.pendingPoints}`
    case 'shortfall.saved':
      return lineOfShortfall(change.shortfall)
    case 'tierMembership.saved': {
      const { voucherId, tierId, expiresOn } = change.membership
      const until = expiresOn === null ? '' : ` until ${expiresOn}`
      return `${voucherId} in ${tierId ?? 'no tier'}${until}`
    }
    case 'segment.entered':
    case 'segment.left':
      return `${change.kind} ${change.segmentId}`
    case 'redemption.counted': {
      const { count, totalBefore } = change
      const relied = totalBefore === null ? '' : ` after ${totalBefore}`
      return `counted ${count.object} by ${count.by}${relied}`
    }
    case 'customerTotals.counted':
      return ['totals', ...Object.entries(change.step).map(sayStep).sort()].join(' ')
    default:
      return change.kind
  }
}

function lineOfShortfall({ voucherId, lotId, from, points }: Shortfall): string {
  return from === null ? `${voucherId} lacks ${points}` : `${from} gives ${points} for ${lotId}`
}

function sayStep([name, amount]: [string, number]): string {
  return `${name}${signed(amount)}`
}

function signed(amount: number): string {
  return amount < 0 ? String(amount) : `+${amount}`
}
