/**
 * The benchmarks: what the service costs beside the bare web framework, beside plain transactions
 * and beside a mock of the document; its start, its memory, its background work, what a grown
 * database costs, and PostgreSQL. All in one run, in slices that take turns. Load and servers share
 * the machine, so ratios say more than absolute figures. A run fails when an answer has another
 * status than expected. What a word measures: `USAGE`.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { against } from './against.ts'
import { isKept, type Line, tableOf } from './report.ts'
import { SECTIONS, type SectionName } from './sections.ts'
import { FULL, QUICK, type Settings } from './settings.ts'

const NAMES = Object.keys(SECTIONS) as SectionName[]
const USAGE = `npm run bench                      everything, in about twenty minutes
npm run bench -- --quick           with fewer and shorter slices, in three
npm run bench -- --only=start,bulk some of the sections: ${NAMES.join(', ')}
npm run bench -- --against=COMMIT  the CPU of each answer beside that commit of the service

--rounds=3   how many slices each contender has, and how many starts there are
--seconds=1  how long a slice takes
--json=FILE  writes the figures
--help       prints this`

const values = asked()
if (values.help) {
  console.log(USAGE)
  process.exit()
}

/** What the words ask for; a word that is not understood ends the program with the usage. */
function asked() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        only: { type: 'string' },
        rounds: { type: 'string' },
        seconds: { type: 'string' },
        json: { type: 'string' },
        against: { type: 'string' },
        help: { type: 'boolean', default: false }
      }
    })
    return { ...values, sections: sectionsOf(values.only) }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

/** @throws {Error} when a section is asked for that does not exist. */
function sectionsOf(only: string | undefined): readonly SectionName[] {
  const wanted = only?.split(',') ?? NAMES
  const unknown = wanted.find(name => !NAMES.includes(name as SectionName))
  if (unknown !== undefined) throw new Error(`There is no section ${unknown}.`)
  return NAMES.filter(name => wanted.includes(name))
}

const folder = await mkdtemp(join(tmpdir(), 'tessera-bench-'))
const given = values.quick ? QUICK : FULL
const settings: Settings = {
  ...given,
  rounds: Number(values.rounds ?? given.rounds),
  starts: Number(values.rounds ?? given.starts),
  seconds: Number(values.seconds ?? given.seconds)
}
const lines: Line[] = []
try {
  if (values.against !== undefined) lines.push(...(await against(values.against, folder, settings)))
  else
    for (const name of values.sections) {
      const place = await mkdtemp(join(folder, `${name}-`))
      console.error(`Measuring ${name} …`)
      lines.push(...(await SECTIONS[name](place, settings)))
      await rm(place, { recursive: true })
    }
} finally {
  await rm(folder, { recursive: true })
}

const machine = `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores`
const at = new Date().toISOString()
const node = process.version
console.log(`${at.slice(0, 10)}, Node ${node}, ${machine}\n`)
console.log(tableOf(lines))
const missed = lines.filter(line => isKept(line) === false)
console.log(`\n${missed.length} of ${lines.filter(line => line.target).length} promises missed.`)
if (values.json !== undefined) {
  await writeFile(values.json, JSON.stringify({ at, node, machine, settings, lines }, null, 2))
}
