import { execFile } from 'node:child_process'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import { loadDemo } from '../../src/demo/load.ts'
import { givenAction } from '../support/given-records.ts'
import { root } from '../support/root.ts'
import { done, failed, givenPlace, whileServing } from './support/place.ts'

const help = `Usage: npm run --silent cli -- [options] [command]

Starts the service, and looks after the database that DATABASE_URL names.

Options:
  --version               print the version
  -h, --help              display help for command

Commands:
  serve [options]         start the service, and stop it on Ctrl-C
  migrate                 make the database, or bring its tables to this version
  audit [options]         recount balances and totals, and name everything that
                          disagrees
  backup <file>           copy the database file, also while the service runs
  restore <file>          put a backup in the place of the database file; stop
                          the service first
  copy [options]          copy everything from a file to PostgreSQL, or from
                          PostgreSQL to a file
  demo [options]          show what is in the demo project
  doctor [options]        check settings, database, clock, disk and port, and
                          say what to change
  project                 make projects, and replace their keys
  token                   issue, look up and end bearer tokens
  jobs [options]          show background work that runs, waits or failed
  import                  take over customers, vouchers and orders; what is set
                          up comes by load
  load [options] <file>   set up a project from a file: make what is new, and
                          change what differs
  dump [options]          write a project to a file that \`load\` takes
  verify [options] [url]  check a running service against the contract of the
                          sixteen operations
  proxy [options] <url>   pass requests to a running service, and report what
                          breaks the contract
  help [command]          display help for command

How to run the service is in OPERATING.md, and how to call it in openapi/guides, which a
running service serves below /docs.`

const everyCommand = [
  'serve',
  'migrate',
  'audit',
  'backup',
  'restore',
  'copy',
  'demo',
  'project',
  'project list',
  'project create',
  'project keys',
  'project key',
  'project key create',
  'project key revoke',
  'project secret',
  'project secret renew',
  'doctor',
  'token',
  'token issue',
  'token introspect',
  'token revoke',
  'jobs',
  'import',
  'import customers',
  'import cards',
  'import gift-cards',
  'import coupons',
  'import orders',
  'load',
  'dump',
  'verify',
  'proxy'
]

/** What is required of a command is asked for before anything else. */
const needed: { readonly [command: string]: string } = {
  copy: 'copy --from sqlite:a.db --to sqlite:b.db',
  'token issue': 'token issue --scope api'
}

t.test('what is not understood is answered with how it is used, and 2', async t => {
  const { cli, file } = givenPlace(t)
  const advice = 'Try: npm run --silent cli -- --help'
  const adviceOn = (command: string) => `Try: npm run --silent cli -- ${command} --help`
  //  command                  complaint
  const rows = [
    ['', help],
    ['polish', `error: unknown command 'polish'\n${advice}`],
    [
      'audit all',
      `error: too many arguments for 'audit'. Expected 0 arguments but got 1.\n${adviceOn('audit')}`
    ],
    ['backup', `error: missing required argument 'file'\n${adviceOn('backup')}`],
    [
      'project key revoke',
      `error: missing required argument 'project', argument 'key'\n${adviceOn('project key revoke')}`
    ],
    [
      'token issue',
      "error: missing required argument 'project', argument 'key', option '--scope <scopes>'\n" +
        adviceOn('token issue')
    ],
    ['project create', `error: missing required argument 'name'\n${adviceOn('project create')}`],
    ['project create A --demo', `error: unknown option '--demo'\n${adviceOn('project create')}`],
    [
      'dump --out --help',
      "error: option '--out <file>' argument '--help' is invalid. It needs a value before that.\n" +
        adviceOn('dump')
    ],
    ['project burnish', `error: unknown command 'burnish'\n${adviceOn('project')}`]
  ] as const
  for (const [command, complained] of rows) {
    t.strictSame(await cli(command), { code: 2, printed: '', complained }, command)
  }
  t.notOk(existsSync(file))
})

