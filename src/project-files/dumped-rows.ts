/**
 * Stored customers, vouchers and orders as rows of a file, as far as an import can bring them.
 *
 * They are read a page at a time, in the order in which they were made. What a row cannot say is
 * counted, so that the person who dumps knows what is not in the file.
 */
import { Refused } from '../decisions/refusals.ts'
import { isSchema } from '../http/document.ts'
import type { OperationId } from '../http/types.ts'
import type { Lot, Voucher } from '../model.ts'
import {
  commonColumns,
  discountOf,
  effectOf,
  hasSeveralDays,
  type KnownByVouchers,
  limitOf,
  pointsOf,
  usesOf
} from './dumped-vouchers.ts'
import type { EntryValues } from './entries.ts'
import type { RowSectionName } from './form.ts'
import { count, type LeftOut, lostOf } from './losses.ts'
import type { AnswerBody, ProjectOperations } from './operations.ts'

/** What is known while rows are read. */
interface KnownRows extends KnownByVouchers {
  readonly customers: Map<string, string>
  readonly lots: Map<string, readonly Lot[]>
  /** The ids of coupons that went back with their rewards. */
  readonly takenBack: Set<string>
  /** What a line may call its goods, so that a load finds them. */
  readonly goods: { readonly [Kind in 'products' | 'skus']: ReadonlySet<string> }
  readonly leftOut: LeftOut
}

type Card = Pick<Voucher, 'id' | 'holderId'>

/** What reading the rows of a project needs beside its operations. */
export interface DumpedRowsTools extends Pick<KnownRows, 'campaigns' | 'goods' | 'leftOut'> {
  /** The open lots of cards, by the ids of the cards. */
  readonly lotsOf: (cards: readonly Card[]) => Promise<ReadonlyMap<string, readonly Lot[]>>
  /** Those of some coupons that went back with their rewards. */
  readonly takenBackOf: (ids: readonly string[]) => Promise<readonly string[]>
}

type RowCells = EntryValues

/** A row, or why there is none. */
type DumpedRow = RowCells | string

/** Above what requests may ask for: each page is found anew from the first row. */
const PAGE = 1000

/** Reads the rows of a project, section by section; customers come first. */
export class DumpedRows {
  readonly #operations: ProjectOperations
  readonly #lotsOf: DumpedRowsTools['lotsOf']
  readonly #takenBackOf: DumpedRowsTools['takenBackOf']
  readonly #known: KnownRows

  constructor(operations: ProjectOperations, { lotsOf, takenBackOf, ...known }: DumpedRowsTools) {
    this.#operations = operations
    this.#lotsOf = lotsOf
    this.#takenBackOf = takenBackOf
    this.#known = { ...known, customers: new Map(), lots: new Map(), takenBack: new Set() }
  }

