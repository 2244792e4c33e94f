/**
 * What a loyalty program is set up with: earning rules, what they would give, and loyalty tiers.
 * Earning rules are created together or not at all. A rule names other things: a segment, a tier,
 * an event schema, products, a validation rule. All of them must exist when it is created, because
 * a rule that waits for something that never comes is a promise to customers that is never kept.
 * Its own windows must make sense with the dates that it inherits.
 * Spec: createEarningRules, updateEarningRule, enableEarningRule, disableEarningRule,
 * deleteEarningRule, EarningRequest, estimateLoyaltyPoints, createLoyaltyTiers, updateLoyaltyTier,
 * deleteLoyaltyTier.
 */

import type {
  Campaign,
  Customer,
  Earning,
  EarningRule,
  EventSchema,
  ItemTarget,
  LoyaltyTier,
  Order,
  ResourceType,
  TierMapping,
  ValidationRule,
  ValidationRuleAssignment,
  Validity
} from '../model.ts'
import { present } from '../rules/mistake.ts'
import {
  blockOf,
  type Calculation,
  type EventKind,
  earningMistake,
  eventKind,
  type Mapped,
  mappingMistake,
  TIER_EVENTS
} from '../rules/points.ts'
import { nearestFirst } from '../rules/spelling.ts'
import { ALWAYS, expirationMistake, usableAt, validityMistake } from '../rules/validity.ts'
import { type Change, type Decision, decideEach, type Occasion } from './changes.ts'
import { describe, type SaveCustomer } from './customers/customers.ts'
import type { Inventory, OrderCommand } from './orders/lines.ts'
import { composeOrder, keepOrder, refuseOtherCustomer } from './orders/orders.ts'
import { closedDetails, givesPoints, type ProgramFacts } from './points/earning.ts'
import { everAdded } from './points/lots.ts'
import { unassignRules } from './redemptions/limits.ts'
import {
  duplicateFound,
  invalidPayload,
  isWhole,
  missingParam,
  notFound,
  pathIn,
  quote,
  type Refusal,
  refusalAbout,
  refuseMistake,
  type Unable,
  wholeRefusal
} from './refusals.ts'
import { type Concluded, countedProgram, openStanding, programOf } from './standing/open.ts'
import type { StandingFacts } from './standing/standing.ts'
import {
  type Amending,
  amended,
  deleteUnused,
  deletionOf,
  type MetadataRules,
  metadataRefusal,
  resourceInUse,
  rewrite,
  type Sending,
  type Sent,
  type User
} from './updates.ts'
import { assignmentOf, placeOfEvent } from './validation-rules.ts'
import { giveVoucher, unusableDetails, usableVoucher } from './vouchers/vouchers.ts'

export interface NewEarningRule
  extends Sending<
    EarningRule,
    | 'event'
    | 'validationRuleId'
    | 'banner'
    | 'active'
    | 'validity'
    | 'pendingDays'
    | 'expirationRules'
    | 'metadata'
  > {
  readonly segment?: Sent<{ readonly id?: Sent<string> }>
  readonly customEvent?: Sent<{ readonly schemaId?: Sent<string> }>
  /** A tier of the program, or ANY_TIER. */
  readonly loyaltyTier?: Sent<{ readonly id?: Sent<string> }>
  readonly loyalty?: Sent<Loyalty>
}

export const ANY_TIER = '__ANY__'

/** The longest wait of pending points, in days, included. */
const PENDING_DAYS_MAX = 90

export interface CreateEarningRulesFacts {
  readonly campaign: Campaign
  /** Ids that the rules name and that exist in the project; tiers exist in this campaign. */
  readonly segmentIds: ReadonlySet<string>
  readonly loyaltyTierIds: ReadonlySet<string>
  readonly productIds: ReadonlySet<string>
  readonly skuIds: ReadonlySet<string>
  readonly collectionIds: ReadonlySet<string>
  readonly eventSchemas: ReadonlyMap<string, Pick<EventSchema, 'id' | 'name'>>
  /** All of the project, where a rule for a custom event names none; else none. */
  readonly customEvents: readonly Pick<EventSchema, 'id' | 'name'>[]
  readonly validationRules: ReadonlyMap<string, Pick<ValidationRule, 'id' | 'rules'>>
  readonly rulesCount: number
  readonly rulesMax: number
  readonly schema: MetadataRules | null
}

