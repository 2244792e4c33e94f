/**
 * The commands that hold another service, or this one, against the documents: `verify` plays the
 * examples of the sixteen operations and what follows from their document, and reports what
 * deviates; `proxy` stands between a client and a service, and reports what breaks the documents.
 * Neither opens a database. Exit codes: 0 nothing deviates, 1 something does, 2 it could not be
 * tried.
 * Spec: openapi/guides/pipelines.md#does-a-service-keep-the-contract.
 */

import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type {
  Deviation,
  Passage,
  Reporter,
  RunningProxy,
  Wish
} from '../conformance/conformance.ts'
import * as known from '../demo/known.ts'
import { environmentWith, isLoopback } from './config.ts'
import { CLI } from './invocation.ts'
import { npmToWatch, whenOrphaned } from './listening.ts'
import { CommandFailed, type Host } from './on-database.ts'

interface Options {
  readonly appId?: string
  readonly appToken?: string
  readonly managementId?: string
  readonly managementToken?: string
  readonly data?: string
  readonly listData: boolean
  readonly only?: readonly string[]
  readonly readOnly: boolean
  readonly writes: boolean
  readonly complete: boolean
  readonly reporter: Reporter
  readonly output?: string
}

/** The command was understood, and cannot be carried out. */
const CANNOT_RUN = 2

/** Credentials: the header, the option, and the variable that stands for it. */
const KEYS = [
  ['x-app-id', 'appId', 'APP_ID', known.APP_ID],
  ['x-app-token', 'appToken', 'APP_TOKEN', known.APP_TOKEN],
  ['x-management-id', 'managementId', 'MGMT_ID', known.MGMT_ID],
  ['x-management-token', 'managementToken', 'MGMT_TOKEN', known.MGMT_TOKEN]
] as const

const EXPLAINED = `
It sends some twelve hundred requests, one after another. What they make stays in the service:
tokens, vouchers, rewards, earning rules, redemptions, events. Use a service that you throw away
afterwards, or give --read-only. On this machine the credentials of the demo are the default.

The examples name things of the demo, such as the card CLUB-ADA-0001. When your service has other
names for them, --list-data prints the names in a file; write the names of your service beside
them, and give the file with --data. Checks of things that the service lacks are skipped, and the
report lists them.

Exit codes: 0 the service keeps the contract, 1 it deviates, 2 it could not be verified.`

export function addVerifyCommand(program: Command, host: Host): void {
  program
    .command('verify')
    .description('check a running service against the contract of the sixteen operations')
    .argument('[url]', 'the address of the service, such as http://127.0.0.1:3000')
    .option('--app-id <id>', 'X-App-Id (APP_ID)')
    .option('--app-token <token>', 'X-App-Token (APP_TOKEN)')
    .option('--management-id <id>', 'X-Management-Id (MGMT_ID)')
    .option('--management-token <token>', 'X-Management-Token (MGMT_TOKEN)')
    .option(
      '--data <file>',
      'a JSON file with the names of your service for things of the examples'
    )
    .option('--list-data', 'print the names of the examples as such a file, and stop', false)
    .option('--only <operations...>', 'verify these operations alone')
    .option('--read-only', 'leave out whatever changes the service', false)
    .option('--writes', 'allow changes to a service that is not on this machine', false)
    .option('--complete', 'end with 1 when a check had to be skipped', false)
    .addOption(
      new Option('--reporter <form>', 'the format of the report')
        .choices(['text', 'json', 'junit'])
        .default('text')
    )
    .option('--output <file>', 'write the report to this file')
    .addHelpText('after', EXPLAINED)
    .action((url: string | undefined, options: Options) => verifyOne(host, url, options))
}

