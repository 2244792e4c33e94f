/**
 * Searches at random for what is wrong, as long as is wished for: lives, histories, requests,
 * deaths, races, many rows, many processes and properties, on both engines. What it plays follows
 * from the seed and the minutes alone (soak/plan.ts). Each find is printed with the command that
 * plays it again by itself; the last line is `N passed, N failed`. What a word plays: `USAGE`.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hasServer } from '../test/support/postgres-databases.ts'
import type { Soaking } from '../test/support/chance.ts'
import { type Engine, PARTS, type PartName } from './soak/parts.ts'
import { LANES, type Step, stepsFor } from './soak/plan.ts'
import { NotThere, nearest } from './suite/asked.ts'
import { type Run, runOf } from './suite/ending.ts'
import { Lane, type Totals } from './suite/play.ts'
import { duration, tell, tellingProgress } from './suite/report.ts'

const USAGE = `npm run soak                           ten minutes of everything, from any seed
npm run soak -- --minutes 60 --seed 7  an hour, always the same
npm run soak -- --parts lives,kills    some parts: ${Object.keys(PARTS).join(', ')}
npm run soak -- --engine postgres      on one engine: sqlite or postgres
npm run soak -- --from 31              from a step on, as an interrupted run says
npm run soak -- --play test/lives/walk.test.ts --seed 7 --case 1.4
                                       one file with one seed, or one case of it

A minute is one on two quiet cores. What is played follows from the seed and the minutes.
--help  prints this`

const OPTIONS = {
  seed: { type: 'string' },
  minutes: { type: 'string' },
  engine: { type: 'string' },
  parts: { type: 'string' },
  from: { type: 'string' },
  play: { type: 'string' },
  case: { type: 'string' },
  help: { type: 'boolean' }
} as const
type Options = Partial<Record<Exclude<keyof typeof OPTIONS, 'help'>, string>>

const ENGINES: readonly Engine[] = ['sqlite', 'postgres']
const MINUTES_DEFAULT = 10
/** A file that hangs has failed: none of them takes nearly as long. */
const TIMEOUT_MS = 3_600_000

/** A step, and which of its cases; all: null. */
interface Turn extends Step {
  readonly only: Soaking['only']
}

/** What is played, and how the run goes on when it is interrupted. */
interface Plan {
  readonly turns: readonly Turn[]
  readonly command: string
  readonly only: Soaking['only']
}

/** What is asked for. @throws {NotThere} when there is no such. */
function planFor(words: string[]): Plan | null {
  const options = readOptions(words)
  if (options === null) {
    console.log(USAGE)
    return null
  }
  const { play, parts: asked, minutes: length, from } = options
  const seed = wholeOf(options, 'seed', /^-?\d+$/) ?? Math.floor(Math.random() * 1e9)
  const engines = options.engine === undefined ? ENGINES : [oneOf('engine', options.engine, ENGINES)]
  if (play !== undefined) {
    for (const name of ['parts', 'minutes', 'from'] as const) {
      if (options[name] !== undefined) throw new NotThere(`--${name} says nothing beside --play.`)
    }
    return planOfFile(play, { seed, engines, only: caseOf(options) })
  }
  if (options.case !== undefined) throw new NotThere('--case is one of the file that --play names.')
  const names = Object.keys(PARTS) as PartName[]
  const parts = asked === undefined ? names : asked.split(',').map(name => oneOf('part', name, names))
  const minutes = length === undefined ? MINUTES_DEFAULT : Number(length)
  if (!(minutes > 0)) throw new NotThere(`--minutes is a number above 0, and not ${length}.`)
  const steps = stepsFor({ seed, minutes, engines, parts })
  const first = wholeOf(options, 'from', /^[1-9]\d*$/) ?? 1
  if (first > steps.length) throw new NotThere(`There is no step ${from}; there are ${steps.length}.`)
  const said = Object.entries(options).filter(([name]) => name === 'engine' || name === 'parts')
  const more = said.map(([name, value]) => ` --${name} ${value}`).join('')
  const command = `npm run soak -- --seed ${seed} --minutes ${minutes}${more}`
  tellShares(command, steps, parts)
  return { turns: steps.slice(first - 1).map(step => ({ ...step, only: null })), command, only: null }
}

/** Says how often the parts are played, and which are too long. */
function tellShares(command: string, steps: readonly Step[], parts: readonly PartName[]): void {
  const counted = parts.map(part => {
    const of = (engine: Engine) =>
      steps.filter(step => step.part === part && step.engine === engine).length
    return { part, told: `${part} ${of('sqlite')} + ${of('postgres')}`, isPlayed: of('sqlite') + of('postgres') > 0 }
  })
  const played = counted.filter(({ isPlayed }) => isPlayed).map(({ told }) => told)
  const short = counted.filter(({ isPlayed }) => !isPlayed).map(({ part }) => part)
  tell(command, `${steps.length} steps, on SQLite + on PostgreSQL: ${played.join(', ') || 'none'}.`)
  if (short.length > 0) tell(`Too short for ${short.join(', ')}.`)
}

