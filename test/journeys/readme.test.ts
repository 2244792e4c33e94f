/**
 * The commands of the README, given to a shell as a reader would give them: every one succeeds, and
 * what they are said to print they print.
 * `guides.test.ts` replays those of the page for pipelines.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execPath } from 'node:process'
import t, { type Test } from 'tap'
import { heldPort } from '../support/held-port.ts'
import { hasServer, newDatabase } from '../support/postgres-databases.ts'
import { Cluster, postgresBinaries } from '../support/postgres-server.ts'
import { blocksUnder, givenReader, readme } from '../support/readme.ts'
import { answering, printedKeys } from '../support/running.ts'

const onServer = { skip: hasServer() ? false : 'no server' }
/** The headings whose commands a test below gives to a shell. */
const REPLAYED = [
  'Two commands',
  'The sixteen operations',
  'From an empty database to the first redemption',
  'The command',
  'A project as a file',
  'Does another service keep the contract? verify and proxy',
  'A tenant per test',
  'In a pipeline',
  'Moving in',
  'Looking after it',
  'Production on PostgreSQL',
  'Moving house'
]

t.test('every command of the README stands below a heading that is replayed', async t => {
  const headings = [...readme.matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading)
  const commanding = headings.filter(heading =>
    blocksUnder(heading).some(({ language }) => language === 'sh')
  )
  t.strictSame(commanding, REPLAYED)
  const replayed = commanding.flatMap(blocksUnder).filter(({ language }) => language === 'sh')
  t.equal(replayed.length, [...readme.matchAll(/^```sh$/gm)].length, 'and none before the first')
  t.equal(blocksUnder('The sixteen operations').length, 1, 'each of these is taken by itself')
  t.equal(blocksUnder('Two commands').length, 2)
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
  // The answers have no line ends of their own.
  const [pack, install, line, answers = ''] = out.split('\n')
  const [customer, redemption] = answers.split(/(?<=\})(?=\{"id":"r_)/)
  t.strictSame([pack, install], ['npm pack', 'npm install'])
  t.match(JSON.parse(String(line)), { url: /^http:/, demo: { customerId: 'cust_00ada' } })
  t.match(JSON.parse(String(customer)), { id: 'cust_00ada', object: 'customer' })
  t.match(JSON.parse(String(redemption)), { object: 'redemption', result: 'SUCCESS', amount: 60 })
})

t.test('from an empty folder to the first redemption, with a file alone', async t => {
  const blocks = blocksUnder('A project as a file')
  const [serving, loading, dumping] = blocks.filter(({ language }) => language === 'sh')
  const [shown] = blocks.filter(({ language }) => language === 'text')
  const { home, shell } = await givenReader(t)
  // This reader has a database, and a service that keeps nothing wants none.
  const apart = 'database=$DATABASE_URL; unset DATABASE_URL PORT\n'
  const back = '\nexport DATABASE_URL=$database\n'
  const script = apart + serving?.code + back + loading?.code + dumping?.code
  const [out, complained, [code]] = await shell(script).printed
  t.equal(code, 0, `no command fails\n${complained}`)
  const [line, result] = out.split('\n')
  t.match(JSON.parse(String(line)), { demo: null, project: { appId: /\S/, managementToken: /\S/ } })
  t.equal(`${result}\n`, shown?.code)
  const said = [
    /\nDry run, nothing was changed: would load \S+shop\.yaml into My shop\n[\s\S]* {2}new +7\n/,
    /\nLoaded \S+shop\.yaml into My shop\n[\s\S]* {2}new +7\n/,
    /\nLoaded \S+shop\.yaml into My shop\n {2}new +0\n {2}as they were +7\n$/
  ]
  for (const pattern of said) t.match(out, pattern)
  const dumped = readFileSync(join(home, 'shop/dumped.yaml'), 'utf8')
  t.match(dumped, /\ncards:\n {2}- code: CARD-LENA\n {4}campaign: Regulars\n/)
  t.match(complained, 'Left out: keys;')
})

t.test('a service is held against the contract, and reported to a pipeline', async t => {
  const blocks = blocksUnder('Does another service keep the contract? verify and proxy')
  const commands = blocks.filter(({ language }) => language === 'sh').map(({ code }) => code)
  const [shown] = blocks.filter(({ language }) => language === 'text')
  const { home, shell } = await givenReader(t, { own: { 3001: String(await heldPort(t)) } })
  const { printed } = shell(`unset DATABASE_URL PORT\n${commands.join('\n')}`)
  const [out, complained, [code]] = await printed
  t.equal(code, 0, `no command fails\n${complained}`)
  t.match(out, /\nhttp:\S+ keeps the contract of Tessera \S+: 1\d+ passed\.\n/)
  t.match(out, /keeps the contract of Tessera \S+: \d+ passed, \d+ skipped\.\n/)
  t.ok(shown !== undefined && out.endsWith(`"}\n${shown.code}`), 'the proxy says what was wrong')
  const xml = readFileSync(join(home, 'contract.xml'), 'utf8')
  t.equal([...xml.matchAll(/<testsuite /g)].length, 16)
  t.match(xml, /^<\?xml [\s\S]* failures="0" errors="0" /)
})

t.test('a test has a project of its own, a week of it passes, and it begins anew', async t => {
  const [block] = blocksUnder('A tenant per test')
  const { shell } = await givenReader(t)
  const given = `unset DATABASE_URL PORT
tessera() { exec "${execPath}" src/main/cli.ts "$@"; }
`
  const [out, complained, [code]] = await shell(given + block?.code).printed
  t.equal(code, 0, `no command fails\n${complained}`)
  const [ready, ...lines] = out.split('\n')
  t.match(JSON.parse(String(ready)), { url: /^http:/, sandbox: { key: /^\w{43}$/ } })
  const pending = lines.filter(line => line.startsWith('"pending_points"'))
  t.strictSame(pending, ['"pending_points":20', '"pending_points":0'])
  const shown = lines.filter(line => line.startsWith('{')).map(line => JSON.parse(line))
  t.match(shown, [
    { object: 'sandbox_snapshot', name: 'before', project: 'checkout' },
    { name: 'checkout', now: '2026-01-08T09:00:00.000Z' },
    { name: 'checkout', now: '2026-01-01T09:00:00.000Z' },
    { name: 'fork', now: '2026-01-01T09:00:00.000Z' }
  ])
})

t.test('a test forces answers, which say so', async t => {
  const [, block] = blocksUnder('A tenant per test')
  const { shell } = await givenReader(t)
  const given = `unset DATABASE_URL PORT
tessera() { exec "${execPath}" src/main/cli.ts "$@"; }
`
  const [out, complained, [code]] = await shell(given + block?.code).printed
  t.equal(code, 0, `no command fails\n${complained}`)
  const lines = out.split(/\r?\n/)
  t.strictSame(
    lines.filter(line => /^(HTTP|preference-applied)/.test(line)),
    [
      ...['HTTP/1.1 404 Not Found', 'preference-applied: code=404'],
      ...['HTTP/1.1 503 Service Unavailable', 'preference-applied: code=503, wait=0.2'],
      'HTTP/1.1 400 Bad Request',
      ...['HTTP/1.1 200 OK', 'preference-applied: dynamic=true'],
      ...['HTTP/1.1 200 OK', 'preference-applied: wait=0.2']
    ]
  )
  t.ok(lines.some(line => line.includes('has no status 418. Prefer one of 200, 400,')))
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
    /\nok +database +.*shop\.db can be read and written, and has the tables of this version\.\n/,
    /\nok +port +A service answers on http:.*\nThere is no job, and none has failed\.\n/,
    /\nA token of the key \S+ \(First key\) of the project My shop\nIt opens vouchers customers\./,
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

/** A port for each that the README names. */
async function fourPorts(t: Test): Promise<Record<string, string>> {
  const ports: Record<string, string> = {}
  for (const said of [3000, 3001, 3002, 3003]) ports[said] = String(await heldPort(t))
  return ports
}

const binaries = postgresBinaries()
const onMachine = { skip: binaries === null && 'no binaries of a PostgreSQL server' }

t.test('four processes on an empty PostgreSQL server, to a redemption', onMachine, async t => {
  const cluster = await Cluster.started(binaries as string)
  t.after(() => cluster.close())
  const { port, username, password } = new URL(cluster.url('postgres'))
  const ports = await fourPorts(t)
  const { shell } = await givenReader(t, {
    more: {
      PATH: `${binaries}:${process.env['PATH']}`,
      PGHOST: '127.0.0.1',
      PGPORT: port,
      PGUSER: username,
      PGPASSWORD: password
    },
    own: { '127.0.0.1:5432': `127.0.0.1:${port}`, ...ports }
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
    /(\{"status":"ready"\}){4}/,
    /\nPAID\n25\nSUCCESS\n5\n5\n\{"status":"ready"\}/,
    /The books agree: .*loyalty_restored\n {2}projects +1\n/
  ]
  for (const each of said) t.match(out, each)
})

t.test('an operator moves from the file to a server and four processes', onServer, async t => {
  const [block] = blocksUnder('Moving house')
  const [, start] = blocksUnder('Production on PostgreSQL')
  const { shell } = await givenReader(t, { own: await fourPorts(t) })
  const { url, drop } = await newDatabase()
  t.teardown(drop)
  const made = 'npm run --silent cli -- migrate\nnpm run --silent cli -- project create Shop\n'
  const moved = block?.code.replace('postgres://tessera@db.example.com/tessera', url)
  const { child, printed, end } = shell(`${made}${moved}\n${start?.code}`)
  const [code] = await once(child, 'exit')
  end('SIGTERM')
  const [out, complained] = await printed
  t.equal(code, 0, `no command fails\n${complained}`)
  t.match(out, /(\{"status":"ready"\}){4}$/)
  t.match(out, /\nCopied .*shop\.db\n +to postgres:.*\n/)
  t.match(out, /\nThe books agree: postgres:.*\n {2}projects +1\n/)
})
