/**
 * Starts and stops the processes that are measured, each on a free port and in a folder of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** A server that answers. */
export interface Running {
  readonly url: string
  /** Milliseconds from the start of the process to its first answer. */
  readonly startMs: number
  /** Asks it to stop and waits until it has. */
  stop(): Promise<void>
}

/** The service on a database in `folder`, with the demo when it is new; logs warnings only. */
export function startService(folder: string): Promise<Running> {
  return start('src/main/server.ts', () => [], {
    DATABASE_URL: `sqlite:${join(folder, 'bench.db')}`,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development'
  })
}

/** The web framework alone; it answers with `getFile` and `postFile`. */
export function startBare(getFile: string, postFile: string): Promise<Running> {
  return start('scripts/bench/bare.ts', port => [String(port), getFile, postFile], {})
}

const START_MS_MAX = 30_000

async function start(
  file: string,
  words: (port: number) => readonly string[],
  settings: Readonly<Record<string, string>>
): Promise<Running> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, [join(root, file), ...words(port)], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...settings, PORT: String(port) }
  })
  const url = `http://127.0.0.1:${port}`
  try {
    await answers(url, child)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return { url, startMs: performance.now() - began, stop: () => stop(child) }
}

async function answers(url: string, child: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + START_MS_MAX
  for (;;) {
    const response = await fetch(`${url}/health/ready`).catch(() => null)
    if (response?.ok) return
    if (child.exitCode !== null) throw new Error(`It ended with exit code ${child.exitCode}.`)
    if (performance.now() > giveUpAt)
      throw new Error(`It does not answer within ${START_MS_MAX} ms.`)
    await new Promise(wake => setTimeout(wake, 5))
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
