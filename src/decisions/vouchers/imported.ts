/**
 * A voucher that is there already against a row of an import: whether the row says what an import
 * brought it.
 *
 * What was brought is read from its row and from the first movements of its ledger, so that it does
 * not matter when it came. Callers may give a movement the reason of an import, so that the reason
 * alone does not count.
 */
import type {
  Category,
  Customer,
  Day,
  Discount,
  Instant,
  Json,
  LotLine,
  Metadata,
  Voucher,
  VoucherImport
} from '../../model.ts'
import type { Decision } from '../changes.ts'
import { asExported } from '../imports/exported.ts'
import { type Imported, UNCHANGED } from '../imports/outcome.ts'
import { onlyUpdated, SETTING_COLUMNS, type VoucherSetting } from '../imports/settings.ts'
import type { ImportedLot } from '../imports/voucher-cells.ts'
import { sameJson } from '../metadata.ts'
import type { Refusal } from '../refusals.ts'
import { duplicateFound, invalidPayload, quote } from '../request-refusals.ts'
import type { CreateVoucherFacts } from './creation.ts'
import type { UpdateVoucher } from './updates.ts'

/** What a voucher holds, by its type. */
export type ImportedContent =
  | { readonly type: 'LOYALTY_CARD'; readonly points: ImportedPoints }
  | { readonly type: 'GIFT_VOUCHER'; readonly credit: ImportedCredit }
  | ImportedDiscount

interface ImportedDiscount {
  readonly type: 'DISCOUNT_VOUCHER'
  /** Null: that of its campaign. */
  readonly discount: Discount | null
  /** Whether it is said as exports show it, which is not all of it, and also for a campaign's. */
  readonly isShown?: boolean
}

/** The points of a card. */
export interface ImportedPoints {
  /** Whole, 0 included. */
  readonly balance: number
  /** Their last day; null: as the program says, unless there are lots. */
  readonly expiresOn: Day | 'never' | null
  /** At least one, each of another day, the balance in all; absent: one lot, or none. */
  readonly lots?: readonly ImportedLot[]
}

/** In the smallest currency unit, whole. */
interface ImportedCredit {
  /** What it was made with. */
  readonly amount: number
  /** What is left of it. */
  readonly balance: number
}

/** A row of a voucher. */
export interface ImportVoucher {
  readonly code: string
  /** Name or id; null for none. */
  readonly campaign: string | null
  /** The source id of its holder; null for none. */
  readonly customer: string | null
  readonly content: ImportedContent
  readonly redemptionQuantity: number | null
  /** Redemptions elsewhere; null: as many as its credit shows, which is one or none. */
  readonly redemptionCount: number | null
  readonly startDate: Instant | null
  readonly expirationDate: Instant | null
  readonly active: boolean
  readonly metadata: Metadata | null
  /** What an update says of the new voucher; absent for nothing. */
  readonly settings?: UpdateVoucher
}

/** What a voucher was imported with. */
export interface ImportedWith {
  /** The movements of the import: what it gave, and what of that was used before. */
  readonly amounts: readonly number[]
  /** The lots of those movements; absent for none. */
  readonly lots?: readonly LotLine[]
  /** Redemptions elsewhere. */
  readonly redeemedElsewhere: number
  /** The rest of its row; null where no import made the voucher, or it was erased. */
  readonly said: VoucherImport | null
}

/** What the row of a known voucher is compared with. */
export interface KnownVoucherFacts {
  /** What an import made it with, oldest first; nothing where no import made it. */
  readonly importedWith: ImportedWith
  readonly making: Pick<CreateVoucherFacts, 'adding' | 'category'>
  /** The customer with the source id of the row. */
  readonly holder: Customer | null
}

