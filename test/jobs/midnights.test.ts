/**
 * What the calendar does comes to the same whether anybody was there or not: midnight by midnight,
 * each thing once, and a card that was touched in the meantime is not dealt with as if it had not.
 *
 * Spec: PendingPointsEntry.activates_at, VoucherLoyaltyCard.
 */
import type { Change } from '../../src/decisions/changes.ts'
import { adjustBalance } from '../../src/decisions/points/adjustments.ts'
import { bookMidnights } from '../../src/jobs/standing.ts'
import type { TierTerms } from '../../src/model.ts'
import { loadBalance } from '../../src/storage/members.ts'
import { loggedIn } from '../support/evidence.ts'
import { givenCampaign } from '../support/given.ts'
import { givenFixedRule, givenSegment, givenTiers } from '../support/given-rules.ts'
import { member } from './support/members.ts'
import { alone, carryOutAll, days, failing, vouchersOf } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

/** Tiers from 0, 100 and 1,000 points that last to the end of a month. */
const MONTHLY: TierTerms = {
  qualification: 'BALANCE',
  period: 'MONTH',
  expiration: 'END_OF_PERIOD'
}

/** A program with tiers; falling to a lower one gives 3 points, and staying in a tier 1. */
function program(vouchersCount: number, tierTerms: TierTerms = MONTHLY): Change[] {
  const campaign = givenCampaign({ vouchersCount, tierTerms })
  const rules = [
    givenFixedRule(3, { id: 'ern_1', event: 'customer.loyalty.tier.downgraded' }),
    givenFixedRule(1, { id: 'ern_2', event: 'customer.loyalty.tier.prolonged' })
  ]
  return [
    { kind: 'campaign.created', campaign },
    ...givenTiers().map((tier): Change => ({ kind: 'loyaltyTier.created', tier })),
    ...rules.map((rule): Change => ({ kind: 'earningRule.created', rule }))
  ]
}

/** Ada has everything the calendar knows; Ben is in a tier alone; Cleo has points that lapse. */
const MEMBERS: readonly Change[] = [
  ...member(1, {
    lots: [
      { amount: 100, remaining: 100, expiresOn: '2026-03-20' },
      { amount: 50, remaining: 50, expiresOn: null }
    ],
    pending: [
      { points: 10, activatesOn: '2026-03-25' },
      { points: 60, activatesOn: '2026-04-10' }
    ],
    tier: { tierId: 'ltr_2', expiresOn: '2026-03-31' }
  }),
  ...member(2, {
    lots: [{ amount: 120, remaining: 120, expiresOn: null }],
    tier: { tierId: 'ltr_2', expiresOn: '2026-03-31' }
  }),
  ...member(3, { lots: [{ amount: 9, remaining: 9, expiresOn: '2026-03-24' }] })
]

/** What happened to a customer, oldest first, with what it was about. */
async function story({ table }: Workshop, customerId: string): Promise<readonly string[]> {
  const rows = (await table('events')).filter(row => row.customerId === customerId)
  return rows
    .flatMap(loggedIn)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ createdAt, type, data }) => {
      const { points, loyalty_tier_id } = data as { points?: number; loyalty_tier_id?: string }
      return [createdAt, type.replace('customer.', ''), points ?? loyalty_tier_id].join(' ')
    })
}

/** Every row of every table that the calendar writes to. */
async function everything({ table }: Workshop): Promise<unknown> {
  const names = [
    'vouchers',
    'lots',
    'ledgerEntries',
    'pendingPoints',
    'tierMemberships',
    'customerTotals',
    'events'
  ] as const
  const found: [string, string[]][] = []
  for (const name of names) {
    const rows = name === 'events' ? (await table(name)).flatMap(loggedIn) : await table(name)
    found.push([name, rows.map(row => JSON.stringify(row)).sort()])
  }
  return found
}

const DAYS = 75

