/**
 * The formats of imports: the columns of each kind, with their units and bounds, and the command
 * that a row of them is. Operators read these tables as the help of the command, so that what is
 * told is what is done. Columns bear the names of the API and of the exports.
 * Spec: importCustomersUsingCsv, importProductsUsingCsv, importVouchersUsingCsv,
 * importVouchersToCampaignUsingCsv, importVouchers, importVouchersToCampaign.
 */

import type {
  Address,
  AsyncAction,
  AsyncActionType,
  Campaign,
  Json,
  VoucherType
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import { NOTHING_DONE, queueAction } from '../async-actions.ts'
import type { Decision, Occasion } from '../changes.ts'
import type { SaveCustomer } from '../customers/customers.ts'
import type { ImportOrder } from '../orders/edit.ts'
import type { ItemCommand } from '../orders/lines.ts'
import type { ProductItem, ProductRow } from '../products.ts'
import { invalidPayload, type Refusal } from '../refusals.ts'
import { sameJson } from '../updates.ts'
import type { ImportVoucher } from '../vouchers/import.ts'
import { isCleared, refusedNulls, type Saying, settingsOf } from '../vouchers/updates.ts'
import {
  ADDRESS,
  type Columns,
  DAY,
  DAYS_OF_WEEK,
  DISCOUNT,
  discountsOf,
  FLAG,
  foundWithin,
  HOURS,
  headerFindings,
  type ImportRow,
  INSTANT,
  inCamelCase,
  isObject,
  KEY,
  kept,
  LAST_DAY,
  LIST,
  LONG_TEXT,
  LOTS,
  lotsOf,
  type Misread,
  NAMES,
  needed,
  OBJECT,
  oneOf,
  optional,
  PERCENT,
  PRICE,
  type RowFinding,
  type RowValues,
  readRow,
  TEXT,
  TIMEFRAME,
  unknownColumns,
  WHOLE
} from './columns.ts'
import {
  asExported,
  columnSent,
  EXPORTED,
  type ExportedNoun,
  exportedBeside,
  orderFromExport,
  parted,
  voucherFromExport
} from './exported.ts'
import { IMPORT_QUEUE, type Keyed } from './outcome.ts'

const METADATA = optional(OBJECT, 'checked by the schema; metadata.KEY is a column of one text')

const CUSTOMERS = {
  source_id: needed(KEY, 'your own id of the customer; tells the rows apart'),
  name: optional(TEXT, 'the whole name'),
  email: optional(TEXT, 'an address for mail'),
  phone: optional(TEXT, 'a number with its country'),
  description: optional(LONG_TEXT, 'a note'),
  birthday: optional(DAY, 'the day of birth as older clients said it; birthdate takes its place'),
  birthdate: optional(DAY, 'the day of birth'),
  address_line_1: optional(TEXT, 'street and number'),
  address_line_2: optional(TEXT, 'the rest of it'),
  address_city: optional(TEXT, 'the city'),
  address_postal_code: optional(TEXT, 'its postal code'),
  address_state: optional(TEXT, 'the state'),
  address_country: optional(TEXT, 'the country'),
  metadata: METADATA
} as const

const CODE = needed(KEY, 'what people show; unique in the project; tells the rows apart')
const HOLDER = 'source_id of who has it; a customer who is not known yet is made'
const SETTINGS = {
  start_date: optional(INSTANT, 'not valid before; else as the campaign says'),
  expiration_date: optional(INSTANT, 'not valid after; else as the campaign says'),
  validity_timeframe: optional(TIMEFRAME, 'windows of use; else as the campaign says'),
  validity_day_of_week: optional(DAYS_OF_WEEK, 'days of use; else as the campaign says'),
  validity_hours: optional(HOURS, 'hours of use; else as the campaign says'),
  active: kept(FLAG, 'false for one that is switched off; else true'),
  category: optional(KEY, 'name or id of a category, which exists; else that of the campaign'),
  additional_info: optional(LONG_TEXT, 'a note'),
  metadata: METADATA
} as const

const REDEEMED = {
  redemption_quantity: optional(
    WHOLE,
    'redemptions it allows in all, at least 1; else as its campaign says'
  ),
  redemption_count: kept(WHOLE, 'redemptions before the import')
} as const

const CARDS = {
  code: CODE,
  campaign: {
    ...needed(KEY, 'name or id of a loyalty program, which exists'),
    option: '--campaign NAME'
  },
  customer: needed(KEY, HOLDER),
  balance: needed(WHOLE, 'points that can be spent'),
  expires_on: kept(LAST_DAY, 'last day of the points, today or later; else as the program says'),
  lots: kept(LOTS, 'the points by their last day, where they have several; add up to balance'),
  ...REDEEMED,
  ...SETTINGS
} as const

const EFFECT = optional(
  oneOf('APPLY_TO_ORDER', 'APPLY_TO_ITEMS'),
  'what the credit pays; else as the campaign says'
)

const GIFT_CARDS = {
  code: CODE,
  campaign: optional(KEY, 'name or id of its campaign, which exists; else none'),
  customer: kept(KEY, HOLDER),
  amount: needed(WHOLE, 'credit it was made with, in the smallest unit of the currency'),
  balance: needed(WHOLE, 'credit that is left, in the same unit, at most amount'),
  gift_effect: EFFECT,
  ...REDEEMED,
  ...SETTINGS
} as const

const COUPONS = {
  code: CODE,
  campaign: optional(KEY, 'name or id of its campaign, which says the discount; else none'),
  customer: kept(KEY, HOLDER),
  percent_off: kept(PERCENT, 'percent of the order; only without a campaign'),
  amount_off: kept(WHOLE, 'discount in the smallest unit; only without a campaign'),
  discount: kept(DISCOUNT, 'any other discount, as the API has it; else as the campaign says'),
  ...REDEEMED,
  ...SETTINGS
} as const

const VOUCHERS = {
  voucher_type: needed(
    oneOf('GIFT_VOUCHER', 'DISCOUNT_VOUCHER', 'LOYALTY_CARD'),
    'says which of the other columns a row may fill'
  ),
  code: CODE,
  campaign: optional(KEY, 'name or id of its campaign, which exists; a loyalty card needs one'),
  customer: COUPONS.customer,
  amount: optional(WHOLE, `${GIFT_CARDS.amount.meaning}; for a gift voucher, which needs it`),
  balance: optional(
    WHOLE,
    'credit that is left, at most amount, or points of a card; both need it'
  ),
  gift_effect: EFFECT,
  percent_off: optional(PERCENT, 'percent of the order; for a discount voucher'),
  amount_off: optional(WHOLE, 'discount in the smallest unit; for a discount voucher'),
  discount: optional(DISCOUNT, 'any other discount, as the API has it; for a discount voucher'),
  ...REDEEMED,
  ...SETTINGS
} as const

const ORDERS = {
  source_id: needed(KEY, 'your own id of the order; tells the rows apart'),
  created_at: needed(INSTANT, 'when it was made and, where it is paid, paid; not in the future'),
  status: needed(oneOf('CREATED', 'PAID', 'CANCELED', 'FULFILLED'), 'as it is now'),
  customer: kept(KEY, 'source_id of who ordered; one who is not known yet is made'),
  referrer: kept(KEY, 'source_id of a known customer who referred them'),
  amount: kept(WHOLE, 'before discounts, in the smallest unit; else the sum of its items'),
  initial_amount: kept(WHOLE, 'before anything happened to it, in the smallest unit'),
  discount_amount: kept(WHOLE, 'discount in the smallest unit'),
  items: kept(LIST, 'lines with source_id of a known product, quantity, price, amount'),
  metadata: METADATA
} as const

/** Files of products have the public names alone, and prices as these files have them. */
export const PRODUCTS = {
  source_id: needed(KEY, 'your own id of the product; tells the rows apart'),
  name: optional(TEXT, 'its name, unique in the project'),
  price: optional(PRICE, 'price of one, in units of the currency'),
  attributes: optional(NAMES, 'names of the attributes in which its SKUs may differ'),
  image_url: optional(ADDRESS, 'HTTPS address of a .png or .jpg picture'),
  metadata: METADATA
} as const satisfies Columns

/** A line of an order, as one entry of `items`. */
export const ITEM = {
  source_id: optional(KEY, 'of the product, or of the SKU where related_object says so'),
  related_object: optional(oneOf('product', 'sku'), 'what source_id is of'),
  product_id: optional(TEXT, 'our id of the product'),
  sku_id: optional(TEXT, 'our id of the SKU'),
  quantity: optional(WHOLE, 'how many; else 1'),
  initial_quantity: optional(WHOLE, 'how many before anything happened to it'),
  discount_quantity: optional(WHOLE, 'how many of them a discount gave'),
  price: optional(WHOLE, 'price of one, in the smallest unit; else the stored price'),
  amount: optional(WHOLE, 'of the line, in the smallest unit'),
  initial_amount: optional(WHOLE, 'the same before anything happened to it'),
  discount_amount: optional(WHOLE, 'discount of the line, in the smallest unit'),
  metadata: METADATA
} as const

export const FORMATS = {
  customers: { ...ofExports('customer', CUSTOMERS), key: 'source_id', about: 'customers' },
  cards: ofVouchers(CARDS, 'loyalty cards with their points'),
  'gift-cards': ofVouchers(GIFT_CARDS, 'gift cards, also part-used ones'),
  coupons: ofVouchers(COUPONS, 'coupons with their counts of redemptions'),
  vouchers: ofVouchers(VOUCHERS, 'vouchers of all types in one file'),
  orders: { ...ofExports('order', ORDERS), key: 'source_id', about: 'orders of the past' }
} as const satisfies { readonly [kind: string]: Keyed & { readonly about: string } }

function ofVouchers<Own extends Columns>(columns: Own, about: string) {
  return { ...ofExports('voucher', columns), key: 'code', about } as const
}

/** The columns of an import, and those that its files may have beside them. */
function ofExports<Own extends Columns>(noun: ExportedNoun, columns: Own) {
  const exported = exportedBeside(noun, columns)
  return { columns, exported, columnsOfFile: { ...columns, ...exported } as Columns }
}

export type ImportKind = keyof typeof FORMATS

export type ImportCommand =
  | { readonly noun: 'customer'; readonly command: SaveCustomer }
  | { readonly noun: 'voucher'; readonly command: ImportVoucher }
  | { readonly noun: 'order'; readonly command: ImportOrder }

type ParsedRow = ImportCommand | Misread

export interface HowToRead {
  readonly kind: ImportKind
  /** The cells that a row has where it says nothing else. */
  readonly given: ImportRow
  readonly earns: boolean
  /** Whether rows say how things are to be, so that null clears and metadata is whole. */
  readonly edits?: boolean
  /** Whether texts are in quotes, so that "" is a text. */
  readonly isExact?: boolean
  /** The campaign of all rows, where they are imported into one. */
  readonly into?: Pick<Campaign, 'id' | 'name'>
  /** Whether a row was sent as JSON, and is no line of a file. */
  readonly isJson?: boolean
}

export function commandOf(how: HowToRead, sent: ImportRow): ParsedRow {
  const { kind, given, earns, edits = false, isExact = false, isJson = false, into } = how
  const own = Object.entries(sent).filter(([, cell]) => cell !== null && (isExact || cell !== ''))
  const said = Object.fromEntries(own)
  const names: readonly Json[] = into === undefined ? [] : [into.id, into.name]
  const other = ['campaign', 'campaign_id'].find(
    name => !names.includes(said[name] ?? into?.id ?? null)
  )
  if (into !== undefined && other !== undefined) {
    const message = `must be ${into.name}, which the file is imported into`
    return { findings: [{ column: other, message }] }
  }
  const row = { ...given, ...said, ...(into !== undefined && { campaign: into.id }) }
  const saying = { sent, edits, isExact, isFile: !edits && !isJson, shown: null }
  const read = kind === 'orders' ? orderOf(row, earns, saying) : READERS[kind](row, saying)
  const nulls = edits ? refusedNulls(FORMATS[kind].columns, sent) : []
  if (nulls.length === 0) return read
  return { findings: [...nulls, ...('findings' in read ? read.findings : [])] }
}

export const KIND_OF_VOUCHERS = {
  LOYALTY_CARD: 'cards',
  GIFT_VOUCHER: 'gift-cards',
  DISCOUNT_VOUCHER: 'coupons'
} as const satisfies { readonly [Type in VoucherType]: ImportKind }

function isTypeOfVoucher(type: Json): type is VoucherType {
  return typeof type === 'string' && Object.hasOwn(KIND_OF_VOUCHERS, type)
}

type RowReader = (row: ImportRow, saying: Saying) => ParsedRow

/** A reader of the rows of a type, which a file of an export may have in its own columns. */
function readerOf<Of extends Columns>(
  type: VoucherType,
  columns: Of,
  contentOf: (values: RowValues<Of>, saying: Saying) => ImportVoucher['content'] | Misread
): RowReader {
  const read: RowReader = (row, saying) => {
    const read = readRow(columns, row, saying.isExact)
    if ('findings' in read) return read
    const content = contentOf(read.values, saying)
    if ('findings' in content) return content
    return { noun: 'voucher', command: voucherOf(read.values as OfVoucher, content, saying) }
  }
  return (row, saying) => {
    const { exported, own } = parted(row, FORMATS[KIND_OF_VOUCHERS[type]].exported)
    if (!saying.isFile || Object.keys(exported).length === 0) return read(row, saying)
    const translated = voucherFromExport(type, exported, own)
    if ('findings' in translated) return translated
    const asked = read(translated.row, { ...saying, shown: translated.discount })
    if (!('findings' in asked)) return asked
    const findings = asked.findings.map(({ column, message }) => ({
      column: column && columnSent(column, row),
      message
    }))
    return { findings }
  }
}

const READERS: { readonly [Kind in Exclude<ImportKind, 'orders'>]: RowReader } = {
  customers: (sent, saying) => {
    const row = saying.isFile ? parted(sent, FORMATS.customers.exported).own : sent
    const read = readRow(CUSTOMERS, row, saying.isExact)
    if ('findings' in read) return read
    return { noun: 'customer', command: customerOf(read.values, saying) }
  },
  cards: readerOf('LOYALTY_CARD', CARDS, ({ balance, expires_on: expiresOn, lots }) => {
    if (lots === null) return { type: 'LOYALTY_CARD', points: { balance, expiresOn } }
    if (expiresOn !== null) {
      const message = 'is that of all points, and lots say it of each; write one of the two'
      return { findings: [{ column: 'expires_on', message }] }
    }
    const found = lotsOf(lots, balance)
    if ('findings' in found) return found
    return { type: 'LOYALTY_CARD', points: { balance, expiresOn, lots: found.lots } }
  }),
  'gift-cards': readerOf('GIFT_VOUCHER', GIFT_CARDS, ({ amount, balance }) => ({
    type: 'GIFT_VOUCHER',
    credit: { amount, balance }
  })),
  coupons: readerOf('DISCOUNT_VOUCHER', COUPONS, (values, { shown, isFile }) => {
    const whole = values.discount
    const isSame = whole !== null && shown !== null && sameJson(asExported(whole), shown)
    const part = isSame ? null : shown
    const [discount = part, second = part] = discountsOf(values)
    if (second !== null && second !== discount) {
      const beside = part === null ? '' : ', or value with discount_type,'
      const message = `only one of percent_off, amount_off and discount${beside} can be said`
      return { findings: [{ column: 'discount', message }] }
    }
    const content = { type: 'DISCOUNT_VOUCHER', discount } as const
    if (part !== null) return { ...content, shows: 'some' }
    return isFile && whole !== null ? { ...content, shows: 'all' } : content
  }),
  vouchers: ({ voucher_type: type = null, ...row }, saying) => {
    const [campaign, id] = [row['campaign'] ?? null, row['campaign_id'] ?? null]
    if (type === 'LOYALTY_CARD' && campaign === null && id === null) {
      const message = 'is empty, and must be the name or id of the loyalty program of the card'
      return { findings: [{ column: 'campaign', message }] }
    }
    if (isTypeOfVoucher(type)) return READERS[KIND_OF_VOUCHERS[type]](row, saying)
    const { findings } = { findings: null, ...readRow(VOUCHERS, { voucher_type: type, ...row }) }
    return { findings: present(findings, 'a voucher of no type is read') }
  }
}

/** Leads the names of the columns of an address. */
const OF_ADDRESS = 'address_'

function customerOf(
  { source_id: sourceId, ...values }: RowValues<typeof CUSTOMERS>,
  { sent, edits }: Saying
): SaveCustomer {
  const said = Object.entries(values).filter(
    ([column, value]) => value !== null || (edits && isCleared(sent, column))
  )
  const lines = said.filter(([column]) => column.startsWith(OF_ADDRESS))
  const profile = said.filter(([column]) => !column.startsWith(OF_ADDRESS))
  const address = lines.map(([column, line]) => [column.slice(OF_ADDRESS.length), line])
  return {
    sourceId,
    ...Object.fromEntries(profile),
    ...(address.length > 0 && { address: Object.fromEntries(address) as Address })
  }
}

type OfVoucher = RowValues<Pick<typeof COUPONS, 'code' | 'campaign' | 'customer'>> &
  RowValues<typeof REDEEMED & typeof SETTINGS>

function voucherOf(
  values: OfVoucher,
  content: ImportVoucher['content'],
  saying: Saying
): ImportVoucher {
  const { code, campaign, customer, redemption_count: redemptionCount } = values
  const discount = content.type === 'DISCOUNT_VOUCHER' ? content.discount : null
  // A voucher is made as its campaign says, and an edit says afterwards what it has of its own.
  const isAfterwards = saying.edits && discount !== null && campaign !== null
  return {
    code,
    campaign,
    customer,
    content: isAfterwards ? { type: 'DISCOUNT_VOUCHER', discount: null } : content,
    redemptionCount,
    settings: settingsOf({ ...values, discount }, saying)
  }
}

function orderOf(
  row: ImportRow,
  earns: boolean,
  { sent, edits, isExact, isFile }: Saying
): ParsedRow {
  const { exported, own } = parted(row, isFile ? FORMATS.orders.exported : {})
  const read = readRow(ORDERS, own, isExact)
  if ('findings' in read) return read
  const { customer: _, referrer: __, created_at: date, items, ...values } = read.values
  const shown = orderFromExport(exported, read.values)
  if ('findings' in shown) return shown
  const lines = (items ?? []).map((line, index) => itemOf(line, index, isExact))
  const findings = lines.flatMap(line => ('findings' in line ? line.findings : []))
  const sold = lines.flatMap(line => ('item' in line ? [line.item] : []))
  if (findings.length > 0) return { findings }
  const said = inCamelCase(values)
  const command: ImportOrder = {
    ...said,
    id: undefined,
    items: items === null ? undefined : sold,
    metadata: said.metadata ?? (edits && isCleared(sent, 'metadata') ? {} : undefined),
    createdAt: undefined,
    customer: shown.customer ?? undefined,
    ...(shown.referrer !== null && { referrerId: shown.referrer }),
    date,
    earns
  }
  return { noun: 'order', command }
}

function itemOf(line: Json, index: number, isExact: boolean): { item: ItemCommand } | Misread {
  const read = isObject(line)
    ? readRow(ITEM, line, isExact)
    : { findings: [{ column: null, message: 'must be an object' }] }
  if ('values' in read) {
    return { item: { ...inCamelCase(read.values), product: undefined, sku: undefined } }
  }
  return { findings: foundWithin('items', index, read.findings) }
}

/*
 * Customers and vouchers that arrive over HTTP, as files or vouchers as JSON: accepted, and carried
 * out row by row in the background. Rows wait as they were sent, in the payload of a job, which
 * goes when the job ends. A header that does not fit refuses the file; a bad row is reported by the
 * async action and stops no other.
 */

export interface SentFile {
  readonly header: readonly string[]
  /** At least one. */
  readonly rows: readonly SentRow[]
  /** The columns that are metadata under a header of the public names, as they were sent. */
  readonly asMetadata?: readonly string[]
}

/** As many cells as the header has (line 1), or of JSON an item by its index from 0. */
export type SentRow =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly findings: readonly RowFinding[] }
  | { readonly index: number; readonly row: ImportRow }
  | { readonly index: number; readonly findings: readonly RowFinding[] }