t.test('help is no failure, of the whole as of each command', async t => {
  const { cli } = givenPlace(t)
  t.strictSame(await cli('--help'), done(help))
  for (const command of everyCommand) {
    const { code, printed, complained } = await cli(`${command} --help`)
    t.strictSame([code, complained], [0, ''], command)
    t.ok(printed.startsWith(`Usage: npm run --silent cli -- ${command} `), printed)
  }
})

t.test('an option that a command does not have is told, of every command', async t => {
  const { cli, file } = givenPlace(t)
  for (const command of everyCommand) {
    const advice = `Try: npm run --silent cli -- ${command} --help`
    const complained = `error: unknown option '--zzz'\n${advice}`
    const given = needed[command] ?? command
    t.strictSame(await cli(`${given} --zzz`), { code: 2, printed: '', complained }, command)
  }
  t.notOk(existsSync(file))
})

t.test('a database that is not there is told and not made', async t => {
  const { cli, file, folder } = givenPlace(t)
  const complaint =
    `There is no database at ${file}. Start the service once, or make an empty one with ` +
    '`npm run --silent cli -- migrate`, or set DATABASE_URL to where it is.'
  for (const command of [
    'audit',
    'demo --env',
    `backup ${folder}/copy.db`,
    'project create Shop'
  ]) {
    t.strictSame(await cli(command), failed(complaint), command)
    t.notOk(existsSync(file))
  }
})

t.test('a missing or broken file is told where the database is missing', async t => {
  const { cli, folder, file } = givenPlace(t)
  const at = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const none = join(folder, 'none.yaml')
  const noDatabase = /There is no database at/
  //  command, its file, what it says
  const rows = [
    ['load', none, /^There is no file .*none\.yaml\.$/],
    ['load', at('bad.yaml', 'products: 3'), /^.*bad\.yaml, line 1.*products/],
    ['load', at('good.yaml', 'products: []'), noDatabase],
    ['import customers', none, /^There is no file .*none\.yaml\.$/],
    ['import customers', at('bad.csv', 'who\nmia\n'), /^.*bad\.csv, line 1.*source_id/],
    [
      'import customers',
      at('bad.jsonl', '{"source_id":'),
      /bad\.jsonl, line 1: [\s\S]*no database/
    ],
    ['import customers', at('good.csv', 'source_id\nmia\n'), noDatabase],
    ['verify http://127.0.0.1:9 --data', none, /^There is no file .*none\.yaml\.$/]
  ] as const
  for (const [command, path, complained] of rows) {
    const { code, complained: said } = await cli(`${command} ${path}`)
    t.equal(code, command.startsWith('verify') ? 2 : 1, command)
    t.match(said, complained, `${command} ${path}`)
  }
  t.notOk(existsSync(file))
})

t.test('a database in memory cannot be reached from another process', async t => {
  const { cli } = givenPlace(t)
  for (const command of ['audit', 'migrate']) {
    t.strictSame(
      await cli(command, { DATABASE_URL: 'sqlite::memory:' }),
      failed(
        'A database in memory is gone with the service that has it. Set DATABASE_URL to sqlite: ' +
          'and the path of a file.'
      )
    )
  }
})

t.test('settings that cannot be meant are told', async t => {
  const { code, complained } = await givenPlace(t).cli('audit', { PORT: 'front door' })
  t.equal(code, 1)
  t.match(complained, /^PORT must be a whole number/)
})

t.test('a file that is no database is told', async t => {
  const { cli, folder } = givenPlace(t)
  const file = join(folder, 'letter.txt')
  writeFileSync(file, 'Dear shop, '.repeat(100))
  const outcome = await cli('audit', { DATABASE_URL: `sqlite:${file}` })
  t.equal(outcome.code, 1)
  t.match(outcome.complained, `${file} is damaged or is not a database of this service`)
})

t.test('migrate: makes a database, and leaves one alone that is up to date', async t => {
  const { cli, file } = givenPlace(t)
  t.strictSame(await cli('migrate'), done(`Made an empty database: ${file}`))
  t.strictSame(await cli('migrate'), done(`The tables are up to date: ${file}`))
})

