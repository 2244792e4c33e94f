import t from 'tap'
import { forgetReceipts, receiptsOver } from '../../../src/decisions/async-actions.ts'

t.test('a receipt is over after 24 hours, whatever the day', async t => {
  t.equal(receiptsOver('2026-03-01T10:00:00.000Z'), '2026-02-28T10:00:00.000Z')
  t.equal(receiptsOver('2026-03-29T12:00:00.000Z'), '2026-03-28T12:00:00.000Z')
})

t.test('receipts that are over are deleted', async t => {
  t.strictSame(forgetReceipts(['a', 'b']), {
    result: 2,
    changes: [
      { kind: 'resource.deleted', resource: 'receipt', id: 'a' },
      { kind: 'resource.deleted', resource: 'receipt', id: 'b' }
    ]
  })
  t.strictSame(forgetReceipts([]), { result: 0, changes: [] })
})
