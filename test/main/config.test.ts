import t from 'tap'
import { otherFallback, readConfig, type Setting, settings } from '../../src/main/config.ts'
import { shownUrl } from '../../src/storage/database.ts'

t.test('without a variable everything has its default, reachable from this machine only', t => {
  t.same(readConfig({}), {
    databaseUrl: 'sqlite:./data/tessera.db',
    databaseConnectionsMax: 10,
    ephemeral: false,
    sandbox: false,
    sandboxKey: null,
    sandboxNow: '2026-01-01T09:00:00.000Z',
    host: '127.0.0.1',
    port: 3000,
    readyFile: null,
    projectFile: null,
    states: null,
    publicUrl: 'http://127.0.0.1:3000',
    customerPageDays: 30,
    logLevel: 'info',
    logFormat: 'auto',
    metricsAddress: null,
    environment: 'development',
    managementOpen: true,
    corsOrigins: [],
    campaignVouchersMax: 10_000_000,
    earningRulesMax: 100,
    rateLimit: null,
    failedCredentialsLimit: null,
    trustProxy: [],
    requestTimeoutMs: 60_000,
    requestsMax: 1_000,
    eventLoopDelayMaxMs: 1_000,
    shutdownGraceMs: 10_000,
    production: false,
    loopback: true,
    misspelt: []
  })
  t.same(readConfig({ PORT: ' ', HOST: '' }), readConfig({}), 'empty is unset')
  t.ok(Object.isFrozen(readConfig({})))
  t.end()
})

t.test('every default and every example of the table is accepted', async t => {
  for (const setting of Object.values<Setting<unknown>>(settings)) {
    const { variable, fallback, example, read } = setting
    for (const text of [fallback, otherFallback(setting)?.value ?? fallback]) {
      t.not(read(text), undefined, `${variable}=${text}`)
    }
    t.not(read(example), undefined, `${variable}=${example}`)
    const beside = setting === settings.states ? { EPHEMERAL: 'true' } : {}
    t.doesNotThrow(() => readConfig({ ...beside, [variable]: example }))
  }
  const variables = Object.values(settings).map(({ variable }) => variable)
  t.equal(new Set(variables).size, variables.length)
})

// biome-ignore format: a table
const refused = [
  ['DATABASE_CONNECTIONS_MAX', '0'],
  ['METRICS_ADDRESS', '9464'], ['METRICS_ADDRESS', '127.0.0.1:65536'], ['METRICS_ADDRESS', '::1:9464'],
  ['PORT', '65536'],      ['PORT', '-1'],            ['PORT', '3e3'],         ['PORT', 'http'],
  ['HOST', 'http://x'],   ['HOST', '127.0.0.1:80'],  ['HOST', 'a b'],
  ['PUBLIC_URL', 'shop.example.com'],  ['PUBLIC_URL', 'ftp://a'],  ['PUBLIC_URL', 'https://a?b=c'],
  ['PUBLIC_URL', 'https://a:b@c'],     ['PUBLIC_URL', 'https://a#b'],
  ['CUSTOMER_PAGE_DAYS', '0'],  ['CUSTOMER_PAGE_DAYS', 'none'],
  ['LOG_FORMAT', 'pretty'],
  ['LOG_LEVEL', 'verbose'],  ['NODE_ENV', 'prod'],   ['MANAGEMENT_OPEN', 'yes'],
  ['CORS_ORIGINS', '*'],     ['CORS_ORIGINS', 'till.example.com'],
  ['CORS_ORIGINS', 'https://a.example/'],            ['CORS_ORIGINS', 'https://a.example,http://b'],
  ['CORS_ORIGINS', 'ftp://a.example'],               ['CORS_ORIGINS', 'https://a.example none'],
  ['CAMPAIGN_VOUCHERS_MAX', '0'],  ['EARNING_RULES_MAX', '1.5'],
  ['RATE_LIMIT_PER_MINUTE', '0'],  ['FAILED_CREDENTIALS_PER_MINUTE', 'off'],
  ['TRUST_PROXY', 'all'],          ['TRUST_PROXY', '10.0.0.0/0'],
  ['TRUST_PROXY', '10.0.0.0/33'],  ['TRUST_PROXY', '10.0.0.1,::1'],
  ['TRUST_PROXY', '::1/129'],      ['TRUST_PROXY', '10.0.0.0/8/8'],
  ['REQUESTS_MAX', '0'],           ['EVENT_LOOP_DELAY_MAX_MS', '9'],
  ['REQUEST_TIMEOUT_MS', '999'],   ['SHUTDOWN_GRACE_MS', '600001']
] as const

