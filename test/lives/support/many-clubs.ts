/**
 * Clubs of every kind beside the demo's, for a run of whatever may happen: tiers by what came in
 * during a month and by the balance at the end of a quarter, points that wait and points that
 * lapse soon, segments by orders, points, tiers, metadata and days, and limits by how often.
 */
import type { CreateSegment } from '../../../src/decisions/segments.ts'
import type { ExpirationRules } from '../../../src/model.ts'
import { ALWAYS } from '../../../src/rules/validity.ts'
import type { Service } from '../../support/app.ts'
import type { BackOffice } from '../../support/back-office.ts'
import { type GivenStep, givenSteps } from '../../support/given-steps.ts'

/** Customers by source id; some have a card where nobody is enrolled by itself. */
export const REGULARS = ['ada', 'ben', 'cleo', 'dora', 'emil'] as const

/** Customers who come less often. */
export const GUESTS = ['gil', 'hana', 'ivo'] as const

const ANY = { id: '__ANY__' } as const

function months(periodValue: number): ExpirationRules {
  return { periodType: 'MONTH', periodValue, roundingType: 'END_OF_MONTH', roundingValue: null }
}

const fixed = (points: number) => ({ type: 'FIXED', points }) as const

function club(id: string, name: string, points: number, expirationRules: ExpirationRules) {
  return {
    make: 'campaign',
    ids: [id],
    name,
    campaignType: 'LOYALTY_PROGRAM',
    type: 'AUTO_UPDATE',
    autoJoin: true,
    validity: ALWAYS,
    voucher: { type: 'LOYALTY_CARD', loyaltyCard: { points, expirationRules } }
  } as const
}

/** Counts what comes in during a month; a tier lasts to the end of the next one. */
const MONTHLY: readonly GivenStep[] = [
  {
    ...club('camp_00month', 'Month Club', 10, months(2)),
    tierTerms: {
      qualification: 'POINTS_IN_PERIOD',
      period: 'MONTH',
      expiration: 'END_OF_NEXT_PERIOD'
    }
  },
  {
    make: 'earning rules',
    campaign: 'camp_00month',
    ids: ['ern_00mtotal'],
    rules: [
      {
        event: 'order.paid',
        validationRuleId: 'val_00twenty',
        loyalty: {
          type: 'PROPORTIONAL',
          calculationType: 'ORDER_TOTAL_AMOUNT',
          blocks: { 'order.total_amount': { every: 200, points: 3 } }
        }
      }
    ]
  },
  {
    make: 'earning rules',
    campaign: 'camp_00month',
    ids: ['ern_00mmugs'],
    rules: [
      {
        event: 'order.paid',
        pendingDays: 20,
        loyalty: {
          type: 'PROPORTIONAL',
          calculationType: 'ORDER_ITEMS_QUANTITY',
          blocks: {
            'order_items.quantity': { every: 1, points: 40, object: 'product', id: 'prod_00mug' }
          }
        }
      }
    ]
  },
  {
    make: 'earning rules',
    campaign: 'camp_00month',
    rules: [
      { event: 'customer.loyalty.tier.joined', loyaltyTier: ANY, loyalty: fixed(3) },
      { event: 'customer.loyalty.tier.upgraded', loyaltyTier: ANY, loyalty: fixed(7) },
      { event: 'customer.loyalty.tier.downgraded', loyaltyTier: ANY, loyalty: fixed(2) },
      { event: 'customer.loyalty.tier.prolonged', loyaltyTier: ANY, loyalty: fixed(5) },
      { event: 'customer.loyalty.tier.left', loyaltyTier: ANY, loyalty: fixed(1) }
    ]
  },
  {
    make: 'loyalty tiers',
    campaign: 'camp_00month',
    ids: ['ltr_00m1', 'ltr_00m2', 'ltr_00m3'],
    tiers: [
      { name: 'Espresso', pointsFrom: 30, pointsTo: 99 },
      {
        name: 'Doppio',
        pointsFrom: 100,
        pointsTo: 249,
        mapping: { ern_00mmugs: { type: 'CUSTOM', points: 99 } }
      },
      {
        name: 'Ristretto',
        pointsFrom: 250,
        mapping: { ern_00mtotal: { type: 'MULTIPLY', multiplier: 1.25 } }
      }
    ]
  }
]

