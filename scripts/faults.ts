/**
 * Shows that the tests find faults: plants one of faults/table.ts at a time, plays the tests until
 * one of them fails, and says which that was.
 *
 * A commit is played, in a copy of its tree, so that nothing here is touched. The tests of the
 * fault's noun play first, then those of its room, and the whole suite only where these find
 * nothing. What was found is written to a journal, from which a run that was interrupted goes on.
 * What a word plays: `USAGE`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { constants, setPriority, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FAULTS, type Fault, type Room } from './faults/table.ts'

const USAGE = `npm run faults                         what is committed here
npm run faults -- --commit HEAD~20     an earlier suite
npm run faults -- --only "percentage"  those with the words in their name
npm run faults -- --journal FILE       what was found is kept there, and the run can be interrupted

--help  prints this`

const root = resolve(import.meta.dirname, '..')

/** The tests of a room. */
const TESTS_OF: { readonly [Name in Room]: readonly string[] } = {
  rules: ['test/rules/'],
  decisions: ['test/decisions/'],
  storage: ['test/storage/'],
  SQLite: ['test/storage/engine/', 'test/kills/'],
  PostgreSQL: ['test/storage/engine/', 'test/races/', 'test/kills/'],
  http: ['test/http/', 'test/contract/'],
  handlers: ['test/operations/'],
  jobs: ['test/jobs/'],
  'command line': ['test/main/', 'test/project-files/']
}

/** What no run of the suite plays. */
const SOAK = 'test/soak/'

/** Characters of a title: some assertions say all that they compare. */
const TITLE_LENGTH_MAX = 120
/** Less than whatever else the machine does. */
const NICENESS = 15
/** Milliseconds that a run has to tell of a failure once its file has failed, and to end. */
const TELLING_MS_MAX = 3_000
const ENDING_MS_MAX = 15_000

/** What failed first: its file, and its test with the assertion. */
interface Find {
  readonly file: string
  readonly assertion: string
}

/** One line of the journal. */
interface Entry {
  readonly commit: string
  /** Of the fault, so that another change under the same name is played anew. */
  readonly change: string
  readonly name: string
  readonly found: Find | null
  readonly seconds: number
}

/** A copy of the tree of a commit. */
interface Copy {
  readonly commit: string
  readonly folder: string
  /** For what the tests make. */
  readonly temporary: string
  readonly tests: readonly string[]
}

class Mistaken extends Error {}

let interrupted: NodeJS.Signals | null = null
/** Ends what is being played. */
let endRun: () => Promise<void> = async () => undefined

async function main(): Promise<void> {
  const { commit: asked, only, journal } = optionsGiven()
  const chosen = chosenBy(only)
  const commit = commitOf(asked)
  setPriority(NICENESS)
  const home = mkdtempSync(join(tmpdir(), 'tessera-faults-'))
  try {
    const copy = copied(commit, home)
    const places = placesOf(chosen, copy)
    const before = entriesIn(journal).filter(entry => entry.commit === commit)
    console.log(`${chosen.length} faults in ${commit.slice(0, 8)}; the journal is ${journal}`)
    const entries: Entry[] = []
    for (const [index, fault] of chosen.entries()) {
      const known = before.find(({ change }) => change === changeOf(fault))
      const entry = known ?? (await played(fault, places.get(fault) as string, copy))
      if (interrupted !== null) return
      if (known === undefined) appendFileSync(journal, `${JSON.stringify(entry)}\n`)
      entries.push(entry)
      console.log(`${index + 1} of ${chosen.length}  ${told(entry)}`)
    }
    conclude(chosen, entries)
  } finally {
    // A server that the tests had takes a moment to leave.
    await rm(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 })
  }
}

interface Options {
  readonly commit: string
  readonly only: readonly string[]
  readonly journal: string
}

/** @throws {Mistaken} for an option that there is not. */
function optionsGiven(): Options {
  try {
    const { values } = parseArgs({
      options: {
        commit: { type: 'string', default: 'HEAD' },
        only: { type: 'string', multiple: true, default: [] },
        journal: { type: 'string', default: join(tmpdir(), 'tessera-faults.jsonl') },
        help: { type: 'boolean', default: false }
      }
    })
    if (values.help) {
      console.log(USAGE)
      process.exit()
    }
    return { ...values, journal: resolve(values.journal) }
  } catch (error) {
    const [said = ''] = (error as Error).message.split(/[.\n]/)
    throw new Mistaken(`${said}.\n\n${USAGE}`)
  }
}

