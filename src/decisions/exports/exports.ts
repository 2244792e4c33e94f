/**
 * Exports: what can be exported, the request, the rows of the file, and deletion.
 *
 * A file has the values and the names of the API: the header row is the field names, money stays in
 * the smallest currency unit and instants stay as they are, so that a script need not guess. Cells
 * that a spreadsheet would take for a formula are made plain text.
 *
 * Spec: createExport, deleteExport, ExportParameters.
 */
import type { Export, ExportedObject, Json } from '../../model.ts'
import { asWritten } from '../../rules/spreadsheets.ts'
import { queueJob } from '../async-actions/async-actions.ts'
import type { Decision } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { invalidPayload, quote } from '../request-refusals.ts'
import { EXPORT_CELLS, type ExportItems } from './cells.ts'

/** What a request for one kind of export may name. */
export interface ExportKind {
  /** Every field, in the order of the document. */
  readonly fields: readonly string[]
  /** The columns when the request names none. */
  readonly defaults: readonly string[]
  /** The fields that it can be sorted by; each also with a leading dash, descending. */
  readonly orders: readonly string[]
}

/** By kind of export. */
export const EXPORT_FIELDS: { readonly [Object in ExportedObject]: ExportKind } = {
  voucher: kind('voucher', {
    defaults: ['code', 'voucher_type', 'value', 'discount_type'],
    orders: ['created_at', 'updated_at', 'code']
  }),
  redemption: kind('redemption', {
    defaults: ['id', 'object', 'voucher_code', 'customer_id', 'date', 'result'],
    orders: ['id', 'voucher_code', 'tracking_id', 'customer_id', 'created_at']
  }),
  publication: kind('publication', {
    defaults: ['voucher_code', 'customer_id', 'date', 'channel'],
    orders: ['id', 'voucher_code', 'tracking_id', 'customer_id', 'created_at', 'channel']
  }),
  customer: kind('customer', {
    defaults: ['name', 'source_id'],
    orders: ['name', 'id', 'email', 'source_id', 'created_at', 'updated_at']
  }),
  order: kind('order', {
    defaults: ['id', 'source_id', 'status'],
    orders: ['created_at', 'updated_at', 'status']
  }),
  points_expiration: kind('points_expiration', {
    defaults: ['id', 'campaign_id', 'voucher_id', 'status', 'expires_at', 'points'],
    orders: ['expires_at']
  }),
  voucher_transactions: kind('voucher_transactions', {
    defaults: ['id', 'type', 'source_id', 'reason', 'source', 'balance', 'amount', 'created_at'],
    orders: ['created_at']
  })
}

function kind(
  exportedObject: ExportedObject,
  { defaults, orders }: Pick<ExportKind, 'defaults' | 'orders'>
): ExportKind {
  return { fields: Object.keys(EXPORT_CELLS[exportedObject]), defaults, orders }
}

export interface CreateExport {
  readonly exportedObject: ExportedObject
  /** The columns in this order; absent or empty: the defaults. */
  readonly fields?: readonly string[] | null | undefined
  /** An empty text is no order either. */
  readonly order?: string | null | undefined
  readonly filters?: { readonly [field: string]: Json } | null | undefined
}

/** Creates an export and the job that writes its file. Ids in order: the export, the job. */
export function createExport(command: CreateExport, occasion: Occasion): Decision<Export> {
  const { exportedObject, filters } = command
  const { fields: allowed, defaults, orders } = EXPORT_FIELDS[exportedObject]
  const fields = command.fields?.length ? command.fields : defaults
  const stranger = fields.findIndex(field => !allowed.includes(field))
  if (stranger !== -1) {
    const message = `'${quote(String(fields[stranger]))}' is no field of ${exportedObject} exports`
    const path = `parameters.fields[${stranger}]`
    return { refusal: invalidPayload(path, `${message}; allowed are ${allowed.join(', ')}`) }
  }
  const order = command.order || null
  if (order !== null && !orders.includes(order.replace(/^-/, ''))) {
    const message = `'${quote(order)}' is no order of ${exportedObject} exports`
    const advice = `allowed are ${orders.join(', ')}, each also with a leading dash`
    return { refusal: invalidPayload('parameters.order', `${message}; ${advice}`) }
  }
  const filtered = Object.entries(filters ?? {}).find(entry => !isJunction(entry))
  if (filtered !== undefined) {
    const message = 'exports cannot be filtered; leave it out and choose from the file'
    return { refusal: invalidPayload(`parameters.filters.${filtered[0]}`, message) }
  }
  const made: Export = {
    id: occasion.newId('exp'),
    exportedObject,
    status: 'SCHEDULED',
    channel: 'API',
    parameters: { order, fields, filters: filters ?? {} },
    userId: null,
    createdAt: occasion.now
  }
  const work = {
    task: 'exports.write',
    queue: null,
    data: { exportId: made.id },
    total: 0,
    items: []
  } as const
  return {
    result: made,
    changes: [{ kind: 'export.created', export: made }, queueJob(work, occasion)]
  }
}

/**
 * Deletes an export with its file, in any state; the job that writes the file ends when it finds it
 * gone.
 */
export function deleteExport({ export: gone }: { readonly export: Export }): Decision<Export> {
  return {
    result: gone,
    changes: [{ kind: 'resource.deleted', resource: 'export', id: gone.id }]
  }
}

/** How filters combine; without a filter it changes nothing. */
function isJunction([field, value]: readonly [string, Json]): boolean {
  return field === 'junction' && ['and', 'or', 'AND', 'OR'].includes(String(value))
}

/**
 * One part of a file as rows of cells, `fields` as createExport accepted them. Part 0 begins with
 * the header row. An unknown value is an empty cell.
 */
export function csvRows<Object extends ExportedObject>(
  exportedObject: Object,
  fields: readonly string[],
  items: readonly ExportItems[Object][],
  part: number
): string[][] {
  const cells = EXPORT_CELLS[exportedObject]
  const rows = items.map(item => fields.map(field => textOf(cells[field]?.(item) ?? null)))
  return part === 0 ? [[...fields], ...rows] : rows
}

function textOf(value: Json): string {
  if (value === null) return ''
  if (typeof value === 'object') return JSON.stringify(value)
  return typeof value === 'string' ? asWritten(value) : String(value)
}
