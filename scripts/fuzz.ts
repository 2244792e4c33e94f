/**
 * Asks every operation of the documents whatever they allow and forbid, as often as is wished, and
 * prints each answer that should not be with the command that brings it about.
 *
 * `npm run fuzz -- --requests 1000000` begins anywhere, and prints the seed with which it began;
 * `--seed 7` begins there. It fails when anything was found. `--seed 7 --path 21:0:3`, which is
 * printed with what was found, asks that one request again, of a new world. With `--sandbox` all of
 * this is about the operations of a sandbox.
 */
import { parseArgs } from 'node:util'
import { askAgain, type Fuzzed, fuzz, neverDone } from '../test/fuzz/support/fuzzing.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    sandbox: { type: 'boolean', default: false },
    seed: { type: 'string' },
    path: { type: 'string' }
  }
})

const seed = Number(values.seed ?? Math.floor(Math.random() * 1e9))
const requests = Number(values.requests)
if (!Number.isInteger(seed) || !Number.isInteger(requests) || requests < 1) {
  throw new Error('--requests and --seed are whole numbers, such as --requests 10000 --seed 7.')
}
if (values.path !== undefined && (values.seed === undefined || !/^\d+(:\d+)*$/.test(values.path))) {
  throw new Error('--path is what was printed beside a --seed, such as --seed 7 --path 21:0:3.')
}

const began = performance.now()
let told = 0

function tell({ requests: done, findings }: Fuzzed): void {
  for (const finding of findings.slice(told)) console.log(`\n${finding}`)
  told = findings.length
  const perSecond = (1000 * done) / (performance.now() - began)
  const left = Math.ceil((requests - done) / perSecond)
  const line = `${done} of ${requests}, ${findings.length} found, ${left} s left`
  if (process.stderr.isTTY) process.stderr.write(`\r${line.padEnd(60)}`)
}

async function fuzzAll(): Promise<boolean> {
  console.log(`--seed ${seed}`)
  const fuzzed = await fuzz({ seed, requests, sandbox: values.sandbox }, tell)
  const never = neverDone(fuzzed, values.sandbox)
  const wrong = [...fuzzed.broken.values()].reduce((sum, each) => sum + each, 0)
  console.log(`\n${fuzzed.requests} requests, ${wrong} of them wrong on purpose.`)
  console.log([...fuzzed.broken].map(([by, times]) => `${by} ${times}`).join(', '))
  console.log(`Operations that were never done: ${never.join(', ') || 'none'}.`)
  console.log(`${fuzzed.findings.length} answers that should not be.`)
  return fuzzed.findings.length === 0
}

async function askOne(path: string): Promise<boolean> {
  const { command, wrong } = await askAgain(seed, path, values.sandbox)
  console.log([command, ...wrong].join('\n'))
  return wrong.length === 0
}

const isRight = await (values.path === undefined ? fuzzAll() : askOne(values.path))
process.exitCode = isRight ? 0 : 1
