/**
 * Vouchers changed by hand: their properties, switching on and off, deletion. A voucher that a
 * customer has or had is not deleted, because records refer to it; it can be switched off. What a
 * row of a file says of a voucher beside its contents is said in the words of an update: an import
 * says with it what a new voucher is to have that no request for one has, and a project file all of
 * it, because a voucher that is there is changed where the file differs; there, null clears.
 * Spec: updateVoucher, enableVoucher, disableVoucher, deleteVoucher.
 */

import type {
  Category,
  CountedCampaign,
  Discount,
  GiftEffect,
  Json,
  LedgerEntry,
  Metadata,
  ValidationRuleAssignment,
  Validity,
  Voucher,
  VoucherImport
} from '../../model.ts'
import { validityMistake } from '../../rules/validity.ts'
import type { Change, Decision, Occasion } from '../changes.ts'
import { type Columns, type ImportRow, type RowFinding, saidHours } from '../imports/columns.ts'
import { heldAt, type Purse, type Reserved } from '../points/lots.ts'
import { unassignRules } from '../redemptions/limits.ts'
import {
  invalidPayload,
  type Refusal,
  refuseMistake,
  type Unable,
  unfound,
  wholeRefusal
} from '../refusals.ts'
import { openStanding, type ReviewFacts } from '../standing/open.ts'
import {
  type Amending,
  amend,
  amended,
  type MetadataRules,
  mergeMetadata,
  metadataRefusal,
  nextUpdatedAt,
  resourceInUse,
  type Sent,
  sameJson,
  type User
} from '../updates.ts'
import { discountMistake, OPENING, takenBackDetails } from './vouchers.ts'

/** Undefined keeps the stored value, null clears it. */
export interface UpdateVoucher
  extends Amending<Voucher, 'active' | 'additionalInfo' | 'redemptionQuantity'>,
    Amending<Validity, keyof Validity> {
  /** Name or id of a category. */
  readonly category?: Sent<string>
  /** Merged key by key; a null value removes its key, null as a whole all keys. */
  readonly metadata?: Sent<Metadata>
  /** Replaced as a whole; for a discount voucher only. */
  readonly discount?: Discount | undefined
  /** For a gift voucher only. */
  readonly giftEffect?: Sent<GiftEffect>
}

/** A voucher, and its holder when anything is due for them; else null. */
export interface SwitchVoucherFacts {
  readonly voucher: Voucher
  readonly holder: ReviewFacts | null
}

export interface AmendVoucherFacts extends Pick<Purse, 'holds'> {
  readonly category: Category | null
  readonly schema: MetadataRules | null
}

export interface UpdateVoucherFacts extends SwitchVoucherFacts, AmendVoucherFacts {}

export function updateVoucher(
  facts: UpdateVoucherFacts,
  command: UpdateVoucher,
  occasion: Occasion
): Decision<Voucher> {
  const { voucher, changes } = booked(facts, occasion)
  const amended = amendVoucher(voucher, facts, command, occasion)
  if ('refusal' in amended) return amended
  return written(voucher, amended.voucher, changes, occasion)
}

const VALIDITY_PARTS = ['startDate', 'expirationDate', 'timeframe', 'daysOfWeek', 'hours'] as const

export function amendVoucher(
  voucher: Voucher,
  { category, schema, ...held }: AmendVoucherFacts,
  command: UpdateVoucher,
  { now }: Pick<Occasion, 'now'>
): { readonly voucher: Voucher } | Unable {
  const { gift } = voucher
  const { discount } = command
  const after = {
    ...amended(voucher, command, 'discount', 'active', 'additionalInfo', 'redemptionQuantity'),
    categoryId: command.category === undefined ? voucher.categoryId : (category?.id ?? null),
    gift: gift === null ? null : { ...gift, effect: amend(command.giftEffect, gift.effect) },
    validity: amended(voucher.validity, command, ...VALIDITY_PARTS),
    metadata: mergeMetadata(voucher.metadata, command.metadata)
  }
  const refusal =
    staysOff(after) ??
    kindMistake(voucher, command) ??
    (discount == null ? null : refuseMistake(discountMistake(discount, 'discount'))) ??
    unfound('category', command.category, category) ??
    wholeRefusal('redemption.quantity', after.redemptionQuantity, 1) ??
    tooFew(after, heldAt(held, now)) ??
    refuseMistake(validityMistake(after.validity)) ??
    (command.metadata === undefined ? null : metadataRefusal(schema, after.metadata))
  return refusal === null ? { voucher: after } : { refusal }
}

