/**
 * Every whole number of every table, also within JSON, changed by one behind the store's back: the
 * engine refuses it, the audit finds it, or it stands here with the reason why nothing can tell.
 *
 * Derived from the tables: a column that is added is found, or has to be listed.
 */
import t, { type Test } from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { copiedTables } from '../../../src/storage/engine/moving/copies.ts'
import { givenService, NOW, type Service } from '../../support/app.ts'
import { backOffice } from '../../support/back-office.ts'
import { keepCounts } from '../../support/counts.ts'
import { lookInto, newUrl, openUrl, type RawRow, runBeside } from '../../support/stores.ts'
import { wholePlaces } from '../support/whole-places.ts'

const ADA = { source_id: 'ada' }
const BEANS = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const coupon = (id: string) => ({ object: 'voucher', id })
const GIFT = { ...coupon('GIFT-2500'), gift: { credits: 300 } }

const MUG = { product_id: 'prod_00mug' }
const CARD = { ...coupon('CLUB-ADA-0001'), reward: { id: 'rew_00coin', points: 1600 } }

/** Orders of which something goes back, in each way in which it can. */
async function givenReturns(
  { put }: Service,
  post: (path: string, body?: object) => Promise<unknown>
): Promise<void> {
  const discount = { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' }
  await post('/v1/vouchers/ITEMS', { type: 'DISCOUNT_VOUCHER', discount })
  await post('/v1/vouchers/CREDIT', { type: 'GIFT_VOUCHER', gift: { amount: 50_000 } })
  // Paid with a coupon, credit and points, and earning; two lines have discounts of the shop.
  const items = [
    { ...MUG, quantity: 4, price: 5000, discount_amount: 1001 },
    { sku_id: 'sku_00mugblue', quantity: 2, price: 3001, discount_amount: 501 },
    { product_id: 'prod_00beans', quantity: 1 }
  ]
  const credit = { ...coupon('CREDIT'), gift: { credits: 6000 } }
  const order = { source_id: 'back', items, discount_amount: 777 }
  const redeemables = [coupon('ITEMS'), credit, CARD]
  await post('/v1/redemptions', { redeemables, order, customer: ADA })
  await post('/v1/orders/back/returns', { items: [{ index: 0, quantity: 1 }] })
  await post('/v1/orders/back/returns', {
    items: [
      { index: 0, quantity: 2 },
      { index: 1, quantity: 1 }
    ]
  })
  // One line has a unit that is free, beside what the shop says of it, and a line is added.
  const more = { type: 'UNIT', unit_off: 1, unit_type: 'prod_00mug', effect: 'ADD_MISSING_ITEMS' }
  await post('/v1/vouchers', { code: 'MORE', type: 'DISCOUNT_VOUCHER', discount: more })
  const said = { ...MUG, quantity: 3, price: 500, initial_quantity: 3, initial_amount: 1500 }
  const beans = { product_id: 'prod_00beans', quantity: 2, initial_quantity: 2 }
  const free = { customer: ADA, redeemables: [coupon('MORE'), coupon('TIN')] }
  const lines = [said, { ...beans, initial_amount: 3600 }]
  await post('/v1/redemptions', { ...free, order: { source_id: 'kept', items: lines } })
  await post('/v1/redemptions', { ...free, order: { source_id: 'free', items: lines } })
  await post('/v1/orders/free/returns', { items: [{ index: 1, quantity: 1 }] })
  const paid = { status: 'PAID', customer: ADA }
  await post('/v1/orders', { ...paid, source_id: 'all', items: items.slice(0, 2) })
  await post('/v1/orders/all/returns', { items: [{ index: 1 }] })
  await post('/v1/orders/all/returns', { items: [{ index: 0 }] })
  await post('/v1/orders', { ...paid, source_id: 'amount', amount: 9000, discount_amount: 899 })
  await post('/v1/orders/amount/returns', { amount: 3000 })
  await post('/v1/orders', { ...paid, source_id: 'anew', items })
  const left = [{ ...MUG, quantity: 2, price: 5000 }]
  await put('/v1/orders/anew', { items: left })
  await post('/v1/orders', { ...paid, source_id: 'twice', items, status: 'FULFILLED' })
  await put('/v1/orders/twice', { items: left })
  await post('/v1/orders/twice/returns', { items: [{ ...MUG, quantity: 1 }] })
}

/** A shop with a row in every table that has a whole number, whose service has ended. */
async function givenEverything(t: Test): Promise<string> {
  const url = await newUrl(t)
  await t.test('what the shop has agrees', async t => {
    const store = await openUrl(url, { onBug: t.error })
    await store.migrate()
    let seconds = 0
    const now = () => new Date(Date.parse(NOW) + 1000 * seconds).toISOString()
    const service = await givenService(t, { store, now })
    await keepCounts(service)
    const post = async (path: string, body: object = {}) => {
      seconds++
      const { status, body: answer, bytes } = await service.post(path, body)
      if (status >= 300) throw new Error(`${path}: ${bytes}`)
      return answer
    }
    await service.work()
    const tin = { type: 'UNIT', unit_off: 1, unit_type: 'prod_00tin', effect: 'ADD_NEW_ITEMS' }
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
    const reward = { id: 'rew_00coin', points: 10 }
    const paying = { object: 'voucher', id: 'CLUB-ADA-0001', reward }
    const locked = { ...stack, redeemables: [...stack.redeemables, paying] }
    await post('/v1/validations', { ...locked, session: { type: 'LOCK', key: 'basket' } })
    const paid = { source_id: 'spent', customer: { source_id: 'ben' }, amount: 40_000 }
    await post('/v1/orders', { ...paid, status: 'PAID' })
    const { body: card } = await service.get('/v1/vouchers/CLUB-BEN-0001')
    await (await backOffice(service)).adjust('CLUB-BEN-0001', -card.loyalty_card.balance)
    await service.put('/v1/orders/spent', { status: 'CANCELED' })
    const own = { quantity: 2, price: 700, discount_amount: 100 }
    await post('/v1/orders', { items: [own], discount_amount: 50, initial_amount: 1500 })
    await givenReturns(service, post)
    await service.worker.stop()
    await post('/v1/products/bulk/async', [{ source_id: 'beans', price: 1900 }])
  })
  return url
}

const UNCOUNTED = 'it names a kind of count that the redemption has nothing to be counted by'
const SET = 'people set it, and nothing else says it'
const GUARD = 'it counts writes or attempts, and no figure is made of it'
const PLACE = 'it says where something stands; what stands there is counted again'
const TOLD = 'it is told to those who wait, and no figure is made of it'
const ASKED = 'it is what was asked for, which nothing else keeps'
const SHOWN = 'it is shown of what was, and no figure is made of it any more'
const COST_BEFORE =
  'what its discounts took before the return is kept by nothing, and no figure is made of it'
const WAITED_BEFORE =
  'what waits is kept as it is now, and no figure is made of what waited before the return'
const LOGGED = 'the log keeps what happened, and no figure is made of it'
const UNDER_WAY = 'it waits in a job, whose end says what came of it'
const PART = 'a rollback reads it of the order itself, and the record of the whole says it'
const TERMS = 'the terms of its payment, of which nothing else tells'
const UNKEPT = 'the order itself has it, and no record of it'
const CHARGED = 'what redemptions gave on it is asked again, and units that were free are charged'
const ANEW = 'an update has said the order anew since, and nothing keeps how it was'
const OVER = 'it came to nobody, and nothing is made of it any more'

/** Places of several orders, or records, with one reason. */
function untold(
  reason: string,
  table: string,
  statuses: readonly string[],
  places: readonly string[]
): Readonly<Record<string, string>> {
  const all = statuses.flatMap(status => places.map(place => `${table}.${place} (${status})`))
  return Object.fromEntries(all.map(place => [place, reason]))
}

const EARNED = ['earning.every', 'earning.points', 'points'].map(
  figure => `earned.terms.*.${figure}`
)
const LINE_APPLIED = [
  'appliedDiscountAmount',
  'appliedDiscountQuantity',
  'appliedQuantity',
  'appliedQuantityAmount'
]
const RETURNED = ['CANCELED, returned', 'FULFILLED, returned', 'PAID, returned']
const SAID_ANEW = 'PAID, said anew'

/** What nothing can tell, with the reason; behind it the status of the rows, where they have one. */
const UNTOLD: Readonly<Record<string, string>> = {
  'async_actions.processing_time_ms (DONE)': TOLD,
  'async_actions.progress (ENQUEUED)': TOLD,
  'categories.hierarchy': SET,
  'customers.version': GUARD,
  'earning_rules.pending_days': SET,
  'export_files.part': PLACE,
  'exports.processed (DONE)': TOLD,
  'job_chunks.index': PLACE,
  'jobs.attempts': GUARD,
  'ledger_entries.cause.followed.balances.*': ASKED,
  'ledger_entries.cause.followed.gone.*': ASKED,
  'ledger_entries.cause.followed.orders.amount': ASKED,
  'ledger_entries.cause.followed.orders.count': ASKED,
  'ledger_entries.voucher_version': PLACE,
  'lock_holds.credit': ASKED,
  'lock_holds.points': ASKED,
  'lock_holds.uses': ASKED,
  'loyalty_tiers.points_from': SET,
  'loyalty_tiers.points_to': SET,
  ...untold(TERMS, 'orders', ['CANCELED', 'PAID', SAID_ANEW, ...RETURNED], EARNED),
  ...untold(
    TERMS,
    'orders',
    ['CANCELED', 'PAID', 'PAID, returned'],
    ['redemptions.*.terms.*.off.discount.*']
  ),
  'orders.redemptions.*.terms.*.off.asked (PAID, returned)': ASKED,
  'orders.redemptions.*.terms.*.off.credits (CANCELED)': OVER,
  ...untold(GUARD, 'orders', [SAID_ANEW, ...RETURNED], ['version']),
  // Of an order that was said anew between two returns, the second is known.
  ...untold(
    ANEW,
    'orders',
    [SAID_ANEW, 'FULFILLED, returned'],
    [
      'returned.entries.*.lines.*.amount',
      'returned.entries.*.lines.*.index',
      'returned.entries.*.lines.*.quantity'
    ]
  ),
  'orders.items.*.price (PAID, said anew)': SET,
  'orders.items.*.product.price (PAID, said anew)': SET,
  'orders.items.*.quantity (PAID, said anew)': SET,
  'orders.items.*.returnedQuantity (PAID, said anew)': ANEW,
  ...untold(
    CHARGED,
    'orders',
    ['PAID, returned'],
    [
      ...LINE_APPLIED.map(figure => `returned.bought.items.*.${figure}`),
      'returned.bought.items.*.initialAmount',
      'returned.bought.items.*.initialQuantity'
    ]
  ),
  ...untold(
    'nothing is left of it',
    'orders',
    ['CANCELED, returned'],
    [
      'returned.bought.items.*.price',
      'returned.bought.items.*.product.price',
      'returned.bought.items.*.sku.price'
    ]
  ),
  ...untold(
    WAITED_BEFORE,
    'orders',
    [SAID_ANEW, ...RETURNED],
    ['returned.entries.*.pendingPoints']
  ),
  ...untold(COST_BEFORE, 'orders', [SAID_ANEW, ...RETURNED], ['returned.entries.*.totalAmount']),
  ...untold(
    PART,
    'redemptions',
    ['SUCCEEDED'],
    [
      'record.order.initialAmount',
      'record.order.items.*.discountQuantity',
      'record.order.items.*.initialAmount',
      'record.order.items.*.initialQuantity',
      'record.order.items.*.returnedQuantity',
      'record.order.items.*.sku.price',
      ...LINE_APPLIED.map(figure => `record.order.items.*.${figure}`),
      ...['index', 'discountAmount', 'discountQuantity', 'addedQuantity', 'addedAmount'].map(
        figure => `record.order.redemptions.*.lines.*.${figure}`
      ),
      'record.order.redemptions.*.lines.*.own.initialAmount',
      'record.order.redemptions.*.lines.*.own.initialQuantity'
    ]
  ),
  'redemptions.record.reward.reward.parameters.pointsRatio (SUCCEEDED)': SHOWN,
  'redemptions.counted_in (ROLLED_BACK)': UNCOUNTED,
  'orders.initial_amount (CREATED)': SET,
  'orders.version (CANCELED)': GUARD,
  'orders.version (CREATED)': GUARD,
  'orders.version (PAID)': GUARD,
  'pending_points.points (CANCELED)': OVER,
  'products.price': SET,
  'products.version': GUARD,
  'projects.catalogue_version': 'it tells processes to read what is set up again',
  'promotion_tiers.hierarchy': SET,
  'redemptions.counted_in (FAILED)': UNCOUNTED,
  'redemptions.counted_in (SUCCEEDED, rollback)': UNCOUNTED,
  'reward_assignments.points': SET,
  'rewards.stock': SET,
  'shortfalls.voucher_version': PLACE,
  'skus.price': SET,
  'tier_memberships.points_before':
    'it is what a card had earned when a period began, less what was taken back of it since',
  'tier_memberships.version': GUARD,
  'vouchers.redemption_quantity': SET,
  'vouchers.version': GUARD,
  'async_actions.result.* (DONE)': TOLD,
  'campaigns.voucher.discount.*': SET,
  'campaigns.voucher.gift.amount': SET,
  'campaigns.voucher.loyaltyCard.expirationRules.periodValue': SET,
  'campaigns.voucher.loyaltyCard.points': SET,
  'campaigns.voucher.redemptionQuantity': SET,
  'customers.metadata.*': SET,
  'earning_rules.earning.every': SET,
  'earning_rules.earning.points': SET,
  'event_schemas.properties.rating.gte': SET,
  'event_schemas.properties.rating.lte': SET,
  'events.events.*.*.metadata.rating': LOGGED,
  'events.events.*.*.points': LOGGED,
  'job_chunks.items.*.price': UNDER_WAY,
  'jobs.data.doneCount': UNDER_WAY,
  'jobs.data.failedCount': UNDER_WAY,
  'metadata_schemas.properties.*.gte': SET,
  'metadata_schemas.properties.*.lte': SET,
  'orders.items.*.price (CREATED)': SET,
  'orders.items.*.price (PAID)': SET,
  'orders.items.*.product.price (CREATED)': SET,
  'orders.items.*.product.price (PAID)': SET,
  'orders.items.*.quantity (CREATED)': SET,
  'orders.items.*.quantity (PAID)': SET,
  'promotion_tiers.discount.*': SET,
  'redemptions.record.customer.metadata.* (FAILED)': SET,
  'redemptions.record.customer.metadata.* (ROLLED_BACK)': SHOWN,
  'redemptions.record.customer.metadata.* (SUCCEEDED)': SET,
  'redemptions.record.customer.metadata.* (SUCCEEDED, rollback)': SHOWN,
  'redemptions.record.discount (ROLLED_BACK)': SHOWN,
  'redemptions.record.order.appliedDiscountAmount (SUCCEEDED)': PART,
  'redemptions.record.order.items.*.price (SUCCEEDED)': SET,
  'redemptions.record.order.items.*.product.price (SUCCEEDED)': SET,
  'redemptions.record.order.items.*.quantity (SUCCEEDED)': SET,
  'redemptions.record.order.redemptions.*.discountAmount (SUCCEEDED)': PART,
  'redemptions.record.order.version (SUCCEEDED)': GUARD,
  'redemptions.record.reward.product.price (SUCCEEDED)': SHOWN,
  'redemptions.record.reward.product.version (SUCCEEDED)': SHOWN,
  'redemptions.record.reward.reward.parameters.pointsRatio (FAILED)': SHOWN,
  'redemptions.record.reward.reward.redeemed (FAILED)': SHOWN,
  'redemptions.record.reward.reward.redeemed (SUCCEEDED)': SHOWN,
  'redemptions.record.reward.reward.stock (SUCCEEDED)': SHOWN,
  'redemptions.record.reward.sku.price (SUCCEEDED)': SHOWN,
  'rewards.parameters.balance': SET,
  'rewards.parameters.pointsRatio': SET,
  'segments.filter.fields.*.*.*': SET,
  'stacking_rules.rules.applicableExclusiveRedeemablesLimit': SET,
  'stacking_rules.rules.applicableExclusiveRedeemablesPerCategoryLimit': SET,
  'stacking_rules.rules.applicableRedeemablesLimit': SET,
  'stacking_rules.rules.redeemablesLimit': SET,
  'validation_rules.rules.1.conditions.*.*': SET,
  'vouchers.discount.*': SET
}

/** Places in JSON that nothing of the shop fills, with the reason; each with all that is in it. */
const UNFILLED: Readonly<Record<string, string>> = {
  'campaigns.voucher.codeConfig': SET,
  'campaigns.voucher.loyaltyCard.expirationRules': SET,
  'earning_rules.expiration_rules': SET,
  'event_schemas.properties': SET,
  'events.events.*.*': LOGGED,
  'exports.parameters': ASKED,
  'loyalty_tiers.mapping': SET,
  'metadata_schemas.properties': SET,
  'order_imports.said': 'it is what a file said, which nothing else keeps',
  'orders.earned.terms.*.bound': TERMS,
  'orders.earned.terms.*.mapped': TERMS,
  'orders.redemptions.*.most': 'it is what an update left, which nothing else keeps',
  'orders.redemptions.*.terms.*.applicability': TERMS,
  'orders.returned.bought.items.*.discountQuantity': CHARGED,
  'pending_points.expiration_rules': SET,
  'redemptions.record.order.earned': UNKEPT,
  'redemptions.record.order.redemptions.*.most': UNKEPT,
  'redemptions.record.order.redemptions.*.terms': UNKEPT,
  'redemptions.record.order.returned': UNKEPT,
  'redemptions.record.reward.reward.parameters.balance': SHOWN,
  'redemptions.record.reward.voucher': SHOWN,
  'segments.filter': SET,
  'several.recurrence': SET,
  'shortfalls.cause.followed': 'nothing is missing in the name of a bonus',
  'stacking_rules.rules': SET,
  'validation_rules.applicable_to': SET,
  'validation_rules.rules': SET,
  'tier_memberships.risen': 'it is where a card stood in a period, which nothing else keeps',
  'vouchers.imported_as': 'it is what a file said, which nothing else keeps'
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

type Path = readonly (string | number)[]

function wholeIn(value: unknown, at: Path = []): (readonly [Path, number])[] {
  if (Number.isInteger(value)) return [[at, value as number]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, each]) =>
    wholeIn(each, [...at, Array.isArray(value) ? Number(name) : name])
  )
}

