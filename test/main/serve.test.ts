import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'
import { askAda, givenServed, giving } from './support/served.ts'

const NOTHING_KEPT = ['--ephemeral', '--port', '0']

/** So that a signal is a bug of ours, of which the process dies. */
const NODE_OPTIONS = "--import=data:text/javascript,process.on('SIGUSR2',()=>{throw(1)})"

async function givenOne(t: Test) {
  const TMPDIR = temporaryFolder(t)
  const file = join(temporaryFolder(t), 'ready.json')
  const words = [...NOTHING_KEPT, '--ready-file', file]
  return { TMPDIR, file, ...(await givenServed(t, words, { TMPDIR, NODE_OPTIONS })) }
}

t.test('two side by side have nothing in common, and leave nothing behind', async t => {
  const [one, other] = await Promise.all([givenOne(t), givenOne(t)])
  t.not(one.place.url, other.place.url)
  const { appId, appToken } = one.place.demo
  const headers = { 'X-App-Id': `${appId}`, 'X-App-Token': `${appToken}` }
  const made = await fetch(`${one.place.url}/v1/customers`, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: '{"source_id":"lena"}'
  })
  t.equal(made.status, 200)
  const statuses = [one, other].map(async ({ place }) => {
    return (await fetch(`${place.url}/v1/customers/lena`, { headers })).status
  })
  t.strictSame(await Promise.all(statuses), [200, 404])
  for (const [{ TMPDIR, file, place, end }, signal, code] of [
    [one, 'SIGTERM', 0],
    [other, 'SIGUSR2', 1]
  ] as const) {
    const text = readFileSync(file, 'utf8')
    t.strictSame(JSON.parse(text), place)
    const answer = await askAda(place)
    t.equal(answer.status, 200)
    t.match(await answer.json(), {
      assets: { cockpit_url: new RegExp(`^${place.url}/customers/`) }
    })
    const { out, err, ...ended } = await end(signal)
    t.strictSame(ended, { code, signal: null })
    t.equal(out, text, 'standard output is the one line')
    const log = err.trim().split('\n')
    t.match(JSON.parse(String(log[0])), { msg: `Server listening at ${place.url}` })
    t.strictSame([readdirSync(TMPDIR), existsSync(file)], [[], false], signal)
  }
})

t.test("a killed service's ready file goes with the next start, and is never half", async t => {
  const file = join(temporaryFolder(t), 'ready.json')
  const TMPDIR = temporaryFolder(t)
  const variables = { EPHEMERAL: 'true', PORT: '0', READY_FILE: file }
  const killed = await givenServed(t, [], { ...variables, TMPDIR })
  t.equal((await killed.end('SIGKILL')).signal, 'SIGKILL')
  t.strictSame([readdirSync(TMPDIR), existsSync(file)], [[], true])
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
})

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
