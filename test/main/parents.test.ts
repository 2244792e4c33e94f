/**
 * `npm start` as a whole: npm and the service, which takes the place of its shell, end together,
 * whichever of them is told to; a service in the background outlives the terminal. The same of a
 * script of a package, whose shell stands between npm and the service.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t, { type Test } from 'tap'
import {
  aboveShell,
  askedPs,
  isNpmGone,
  lookAt,
  startedByNpm,
  whenOrphaned
} from '../../src/main/listening.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { ready } from '../support/ready.ts'
import { root } from '../support/root.ts'
import { givenTime } from '../support/time.ts'

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

function lineFrom(npm: number): readonly number[] {
  const child = processes().find(({ parent }) => parent === npm)
  return child === undefined ? [npm] : [npm, ...lineFrom(child.pid)]
}

async function allGone(pids: readonly number[]): Promise<void> {
  while (processes().some(({ pid }) => pids.includes(pid))) await pause(20)
}

/** The group of a process, which is gone when the test ends. */
function endedWith(t: Test, { pid }: ChildProcess): number {
  const group = -Number(pid)
  t.teardown(() => {
    try {
      process.kill(group, 'SIGKILL')
    } catch {
      // All of them have ended, as they should.
    }
  })
  return group
}

/** `npm start` in a group of its own, once it answers. */
async function givenStarted(t: Test, shell = 'exec npm start') {
  const { NODE_ENV: _, ...inherited } = process.env
  const READY_FILE = join(temporaryFolder(t), 'ready.json')
  const own = { PORT: '0', READY_FILE, DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }
  const env = { ...inherited, ...own }
  const child = spawn('sh', ['-c', shell], { cwd: root, env, detached: true, stdio: 'ignore' })
  const group = endedWith(t, child)
  const { url } = await ready(child, READY_FILE)
  return { url, pid: Number(child.pid), group }
}

//  signal, to npm or to its child
const rows = [
  ['SIGKILL', 'npm'],
  ['SIGTERM', 'its child']
] as const

t.jobs = 2

for (const [signal, receiver] of rows) {
  t.test(`${signal} to ${receiver} ends npm and all below it`, async t => {
    const { pid, url } = await givenStarted(t)
    const [npm, child, ...below] = lineFrom(pid)
    const found = child !== undefined && below.length === 0
    t.ok(found, 'the service is what npm has in place of a shell')
    process.kill((receiver === 'npm' ? npm : child) as number, signal)
    const all = [npm, child] as number[]
    await allGone(all)
    await t.rejects(fetch(url))
  })
}

t.test('a service in the background outlives its shell and its terminal', async t => {
  const { url, pid, group } = await givenStarted(t, 'nohup npm start > /dev/null & wait')
  const line = lineFrom(pid)
  process.kill(pid, 'SIGKILL')
  // What a terminal that closes sends to the group of each job.
  process.kill(group, 'SIGHUP')
  await allGone(line.slice(0, -1))
  t.equal((await fetch(`${url}/health/live`)).status, 200)
})

const SERVE = 'tessera serve --ephemeral --port 0 --ready-file ready.json'

/** A shop whose script starts a service that keeps nothing, once that is ready below a command. */
async function givenShopStarted(t: Test, command: string) {
  const folder = temporaryFolder(t)
  const bin = join(folder, 'node_modules/.bin')
  mkdirSync(bin, { recursive: true })
  const tessera = `#!/bin/sh\nexec "${process.execPath}" "${root}/src/main/cli.ts" "$@"\n`
  writeFileSync(join(bin, 'tessera'), tessera, { mode: 0o755 })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { start: SERVE } }))
  const { NODE_ENV: _, DATABASE_URL: __, PORT: ___, ...env } = process.env
  const options = { cwd: folder, env, detached: true, stdio: 'ignore' } as const
  const child = spawn('sh', ['-c', command], options)
  const group = endedWith(t, child)
  const readyFile = join(folder, 'ready.json')
  const { url, pid } = await ready(child, readyFile)
  return { url, pid, readyFile, above: Number(child.pid), group }
}

/** As npm does, but it is none. */
const SPAWNING = `require("child_process").spawn("sh", ["-c", "node_modules/.bin/${SERVE}; true"])`

//  what starts it, whether the service ends with that
const shops = [
  [`exec npx ${SERVE}`, true],
  [`exec node -e '${SPAWNING}'`, false]
] as const

for (const [command, ends] of shops) {
  t.test(`${command} is killed: ${ends ? 'the service ends' : 'it lives on'}`, async t => {
    const { url, pid, readyFile, above } = await givenShopStarted(t, command)
    const line = lineFrom(above)
    t.equal(line.length, 3, 'a shell stands between')
    process.kill(above, 'SIGKILL')
    if (ends) {
      await allGone(line)
      t.notOk(existsSync(readyFile), 'it has ended as when it is told to, and its memory with it')
    } else {
      await allGone([above])
      t.equal((await fetch(`${url}/health/live`)).status, 200)
      process.kill(pid, 'SIGTERM')
    }
  })
}

t.test('a shop in the background outlives its shell and its terminal', async t => {
  const { url, above, group } = await givenShopStarted(t, 'nohup npm start > /dev/null & wait')
  process.kill(above, 'SIGKILL')
  process.kill(group, 'SIGHUP')
  await allGone([above])
  t.equal((await fetch(`${url}/health/live`)).status, 200)
})

t.test('npm is missed at the second look, and by nobody whose terminal has closed', async t => {
  const pass = givenTime(t)
  const known = process.listeners('SIGHUP')
  t.teardown(() => {
    const own = process.listeners('SIGHUP').filter(each => !known.includes(each))
    for (const each of own) process.off('SIGHUP', each)
  })
  const ended: string[] = []
  const gone = { parent: -1, aboveShell: null }
  whenOrphaned({ ...gone, parent: process.ppid }, () => ended.push('its npm is there'))
  whenOrphaned(null, () => ended.push('it has none'))
  whenOrphaned(gone, () => ended.push('its npm is gone'))
  await pass(250)
  t.strictSame(ended, [])
  await pass(10_000)
  t.strictSame(ended, ['its npm is gone'])
  whenOrphaned(gone, () => ended.push('its terminal has closed'))
  await pass(250)
  process.emit('SIGHUP', 'SIGHUP')
  await pass(10_000)
  t.strictSame(ended, ['its npm is gone'])
})

t.test('who is above a shell is known with and without the files of Linux', async t => {
  const shell = spawn('sh', ['-c', 'sleep 60; true'], { stdio: 'ignore' })
  const pid = Number(shell.pid)
  t.teardown(() => shell.kill('SIGKILL'))
  while (!lookAt(pid)?.command.startsWith('sh -c ')) await pause(10)
  t.match(askedPs(pid), { parent: process.pid, command: /^sh -c sleep 60; true/ })
  for (const look of [lookAt, askedPs]) {
    t.equal(aboveShell(pid, [() => null, look]), process.pid)
    t.equal(aboveShell(process.pid, [look]), null, 'this process is no shell')
  }
  t.equal(aboveShell(pid, [() => null]), null, 'nobody can be asked')
  const child = spawn('sleep', ['60'])
  const npm = { parent: pid, aboveShell: Number(child.pid) }
  t.notOk(isNpmGone(npm, () => null))
  t.ok(isNpmGone(npm), 'the shell has another parent')
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  t.ok(isNpmGone(npm, () => null))
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
