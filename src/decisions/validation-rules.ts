/**
 * Validation rules: created, changed, deleted, and assigned to what they limit. A rule is compiled
 * when it is created, so that no mistake in it turns up at the till. The place of an assignment
 * decides which entries can ever have a value; the assignment remembers the others.
 * Spec: createValidationRule, createValidationRuleAssignment, ValidationRulesAssignment,
 * ValidationRuleEntry.name, ApplicableTo, Redemption.failure_message.
 */

import type {
  Applicability,
  AssignedTo,
  Customer,
  EarningRule,
  Metadata,
  Order,
  OrderItem,
  RedemptionCount,
  RuleSet,
  ValidationRule,
  ValidationRuleAssignment,
  Voucher
} from '../model.ts'
import type { At, FactValue } from '../rules/conditions.ts'
import type { Goods } from '../rules/discounts/cart.ts'
import { present } from '../rules/mistake.ts'
import { eventKind } from '../rules/points.ts'
import {
  applies,
  type EntryReason,
  EVERYTHING,
  type FactLine,
  type Facts,
  isSelective,
  judge,
  type Lookup,
  type Omissions,
  omissions,
  RULE_NAMES,
  rulesMistake
} from '../rules/validation.ts'
import { type Change, type Decision, decideEach, type Occasion } from './changes.ts'
import type { KnownItem } from './products.ts'
import { type BoundRule, countNamed, unassignRules } from './redemptions/limits.ts'
import {
  duplicateFound,
  FAILURE_MESSAGES,
  type FailureCode,
  notFound,
  type Refusal
} from './refusals.ts'
import {
  type Amending,
  amend,
  deleteUnused,
  nextUpdatedAt,
  own,
  rewrite,
  type Sending,
  type Sent,
  sameJson,
  type User
} from './updates.ts'

export interface CreateValidationRule
  extends Pick<ValidationRule, 'name' | 'rules'>,
    Sending<ValidationRule, 'errorMessage' | 'type' | 'contextType'> {
  /** Absent: the rule applies to everything. */
  readonly applicableTo?: Sent<Applicability>
}

export interface CreateValidationRuleFacts {
  /** The products, SKUs and collections of `applicableTo` that exist, by id. */
  readonly knownItems: ReadonlyMap<string, KnownItem>
}

export function createValidationRule(
  { knownItems }: CreateValidationRuleFacts,
  command: CreateValidationRule,
  { newId, now }: Occasion
): Decision<ValidationRule> {
  const { name, rules, errorMessage, type } = command
  const contextType = command.contextType ?? 'global'
  const named = command.applicableTo ?? EVERYTHING
  const refusal = unreadable(rules, contextType) ?? strangerAmong(named, knownItems)
  if (refusal !== null) return { refusal }
  const applicableTo = underTheirNames(named, knownItems)
  const rule: ValidationRule = {
    id: newId('val'),
    name,
    rules,
    errorMessage: errorMessage || null,
    applicableTo,
    type: type ?? 'basic',
    contextType,
    assignmentsCount: 0,
    createdAt: now,
    updatedAt: null
  }
  return { result: rule, changes: [{ kind: 'validationRule.created', rule }] }
}

function unreadable(rules: RuleSet, contextType: string): Refusal | null {
  const mistake = rulesMistake(rules, contextType)
  if (mistake === null) return null
  const details = `Property .${mistake.path}: ${mistake.message}`
  return { key: 'invalid_validation_rules', details }
}

function strangerAmong(
  named: Applicability,
  knownItems: ReadonlyMap<string, KnownItem>
): Refusal | null {
  return strangerIn('excluded', named, knownItems) ?? strangerIn('included', named, knownItems)
}

function strangerIn(
  list: 'excluded' | 'included',
  applicableTo: Applicability,
  knownItems: ReadonlyMap<string, KnownItem>
): Refusal | null {
  for (const [index, { object, id }] of applicableTo[list].entries()) {
    if (knownItems.get(id)?.object === object) continue
    const refusal = notFound(object, id)
    const where = `named by applicable_to.${list}[${index}]; create it first or correct the id`
    return { ...refusal, details: `${refusal.details}, ${where}` }
  }
  return null
}