/** What a voucher that is there already was imported as, or why its code cannot be used. */
export function knownVoucher(
  { making, holder, importedWith }: KnownVoucherFacts,
  command: ImportVoucher,
  stored: Voucher
): Decision<Imported> {
  const { code, content, customer } = command
  const isSame =
    stored.type === content.type &&
    stored.campaignId === (making.adding?.campaign.id ?? null) &&
    (customer === null || (holder !== null && stored.holderId === holder.id))
  const other = isSame
    ? (otherThanImported(command, importedWith, stored) ??
      otherThanSaid(command, importedWith.said, { stored, category: making.category }))
    : null
  if (other !== null) return { refusal: other }
  if (isSame) return UNCHANGED
  return { refusal: duplicateFound('voucher', stored.id, `code ${code}, which is not this one`) }
}

/** What a row says that the same voucher was not imported with; its life since does not count. */
function otherThanImported(
  command: ImportVoucher,
  importedWith: ImportedWith,
  stored: Voucher
): Refusal | null {
  const { code, content } = command
  const { amount, left, count, how, isImported } = broughtBy(importedWith, stored)
  const isCounted = isImported || command.redemptionCount !== null
  const said = [
    ...(content.type === 'LOYALTY_CARD' ? [['balance', content.points.balance, left]] : []),
    ...(content.type === 'GIFT_VOUCHER'
      ? [
          ['amount', content.credit.amount, amount],
          ['balance', content.credit.balance, left]
        ]
      : []),
    ...(isCounted ? [['redemption_count', countOf(command), count] as const] : [])
  ] as const
  const [column, now, then] = said.find(([, now, then]) => now !== then) ?? []
  if (column === undefined) return null
  return invalidPayload(
    String(column),
    `${code} is there already, ${how} ${then}, not ${now}; change it by the API`
  )
}

/** What an import brought a voucher; where none did, what it has now. */
function broughtBy({ amounts, redeemedElsewhere, said }: ImportedWith, stored: Voucher) {
  const isImported = said !== null || amounts.length > 0 || redeemedElsewhere > 0
  if (!isImported) {
    const { gift, card, redeemedQuantity: count } = stored
    const left = gift?.balance ?? card?.balance ?? 0
    return { amount: gift?.amount ?? 0, left, count, how: 'with', isImported }
  }
  const left = amounts.reduce((sum, each) => sum + each, 0)
  const how = 'and an import brought it'
  return { amount: amounts[0] ?? 0, left, count: redeemedElsewhere, how, isImported }
}

/** What a row says of a voucher, beside its balance and its uses. */
export function saidBy(command: ImportVoucher): VoucherImport {
  const { content, redemptionQuantity, startDate, expirationDate, active, metadata } = command
  const lots = content.type === 'LOYALTY_CARD' ? content.points.lots : undefined
  const settings = onlyUpdated(command.settings ?? {})
  return {
    discount: content.type === 'DISCOUNT_VOUCHER' ? content.discount : null,
    expiresOn: content.type === 'LOYALTY_CARD' ? content.points.expiresOn : null,
    redemptionQuantity,
    startDate,
    expirationDate,
    active,
    metadata,
    amounts: amountsOf(command),
    ...(lots !== undefined && { lots }),
    ...(Object.keys(settings).length > 0 && { settings })
  }
}

/** The movements that fill the voucher of a row. */
function amountsOf(command: ImportVoucher): readonly number[] {
  const { content } = command
  if (content.type === 'DISCOUNT_VOUCHER') return []
  const all = content.type === 'LOYALTY_CARD' ? content.points.balance : content.credit.amount
  return [all, -usedOf(command)].filter(amount => amount !== 0)
}

/**
 * The rest of what a row says otherwise than the import did that made the voucher. Where that is
 * not known, what the row says must be as it is now.
 */
