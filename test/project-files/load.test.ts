import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { counts, givenProject, rowsOf } from './support/project-files.ts'

const SHOP = readFileSync(join(import.meta.dirname, 'shop.yaml'), 'utf8')

t.test('a file makes everything once; loading it again changes nothing', async t => {
  const { place, load } = await givenProject(t)
  const first = await load(SHOP)
  t.strictSame([first.code, first.complained], [0, ''])
  t.match(first.printed, /^Loaded shop\.yaml into Shop\n/)
  t.match(first.printed, /\n {2}new +31$/)
  const before = await rowsOf(place.url)
  t.strictSame(await load(SHOP), {
    code: 0,
    printed: counts(
      'Loaded shop.yaml into Shop',
      '  new                     0',
      '  as they were           31'
    ),
    complained: ''
  })
  t.strictSame(await rowsOf(place.url), before, 'not one row is another')
  t.match((await place.cli('audit')).code, 0)
})

t.test('an edit changes the difference; a dry run says so and changes nothing', async t => {
  const { place, load } = await givenProject(t)
  await load(SHOP)
  const before = await rowsOf(place.url)
  const edited = SHOP.replace('price: 1500', 'price: 1600')
    .replace('color: red', 'size: big')
    .replace('active: false', 'active: true')
    .replace('stock: 10', 'stock: 20')
    .replace(/ {2}- name: Friends[\s\S]*?(?= {2}- name: Autumn)/, '')
    .replace(
      '    category: Seasonal\n    validation_rules: [ Twenty and more ]',
      '    validation_rules: []'
    )
  const told = (first: string) =>
    counts(
      `${first} shop.yaml into Shop`,
      '  ~ products mug',
      '      metadata.color: "red" → nothing',
      '      metadata.size: nothing → "big"',
      '  ~ products beans',
      '      price: 1500 → 1600',
      '  ~ campaigns Spring',
      '  ~ campaigns.earning_rules Review',
      '      active: false → true',
      '  ~ rewards A mug',
      '      stock: 10 → 20',
      '  - campaigns Friends',
      '  new                     0',
      '  changed                 5',
      '  as they were           25',
      '  removed                 1'
    )
  t.strictSame(await load(edited, '--dry-run --prune'), {
    code: 0,
    printed: told('Dry run, nothing was changed: would load'),
    complained: ''
  })
  t.strictSame(await rowsOf(place.url), before)
  t.strictSame(await load(edited, '--prune'), { code: 0, printed: told('Loaded'), complained: '' })
  t.equal(
    (await load(edited, '--prune')).printed,
    counts(
      'Loaded shop.yaml into Shop',
      '  new                     0',
      '  as they were           30'
    )
  )
})

t.test('for programs a load tells each thing, what became of it, and the rows', async t => {
  const { place, load } = await givenProject(t)
  writeFileSync(join(place.folder, 'more.csv'), 'source_id\nann\nbob\n')
  const { projects } = JSON.parse((await place.cli('project list --json')).printed)
  const [project] = projects
  const text = (price: number) => `products:
  - { source_id: mug, price: ${price} }
  - { source_id: tin, price: 5 }
customers: { file: more.csv }
`
  const told = async (price: number, options = '') => {
    const { code, printed } = await load(text(price), `--json ${options}`)
    t.equal(code, 0)
    return JSON.parse(printed)
  }
  const section = 'products'
  const things = (mug: object, tin: string) => [
    { section, name: 'mug', ...mug },
    { section, name: 'tin', did: tin }
  ]
  const of = { file: 'shop.yaml', project: project.id }
  const deeds = { done: 0, left: 0, happened_now: false }
  t.strictSame(await told(1, '--dry-run'), {
    ...of,
    dry_run: true,
    things: things({ did: 'made' }, 'made'),
    rows: { customers: { made: 2, changed: 0, unchanged: 0, bad: 0 } },
    edits: [],
    rows_to_come: {},
    deeds
  })
  const tally = { made: 0, changed: 0, unchanged: 0, bad: 0 }
  const did = { ...of, dry_run: false, edits: [], rows_to_come: {}, deeds }
  const made = { customers: { ...tally, made: 2 } }
  t.strictSame(await told(1), { ...did, things: things({ did: 'made' }, 'made'), rows: made })
  const unchanged = { customers: { ...tally, unchanged: 2 } }
  const changed = { did: 'changed', differences: [{ column: 'price', from: 1, to: 2 }] }
  t.strictSame(await told(2), { ...did, things: things(changed, 'unchanged'), rows: unchanged })
})

