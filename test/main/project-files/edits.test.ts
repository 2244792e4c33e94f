/**
 * A project file that is edited and loaded again: rows are changed to what they say, by the decisions
 * of updates, and what no operation changes is refused.
 *
 * Spec: Decision 311.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { OperationId } from '../../../src/http/types.ts'
import { freshSource } from '../../../src/ids.ts'
import { importRow } from '../../../src/jobs/rows.ts'
import { dumpProject, textOf } from '../../../src/main/project-files/dump.ts'
import {
  type LoadOptions,
  loadFile,
  projectFromFile
} from '../../../src/main/project-files/load.ts'
import { Operations } from '../../../src/main/project-files/operations.ts'
import { editRow } from '../../../src/main/project-files/row-edits.ts'
import { Shell } from '../../../src/shell.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { ranDuring, whereCounted } from '../../support/counted-statements.ts'
import { NOW } from '../../support/given.ts'
import { newStore } from '../../support/stores.ts'
import { givenPlace } from '../support/place.ts'
import { rowsOf } from '../support/project-files.ts'

const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
const services = { now: () => NOW, ids: freshSource(), limits }

type Values = Readonly<Record<string, unknown>>

const SET_UP: Values = {
  project: { name: 'Shop', timezone: 'UTC', currency: 'EUR', case_sensitive_codes: true },
  categories: [
    { name: 'Sale', hierarchy: 1 },
    { name: 'Gifts', hierarchy: 2 }
  ],
  products: [
    { source_id: 'mug', name: 'A mug', price: 900 },
    { source_id: 'tea', name: 'Tea', price: 400 }
  ],
  campaigns: [
    {
      id: 'camp_club',
      name: 'Club',
      campaign_type: 'LOYALTY_PROGRAM',
      voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } },
      earning_rules: [
        {
          source: { banner: 'A point for each euro' },
          event: 'order.paid',
          loyalty: {
            type: 'PROPORTIONAL',
            calculation_type: 'ORDER_AMOUNT',
            order: { amount: { every: 100, points: 1 } }
          }
        }
      ]
    },
    {
      name: 'Spring',
      campaign_type: 'DISCOUNT_COUPONS',
      expiration_date: '2030-06-01T00:00:00.000Z',
      voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'PERCENT', percent_off: 5 } }
    }
  ]
}

const FILE = {
  ...SET_UP,
  customers: [
    {
      source_id: 'lena',
      id: 'cust_lena',
      name: 'Lena',
      email: 'lena@example.com',
      address_line_1: 'One Road 1',
      address_city: 'Ulm',
      metadata: { size: 'XL', hat: 57 }
    },
    { source_id: 'tom', id: 'cust_tom', name: 'Tom' }
  ],
  cards: [
    {
      code: 'CARD',
      id: 'v_card',
      campaign: 'Club',
      customer: 'lena',
      balance: 350,
      lots: [{ points: 300, expires_on: '2030-12-31' }, { points: 50 }],
      active: true,
      metadata: { from: 'till', till: 1 }
    }
  ],
  gift_cards: [{ code: 'GIFT', amount: 500, balance: 400, additional_info: 'A note' }],
  coupons: [
    { code: 'TEN', discount: { type: 'PERCENT', percent_off: 10 }, redemption_quantity: 3 },
    { code: 'SPRING', campaign: 'Spring', expiration_date: '2030-06-01T00:00:00.000Z' }
  ],
  orders: [
    {
      source_id: 'o-1',
      created_at: '2026-01-02T10:00:00.000Z',
      status: 'CREATED',
      customer: 'lena',
      amount: 1800,
      items: [{ source_id: 'mug', quantity: 2, price: 900, amount: 1800 }],
      metadata: { till: 1 }
    },
    {
      source_id: 'o-2',
      created_at: '2026-01-02T10:00:00.000Z',
      status: 'CREATED',
      amount: 700
    }
  ]
}

type Section = 'customers' | 'cards' | 'gift_cards' | 'coupons' | 'orders'

/** The file with other cells in the first row of a section, or in another one. */
function edited(section: Section, cells: Values, index = 0): Values {
  const rows: readonly Values[] = FILE[section]
  const changed = rows.map((row, at) => (at === index ? { ...row, ...cells } : row))
  return { ...FILE, [section]: changed }
}

const named = (value: Values) => ({
  name: 'shop.json',
  text: JSON.stringify(value),
  folder: '/nowhere'
})

