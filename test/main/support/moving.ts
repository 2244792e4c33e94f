/**
 * A shop that has rows in every table, to be moved from one engine to the other, and a look at all
 * that a database holds.
 */
import Connection from 'better-sqlite3'
import { Client } from 'pg'
import type { Test } from 'tap'
import { PROJECT_ID } from '../../../src/demo/known.ts'
import { openStore } from '../../../src/storage/database.ts'
import { copiedTables } from '../../../src/storage/engine/moving/copies.ts'
import { givenService, PAIR, type Service } from '../../support/app.ts'
import { backOffice } from '../../support/back-office.ts'
import { newDatabase } from '../../support/postgres-databases.ts'
import { givenPlace, type Outcome, type Place } from './place.ts'

/** Text that engines like to spoil: quotes, escapes, lines, and other planes. */
export const ODD = `O'Neill "\\N" {a,b} \\x41\t\n$1 NULL é\u0301 🦊`

const LAPSED = '2024-01-01T00:00:00.000Z'

export interface MovingPlace extends Place {
  /** Runs `copy` from one url to the other. */
  copy(from: string, to: string): Promise<Outcome>
}

export function givenMovingPlace(t: Test): MovingPlace {
  const place = givenPlace(t)
  return { ...place, copy: (from, to) => place.cli(`copy --from ${from} --to ${to}`) }
}

/** The url of an empty database of the server, gone when the test ends. */
export async function givenServerDatabase(t: Test): Promise<string> {
  const { url, drop } = await newDatabase()
  t.teardown(drop)
  return url
}

/** The service on the file of the place, with the demo, and with what the demo has not. */
export async function givenFullShop(t: Test, { file, url }: Place): Promise<Service> {
  const store = await openStore(url, { onBug: t.error })
  await store.migrate()
  const service = await givenService(t, { store })
  const did = async (answered: Promise<{ readonly status: number; readonly bytes: string }>) => {
    const { status, bytes } = await answered
    if (status >= 300) throw new Error(bytes)
  }
  const odd = {
    z: ODD,
    a: [1.5, null, { ' ': Number.MAX_SAFE_INTEGER }],
    'i-10': 'order',
    'i-9': ''
  }
  await did(service.post('/v1/customers', { source_id: ODD, name: ODD, metadata: odd }))
  await did(service.post('/v1/validations', lock(['WELCOME', 'GIFT-2500'])))
  const order = { source_id: 'large', amount: Number.MAX_SAFE_INTEGER, status: 'CREATED' }
  await did(service.post('/v1/orders', order, { ...PAIR, 'idempotency-key': 'once' }))
  const past = { source_id: 'old', created_at: '2024-05-01T14:00:00Z', status: 'PAID', amount: 9 }
  await did(service.post('/v1/orders/import', [{ ...past, customer: { source_id: 'ada' } }]))
  await did(service.post('/v1/exports', { exported_object: 'customer' }))
  await service.work()
  const bens = { customer: { source_id: 'ben' }, amount: 40_000, status: 'PAID' }
  await did(service.post('/v1/orders', { source_id: 'spent', ...bens }))
  // Something is counted only once a rule asks for it.
  const daily = { name: 'redemption.count.daily', conditions: { $less_than_or_equal: [9] } }
  const rule = await service.post('/v1/validation-rules', {
    name: ODD,
    rules: { 1: daily, logic: '1' }
  })
  const bound = { related_object_type: 'reward_assignment', related_object_id: 'rewa_00mug' }
  await did(service.post(`/v1/validation-rules/${rule.body.id}/assignments`, bound))
  const till = '/v1/loyalties/members/CLUB-ADA-0001/redemption'
  await did(service.post(till, { reward: { id: 'rew_00mug' } }))
  const { body: card } = await service.get('/v1/vouchers/CLUB-BEN-0001')
  await (await backOffice(service)).adjust('CLUB-BEN-0001', -card.loyalty_card.balance)
  await did(service.put('/v1/orders/spent', { status: 'CANCELED' }))
  // Work that waits.
  await service.worker.stop()
  await did(service.post('/v1/products/bulk/async', [{ source_id: 'beans', price: 1900 }]))
  // What a process holds for moments only, as one that was killed leaves it.
  const held = `insert into timer_leases values ('${PROJECT_ID}', 'nobody', '${LAPSED}')`
  const claimed = `insert into set_up_claims values ('${PROJECT_ID}', 'nobody')`
  // A file that came from a server has it.
  onFile(file, held, claimed, `insert into job_turns values ('${PROJECT_ID}')`)
  return service
}

const lock = (codes: readonly string[]) => ({
  redeemables: codes.map(id => ({ object: 'voucher', id })),
  order: { items: [{ product_id: 'prod_00beans', quantity: 2 }] },
  customer: { source_id: 'ada' },
  session: { type: 'LOCK', key: 'cart' }
})

/** Every row of every table of a file, to the last byte, in the order of their keys. */
export function rowsOfFile(file: string): Readonly<Record<string, readonly unknown[]>> {
  const connection = new Connection(file, { readonly: true })
  connection.defaultSafeIntegers(true)
  try {
    const rows = copiedTables().map(({ name, columns }) => {
      const keys = columns.filter(({ isKey }) => isKey).map(column => `"${column.name}"`)
      const asked = `select * from "${name}" order by ${keys.join(', ')}`
      return [name, connection.prepare(asked).all()] as const
    })
    return Object.fromEntries(rows)
  } finally {
    connection.close()
  }
}

export function onFile(file: string, ...texts: readonly string[]): void {
  const connection = new Connection(file)
  for (const text of texts) connection.exec(text)
  connection.close()
}

/** SQL by hand on a server; rows of the last text. */
export async function askServer(url: string, ...texts: readonly string[]): Promise<object[]> {
  const client = new Client({ connectionString: url, application_name: 'by hand' })
  await client.connect()
  try {
    let rows: object[] = []
    for (const text of texts) ({ rows } = await client.query(text))
    return rows
  } finally {
    await client.end()
  }
}