/** What the calendar brought to a card comes before any change of it, by what was true before. */
function booked({ voucher, holder }: SwitchVoucherFacts, occasion: Occasion) {
  const booked = holder && openStanding(holder, holder.customer, occasion, { after: 'midnights' })
  if (booked === null || 'refusal' in booked) return { voucher, changes: [] }
  const now = booked.purse({ voucher, lots: [] })
  return { voucher: now.voucher, changes: booked.soFar().changes }
}

/** The refusal of a coupon that is to be on, and went back with its reward; null for any other. */
function staysOff(voucher: Voucher): Refusal | null {
  const why = voucher.active ? takenBackDetails(voucher) : null
  if (why === null) return null
  const about = { resourceId: voucher.id, resourceType: 'voucher' } as const
  return { key: 'voucher_disabled', details: `Voucher ${why}`, ...about }
}

function kindMistake({ type }: Voucher, { discount, giftEffect }: UpdateVoucher): Refusal | null {
  const isDiscountOdd = discount !== undefined && type !== 'DISCOUNT_VOUCHER'
  const isGiftOdd = giftEffect !== undefined && type !== 'GIFT_VOUCHER'
  if (!isDiscountOdd && !isGiftOdd) return null
  return invalidPayload(isDiscountOdd ? 'discount' : 'gift', `a ${type} has none; leave it out`)
}

function tooFew(
  { redemptionQuantity: allowed, redeemedQuantity }: Voucher,
  { uses }: Reserved
): Refusal | null {
  if (allowed === null || allowed >= redeemedQuantity + uses) return null
  const locked = uses === 0 ? '' : ` and the ${uses} that locks hold`
  const message = `${allowed} is fewer than the ${redeemedQuantity} redemptions there were${locked}`
  return invalidPayload('redemption.quantity', message)
}

function written(
  before: Voucher,
  after: Voucher,
  due: readonly Change[],
  { now }: Occasion
): Decision<Voucher> {
  if (sameJson(before, after)) return { result: before, changes: due }
  const { updatedAt, version } = before
  const voucher = { ...after, updatedAt: nextUpdatedAt(updatedAt, now), version: version + 1 }
  return { result: voucher, changes: [...due, { kind: 'voucher.updated', voucher }] }
}

/** A voucher that is on stays as it is; one that a rollback took back is refused. */
export function enableVoucher(facts: SwitchVoucherFacts, occasion: Occasion): Decision<Voucher> {
  const refusal = staysOff({ ...facts.voucher, active: true })
  return refusal === null ? switched(facts, true, occasion) : { refusal }
}

export function disableVoucher(facts: SwitchVoucherFacts, occasion: Occasion): Decision<Voucher> {
  return switched(facts, false, occasion)
}

function switched(facts: SwitchVoucherFacts, active: boolean, occasion: Occasion) {
  const { voucher, changes } = booked(facts, occasion)
  return written(voucher, { ...voucher, active }, changes, occasion)
}

export interface DeleteVoucherFacts {
  readonly voucher: Voucher
  readonly campaign: CountedCampaign | null
  readonly assignments: readonly Pick<ValidationRuleAssignment, 'id' | 'ruleId'>[]
  /** Its publications and redemptions, at most USERS_NAMED + 1. */
  readonly users: readonly User[]
  /** Its latest movements, at most USERS_NAMED + 1. */
  readonly entries: readonly LedgerEntry[]
}

/**
 * Deletes a voucher that has and had no holder, was never redeemed, and holds nothing but the
 * credit it began with; that credit, and the assignments of rules to it, are deleted with it.
 * Spec:
 * openapi/behaviour/campaigns-and-vouchers.md#a-voucher-is-deleted-only-if-nothing-happened-to-it.
 */
export function deleteVoucher(facts: DeleteVoucherFacts): Decision<null> {
  const { voucher, campaign, assignments } = facts
  const { id, version } = voucher
  const users = usersOf(facts)
  if (users.length > 0) {
    return { refusal: resourceInUse({ type: 'voucher', id }, users, 'disable it instead') }
  }
  const changes: Change[] = [...unassignRules(assignments)]
  if (campaign !== null) {
    const { id: campaignId, vouchersCount } = campaign
    changes.push({ kind: 'campaign.grew', campaignId, vouchersCount, added: -1 })
  }
  changes.push({ kind: 'voucher.deleted', voucherId: id, version })
  return { result: null, changes }
}

