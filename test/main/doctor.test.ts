import { existsSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { loadDemo } from '../../src/demo/load.ts'
import { diskFindings, freeBytes } from '../../src/main/doctor.ts'
import { migrationsOf } from '../../src/storage/engine/migrate.ts'
import { onServer } from '../support/postgres-databases.ts'
import { askServer, givenServerDatabase, onFile } from './support/moving.ts'
import { givenPlace, type Machine, type Place, whileServing } from './support/place.ts'

interface Finding {
  readonly about: string
  readonly state: string
  readonly found: string
  readonly change: string | null
}

/** There is room for everything, and no port to be taken. */
const ROOMY: Machine = { freeBytes: () => 2 ** 40 }
const PORTLESS = { PORT: '0' }

/** The findings that are not ok, by what they are about, and the exit code. */
async function found(place: Place, environment: NodeJS.ProcessEnv = {}, machine = ROOMY) {
  const told = await place.cli('doctor --json', { ...PORTLESS, ...environment }, machine)
  const findings = JSON.parse(told.printed) as readonly Finding[]
  return {
    code: told.code,
    complained: told.complained,
    findings: findings.filter(({ state }) => state !== 'ok')
  }
}

const NOTHING = { code: 0, complained: '', findings: [] }

async function givenShop(t: Test): Promise<Place> {
  const place = givenPlace(t)
  await place.cli('migrate')
  await place.cli('project create Corner')
  return place
}

t.test('doctor: says of everything that it is in order', async t => {
  const place = await givenShop(t)
  const { code, printed, complained } = await place.cli('doctor', PORTLESS, ROOMY)
  const settings = 'listens on 127.0.0.1, port 0; urls begin with http://127.0.0.1:0'
  const works = 'can be read and written, and has the tables of this version.'
  const room = `1,048,576 MiB are free in ${dirname(place.file)}`
  t.strictSame(
    { code, complained, printed: printed.replace(/has \d+ MiB/, 'has 1 MiB').split('\n') },
    {
      code: 0,
      complained: '',
      printed: [
        `ok      settings  development; ${settings}; everything is in ${place.url}`,
        `ok      database  ${place.file} ${works}`,
        'ok      projects  One project, each with a valid app key.',
        'ok      clock     No record has a time later than now.',
        `ok      disk      ${room}, and the database takes 1 MiB.`,
        'ok      port      The system chooses a port that is free.'
      ]
    }
  )
})

t.test('doctor: tells the next step below what it found, and ends with 1', async t => {
  const place = givenPlace(t)
  t.strictSame((await place.cli('doctor', PORTLESS)).printed.split('\n').slice(1, 3), [
    `wrong   database  There is no database at ${place.file}.`,
    '                  Make an empty one with `npm run --silent cli -- migrate`, ' +
      'or set DATABASE_URL to where it is.'
  ])
  const { code, complained } = await place.cli('doctor', PORTLESS)
  t.strictSame([code, complained], [1, 'One thing is wrong.'])
  t.notOk(existsSync(place.file), 'and makes none')
})

t.test('doctor: names every setting that is wrong, and looks no further', async t => {
  const place = givenPlace(t)
  const { code, complained, findings } = await found(place, { PORT: 'x', LOG_LEVEL: 'loud' })
  t.strictSame([code, complained], [1, '2 things are wrong.'])
  t.match(findings, [
    { about: 'settings', state: 'wrong', found: /^PORT must be a whole number/ },
    { about: 'settings', state: 'wrong', found: /^LOG_LEVEL must be one of/ }
  ])
})

const PUBLIC = { NODE_ENV: 'production', PUBLIC_URL: 'https://loyalty.example.com' }
const PROXIED = { ...PUBLIC, TRUST_PROXY: '127.0.0.1' }

//  settings                                                  what is to be changed
const advised: readonly (readonly [NodeJS.ProcessEnv, RegExp | null])[] = [
  [{}, null],
  [PROXIED, null],
  [{ ...PROXIED, HOST: '0.0.0.0' }, null],
  [PUBLIC, /^Set TRUST_PROXY to the address of the proxy/],
  [
    { HOST: '0.0.0.0', PUBLIC_URL: 'https://a.example', TRUST_PROXY: '10.0.0.1' },
    /^Set NODE_ENV=production/
  ],
  [{ NODE_ENV: 'production' }, /^Set PUBLIC_URL to the address that callers use/],
  [{ NODE_ENV: 'production', PUBLIC_URL: 'http://a.example' }, /^Put a proxy with TLS in front/],
  [{ PUBLIC_URL: 'http://a.example' }, null],
  [{ ...PROXIED, MANAGEMENT_OPEN: 'true' }, /^Unset MANAGEMENT_OPEN/],
  [{ ...PROXIED, RATE_LIMIT_PER_MINUTE: 'none' }, /^Unset RATE_LIMIT_PER_MINUTE/],
  [{ ...PROXIED, FAILED_CREDENTIALS_PER_MINUTE: 'none' }, /^Unset RATE_LIMIT_PER_MINUTE/]
]

t.test('doctor: settings that are valid and are not meant together are told', async t => {
  const place = await givenShop(t)
  for (const [environment, change] of advised) {
    const { code, findings } = await found(place, environment)
    const title = JSON.stringify(environment)
    t.equal(code, 0, title)
    if (change === null) t.strictSame(findings, [], title)
    else t.match(findings, [{ about: 'settings', state: 'advice', change }], title)
    t.equal(findings.length, change === null ? 0 : 1, title)
  }
})

t.test('doctor: a database in a folder of the start, or in memory, is told', async t => {
  const place = await givenShop(t)
  const relative = await found(place, { ...PROXIED, DATABASE_URL: 'sqlite:./data/none.db' })
  t.match(relative.findings[0], { state: 'advice', change: /and a path that begins with \/\.$/ })
  t.strictSame(await found(place, { DATABASE_URL: 'sqlite::memory:' }), NOTHING)
})

t.test('doctor: a ready file in a folder that is not there is wrong', async t => {
  const place = await givenShop(t)
  const folder = join(place.folder, 'gone')
  t.strictSame((await found(place, { READY_FILE: join(folder, 'ready.json') })).findings, [
    {
      about: 'settings',
      state: 'wrong',
      found: `The folder ${folder} of READY_FILE does not exist.`,
      change: 'Make the folder.'
    }
  ])
  mkdirSync(folder)
  t.strictSame(await found(place, { READY_FILE: join(folder, 'ready.json') }), NOTHING)
})

t.test('doctor: tables of another version are told, and stay as they are', async t => {
  const place = givenPlace(t)
  mkdirSync(dirname(place.file), { recursive: true })
  writeFileSync(place.file, '')
  const behind = await found(place)
  t.equal(behind.code, 0)
  t.match(behind.findings, [
    {
      about: 'database',
      state: 'advice',
      found: `${place.file} is one step behind this version: ${migrationsOf('sqlite')[0]?.tag}.`,
      change: /^Back it up\. /
    }
  ])
  await place.cli('migrate')
  onFile(place.file, "insert into applied_migrations values ('9999_from_afar', '')")
  t.match(await found(place), {
    code: 1,
    findings: [{ about: 'database', state: 'wrong', found: /was migrated by a newer version/ }]
  })
})

t.test('doctor: a file that is no database is wrong, and stays as it is', async t => {
  const place = givenPlace(t)
  mkdirSync(dirname(place.file))
  writeFileSync(place.file, 'no database at all '.repeat(100))
  t.match(await found(place), { code: 1, findings: [{ about: 'database', state: 'wrong' }] })
  t.equal(readFileSync(place.file, 'utf8'), 'no database at all '.repeat(100))
})

t.test('doctor: nobody who can call the service is told', async t => {
  const place = givenPlace(t)
  await place.cli('migrate')
  t.match((await found(place)).findings, [
    { about: 'projects', state: 'advice', change: /project create NAME/ }
  ])
  await place.cli('project create Corner')
  await place.cli('project key revoke proj_000001 client-1')
  t.strictSame((await found(place)).findings, [
    {
      about: 'projects',
      state: 'advice',
      found: 'The project Corner (proj_000001) has no app key that is not revoked.',
      change: '`npm run --silent cli -- project key create proj_000001` makes one.'
    }
  ])
})

t.test("doctor: the demo's project is named, and production is told to leave it", async t => {
  const place = givenPlace(t)
  await place.cli('migrate')
  await whileServing(place, async (store, shell) => {
    await loadDemo(store, shell)
  })
  t.match(
    (await place.cli('doctor', PORTLESS, ROOMY)).printed,
    "ok      projects  One project, each with a valid app key. Demo shop (proj_00demo) is the demo's."
  )
  const { findings } = await found(place, { NODE_ENV: 'production' })
  const told = findings.filter(({ about }) => about === 'projects')
  t.strictSame(told, [
    {
      about: 'projects',
      state: 'advice',
      found: "Demo shop (proj_00demo) is the demo's project, whose keys production refuses.",
      change: 'Set DATABASE_URL to a database of its own for production.'
    }
  ])
})

t.test('doctor: what a restore put aside is told by its name', async t => {
  const place = await givenShop(t)
  for (const end of ['1', '1-wal', '2']) writeFileSync(`${place.file}.before-${end}`, '')
  const { code, findings } = await found(place)
  t.equal(code, 0)
  const told = findings.map(finding => finding.found.split(' ')[0])
  t.strictSame(told, [`${place.file}.before-1`, `${place.file}.before-2`])
})

t.test('doctor: a clock that is behind what is stored is wrong', async t => {
  const place = await givenShop(t)
  await whileServing(place, async (store, shell) => {
    await loadDemo(store, shell)
  })
  t.strictSame(await found(place), NOTHING)
  const { code, findings } = await found(
    place,
    {},
    { ...ROOMY, now: () => '2025-01-01T10:00:00.000Z' }
  )
  t.equal(code, 1)
  t.match(findings, [
    {
      about: 'clock',
      state: 'wrong',
      found:
        /^The clock of this machine shows 2025-01-01T10:00:00\.000Z, and Demo shop has a record/
    }
  ])
})

const MEBIBYTE = 2 ** 20

//                                     beside it, and in the temporary folder
const rooms: readonly (readonly [string, number, number, object])[] = [
  ['enough', 101, 101, { state: 'ok' }],
  ['as much as it has', 100, 100, { state: 'ok' }],
  ['less than it has', 99, 101, { state: 'advice', change: /^Make room\. A backup beside it/ }],
  ['less in the temporary folder', 101, 99, { state: 'advice', change: /set TMPDIR/ }],
  ['hardly any', 63, 101, { state: 'wrong', found: /^Only 63 MiB are free/ }]
]

t.test('doctor: a disk with little room is told before it is full', async t => {
  const { folder } = givenPlace(t)
  const file = join(folder, 'shop.db')
  writeFileSync(file, '')
  truncateSync(file, 60 * MEBIBYTE)
  writeFileSync(`${file}-wal`, '')
  truncateSync(`${file}-wal`, 40 * MEBIBYTE)
  for (const [title, beside, temporary, finding] of rooms) {
    const free = (asked: string) => (asked === folder ? beside : temporary) * MEBIBYTE
    t.match(diskFindings(file, free), [{ about: 'disk', ...finding }], title)
  }
  t.ok(freeBytes(folder) > 0, 'of the system')
})

t.test('doctor: a full disk is wrong', async t => {
  t.match(await found(await givenShop(t), {}, { freeBytes: () => 0 }), {
    code: 1,
    findings: [{ about: 'disk', state: 'wrong' }]
  })
})

async function listening(t: Test, server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => server.close())
  return String((server.address() as AddressInfo).port)
}

