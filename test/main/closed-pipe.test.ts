import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync } from 'node:fs'
import { execPath } from 'node:process'
import t from 'tap'
import { root } from '../support/root.ts'

/** A device on which nothing has room; not every system has it. */
const FULL = '/dev/full'

for (const program of ['server', 'cli']) {
  t.test(`${program}: ends without a word when nobody reads its help`, async t => {
    const child = spawn(execPath, [`src/main/${program}.ts`, '--help'], { cwd: root })
    child.stdout.destroy()
    let said = ''
    child.stderr.on('data', (text: Buffer) => {
      said += text.toString()
    })
    const [code] = await once(child, 'close')
    t.strictSame([code, said], [0, ''])
  })
}

t.test('cli: a sentence when what it prints has no room', { skip: !existsSync(FULL) }, async t => {
  const child = spawn(execPath, ['src/main/cli.ts', '--help'], {
    cwd: root,
    stdio: ['ignore', openSync(FULL, 'w'), 'pipe']
  })
  let said = ''
  child.stderr?.on('data', (text: Buffer) => {
    said += text.toString()
  })
  const [code] = await once(child, 'close')
  t.equal(code, 1)
  t.match(said, /^The output is incomplete, because it cannot be written: ENOSPC: .*\n$/)
})
