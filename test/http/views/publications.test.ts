import t from 'tap'
import { viewPublication, viewPublicationList } from '../../../src/http/views/publications.ts'
import { sign } from '../../../src/ids.ts'
import { answers } from '../support/document.ts'
import { changedAt, givenCard, linking } from '../support/given.ts'

t.test('viewPublicationList: each names its voucher and customer; total counts all', async t => {
  const publication = {
    id: 'pub_00ada',
    voucherId: 'v_00adaclub',
    campaignId: 'camp_00club',
    customerId: 'cust_00ada',
    channel: 'API',
    createdAt: changedAt,
    sourceId: 'mailing-17-ada',
    metadata: { issue: 17 }
  }
  const customer = { id: 'cust_00ada', name: 'Ada', email: null, sourceId: 'ada', metadata: {} }
  const shown = { publication, voucher: givenCard(), campaignName: 'Coffee Club', customer }
  const entry = {
    id: 'pub_00ada',
    object: 'publication',
    created_at: changedAt,
    customer_id: 'cust_00ada',
    customer: {
      id: 'cust_00ada',
      name: 'Ada',
      email: null,
      source_id: 'ada',
      metadata: {},
      object: 'customer'
    },
    tracking_id: `track_${sign(linking.project, 'tracking:ada')}`,
    vouchers_id: ['v_00adaclub'],
    voucher: {
      id: 'v_00adaclub',
      code: 'CLUB-ADA-0001',
      campaign: 'Coffee Club',
      campaign_id: 'camp_00club',
      object: 'voucher'
    },
    channel: 'API',
    source_id: 'mailing-17-ada',
    metadata: { issue: 17 },
    result: 'SUCCESS'
  }
  answers(t, 'Publication', viewPublication(shown, linking), entry, 'one')
  const nameless = { ...shown, customer: { ...customer, sourceId: null } }
  t.equal(viewPublication(nameless, linking).tracking_id, null)
  answers(
    t,
    'PublicationList',
    viewPublicationList({ publications: [shown], total: 11 }, linking),
    { object: 'list', data_ref: 'publications', publications: [entry], total: 11 },
    'a page'
  )
})
