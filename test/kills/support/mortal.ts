/**
 * Loaded before the program, makes it mortal: it dies right after as many statements as it is told
 * to live for, and the clock stands where it is set, so that nothing comes of waiting either. The
 * program itself knows nothing of it.
 *
 * A number sent to the process is how many statements it lives for from then on, and a text is the
 * statement after which it dies; what comes back, once nothing goes on in the background, is what
 * it ran until then. `DIES_AFTER` is the same for what it does at its start. It dies as a process
 * does that is killed by the system, and only tells how far a commit was and what it ran last. On
 * PostgreSQL a statement counts when it is sent, and only those of transactions that may write:
 * others change nothing, and several go on at once. COMMIT is there the end of one that wrote rows.
 *
 *   CLOCK=2026-03-01T10:00:00.000Z node --import ./test/kills/support/mortal.ts src/main/server.ts
 */
import { flushCompileCache } from 'node:module'
import type { Socket } from 'node:net'
import { mock } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import Connection, { type Statement } from 'better-sqlite3'
import { Client, type QueryConfig, type QueryResult } from 'pg'

/** Nothing goes on in the background when so many turns of the event loop ran no statement. */
const QUIET_TURNS = 20

/**
 * What sees to the log of the database is not counted: it depends on how far a thread has merged
 * the log, so the same request runs more of it one time than another.
 */
const SEES_TO_LOG = /^\s*PRAGMA /i

mock.timers.enable({ apis: ['Date', 'setInterval'], now: Date.parse(process.env['CLOCK'] ?? '') })
// The time of a server goes on by the stopwatch: a job could be due at an instant that never comes.
mock.method(performance, 'now', () => 0)

/** Statements in the order in which they were run, each as its text. */
export type Ran = readonly string[]

/** Whether something was committed: `asked` is one that a server has not answered yet. */
export type Commit = 'none' | 'asked' | 'done'

/** What a life tells when it dies by itself. */
export interface LastWords {
  readonly commit: Commit
  /** How the last statements begin: few, so that all of the message is sent before it dies. */
  readonly last: Ran
}

/** How many of them, and characters of each. */
const LAST = { statements: 8, characters: 30 }

let livesFor: number | string = process.env['DIES_AFTER'] ?? Number.POSITIVE_INFINITY
let ran: string[] = []
let commit: Commit = 'none'

function die(): void {
  const last = ran.slice(-LAST.statements).map(text => text.slice(0, LAST.characters))
  process.send?.({ commit, last } satisfies LastWords)
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
      if (this.source === 'COMMIT') commit = 'done'
      if (typeof livesFor === 'string' ? this.source === livesFor : ran.length >= livesFor) die()
    }
  } as Statement['run'] & Statement['get'] & Statement['all']
}

/** Statements that a server has not answered, and connections that are not made yet. */
let unanswered = 0

type Callback = (...answer: unknown[]) => void

/**
 * Calls a method of the driver, which answers a callback or by a promise, and says when it has and
 * what; null: by an error.
 */
function watched<Answer>(
  call: (told: Callback | undefined) => unknown,
  callback: Callback | undefined,
  onAnswer: (answer: Answer | null) => void
): unknown {
  if (callback !== undefined) {
    return call((error, answer) => {
      onAnswer(error ? null : (answer as Answer))
      callback(error, answer)
    })
  }
  const answered = call(undefined) as Promise<Answer>
  answered.then(onAnswer, () => onAnswer(null))
  return answered
}

/** The driver's `query` as the engine calls it. */
type Ask = (this: Client, config: QueryConfig | string, callback?: Callback) => unknown

const ask = Client.prototype.query as Ask

/** Whether the transaction that a connection is in has written anything. */
const wrote = new WeakMap<Client, boolean>()

const WRITES: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE'])

/** How a statement is counted; null: not at all. */
function counted(client: Client, text: string): string | null {
  if (text.startsWith('BEGIN') && !text.endsWith('READ ONLY')) wrote.set(client, false)
  const hasWritten = wrote.get(client)
  if (hasWritten === undefined) return null
  if (text !== 'COMMIT' && text !== 'ROLLBACK') return text
  wrote.delete(client)
  return text === 'COMMIT' && !hasWritten ? 'COMMIT of nothing' : text
}

Client.prototype.query = function (this: Client, config, callback) {
  const text = typeof config === 'string' ? config : config.text
  // The server has a clock of its own, which does not stand still.
  if (text.includes('clock_timestamp()')) {
    return ask.call(this, { ...Object(config), text: `select ${Date.now()}` }, callback)
  }
  const counts = counted(this, text)
  if (counts === 'COMMIT' && commit === 'none') commit = 'asked'
  unanswered++
  const isAnswered = (answer: Pick<QueryResult, 'command' | 'rowCount'> | null) => {
    unanswered--
    if (answer === null) return
    const { command, rowCount } = answer
    // A transaction that has failed is answered by ROLLBACK.
    if (counts === 'COMMIT' && command === 'COMMIT') commit = 'done'
    if (wrote.has(this) && WRITES.has(command) && rowCount !== 0) wrote.set(this, true)
  }
  const asked = watched(told => ask.call(this, config, told), callback, isAnswered)
  if (counts === null) return asked
  ran.push(counts)
  if (typeof livesFor === 'string' ? counts === livesFor : ran.length >= livesFor) {
    const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
    while (stream.writableCorked > 0) stream.uncork()
    die()
  }
  return asked
} as Ask as Client['query']

const connect = Client.prototype.connect as (this: Client, callback?: Callback) => Promise<unknown>

/** A unit that waits for its connection is not idle, and may wait for longer than quiet lasts. */
Client.prototype.connect = function (this: Client, callback) {
  unanswered++
  const isMade = () => {
    unanswered--
  }
  return watched(told => connect.call(this, told), callback, isMade)
} as typeof connect as Client['connect']

async function quiet(): Promise<void> {
  let known = ran.length
  for (let turns = 0; turns < QUIET_TURNS; turns++) {
    await pause(1)
    if (ran.length > known || unanswered > 0) turns = 0
    known = ran.length
  }
}

process.on('message', async (statements: number | string) => {
  await quiet()
  const before: Ran = ran
  ran = []
  commit = 'none'
  livesFor = statements
  // Whoever starts next need not compile everything again; a killed process does not say so itself.
  flushCompileCache()
  process.send?.(before)
})

// A start that fails ends it, though it could still be sent something.
process.channel?.unref()
// Nobody is left who could end it.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
