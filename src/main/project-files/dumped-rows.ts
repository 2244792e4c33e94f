/**
 * Stored customers, vouchers and orders as rows of a file, as far as an import can bring them.
 *
 * They are read a page at a time, in the order in which they were made. What a row cannot say is
 * counted, so that the person who dumps knows what is not in the file.
 *
 * Spec: Decisions 130 and 232.
 */
import { Refused } from '../../decisions/refusals.ts'
import { isObject } from '../../http/document.ts'
import type { OperationId } from '../../http/types.ts'
import type { Values } from './entries.ts'
import type { RowSectionName } from './form.ts'
import { count, isOfOneDay, type LeftOut, lostOf } from './losses.ts'
import type { Operations, Shown } from './operations.ts'

/** What is known while rows are read. */
interface Known {
  /** Source ids of customers by id; those who have one. */
  readonly customers: Map<string, string>
  /** What the file calls a campaign, by its id. */
  readonly campaigns: ReadonlyMap<string, string>
  readonly leftOut: LeftOut
}

type Row = Values

/** A row, or why there is none. */
type Read = Row | string

/** Above what requests may ask for: each page is found anew from the first row. */
const PAGE = 1000

/** Reads the rows of a project, section by section; customers come first. */
export class DumpedRows {
  readonly #operations: Operations
  readonly #known: Known

  constructor(operations: Operations, known: Omit<Known, 'customers'>) {
    this.#operations = operations
    this.#known = { ...known, customers: new Map() }
  }

