/**
 * What the words of `npm run soak` ask for.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Soaking } from '../../test/support/chance.ts'
import { NotThere, nearest } from '../suite/asked.ts'
import { type Engine, PARTS, type PartName } from './parts.ts'
import { type Step, stepsFor } from './plan.ts'

const ENGINES: readonly Engine[] = ['sqlite', 'postgres']
export const NAMES = Object.keys(PARTS) as readonly PartName[]
export const MINUTES_DEFAULT = 10

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

/** What is played. */
export interface Plan {
  readonly steps: readonly Step[]
  /** Of each file this case alone; null: all cases. */
  readonly only: Soaking['only']
  /** What plays the same from the start. */
  readonly command: string
  /** Lines that say what it holds. */
  readonly told: readonly string[]
}

/** What the words ask for; null: how they are used. @throws {NotThere} when there is no such. */
export function planFor(words: string[]): Plan | null {
  const options = readOptions(words)
  if (options === null) return null
  const { play, case: one, engine } = options
  const seed = wholeIn(options, 'seed') ?? Math.floor(Math.random() * 1e9)
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
  if (steps.length === 0)
    throw new NotThere(`--minutes ${length} is too short for any part. Give a greater number.`)
  const first = wholeIn(options, 'from') ?? 1
  if (first < 1 || first > steps.length) {
    throw new NotThere(`There is no step ${first}. Give a number from 1 to ${steps.length}.`)
  }
  const kept = (['engine', 'parts'] as const).flatMap(name =>
    options[name] === undefined ? [] : [` --${name} ${options[name]}`]
  )
  return {
    steps: steps.slice(first - 1),
    only: null,
    command: `npm run soak -- --minutes ${length} --seed ${seed}${kept.join('')}`,
    told: sharesOf(steps, parts)
  }
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
    if (options[name] !== undefined)
      throw new NotThere(`--${name} cannot be given with --play. Leave one of them out.`)
  }
  const rows = NAMES.flatMap(part => PARTS[part].map(row => ({ ...row, part })))
  const row = rows.find(each => each.file === file)
  if (row === undefined && !(file.endsWith('.test.ts') && existsSync(resolve(file)))) {
    const near = nearest(
      file,
      rows.map(each => each.file)
    )
    const there =
      near.length > 0 ? `do you mean ${near.join(' or ')}?` : `there is ${rows[0]?.file}.`
    throw new NotThere(`No test file is at ${file}; ${there}`)
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
  const command = `npm run soak -- --play ${file} --seed ${seed}`
  return { steps, only: caseIn(options), command, told: [] }
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
