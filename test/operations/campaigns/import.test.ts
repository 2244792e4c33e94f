/**
 * Files of vouchers of a campaign over HTTP.
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

t.test('importVouchersToCampaignUsingCsv: the campaign says what its vouchers are', async t => {
  const service = await givenService(t)
  await service.work()
  //  campaign        lines                                                    the voucher
  const rows = [
    [
      'Coffee Club',
      ['code,customer,balance,expires_on', 'OLD-1,mia,340,2031-12-31', 'OLD-2,ada,5,'],
      { type: 'LOYALTY_CARD', loyalty_card: { points: 340, balance: 340 } },
      [/^Line 3, column customer: ada has the card CLUB-ADA-0001 with \d+ points; /]
    ],
    [
      'Gift cards',
      ['code,amount,balance', 'OLD-3,500,200', 'OLD-3,500,x'],
      { type: 'GIFT_VOUCHER', gift: { amount: 500, balance: 200 } },
      [/^Line 3, column balance: must be a whole number/]
    ],
    [
      'camp_00spring',
      ['code,redemption_count,active', 'OLD-4,0,false', 'SPRING-0001,0,'],
      { type: 'DISCOUNT_VOUCHER', active: false },
      []
    ]
  ] as const
  for (const [campaign, lines, voucher, errors] of rows) {
    const url = `/v1/campaigns/${encodeURIComponent(campaign)}/importCSV`
    const action = await imported(service, url, lines)
    t.match(action, { type: 'CAMPAIGN.VOUCHERS_IMPORT', status: 'DONE' })
    t.match(told(action), errors)
    t.equal(told(action).length, errors.length)
    const code = String(lines[1]).split(',')[0]
    t.match((await service.get(`/v1/vouchers/${code}`)).body, voucher)
  }
  t.match((await service.get('/v1/vouchers/OLD-1')).body, { campaign: 'Coffee Club' })
  t.match(await audit(service.store), { clean: true })
})

t.test('importVouchersToCampaignUsingCsv: a campaign that takes no such file', async t => {
  const service = await givenService(t)
  const lines = ['code,campaign', 'A,Coffee Club']
  const rows = [
    ['camp_00nothing', 404, 'not_found', /camp_00nothing/],
    ['camp_00autumn', 400, 'invalid_campaign', /is a PROMOTION, which has tiers instead/],
    ['camp_00spring', 400, 'invalid_payload', /^Property \.file: line 1, column campaign: is not/]
  ] as const
  for (const [campaign, status, key, details] of rows) {
    const answer = await service.upload(`/v1/campaigns/${campaign}/importCSV`, lines)
    t.strictSame([answer.status, answer.body.key], [status, key])
    t.match(answer.body.details, details)
  }
})
