import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { run, thisProcess } from '../../src/main/command-line.ts'
import { givenProject } from './support/project-files.ts'

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
  const reading = new URL('../../src/project-files/reading.ts', import.meta.url).href
  const program = `
import { readText } from '${reading}'
const row = \`  - { source_id: "one", description: "\${'x'.repeat(1_970)}" }\\n\`
const { value } = await readText({ name: 'shop.yaml', text: 'customers:\\n' + row.repeat(5_000) })
console.log(value.customers.length)
`
  const limited = [`--max-old-space-size=${QUOTED_HEAP_MB}`, '--input-type=module', '-e', program]
  const child = spawn(process.execPath, limited, { stdio: ['ignore', 'pipe', 'pipe'] })
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const [[out, complained], [code]] = await Promise.all([printed, once(child, 'exit')])
  t.equal(code, 0, complained)
  t.equal(out, '5000\n')
})
