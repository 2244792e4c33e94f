/**
 * A project file with 100,000 customers in a file beside it: `load` needs no more memory than a
 * batch of them, and tells how far it is.
 *
 * Spec: Decisions 130, 235 and 316.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { run, thisProcess } from '../../../src/main/command-line.ts'
import { seeded } from '../../support/seeded.ts'
import { lookInto } from '../../support/stores.ts'
import { givenProject } from '../support/project-files.ts'

const script = fileURLToPath(new URL('../../../src/main/cli.ts', import.meta.url))

/** Where the program fits with a batch of rows, and the text of all rows does not fit once. */
const HEAP_MB = 64
const FILE_BYTES = 40_000_000

const ALL = 100_000
/** As many longer rows: metadata has 65,536 characters at most. */
const FEW = 700
const ROWS_PER_LINE = 10_000

//  rows: all, or a sample; project file, what it says, the file beside it, its first line, a row
const forms = [
  [
    ALL,
    'shop.yaml',
    'customers: { file: customers.csv }\n',
    'customers.csv',
    'source_id,email,metadata.note\n',
    (id: string, note: string) => `${id},${id}@mail.test,${note}\n`
  ],
  [
    FEW,
    'shop.json',
    '{"customers":{"file":"customers.jsonl"}}',
    'customers.jsonl',
    '',
    (id: string, note: string) =>
      `${JSON.stringify({ source_id: id, email: `${id}@mail.test`, metadata: { note } })}\n`
  ]
] as const

for (const [all, name, content, beside, header, rowOf] of forms) {
  t.test(`load: ${all} rows of ${beside} need no more memory than a batch`, async t => {
    const { place } = await givenProject(t)
    const count = seeded(t).cases(all, FEW)
    // A sample has longer rows of fewer customers.
    const note = 'x'.repeat(FILE_BYTES / count)
    const handle = openSync(join(place.folder, beside), 'w')
    writeSync(handle, header)
    for (let n = 0; n < count; n++) writeSync(handle, rowOf(`many-${n}`, note))
    closeSync(handle)
    const file = join(place.folder, name)
    writeFileSync(file, content)
    const env = { PATH: process.env['PATH'], DATABASE_URL: place.url }
    const limited = [`--max-old-space-size=${HEAP_MB}`, script, 'load', file, '--json']
    const child = spawn(process.execPath, limited, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const printed = [text(child.stdout), text(child.stderr)] as const
    const [[out, complained], [code]] = await Promise.all([
      Promise.all(printed),
      once(child, 'exit')
    ])
    t.equal(code, 0, `and so it does not run out of it\n${complained}`)
    const tally = { made: count, changed: 0, unchanged: 0, bad: 0 }
    t.match(JSON.parse(out), { file, rows: { customers: tally } })
    const lines = complained.match(/^\d+,\d{3} rows so far, \d+ % of the file$/gm) ?? []
    t.equal(lines.length, Math.floor((count - 1) / ROWS_PER_LINE), 'progress beside what it prints')
    const query = "SELECT count(*) n FROM customers WHERE source_id LIKE 'many-%'"
    t.strictSame(await lookInto(place.url, ({ find }) => find(query)), [{ n: count }])
  })
}

t.test('load: a terminal shows a bar for the rows beside the file', async t => {
  const { place } = await givenProject(t)
  const file = join(place.folder, 'shop.yaml')
  writeFileSync(file, 'customers: { file: customers.csv }\n')
  writeFileSync(join(place.folder, 'customers.csv'), 'source_id\none\ntwo\n')
  let screen = ''
  const host = {
    ...thisProcess,
    environment: { DATABASE_URL: place.url },
    terminal: (text: string) => {
      screen += text
    },
    print: () => {}
  }
  t.equal(await run(['load', file], host), 0)
  const [, bar] = screen.split('\r\u001b[K')
  t.equal(bar, `[${'#'.repeat(30)}] 100 %  2 rows`)
})

/** Where a file of 10 MB fits several times, and not thirty times. */
const QUOTED_HEAP_MB = 160

t.test('load: a project file of 10 MB of texts in quotes is read within 160 MB', async t => {
  const reading = new URL('../../../src/main/project-files/reading.ts', import.meta.url).href
  const program = `
import { read } from '${reading}'
const row = \`  - { source_id: "one", description: "\${'x'.repeat(1_970)}" }\\n\`
const { value } = await read({ name: 'shop.yaml', text: 'customers:\\n' + row.repeat(5_000) })
console.log(value.customers.length)
`
  const limited = [`--max-old-space-size=${QUOTED_HEAP_MB}`, '--input-type=module', '-e', program]
  const child = spawn(process.execPath, limited, { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const [[out, complained], [code]] = await Promise.all([printed, once(child, 'exit')])
  t.equal(code, 0, complained)
  t.equal(out, '5000\n')
})