async function givenShop(t: Test) {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const { project } = await projectFromFile(store, services, named(FILE))
  const operations = new Operations(store, services, project)
  return {
    store,
    project,
    load: (value: Values, options: LoadOptions = {}) =>
      loadFile(store, services, project, named(value), options),
    dumped: async () => {
      const options = { out: null, withIds: false }
      return textOf((await dumpProject(store, services, project, options)).value, null)
    },
    carryOut: (operation: OperationId, params: Record<string, string>, body?: object) =>
      operations.carryOut(operation, { params, body })
  }
}

const NOTHING_CHANGED = {
  customers: { made: 0, changed: 0, unchanged: 2, bad: 0 },
  cards: { made: 0, changed: 0, unchanged: 1, bad: 0 },
  gift_cards: { made: 0, changed: 0, unchanged: 1, bad: 0 },
  coupons: { made: 0, changed: 0, unchanged: 2, bad: 0 },
  orders: { made: 0, changed: 0, unchanged: 2, bad: 0 }
}

/** A section, other cells in one of its rows, and each difference as column, from, to. */
type Edit = readonly [
  section: Section,
  name: string,
  cells: Values,
  differences: readonly (readonly [string, unknown, unknown])[],
  index?: number
]

const until = '2031-01-01T00:00:00.000Z'
const since = '2026-01-01T00:00:00.000Z'
const hours = { daily: [{ start_time: '08:00', expiration_time: '12:00' }] }
const line = { source_id: 'mug', quantity: 2, price: 900, amount: 1800 }
const tea = { source_id: 'tea', quantity: 1, price: 400, amount: 400 }

const EDITS: readonly Edit[] = [
  ['customers', 'lena', { name: 'Lena M.' }, [['name', 'Lena', 'Lena M.']]],
  ['customers', 'lena', { name: null }, [['name', 'Lena', null]]],
  ['customers', 'lena', { birthday: '1990-02-03' }, [['birthday', null, '1990-02-03']]],
  ['customers', 'lena', { address_city: null }, [['address_city', 'Ulm', null]]],
  [
    'customers',
    'lena',
    { address_line_1: null, address_city: null },
    [
      ['address_line_1', 'One Road 1', null],
      ['address_city', 'Ulm', null]
    ]
  ],
  [
    'customers',
    'lena',
    { metadata: { size: 'S' } },
    [['metadata', { size: 'XL', hat: 57 }, { size: 'S' }]]
  ],
  ['customers', 'lena', { metadata: null }, [['metadata', { size: 'XL', hat: 57 }, {}]]],
  ['customers', 'lena', { metadata: {} }, [['metadata', { size: 'XL', hat: 57 }, {}]]],
  ['cards', 'CARD', { active: false }, [['active', true, false]]],
  [
    'cards',
    'CARD',
    { start_date: since, expiration_date: until, category: 'Sale', redemption_quantity: 9 },
    [
      ['redemption_quantity', null, 9],
      ['start_date', null, since],
      ['expiration_date', null, until],
      ['category', null, 'Sale']
    ]
  ],
  [
    'cards',
    'CARD',
    { metadata: { from: 'web' } },
    [['metadata', { from: 'till', till: 1 }, { from: 'web' }]]
  ],
  [
    'gift_cards',
    'GIFT',
    { additional_info: null, gift_effect: 'APPLY_TO_ITEMS', validity_hours: hours },
    [
      ['validity_hours', null, hours],
      ['additional_info', 'A note', null],
      ['gift_effect', null, 'APPLY_TO_ITEMS']
    ]
  ],
  [
    'coupons',
    'TEN',
    { discount: { type: 'AMOUNT', amount_off: 300 }, redemption_quantity: null },
    [
      ['discount', { type: 'PERCENT', percent_off: 10 }, { type: 'AMOUNT', amount_off: 300 }],
      ['redemption_quantity', 3, null]
    ]
  ],
  [
    'coupons',
    'SPRING',
    { expiration_date: null, percent_off: 7, validity_day_of_week: [0, 6] },
    [
      ['discount', { type: 'PERCENT', percent_off: 5 }, { type: 'PERCENT', percent_off: 7 }],
      ['expiration_date', '2030-06-01T00:00:00.000Z', null],
      ['validity_day_of_week', null, [0, 6]]
    ],
    1
  ],
  ['orders', 'o-1', { status: 'PAID' }, [['status', 'CREATED', 'PAID']]],
  ['orders', 'o-1', { metadata: { bag: 2 } }, [['metadata', { till: 1 }, { bag: 2 }]]],
  [
    'orders',
    'o-1',
    { amount: 2200, items: [line, tea] },
    [
      ['amount', 1800, 2200],
      ['items', [line], [line, tea]]
    ]
  ],
  [
    'orders',
    'o-2',
    { amount: 900, discount_amount: 100, customer: 'tom', referrer: 'lena' },
    [
      ['customer', null, 'cust_tom'],
      ['referrer', null, 'cust_lena'],
      ['amount', 700, 900],
      ['discount_amount', null, 100]
    ],
    1
  ]
]