async function verifyOne(host: Host, url: string | undefined, options: Options): Promise<void> {
  // Loaded for this command alone.
  const { CompiledContract, isClean, namesOf, rendered, summaryAsText, Unverifiable, verify } =
    await import('../conformance/conformance.ts')
  const { readDocument } = await import('./app.ts')
  const contract = new CompiledContract('service', readDocument('service'))
  const { listData, reporter, output, complete } = options
  if (listData) return host.print(JSON.stringify(namesOf(contract), null, 2))
  const wish = wishOf(host, { contract, url }, options)
  if (!wish.readOnly)
    host.complain(`This changes what ${wish.url} stores; --read-only changes nothing.`)
  try {
    const found = await verify(wish, operationId => host.terminal?.(`${operationId}\n`))
    const text = rendered(found, reporter)
    if (output === undefined) host.print(text)
    else writeReport(output, `${text}\n`)
    const summary = summaryAsText(found)
    if (!isClean(found, complete)) {
      const isTold = output === undefined && reporter === 'text'
      throw new CommandFailed(isTold ? 'The service does not keep the contract.' : summary)
    }
    if (output !== undefined) host.print(summary)
  } catch (error) {
    if (!(error instanceof Unverifiable)) throw error
    throw new CommandFailed(error.message, CANNOT_RUN)
  }
}

function wishOf(
  { environment = environmentWith({}) }: Host,
  { contract, url }: Pick<Wish, 'contract'> & { readonly url: string | undefined },
  options: Options
): Wish {
  const { only = [], readOnly, writes, data } = options
  if (url === undefined || !/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw cannot(`Say where the service is: ${CLI} verify http://127.0.0.1:3000`)
  }
  const ids = contract.operations.map(({ id }) => id)
  const unknown = only.filter(id => !ids.includes(id))
  if (unknown.length > 0) {
    throw cannot(`The document has no operation ${unknown.join(', ')}; it has ${ids.join(', ')}.`)
  }
  const isHere = isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ''))
  if (!isHere && !readOnly && !writes) {
    throw cannot(
      `${url} is not on this machine, and verifying changes what it stores. Give ` +
        '--read-only to send only what changes nothing, or --writes to allow changes.'
    )
  }
  const given = KEYS.flatMap(([header, option, variable]) => {
    const value = options[option] ?? environment[variable]?.trim()
    return value ? [[header, value] as const] : []
  })
  if (given.length === 0 && !isHere) {
    throw cannot('Give the credentials of the service: --app-id and --app-token.')
  }
  const demo = KEYS.map(([header, , , value]) => [header, value] as const)
  const keys = Object.fromEntries(given.length === 0 ? demo : given)
  const isComplete = keys['x-app-id'] === known.APP_ID && data === undefined
  // An example asks for a token with the keys in the form; they are those of the demo.
  const names = new Map([
    [known.APP_ID, keys['x-app-id'] ?? known.APP_ID],
    [known.APP_TOKEN, keys['x-app-token'] ?? known.APP_TOKEN],
    ...(data === undefined ? [] : readNames(data))
  ])
  return { contract, url, keys, names, isComplete, readOnly, only }
}

function readNames(file: string): ReadonlyMap<string, string> {
  const expected = `${file} must be a JSON object of names, as ${CLI} verify --list-data prints it.`
  let value: unknown
  try {
    value = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw cannot(`There is no file ${resolve(file)}.`)
    throw cannot(code === undefined ? `${expected} ${message}` : `${file} cannot be read: ${code}.`)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw cannot(expected)
  const entries = Object.entries(value)
  const odd = entries.find(([, name]) => typeof name !== 'string')
  if (odd !== undefined) throw cannot(`${expected} ${JSON.stringify(odd[0])} has no text.`)
  return new Map(entries)
}

function writeReport(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw cannot(`There is no folder ${dirname(resolve(file))}.`)
    throw cannot(`The report cannot be written to ${file}: ${code}.`)
  }
}

function cannot(what: string): CommandFailed {
  return new CommandFailed(what, CANNOT_RUN)
}

/*
 * The command that stands between a client and a service, and reports every request and answer that
 * breaks the documents. It runs until it is stopped. What it says for people is on standard error;
 * with `--json`, each line of standard output is an event. Exit codes: 0 stopped, 1 stopped with
 * `--fail` when something broke the documents, 2 it could not begin.
 */

interface ProxyOptions {
  readonly host: string
  readonly port: string
  readonly json: boolean
  readonly fail: boolean
}

const PROXY_EXPLAINED = `
It passes every body on unchanged. It checks bodies of up to 10 MiB, and at most 64 MiB of them at
one time; it counts the others as not checked. When the service does not answer, the client gets
502. Ctrl-C stops the proxy, which then prints how much passed.

With --json each line of standard output is an event: "listening", "deviation" or "summary".`