/** What the job of a file keeps beside its tally (`job.data`). */
export interface FileToImport extends HowToRead {
  readonly header: readonly string[]
  /** What the result says beside its counts; absent for nothing. */
  readonly message?: string
}

/** As everything is read that is sent. */
const AS_SENT = { given: {}, earns: false } as const

export function importCustomersUsingCsv(file: SentFile, occasion: Occasion): Decision<AsyncAction> {
  const read = { kind: 'customers', ...AS_SENT, file } as const
  return queueFile('CUSTOMERS.IMPORT', FORMATS.customers.columnsOfFile, read, occasion)
}

/** A row of a file of products, as an item of a price list: an empty cell leaves alone. */
export function productOf(header: readonly string[], sent: SentRow): ProductRow {
  if (!('cells' in sent)) return sent as Extract<ProductRow, Misread>
  const { line, cells } = sent
  const row = Object.fromEntries(header.map((name, index) => [name, cells[index] as string]))
  const read = readRow(PRODUCTS, row)
  if ('findings' in read) return { line, findings: read.findings }
  const said = Object.entries(inCamelCase(read.values)).filter(([, value]) => value !== undefined)
  return { line, ...(Object.fromEntries(said) as unknown as ProductItem) }
}

/** `ends`: the indexes before which a chunk ends, beside those by number. */
export function importProductsUsingCsv(
  {
    rows,
    asMetadata = []
  }: Pick<SentFile, 'asMetadata'> & { readonly rows: readonly ProductRow[] },
  ends: readonly number[],
  occasion: Occasion
): Decision<AsyncAction> {
  const data = { ...NOTHING_DONE, ...toldAsMetadata(asMetadata) }
  const job = { task: 'products.bulkUpdate', queue: 'products', data } as const
  const work = { ...job, total: rows.length, items: rows, ends }
  const { action, changes } = queueAction('PRODUCTS.IMPORT', work, occasion)
  return { result: action, changes }
}