for (const [section, name, cells, told, index = 0] of EDITS) {
  t.test(`${section} ${name}: ${JSON.stringify(cells)} is reached once`, async t => {
    const { store, load, dumped } = await givenShop(t)
    const before = await dumped()
    const file = edited(section, cells, index)
    const differences = told.map(([column, from, to]) => ({ column, from, to }))
    const edits = [{ section, name, differences }]
    const dry = await load(file, { dryRun: true })
    t.strictSame(dry.edits, edits, 'a dry run tells it')
    t.equal(await dumped(), before, 'and writes nothing')
    const loaded = await load(file)
    t.strictSame(loaded.edits, edits)
    t.match(loaded.rows[section], { changed: 1, made: 0 })
    const after = await dumped()
    t.not(after, before)
    const again = await load(file)
    t.strictSame([again.rows, again.edits], [NOTHING_CHANGED, []], 'loading twice changes nothing')
    t.equal(await dumped(), after)
    t.match(await audit(store), { clean: true })
  })
}

t.test('what a row leaves out stays', async t => {
  const { load, dumped } = await givenShop(t)
  const before = await dumped()
  const bare = {
    customers: [{ source_id: 'lena' }],
    cards: [{ code: 'CARD', campaign: 'Club', customer: 'lena', balance: 350 }],
    gift_cards: [{ code: 'GIFT', amount: 500, balance: 400 }],
    coupons: [{ code: 'TEN' }],
    orders: [{ source_id: 'o-1', created_at: '2026-01-02T10:00:00.000Z', status: 'CREATED' }]
  }
  const loaded = await load(bare)
  t.strictSame(loaded.edits, [])
  t.equal(await dumped(), before)
})

t.test('an edit that is undone in the file is undone in the project', async t => {
  const { load, dumped } = await givenShop(t)
  const before = await dumped()
  const there = edited('orders', { status: 'CANCELED', metadata: { bag: 2 } })
  t.match((await load(there)).rows.orders, { changed: 1 })
  t.match((await load(FILE)).rows.orders, { changed: 1 })
  t.equal(await dumped(), before)
  await load(edited('cards', { active: false, category: 'Sale' }))
  const back = edited('cards', { active: true, category: null })
  t.match((await load(back)).rows.cards, { changed: 1 })
  t.equal(await dumped(), before)
})

t.test('an order that is paid by an edit earns, as by an update', async t => {
  const { load, carryOut } = await givenShop(t)
  const balance = async () => (await carryOut('getVoucher', { code: 'CARD' }))['loyalty_card']
  await load(edited('orders', { status: 'PAID' }))
  t.match(await balance(), { balance: 368 })
  await load(edited('orders', { status: 'CANCELED' }))
  t.match(await balance(), { balance: 350 })
})

t.test('what moves here by itself stays where the file says what it said before', async t => {
  const { load, carryOut, dumped } = await givenShop(t)
  await carryOut('updateOrder', { orderId: 'o-1' }, { status: 'PAID' })
  await carryOut('updateLoyaltyCardBalanceByCard', { memberId: 'CARD' }, { points: -20 })
  await carryOut('updateVoucherBalance', { code: 'GIFT' }, { amount: -50 })
  const before = await dumped()
  const again = await load(FILE)
  t.strictSame([again.rows, again.edits], [NOTHING_CHANGED, []])
  const other = await load(edited('orders', { metadata: { bag: 2 } }))
  t.match(other.edits, [{ differences: [{ column: 'metadata' }] }])
  t.match(await carryOut('getOrder', { orderId: 'o-1' }), { status: 'PAID' })
  await load(edited('orders', { metadata: { till: 1 } }))
  t.equal(await dumped(), before)
})

