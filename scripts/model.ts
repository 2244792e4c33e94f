/**
 * Plays random histories of a small shop beside its model for as long as is wished, on each engine
 * that serves and with programs killed in between, and prints each that no order of its deeds
 * explains. A process for each engine plays them (model/lane.ts), both at the same time.
 *
 * `npm run model -- --minutes 10` begins anywhere, and prints the seed of each history that goes
 * wrong; `--seed 7 --minutes 1` begins there, and `--engine postgres` plays on that one alone. It
 * fails when one went wrong. Without a PostgreSQL server it says so and plays on SQLite.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { hasServer, serverForRun } from '../test/support/postgres-databases.ts'
import type { PlayedSoFar } from './model/lane.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string' },
    engine: { type: 'string' }
  }
})

const ENGINES = ['sqlite', 'postgres']

const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const minutes = Number(values.minutes)
if (!Number.isInteger(seed) || !(minutes > 0)) {
  throw new Error('--minutes is a number and --seed a whole one, such as --minutes 10 --seed 7.')
}
if (values.engine !== undefined && !ENGINES.includes(values.engine)) {
  throw new Error(`--engine is one of ${ENGINES.join(' and ')}; without it, both play.`)
}

const ends = performance.now() + minutes * 60_000
const played = new Map<string, PlayedSoFar>()

function sum(of: keyof PlayedSoFar): number {
  return [...played.values()].reduce((all, each) => all + each[of], 0)
}

function tellProgress(): void {
  const left = Math.max(0, Math.ceil((ends - performance.now()) / 1000))
  const line = `${sum('histories')} histories, ${sum('wrong')} wrong, ${left} s left`
  if (process.stderr.isTTY) process.stderr.write(`\r${line.padEnd(60)}`)
}

/** Plays on one engine; whether the process came to its end. */
async function playOn(engine: string): Promise<boolean> {
  // test/support/stores.ts reads it.
  const env = { ...process.env, TEST_ENGINE: engine }
  const lane = fork(join(import.meta.dirname, 'model/lane.ts'), [`${seed}`, `${minutes}`], { env })
  lane.on('message', so => {
    played.set(engine, so as PlayedSoFar)
    tellProgress()
  })
  const [code] = await once(lane, 'exit')
  return code === 0
}

const server = values.engine === 'sqlite' ? null : await serverForRun()
try {
  const engines = values.engine === undefined ? ENGINES : [values.engine]
  const there = engines.filter(engine => engine !== 'postgres' || hasServer())
  console.log(`--seed ${seed} on ${there.join(' and ')}. ${server?.told ?? ''}`)
  const ended = await Promise.all(there.map(playOn))
  for (const [engine, { histories, deaths, wrong }] of played) {
    console.log(`${engine}: ${histories} histories, ${deaths} with deaths, ${wrong} wrong`)
  }
  console.log(`${sum('histories')} histories, ${sum('wrong')} that no order explains.`)
  const isWhole = ended.every(each => each) && there.length > 0 && sum('histories') > 0
  process.exitCode = sum('wrong') > 0 || !isWhole ? 1 : 0
} finally {
  await server?.close()
}
