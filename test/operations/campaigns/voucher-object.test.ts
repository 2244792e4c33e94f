import type { Test } from 'tap'
import { PROJECT_ID } from '../../../src/demo/known.ts'
import { tokenFor } from '../../../src/http/links.ts'
import { projectNamed } from '../../../src/storage/projects.ts'
import { PUBLIC_URL, type Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'
import { BARE_VOUCHER } from '../support/bare-answers.ts'

const discount = { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' }
const emptyCard = {
  points: 0,
  balance: 0,
  pending_points: 0,
  expired_points: 0,
  subtracted_points: 0
}
const windows = {
  start_date: '2026-01-01T00:00:00.000Z',
  expiration_date: '2026-12-31T22:59:59.999Z',
  validity_timeframe: { duration: 'PT8H', interval: 'P2D' },
  validity_day_of_week: [0, 1]
}
const hours = {
  daily: [
    { start_time: '08:00', days_of_week: [1, 2, 3, 4, 5], expiration_time: '11:30' },
    { start_time: '14:00', expiration_time: '23:59' }
  ]
}
const referral_program = {
  conversion_event_type: 'custom_event',
  custom_event: { id: 'ms_00signup' }
}

// A campaign, and what its vouchers have of it.
//      campaign                                      blocks of the voucher
const kinds: [string, object, object][] = [
  [
    'coupons',
    {
      voucher: { type: 'DISCOUNT_VOUCHER', discount, redemption: { quantity: 1 } },
      ...windows,
      category: 'Seasonal'
    },
    { type: 'DISCOUNT_VOUCHER', discount, redemption: { quantity: 1 }, ...windows, filed: true }
  ],
  [
    'gift cards',
    {
      voucher: { type: 'GIFT_VOUCHER', gift: { amount: 2500, effect: 'APPLY_TO_ITEMS' } },
      validity_hours: hours
    },
    {
      type: 'GIFT_VOUCHER',
      gift: { amount: 2500, subtracted_amount: 0, balance: 2500, effect: 'APPLY_TO_ITEMS' },
      validity_hours: hours,
      redemption: { quantity: null, redeemed_amount: 0 }
    }
  ],
  [
    'a loyalty program',
    {
      voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 100 }, redemption: { quantity: 20 } }
    },
    {
      type: 'LOYALTY_CARD',
      loyalty_card: emptyCard,
      redemption: { quantity: 20, redeemed_points: 0 }
    }
  ],
  [
    'a referral program',
    {
      campaign_type: 'REFERRAL_PROGRAM',
      referral_program,
      voucher: { type: 'DISCOUNT_VOUCHER', discount }
    },
    { type: 'DISCOUNT_VOUCHER', discount, is_referral_code: true }
  ]
]

/** Everything a voucher answers, where `said` is what makes it different from a bare one. */
async function wholeVoucher(
  service: Service,
  { id, code, ...said }: Readonly<Record<string, unknown>> & { id: string; code: string }
) {
  const project = await service.store.read(null, session => projectNamed(session, PROJECT_ID))
  if (project === null) throw new Error('There is no demo')
  const { filed, redemption, publish, ...properties } = said
  const category = (await service.get('/v1/categories/cat_00seasonal')).body
  const picture = (kind: 'qr' | 'barcode') => {
    const token = tokenFor(project, kind, id)
    return { id: token, url: `${PUBLIC_URL}/assets/${kind}/${token}` }
  }
  const url = `${PUBLIC_URL}/v1/vouchers/${encodeURIComponent(code)}`
  return {
    id,
    code,
    ...BARE_VOUCHER,
    ...(filed ? { category: 'Seasonal', category_id: category.id, categories: [category] } : {}),
    assets: { qr: picture('qr'), barcode: picture('barcode') },
    ...properties,
    publish: {
      object: 'list',
      count: 0,
      url: `${url}/publications?page=1&limit=10`,
      ...(publish as object)
    },
    redemption: {
      quantity: null,
      redeemed_quantity: 0,
      object: 'list',
      url: `${url}/redemptions?page=1&limit=10`,
      ...(redemption as object)
    }
  }
}

const overriding = {
  category: 'Seasonal',
  metadata: { channel: 'flyer', stores: ['north', 'south'] },
  redemption: { quantity: 7 },
  additional_info: 'For the fair',
  start_date: '2026-02-01T01:00:00+01:00',
  expiration_date: '2026-06-30T21:59:59.999Z'
}

/** What the request above makes of what a campaign gives. */
function overridden({ redemption = {}, ...blocks }: { readonly redemption?: object }) {
  const { category: _, ...said } = overriding
  return {
    ...blocks,
    ...said,
    filed: true,
    start_date: '2026-02-01T00:00:00.000Z',
    redemption: { ...redemption, quantity: 7 }
  }
}

/** The vouchers of a campaign that were added now: one alone, and the rest in the background. */
async function added(t: Test, service: Service, campaignId: string, body?: object) {
  const url = `/v1/campaigns/${campaignId}/vouchers`
  const one = await service.post(url, body)
  t.equal(one.status, 200)
  t.strictSame((await service.get(`/v1/vouchers/${one.body.code}`)).body, one.body)
  const many = await service.post(`${url}?vouchers_count=3`, body)
  t.strictSame([many.status, Object.keys(many.body)], [202, ['async_action_id']])
  await service.work()
  const { body: list } = await service.get(`/v1/vouchers?campaign=${campaignId}&order=created_at`)
  t.equal(list.total, 4)
  t.strictSame(list.vouchers[0], one.body)
  return list.vouchers
}

