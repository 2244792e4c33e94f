/**
 * Programs in processes of their own, which the system gives a port and which say where they listen.
 */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** What a service writes into its ready file. */
export interface Ready {
  /** Without a slash at its end. */
  readonly url: string
  readonly pid: number
  /** Keys and ids of the demo; null without one. */
  readonly demo: Readonly<Record<string, string>> | null
  /** Keys of a project of a file, where one was given. */
  readonly project?: Readonly<Record<string, string>> | null
}

/**
 * What a program says in its ready file, once requests are answered, however long it takes to start.
 * @throws {Error} with its last words when it ends before.
 */
export async function ready(child: ChildProcess, file: string): Promise<Ready> {
  let said = ''
  child.stderr?.on('data', piece => {
    said += piece
  })
  while (!existsSync(file)) {
    if (hasEnded(child)) {
      if (child.stderr?.readableEnded === false) await once(child.stderr, 'close')
      throw new Error(`It ended before it answered.\n${said}`)
    }
    await pause(10)
  }
  return JSON.parse(readFileSync(file, 'utf8'))
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

/** Ends a program by a signal, unless it has ended; its exit code, null after a signal. */
export async function ended(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGTERM'
): Promise<number | null> {
  if (!hasEnded(child)) {
    const exit = once(child, 'exit')
    child.kill(signal)
    await exit
  }
  return child.exitCode
}
