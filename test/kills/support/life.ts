/**
 * The program as an operator starts it, on a file of its own, to be killed and started again.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execPath } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PAIR } from '../../support/app.ts'
import { hasEnded, ready } from '../../support/ready.ts'
import { program, root } from '../../support/root.ts'
import type { LastWords, Ran } from './mortal.ts'

const MORTAL = fileURLToPath(new URL('mortal.ts', import.meta.url))

/** Milliseconds that a process which was killed is waited for, far more than it takes. */
const DYING_MS = 120_000

/** A request of the demo's shop. */
export interface Asked {
  readonly method: 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  /** Sent as JSON; undefined: no body. */
  readonly body: unknown
}

/** The same with headers and bytes of its own. */
export interface Sent {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Undefined: no body. */
  readonly payload?: string | Buffer | undefined
}

/** An answer that was received whole. */
export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly bytes: string
}

/** How a life ended. */
export interface Death {
  readonly signal: NodeJS.Signals | null
  /** Its last words; null when it did not die by itself. */
  readonly words: LastWords | null
}

/** One life of the program. */
export interface Life {
  /**
   * What it ran so far, or since it was last asked; it dies after so many statements more, or after
   * the one that is given.
   */
  livesFor(statements: number | string): Promise<Ran>
  /**
   * What it ran since it was last asked, once nothing goes on any more; null when it died before.
   */
  outlived(): Promise<Ran | null>
  /**
   * The status of the answer; null when it died before it gave one.
   * @throws {Error} as `send` does.
   */
  ask(asked: Asked): Promise<number | null>
  /**
   * The answer; null when it died before it gave one.
   * @throws {Error} when it gives none and lives.
   */
  send(sent: Sent): Promise<Received | null>
  /** Resolves when `done` is true, or the life over. @throws {Error} when that takes five minutes. */
  until(done: () => boolean | Promise<boolean>): Promise<void>
  /** Kills it, wherever it is, unless it is dead. */
  end(): Promise<Death>
}

/** A life that begins, and may end before it has answered anything. */
interface Begun {
  readonly child: ChildProcess
  /** There once it answers requests; says where. */
  readonly readyFile: string
  /** What it wrote on standard error, the greeting of its start among it. */
  readonly complaint: () => string
}

function begin(place: string, now: string, more: NodeJS.ProcessEnv = {}): Begun {
  const isServer = place.startsWith('postgres')
  const folder = mkdtempSync(join(tmpdir(), 'tessera-life-'))
  const readyFile = join(folder, 'ready.json')
  const child = spawn(execPath, ['--import', MORTAL, program], {
    cwd: root,
    env: {
      ...process.env,
      CLOCK: now,
      LOG_LEVEL: 'silent',
      PORT: '0',
      READY_FILE: readyFile,
      DATABASE_URL: isServer ? place : `sqlite:${place}`,
      // What the runner adds to our processes is not for these.
      NODE_OPTIONS: '',
      ...more
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc']
  })
  child.once('exit', () => rmSync(folder, { recursive: true }))
  const complaints: string[] = []
  child.stderr?.on('data', piece => complaints.push(String(piece)))
  return { child, readyFile, complaint: () => complaints.join('') }
}

/** A life that dies at its start, after a statement; resolves with what it died of. */
export async function stillborn(
  file: string,
  now: string,
  statement: string
): Promise<NodeJS.Signals | null> {
  const { child } = begin(file, now, { DIES_AFTER: statement })
  await once(child, 'exit')
  return child.signalCode
}

/** Begins a life on a file, or the url of a database; for it, the time is `now` to the end. */
export async function born(place: string, now: string): Promise<Life> {
  const { child, readyFile, complaint } = begin(place, now)
  // What it told last comes before the end of the channel, and maybe after its own.
  const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')])
  let words: LastWords | null = null
  child.on('message', (told: Ran | LastWords) => {
    if ('commit' in told) words = told
  })
  const { url } = await ready(child, readyFile)
  const send = async (sent: Sent) => {
    try {
      return await answerOf(url, sent)
    } catch (error) {
      await Promise.race([gone, pause(DYING_MS, undefined, { ref: false })])
      if (hasEnded(child)) return null
      throw new Error(`It lives and does not answer. It said: ${complaint()}`, { cause: error })
    }
  }
  return {
    livesFor: async statements => {
      const said = once(child, 'message')
      child.send(statements)
      const [ran] = await said
      return ran
    },
    outlived: () =>
      new Promise(resolve => {
        child.on('message', (told: Ran | LastWords) => {
          if (!('commit' in told)) resolve(told)
        })
        gone.then(() => resolve(null))
        // It may be dead before it hears this.
        child.send(Number.MAX_SAFE_INTEGER, () => undefined)
      }),
    ask: async ({ body, ...asked }) => {
      const json = { 'content-type': 'application/json', ...PAIR }
      const payload = body === undefined ? undefined : JSON.stringify(body)
      const headers = body === undefined ? PAIR : json
      return (await send({ ...asked, headers, payload }))?.status ?? null
    },
    send,
    until: async done => {
      for (let times = 0; !hasEnded(child) && !(await done()); times++) {
        if (times === 30_000) throw new Error('It goes on and on.')
        await pause(10)
      }
    },
    end: async () => {
      child.kill('SIGKILL')
      await gone
      return { signal: child.signalCode, words }
    }
  }
}

/** @throws {TypeError} when there is no answer, or not all of one. */
async function answerOf(at: string, { url, payload, ...sent }: Sent): Promise<Received> {
  const body = payload === undefined ? {} : { body: String(payload) }
  const answer = await fetch(`${at}${url}`, { ...sent, ...body })
  const bytes = await answer.text()
  return { status: answer.status, headers: answer.headers, bytes }
}
