/**
 * What the runner leaves of the code that Node keeps: what was used last, as much as may stay.
 */
import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { pruneKeptCode } from '../../scripts/suite/kept-code.ts'
import { temporaryFolder } from '../storage/support/engines.ts'

const BYTES = 100

/** In the order in which they were last used: name, second of the last reading, of the writing. */
const ENTRIES = [
  ['v1/written-last', 1, 4],
  ['v2/read-last', 3, 1],
  ['v1/read-before', 2, 2],
  ['v2/unused', 1, 1]
] as const

//  bytes that may stay, how many entries stay
const ROWS = [
  [4 * BYTES, 4],
  [4 * BYTES - 1, 3],
  [2 * BYTES, 2],
  [0, 0]
] as const

for (const [bytesMax, count] of ROWS) {
  t.test(`of four entries of ${BYTES} bytes ${count} stay in ${bytesMax} bytes`, async t => {
    const folder = temporaryFolder(t)
    for (const [name, read, written] of ENTRIES) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), 'x'.repeat(BYTES))
      utimesSync(join(folder, name), read, written)
    }
    pruneKeptCode(folder, bytesMax)
    const left = ['v1', 'v2'].flatMap(each =>
      readdirSync(join(folder, each)).map(name => `${each}/${name}`)
    )
    const stay = ENTRIES.slice(0, count).map(([name]) => name)
    t.strictSame(left.sort(), stay.sort())
  })
}

t.test('where nothing was kept, nothing is removed', async t => {
  pruneKeptCode(join(temporaryFolder(t), 'absent'))
})