export function addProxyCommand(program: Command, host: Host): void {
  program
    .command('proxy')
    .description('pass requests to a running service, and report what breaks the contract')
    .argument('<url>', 'the address of the service, such as http://127.0.0.1:3000')
    .option('--host <address>', 'listen on this address', '127.0.0.1')
    .option('--port <number>', 'listen on this port; 0 for any that is free', '3001')
    .option('--json', 'print each event as a line of JSON', false)
    .option('--fail', 'end with 1 when something broke the contract', false)
    .addHelpText('after', PROXY_EXPLAINED)
    .action((url: string, options: ProxyOptions) => standBefore(host, url, options))
}

async function standBefore(host: Host, upstream: string, options: ProxyOptions): Promise<void> {
  const voice = options.json ? programVoice(host) : peopleVoice(host)
  const proxy = await startedProxy(upstream, options, voice.deviation)
  voice.listening(proxy.url, upstream)
  await stopped(host)
  await proxy.close()
  voice.summary(proxy.passed)
  const { deviations } = proxy.passed
  if (options.fail && deviations > 0) {
    throw new CommandFailed(`${deviations} messages broke the contract.`)
  }
}

async function startedProxy(
  upstream: string,
  { host, port }: ProxyOptions,
  tell: (deviation: Deviation) => void
): Promise<RunningProxy> {
  if (!/^https?:\/\//.test(upstream) || !URL.canParse(upstream)) {
    throw cannot(`Say where the service is: ${CLI} proxy http://127.0.0.1:3000`)
  }
  const number = Number(port)
  if (!/^\d+$/.test(port) || number > 65_535) {
    throw cannot(`--port must be a whole number from 0 to 65535, not "${port}".`)
  }
  // Loaded for this command alone.
  const { startProxy, TrafficChecks } = await import('../conformance/conformance.ts')
  const { readContract } = await import('./app.ts')
  const checks = new TrafficChecks(readContract({ sandbox: true }).documents)
  try {
    return await startProxy({ upstream, checks, host, port: number, tell })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw cannot(
      `Nothing can listen on ${host}:${port}: ${code ?? message}. Choose another --port or --host.`
    )
  }
}

async function stopped({ interrupted }: Host): Promise<void> {
  if (interrupted !== undefined) {
    await interrupted()
    return
  }
  const npm = npmToWatch()
  const signals = ['SIGINT', 'SIGTERM'].map(signal => once(process, signal))
  // The shell between npm and this process passes no signal on.
  await Promise.race([...signals, new Promise<void>(ended => whenOrphaned(npm, ended))])
}

interface Voice {
  listening(url: string, upstream: string): void
  readonly deviation: (deviation: Deviation) => void
  summary(passed: Readonly<Passage>): void
}

function programVoice({ print }: Host): Voice {
  const say = (event: string, fields: object) => print(JSON.stringify({ event, ...fields }))
  return {
    listening: (url, upstream) => say('listening', { url, upstream }),
    deviation: deviation => say('deviation', deviation),
    summary: passed => say('summary', passed)
  }
}

function peopleVoice({ complain }: Host): Voice {
  return {
    listening: (url, upstream) => complain(`Listening on ${url}, in front of ${upstream}.`),
    deviation: ({ of, operationId, method, target, status, what }) => {
      const named = operationId === null ? '' : ` (${operationId})`
      const answered = status === null ? '' : ` ${status}`
      complain(
        [`${of} ${method} ${target}${answered}${named}`, ...what.map(each => `  ${each}`)].join(
          '\n'
        )
      )
    },
    summary: ({ requests, deviations, outside, unread, unanswered }) => {
      const rows = [
        [requests, 'requests'],
        [deviations, 'messages that break the contract'],
        [outside, 'requests outside the contract'],
        [unread, 'messages not checked: too large, or otherwise encoded'],
        [unanswered, 'requests without an answer']
      ] as const
      complain(rows.map(([count, name]) => `${String(count).padStart(9)}  ${name}`).join('\n'))
    }
  }
}
