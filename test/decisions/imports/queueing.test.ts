import t from 'tap'
import {
  columnsOfVouchers,
  importCustomersUsingCsv,
  importVouchers,
  importVouchersToCampaign,
  importVouchersToCampaignUsingCsv,
  importVouchersUsingCsv,
  type SentFile
} from '../../../src/decisions/imports/queueing.ts'
import { givenCampaign, givenOccasion } from '../../support/given.ts'

const file = (...header: readonly string[]): SentFile => ({
  header,
  rows: [
    { line: 2, cells: header.map(() => 'x') },
    { line: 3, findings: [{ column: null, message: 'cannot be read' }] }
  ]
})

const NOTHING = { doneCount: 0, failedCount: 0, errors: [], earns: false }

t.test('importCustomersUsingCsv, importVouchersUsingCsv: rows wait as they were sent', t => {
  const rows = [
    [importCustomersUsingCsv, 'CUSTOMERS.IMPORT', 'customers', file('source_id')],
    [importVouchersUsingCsv, 'VOUCHERS.IMPORT', 'vouchers', file('code', 'voucher_type')]
  ] as const
  for (const [accept, type, kind, sent] of rows) {
    const decision = accept(sent, givenOccasion())
    if ('refusal' in decision) throw new Error(decision.refusal.details)
    t.match(decision.result, { id: 'aa_000001', type, status: 'ENQUEUED' })
    t.match(decision.changes, [
      { kind: 'asyncAction.created' },
      {
        kind: 'job.queued',
        job: { task: 'rows.import', queue: 'orders', total: 2 },
        chunks: [sent.rows]
      }
    ])
    const [, queued] = decision.changes
    const [chunk = []] = queued?.kind === 'job.queued' ? queued.chunks : []
    t.equal(chunk[0], sent.rows[0], 'a payload of megabytes is not copied')
    t.strictSame(queued?.kind === 'job.queued' && queued.job.data, {
      ...NOTHING,
      kind,
      given: {},
      header: sent.header
    })
  }
  t.end()
})

t.test('importVouchers, importVouchersToCampaign: items wait by their index', t => {
  const rows = [{ code: 'A' }, { code: 'B', voucher_type: 'LOYALTY_CARD' }]
  const gift = { code: 'C', voucher_type: 'GIFT_VOUCHER' }
  const alone = importVouchers(rows, givenOccasion())
  if ('refusal' in alone) throw new Error(alone.refusal.details)
  t.match(alone.result, { type: 'VOUCHERS.IMPORT' })
  t.match(alone.changes[1], {
    job: { task: 'rows.import', queue: 'orders', total: 2, data: { kind: 'vouchers', header: [] } },
    chunks: [rows.map((row, index) => ({ index, row }))]
  })
  const program = givenCampaign()
  const decision = importVouchersToCampaign(program, [...rows, gift], givenOccasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  t.match(decision.result, { type: 'CAMPAIGN.VOUCHERS_IMPORT' })
  const message = 'is GIFT_VOUCHER, and the vouchers of the campaign are LOYALTY_CARD'
  t.match(decision.changes[1], {
    job: { data: { kind: 'cards', given: { campaign: program.id } } },
    chunks: [
      [
        { index: 0, row: { code: 'A' } },
        { index: 1, row: { code: 'B' } },
        { index: 2, findings: [{ column: 'voucher_type', message }] }
      ]
    ]
  })
  const promotion = { ...program, name: 'Autumn', voucher: null }
  t.match(importVouchersToCampaign(promotion, rows, givenOccasion()), {
    refusal: { key: 'invalid_campaign', details: /^Campaign Autumn is a PROMOTION/ }
  })
  t.end()
})

t.test('importVouchersToCampaignUsingCsv: the kind of the file follows from the campaign', t => {
  const program = givenCampaign()
  const decision = importVouchersToCampaignUsingCsv(
    program,
    file('code', 'customer', 'balance'),
    givenOccasion()
  )
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  t.match(decision.result, { type: 'CAMPAIGN.VOUCHERS_IMPORT' })
  t.match(decision.changes[1], {
    job: { data: { kind: 'cards', given: { campaign: program.id } } }
  })
  t.end()
})

t.test('importVouchersToCampaignUsingCsv: the columns are known before the file is read', t => {
  const columns = columnsOfVouchers(givenCampaign())
  t.strictSame(Object.keys(columns ?? {}).slice(0, 3), ['code', 'customer', 'balance'])
  t.equal(columnsOfVouchers({ voucher: null }), null)
  t.end()
})

t.test('importVouchersToCampaignUsingCsv: what does not fit the campaign is refused', t => {
  const promotion = { ...givenCampaign(), name: 'Autumn', voucher: null }
  const rows = [
    [
      promotion,
      file('code'),
      'invalid_campaign',
      'Campaign Autumn is a PROMOTION, which has tiers instead of vouchers'
    ],
    [
      givenCampaign(),
      file('code', 'balance'),
      'invalid_payload',
      'Property .file: line 1, column customer: is missing'
    ],
    [
      givenCampaign(),
      file('code', 'customer', 'balance', 'balance'),
      'invalid_payload',
      'Property .file: line 1, column balance: is there twice'
    ],
    [
      givenCampaign(),
      file('code', 'customer', 'balance', 'si\u001bze'),
      'invalid_payload',
      'Property .file: line 1, column si\\u001bze: is not known; those are code, customer, ' +
        'balance, expires_on, lots, redemption_quantity, start_date, expiration_date, ' +
        'validity_timeframe, validity_day_of_week, validity_hours, active, category, ' +
        'additional_info, metadata'
    ],
    [
      givenCampaign(),
      file('code;customer;balance;size'),
      'invalid_payload',
      'Property .file: line 1, columns are separated by semicolons; separate them by commas'
    ],
    [
      givenCampaign(),
      file('size\tbalance'),
      'invalid_payload',
      'Property .file: line 1, columns are separated by tabs; separate them by commas'
    ],
    [
      givenCampaign(),
      file('size;colour'),
      'invalid_payload',
      'Property .file: line 1, column size;colour: is not known; those are code, customer, ' +
        'balance, expires_on, lots, redemption_quantity, start_date, expiration_date, ' +
        'validity_timeframe, validity_day_of_week, validity_hours, active, category, ' +
        'additional_info, metadata'
    ]
  ] as const
  for (const [campaign, sent, key, details] of rows) {
    t.strictSame(importVouchersToCampaignUsingCsv(campaign, sent, givenOccasion()), {
      refusal: { key, details }
    })
  }
  t.end()
})
