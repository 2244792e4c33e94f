/**
 * When a voucher can be used: the switch, the dates, the windows that recur in the shop's time, and
 * how often. Whoever asks gets the same answer, because it is worked out in one place.
 */

import t from 'tap'
import { givenService, NOW } from '../../support/app.ts'

/** An hour a day from ten in the shop's morning on; its clocks go forward on 29 March. */
const mornings = {
  start_date: '2026-02-01T09:00:00.000Z',
  validity_timeframe: { duration: 'PT1H', interval: 'P1D' }
}
const opening = (start_time: string, expiration_time: string, days_of_week?: number[]) => ({
  validity_hours: {
    daily: [{ start_time, expiration_time, ...(days_of_week && { days_of_week }) }]
  }
})
const [DISABLED, EARLY, LATE, REST] = [
  'voucher_disabled',
  'voucher_not_active',
  'voucher_expired',
  'voucher_not_active_now'
]

// By the time at which they are tried; NOW is a Sunday, eleven o'clock in the shop.
//  voucher                                                at   outcome
// biome-ignore format: a table
const rows: [string, object, string, string | null][] = [
  ['nothing is said', {}, NOW, null],
  ['switched off', { active: false }, NOW, DISABLED],
  ['switched off comes before all else',
    { active: false, expiration_date: '2026-02-01T00:00:00Z', ...opening('01:00', '02:00') }, NOW,
    DISABLED],
  ['it begins in a millisecond', { start_date: '2026-03-01T10:00:00.001Z' }, NOW, EARLY],
  ['it begins', { start_date: '2026-03-01T11:00:00.000+01:00' }, NOW, null],
  ['it ends', { expiration_date: NOW }, NOW, null],
  ['it ended a millisecond ago', { expiration_date: '2026-03-01T09:59:59.999Z' }, NOW, LATE],
  ['over comes before resting',
    { expiration_date: '2026-02-28T00:00:00Z', ...opening('01:00', '02:00') }, NOW, LATE],
  ['on its day', { validity_day_of_week: [0] }, NOW, null],
  ['on another', { validity_day_of_week: [1, 2, 3, 4, 5, 6] }, NOW, REST],
  ['in its hours', opening('08:00', '11:00'), NOW, null],
  ['to the end of the minute', opening('08:00', '11:00'), '2026-03-01T10:00:59.999Z', null],
  ['and no longer', opening('08:00', '11:00'), '2026-03-01T10:01:00.000Z', REST],
  ['the last minute of the day', opening('20:00', '23:59'), '2026-03-01T22:59:59.999Z', null],
  ['between them', opening('11:01', '23:59'), NOW, REST],
  ['in its hours of today', opening('08:00', '12:00', [0]), NOW, null],
  ['in those of another day', opening('08:00', '12:00', [6]), NOW, REST],
  ['to the end of the window of the day', mornings, '2026-03-01T09:59:59.999Z', null],
  ['after the window of the day', mornings, NOW, REST],
  ['Sunday is not over', { validity_day_of_week: [0] }, '2026-03-01T22:59:59.999Z', null],
  ['now it is', { validity_day_of_week: [0] }, '2026-03-01T23:00:00.000Z', REST],
  ['the window of the next day begins', mornings, '2026-03-02T09:00:00.000Z', null],
  ['in the window, not on its day', { ...mornings, validity_day_of_week: [2] },
    '2026-03-02T09:30:00.000Z', REST],
  ['in the window and on its day', { ...mornings, validity_day_of_week: [1] },
    '2026-03-02T09:30:00.000Z', null],
  ['in summer the window begins as early by the clock', mornings, '2026-03-30T08:00:00.000Z', null],
  ['and ends as early', mornings, '2026-03-30T09:30:00.000Z', REST]
]

const always = {
  active: true,
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: null
}

t.test('a card can be used when a voucher can, to redeem as to earn', async t => {
  const service = await givenService(t)
  const { body: reward } = await service.post('/v1/rewards', {
    name: 'Mug',
    parameters: { product: { id: 'prod_00mug' } }
  })
  await service.post('/v1/loyalties/camp_00club/rewards', [
    { reward: reward.id, parameters: { loyalty: { points: 1 } } }
  ])
  const card = '/v1/vouchers/CLUB-ADA-0001'
  const redeem = async () => {
    const url = '/v1/loyalties/members/CLUB-ADA-0001/redemption'
    return (await service.post(url, { reward: { id: reward.id } })).body.key ?? null
  }
  const estimate = async () => {
    const { body } = await service.post('/v1/loyalties/camp_00club/qualifications', {
      customer: { source_id: 'ada' },
      order: { amount: 5000 }
    })
    return body.key ?? null
  }
  for (const [title, said, at, outcome] of rows) {
    service.setNow(at)
    t.equal((await service.put(card, { ...always, ...said })).status, 200, title)
    t.equal(await redeem(), outcome, title)
    t.equal(await estimate(), outcome === null ? null : 'loyalty_card_not_active', title)
  }
  await service.put(card, always)
  const { redeemed_quantity: times } = (await service.get(card)).body.redemption
  await service.put(card, { redemption: { quantity: times + 1 } })
  t.strictSame([await redeem(), await redeem()], [null, 'quantity_exceeded'])
  t.equal(await estimate(), null, 'a card that is used up goes on earning')
})

t.test('what cannot be a time to use a voucher is refused by its name', async t => {
  const service = await givenService(t)
  const coupon = { type: 'DISCOUNT_VOUCHER', discount: { type: 'PERCENT', percent_off: 5 } }
  const { validity_timeframe } = mornings
  //  said                                                           at
  // biome-ignore format: a table
  const odd: [object, string][] = [
    [{ validity_timeframe }, 'start_date'],
    [{ ...mornings, expiration_date: '2026-01-31T00:00:00Z' }, 'expiration_date'],
    [{ ...mornings, validity_timeframe: { ...validity_timeframe, interval: 'P0D' } },
      'validity_timeframe.interval'],
    [{ ...mornings, validity_timeframe: { duration: 'PT1H' } }, 'validity_timeframe.interval'],
    [{ validity_day_of_week: [7] }, 'validity_day_of_week[0]'],
    [{ validity_day_of_week: [1, 1] }, 'validity_day_of_week'],
    [opening('22:00', '06:00'), 'validity_hours.daily[0]'],
    [{ ...opening('08:00', '12:00'), validity_day_of_week: [1] }, 'validity_hours'],
    [{ start_date: '2026-02-30T00:00:00Z' }, 'start_date']
  ]
  const tier = { name: 'N', action: { discount: coupon.discount } }
  for (const [said, at] of odd) {
    const answers = [
      await service.post('/v1/vouchers', { ...coupon, ...said }),
      await service.post('/v1/campaigns', { name: 'N', voucher: coupon, ...said }),
      await service.post('/v1/promotions/camp_00autumn/tiers', { ...tier, ...said }),
      await service.put('/v1/vouchers/WELCOME', said)
    ]
    for (const { status, body } of answers) {
      const title = `${JSON.stringify(said)} ${body.details}`
      t.strictSame([status, body.key], [400, 'invalid_payload'], title)
      t.match(body.details, `Property .${at}`, title)
    }
  }
})