/** Ways to let 75 days pass. */
const manners: readonly (readonly [string, (shop: Workshop) => Promise<void>])[] = [
  [
    'somebody was there every day',
    async shop => {
      for (let day = 0; day < DAYS; day++) {
        shop.wait(days(1))
        await carryOutAll(shop)
        await carryOutAll(shop)
      }
    }
  ],
  [
    'somebody was there a minute after every midnight',
    async shop => {
      const midnight = Date.parse('2026-03-02T00:01:00+01:00')
      shop.wait(midnight - Date.parse(shop.now()))
      for (let day = 0; day < DAYS; day++) {
        await carryOutAll(shop)
        shop.wait(days(1))
      }
    }
  ],
  [
    'nobody was there, and then two were at once',
    async shop => {
      shop.wait(days(DAYS))
      await Promise.all([carryOutAll(shop), carryOutAll(shop)])
      await carryOutAll(shop)
    }
  ],
  [
    'nobody was there, and then everybody was killed after every batch',
    async shop => {
      shop.wait(days(DAYS))
      while ((await bookMidnights(shop.tools, alone(shop)).next()).done !== true);
    }
  ]
]

const ADA = [
  '2026-03-20T23:00:00.000Z voucher.loyalty_card.points_expired 100',
  '2026-03-24T23:00:00.000Z voucher.loyalty_card.pending_points.activated 10',
  // The night the clocks change is behind; 60 points are Silver, and 60 more arrive too late.
  '2026-03-31T22:00:00.000Z loyalty.tier.downgraded ltr_1',
  '2026-03-31T22:00:00.000Z rewarded.loyalty_points 3',
  '2026-04-09T22:00:00.000Z voucher.loyalty_card.pending_points.activated 60',
  '2026-04-09T22:00:00.000Z loyalty.tier.upgraded ltr_2',
  '2026-04-30T22:00:00.000Z loyalty.tier.prolonged ltr_2',
  '2026-04-30T22:00:00.000Z rewarded.loyalty_points 1'
]

const BEN = [
  '2026-03-31T22:00:00.000Z loyalty.tier.prolonged ltr_2',
  '2026-03-31T22:00:00.000Z rewarded.loyalty_points 1',
  '2026-04-30T22:00:00.000Z loyalty.tier.prolonged ltr_2',
  '2026-04-30T22:00:00.000Z rewarded.loyalty_points 1'
]

/** What the first manner leaves behind. */
let first: unknown = null

for (const [title, pass] of manners) {
  inWorkshop(`75 days later all is as of its own midnight: ${title}`, async (t, shop) => {
    await shop.write(...program(3), ...MEMBERS)
    await pass(shop)
    t.strictSame(shop.troubles, [])
    t.strictSame(await story(shop, 'cust_1'), ADA)
    t.strictSame(await story(shop, 'cust_2'), BEN)
    const left = await everything(shop)
    first ??= left
    t.strictSame(left, first, 'to the last row')
  })
}

inWorkshop('periods that nobody saw are settled in order, each once', async (t, shop) => {
  const terms = {
    qualification: 'POINTS_IN_PERIOD',
    period: 'QUARTER',
    expiration: 'END_OF_NEXT_PERIOD'
  } as const
  const lots = [{ amount: 120, remaining: 120, expiresOn: null }]
  const tier = { tierId: 'ltr_2', expiresOn: '2026-06-30', periodStartsOn: '2026-01-01' }
  await shop.write(...program(1, terms), ...member(1, { lots, tier }))
  shop.wait(days(420))
  await carryOutAll(shop)
  await carryOutAll(shop)
  t.strictSame(await story(shop, 'cust_1'), [
    '2026-06-30T22:00:00.000Z loyalty.tier.downgraded ltr_1',
    '2026-06-30T22:00:00.000Z rewarded.loyalty_points 3',
    '2026-09-30T22:00:00.000Z loyalty.tier.prolonged ltr_1',
    '2026-09-30T22:00:00.000Z rewarded.loyalty_points 1',
    '2026-12-31T23:00:00.000Z loyalty.tier.prolonged ltr_1',
    '2026-12-31T23:00:00.000Z rewarded.loyalty_points 1',
    '2027-03-31T22:00:00.000Z loyalty.tier.prolonged ltr_1',
    '2027-03-31T22:00:00.000Z rewarded.loyalty_points 1'
  ])
  t.match(await shop.table('tierMemberships'), [{ tierId: 'ltr_1', expiresOn: '2027-06-30' }])
})

