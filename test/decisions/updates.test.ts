import t from 'tap'
import { amend, nextUpdatedAt, renamingRefusal } from '../../src/decisions/updates.ts'
import { table } from '../support/table.ts'

const NOON = '2026-03-01T12:00:00.000Z'

//  title                          before                        after
const rows: [title: string, before: string | null, after: string][] = [
  ['nothing was written before', null, NOON],
  ['something was, earlier', '2026-03-01T11:59:59.999Z', NOON],
  ['something was, at once', NOON, '2026-03-01T12:00:00.001Z'],
  ['something was, by a clock ahead', '2026-03-01T12:59:59.999Z', '2026-03-01T13:00:00.000Z']
]

t.test('nextUpdatedAt: no two states of a thing bear one instant', async t => {
  table(t, rows, (t, _, before, after) => {
    t.equal(nextUpdatedAt(before, NOON), after)
  })
})

t.test('amend: null is something, nothing is not', async t => {
  t.strictSame(
    [amend<string | null>(undefined, 'a'), amend<string | null>(null, 'a'), amend('b', 'a')],
    ['a', null, 'b']
  )
})

//  title                       sent       refused
const names: [title: string, sent: string | null | undefined, refused: string | null][] = [
  ['nothing', undefined, null],
  ['what the path says', 'ten', null],
  ['what is stored', 'TEN', null],
  ['another', 'TWENTY', 'Property .code: "TWENTY" is not what the path names; leave it out'],
  [
    'none, where there is one',
    null,
    'Property .code: null is not what the path names; leave it out'
  ]
]

t.test('renamingRefusal: a name sent along is the one it has', async t => {
  table(t, names, (t, _, sent, refused) => {
    t.equal(renamingRefusal('code', sent, ['ten', 'TEN'])?.details ?? null, refused)
  })
  t.equal(renamingRefusal('source_id', null, ['prod_1', null]), null, 'null, where there is none')
})