  async *of(section: RowSectionName): AsyncGenerator<RowCells> {
    const { list, read } = SECTIONS[section]
    for await (const page of this.#pages(list)) {
      if (section === 'cards') await this.#knowLots(page)
      if (section === 'coupons') await this.#knowTakenBack(page)
      for (const shown of page) {
        const row = read(shown, this.#known)
        if (typeof row !== 'string') {
          for (const lost of lostOf(section, shown, row)) count(this.#known.leftOut, lost, shown)
          yield row
        } else if (row !== '') count(this.#known.leftOut, row, shown)
      }
    }
  }

  /** Of a page of vouchers, so that no more is held than one needs. */
  async #knowLots(page: readonly AnswerBody[]): Promise<void> {
    const cards = page.filter(each => each['type'] === 'LOYALTY_CARD' && hasSeveralDays(each))
    const found = await this.#lotsOf(cards.map(cardIn))
    this.#known.lots.clear()
    for (const [id, lots] of found) this.#known.lots.set(id, lots)
  }

  async #knowTakenBack(page: readonly AnswerBody[]): Promise<void> {
    const { takenBack } = this.#known
    takenBack.clear()
    for (const id of await this.#takenBackOf(page.map(({ id }) => String(id)))) takenBack.add(id)
  }

  async *#pages(list: OperationId): AsyncGenerator<readonly AnswerBody[]> {
    for (let page = 1; ; page++) {
      const query = { limit: PAGE, page, order: 'created_at' }
      const found = await this.#operations.carryOut(list, { query })
      const items = found[String(found['data_ref'])] as readonly AnswerBody[]
      yield items
      if (items.length < PAGE) return
    }
  }
}

function cardIn({ id, holder_id: holder }: AnswerBody): Card {
  return { id: String(id), holderId: typeof holder === 'string' ? holder : null }
}

/** The customer, voucher or order of an id, a source id or a code; null for nobody's. */
export async function shownAt(
  operations: ProjectOperations,
  section: RowSectionName,
  name: string
): Promise<AnswerBody | null> {
  const { read, parameter } = READS[section] ?? { read: 'getVoucher', parameter: 'code' }
  try {
    return await operations.carryOut(read, { params: { [parameter]: name } })
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** Of what is no voucher: the operation that reads one, and its path parameter. */
const READS: {
  readonly [Name in RowSectionName]?: { readonly read: OperationId; readonly parameter: string }
} = {
  customers: { read: 'getCustomer', parameter: 'customerId' },
  orders: { read: 'getOrder', parameter: 'orderId' }
}

/** Of vouchers of another type nothing is told: they are in another section. */
const ELSEWHERE = ''

const SECTIONS: {
  readonly [Name in RowSectionName]: {
    readonly list: OperationId
    readonly read: (shown: AnswerBody, known: KnownRows) => DumpedRow
  }
} = {
  customers: { list: 'listCustomers', read: customerRow },
  cards: { list: 'listVouchers', read: cardRow },
  gift_cards: { list: 'listVouchers', read: giftRow },
  coupons: { list: 'listVouchers', read: couponRow },
  orders: { list: 'listOrders', read: orderRow }
}

function customerRow(shown: AnswerBody, { customers }: KnownRows): DumpedRow {
  const { id, source_id, name, email, phone, description, address, metadata } = shown
  const { birthday, birthdate } = shown
  if (!isName(source_id)) return 'customers without a source_id'
  customers.set(String(id), source_id)
  const lines = isSchema(address) ? address : {}
  const said = ['line_1', 'line_2', 'city', 'postal_code', 'state', 'country'].map(
    line => [`address_${line}`, lines[line]] as const
  )
  const profile = { source_id, name, email, phone, description, birthday, birthdate }
  return filled({ ...profile, ...Object.fromEntries(said), metadata })
}

function cardRow(shown: AnswerBody, known: KnownRows): DumpedRow {
  if (shown['type'] !== 'LOYALTY_CARD') return ELSEWHERE
  const { first, rest } = commonColumns(shown, known)
  const { code, campaign, customer } = first
  if (customer === undefined) return 'loyalty cards of nobody with a source_id'
  const contents = { ...pointsOf(shown, known), ...limitOf(shown, known) }
  return withoutEmpty({ code, campaign, customer, ...contents, ...rest })
}

function giftRow(shown: AnswerBody, known: KnownRows): DumpedRow {
  if (shown['type'] !== 'GIFT_VOUCHER') return ELSEWHERE
  const { amount, balance } = shown['gift'] as EntryValues
  const { first, rest } = commonColumns(shown, known)
  const credit = { amount, balance, ...effectOf(shown, known) }
  return withoutEmpty({ ...first, ...credit, ...usesOf(shown, known), ...rest })
}

function couponRow(shown: AnswerBody, known: KnownRows): DumpedRow {
  if (shown['type'] !== 'DISCOUNT_VOUCHER') return ELSEWHERE
  if (known.takenBack.has(String(shown['id']))) return 'coupons that went back with their rewards'
  const { first, rest } = commonColumns(shown, known)
  return withoutEmpty({ ...first, ...discountOf(shown, known), ...usesOf(shown, known), ...rest })
}

function orderRow(shown: AnswerBody, { customers, goods }: KnownRows): DumpedRow {
  const { source_id, created_at, status, customer_id, referrer_id, metadata } = shown
  const { amount, initial_amount, discount_amount } = shown
  if (!isName(source_id)) return 'orders without a source_id'
  if (typeof status !== 'string') return 'orders without a status'
  const items = (shown['items'] as readonly EntryValues[]).map(itemRow)
  const isThere = ({ source_id, product_id, sku_id, related_object }: EntryValues) =>
    related_object === 'sku' || sku_id !== undefined
      ? goods.skus.has(String(source_id ?? sku_id))
      : goods.products.has(String(source_id ?? product_id))
  return filled({
    source_id,
    created_at,
    status,
    customer: typeof customer_id === 'string' ? customers.get(customer_id) : undefined,
    referrer: typeof referrer_id === 'string' ? customers.get(referrer_id) : undefined,
    amount,
    initial_amount,
    discount_amount,
    // A load refuses a line whose goods it does not find, and takes no part of the lines.
    items: items.every(isThere) ? items : undefined,
    metadata
  })
}

/** No load takes an empty one. */
function isName(sourceId: unknown): sourceId is string {
  return typeof sourceId === 'string' && sourceId !== ''
}

/** Goods are named by the source ids that they have in the project. */
function itemRow(item: EntryValues): EntryValues {
  const { product_id, sku_id, quantity, price, amount, discount_amount, metadata } = item
  const { initial_quantity, discount_quantity, initial_amount } = item
  const goods = (sku_id === undefined ? item['product'] : item['sku']) as EntryValues | undefined
  const sourceId = item['source_id'] ?? goods?.['source_id']
  const isNamed = typeof sourceId === 'string'
  return filled({
    source_id: sourceId,
    related_object: isNamed && sku_id !== undefined ? 'sku' : undefined,
    product_id: isNamed ? undefined : product_id,
    sku_id: isNamed ? undefined : sku_id,
    quantity,
    initial_quantity,
    discount_quantity,
    price,
    amount,
    initial_amount,
    discount_amount,
    metadata
  })
}

/** What says something. */
function filled(row: EntryValues): RowCells {
  return withoutEmpty(Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null)))
}

/** What says something, also that something is not there. */
function withoutEmpty(row: EntryValues): RowCells {
  const said = Object.entries(row).filter(([, value]) => {
    if (value === undefined) return false
    if (value === null) return true
    if (Array.isArray(value)) return value.length > 0
    return !isSchema(value) || Object.keys(value).length > 0
  })
  return Object.fromEntries(said)
}