onDemo('addVouchersToCampaign: vouchers are what their campaign says', async (t, service) => {
  for (const [name, campaign, blocks] of kinds) {
    const { status, body } = await service.post('/v1/campaigns', { name, ...campaign })
    t.equal(status, 200, name)
    for (const voucher of await added(t, service, body.id)) {
      const { id, code } = voucher
      t.match(code, /^[0-9A-Za-z]{8}$/, 'eight characters where nobody asks for others')
      const said = { ...blocks, id, code, campaign: name, campaign_id: body.id }
      t.strictSame(voucher, await wholeVoucher(service, said), name)
    }
  }
})

onDemo('addVouchersToCampaign: what the body says counts over the campaign', async (t, service) => {
  for (const [name, campaign, blocks] of kinds) {
    const { body } = await service.post('/v1/campaigns', { name, ...campaign })
    for (const voucher of await added(t, service, body.id, overriding)) {
      const { id, code } = voucher
      const said = { ...overridden(blocks), id, code, campaign: name, campaign_id: body.id }
      t.strictSame(voucher, await wholeVoucher(service, said), name)
    }
  }
})

onDemo('addVouchersToCampaign: a later campaign leaves its vouchers alone', async (t, service) => {
  const [, campaign] = kinds[0] as (typeof kinds)[number]
  const { body } = await service.post('/v1/campaigns', { name: 'Changing', ...campaign })
  const url = `/v1/campaigns/${body.id}`
  const before = (await service.post(`${url}/vouchers`)).body
  const changes = {
    expiration_date: '2027-01-31T22:59:59.999Z',
    validity_timeframe: null,
    voucher: { discount: { type: 'FIXED', fixed_amount: 100 }, redemption: { quantity: 2 } }
  }
  t.equal((await service.put(url, changes)).status, 200)
  t.strictSame((await service.get(`/v1/vouchers/${before.code}`)).body, before)
  const after = (await service.post(`${url}/vouchers`)).body
  t.strictSame(after, {
    ...before,
    ...changes.voucher,
    id: after.id,
    code: after.code,
    assets: after.assets,
    publish: after.publish,
    expiration_date: changes.expiration_date,
    validity_timeframe: null,
    redemption: { ...after.redemption, quantity: 2 }
  })
})

onDemo('a voucher counts how often it is given, redeemed and rolled back', async (t, service) => {
  const { body: program } = await service.post('/v1/campaigns', {
    name: 'Counted',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 100 } }
  })
  const { body: offered } = await service.post(`/v1/loyalties/${program.id}/rewards`, [
    { reward: 'rew_00mug', parameters: { loyalty: { points: 30 } } }
  ])
  t.equal(offered.length, 1)
  const made = (await service.post(`/v1/campaigns/${program.id}/vouchers`)).body
  const card = `/v1/vouchers/${made.code}`
  const member = `/v1/loyalties/members/${made.code}`
  const counts = async () => {
    const { publish, redemption, loyalty_card: points, holder_id } = (await service.get(card)).body
    const { redeemed_quantity: times, redeemed_points } = redemption
    return [publish.count, holder_id, times, redeemed_points, points.points, points.balance]
  }
  const redeemed: string[] = []
  const redeem = async () => {
    const { body } = await service.post(`${member}/redemption`, { reward: { id: 'rew_00mug' } })
    redeemed.push(body.id)
  }
  const rollBack = async (index: number) => {
    await service.post(`/v1/redemptions/${redeemed[index]}/rollback`)
  }
  const given = () => service.post('/v1/publications', { customer: 'cleo', voucher: made.code })
  //  done                         count  holder        times  points  ever  left
  const rows: [string, () => Promise<unknown>, unknown[]][] = [
    ['made', async () => {}, [0, null, 0, 0, 0, 0]],
    ['given', given, [1, 'cust_00cleo', 0, 0, 100, 100]],
    ['given again', given, [1, 'cust_00cleo', 0, 0, 100, 100]],
    ['redeemed', redeem, [1, 'cust_00cleo', 1, 30, 100, 70]],
    ['redeemed again', redeem, [1, 'cust_00cleo', 2, 60, 100, 40]],
    ['the first rolled back', () => rollBack(0), [1, 'cust_00cleo', 1, 30, 100, 70]],
    ['that once more', () => rollBack(0), [1, 'cust_00cleo', 1, 30, 100, 70]],
    ['redeemed a third time', redeem, [1, 'cust_00cleo', 2, 60, 100, 40]],
    ['and a fourth', redeem, [1, 'cust_00cleo', 3, 90, 100, 10]],
    ['once too often', redeem, [1, 'cust_00cleo', 3, 90, 100, 10]],
    ['the last rolled back', () => rollBack(3), [1, 'cust_00cleo', 2, 60, 100, 40]]
  ]
  for (const [title, done, outcome] of rows) {
    await done()
    t.strictSame(await counts(), outcome, title)
  }
  const { body: list } = await service.get(`${card}/redemption`)
  t.strictSame([list.quantity, list.redeemed_quantity, list.total], [null, 2, 7])
  t.equal((await service.get(`${card}/publications`)).body.total, 1)
})
