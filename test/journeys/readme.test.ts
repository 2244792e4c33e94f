/**
 * The commands of the README, given to a shell as a reader would give them: every one succeeds, and
 * what they are said to print they print.
 *
 * The address alone is another, since port 3000 may be taken. Everything else is the text itself.
 *
 * Spec: Decision 91.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'
import { freePort } from '../support/free-port.ts'
import { hasServer, newDatabase } from '../support/postgres-databases.ts'
import { Cluster, postgresBinaries } from '../support/postgres-server.ts'
import { root } from '../support/root.ts'
import { answering, printedKeys } from '../support/running.ts'

const onServer = { skip: hasServer() ? false : 'no server' }
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** A block of code: its language and its lines. */
interface Block {
  readonly language: string
  readonly code: string
}

/** The blocks below a heading, in their order. */
function blocksUnder(heading: string): Block[] {
  const start = readme.indexOf(`\n## ${heading}\n`)
  const section = readme.slice(start + 1, readme.indexOf('\n## ', start + 1))
  return [...section.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language = '', code = '']) => ({
    language,
    code
  }))
}

/** Texts of the README, and what stands there for this reader. */
type Own = Readonly<Record<string, string>>

/** Where a reader would be who has a database of their own; `own` replaces parts of the text. */
async function givenReader(
  t: Test,
  { more = {}, own = {} }: { readonly more?: NodeJS.ProcessEnv; readonly own?: Own } = {}
) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const home = temporaryFolder(t)
  const database = `sqlite:${join(home, 'shop.db')}`
  const { NODE_ENV: _, ...inherited } = process.env
  const environment = {
    ...inherited,
    PORT: String(port),
    DATABASE_URL: database,
    HOME: home,
    ...more
  }
  /** The commands in one shell, which stops at the first that fails; and what it left running. */
  const shell = (commands: string) => {
    const parts = [...Object.entries(own), ['http://127.0.0.1:3000', url] as const]
    const said = parts.reduce((all, [text, ours]) => all.replaceAll(text, ours), commands)
    const script = `set -euo pipefail\n${said}`
    const options = { cwd: root, env: environment, detached: true } as const
    const child = spawn('bash', ['-c', script], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const printed = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    // What the shell started in the background is of its group, and ends with it.
    const end = (signal: NodeJS.Signals) => {
      try {
        process.kill(-Number(child.pid), signal)
      } catch {
        // There is nobody left in it.
      }
    }
    t.teardown(() => end('SIGKILL'))
    return { child, printed, end }
  }
  return { url, home, shell }
}

/** The headings whose commands a test below gives to a shell. */
const REPLAYED = [
  'Two commands',
  'The sixteen operations',
  'From an empty database to the first redemption',
  'The command',
  'Moving in',
  'Looking after it',
  'Production on PostgreSQL',
  'Moving house'
]

