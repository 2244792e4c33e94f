/**
 * Stored customers, vouchers and orders as rows of a file, as far as an import can bring them. They
 * are read a page at a time, in the order in which they were made. What a row cannot say is
 * counted, so that the person who dumps knows what is not in the file.
 * Spec: Voucher.
 */
import { type Columns, LOTS_MAX, saidLots } from '../decisions/imports/columns.ts'
import { FORMATS, ITEM } from '../decisions/imports/formats.ts'
import { Refused } from '../decisions/refusals.ts'
import { sameJson } from '../decisions/updates.ts'
import { isSchema } from '../http/document.ts'
import type { Lot } from '../model.ts'
import { cardLotsAt } from '../storage/standing.ts'
import { vouchersTakenBack } from '../storage/vouchers/vouchers.ts'
import { type EntryValues, isEmpty } from './entries.ts'
import type { AnswerBody, ProjectOperations } from './operations.ts'
import { ROW_SECTIONS, type RowSectionName } from './sections.ts'

export interface KnownRows {
  /** Source ids of customers by id; those who have one. */
  readonly customers: Map<string, string>
  /** What the file calls a campaign and what it says, by its id. */
  readonly campaigns: ReadonlyMap<string, { readonly name: string; readonly values: EntryValues }>
  /** Open lots by the id of their card; of the cards whose points have several last days. */
  lots: ReadonlyMap<string, readonly Lot[]>
  /** Those coupons of a page that went back with their rewards. */
  takenBack: ReadonlySet<string>
  /** What a line may call its goods, so that a load finds them. */
  readonly goods: { readonly [Kind in 'products' | 'skus']: ReadonlySet<string> }
  readonly leftOut: LeftOut
}

/** A row, or why there is none. */
type DumpedRow = EntryValues | string

/** The rows of a section; those of customers are to be read first, to whom others refer. */
export async function* dumpedRows(
  operations: ProjectOperations,
  known: KnownRows,
  section: RowSectionName
): AsyncGenerator<EntryValues> {
  const { list, type, noun } = ROW_SECTIONS[section]
  const { rowOf, losses } = ROWS[section]
  for await (const page of operations.pages(list, { query: { order: 'created_at' } })) {
    await knowMore(operations, known, section, page)
    for (const shown of page) {
      if (type !== undefined && shown['type'] !== type) continue
      const row = rowOf(shown, known)
      if (typeof row === 'string') {
        count(known.leftOut, row, shown)
        continue
      }
      for (const [what, isLost] of losses) {
        if (isLost(shown, row)) count(known.leftOut, `${noun}s: ${what}`, shown)
      }
      yield row
    }
  }
}

/** Of a page of vouchers, so that no more is held than one needs. */
async function knowMore(
  operations: ProjectOperations,
  known: KnownRows,
  section: RowSectionName,
  page: readonly AnswerBody[]
): Promise<void> {
  if (section === 'cards') {
    const several = page.filter(each => each['type'] === 'LOYALTY_CARD' && hasSeveralDays(each))
    const cards = several.map(({ id, holder_id: holder }) => ({
      id: String(id),
      holderId: holder === null ? null : String(holder)
    }))
    known.lots = await operations.read((session, now) => cardLotsAt(session, now, cards))
  } else if (section === 'coupons') {
    const ids = page.map(({ id }) => String(id))
    const found = await operations.read(session => session.all(vouchersTakenBack, { ids }))
    known.takenBack = new Set(found.map(({ id }) => id))
  }
}