export function importVouchersUsingCsv(file: SentFile, occasion: Occasion): Decision<AsyncAction> {
  const read = { kind: 'vouchers', ...AS_SENT, file } as const
  return queueFile('VOUCHERS.IMPORT', FORMATS.vouchers.columnsOfFile, read, occasion)
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
  const read = { kind: KIND_OF_VOUCHERS[voucher.type], ...AS_SENT, into: { id, name }, file }
  return queueFile('CAMPAIGN.VOUCHERS_IMPORT', columns, read, occasion)
}

export function columnsOfVouchers({ voucher }: Pick<Campaign, 'voucher'>): Columns | null {
  if (voucher === null) return null
  const { columnsOfFile } = FORMATS[KIND_OF_VOUCHERS[voucher.type]]
  return { ...columnsOfFile, campaign: { ...EXPORTED.voucher.campaign, isExported: true } }
}

export function importVouchers(
  rows: readonly ImportRow[],
  occasion: Occasion
): Decision<AsyncAction> {
  const items = rows.map((row, index): SentRow => {
    if (row['voucher_type'] !== 'LOYALTY_CARD') return { index, row }
    const message = 'is LOYALTY_CARD, which has a campaign; send it to importVouchersToCampaign'
    return { index, findings: [{ column: 'voucher_type', message }] }
  })
  const read = { kind: 'vouchers', ...AS_SENT, isJson: true, header: [] } as const
  return queueRows('VOUCHERS.IMPORT', read, items, occasion)
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
  const read = { kind: KIND_OF_VOUCHERS[voucher.type], ...AS_SENT, into: { id, name } }
  const file = { ...read, isJson: true, header: [] }
  return queueRows('CAMPAIGN.VOUCHERS_IMPORT', file, items, occasion)
}

