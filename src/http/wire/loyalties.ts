/**
 * Earning rules, tiers, estimates and pending points on the wire. Each way of calculating has its
 * figures in a block of its own, which the decision chooses. An earning rule is kept normalised; its
 * figures go back into the block where they were sent.
 * Spec: EarningRuleRequest, UpdateEarningRuleRequest, ExpirationRulesRequest, EarningRule,
 * PointsEstimation, PendingPointsEntry, LoyaltyTier.
 */
import {
  ANY_TIER,
  type Estimate,
  type Loyalty,
  type NewEarningRule,
  type NewLoyaltyTier,
  type UpdateEarningRule,
  type UpdateLoyaltyTier
} from '../../decisions/loyalties.ts'
import { cardOf } from '../../decisions/points/lots.ts'
import type {
  EarningRule,
  EventSource,
  LoyaltyTier,
  PendingPoints,
  TierMapping,
  Voucher
} from '../../model.ts'
import { BLOCKS, blockOf, type Earning, eventKind } from '../../rules/points.ts'
import type { ExpirationRules } from '../../rules/validity.ts'
import type { Request } from '../types.ts'
import { listedFrom, readerOf, type Schemas, viewOf, type Wire, withoutNulls } from '../wire.ts'
import { metadataOf, validityChanges, validityCommand, viewValidity } from './values.ts'
import { viewLoyaltyCardBalance } from './vouchers.ts'

interface WireLoyalty {
  readonly type: Loyalty['type']
  readonly points?: number | string
  readonly calculation_type?: NonNullable<Loyalty['calculationType']>
  readonly [fact: string]: unknown
}

/** `index` names the rule in a refusal. */
export function earningRuleCommand(
  rule: Schemas['EarningRuleRequest'],
  index: number
): NewEarningRule {
  const { pending_points: pending, expiration_rules: expiration } = rule
  return {
    event: rule.event,
    validationRuleId: rule.validation_rule_id,
    segment: rule.segment,
    customEvent: rule.custom_event && { schemaId: rule.custom_event.schema_id },
    loyaltyTier: rule.loyalty_tier,
    loyalty: loyaltyCommand(rule.loyalty),
    banner: rule.source?.banner,
    active: rule.active,
    validity: validityCommand(rule, `[${index}].`),
    pendingDays: pending?.period_value,
    expirationRules: expiration && expirationCommand(expiration),
    metadata: metadataOf(rule.metadata)
  }
}

/** The earning of a rule; the decision reads its block. */
function loyaltyCommand(wire: WireLoyalty): Loyalty {
  const { type, points, calculation_type: calculationType } = wire
  const sent = BLOCKS.flatMap(path => {
    const [fact = '', figure = ''] = path.split('.')
    const block = (wire[fact] as { readonly [figure: string]: WireBlock } | undefined)?.[figure]
    return block === undefined ? [] : [[path, readBlock(block)] as const]
  })
  return { type, points, calculationType, blocks: Object.fromEntries(sent) }
}

type WireBlock = Partial<
  Schemas['EarningStepRequest'] &
    Schemas['MetadataEarningStepRequest'] &
    Schemas['ItemsEarningStepRequest']
>

const readBlock = readerOf('every points property object id applicable_to')

/** For a rule or a campaign; the document leaves out parts that do not apply. */
export function expirationCommand(
  wire: NonNullable<Schemas['ExpirationRulesRequest']>
): ExpirationRules {
  if (wire.period_type === 'FIXED_DAY_OF_YEAR') {
    return {
      periodType: 'FIXED_DAY_OF_YEAR',
      fixedMonth: wire.fixed_month as number,
      fixedDay: wire.fixed_day as number
    }
  }
  return {
    periodType: 'MONTH',
    periodValue: wire.period_value as number,
    roundingType: wire.rounding_type ?? null,
    roundingValue: wire.rounding_value ?? null
  }
}

export function earningRuleChangesWanted(
  body: Schemas['UpdateEarningRuleRequest']
): UpdateEarningRule {
  const { pending_points: pending, expiration_rules: expiration } = body
  return {
    loyalty: body.loyalty && loyaltyCommand(body.loyalty),
    banner: body.source?.banner,
    validity: validityChanges(body),
    pendingDays: pending === null ? null : pending?.period_value,
    expirationRules: expiration && expirationCommand(expiration),
    validationRuleId: body.validation_rule_id,
    metadata: metadataOf(body.metadata)
  }
}

/** A page after an entry, newest first unless the query says otherwise; perhaps with a limit. */
export function wantedPendingPoints({
  limit,
  order = '-id',
  starting_after_id: startingAfterId
}: Request<'listMemberPendingPoints'>['query']) {
  return { ...(limit === undefined ? {} : { limit }), order, startingAfterId }
}

/** Active and pending points together. */
export function viewPointsEstimation({ campaign, points }: Estimate): Wire<'PointsEstimation'> {
  const { id, name } = campaign
  return { campaign: { id, name, object: 'campaign' }, points_estimation: points }
}

const listedPending = listedFrom('data', viewPendingPoints)

export function viewPendingPointsList(
  found: Parameters<typeof listedPending>[0]
): Wire<'PendingPointsList'> {
  const last = found.hasMore ? (found.entries.at(-1)?.id ?? null) : null
  return { ...listedPending(found), ...withoutNulls({ more_starting_after: last }) }
}

const pendingView = viewOf(
  'id voucher_id campaign_id customer_id order_id points activates_at details created_at updated_at?'
)
const eventView = viewOf('id type group_id entity_id created_at category event_source')