t.test('a url of a database is shown without its password', async t => {
  const rows = [
    ['postgres://me:secret@db:5433/shop?sslmode=require', 'postgres://db:5433/shop'],
    ['postgresql://me@db/shop', 'postgresql://db/shop'],
    ['sqlite:./data/tessera.db', 'sqlite:./data/tessera.db']
  ] as const
  for (const [url, shown] of rows) {
    t.equal(shownUrl(readConfig({ DATABASE_URL: url }).databaseUrl), shown)
  }
})

t.test('a value that cannot be meant is refused with expectation and example', async t => {
  for (const [variable, value] of refused) {
    const setting = Object.values(settings).find(each => each.variable === variable)
    t.throws(() => readConfig({ [variable]: value }), {
      message:
        `${variable} must be ${setting?.expects}, not "${value}". ` +
        `For example: ${variable}=${setting?.example}`
    })
  }
  for (const unusable of ['postgres://me:secret@db', 'mysql://me:secret@db/shop']) {
    t.throws(() => readConfig({ DATABASE_URL: unusable }), {
      message:
        'DATABASE_URL must be sqlite: and the path of a file, sqlite::memory:, or ' +
        'postgres://USER:PASSWORD@HOST/DATABASE. For example: ' +
        'DATABASE_URL=sqlite:/var/lib/tessera/tessera.db'
    })
  }
  t.throws(
    () => readConfig({ PORT: 'x', HOST: 'a b' }),
    { message: /^HOST .*\nPORT / },
    'all at once'
  )
})

// biome-ignore format: a table
const hosts = [
  // HOST        own address               loopback
  ['localhost', 'http://localhost:80',     true],
  ['127.8.0.1', 'http://127.8.0.1:80',     true],
  ['::1',       'http://[::1]:80',         true],
  ['0.0.0.0',   'http://127.0.0.1:80',     false],
  ['::',        'http://[::1]:80',         false],
  ['10.0.0.7',  'http://10.0.0.7:80',      false],
  ['shop.lan',  'http://shop.lan:80',      false]
] as const

// What is there beside nothing else, and the setting that it may be meant to be.
// biome-ignore format: a table
const alike = [
  ['DATABSE_URL', 'DATABASE_URL'], ['DATABASE_URI', 'DATABASE_URL'], ['database_url', 'DATABASE_URL'],
  ['TESSERA_DATABASE_URL', 'DATABASE_URL'], ['TESSERA_LOG_LEVEL', 'LOG_LEVEL'], ['LOGLEVEL', 'LOG_LEVEL'],
  ['NODEENV', 'NODE_ENV'], ['TRUSTED_PROXY', 'TRUST_PROXY'], ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['RATE_LIMITS_PER_MINUTE', 'RATE_LIMIT_PER_MINUTE'], ['SHUTDOWN_GRACEMS', 'SHUTDOWN_GRACE_MS']
] as const