t.test('new terms of a campaign are said to be for new vouchers alone', async t => {
  const { load } = await givenProject(t)
  const last = async (off: number, description: string) => {
    const campaign =
      `{ name: X, description: ${description}, campaign_type: DISCOUNT_COUPONS, ` +
      `voucher: { type: DISCOUNT_VOUCHER, discount: { type: AMOUNT, amount_off: ${off} } } }`
    return (await load(`campaigns: [${campaign}]\n`)).printed.split('\n').at(-1)
  }
  const line =
    '  Vouchers that exist keep their terms: those of a campaign are for vouchers made from now on.'
  t.not(await last(200, 'a'), line, 'it is new')
  t.not(await last(200, 'b'), line)
  t.equal(await last(250, 'b'), line)
})

const PROGRAM = `  - name: X
    campaign_type: LOYALTY_PROGRAM
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
`

type Told = readonly [line: number, path: string, message: string]

//  what is wrong, the file, what is said
// biome-ignore format: a table
const MISTAKES: readonly (readonly [string, string, ...Told[]])[] = [
  ['no object', '- 1',
    [1, '',
      'A project file is YAML or JSON with a property for each section, such as products and a ' +
        'list of them; rows of a CSV file are for the command import.']],
  ['what is no YAML', 'products: [',
    [1, '',
      'cannot be read: Flow sequence in block collection must be sufficiently indented and end ' +
        'with a ]']],
  ['what the interface would not take',
    'products:\n  - source_id: mug\n    price: 9.5\n  - nam: x\n',
    [3, '/products/0/price',
      'Property .products[0].price must be integer or null, got 9.5; amounts are in the smallest unit: 950.'],
    [4, '/products/1/nam',
      'Property .products[1].nam is not known here; known are id, source_id, name, price, ' +
        'attributes, image_url, metadata, skus.']],
  ['the same thing twice',
    `products:
  - source_id: mug
  - source_id: mug
customers:
  - source_id: a
  - source_id: a
`,
    [3, '/products/1',
      'This product is in the file twice: /products/0 is the same one. Write it once.'],
    [6, '/customers/1/source_id',
      'The source_id a is in the file twice: /customers/0 has it, too.']],
  ['what is nowhere, told once',
    `products:
  - source_id: new
rewards:
  - name: R
    parameters: { product: { id: nope } }
campaigns:
${PROGRAM}    rewards: [{ reward: R }]
`,
    [5, '/rewards/0/parameters/product/id',
      'There is no product nope, neither in the file nor in the project.']],
  ['what a decision refuses', 'products:\n  - source_id: new\ncampaigns:\n  - name: X\n',
    [4, '/campaigns/0', "Parameter 'campaign_type' is required"]],
  ['what cannot change',
    'products:\n  - source_id: new\ncampaigns:\n  - name: Old\n    campaign_type: GIFT_VOUCHERS\n',
    [5, '/campaigns/0/campaign_type',
      'An existing campaign cannot change its campaign_type. Keep it as it is, or name ' +
        'another campaign.']],
  ['another id', 'campaigns:\n  - id: camp_other\n    name: Old\n',
    [2, '/campaigns/0/id',
      'The campaign Old exists with the id camp_old, which cannot change. Write that id, or none.']],
  ['rows that no import takes',
    `products:
  - source_id: new
cards:
  - { code: C, campaign: None, customer: x, balance: 5 }
  - { code: D, campaign: Old, customer: x, balance: 5, expires_on: 2020-13-01 }
`,
    [4, '/cards/0/campaign', 'campaign: Cannot find campaign with id None.'],
    [5, '/cards/1/expires_on',
      'expires_on: must be a day such as 2026-03-01, or never, and is "2020-13-01".']],
  ['another currency', 'project:\n  currency: USD\n',
    [2, '/project/currency',
      'The project has currency EUR, which cannot change. Write the same, or leave it out.']],
  ['a name that pollutes prototypes',
    'products:\n  - source_id: mug\n    metadata: { __proto__: { x: 1 } }\n',
    [3, '/products/0/metadata',
      'Property .products[0].metadata has a property __proto__, which is not accepted.']],
  ['rows in a file of another kind', 'products: []\ncustomers: { file: people.yaml }\n',
    [2, '/customers/file',
      'The name of a file of rows ends with .csv or .jsonl, and people.yaml does not. Rename the file.']]
]

t.test('a tier and a rule that name each other are made, and changed', async t => {
  const { load } = await givenProject(t)
  const text = (multiplier: number) => `campaigns:
${PROGRAM}    loyalty_tiers:
      - name: Gold
        points: { from: 1 }
        earning_rules: { Hello: { type: MULTIPLY, multiplier: ${multiplier} } }
    earning_rules:
      - source: { banner: Hello }
        event: customer.loyalty.tier.upgraded
        loyalty_tier: { id: Gold }
        loyalty: { type: FIXED, points: 5 }
`
  t.match(await load(text(2)), { code: 0, printed: /new +3$/ })
  t.match(await load(text(2)), { code: 0, printed: /new +0\n {2}as they were +3$/ })
  t.match(await load(text(3)), { code: 0, printed: /~ campaigns.loyalty_tiers Gold\n/ })
  t.match(await load(text(3)), { code: 0, printed: /new +0\n {2}as they were +3$/ })
  const wrong = text(3).replace('{ Hello: {', '{ Nobody: {')
  t.match(await load(wrong), { code: 1, complained: /There is no earning rule Nobody, neither/ })
})

