/**
 * Ends a service with the npm that started it, and lets one live on that was put in the background.
 *
 * npm passes signals on to what it runs, but cannot when it is killed; the service would keep its
 * port, with nobody to stop it. So where npm started it, and only there, the service looks whether
 * npm is there. The script of `npm start` begins with `exec`, so that the service takes the place
 * of npm's shell: a shell waits for the service when it is interrupted, and tells it nothing. The
 * shell of `npx` ends when npm is told to end, and leaves the service alone, which looks for it.
 *
 * `nohup` has no effect on Node, which takes hang-ups by default, however its parent took them. A
 * service whose output is no terminal therefore lives on when a terminal closes, and npm may go.
 *
 * Spec: Decisions 125 and 218.
 */
import { environmentWith } from './config.ts'

/** Milliseconds between looks. */
const LOOK_MS = 250

/** The npm that started this process, to be asked for early; null where none did. */
export function npmToWatch(): number | null {
  return startedByNpm(environmentWith({})) ? process.ppid : null
}

/** Calls `end` once when npm is gone; never after a terminal closed that shows no output. */
export function whenOrphaned(npm: number | null, end: () => void): void {
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
    gone = process.ppid !== npm
  }, LOOK_MS).unref()
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