/** The value with one more at a place. */
function raised(value: unknown, [first, ...rest]: Path): unknown {
  if (first === undefined) return (value as number) + 1
  const copy = Array.isArray(value) ? [...value] : { ...(value as object) }
  const inner = copy as Record<string | number, unknown>
  inner[first] = raised(inner[first], rest)
  return copy
}

/** A place in words: what has a number or an id in it is one of many. */
function placeOf(path: Path): string {
  return path.map(each => (typeof each === 'number' || /_/.test(each) ? '*' : each)).join('.')
}

/** That of a row; a record of a rollback is none of a redemption, and of some orders goods went back. */
function statusOf({ status, parent_id: parent = null, returned = null }: RawRow): string {
  const kept = typeof returned === 'string' ? returned : JSON.stringify(returned)
  const since = kept.includes('"bought":null') ? ', said anew' : ', returned'
  return `${status}${parent === null ? '' : ', rollback'}${returned === null ? '' : since}`
}

interface Filled {
  readonly rows: readonly RawRow[]
  readonly keys: readonly { readonly name: string }[]
}

/** Whole numbers in a column of JSON: of each place and status the first two and the last two. */
function insideOf(table: string, column: string, { rows, keys }: Filled): Changed[] {
  const all = rows.flatMap(row => {
    if (row[column] === null) return []
    const stored = row[column]
    const value = typeof stored === 'string' ? JSON.parse(stored) : stored
    return wholeIn(value).map(([path]) => {
      const where = keys.map(({ name }) => `"${name}" = ${quoted(row[name])}`).join(' and ')
      const set = (to: unknown) =>
        `update "${table}" set "${column}" = ${quoted(JSON.stringify(to))} where ${where}`
      const statements = [set(raised(value, path)), set(value)] as const
      return { column: `${table}.${column}.${placeOf(path)}`, row, statements }
    })
  })
  const places = Map.groupBy(all, each => each.column + statusOf(each.row))
  return [...places.values()].flatMap(endsOf)
}

