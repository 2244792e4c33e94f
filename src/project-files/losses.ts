/**
 * What the row of a customer, a voucher or an order does not say of it, because no import brings
 * it: counted and named, so that the person who dumps knows what is not in the file.
 */
import { LOTS_MAX } from '../decisions/imports/voucher-cells.ts'
import { isSchema } from '../http/document.ts'
import type { EntryValues } from './entries.ts'
import type { RowSectionName } from './form.ts'
import type { AnswerBody } from './operations.ts'

/** How often something was left out, and the codes or source ids of the first ones. */
export interface Lost {
  count: number
  readonly some: string[]
}

/** By what is not in the file. */
export type LeftOut = Map<string, Lost>

/** Things that are named; the others are counted. */
const NAMED_MAX = 5

/** Counts that something of a thing is left out. */
export function count(leftOut: LeftOut, what: string, shown: AnswerBody): void {
  const lost = leftOut.get(what) ?? { count: 0, some: [] }
  const { code, source_id: sourceId, id } = shown
  lost.count++
  if (lost.some.length < NAMED_MAX) lost.some.push(String(code ?? (sourceId || id)))
  leftOut.set(what, lost)
}

/** What a row does not say of what is shown, each as it is counted. */
export function lostOf(
  section: RowSectionName,
  shown: AnswerBody,
  row: EntryValues
): readonly string[] {
  const { noun, losses } = OF_SECTIONS[section]
  return losses.flatMap(([what, isLost]) => (isLost(shown, row) ? [`${noun}: ${what}`] : []))
}

type Loss = readonly [what: string, isLost: (shown: AnswerBody, row: EntryValues) => boolean]

function shows(name: string): Loss[1] {
  return shown => !isUnsaid(shown[name])
}

function isUnsaid(value: unknown): boolean {
  if (value === null || value === undefined || value === false) return true
  if (Array.isArray(value)) return value.every(isUnsaid)
  return isSchema(value) && Object.values(value).every(isUnsaid)
}

/** It gets the price that its goods have by then. */
function isLineUnpriced({ price, product, sku }: EntryValues): boolean {
  const goods = [product, sku].filter(isSchema)
  return isUnsaid(price) && goods.some(each => !isUnsaid(each['price']))
}

function hasUnpriced(items: unknown): boolean {
  return (items as readonly EntryValues[]).some(isLineUnpriced)
}

const NOBODY = 'their customer, who has no source_id'

function isOfNobody(holder: string): Loss[1] {
  return (shown, { customer }) => !isUnsaid(shown[holder]) && customer === undefined
}

const OF_VOUCHERS: readonly Loss[] = [
  [NOBODY, isOfNobody('holder_id')],
  ['their referrer', shows('referrer_id')],
  ['their validation rules', ({ validation_rules_assignments: own }) => hasAny(own)]
]

function hasAny(list: unknown): boolean {
  return isSchema(list) && Number(list['total']) > 0
}

const OF_CARDS: readonly Loss[] = [
  ...OF_VOUCHERS,
  [
    `more than ${LOTS_MAX} last days of their points; these will follow from the program`,
    (_, { balance, expires_on, lots }) =>
      balance !== 0 && expires_on === undefined && lots === undefined
  ]
]

const OF_CUSTOMERS: readonly Loss[] = [['their system_metadata', shows('system_metadata')]]

const OF_ORDERS: readonly Loss[] = [
  [NOBODY, isOfNobody('customer_id')],
  [
    'their referrer, who has no source_id',
    (shown, { referrer }) => !isUnsaid(shown['referrer_id']) && referrer === undefined
  ],
  ['their redemptions', ({ redemptions }) => Object.keys(redemptions as EntryValues).length > 0],
  [
    'the missing price of lines whose goods have a price',
    ({ items }, row) => row['items'] !== undefined && hasUnpriced(items)
  ],
  [
    'their lines, some of which name no goods of the project',
    ({ items }, row) => row['items'] === undefined && (items as readonly EntryValues[]).length > 0
  ]
]

const OF_SECTIONS: {
  readonly [Name in RowSectionName]: { readonly noun: string; readonly losses: readonly Loss[] }
} = {
  customers: { noun: 'customers', losses: OF_CUSTOMERS },
  cards: { noun: 'loyalty cards', losses: OF_CARDS },
  gift_cards: { noun: 'gift cards', losses: OF_VOUCHERS },
  coupons: { noun: 'coupons', losses: OF_VOUCHERS },
  orders: { noun: 'orders', losses: OF_ORDERS }
}
