/**
 * A database of the version before lots knew what is taken back of them: the upgrade derives it
 * from the ledger, and names apart what that version left on cards and took from them; the command
 * line corrects it.
 *
 * Spec: Decisions 42 and 108.
 */
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import Connection from 'better-sqlite3'
import t from 'tap'
import { run, thisProcess } from '../../../src/main/command-line.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { openStore } from '../../../src/storage/database.ts'
import { migrateSqlite, migrationsOf } from '../../../src/storage/engine/migrate.ts'
import { temporaryFolder } from '../support/engines.ts'

/** The steps that the version before knew. */
const KNOWN = 6

interface Moved {
  readonly type: string
  readonly lots: readonly (readonly [id: string, points: number])[]
  readonly order?: string
  readonly redemption?: string
}

/** What happened to a card, and when its lots end. */
interface Past {
  readonly days: { readonly [lot: string]: string | null }
  readonly moved: readonly Moved[]
  /** What was noted as missing then, by order. */
  readonly missing?: { readonly [order: string]: number }
  /** Whether its customer was deleted since. */
  readonly deleted?: true
}

const OVER = '2026-02-01'
const came = (lot: string, points: number, order: string): Moved => ({
  type: 'POINTS_ACCRUAL',
  lots: [[lot, points]],
  order
})
const given = (lot: string, points: number): Moved => ({
  type: 'POINTS_ADDITION',
  lots: [[lot, points]]
})
const spent = (lot: string, points: number): Moved => ({
  type: 'POINTS_REDEMPTION',
  lots: [[lot, -points]],
  redemption: `r_${lot}`
})
const back = (lot: string, points: number): Moved => ({
  type: 'POINTS_REFUND',
  lots: [[lot, points]],
  redemption: `r_${lot}`
})
const lapsed = (lot: string, points: number): Moved => ({
  type: 'POINTS_EXPIRATION',
  lots: [[lot, -points]]
})
const taken = (lot: string, points: number, order: string): Moved => ({
  type: 'POINTS_CANCELLATION',
  lots: [[lot, -points]],
  order
})

const PASTS: { readonly [card: string]: Past } = {
  'five orders, spent, lapsed and canceled, of which nothing was taken': {
    days: { l11: OVER, l12: null },
    moved: [
      given('l12', 500),
      ...['a', 'b', 'c', 'd', 'e'].map(order => came('l11', 60, order)),
      spent('l11', 240),
      lapsed('l11', 60)
    ]
  },
  'two orders, of which one point was taken': {
    days: { l21: OVER, l22: null },
    moved: [
      given('l22', 50),
      came('l21', 22, 'f'),
      came('l21', 19, 'g'),
      spent('l21', 20),
      lapsed('l21', 21),
      taken('l22', 1, 'g')
    ]
  },
  'points that came back to a lapsed lot, and had been taken from another': {
    days: { l31: OVER, l32: null },
    moved: [
      given('l32', 45),
      came('l31', 40, 'h'),
      spent('l31', 40),
      taken('l32', 40, 'h'),
      back('l31', 40),
      lapsed('l31', 40)
    ]
  },
  'points that were missing': {
    days: { l41: null },
    moved: [came('l41', 60, 'i'), spent('l41', 60)],
    missing: { i: 60 }
  },
  'points that were there': {
    days: { l51: null },
    moved: [came('l51', 30, 'j'), given('l51', 5), taken('l51', 30, 'j')]
  },
  'points that were spent, taken from others, and came back': {
    days: { l61: null, l62: null },
    moved: [
      came('l61', 30, 'k'),
      spent('l61', 30),
      given('l62', 40),
      taken('l62', 30, 'k'),
      back('l61', 30)
    ]
  },
  'five orders, of which nothing was taken, and most of what was left is spent': {
    days: { l71: OVER, l72: null },
    moved: [
      given('l72', 500),
      ...['l', 'm', 'n', 'o', 'p'].map(order => came('l71', 60, order)),
      spent('l71', 240),
      lapsed('l71', 60),
      spent('l72', 400)
    ]
  },
  'points that were taken from a lot that is empty, beside another of its day': {
    days: { l81: OVER, l82: null, l83: null },
    moved: [
      given('l82', 40),
      came('l81', 40, 'q'),
      spent('l81', 40),
      taken('l82', 40, 'q'),
      back('l81', 40),
      lapsed('l81', 40),
      given('l83', 7)
    ]
  },
  'points that were taken before their customer was deleted, and points that were not': {
    days: { l91: null },
    moved: [
      came('l91', 60, 'r'),
      taken('l91', 60, 'r'),
      came('l91', 30, 's'),
      { type: 'POINTS_REMOVAL', lots: [['l91', -30]] }
    ],
    deleted: true
  }
}

