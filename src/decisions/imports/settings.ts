/**
 * What a row says of a voucher beside its contents, in the words of an update.
 *
 * An import says with it what a new voucher is to have that no request for one has. A project file
 * says all of it, because a voucher that is there is changed where the file differs; there, null
 * clears.
 *
 * Spec: updateVoucher.
 */
import type { Discount, Json, VoucherImport } from '../../model.ts'
import type { UpdateVoucher } from '../vouchers/updates.ts'
import { type Columns, type ImportRow, type RowFinding, saidHours } from './columns.ts'

/** The settings of a voucher, by the columns that say them. */
export const SETTING_COLUMNS = {
  discount: 'discount',
  redemptionQuantity: 'redemption_quantity',
  startDate: 'start_date',
  expirationDate: 'expiration_date',
  timeframe: 'validity_timeframe',
  daysOfWeek: 'validity_day_of_week',
  hours: 'validity_hours',
  active: 'active',
  category: 'category',
  additionalInfo: 'additional_info',
  giftEffect: 'gift_effect',
  metadata: 'metadata'
} as const satisfies { readonly [Setting in keyof UpdateVoucher]-?: string }

export type VoucherSetting = keyof typeof SETTING_COLUMNS

/** What nothing but an update says of a voucher that its campaign makes. */
const UPDATED = [
  'timeframe',
  'daysOfWeek',
  'hours',
  'category',
  'additionalInfo',
  'giftEffect'
] as const satisfies readonly VoucherSetting[]

/** How the cells of a row count. */
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

/** The settings that a row says; `values` by column, null for a cell that says nothing. */
export function settingsOf(
  values: { readonly [column: string]: unknown },
  discount: Discount | null,
  { sent, edits }: Pick<Saying, 'sent' | 'edits'>
): UpdateVoucher {
  const said = { ...values, discount }
  const settings = Object.entries(SETTING_COLUMNS).flatMap(([name, column]) => {
    const setting = name as VoucherSetting
    const value = said[column as keyof typeof said] ?? null
    if (!edits && !UPDATED.some(each => each === setting)) return []
    const clears = edits && isCleared(sent, column)
    return value !== null || clears ? [[setting, value]] : []
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
  return cleared.map(column => ({
    column,
    message: 'cannot be null; leave it out, or write a value'
  }))
}

/** Those of an update that only an update says. */
export function onlyUpdated(settings: UpdateVoucher): NonNullable<VoucherImport['settings']> {
  const kept = UPDATED.flatMap(name => {
    const value = settings[name]
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(kept)
}

/** The value of a setting as a row says it. */
export function saidAs(setting: VoucherSetting, value: unknown): Json {
  return setting === 'hours' ? saidHours(value as never) : (value as Json)
}
