/**
 * Arbitrary programs, customers and orders at arbitrary moments.
 *
 * Everything a program may have is in here more than once: every calculation, windows of every
 * kind, validation rules that hold, fail and are gone, tiers, segments and what they earn, cards of
 * every state, orders that are stored, sent and both. A case is plain data, so that one which fails
 * can be printed and kept.
 * Spec: estimateLoyaltyPoints, EarningRule.
 */
import type { EstimateFacts } from '../../../src/decisions/loyalties.ts'
import type { ItemCommand, OrderCommand } from '../../../src/decisions/orders/lines.ts'
import { composeOrder } from '../../../src/decisions/orders/orders.ts'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import type {
  Applicability,
  Campaign,
  Customer,
  Earning,
  EarningRule,
  ExpirationRules,
  Filter,
  Instant,
  ItemTarget,
  LoyaltyTier,
  Metadata,
  Order,
  PendingPoints,
  RuleSet,
  Segment,
  TierMapping,
  TierMembership,
  TierTerms,
  ValidationRule,
  Validity,
  Voucher
} from '../../../src/model.ts'
import { BY_BALANCE, periodOf } from '../../../src/rules/points.ts'
import { addDays } from '../../../src/rules/validity.ts'
import type { Chance } from '../../support/chance.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenLot,
  givenOccasion,
  givenSpareCard,
  givenTemplate,
  givenTotals,
  givenValidity
} from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import { givenProduct, givenSku } from '../../support/given-goods.ts'
import { givenPending } from '../../support/given-records.ts'
import {
  givenEarningRule,
  givenMonths,
  givenRule,
  givenSegment,
  givenTier
} from '../../support/given-rules.ts'
import { givenMembership } from '../../support/given-standing.ts'

/** A program or two, one customer, one order, one moment. */
export interface Guess {
  readonly now: Instant
  readonly timezone: string
  readonly facts: EstimateFacts
  readonly customerMetadata: Metadata
  readonly order: OrderCommand
}

const MOMENTS = [
  '2026-03-01T10:00:00.000Z',
  '2026-02-28T23:30:00.000Z',
  // Around the hour that is skipped in Berlin, and the one that comes twice.
  '2026-03-29T00:59:59.999Z',
  '2026-03-29T01:00:00.000Z',
  '2026-10-25T00:30:00.000Z',
  '2026-10-25T01:30:00.000Z',
  '2027-12-31T23:59:59.999Z'
]
const ZONES = ['Europe/Berlin', 'Etc/UTC', 'America/Los_Angeles', 'Asia/Kolkata']

const PRODUCTS = ['prod_1', 'prod_2', 'prod_3']
const SKUS = ['sku_1', 'sku_2']
const products = new Map(
  PRODUCTS.map((id, index) => {
    const price = index === 2 ? null : 1200 - index * 401
    return [
      id,
      givenProduct({ id, sourceId: `source-${id}`, price, metadata: { n: index } })
    ] as const
  })
)
const skus = new Map(
  SKUS.map((id, index) => {
    const productId = PRODUCTS[index] as string
    return [id, givenSku({ id, productId, sourceId: null, price: 99 + index })] as const
  })
)
const collections = new Map([
  ['prod_1', ['pc_1', 'pc_2']],
  ['sku_2', ['pc_2']]
])
const TARGETS: readonly ItemTarget[] = [
  ...PRODUCTS.map(id => ({ object: 'product', id }) as const),
  ...SKUS.map(id => ({ object: 'sku', id }) as const),
  { object: 'products_collection', id: 'pc_1' },
  { object: 'products_collection', id: 'pc_2' }
]