// What each lot keeps: canceled, taken back, lapsed; and whether that was derived.
const LOTS = [
  ['l11', 300, 0, 60, true],
  ['l12', 0, 0, 0, false],
  ['l21', 41, 0, 21, true],
  ['l22', 0, 0, 0, true],
  ['l31', 40, 0, 40, true],
  ['l32', 0, 0, 0, true],
  ['l41', 60, 0, 0, true],
  ['l51', 30, 30, 0, true],
  ['l61', 0, 0, 0, true],
  ['l62', 0, 0, 0, true],
  ['l71', 300, 0, 60, true],
  ['l72', 0, 0, 0, false],
  ['l81', 40, 0, 40, true],
  ['l82', 0, 0, 0, true],
  ['l83', 0, 0, 0, false],
  ['l91', 60, 60, 0, true]
]

// What others stand in for, what is missing, and what the version before left or took.
const SHORT = [
  ['before', 'l11', '', 'UNTAKEN', 240],
  ['before', 'l21', '', 'UNTAKEN', 19],
  ['before', 'l21', 'l22', 'EARNED', 1],
  ['before', 'l32', 'l32', 'OVERTAKEN', 40],
  ['before', 'l71', '', 'UNTAKEN', 240],
  ['before', 'l82', 'l82', 'OVERTAKEN', 40],
  ['i', 'l41', '', 'EARNED', 60]
]

const instant = (n: number) => `2026-02-01T10:00:00.${String(n).padStart(3, '0')}Z`

/** The statements that make such a database of an empty one, in the SQL that both engines read. */
function planted(): string {
  const sql = [
    `insert into projects (id, name, timezone, currency, case_sensitive_codes, secret, demo,
       created_at) values ('p', 'P', 'Europe/Berlin', 'EUR', true, 's', false, '')`,
    `insert into campaigns (project_id, id, name, campaign_type, type, auto_join, join_once, active,
       metadata, vouchers_count, created_at) values ('p', 'camp', 'Club', 'LOYALTY_PROGRAM',
       'STATIC', true, false, true, '{}', ${Object.keys(PASTS).length}, '')`,
    `insert into customers (project_id, id, metadata, system_metadata, created_at, version,
       deleted_at) values ('p', 'cust', '{}', '{}', '', 1, null),
       ('p', 'gone', '{}', '{}', '', 2, '${instant(9)}')`
  ]
  const totals = { cust: { balance: 0, redeemed: 0 }, gone: { balance: 0, redeemed: 0 } }
  for (const [n, past] of Object.values(PASTS).entries()) {
    const { balance, redeemed } = plant(sql, `v_${n + 1}`, past)
    const sums = totals[holderOf(past)]
    sums.balance += balance
    sums.redeemed += redeemed
  }
  for (const [customer, { balance, redeemed }] of Object.entries(totals)) {
    sql.push(`insert into customer_totals (project_id, customer_id, redemptions_succeeded,
      redemptions_failed, rollbacks_succeeded, rollbacks_failed, gift_redeemed_amount, gift_balance,
      card_redeemed_points, card_balance, orders_count, orders_amount, last_order_amount)
      values ('p', '${customer}', 0, 0, 0, 0, 0, 0, ${redeemed}, ${balance}, 0, 0, 0)`)
  }
  return sql.join(';\n')
}

