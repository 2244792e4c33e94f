import type { AsyncActionType, Json, Metadata, ResourceType } from '../../model.ts'
import type { Decision } from '../changes.ts'
import type { Refusal } from '../refusals.ts'
import { mergeMetadata, sameJson } from '../updates.ts'
import type { Columns, ImportRow, RowFinding } from './columns.ts'
import { columnSent } from './exported.ts'

/** `unchanged`: what the row says is there already, so it may be sent again. */
export type Imported = 'made' | 'changed' | 'unchanged'

/** The reason of every movement of the ledger that an import makes. */
export const IMPORTED = { reason: 'import' } as const

/**
 * The queue of imports: one after the other, so that who is sent first is there first.
 * Spec: openapi/behaviour/imports-and-erasure.md#a-file-waits-in-the-database-row-by-row.
 */
export const IMPORT_QUEUE = 'orders'

export const IMPORTS = [
  'CAMPAIGN.VOUCHERS_IMPORT',
  'CUSTOMERS.IMPORT',
  'ORDERS.IMPORT',
  'VOUCHERS.IMPORT'
] as const satisfies readonly AsyncActionType[]

export const UNCHANGED: Decision<Imported> = { result: 'unchanged', changes: [] }

export interface Keyed {
  readonly columns: Columns
  readonly key: string
}

/** Put down to a column that the row fills if there is one of several, else to the key. */
export function findingOf(
  { details, resourceType, resourceId }: Refusal,
  { columns, key }: Keyed,
  row: ImportRow
): RowFinding {
  const [, within = '', property = ''] = PATH.exec(details) ?? []
  const named = [
    property,
    within,
    ...(COLUMNS_OF_PROPERTY.get(property) ?? []),
    // An unknown customer is made, but one who referred others must be known.
    resourceType === 'customer' && row['referrer'] === resourceId ? 'referrer' : undefined,
    COLUMN_OF_RESOURCE.get(resourceType)
  ].filter(name => name !== undefined && Object.hasOwn(columns, name))
  const column = named.find(name => isFilled(row, String(name))) ?? named[0] ?? key
  // Which of the lots it is, is told in the words of the other findings of lots.
  const told = details.replace(/^Property \.(lots\[[\w.\]]+): /, '$1 ')
  return { column: columnSent(column, row), message: told.replace(/^Property \.[\w.]+: /, '') }
}

function isFilled(row: ImportRow, column: string): boolean {
  const cell = row[column]
  return cell !== undefined && cell !== null && cell !== ''
}

/** What a refusal is about, such as `discount.percent_off`: what it is in, and the property. */
const PATH = /^(?:Property )?\.?(?:(customer|order|discount|redemption)\.)?(\w+)/

/** Properties of the wire that a file has in another column. */
const COLUMNS_OF_PROPERTY = new Map([
  ['quantity', ['redemption_quantity']],
  ['type', ['campaign']],
  ['discount', ['percent_off', 'amount_off']],
  ['gift', ['amount']],
  ['loyalty_card', ['balance']]
])

const COLUMN_OF_RESOURCE = new Map<ResourceType | undefined, string>([
  ['campaign', 'campaign'],
  ['category', 'category'],
  ['customer', 'customer'],
  ['product', 'items'],
  ['sku', 'items']
])

/** Properties of a voucher as JSON whose cells have other names, and the block they are in. */
const BLOCKS: { readonly [column: string]: readonly (readonly [string, string])[] } = {
  amount: [['gift', 'amount']],
  balance: [
    ['gift', 'balance'],
    ['loyalty_card', 'balance']
  ],
  redemption_quantity: [['redemption', 'quantity']],
  redemption_count: [['redemption', 'redeemed_quantity']]
}

/** By the properties of the JSON; `row` has the cells that were made of it. */
export function foundInJson(
  findings: readonly RowFinding[],
  row: ImportRow,
  isCard: boolean
): readonly RowFinding[] {
  const told = findings.map(({ column, message }) => {
    if (column === null) return message
    const [name, isSent] = propertyOf(column, row, isCard)
    const words = isSent ? message.replace(NO_COLUMN, NOT_OF_TYPE) : 'is required'
    return `Property .${name}: ${words}`
  })
  return [...new Set(told)].map(message => ({ column: null, message }))
}

const NO_COLUMN = /^is no column of this import; .*$/
const NOT_OF_TYPE = 'does not go with the type of this voucher; leave it out'

/** The property, and whether it or what it is in was sent. */
function propertyOf(column: string, row: ImportRow, isCard: boolean): readonly [string, boolean] {
  const hasGift = Object.hasOwn(row, 'amount')
  if (column === 'voucher_type') return ['type', true]
  if (column === 'percent_off' || column === 'amount_off') return ['discount', true]
  const [first, second = first] = BLOCKS[column] ?? []
  if (first === undefined || second === undefined) return [column, true]
  const [block, property] = hasGift || !(isCard || Object.hasOwn(row, column)) ? first : second
  return Object.hasOwn(row, column) || hasGift ? [`${block}.${property}`, true] : [block, false]
}

/** An import leaves a thing as it is; a project file tells each value of it that it changes. */
export interface Difference {
  readonly column: string
  /** What is stored, and what the row says; null for nothing. */
  readonly from: Json
  readonly to: Json
}

export interface Edited {
  readonly did: Imported
  readonly differences: readonly Difference[]
}

export interface Editing {
  /** Whether the row has all metadata, and not some columns of its keys. */
  readonly hasWholeMetadata: boolean
}

export const MADE: Edited = { did: 'made', differences: [] }

export const AS_SAID: Edited = { did: 'unchanged', differences: [] }

type Cells = { readonly [column: string]: Json }

/** The columns in which two states of a thing differ, in the order of the first one. */
export function differencesOf(before: Cells, after: Cells): readonly Difference[] {
  return Object.keys(before).flatMap(column => {
    const [from = null, to = null] = [before[column], after[column]]
    return sameJson(from, to) ? [] : [{ column, from, to }]
  })
}

/** Metadata as an update takes it: null removes what the row does not have. */
export function metadataToSend(
  stored: Metadata,
  said: Metadata | null,
  { hasWholeMetadata }: Editing
): Metadata | null {
  if (said === null || !hasWholeMetadata) return said
  return { ...Object.fromEntries(Object.keys(stored).map(key => [key, null])), ...said }
}

/** Whether metadata is as the row says, or stays as it is when that is sent. */
export function keepsMetadata(
  stored: Metadata,
  { said, sent }: { readonly said: Metadata | null; readonly sent: Metadata | null }
): boolean {
  return sameJson(stored, said) || sameJson(mergeMetadata(stored, sent), stored)
}
