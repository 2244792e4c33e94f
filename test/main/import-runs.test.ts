import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { run, thisProcess } from '../../src/main/command-line.ts'
import { BATCH_MAX, carryOutRows } from '../../src/project-files/text-rows.ts'
import { isImportedInBatches } from '../project-files/support/many-rows.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { givenRunningService } from '../support/running.ts'
import { givenShop, told } from './support/moving-in.ts'

t.test('import: a terminal shows a bar, which leaves what is told above it', async t => {
  const shop = await givenShop(t)
  const file = join(shop.folder, 'customers.csv')
  writeFileSync(file, 'source_id,birthdate\na,\nb,x\n')
  let screen = ''
  const terminal = (text: string) => {
    screen += text
  }
  const environment = { DATABASE_URL: shop.url }
  const complain = (text: string) => terminal(`${text}\n`)
  const host = { ...thisProcess, environment, terminal, complain, print: () => {} }
  t.equal(await run(['import', 'customers', file], host), 1)
  const clear = '\r\u001b[K'
  const [, finding, bar] = screen.split(clear)
  t.match(finding, /^customers\.csv, line 3, column birthdate: must be a day/)
  t.equal(bar, `[${'#'.repeat(30)}] 100 %  2 rows`)
})

t.test('import: at most a batch of rows is held, however many there are', async t => {
  let read = 0
  let carriedOut = 0
  let heldMost = 0
  async function* rows() {
    for (; read < 5_000; read++) {
      heldMost = Math.max(heldMost, read - carriedOut)
      yield { line: read + 2, row: {}, findings: [], bytes: read }
    }
  }
  const tally = await carryOutRows(rows(), {
    carryOut: async () => 'made',
    report: () => {},
    advanced: count => {
      carriedOut = count
    },
    stopsAtFirst: false,
    stopwatch: () => 0
  })
  t.strictSame(tally, { made: 5_000, changed: 0, unchanged: 0, bad: 0 })
  t.ok(heldMost < BATCH_MAX, `${heldMost} rows`)
})

const script = fileURLToPath(new URL('../../src/main/cli.ts', import.meta.url))
const MORTAL = fileURLToPath(new URL('../kills/support/mortal.ts', import.meta.url))

t.test('import: 25 MB of rows need no more memory than a batch of them', t =>
  isImportedInBatches(t, { rows: 1_000, customers: 50 })
)

t.test('import: killed in the middle and given again, every row comes once', async t => {
  const shop = await givenShop(t)
  const count = 1_500
  const file = join(shop.folder, 'cards.csv')
  const cards = Array.from({ length: count }, (_, n) => `K-${n},Bakery Friends,k${n},${n}`)
  writeFileSync(file, `code,campaign,customer,balance\n${cards.join('\n')}\n`)
  const stored = () => {
    const [{ n }] = shop.rows("select count(*) n from vouchers where code like 'K-%'") as [
      { n: number }
    ]
    return n
  }
  const env = {
    PATH: process.env['PATH'],
    DATABASE_URL: shop.url,
    CLOCK: new Date().toISOString(),
    DIES_AFTER: 'COMMIT'
  }
  const mortal = ['--import', MORTAL, script, 'import', 'cards', file]
  const child = spawn(process.execPath, mortal, { env, stdio: 'ignore' })
  await once(child, 'exit')
  t.equal(child.signalCode, 'SIGKILL')
  const first = stored()
  t.ok(first > 0 && first < count, `${first} cards`)
  const { printed } = await shop.cli(`import cards ${file}`)
  t.equal(printed, told('Imported cards of cards.csv into Demo shop', count - first, 0, first, 0))
  const sum = (count * (count - 1)) / 2
  t.strictSame(shop.rows("select sum(balance) n from vouchers where code like 'K-%'"), [{ n: sum }])
  t.equal((await shop.cli('audit')).code, 0)
})

t.test('import: a service that keeps answers answers with what was imported beside it', async t => {
  const { databaseUrl, newShop } = await givenRunningService(t)
  const { url, projectId, appId, appToken } = await newShop()
  const headers = { 'X-App-Id': appId, 'X-App-Token': appToken }
  const folder = temporaryFolder(t)
  const nameOf = async () => {
    const answer = await fetch(`${url}/v1/customers/ada`, { headers })
    return ((await answer.json()) as { name?: string }).name
  }
  for (const name of ['Ada', 'Ada B.']) {
    const file = join(folder, 'customers.csv')
    writeFileSync(file, `source_id,name\nada,${name}\n`)
    const host = { ...thisProcess, environment: { DATABASE_URL: databaseUrl }, print: () => {} }
    t.equal(await run(['import', 'customers', file, '--project', projectId], host), 0)
    t.strictSame([await nameOf(), await nameOf()], [name, name])
  }
})