function holderOf({ deleted }: Past): 'cust' | 'gone' {
  return deleted ? 'gone' : 'cust'
}

/** One card, with all that happened to it. */
function plant(sql: string[], card: string, past: Past) {
  const { days, moved, missing = {} } = past
  const holder = holderOf(past)
  const sums = { points: 0, redeemed: 0, subtracted: 0, expired: 0, balance: 0 }
  const lots = new Map(Object.keys(days).map(id => [id, { amount: 0, remaining: 0 }]))
  const entries = moved.map(({ type, lots: lines, order, redemption }, n) => {
    const points = lines.reduce((sum, [, amount]) => sum + amount, 0)
    const part = /ACCRUAL|ADDITION/.test(type)
      ? 'points'
      : /REDEMPTION|REFUND/.test(type)
        ? 'redeemed'
        : type === 'POINTS_EXPIRATION'
          ? 'expired'
          : 'subtracted'
    sums[part] += part === 'points' ? points : -points
    sums.balance += points
    for (const [id, amount] of lines) {
      const lot = lots.get(id) ?? { amount: 0, remaining: 0 }
      lot.remaining += amount
      if (part === 'points') lot.amount += amount
    }
    const cause = JSON.stringify({ orderId: order, redemptionId: redemption })
    const named = JSON.stringify(lines.map(([id, amount]) => ({ id, amount })))
    const [ofOrder, ofRedemption] = [order, redemption].map(id => (id ? `'${id}'` : 'null'))
    return `insert into ledger_entries (project_id, id, voucher_id, campaign_id, type, amount, lots,
      balance_after, cause, created_at, order_id, redemption_id) values ('p', 'vtx_${card}_${n}',
      '${card}', 'camp', '${type}', ${points}, '${named}', ${sums.balance}, '${cause}',
      '${instant(n)}', ${ofOrder}, ${ofRedemption})`
  })
  sql.push(`insert into vouchers (project_id, id, code, code_key, campaign_id, type, holder_id,
    points, balance, pending_points, expired_points, subtracted_points, redeemed_points, active,
    metadata, is_referral_code, published_count, redeemed_quantity, records_count, created_at,
    version) values ('p', '${card}', '${card}', '${card}', 'camp', 'LOYALTY_CARD', '${holder}',
    ${sums.points}, ${sums.balance}, 0, ${sums.expired}, ${sums.subtracted}, ${sums.redeemed}, true,
    '{}', false, 0, 0, 0, '', 1)`)
  for (const [id, { amount, remaining }] of lots) {
    const day = days[id] ? `'${days[id]}'` : 'null'
    sql.push(`insert into lots (project_id, id, voucher_id, campaign_id, amount, remaining,
      expires_on, created_at) values ('p', '${id}', '${card}', 'camp', ${amount}, ${remaining},
      ${day}, '')`)
  }
  for (const order of new Set(moved.flatMap(({ order }) => order ?? []))) {
    sql.push(`insert into orders (project_id, id, status, total_amount, items, metadata,
      customer_id, redemptions, earned_at, created_at, updated_at, version) values ('p', '${order}',
      'CANCELED', 1, '[]', '{}', '${holder}', '{}', '${instant(0)}', '', '${instant(9)}', 2)`)
  }
  for (const [order, points] of Object.entries(missing)) {
    sql.push(`insert into shortfalls (project_id, voucher_id, subject_id, points, cause, created_at)
      values ('p', '${card}', '${order}', ${points}, '{"orderId":"${order}"}', '${instant(9)}')`)
  }
  sql.push(...entries)
  return sums
}