inWorkshop('a request books what was due as of its own midnights', async (t, shop) => {
  await shop.write(...program(3), ...MEMBERS)
  shop.wait(days(30))
  const touched = shop.now()
  await shop.shell.settle(
    { project: shop.project, requestId: 'req_1', source: { channel: 'INTERNAL' } },
    {
      load: loadBalance(shop.project, 'CLUB-1'),
      decide: (facts, occasion) => adjustBalance(facts, { points: 5, reason: 'Sorry' }, occasion)
    }
  )
  await carryOutAll(shop)
  t.strictSame(await story(shop, 'cust_1'), [
    '2026-03-20T23:00:00.000Z voucher.loyalty_card.points_expired 100',
    '2026-03-24T23:00:00.000Z voucher.loyalty_card.pending_points.activated 10',
    `${touched} voucher.loyalty_card.points_added 5`
  ])
  t.strictSame(await story(shop, 'cust_3'), [
    '2026-03-24T23:00:00.000Z loyalty.tier.joined ltr_1',
    '2026-03-24T23:00:00.000Z voucher.loyalty_card.points_expired 9'
  ])
})

inWorkshop('what comes after everybody was reviewed is of that day', async (t, shop) => {
  const filter = { junction: 'and', fields: { created_at: { $more_than_ago: [1] } } } as const
  await shop.write(...program(3), ...MEMBERS, {
    kind: 'segment.created',
    segment: givenSegment({ type: 'auto-update', filter })
  })
  const shell = failing(shop, facts => facts.includes('lopp_10'))
  for (let day = 0; day < 28; day++) {
    shop.wait(days(1))
    await carryOutAll(shop, { shell })
  }
  const failed = shop.troubles.filter(trouble => trouble.startsWith('carrying out points.activate'))
  t.equal(failed.length, 5, 'every day')
  await carryOutAll(shop)
  t.match(await story(shop, 'cust_1'), [
    /./,
    '2026-03-20T23:00:00.000Z voucher.loyalty_card.points_expired 100',
    '2026-03-28T23:00:00.000Z voucher.loyalty_card.pending_points.activated 10'
  ])
})

const refusals = [
  { code: 'store_unreachable', told: ['carrying out midnights.settle: no'] },
  {
    code: 'store_busy',
    told: [
      'carrying out points.activate for voucher v_1 of project proj_1: no',
      'carrying out tiers.decide for voucher v_1 of project proj_1: no'
    ]
  }
]
for (const { code, told } of refusals) {
  inWorkshop(`what waits while the storage says ${code} is done afterwards`, async (t, shop) => {
    await shop.write(...program(3), ...MEMBERS)
    shop.wait(days(DAYS))
    let fails = true
    const no = () => Object.assign(new Error('no'), { code })
    const shell = failing(shop, facts => fails && facts.includes('"lopp_10"'), no)
    await carryOutAll(shop, { shell })
    t.strictSame(shop.troubles, told)
    fails = false
    await carryOutAll(shop, { shell })
    t.strictSame(await story(shop, 'cust_1'), ADA)
  })
}

inWorkshop('a chore that fails for card after card leaves the others alone', async (t, shop) => {
  const count = 60
  const pending = [{ points: 1, activatesOn: '2026-03-01' }]
  const lots = [{ amount: 7, remaining: 7, expiresOn: '2026-02-27' }]
  await shop.write(
    { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: count }) },
    ...Array.from({ length: count }, (_, index) => member(100 + index, { pending, lots })).flat()
  )
  const broken = failing(shop, facts => facts.includes('"activatesOn"'))
  await carryOutAll(shop, { shell: broken })
  const lapsed = (await vouchersOf(shop)).filter(({ expiredPoints }) => expiredPoints === 7)
  t.equal(lapsed.length, count)
  t.equal(shop.troubles.length, 50, 'then it is not the cards')
  await carryOutAll(shop)
  t.ok((await vouchersOf(shop)).every(({ balance }) => balance === 1))
})