  async *of(section: RowSectionName): AsyncGenerator<Row> {
    const { list, read } = SECTIONS[section]
    for await (const shown of this.#listed(list)) {
      const row = read(shown, this.#known)
      if (typeof row !== 'string') {
        for (const lost of lostOf(section, shown, row)) count(this.#known.leftOut, lost, shown)
        yield row
      } else if (row !== '') count(this.#known.leftOut, row, shown)
    }
  }

  async *#listed(list: OperationId): AsyncGenerator<Shown> {
    for (let page = 1; ; page++) {
      const query = { limit: PAGE, page, order: 'created_at' }
      const found = await this.#operations.carryOut(list, { query })
      const items = found[String(found['data_ref'])] as readonly Shown[]
      yield* items
      if (items.length < PAGE) return
    }
  }
}

/**
 * One stored voucher or order as a row, by its code or source id; null where there is none of this
 * section, or no row can say it.
 */
export async function storedRow(
  operations: Operations,
  section: Exclude<RowSectionName, 'customers'>,
  key: string
): Promise<Row | null> {
  const shown = await shownAt(operations, section, key)
  if (shown === null) return null
  const holder = shown[section === 'orders' ? 'customer_id' : 'holder_id']
  const customers = new Map<string, string>()
  if (typeof holder === 'string') {
    const customer = await operations.carryOut('getCustomer', { params: { customerId: holder } })
    if (typeof customer['source_id'] === 'string') customers.set(holder, customer['source_id'])
  }
  const campaigns = new Map([[String(shown['campaign_id']), String(shown['campaign'])]])
  const row = SECTIONS[section].read(shown, { customers, campaigns, leftOut: new Map() })
  return typeof row === 'string' ? null : row
}

/** The customer, voucher or order of an id, a source id or a code; null for nobody's. */
export async function shownAt(
  operations: Operations,
  section: RowSectionName,
  name: string
): Promise<Shown | null> {
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
    readonly read: (shown: Shown, known: Known) => Read
  }
} = {
  customers: { list: 'listCustomers', read: customerRow },
  cards: { list: 'listVouchers', read: cardRow },
  gift_cards: { list: 'listVouchers', read: giftRow },
  coupons: { list: 'listVouchers', read: couponRow },
  orders: { list: 'listOrders', read: orderRow }
}

function customerRow(shown: Shown, { customers }: Known): Read {
  const { id, source_id, name, email, phone, description, birthdate, address, metadata } = shown
  if (typeof source_id !== 'string') return 'customers without a source_id'
  customers.set(String(id), source_id)
  const lines = isObject(address) ? address : {}
  const said = ['line_1', 'line_2', 'city', 'postal_code', 'state', 'country'].map(
    line => [`address_${line}`, lines[line]] as const
  )
  const profile = { source_id, name, email, phone, description, birthdate }
  return filled({ ...profile, ...Object.fromEntries(said), metadata })
}

function cardRow(shown: Shown, known: Known): Read {
  if (shown['type'] !== 'LOYALTY_CARD') return ELSEWHERE
  const { customer, ...common } = voucherRow(shown, known)
  if (customer === undefined) return 'loyalty cards of nobody with a source_id'
  const card = shown['loyalty_card'] as Values
  const { balance, next_expiration_date: day } = card
  const lasts = Number(balance) === 0 ? undefined : (day ?? 'never')
  const { code, campaign, ...rest } = common
  const expires_on = isOfOneDay(card) ? lasts : undefined
  return filled({ code, campaign, customer, balance, expires_on, ...rest })
}

function giftRow(shown: Shown, known: Known): Read {
  if (shown['type'] !== 'GIFT_VOUCHER') return ELSEWHERE
  const { amount, balance } = shown['gift'] as Values
  const { code, campaign, customer, ...rest } = voucherRow(shown, known)
  return filled({ code, campaign, customer, amount, balance, ...uses(shown), ...rest })
}

function couponRow(shown: Shown, known: Known): Read {
  if (shown['type'] !== 'DISCOUNT_VOUCHER') return ELSEWHERE
  const { code, campaign, customer, ...rest } = voucherRow(shown, known)
  const discount = campaign === undefined ? shown['discount'] : undefined
  return filled({ code, campaign, customer, discount, ...uses(shown), ...rest })
}

function uses(shown: Shown): Values {
  const { quantity, redeemed_quantity: count } = shown['redemption'] as Values
  return { redemption_quantity: quantity, redemption_count: count === 0 ? null : count }
}

function voucherRow(shown: Shown, { campaigns, customers }: Known): Values {
  const { code, campaign_id: campaign, holder_id: holder, active, metadata } = shown
  return {
    code,
    campaign: typeof campaign === 'string' ? campaigns.get(campaign) : undefined,
    customer: typeof holder === 'string' ? customers.get(holder) : undefined,
    start_date: shown['start_date'],
    expiration_date: shown['expiration_date'],
    active: active === false ? false : undefined,
    metadata
  }
}

function orderRow(shown: Shown, { customers }: Known): Read {
  const { source_id, created_at, status, customer_id, amount, discount_amount, metadata } = shown
  if (typeof source_id !== 'string') return 'orders without a source_id'
  if (typeof status !== 'string') return 'orders without a status'
  const items = (shown['items'] as readonly Values[]).map(itemRow)
  return filled({
    source_id,
    created_at,
    status,
    customer: typeof customer_id === 'string' ? customers.get(customer_id) : undefined,
    amount,
    discount_amount,
    items,
    metadata
  })
}

/** Goods are named by the source ids that they have in the project. */
function itemRow(item: Values): Values {
  const { product_id, sku_id, quantity, price, amount, discount_amount, metadata } = item
  const goods = (sku_id === undefined ? item['product'] : item['sku']) as Values | undefined
  const sourceId = item['source_id'] ?? goods?.['source_id']
  const isNamed = typeof sourceId === 'string'
  return filled({
    source_id: sourceId,
    related_object: isNamed && sku_id !== undefined ? 'sku' : undefined,
    product_id: isNamed ? undefined : product_id,
    sku_id: isNamed ? undefined : sku_id,
    quantity,
    price,
    amount,
    discount_amount,
    metadata
  })
}

/** What says something. */
function filled(row: Values): Row {
  const said = Object.entries(row).filter(([, value]) => {
    if (value === null || value === undefined) return false
    if (Array.isArray(value)) return value.length > 0
    return !isObject(value) || Object.keys(value).length > 0
  })
  return Object.fromEntries(said)
}
