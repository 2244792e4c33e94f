/**
 * The command `serve` of a pipeline: a service that keeps nothing, says in a line where it is, and
 * leaves nothing behind, however it ends.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'
import { askAda, givenServed, giving } from './support/served.ts'

const NOTHING_KEPT = ['--ephemeral', '--port', '0']

/** So that a signal is a bug of ours, of which the process dies. */
const NODE_OPTIONS = "--import=data:text/javascript,process.on('SIGUSR2',()=>{throw(1)})"

for (const [signal, ending] of [
  ['SIGTERM', { code: 0, signal: null }],
  ['SIGINT', { code: 0, signal: null }],
  ['SIGUSR2', { code: 1, signal: null }],
  ['SIGKILL', { code: null, signal: 'SIGKILL' }]
] as const) {
  t.test(`after ${signal} nothing is left but what a killed one could not remove`, async t => {
    const TMPDIR = temporaryFolder(t)
    const file = join(temporaryFolder(t), 'ready.json')
    const words = [...NOTHING_KEPT, '--ready-file', file]
    const { place, end } = await givenServed(t, words, { TMPDIR, NODE_OPTIONS })
    const text = readFileSync(file, 'utf8')
    t.strictSame(JSON.parse(text), place)
    const answer = await askAda(place)
    t.equal(answer.status, 200)
    t.match(await answer.json(), {
      assets: { cockpit_url: new RegExp(`^${place.url}/customers/`) }
    })
    const { out, err, ...ended } = await end(signal)
    t.strictSame(ended, ending)
    t.equal(out, text, 'standard output is the one line')
    const log = err.trim().split('\n')
    t.match(JSON.parse(String(log[0])), { msg: `Server listening at ${place.url}` })
    t.strictSame(readdirSync(TMPDIR), [])
    t.equal(existsSync(file), signal === 'SIGKILL')
  })
}

t.test(
  'the ready file of a killed service goes with the next start, and is never half',
  async t => {
    const file = join(temporaryFolder(t), 'ready.json')
    const variables = { EPHEMERAL: 'true', PORT: '0', READY_FILE: file }
    const killed = await givenServed(t, [], variables)
    await killed.end('SIGKILL')
    writeFileSync(`${file}.partial`, '{"url":')
    const { child, ended } = giving(t, [], variables)
    const seen = new Set<number>()
    while (child.exitCode === null && !seen.has(child.pid ?? 0)) {
      const text = textOf(file)
      if (text !== null) seen.add(JSON.parse(text).pid)
      await pause(1)
    }
    t.ok(seen.has(child.pid ?? 0))
    const again = JSON.parse(readFileSync(file, 'utf8'))
    t.equal((await askAda(again)).status, 200, 'requests are answered when it is there')
    child.kill('SIGTERM')
    t.equal((await ended).code, 0)
    t.strictSame(readdirSync(join(file, '..')), [])
  }
)

/** Null where no file is. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

t.test('four side by side have nothing in common', async t => {
  const four = await Promise.all([1, 2, 3, 4].map(() => givenServed(t, NOTHING_KEPT)))
  t.equal(new Set(four.map(({ place }) => place.url)).size, 4)
  const [first, ...others] = four.map(({ place }) => place)
  const { appId, appToken } = first?.demo ?? {}
  const headers = { 'X-App-Id': `${appId}`, 'X-App-Token': `${appToken}` }
  const made = await fetch(`${first?.url}/v1/customers`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{"source_id":"lena"}'
  })
  t.equal(made.status, 200)
  const asked = [first, ...others].map(place =>
    fetch(`${place?.url}/v1/customers/lena`, { headers })
  )
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  t.strictSame(statuses, [200, 404, 404, 404])
  t.equal((await four[0]?.end('SIGKILL'))?.signal, 'SIGKILL')
  for (const place of others) t.equal((await askAda(place)).status, 200)
  const codes = await Promise.all(four.slice(1).map(async ({ end }) => (await end('SIGTERM')).code))
  t.strictSame(codes, [0, 0, 0])
})

const lost = 'EPHEMERAL=true keeps nothing, and'
const unset = 'Unset EPHEMERAL, or leave out --ephemeral'

// biome-ignore format: a table
const refused = [
  [{ NODE_ENV: 'production' }, `${lost} is refused in production. ${unset}.`],
  [{ DATABASE_URL: 'sqlite:x' }, `${lost} DATABASE_URL is set. ${unset}; or unset DATABASE_URL.`]
] as const

t.test('what is to stay is not put where it is lost', async t => {
  for (const [variables, sentence] of refused) {
    const { code, err } = await giving(t, NOTHING_KEPT, variables).ended
    t.strictSame([code, err], [1, `${sentence}\n`])
  }
})
