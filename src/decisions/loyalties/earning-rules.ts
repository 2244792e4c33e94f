/**
 * Earning rules of a loyalty program, created together or not at all.
 *
 * A rule names other things: a segment, a tier, an event schema, products, a validation rule. All
 * of them must exist when it is created, because a rule that waits for something that never comes
 * is a promise to customers that is never kept. Its own windows must make sense with the dates that
 * it inherits.
 *
 * Spec: createEarningRules.
 */
import type {
  Campaign,
  Earning,
  EarningRule,
  EventSchema,
  ExpirationRules,
  ItemTarget,
  Metadata,
  ValidationRule,
  Validity
} from '../../model.ts'
import { type EventKind, earningMistake, eventKind } from '../../rules/earning.ts'
import { ALWAYS, expirationMistake, usableAt } from '../../rules/validity.ts'
import { validityMistake } from '../../rules/validity-mistakes.ts'
import type { Change, Decision } from '../changes.ts'
import { type MetadataRules, metadataRefusal } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { notFound, type Refusal, type ResourceType } from '../refusals.ts'
import { invalidPayload, isWhole, missingParam, refuseMistake } from '../request-refusals.ts'
import { assignmentOf, placeOfEvent } from '../validation-rules/validation-rules.ts'
import { type Loyalty, type RuleIndex, readEarning, type Sent } from './loyalty-block.ts'

export interface NewEarningRule {
  readonly event?: Sent<string>
  readonly validationRuleId?: Sent<string>
  readonly segment?: Sent<{ readonly id?: Sent<string> }>
  readonly customEvent?: Sent<{ readonly schemaId?: Sent<string> }>
  /** A tier of the program, or ANY_TIER. */
  readonly loyaltyTier?: Sent<{ readonly id?: Sent<string> }>
  readonly loyalty?: Sent<Loyalty>
  readonly banner?: Sent<string>
  readonly active?: Sent<boolean>
  readonly validity?: Sent<Validity>
  /** Days, 1 to PENDING_DAYS_MAX, until the points of an order can be spent. */
  readonly pendingPoints?: Sent<{ readonly periodType: 'DAY'; readonly periodValue: number }>
  readonly expirationRules?: Sent<ExpirationRules>
  readonly metadata?: Sent<Metadata>
}

/** Stands for every tier of the program. */
export const ANY_TIER = '__ANY__'

/** The longest wait of pending points, in days, included. */
export const PENDING_DAYS_MAX = 90

export interface CreateEarningRulesFacts {
  readonly campaign: Campaign
  /** Ids that the rules name and that exist in the project; tiers exist in this campaign. */
  readonly segmentIds: ReadonlySet<string>
  readonly loyaltyTierIds: ReadonlySet<string>
  readonly productIds: ReadonlySet<string>
  readonly skuIds: ReadonlySet<string>
  readonly collectionIds: ReadonlySet<string>
  readonly eventSchemas: ReadonlyMap<string, Pick<EventSchema, 'id' | 'name'>>
  readonly validationRules: ReadonlyMap<string, Pick<ValidationRule, 'id' | 'rules'>>
  /** The number of rules that the project has; then the number it may have. */
  readonly rulesCount: number
  readonly rulesMax: number
  /** The project's schema of earning rules. */
  readonly schema: MetadataRules | null
}

/** The rules in the order of the request, all made at one instant. */
export function createEarningRules(
  facts: CreateEarningRulesFacts,
  commands: readonly NewEarningRule[],
  occasion: Occasion
): Decision<readonly EarningRule[]> {
  const refusal = reasonNotToCreate(facts, commands, occasion)
  if (refusal !== null) return { refusal }
  const rules: EarningRule[] = []
  const changes: Change[] = []
  for (const [position, command] of commands.entries()) {
    const made = makeRule(facts, command, position, occasion)
    if ('refusal' in made) return made
    rules.push(made.result)
    changes.push(...made.changes)
  }
  return { result: rules, changes }
}