function endsOf<Each>(all: readonly Each[]): readonly Each[] {
  return [...new Set([...all.slice(0, 2), ...all.slice(-2)])]
}

/** Whole numbers that are there: of each column and status those of the first and the last rows. */
async function changesOf(url: string): Promise<readonly Changed[]> {
  return lookInto(url, async ({ rowsOf }) => {
    const found: Changed[] = []
    for (const { name, columns } of copiedTables()) {
      const keys = columns.filter(({ isKey }) => isKey)
      // Engines tell rows in orders of their own.
      const named = (await rowsOf(name)).map(
        row => [keys.map(key => row[key.name]).join(), row] as const
      )
      const rows = named.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
      for (const { name: column, kind } of columns) {
        if (kind === 'json') found.push(...insideOf(name, column, { rows, keys }))
        if (kind !== 'whole') continue
        const filled = Map.groupBy(
          rows.filter(row => row[column] !== null),
          statusOf
        )
        for (const row of [...filled.values()].flatMap(endsOf)) {
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
    const status = typeof row['status'] === 'string' ? ` (${statusOf(row)})` : ''
    if ((await audit(store, NOW)).clean) untold.add(`${column}${status}`)
    await runBeside(url, statements[1])
  }
  t.strictSame((await audit(store, NOW)).findings, [], 'all is as it was')
  const all = copiedTables().flatMap(({ name, columns }) =>
    columns.filter(({ kind }) => kind === 'whole').map(column => `${name}.${column.name}`)
  )
  const found = all.filter(column => !seen.has(column))
  t.strictSame(found, [], 'each has a row')
  t.strictSame([...untold].sort(), Object.keys(UNTOLD).sort())
  const unfilled = wholePlaces().filter(place => !seen.has(place))
  const isListed = (place: string, listed: string) => `${place}.`.startsWith(`${listed}.`)
  const told = unfilled.filter(
    place => !Object.keys(UNFILLED).some(listed => isListed(place, listed))
  )
  t.strictSame(told, [], 'each place in JSON is filled')
  const came = Object.keys(UNFILLED).filter(
    listed => !unfilled.some(place => isListed(place, listed))
  )
  t.strictSame(came, [], 'nothing is listed that is filled')
})
