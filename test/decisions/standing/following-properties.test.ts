import t from 'tap'
import type { TierTerms } from '../../../src/model.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenSpareCard,
  givenTemplate,
  NOW
} from '../../support/given.ts'
import { givenEarningRule, givenTiers } from '../../support/given-rules.ts'
import { anyConsequences, anySegments, anyTerms, anyTiers } from '../support/arbitrary-standing.ts'
import { type Beginning, Lifetime } from '../support/lifetime.ts'

const DAY_MS = 86_400_000

/** The same moment so many days later. */
function later(now: string, days: number): string {
  return new Date(Date.parse(now) + days * DAY_MS).toISOString()
}

function anyExpiry({ pick, between, once }: Chance) {
  if (once(2)) return null
  const roundingType = pick([null, 'END_OF_MONTH', 'END_OF_QUARTER'] as const)
  return {
    periodType: 'MONTH',
    periodValue: between(0, 4),
    roundingType,
    roundingValue: null
  } as const
}

/** A club that a customer is in, or joins when there is something to get. */
function anyClub(
  seed: Chance,
  number: number,
  filterSegments: ReturnType<typeof anySegments>
): Beginning {
  const { once, between, pick } = seed
  const id = `camp_${number}`
  const loyaltyCard = { points: pick([0, 0, 120]), expirationRules: anyExpiry(seed) }
  const campaign = givenCampaign({
    id,
    name: `Club ${number}`,
    autoJoin: true,
    tierTerms: anyTerms(seed),
    voucher: givenTemplate({ loyaltyCard })
  })
  const orders = Array.from({ length: between(0, 3) }, (_, index) =>
    givenEarningRule({
      id: `ern_${id}_${index}`,
      campaignId: id,
      earning: { type: 'FIXED', points: between(1, 80) },
      pendingDays: once(4) ? between(1, 60) : null,
      expirationRules: anyExpiry(seed)
    })
  )
  const tiers = anyTiers(
    seed,
    id,
    orders.map(rule => rule.id)
  )
  const voucher = { id: `v_${number}`, code: `CLUB-${number}`, campaignId: id }
  const held = givenCard({ ...voucher, card: givenBalance() })
  return {
    campaign,
    rules: [...orders, ...anyConsequences(seed, id, tiers, filterSegments)],
    tiers,
    card: once(2) ? null : { voucher: held, lots: [] },
    spare: once(5) ? null : givenSpareCard(voucher),
    vouchersCount: 0
  }
}

t.test('followUp: whatever happens to a customer, everybody is where they belong', async t => {
  const kinds = new Set<string>()
  const cases = casesOf(t, { gate: 50, soak: 300 })
  for (const seed of cases) {
    const { once, pick, between } = seed
    const segments = anySegments(seed)
    const clubs = Array.from({ length: between(1, 3) }, (_, index) =>
      anyClub(seed, index + 1, segments)
    )
    const lifetime = new Lifetime(clubs, segments, NOW)
    const story: string[] = []
    for (let step = 0; step < 25; step++) {
      const deed = pick([
        ...(['pays', 'pays', 'gives', 'takes', 'midnight', 'nothing'] as const),
        ...(['redeems', 'redeems', 'rolls back'] as const)
      ])
      const days = once(2) ? 0 : pick([1, 1, 7, 40, between(1, 400)])
      lifetime.now = later(lifetime.now, days)
      story.push(`${days} days later: ${deed}`)
      const club = between(0, clubs.length - 1)
      const mistake = {
        pays: () => lifetime.pay(),
        gives: () => lifetime.adjust(club, between(1, 150)),
        takes: () => lifetime.adjust(club, -between(1, 200)),
        redeems: () => lifetime.redeem(club, between(1, 200)),
        'rolls back': () => lifetime.rollBack(),
        midnight: () => lifetime.midnight(),
        nothing: () => lifetime.review()
      }[deed]()
      if (mistake !== null) {
        t.fail(`life ${seed.nr}: ${mistake}`, { story, clubs, segments })
        return
      }
    }
    for (const { type } of lifetime.events) kinds.add(type)
  }
  const steps = [
    'customer.loyalty.tier.downgraded',
    'customer.loyalty.tier.joined',
    'customer.loyalty.tier.left',
    'customer.loyalty.tier.prolonged',
    'customer.loyalty.tier.upgraded',
    'customer.rewarded.loyalty_points',
    'customer.segment.entered',
    'customer.segment.left'
  ]
  const missing = steps.filter(type => !kinds.has(type))
  cases.together(missing.length === 0, `all kinds of steps were among them, but ${missing}`)
})

