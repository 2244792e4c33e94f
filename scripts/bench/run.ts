/**
 * The benchmarks: what the service costs beside the bare web framework, beside plain transactions
 * and beside a mock of the document; its start, its memory, its background work, what a grown
 * database costs, and PostgreSQL. All in one run, in slices that take turns.
 *
 * `npm run bench` takes about twenty minutes and `npm run bench -- --quick` three.
 * `--only=start,bulk` runs some of the sections; `--rounds=3` changes how many slices of each
 * contender and how many starts there are, `--seconds=1` how long a slice takes; `--json=FILE`
 * writes the figures. `--against=COMMIT` measures the CPU of each answer beside that commit of the
 * service, and nothing else. Load and servers share the machine, so ratios say more than absolute figures.
 * A run fails when an answer has another status than expected.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { against } from './against.ts'
import { isKept, type Line, tableOf } from './report.ts'
import { SECTIONS, type SectionName } from './sections.ts'
import { FULL, QUICK, type Settings } from './settings.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'string' },
    against: { type: 'string' }
  }
})

/** @throws {Error} when a section is asked for that does not exist. */
function asked(): readonly SectionName[] {
  const names = Object.keys(SECTIONS) as SectionName[]
  const wanted = values.only?.split(',') ?? names
  const unknown = wanted.find(name => !names.includes(name as SectionName))
  if (unknown !== undefined)
    throw new Error(`There is no section ${unknown}. Name one of ${names.join(', ')}.`)
  return names.filter(name => wanted.includes(name))
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
    for (const name of asked()) {
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
