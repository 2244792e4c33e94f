/**
 * Members of the loyalty program camp_1, with points of every kind, as changes.
 */
import type { Change } from '../../../src/decisions/changes.ts'
import { nextExpiration } from '../../../src/decisions/points/lots.ts'
import type { Lot, PendingPoints, TierMembership } from '../../../src/model.ts'
import {
  EARLIER,
  givenBalance,
  givenCustomer,
  givenEntry,
  givenLot,
  givenSpareCard
} from '../../support/given.ts'
import { givenPending, givenPublication } from '../../support/given-records.ts'
import { givenMembership } from '../../support/given-standing.ts'

export interface MemberPoints {
  readonly pending?: readonly Partial<PendingPoints>[]
  readonly lots?: readonly Partial<Lot>[]
  /** Where the card stands; absent: it was never asked. */
  readonly tier?: Partial<TierMembership>
}

/** A member with points that wait and points that lapse. */
export function member(number: number, { pending = [], lots = [], tier }: MemberPoints): Change[] {
  const voucherId = `v_${number}`
  const customerId = `cust_${number}`
  const spare = givenSpareCard({ id: voucherId, code: `CLUB-${number}` })
  const changes: Change[] = [
    { kind: 'customer.created', customer: givenCustomer({ id: customerId, sourceId: customerId }) },
    { kind: 'voucher.created', voucher: spare },
    {
      kind: 'voucher.published',
      voucherId,
      version: 1,
      publication: givenPublication({ id: `pub_${number}`, voucherId, customerId })
    }
  ]
  const held: Lot[] = []
  let balance = givenBalance()
  let version = 2
  const after = () => {
    balance = { ...balance, ...nextExpiration(held) }
    return { voucherId, version: version++, balance, redeemedQuantity: 0, updatedAt: EARLIER }
  }
  for (const [index, over] of lots.entries()) {
    const lot = givenLot({ id: `lopb_${number}${index}`, voucherId, ...over })
    const { id, amount } = lot
    held.push(lot)
    balance = { ...balance, points: balance.points + amount, balance: balance.balance + amount }
    const entry = givenEntry({
      id: `vtx_${number}${index}`,
      voucherId,
      amount,
      balanceAfter: balance.balance,
      lots: [{ id, amount }]
    })
    changes.push({ kind: 'points.moved', card: after(), opened: [lot], stepped: [], entry })
  }
  changes.push({
    kind: 'customerTotals.counted',
    customerId,
    step: { cardBalance: balance.balance },
    lastOrder: null
  })
  for (const [index, over] of pending.entries()) {
    const one = givenPending({ id: `lopp_${number}${index}`, voucherId, customerId, ...over })
    balance = { ...balance, pendingPoints: balance.pendingPoints + one.points }
    changes.push({ kind: 'pendingPoints.added', pending: one, card: after() })
  }
  if (tier !== undefined) {
    const membership = givenMembership({ voucherId, customerId, ...tier })
    changes.push({ kind: 'tierMembership.saved', membership })
  }
  return changes
}