t.test('rollbackRedemption: at once, it leaves everything as it was before', async t => {
  let redeemed = 0
  const cases = casesOf(t, { gate: 50, soak: 300 })
  for (const seed of cases) {
    const { once, pick, between } = seed
    const segments = anySegments(seed)
    const clubs = Array.from({ length: between(1, 3) }, (_, index) => {
      const club = anyClub(seed, index + 1, segments)
      // A tier that is kept to the end of a period is kept after a rollback, and so is a card.
      return { ...club, campaign: { ...club.campaign, tierTerms: null, autoJoin: false } }
    })
    const lifetime = new Lifetime(clubs, segments, NOW)
    for (let step = 0; step < 8; step++) {
      lifetime.now = later(lifetime.now, once(2) ? 0 : between(1, 60))
      const club = between(0, clubs.length - 1)
      const lived = pick([
        () => lifetime.pay(),
        () => lifetime.adjust(club, between(1, 150)),
        () => lifetime.midnight()
      ])()
      const reviewed = lived ?? lifetime.review()
      const before = lifetime.state
      const spent = reviewed ?? lifetime.redeem(club, between(1, 300))
      if (spent === null && JSON.stringify(lifetime.state) !== JSON.stringify(before)) redeemed++
      const mistake = spent ?? lifetime.rollBack()
      t.equal(mistake, null)
      if (!t.strictSame(lifetime.state, before, `life ${seed.nr}, step ${step}`)) return
    }
  }
  cases.together(redeemed > 100, `${redeemed} times`)
})

const TERMS: readonly TierTerms[] = (['BALANCE', 'POINTS_IN_PERIOD'] as const).flatMap(
  qualification =>
    (['END_OF_PERIOD', 'END_OF_NEXT_PERIOD'] as const).flatMap(expiration =>
      (['MONTH', 'QUARTER'] as const).map(period => ({ qualification, expiration, period }))
    )
)

/** What became of the tiers of a club, without when it was written. */
function endOf(lifetime: Lifetime) {
  const { tierId = null, expiresOn = null } = lifetime.members.get('camp_1') ?? {}
  const steps = lifetime.events
    .filter(({ type }) => type.startsWith('customer.loyalty.tier.'))
    .map(({ type, data }) => [type, (data as { loyalty_tier_id: string }).loyalty_tier_id])
  return { tierId, expiresOn, steps }
}

t.test('openStanding: after a long silence the steps are those of every midnight', async t => {
  for (const seed of casesOf(t, { gate: 40, soak: 100 })) {
    const { between } = seed
    const tierTerms = seed.pick(TERMS)
    const loyaltyCard = { points: 0, expirationRules: anyExpiry(seed) }
    const campaign = givenCampaign({ tierTerms, voucher: givenTemplate({ loyaltyCard }) })
    const card = { voucher: givenCard({ card: givenBalance() }), lots: [] }
    const rules = [200, 900].map((most, index) =>
      givenEarningRule({
        id: `ern_${index}`,
        earning: { type: 'FIXED', points: between(1, most) },
        pendingDays: between(1, 120)
      })
    )
    const club = { campaign, rules, tiers: givenTiers(), card, spare: null, vouchersCount: 0 }
    const [punctual, late] = [new Lifetime([club], [], NOW), new Lifetime([club], [], NOW)]
    for (let step = 0; step < 4; step++) {
      const points = between(1, 1200)
      const paid = seed.once(2) ? (punctual.pay() ?? late.pay()) : null
      const mistake = paid ?? punctual.adjust(0, points) ?? late.adjust(0, points)
      t.equal(mistake, null)
      for (let day = between(0, 200); day > 0; day--) {
        punctual.now = later(punctual.now, 1)
        const broken = punctual.midnight()
        if (broken !== null) t.fail(broken)
      }
      late.now = punctual.now
    }
    t.equal(late.midnight(), null)
    if (!t.strictSame(endOf(late), endOf(punctual), JSON.stringify({ tierTerms, loyaltyCard })))
      return
  }
})
