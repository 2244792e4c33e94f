/**
 * The ledger: every movement of points and credit, with the lots it moved; the lots, which came
 * together and expire together; and what is missing on a card. A history grows without end, so a
 * page never counts it: one row more than was asked for says whether there is more.
 * Spec: listVoucherTransactions, listMemberTransactions, Transaction,
 * VoucherLoyaltyCard.next_expiration_date, DiscountSessionRequest,
 * openapi/behaviour/lists-and-paths.md#what-grows-with-history-has-no-total.
 */
import { and, gt, gte, inArray, isNotNull, isNull, lt, lte, not, sql } from 'drizzle-orm/sql'
import type { LotStep } from '../../decisions/changes.ts'
import type { Purse } from '../../decisions/points/lots.ts'
import type { StandingFacts } from '../../decisions/standing/standing.ts'
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
  type Page,
  plus,
  type Row
} from '../engine/statements.ts'
import { cardNamed, voucherNamed } from '../vouchers/vouchers.ts'

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

/** Points that came with tiers and segments, and are kept. */
export const keptBonuses = rowsAmong('ledgerEntries', 'voucherId', 'voucherIds', {
  and: () => sql`followed_id is not null and taken_back_by is null`,
  up: ['voucherId', 'id']
})

export const takeEntryBack = setBy('ledgerEntries', [], ['id'], {
  set: (_, { by }: Given<{ by: string }>) => ({ takenBackBy: sql`${by}` }),
  and: e => isNull(e.takenBackBy)
})

export const replaceCause = setBy('ledgerEntries', ['cause'], ['id'])

/** Ids of the cause are columns, too. */
export function ledgerEntryOf(row: Row<'ledgerEntries'>): LedgerEntry {
  const { orderId: _, redemptionId: __, followedId: ___, ...entry } = row
  return entry
}

export function rowOfLedgerEntry(entry: LedgerEntry): Row<'ledgerEntries'> {
  const { orderId = null, redemptionId = null, followed } = entry.cause
  return { ...entry, orderId, redemptionId, followedId: followed?.subjectId ?? null }
}

/** Before the first id and after the last one. */
const ENDS = { created_at: '', '-created_at': '~' }

/** Those after an entry, null: all. @throws {Refused} for no such voucher, program or card. */
export async function transactionsPage(
  session: Session,
  project: Project,
  moving: { readonly code: string } | CardPath,
  { order, after }: { readonly order: CreationOrder; readonly after: string | null },
  { limit, offset }: Page
): Promise<{ entries: readonly LedgerEntry[]; hasMore: boolean }> {
  const { id: voucherId } =
    'code' in moving
      ? await voucherNamed(session, project, moving.code)
      : await cardAt(session, project, moving)
  const found = await session.all(transactionsBy[order], {
    voucherId,
    after: after ?? ENDS[order],
    limit: limit + 1,
    offset
  })
  return { entries: found.slice(0, limit).map(ledgerEntryOf), hasMore: found.length > limit }
}

interface CardPath {
  /** Null: of any program. */
  readonly campaignName: string | null
  readonly memberId: string
}

/** @throws {Refused} when there is no such program or card. */
export async function cardAt(session: Session, project: Project, path: CardPath): Promise<Voucher> {
  const { campaignName, memberId } = path
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
export function byCard(found: readonly { readonly id: string; readonly voucherId: string }[]) {
  const cards = Map.groupBy(found, ({ voucherId }) => voucherId)
  return new Map([...cards].map(([card, rows]) => [card, rows.map(({ id }) => id)]))
}

export const openLots = rowsBy('lots', ['voucherId'], { and: () => sql`remaining > 0`, up: ['id'] })

export const openLotsOf = rowsAmong('lots', 'voucherId', 'voucherIds', {
  and: () => sql`remaining > 0`,
  up: ['voucherId', 'id']
})

export const lotsNamed = rowsAmong('lots', 'id', 'ids', { up: ['id'] })

/** Lots of some vouchers that ended on some days with points in them, in no order. */
export const lotsLapsedOn = rowsAmong('lots', 'voucherId', 'voucherIds', {
  and: (lot, { days }: Given<{ days: readonly string[] }>, dialect) => [
    among(dialect, lot.expiresOn, days),
    sql`remaining = 0 and lapsed > 0 and merged_into is null`
  ]
})

/** Lots whose last day is before `day`, but not of the cards of `except`. */
export const lotsLapsedIn = rowsBy('lots', [], {
  pick: ['id', 'voucherId'],
  and: (lot, { day, except }: Given<Omit<DueBatch, 'limit'>>, dialect) =>
    and(sql`remaining > 0`, lt(lot.expiresOn, day), not(among(dialect, lot.voucherId, except))),
  up: ['expiresOn', 'id'],
  limit: 'given'
})

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
    ...Object.fromEntries(STEPPED.map(figure => [figure, 0])),
    mergedInto: sql`${into}`
  })
})

/** What is from no other lot is missing. */
export function shortfallOf(row: Row<'shortfalls'>): Shortfall {
  const { fromLotId, claim: kind, ...shortfall } = row
  return { ...shortfall, kind, from: fromLotId === '' ? null : fromLotId }
}

export function rowOfShortfall(shortfall: Shortfall): Row<'shortfalls'> {
  const { from, kind: claim, ...row } = shortfall
  return { ...row, claim, fromLotId: from ?? '' }
}

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

/** The bonuses that are kept on the cards of a standing. */
export async function bonusesOn(session: Session, { programs }: Pick<StandingFacts, 'programs'>) {
  const voucherIds = programs.flatMap(({ card }) => card?.voucher.id ?? [])
  if (voucherIds.length === 0) return []
  return (await session.all(keptBonuses, { voucherIds })).map(ledgerEntryOf)
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
  return withCards(standing, purse => {
    const own = shortfalls.filter(({ voucherId }) => voucherId === purse.voucher.id)
    return { ...withLots(purse, lots), shortfalls: own.length > 0 ? own : (purse.shortfalls ?? []) }
  })
}

function withCards(standing: StandingFacts, toKnow: (card: Purse) => Purse): StandingFacts {
  const programs = standing.programs.map(program => {
    const { card } = program
    return card === null ? program : { ...program, card: toKnow(card) }
  })
  return { ...standing, programs }
}

/** With lots that lapsed on the day of a known one: points that come back are one lot. */
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
  return withCards(standing, card => withLots(card, lots))
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

function withLots(purse: Purse, lots: readonly Lot[]): Purse {
  const known = new Set(purse.lots.map(({ id }) => id))
  const others = lots.filter(lot => lot.voucherId === purse.voucher.id && !known.has(lot.id))
  return { ...purse, lots: [...purse.lots, ...others] }
}

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

export const vouchersHeldBy = rowsAmong('lockHolds', 'key', 'keys', { pick: ['voucherId'] })

export const saveHold = saveBy(
  'lockHolds',
  ['voucherId', 'key'],
  ['uses', 'credit', 'points', 'expiresAt']
)

export const lowerHold = setBy('lockHolds', ['uses', 'credit', 'points'], ['voucherId', 'key'])

export const deleteHold = deleteBy('lockHolds', ['voucherId', 'key'])

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