function usersOf({ voucher, users, entries }: DeleteVoucherFacts): readonly User[] {
  const { holderId } = voucher
  const holder: User[] = holderId === null ? [] : [{ type: 'customer', id: holderId }]
  const opening = ({ cause, createdAt }: LedgerEntry) =>
    cause.reason === OPENING.reason && createdAt === voucher.createdAt
  const moved = entries
    .filter(entry => !opening(entry))
    .map(({ id }): User => ({ type: 'voucher_transaction', id }))
  return [...holder, ...users, ...moved]
}

export type VoucherSetting = keyof UpdateVoucher

interface Setting {
  /** That says it in a file. */
  readonly column: string
  readonly at: readonly string[]
  /** Whether nothing but an update says it of a voucher that its campaign makes. */
  readonly isUpdated?: true
}

/** The settings of a voucher, in the order of their columns; a category is stored by its id. */
export const SETTINGS: { readonly [Name in VoucherSetting]-?: Setting } = {
  discount: { column: 'discount', at: ['discount'] },
  redemptionQuantity: { column: 'redemption_quantity', at: ['redemptionQuantity'] },
  startDate: { column: 'start_date', at: ['validity', 'startDate'] },
  expirationDate: { column: 'expiration_date', at: ['validity', 'expirationDate'] },
  timeframe: { column: 'validity_timeframe', at: ['validity', 'timeframe'], isUpdated: true },
  daysOfWeek: { column: 'validity_day_of_week', at: ['validity', 'daysOfWeek'], isUpdated: true },
  hours: { column: 'validity_hours', at: ['validity', 'hours'], isUpdated: true },
  active: { column: 'active', at: ['active'] },
  category: { column: 'category', at: ['categoryId'], isUpdated: true },
  additionalInfo: { column: 'additional_info', at: ['additionalInfo'], isUpdated: true },
  giftEffect: { column: 'gift_effect', at: ['gift', 'effect'], isUpdated: true },
  metadata: { column: 'metadata', at: ['metadata'] }
}

export function storedOf(voucher: Voucher, setting: VoucherSetting): unknown {
  const at = (value: unknown, step: string) => (value as Metadata | null)?.[step]
  return SETTINGS[setting].at.reduce<unknown>(at, voucher) ?? null
}

export const SETTINGS_NAMED = Object.entries(SETTINGS) as readonly (readonly [
  VoucherSetting,
  Setting
])[]

export interface Saying {
  /** As it was sent: a project file clears what is null in it. */
  readonly sent: ImportRow
  readonly edits: boolean
  /** Whether texts are in quotes, so that "" is a text. */
  readonly isExact: boolean
  /** Whether it may have the columns of an export. */
  readonly isFile: boolean
  /** The discount that those say; null for none. */
  readonly shown: Discount | null
}

/**
 * The settings that a row says; `values` by column, null for a cell that says nothing. The discount
 * of a new voucher is its content.
 */
export function settingsOf(
  values: { readonly [column: string]: unknown },
  { sent, edits }: Pick<Saying, 'sent' | 'edits'>
): UpdateVoucher {
  const settings = SETTINGS_NAMED.flatMap(([name, { column }]) => {
    if (!edits && name === 'discount') return []
    const value = values[column] ?? null
    return value !== null || (edits && isCleared(sent, column)) ? [[name, value]] : []
  })
  return Object.fromEntries(settings)
}

/** Whether a row has null in a column, which is not the same as an empty cell. */
export function isCleared(row: ImportRow, column: string): boolean {
  return Object.hasOwn(row, column) && row[column] === null
}

/** A finding for each null of a row in a column that no edit clears. */
export function refusedNulls(columns: Columns, sent: ImportRow): readonly RowFinding[] {
  const cleared = Object.keys(columns).filter(
    column => columns[column]?.isKept === true && isCleared(sent, column)
  )
  const message = 'cannot be null; leave it out, or write a value'
  return cleared.map(column => ({ column, message }))
}

export function onlyUpdated(settings: UpdateVoucher): NonNullable<VoucherImport['settings']> {
  const kept = SETTINGS_NAMED.flatMap(([name, { isUpdated }]) => {
    const value = settings[name]
    return value === undefined || !isUpdated ? [] : [[name, value]]
  })
  return Object.fromEntries(kept)
}

export function saidAs(setting: VoucherSetting, value: unknown): Json {
  return setting === 'hours' ? saidHours(value as never) : (value as Json)
}
