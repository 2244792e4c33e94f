/**
 * Loaded before the program, makes it mortal: it dies right after as many statements as it is told
 * to live for, and the clock stands where it is set, so that nothing comes of waiting either. The
 * program itself knows nothing of it.
 *
 * A number sent to the process is how many statements it lives for from then on, and a text is the
 * statement after which it dies; what comes back, once nothing goes on in the background, is what
 * it ran until then. `DIES_AFTER` is the same for what it does at its start. It dies as a process
 * does that is killed by the system: nothing is flushed, closed or answered any more.
 *
 *   CLOCK=2026-03-01T10:00:00.000Z node --import ./test/kills/support/mortal.ts src/main/server.ts
 */
import { flushCompileCache } from 'node:module'
import { mock } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Connection, { type Statement } from 'better-sqlite3'

/** Nothing goes on in the background when so many turns of the event loop ran no statement. */
const QUIET_TURNS = 20

/**
 * What sees to the log of the database is not counted: it depends on how far a thread has merged
 * the log, so the same request runs more of it one time than another.
 */
const SEES_TO_LOG = /^\s*PRAGMA /i

mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.parse(process.env['CLOCK'] ?? '') })

/** Statements in the order in which they were run, each as its text. */
export type Ran = readonly string[]

let livesFor: number | string = process.env['DIES_AFTER'] ?? Number.POSITIVE_INFINITY
let ran: string[] = []

function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** The methods of every statement, whichever connection prepared it. */
const methods: Statement = Object.getPrototypeOf(new Connection(':memory:').prepare('SELECT 1'))

for (const name of ['run', 'get', 'all'] as const) {
  const method = methods[name] as (...values: unknown[]) => unknown
  methods[name] = function (this: Statement, ...values: unknown[]) {
    try {
      return method.apply(this, values)
    } finally {
      if (!SEES_TO_LOG.test(this.source)) ran.push(this.source)
      if (typeof livesFor === 'string' ? this.source === livesFor : ran.length >= livesFor) die()
    }
  } as Statement['run'] & Statement['get'] & Statement['all']
}

async function quiet(): Promise<void> {
  let known = ran.length
  for (let turns = 0; turns < QUIET_TURNS; turns++) {
    await pause(1)
    if (ran.length > known) turns = 0
    known = ran.length
  }
}

process.on('message', async (statements: number | string) => {
  await quiet()
  const before: Ran = ran
  ran = []
  livesFor = statements
  // Whoever starts next need not compile everything again; a killed process does not say so itself.
  flushCompileCache()
  process.send?.(before)
})

// Nobody is left who could end it.
process.on('disconnect', die)