export function createEarningRules(
  facts: CreateEarningRulesFacts,
  commands: readonly NewEarningRule[],
  occasion: Occasion
): Decision<readonly EarningRule[]> {
  const refusal = reasonNotToCreate(facts, commands, occasion)
  if (refusal !== null) return { refusal }
  return decideEach(commands, (command, position) => makeRule(facts, command, position, occasion))
}

function reasonNotToCreate(
  { campaign, rulesCount, rulesMax }: CreateEarningRulesFacts,
  { length }: readonly NewEarningRule[],
  occasion: Occasion
): Refusal | null {
  const { now, project } = occasion
  if (campaign.campaignType !== 'LOYALTY_PROGRAM') return notFound('campaign', campaign.id)
  if (!campaign.active || usableAt(campaign.validity, now, project.timezone) === 'expired') {
    const details = closedDetails(campaign, occasion)
    return refusalAbout({ type: 'campaign', id: campaign.id }, 'campaign_not_active', details)
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
  const { validationRuleId } = command
  const bound = validationRuleId == null ? null : facts.validationRules.get(validationRuleId)
  if (bound === undefined) return { refusal: notFound('validation_rule', `${validationRuleId}`) }
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
    pendingDays: command.pendingDays ?? null,
    expirationRules: command.expirationRules ?? null,
    validationRuleId: bound?.id ?? null,
    metadata: command.metadata ?? {},
    createdAt: now,
    updatedAt: null
  }
  const changes: Change[] = [{ kind: 'earningRule.created', rule }]
  if (bound !== null) changes.push(bind(rule, bound, occasion))
  return { result: rule, changes }
}

type EventSubject = Pick<EarningRule, 'event' | 'segmentId' | 'loyaltyTierId' | 'eventSchemaId'>

/** The property that each kind of event needs besides. */
const COMPANIONS: { readonly [Kind in EventKind]: string | null } = {
  order: null,
  segment: 'segment.id',
  tier: 'loyalty_tier.id',
  custom: 'custom_event.schema_id'
}

const OWN_EVENTS = ['order.paid', 'customer.segment.entered', ...TIER_EVENTS]
const EVENTS_TOLD_MAX = 10

/** The prefixes of the service's own events, whether or not a rule can use them. */
const RESERVED = /^(customer|order)\./