t.test('every command of the README stands below a heading that is replayed', t => {
  const headings = [...readme.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading)
  const commanding = headings.filter(heading =>
    blocksUnder(heading).some(({ language }) => language === 'sh')
  )
  t.strictSame(commanding, REPLAYED)
  const replayed = commanding.flatMap(blocksUnder).filter(({ language }) => language === 'sh')
  t.equal(replayed.length, [...readme.matchAll(/^```sh$/gm)].length, 'and none before the first')
  t.equal(blocksUnder('The sixteen operations').length, 1, 'each of these is taken by itself')
  t.equal(blocksUnder('Two commands').length, 2)
  t.end()
})

t.test('from an empty database to the first redemption, as it stands there', async t => {
  const blocks = blocksUnder('From an empty database to the first redemption')
  const commands = blocks.filter(({ language }) => language === 'sh')
  const [shown] = blocks.filter(({ language }) => language === 'text')
  t.ok(commands.length >= 4 && shown !== undefined)
  const { shell } = await givenReader(t)
  const mark = '--- the end of a block'
  const { child, printed, end } = shell(
    commands.map(({ code }) => `${code}\necho '${mark}'\n`).join('')
  )
  const [code] = await once(child, 'exit')
  end('SIGTERM')
  const [out, complained] = await printed
  t.equal(code, 0, `no command fails\n${complained}`)
  const outputs = out.split(`${mark}\n`)
  t.equal(outputs.length, commands.length + 1)
  t.match(printedKeys(String(outputs[0])), { projectId: /^proj_/, appId: /\S/, appToken: /\S/ })
  t.equal(outputs[commands.length - 1], shown?.code)
})

t.test('the requests to paste answer what they ask for, on a new database', async t => {
  const [start, pasted] = blocksUnder('Two commands')
  const [discounts] = blocksUnder('The sixteen operations')
  t.match(start?.code, 'npm start')
  const { url, shell } = await givenReader(t)
  const service = shell('npm start')
  await answering(url)
  const requests = shell(`curl() { command curl --silent --fail --write-out '\\n' "$@"; }
${pasted?.code}${discounts?.code}`)
  const [out, , [code]] = await requests.printed
  const [customer, estimate, redemption, validation] = out
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  t.equal(code, 0)
  t.match(customer, { object: 'customer', id: 'cust_00ada' })
  t.match(estimate, { points_estimation: Number })
  t.match(redemption, { object: 'redemption', result: 'SUCCESS', amount: 60 })
  t.match(validation, {
    valid: true,
    redeemables: [
      { id: 'WELCOME', status: 'APPLICABLE' },
      { id: 'promo_00tenoff', status: 'APPLICABLE' }
    ]
  })
  service.end('SIGTERM')
  await service.printed
})

t.test('a pipeline starts a service of the package, asks it and ends it', async t => {
  const [block] = blocksUnder('The command')
  const { shell } = await givenReader(t)
  // `npm run pack:check` packs and installs; here the command is that of the sources.
  const packed = `unset DATABASE_URL PORT
npm() {
  echo "npm $1"
  if [ "$1" = pack ]; then return; fi
  bin="$HOME/tessera/node_modules/.bin"
  mkdir -p "$bin"
  printf '#!/bin/sh\nexec "${execPath}" "%s/src/main/cli.ts" "$@"\n' "$PWD" > "$bin/tessera"
  chmod +x "$bin/tessera"
}
`
  const [out, complained, [code]] = await shell(packed + block?.code).printed
  t.equal(code, 0, `no command fails\n${complained}`)
  const [pack, install, line, customer] = out.split('\n')
  t.strictSame([pack, install], ['npm pack', 'npm install'])
  t.match(JSON.parse(String(line)), { url: /^http:/, demo: { customerId: 'cust_00ada' } })
  t.match(JSON.parse(String(customer)), { id: 'cust_00ada', object: 'customer' })
})

t.test('an operator moves in beside the running service, and the books agree', async t => {
  const before = blocksUnder('From an empty database to the first redemption')
  const blocks = [...before, ...blocksUnder('Moving in')].filter(
    ({ language }) => language === 'sh'
  )
  const { shell } = await givenReader(t)
  const { child, printed, end } = shell(blocks.map(({ code }) => code).join('\n'))
  const [code] = await once(child, 'exit')
  end('SIGTERM')
  const [out, complained] = await printed
  t.equal(code, 0, `no command fails\n${complained}`)
  const said = [
    /Dry run, nothing was changed: would import customers of \S+ into My shop\n {2}new +2\n/,
    /\nImported customers of customers\.csv into My shop\n {2}new +2\n/,
    /\nImported cards of cards\.csv into My shop\n {2}new +2\n/,
    /\nImported gift-cards of gift-cards\.csv into My shop\n {2}new +1\n/,
    /\nImported coupons of coupons\.csv into My shop\n {2}new +1\n/,
    /\nImported orders of orders\.jsonl into My shop\n {2}new +2\n/,
    /\nUsage: .*import customers [\s\S]*--stop-at-first[\s\S]*\n {2}source_id +needed\n/,
    /\nImported orders of not-yet-credited\.csv into My shop\n {2}new +1\n/,
    /\nThe books agree: /,
    /"type":"ORDERS\.IMPORT","status":"DONE","operation_status":"SUCCESS"/,
    /"type":"CUSTOMERS\.IMPORT","status":"DONE",.*"done_count":2,"failed_count":0/
  ]
  for (const pattern of said) t.match(out, pattern)
})

t.test('an operator installs, replaces a key, backs up, upgrades and restores', async t => {
  const blocks = blocksUnder('Looking after it')
  t.ok(blocks.length >= 5 && blocks.every(({ language }) => language === 'sh'))
  const { home, shell } = await givenReader(t)
  // The packages and the version are those of this repository already.
  const installed = `npm() { if [ "$1" = ci ]; then echo installed; else command npm "$@"; fi; }
git() { echo "git $*"; }
`
  const { child, printed, end } = shell(installed + blocks.map(({ code }) => code).join('\n'))
  const [code] = await once(child, 'exit')
  end('SIGTERM')
  const [out, complained] = await printed
  t.equal(code, 0, `no command fails\n${complained}`)
  const said = [
    /^installed\nMade an empty database: .*shop\.db\nMade the project My shop: (proj_\w+)/,
    /\n\{"status":"ready"\}/,
    /\nMade a key of kind management for the project My shop\n\nX-Management-Id: /,
    /\nRevoked \S+ \(management, First management key\) of the project My shop, and its tokens\./,
    /\nCopied .*shop\.db\n +to .*tessera\.backup/,
    /\ngit pull\ninstalled\n/,
    /\{"id":"aa_\w+",.*"status":"DONE",.*"message":"Erased: orders 0, .* events [1-9].*"/,
    /Restored .*tessera\.backup\n +to .*shop\.db\nThe old database is now .*\.before-/,
    /\nThe books agree: .*shop\.db\n {2}projects +1\n/
  ]
  for (const each of said) t.match(out, each)
  const log = readFileSync(join(home, 'tessera.log'), 'utf8')
  const lines = log.trim().split('\n')
  const told = lines.map(line => JSON.parse(line).msg)
  t.equal(told.filter(msg => msg === 'listening').length, 2, 'the log is JSON from its first byte')
})

const binaries = postgresBinaries()
const onMachine = { skip: binaries === null && 'no binaries of a PostgreSQL server' }

t.test('two processes on an empty PostgreSQL server, to a redemption', onMachine, async t => {
  const cluster = await Cluster.started(binaries as string)
  t.after(() => cluster.close())
  const { port, username, password } = new URL(cluster.url('postgres'))
  const ports = [String(await freePort()), String(await freePort())] as const
  const { shell } = await givenReader(t, {
    more: {
      PATH: `${binaries}:${process.env['PATH']}`,
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password
    },
    own: { '127.0.0.1:5432': `127.0.0.1:${port}`, 3000: ports[0], 3001: ports[1] }
  })
  const [setUp, start, ...later] = blocksUnder('Production on PostgreSQL')
  const [, ...shop] = blocksUnder('From an empty database to the first redemption')
  const blocks = [setUp, start, ...shop, ...later].filter(block => block?.language === 'sh')
  t.equal(blocks.length, 8)
  const { child, printed, end } = shell(blocks.map(block => block?.code).join('\n'))
  const [code] = await once(child, 'exit')
  end('SIGTERM')
  const [out, complained] = await printed
  t.equal(code, 0, `no command fails\n${complained}`)
  const said = [
    /^Made an empty database: .*loyalty|^.*\nX-App-Id: /s,
    /\{"status":"ready"\}\{"status":"ready"\}/,
    /\nPAID\n25\nSUCCESS\n5\n5\n\{"status":"ready"\}/,
    /The books agree: .*loyalty_restored\n {2}projects +1\n/
  ]
  for (const each of said) t.match(out, each)
})

t.test('an operator moves from the file to a server', onServer, async t => {
  const [block] = blocksUnder('Moving house')
  const { shell } = await givenReader(t)
  const { url, drop } = await newDatabase()
  t.teardown(drop)
  const made = 'npm run --silent cli -- migrate\nnpm run --silent cli -- project create Shop\n'
  const moved = block?.code.replace('postgres://tessera@db.example.com/tessera', url)
  const [out, complained] = await shell(made + moved).printed
  t.equal(complained, '')
  t.match(out, /\nCopied .*shop\.db\n +to postgres:.*\n/)
  t.match(out, /\nThe books agree: postgres:.*\n {2}projects +1\n/)
})
