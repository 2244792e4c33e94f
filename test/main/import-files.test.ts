import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { AGAIN, givenShop, told } from './support/moving-in.ts'
import { failed, givenPlace } from './support/place.ts'

t.test('import: a header that does not fit imports nothing', async t => {
  const shop = await givenShop(t)
  const lines = ['name,size,name', 'Ada,XL,Ada']
  const { code, printed, complained } = await shop.imports('customers', 'c.csv', lines)
  t.strictSame([code, printed], [1, ''])
  const told = complained.replaceAll(`${shop.folder}/`, '').split('\n')
  t.match(told[0], /^c\.csv, line 1, column size: is not known; those are source_id, name, /)
  t.strictSame(told.slice(1), [
    'c.csv, line 1, column name: is there twice',
    'c.csv, line 1, column source_id: is missing',
    'Nothing was imported.'
  ])
})

t.test('import: texts are read as they are, and an address by its lines', async t => {
  const shop = await givenShop(t)
  await shop.imports('customers', 'a.csv', [
    'source_id,email,address_line_1,address_city',
    'mia, mia@example.com ,Ring 1,Graz'
  ])
  const again = await shop.imports('customers', 'b.csv', [
    'source_id,address_city',
    'mia,Vienna',
    ' mia\t,Linz',
    ' ,',
    ',Linz'
  ])
  t.equal(again.printed, told('Imported customers of b.csv into Demo shop', 2, 1, 0, 1))
  t.match(again.complained, /^b\.csv, line 5, column source_id: is empty, and must be a text of 1 /)
  const select = 'select source_id, email, address from customers'
  t.strictSame(
    shop.rows(`${select} where source_id like '%mia%' or source_id = ' ' order by source_id`),
    [
      { source_id: ' ', email: null, address: null },
      { source_id: ' mia\t', email: null, address: '{"city":"Linz"}' },
      {
        source_id: 'mia',
        email: ' mia@example.com ',
        address: '{"line_1":"Ring 1","city":"Vienna"}'
      }
    ]
  )
})

t.test('import: the same code with other contents is a bad row, in one file or in two', async t => {
  const shop = await givenShop(t)
  const header = 'code,campaign,customer,balance'
  const rows = [header, 'OLD-1,Coffee Club,mia,340', 'OLD-1,Coffee Club,mia,500']
  const other = 'column balance: OLD-1 is there already, and an import brought it 340, not 500'
  const first = await shop.imports('cards', 'c.csv', rows)
  t.equal(first.printed, told('Imported cards of c.csv into Demo shop', 1, 0, 0, 1))
  t.match(first.complained, `c.csv, line 3, ${other}`)
  const again = await shop.imports('cards', 'c.csv', rows)
  t.equal(again.printed, told('Imported cards of c.csv into Demo shop', 0, 0, 1, 1))
  t.match(again.complained, `c.csv, line 3, ${other}`)
})

t.test('import: cards without a campaign are told what says it for all of them', async t => {
  const shop = await givenShop(t)
  const option = '--campaign NAME says it for all rows'
  const csv = await shop.imports('cards', 'c.csv', ['code,customer,balance', 'OLD-1,mia,5'])
  t.match(csv.complained, `c.csv, line 1, column campaign: is missing; ${option}\nNothing was`)
  const card = '{"code":"OLD-1","customer":"mia","balance":5}'
  const json = await shop.imports('cards', 'c.jsonl', [card])
  const empty = 'column campaign: is empty, and must be a text of 1 to 512 characters'
  t.match(json.complained, `c.jsonl, line 1, ${empty}; ${option}`)
  const all = await shop.imports('cards --campaign camp_00club', 'c.jsonl', [card])
  t.equal(all.code, 0, all.complained)
})

t.test('import: JSON lines are read line by line, and a bad one stops nothing', async t => {
  const shop = await givenShop(t)
  const file = join(shop.folder, 'customers.ndjson')
  const long = JSON.stringify({ source_id: 'b3', name: 'x'.repeat(21_000_000) })
  const lines = [
    Buffer.from(
      '\uFEFF{"source_id":"b1","metadata":{"cups_per_day":2}}\r\n\n["b2"]\n{"source_id"\n'
    ),
    Buffer.from(`${long}\n{"source_id":"b5","size":1}\n{"source_id":"b6","address_city":"Graz"}`)
  ]
  writeFileSync(file, Buffer.concat(lines))
  const { code, printed, complained } = await shop.cli(`import customers ${file}`)
  t.equal(code, 1)
  t.equal(printed, told('Imported customers of customers.ndjson into Demo shop', 2, 0, 0, 4))
  const known = 'is no column of this import; those are source_id, name, email, phone, description'
  t.strictSame(complained.replace(/(description),.*/, '$1').split('\n'), [
    'customers.ndjson, line 3: is not a JSON object on one line',
    'customers.ndjson, line 4: is not a JSON object on one line',
    'customers.ndjson, line 5: cannot be read: it has more than 20971520 characters',
    `customers.ndjson, line 6, column size: ${known}`,
    AGAIN
  ])
})