const RULES: readonly RuleSet[] = [
  { 1: { name: 'order.amount', conditions: { $more_than: [1500] } } },
  { 1: { name: 'order.total_amount', conditions: { $less_than: [3000] } } },
  { 1: { name: 'customer.segment', conditions: { $is: ['seg_vip'] } } },
  {
    1: { name: 'customer.metadata', property: 'n', conditions: { $more_than: [2] } },
    2: { name: 'order.metadata', property: 'n', conditions: { $is: [3] } },
    logic: '1 or 2'
  },
  {
    1: {
      name: 'order.items.any',
      conditions: { $is: ['prod_1', 'pc_2'] },
      rules: { 1: { name: 'order.items.quantity', conditions: { $more_than: [1] } } }
    }
  },
  { 1: { name: 'product.id', conditions: { $is: ['prod_2'] } } },
  // Impossible here: left out beside the first, and nothing left alone.
  {
    1: { name: 'order.items.count', conditions: { $more_than: [0] } },
    2: { name: 'redemption.api_key', conditions: { $is: ['app-1'] } }
  },
  { 1: { name: 'custom_event.metadata', property: 'n', conditions: { $is: [1] } } },
  { 1: { name: 'redemption.count.daily', conditions: { $less_than: [5] } } }
]

/** A case nobody thought of. */
export function guesses(seed: Chance): Guess {
  const { pick, once } = seed
  const now = pick(MOMENTS)
  const customer = once(6) ? null : givenCustomer({ metadata: anyMetadata(seed) })
  const validationRules = new Map(
    RULES.map((rules, index) => [`val_${index}`, anyValidationRule(seed, `val_${index}`, rules)])
  )
  const filterSegments = anySegments(seed)
  const member = customer !== null && !once(4)
  const asked = anyProgram(seed, now, { id: 'camp_1', filterSegments, member })
  const other = anyProgram(seed, now, { id: 'camp_2', filterSegments, member: !once(2) && member })
  return {
    now,
    timezone: pick(ZONES),
    facts: {
      programs: once(2) ? [asked, other] : [asked],
      campaign: asked.campaign,
      customer,
      storedOrder: once(2) ? null : anyStored(seed, customer),
      inventory: { products, skus },
      validationRules,
      collections,
      segments: customer !== null && once(2) ? ['seg_vip'] : [],
      filterSegments,
      totals: customer === null ? null : givenTotals({ cardBalance: 100 }),
      reviewedOn: null
    },
    customerMetadata: once(2) ? {} : anyMetadata(seed),
    order: anyOrder(seed)
  }
}

interface Wanted {
  readonly id: string
  readonly filterSegments: readonly Segment[]
  readonly member: boolean
}

function anyProgram(
  seed: Chance,
  now: Instant,
  { id: campaignId, filterSegments, member }: Wanted
): ProgramFacts {
  const { once, below } = seed
  const campaign = { ...anyCampaign(seed, now), id: campaignId }
  const rules = Array.from({ length: 1 + below(6) }, (_, index) => ({
    ...anyRule(seed, `ern_${campaignId}_${index}`, now),
    campaignId
  }))
  const ids = rules.map(({ id }) => id)
  const tiers = anyTiers(seed, campaignId, ids)
  const card = member ? { ...anyCard(seed, now), id: `v_${campaignId}`, campaignId } : null
  const lot = givenLot({ id: `lopb_${campaignId}`, voucherId: `v_${campaignId}`, campaignId })
  return {
    campaign,
    rules: [...rules, ...anyConsequences(seed, campaignId, tiers, filterSegments)],
    tiers,
    card: card === null ? null : { voucher: card, lots: [lot] },
    vouchersCount: 0,
    spare: once(2) ? givenSpareCard({ id: 'v_9', code: 'SPARE', campaignId }) : null,
    membership: card && anyMembership(seed, card, tiers, campaign.tierTerms, now),
    due: card === null ? [] : anyDue(seed, card, now)
  }
}

function anyMetadata({ pick, between, once }: Chance): Metadata {
  const value = () => pick([between(0, 9), between(0, 900) / 100, -3, '7', null, true, 1e15])
  return { ...(once(3) ? {} : { n: value() }), ...(once(2) ? {} : { m: value() }) }
}

