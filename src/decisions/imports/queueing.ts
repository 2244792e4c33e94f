/**
 * Customers and vouchers that arrive over HTTP, as files or vouchers as JSON: accepted, and carried
 * out row by row in the background.
 *
 * Rows wait as they were sent, in the payload of a job, which goes when the job ends. A header that
 * does not fit refuses the file; a bad row is reported by the async action and stops no other.
 *
 * Spec: importCustomersUsingCsv, importVouchersUsingCsv, importVouchersToCampaignUsingCsv,
 * importVouchers, importVouchersToCampaign.
 */
import type { AsyncAction, AsyncActionType, Campaign } from '../../model.ts'
import { NOTHING_DONE, queueAction } from '../async-actions.ts'
import type { Decision, Occasion } from '../changes.ts'
import { invalidPayload, type Refusal } from '../refusals.ts'
import { type Columns, headerFindings, type ImportRow, type RowFinding } from './columns.ts'
import { EXPORTED } from './exported.ts'
import { FORMATS, type HowToRead, KIND_OF_VOUCHERS } from './formats.ts'
import { IMPORT_QUEUE } from './outcome.ts'

/** A file of CSV as it was sent. */
export interface SentFile {
  readonly header: readonly string[]
  /** At least one. */
  readonly rows: readonly SentRow[]
}

/**
 * A record with as many cells as the header, or why it cannot be read; the header is line 1. Of
 * JSON, an item by its index from 0.
 */
export type SentRow =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly findings: readonly RowFinding[] }
  | { readonly index: number; readonly row: ImportRow }
  | { readonly index: number; readonly findings: readonly RowFinding[] }

/** What the job of a file keeps beside its tally (`job.data`). */
export interface FileToImport extends HowToRead {
  readonly header: readonly string[]
}

/** Accepts a file of customers. */
export function importCustomersUsingCsv(file: SentFile, occasion: Occasion): Decision<AsyncAction> {
  const read = { kind: 'customers', given: {}, earns: false } as const
  return queueFile('CUSTOMERS.IMPORT', FORMATS.customers.columnsOfFile, { ...read, file }, occasion)
}

/** Accepts a file of vouchers without a campaign. */
export function importVouchersUsingCsv(file: SentFile, occasion: Occasion): Decision<AsyncAction> {
  const read = { kind: 'vouchers', given: {}, earns: false } as const
  return queueFile('VOUCHERS.IMPORT', FORMATS.vouchers.columnsOfFile, { ...read, file }, occasion)
}

/** Accepts a file of vouchers of a campaign, whose type says their columns. */
export function importVouchersToCampaignUsingCsv(
  campaign: Pick<Campaign, 'id' | 'name' | 'voucher'>,
  file: SentFile,
  occasion: Occasion
): Decision<AsyncAction> {
  const { id, name, voucher } = campaign
  const columns = columnsOfVouchers(campaign)
  if (voucher === null || columns === null) return { refusal: hasNoVouchers(campaign) }
  const into = { id, name }
  const read = { kind: KIND_OF_VOUCHERS[voucher.type], given: {}, earns: false, into }
  return queueFile('CAMPAIGN.VOUCHERS_IMPORT', columns, { ...read, file }, occasion)
}

/** The columns of a file for a campaign; null where it has no vouchers. */
export function columnsOfVouchers({ voucher }: Pick<Campaign, 'voucher'>): Columns | null {
  if (voucher === null) return null
  const { columnsOfFile } = FORMATS[KIND_OF_VOUCHERS[voucher.type]]
  return { ...columnsOfFile, campaign: { ...EXPORTED.voucher.campaign, isExported: true } }
}

/** Accepts vouchers without a campaign. */
export function importVouchers(
  rows: readonly ImportRow[],
  occasion: Occasion
): Decision<AsyncAction> {
  const items = rows.map((row, index): SentRow => {
    if (row['voucher_type'] !== 'LOYALTY_CARD') return { index, row }
    const message = 'is LOYALTY_CARD, which has a campaign; send it to importVouchersToCampaign'
    return { index, findings: [{ column: 'voucher_type', message }] }
  })
  const read = { kind: 'vouchers', given: {}, earns: false, isJson: true } as const
  return queueRows('VOUCHERS.IMPORT', { ...read, header: [] }, items, occasion)
}

/** Accepts vouchers of a campaign; one that says it is of another type fails alone. */
export function importVouchersToCampaign(
  campaign: Pick<Campaign, 'id' | 'name' | 'voucher'>,
  rows: readonly ImportRow[],
  occasion: Occasion
): Decision<AsyncAction> {
  const { id, name, voucher } = campaign
  if (voucher === null) return { refusal: hasNoVouchers(campaign) }
  const items = rows.map(({ voucher_type: type = null, ...row }, index): SentRow => {
    if (type === null || type === voucher.type) return { index, row }
    const message = `is ${type}, and the vouchers of the campaign are ${voucher.type}`
    return { index, findings: [{ column: 'voucher_type', message }] }
  })
  const into = { id, name }
  const read = { kind: KIND_OF_VOUCHERS[voucher.type], given: {}, earns: false, into, isJson: true }
  return queueRows('CAMPAIGN.VOUCHERS_IMPORT', { ...read, header: [] }, items, occasion)
}

function hasNoVouchers({ name }: Pick<Campaign, 'name'>): Refusal {
  const details = `Campaign ${name} is a PROMOTION, which has tiers instead of vouchers`
  return { key: 'invalid_campaign', details }
}

/** Why a file with this header is not read; null where it fits. */
export function headerRefusal(columns: Columns, header: readonly string[]): Refusal | null {
  const [finding] = headerFindings(columns, header, {})
  return finding === undefined ? null : invalidPayload('file', `line 1, ${finding}`)
}

/** The job of a file. Ids in order: the action, the job. */
function queueFile(
  type: AsyncActionType,
  columns: Columns,
  { file: { header, rows }, ...read }: HowToRead & { readonly file: SentFile },
  occasion: Occasion
): Decision<AsyncAction> {
  const refusal = headerRefusal(columns, header)
  if (refusal !== null) return { refusal }
  return queueRows(type, { ...read, header }, rows, occasion)
}

function queueRows(
  type: AsyncActionType,
  file: FileToImport,
  rows: readonly SentRow[],
  occasion: Occasion
): Decision<AsyncAction> {
  const data = { ...NOTHING_DONE, ...file }
  const work = {
    task: 'rows.import',
    queue: IMPORT_QUEUE,
    data,
    total: rows.length,
    items: rows
  } as const
  const { action, changes } = queueAction(type, work, occasion)
  return { result: action, changes }
}
