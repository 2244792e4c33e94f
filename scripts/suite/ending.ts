/**
 * Ends what a run of the tests has started, however it ends, and removes what that has made: lanes,
 * programs, browsers and the servers of tests, and their files.
 */
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** What is ended may start something at that moment, but not for ever. */
const ROUNDS_MAX = 20

/** Milliseconds that servers have to end, whose watch does it (test/support/postgres-server.ts). */
const SERVERS_MS_MAX = 30_000

/** Kills all processes that have `TMPDIR` from us, however they are related to us. */
export function endAllOf(folder: string): void {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const pids = processesOf(folder)
    if (pids.length === 0) return
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
  }
}

/** Servers are none of these: each is watched, and stopped when who started it is gone. */
function processesOf(folder: string): readonly number[] {
  // With the environment of each behind its command; that of `ps` itself does not name the folder.
  const options = {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
    maxBuffer: 2 ** 28
  } as const
  return execFileSync('ps', ['axeww', '-o', 'pid=,command='], options)
    .split('\n')
    .filter(line => line.includes(` TMPDIR=${folder}`))
    .map(line => Number.parseInt(line, 10))
    .filter(pid => pid !== process.pid)
}

/** Removes the folder, when the servers in it have ended. */
export async function removeAllOf(folder: string): Promise<void> {
  const until = performance.now() + SERVERS_MS_MAX
  const servers = () => globSync(`${folder}/tessera-postgres-*`)
  while (servers().length > 0 && performance.now() < until) await pause(50)
  await rm(folder, { recursive: true, force: true })
}