t.test('audit: says what it counted', async t => {
  const { cli, file } = givenPlace(t)
  await cli('migrate')
  await cli('project create Shop')
  t.strictSame(
    await cli('audit'),
    done(`The books agree: ${file}
  projects                1
  customers               0
  vouchers                0
  lots                    0
  ledger entries          0
  redemptions             0
  jobs under way          0`)
  )
})

t.test('audit: counts for programs', async t => {
  const { cli } = givenPlace(t)
  await cli('migrate')
  await cli('project create Shop')
  const { code, printed } = await cli('audit --json')
  const none = { customers: 0, vouchers: 0, lots: 0, entries: 0, redemptions: 0, jobs: 0 }
  const found = { clean: true, counts: { projects: 1, ...none }, findings: [] }
  t.strictSame([code, JSON.parse(printed)], [0, found])
})

t.test('audit: names all that disagrees by kind, while the service runs', async t => {
  const place = givenPlace(t)
  await whileServing(place, async (store, shell) => {
    await loadDemo(store, shell)
    t.equal((await place.cli('audit')).code, 0)
    const action = givenAction({ id: 'aa_lost' })
    const once = { kind: 'customerTotals.counted', lastOrder: null } as const
    await store.write('proj_00demo', async () => ({
      value: null,
      changes: [
        { ...once, customerId: 'cust_00ada', step: { redemptionsFailed: 1 } },
        { kind: 'asyncAction.created', action },
        { ...once, customerId: 'cust_00ben', step: { redemptionsFailed: 1 } }
      ]
    }))
    const { code, printed, complained } = await place.cli('audit')
    const counted = (name: string, count: number) =>
      `Project proj_00demo: summary.redemptions.total_failed of customer cust_00${name} is stored as ${count + 1}, and should be ${count}.`
    const lost = 'Project proj_00demo: async action aa_lost is ENQUEUED, and no job holds it.'
    t.strictSame([code, printed], [3, ''])
    t.equal(
      complained,
      `The books of ${place.file} do not agree: 3 findings.
Begin with the first: others may follow from it.
Stored counts differ from what they count (counters, 2):
  ${counted('ada', 1)}
  ${counted('ben', 0)}
  To do: nothing for balances, which depend on no count. Limits, stock and lists use the stored \
count: where a limit is reached too early, raise it by the difference.
Async actions and jobs do not fit each other (jobs, 1):
  ${lost}
  To do: look with \`jobs\` at what is under way, and send again the requests whose work is missing.`
    )
    const told = await place.cli('audit --json')
    t.strictSame([told.code, told.complained], [3, complained])
    const findings = [
      { kind: 'counters', sentence: counted('ada', 1) },
      { kind: 'counters', sentence: counted('ben', 0) },
      { kind: 'jobs', sentence: lost }
    ]
    t.match(JSON.parse(told.printed), { clean: false, counts: { projects: 1 }, findings })
  })
})

t.test('backup: copies while the service runs, and never over a file', async t => {
  const place = givenPlace(t)
  const copy = join(place.folder, 'copy.db')
  await whileServing(place, async (store, shell) => {
    await loadDemo(store, shell)
    const outcome = await place.cli(`backup ${copy}`)
    const bytes = statSync(copy).size
    t.strictSame(outcome, done(`Copied ${place.file}\n    to ${copy} (${bytes} bytes)`))
  })
  t.equal((await place.cli('audit', { DATABASE_URL: `sqlite:${copy}` })).code, 0)
  const found = await place.cli(`backup ${copy}`)
  t.strictSame(found, failed(`${copy} exists already. Give the copy another name.`))
  const nowhere = join(place.folder, 'nowhere')
  const told = await place.cli(`backup ${nowhere}/copy.db`)
  t.strictSame(told, failed(`There is no folder ${nowhere}. Make it first.`))
})