t.test('a dump is loaded into its own project as it is, and edits of it are reached', async t => {
  const { load, carryOut, dumped } = await givenShop(t)
  const items = [{ product_id: 'mug', quantity: 1 }]
  const made = { source_id: 'o-3', status: 'CREATED', items, customer: { source_id: 'lena' } }
  await carryOut('createOrder', {}, made)
  await carryOut('updateLoyaltyCardBalanceByCard', { memberId: 'CARD' }, { points: -310 })
  const { parse } = await import('yaml')
  const value = parse(await dumped())
  t.strictSame((await load(value)).edits, [])
  const orders = value.orders.map((order: Values) =>
    order['source_id'] === 'o-3' ? { ...order, status: 'PAID' } : order
  )
  const loaded = await load({ ...value, orders })
  t.strictSame(loaded.edits, [
    {
      section: 'orders',
      name: 'o-3',
      differences: [{ column: 'status', from: 'CREATED', to: 'PAID' }]
    }
  ])
  t.match(await carryOut('getVoucher', { code: 'CARD' }), { loyalty_card: { balance: 49 } })
})

/** A section, other cells in one of its rows, the column that is refused, and why. */
type Refused = readonly [Section, Values, column: string, message: string, index?: number]

const REFUSED: readonly Refused[] = [
  [
    'cards',
    { balance: 400, lots: undefined },
    'balance',
    'CARD has 350 points here, and the file says 400; a load moves no points: write what is ' +
      'here, or move them by updateLoyaltyCardBalanceByCard'
  ],
  [
    'cards',
    { lots: [{ points: 250, expires_on: '2030-12-31' }, { points: 100 }] },
    'lots',
    'CARD has 300 points until 2030-12-31, 50 points without a last day here, and the file says ' +
      '250 points until 2030-12-31, 100 points without a last day; points keep their last day, so ' +
      'write what is here'
  ],
  [
    'cards',
    { lots: undefined, expires_on: 'never' },
    'expires_on',
    'CARD has 300 points until 2030-12-31, 50 points without a last day here, and the file says ' +
      '350 points without a last day; points keep their last day, so write what is here'
  ],
  [
    'cards',
    { customer: 'tom' },
    'customer',
    'customer cust_lena has CARD here, and the file says tom; write who has it, or leave customer ' +
      'out'
  ],
  [
    'gift_cards',
    { customer: 'tom' },
    'customer',
    'nobody has GIFT here, and the file says tom; give it to them by createPublication, or leave ' +
      'customer out'
  ],
  [
    'gift_cards',
    { balance: 300 },
    'balance',
    'GIFT has 400 here, and the file says 300; a load moves no credit: write what is here, or ' +
      'move it by updateVoucherBalance'
  ],
  [
    'gift_cards',
    { redemption_count: 4 },
    'redemption_count',
    'GIFT was redeemed 1 times here, and the file says 4; write what is here, or leave it out'
  ],
  [
    'coupons',
    { code: 'GIFT' },
    'code',
    'GIFT is a GIFT_VOUCHER here, and the file has it as a DISCOUNT_VOUCHER; give this one ' +
      'another code'
  ],
  [
    'coupons',
    { campaign: 'Spring' },
    'campaign',
    'TEN is of no campaign here, and the file says Spring; a voucher stays in its campaign, so ' +
      'write that'
  ],
  ['coupons', { category: 'Nothing' }, 'category', 'Cannot find category with id Nothing'],
  [
    'orders',
    { created_at: '2026-01-03T10:00:00.000Z' },
    'created_at',
    'o-1 is of 2026-01-02T10:00:00.000Z here, and the file says 2026-01-03T10:00:00.000Z; an ' +
      'order keeps its date, so write what is here'
  ],
  [
    'orders',
    { customer: 'tom' },
    'customer',
    'o-1 is of customer cust_lena here, and the file says tom; an order keeps its customer, so ' +
      'write who it is, or leave customer out'
  ]
]

t.test('what no operation changes is refused with its path, and nothing is changed', async t => {
  const { load, dumped } = await givenShop(t)
  const before = await dumped()
  for (const [section, cells, column, message, index = 0] of REFUSED) {
    const file = edited(section, cells, index)
    const value = section === 'coupons' && cells['code'] ? { ...file, gift_cards: [] } : file
    const whole = `shop.json, line 1, /${section}/${index}/${column}: ${column}: ${message}.`
    const text = `${whole}\nNothing was changed.`
    await t.rejects(load(value), { message: text }, `${section} ${JSON.stringify(cells)}`)
    t.equal(await dumped(), before)
  }
})