function reasonNotToCreate(
  { campaign, rulesCount, rulesMax }: CreateEarningRulesFacts,
  { length }: readonly NewEarningRule[],
  { now, project }: Occasion
): Refusal | null {
  if (campaign.campaignType !== 'LOYALTY_PROGRAM') return notFound('campaign', campaign.id)
  if (!campaign.active || usableAt(campaign.validity, now, project.timezone) === 'expired') {
    return {
      key: 'campaign_not_active',
      details: `Campaign ${campaign.name} is ${campaign.active ? 'expired' : 'disabled'}`,
      resourceId: campaign.id,
      resourceType: 'campaign'
    }
  }
  if (length === 0) {
    return { key: 'invalid_payload', details: 'Send at least one earning rule in the array' }
  }
  const room = Math.max(rulesMax - rulesCount, 0)
  if (length <= room) return null
  const limit = `A project may have ${rulesMax} earning rules`
  return { key: 'invalid_payload', details: `${limit}; ${room} can still be made, not ${length}` }
}

function makeRule(
  facts: CreateEarningRulesFacts,
  command: NewEarningRule,
  position: number,
  occasion: Occasion
): Decision<EarningRule> {
  const index = { at: `[${position}]`, words: ` in earning rule [${position}]` }
  const subject = subjectOf(facts, command, index)
  if ('refusal' in subject) return subject
  if (command.loyalty == null) return { refusal: missingParam('loyalty', index.words) }
  const read = readEarning(command.loyalty, index)
  if ('refusal' in read) return read
  const { earning } = read
  const refusal =
    earningRefusal(facts, subject.event, earning, index) ??
    windowRefusal(facts.campaign, command, subject.event, index) ??
    metadataRefusal(facts.schema, command.metadata ?? {}, `${index.at}.metadata`)
  if (refusal !== null) return { refusal }
  const bound = boundRule(facts, command)
  if ('refusal' in bound) return bound
  const { newId, now } = occasion
  const rule: EarningRule = {
    id: newId('ern'),
    campaignId: facts.campaign.id,
    automationId: newId('auto'),
    ...subject,
    earning,
    banner: command.banner ?? null,
    active: command.active ?? true,
    validity: command.validity ?? ALWAYS,
    pendingDays: command.pendingPoints?.periodValue ?? null,
    expirationRules: command.expirationRules ?? null,
    validationRuleId: bound.rule?.id ?? null,
    metadata: command.metadata ?? {},
    createdAt: now,
    updatedAt: null
  }
  const changes: Change[] = [{ kind: 'earningRule.created', rule }]
  if (bound.rule !== null) {
    const related = { type: 'earning_rule', id: rule.id, place: placeOfEvent(rule.event) } as const
    const assignment = assignmentOf(bound.rule, related, occasion)
    changes.push({ kind: 'validationRule.assigned', assignment })
  }
  return { result: rule, changes }
}

function boundRule(
  { validationRules }: CreateEarningRulesFacts,
  { validationRuleId: id }: NewEarningRule
): { readonly rule: Pick<ValidationRule, 'id' | 'rules'> | null } | { readonly refusal: Refusal } {
  if (id == null) return { rule: null }
  const rule = validationRules.get(id)
  return rule === undefined ? { refusal: notFound('validation_rule', id) } : { rule }
}

/** The event of a rule and the thing that the event is about. */
type EventSubject = Pick<EarningRule, 'event' | 'segmentId' | 'loyaltyTierId' | 'eventSchemaId'>

/** The property that each kind of event needs besides. */
const COMPANIONS: { readonly [Kind in EventKind]: string | null } = {
  order: null,
  segment: 'segment.id',
  tier: 'loyalty_tier.id',
  custom: 'custom_event.schema_id'
}

const OWN_EVENTS =
  'order.paid, customer.segment.entered, ' +
  'customer.loyalty.tier.joined, left, upgraded, downgraded or prolonged'

/** The prefixes of the service's own events, whether or not a rule can use them. */
const RESERVED = /^(customer|order)\./

