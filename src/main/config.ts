/**
 * The settings, with their environment variables. It is the only reader of the environment. All
 * invalid values are refused at start, together, so that a typing mistake never becomes a service
 * with other rules than its operator believes. `npm run generate` makes the table of OPERATING.md
 * of them.
 */
import { isIP } from 'node:net'
import { lettersBetween, nearestFirst } from '../rules/spelling.ts'
import { isPostgres } from '../storage/database.ts'
import { isClone } from './invocation.ts'

/*
 * What the text of a setting says: numbers, words, addresses. Each of these returns undefined for a
 * text that says nothing of its kind.
 */

/** At most nine digits, from `least` to `most`. */
function wholeNumber(text: string, least: number, most: number): number | undefined {
  const value = Number(text)
  return /^\d{1,9}$/.test(text) && value >= least && value <= most ? value : undefined
}

const wholeNumbers = (least: number, most: number, of = '') => ({
  expects: `a whole number ${of}${of && ' '}from ${least} to ${most}`,
  read: (text: string) => wholeNumber(text, least, most)
})

const oneOf = <const Word extends string>(...words: readonly Word[]) => ({
  expects: `one of ${words.join(', ')}`,
  read: (text: string) => words.find(word => word === text)
})

const pathOf = (what: 'file' | 'folder') => ({
  expects: `none, or the path of a ${what}`,
  read: (text: string) => (text === 'none' ? null : text)
})

const TRUE_OR_FALSE = {
  expects: 'true or false',
  read: (text: string) => (text === 'true' ? true : text === 'false' ? false : undefined)
}

const LIMIT_PER_MINUTE = {
  expects: 'none, or a whole number from 1 to 10000000',
  read: (text: string) => (text === 'none' ? null : wholeNumber(text, 1, 10_000_000))
}

/** In UTC, with milliseconds, of the years 2000 to 2099. */
function instant(text: string): string | undefined {
  const time = Date.parse(text)
  const isWhole = !Number.isNaN(time) && new Date(time).toISOString() === text
  return isWhole && text.startsWith('20') ? text : undefined
}

/** Addresses, each with the length of its network where it has one. */
function networks(text: string): readonly string[] | undefined {
  const named = text.split(/\s+/)
  const sound = named.every(each => {
    const [address = '', length, ...rest] = each.split('/')
    const family = isIP(address)
    const bits = length === undefined ? 1 : wholeNumber(length, 1, family === 4 ? 32 : 128)
    return family !== 0 && bits !== undefined && rest.length === 0
  })
  return sound ? named : undefined
}

/** Without a trailing slash, so that paths can be appended. */
function httpAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const plain = url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (!plain || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}

/** HOST:PORT, an address of IPv6 in brackets. */
function listenerAddress(text: string): string | undefined {
  return /^([\w.-]+|\[[\da-fA-F:]+\]):\d+$/.test(text) && URL.canParse(`http://${text}`)
    ? text
    : undefined
}

/** Each as a browser writes it: scheme, host and port, without a path. */
function origins(text: string): readonly string[] | undefined {
  const named = text.split(/\s+/)
  const sound = named.every(
    each => /^https?:/.test(each) && URL.canParse(each) && new URL(each).origin === each
  )
  return sound ? named : undefined
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)
}

