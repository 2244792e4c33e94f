/**
 * `npm start` as a whole: npm and the service, which takes the place of its shell, end together,
 * whichever of them is told to; a service in the background outlives the terminal.
 *
 * Spec: Decision 125.
 */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { startedByNpm } from '../../src/main/parents.ts'
import { freePort } from '../support/free-port.ts'
import { root } from '../support/root.ts'
import { answering } from '../support/running.ts'
import { seeded } from '../support/seeded.ts'

/** Pids and parents of all processes that are not only waiting to be buried. */
function processes(): { readonly pid: number; readonly parent: number }[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const [, state, parent] = /\) (\S) (\d+)/.exec(stat) ?? []
        return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent) }]
      } catch {
        return []
      }
    })
}

/** The processes from npm down to the service. */
function lineFrom(npm: number): readonly number[] {
  const child = processes().find(({ parent }) => parent === npm)
  return child === undefined ? [npm] : [npm, ...lineFrom(child.pid)]
}

const alive = (pids: readonly number[]) =>
  processes().filter(({ pid }) => pids.includes(pid)).length

/** `npm start` in a group of its own, once it answers. */
async function givenStarted(t: Test, shell = 'exec npm start') {
  const PORT = String(await freePort())
  const url = `http://127.0.0.1:${PORT}`
  const { NODE_ENV: _, ...inherited } = process.env
  const env = { ...inherited, PORT, DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }
  const child = spawn('sh', ['-c', shell], { cwd: root, env, detached: true, stdio: 'ignore' })
  const group = -Number(child.pid)
  t.teardown(() => {
    try {
      process.kill(group, 'SIGKILL')
    } catch {
      // All of them have ended, as they should.
    }
  })
  await answering(url)
  return { url, pid: Number(child.pid), group }
}

//  signal, to npm or to its child
const always = [
  ['SIGKILL', 'npm'],
  ['SIGINT', 'npm'],
  ['SIGTERM', 'its child']
] as const
const others = [
  ['SIGTERM', 'npm'],
  ['SIGINT', 'its child']
] as const

t.jobs = 2

const { cases } = seeded(t)
const rows = [...always, ...others.slice(0, cases(others.length, 0))]

for (const [signal, receiver] of rows) {
  t.test(`${signal} to ${receiver} ends npm and all below it`, async t => {
    const { pid, url } = await givenStarted(t)
    const [npm, child, ...below] = lineFrom(pid)
    t.ok(
      child !== undefined && below.length === 0,
      'the service is what npm has in place of a shell'
    )
    process.kill((receiver === 'npm' ? npm : child) as number, signal)
    const all = [npm, child] as number[]
    for (let times = 0; times < 200 && alive(all) > 0; times++) await pause(50)
    t.equal(alive(all), 0)
    await t.rejects(fetch(url))
  })
}

t.test('a service in the background outlives its shell and its terminal', async t => {
  const { url, pid, group } = await givenStarted(t, 'nohup npm start > /dev/null & wait')
  const line = lineFrom(pid)
  process.kill(pid, 'SIGKILL')
  // What a terminal that closes sends to the group of each job.
  process.kill(group, 'SIGHUP')
  for (let times = 0; times < 100 && alive(line.slice(0, -1)) > 0; times++) await pause(50)
  // Longer than it takes to notice that the parents are gone.
  await pause(1_000)
  t.equal((await fetch(`${url}/health/live`)).status, 200)
})

//  event, script, whether npm started this process
const scripts = [
  ['start', 'exec node --max-semi-space-size=4 src/main/server.ts', true],
  ['start', 'node dist/main/server.js', true],
  ['start', 'nohup my-shop &', false],
  ['npx', "'tessera'", true],
  ['service', 'tessera serve --port 0', true],
  ['service', 'tessera serve --port 0 & jest', false],
  ['service', 'tessera migrate', false],
  ['service', 'tessera proxy http://127.0.0.1:3000', true],
  ['cli', 'node src/main/cli.ts', true],
  ['cli', 'node scripts/test.ts', false],
  ['test', 'node scripts/test.ts', false],
  [undefined, undefined, false]
] as const

t.test('only a service that npm itself starts looks for it', async t => {
  for (const [event, script, watches] of scripts) {
    const environment = { npm_lifecycle_event: event, npm_lifecycle_script: script }
    t.equal(startedByNpm(environment), watches, `${event} ${script}`)
  }
})
