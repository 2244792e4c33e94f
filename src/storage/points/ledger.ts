/**
 * The ledger: every movement of points and credit, with the lots it moved; the lots, which came
 * together and expire together; and what is missing on a card. A history grows without end, so a
 * page never counts it: one row more than was asked for says whether there is more.
 * Spec: listVoucherTransactions, listMemberTransactions, Transaction,
 * VoucherLoyaltyCard.next_expiration_date, DiscountSessionRequest,
 * openapi/behaviour/lists-and-paths.md#what-grows-with-history-has-no-total.
 */
import { and, gt, gte, inArray, isNotNull, lt, lte, not, sql } from 'drizzle-orm/sql'
import type { LotStep } from '../../decisions/changes.ts'
import type { Purse } from '../../decisions/points/lots.ts'
import type { StandingFacts } from '../../decisions/standing/standing.ts'
import type * as model from '../../model.ts'
import type { LedgerEntry, Lot, Project, Shortfall, Voucher } from '../../model.ts'
import { addDays, type Day, type Instant } from '../../rules/validity.ts'
import { programNamed } from '../campaigns/campaigns.ts'
import {
  deleteBy,
  deleteParts,
  insertInto,
  rowsAmong,
  rowsBy,
  saveBy,
  setBy
} from '../engine/queries.ts'
import { type Session, together } from '../engine/session.ts'
import {
  among,
  type CreationOrder,
  columnsToAdd,
  type Given,
  mine,
  type Page,
  plus,
  type Row,
  rowsOf,
  statement
} from '../engine/statements.ts'
import { cardNamed, voucherNamed } from '../vouchers/vouchers.ts'

/** The newest movements of a voucher. */
export const entriesOfVoucher = rowsBy('ledgerEntries', ['voucherId'], {
  down: ['id'],
  limit: 'given'
})

export const transactionsBy = {
  created_at: rowsBy('ledgerEntries', ['voucherId'], {
    and: (e, { after }: Given<{ after: string }>) => gt(e.id, after),
    up: ['id'],
    limit: 'page'
  }),
  '-created_at': rowsBy('ledgerEntries', ['voucherId'], {
    and: (e, { after }: Given<{ after: string }>) => lt(e.id, after),
    down: ['id'],
    limit: 'page'
  })
}

export const accrualsOfOrders = rowsAmong('ledgerEntries', 'orderId', 'orderIds', {
  and: e => and(isNotNull(e.orderId), inArray(e.type, ['POINTS_ACCRUAL', 'POINTS_CANCELLATION'])),
  up: ['orderId', 'id']
})

export const entriesOfRedemptions = rowsAmong('ledgerEntries', 'redemptionId', 'redemptionIds', {
  and: e => isNotNull(e.redemptionId),
  up: ['redemptionId', 'id']
})

export const insertLedgerEntry = insertInto('ledgerEntries')
export const deleteLedgerEntryRows = deleteParts('ledgerEntries', 'voucherId')

export const replaceCause = setBy('ledgerEntries', ['cause'], ['id'])

/** The order of the cause is a column, too. */
export function ledgerEntryOf(row: Row<'ledgerEntries'>): model.LedgerEntry {
  const { orderId: _, redemptionId: __, ...entry } = row
  return entry
}

export function rowOfLedgerEntry(entry: model.LedgerEntry): Row<'ledgerEntries'> {
  const { orderId = null, redemptionId = null } = entry.cause
  return { ...entry, orderId, redemptionId }
}

type Moving =
  | { readonly code: string }
  | { readonly campaignName: string | null; readonly memberId: string }

/** Before the first id and after the last one. */
const ENDS = { created_at: '', '-created_at': '~' }

/**
 * Those that follow an entry, null: all.
 * @throws {Refused} when there is no such voucher, program or card.
 */