t.test('doctor: a port that another program has is wrong, and one of a service is not', async t => {
  const place = await givenShop(t)
  const mute = await listening(
    t,
    createServer(socket => socket.end())
  )
  const taken = await found(place, { PORT: mute })
  t.equal(taken.code, 1)
  t.match(taken.findings, [
    { about: 'port', state: 'wrong', found: `Port ${mute} on 127.0.0.1 is in use.` }
  ])
  const other = createHttpServer((_, reply) => reply.end('{"status":"fine"}'))
  t.equal((await found(place, { PORT: await listening(t, other) })).code, 1)
  const ours = createHttpServer((_, reply) => reply.end('{"status":"live"}'))
  t.strictSame(await found(place, { PORT: await listening(t, ours) }), NOTHING)
  const nowhere = await found(place, { HOST: '192.0.2.1', PORT: mute })
  t.match(nowhere.findings.at(-1), { about: 'port', found: /^192\.0\.2\.1 is no address/ })
})

t.test('doctor: on PostgreSQL, too', onServer, async t => {
  const DATABASE_URL = await givenServerDatabase(t)
  const place = givenPlace(t)
  const now = { now: () => new Date().toISOString() }
  t.match((await found(place, { DATABASE_URL }, now)).findings, [
    { about: 'database', state: 'advice', found: / is one step behind this/ }
  ])
  await place.cli('migrate', { DATABASE_URL })
  await place.cli('project create Corner', { DATABASE_URL })
  t.strictSame(await found(place, { DATABASE_URL }, now), NOTHING)
  const slow = { now: () => new Date(Date.now() - 60_000).toISOString() }
  const apart = await found(place, { DATABASE_URL }, slow)
  const told = [apart.code, apart.findings]
  t.match(told, [0, [{ about: 'clock', state: 'advice', found: / differ by / }]])
  await askServer(DATABASE_URL, "insert into applied_migrations values ('9999_from_afar', '')")
  t.match(await found(place, { DATABASE_URL }, now), {
    code: 1,
    findings: [{ about: 'database', state: 'wrong', found: /was migrated by a newer version/ }]
  })
  const away = 'postgres://nobody@127.0.0.1:1/none'
  t.match(await found(place, { DATABASE_URL: away }, now), {
    code: 1,
    findings: [{ about: 'database', state: 'wrong', found: /cannot be reached/ }]
  })
})