// What environments hold of others: shells, npm, containers, Kubernetes (of a service called
// tessera, too), PostgreSQL, builds on GitHub, GitLab and Jenkins, other hosts of services.
const others = `
  HOME HOSTNAME HOSTTYPE LANG LANGUAGE LC_ALL LOGNAME LS_COLORS MAIL OLDPWD PATH PWD SHELL SHLVL TERM TMPDIR TZ USER _
  DEBIAN_FRONTEND EDITOR MACHTYPE OSTYPE XDG_RUNTIME_DIR XDG_SESSION_ID SSH_AUTH_SOCK SSH_CONNECTION NO_PROXY HTTP_PROXY
  HTTPS_PROXY ALL_PROXY http_proxy https_proxy no_proxy all_proxy POST PORTS GHOST CHOST STATE STATUS REPORT HOSTS IP
  NODE NODE_ENVIRONMENT NODE_OPTIONS NODE_PATH NODE_VERSION NODE_DEBUG NODE_EXTRA_CA_CERTS NODE_COMPILE_CACHE INIT_CWD
  YARN_VERSION COREPACK_HOME npm_command npm_config_cache npm_config_loglevel npm_config_node_gyp npm_config_prefix
  npm_config_user_agent npm_execpath npm_lifecycle_event npm_node_execpath npm_package_json npm_package_name
  KUBERNETES_PORT KUBERNETES_PORT_443_TCP KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT
  TESSERA_PORT TESSERA_HOST TESSERA_PORT_3000_TCP TESSERA_PORT_3000_TCP_ADDR TESSERA_PORT_3000_TCP_PORT TESSERA_VERSION
  TESSERA_PORT_3000_TCP_PROTO TESSERA_SERVICE_HOST TESSERA_SERVICE_PORT TESSERA_SERVICE_PORT_HTTP POD_NAME POD_IP
  POSTGRES_DB POSTGRES_HOST POSTGRES_PASSWORD POSTGRES_PORT POSTGRES_URL POSTGRES_USER PGHOST PGPORT PGUSER PGDATABASE
  PGPASSWORD DATABASE DATABASE_HOST DATABASE_NAME DATABASE_PASSWORD DATABASE_PORT DATABASE_PRIVATE_URL DATABASE_SSL
  DATABASE_PUBLIC_URL DATABASE_USER DB_URL DB_HOST REDIS_URL TEST_DATABASE_URL SQLALCHEMY_DATABASE_URI
  CI CI_COMMIT_SHA CI_JOB_ID CI_PROJECT_FILES CI_PROJECT_NAME CI_PROJECT_TITLE CI_PROJECT_URL CI_REGISTRY CI_SERVER_HOST
  GITHUB_ACTIONS GITHUB_ENV GITHUB_OUTPUT GITHUB_PATH GITHUB_REF GITHUB_SERVER_URL GITHUB_STATE GITHUB_WORKSPACE
  RUNNER_ARCH RUNNER_OS RUNNER_TEMP ImageOS ImageVersion BUILD_ID BUILD_NUMBER BUILD_URL JENKINS_URL JOB_NAME WORKSPACE
  DYNO PUBLIC_HOST PUBLIC_IP PUBLIC_KEY PUBLIC_PORT RENDER_EXTERNAL_URL FLY_APP_NAME VERCEL_URL APP_URL BASE_URL
  LOG_DIR LOG_FILE LOG_PATH RUST_LOG DEBUG VERBOSE JAVA_HOME GOPATH PROJECT_ID PROJECT_NAME PROJECT_PATH PROJECT_DIR
  REQUEST_ID REQUEST_METHOD INVOCATION_ID JOURNAL_STREAM LISTEN_FDS NOTIFY_SOCKET SYSTEMD_EXEC_PID MEMORY_PRESSURE_WATCH
  METRICS_PORT PROMETHEUS_ADDRESS OTEL_SERVICE_NAME SENTRY_DSN AWS_REGION AWS_ACCESS_KEY_ID GOOGLE_APPLICATION_CREDENTIALS
`

t.test('a name that is almost a setting is told, and those of other programs are not', async t => {
  for (const [name, meant] of alike) {
    const told = `${name} is no setting of this service, and is not read; ${meant} is one.`
    t.strictSame(readConfig({ [name]: 'x' }).misspelt, [told])
    t.strictSame(readConfig({ [name]: '' }).misspelt, [], 'empty is unset')
    const { example } =
      Object.values(settings).find(each => each.variable === meant) ?? settings.port
    t.strictSame(readConfig({ [name]: 'x', [meant]: example }).misspelt, [], `${meant} is set`)
  }
  const names = others.split(/\s+/).filter(name => name !== '')
  t.strictSame(readConfig(Object.fromEntries(names.map(name => [name, 'x']))).misspelt, [])
})

t.test('urls start at the own address unless another one is public', async t => {
  for (const [host, url, loopback] of hosts) {
    const config = readConfig({ HOST: host, PORT: '80' })
    t.same([config.publicUrl, config.loopback], [url, loopback], host)
  }
  t.equal(readConfig({ PUBLIC_URL: 'https://a.example/shop/' }).publicUrl, 'https://a.example/shop')
  t.equal(readConfig({ NODE_ENV: 'production' }).production, true)
})

