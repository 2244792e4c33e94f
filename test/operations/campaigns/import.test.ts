import { audit } from '../../../src/storage/audit/audit.ts'
import { PAIR, type Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

async function imported(service: Service, url: string, lines: readonly string[]) {
  const { status, body } = await service.upload(url, lines)
  if (status !== 202) return body
  await service.work()
  return (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
}

const told = ({ result }: { result: { errors: { details: string }[] } }) =>
  result.errors.map(({ details }) => details)

onDemo('importVouchersToCampaignUsingCsv: its vouchers are as it says', async (t, service) => {
  await service.work()
  //  campaign        lines                                                    the voucher
  // biome-ignore format: a table
  const rows = [
    ['Coffee Club',
      ['code,customer,balance,expires_on', 'OLD-1,mia,340,2031-12-31', 'OLD-2,ada,5,'],
      { type: 'LOYALTY_CARD', loyalty_card: { points: 340, balance: 340 } },
      [/^Line 3, column customer: ada has the card CLUB-ADA-0001 with \d+ points; /]],
    ['Gift cards', ['code,amount,balance', 'OLD-3,500,200', 'OLD-3,500,x'],
      { type: 'GIFT_VOUCHER', gift: { amount: 500, balance: 200 } },
      [/^Line 3, column balance: must be a whole number/]],
    ['camp_00spring', ['code,redemption_count,active', 'OLD-4,0,false', 'SPRING-0001,0,'],
      { type: 'DISCOUNT_VOUCHER', active: false }, []]
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

onDemo('importVouchersToCampaignUsingCsv: a campaign that takes no file', async (t, service) => {
  const lines = ['code,size', 'A,Coffee Club']
  const rows = [
    ['camp_00nothing', 404, 'not_found', /camp_00nothing/],
    ['camp_00autumn', 400, 'invalid_campaign', /is a PROMOTION, which has tiers instead/],
    ['camp_00spring', 400, 'invalid_payload', /^Property \.file: line 1, column size: is not/]
  ] as const
  for (const [campaign, status, key, details] of rows) {
    const answer = await service.upload(`/v1/campaigns/${campaign}/importCSV`, lines)
    t.strictSame([answer.status, answer.body.key], [status, key])
    t.match(answer.body.details, details)
  }
  const { body } = await service.post('/v1/campaigns/camp_00autumn/import', [{ code: 'A' }])
  t.equal(body.key, 'invalid_campaign')
  const cards = await service.upload('/v1/campaigns/camp_00club/importCSV', ['code,size', 'A,XL'])
  t.equal(
    cards.body.details,
    'Property .file: line 1, column size: is not known; those are code, customer, balance, ' +
      'expires_on, lots, redemption_quantity, redemption_count, start_date, expiration_date, ' +
      'validity_timeframe, validity_day_of_week, validity_hours, active, category, ' +
      'additional_info, metadata'
  )
})

onDemo('importVouchersToCampaignUsingCsv: a misfit header comes first', async (t, { upload }) => {
  const rows = Array(100_001).fill('A,B')
  const send = async (campaign: string, header: string) => {
    const url = `/v1/campaigns/${encodeURIComponent(campaign)}/importCSV`
    return (await upload(url, [header, ...rows])).body.details
  }
  const first = /^Property \.file: line 1, column size: is not/
  t.match(await send('Spring coupons', 'code,size'), first)
  t.match(await send('camp_00nothing', 'code,size'), /more than 100000 rows/)
})

onDemo('importVouchersToCampaignUsingCsv: a key is answered as before', async (t, service) => {
  const keyed = { ...PAIR, 'idempotency-key': 'spring' }
  const { status, body } = await service.post('/v1/campaigns', {
    name: 'Summer',
    campaign_type: 'DISCOUNT_COUPONS',
    type: 'STATIC',
    voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 100 } }
  })
  t.equal(status, 200)
  const url = `/v1/campaigns/${body.id}/importCSV`
  const send = () => service.upload(url, ['code,active', 'S-1,neither'], keyed)
  const first = await send()
  t.equal(first.status, 202)
  await service.work()
  t.equal((await service.delete(`/v1/campaigns/${body.id}`)).status, 204)
  t.strictSame((await send()).bytes, first.bytes)
})

onDemo('importVouchersToCampaign: cards with points; what is none fails', async (t, service) => {
  const items = [
    { code: 'PAPER-1', customer: 'mia', loyalty_card: { points: 900, balance: 340 } },
    { code: 'PAPER-2', type: 'LOYALTY_CARD', customer: 'tom', loyalty_card: { points: 12 } },
    { code: 'PAPER-3', loyalty_card: { points: 12 } },
    { code: 'PAPER-4', customer: 'zoe', gift: { amount: 5 } }
  ]
  for (let turn = 0; turn < 2; turn++) {
    const action = await (async () => {
      const { body } = await service.post('/v1/campaigns/camp_00club/import', items)
      await service.work()
      return (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
    })()
    t.match(action, { type: 'CAMPAIGN.VOUCHERS_IMPORT', status: 'DONE' })
    t.match(action.result, { done_count: 2, failed_count: 2 })
    const found = action.result.errors.map(({ details }: Record<string, string>) => details)
    t.match(found, [
      /^Item \[2\]: Property \.customer: is empty/,
      /^Item \[3\]: Property \.type: is GIFT_VOUCHER, and the vouchers of the campaign are L/
    ])
  }
  const balances = ['PAPER-1', 'PAPER-2'].map(async code => {
    const { body } = await service.get(`/v1/vouchers/${code}`)
    return body.loyalty_card.balance
  })
  t.strictSame(await Promise.all(balances), [340, 12])
  t.match(await audit(service.store), { clean: true })
})
