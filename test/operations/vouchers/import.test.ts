/**
 * Files of vouchers over HTTP, for those without a campaign.
 */
import t from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { givenService, type Service } from '../../support/app.ts'

async function imported(service: Service, url: string, lines: readonly string[]) {
  const { status, body } = await service.upload(url, lines)
  if (status !== 202) return body
  await service.work()
  return (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
}

const told = ({ result }: { result: { errors: { details: string }[] } }) =>
  result.errors.map(({ details }) => details)

t.test('importVouchersUsingCsv: gifts and coupons come once, with what is left', async t => {
  const service = await givenService(t)
  const lines = [
    'voucher_type,code,amount,balance,percent_off,redemption_count,redemption_quantity',
    'GIFT_VOUCHER,G-1,5000,1250,,3,',
    'DISCOUNT_VOUCHER,D-1,,,12.5,40,100',
    'GIFT_VOUCHER,G-2,5000,6000,,,',
    'GIFT_VOUCHER,G-3,5000,5000,10,,',
    'LOYALTY_CARD,L-1,,,,,',
    ',N-1,,,,,'
  ]
  for (let turn = 0; turn < 2; turn++) {
    const action = await imported(service, '/v1/vouchers/importCSV', lines)
    t.match(action, { type: 'VOUCHERS.IMPORT', status: 'DONE', operation_status: 'SUCCESS' })
    t.match(action.result, { done_count: 2, failed_count: 4 })
    t.match(told(action), [
      /^Line 4, column balance: 6000 is above amount, 5000$/,
      /^Line 5, column percent_off: is no column of this import; those are code, /,
      /^Line 6, column voucher_type: must be one of GIFT_VOUCHER, DISCOUNT_VOUCHER, and is "LOYAL/,
      /^Line 7, column voucher_type: is empty, and must be one of GIFT_VOUCHER, DISCOUNT_VOUCHER$/
    ])
  }
  t.match((await service.get('/v1/vouchers/G-1')).body, {
    type: 'GIFT_VOUCHER',
    campaign: null,
    gift: { amount: 5000, balance: 1250 },
    redemption: { redeemed_quantity: 3 }
  })
  t.match((await service.get('/v1/vouchers/D-1')).body, {
    discount: { type: 'PERCENT', percent_off: 12.5 },
    redemption: { quantity: 100, redeemed_quantity: 40 }
  })
  t.match(await audit(service.store), { clean: true })
})