t.test('in production metadata schemas need credentials, unless a setting opens them', async t => {
  // biome-ignore format: a table
  const rows = [
    // NODE_ENV       MANAGEMENT_OPEN  open
    ['production',    undefined,       false],
    [' production ',  '',              false],
    ['production',    'true',          true],
    ['development',   undefined,       true],
    ['development',   'false',         false]
  ] as const
  for (const [NODE_ENV, MANAGEMENT_OPEN, open] of rows) {
    t.equal(readConfig({ NODE_ENV, MANAGEMENT_OPEN }).managementOpen, open)
  }
})

t.test('origins are named one by one', async t => {
  const named = 'https://till.example.com  http://localhost:5173'
  t.strictSame(readConfig({ CORS_ORIGINS: named }).corsOrigins, [
    'https://till.example.com',
    'http://localhost:5173'
  ])
})

t.test('states need a service that keeps nothing, and a key where others reach it', t => {
  t.throws(() => readConfig({ STATES: 'states' }), {
    message: /^STATES begins a project anew .*--ephemeral or --sandbox/
  })
  for (const mode of ['EPHEMERAL', 'SANDBOX']) {
    t.match(readConfig({ STATES: 'states', [mode]: 'true' }), { states: 'states' })
    const reachable = { STATES: 'states', [mode]: 'true', HOST: '0.0.0.0' }
    t.throws(() => readConfig(reachable), { message: /SANDBOX_KEY/ }, mode)
  }
  t.end()
})

t.test('a sandbox keeps nothing, and is shut to other machines without a key', async t => {
  const given = { SANDBOX: 'true' }
  t.match(readConfig(given), {
    sandbox: true,
    ephemeral: true,
    databaseUrl: 'sqlite::memory:',
    sandboxKey: null
  })
  const key = 'a-key-that-nobody-guesses'
  const open = { ...given, HOST: '0.0.0.0', SANDBOX_KEY: key }
  const unlimited = { rateLimit: null, failedCredentialsLimit: null }
  t.match(readConfig(open), { sandbox: true, sandboxKey: key, ...unlimited })
  const limits = { RATE_LIMIT_PER_MINUTE: '7', FAILED_CREDENTIALS_PER_MINUTE: '8' }
  const limited = { rateLimit: 7, failedCredentialsLimit: 8 }
  t.match(readConfig({ ...open, ...limits }), limited)
  t.match(readConfig({ HOST: '0.0.0.0' }), { rateLimit: 6_000, failedCredentialsLimit: 60 })
  const keeps = 'SANDBOX=true keeps nothing, and'
  const unset = 'Unset SANDBOX, or leave out --sandbox'
  const lost = 'EPHEMERAL=true keeps nothing, and'
  const left = 'Unset EPHEMERAL, or leave out --ephemeral'
  const ephemeral = { EPHEMERAL: 'true' }
  // biome-ignore format: a table
  const rows = [
    [{ ...ephemeral, NODE_ENV: 'production' }, `${lost} is refused in production. ${left}.`],
    [{ ...ephemeral, DATABASE_URL: 'sqlite:x' },
      `${lost} DATABASE_URL is set. ${left}; or unset DATABASE_URL.`],
    [{ ...given, NODE_ENV: 'production' }, `${keeps} is refused in production. ${unset}.`],
    [{ ...given, DATABASE_URL: 'sqlite:x' },
      `${keeps} DATABASE_URL is set. ${unset}; or unset DATABASE_URL.`],
    [{ ...given, HOST: '0.0.0.0' },
      'SANDBOX=true needs a key where other machines reach the service: set SANDBOX_KEY to 20 to 128 ' +
        'letters, digits and dashes, or listen on 127.0.0.1.'],
    [{ ...given, SANDBOX_KEY: 'short' },
      'SANDBOX_KEY must be none, or 20 to 128 letters, digits and dashes. For example: ' +
        'SANDBOX_KEY=a-key-that-nobody-guesses'],
    [{ ...given, SANDBOX_NOW: '2026-02-30T00:00:00.000Z' },
      'SANDBOX_NOW must be an instant such as 2026-01-01T09:00:00.000Z, not ' +
        '"2026-02-30T00:00:00.000Z". For example: SANDBOX_NOW=2025-06-30T08:00:00.000Z']
  ] as const
  for (const [environment, message] of rows) t.throws(() => readConfig(environment), { message })
})
