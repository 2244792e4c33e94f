/**
 * Names in metadata that were stored before names had a bound: whoever reads them may send them
 * again, and there is a way to be rid of them, wherever metadata is stored. Which operations change
 * it follows from the documents.
 *
 * Spec: Decision 193.
 */
import type Connection from 'better-sqlite3'
import t from 'tap'
import { followed, type Tree, tree } from '../../scripts/document-walk.ts'
import { NAME_LENGTH_MAX } from '../../src/rules/soundness.ts'
import { givenEarlier } from '../support/earlier.ts'
import { ask, type Described, documents, operationNamed, operations } from '../support/requests.ts'

const LONG = 'n'.repeat(NAME_LENGTH_MAX + 1)
const LARGE = 'x'.repeat(70_000)
const OLD = { [LONG]: 1, '': 'no name', within: [{ '': LARGE, [`${LONG}m`]: 2 }] }
/** What lines have and no goods do. */
const OLD_LINE = { ...OLD, [`${LONG}l`]: 'of a line', more: LARGE }
const FRESH = { [`${LONG}n`]: 1 }

/** Gives every row metadata from before there were bounds. */
function writeOldNames(rows: Connection.Database): void {
  const tables = rows
    .prepare(`select m.name as name, c.name as "column" from sqlite_schema m,
      pragma_table_info(m.name) c where m.type = 'table'
      and (c.name = 'metadata' or m.name = 'skus' and c.name = 'attributes')`)
    .all() as { name: string; column: string }[]
  const old = JSON.stringify(OLD)
  for (const { name, column } of tables) rows.prepare(`update ${name} set ${column} = ?`).run(old)
  const text = `json_set(items, '$[0].metadata', json(?), '$[0].product.metadata', json(?))`
  const line = JSON.stringify(OLD_LINE)
  const filled = `json_array_length(items) > 0 and json_extract(items, '$[0].product') is not null`
  rows.prepare(`update orders set items = ${text} where ${filled}`).run(line, line)
}

/** What is there of the free maps of a body. */
function mapsOf({ document, schema }: Described): readonly string[] {
  const whole = documents[document] as unknown as Tree
  return Object.entries(tree(followed(whole, { $ref: schema })['properties']))
    .map(([name, property]) => [name, followed(whole, property)] as const)
    .filter(([, found]) => found['additionalProperties'] === true && found['readOnly'] !== true)
    .map(([name]) => name)
}

const updates = operations
  .filter(({ method, schema }) => method === 'PUT' && schema !== '')
  .flatMap(operation => mapsOf(operation).map(map => ({ operation, map })))
const readOf = ({ path }: Described) =>
  operations.find(other => other.method === 'GET' && other.path === path) as Described

/** How a stored name goes: by null where maps are merged, else by leaving it out. */
const REPLACED = [
  'updateCampaign metadata',
  'updateEarningRule metadata',
  'updateLoyaltyProgram metadata',
  'updatePromotionTier metadata',
  'updateSku attributes'
]

t.test('what has an old name may be sent again, and the name can be removed', async t => {
  const { app } = await givenEarlier(t, writeOldNames)
  const replaced: string[] = []
  for (const { operation, map } of updates) {
    const say = (body: unknown) => ask(app, operation, { body: { [map]: body } })
    const fresh = await say({ ...OLD, ...FRESH })
    t.equal(fresh.status, 400, `${operation.id}: ${map} takes no new one`)
    t.match(fresh.body.details, /\.?metadata|attributes: has a property whose name has more/)
    t.equal((await say({ within: LARGE + LARGE })).status, 400, 'nor more than is stored')
    const read = readOf(operation)
    const found = read === undefined ? OLD : (await ask(app, read)).body[map]
    t.strictSame(found, OLD, `${operation.id}: ${map} is there`)
    const again = await say(found)
    t.strictSame([again.status, again.body[map]], [200, OLD], `${operation.id}: ${map} again`)
    const gone = { [LONG]: null, '': null, within: null }
    const removed = await say(gone)
    const merges = removed.status === 200 && Object.keys(removed.body[map]).length === 0
    if (!merges) replaced.push(`${operation.id} ${map}`)
    const end = merges ? await say(gone) : await say({})
    t.strictSame([end.status, end.body[map]], [200, {}], `${operation.id}: ${map} is without it`)
    t.equal((await say({ [LONG]: 1 })).status, 400, 'and it does not come back')
  }
  t.strictSame(replaced.toSorted(), REPLACED)
})