function hasNoVouchers({ name }: Pick<Campaign, 'name'>): Refusal {
  const details = `Campaign ${name} is a PROMOTION, which has tiers instead of vouchers; name another`
  return { key: 'invalid_campaign', details }
}

/** What columns are called in files of the public service, where it is not as we call them. */
const PUBLIC_NAMES: ReadonlyMap<string, string> = new Map([
  ['city', 'address_city'],
  ['postal_code', 'address_postal_code'],
  ['state', 'address_state'],
  ['country', 'address_country'],
  ['redemption_limit', 'redemption_quantity'],
  ['redeemed_quantity', 'redemption_count'],
  ['loyalty_points', 'balance']
])

/** Columns of such files in a unit that they do not say, which are therefore refused. */
const OF_NO_UNIT: ReadonlySet<string> = new Set(['value', 'gift_amount', 'redeemed_amount'])

/**
 * A header in our names. One of the public names has `Source_id` or `Code`, in capitals of any kind:
 * under it, capitals and blanks of names do not count, and what is no column is a key of metadata.
 * Products have no other header.
 */
export function inOwnNames(
  columns: Columns,
  header: readonly string[]
): Pick<SentFile, 'header' | 'asMetadata'> {
  const nameOf = (sent: string) => sent.toLowerCase().replaceAll(' ', '_')
  const key = Object.hasOwn(columns, 'code') ? 'code' : 'source_id'
  const isOfProducts = columns === PRODUCTS
  const isPublic = !header.includes(key) && header.some(sent => nameOf(sent) === key)
  if (!isPublic && !isOfProducts) return { header }
  const asMetadata: string[] = []
  const named = header.map(sent => {
    const name = PUBLIC_NAMES.get(nameOf(sent)) ?? nameOf(sent)
    if ((OF_NO_UNIT.has(name) && !isOfProducts) || sent === '') return sent
    if (unknownColumns(columns, [name]).length === 0) return name
    asMetadata.push(sent)
    return `metadata.${sent}`
  })
  return { header: named, asMetadata }
}