/** The address of a listener as a client on this machine would write it. */
export function ownAddress(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

export interface Setting<Value> {
  readonly variable: string
  /** Taken when the variable is unset or empty. */
  readonly fallback: string
  /** Taken in its place in production. */
  readonly inProduction?: string
  /** Taken in its place in production, and with another HOST unless there is a sandbox. */
  readonly whenReachable?: string
  /** Completes "must be …". */
  readonly expects: string
  readonly example: string
  readonly meaning: string
  /** The value of a text; undefined when the text is not valid. */
  readonly read: (text: string) => Value | undefined
}

const OWN_ADDRESS = 'http://HOST:PORT'

const IN_MEMORY = 'sqlite::memory:'

/** Every setting, in the order of the table in OPERATING.md. */
export const settings = {
  databaseUrl: {
    variable: 'DATABASE_URL',
    fallback: 'sqlite:./data/tessera.db',
    expects:
      'sqlite: and the path of a file, sqlite::memory:, or postgres://USER:PASSWORD@HOST/DATABASE',
    example: 'sqlite:/var/lib/tessera/tessera.db',
    meaning: 'Where everything is stored; the folder of a file is made when it is missing.',
    read: text => (/^sqlite:./.test(text) || isPostgres(text) ? text : undefined)
  },
  databaseConnectionsMax: {
    variable: 'DATABASE_CONNECTIONS_MAX',
    fallback: '10',
    example: '20',
    meaning: 'How many connections to PostgreSQL this process has at most; a file needs none.',
    ...wholeNumbers(1, 1_000)
  },
  ephemeral: {
    variable: 'EPHEMERAL',
    fallback: 'false',
    example: 'true',
    meaning: 'Whether everything is kept in memory, and lost when the process ends.',
    ...TRUE_OR_FALSE
  },
  sandbox: {
    variable: 'SANDBOX',
    fallback: 'false',
    example: 'true',
    meaning:
      'Whether tests get projects of their own, with clocks to move; implies EPHEMERAL=true.',
    ...TRUE_OR_FALSE
  },
  sandboxKey: {
    variable: 'SANDBOX_KEY',
    fallback: 'none',
    expects: 'none, or 20 to 128 letters, digits and dashes',
    example: 'a-key-that-nobody-guesses',
    meaning: 'The key of the sandbox, and of states; with none, a start draws one and prints it.',
    read: text => (text === 'none' ? null : /^[\w-]{20,128}$/.test(text) ? text : undefined)
  },
  sandboxNow: {
    variable: 'SANDBOX_NOW',
    fallback: '2026-01-01T09:00:00.000Z',
    expects: 'an instant such as 2026-01-01T09:00:00.000Z',
    example: '2025-06-30T08:00:00.000Z',
    meaning: 'The instant at which every clock of the sandbox begins.',
    read: instant
  },
  host: {
    variable: 'HOST',
    fallback: '127.0.0.1',
    expects: 'an address or a name of this machine, without port or scheme',
    example: '0.0.0.0',
    meaning: 'The address to listen on; the default can be reached from this machine only.',
    read: text => (isIP(text) !== 0 || /^[A-Za-z0-9.-]+$/.test(text) ? text : undefined)
  },
  port: {
    variable: 'PORT',
    fallback: '3000',
    example: '8080',
    meaning: 'The port to listen on; 0 for any that is free.',
    ...wholeNumbers(0, 65_535)
  },
  readyFile: {
    variable: 'READY_FILE',
    fallback: 'none',
    example: './ready.json',
    meaning: 'The file with the address of the service; it exists while requests are answered.',
    ...pathOf('file')
  },
  projectFile: {
    variable: 'PROJECT_FILE',
    fallback: 'none',
    example: './shop.yaml',
    meaning: 'The project file that a start loads; with EPHEMERAL, instead of the demo.',
    ...pathOf('file')
  },
  states: {
    variable: 'STATES',
    fallback: 'none',
    example: './states',
    meaning: 'The folder of states for tools that try a provider; with EPHEMERAL or SANDBOX only.',
    ...pathOf('folder')
  },
  publicUrl: {
    variable: 'PUBLIC_URL',
    fallback: OWN_ADDRESS,
    expects: 'an http or https address without query or fragment',
    example: 'https://loyalty.example.com',
    meaning: 'The address by which callers reach the service; urls in answers begin with it.',
    read: text => (text === OWN_ADDRESS ? text : httpAddress(text))
  },
  customerPageDays: {
    variable: 'CUSTOMER_PAGE_DAYS',
    fallback: '30',
    example: '90',
    meaning: 'For how long the url of a customer’s page is valid after its answer.',
    ...wholeNumbers(1, 3_650, 'of days')
  },
  logLevel: {
    variable: 'LOG_LEVEL',
    fallback: 'info',
    example: 'warn',
    meaning: 'The least severe lines that are logged; info logs a line for each request.',
    ...oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
  },
  logFormat: {
    variable: 'LOG_FORMAT',
    fallback: 'auto',
    example: 'json',
    meaning: 'How the log is written; auto is a readable line on a terminal and JSON elsewhere.',
    ...oneOf('auto', 'text', 'json')
  },
  metricsAddress: {
    variable: 'METRICS_ADDRESS',
    fallback: 'none',
    expects: 'none, or an address and a port such as 127.0.0.1:9464',
    example: '127.0.0.1:9464',
    meaning: 'Where `GET /metrics` answers whoever can reach it; with none, nothing is measured.',
    read: text => (text === 'none' ? null : listenerAddress(text))
  },
  environment: {
    variable: 'NODE_ENV',
    fallback: 'development',
    example: 'production',
    meaning: 'production never creates the demo project and never accepts its credentials.',
    ...oneOf('development', 'production', 'test')
  },
  managementOpen: {
    variable: 'MANAGEMENT_OPEN',
    fallback: 'true',
    inProduction: 'false',
    example: 'false',
    meaning: 'Whether metadata schemas can be read on the management path without credentials.',
    ...TRUE_OR_FALSE
  },
  corsOrigins: {
    variable: 'CORS_ORIGINS',
    fallback: 'none',
    expects: 'none, or origins such as https://till.example.com, separated by spaces',
    example: 'https://till.example.com https://shop.example.com',
    meaning: 'The origins whose pages may call the API; all may read the documents.',
    read: text => (text === 'none' ? [] : origins(text))
  },
  campaignVouchersMax: {
    variable: 'CAMPAIGN_VOUCHERS_MAX',
    fallback: '10000000',
    example: '100000',
    meaning: 'How many vouchers one campaign may hold.',
    ...wholeNumbers(1, 100_000_000)
  },
  earningRulesMax: {
    variable: 'EARNING_RULES_MAX',
    fallback: '100',
    example: '250',
    meaning: 'How many earning rules one project may have.',
    ...wholeNumbers(1, 10_000)
  },
  rateLimit: {
    variable: 'RATE_LIMIT_PER_MINUTE',
    fallback: 'none',
    whenReachable: '6000',
    example: '2000',
    meaning: 'How many requests a key pair may send in a minute to one process.',
    ...LIMIT_PER_MINUTE
  },
  failedCredentialsLimit: {
    variable: 'FAILED_CREDENTIALS_PER_MINUTE',
    fallback: 'none',
    whenReachable: '60',
    example: '20',
    meaning: 'How often credentials from an address may be refused in a minute; then it gets 429.',
    ...LIMIT_PER_MINUTE
  },
  trustProxy: {
    variable: 'TRUST_PROXY',
    fallback: 'none',
    expects: 'none, or addresses and networks such as 10.0.0.0/8, separated by spaces',
    example: '127.0.0.1 10.1.0.0/16',
    meaning: 'The proxies whose X-Forwarded-For tells the address of a caller.',
    read: text => (text === 'none' ? [] : networks(text))
  },
  requestTimeoutMs: {
    variable: 'REQUEST_TIMEOUT_MS',
    fallback: '60000',
    example: '30000',
    meaning: 'How long a caller may take to send one whole request.',
    ...wholeNumbers(1_000, 600_000, 'of milliseconds')
  },
  requestsMax: {
    variable: 'REQUESTS_MAX',
    fallback: '1000',
    example: '200',
    meaning: 'How many requests may be under way, which bounds memory; others are answered 503.',
    ...wholeNumbers(1, 100_000)
  },
  eventLoopDelayMaxMs: {
    variable: 'EVENT_LOOP_DELAY_MAX_MS',
    fallback: '1000',
    example: '500',
    meaning: 'How late a timer may be before requests are answered 503, as all are late.',
    ...wholeNumbers(10, 60_000, 'of milliseconds')
  },
  shutdownGraceMs: {
    variable: 'SHUTDOWN_GRACE_MS',
    fallback: '10000',
    example: '30000',
    meaning:
      'How long a stop waits for requests under way before it cuts their connections; two ' +
      'seconds later it cuts those to PostgreSQL.',
    ...wholeNumbers(0, 600_000, 'of milliseconds')
  }
} as const satisfies { readonly [name: string]: Setting<SettingValue> }

type SettingValue = string | number | boolean | readonly string[] | null
type Settings = typeof settings
type ReadSettings = {
  readonly [Name in keyof Settings]: Exclude<ReturnType<Settings[Name]['read']>, undefined>
}

export interface Config extends ReadSettings {
  readonly production: boolean
  /** True: only this machine can reach the service, so credentials known to all do no harm. */
  readonly loopback: boolean
  /** A sentence for each variable that is no setting, and is named almost like one. */
  readonly misspelt: readonly string[]
}

/** A start refused because of the environment; `message` has a line for each mistake. */
export class ConfigRefused extends Error {}

/**
 * Reads every setting; an unset and an empty variable are the same. `flags` names those that came
 * as options of the command line.
 * @throws {ConfigRefused} naming each variable at fault, what it must be, and an example.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv = process.env,
  flags: Readonly<Record<string, string>> = {}
): Config {
  const mistakes: string[] = []
  const inProduction = isProduction(environment)
  const host = environment[settings.host.variable]?.trim() || settings.host.fallback
  const isSandbox = environment[settings.sandbox.variable]?.trim() === 'true'
  const reachable = inProduction || (!isLoopback(host) && !isSandbox)
  const read = Object.fromEntries(
    Object.entries<Setting<SettingValue>>(settings).map(([name, setting]) => {
      const unset =
        (inProduction && setting.inProduction) ||
        (reachable && setting.whenReachable) ||
        setting.fallback
      const text = environment[setting.variable]?.trim() || unset
      const value = setting.read(text)
      if (value === undefined) mistakes.push(mistake(setting, text, flags[setting.variable]))
      return [name, value]
    })
  ) as unknown as ReadSettings
  mistakes.push(...contradictions(environment, inProduction, read))
  if (!isLoopback(host) && read.sandboxKey === null) {
    if (read.sandbox) mistakes.push(openTo(`${settings.sandbox.variable}=true`))
    else if (read.states !== null) mistakes.push(openTo(settings.states.variable))
  }
  if (mistakes.length > 0) throw new ConfigRefused(mistakes.join('\n'))
  const publicUrl =
    read.publicUrl === OWN_ADDRESS ? ownAddress(read.host, read.port) : read.publicUrl
  return Object.freeze({
    ...read,
    ephemeral: read.ephemeral || read.sandbox,
    databaseUrl: read.ephemeral || read.sandbox ? IN_MEMORY : read.databaseUrl,
    publicUrl,
    production: read.environment === 'production',
    loopback: isLoopback(read.host),
    misspelt: misspeltIn(environment)
  })
}

/** What other programs call theirs. */
const FOREIGN = ['DATABASE_SSL']

/** Names with fewer letters are like too many others, of which an environment is full. */
const LETTERS_MIN = 8
const LONG_LETTERS_MIN = 10
/** Letters by which a long name differs at most from what is meant by it. */
const LETTERS_MAX = 2

/**
 * Whether a word may differ from a name by so few letters: they leave one of three parts as it is.
 * Every start asks it of all names, which takes too long letter by letter.
 */
function mayBe(name: string, word: string): boolean {
  const third = Math.ceil(name.length / (LETTERS_MAX + 1))
  const parts = [name.slice(0, third), name.slice(third, 2 * third), name.slice(2 * third)]
  return (
    Math.abs(name.length - word.length) <= LETTERS_MAX && parts.some(part => word.includes(part))
  )
}

/**
 * What is there is no mistake, since others have variables, too. It is told only where the setting
 * that may be meant is unset.
 */
function misspeltIn(environment: NodeJS.ProcessEnv): readonly string[] {
  const isSet = (name: string) => Boolean(environment[name]?.trim())
  const variables = Object.values(settings).map(({ variable }) => variable as string)
  return Object.keys(environment).flatMap(name => {
    if (!isSet(name) || variables.includes(name) || FOREIGN.includes(name)) return []
    const word = name.toUpperCase().replace(/^TESSERA_/, '')
    const [meant = ''] = nearestFirst(
      word,
      variables.filter(each => mayBe(each, word))
    )
    const most = meant.length < LETTERS_MIN ? -1 : meant.length < LONG_LETTERS_MIN ? 1 : LETTERS_MAX
    if (lettersBetween(word, meant) > most || isSet(meant)) return []
    return [`${name} is no setting of this service, and is not read; ${meant} is one.`]
  })
}

/** What cannot be together with a database that is gone at the end. */
function contradictions(
  environment: NodeJS.ProcessEnv,
  inProduction: boolean,
  { ephemeral, sandbox, states }: ReadSettings
): string[] {
  if (!ephemeral && !sandbox) return states === null ? [] : [KEPT_STATES]
  const { variable } = sandbox ? settings.sandbox : settings.ephemeral
  const { variable: database } = settings.databaseUrl
  const unset = `Unset ${variable}, or leave out ${sandbox ? '--sandbox' : '--ephemeral'}`
  return [
    ...(inProduction
      ? [`${variable}=true keeps nothing, and is refused in production. ${unset}.`]
      : []),
    ...(environment[database]?.trim()
      ? [`${variable}=true keeps nothing, and ${database} is set. ${unset}; or unset ${database}.`]
      : [])
  ]
}

const KEPT_STATES =
  `${settings.states.variable} begins a project anew again and again, so it needs a service that ` +
  'keeps nothing. Add --ephemeral or --sandbox, or leave out --states.'

/** Nobody but who has the key makes or begins projects. */
const openTo = (variable: string) =>
  `${variable} needs a key where other machines reach the service: ` +
  `set ${settings.sandboxKey.variable} to 20 to 128 letters, digits and dashes, or listen ` +
  'on 127.0.0.1.'

/** Also where the other settings cannot be read. */
export function isProduction(environment: NodeJS.ProcessEnv = process.env): boolean {
  return environment[settings.environment.variable]?.trim() === 'production'
}

export function environmentWith(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { ...process.env, ...variables }
}

/** Where one stands who types `npm run cli`, if it is not the clone, in which that runs. */
export function folderOfCaller(
  { npm_lifecycle_event: script, INIT_CWD: folder }: NodeJS.ProcessEnv = process.env
): string | null {
  const isElsewhere = folder !== undefined && folder !== process.cwd()
  return isClone && script === 'cli' && isElsewhere ? folder : null
}

/** What a setting is taken for elsewhere than at a desk, and where; null when it is the same. */
export function otherFallback({
  inProduction,
  whenReachable
}: Setting<unknown>): { readonly where: string; readonly value: string } | null {
  if (inProduction !== undefined) return { where: 'in production', value: inProduction }
  if (whenReachable === undefined) return null
  return { where: 'in production, or with another HOST and no sandbox', value: whenReachable }
}

function mistake(
  { variable, expects, example }: Setting<unknown>,
  text: string,
  flag: string | undefined
): string {
  // A database url may hold a password, and a key is one; no other setting is secret.
  const got = ['DATABASE_URL', 'SANDBOX_KEY'].includes(variable) ? '' : `, not "${text}"`
  const such = flag === undefined ? `${variable}=${example}` : `${flag} ${example}`
  return `${flag ?? variable} must be ${expects}${got}. For example: ${such}`
}
