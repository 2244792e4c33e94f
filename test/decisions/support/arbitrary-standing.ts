/**
 * Arbitrary tiers, segments and what they earn: the part of an arbitrary program that follows from
 * points. See arbitrary-programs.ts.
 *
 * Spec: EarningRule.segment, EarningRule.loyalty_tier.
 */
import type {
  EarningRule,
  Filter,
  Instant,
  LoyaltyTier,
  PendingPoints,
  Segment,
  TierMapping,
  TierMembership,
  TierTerms,
  Voucher
} from '../../../src/model.ts'
import { BY_BALANCE, periodOf } from '../../../src/rules/points.ts'
import { addDays } from '../../../src/rules/validity.ts'
import type { Chance } from '../../support/chance.ts'
import { givenPending } from '../../support/given-records.ts'
import { givenEarningRule, givenSegment, givenTier } from '../../support/given-rules.ts'
import { givenMembership } from '../../support/given-standing.ts'

// biome-ignore format: a table
const BANDS = [
  [[0, 99], [100, 299], [300, null]],
  [[50, 149], [200, null]],
  [[0, null]]
] as const

const PERIODS = ['MONTH', 'QUARTER', 'HALF_YEAR', 'YEAR'] as const

/** Terms of every kind; null more often than any other. */
export function anyTerms({ pick, once }: Chance): TierTerms | null {
  if (once(2)) return null
  const qualification = pick(['BALANCE', 'POINTS_IN_PERIOD'] as const)
  if (qualification === 'BALANCE' && once(3)) return BY_BALANCE
  const expiration = pick(['END_OF_PERIOD', 'END_OF_NEXT_PERIOD'] as const)
  return { qualification, period: pick(PERIODS), expiration }
}

/** Bands from the bottom, with what they make of the rules that are named. */
export function anyTiers(
  seed: Chance,
  campaignId: string,
  ruleIds: readonly string[]
): readonly LoyaltyTier[] {
  if (seed.once(3)) return []
  return seed.pick(BANDS).map(([pointsFrom, pointsTo], index) => {
    const id = `ltr_${campaignId}_${index}`
    return givenTier({
      id,
      campaignId,
      name: `Tier ${index}`,
      pointsFrom,
      pointsTo,
      mapping: anyMapping(seed, ruleIds)
    })
  })
}

function anyMapping({ pick, once, between }: Chance, ruleIds: readonly string[]): TierMapping {
  const mapped = ruleIds
    .filter(() => once(3))
    .map(id => {
      const multiply = { type: 'MULTIPLY', multiplier: pick([0.1, 0.5, 1.333333, 2, 3]) } as const
      const custom = { type: 'CUSTOM', points: between(1, 60) } as const
      return [id, pick([multiply, custom])] as const
    })
  return Object.fromEntries(mapped)
}

/** Where a card may stand: nowhere, where it belongs, or where it stood too long. */
export function anyMembership(
  seed: Chance,
  { id: voucherId }: Voucher,
  tiers: readonly LoyaltyTier[],
  terms: TierTerms | null,
  now: Instant
): TierMembership | null {
  const { pick, once, between } = seed
  const first = tiers[0]
  if (first === undefined || once(4)) return null
  const tierId = once(6) ? null : pick(tiers).id
  const today = now.slice(0, 10)
  const period = terms?.period ?? null
  const lasts = period !== null && tierId !== null
  const byPeriod = terms?.qualification === 'POINTS_IN_PERIOD' && period !== null
  return givenMembership({
    voucherId,
    campaignId: first.campaignId,
    tierId,
    startedAt: tierId === null ? null : '2025-01-01T00:00:00.000Z',
    expiresOn: lasts ? addDays(today, between(-200, 200)) : null,
    periodStartsOn: byPeriod
      ? periodOf(once(2) ? today : addDays(today, -between(1, 400)), period).startsOn
      : null,
    pointsBefore: byPeriod ? between(0, 100) : 0
  })
}

/** All or some of what waits on a card, to come around these days; most of it is late. */
export function anyDue(
  { once, between }: Chance,
  { id: voucherId, campaignId, card }: Voucher,
  now: Instant
): readonly PendingPoints[] {
  const waiting = card?.pendingPoints ?? 0
  if (waiting === 0 || once(5)) return []
  const first = between(1, waiting - 1)
  return [first, ...(once(2) ? [waiting - first] : [])]
    .map((points, index) =>
      givenPending({
        id: `lopp_${campaignId}_${index}`,
        voucherId,
        campaignId: campaignId as string,
        points,
        activatesOn: addDays(now.slice(0, 10), between(-90, 1)),
        expirationRules: once(2)
          ? null
          : { periodType: 'MONTH', periodValue: 1, roundingType: null, roundingValue: null }
      })
    )
    .sort((a, b) => (a.activatesOn < b.activatesOn ? -1 : 1))
}

const FILTERS: readonly Filter[] = [
  { junction: 'and', fields: { 'summary.orders.total_count': { $more_than: [0] } } },
  { junction: 'and', fields: { loyalty_points: { $more_than: [150] } } },
  { junction: 'or', fields: { loyalty_points: { $less_than: [120] }, name: { $is: ['Nobody'] } } },
  { junction: 'and', fields: { 'metadata.n': { $more_than: [3] } } },
  { junction: 'and', fields: { 'loyalty_tier.camp_1': { $is: ['Tier 1'] } } },
  { junction: 'and', fields: { 'summary.orders.last_order_amount': { $more_than: [2000] } } }
]

/** Segments that follow from filters; none of them in every other case. */
export function anySegments({ once }: Chance): readonly Segment[] {
  if (once(2)) return []
  return FILTERS.map((filter, index) =>
    givenSegment({ id: `seg_${index}`, name: `S${index}`, type: 'auto-update', filter })
  ).filter(() => !once(3))
}

/** Rules that pay for what follows. */
export function anyConsequences(
  seed: Chance,
  campaignId: string,
  tiers: readonly LoyaltyTier[],
  segments: readonly Segment[]
): readonly EarningRule[] {
  const { pick, once, between } = seed
  const rules: EarningRule[] = []
  const id = () => `ern_${campaignId}_f${rules.length}`
  const earning = () => ({ type: 'FIXED', points: between(1, 90) }) as const
  for (const segment of segments) {
    if (once(2)) continue
    const event = 'customer.segment.entered'
    rules.push(
      givenEarningRule({ id: id(), campaignId, event, segmentId: segment.id, earning: earning() })
    )
  }
  for (const kind of ['joined', 'left', 'upgraded', 'downgraded', 'prolonged']) {
    if (tiers.length === 0 || once(2)) continue
    const event = `customer.loyalty.tier.${kind}`
    const loyaltyTierId = once(2) ? null : pick(tiers).id
    rules.push(givenEarningRule({ id: id(), campaignId, event, loyaltyTierId, earning: earning() }))
  }
  return rules
}
