/**
 * Plays random histories of a small shop beside its model for as long as is wished, on each engine
 * that serves and with the program killed in between, and prints each that no order of its deeds
 * explains.
 *
 * `npm run model -- --minutes 10` begins anywhere, and prints the seed of each history that goes
 * wrong; `--seed 7 --minutes 1` begins there. It fails when one did.
 */
import { parseArgs } from 'node:util'
import { mistakeIn } from '../test/histories/support/histories.ts'
import { decidingEarly } from '../test/histories/support/planting.ts'
import { inProcess, inServices, mortal, own } from '../test/histories/support/worlds.ts'
import { seededBy } from '../test/support/seeded.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' }
  }
})

const first = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const minutes = Number(values.minutes)
if (!Number.isInteger(first) || !(minutes > 0)) {
  throw new Error('--minutes is a number and --seed a whole one, such as --minutes 10 --seed 7.')
}

const ROUNDS = 30
const places = [
  inProcess('SQLite in memory', own),
  inServices('SQLite in a file', 1),
  inProcess('a store that decides early', own, decidingEarly)
]
/** One history in so many is one with deaths, which take long. */
const DEATHS = 20

const ends = performance.now() + minutes * 60_000
let histories = 0
let wrong = 0
console.log(`--seed ${first}`)
for (let seed = first; performance.now() < ends; seed++) {
  const dies = seed % DEATHS === 0
  for (const place of dies ? [mortal] : places) {
    const mistake = await mistakeIn(place, seededBy(seed), ROUNDS)
    histories++
    if (mistake === null) continue
    wrong++
    console.log(`\nseed ${seed} ${mistake}`)
  }
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000))
  const line = `${histories} histories, ${wrong} wrong, ${left} s left`
  if (process.stderr.isTTY) process.stderr.write(`\r${line.padEnd(60)}`)
}
console.log(`\n${histories} histories, ${wrong} that no order explains.`)
process.exitCode = wrong > 0 ? 1 : 0