export async function transactionsPage(
  session: Session,
  project: Project,
  moving: Moving,
  { order, after }: { readonly order: CreationOrder; readonly after: string | null },
  { limit, offset }: Page
): Promise<{ entries: readonly LedgerEntry[]; hasMore: boolean }> {
  const { id: voucherId } = await voucherMoving(session, project, moving)
  const found = await session.all(transactionsBy[order], {
    voucherId,
    after: after ?? ENDS[order],
    limit: limit + 1,
    offset
  })
  return { entries: found.slice(0, limit).map(ledgerEntryOf), hasMore: found.length > limit }
}

async function voucherMoving(session: Session, project: Project, moving: Moving) {
  if ('code' in moving) return voucherNamed(session, project, moving.code)
  const { campaignName, memberId } = moving
  const campaign = campaignName === null ? null : await programNamed(session, campaignName)
  return cardNamed(session, project, memberId, campaign?.id ?? null)
}

/* What is due by the calendar: asked for by project, since days begin at other moments by zone. */

export interface DueBatch {
  readonly day: Day
  readonly except: readonly string[]
  readonly limit: number
}

/** What is due, what has been due longest in front. */
export interface Due {
  /** The day at whose start the first of it was due; null when nothing is. */
  readonly since: Day | null
  readonly cards: ReadonlyMap<string, readonly string[]>
}

/** The day after the last one; null where there is none. */
export function dayAfter(last: { readonly expiresOn: Day | null } | undefined): Day | null {
  return last === undefined || last.expiresOn === null ? null : addDays(last.expiresOn, 1)
}

/** Ids of what was found, by the card it is on, in the order of the rows. */
export function byCard(
  found: readonly { readonly id: string; readonly voucherId: string }[]
): ReadonlyMap<string, readonly string[]> {
  const cards = new Map<string, string[]>()
  for (const { id, voucherId } of found) {
    const ids = cards.get(voucherId)
    if (ids === undefined) cards.set(voucherId, [id])
    else ids.push(id)
  }
  return cards
}

/* Lots: points and credit that came together and expire together; and what is missing on a card. */

export const openLots = rowsBy('lots', ['voucherId'], {
  and: () => sql`remaining > 0`,
  up: ['id']
})

export const openLotsOf = rowsAmong('lots', 'voucherId', 'voucherIds', {
  and: () => sql`remaining > 0`,
  up: ['voucherId', 'id']
})

/** By id, whether anything is left in them or not. */
export const lotsNamed = rowsAmong('lots', 'id', 'ids', { up: ['id'] })

/** Lots of some vouchers that ended on some days with points in them, in no order. */
export const lotsLapsedOn = statement(
  (
    dialect,
    { voucherIds, days }: Given<{ voucherIds: readonly string[]; days: readonly string[] }>
  ) => {
    const { lots } = dialect.t
    return rowsOf(dialect.db, lots).where(
      and(
        mine(lots),
        among(dialect, lots.voucherId, voucherIds),
        among(dialect, lots.expiresOn, days),
        sql`remaining = 0 and lapsed > 0 and merged_into is null`
      )
    )
  }
)

/** Lots whose last day is before `day`, but not of the cards of `except`. */
export const lotsLapsedIn = rowsBy('lots', [], {
  pick: ['id', 'voucherId'],
  and: (lot, { day, except }: Given<Omit<DueBatch, 'limit'>>, dialect) =>
    and(sql`remaining > 0`, lt(lot.expiresOn, day), not(among(dialect, lot.voucherId, except))),
  up: ['expiresOn', 'id'],
  limit: 'given'
})

/** What is missing on these vouchers, for the oldest subject first. */
export const shortfallsOf = rowsAmong('shortfalls', 'voucherId', 'voucherIds', {
  up: ['voucherId', 'subjectId', 'lotId', 'fromLotId', 'voucherVersion']
})

export const insertLot = insertInto('lots')
export const deleteLotRows = deleteParts('lots', 'voucherId')

const STEPPED = ['amount', 'remaining', 'canceled', 'withdrawn', 'takenBack', 'lapsed'] as const