/** The items with the source ids they have, whichever way the caller names them. */
function underTheirNames(
  { excluded, included, includedAll }: Applicability,
  knownItems: ReadonlyMap<string, KnownItem>
): Applicability {
  const named = (items: Applicability['included']) =>
    items.map(item => ({ ...item, sourceId: knownItems.get(item.id)?.sourceId ?? null }))
  return { excluded: named(excluded), included: named(included), includedAll }
}

export function placeOfEvent(event: string): RulePlace {
  const kind = eventKind(event)
  if (kind === 'order') return 'order'
  return kind === 'custom' ? 'custom_event' : 'customer'
}

/** `event` is null for everything but earning rules. */
function placeOfAssignment(event: string | null): RulePlace {
  return event === null ? 'redemption' : placeOfEvent(event)
}

/** The entries that can never have a value in a place, and how much of the rule is left. */
export function omissionsAt(rules: RuleSet, place: RulePlace): Omissions {
  const facts: Facts = {
    fact: name => ({ kind: isImpossible(name, place) ? 'impossible' : 'missing' })
  }
  return omissions(rules, facts)
}

export function assignmentOf(
  { id, rules }: Pick<ValidationRule, 'id' | 'rules'>,
  related: { readonly type: AssignedTo; readonly id: string; readonly place: RulePlace },
  { newId, now }: Occasion
): ValidationRuleAssignment {
  const { valid, omitted } = omissionsAt(rules, related.place)
  return {
    id: newId('asgm'),
    ruleId: id,
    relatedObjectType: related.type,
    relatedObjectId: related.id,
    validationStatus: valid,
    validationOmittedRules: omitted,
    createdAt: now
  }
}

export function bindNew(
  related: { readonly type: AssignedTo; readonly id: string },
  ruleIds: readonly string[],
  rules: ReadonlyMap<string, ValidationRule>,
  occasion: Occasion
): Decision<readonly ValidationRuleAssignment[]> {
  return decideEach(ruleIds, id => {
    const rule = rules.get(id)
    if (rule === undefined) return { refusal: notFound('validation_rule', id) }
    const assignment = assignmentOf(rule, { ...related, place: 'redemption' }, occasion)
    return { result: assignment, changes: [{ kind: 'validationRule.assigned', assignment }] }
  })
}

/** What makes a thing that is shown with the rules that bind it; those of `ruleIds` bind it too. */
export function makeBound<Shown extends Bound>(
  made: Decision<Shown>,
  thing: (shown: Shown) => { readonly type: AssignedTo; readonly id: string },
  { ruleIds, rules }: RulesListed,
  occasion: Occasion
): Decision<Shown> {
  if ('refusal' in made) return made
  const bound = bindNew(thing(made.result), ruleIds, rules, occasion)
  if ('refusal' in bound) return bound
  const assignments = [...made.result.assignments, ...bound.result]
  const result = { ...made.result, assignments }
  return { result, changes: [...made.changes, ...bound.changes] }
}

interface Bound {
  readonly assignments: readonly ValidationRuleAssignment[]
}

export interface RulesListed {
  readonly ruleIds: readonly string[]
  readonly rules: ReadonlyMap<string, ValidationRule>
}

export interface CreateValidationRuleAssignment {
  readonly relatedObjectType: AssignedTo
  readonly relatedObjectId: string
}

export interface CreateValidationRuleAssignmentFacts {
  readonly rule: ValidationRule
  /** The thing that the command names, and its event when it is an earning rule. */
  readonly related: {
    readonly id: string
    readonly event: string | null
    readonly voucher?: Voucher
  } | null
  readonly assignment: ValidationRuleAssignment | null
}