t.test(
  'files are named from where one stands, also where npm runs the command elsewhere',
  async t => {
    const { cli, folder } = givenPlace(t)
    await cli('migrate')
    const byNpm = { npm_lifecycle_event: 'cli', INIT_CWD: folder }
    t.match(await cli('backup copy.db', byNpm), {
      code: 0,
      printed: `to ${join(folder, 'copy.db')}`
    })
    const asked = { code: 2, complained: join(folder, 'names.json') }
    t.match(await cli('verify http://127.0.0.1:1 --data names.json', byNpm), asked)
    const byOwnScript = { ...byNpm, npm_lifecycle_event: 'copy-shop' }
    const here = join(process.cwd(), 'copies', 'copy.db')
    t.match(await cli('backup copies/copy.db', byOwnScript), { code: 1, complained: dirname(here) })
  }
)

t.test('demo --env: the demo as variables, while the service runs', async t => {
  const place = givenPlace(t)
  await whileServing(place, async (store, shell) => {
    await loadDemo(store, shell)
    t.strictSame(
      await place.cli('demo --env', { PORT: '8080' }),
      done(`BASE_URL=http://127.0.0.1:8080
APP_ID=demo-app-id
APP_TOKEN=demo-app-token
PROJECT_ID=proj_00demo
CAMPAIGN_ID=camp_00club
CARD_CODE=CLUB-ADA-0001
CUSTOMER_ID=cust_00ada
REWARD_ID=rew_00mug
VOUCHER_CODE=CLUB-ADA-0001
ADD_CAMPAIGN_ID=camp_00spring
PROMO_CAMPAIGN_ID=camp_00autumn
METADATA_SCHEMA_ID=ms_00customer
EVENT_NAME=product_reviewed
PRODUCT_ID=prod_00beans
MGMT_ID=demo-management-id
MGMT_TOKEN=demo-management-token`)
    )
  })
})

t.test('demo: what is in it, as people read it', async t => {
  const place = givenPlace(t)
  await whileServing(place, async (store, shell) => {
    await loadDemo(store, shell)
    const { code, printed } = await place.cli('demo')
    t.equal(code, 0)
    t.match(
      printed,
      /^The demo project has:\n {2}service {8}http.*\n {2}key pair {7}X-App-Id: demo-app-id/
    )
  })
})

t.test('--version: the version of the package', async t => {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  t.strictSame(await givenPlace(t).cli('--version'), done(version))
})

t.test('demo --env: fails on a database without the demo', async t => {
  const { cli, file } = givenPlace(t)
  await cli('migrate')
  await cli('project create Shop')
  t.strictSame(
    await cli('demo --env'),
    failed(
      `The demo project is not in ${file}. ` +
        'Start the service on a new database to get one: npm start'
    )
  )
  t.strictSame(
    await cli('demo --env', { NODE_ENV: 'production' }),
    failed(
      `The demo project is not in ${file}. Production never makes it. Set another ` +
        'NODE_ENV and start the service on a new database.'
    )
  )
})

const script = fileURLToPath(new URL('../../src/main/cli.ts', import.meta.url))

/** A process of its own, which sees these settings and nothing of the test runner. */
const started = (command: string, args: readonly string[], environment: NodeJS.ProcessEnv) =>
  promisify(execFile)(command, args, { env: { PATH: process.env['PATH'], ...environment } })

t.test('demo --env: a shell takes the variables as they are meant', async t => {
  const place = givenPlace(t)
  await whileServing(place, async (store, shell) => {
    await loadDemo(store, shell)
  })
  const odd = "https://shop.test/it's/$HOME/a b"
  const command = 'eval "$("$0" "$1" demo --env)"; printf "%s %s" "$BASE_URL" "$MGMT_TOKEN"'
  const { stdout } = await started('sh', ['-c', command, process.execPath, script], {
    DATABASE_URL: place.url,
    PUBLIC_URL: odd
  })
  t.equal(stdout, `${odd} demo-management-token`)
})

t.test('as a process it says by its exit code how it went', async t => {
  const { url } = givenPlace(t)
  const audit = started(process.execPath, [script, 'audit'], { DATABASE_URL: url })
  await t.rejects(audit, { code: 1, stdout: '', stderr: /^There is no database at / })
})
