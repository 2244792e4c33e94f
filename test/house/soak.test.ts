import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { NAMES, planFor } from '../../scripts/soak/asked.ts'
import { PARTS } from '../../scripts/soak/parts.ts'
import { LANES } from '../../scripts/soak/plan.ts'
import { allFiles, filesFor, NotThere } from '../../scripts/suite/asked.ts'
import { root } from '../support/root.ts'

const planned = (words: string) => {
  const plan = planFor(words.split(' '))
  if (plan === null) throw new Error('That asks how it is used.')
  return plan
}
const rows = NAMES.flatMap(part => PARTS[part])
const shortest = Math.min(
  ...rows.flatMap(({ seconds }) => [seconds.sqlite ?? 1e9, seconds.postgres ?? 1e9])
)

t.test('what is played follows from the seed and the minutes', async t => {
  const { steps, command } = planned('--minutes 5 --seed 1')
  t.strictSame(planned('--seed 1 --minutes 5').steps, steps)
  t.strictSame(planned(command.split(' -- ')[1] as string).steps, steps)
  const other = planned('--minutes 5 --seed 2').steps
  const unseeded = (all: typeof steps) => all.map(({ seed: _, ...step }) => step)
  t.strictSame(unseeded(other), unseeded(steps))
  t.strictSame(
    other.map(({ seed }) => seed - 1),
    steps.map(({ seed }) => seed)
  )
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0)
  const most = 5 * 60 * LANES
  t.ok(seconds <= most && seconds > most - shortest, `${seconds} s`)
})

t.test('five minutes have all parts on SQLite, and those that store on PostgreSQL', async t => {
  const { steps } = planned('--minutes 5 --seed 1')
  const partsOn = (engine: string) =>
    NAMES.filter(part => steps.some(step => step.part === part && step.engine === engine))
  t.strictSame(partsOn('sqlite'), NAMES)
  t.strictSame(partsOn('postgres'), ['lives', 'histories', 'kills', 'races', 'rows', 'processes'])
})

t.test('a longer run plays all files, and again with the next seeds', async t => {
  const { steps } = planned('--minutes 300 --seed 7')
  const listed = rows.flatMap(({ file, seconds }) =>
    (['sqlite', 'postgres'] as const).flatMap(engine =>
      seconds[engine] === null ? [] : [`${file} ${engine}`]
    )
  )
  const played = Map.groupBy(steps, ({ file, engine }) => `${file} ${engine}`)
  t.strictSame([...played.keys()].sort(), listed.sort())
  for (const [name, times] of played) {
    t.strictSame(
      times.map(({ seed }) => seed),
      times.map((_, index) => 7 + index),
      name
    )
  }
})

t.test('some parts, one engine and the rest of a run are played as they are asked for', async t => {
  const all = planned('--minutes 5 --seed 1 --parts lives,kills --engine sqlite')
  t.strictSame([...new Set(all.steps.map(({ part }) => part))], ['lives', 'kills'])
  t.strictSame([...new Set(all.steps.map(({ engine }) => engine))], ['sqlite'])
  const { steps } = planned(`${all.command.split(' -- ')[1]} --from 3`)
  t.strictSame(steps, all.steps.slice(2))
})

t.test('what a short run has no time for is said', async t => {
  const { told } = planned('--minutes 0.2 --seed 1')
  t.match(told.at(-1), /^It is too short for /)
})

t.test('every file that draws is in a part, and so is what the gate does not play', async t => {
  const drawing = allFiles().filter(file =>
    /\b(casesOf|rowsOf)\(t\b/.test(readFileSync(join(root, file), 'utf8'))
  )
  const listed = rows.map(({ file }) => file)
  t.ok(drawing.length > 40)
  const found = [...drawing, ...filesFor(['test/soak'])].filter(file => !listed.includes(file))
  t.strictSame(found, [])
  const there = [...allFiles(), ...filesFor(['test/soak'])]
  const told = listed.filter(file => !there.includes(file))
  t.strictSame(told, [])
  t.equal(new Set(listed).size, listed.length)
})

//  words, what is said of them
const REFUSED = [
  ['--parts lives,lifes', `There is no part lifes; there are ${NAMES.slice(0, -1).join(', ')} and`],
  ['--engine mysql', 'There is no engine mysql; there are sqlite and postgres.'],
  ['--seed x', '--seed is a whole number such as 7, and not x.'],
  ['--seed', '--seed needs a value.'],
  ['--minutes 0', '--minutes is a number above 0, such as 5, and not 0.'],
  ['--minutes 0.001', '--minutes 0.001 is too short for any part. Give a greater number.'],
  ['--from 0', 'There is no step 0. Give a number from 1 to '],
  ['--from 9999', 'There is no step 9999. Give a number from 1 to '],
  ['--help=1', '--help takes no value.'],
  ['--length 5', 'There is no option --length; there are --seed, --minutes,'],
  ['lives', 'There is no option lives; there are --seed, --minutes,'],
  ['--case 4', '--case is one of the file that --play names.'],
  [
    '--play test/lives/walk.test.ts --minutes 5',
    '--minutes cannot be given with --play. Leave one of them out.'
  ],
  ['--play test/lives/walk.test.ts --case x', '--case is a number such as 4, or 2.4 in the second'],
  ['--play test/lives/wlk.test.ts', 'No test file is at test/lives/wlk.test.ts; do you mean'],
  ['--play src/shell.ts', 'No test file is at src/shell.ts; ']
] as const

function complaintOf(words: string): string {
  try {
    return `plays ${planned(words).steps.length}`
  } catch (error) {
    return error instanceof NotThere ? error.message : String(error)
  }
}

for (const [words, said] of REFUSED) {
  t.test(`${words} is refused by a sentence with what there is`, async t => {
    t.equal(complaintOf(words).slice(0, said.length), said)
  })
}
