/**
 * Lots: points and credit that came together and expire together; and what is missing on a card.
 *
 * Spec: VoucherLoyaltyCard.next_expiration_date; Decisions 30 and 60.
 */
import type { Purse } from '../../decisions/points/purse.ts'
import type { StandingFacts } from '../../decisions/standing/standing.ts'
import type * as model from '../../model.ts'
import type { LedgerEntry, Lot, Shortfall, Voucher } from '../../model.ts'
import { type Row, type Stored, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { byCard, type Due, type DueBatch, dayAfter, valuesOf } from './due.ts'

/** Its row is the thing itself, with the project beside it. */
export function lotOf(row: Row<'lots'>): model.Lot {
  return withoutProject(row)
}

/** What is from no other lot is missing. */
export function shortfallOf(row: Row<'shortfalls'>): model.Shortfall {
  const { fromLotId, ...shortfall } = withoutProject(row)
  return { ...shortfall, from: fromLotId === '' ? null : fromLotId }
}

/** The reverse of `shortfallOf`. */
export function rowOfShortfall({ from, ...shortfall }: model.Shortfall): Stored<'shortfalls'> {
  return { ...shortfall, fromLotId: from ?? '' }
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

/**
 * The standing, with all that undoing needs to know of its cards: the lots that entries name, open
 * or not, and those that others stand in for.
 */
export async function withLotsOf(
  session: Session,
  standing: StandingFacts,
  entries: readonly LedgerEntry[],
  shortfalls: readonly Shortfall[] = []
): Promise<StandingFacts> {
  const named = entries.flatMap(({ lots }) => lots.map(({ id }) => id))
  const short = shortfalls.flatMap(({ lotId, from }) => (from === null ? [lotId] : [lotId, from]))
  const lots = await lotsNamed(session, new Set([...named, ...short]))
  const programs = standing.programs.map(program => {
    const { card } = program
    return card === null ? program : { ...program, card: knowing(card, lots, shortfalls) }
  })
  return { ...standing, programs }
}

function knowing(purse: Purse, lots: readonly Lot[], shortfalls: readonly Shortfall[]): Purse {
  const { id } = purse.voucher
  const open = new Set(purse.lots.map(lot => lot.id))
  const others = lots.filter(lot => lot.voucherId === id && !open.has(lot.id))
  const own = shortfalls.filter(({ voucherId }) => voucherId === id)
  return { ...purse, lots: [...purse.lots, ...others], shortfalls: own }
}

/** The lots of some ids, and those that they have become part of. */
async function lotsNamed(session: Session, wanted: ReadonlySet<string>): Promise<readonly Lot[]> {
  const known = new Map<string, Lot>()
  for (let ids = [...wanted]; ids.length > 0; ) {
    const found = (await session.all('lotsNamed', { ids: JSON.stringify(ids) })).map(lotOf)
    for (const lot of found) known.set(lot.id, lot)
    ids = found.flatMap(({ mergedInto: id }) => (id === null || known.has(id) ? [] : [id]))
  }
  return [...known.values()]
}