t.test('a customer and an order that were read can be sent back whole, wherever', async t => {
  const { app, work } = await givenEarlier(t, writeOldNames)
  const customer = (await ask(app, operationNamed('getCustomer'))).body
  const order = (await ask(app, operationNamed('getOrder'))).body
  const product = (await ask(app, operationNamed('getProduct'))).body
  t.match(order, {
    metadata: OLD,
    items: [{ metadata: OLD_LINE, product: { metadata: OLD_LINE } }]
  })
  const named = { source_id: customer.source_id, metadata: OLD }
  const cart = { items: [{ source_id: product.source_id, product: { metadata: OLD } }] }
  const welcome = { object: 'voucher', id: 'WELCOME' }
  const bodies: readonly (readonly [string, unknown])[] = [
    ['createCustomer', customer],
    ['updateCustomer', customer],
    ['createOrder', order],
    ['updateOrder', order],
    ['createOrder', { customer: named, items: cart.items }],
    ['createProduct', { source_id: product.source_id, metadata: OLD }],
    ['checkEligibility', { customer: named, order: cart }],
    ['validateStackedDiscounts', { customer: named, order: cart, redeemables: [welcome] }],
    ['estimateLoyaltyPoints', { customer: named, order: { id: order.id, metadata: OLD } }]
  ]
  for (const [id, body] of bodies) {
    const answer = await ask(app, operationNamed(id), { body })
    t.equal(answer.status, 200, `${id}: ${answer.bytes.slice(0, 300)}`)
  }
  const bulk = { body: [{ source_id: product.source_id, metadata: { [LONG]: null, '': null } }] }
  t.equal((await ask(app, operationNamed('updateProductsInBulk'), bulk)).status, 202)
  await work()
  const after = (await ask(app, operationNamed('getProduct'))).body
  t.strictSame(after.metadata, { within: OLD.within })
})

const STORED = { [LONG]: 'one', '': 'no name' }
const cell = (map: object) => `"${JSON.stringify(map).replaceAll('"', '""')}"`

//  a column of a file, and its cell                          what becomes of the row
const cells: readonly (readonly [string, string, RegExp | null])[] = [
  ['metadata', cell(STORED), null],
  [`metadata.${LONG}`, '2', null],
  ['metadata', cell(FRESH), /^Line 2, column metadata: has a property whose name has more than/],
  [`metadata.${LONG}n`, '2', /^Line 2, column metadata: has a property whose name has more than/],
  ['metadata', cell({ [LONG]: null, '': null }), null]
]

t.test('a file may have the old names of a customer, and no new ones', async t => {
  const { get, upload, work } = await givenEarlier(t, rows => {
    rows.prepare('update customers set metadata = ?').run(JSON.stringify(STORED))
  })
  const imported = async (source_id: string, column: string, value: string) => {
    const lines = [`source_id,${column}`, `${source_id},${value}`]
    const { body } = await upload('/v1/customers/importCSV', lines)
    await work()
    return (await get(`/v1/async-actions/${body.async_action_id}`)).body.result
  }
  for (const [column, value, mistake] of cells) {
    const title = `${column} ${value}`.slice(0, 40)
    const { done_count, errors } = await imported('ada', column, value)
    t.equal(done_count, mistake === null ? 1 : 0, title)
    if (mistake === null) t.strictSame(errors, [], title)
    else t.match(errors, [{ source_id: 'ada', details: mistake }], title)
  }
  t.strictSame((await get('/v1/customers/ada')).body.metadata, {})
  t.equal((await imported('somebody', 'metadata', cell(STORED))).done_count, 0, 'of nobody before')
})
