import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { unplayedIn } from '../../scripts/suite/postgres.ts'
import { temporaryFolder } from '../storage/support/engines.ts'

const REST = ' is played by no test on PostgreSQL; list one that does (scripts/suite/postgres.ts)'

t.test('what no test plays on PostgreSQL is named', async t => {
  const record = join(temporaryFolder(t), 'played')
  const all = (await unplayedIn(record)).map(sentence => sentence.replace(REST, ''))
  t.ok(all.includes('redemption.recorded'), 'kinds of change')
  t.ok(all.includes('rewards.ts: rewards.byId'), 'statements')
  const [left, byHand, ...others] = all
  const lines = [
    ...others.map(each => `test/operations/rewards.test.ts\ta reward\t${each}\t1`),
    `test/storage/engine/units.test.ts\ta unit\t${byHand}\t1`
  ]
  writeFileSync(record, `${lines.join('\n')}\n`)
  t.strictSame(await unplayedIn(record), [`${left}${REST}`, `${byHand}${REST}`])
})