const OLD = `campaigns:
  - id: camp_old
    name: Old
    campaign_type: DISCOUNT_COUPONS
    voucher: { type: DISCOUNT_VOUCHER, discount: { type: PERCENT, percent_off: 5 } }
`

t.test('a mistake names file, line and path, and nothing at all is changed', async t => {
  const { place, load } = await givenProject(t)
  await load(OLD)
  const before = await rowsOf(place.url)
  for (const [title, text, ...mistakes] of MISTAKES) {
    const told = mistakes.map(([line, path, message]) => {
      return `shop.yaml, line ${line}${path && `, ${path}`}: ${message}`
    })
    const complained = [...told, 'Nothing was changed.'].join('\n')
    t.strictSame(await load(text), { code: 1, printed: '', complained }, title)
    t.strictSame(await rowsOf(place.url), before, title)
  }
  const gone = await place.cli('load nowhere.yaml')
  t.match(gone, { code: 1, complained: /^There is no file .*nowhere\.yaml\.$/ })
})

t.test('an id that is another one, or of something else, is a mistake of its line', async t => {
  const { load } = await givenProject(t)
  const first = `products:
  - { source_id: mug, skus: [{ id: sku_blue, source_id: blue }] }
  - { source_id: cup }
customers:
  - { id: cust_mia, source_id: mia }
  - { id: cust_tom, source_id: tom }
coupons:
  - { id: v_one, code: ONE, amount_off: 5 }
orders:
  - { id: ord_one, source_id: one, status: CREATED, created_at: 2026-01-01T00:00:00Z }
`
  t.match((await load(first)).printed, /new +7$/)
  t.match((await load(first)).printed, /as they were +7$/)
  const wrong = `products:
  - { source_id: cup, skus: [{ id: sku_blue, source_id: blue }] }
`
  t.match(
    (await load(wrong)).complained,
    /line 2, \/products\/0\/skus\/0\/id: The SKU sku_blue is within prod_\d+, where it stays\. /
  )
  const rows = `customers:
  - { id: cust_mio, source_id: mia }
  - { id: cust_tom, source_id: ann }
coupons:
  - { id: v_one, code: TWO, amount_off: 5 }
orders:
  - { id: ord_two, source_id: one, status: CREATED, created_at: 2026-01-01T00:00:00Z }
`
  t.equal(
    (await load(rows)).complained,
    [
      'shop.yaml, line 2, /customers/0/id: The customer mia exists with the id ' +
        'cust_mia, which cannot change. Write that id, or none.',
      'shop.yaml, line 3, /customers/1/id: Another customer, tom, has the id cust_tom. ' +
        'Write another one.',
      'shop.yaml, line 5, /coupons/0/id: Another coupon, ONE, has the id v_one. Write ' +
        'another one.',
      'shop.yaml, line 7, /orders/0/id: The order one exists with the id ord_one, which ' +
        'cannot change. Write that id, or none.',
      'Nothing was changed.'
    ].join('\n')
  )
})

t.test('JSON is read as well, and a mistake in it has its line', async t => {
  const { load } = await givenProject(t)
  const made = await load('{"products":[{"source_id":"mug","name":"A mug"}]}', '', 'shop.json')
  t.match(made, { code: 0, complained: '' })
  const wrong = await load('{\n  "products": [\n    {"price": "x"}]}', '', 'shop.json')
  t.match(wrong.complained, 'shop.json, line 3, /products/0/price: ')
})

t.test('rows beside the file are looked through first, then carried out', async t => {
  const { place, load } = await givenProject(t)
  const beside = join(place.folder, 'people.csv')
  writeFileSync(beside, 'source_id,name\nmia,Mia\ntom,Tom\n')
  const text = 'products: [{ source_id: mug }]\ncustomers: { file: people.csv }\n'
  t.match((await load(text, '--dry-run')).printed, /new +3$/)
  t.match((await load(text)).printed, /new +3$/)
  t.match((await load(text)).printed, /new +0\n {2}as they were +3$/)
  writeFileSync(beside, 'source_id,birthdate\nann,1990-13-01\n')
  t.strictSame(await load('products: [{ source_id: cup }]\ncustomers: { file: people.csv }\n'), {
    code: 1,
    printed: '',
    complained:
      'people.csv, line 2, column birthdate: must be a day such as 2026-03-01, and is ' +
      '"1990-13-01"\nNothing was changed.'
  })
  t.equal(
    (await load('customers: { file: nowhere.csv }')).complained,
    'shop.yaml, line 1, /customers/file: There is no file nowhere.csv.\nNothing was changed.'
  )
})