/** @throws {Mistaken} for words that are in no name. */
function chosenBy(only: readonly string[]): readonly Fault[] {
  if (only.length === 0) return FAULTS
  const isIn = (words: string) => (fault: Fault) =>
    fault.name.toLowerCase().includes(words.toLowerCase())
  const stranger = only.find(words => !FAULTS.some(isIn(words)))
  if (stranger !== undefined) {
    const names = FAULTS.map(({ name }) => `  ${name}`).join('\n')
    throw new Mistaken(`No fault has "${stranger}" in its name. There are:\n${names}`)
  }
  return FAULTS.filter(fault => only.some(words => isIn(words)(fault)))
}

/** @throws {Mistaken} for what is no commit. */
function commitOf(asked: string): string {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${asked}^{commit}`).trim()
  } catch {
    throw new Mistaken(`${asked} is no commit of this repository. Send one with --commit.`)
  }
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore']
  })
}

function copied(commit: string, home: string): Copy {
  // The server of the tests runs as somebody else, and looks into its own folder.
  chmodSync(home, 0o711)
  const [folder, temporary] = [join(home, 'tree'), join(home, 'temporary')]
  for (const each of [folder, temporary]) mkdirSync(each, { mode: 0o711 })
  const archive = join(home, 'tree.tar')
  git('archive', `--output=${archive}`, commit)
  execFileSync('tar', ['--extract', `--file=${archive}`, `--directory=${folder}`])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const tests = globSync('test/**/*.test.ts', { cwd: folder })
    .filter(file => !file.startsWith(SOAK))
    .toSorted()
  return { commit, folder, temporary, tests }
}

/**
 * The file that each fault is in.
 * @throws {Mistaken} for faults whose text is not there once, or whose noun no test has.
 */
function placesOf(chosen: readonly Fault[], { folder, tests }: Copy): ReadonlyMap<Fault, string> {
  const sources = globSync('src/**/*.ts', { cwd: folder }).map(
    file => [file, readFileSync(join(folder, file), 'utf8')] as const
  )
  const places = new Map<Fault, string>()
  const mistakes = chosen.flatMap(fault => {
    const found = sources.flatMap(([file, text]) =>
      Array.from({ length: text.split(fault.from).length - 1 }, () => file)
    )
    places.set(fault, String(found[0]))
    const quoted = `"${fault.name}" (${JSON.stringify(fault.from)})`
    if (found.length !== 1) {
      return `The text of ${quoted} is in src ${found.length} times, not once: ${found.join(', ')}`
    }
    const isKnown = tests.some(file => file.includes(fault.noun))
    return isKnown ? [] : `No test has the noun of ${quoted} in its path: ${fault.noun}`
  })
  if (mistakes.length > 0) throw new Mistaken(mistakes.join('\n'))
  return places
}

/** Of a journal that was cut short, the last line may be no entry. */
function entriesIn(journal: string): readonly Entry[] {
  if (!existsSync(journal)) return []
  return readFileSync(journal, 'utf8')
    .split('\n')
    .flatMap(line => {
      try {
        return [JSON.parse(line) as Entry]
      } catch {
        return []
      }
    })
}

function changeOf({ from, to, noun, engine }: Fault): string {
  const said = [from, to, noun, engine ?? ''].join('\0')
  return createHash('sha256').update(said).digest('hex').slice(0, 16)
}

/** Plants a fault, plays until a test finds it, and takes it out. */
async function played(fault: Fault, place: string, copy: Copy): Promise<Entry> {
  const file = join(copy.folder, place)
  const sound = readFileSync(file, 'utf8')
  writeFileSync(
    file,
    sound.replace(fault.from, () => fault.to)
  )
  const began = performance.now()
  let found: Find | null = null
  for (const stage of stagesOf(fault, copy)) {
    if (found !== null || interrupted !== null) break
    found = await firstFailureOf(stage, copy)
  }
  writeFileSync(file, sound)
  const seconds = Math.round((performance.now() - began) / 1_000)
  const { commit } = copy
  return { commit, change: changeOf(fault), name: fault.name, found, seconds }
}

/** A run of the tests: of these files, or of all where none is named. */
interface Stage {
  readonly files: readonly string[]
  readonly environment: NodeJS.ProcessEnv
}

/** Of the noun, then the others of the room, then all. */
function stagesOf({ noun, room, engine }: Fault, { tests }: Copy): readonly Stage[] {
  const ofNoun = tests.filter(file => file.includes(noun))
  const ofRoom = tests.filter(
    file => TESTS_OF[room].some(folder => file.startsWith(folder)) && !ofNoun.includes(file)
  )
  const environment = engine === undefined ? {} : { TEST_ENGINE: engine }
  const near = [
    { files: ofNoun, environment },
    { files: ofRoom, environment: {} }
  ]
  return [...near.filter(({ files }) => files.length > 0), { files: [], environment: {} }]
}

/** Plays until the first file fails; null when none does. */
async function firstFailureOf({ files, environment }: Stage, copy: Copy): Promise<Find | null> {
  const child = spawn(process.execPath, ['scripts/test.ts', ...files], {
    cwd: copy.folder,
    env: { ...process.env, TMPDIR: copy.temporary, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, which is ended together.
    detached: true
  })
  const closed = once(child, 'close')
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-Number(child.pid), signal)
    } catch {
      // It has ended by itself.
    }
  }
  endRun = async () => {
    end('SIGTERM')
    await Promise.race([closed, pause(ENDING_MS_MAX, null, { ref: false })])
    end('SIGKILL')
    await closed
  }
  const { told, isPlayed } = await linesAfterFailure(createInterface({ input: child.stdout }))
  await endRun()
  if (told.length === 0 && !isPlayed && interrupted === null) {
    throw new Error(`These tests ended without a result: ${files.join(' ') || 'all of them'}`)
  }
  return findIn(told)
}

/** The lines from the first file that failed to the title of its first failed test. */
async function linesAfterFailure(lines: AsyncIterable<string> & { close(): void }) {
  const told: string[] = []
  let isPlayed = false
  let timer: NodeJS.Timeout | undefined
  for await (const line of lines) {
    if (told.length === 0) {
      isPlayed ||= /^\d+ passed, \d+ failed$/.test(line)
      if (/^No .*server/.test(line)) warn(line)
      if (!/^not ok /.test(line)) continue
    }
    timer ??= setTimeout(() => lines.close(), TELLING_MS_MAX)
    told.push(line)
    if (/^ {4}not ok /.test(line)) break
  }
  clearTimeout(timer)
  return { told, isPlayed }
}

const warnings = new Set<string>()

/** What cannot be played is told once. */
function warn(line: string): void {
  if (!warnings.has(line)) console.error(line)
  warnings.add(line)
}

/** The file, and the title of its first failed test before that of the assertion. */
function findIn([first, ...others]: readonly string[]): Find | null {
  if (first === undefined) return null
  const titleOf = (line: string) =>
    line
      .replace(/^\s*not ok (\d+ - )?/, '')
      .replace(/ # .*/, '')
      .slice(0, TITLE_LENGTH_MAX)
  const [assertion = ''] = others.filter(line => /^\s+not ok /.test(line)).map(titleOf)
  const test = others.filter(line => /^ {4}not ok /.test(line)).map(titleOf)[0] ?? assertion
  const titles = test === assertion ? [test] : [test, assertion]
  return { file: titleOf(first), assertion: titles.join(' > ') || 'its process ended' }
}

function told({ name, found, seconds }: Entry): string {
  const by = found === null ? 'NOT FOUND' : `${found.file}: ${found.assertion}`
  return `${name} | ${by} | ${seconds} s`
}

/** Prints the table, and how many were found. */
function conclude(chosen: readonly Fault[], entries: readonly Entry[]): void {
  const rows = chosen.map(({ name, room }, index) => {
    const { found = null, seconds = 0 } = entries[index] ?? {}
    const by = found === null ? '**nothing**' : `${found.file}: ${found.assertion}`
    return `| ${name} | ${room} | ${by.replaceAll('|', '\\|')} | ${seconds} |`
  })
  const head = ['| fault | room | found by | seconds |', '|---|---|---|---:|']
  const found = entries.filter(entry => entry.found !== null).length
  const seconds = entries.reduce((sum, entry) => sum + entry.seconds, 0)
  console.log(['', ...head, ...rows, ''].join('\n'))
  console.log(`${found} of ${chosen.length} found, in ${Math.ceil(seconds / 60)} min`)
  process.exitCode = found === chosen.length ? 0 : 1
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted ??= signal
    void endRun()
  })
}

try {
  await main()
} catch (error) {
  if (!(error instanceof Mistaken)) throw error
  console.error(error.message)
  process.exitCode = 2
}
if (interrupted !== null) process.exitCode = 128 + constants.signals[interrupted]
