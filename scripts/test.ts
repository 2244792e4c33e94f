/**
 * Runs the tests, the same files and the same cases every time, and closes with one plain line,
 * `N passed, N failed`, that a person and a machine can read without knowing the runner.
 *
 * All files play on SQLite, and some of their tests once more on PostgreSQL (suite/postgres.ts).
 * Those of rules and decisions, and some of operations, must cover every line and branch of rules
 * and decisions. A run of all files also asks whether every field of the documents was seen filled
 * (suite/blanks.ts).
 * What a word plays: `USAGE`.
 *
 * Everything that a run makes is in one folder, and everything that it starts has the name of that
 * folder in its environment, so that an interrupted run leaves nothing behind (suite/ending.ts).
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { KEPT_IN } from '../src/main/loading.ts'
import { hasServer } from '../test/support/postgres-databases.ts'
import { allFiles, filesFor, NotThere, nouns } from './suite/asked.ts'
import { blanksOf } from './suite/blanks.ts'
import { hasGaps, type Measured } from './suite/coverage.ts'
import { type Run, runPlan } from './suite/ending.ts'
import { pruneKeptCode } from './suite/kept-code.ts'
import { type FileResult, type Part, playAll } from './suite/play.ts'
import { onPostgres, unplayedIn } from './suite/postgres.ts'
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

/**
 * Tests that together cover the sources of rules and decisions, as few as do, because a process that
 * records what runs takes a fifth more for everything. Decisions of plain set-up have no tests but
 * those of operations.
 */
const COVERING = [
  'rules',
  'decisions',
  'operations/across/uncountable.test.ts',
  'operations/across/understood.test.ts',
  'operations/campaigns/campaigns.test.ts',
  'operations/campaigns/import.test.ts',
  'operations/campaigns/updates.test.ts',
  'operations/campaigns/vouchers.test.ts',
  'operations/categories.test.ts',
  'operations/customers/customers.test.ts',
  'operations/customers/deletion.test.ts',
  'operations/customers/erasure.test.ts',
  'operations/customers/import.test.ts',
  'operations/discounts/locks.test.ts',
  'operations/discounts/outcomes.test.ts',
  'operations/discounts/qualifications.test.ts',
  'operations/event-schemas.test.ts',
  'operations/events/events.test.ts',
  'operations/events/referrals.test.ts',
  'operations/exports.test.ts',
  'operations/loyalties/earning-rules.test.ts',
  'operations/loyalties/programs.test.ts',
  'operations/loyalties/redemption-refusals.test.ts',
  'operations/loyalty-tiers/loyalty-tiers.test.ts',
  'operations/members.test.ts',
  'operations/metadata-schemas.test.ts',
  'operations/oauth.test.ts',
  'operations/orders/bonuses.test.ts',
  'operations/orders/lowered.test.ts',
  'operations/orders/returns.test.ts',
  'operations/product-collections.test.ts',
  'operations/products/products.test.ts',
  'operations/products/skus.test.ts',
  'operations/projects.test.ts',
  'operations/promotions.test.ts',
  'operations/publications.test.ts',
  'operations/redemptions/used-rewards.test.ts',
  'operations/rewards.test.ts',
  'operations/sandboxes.test.ts',
  'operations/segments/membership.test.ts',
  'operations/segments/segments.test.ts',
  'operations/stacking-rules.test.ts',
  'operations/validation-rules.test.ts',
  'operations/vouchers/codes.test.ts',
  'operations/vouchers/discounts.test.ts',
  'operations/vouchers/import.test.ts',
  'operations/vouchers/validity.test.ts',
  'operations/vouchers/vouchers.test.ts',
  'jobs/vouchers.test.ts',
  'project-files/edits.test.ts',
  'project-files/refused-edits.test.ts'
]
const COVERED = 'src/{rules,decisions}/**'

/**
 * Folders of test whose files mostly wait for programs, servers and a browser that they start. Those
 * that wait longest come first, so that the run does not end with one process that waits.
 */
const WAITING = ['storage/engine', 'journeys', 'main', 'http', 'kills', 'races', 'clients']

/** Of how many files the run says at its end how long they took. */
const SLOWEST = 10

/** Files to which the processes add fields that they saw filled, and what they played on PostgreSQL. */
interface Records {
  readonly filled: string
  readonly played: string
}

/** What is played, and what is asked when it has been. */
interface Plan {
  readonly parts: readonly Part[]
  readonly measured: Measured | null
  /** Where the processes add what they saw and did; null where not all files are played. */
  readonly records: Records | null
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
  if (!all && names.join() !== 'rules') {
    return { parts: [{ files: filesFor(names) }], measured: null, records: null, verbose }
  }
  const records = all ? recordsIn(folder) : null
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
  return { parts, measured, records, verbose }
}

/** test/support/{filled-fields,played-on-postgres}.ts write them, in the processes that play files. */
function recordsIn(folder: string): Records {
  const records = { filled: join(folder, 'filled-fields'), played: join(folder, 'played') }
  process.env['FILLED_FIELDS'] = records.filled
  process.env['PLAYED_ON_POSTGRES'] = records.played
  return records
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
  const parts = plan.records !== null && hasServer() ? [...plan.parts, onPostgres()] : plan.parts
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
  if (plan.records !== null) pruneKeptCode(KEPT_IN)
  tellAgain()
  const gaps = plan.measured !== null && (await hasGaps(plan.measured)) ? 1 : 0
  // What a failed test would have filled or played looks like what no test does.
  const lacking = plan.records !== null && failed === 0 ? await lackingIn(plan.records) : []
  for (const each of lacking) tell(`not ok ${each}`)
  const slowest = results.toSorted((one, other) => other.ms - one.ms).slice(0, SLOWEST)
  const took = duration(performance.now() - from)
  tell('', `${results.length} ${results.length === 1 ? 'file' : 'files'} in ${took}.`)
  if (results.length > 1) {
    const seconds = (ms: number) => (ms / 1_000).toFixed(1).padStart(7)
    tell('The slowest:', ...slowest.map(({ title, ms }) => `${seconds(ms)} s  ${title}`))
  }
  if (!hasServer()) tell(server.told)
  const failures = failed + gaps + lacking.length
  if (skipped > 0) tell(`${skipped} skipped`)
  tell(`${passed} passed, ${failures} failed`)
  return failures > 0 || passed === 0 ? 1 : 0
}

/** A sentence for each thing that a run of all files has to see and did not. */
async function lackingIn({ filled, played }: Records): Promise<readonly string[]> {
  return [...blanksOf(filled), ...(hasServer() ? await unplayedIn(played) : [])]
}

await runPlan(folder => planFor(process.argv.slice(2), folder), run)