function anyMoment({ pick, between }: Chance, now: Instant): Instant {
  const hour = 3_600_000
  const away = pick([0, 1, -1, hour, -hour, between(-60, 60) * 24 * hour])
  return new Date(Date.parse(now) + away).toISOString()
}

function anyValidity(seed: Chance, now: Instant): Validity {
  const { pick, once, between } = seed
  const startDate = once(3) ? anyMoment(seed, now) : null
  const expirationDate = once(4) ? anyMoment(seed, now) : null
  const timeframe = {
    interval: pick(['P1D', 'P2D', 'P1M', 'PT5H']),
    duration: pick(['PT3H', 'P1D'])
  }
  const hour = String(between(0, 22)).padStart(2, '0')
  const window = { startTime: `${hour}:00`, expirationTime: '23:59', daysOfWeek: null }
  return givenValidity({
    startDate,
    expirationDate,
    timeframe: startDate !== null && once(3) ? timeframe : null,
    daysOfWeek: once(5) ? [between(0, 3), between(4, 6)] : null,
    hours: once(6) ? { daily: [window] } : null
  })
}

function anyExpiry({ pick, between, once }: Chance): ExpirationRules | null {
  if (once(2)) return null
  if (once(3)) return { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: between(1, 12), fixedDay: 31 }
  const roundingType = pick([null, 'END_OF_MONTH', 'END_OF_YEAR'] as const)
  return givenMonths(between(0, 24), roundingType)
}

const CALCULATIONS = [
  'ORDER_AMOUNT',
  'ORDER_TOTAL_AMOUNT',
  'ORDER_METADATA',
  'ORDER_ITEMS_AMOUNT',
  'ORDER_ITEMS_SUBTOTAL_AMOUNT',
  'ORDER_ITEMS_QUANTITY',
  'CUSTOMER_METADATA',
  'CUSTOM_EVENT_METADATA'
] as const

function anyEarning({ pick, between, once }: Chance): Earning {
  if (once(6)) return { type: 'FIXED', points: between(1, 50) }
  const calculation = pick(CALCULATIONS)
  const byLines = calculation.startsWith('ORDER_ITEMS')
  return {
    type: 'PROPORTIONAL',
    calculation,
    every: pick([1, 1, 2, 7, 100, 333, 1000]),
    points: pick([1, 2, 9, between(1, 100)]),
    property: calculation.endsWith('METADATA') ? pick(['n', 'm']) : null,
    targets: byLines ? [pick(TARGETS), ...(once(2) ? [pick(TARGETS)] : [])] : null
  }
}

function anyRule(seed: Chance, id: string, now: Instant): EarningRule {
  const { pick, between, once, below } = seed
  return givenEarningRule({
    id,
    event: once(20) ? 'product_reviewed' : 'order.paid',
    segmentId: once(20) ? 'seg_vip' : null,
    active: !once(20),
    earning: anyEarning(seed),
    validity: once(4) ? anyValidity(seed, now) : givenValidity(),
    pendingDays: once(3) ? between(1, 90) : null,
    expirationRules: anyExpiry(seed),
    validationRuleId: once(3) ? `val_${pick([below(RULES.length), below(RULES.length), 99])}` : null
  })
}

function anyValidationRule(seed: Chance, id: string, rules: RuleSet): ValidationRule {
  const { pick, once } = seed
  const items = (): Applicability['included'] =>
    once(3) ? [{ ...pick(TARGETS), sourceId: null }] : []
  const applicableTo = { included: items(), excluded: items(), includedAll: once(2) }
  return givenRule({ id, rules, applicableTo })
}