/** The customer, voucher or order of an id, a source id or a code; null for nobody's. */
export async function shownAt(
  operations: ProjectOperations,
  section: RowSectionName,
  name: string
): Promise<AnswerBody | null> {
  const { show, parameter } = ROW_SECTIONS[section]
  try {
    return await operations.carryOut(show, { params: { [parameter]: name } })
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

function sameCells(columns: Columns, shown: EntryValues): EntryValues {
  return Object.fromEntries(Object.keys(columns).map(column => [column, shown[column]]))
}

function customerRow(shown: AnswerBody, { customers }: KnownRows): DumpedRow {
  const { id, source_id: sourceId, address } = shown
  if (!isName(sourceId)) return 'customers without a source_id'
  customers.set(String(id), sourceId)
  const lines = Object.entries(isSchema(address) ? address : {})
  const said = lines.map(([line, text]) => [`address_${line}`, text])
  const flat = { ...shown, ...Object.fromEntries(said) }
  return filled(sameCells(FORMATS.customers.columns, flat))
}

function cardRow(shown: AnswerBody, known: KnownRows): DumpedRow {
  if (!known.customers.has(String(shown['holder_id']))) {
    return 'loyalty cards of nobody with a source_id'
  }
  return voucherRow(shown, known, () => pointsOf(shown, known))
}

function giftRow(shown: AnswerBody, known: KnownRows): DumpedRow {
  const { amount, balance } = shown['gift'] as EntryValues
  const effectOf = (given: EntryValues) => differing('gift_effect', shown, given)
  return voucherRow(shown, known, given => ({ amount, balance, ...effectOf(given) }))
}

function couponRow(shown: AnswerBody, known: KnownRows): DumpedRow {
  if (known.takenBack.has(String(shown['id']))) return 'coupons that went back with their rewards'
  return voucherRow(shown, known, given => differing('discount', shown, given))
}

function orderRow(shown: AnswerBody, { customers, goods }: KnownRows): DumpedRow {
  if (!isName(shown['source_id'])) return 'orders without a source_id'
  if (typeof shown['status'] !== 'string') return 'orders without a status'
  const items = (shown['items'] as readonly EntryValues[]).map(itemRow)
  const isThere = ({ source_id, product_id, sku_id, related_object }: EntryValues) =>
    related_object === 'sku' || sku_id !== undefined
      ? goods.skus.has(String(source_id ?? sku_id))
      : goods.products.has(String(source_id ?? product_id))
  return filled({
    ...sameCells(FORMATS.orders.columns, shown),
    customer: customers.get(String(shown['customer_id'])),
    referrer: customers.get(String(shown['referrer_id'])),
    // A load refuses a line whose goods it does not find, and takes no part of the lines.
    items: items.every(isThere) ? items : undefined
  })
}

/** No load takes an empty one. */
function isName(sourceId: unknown): sourceId is string {
  return typeof sourceId === 'string' && sourceId !== ''
}

/** Goods are named by the source ids that they have in the project. */
function itemRow(item: EntryValues): EntryValues {
  const { product_id, sku_id } = item
  const goods = (sku_id === undefined ? item['product'] : item['sku']) as EntryValues | undefined
  const sourceId = item['source_id'] ?? goods?.['source_id']
  const isNamed = typeof sourceId === 'string'
  return filled({
    ...sameCells(ITEM, item),
    source_id: sourceId,
    related_object: isNamed && sku_id !== undefined ? 'sku' : undefined,
    product_id: isNamed ? undefined : product_id,
    sku_id: isNamed ? undefined : sku_id
  })
}

function filled(row: EntryValues): EntryValues {
  return Object.fromEntries(Object.entries(row).filter(([, cell]) => !isEmpty(cell)))
}

/*
 * Vouchers as rows, which have what differs from their campaign; null: nothing where it gives one.
 */

/** The row of any voucher; its contents may differ from what its campaign gives. */
function voucherRow(
  shown: AnswerBody,
  { campaigns, customers }: KnownRows,
  contents: (given: EntryValues) => EntryValues
): EntryValues {
  const own = campaigns.get(String(shown['campaign_id']))
  // What new vouchers begin as stands beside what else the campaign says.
  const given = { ...own?.values, ...(own?.values['voucher'] as EntryValues | undefined) }
  const { redeemed_quantity: count } = shown['redemption'] as EntryValues
  const cells = {
    code: shown['code'],
    campaign: own?.name,
    customer: customers.get(String(shown['holder_id'])),
    ...contents(given),
    ...said('redemption_quantity', shown, given),
    redemption_count: count === 0 ? undefined : count,
    ...said('start_date', shown, given),
    ...said('expiration_date', shown, given),
    ...differing('validity_timeframe', shown, given),
    ...differing('validity_day_of_week', shown, given),
    ...differing('validity_hours', shown, given),
    active: shown['active'] === false ? false : undefined,
    ...differing('category', shown, given),
    additional_info: shown['additional_info'] ?? undefined,
    metadata: shown['metadata']
  }
  const kept = Object.entries(cells).filter(([, cell]) => cell === null || !isEmpty(cell))
  return Object.fromEntries(kept)
}

/** Where answers have what is not in a property of the name of its column. */
const PLACES = new Map([
  ['redemption_quantity', ['redemption', 'quantity']],
  ['gift_effect', ['gift', 'effect']]
])

function valueIn(shown: EntryValues, column: string): unknown {
  const place = PLACES.get(column) ?? [column]
  return place.reduce<unknown>((at, name) => (isSchema(at) ? at[name] : null), shown) ?? null
}

/** Null where the campaign would give one that the voucher has not. */
function said(column: string, shown: EntryValues, given: EntryValues): EntryValues {
  const [own, other] = [valueIn(shown, column), valueIn(given, column)]
  return own === null && other === null ? {} : { [column]: own }
}

/** The same, only where the campaign says something else. */
function differing(column: string, shown: EntryValues, given: EntryValues): EntryValues {
  return sameJson(valueIn(shown, column), valueIn(given, column)) ? {} : said(column, shown, given)
}

/** The points of a card by their last day, the soonest first and those without one last. */
function pointsOf(shown: AnswerBody, known: KnownRows): EntryValues {
  const { balance, next_expiration_date: day } = shown['loyalty_card'] as EntryValues
  const own = known.lots.get(String(shown['id']))
  if (own === undefined)
    return { balance, expires_on: balance === 0 ? undefined : (day ?? 'never') }
  const sum = own.reduce((all, { remaining }) => all + remaining, 0)
  const lots = saidLots(own)
  if (lots === null) return { balance: sum }
  if (lots.length > 1) return { balance: sum, lots }
  return { balance: sum, expires_on: sum === 0 ? undefined : (lots[0]?.expires_on ?? 'never') }
}

/** Whether the points of a card have several last days, which the card alone does not show. */
function hasSeveralDays({ loyalty_card: card }: AnswerBody): boolean {
  const {
    balance,
    next_expiration_date: day,
    next_expiration_points: lapsing
  } = card as EntryValues
  return day !== undefined && lapsing !== balance
}

/* What a row does not say, because no import brings it: counted and named for who dumps. */

/** How often something was left out, and the codes or source ids of the first ones. */
export interface Lost {
  count: number
  readonly some: string[]
}

/** By what is not in the file. */
export type LeftOut = Map<string, Lost>

/** Things that are named; the others are counted. */
const NAMED_MAX = 5

function count(leftOut: LeftOut, what: string, shown: AnswerBody): void {
  const lost = leftOut.get(what) ?? { count: 0, some: [] }
  const { code, source_id: sourceId, id } = shown
  lost.count++
  if (lost.some.length < NAMED_MAX) lost.some.push(String(code ?? (sourceId || id)))
  leftOut.set(what, lost)
}

/** What a row does not say of what is shown, as it is counted. */
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

const NOBODY = 'their customer, who has no source_id'

function isOfNobody(holder: string): Loss[1] {
  return (shown, { customer }) => !isUnsaid(shown[holder]) && customer === undefined
}

const OF_VOUCHERS: readonly Loss[] = [
  [NOBODY, isOfNobody('holder_id')],
  ['their referrer', shows('referrer_id')],
  [
    'their validation rules',
    // Those of its campaign are told, too, and are in the file.
    ({ id, validation_rules_assignments: own }) =>
      isSchema(own) && (own['data'] as EntryValues[]).some(each => each['related_object_id'] === id)
  ]
]

const OF_CARDS: readonly Loss[] = [
  ...OF_VOUCHERS,
  [
    `more than ${LOTS_MAX} last days of their points; these will follow from the program`,
    (_, { balance, expires_on, lots }) =>
      balance !== 0 && expires_on === undefined && lots === undefined
  ]
]

const OF_ORDERS: readonly Loss[] = [
  [NOBODY, isOfNobody('customer_id')],
  [
    'their referrer, who has no source_id',
    (shown, { referrer }) => !isUnsaid(shown['referrer_id']) && referrer === undefined
  ],
  ['their redemptions', ({ redemptions }) => Object.keys(redemptions as EntryValues).length > 0],
  // A return is what moved by it, as a redemption is, and a load moves nothing.
  ['what went back of them', ({ returned_amount }) => !isUnsaid(returned_amount)],
  [
    'the missing price of lines whose goods have a price',
    ({ items }, row) =>
      row['items'] !== undefined && (items as readonly EntryValues[]).some(isLineUnpriced)
  ],
  [
    'their lines, some of which name no goods of the project',
    ({ items }, row) => row['items'] === undefined && (items as readonly EntryValues[]).length > 0
  ]
]

const ROWS: {
  readonly [Name in RowSectionName]: {
    readonly rowOf: (shown: AnswerBody, known: KnownRows) => DumpedRow
    readonly losses: readonly Loss[]
  }
} = {
  customers: { rowOf: customerRow, losses: [['their system_metadata', shows('system_metadata')]] },
  cards: { rowOf: cardRow, losses: OF_CARDS },
  gift_cards: { rowOf: giftRow, losses: OF_VOUCHERS },
  coupons: { rowOf: couponRow, losses: OF_VOUCHERS },
  orders: { rowOf: orderRow, losses: OF_ORDERS }
}