t.test('import: a file in another encoding is read when that is said, not guessed', async t => {
  const shop = await givenShop(t)
  const latin = join(shop.folder, 'latin.csv')
  const ends = Buffer.from(`mia,Zo\u00eb\n`, 'latin1')
  writeFileSync(latin, Buffer.concat([Buffer.from('source_id,name\nada,Ada\n'), ends]))
  const { code, printed, complained } = await shop.cli(`import customers ${latin}`)
  t.strictSame([code, printed], [1, ''])
  t.equal(
    complained,
    `${latin}, which is neither UTF-8 nor UTF-16 with a mark; say what it is with --encoding ` +
      'windows-1252 or the like, or save it as UTF-8\nNothing was imported.'
  )
  const found = await shop.cli(`import customers ${latin} --encoding latin`)
  t.strictSame(found, failed('latin is not a known encoding. Try: --encoding windows-1252'))
  t.equal((await shop.cli(`import customers ${latin} --encoding windows-1252`)).code, 0)
  const sheet = join(shop.folder, 'sheet.csv')
  writeFileSync(
    sheet,
    Buffer.from('\ufeffsource_id;name\r\nleo;L\u00e9o, \ufffd\r\n;\r\n', 'utf16le')
  )
  t.match((await shop.cli(`import customers ${sheet}`)).printed, /new +1\n/)
  t.strictSame(
    shop.rows("select name from customers where source_id in ('mia', 'leo') order by source_id"),
    [{ name: 'L\u00e9o, \ufffd' }, { name: 'Zo\u00eb' }]
  )
})

t.test('import: no row of CSV is lost beside one that cannot be read', async t => {
  const shop = await givenShop(t)
  const rows = ['source_id,name', 'c1,Cleo', 'c2,5" pipe', 'c3,Cora', 'c4,6" pipe', 'c5,Cyd\rc6,Cy']
  const { printed, complained } = await shop.imports('customers', 'c.csv', rows)
  t.equal(printed, told('Imported customers of c.csv into Demo shop', 2, 0, 0, 3))
  const quote =
    'a quote stands beside other text; put the whole cell in quotes, and write each within it twice'
  t.strictSame(complained.split('\n'), [
    `c.csv, line 3: cannot be read: ${quote}`,
    'c.csv, line 5: cannot be read: its quotes are not closed',
    'c.csv, line 6: has 3 cells, and the header 2',
    AGAIN
  ])
})

// biome-ignore format: a table
const heads = [
  // what it begins with      the file                           told
  ['nothing at all',          '',                                /column source_id: is missing/],
  ['a line end of CR alone',  'source_id,name\rd1,Dan\rd2,Don',  /column name\\rd1: is not known/],
  ['a quote that stays open', '"source_id,name\nd1,Dan',         /line 1: cannot be read: its/]
] as const

for (const [what, text, told] of heads) {
  t.test(`import: a file that begins with ${what} is refused, and not taken for empty`, async t => {
    const shop = await givenShop(t)
    const file = join(shop.folder, 'd.csv')
    writeFileSync(file, text)
    const { code, printed, complained } = await shop.cli(`import customers ${file}`)
    t.strictSame([code, printed], [1, ''])
    t.match(complained, told)
    t.match(complained, /Nothing was imported\.$/)
  })
}

t.test('import: what no request may send is no row', async t => {
  const shop = await givenShop(t)
  const file = join(shop.folder, 'customers.jsonl')
  const lines = [
    '{"source_id":"e\\u00001"}',
    '{"source_id":"e2","metadata":{"size":1e999}}',
    '{"source_id":"e3","metadata":{"of":["\\ud800"]}}',
    `{"source_id":"${'e'.repeat(513)}"}`
  ]
  writeFileSync(file, lines.join('\n'))
  const { printed, complained } = await shop.cli(`import customers ${file}`)
  t.equal(printed, told('Imported customers of customers.jsonl into Demo shop', 0, 0, 0, 4))
  t.match(complained.split('\n'), [
    /line 1, column source_id: holds the character U\+0000/,
    /line 2, column metadata: Numbers are exact up to 9007199254740991/,
    /line 3, column metadata: holds half of a surrogate pair/,
    /line 4, column source_id: must be a text of 1 to 512 characters/
  ])
  const csv = ['source_id,metadata', 'e5,"{""size"":""\\u0000""}"']
  const found = (await shop.imports('customers', 'e.csv', csv)).complained
  t.match(found, /^e\.csv, line 2, column metadata: holds the/)
})

t.test('import: what cannot be meant is told before anything is read', async t => {
  const shop = await givenShop(t)
  const empty = givenPlace(t)
  await empty.cli('migrate')
  const file = join(shop.folder, 'customers.txt')
  writeFileSync(file, 'source_id\nx\n')
  const list = 'npm run --silent cli -- project list'
  const csv = `import customers ${file} --format csv`
  const found = await shop.cli(`import customers ${shop.folder}/none.csv`)
  t.strictSame(found, failed(`There is no file ${shop.folder}/none.csv.`))
  t.strictSame(
    await shop.cli(`import customers ${file}`),
    failed(`${file} is named neither .csv nor .jsonl. Say which it is with --format.`)
  )
  const told = await shop.cli(`${csv} --project proj_x`)
  t.strictSame(told, failed(`There is no project proj_x. Try: ${list}`))
  const seen = (await empty.cli(csv)).complained
  t.match(seen, /^There is no project yet\. Try: .* project create NAME$/)
  t.equal((await shop.cli(csv)).code, 0)
  await shop.cli('project create Second')
  t.strictSame(
    await shop.cli(csv),
    failed(`There is more than one project. Say which with --project, as \`${list}\` prints it.`)
  )
  t.equal((await shop.cli(`${csv} --project proj_00demo`)).code, 0)
})