const ASK_LOTS = 'select id, canceled, taken_back, lapsed, derived from lots order by id'
const ASK_SHORT = `select subject_id, lot_id, from_lot_id, claim, points from shortfalls
  order by subject_id, lot_id, from_lot_id, claim`
const ASK_ORDERS = 'select id, taken_back_at from orders order by id'

// Whoever is deleted has nothing taken back from then on.
const ORDERS = [...'abcdefghijklmnopqrs'].map(id => [id, id === 's' ? null : instant(9)])

t.test('SQLite: what is taken back of a lot is derived from its ledger', async t => {
  const file = join(temporaryFolder(t), 'old.db')
  const connection = new Connection(file)
  t.after(() => connection.close())
  const begin = async () => {
    connection.exec('BEGIN IMMEDIATE')
  }
  await migrateSqlite(connection, begin, 'old.db', migrationsOf('sqlite').slice(0, KNOWN))
  connection.exec(planted())
  const store = await openStore(`sqlite:${file}`, { onBug: t.error })
  t.after(() => store.close())
  await store.migrate()
  const asked = (sql: string) => connection.prepare(sql).raw().all() as unknown[][]
  t.same(
    asked(ASK_LOTS).map(row => [...row.slice(0, 4), row[4] === 1]),
    LOTS
  )
  t.same(asked(ASK_SHORT), SHORT)
  t.same(asked(ASK_ORDERS), ORDERS)
  const cards = new Set([1, 2, 3, 7, 8].map(n => `p v_${n}`))
  t.match(await audit(store), { clean: true, past: { untaken: 499, overtaken: 80, cards } })
  const said: string[] = []
  const told = (text: string) => void said.push(text)
  const environment = { DATABASE_URL: `sqlite:${file}` }
  const host = { ...thisProcess, environment, print: told, complain: told }
  const because = ['--reason', 'Five orders, canceled in April']
  for (const card of ['v_1', 'v_2', 'v_3', 'v_3', 'v_7', 'v_8', 'v_99']) {
    await run(['correct', 'p', card, ...because], host)
  }
  await run(['correct', 'q', 'v_1', ...because], host)
  await run(['correct', 'p', 'v_1', '--reason', ' '], host)
  t.match(said, [
    'Took 240 points from v_1, and gave it back 0.',
    'Took 19 points from v_2, and gave it back 0.',
    'Took 0 points from v_3, and gave it back 40.',
    'Took 0 points from v_3, and gave it back 0.',
    /^Took 100 points from v_7, and gave it back 0\..*140/,
    'Took 0 points from v_8, and gave it back 40.',
    /v_99/,
    'There is no project q.',
    'A correction needs a reason; it is kept.'
  ])
  t.same(asked('select id, balance from vouchers order by id').slice(0, 3), [
    ['v_1', 260],
    ['v_2', 30],
    ['v_3', 45]
  ])
  t.match(await audit(store), { clean: true, past: { untaken: 0, overtaken: 0 } })
  const open = `select remaining from lots where voucher_id = 'v_8' and remaining > 0`
  t.same(asked(open), [[47]], 'a day has one open lot')
  connection.exec(`update lots set canceled = 299 where id = 'l11'`)
  t.match(await audit(store), { disagreement: /missing, of lot l11 should be 239 and is 240/ })
})

t.test('PostgreSQL: what is taken back of a lot is derived from its ledger', async t => {
  const client = await PGlite.create()
  t.after(() => client.close())
  const steps = migrationsOf('postgres').map(step => step.statements.join(';\n'))
  for (const sql of [...steps.slice(0, KNOWN), planted(), ...steps.slice(KNOWN)]) {
    await client.exec(sql)
  }
  const asked = async (sql: string) => (await client.query(sql, [], { rowMode: 'array' })).rows
  t.same(await asked(ASK_LOTS), LOTS)
  t.same(await asked(ASK_SHORT), SHORT)
  t.same(await asked(ASK_ORDERS), ORDERS)
})
