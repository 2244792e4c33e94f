/**
 * Searches at random for what is wrong, as long as is wished for: lives, histories, requests,
 * deaths, races, many rows, many processes and properties, on both engines. What it plays follows
 * from the seed and the minutes alone (soak/plan.ts). What a word plays: `USAGE`.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Soaking } from '../test/support/chance.ts'
import { type Engine, PARTS, type PartName } from './soak/parts.ts'
import { type Step, stepsFor } from './soak/plan.ts'
import { type Plan, soak } from './soak/playing.ts'
import { NotThere, nearest } from './suite/asked.ts'
import { runPlan } from './suite/ending.ts'
import { tell } from './suite/report.ts'

const ENGINES: readonly Engine[] = ['sqlite', 'postgres']
const NAMES = Object.keys(PARTS) as PartName[]
const MINUTES_DEFAULT = 10

const USAGE = `npm run soak                           ${MINUTES_DEFAULT} minutes of all parts, from any seed
npm run soak -- --minutes 60 --seed 7  an hour, always the same
npm run soak -- --parts lives,kills    some of the parts
npm run soak -- --engine postgres      on one engine, ${ENGINES.join(' or ')}
npm run soak -- --minutes 60 --seed 7 --from 31
                                       what is left of a run that was interrupted
npm run soak -- --play test/lives/walk.test.ts --seed 7 --case 1.4
                                       one file with one seed, or a case of it

The parts are ${NAMES.join(', ')}.
A minute is one of a machine with two quiet cores; what is played does not depend on the machine.
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

type Options = Readonly<Partial<Record<Exclude<keyof typeof OPTIONS, 'help'>, string>>>

/** What the words ask for; null when it was the usage. @throws {NotThere} when there is no such. */
function planFor(words: string[]): Plan | null {
  const options = readOptions(words)
  if (options === null) {
    console.log(USAGE)
    return null
  }
  const { play, case: one } = options
  const seed = wholeIn(options, 'seed') ?? Math.floor(Math.random() * 1e9)
  const { engine } = options
  const engines = engine === undefined ? ENGINES : [oneOf(ENGINES, 'engine', engine)]
  if (play !== undefined) return planOfFile(play, { options, seed, engines })
  if (one !== undefined) throw new NotThere('--case is one of the file that --play names.')
  return planOfParts({ options, seed, engines })
}

interface Asked {
  readonly options: Options
  readonly seed: number
  readonly engines: readonly Engine[]
}

function planOfParts({ options, seed, engines }: Asked): Plan {
  const { minutes: length = String(MINUTES_DEFAULT), parts: said } = options
  const parts = said === undefined ? NAMES : said.split(',').map(name => oneOf(NAMES, 'part', name))
  const minutes = Number(length)
  if (!(minutes > 0 && Number.isFinite(minutes))) {
    throw new NotThere(`--minutes is a number above 0, such as 5, and not ${length}.`)
  }
  const steps = stepsFor({ seed, minutes, engines, parts })
  const first = wholeIn(options, 'from') ?? 1
  if (first < 1 || first > steps.length) {
    throw new NotThere(`There is no step ${first}; there are ${steps.length}.`)
  }
  const kept = (['engine', 'parts'] as const).flatMap(name =>
    options[name] === undefined ? [] : [` --${name} ${options[name]}`]
  )
  const command = `npm run soak -- --minutes ${length} --seed ${seed}${kept.join('')}`
  tell(command, ...sharesOf(steps, parts))
  return { steps: steps.slice(first - 1), only: null, command }
}

/** How often the parts are played, and which of them take longer than there is. */
function sharesOf(steps: readonly Step[], parts: readonly PartName[]): readonly string[] {
  const counted = parts.map(part => {
    const [one, other] = ENGINES.map(
      engine => steps.filter(step => step.part === part && step.engine === engine).length
    ) as [number, number]
    return { part, told: `${part} ${one} + ${other}`, count: one + other }
  })
  const played = counted.filter(({ count }) => count > 0).map(({ told }) => told)
  const left = counted.filter(({ count }) => count === 0).map(({ part }) => part)
  return [
    `${steps.length} steps, on SQLite + on PostgreSQL: ${played.join(', ')}.`,
    ...(left.length > 0 ? [`It is too short for ${listed(left)}.`] : [])
  ]
}

function planOfFile(file: string, { options, seed, engines }: Asked): Plan {
  for (const name of ['parts', 'minutes', 'from'] as const) {
    if (options[name] !== undefined) throw new NotThere(`--${name} says nothing beside --play.`)
  }
  const rows = NAMES.flatMap(part => PARTS[part].map(row => ({ ...row, part })))
  const row = rows.find(each => each.file === file)
  if (row === undefined && !(file.endsWith('.test.ts') && existsSync(resolve(file)))) {
    const near = nearest(
      file,
      rows.map(each => each.file)
    )
    const there = near.length > 0 ? `the nearest are ${listed(near)}` : `there is ${rows[0]?.file}`
    throw new NotThere(`No test file is at ${file}; ${there}.`)
  }
  const steps = engines.map(
    (engine, index): Step => ({
      nr: index + 1,
      part: row?.part ?? 'properties',
      file,
      engine,
      seed,
      seconds: row?.seconds[engine] ?? 0
    })
  )
  return { steps, only: caseIn(options), command: `npm run soak -- --play ${file} --seed ${seed}` }
}

/** `4`: of each test that draws; `2.4`: of the second one that does. */
function caseIn({ case: said }: Options): Soaking['only'] {
  if (said === undefined) return null
  const [, test, nr] = /^(?:([1-9]\d*)\.)?([1-9]\d*)$/.exec(said) ?? []
  if (nr === undefined) {
    throw new NotThere(`--case is a number such as 4, or 2.4 in the second test, and not ${said}.`)
  }
  return { test: test === undefined ? null : Number(test), nr: Number(nr) }
}

/** The options; null: how they are used is asked for. */
function readOptions(args: string[]): Options | null {
  const there = `there are ${listed(Object.keys(OPTIONS).map(name => `--${name}`))}`
  const { values, tokens } = parseArgs({ args, options: OPTIONS, strict: false, tokens: true })
  for (const token of tokens) {
    const word = args[token.index]
    if (token.kind !== 'option' || !(token.name in OPTIONS)) {
      throw new NotThere(`There is no option ${word}; ${there}.`)
    }
    const takesNone = token.name === 'help'
    if (takesNone === (token.value === undefined)) continue
    throw new NotThere(`${token.rawName} ${takesNone ? 'takes no' : 'needs a'} value.`)
  }
  return values.help === true ? null : (values as Options)
}

function oneOf<Name extends string>(names: readonly Name[], what: string, said: string): Name {
  const found = names.find(name => name === said)
  if (found !== undefined) return found
  throw new NotThere(`There is no ${what} ${said}; there are ${listed(names)}.`)
}

function wholeIn(options: Options, name: 'seed' | 'from'): number | null {
  const said = options[name]
  if (said === undefined) return null
  const number = Number(said)
  if (/^-?\d+$/.test(said) && Number.isSafeInteger(number)) return number
  throw new NotThere(`--${name} is a whole number such as 7, and not ${said}.`)
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

await runPlan(() => planFor(process.argv.slice(2)), soak)
