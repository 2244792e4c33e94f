import t from 'tap'
import { amended, updatedAfter } from '../../src/decisions/amendments.ts'
import { table } from '../support/table.ts'

const NOON = '2026-03-01T12:00:00.000Z'

//  title                          before                        after
const rows: [title: string, before: string | null, after: string][] = [
  ['nothing was written before', null, NOON],
  ['something was, earlier', '2026-03-01T11:59:59.999Z', NOON],
  ['something was, at once', NOON, '2026-03-01T12:00:00.001Z'],
  ['something was, by a clock ahead', '2026-03-01T12:59:59.999Z', '2026-03-01T13:00:00.000Z']
]

t.test('updatedAfter: no two states of a thing bear one instant', async t => {
  table(t, rows, (t, _, before, after) => {
    t.equal(updatedAfter(before, NOON), after)
  })
})

t.test('amended: null is something, nothing is not', t => {
  t.strictSame(
    [amended<string | null>(undefined, 'a'), amended<string | null>(null, 'a'), amended('b', 'a')],
    ['a', null, 'b']
  )
  t.end()
})
