import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { AGAIN, givenShop, told } from './support/moving-in.ts'
import { whileServing } from './support/place.ts'

//  kind, options       file                lines                                   rows of it
// biome-ignore format: a table
const FILES = [
  ['customers', 'customers.csv',
    ['source_id,name,birthdate', 'zoe,Zoë,1990-02-01', '"yan","Y, an",'], 2],
  ['cards', 'cards.csv',
    ['code,campaign,customer,balance,expires_on', 'OLD-1,Coffee Club,zoe,1200,',
      'OLD-2,Bakery Friends,zoe,30,2030-12-31', 'OLD-3,camp_00club,new,0,never'], 3],
  ['cards --campaign Coffee-Club', 'none.jsonl', [''], 0],
  ['gift-cards', 'gift-cards.jsonl',
    ['{"code":"G-1","amount":5000,"balance":1250,"redemption_count":3,"customer":"zoe"}', '',
      '{"code":"G-2","amount":500,"balance":500,"campaign":"Gift cards"}'], 2],
  ['coupons', 'coupons.csv',
    ['code,campaign,percent_off,redemption_count,redemption_quantity,active',
      'C-1,Spring coupons,,1,,', 'C-2,,12.5,40,100,false'], 2],
  ['orders', 'orders.csv',
    ['source_id,created_at,status,customer,amount,items',
      'o-1,2024-05-01T12:00:00+02:00,PAID,zoe,2500,',
      'o-2,2023-05-01T10:00:00Z,FULFILLED,zoe,,"[{""source_id"":""mug"",""quantity"":2}]"',
      'o-3,2024-06-01T10:00:00Z,CANCELED,zoe,100,'], 3]
] as const

const ORDER_EVENTS = `select count(*) n from events where events like '%"customer.order%'`

t.test('import: every kind comes once, beside a running service, and the books agree', async t => {
  const shop = await givenShop(t)
  await whileServing(shop, async () => {
    const events = shop.rows(ORDER_EVENTS)
    for (const [command, name, lines, count] of FILES) {
      const [kind] = command.split(' ')
      const title = `Imported ${kind} of ${name} into Demo shop`
      const first = await shop.imports(command, name, lines)
      t.strictSame(first, { code: 0, printed: told(title, count, 0, 0, 0), complained: '' }, name)
      const again = await shop.imports(command, name, lines)
      t.strictSame(again, { code: 0, printed: told(title, 0, 0, count, 0), complained: '' }, name)
    }
    t.strictSame(shop.rows(ORDER_EVENTS), events)
  })
  t.strictSame(
    shop.rows(`select v.code, e.type, e.amount, e.cause, l.expires_on from ledger_entries e
      join vouchers v on v.id = e.voucher_id left join lots l on l.voucher_id = v.id
      where v.code like 'OLD-%' or v.code like 'G-%' order by v.code, e.id`),
    [
      ['G-1', 'CREDITS_ADDITION', 5000, null],
      ['G-1', 'CREDITS_REDEMPTION', -3750, null],
      ['G-2', 'CREDITS_ADDITION', 500, null],
      ['OLD-1', 'POINTS_ADDITION', 1200, '2027-03-31'],
      ['OLD-2', 'POINTS_ADDITION', 30, '2030-12-31']
    ].map(([code, type, amount, expires_on]) => ({
      code,
      type,
      amount,
      cause: '{"reason":"import"}',
      expires_on
    }))
  )
  const found = shop.rows(`select code, redeemed_quantity n, active from vouchers
      where code in ('C-1', 'C-2', 'G-1') order by code`)
  t.strictSame(found, [
    { code: 'C-1', n: 1, active: 1 },
    { code: 'C-2', n: 40, active: 0 },
    { code: 'G-1', n: 3, active: 1 }
  ])
  t.equal((await shop.cli('audit')).code, 0)
})

t.test('import: an order with other contents is a bad row, which names its column', async t => {
  const shop = await givenShop(t)
  const order = (customer: string, amount: number) => [
    'source_id,created_at,status,customer,amount,metadata',
    `o-1,2024-05-01T12:00:00Z,PAID,${customer},${amount},"{""till"":7}"`
  ]
  const stored = () =>
    shop.rows('select o.*, i.said from orders o join order_imports i on i.order_id = o.id')
  await shop.imports('orders', 'orders.csv', order('ada', 2500))
  const before = stored()
  t.equal(before.length, 1)
  const rows = [
    ['amount', order('ada', 3000), '2500 of its amount, not 3000'],
    ['customer', order('new', 2500), '"cust_00ada" of its customer, not "new"']
  ] as const
  for (const [column, lines, differs] of rows) {
    const { code, complained } = await shop.imports('orders', 'orders.csv', lines)
    t.equal(code, 1)
    const place = `orders.csv, line 2, column ${column}: o-1 is there already`
    t.ok(complained.startsWith(`${place}, and an import said ${differs}; `), complained)
  }
  t.strictSame(stored(), before)
  t.strictSame(shop.rows("select id from customers where source_id = 'new'"), [])
  t.equal((await shop.cli('audit')).code, 0)
})

