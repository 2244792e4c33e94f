/**
 * Vouchers, found by code or by id.
 * Spec: getVoucher, Voucher, addVouchersToCampaign, CodeConfigRequest.
 */
import { and, eq, gte, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm/sql'
import { notFound, Refused } from '../../decisions/refusals.ts'
import {
  type CodesWanted,
  codeKey,
  codePlaces,
  codesToTry
} from '../../decisions/vouchers/vouchers.ts'
import type { Campaign, CardBalance, Gift, Project, Voucher } from '../../model.ts'
import type { CodeConfig } from '../../rules/codes.ts'
import { present } from '../../rules/mistake.ts'
import { mayBeId } from '../../rules/validation.ts'
import type { Instant } from '../../rules/validity.ts'
import { campaignOf, campaigns } from '../campaigns/campaigns.ts'
import { customerEver } from '../customers/customers.ts'
import { rowMet } from '../engine/change-kinds.ts'
import { rowAlone, rowsAmong, rowsBy, rowsHeld, totalBy } from '../engine/queries.ts'
import type { Session } from '../engine/session.ts'
import {
  type Given,
  is,
  mine,
  type Row,
  statement,
  type Tables,
  totalOf
} from '../engine/statements.ts'
import { columnsOfValidity, orRefused, validityOf } from '../resources.ts'

export const voucherByCode = rowsBy('vouchers', ['codeKey'])

export const voucherById = rowsBy('vouchers', ['id'])

export const voucherHeld = rowsHeld('vouchers', ['id'], 'id')

export const voucherAlone = rowAlone('vouchers')

/** A change of a voucher, or of what is on it, meets others at its row. */
export const voucherMet = <Each>(voucherId: (change: Each) => string) =>
  rowMet('voucher', voucherHeld, voucherId)

export const vouchersTakenBack = rowsAmong('vouchers', 'id', 'ids', {
  pick: ['id'],
  and: voucher => isNotNull(voucher.takenBackBy)
})

export const spareVoucher = rowsBy('vouchers', ['campaignId'], {
  and: (v, { now }: Given<{ now: Instant }>) => {
    const isFit = or(isNull(v.expirationDate), gte(v.expirationDate, now))
    return [sql`published_count = 0`, eq(v.active, true), isFit]
  },
  up: ['id'],
  limit: 1
})

/** The oldest one of a campaign that a customer holds; none that went back with its reward. */
export const heldVoucher = rowsBy('vouchers', ['campaignId'], {
  and: (v, given: Given<OfCustomer>) => [is(v.holderId, given.customerId), isNull(v.takenBackBy)],
  up: ['id'],
  limit: 1
})

type OfCustomer = { customerId: string }

export const cardsOfCustomer = rowsBy('vouchers', [], {
  // Word for word as the index of the cards has it, which a parameter does not match.
  and: (v, { customerId }: Given<OfCustomer>) => [
    is(v.holderId, customerId),
    sql`${v.type} = 'LOYALTY_CARD'`
  ],
  up: ['id']
})

/** Kept with the voucher, so that a long history is not counted. */
export const redemptionsOfVoucherCount = statement(
  ({ db, t: { vouchers: v } }, { voucherId }: Given<{ voucherId: string }>) =>
    db
      .select({ total: v.recordsCount })
      .from(v)
      .where(and(mine(v), is(v.id, voucherId)))
)

function held(v: Tables['vouchers'], { customerId }: Given<OfCustomer>) {
  return [is(v.holderId, customerId), ne(v.type, 'LOYALTY_CARD')]
}

export const vouchersOfCustomer = rowsBy('vouchers', [], {
  and: held,
  down: ['id'],
  limit: 'given'
})

export const vouchersOfCustomerCount = totalBy('vouchers', [], held)

export const vouchersInCampaign = rowsBy('vouchers', ['campaignId'], {
  pick: ['id'],
  up: ['id'],
  limit: 'given'
})

/** Gift and card are columns of their own, all null for a voucher that is neither. */
export function voucherOf(row: Row<'vouchers'>): Voucher {
  return {
    id: row.id,
    code: row.code,
    campaignId: row.campaignId,
    categoryId: row.categoryId,
    type: row.type,
    discount: row.discount,
    gift: giftOf(row),
    card: cardOf(row),
    active: row.active,
    validity: validityOf(row),
    additionalInfo: row.additionalInfo,
    metadata: row.metadata,
    isReferralCode: row.isReferralCode,
    holderId: row.holderId,
    referrerId: row.referrerId,
    publishedCount: row.publishedCount,
    redemptionQuantity: row.redemptionQuantity,
    redeemedQuantity: row.redeemedQuantity,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
    ...(row.lockedUntil === null ? {} : { lockedUntil: row.lockedUntil }),
    ...(row.takenBackBy === null ? {} : { takenBackBy: row.takenBackBy })
  }
}

// In giftOf and cardOf a CHECK of the table keeps the columns all set or all null; the zeros are
// only there for the compiler.
function giftOf(row: Row<'vouchers'>): Gift | null {
  if (row.giftBalance === null) return null
  return {
    amount: row.giftAmount ?? 0,
    subtractedAmount: row.giftSubtracted ?? 0,
    redeemedAmount: row.giftRedeemed ?? 0,
    balance: row.giftBalance,
    effect: row.giftEffect
  }
}

function cardOf(row: Row<'vouchers'>): CardBalance | null {
  if (row.balance === null) return null
  return {
    points: row.points ?? 0,
    balance: row.balance,
    pendingPoints: row.pendingPoints ?? 0,
    expiredPoints: row.expiredPoints ?? 0,
    subtractedPoints: row.subtractedPoints ?? 0,
    redeemedPoints: row.redeemedPoints ?? 0,
    nextExpirationDate: row.nextExpirationDate,
    nextExpirationPoints: row.nextExpirationPoints
  }
}

export function rowOfVoucher(
  { gift, card, validity, ...voucher }: Voucher,
  codeKey: string
): Row<'vouchers'> {
  return {
    ...voucher,
    codeKey,
    ...columnsOfGift(gift),
    giftEffect: gift?.effect ?? null,
    ...columnsOfCard(card),
    ...columnsOfValidity(validity),
    recordsCount: 0,
    redeemedElsewhere: 0,
    importedAs: null,
    lockedUntil: voucher.lockedUntil ?? null,
    takenBackBy: voucher.takenBackBy ?? null,
    holderGone: false
  }
}

export function columnsOfGift(gift: Gift | null) {
  return {
    giftAmount: gift?.amount ?? null,
    giftSubtracted: gift?.subtractedAmount ?? null,
    giftRedeemed: gift?.redeemedAmount ?? null,
    giftBalance: gift?.balance ?? null
  }
}

/** The columns have the names of what is kept of a card. */
export function columnsOfCard(card: CardBalance | null) {
  return card ?? NO_CARD
}

const NO_CARD = {
  points: null,
  balance: null,
  pendingPoints: null,
  expiredPoints: null,
  subtractedPoints: null,
  redeemedPoints: null,
  nextExpirationDate: null,
  nextExpirationPoints: null
}

/** By code, then by id; null when neither answers. */
export async function findVoucher(session: Session, project: Project, name: string) {
  const called = await session.one(voucherByCode, { codeKey: codeKey(name, project) })
  const row =
    called ?? (mayBeId(name, 'v') ? await session.one(voucherById, { id: name }) : undefined)
  return row === undefined ? null : voucherOf(row)
}

/** @throws {Refused} when no voucher has the code or id. */
export async function voucherNamed(session: Session, project: Project, name: string) {
  return orRefused(await findVoucher(session, project, name), 'voucher', name)
}

/** A loyalty card, of this campaign if one is given. @throws {Refused} for anything else. */
export async function cardNamed(
  session: Session,
  project: Project,
  name: string,
  campaignId: string | null
): Promise<Voucher> {
  const card = await voucherNamed(session, project, name)
  const elsewhere = campaignId !== null && card.campaignId !== campaignId
  if (card.type !== 'LOYALTY_CARD' || elsewhere) throw new Refused(notFound('voucher', name))
  return card
}

/** A voucher with its present holder: none after they were deleted, whom the row names. */
export function clearDeletedHolder(voucher: Voucher, holderDeletedAt: Instant | null): Voucher {
  return holderDeletedAt === null ? voucher : { ...voucher, holderId: null }
}

/** The same, of a voucher that was loaded alone. */
export async function withPresentHolder(session: Session, voucher: Voucher): Promise<Voucher> {
  const { holderId: id } = voucher
  const holder = id === null ? undefined : await session.one(customerEver, { id })
  return clearDeletedHolder(voucher, holder?.deletedAt ?? null)
}

/** The oldest active voucher of a campaign without a holder. */
export async function spareOf(
  session: Session,
  { id: campaignId }: Pick<Campaign, 'id'>,
  now: Instant
): Promise<Voucher | null> {
  const row = await session.one(spareVoucher, { campaignId, now })
  return row === undefined ? null : voucherOf(row)
}

/** The code behind a picture; null for no voucher. */
export async function codeOfVoucher(session: Session, id: string): Promise<string | null> {
  return (await session.one(voucherById, { id }))?.code ?? null
}

export async function voucherStored(session: Session, id: string): Promise<Voucher> {
  const row = await session.one(voucherById, { id })
  return voucherOf(present(row, `voucher ${id} of a redemption is gone`))
}

export const codesTaken = rowsAmong('vouchers', 'codeKey', 'codeKeys', {
  pick: ['codeKey'],
  up: ['codeKey']
})

/** How many codes have a shape; between two keys, so that the index bounds the search. */
export const codesShapedCount = statement(
  (dialect, given: Given<{ from: string; to: string; glob: string; regex: string }>) => {
    const { vouchers: v } = dialect.t
    const isShaped =
      dialect.name === 'sqlite'
        ? sql`${v.codeKey} glob ${given.glob}`
        : sql`${v.codeKey} ~ ${given.regex}`
    const bounds = and(gte(v.codeKey, given.from), lte(v.codeKey, given.to))
    return totalOf(dialect, v, and(mine(v), bounds, isShaped))
  }
)

/** Of the codes given, those that no voucher of the project has, in the same order. */
export async function freeCodes(session: Session, codes: readonly string[], project: Project) {
  if (codes.length === 0) return []
  const keys = codes.map(code => codeKey(code, project))
  const found = await session.all(codesTaken, { codeKeys: keys })
  const taken = new Set(found.map(row => row.codeKey))
  return codes.filter(code => !taken.has(codeKey(code, project)))
}

/** Draws codes that the configuration can make, and returns those that are free. */
export async function freeCodesIn(
  session: Session,
  wanted: CodesWanted,
  project: Project,
  random: (below: number) => number
): Promise<readonly string[]> {
  return freeCodes(session, codesToTry(wanted, project, random), project)
}

/**
 * The same for one voucher: of a large space the first code that is drawn is nearly always free, so
 * that more are drawn and looked up only where it is not.
 */
export async function freeCodesForOne(
  session: Session,
  of: Omit<CodesWanted, 'count'>,
  project: Project,
  random: (below: number) => number
): Promise<readonly string[]> {
  const wanted = { ...of, count: 1 }
  const first = await freeCodes(session, codesToTry(wanted, project, random, 1), project)
  return first.length > 0 ? first : freeCodesIn(session, wanted, project, random)
}

/** Codes of a campaign's configuration that are free, some of them; none where none is. */
export async function freeCodesOf(
  session: Session,
  campaignId: string,
  project: Project,
  random: (below: number) => number
): Promise<readonly string[]> {
  const row = await session.one(campaigns.byId, { id: campaignId })
  const config = row === undefined ? null : (campaignOf(row).voucher?.codeConfig ?? null)
  if (config === null) return []
  const used = await codesUsed(session, config, project)
  return freeCodesForOne(session, { config, used }, project, random)
}

/** How many codes of a configuration's space are taken; 0 where the space is too large to count. */
export async function codesUsed(
  session: Session,
  config: CodeConfig,
  project: Project
): Promise<number> {
  const places = codePlaces(config, project)
  if (places === null) return 0
  const free = places.findIndex(characters => characters.length > 1)
  const prefix = places.slice(0, free === -1 ? places.length : free).join('')
  const found = await session.one(codesShapedCount, {
    from: prefix,
    // The last sorts after every character a code may have.
    to: `${prefix}\u{10ffff}`,
    glob: places.map(globOf).join(''),
    regex: `^${places.map(regexOf).join('')}$`
  })
  return found?.total ?? 0
}

/** One place in SQLite's case-sensitive pattern language. */
function globOf(characters: readonly string[]): string {
  const [only] = characters
  if (characters.length === 1 && only !== undefined)
    return '*?['.includes(only) ? `[${only}]` : only
  // In a set `]` comes first, `-` last and `^` not first, or they mean something else.
  const special = new Set([']', '^', '-'])
  const plain = characters.filter(character => !special.has(character)).join('')
  const has = (character: string) => (characters.includes(character) ? character : '')
  if (plain === '' && has(']') === '') return '[-^]'
  return `[${has(']')}${plain}${has('^')}${has('-')}]`
}

function regexOf(characters: readonly string[]): string {
  return `[${characters.map(character => character.replace(/[[\\\]^-]/, '\\$&')).join('')}]`
}