function anyCampaign(seed: Chance, now: Instant): Campaign {
  const { pick, once } = seed
  const loyaltyCard = { points: pick([0, 0, 50]), expirationRules: anyExpiry(seed) }
  return givenCampaign({
    active: !once(30),
    autoJoin: !once(8),
    type: pick(['STATIC', 'AUTO_UPDATE']),
    validity: once(12) ? anyValidity(seed, now) : givenValidity(),
    voucher: givenTemplate({ loyaltyCard }),
    tierTerms: anyTerms(seed)
  })
}

function anyCard(seed: Chance, now: Instant): Voucher {
  const { pick, once } = seed
  const points = once(30) ? Number.MAX_SAFE_INTEGER - pick([0, 5, 100]) : 100
  return givenCard({
    active: !once(30),
    card: givenBalance({ points, balance: 100, pendingPoints: pick([0, 0, 7, 130]) }),
    validity: once(15) ? anyValidity(seed, now) : givenValidity()
  })
}

function anyItem({ pick, between, once }: Chance): ItemCommand {
  return givenItemCommand({
    productId: once(6) ? undefined : pick(PRODUCTS),
    skuId: once(3) ? pick(SKUS) : undefined,
    quantity: once(2) ? undefined : between(1, 6),
    discountQuantity: once(5) ? between(0, 3) : undefined,
    price: once(3) ? pick([0, between(1, 3000), 33]) : undefined,
    discountAmount: once(4) ? between(0, 900) : undefined,
    metadata: once(3) ? { n: between(0, 3) } : undefined
  })
}

function anyOrder(seed: Chance): OrderCommand {
  const { between, once, pick } = seed
  const items = Array.from({ length: between(0, 4) }, () => anyItem(seed))
  const unknown = givenItemCommand({ productId: 'prod_x' })
  return givenOrderCommand({
    amount: once(20) ? pick([0, Number.MAX_SAFE_INTEGER]) : once(3) ? between(1, 9000) : undefined,
    discountAmount: once(4) ? between(0, 2000) : undefined,
    items: once(4) ? undefined : once(40) ? [...items, unknown] : items,
    metadata: once(2) ? anyMetadata(seed) : undefined
  })
}

/** Not paid yet, and nobody's, or the customer's own. */
function anyStored(seed: Chance, customer: Customer | null): Order | null {
  const { pick, once } = seed
  const goods = { inventory: { products, skus }, schemas: { order: null, orderItem: null } }
  const composed = composeOrder(null, anyOrder(seed), goods, givenOccasion())
  if ('refusal' in composed) return null
  const customerId = customer === null || once(2) ? null : customer.id
  return { ...composed.order, status: pick(['CREATED', 'CANCELED']), customerId }
}

// biome-ignore format: a table
const BANDS = [
  [[0, 99], [100, 299], [300, null]],
  [[50, 149], [200, null]],
  [[0, null]]
] as const

const PERIODS = ['MONTH', 'QUARTER', 'HALF_YEAR', 'YEAR'] as const

/** Terms of every kind; null more often than any other. */
function anyTerms({ pick, once }: Chance): TierTerms | null {
  if (once(2)) return null
  const qualification = pick(['BALANCE', 'POINTS_IN_PERIOD'] as const)
  if (qualification === 'BALANCE' && once(3)) return BY_BALANCE
  const expiration = pick(['END_OF_PERIOD', 'END_OF_NEXT_PERIOD'] as const)
  return { qualification, period: pick(PERIODS), expiration }
}

/** Bands from the bottom, with what they make of the rules that are named. */
function anyTiers(
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
function anyMembership(
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
function anyDue(
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
        expirationRules: once(2) ? null : givenMonths(1)
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
function anySegments({ once }: Chance): readonly Segment[] {
  if (once(2)) return []
  return FILTERS.map((filter, index) =>
    givenSegment({ id: `seg_${index}`, name: `S${index}`, type: 'auto-update', filter })
  ).filter(() => !once(3))
}

/** Rules that pay for what follows. */
function anyConsequences(
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