/** Adds to a lot, or takes from it, as far as something is left in it. */
export const stepLot = setBy('lots', [], ['id'], {
  set: (lot, given: Given<Omit<Required<LotStep>, 'id'>>) => columnsToAdd(lot, given, STEPPED),
  and: (lot, { remaining }: Given<Pick<LotStep, 'remaining'>>) =>
    gte(plus(lot.remaining, remaining), 0)
})

export const insertShortfall = insertInto('shortfalls')

export const deleteShortfallRow = deleteBy('shortfalls', [
  'voucherId',
  'subjectId',
  'lotId',
  'fromLotId',
  'claim',
  'voucherVersion'
])

/** What it keeps goes to the other lot; this one only says which that is. */
export const mergeLot = setBy('lots', [], ['id', 'remaining'], {
  set: (_, { into }: Given<{ into: string }>) => ({
    amount: 0,
    remaining: 0,
    canceled: 0,
    withdrawn: 0,
    takenBack: 0,
    lapsed: 0,
    mergedInto: sql`${into}`
  })
})

/** What is from no other lot is missing. */
export function shortfallOf(row: Row<'shortfalls'>): model.Shortfall {
  const { fromLotId, claim: kind, ...shortfall } = row
  return { ...shortfall, kind, from: fromLotId === '' ? null : fromLotId }
}

export function rowOfShortfall({
  from,
  kind: claim,
  ...shortfall
}: model.Shortfall): Row<'shortfalls'> {
  return { ...shortfall, claim, fromLotId: from ?? '' }
}