function subjectOf(
  facts: CreateEarningRulesFacts,
  { event, segment, loyaltyTier, customEvent }: NewEarningRule,
  { at, words }: RuleIndex
): EventSubject | Unable {
  if (event == null) return { refusal: missingParam('event', words) }
  const kind = eventKind(event)
  if (kind === 'custom' && RESERVED.test(event)) {
    const own = nearestFirst(event, OWN_EVENTS).join(', ')
    const message = `'${event}' is no event to earn by: use ${own}, or a custom event`
    return { refusal: invalidPayload(`${at}.event`, message) }
  }
  const wanted = COMPANIONS[kind]
  const sent = {
    'segment.id': segment?.id ?? null,
    'loyalty_tier.id': loyaltyTier?.id ?? null,
    'custom_event.schema_id': customEvent?.schemaId ?? null
  }
  for (const [path, id] of Object.entries(sent)) {
    if (path === wanted && id === null) {
      const missing = missingParam(path, words)
      return { refusal: kind === 'custom' ? withKnownEvents(missing, event, facts) : missing }
    }
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

/** The refusal of a custom event without its schema, with the events that it may be meant to be. */
function withKnownEvents(
  missing: Refusal,
  event: string,
  { customEvents }: Pick<CreateEarningRulesFacts, 'customEvents'>
): Refusal {
  const ids = new Map(customEvents.map(({ id, name }) => [name, id]))
  const known = nearestFirst(event, [...OWN_EVENTS, ...ids.keys()]).slice(0, EVENTS_TOLD_MAX)
  const told = known.map(name => (ids.has(name) ? `${name} (${ids.get(name)})` : name))
  const events = `for the event '${quote(event)}'; known are ${told.join(', ')}`
  return { ...missing, details: `${missing.details} ${events}` }
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

export type KnownGoods = Pick<CreateEarningRulesFacts, 'productIds' | 'skuIds' | 'collectionIds'>

function earningRefusal(
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

/** Why a rule cannot have this validity; missing dates are the campaign's. Null where it can. */
export function windowRefusal(
  campaign: Pick<Campaign, 'validity'>,
  sent: Pick<NewEarningRule, 'validity' | 'pendingDays' | 'expirationRules'>,
  event: string,
  { at }: Pick<RuleIndex, 'at'>
): Refusal | null {
  const { validity, pendingDays, expirationRules } = sent
  const own = validity ?? ALWAYS
  const effective = {
    ...own,
    startDate: own.startDate ?? campaign.validity.startDate,
    expirationDate: own.expirationDate ?? campaign.validity.expirationDate
  }
  return (
    refuseMistake(validityMistake(effective), at) ??
    pendingRefusal(pendingDays ?? null, event, at) ??
    refuseMistake(expirationRules == null ? null : expirationMistake(expirationRules), at)
  )
}

function pendingRefusal(days: number | null, event: string, at: string): Refusal | null {
  if (days === null) return null
  const path = `${at}.pending_points`
  if (event !== 'order.paid') {
    return invalidPayload(path, 'only points of order.paid can wait; leave it out')
  }
  if (isWhole(days, 1) && days <= PENDING_DAYS_MAX) return null
  const message = `${days} is not a whole number of days from 1 to ${PENDING_DAYS_MAX}`
  return invalidPayload(`${path}.period_value`, message)
}

/* Earning rules. The event of one never changes, because its points were for that event. */

/** An absent property stays; null clears an optional one. */
export interface UpdateEarningRule
  extends Amending<
    EarningRule,
    'banner' | 'pendingDays' | 'expirationRules' | 'validationRuleId' | 'metadata'
  > {
  readonly loyalty?: Loyalty | undefined
  readonly validity?: Partial<Validity>
}

export interface UpdateEarningRuleFacts extends KnownGoods {
  readonly rule: EarningRule
  readonly campaign: Campaign
  readonly validationRule: Pick<ValidationRule, 'id' | 'rules'> | null
  readonly assignments: readonly ValidationRuleAssignment[]
  readonly schema: MetadataRules | null
}

/** A request for one rule needs no index in its paths. */
const ALONE = { at: '', words: '' }

export function updateEarningRule(
  facts: UpdateEarningRuleFacts,
  command: UpdateEarningRule,
  occasion: Occasion
): Decision<EarningRule> {
  const { rule: before } = facts
  const { validationRuleId, loyalty } = command
  if (validationRuleId != null && facts.validationRule === null) {
    return { refusal: notFound('validation_rule', validationRuleId) }
  }
  const read = loyalty === undefined ? before : readEarning(loyalty, ALONE)
  if ('refusal' in read) return read
  const after: EarningRule = {
    ...amended(before, command, 'banner', 'pendingDays', 'expirationRules', 'validationRuleId'),
    earning: read.earning,
    validity: { ...before.validity, ...command.validity },
    metadata: command.metadata ?? before.metadata
  }
  const refusal =
    (loyalty === undefined ? null : earningRefusal(facts, after.event, after.earning, ALONE)) ??
    windowRefusal(facts.campaign, after, after.event, ALONE) ??
    metadataRefusal(facts.schema, after.metadata)
  if (refusal !== null) return { refusal }
  return rewriteRule(before, after, occasion, rebound(facts, after, occasion))
}

/** Replaces the validation rule: the old one counts one assignment fewer, the new one one more. */
function rebound(
  { rule: before, validationRule, assignments }: UpdateEarningRuleFacts,
  after: EarningRule,
  occasion: Occasion
): readonly Change[] {
  if (after.validationRuleId === before.validationRuleId) return []
  const changes = unassignRules(assignments)
  return validationRule === null ? changes : [...changes, bind(after, validationRule, occasion)]
}

function bind(
  { id, event }: EarningRule,
  validationRule: Pick<ValidationRule, 'id' | 'rules'>,
  occasion: Occasion
): Change {
  const related = { type: 'earning_rule', id, place: placeOfEvent(event) } as const
  const assignment = assignmentOf(validationRule, related, occasion)
  return { kind: 'validationRule.assigned', assignment }
}

/** One that is so already stays as it is. */
export const enableEarningRule = switching(true)
export const disableEarningRule = switching(false)

function switching(active: boolean) {
  return ({ rule }: { readonly rule: EarningRule }, occasion: Occasion) =>
    rewriteRule(rule, { ...rule, active }, occasion)
}

function rewriteRule(
  before: EarningRule,
  after: EarningRule,
  { now }: Occasion,
  beside: readonly Change[] = []
): Decision<EarningRule> {
  return rewrite(before, after, now, rule => ({ kind: 'earningRule.updated', rule }), beside)
}

export interface DeleteEarningRuleFacts {
  readonly rule: EarningRule
  /** Loyalty tiers that map its points, at most USERS_NAMED + 1. */
  readonly users: readonly User[]
  /** The assignment of its validation rule, which is deleted with it. */
  readonly assignments: readonly ValidationRuleAssignment[]
}

/** Deletes the rule. The points it gave, and the pending ones, belong to the customers and stay. */
export function deleteEarningRule(facts: DeleteEarningRuleFacts): Decision<null> {
  const { rule, users, assignments } = facts
  const { id } = rule
  if (users.length > 0) {
    const advice = 'take it out of their earning_rules first'
    return { refusal: resourceInUse({ type: 'earning_rule', id }, users, advice) }
  }
  return deletionOf('earning_rule', id, unassignRules(assignments))
}

/*
 * Reads the `loyalty` block of an earning rule: the document has a different place for the figures
 * of each calculation, and the model has one. A block that the calculation does not use is refused
 * and not ignored, because its author expects it to count.
 */

/** The figures as sent. `object` and `id` name one target, `applicableTo` names several. */
export interface LoyaltyBlock {
  readonly every?: Sent<number>
  readonly points?: Sent<number | string>
  readonly property?: Sent<string>
  readonly object?: Sent<ItemTarget['object']>
  readonly id?: Sent<string>
  readonly applicableTo?: Sent<readonly ItemTarget[]>
}

export interface Loyalty {
  readonly type: Earning['type']
  /** With FIXED; numeric text is read as a number. */
  readonly points?: Sent<number | string>
  readonly calculationType?: Sent<Calculation>
  /** By their paths on the wire, in the order of BLOCKS. */
  readonly blocks?: { readonly [path: string]: LoyaltyBlock }
}

/** The place of a rule in its request: as a prefix of paths (`[2]`), and in words. */
interface RuleIndex {
  readonly at: string
  readonly words: string
}

function readEarning(loyalty: Loyalty, index: RuleIndex): { readonly earning: Earning } | Unable {
  const { calculationType: calculation, blocks = {} } = loyalty
  const paths = Object.keys(blocks)
  if (loyalty.type === 'FIXED') {
    const odd = calculation == null ? paths[0] : 'calculation_type'
    if (odd !== undefined) return { refusal: unused(odd, 'FIXED', index) }
    if (loyalty.points == null) return { refusal: missing('points', index) }
    const fixed = pointsOf(loyalty.points, 'points', index)
    return 'refusal' in fixed ? fixed : { earning: { type: 'FIXED', ...fixed } }
  }
  if (calculation == null) return { refusal: missing('calculation_type', index) }
  const path = blockOf(calculation)
  const block = blocks[path]
  if (block === undefined) return { refusal: missing(path, index) }
  const odd = loyalty.points == null ? paths.find(each => each !== path) : 'points'
  if (odd !== undefined) return { refusal: unused(odd, calculation, index) }
  if (block.every == null) return { refusal: missing(`${path}.every`, index) }
  if (block.points == null) return { refusal: missing(`${path}.points`, index) }
  const step = pointsOf(block.points, `${path}.points`, index)
  if ('refusal' in step) return step
  const targets = targetsOf(block, path, index)
  if ('refusal' in targets) return targets
  const earning: Earning = {
    type: 'PROPORTIONAL',
    calculation,
    every: block.every,
    ...step,
    property: block.property ?? null,
    ...targets
  }
  return { earning }
}

function targetsOf(
  { object, id, applicableTo }: LoyaltyBlock,
  path: string,
  index: RuleIndex
): { readonly targets: readonly ItemTarget[] | null } | Unable {
  if (object == null && id == null) return { targets: applicableTo ?? null }
  if (object == null) return { refusal: missing(`${path}.object`, index) }
  if (id == null) return { refusal: missing(`${path}.id`, index) }
  // Answers repeat the first of several targets in `object` and `id`, and clients send answers
  // back.
  const [first] = applicableTo ?? [{ object, id }]
  if (first?.object === object && first.id === id) {
    return { targets: applicableTo ?? [{ object, id }] }
  }
  const message = 'object and id say another target than applicable_to; send one of the two'
  return { refusal: invalidPayload(`${index.at}.loyalty.${path}.object`, message) }
}

/** Whole numbers as JSON numbers or as digits; other limits are checked later. */
function pointsOf(
  points: number | string,
  path: string,
  { at }: RuleIndex
): { readonly points: number } | Unable {
  if (typeof points === 'number') return { points }
  if (/^\d+$/.test(points)) return { points: Number(points) }
  const message = `'${quote(points)}' is not a whole number of at least 1.`
  return { refusal: invalidPayload(`${at}.loyalty.${path}`, message) }
}

function missing(path: string, { words }: RuleIndex): Refusal {
  return missingParam(`loyalty.${path}`, words)
}

function unused(path: string, by: string, { at }: RuleIndex): Refusal {
  return invalidPayload(`${at}.loyalty.${path}`, `${by} has no use for it; leave it out`)
}

/*
 * How many points an order would earn if it were paid now. Writes nothing: it takes the same steps
 * as paying and drops their changes, so that the estimate cannot drift from the truth. The order
 * and the customer of the request take precedence over the stored ones. A customer who is no member
 * counts as joined when the program enrols by itself and has a card to give. When paying would earn
 * nothing whatever the order is, the answer is the reason and not a 0.
 */

interface EstimateLoyaltyPoints {
  readonly customer: SaveCustomer
  readonly order: OrderCommand
}

export interface EstimateFacts extends StandingFacts {
  readonly campaign: Campaign
  readonly customer: Customer | null
  readonly storedOrder: Order | null
  readonly inventory: Inventory
}

export interface Estimate {
  readonly campaign: Campaign
  /** Active and pending points together; at least 0. */
  readonly points: number
}

/** Spec: openapi/behaviour/points.md#an-estimate-is-what-paying-would-earn. */
export function estimateLoyaltyPoints(
  facts: EstimateFacts,
  { customer: sent, order: command }: EstimateLoyaltyPoints,
  occasion: Occasion
): Decision<Estimate> {
  const { campaign, storedOrder, inventory } = facts
  const described = describe(facts.customer, sent, occasion)
  if ('refusal' in described) return described
  const { customer } = described
  const asked = programOf(facts, campaign.id)
  const refusal = reasonNotToEstimate(asked, customer, occasion)
  if (refusal !== null) return { refusal }
  if (command.id !== undefined && storedOrder === null) {
    return { refusal: notFound('order', command.id) }
  }
  const owner = storedOrder?.customerId ?? null
  if (owner !== null && owner !== customer.id)
    return { refusal: refuseOtherCustomer(command, customer, facts.customer) }
  const goods = { inventory, schemas: { order: null, orderItem: null } }
  const composed = composeOrder(storedOrder, command, goods, occasion)
  if ('refusal' in composed) return composed
  const known = openStanding(facts, customer, occasion, { after: 'consequences' })
  if ('refusal' in known) return known
  const order = {
    ...composed.order,
    status: 'PAID' as const,
    customerId: known.standing.customer.id,
    earnedAt: null
  }
  const kept = keepOrder(known, { stored: storedOrder, order })
  const after = 'refusal' in kept ? kept : kept.known.conclude()
  if ('refusal' in after) return after
  // The points of joining are not points of the order.
  const { id } = campaign
  const isMember = known.program(id).card !== null
  const before = isMember ? known : present(known.join(id), `nobody has a card of ${id}`)
  if ('refusal' in before) return before
  const gained = pointsIn(after.standing, campaign) - pointsIn(before.standing, campaign)
  return { result: { campaign, points: Math.max(gained, 0) }, changes: [] }
}

function pointsIn(standing: Concluded['standing'], { id }: Campaign): number {
  const { card } = programOf(standing, id)
  return card === null ? 0 : everAdded(card.voucher)
}

function reasonNotToEstimate(
  program: ProgramFacts,
  customer: Customer,
  occasion: Occasion
): Refusal | null {
  const { campaign, card } = program
  const { id } = campaign
  if (!givesPoints(campaign, occasion)) {
    return refusalAbout(
      { type: 'campaign', id },
      'campaign_not_active',
      closedDetails(campaign, occasion)
    )
  }
  if (card === null) {
    if (campaign.autoJoin) return noCardToGive(program, customer, occasion)
    const is = `The customer is no member of campaign ${id}, which has no auto_join`
    const details = `${is}; add them as a member first`
    return refusalAbout({ type: 'campaign', id }, 'campaign_not_allow_auto_join', details)
  }
  const { now, project } = occasion
  const unusable = usableVoucher(card.voucher, now, project.timezone)
  if (unusable === null) return null
  const details = `The customer's card: ${unusableDetails(unusable, card.voucher)}`
  return refusalAbout({ type: 'voucher', id: card.voucher.id }, 'loyalty_card_not_active', details)
}

/** Why the program cannot enrol the customer, by the decision that paying takes. */
function noCardToGive(
  program: ProgramFacts,
  customer: Customer,
  occasion: Occasion
): Refusal | null {
  const facts = { campaign: countedProgram(program), customer, held: null, spare: program.spare }
  const joined = giveVoucher(facts, occasion)
  return 'refusal' in joined ? joined.refusal : null
}

/*
 * Loyalty tiers of a program: created together or not at all, changed, deleted. Bands of points
 * must not overlap, or a member would be in two tiers; points between two bands are in no tier. A
 * change of bands opens a review, because the points of members may be in another band. A tier is
 * deleted only when no card is in it, because the earning of its members depends on it.
 */

export interface NewLoyaltyTier {
  readonly name: string
  /** Included; whole, at least 0. */
  readonly pointsFrom: number
  /** Included; null or absent for a band that is open at the top. */
  readonly pointsTo?: Sent<number>
  /** Points that rules of the program give members instead, by rule id. */
  readonly mapping?: Sent<TierMapping>
}

export interface CreateLoyaltyTiersFacts {
  readonly campaign: Campaign
  readonly tiers: readonly LoyaltyTier[]
  /** Ids that the mappings name and that are rules of this program. */
  readonly earningRuleIds: ReadonlySet<string>
}

export function createLoyaltyTiers(
  { campaign, tiers, earningRuleIds }: CreateLoyaltyTiersFacts,
  commands: readonly NewLoyaltyTier[],
  { newId, now }: Occasion
): Decision<readonly LoyaltyTier[]> {
  if (campaign.campaignType !== 'LOYALTY_PROGRAM') {
    return { refusal: notFound('campaign', campaign.id) }
  }
  if (commands.length === 0) {
    return { refusal: { key: 'invalid_payload', details: 'Send at least one tier in the array' } }
  }
  const made: LoyaltyTier[] = []
  for (const [position, command] of commands.entries()) {
    const refusal =
      bandRefusal([...tiers, ...made], command, `[${position}]`) ??
      mappingRefusal(command.mapping ?? {}, earningRuleIds, `[${position}].earning_rules`)
    if (refusal !== null) return { refusal }
    made.push({
      id: newId('ltr'),
      campaignId: campaign.id,
      name: command.name,
      pointsFrom: command.pointsFrom,
      pointsTo: command.pointsTo ?? null,
      mapping: command.mapping ?? {},
      createdAt: now,
      updatedAt: null
    })
  }
  const created = made.map(tier => ({ kind: 'loyaltyTier.created', tier }) as const)
  return { result: made, changes: [...created, { kind: 'review.opened' }] }
}

export type UpdateLoyaltyTier = Amending<
  LoyaltyTier,
  'name' | 'pointsFrom' | 'pointsTo' | 'mapping'
>

export interface UpdateLoyaltyTierFacts {
  readonly tier: LoyaltyTier
  readonly tiers: readonly LoyaltyTier[]
  /** Ids that the mapping names and that are rules of this program. */
  readonly earningRuleIds: ReadonlySet<string>
}

/**
 * Changes a tier; another band opens a review, because it may move members.
 * Spec: openapi/behaviour/set-up.md#tiers-and-earning-rules-keep-what-members-were-given.
 */
export function updateLoyaltyTier(
  { tier: before, tiers, earningRuleIds }: UpdateLoyaltyTierFacts,
  command: UpdateLoyaltyTier,
  { now }: Occasion
): Decision<LoyaltyTier> {
  const after = amended(before, command, 'name', 'pointsFrom', 'pointsTo', 'mapping')
  const others = tiers.filter(({ id }) => id !== before.id)
  const refusal =
    bandRefusal(others, after, '') ??
    mappingRefusal(command.mapping ?? {}, earningRuleIds, 'earning_rules')
  if (refusal !== null) return { refusal }
  const isMoved = after.pointsFrom !== before.pointsFrom || after.pointsTo !== before.pointsTo
  const beside: readonly Change[] = isMoved ? [{ kind: 'review.opened' }] : []
  return rewrite(before, after, now, tier => ({ kind: 'loyaltyTier.updated', tier }), beside)
}

export interface DeleteLoyaltyTierFacts {
  readonly tier: LoyaltyTier
  /** Cards in the tier, at most USERS_NAMED + 1. */
  readonly cards: readonly User[]
  /** Earning rules for the tier, at most USERS_NAMED + 1. */
  readonly rules: readonly User[]
}

export function deleteLoyaltyTier({ tier, cards, rules }: DeleteLoyaltyTierFacts): Decision<null> {
  const { id } = tier
  if (cards.length > 0) {
    const advice = 'move its points away from theirs; who has it for a term leaves when that ends'
    return { refusal: resourceInUse({ type: 'loyalty_tier', id }, cards, advice) }
  }
  return deleteUnused('loyalty_tier', id, rules, 'delete them first')
}

function bandRefusal(
  tiers: readonly LoyaltyTier[],
  { name, pointsFrom, pointsTo }: NewLoyaltyTier,
  at: string
): Refusal | null {
  const namesake = tiers.find(tier => tier.name === name)
  if (namesake !== undefined) {
    return duplicateFound('loyalty_tier', namesake.id, `name ${name}`)
  }
  const refusal =
    wholeRefusal(pathIn(at, 'points.from'), pointsFrom) ??
    wholeRefusal(pathIn(at, 'points.to'), pointsTo, pointsFrom)
  if (refusal !== null) return refusal
  const overlap = tiers.find(
    tier =>
      tier.pointsFrom <= (pointsTo ?? Number.POSITIVE_INFINITY) &&
      pointsFrom <= (tier.pointsTo ?? Number.POSITIVE_INFINITY)
  )
  if (overlap === undefined) return null
  const { pointsFrom: least, pointsTo: most } = overlap
  const band = most === null ? `from ${least} points` : `${least} to ${most} points`
  const message = `overlaps with tier ${overlap.name}, ${band}; send a band beside it`
  return invalidPayload(`${at}.points`, message)
}

function mappingRefusal(
  mapping: { readonly [earningRuleId: string]: Mapped },
  known: ReadonlySet<string>,
  at: string
): Refusal | null {
  for (const [id, mapped] of Object.entries(mapping)) {
    if (!known.has(id)) return notFound('earning_rule', id)
    const refusal = refuseMistake(mappingMistake(mapped), `${at}.${id}`)
    if (refusal !== null) return refusal
  }
  return null
}
