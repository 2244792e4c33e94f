/**
 * Runs the tests, the same files and the same cases every time, and closes with one plain line,
 * `N passed, N failed`, that a person and a machine can read without knowing the runner.
 *
 * All files play on SQLite, and some once more on PostgreSQL (suite/postgres.ts). Those of rules,
 * decisions and operations must cover every line and branch of rules and decisions. A run of all
 * files also asks whether every field of the documents was seen filled (suite/blanks.ts). What a
 * word plays: `USAGE`.
 *
 * Everything that a run makes is in one folder, and everything that it starts has the name of that
 * folder in its environment, so that an interrupted run leaves nothing behind (suite/ending.ts).
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasServer } from '../test/support/postgres-databases.ts'
import { allFiles, filesFor, NotThere, nouns } from './suite/asked.ts'
import { blanksOf } from './suite/blanks.ts'
import { hasGaps, type Measured } from './suite/coverage.ts'
import { type Run, runPlan } from './suite/ending.ts'
import { type FileResult, type Part, playAll } from './suite/play.ts'
import { ON_POSTGRES } from './suite/postgres.ts'
import { duration, tell, tellAgain, tellingProgress } from './suite/report.ts'

const USAGE = `npm test                              plays all files
npm test -- rewards                   those of that name in any room of test
npm test -- test/jobs 'test/main/c*'  folders, files and patterns
npm test -- rules                     what covers every line and branch of rules and decisions
TEST_ENGINE=postgres npm test -- rewards  on PostgreSQL

--verbose  has a line for each file that passed
--help     prints this`

/** Milliseconds after which a file hangs: far more than any takes. */
const TIMEOUT_MS = 600_000

/** Folders of test whose tests together cover the sources of rules and decisions. */
const COVERING = ['rules', 'decisions', 'operations']
const COVERED = 'src/{rules,decisions}/**'

/**
 * Folders of test whose files mostly wait for programs, servers and a browser that they start. Those
 * that wait longest come first, so that the run does not end with one process that waits.
 */
const WAITING = ['storage/engine', 'journeys', 'main', 'http', 'kills', 'races', 'clients']

/** Of how many files the run says at its end how long they took. */
const SLOWEST = 10

/** What is played, and what is asked when it has been. */
interface Plan {
  readonly parts: readonly Part[]
  readonly measured: Measured | null
  /** Where the processes add the fields that they saw filled; null where nobody asks. */
  readonly filled: string | null
  readonly verbose: boolean
}

/** What the words ask for; null when it was the usage. @throws {NotThere} when there is no such. */
function planFor(words: string[], folder: string): Plan | null {
  const { verbose, help, names } = readWords(words)
  if (help) {
    console.log(`${USAGE}\n\nNouns: ${nouns().join(', ')}.`)
    return null
  }
  const all = names.length === 0
  const filled = all ? join(folder, 'filled-fields') : null
  // test/support/filled-fields.ts reads it, in the processes that play the files.
  if (filled !== null) process.env['FILLED_FIELDS'] = filled
  if (!all && names.join() !== 'rules') {
    return { parts: [{ files: filesFor(names) }], measured: null, filled, verbose }
  }
  const measured = { sources: COVERED, folder: join(folder, 'covered') }
  const covering: Part = {
    files: filesFor(COVERING.map(name => `test/${name}`)),
    environment: { NODE_V8_COVERAGE: measured.folder }
  }
  const known = new Set(covering.files)
  const others = all ? allFiles().filter(file => !known.has(file)) : []
  const waiting = WAITING.flatMap(name => others.filter(file => file.startsWith(`test/${name}/`)))
  const parts = [
    covering,
    { files: others.filter(file => !waiting.includes(file)) },
    { files: waiting, waits: true } as const
  ]
  return { parts: all ? [...parts, ON_POSTGRES] : parts, measured, filled, verbose }
}

function readWords(args: string[]) {
  const options = { verbose: { type: 'boolean' }, help: { type: 'boolean' } } as const
  const { values, positionals, tokens } = parseArgs({
    args,
    options,
    strict: false,
    allowPositionals: true,
    tokens: true
  })
  for (const token of tokens) {
    if (token.kind === 'option' && (!(token.name in options) || token.value !== undefined)) {
      throw new NotThere(
        `There is no option ${args[token.index]}; there are ${Object.keys(options)
          .map(name => `--${name}`)
          .join(' and ')}.`
      )
    }
  }
  return { verbose: values.verbose === true, help: values.help === true, names: positionals }
}

/** Plays it, prints how it went, and returns the exit code. */
async function run(plan: Plan, { server, signal }: Run): Promise<number> {
  const from = performance.now()
  tell(server.told)
  const parts = hasServer() ? plan.parts : plan.parts.filter(part => part !== ON_POSTGRES)
  const results: FileResult[] = []
  const progress = tellingProgress(parts.flatMap(({ files }) => files).length)
  const { passed, failed, skipped } = await playAll(
    parts,
    { timeoutMs: TIMEOUT_MS, signal, verbose: plan.verbose },
    result => {
      results.push(result)
      progress.ended()
    }
  ).finally(progress.close)
  if (signal.aborted) return 1
  tellAgain()
  const gaps = plan.measured !== null && (await hasGaps(plan.measured)) ? 1 : 0
  // What a failed test would have seen looks like a field that nothing fills.
  const blanks = plan.filled !== null && failed === 0 ? blanksOf(plan.filled) : []
  tell(...blanks.map(blank => `not ok ${blank}`))
  const slowest = results.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  const took = duration(performance.now() - from)
  tell('', `${results.length} ${results.length === 1 ? 'file' : 'files'} in ${took}.`)
  if (results.length > 1) {
    const seconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(7)
    tell('The slowest:', ...slowest.map(({ title, ms }) => `${seconds(ms)} s  ${title}`))
  }
  if (!hasServer()) tell(server.told)
  const failures = failed + gaps + blanks.length
  if (skipped > 0) tell(`${skipped} skipped`)
  tell(`${passed} passed, ${failures} failed`)
  return failures > 0 || passed === 0 ? 1 : 0
}

await runPlan(folder => planFor(process.argv.slice(2), folder), run)