/** Spec: openapi/behaviour/set-up.md#a-rule-binds-what-it-is-assigned-to. */
export function createValidationRuleAssignment(
  { rule, related, assignment: existing }: CreateValidationRuleAssignmentFacts,
  { relatedObjectType: type, relatedObjectId }: CreateValidationRuleAssignment,
  occasion: Occasion
): Decision<ValidationRuleAssignment> {
  if (related === null) return { refusal: notFound(type, relatedObjectId) }
  if (existing !== null) {
    const what = `rule ${rule.id} on ${type} ${related.id}`
    return { refusal: duplicateFound('validation_rules_assignment', existing.id, what) }
  }
  const place = placeOfAssignment(related.event)
  const assignment = assignmentOf(rule, { type, id: related.id, place }, occasion)
  const { voucher } = related
  // A new version, so that the voucher is not deleted without its assignment at the same time.
  const bound: readonly Change[] =
    voucher === undefined
      ? []
      : [{ kind: 'voucher.updated', voucher: { ...voucher, version: voucher.version + 1 } }]
  return {
    result: assignment,
    changes: [...bound, { kind: 'validationRule.assigned', assignment }]
  }
}

/** An empty error message is none. */
export type UpdateValidationRule = Amending<
  ValidationRule,
  'name' | 'rules' | 'errorMessage' | 'applicableTo'
>

/** An assignment, and the event of its earning rule; null for other things. */
export interface Binding {
  readonly assignment: ValidationRuleAssignment
  readonly event: string | null
}

/** Assignments whose status one update of a rule may change. */
export const RESTATED_MAX = 1000

export interface UpdateValidationRuleFacts extends CreateValidationRuleFacts {
  readonly rule: ValidationRule
  /** All of them, or RESTATED_MAX + 1; none when the rules themselves stay. */
  readonly bindings: readonly Binding[]
}

/**
 * Merges the sent properties into the stored rule, which is then checked like a new one. Its
 * assignments get a new status and new omissions.
 */
export function updateValidationRule(
  { rule: stored, knownItems, bindings }: UpdateValidationRuleFacts,
  command: UpdateValidationRule,
  { now }: Occasion
): Decision<ValidationRule> {
  const { rules = stored.rules, applicableTo: named } = command
  const refusal =
    unreadable(rules, stored.contextType) ??
    (named === undefined ? null : strangerAmong(named, knownItems))
  if (refusal !== null) return { refusal }
  const changed = {
    ...stored,
    name: command.name ?? stored.name,
    rules,
    errorMessage: amend(command.errorMessage, stored.errorMessage) || null,
    applicableTo: named === undefined ? stored.applicableTo : underTheirNames(named, knownItems)
  }
  if (sameJson(stored, changed)) return { result: stored, changes: [] }
  const restated = bindings.flatMap(binding => restate(binding, rules))
  if (bindings.length > RESTATED_MAX && restated.length > 0) {
    const why = `more than ${RESTATED_MAX} assignments would have to be set anew`
    const details = `Property .rules: ${why}, as other entries count there; make a new rule`
    return { refusal: { key: 'invalid_validation_rules', details } }
  }
  const change = (rule: ValidationRule) => ({ kind: 'validationRule.updated', rule }) as const
  return rewrite(stored, changed, now, change, restated)
}

/** An assignment whose status or omissions change is replaced under the same id. */
function restate({ assignment, event }: Binding, rules: RuleSet): readonly Change[] {
  const { valid, omitted } = omissionsAt(rules, placeOfAssignment(event))
  const said = [assignment.validationStatus, assignment.validationOmittedRules]
  if (sameJson(said, [valid, omitted])) return []
  const anew = { ...assignment, validationStatus: valid, validationOmittedRules: omitted }
  return [...unassignRules([assignment]), { kind: 'validationRule.assigned', assignment: anew }]
}

export interface DeleteValidationRuleFacts {
  readonly rule: ValidationRule
  /** The things it binds, at most USERS_NAMED + 1. */
  readonly users: readonly User[]
}

export function deleteValidationRule({ rule, users }: DeleteValidationRuleFacts): Decision<null> {
  return deleteUnused('validation_rule', rule.id, users, 'delete its assignments first')
}

export interface DeleteValidationRuleAssignmentFacts {
  readonly assignment: ValidationRuleAssignment
  readonly earningRule: EarningRule | null
}

/** The rule no longer binds the thing; an earning rule no longer names the rule either. */
export function deleteValidationRuleAssignment(
  { assignment, earningRule }: DeleteValidationRuleAssignmentFacts,
  { now }: Occasion
): Decision<null> {
  const changes: Change[] = [...unassignRules([assignment])]
  if (earningRule !== null) {
    const { updatedAt: updatedAtBefore } = earningRule
    const updatedAt = nextUpdatedAt(updatedAtBefore, now)
    const rule = { ...earningRule, validationRuleId: null, updatedAt }
    changes.push({ kind: 'earningRule.updated', rule, updatedAtBefore })
  }
  return { result: null, changes }
}