function planOfFile(
  file: string,
  { seed, engines, only }: { seed: number; engines: readonly Engine[]; only: Soaking['only'] }
): Plan {
  const rows = Object.entries(PARTS).flatMap(([part, all]) =>
    all.map(row => ({ ...row, part: part as PartName }))
  )
  const found = rows.find(row => row.file === file)
  if (found === undefined && !(file.endsWith('.test.ts') && existsSync(resolve(file)))) {
    const near = nearest(file, rows.map(row => row.file))
    const there = near.length > 0 ? `the nearest are ${near.join(' and ')}` : 'it plays a file of test/'
    throw new NotThere(`There is no file ${file}; ${there}.`)
  }
  const turns = engines.map(
    (engine, index): Turn => ({
      nr: index + 1,
      part: found?.part ?? 'properties',
      ...{ file, engine, seed, only },
      seconds: found?.seconds[engine] ?? 0
    })
  )
  return { turns, command: `npm run soak -- --play ${file} --seed ${seed}`, only }
}

/** `4`: of each test that draws; `2.4`: of the second one. */
function caseOf({ case: said }: Options): Soaking['only'] {
  if (said === undefined) return null
  const [, test, nr] = /^(?:([1-9]\d*)\.)?([1-9]\d*)$/.exec(said) ?? []
  if (nr === undefined) {
    throw new NotThere(`--case is a number such as 4, or 2.4 in the second test, and not ${said}.`)
  }
  return { test: test === undefined ? null : Number(test), nr: Number(nr) }
}

/** The options; null: how they are used is asked for. */
function readOptions(args: string[]): Options | null {
  const { values, tokens } = parseArgs({ args, options: OPTIONS, strict: false, tokens: true })
  for (const token of tokens) {
    const word = args[token.index]
    if (token.kind === 'positional') throw new NotThere(`${word} is no option; there are ${told()}.`)
    if (token.kind !== 'option') continue
    if (!(token.name in OPTIONS)) throw new NotThere(`There is no option ${word}; there are ${told()}.`)
    const takesNone = token.name === 'help'
    if (takesNone !== (token.value === undefined)) {
      throw new NotThere(`--${token.name} ${takesNone ? 'takes no value' : 'needs a value'}.`)
    }
  }
  return values.help === true ? null : (values as Options)
}

const told = () => listed(Object.keys(OPTIONS).map(name => `--${name}`))

function listed(names: readonly string[]): string {
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

function oneOf<Name extends string>(what: string, said: string, names: readonly Name[]): Name {
  const found = names.find(name => name === said)
  if (found === undefined) throw new NotThere(`There is no ${what} ${said}; there are ${listed(names)}.`)
  return found
}

function wholeOf(options: Options, name: 'seed' | 'from', shape: RegExp): number | null {
  const said = options[name]
  if (said === undefined) return null
  if (!shape.test(said) || !Number.isSafeInteger(Number(said))) {
    throw new NotThere(`--${name} is a whole number, and not ${said}.`)
  }
  return Number(said)
}

/** What became of a part. */
interface Became {
  steps: number
  cases: number
  finds: number
  seconds: number
  ms: number
}

/** Plays the steps, two at a time, and returns the exit code. */
async function soak({ turns, command, only }: Plan, { signal, server }: Run): Promise<number> {
  const from = performance.now()
  const left = hasServer() ? [...turns] : turns.filter(({ engine }) => engine === 'sqlite')
  if (left.length < turns.length) {
    tell(`${turns.length - left.length} steps on PostgreSQL are skipped. ${server.told}`)
  }
  const begun = new Set<number>()
  const parts = new Map<PartName, Became>()
  const totals: Totals[] = []
  let finds = 0
  const progress = tellingProgress(left.length, () => `steps, ${finds} found`)
  const play = async (lane: Lane, turn: Turn): Promise<boolean> => {
    begun.add(turn.nr)
    const { only } = turn
    const { memoryBytes, result } = await lane.play(turn.file, { seed: turn.seed, only })
    if (signal.aborted) return false
    begun.delete(turn.nr)
    const became = parts.get(turn.part) ?? { steps: 0, cases: 0, finds: 0, seconds: 0, ms: 0 }
    parts.set(turn.part, became)
    became.steps++
    became.cases += result.cases
    became.seconds += turn.seconds
    became.ms += result.ms
    if (result.failed > 0) became.finds++
    progress.ended()
    return memoryBytes !== null
  }
  const keepPlaying = async () => {
    for (let turn = left.shift(); turn !== undefined && !signal.aborted; ) {
      const { engine } = turn
      const lane = new Lane(
        { files: [], environment: { TEST_ENGINE: engine }, suffix: ` on ${engine}` },
        { timeoutMs: TIMEOUT_MS, signal, verbose: false, onEnded: () => undefined, onFailed: (title, lines) => { finds++; tellFind(title, lines) } }
      )
      do {
        const isWell = await play(lane, turn)
        turn = left.shift()
        if (!isWell) break
      } while (turn !== undefined && turn.engine === engine && !signal.aborted)
      totals.push(await lane.end())
    }
  }
  await Promise.all(Array.from({ length: LANES }, keepPlaying)).finally(progress.close)
  void only
  void command
  void from
  void duration
  return 0
}

function tellFind(title: string, lines: readonly string[]): void {
  tell(title, ...lines)
}

const exitCode = await runOf(() => planFor(process.argv.slice(2)), soak)
process.exitCode = exitCode
