/**
 * Runs the tests and closes with one plain line, `N passed, N failed`, that a person and a machine
 * can read without knowing the runner.
 *
 * `npm test` is two runs: rules and decisions with every line and branch covered or refused, then
 * everything else without measuring, which takes half the time. `npm run test:rules` is the first
 * alone; `npm test -- test/cli.test.ts` runs the files it names. On a terminal the runner draws its
 * own report; elsewhere a line is printed for each file, and all that matters of one that failed.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'

/** The assertions of a run; `skipped` ones are neither passed nor failed. */
interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

const root = resolve(import.meta.dirname, '..')
const pure = ['test/rules', 'test/decisions']

/** Options of one run of the runner, and the files it is about. */
const rulesAndDecisions = [
  '--no-allow-incomplete-coverage',
  ...pure.map(folder => `${folder}/**/*.test.ts`)
]
const everythingElse = ['--disable-coverage', ...pure.map(folder => `--exclude=${folder}/**`)]

function runsFor(asked: readonly string[]): readonly (readonly string[])[] {
  if (asked.length === 0) return [rulesAndDecisions, everythingElse]
  if (asked.length === 1 && asked[0] === 'rules') return [rulesAndDecisions]
  return [['--disable-coverage', ...asked]]
}

/** The runner's own entry: no shell and no PATH stand between the runner and our signals. */
async function runner(): Promise<string> {
  const manifest = createRequire(import.meta.url).resolve('tap/package.json')
  const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as { bin: { tap: string } }
  return join(dirname(manifest), bin.tap)
}

/** One run to its end. On a terminal the runner prints and keeps a record; elsewhere we print. */
async function carryOut(run: readonly string[], record: string): Promise<Totals> {
  const drawn = process.stdout.isTTY === true
  const options = drawn ? [`--output-file=${record}`] : ['--reporter=tap']
  const child = spawn(process.execPath, [await runner(), 'run', ...options, ...run], {
    cwd: root,
    stdio: ['ignore', drawn ? 'inherit' : 'pipe', 'inherit']
  })
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  const release = passSignalsTo(child)
  const report = new Report()
  if (child.stdout !== null) {
    for await (const line of createInterface({ input: child.stdout })) report.read(line)
  }
  const [code, signal] = await ended
  release()
  if (signal !== null) process.kill(process.pid, signal)
  const totals = totalsIn(drawn ? await lastLines(record) : report.closing)
  if (code === 0 || totals.failed > 0) return totals
  // Low coverage, a missing file or a crash fail no assertion, so this line reports them.
  console.log(`The runner failed (exit code ${code}) although no assertion did; counted as one.`)
  return { ...totals, failed: 1 }
}

/**
 * Until the returned function is called, a signal to us stops the runner, and we wait for its end.
 */
function passSignalsTo(child: ChildProcess): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}

/** The runner's closing comment: `# { total: 41, pass: 38, fail: 1, todo: 1, skip: 1 }`. */
function totalsIn(text: string): Totals {
  const closing = text.slice(text.lastIndexOf(CLOSING))
  const count = (name: string) => Number(new RegExp(`\\b${name}: (\\d+)`).exec(closing)?.[1] ?? 0)
  return { passed: count('pass'), failed: count('fail'), skipped: count('skip') + count('todo') }
}

const CLOSING = '# { total:'

/** A row of the coverage table, however deep its folder: a name and four shares. */
const COVERAGE_ROW = /^ *\S+ +\|( +[\d.]+ +\|){4}/

/** The end of a record; empty when the runner made none. */
async function lastLines(record: string): Promise<string> {
  const text = await readFile(record, 'utf8').catch(() => '')
  return text.slice(-10_000)
}

/** Prints a line for each file, and under it its failures; other lines as they come. */
class Report {
  /** The runner's closing comment, once it has come. */
  closing = ''
  #failures: string[] = []
  #keep = false

  read(line: string): void {
    if (line.startsWith(CLOSING)) this.closing = line
    else if (COVERAGE_ROW.test(line)) console.log(line)
    else if (line.startsWith('    ')) this.#inside(line)
    else if (line.startsWith('  ')) this.#about(line)
    else if (/^(not )?ok /.test(line)) this.#ended(line)
    else if (!/^(TAP version|1\.\.|# Subtest|# time|# No coverage|$)/.test(line)) console.log(line)
  }

  /** A failed assertion and the block that explains it; a passed one only ends such a block. */
  #inside(line: string): void {
    if (/^\s+(ok |# |1\.\.\d+$)/.test(line)) this.#keep = false
    if (/^\s+not ok /.test(line)) this.#keep = true
    if (this.#keep && line.trim() !== '') this.#failures.push(line)
  }

  #ended(line: string): void {
    console.log(line.replace(/^(not ok|ok) \d+ - /, '$1 '))
    for (const failure of this.#failures) console.log(failure)
    this.#failures = []
    this.#keep = false
  }

  /** Lines after a failed file are about its process, whose end may matter. */
  #about(line: string): void {
    if (/^ {2}(error|expired|failure|signal|timeout): (?!null)/.test(line)) console.log(line)
  }
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
  const results: Totals[] = []
  try {
    for (const [index, run] of runsFor(process.argv.slice(2)).entries()) {
      results.push(await carryOut(run, join(folder, `${index}.tap`)))
    }
  } finally {
    await rm(folder, { recursive: true })
  }
  const sum = (count: keyof Totals) => results.reduce((all, totals) => all + totals[count], 0)
  if (sum('skipped') > 0) console.log(`${sum('skipped')} skipped`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
}

await main()