/*
 * A fact that could exist and was not loaded, such as a count, is missing: a rule that limits
 * something never lets pass what it cannot see.
 */

/** The ids of the collections that hold each product or SKU. */
export type Collections = ReadonlyMap<string, readonly string[]>

export interface RedemptionKnown {
  readonly metadata: Metadata
  /** X-App-Id of the caller. */
  readonly apiKey: string
  /** Points that a pay-with-points reward would take, 0 when it can take none; else null. */
  readonly points: number | null
  /** Credit that a gift voucher would give, smallest unit; null for anything else. */
  readonly credit: number | null
  /** Whether the customer holds the voucher; promotions belong to nobody. */
  readonly byHolder: boolean
  /** This redemption is counted in, as knownCounts says; null when no rule needs counts. */
  readonly counts: readonly RedemptionCount[] | null
}

export interface RuleFacts {
  readonly customer: Pick<Customer, 'metadata'> | null
  readonly segments: readonly string[]
  readonly order: Order | null
  /** The id of the order when it counts as it is stored, whatever else was sent; else absent. */
  readonly storedOrderId?: string | undefined
  readonly collections: Collections
  readonly eventMetadata: Metadata | null
  readonly redemption: RedemptionKnown | null
  /** Names that are not asked here, whatever they are; absent: every name is. */
  readonly unasked?: ((name: string) => boolean) | undefined
}

export interface RuleLine extends FactLine {
  readonly item: OrderItem
}

/** Where a rule is judged: an order paid, a custom event, a customer who moves, a redemption. */
export type RulePlace = 'order' | 'custom_event' | 'customer' | 'redemption'

const REDEEMING = ['redemption', 'campaign', 'publication']
const DISCOUNTING = [
  'product.discount_applicable',
  'product.metadata.discount_applicable',
  'sku.discount_applicable'
]

/** Categories and names that cannot exist in a place: earning redeems and discounts nothing. */
const IMPOSSIBLE: { readonly [Where in RulePlace]: ReadonlySet<string | undefined> } = {
  order: new Set([...REDEEMING, 'event', ...DISCOUNTING]),
  custom_event: new Set([...REDEEMING, 'order', 'product']),
  customer: new Set([...REDEEMING, 'order', 'product', 'event']),
  redemption: new Set(['event'])
}

/** Whether the name can never have a value in a place, as opposed to a value that was not sent. */
export function isImpossible(name: string, place: RulePlace): boolean {
  return IMPOSSIBLE[place].has(name) || IMPOSSIBLE[place].has(RULE_NAMES.get(name)?.category)
}

function placeOfFacts({ order, eventMetadata, redemption }: RuleFacts): RulePlace {
  // Only a redemption can come without an order although it could have had one.
  if (redemption !== null) return 'redemption'
  if (order !== null) return 'order'
  return eventMetadata !== null ? 'custom_event' : 'customer'
}

const MISSING: Lookup<RuleLine> = { kind: 'missing' }
const IMPOSSIBLE_HERE: Lookup<RuleLine> = { kind: 'impossible' }

type NamedLine = Pick<OrderItem, 'productId' | 'skuId'> &
  Partial<Pick<OrderItem, 'relatedObject' | 'sourceId' | 'product' | 'sku'>>

/** The names of the product and the SKU of a line; its own source id is one of the two. */
export function goodsOfLine(line: NamedLine): Goods {
  const { relatedObject, productId, skuId, sourceId = null } = line
  const bySku = relatedObject === 'sku' || skuId !== null
  const productSourceId = line.product?.sourceId ?? (bySku ? null : sourceId)
  const skuSourceId = line.sku?.sourceId ?? (bySku ? sourceId : null)
  const named = [productId, productSourceId, skuId, skuSourceId].some(name => name !== null)
  const object = named ? (bySku ? 'sku' : 'product') : null
  return { object, productId, productSourceId, skuId, skuSourceId }
}

