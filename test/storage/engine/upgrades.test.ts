/**
 * A database of an older version, upgraded and used.
 *
 * Spec: redeemStackedDiscounts, rollbackRedemption; Decision 42.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import Connection from 'better-sqlite3'
import t from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { openStore } from '../../../src/storage/database.ts'
import { migrateSqlite, migrationsOf } from '../../../src/storage/engine/migrate.ts'
import { givenService, NOW, type Service } from '../../support/app.ts'
import { temporaryFolder } from '../support/engines.ts'

/** The rows that the demo of that version had; its steps are those up to 0012_receipts. */
const ROWS = readFileSync(new URL('fixtures/before-discounts.sql', import.meta.url), 'utf8')

/** A database as it was before vouchers could be redeemed. */
async function beforeDiscounts(file: string): Promise<void> {
  const connection = new Connection(file)
  const begin = async () => {
    connection.exec('BEGIN IMMEDIATE')
  }
  const known = migrationsOf('sqlite').filter(({ tag }) => !/^00(1[3-9]|[2-9])/.test(tag))
  await migrateSqlite(connection, begin, file, known)
  connection.pragma('foreign_keys = OFF')
  connection.exec(ROWS)
  connection.close()
}

/** What a coupon and its customer show; redemptions that were undone stay among theirs. */
async function shown(service: Service): Promise<unknown> {
  const { body: voucher } = await service.get('/v1/vouchers/WELCOME')
  const { body: ada } = await service.get('/v1/customers/ada')
  const { total_amount, total_count } = ada.summary.orders
  return { redemption: voucher.redemption, total_amount, total_count }
}

t.test('a database from before the discounts redeems a coupon, and takes it back', async t => {
  const file = join(temporaryFolder(t), 'old.db')
  await beforeDiscounts(file)
  const store = await openStore(`sqlite:${file}`, { onBug: t.error })
  await store.migrate()
  t.match(await audit(store, NOW), { clean: true, counts: { vouchers: 10, redemptions: 1 } })
  const service = await givenService(t, { store })
  const before = await shown(service)
  const redeemed = await service.post('/v1/redemptions', {
    redeemables: [{ object: 'voucher', id: 'WELCOME' }],
    order: { items: [{ product_id: 'prod_00beans', quantity: 2 }] },
    customer: { source_id: 'ada' }
  })
  t.match([redeemed.status, redeemed.body.order], [200, { amount: 3700, status: 'PAID' }])
  t.notSame(await shown(service), before)
  t.match(await audit(store, NOW), { clean: true })
  const { id } = redeemed.body.redemptions[0]
  const back = await service.post(`/v1/redemptions/${id}/rollback`)
  t.match([back.status, back.body.order], [200, { status: 'CANCELED', total_amount: 3700 }])
  t.strictSame(await shown(service), before)
  t.match(await audit(store, NOW), { clean: true })
})