function subjectOf(
  facts: CreateEarningRulesFacts,
  { event, segment, loyaltyTier, customEvent }: NewEarningRule,
  { at, words }: RuleIndex
): EventSubject | { readonly refusal: Refusal } {
  if (event == null) return { refusal: missingParam('event', words) }
  const kind = eventKind(event)
  if (kind === 'custom' && RESERVED.test(event)) {
    const message = `'${event}' is no event to earn by: use ${OWN_EVENTS}, or a custom event`
    return { refusal: invalidPayload(`${at}.event`, message) }
  }
  const wanted = COMPANIONS[kind]
  const sent = {
    'segment.id': segment?.id ?? null,
    'loyalty_tier.id': loyaltyTier?.id ?? null,
    'custom_event.schema_id': customEvent?.schemaId ?? null
  }
  for (const [path, id] of Object.entries(sent)) {
    if (path === wanted && id === null) return { refusal: missingParam(path, words) }
    if (path !== wanted && id !== null) {
      const message = `does not belong to the event '${event}'; leave it out`
      return { refusal: invalidPayload(`${at}.${path}`, message) }
    }
  }
  const tierId = sent['loyalty_tier.id']
  const subject = {
    event,
    segmentId: sent['segment.id'],
    loyaltyTierId: tierId === ANY_TIER ? null : tierId,
    eventSchemaId: sent['custom_event.schema_id']
  }
  const refusal = subjectRefusal(facts, subject, at)
  return refusal === null ? subject : { refusal }
}

function subjectRefusal(
  { segmentIds, loyaltyTierIds, eventSchemas }: CreateEarningRulesFacts,
  { event, segmentId, loyaltyTierId, eventSchemaId }: EventSubject,
  at: string
): Refusal | null {
  if (segmentId !== null && !segmentIds.has(segmentId)) return notFound('segment', segmentId)
  if (loyaltyTierId !== null && !loyaltyTierIds.has(loyaltyTierId)) {
    return notFound('loyalty_tier', loyaltyTierId)
  }
  if (eventSchemaId === null) return null
  const schema = eventSchemas.get(eventSchemaId)
  if (schema === undefined) return notFound('event_schema', eventSchemaId)
  if (schema.name === event) return null
  const message = `schema ${schema.id} defines '${schema.name}', not '${event}'`
  return invalidPayload(`${at}.custom_event.schema_id`, message)
}

/** Goods that rules name and that exist in the project. */
export type KnownGoods = Pick<CreateEarningRulesFacts, 'productIds' | 'skuIds' | 'collectionIds'>

/** Why a rule for the event cannot earn in this way, or null. */
export function earningRefusal(
  { productIds, skuIds, collectionIds }: KnownGoods,
  event: string,
  earning: Earning,
  { at }: RuleIndex
): Refusal | null {
  const refusal = refuseMistake(earningMistake(event, earning), at)
  if (refusal !== null || earning.type === 'FIXED') return refusal
  const known: { readonly [Object in ItemTarget['object'] & ResourceType]: ReadonlySet<string> } = {
    product: productIds,
    sku: skuIds,
    products_collection: collectionIds
  }
  const stranger = earning.targets?.find(({ object, id }) => !known[object].has(id))
  return stranger === undefined ? null : notFound(stranger.object, stranger.id)
}

/**
 * Why a rule of the campaign cannot have this validity, or null; missing dates are the campaign's.
 */
export function windowRefusal(
  campaign: Pick<Campaign, 'validity'>,
  {
    validity,
    pendingPoints,
    expirationRules
  }: Pick<NewEarningRule, 'validity' | 'pendingPoints' | 'expirationRules'>,
  event: string,
  { at }: Pick<RuleIndex, 'at'>
): Refusal | null {
  const own = validity ?? ALWAYS
  const effective = {
    ...own,
    startDate: own.startDate ?? campaign.validity.startDate,
    expirationDate: own.expirationDate ?? campaign.validity.expirationDate
  }
  return (
    refuseMistake(validityMistake(effective), at) ??
    pendingRefusal(pendingPoints ?? null, event, at) ??
    refuseMistake(expirationRules == null ? null : expirationMistake(expirationRules), at)
  )
}

function pendingRefusal(
  pending: { readonly periodValue: number } | null,
  event: string,
  at: string
): Refusal | null {
  if (pending === null) return null
  const path = `${at}.pending_points`
  if (event !== 'order.paid') {
    return invalidPayload(path, 'only points of order.paid can wait; leave it out')
  }
  const { periodValue } = pending
  if (isWhole(periodValue, 1) && periodValue <= PENDING_DAYS_MAX) return null
  const message = `${periodValue} is not a whole number of days from 1 to ${PENDING_DAYS_MAX}`
  return invalidPayload(`${path}.period_value`, message)
}