export function headerRefusal(columns: Columns, header: readonly string[]): Refusal | null {
  const [finding] = headerFindings(columns, header, {})
  return finding === undefined ? null : invalidPayload('file', `line 1, ${finding}`)
}

/** The job of a file. Ids in order: the action, the job. */
function queueFile(
  type: AsyncActionType,
  columns: Columns,
  { file: { header, rows, asMetadata = [] }, ...read }: HowToRead & { readonly file: SentFile },
  occasion: Occasion
): Decision<AsyncAction> {
  const refusal = headerRefusal(columns, header)
  if (refusal !== null) return { refusal }
  return queueRows(type, { ...read, header, ...toldAsMetadata(asMetadata) }, rows, occasion)
}

function toldAsMetadata(names: readonly string[]): { readonly message?: string } {
  if (names.length === 0) return {}
  return { message: `Columns taken as metadata: ${names.join(', ')}.`.slice(0, 8192) }
}

function queueRows(
  type: AsyncActionType,
  file: FileToImport,
  rows: readonly SentRow[],
  occasion: Occasion
): Decision<AsyncAction> {
  const waiting = { queue: IMPORT_QUEUE, data: { ...NOTHING_DONE, ...file } }
  const work = { task: 'rows.import', ...waiting, total: rows.length, items: rows } as const
  const { action, changes } = queueAction(type, work, occasion)
  return { result: action, changes }
}