/**
 * The product and SKU of a line, and every collection that holds one of them. Goods that only a
 * source id was sent for are known by that.
 */
export function lineIds(line: NamedLine, collections: Collections): readonly string[] {
  const { productId, productSourceId, skuId, skuSourceId } = goodsOfLine(line)
  const own = [productId ?? productSourceId, skuId ?? skuSourceId].filter(id => id !== null)
  return [...own, ...own.flatMap(id => collections.get(id) ?? [])]
}

function ruleLines(order: Order | null, collections: Collections): readonly RuleLine[] {
  return (order?.items ?? []).map(item => ({ ids: lineIds(item, collections), item }))
}

/** The facts for one judgement; `bound` decides what a rule counts and which lines it discounts. */
export function factsOf(known: RuleFacts, bound: BoundRule | null = null): Facts<RuleLine> {
  const { order } = known
  const place = placeOfFacts(known)
  const lines = ruleLines(order, known.collections)
  // Names of a custom event are impossible without one.
  const eventMetadata = known.eventMetadata ?? {}
  return {
    fact(name, property, selected) {
      if (isImpossible(name, place) || known.unasked?.(name)) return IMPOSSIBLE_HERE
      // Names that need a property have one; the others ignore it.
      const key = property ?? ''
      switch (RULE_NAMES.get(name)?.category) {
        case 'customer':
          if (known.customer === null) return MISSING
          if (name === 'customer.segment') return { kind: 'known', value: known.segments }
          return lookedUp(own(known.customer.metadata, key))
        case 'event':
          return lookedUp(own(eventMetadata, key))
        case 'order':
        case 'product':
          return order === null
            ? MISSING
            : sourced(orderFact(name, key, order, selected ?? lines, bound), known)
        case undefined:
          return MISSING
        default:
          return redemptionFact(name, key, present(known.redemption, `no ${name} is known`), bound)
      }
    }
  }
}

function redemptionFact(
  name: string,
  property: string,
  { metadata, apiKey, points, credit, byHolder, counts }: RedemptionKnown,
  bound: BoundRule | null
): Lookup<RuleLine> {
  switch (name) {
    case 'redemption.metadata':
      return lookedUp(own(metadata, property))
    case 'redemption.api_key':
      return { kind: 'known', value: apiKey }
    case 'redemption.reward.pay_with_points.points_used':
      return lookedUp(points)
    case 'redemption.gift.amount':
      return credit === null ? IMPOSSIBLE_HERE : lookedUp(credit)
    case 'publication.redeemable_by_linked_customer':
      return { kind: 'known', value: byHolder }
    default:
      // There are no counts by user: key pairs redeem.
      return lookedUp(countNamed(name, bound?.assignment ?? null, counts))
  }
}

type OrderFact = (
  order: Order,
  lines: readonly RuleLine[],
  property: string
) => Lookup<RuleLine> | FactValue | undefined

