/**
 * Points of one card that come back, or are taken back, as undoing a redemption or an order does.
 */
import type { Change, Occasion } from '../../src/decisions/changes.ts'
import { makeUp, returnPoints, takeBackOrder } from '../../src/decisions/points/cancellation.ts'
import type { ProgramFacts } from '../../src/decisions/points/earning.ts'
import type { LotLines, Moved, Purse } from '../../src/decisions/points/lots.ts'
import type { Standing } from '../../src/decisions/standing/standing.ts'
import type { LedgerEntry } from '../../src/model.ts'
import { givenCustomer, givenEntry, NOW } from './given.ts'
import { givenProgram } from './given-standing.ts'
import { opened } from './standings.ts'

/** What happened to a card, and all changes. */
export interface Undone extends Moved {
  readonly changes: readonly Change[]
}

/** A customer who is in some programs, and to whom nothing has happened. */
export function standingWith(...programs: readonly ProgramFacts[]): Standing {
  return {
    customer: givenCustomer(),
    segments: [],
    programs,
    totals: null,
    gained: {},
    lastOrder: null,
    paying: null,
    redeeming: null,
    begun: null,
    changes: []
  }
}

/** The points of a redemption come back; the first change is the movement. */
export function givenBack(purse: Purse, entry: LedgerEntry, occasion: Occasion): Undone {
  const known = opened(standingWith(givenProgram({ card: purse })), occasion)
  const back = returnPoints(known, { card: purse, entry, brought: [] })
  const makeup = { card: purse, brought: [], landed: back.landed, spent: entry }
  return after(makeUp(back.known, makeup).standing)
}

/** What an order brought is taken back. */
export function takenBack(purse: Purse, given: LotLines, occasion: Occasion, id = 'ord_1'): Undone {
  const about = { voucherId: purse.voucher.id, cause: { orderId: id } }
  const entry = givenEntry({ type: 'POINTS_ACCRUAL', lots: given, ...about })
  const order = {
    id,
    earnedAt: NOW,
    earned: null,
    takenBackAt: null,
    totalAmount: 0,
    returned: null
  }
  const known = opened(standingWith(givenProgram({ card: purse })), occasion)
  const lowered = {
    order,
    remaining: null,
    counted: null,
    reason: 'Order canceled',
    entries: [entry],
    pending: []
  }
  return after(takeBackOrder(known.stopEarning(), lowered).known.standing)
}

function after({ programs, changes, gained }: Standing): Undone {
  const [change] = changes
  const card = programs[0]?.card ?? null
  if (change === undefined || card === null) throw new Error('nothing happened to a card')
  return { purse: card, change, totals: gained, changes }
}