t.test('a row of a file beside is edited as well, and a dry run tells it', async t => {
  const place = givenPlace(t)
  const file = join(place.folder, 'shop.json')
  const beside = join(place.folder, 'people.jsonl')
  const write = (rows: readonly Values[]) =>
    writeFileSync(beside, rows.map(row => `${JSON.stringify(row)}\n`).join(''))
  await place.cli('migrate')
  await place.cli('project create Shop')
  const people = Array.from({ length: 150 }, (_, index) => ({
    source_id: `c-${index}`,
    name: `Customer ${index}`,
    metadata: { number: index }
  }))
  write(people)
  writeFileSync(file, JSON.stringify({ customers: { file: 'people.jsonl' } }))
  const load = async (options: string) =>
    JSON.parse((await place.cli(`load ${file} --json ${options}`)).printed)
  const tally = { made: 0, changed: 0, unchanged: 0, bad: 0 }
  t.match(await load('--dry-run'), { rows: { customers: { ...tally, made: 150 } }, edits: [] })
  t.match(await load(''), { rows: { customers: { ...tally, made: 150 } } })
  write(people.map((row, index) => (index < 120 ? { ...row, name: null, metadata: null } : row)))
  const rows = { customers: { ...tally, changed: 120, unchanged: 30 } }
  const before = await rowsOf(place.url)
  const dry = await load('--dry-run')
  t.match(dry, { rows, rows_to_come: {} })
  t.strictSame(await rowsOf(place.url), before, 'not one row is another')
  t.equal(dry.edits.length, 100, 'the first ones are told')
  t.strictSame(dry.edits[99], {
    section: 'customers',
    name: 'c-99',
    differences: [
      { column: 'name', from: 'Customer 99', to: null },
      { column: 'metadata', from: { number: 99 }, to: {} }
    ]
  })
  const loaded = await load('')
  t.strictSame([loaded.rows, loaded.edits], [rows, dry.edits])
  t.match(await load(''), { rows: { customers: { ...tally, unchanged: 150 } }, edits: [] })
  const text = await place.cli(`load ${file} --dry-run`)
  t.match(text.printed, /new +0\n {2}as they were +150$/)
})

t.test('a dry run tells each value in words, and what it cannot tell about', async t => {
  const place = givenPlace(t)
  const file = join(place.folder, 'shop.yaml')
  await place.cli('migrate')
  await place.cli('project create Shop')
  writeFileSync(file, 'customers: [{ source_id: lena, name: Lena, metadata: { size: XL } }]\n')
  await place.cli(`load ${file}`)
  writeFileSync(join(place.folder, 'cards.csv'), 'code,campaign,customer,balance\nC,Club,lena,5\n')
  writeFileSync(
    file,
    `customers: [{ source_id: lena, name: null, metadata: { size: ${'X'.repeat(90)} } }]
cards: { file: cards.csv }
campaigns:
  - name: Club
    campaign_type: LOYALTY_PROGRAM
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
`
  )
  const dry = await place.cli(`load ${file} --dry-run`)
  t.strictSame(dry.printed.split('\n').slice(1), [
    '  + campaigns Club',
    '  ~ customers lena',
    '      name: "Lena" → nothing',
    `      metadata: {"size":"XL"} → {"size":"${'X'.repeat(71)}…`,
    '  new                     1',
    '  changed                 1',
    '  rows to come            1'
  ])
})

t.test('a new row costs no more statements than its import', whereCounted, async t => {
  const { store, project } = await givenShop(t)
  const shell = new Shell({ store, ...services })
  const origin = { project, requestId: 'load', source: { channel: 'INTERNAL' } } as const
  const tools = {
    shell,
    onFault: (error: Error) => {
      throw error
    }
  }
  const rowOf = {
    customers: (id: string) => ({ source_id: id, name: 'New', metadata: { a: 1 } }),
    cards: (id: string) => ({ code: id, campaign: 'Club', customer: `of ${id}`, balance: 5 }),
    'gift-cards': (id: string) => ({ code: id, amount: 5, balance: 5 }),
    coupons: (id: string) => ({ code: id, percent_off: 5 }),
    orders: (id: string) => ({ source_id: id, created_at: NOW, status: 'PAID', amount: 5 })
  }
  for (const kind of ['customers', 'cards', 'gift-cards', 'coupons', 'orders'] as const) {
    const read = { kind, given: {}, earns: false }
    const imported = (id: string) => importRow(tools, origin, read, rowOf[kind](id))
    await imported(`${kind}-0`)
    const known = await ranDuring(() => imported(`${kind}-1`))
    const edit = () => editRow(tools, origin, kind, rowOf[kind](`${kind}-2`))
    const edited = await ranDuring(async () => t.match(await edit(), { did: 'made' }))
    t.strictSame(edited.statements, known.statements, kind)
  }
})
