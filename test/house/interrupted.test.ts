import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'
import { root } from '../support/root.ts'

/** Starts a program of its own, makes a folder, says so, and never ends. */
const ENDLESS = `
import { spawn } from 'node:child_process'
import { mkdtempSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
const told = join(import.meta.dirname, 'started')
const { pid } = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' })
const made = mkdtempSync(join(tmpdir(), 'left-'))
writeFileSync(told + '.part', JSON.stringify({ pids: [pid, process.pid], made }))
renameSync(told + '.part', told)
await new Promise(resolve => setTimeout(resolve, 600_000))
`

/** Of these, those that live; one that nobody has asked for its end is listed, and dead. */
function alive(pids: readonly number[]): readonly string[] {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pids.join()], { encoding: 'utf8' })
  return stdout.split('\n').filter(state => state !== '' && !state.startsWith('Z'))
}

//  signal, exit code
const ROWS = [
  ['SIGINT', 130],
  ['SIGTERM', 143]
] as const

for (const [signal, code] of ROWS) {
  t.test(`${signal} ends a run and all that it has started`, async t => {
    const folder = temporaryFolder(t)
    const temporary = temporaryFolder(t)
    writeFileSync(join(folder, 'endless.test.ts'), ENDLESS)
    const args = [join(root, 'scripts/test.ts'), join(folder, 'endless.test.ts')]
    const env = { ...process.env, TMPDIR: temporary }
    const run = spawn(process.execPath, args, { env, stdio: 'ignore' })
    t.teardown(() => run.kill('SIGKILL'))
    const started = join(folder, 'started')
    while (!readdirSync(folder).includes('started')) await pause(20)
    const { pids, made } = JSON.parse(readFileSync(started, 'utf8'))
    t.ok(made.startsWith(temporary))
    t.equal(alive(pids).length, 2)
    run.kill(signal)
    t.strictSame(await once(run, 'exit'), [code, null])
    t.strictSame(alive(pids), [])
    t.strictSame(readdirSync(temporary), [])
  })
}

/** Prints what the runner passes on, until it is ended. */
const TALKING = `
import { writeSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
for (;;) {
  writeSync(1, 'still there\\n')
  await pause(20)
}
`

t.test('a run whose reader has gone ends as well, and leaves nothing behind', async t => {
  const folder = temporaryFolder(t)
  const temporary = temporaryFolder(t)
  writeFileSync(join(folder, 'talking.test.ts'), TALKING)
  const args = [join(root, 'scripts/test.ts'), join(folder, 'talking.test.ts')]
  const env = { ...process.env, TMPDIR: temporary }
  const run = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'ignore'] })
  t.teardown(() => run.kill('SIGKILL'))
  await once(run.stdout, 'data')
  run.stdout.destroy()
  t.strictSame(await once(run, 'exit'), [141, null])
  t.strictSame(readdirSync(temporary), [])
})
