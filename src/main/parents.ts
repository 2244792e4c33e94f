/**
 * Ends a service with the npm that started it, and lets one live on that was put in the background.
 *
 * npm passes signals on to what it runs, but cannot when it is killed; the service would keep its
 * port, with nobody to stop it. So where npm started it, and only there, the service looks whether
 * npm is there. `npm start` begins with `exec`, so that the service takes the place of the shell,
 * which would wait and tell it nothing. The shell of `npx`, or of a script of a package, ends when
 * npm is told to end and lives on when npm is killed: the service looks for both.
 *
 * `nohup` has no effect on Node, which takes hang-ups by default, however its parent took them. A
 * service whose output is no terminal therefore lives on when a terminal closes, and npm may go.
 */
import { existsSync, readFileSync } from 'node:fs'
import { environmentWith } from './config.ts'

/** Milliseconds between looks. */
const LOOK_MS = 250

/** The processes that a service ends with, by their ids. */
export interface Npm {
  /** Of this process: npm, or the shell in which npm runs it. */
  readonly parent: number
  /** The npm above that shell; null where npm is the parent, or where nobody can be asked. */
  readonly aboveShell: number | null
}

/** The npm that started this process, to be asked for early; null where none did. */
export function npmToWatch(): Npm | null {
  if (!startedByNpm(environmentWith({}))) return null
  return { parent: process.ppid, aboveShell: aboveShell(process.ppid) }
}

/** Calls `end` once when npm is gone; never after a terminal closed that shows no output. */
export function whenOrphaned(npm: Npm | null, end: () => void): void {
  let timer: NodeJS.Timeout | undefined
  if (process.stdout.isTTY !== true) process.on('SIGHUP', () => clearInterval(timer))
  if (npm === null) return
  let gone = false
  timer = setInterval(() => {
    // At the second look, because a terminal that closes ends npm at the same moment.
    if (gone) {
      clearInterval(timer)
      end()
    }
    gone = process.ppid !== npm.parent || isNpmGone(npm)
  }, LOOK_MS).unref()
}

/** Whether the npm above a shell has ended. */
export function isNpmGone({ parent, aboveShell }: Npm, look = lookAt): boolean {
  if (aboveShell === null) return false
  const shell = look(parent)
  // A shell whose parent has ended gets another one.
  if (shell !== null) return shell.parent !== aboveShell
  try {
    process.kill(aboveShell, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** What a process is. */
interface Seen {
  readonly parent: number
  /** Its words, with spaces between them. */
  readonly command: string
}

/**
 * The parent of a shell that was told what to run, `sh -c …`; null for any other process.
 * @param looks the ways to look at a process, each tried where the ones before tell nothing.
 */
export function aboveShell(pid: number, looks = [lookAt, askedPs]): number | null {
  for (const look of looks) {
    const seen = look(pid)
    if (seen !== null) return /^\S+ -c /.test(seen.command) ? seen.parent : null
  }
  return null
}

/** As Linux shows a process in its files; null where it does not. */
export function lookAt(pid: number): Seen | null {
  const folder = `/proc/${pid}`
  if (!existsSync(folder)) return null
  try {
    const command = readFileSync(`${folder}/cmdline`, 'utf8').replaceAll('\0', ' ')
    // The name before it, in brackets, may have brackets and spaces of its own.
    const [, parent] = /^.*\) \S (\d+) /s.exec(readFileSync(`${folder}/stat`, 'utf8')) ?? []
    return parent === undefined ? null : { parent: Number(parent), command }
  } catch {
    return null
  }
}

/** As POSIX has it, for macOS; it takes some milliseconds. Null where there is no such command. */
export function askedPs(pid: number): Seen | null {
  const words = ['-o', 'ppid=', '-o', 'args=', '-p', String(pid)]
  // Loaded here alone, so that a start elsewhere does not wait for it.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { stdout } = spawnSync('ps', words, { encoding: 'utf8', timeout: 1_000 })
  const [, parent, command] = /^\s*(\d+) (.*)$/m.exec(stdout ?? '') ?? []
  return command === undefined ? null : { parent: Number(parent), command }
}

/**
 * Whether this is the process that `npm start`, `npm run cli`, `npx tessera` with a command that
 * runs until it is stopped, or a script of a package runs, and none that inherited its variables.
 */
export function startedByNpm(environment: NodeJS.ProcessEnv): boolean {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = environment
  // `npx` names the command alone, and a script has its options, too.
  if (/^'?tessera'?( (serve|proxy)\b[^&]*)?$/.test(script)) return true
  if (event === 'cli') return /\bmain\/cli\.[jt]s\b/.test(script)
  return event === 'start' && /\bmain\/server\.[jt]s\b/.test(script)
}
