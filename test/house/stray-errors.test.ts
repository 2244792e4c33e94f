import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t from 'tap'
import { temporaryFolder } from '../storage/support/engines.ts'
import { root } from '../support/root.ts'

// How an error gets away, as a line of a test.
const strays = [
  "setTimeout(() => { throw new Error('stray') }, 1)",
  "void Promise.reject(new Error('stray'))",
  "setTimeout(() => Promise.reject(new Error('stray')), 1)"
]

const testsWith = (line: string) => `
import t from 'tap'
const pause = ms => new Promise(resolve => setTimeout(resolve, ms))
t.test('one before', async t => {
  await pause(1)
  t.ok(true)
})
t.test('one that strays', async t => {
  await pause(1)
  ${line}
  await pause(50)
  t.ok(true)
})
`

for (const line of strays) {
  t.test(`the error of ${line} fails the test it comes from`, async t => {
    const file = join(temporaryFolder(t), 'strays.test.ts')
    writeFileSync(file, testsWith(line))
    const lane = fork(join(root, 'scripts/suite/lane.ts'), [], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc']
    })
    t.teardown(() => lane.kill('SIGKILL'))
    const printed = text(lane.stdout as NodeJS.ReadableStream)
    lane.send({ file, title: 'strays', timeoutMs: 0 })
    for await (const [message] of on(lane, 'message')) {
      if ((message as { file?: string }).file === file) break
    }
    lane.send('end')
    t.strictSame(await once(lane, 'exit'), [1, null])
    const found = await printed
    t.match(found, /^ {8}ok 1 - one before/m)
    t.match(found, /^ {8}# Subtest: one that strays\n {12}not ok 1 - stray$/m)
    t.match(found, /^ {8}not ok 2 - one that strays/m)
  })
}