/** A card or gift voucher with its open lots, and what locks hold of it. */
export async function readPurse(session: Session, voucher: Voucher): Promise<Purse> {
  const [found, held] = await together(
    session.all(openLots, { voucherId: voucher.id }),
    readHolds(session, voucher)
  )
  return { voucher, lots: found, ...held }
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

export function loadPointsLapsed(batch: DueBatch) {
  return async (session: Session): Promise<Due> => {
    const found = await session.all(lotsLapsedIn, batch)
    const ids = found.slice(0, 1).map(({ id }) => id)
    return { since: dayAfter(await session.one(lotsNamed, { ids })), cards: byCard(found) }
  }
}

/** With the lots that entries name, open or not, and those that others stand in for. */
export async function withLotsOf(
  session: Session,
  standing: StandingFacts,
  entries: readonly Pick<LedgerEntry, 'lots'>[],
  shortfalls: readonly Shortfall[] = []
): Promise<StandingFacts> {
  const named = entries.flatMap(({ lots }) => lots.map(({ id }) => id))
  const short = shortfalls.flatMap(({ lotId, from }) => (from === null ? [lotId] : [lotId, from]))
  const lots = await readLots(session, new Set([...named, ...short]))
  const programs = standing.programs.map(program => {
    const { card } = program
    return card === null ? program : { ...program, card: knowing(card, lots, shortfalls) }
  })
  return { ...standing, programs }
}

/**
 * With the lots that lapsed on a day on which a known one ended: points that come back are one lot.
 */
export async function withLapsedTwins(
  session: Session,
  standing: StandingFacts
): Promise<StandingFacts> {
  const known = standing.programs.flatMap(({ card }) => card?.lots ?? [])
  const ending = known.filter(({ expiresOn }) => expiresOn !== null)
  if (ending.length === 0) return standing
  const voucherIds = [...new Set(ending.map(({ voucherId }) => voucherId))]
  const days = [...new Set(ending.flatMap(({ expiresOn }) => expiresOn ?? []))]
  const lots = await session.all(lotsLapsedOn, { voucherIds, days })
  const programs = standing.programs.map(program => {
    const { card } = program
    return card === null ? program : { ...program, card: withLots(card, lots) }
  })
  return { ...standing, programs }
}

function knowing(purse: Purse, lots: readonly Lot[], shortfalls: readonly Shortfall[]): Purse {
  const own = shortfalls.filter(({ voucherId }) => voucherId === purse.voucher.id)
  return { ...withLots(purse, lots), shortfalls: own.length > 0 ? own : (purse.shortfalls ?? []) }
}

export async function withLotsNamed(
  session: Session,
  purse: Purse,
  entries: readonly LedgerEntry[]
): Promise<Purse> {
  const named = entries.flatMap(({ lots }) => lots.map(({ id }) => id))
  const known = new Set(purse.lots.map(({ id }) => id))
  const wanted = named.filter(id => !known.has(id))
  return wanted.length === 0 ? purse : withLots(purse, await readLots(session, new Set(wanted)))
}

/** The purse with those of the lots that are its own, each once. */
function withLots(purse: Purse, lots: readonly Lot[]): Purse {
  const known = new Set(purse.lots.map(({ id }) => id))
  const others = lots.filter(lot => lot.voucherId === purse.voucher.id && !known.has(lot.id))
  return { ...purse, lots: [...purse.lots, ...others] }
}

/** The lots of some ids, and those that they have become part of. */
async function readLots(session: Session, wanted: ReadonlySet<string>): Promise<readonly Lot[]> {
  const known = new Map<string, Lot>()
  for (let ids = [...wanted]; ids.length > 0; ) {
    const found = await session.all(lotsNamed, { ids })
    for (const lot of found) known.set(lot.id, lot)
    ids = found.flatMap(({ mergedInto: id }) => (id === null || known.has(id) ? [] : [id]))
  }
  return [...known.values()]
}

/*
 * What locks hold of vouchers. A voucher's own row says until when any lock holds something of it,
 * so that nobody looks for locks of a voucher that has none. Rows of locks that are over may still
 * be there.
 */

export const holdsOfVoucher = rowsBy('lockHolds', ['voucherId'], { up: ['key'] })

export const holdsOfVouchers = rowsAmong('lockHolds', 'voucherId', 'voucherIds', {
  up: ['voucherId', 'key']
})

/** The vouchers of which some locks hold something, once for each. */
export const vouchersHeldBy = rowsAmong('lockHolds', 'key', 'keys', { pick: ['voucherId'] })

/** In place of what the same lock held of the same voucher. */
export const saveHold = saveBy(
  'lockHolds',
  ['voucherId', 'key'],
  ['uses', 'credit', 'points', 'expiresAt']
)

export const lowerHold = setBy('lockHolds', ['uses', 'credit', 'points'], ['voucherId', 'key'])

export const deleteHold = deleteBy('lockHolds', ['voucherId', 'key'])

/** What a lock holds of other vouchers than these. */
export const deleteOtherHolds = deleteBy(
  'lockHolds',
  ['key'],
  (hold, { voucherIds }: Given<{ voucherIds: readonly string[] }>, dialect) =>
    not(among(dialect, hold.voucherId, voucherIds))
)

export const deleteHoldsOfLock = deleteBy('lockHolds', ['key'])

export const deleteHoldsOver = deleteBy(
  'lockHolds',
  [],
  (hold, given: Given<{ keys: readonly string[]; now: Instant }>, dialect) =>
    and(among(dialect, hold.key, given.keys), lte(hold.expiresAt, given.now))
)

export const deleteHoldRows = deleteParts('lockHolds', 'voucherId')

/** What locks hold of each of many vouchers; asked once, and not where none was ever locked. */
export async function readHoldsOf(
  session: Session,
  vouchers: readonly Voucher[]
): Promise<(voucher: Pick<Voucher, 'id'>) => Pick<Purse, 'holds'>> {
  const locked = vouchers.filter(({ lockedUntil }) => lockedUntil !== undefined)
  if (locked.length === 0) return () => ({})
  const found = await session.all(holdsOfVouchers, { voucherIds: locked.map(({ id }) => id) })
  const holds = Map.groupBy(found, ({ voucherId }) => voucherId)
  return ({ id }) => ({ holds: holds.get(id) ?? [] })
}

/** What locks hold of a voucher; nothing is asked where no lock ever held anything. */
export async function readHolds(
  session: Session,
  { id, lockedUntil }: Voucher
): Promise<Pick<Purse, 'holds'>> {
  if (lockedUntil === undefined) return {}
  return { holds: await session.all(holdsOfVoucher, { voucherId: id }) }
}
