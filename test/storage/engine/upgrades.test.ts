/**
 * A database of each release, brought to this version and used; also one of this version, as its
 * release would keep it.
 */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Connection from 'better-sqlite3'
import t from 'tap'
import { demoScript } from '../../../scripts/migrations.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { openStore } from '../../../src/storage/database.ts'
import { givenService, NOW, type Service } from '../../support/app.ts'
import { temporaryFolder } from '../support/engines.ts'

const kept = globSync(join(import.meta.dirname, 'fixtures/*.sql')).map(
  file => [basename(file, '.sql'), readFileSync(file, 'utf8')] as const
)

/** What a coupon and its customer show; redemptions that were undone stay among theirs. */
async function shown(service: Service): Promise<unknown> {
  const { body: voucher } = await service.get('/v1/vouchers/WELCOME')
  const { body: ada } = await service.get('/v1/customers/ada')
  const { total_amount, total_count } = ada.summary.orders
  return { redemption: voucher.redemption, total_amount, total_count }
}

for (const [version, script] of [...kept, ['this version', await demoScript(NOW)] as const]) {
  t.test(`a database of ${version} redeems a coupon, and takes it back`, async t => {
    const file = join(temporaryFolder(t), 'kept.db')
    const connection = new Connection(file)
    connection.pragma('foreign_keys = OFF')
    connection.exec(script)
    connection.close()
    const store = await openStore(`sqlite:${file}`, { onBug: t.error })
    await store.migrate()
    t.match(await audit(store, NOW), { clean: true, counts: { projects: 1 } })
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
}