t.test('import: orders earn only where they are asked to', async t => {
  const shop = await givenShop(t)
  const points = "select balance from vouchers where code = 'CLUB-ADA-0001'"
  const [before] = shop.rows(points) as [{ balance: number }]
  const order = (id: string) => [
    'source_id,created_at,status,customer,amount',
    `${id},2024-05-01T12:00:00Z,PAID,ada,2500`
  ]
  await shop.imports('orders', 'orders.csv', order('o-1'))
  t.strictSame(shop.rows(points), [before])
  await shop.imports('orders --earn', 'orders.csv', order('o-1'))
  t.strictSame(shop.rows(points), [before], 'one that is there already earns nothing')
  await shop.imports('orders --earn', 'orders.csv', order('o-2'))
  t.strictSame(shop.rows(points), [{ balance: before.balance + 37 }])
  t.strictSame(
    shop.rows("select source_id, created_at, earned_at from orders where source_id like 'o-_'"),
    ['o-1', 'o-2'].map(source_id => ({
      source_id,
      created_at: '2024-05-01T12:00:00.000Z',
      earned_at: '2024-05-01T12:00:00.000Z'
    }))
  )
  t.equal((await shop.cli('audit')).code, 0)
})

const CUSTOMERS = [
  'source_id,name,birthdate,metadata.cups_per_day',
  'a1,One,1990-01-01,',
  'a2,"Two',
  'lines",1990-02-30,',
  ',Nobody,,',
  'a3,Three,,many',
  'a4,Four',
  'a5,Five,,',
  'a6,"Si"x,,',
  'a7,Seven,,',
  'a8,"Eight,,',
  'a9,Nine,,'
]

const COMPLAINTS = [
  `line 3, column birthdate: must be a day such as 2026-03-01, and is "1990-02-30"`,
  `line 5, column source_id: is empty, and must be a text of 1 to 512 characters`,
  `line 6, column metadata: customer.metadata: cups_per_day: must be a number (the ` +
    `actual value is "many")`,
  `line 7: has 2 cells, and the header 4`,
  `line 9: cannot be read: a quote stands beside other text; put the whole cell in ` +
    `quotes, and write each within it twice`,
  `line 11: cannot be read: its quotes are not closed`
]
  .map(complaint => `customers.csv, ${complaint}`)
  .join('\n')

t.test('import: a bad row is named by line and column, and stops nothing else', async t => {
  const shop = await givenShop(t)
  const { code, printed, complained } = await shop.imports('customers', 'customers.csv', CUSTOMERS)
  const found = [code, printed]
  t.strictSame(found, [1, told('Imported customers of customers.csv into Demo shop', 4, 0, 0, 6)])
  t.equal(complained, `${COMPLAINTS}\n${AGAIN}`)
  const names = "select source_id from customers where source_id like 'a_' order by source_id"
  t.strictSame(
    shop.rows(names),
    ['a1', 'a5', 'a7', 'a9'].map(source_id => ({ source_id }))
  )
  t.equal((await shop.cli('audit')).code, 0)
})

t.test('import: nesting without an end is a bad row of either format', async t => {
  const shop = await givenShop(t)
  const deep = '['.repeat(300_000) + ']'.repeat(300_000)
  const files = [
    ['deep.csv', ['source_id,metadata', 'd1,', `d2,"{""a"":${deep}}"`, 'd3,'], 3],
    [
      'deep.jsonl',
      ['{"source_id":"d4"}', `{"source_id":"d5","metadata":{"a":${deep}}}`, '{"source_id":"d6"}'],
      2
    ]
  ] as const
  for (const [name, lines, line] of files) {
    const { code, printed, complained } = await shop.imports('customers', name, lines)
    const title = `Imported customers of ${name} into Demo shop`
    t.strictSame([code, printed], [1, told(title, 2, 0, 0, 1)])
    const message = 'is nested deeper than is accepted here, 31 levels'
    t.equal(complained, `${name}, line ${line}, column metadata: ${message}\n${AGAIN}`)
  }
})

t.test('import: a dry run finds the same, and changes nothing', async t => {
  const shop = await givenShop(t)
  const everything = () =>
    ['customers', 'vouchers', 'ledger_entries', 'events', 'projects'].map(table =>
      shop.rows(`select * from ${table}`)
    )
  const left = join(dirname(shop.file), 'shop.db.dry-run-999999999')
  writeFileSync(left, 'of a dry run that was killed')
  const before = everything()
  const dry = await shop.imports('customers --dry-run', 'customers.csv', CUSTOMERS)
  const title = 'customers of customers.csv into Demo shop'
  t.strictSame(dry, {
    code: 1,
    printed: told(`Dry run, nothing was changed: would import ${title}`, 4, 0, 0, 6),
    complained: `${COMPLAINTS}\n${AGAIN}`
  })
  t.strictSame(everything(), before)
  const found = readdirSync(dirname(shop.file)).filter(name => name.includes('dry-run'))
  t.strictSame(found, [])
  const real = await shop.imports('customers', 'customers.csv', CUSTOMERS)
  t.strictSame({ ...real, printed: '' }, { ...dry, printed: '' })
})

t.test('import: where it is asked to, it stops at the first bad row', async t => {
  const shop = await givenShop(t)
  const command = 'customers --stop-at-first'
  const { code, printed, complained } = await shop.imports(command, 'customers.csv', CUSTOMERS)
  t.equal(code, 1)
  t.equal(printed, told('Imported customers of customers.csv into Demo shop', 1, 0, 0, 1))
  t.match(
    complained,
    /^customers\.csv, line 3, column birthdate: .*\nStopped at the first bad row\./
  )
  t.strictSame(shop.rows("select source_id from customers where source_id like 'a_'"), [
    { source_id: 'a1' }
  ])
})
