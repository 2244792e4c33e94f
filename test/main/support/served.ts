import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { execPath } from 'node:process'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { root } from '../../support/root.ts'

/** Where a service is, as it says in a line. */
export interface Place {
  readonly url: string
  readonly pid: number
  readonly demo: Readonly<Record<string, string>>
}

export interface Ending {
  readonly code: number | null
  readonly signal: string | null
  readonly out: string
  readonly err: string
}

export interface Served {
  readonly place: Place
  end(signal: NodeJS.Signals): Promise<Ending>
}

/** Gives the command with options, and these variables beside those that it inherits. */
export function giving(t: Test, words: readonly string[], variables: NodeJS.ProcessEnv = {}) {
  const unset = { DATABASE_URL: '', NODE_ENV: '', PUBLIC_URL: '', HOST: '', PORT: '' }
  const child = spawn(execPath, ['src/main/cli.ts', 'serve', ...words], {
    cwd: root,
    env: { ...process.env, ...unset, ...variables },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  t.teardown(() => child.kill('SIGKILL'))
  const all = Promise.all([once(child, 'close'), text(child.stdout), text(child.stderr)])
  const ended: Promise<Ending> = all.then(([[code, signal], out, err]) => ({
    code,
    signal,
    out,
    err
  }))
  return { child, ended }
}

/** A service that keeps nothing, once it has said where it is. */
export async function givenServed(
  t: Test,
  words: readonly string[],
  variables: NodeJS.ProcessEnv = {}
): Promise<Served> {
  const { child, ended } = giving(t, words, variables)
  const line = once(createInterface(child.stdout), 'line')
  const first = await Promise.race([line, ended])
  if (!Array.isArray(first)) throw new Error(`It ended with ${first.code}:\n${first.err}`)
  return {
    place: JSON.parse(String(first[0])),
    end: signal => {
      child.kill(signal)
      return ended
    }
  }
}

/** What the demo's customer is answered with, from the service itself. */
export async function askAda({ url, demo }: Place): Promise<Response> {
  const headers = { 'X-App-Id': String(demo['appId']), 'X-App-Token': String(demo['appToken']) }
  return fetch(`${url}/v1/customers/${demo['customerId']}`, { headers })
}