/** `lines` are the selected lines, or all: for `product.` with a product, for `sku.` with a SKU. */
const ORDER_FACTS: { readonly [name: string]: OrderFact } = {
  'order.amount': order => order.amount,
  'order.total_amount': order => order.totalAmount,
  'order.initial_amount': order => order.initialAmount,
  'order.metadata': (order, _, property) => own(order.metadata, property),
  'order.items.count': (_, lines) => lines.length,
  'order.items.price_any': (_, lines) => pricesOf(lines),
  'order.items.price_each': (_, lines) => pricesOf(lines),
  'order.items.metadata_any': (_, lines, property) => metadataValues(lines, property),
  'order.items.metadata_each': (_, lines, property) => metadataValues(lines, property),
  'order.items.any': (_, lines) => ({ kind: 'lines', lines }),
  'order.items.every': (_, lines) => ({ kind: 'lines', lines }),
  'order.items.none': (_, lines) => ({ kind: 'lines', lines }),
  'order.items.cheapest': (_, lines) => ({ kind: 'lines', lines: extreme(lines, -1) }),
  'order.items.most_expensive': (_, lines) => ({ kind: 'lines', lines: extreme(lines, 1) }),
  'order.items.quantity': (_, [line]) => line?.item.quantity,
  'order.items.price': (_, [line]) => line?.item.price,
  'order.items.metadata': (_, [line], property) => line && own(line.item.metadata, property),
  'order.items.aggregated_quantity': (_, lines) => quantityOf(lines),
  'order.items.aggregated_amount': (_, lines) => subtotalOf(lines),
  'product.id': (_, lines) => lines.flatMap(({ ids }) => ids),
  'sku.id': (_, lines) => lines.flatMap(({ ids }) => ids),
  'product.price': (_, lines) => pricesOf(lines),
  'sku.price': (_, lines) => pricesOf(lines),
  'product.quantity': (_, lines) => lines.map(({ item }) => item.quantity),
  'sku.quantity': (_, lines) => lines.map(({ item }) => item.quantity),
  'product.discount_applicable': (_, lines) => lines.map(({ ids }) => ids),
  'sku.discount_applicable': (_, lines) => lines.map(({ ids }) => ids),
  'product.metadata': (_, lines, property) => lines.map(line => productValue(line, property)),
  'product.metadata.aggregated_quantity': (_, lines, property) =>
    quantityOf(lines.filter(line => productValue(line, property) !== null)),
  'product.metadata.aggregated_amount': (_, lines, property) =>
    subtotalOf(lines.filter(line => productValue(line, property) !== null)),
  'product.metadata.discount_applicable': (_, lines, property) =>
    lines.map(line => productValue(line, property)),
  'product.metadata.match_all': (_, lines, property) =>
    lines.map(line => productValue(line, property))
}

function orderFact(
  name: string,
  property: string,
  order: Order,
  lines: readonly RuleLine[],
  bound: BoundRule | null
): Lookup<RuleLine> {
  const concerned = lines
    .filter(({ item }) => !name.startsWith('product.') || item.productId !== null)
    .filter(({ item }) => !name.startsWith('sku.') || item.skuId !== null)
    .filter(
      ({ ids }) =>
        !DISCOUNTING.includes(name) || bound === null || applies(bound.rule.applicableTo, ids)
    )
  const found = ORDER_FACTS[name]?.(order, concerned, property)
  return isLookup(found) ? found : lookedUp(found)
}

/** Says of what a stored order lacks that it is the stored order that lacks it. */
function sourced(found: Lookup<RuleLine>, { storedOrderId }: RuleFacts): Lookup<RuleLine> {
  if (found.kind !== 'missing' || storedOrderId === undefined) return found
  return { kind: 'missing', from: `order ${storedOrderId}, which counts as it is stored` }
}

function isLookup(found: Lookup<RuleLine> | FactValue | undefined): found is Lookup<RuleLine> {
  return typeof found === 'object' && found !== null && 'kind' in found && found.kind === 'lines'
}

function lookedUp(value: FactValue | undefined): Lookup<RuleLine> {
  return value === undefined || value === null ? MISSING : { kind: 'known', value }
}

function pricesOf(lines: readonly RuleLine[]): readonly number[] {
  return lines.map(({ item }) => item.price).filter(price => price !== null)
}

function metadataValues(lines: readonly RuleLine[], property: string): FactValue {
  return lines.map(({ item }) => own(item.metadata, property) ?? null)
}

function productValue({ item }: RuleLine, property: string): FactValue {
  return own(item.product?.metadata ?? {}, property) ?? null
}

function quantityOf(lines: readonly RuleLine[]): number {
  return lines.reduce((total, { item }) => total + item.quantity, 0)
}

/** After the discounts of the lines; a line without a price adds nothing. */
function subtotalOf(lines: readonly RuleLine[]): number {
  return lines.reduce((total, { item }) => total + (item.subtotalAmount ?? 0), 0)
}

/** The lines with the lowest (−1) or highest (1) unit price; lines without one take no part. */
function extreme(lines: readonly RuleLine[], sign: -1 | 1): readonly RuleLine[] {
  const best = pricesOf(lines).reduce((most, price) => Math.max(most, sign * price), -Infinity)
  return lines.filter(({ item }) => item.price === sign * best)
}

/**
 * The most that points may take off an order, in the smallest unit: the rest to pay of the lines
 * that every rule applies to, or of the whole order when no rule is selective.
 * Spec:
 * openapi/behaviour/redemptions-and-rollbacks.md#points-pay-only-for-items-that-a-rule-applies-to.
 */