/** `activates_at` is a day in the project's zone. */
function viewPendingPoints(entry: PendingPoints): Wire<'PendingPointsEntry'> {
  const { event, banner, orderSourceId, holderLoyaltyTier, loyaltyTier } = entry.details
  return pendingView({
    ...entry,
    activatesAt: entry.activatesOn,
    details: {
      ...withoutNulls({ holder_loyalty_tier: holderLoyaltyTier, loyalty_tier: loyaltyTier }),
      event: eventView({ ...event, eventSource: viewEventSource(event.source) }),
      earning_rule: { id: entry.earningRuleId, source: withoutNulls({ banner }) },
      order: { id: entry.orderId, source_id: orderSourceId }
    }
  })
}

function viewEventSource(source: EventSource): Wire<'EventSource'> {
  switch (source.channel) {
    case 'API': {
      const { name, appId } = source.apiKey
      return { channel: source.channel, api_key: { name, app_id: appId } }
    }
    case 'USER_PORTAL':
      return { channel: source.channel, user: { id: source.userId } }
    case 'INTERNAL':
      return { channel: source.channel }
  }
}

/** Properties that do not apply to its event are absent; so are limits that its campaign gives. */
export function viewEarningRule(rule: EarningRule): Wire<'EarningRule'> {
  const { segmentId, eventSchemaId, pendingDays, expirationRules } = rule
  const tierId = rule.loyaltyTierId ?? (eventKind(rule.event) === 'tier' ? ANY_TIER : null)
  return {
    id: rule.id,
    created_at: rule.createdAt,
    updated_at: rule.updatedAt,
    validation_rule_id: rule.validationRuleId,
    loyalty: viewEarning(rule.earning),
    event: rule.event,
    ...withoutNulls({
      segment: segmentId === null ? null : { id: segmentId },
      custom_event: eventSchemaId === null ? null : { schema_id: eventSchemaId },
      // The sign for every tier, where its event is about tiers and none is named.
      loyalty_tier: tierId === null ? null : { id: tierId },
      pending_points:
        pendingDays === null ? null : { period_type: 'DAY' as const, period_value: pendingDays },
      expiration_rules: expirationRules && viewExpirationRules(expirationRules)
    }),
    source: {
      ...withoutNulls({ banner: rule.banner }),
      object_id: rule.campaignId,
      object_type: 'campaign'
    },
    active: rule.active,
    ...withoutNulls({ ...viewValidity(rule.validity) }),
    object: 'earning_rule',
    automation_id: rule.automationId,
    metadata: rule.metadata
  }
}

function viewEarning(earning: Earning): Wire<'Earning'> {
  if (earning.type === 'FIXED') return { type: 'FIXED', points: earning.points }
  const { calculation, every, points, property, targets } = earning
  const [fact = '', figure = ''] = blockOf(calculation).split('.')
  // The first as the two properties every client knows; all of them once there are several.
  const [first, ...others] = (targets ?? []).map(({ object, id }) => ({ object, id }))
  const all = others.length > 0 && { applicable_to: [first, ...others] }
  const step = { every, points, ...withoutNulls({ property }), ...first, ...all }
  const block = { [fact]: { [figure]: step } }
  // The table of calculations names the block; that the pair is one of the document's is tested.
  return { type: 'PROPORTIONAL', calculation_type: calculation, ...block } as Wire<'Earning'>
}

const expirationView = viewOf(
  'period_type fixed_month? fixed_day? period_value? rounding_type? rounding_value?'
)

export function viewExpirationRules(rules: ExpirationRules): Wire<'ExpirationRules'> {
  return expirationView(rules) as Wire<'ExpirationRules'>
}

/** `points` were pending and can be spent now; the card is as it is after all that followed. */
export function viewActivatedPoints(voucher: Voucher, points: number): Wire<'ActivatedPoints'> {
  return { ...viewLoyaltyCardBalance(voucher, points), operation_type: 'MANUAL' }
}

/**
 * `points`: more pending points, or fewer (below 0); `total`: all pending points of the card now.
 */
export function viewAdjustedPoints(voucher: Voucher, points: number): Wire<'AdjustedPoints'> {
  return {
    points,
    total: cardOf(voucher).pendingPoints,
    object: 'balance',
    related_object: { type: 'voucher', id: voucher.id },
    operation_type: 'MANUAL'
  }
}

export function tierCommand({
  name,
  points,
  earning_rules: rules
}: Schemas['LoyaltyTierRequest']): NewLoyaltyTier {
  return { name, pointsFrom: points.from, pointsTo: points.to, mapping: rules as TierMapping }
}

export function tierChanges({
  name,
  points,
  earning_rules: rules
}: Schemas['UpdateLoyaltyTierRequest']): UpdateLoyaltyTier {
  const mapping = rules as TierMapping | undefined
  return { name, pointsFrom: points?.from, pointsTo: points?.to, mapping }
}

const tierView = viewOf(
  'id name campaign_id metadata created_at updated_at earning_rules rewards points config',
  'object:loyalty_tier'
)

/** Tiers have no metadata and no prices of their own. */
export function viewLoyaltyTier(tier: LoyaltyTier): Wire<'LoyaltyTier'> {
  const points = { from: tier.pointsFrom, ...withoutNulls({ to: tier.pointsTo }) }
  const mapping = Object.entries(tier.mapping).map(([id, mapped]) => [
    id,
    mapped.type === 'CUSTOM'
      ? { type: mapped.type, points: mapped.points }
      : { type: mapped.type, multiplier: mapped.multiplier }
  ])
  const earningRules = Object.fromEntries(mapping)
  return tierView({ ...tier, metadata: {}, earningRules, rewards: {}, points, config: { points } })
}
