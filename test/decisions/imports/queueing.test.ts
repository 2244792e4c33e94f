import t from 'tap'
import {
  importCustomersUsingCsv,
  importVouchersToCampaign,
  importVouchersToCampaignUsingCsv,
  importVouchersUsingCsv,
  type SentFile
} from '../../../src/decisions/imports/formats.ts'
import { decided, refused } from '../../support/decided.ts'
import { givenCampaign, givenOccasion } from '../../support/given.ts'

const file = (...header: readonly string[]): SentFile => ({
  header,
  rows: [
    { line: 2, cells: header.map(() => 'x') },
    { line: 3, findings: [{ column: null, message: 'cannot be read' }] }
  ]
})

const NOTHING = { doneCount: 0, failedCount: 0, errors: [], earns: false }

t.test('importCustomersUsingCsv, importVouchersUsingCsv: rows wait as they were sent', async t => {
  const rows = [
    [importCustomersUsingCsv, 'customers', file('source_id')],
    [importVouchersUsingCsv, 'vouchers', file('code', 'voucher_type')]
  ] as const
  for (const [accept, kind, sent] of rows) {
    const { changes } = decided(accept(sent, givenOccasion()))
    const data = { ...NOTHING, kind, given: {}, header: sent.header }
    const [queued] = changes.filter(change => change.kind === 'job.queued')
    t.match(queued?.job, { task: 'rows.import', queue: 'orders', total: 2 })
    t.strictSame(queued?.job.data, data)
    t.strictSame(queued?.chunks, [sent.rows])
    t.equal(queued?.chunks[0]?.[0], sent.rows[0], 'a payload of megabytes is not copied')
  }
})

t.test('importVouchersToCampaign: items wait by their index, and belong to the campaign', t => {
  const rows = [{ code: 'A' }, { code: 'B', voucher_type: 'LOYALTY_CARD' }]
  const { changes } = decided(importVouchersToCampaign(givenCampaign(), rows, givenOccasion()))
  const into = { id: givenCampaign().id, name: givenCampaign().name }
  const chunk = [
    { index: 0, row: { code: 'A' } },
    { index: 1, row: { code: 'B' } }
  ]
  t.match(changes[1], {
    job: { data: { kind: 'cards', given: {}, into, isJson: true, header: [] } },
    chunks: [chunk]
  })
  t.end()
})

//  the columns of a file, and what is said of its first line
const headers = [
  [['code', 'balance'], 'column customer: is missing'],
  [['code', 'customer', 'balance', 'balance'], 'column balance: is there twice']
] as const

t.test('importVouchersToCampaignUsingCsv: a header that does not fit is refused', async t => {
  for (const [header, told] of headers) {
    const asked = importVouchersToCampaignUsingCsv(
      givenCampaign(),
      file(...header),
      givenOccasion()
    )
    const details = `Property .file: line 1, ${told}`
    t.strictSame(refused(asked), { key: 'invalid_payload', details })
  }
})