/** Goes by the balance, at the end of a quarter; points lapse on the last of June. */
const QUARTERLY: readonly GivenStep[] = [
  {
    ...club('camp_00quarter', 'Quarter Club', 0, {
      periodType: 'FIXED_DAY_OF_YEAR',
      fixedMonth: 6,
      fixedDay: 30
    }),
    tierTerms: { qualification: 'BALANCE', period: 'QUARTER', expiration: 'END_OF_PERIOD' }
  },
  {
    make: 'earning rules',
    campaign: 'camp_00quarter',
    ids: ['ern_00qamount'],
    rules: [
      {
        event: 'order.paid',
        expirationRules: {
          periodType: 'MONTH',
          periodValue: 1,
          roundingType: null,
          roundingValue: null
        },
        loyalty: {
          type: 'PROPORTIONAL',
          calculationType: 'ORDER_AMOUNT',
          blocks: { 'order.amount': { every: 300, points: 2 } }
        }
      }
    ]
  },
  {
    make: 'earning rules',
    campaign: 'camp_00quarter',
    rules: [
      { event: 'order.paid', pendingDays: 1, loyalty: fixed(5) },
      { event: 'product_reviewed', customEvent: { schemaId: 'ms_00review' }, loyalty: fixed(4) },
      { event: 'customer.loyalty.tier.prolonged', loyaltyTier: ANY, loyalty: fixed(6) },
      { event: 'customer.loyalty.tier.downgraded', loyaltyTier: ANY, loyalty: fixed(3) }
    ]
  },
  {
    make: 'loyalty tiers',
    campaign: 'camp_00quarter',
    ids: ['ltr_00q1', 'ltr_00q2', 'ltr_00q3'],
    tiers: [
      { name: 'Small', pointsFrom: 20, pointsTo: 79 },
      { name: 'Medium', pointsFrom: 100, pointsTo: 299 },
      {
        name: 'Large',
        pointsFrom: 300,
        mapping: { ern_00qamount: { type: 'MULTIPLY', multiplier: 2 } }
      }
    ]
  }
]

function limited(id: string, name: string, most: number, to: string): readonly GivenStep[] {
  const conditions = { $less_than_or_equal: [most] }
  return [
    {
      make: 'validation rule',
      ids: [`val_00${id}`],
      name: `At most ${most} of ${name}`,
      rules: { '1': { name, property: null, conditions, rules: {} }, logic: '1' },
      errorMessage: 'Enough.',
      type: 'basic',
      contextType: 'global'
    },
    {
      make: 'validation rule assignment',
      rule: `val_00${id}`,
      to: to.startsWith('camp_') ? 'campaign' : 'reward_assignment',
      id: to
    }
  ]
}

function offer(id: string, reward: string, campaign: string, points: number | null): GivenStep {
  return { make: 'reward assignment', ids: [id], reward, campaign, points }
}

/** What points of these clubs buy, and how often. */
const OFFERS: readonly GivenStep[] = [
  {
    make: 'earning rules',
    campaign: 'camp_00bakery',
    rules: [{ event: 'order.paid', loyalty: fixed(7), expirationRules: months(0) }]
  },
  offer('rewa_00mcoin', 'rew_00coin', 'camp_00month', null),
  offer('rewa_00mmug', 'rew_00mug', 'camp_00month', 5),
  offer('rewa_00qcoin', 'rew_00coin', 'camp_00quarter', null),
  offer('rewa_00qbakery', 'rew_00bakery', 'camp_00quarter', 9),
  offer('rewa_00bmug', 'rew_00mug', 'camp_00bakery', 2),
  ...limited('daily', 'redemption.count.per_customer.daily', 2, 'rewa_00mmug'),
  ...limited('weekly', 'campaign.redemptions.count.weekly', 30, 'camp_00quarter'),
  ...limited('monthly', 'campaign.redemptions.customers_count.monthly', 20, 'camp_00month'),
  ...limited('spent', 'campaign.orders.amount_discounted', 900_000, 'camp_00month')
]

