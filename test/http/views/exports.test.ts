import t from 'tap'
import { exportUrl } from '../../../src/http/links.ts'
import { viewExport, viewExportList } from '../../../src/http/views/exports.ts'
import type { Export } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import { linking, madeAt } from '../support/given.ts'

const orders: Export = {
  id: 'exp_00orders',
  exportedObject: 'order',
  status: 'DONE',
  channel: 'API',
  parameters: { order: '-created_at', fields: ['id', 'status'], filters: { junction: 'and' } },
  userId: null,
  createdAt: madeAt
}

const outcome = {
  id: 'exp_00orders',
  object: 'export',
  created_at: madeAt,
  status: 'DONE',
  channel: 'API',
  exported_object: 'order',
  parameters: {
    order: '-created_at',
    fields: ['id', 'status'],
    filters: { junction: 'and' },
    response_format: 'CSV'
  },
  result: { url: exportUrl(linking, orders) },
  user_id: null
}

t.test('viewExport: there is a file to fetch once it is DONE, and not before', async t => {
  // status         result
  const rows: [Export['status'], object | null][] = [
    ['SCHEDULED', null],
    ['IN_PROGRESS', null],
    ['DONE', outcome.result],
    ['ERROR', null]
  ]
  for (const [status, result] of rows) {
    const view = viewExport({ ...orders, status }, linking)
    answers(t, 'Export', view, { ...outcome, status, result }, status)
  }
})

t.test('viewExport: an order that was not chosen is absent', async t => {
  const parameters = { order: null, fields: [], filters: {} }
  const view = viewExport({ ...orders, parameters, channel: 'WEBSITE', userId: 'user_1' }, linking)
  const whole = {
    ...outcome,
    channel: 'WEBSITE',
    parameters: { fields: [], filters: {}, response_format: 'CSV' },
    user_id: 'user_1'
  }
  answers(t, 'Export', view, whole, 'nothing chosen')
})

t.test('viewExportList: a page; total counts all of the project', async t => {
  const view = viewExportList({ entries: [orders], total: 3 }, linking)
  const whole = { object: 'list', data_ref: 'exports', exports: [outcome], total: 3 }
  answers(t, 'ExportList', view, whole, 'a page of one')
})
