/**
 * A person of whom a word is said wherever the API takes one, and where such words are found: in
 * the columns of the tables, and in the bytes of the files.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Test } from 'tap'
import * as tables from '../../../src/storage/tables.ts'
import { redemptionUrl } from '../../support/account.ts'
import { CONFIG, givenService, type Service } from '../../support/app.ts'
import { lookInto, newUrl, onPostgres, openUrl } from '../../support/stores.ts'
import { plantRedemptions, plantRefusal } from './planted-redemptions.ts'

export const MARKER = 'Quetzalwort'
export const NAME = 'quetzalwort-source'

export interface Kept {
  readonly service: Service
  readonly url: string
}

/** A service whose database is nobody else's. */
export async function givenKept(t: Test): Promise<Kept> {
  const url = await newUrl({ after: task => t.teardown(task) })
  const store = await openUrl(url, { onBug: error => t.fail(error.message) })
  await store.migrate()
  return { service: await givenService(t, { store, config: CONFIG }), url }
}

export interface Planted {
  readonly id: string
  readonly code: string
  readonly order: string
  /** Their tracking id. */
  readonly track: string
}

export async function plant(t: Test, service: Service): Promise<Planted> {
  const done = async (asked: Promise<{ status: number; body: unknown; bytes: string }>) => {
    const { status, body, bytes } = await asked
    t.ok(status < 300, bytes.slice(0, 300))
    // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes.
    return body as any
  }
  const metadata = { note: `${MARKER} metadata` }
  const person = {
    source_id: NAME,
    name: `${MARKER} name`,
    email: `${MARKER}@example.com`,
    phone: `${MARKER} phone`,
    description: `${MARKER} description`,
    address: { city: `${MARKER} city`, line_1: `${MARKER} street` },
    metadata
  }
  const { id } = await done(service.post('/v1/customers', person))
  const customer = { source_id: NAME }
  const joined = await done(
    service.post('/v1/publications', { customer, campaign: { name: 'Coffee Club' }, metadata })
  )
  const code = joined.voucher.code
  const card = `/v1/loyalties/members/${code}`
  await done(service.put(`/v1/vouchers/${code}`, { metadata, additional_info: `${MARKER} info` }))
  await done(service.post(`${card}/balance`, { points: 900, reason: `${MARKER} reason` }))
  const engraved = { name: `${MARKER} engraved`, metadata }
  const printed = { sku: `${MARKER} printed`, metadata }
  const items = [
    { product_id: 'prod_00beans', quantity: 2, metadata, product: engraved },
    { sku_id: 'sku_00mugblue', quantity: 1, product: engraved, sku: printed }
  ]
  await plantMore(done, service, { customer, metadata })
  const paid = await done(service.post('/v1/orders', { customer, status: 'PAID', items, metadata }))
  const order = { items, metadata }
  const redeemed = await done(
    service.post(redemptionUrl(code), { reward: { id: 'rew_00mug' }, metadata, order })
  )
  const refused = { reward: { id: 'rew_00nothing' }, metadata, order }
  await service.post(redemptionUrl(code), refused)
  const about = { reason: `${MARKER} reason`, metadata }
  await done(service.post(`/v1/redemptions/${redeemed.id}/rollback`, about))
  const rows = ['source_id,email,birthdate', `${NAME},,${MARKER}`, `,${MARKER},`]
  await done(service.upload('/v1/customers/importCSV', rows))
  const gift = ['voucher_type,code,customer,amount,balance,metadata.note']
  gift.push(`GIFT_VOUCHER,PAPER-Q,${NAME},500,500,${MARKER}`)
  await done(service.upload('/v1/vouchers/importCSV', gift))
  const past = {
    source_id: 'past-q',
    created_at: '2024-05-01T12:00:00Z',
    customer,
    items,
    metadata
  }
  await done(service.post('/v1/orders/import', [past]))
  const said = { rating: 5, text: `${MARKER} review` }
  const sent = { event: 'product_reviewed', customer, metadata: said }
  await service.post('/v1/events', sent)
  for (const exported of ['customer', 'redemption', 'order', 'publication', 'voucher']) {
    await service.post('/v1/exports', { exported_object: exported })
  }
  await service.work()
  return { id, code, order: paid.id, track: redeemed.tracking_id }
}

interface OfPerson {
  readonly customer: object
  readonly metadata: object
}

/** Vouchers of other types that they hold, and a rule by which points of an order wait. */
async function plantMore(
  done: (asked: ReturnType<Service['post']>) => Promise<unknown>,
  service: Service,
  { customer, metadata }: OfPerson
): Promise<void> {
  const noted = { metadata, additional_info: `${MARKER} info` }
  const vouchers = {
    'GIFT-Q': { type: 'GIFT_VOUCHER', gift: { amount: 500 } },
    'TEN-Q': { type: 'DISCOUNT_VOUCHER', discount: { type: 'PERCENT', percent_off: 10 } }
  }
  for (const [code, voucher] of Object.entries(vouchers)) {
    await done(service.post('/v1/vouchers', { code, ...voucher, ...noted }))
    const channel = `${MARKER} channel`
    await done(service.post('/v1/publications', { customer, voucher: code, channel, metadata }))
  }
  const said = { customer, metadata, word: MARKER }
  await plantRedemptions(done, service, { ...said, code: 'GIFT-Q' })
  await plantRefusal(done, service, { ...said, code: 'TEN-Q' })
  const topped = { amount: 100, reason: `${MARKER} reason` }
  await done(service.post('/v1/vouchers/GIFT-Q/balance', topped))
  const rule = {
    event: 'order.paid',
    loyalty: { type: 'FIXED', points: 5 },
    pending_points: { period_type: 'DAY', period_value: 14 },
    source: { banner: 'Later' }
  }
  await done(service.post('/v1/loyalties/camp_00club/earning-rules', [rule]))
}

export async function pointsWaiting(url: string, customerId: string): Promise<number> {
  const asked = 'select id from pending_points where customer_id = ?'
  return lookInto(url, async ({ find }) => (await find(asked, customerId)).length)
}

export async function columnsWith(url: string): Promise<readonly string[]> {
  return lookInto(url, async ({ find }) => {
    const found: string[] = []
    for (const column of wordColumns()) {
      const [table, name] = column.split('.')
      const asked = `select 1 from "${table}" where lower(cast("${name}" as text)) like ? limit 1`
      if ((await find(asked, `%${MARKER.toLowerCase()}%`)).length > 0) found.push(column)
    }
    return found
  })
}

export function wordColumns(): readonly string[] {
  return Object.values(tables)
    .filter(table => table instanceof SQLiteTable)
    .flatMap(table => {
      const { name, columns } = getTableConfig(table)
      return columns
        .filter(column => column.getSQLType() !== 'integer')
        .map(column => `${name}.${snake(column.name)}`)
    })
}

function snake(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}

/**
 * Where a database holds a word: the files beside it, its own included. Of PostgreSQL, whose files
 * keep what was overwritten, the records of all tables.
 */
export async function placesWith(url: string, word = MARKER): Promise<readonly string[]> {
  if (onPostgres) return tablesWith(url, word)
  return readdirSync(dirname(url.slice('sqlite:'.length)), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter(file => readFileSync(file, 'latin1').toLowerCase().includes(word.toLowerCase()))
}

async function tablesWith(url: string, word: string): Promise<readonly string[]> {
  return lookInto(url, async ({ tables, rowsOf }) => {
    const found: string[] = []
    for (const table of tables) {
      const text = JSON.stringify(await rowsOf(table))
      if (text.toLowerCase().includes(word.toLowerCase())) found.push(table)
    }
    return found
  })
}
