/**
 * Help whose reader is gone before it is written, as in `npm start -- --help | head -2`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { execPath } from 'node:process'
import t from 'tap'
import { root } from '../support/root.ts'

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
