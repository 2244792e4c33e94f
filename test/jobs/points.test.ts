/**
 * Points by the calendar: pending ones become active, old ones expire, once, whoever was away.
 *
 * Spec: PendingPointsEntry, VoucherLoyaltyCard.
 */
import type { Change } from '../../src/decisions/changes.ts'
import { totalsOfCustomer } from '../../src/storage/customers/customers.ts'
import { givenCampaign } from '../support/given.ts'
import { member } from './support/members.ts'
import { carryOutAll, days, failing, vouchersOf } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

/** A member of two programs, with the same on both cards: 3 points are due, 5 are not. */
function twoCards(number: number): Change[] {
  const pending = [
    { points: 1, activatesOn: '2026-02-27' },
    { points: 2, activatesOn: '2026-03-01' },
    { points: 5, activatesOn: '2026-03-09' }
  ]
  const other = JSON.stringify(member(number, { pending }).slice(1))
    .replaceAll(`"v_${number}"`, `"v_${number}b"`)
    .replaceAll(`CLUB-${number}`, `OTHER-${number}`)
    .replaceAll('"camp_1"', '"camp_2"')
    .replaceAll(`"pub_${number}"`, `"pub_${number}b"`)
    .replaceAll(`"lopp_${number}`, `"lopp_${number}b`)
  return [...member(number, { pending }), ...(JSON.parse(other) as Change[])]
}

async function cards(shop: Workshop) {
  const found = await vouchersOf(shop)
  return found.map(({ id, balance, pendingPoints, expiredPoints, nextExpirationDate }) =>
    [id, balance, pendingPoints, expiredPoints, nextExpirationDate].join(' ')
  )
}

inWorkshop('points.activate: once, as of midnight, whoever is there then', async (t, shop) => {
  await shop.write(
    { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: 1 }) },
    ...member(1, {
      pending: [
        { points: 10, activatesOn: '2026-03-01' },
        { points: 20, activatesOn: '2026-03-02' },
        { points: 40, activatesOn: '2026-03-09' }
      ]
    })
  )
  await carryOutAll(shop)
  t.strictSame(await cards(shop), ['v_1 10 60 0 '])
  // 23:59:59.999 in Berlin.
  shop.wait(Date.parse('2026-03-01T22:59:59.999Z') - Date.parse(shop.now()))
  await carryOutAll(shop)
  t.strictSame(await cards(shop), ['v_1 10 60 0 '])
  shop.wait(1)
  await carryOutAll(shop)
  t.strictSame(await cards(shop), ['v_1 30 40 0 '])
  await carryOutAll(shop)
  t.strictSame(await cards(shop), ['v_1 30 40 0 '])
  shop.wait(days(100))
  await carryOutAll(shop)
  await carryOutAll(shop)
  t.strictSame(await cards(shop), ['v_1 70 0 0 '])
  t.match(await shop.rows(totalsOfCustomer, { customerId: 'cust_1' }), [{ cardBalance: 70 }])
  t.strictSame(shop.troubles, [])
})

inWorkshop('points.expire: after the last day, also what became active now', async (t, shop) => {
  const monthly = {
    periodType: 'MONTH' as const,
    periodValue: 1,
    roundingType: null,
    roundingValue: null
  }
  await shop.write(
    { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: 1 }) },
    ...member(1, {
      pending: [{ points: 5, activatesOn: '2026-03-05', expirationRules: monthly }],
      lots: [
        { amount: 100, remaining: 100, expiresOn: '2026-02-28' },
        { amount: 30, remaining: 30, expiresOn: '2026-03-01' },
        { amount: 7, remaining: 7, expiresOn: null }
      ]
    })
  )
  await carryOutAll(shop)
  t.strictSame(await cards(shop), ['v_1 37 5 100 2026-03-01'])
  await carryOutAll(shop)
  t.strictSame(await cards(shop), ['v_1 37 5 100 2026-03-01'])
  shop.wait(days(365))
  await carryOutAll(shop)
  await carryOutAll(shop)
  t.strictSame(await cards(shop), ['v_1 7 0 135 '])
  t.match(await shop.rows(totalsOfCustomer, { customerId: 'cust_1' }), [{ cardBalance: 7 }])
})

inWorkshop(
  'points.activate: what is due of a customer comes on all cards at once',
  async (t, shop) => {
    const count = 60
    const second = givenCampaign({ id: 'camp_2', name: 'Other club', vouchersCount: count })
    await shop.write(
      { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: count }) },
      { kind: 'campaign.created', campaign: second },
      ...Array.from({ length: count }, (_, index) => twoCards(100 + index)).flat()
    )
    await carryOutAll(shop)
    t.strictSame(shop.troubles, [])
    const left = (await vouchersOf(shop)).filter(({ pendingPoints }) => pendingPoints !== 5)
    t.strictSame(left, [], 'and nobody is passed over because all was done already')
    t.ok((await vouchersOf(shop)).every(({ balance }) => balance === 3))
  }
)

const locked = () => Object.assign(new Error('locked'), { code: 'store_busy' })

for (const [which, error, said] of [
  ['that cannot be dealt with', undefined, 'broken'],
  ['that others hold', locked, 'locked']
] as const) {
  inWorkshop(`points.activate: one card ${which} delays no other`, async (t, shop) => {
    const count = 130
    await shop.write(
      { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: count }) },
      ...Array.from({ length: count }, (_, index) =>
        member(100 + index, { pending: [{ points: 1 + index, activatesOn: '2026-03-01' }] })
      ).flat()
    )
    let fails = true
    const shell = failing(shop, facts => fails && facts.includes('"lopp_1000"'), error)
    await carryOutAll(shop, { shell })
    const waiting = (await vouchersOf(shop)).filter(({ pendingPoints }) => pendingPoints !== 0)
    t.match(waiting, [{ id: 'v_100', pendingPoints: 1 }])
    t.equal(waiting.length, 1)
    t.strictSame(shop.troubles, [
      `carrying out points.activate for voucher v_100 of project proj_1: ${said}`
    ])
    fails = false
    await carryOutAll(shop, { shell })
    t.ok((await vouchersOf(shop)).every(({ pendingPoints }) => pendingPoints === 0))
  })
}
