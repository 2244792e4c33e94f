/**
 * Plays test files one after another in one process, each as if it were alone: a file begins when
 * the one before has ended, and reports as a test of its own with the file's tests inside.
 *
 * A process for each file would load the same modules, compile the same documents and make the same
 * demo hundreds of times, which took most of the time. A message asks for a file and a message
 * brings its result; its report goes to the standard output, many lines at a time. The process ends
 * when its parent does.
 */
import { on } from 'node:events'
import { registerHooks } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Test } from 'tap'
import { loadQuickly } from '../../src/main/loading.ts'
import { beginFile, casesBegun, type Soaking } from '../../test/support/chance.ts'

/** Asks for a file, relative to the root of the repository. */
export interface Play {
  readonly file: string
  /** What its results are reported under. */
  readonly title: string
  /** Milliseconds after which each of its tests has failed; 0 for never. */
  readonly timeoutMs: number
  /** Which of the cases that are drawn; absent: those of the gate. */
  readonly soaking?: Soaking
  /** The titles of the tests that are played; absent: all. */
  readonly tests?: readonly string[]
}

/** A file that has ended, and the results of all files so far, in assertions. */
export interface Played {
  readonly file: string
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** How many cases of this file were drawn. */
  readonly cases: number
  /** The memory of the process. */
  readonly memoryBytes: number
}

/** Sent after the last file. */
export type End = 'end'

/** The name of the test around all files. */
const ROW = 'files'

const root = resolve(import.meta.dirname, '../..')
const STUB = 'lane:'

/** What the runner finds the test of a stray error by. */
const RUNNER = '/@tapjs/core/'
const FOLLOWER = 'async-hook-domain'
const IN_ITS_PLACE = new URL('stray-errors.ts', import.meta.url).href

/** Milliseconds that a line of the report waits for others. */
const LINES_MS = 100

/** The test of the current file: the meaning of `import t from 'tap'` in it. */
let playing: Test

/**
 * A file asserts with a root of its own. Modules that files share are loaded once, so what they
 * import forwards to the root of the current file.
 */
Object.assign(globalThis, {
  [Symbol.for(STUB)]: {
    own: () => playing,
    shared: new Proxy({} as Test, {
      get: (_, name) => {
        const value: unknown = Reflect.get(playing, name)
        return typeof value === 'function' ? value.bind(playing) : value
      }
    })
  }
})

registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL } = context
    const follows = specifier === 'async_hooks' && parentURL?.includes(RUNNER) === true
    if (follows || specifier === FOLLOWER) return { url: IN_ITS_PLACE, shortCircuit: true }
    const isOurs = parentURL === undefined || parentURL === import.meta.url
    if (specifier !== 'tap' || isOurs) return next(specifier, context)
    const kind = /\.test\.ts(\?\d+)?$/.test(parentURL) ? 'own' : 'shared'
    return { url: `${STUB}${kind}?${parentURL}`, format: 'module', shortCircuit: true }
  },
  load: (url, context, next) => {
    if (!url.startsWith(STUB)) return next(url, context)
    const root = url.startsWith(`${STUB}own`) ? 'own()' : 'shared'
    const source = `export default globalThis[Symbol.for('${STUB}')].${root}`
    return { format: 'module', source, shortCircuit: true }
  }
})

const { default: t } = await import('tap')

/** A call of the system for each line would take a twentieth of the CPU. */
let lines = ''
const writeLines = () => {
  if (lines !== '') process.stdout.write(lines)
  lines = ''
}
t.register()
t.on('data', (text: string) => {
  lines += text
})
setInterval(writeLines, LINES_MS).unref()
process.once('exit', writeLines)

/** How often each file was played: a module is loaded once, and its address tells it apart. */
const times = new Map<string, number>()

async function play(all: Test, { file, title, timeoutMs, soaking, tests }: Play): Promise<void> {
  const time = times.get(file) ?? 0
  times.set(file, time + 1)
  const { href } = pathToFileURL(resolve(root, file))
  beginFile(file, soaking ?? null)
  await all.test(title, { timeout: timeoutMs, at: null, stack: '' }, async test => {
    playing = test
    const left = playingOnly(test, file, tests)
    await loadQuickly(() => import(time === 0 ? href : `${href}?${time}`))
    for (const each of left) test.fail(`${file} has no test "${each}"`)
  })
  const { pass, fail, skip, todo } = t.counts
  const played: Played = {
    file,
    passed: pass,
    failed: fail,
    skipped: skip + todo,
    cases: casesBegun(),
    memoryBytes: process.memoryUsage.rss()
  }
  process.send?.(played)
}

/** Has a file play only these of its tests, and returns those that it has not begun. */
function playingOnly(test: Test, file: string, tests?: readonly string[]): ReadonlySet<string> {
  const left = new Set(tests)
  // test/support/played-on-postgres.ts reads it.
  const begins = (name: string) => {
    process.env['PLAYED_TEST'] = `${file}\t${name}`
  }
  const begin = test.test.bind(test) as (name: string, ...rest: unknown[]) => Promise<unknown>
  const chosen = (name: string, ...rest: unknown[]) => {
    left.delete(name)
    begins(name)
    return tests?.includes(name) === false ? Promise.resolve(null) : begin(name, ...rest)
  }
  begins('')
  Object.assign(test, { test: chosen })
  return left
}

// Nobody is left who wants to know.
const leave = () => process.exit(1)
process.once('disconnect', leave)
const asked = on(process, 'message') as AsyncIterable<[Play | End]>
t.setTimeout(0)
await t.test(ROW, { timeout: 0, at: null, stack: '' }, async all => {
  // The runner has let go of the channel, and the process would end between two files.
  process.channel?.ref()
  for await (const [next] of asked) {
    if (next === 'end') break
    await play(all, next)
  }
  process.off('disconnect', leave)
  process.disconnect()
})