const MEMBERS: readonly GivenStep[] = [
  ...['dora', 'emil', ...GUESTS].map(
    (sourceId): GivenStep => ({ make: 'customer', ids: [`cust_00${sourceId}`], sourceId })
  ),
  ...(['ada', 'ben', 'dora'] as const).flatMap((customer): GivenStep[] => {
    const code = `BAKE-${customer.toUpperCase()}`
    return [
      { make: 'voucher', campaign: 'camp_00bakery', code },
      { make: 'member', code, customer }
    ]
  }),
  { make: 'voucher', campaign: 'camp_00friends', code: 'FRIEND-BEN' },
  { make: 'publication', code: 'FRIEND-BEN', customer: 'ben' }
]

/** What is known of a customer, read from the tables by hand. */
export interface KnownOf {
  readonly ordersCount: number
  readonly ordersAmount: number
  readonly failed: number
  /** Null: never. */
  readonly lastOrderDaysAgo: number | null
  /** In the demo's club; null without a card there. */
  readonly clubPoints: number | null
  /** The tier of the Month Club. */
  readonly tier: string | null
  readonly plan: unknown
}

/** A segment, what it brings in which club, and the same said once more in other words. */
interface Selected {
  readonly fields: NonNullable<CreateSegment['filter']>['fields']
  readonly junction?: 'or'
  readonly club: string
  readonly points: number
  readonly selects: (known: KnownOf) => boolean
}

const SEGMENTS: { readonly [name: string]: Selected } = {
  Rich: {
    fields: { 'loyalty_points.camp_00club': { $more_than_equal: [1500] } },
    club: 'camp_00quarter',
    points: 20,
    selects: ({ clubPoints }) => clubPoints !== null && clubPoints >= 1500
  },
  Ristretti: {
    fields: { 'loyalty_tier.camp_00month': { $is: ['ltr_00m3'] } },
    club: 'camp_00club',
    points: 15,
    selects: ({ tier }) => tier === 'ltr_00m3'
  },
  Planned: {
    fields: { 'metadata.plan': { $in: ['gold', 'platinum'] } },
    club: 'camp_00month',
    points: 5,
    selects: ({ plan }) => plan === 'gold' || plan === 'platinum'
  },
  Sleepy: {
    fields: { 'summary.orders.last_order_date': { $more_than_ago: [30] } },
    club: 'camp_00month',
    points: 4,
    selects: ({ lastOrderDaysAgo }) => lastOrderDaysAgo !== null && lastOrderDaysAgo > 30
  },
  Loud: {
    junction: 'or',
    fields: {
      'summary.orders.total_amount': { $more_than: [100_000] },
      'summary.redemptions.total_failed': { $more_than_equal: [3] }
    },
    club: 'camp_00bakery',
    points: 6,
    selects: ({ ordersAmount, failed }) => ordersAmount > 100_000 || failed >= 3
  }
}

/** Who belongs to a segment of the demo or of these clubs, by its name. */
export const SELECTS: { readonly [name: string]: Selected['selects'] } = {
  Regulars: ({ ordersCount }) => ordersCount >= 2,
  ...Object.fromEntries(Object.entries(SEGMENTS).map(([name, { selects }]) => [name, selects]))
}

/** Makes the clubs in the demo project, and what they need. */
export async function givenManyClubs(service: Service, office: BackOffice): Promise<void> {
  await givenSteps(service, [...MONTHLY, ...QUARTERLY, ...OFFERS, ...MEMBERS])
  for (const [name, { fields, junction = 'and', club: campaign, points }] of Object.entries(
    SEGMENTS
  )) {
    const programs = ['camp_00club', 'camp_00month']
    const { id } = await office.segment(
      { name, type: 'auto-update', filter: { junction, fields } },
      programs
    )
    const event = 'customer.segment.entered'
    const rules = [{ event, segment: { id }, loyalty: fixed(points) }]
    await givenSteps(service, [{ make: 'earning rules', campaign, rules }])
  }
}