function otherThanSaid(
  command: ImportVoucher,
  before: VoucherImport | null,
  shown: ShownRow
): Refusal | null {
  const now = saidBy(command)
  const known = before ?? shownBy(shown, now)
  const { content } = command
  const discount = known.discount ?? shown.stored.discount
  const isShown = content.type === 'DISCOUNT_VOUCHER' && content.isShown && discount !== null
  const then = isShown ? { ...known, discount: asExported(discount) } : known
  const differing = SAID_IN.find(([name]) => !sameJson(now[name] ?? null, then[name] ?? null))
  if (differing === undefined) return null
  const [name, column] = differing
  const [is, was] = [now[name] ?? null, then[name] ?? null].map(value =>
    value === null ? 'nothing' : quote(JSON.stringify(value))
  )
  const how = before === null ? 'with' : 'and an import brought it'
  return invalidPayload(
    column(now, then),
    `${command.code} is there already, ${how} ${was}, not ${is}; change it by the API`
  )
}

/** What a row says beside the movements. */
type Rest = Omit<VoucherImport, 'amounts'>

/** The columns, in the order in which they are listed. */
const SAID_IN = [
  ['discount', discountColumn],
  ['expiresOn', () => 'expires_on'],
  ['lots', () => 'lots'],
  ['redemptionQuantity', () => 'redemption_quantity'],
  ['startDate', () => 'start_date'],
  ['expirationDate', () => 'expiration_date'],
  ['active', () => 'active'],
  ['settings', settingsColumn],
  ['metadata', () => 'metadata']
] as const satisfies readonly (readonly [keyof Rest, (now: Rest, then: Rest) => string])[]

/** A discount has columns of its own for its simplest types. */
function discountColumn(now: Rest, then: Rest): string {
  const type = (now.discount ?? then.discount)?.type
  return type === 'PERCENT' ? 'percent_off' : type === 'AMOUNT' ? 'amount_off' : 'discount'
}

/** The first column of those that only an update says otherwise. */
function settingsColumn({ settings: now = {} }: Rest, then: Rest): string {
  const names = Object.keys(SETTING_COLUMNS) as VoucherSetting[]
  const name = names.find(each => !sameJson(now[each] ?? null, then.settings?.[each] ?? null))
  // INVARIANT: it is asked for where the two differ.
  return SETTING_COLUMNS[name as VoucherSetting]
}

/** A stored voucher, and the category that the row names. */
interface ShownRow {
  readonly stored: Voucher
  readonly category: Category | null
}

/** What a voucher shows of what a row says; cells that say nothing are as they are. */
function shownBy(shown: ShownRow, said: VoucherImport): Rest {
  const { validity, metadata, ...stored } = shown.stored
  const keys = Object.keys(said.metadata ?? {}).filter(key => Object.hasOwn(metadata, key))
  const { discount, redemptionQuantity, startDate, expirationDate } = said
  return {
    discount: discount && stored.discount,
    expiresOn: said.expiresOn,
    redemptionQuantity: redemptionQuantity === null ? null : stored.redemptionQuantity,
    startDate: startDate && validity.startDate,
    expirationDate: expirationDate && validity.expirationDate,
    active: stored.active,
    metadata: said.metadata && Object.fromEntries(keys.map(key => [key, metadata[key] as Json])),
    ...(said.lots !== undefined && { lots: said.lots }),
    ...(said.settings !== undefined && { settings: settingsShown(shown, said.settings) })
  }
}

function settingsShown(
  { stored, category }: ShownRow,
  said: NonNullable<VoucherImport['settings']>
): NonNullable<VoucherImport['settings']> {
  const { validity, additionalInfo, categoryId, gift } = stored
  const { timeframe, daysOfWeek, hours } = validity
  const isSame = categoryId === (category?.id ?? null)
  const shown = { timeframe, daysOfWeek, hours, additionalInfo, giftEffect: gift?.effect ?? null }
  const all: typeof said = { ...shown, category: isSame ? said['category'] : categoryId }
  return Object.fromEntries(Object.keys(said).map(name => [name, all[name] ?? null]))
}

/** The credit that was used elsewhere. */
export function usedOf({ content }: ImportVoucher): number {
  return content.type === 'GIFT_VOUCHER' ? content.credit.amount - content.credit.balance : 0
}

/** Its redemptions elsewhere. */
export function countOf(command: ImportVoucher): number {
  return command.redemptionCount ?? (usedOf(command) > 0 ? 1 : 0)
}