export function applicableAmount(
  rules: readonly BoundRule[],
  { order, collections }: { readonly order: Order; readonly collections: Collections }
): number {
  const left = order.totalAmount ?? 0
  const selective = rules.filter(({ rule }) => isSelective(rule.applicableTo))
  if (selective.length === 0) return left
  const covered = ruleLines(order, collections).filter(({ ids }) =>
    selective.every(({ rule }) => applies(rule.applicableTo, ids))
  )
  return Math.min(left, subtotalOf(covered))
}

/** The codes of broken rules, by what the rules are on. */
export type RulesViolated = Extract<FailureCode, `${string}_rules_violated`>

export interface Violation {
  readonly code: RulesViolated
  /** The message of the code, then the reason, as the record of the redemption keeps them. */
  readonly failureMessage: string
  readonly details: string
  /** The shop's own words for the entry to blame, else for its rule. */
  readonly errorMessage?: string
}

type Complaint = Pick<EntryReason, 'category' | 'operator' | 'actual' | 'message'> & {
  readonly rule: ValidationRule
  /** `entry 1.2`, or another part of the rule that is to blame. */
  readonly part: string
  readonly words: string | null
}

/**
 * Why binding rules do not hold: for each code the most telling reason, in no particular order of
 * the codes. Entries come first for which the shop has words, then entries with another value than
 * expected, then entries whose fact is missing; among equals the first.
 * Spec:
 * openapi/behaviour/redemptions-and-rollbacks.md#a-refusal-by-a-rule-tells-the-most-useful-reason.
 */
export function violatedRules(
  rules: readonly BoundRule[],
  known: RuleFacts,
  at: At
): readonly Violation[] {
  const complaints = rules.flatMap(bound => complaintsOf(bound, known, at))
  const telling = complaints.toSorted((one, other) => rankOf(one) - rankOf(other))
  const first = new Map<RulesViolated, Complaint>()
  for (const complaint of telling) {
    const code = codeOf(complaint)
    if (!first.has(code)) first.set(code, complaint)
  }
  return [...first].map(([code, { rule, part, message, words }]) => ({
    code,
    failureMessage: `${FAILURE_MESSAGES[code]}: ${part} of ${rule.name} (${rule.id}), ${message}`,
    details: `Validation rule ${rule.name} (${rule.id}): ${part}, ${message}`,
    ...(words === null ? {} : { errorMessage: words })
  }))
}

function complaintsOf(bound: BoundRule, known: RuleFacts, at: At): readonly Complaint[] {
  const { rule } = bound
  const { status, reasons, omitted } = judge(rule.rules, factsOf(known, bound), at)
  const isUnasked = status === 'omitted' && omitted.every(name => known.unasked?.(name))
  if (status === 'holds' || isUnasked) return coversNothing(bound, known)
  return reasons.map(({ entry, errorMessage, ...reason }) => {
    return { ...reason, rule, part: `entry ${entry}`, words: errorMessage ?? rule.errorMessage }
  })
}

/** Points cannot pay an order without any line that the rule lets them pay for. */
function coversNothing(
  { rule }: BoundRule,
  { order, redemption, collections }: RuleFacts
): readonly Complaint[] {
  const pays = redemption?.points != null && order !== null
  if (!pays || !isSelective(rule.applicableTo)) return []
  const actual = ruleLines(order, collections).map(({ ids }) => ids)
  if (actual.some(ids => applies(rule.applicableTo, ids))) return []
  const message = 'which leaves none of the items of this order.'
  const about = { category: 'order', operator: null, actual, message } as const
  return [{ ...about, rule, part: 'applicable_to', words: rule.errorMessage }]
}

/** The lower, the more telling. */
function rankOf({ words, operator, actual }: Complaint): number {
  const unseen = operator === null && actual === null
  return (words === null ? 2 : 0) + (unseen ? 1 : 0)
}

function codeOf({ category }: Pick<Complaint, 'category'>): RulesViolated {
  if (category === 'customer') return 'customer_rules_violated'
  const isOfOrder = category === 'order' || category === 'product'
  return isOfOrder ? 'order_rules_violated' : 'redemption_rules_violated'
}
