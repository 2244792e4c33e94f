/**
 * Every whole number of every table, changed by one behind the store's back: the engine refuses it,
 * the audit finds it, or it stands here with the reason why nothing can tell.
 *
 * Derived from the tables: a column that is added is found, or has to be listed.
 */
import t, { type Test } from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { copiedTables } from '../../../src/storage/engine/moving/copied-tables.ts'
import { givenService, NOW } from '../../support/app.ts'
import { backOffice } from '../../support/back-office.ts'
import { lookInto, newUrl, openUrl, type RawRow, runBeside } from '../../support/stores.ts'

const ADA = { source_id: 'ada' }
const BEANS = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const coupon = (id: string) => ({ object: 'voucher', id })
const GIFT = { ...coupon('GIFT-2500'), gift: { credits: 300 } }

/** A shop with a row in every table that has a whole number, whose service has ended. */
async function givenEverything(t: Test): Promise<string> {
  const url = await newUrl(t)
  await t.test('what the shop has agrees', async t => {
    const store = await openUrl(url, { onBug: t.error })
    await store.migrate()
    const service = await givenService(t, { store })
    const post = async (path: string, body: object = {}) => {
      const { status, body: answer, bytes } = await service.post(path, body)
      if (status >= 300) throw new Error(`${path}: ${bytes}`)
      return answer
    }
    await service.work()
    const tin = {
      type: 'UNIT',
      unit_off: 1,
      unit_type: 'prod_00tin',
      effect: 'ADD_NEW_ITEMS'
    }
    await post('/v1/vouchers', { code: 'TIN', type: 'DISCOUNT_VOUCHER', discount: tin })
    await post('/v1/publications', { voucher: 'GIFT-2500', customer: ADA })
    const stack = { redeemables: [coupon('WELCOME'), GIFT], order: BEANS, customer: ADA }
    await post('/v1/redemptions', stack)
    const { parent_redemption: undone } = await post('/v1/redemptions', stack)
    await post(`/v1/redemptions/${undone.id}/rollbacks`)
    await post('/v1/redemptions', {
      redeemables: [coupon('TIN')],
      order: { ...BEANS, source_id: 'tin' },
      customer: ADA
    })
    await post('/v1/redemptions', {
      redeemables: [{ object: 'promotion_tier', id: 'promo_00tenoff' }],
      order: BEANS
    })
    await post('/v1/validations', { ...stack, session: { type: 'LOCK', key: 'basket' } })
    const paid = { source_id: 'spent', customer: { source_id: 'ben' }, amount: 40_000 }
    await post('/v1/orders', { ...paid, status: 'PAID' })
    const { body: card } = await service.get('/v1/vouchers/CLUB-BEN-0001')
    await (await backOffice(service)).adjust('CLUB-BEN-0001', -card.loyalty_card.balance)
    await service.put('/v1/orders/spent', { status: 'CANCELED' })
    const own = { quantity: 2, price: 700, discount_amount: 100 }
    await post('/v1/orders', { items: [own], discount_amount: 50, initial_amount: 1500 })
    await service.worker.stop()
    await post('/v1/products/bulk/async', [{ source_id: 'beans', price: 1900 }])
  })
  return url
}

const SET = 'people set it, and nothing else says it'
const GUARD = 'it counts writes or attempts, and no figure is made of it'
const PLACE = 'it says where something stands; what stands there is counted again'
const TOLD = 'it is told to those who wait, and no figure is made of it'
const ASKED = 'it is what was asked for, which nothing else keeps'
const OVER = 'it came to nobody, and nothing is made of it any more'

/** What nothing can tell, with the reason; behind it the status of the rows, where they have one. */
const UNTOLD: Readonly<Record<string, string>> = {
  'async_actions.processing_time_ms (DONE)': TOLD,
  'async_actions.progress (ENQUEUED)': TOLD,
  'categories.hierarchy': SET,
  'customers.version': GUARD,
  'earning_rules.pending_days': SET,
  'export_files.part': PLACE,
  'job_chunks.index': PLACE,
  'jobs.attempts': GUARD,
  'ledger_entries.voucher_version': PLACE,
  'lock_holds.credit': ASKED,
  'lock_holds.uses': ASKED,
  'loyalty_tiers.points_from': SET,
  'loyalty_tiers.points_to': SET,
  'orders.initial_amount (CREATED)': SET,
  'orders.version (CANCELED)': GUARD,
  'orders.version (CREATED)': GUARD,
  'orders.version (PAID)': GUARD,
  'pending_points.points (CANCELED)': OVER,
  'products.price': SET,
  'products.version': GUARD,
  'projects.catalogue_version': 'it tells processes to read what is set up again',
  'promotion_tiers.hierarchy': SET,
  'reward_assignments.points': SET,
  'rewards.stock': SET,
  'shortfalls.voucher_version': PLACE,
  'skus.price': SET,
  'tier_memberships.points_before':
    'it is what a card had earned when a period began, less what was taken back of it since',
  'tier_memberships.version': GUARD,
  'vouchers.redemption_quantity': SET,
  'vouchers.version': GUARD
}

interface Changed {
  readonly column: string
  readonly row: RawRow
  /** The statement that changes it, and the one that changes it back. */
  readonly statements: readonly [string, string]
}

function quoted(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
}

/** Whole numbers that are there: of each column those of the first five and the last five rows. */
async function changesOf(url: string): Promise<readonly Changed[]> {
  return lookInto(url, async ({ rowsOf }) => {
    const found: Changed[] = []
    for (const { name, columns } of copiedTables()) {
      const rows = await rowsOf(name)
      const keys = columns.filter(({ isKey }) => isKey)
      for (const { name: column, kind } of columns) {
        if (kind !== 'whole') continue
        const filled = rows.filter(row => row[column] !== null)
        for (const row of [...new Set([...filled.slice(0, 5), ...filled.slice(-5)])]) {
          const value = Number(row[column])
          const after = (key: string) => (key === column ? value + 1 : row[key])
          const where = (of: (key: string) => unknown) =>
            keys.map(({ name: key }) => `"${key}" = ${quoted(of(key))}`).join(' and ')
          const set = (to: number, of: (key: string) => unknown) =>
            `update "${name}" set "${column}" = ${to} where ${where(of)}`
          const statements = [set(value + 1, key => row[key]), set(value, after)] as const
          found.push({ column: `${name}.${column}`, row, statements })
        }
      }
    }
    return found
  })
}

t.test('a whole number that is changed is found, unless nothing can tell', async t => {
  const url = await givenEverything(t)
  const store = await openUrl(url, { onBug: t.error })
  t.after(() => store.close())
  t.strictSame((await audit(store, NOW)).findings, [])
  const untold = new Set<string>()
  const seen = new Set<string>()
  for (const { column, row, statements } of await changesOf(url)) {
    seen.add(column)
    const isRefused = await runBeside(url, statements[0]).then(
      () => false,
      () => true
    )
    if (isRefused) continue
    const status = typeof row['status'] === 'string' ? ` (${row['status']})` : ''
    if ((await audit(store, NOW)).clean) untold.add(`${column}${status}`)
    await runBeside(url, statements[1])
  }
  t.strictSame((await audit(store, NOW)).findings, [], 'all is as it was')
  const all = copiedTables().flatMap(({ name, columns }) =>
    columns.filter(({ kind }) => kind === 'whole').map(column => `${name}.${column.name}`)
  )
  t.strictSame(
    all.filter(column => !seen.has(column)),
    [],
    'each has a row'
  )
  t.strictSame([...untold].sort(), Object.keys(UNTOLD).sort())
})
