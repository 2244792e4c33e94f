/**
 * Lots: points and credit that came together and expire together; and what is missing on a card.
 *
 * Spec: VoucherLoyaltyCard.next_expiration_date; Decisions 30 and 60.
 */
import type { Purse } from '../../decisions/points/purse.ts'
import type { StandingFacts } from '../../decisions/standing/standing.ts'
import type * as model from '../../model.ts'
import type { Voucher } from '../../model.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { byCard, type Due, type DueBatch, dayAfter, valuesOf } from './due.ts'

/** Its row is the thing itself, with the project beside it. */
export function lotOf(row: Row<'lots'>): model.Lot {
  return withoutProject(row)
}

/** Its row is the thing itself, with the project beside it. */
export function shortfallOf(row: Row<'shortfalls'>): model.Shortfall {
  return withoutProject(row)
}

/** A card or gift voucher with its open lots. */
export async function readPurse(session: Session, voucher: Voucher): Promise<Purse> {
  const found = await session.all('openLots', { voucherId: voucher.id })
  return { voucher, lots: found.map(lotOf) }
}

/** A voucher with its open lots; where a standing has it, without asking for them again. */
export async function purseIn(
  session: Session,
  { programs }: Pick<StandingFacts, 'programs'>,
  voucher: Voucher
): Promise<Purse> {
  const same = programs.find(({ card }) => card?.voucher.id === voucher.id)
  return same?.card ?? readPurse(session, voucher)
}

/** Points whose last day is over, lot by lot. */
export function loadPointsLapsed(batch: DueBatch) {
  return async (session: Session): Promise<Due> => {
    const found = await session.all('lotsLapsedIn', valuesOf(batch))
    const ids = JSON.stringify(found.slice(0, 1).map(({ id }) => id))
    return { since: dayAfter(await session.one('lotsNamed', { ids })), cards: byCard(found) }
  }
}
