/**
 * The command that stands between a client and a service, and reports every request and answer that
 * breaks the documents.
 *
 * It runs until it is stopped, opens no database, and ends with a summary. What it says for people
 * is on standard error; with `--json`, each line of standard output is an event. Exit codes: 0
 * stopped, 1 stopped with `--fail` when something broke the documents, 2 it could not begin.
 */
import { once } from 'node:events'
import type { Command } from 'commander'
import type { Deviation, Passage, RunningProxy } from '../conformance/conformance.ts'
import { CLI } from './invocation.ts'
import { npmToWatch, whenOrphaned } from './listening.ts'
import { CommandFailed, type Host } from './on-database.ts'

interface Options {
  readonly host: string
  readonly port: string
  readonly json: boolean
  readonly fail: boolean
}

/** The command was understood, and cannot be carried out. */
const CANNOT_RUN = 2

const EXPLAINED = `
It passes every body on unchanged. It checks bodies of up to 10 MiB, and at most 64 MiB of them at
one time; it counts the others as not checked. When the service does not answer, the client gets
502. Ctrl-C stops the proxy, which then prints how much passed.

With --json each line of standard output is an event: "listening", "deviation" or "summary".`

/** Its options, and its help with what it looks at. */
export function addProxyCommand(program: Command, host: Host): void {
  program
    .command('proxy')
    .description('pass requests to a running service, and report what breaks the contract')
    .argument('<url>', 'the address of the service, such as http://127.0.0.1:3000')
    .option('--host <address>', 'listen on this address', '127.0.0.1')
    .option('--port <number>', 'listen on this port; 0 for any that is free', '3001')
    .option('--json', 'print each event as a line of JSON', false)
    .option('--fail', 'end with 1 when something broke the contract', false)
    .addHelpText('after', EXPLAINED)
    .action((url: string, options: Options) => standBefore(host, url, options))
}

async function standBefore(host: Host, upstream: string, options: Options): Promise<void> {
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
  { host, port }: Options,
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
  const { readDocument } = await import('./app.ts')
  const documents = {
    service: readDocument('service'),
    provisioning: readDocument('provisioning'),
    sandbox: readDocument('sandbox')
  }
  const checks = new TrafficChecks(documents)
  try {
    return await startProxy({ upstream, checks, host, port: number, tell })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw cannot(`Nothing can listen on ${host}:${port}: ${code ?? message}.`)
  }
}

/** Resolves when somebody stops the command. */
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

/** What is told, as it happens. */
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

function cannot(what: string): CommandFailed {
  return new CommandFailed(what, CANNOT_RUN)
}
