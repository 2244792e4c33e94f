/**
 * Runs the tests and closes with one plain line, `N passed, N failed`, that a person and a machine
 * can read without knowing the runner.
 *
 * `npm test` plays the tests of rules, decisions and operations, which must cover every line and
 * branch of rules and decisions, and then all others without measuring. `npm run test:rules` plays
 * the first part alone; `npm test -- test/main/config.test.ts` plays the named files, with
 * `--timeout=0` without a time limit. It prints a line for each file, and the failures of a failed one. Tests that draw cases
 * try a sample; `npm run test:full` tries all, or what is left of them (suite/rest.ts). After all
 * files without a failure it prints the fields that no test saw filled (suite/blanks.ts).
 *
 * The first line says which PostgreSQL server there is; without one, what needs it is skipped, or
 * under `CI` the run fails. Some files play once more on it (suite/second-engine.ts).
 */
import { glob, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hasServer, serverForRun } from '../test/support/postgres-databases.ts'
import { blanksOf } from './suite/blanks.ts'
import { gapsOf } from './suite/coverage.ts'
import { apart, fewOfThem } from './suite/long-files.ts'
import { type Part, playAll } from './suite/play.ts'
import { tellFailuresAgain } from './suite/report.ts'
import { keepWhole, restOf } from './suite/rest.ts'
import { onSecondEngine } from './suite/second-engine.ts'

const root = resolve(import.meta.dirname, '..')

/** Seconds one file may take. */
const TIMEOUT_DEFAULT = '300'

/** Folders of test whose tests together cover the sources of rules and decisions. */
const covering = ['rules', 'decisions', 'operations']
const covered = 'src/{rules,decisions}/**'

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: {
      timeout: { type: 'string', default: TIMEOUT_DEFAULT },
      cases: { type: 'string' }
    },
    allowPositionals: true
  })
  // test/support/seeded.ts reads it, in the processes that play the files.
  if (values.cases !== undefined) process.env['TEST_CASES'] = values.cases
  const folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
  const record = join(folder, 'filled-fields')
  const all = positionals.length === 0
  // test/support/filled-fields.ts reads it, in those processes, too.
  if (all) process.env['FILLED_FIELDS'] = record
  const pure = positionals.join() === 'rules'
  const server = pure ? null : await serverForRun()
  try {
    let parts = await partsFor(positionals, folder)
    if (server !== null) console.log(server.told)
    if (all && hasServer()) {
      const again = onSecondEngine(parts.flatMap(({ files }) => files))
      console.log(again.told)
      parts = [...parts, ...again.parts]
    }
    if (all && values.cases === undefined && process.env['TEST_CASES'] === undefined) {
      const few = fewOfThem(parts)
      console.log(few.told)
      parts = few.parts
    }
    const rest = all && values.cases !== undefined ? restOf(parts) : null
    if (rest !== null) {
      console.log(rest.told)
      parts = rest.parts
    }
    const played = await playAll(parts, Number(values.timeout) * 1_000)
    const { passed, failed, skipped } = played
    if (all && values.cases === undefined) keepWhole(played.whole)
    tellFailuresAgain()
    const gaps = await gapsOf(parts)
    // What a failed test would have seen looks like a field that nothing fills, and so does what
    // the run before saw.
    const blanks = all && rest === null && failed === 0 ? blanksOf(record) : 0
    const failures = failed + gaps + blanks
    if (skipped > 0) console.log(`${skipped} skipped`)
    console.log(`${passed} passed, ${failures} failed`)
    process.exitCode = failures > 0 || passed === 0 ? 1 : 0
  } finally {
    await server?.close()
    await rm(folder, { recursive: true })
  }
}

/** The files to play: all, those that cover rules and decisions, or the named ones. */
async function partsFor(asked: readonly string[], folder: string): Promise<readonly Part[]> {
  const all = asked.length === 0
  if (!all && asked.join() !== 'rules') return [{ files: await filesAt(asked), measured: null }]
  const measured: Part = {
    files: await filesAt(covering.map(name => `test/${name}/**/*.test.ts`)),
    measured: { sources: covered, folder: join(folder, 'covered') }
  }
  if (!all) return [measured]
  const known = new Set(measured.files)
  const others = (await filesAt(['test/**/*.test.ts'])).filter(file => !known.has(file))
  return [measured, ...apart({ files: others, measured: null })]
}

/** Paths relative to the root, in their order. @throws when a pattern adds no file. */
async function filesAt(patterns: readonly string[]): Promise<readonly string[]> {
  const files = new Set<string>()
  for (const pattern of patterns) {
    const known = files.size
    for await (const file of glob(pattern, { cwd: root })) files.add(file)
    if (files.size === known) throw new Error(`${pattern} adds no file to play.`)
  }
  return [...files].sort()
}

await main()
