import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { importRow } from '../../src/jobs/rows.ts'
import { editRow } from '../../src/project-files/rows.ts'
import { Shell } from '../../src/shell.ts'
import { givenPlace } from '../main/support/place.ts'
import { ranDuring, whereCounted } from '../support/counted-statements.ts'
import { NOW } from '../support/given.ts'
import { givenShop, services, type Values } from './support/edited-shop.ts'
import { givenProject, rowsOf } from './support/project-files.ts'

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
  t.match((await place.cli(`load ${file} --dry-run`)).printed, /new +0\n {2}as they were +150$/)
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
  t.strictSame((await place.cli(`load ${file} --dry-run`)).printed.split('\n').slice(1), [
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
    const edit = () =>
      editRow(tools, origin, { ...read, isExact: true, edits: true }, rowOf[kind](`${kind}-2`))
    const edited = await ranDuring(async () => t.match(await edit(), { did: 'made' }))
    t.strictSame(edited.statements, known.statements, kind)
  }
})

const ORDER = '{"source_id":"u1","created_at":"2026-01-02T10:00:00Z","amount":7'

//  file, its lines, whether case tells codes apart, what is said
// biome-ignore format: a table
const files = [
  ['orders.jsonl', [`${ORDER},"status":"PAID"}`, '', `${ORDER},"status":"CANCELED"}`], true,
    'orders.jsonl, line 3, column source_id: The source_id u1 is in the file twice: line 1 has it, too.'],
  ['gift_cards.csv', ['code,amount,balance', 'GC,5,5', 'gc,5,5', 'GC,5,4'], true,
    'gift_cards.csv, line 4, column code: The code GC is in the file twice: line 2 has it, too.'],
  ['gift_cards.csv', ['code,amount,balance', 'GC,5,5', 'gc,5,5'], false,
    'gift_cards.csv, line 3, column code: The code gc is in the file twice: line 2 has it, too.'],
  ['gift_cards.csv', ['code,amount,balance', 'GC,5,5', 'gc,5,5'], true, null],
  ['customers.csv', ['source_id', 'lena', 'LENA'], false, null]
] as const

for (const [name, lines, isCaseSensitive, said] of files) {
  const title = `load: ${name} with ${lines.at(-1)} is ${said === null ? 'taken' : 'refused'}`
  t.test(`${title}, case ${isCaseSensitive ? 'counts' : 'does not count'}`, async t => {
    const place = givenPlace(t)
    await place.cli('migrate')
    await place.cli(`project create Shop${isCaseSensitive ? '' : ' --case-insensitive-codes'}`)
    const file = join(place.folder, 'shop.yaml')
    const [section] = name.split('.')
    writeFileSync(file, `${section}: { file: ${name} }\n`)
    writeFileSync(join(place.folder, name), `${lines.join('\n')}\n`)
    const before = await rowsOf(place.url)
    const outcomes = [await place.cli(`load ${file} --dry-run`), await place.cli(`load ${file}`)]
    if (said === null)
      return t.strictSame(
        outcomes.map(({ code }) => code),
        [0, 0]
      )
    for (const { code, complained } of outcomes) {
      t.strictSame([code, complained], [1, `${said}\nNothing was changed.`])
    }
    return t.strictSame(await rowsOf(place.url), before)
  })
}

const rule = (points: number) =>
  `      - { event: order.paid, loyalty: { type: FIXED, points: ${points} } }`

const club = (...points: readonly number[]) => `campaigns:
  - id: camp_club
    name: Club
    campaign_type: LOYALTY_PROGRAM
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
    earning_rules:
${points.map(rule).join('\n')}
`

t.test('an earning rule without a banner is told when it is added beside another', async t => {
  const { load } = await givenProject(t)
  const warning =
    /^An earning rule for order\.paid has no banner, so it was made beside ern_\w+, which the /
  t.equal((await load(club(1, 2))).complained, '', 'both are new')
  t.equal((await load(club(1, 2))).complained, '', 'both are there')
  const dry = await load(club(1, 3), '--dry-run')
  t.match(dry, { code: 0, complained: warning })
  t.equal(dry.complained.split('\n').length, 1)
  t.equal((await load(club(1, 3), '--dry-run --prune')).complained, '', 'the other goes')
  t.match(await load(club(1, 3)), { code: 0, complained: warning })
  t.equal((await load(club(1, 3))).complained, '', 'nothing is added')
})
