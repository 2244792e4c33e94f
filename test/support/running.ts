/**
 * The service as an operator runs it: an empty database made by the command line, projects with
 * their keys, and the program itself, listening in production. What a client meets here it meets
 * anywhere.
 */
import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { execPath } from 'node:process'
import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { run, thisProcess } from '../../src/main/command-line.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { ended, type Ready, ready } from './ready.ts'
import { program, root } from './root.ts'
import { newUrl } from './stores.ts'

/** A project of the running service with nothing in it. */
export interface RunningShop {
  /** Without a slash at its end. */
  readonly url: string
  readonly projectId: string
  readonly appId: string
  readonly appToken: string
  readonly managementId: string
  readonly managementToken: string
}

/** The running program: one process, or several on one database. */
export interface RunningService {
  readonly urls: readonly string[]
  readonly databaseUrl: string
  /** Makes a project beside it, as an operator does, and nothing in it. */
  newShop(): Promise<RunningShop>
}

/** What is unusual about a run of the program. */
interface RunningOptions {
  readonly processes?: number
  readonly environment?: NodeJS.ProcessEnv
}

/** Makes the database as the command line does, and starts the program on it. */
export async function givenRunningService(
  t: Test,
  { processes = 1, environment: unusual = {} }: RunningOptions = {}
): Promise<RunningService> {
  const environment = { ...(await givenEnvironment(t)), ...unusual }
  await command(environment, ['migrate'])
  const urls: string[] = []
  while (urls.length < processes) urls.push((await startedProgram(t, environment)).url)
  return {
    urls,
    databaseUrl: environment['DATABASE_URL'] as string,
    newShop: async () => {
      const printed = await command(environment, ['project', 'create', 'Corner shop'])
      return { url: urls[0] as string, ...printedKeys(printed) }
    }
  }
}

/** Settings of a program in production, of a database that is still to be made. */
export async function givenEnvironment(t: Test): Promise<NodeJS.ProcessEnv> {
  return {
    ...process.env,
    NODE_ENV: 'production',
    MANAGEMENT_OPEN: '',
    LOG_LEVEL: 'silent',
    HOST: '',
    PORT: '0',
    PUBLIC_URL: '',
    // A machine that is slow for a second would refuse requests.
    EVENT_LOOP_DELAY_MAX_MS: '60000',
    DATABASE_URL: await newUrl(t)
  }
}

/** Where the program is, and what Node is told besides. */
export interface ProgramOptions {
  /** The repository or a copy of it. */
  readonly folder?: string
  readonly nodeOptions?: readonly string[]
}

export interface Program {
  readonly url: string
  /** By SIGTERM unless another is named; its exit code once it is gone, null after a signal. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/** The program in a process of its own, once it answers. */
export async function startedProgram(
  t: Test,
  environment: NodeJS.ProcessEnv,
  options: ProgramOptions = {}
): Promise<Program> {
  const { stop, answers } = spawnedProgram(t, environment, options)
  return { url: (await answers()).url, stop }
}

/** The same, and waits for nothing: it may have to wait itself before it answers. */
export function spawnedProgram(
  t: Test,
  environment: NodeJS.ProcessEnv,
  { folder = root, nodeOptions = [] }: ProgramOptions = {}
): Pick<Program, 'stop'> & { readonly stderr: Readable; readonly answers: () => Promise<Ready> } {
  const READY_FILE = join(temporaryFolder(t), 'ready.json')
  const child = spawn(execPath, [...nodeOptions, program], {
    cwd: folder,
    env: { ...environment, READY_FILE },
    stdio: ['ignore', 'ignore', 'pipe']
  })
  t.teardown(() => ended(child))
  return {
    stderr: child.stderr,
    stop: signal => ended(child, signal),
    answers: () => ready(child, READY_FILE)
  }
}

/** What a start that ends by itself says on standard error, and its exit code. */
export function complaintOfStart(environment: NodeJS.ProcessEnv) {
  try {
    const options = { cwd: root, env: environment, stdio: 'pipe', timeout: 300_000 } as const
    execFileSync(execPath, [program], options)
    return { code: 0, text: '' }
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: Buffer }
    return { code: status, text: stderr.toString() }
  }
}

/** What `project create` prints. */
export function printedKeys(text: string): Omit<RunningShop, 'url'> {
  const part = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  return {
    projectId: part(/: (proj_\w+)/),
    appId: part(/^X-App-Id: (.+)$/m),
    appToken: part(/^X-App-Token: (.+)$/m),
    managementId: part(/^X-Management-Id: (.+)$/m),
    managementToken: part(/^X-Management-Token: (.+)$/m)
  }
}

/** What a command printed. @throws {Error} with its complaint when it failed. */
export async function command(environment: NodeJS.ProcessEnv, args: string[]): Promise<string> {
  const printed: string[] = []
  const complained: string[] = []
  const code = await run(args, {
    ...thisProcess,
    environment,
    print: text => printed.push(text),
    complain: text => complained.push(text)
  })
  if (code !== 0) throw new Error(complained.join('\n'))
  return printed.join('\n')
}

/** Resolves when a service reads and writes again, whose database was away. */
export async function answering(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/health/ready`).catch(() => null)
    await answer?.text()
    if (answer?.status === 200) return
    await pause(25)
  }
}
