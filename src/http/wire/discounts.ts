/**
 * Discounts on the wire: requests to apply them and to list what would apply, and what redeemables
 * come to.
 * Spec: ApplyDiscountsRequest, CheckEligibilityRequest, DiscountedOrderRequest,
 * DiscountsValidation, DiscountsRedemption, Eligibility.
 */
import {
  type ApplyDiscounts,
  existing,
  type FoundTier,
  type FoundVoucher,
  type Redeemable,
  type RedeemableCommand,
  type Taken
} from '../../decisions/discounts/judging.ts'
import {
  type CheckEligibility,
  type Cursor,
  cursorOf,
  cursorText,
  type Eligibility,
  type Qualified
} from '../../decisions/discounts/qualification.ts'
import type {
  DiscountsRedeemed,
  Handed,
  StackValidation
} from '../../decisions/discounts/redemption.ts'
import { invalidPayload, quote, type Reason, Refused } from '../../decisions/refusals.ts'
import type { Category, Order, PromotionTier } from '../../model.ts'
import type { Filter } from '../../rules/conditions.ts'
import type { AppliedEntry } from '../../rules/discounts/selection.ts'
import type {
  AppliedRedeemable,
  Inapplicable,
  SkipKey,
  SkippedRedeemable,
  StackingRules
} from '../../rules/stacking.ts'
import { errorBody } from '../errors.ts'
import type { Linking } from '../links.ts'
import { readerOfSent, type Schemas, viewOf, type Wire, withoutNulls } from '../wire.ts'
import { viewCategory } from './categories.ts'
import { customerCommand } from './customers.ts'
import { orderCommand, viewOrder, viewOrderCalculated } from './orders.ts'
import { viewPromotionTier } from './promotions.ts'
import { viewRedeemed } from './redemptions.ts'
import { viewStackingRules } from './stacking-rules.ts'
import { viewApplicableItem, viewAssignments } from './validation-rules.ts'
import { fieldConditions, metadataOf, sent } from './values.ts'

type Body = Schemas['ApplyDiscountsRequest']

/** What is to be applied, in the order in which it was sent. */
export function discountsCommand(body: Body): ApplyDiscounts {
  return {
    redeemables: body.redeemables.map(redeemableCommand),
    ...askedBy(body),
    lock: body.session ? readLock(body.session) : undefined
  }
}

const readLock = readerOfSent('key ttl ttl_unit')

/** Who orders redeems, unless somebody else is said to. */
function askedBy(body: Pick<Body, 'order' | 'customer' | 'metadata' | 'tracking_id'>) {
  const order = body.order ?? undefined
  const customer = body.customer ?? order?.customer ?? undefined
  const at = body.customer ? undefined : 'order.customer'
  const named = order?.customer_id ? { id: order.customer_id } : undefined
  const isNamed = customer === undefined || Object.keys(customer).length === 0
  const { status, customer: _, referrer: __, ...said } = order ?? {}
  return {
    order: order && { ...orderCommand(said), status: status ?? undefined },
    customer: isNamed ? named : customerCommand(customer, at),
    metadata: metadataOf(body.metadata),
    trackingId: sent(body.tracking_id)
  }
}

const LIMIT_DEFAULT = 5
/** Clients ask for more than that, and are given so many. */
const LIMIT_MAX = 50

/** @throws {Refused} for a place in the order that cannot be read. */
export function eligibilityCommand(body: Schemas['CheckEligibilityRequest']): CheckEligibility {
  const { scenario = 'ALL' } = body
  const { limit = LIMIT_DEFAULT, starting_after, filters = {}, sorting_rule } = body.options ?? {}
  return {
    ...askedBy(body),
    lock: body.session ? readLock(body.session) : undefined,
    scenario,
    limit: Math.min(limit, LIMIT_MAX),
    cursor: cursorSent(starting_after),
    filter: filterSent(filters),
    sorting: sorting_rule ?? 'DEFAULT'
  }
}

/** Clients send the text `null` where there is nothing to go on from. */
function cursorSent(text: string | null | undefined): Cursor | null {
  if (text === undefined || text === null || text === '' || text === 'null') return null
  const cursor = cursorOf(text)
  if (cursor !== null) return cursor
  const message = `${quote(text)} is no ISO 8601 date-time; send more_starting_after as it came.`
  throw new Refused(invalidPayload('options.starting_after', message))
}

function filterSent({
  junction = 'and',
  ...sent
}: Schemas['EligibilityFiltersRequest']): Filter | null {
  const fields = fieldConditions(sent)
  if (Object.keys(fields).length === 0) return null
  const isAll = junction === 'and' || junction === 'AND'
  return { junction: isAll ? 'and' : 'or', fields }
}

export function showingOf(
  { options }: { readonly options?: { readonly expand?: readonly string[] | null } | null },
  { requestId }: { readonly requestId: string }
) {
  return { expand: new Set<string>(options?.expand ?? []), requestId }
}

function redeemableCommand(named: Schemas['RedeemableRequest']): RedeemableCommand {
  const { object, id, gift, reward } = named
  return {
    object,
    id,
    credits: sent(gift?.credits),
    rewardId: sent(reward?.id),
    points: sent(reward?.points)
  }
}

type Showing = ReturnType<typeof showingOf>

/** Lists of redeemables that do not apply are absent when they are empty. */
export function viewValidation(
  validation: StackValidation,
  showing: Showing
): Wire<'DiscountsValidation'> {
  const { stacked, after, trackingId, lock, steps, isStored, stackingRules } = validation
  const { inapplicable, skipped } = stacked
  const orders = steps.values()
  const root = after && viewOrderCalculated(after, isStored)
  const viewStep = (order: Order) =>
    root !== null && order === after ? root : viewOrderCalculated(order, isStored)
  return {
    id: validation.id,
    valid: stacked.valid,
    redeemables: stacked.redeemables.map(each =>
      each.status === 'APPLICABLE'
        ? viewApplicable(each, viewStep(orders.next().value as Order), showing, stackingRules)
        : each.status === 'INAPPLICABLE'
          ? viewInapplicable(each, showing)
          : viewSkipped(each)
    ),
    ...(inapplicable.length > 0 && {
      inapplicable_redeemables: inapplicable.map(each => viewInapplicable(each, showing))
    }),
    ...(skipped.length > 0 && { skipped_redeemables: skipped.map(viewSkipped) }),
    ...(root !== null && { order: root }),
    ...withoutNulls({ tracking_id: trackingId, session: lock && viewLock(lock) }),
    stacking_rules: viewStackingRules(stackingRules)
  }
}

const viewLock = viewOf('key type:LOCK ttl ttl_unit')

/** What was redeemed, with both lists of what was not, also when they are empty. */
export function viewDiscountsRedemption(
  redeemed: Extract<DiscountsRedeemed, { redemptions: unknown }>,
  showing: Showing,
  linking: Linking
): Wire<'DiscountsRedemption'> {
  const { redemptions, parent, order, tried, stackingRules } = redeemed
  const { inapplicable, skipped } = tried.stacked
  return {
    redemptions: redemptions.map(each => viewHanded(each, stackingRules, showing, linking)),
    ...withoutNulls({
      parent_redemption: parent && viewRedeemed({ redemption: parent, voucher: null }, linking)
    }),
    order: viewOrder(order),
    inapplicable_redeemables: inapplicable.map(each => viewInapplicable(each, showing)),
    skipped_redeemables: skipped.map(viewSkipped)
  }
}

/** One redemption, and at more length what was redeemed, where that was asked for. */
function viewHanded(
  handed: Handed,
  rules: StackingRules,
  { expand }: Showing,
  linking: Linking
): Wire<'Redemption'> {
  const { redeemable, tier } = handed
  const record = viewRedeemed(handed, linking)
  const { voucher, promotion_tier } = record
  const categories = expand.has('category') && {
    categories: viewCategories(redeemable.category, rules)
  }
  return {
    ...record,
    ...(voucher && { voucher: { ...voucher, ...categories } }),
    ...(promotion_tier && {
      promotion_tier: {
        ...promotion_tier,
        ...(tier && expand.has('redeemable') && viewTierInFull(tier, redeemable as FoundTier)),
        ...categories
      }
    })
  }
}

function viewTierInFull(tier: PromotionTier, { campaign, category, rules }: FoundTier) {
  const assignments = rules.map(({ assignment }) => assignment)
  return viewPromotionTier({
    tier,
    campaign,
    category: category?.id === tier.categoryId ? category : null,
    assignments: assignments.filter(({ relatedObjectId }) => relatedObjectId === tier.id)
  })
}

function viewApplicable(
  { redeemable, step }: AppliedRedeemable<Redeemable, Taken>,
  order: Wire<'OrderCalculated'>,
  { expand }: Showing,
  rules: StackingRules
): Wire<'ValidatedRedeemable'> {
  const found = existing(redeemable)
  return {
    status: 'APPLICABLE',
    ...viewNamed(redeemable),
    order,
    applicable_to: viewCovered(step.applicableTo),
    inapplicable_to: viewCovered(step.inapplicableTo),
    result: viewResult(found, step),
    metadata: metadataShown(found),
    ...(expand.has('category') && { categories: viewCategories(found.category, rules) }),
    ...(expand.has('redeemable') && viewCampaignOf(found))
  }
}

function viewNamed({ sent }: Redeemable) {
  return { id: sent.id, object: sent.object }
}

function metadataShown(found: FoundVoucher | FoundTier) {
  return found.object === 'voucher' ? found.purse.voucher.metadata : found.tier.metadata
}

function viewCampaignOf(found: FoundVoucher | FoundTier) {
  const { id: campaign_id = null, name: campaign_name = null } = found.campaign ?? {}
  const name = found.object === 'promotion_tier' ? found.tier.name : null
  return { campaign_name, campaign_id, ...withoutNulls({ name }) }
}

function viewCategories(category: Category | null, rules: StackingRules) {
  if (category === null) return []
  const { id } = category
  const type = rules.exclusiveCategories.includes(id)
    ? ('EXCLUSIVE' as const)
    : rules.jointCategories.includes(id)
      ? ('JOINT' as const)
      : null
  return [{ ...viewCategory(category), ...withoutNulls({ stacking_rules_type: type }) }]
}

function viewResult(found: FoundVoucher | FoundTier, step: Taken): Wire<'RedeemableResult'> {
  if (found.object === 'promotion_tier') return viewDiscounted(found.tier.discount, step)
  const { discount, gift } = found.purse.voucher
  if (gift !== null) return { gift: { balance: gift.balance, credits: step.credit ?? 0 } }
  if (discount !== null) return viewDiscounted(discount, step)
  return { loyalty_card: { points: step.points ?? 0 } }
}

function viewDiscounted(discount: object, { effect }: Taken): { discount: Wire<'Discount'> } {
  const shown = { ...discount, effect, is_dynamic: false }
  return { discount: shown as unknown as Wire<'Discount'> }
}

function viewCovered(entries: readonly AppliedEntry[]): Wire<'CoveredGoodsList'> {
  return { data: entries.map(viewEntry), total: entries.length, data_ref: 'data', object: 'list' }
}

function viewEntry(entry: AppliedEntry): Wire<'CoveredGoods'> {
  const { itemIndices, itemUnits } = entry
  return {
    ...viewApplicableItem(entry),
    ...withoutNulls({ product_id: entry.productId, product_source_id: entry.productSourceId }),
    strict: entry.strict,
    ...(itemIndices.length > 0 && { order_item_indices: [...itemIndices] }),
    ...(itemUnits.length > 0 && {
      order_item_units: itemUnits.map(({ index, units, unitsLimitExceeded }) => ({
        index,
        units: [...units],
        ...(unitsLimitExceeded && { units_limit_exceeded: true })
      }))
    })
  }
}

function viewInapplicable(
  { redeemable, reason }: Inapplicable<Redeemable, Reason>,
  { requestId }: Showing
): Wire<'InapplicableRedeemable'> {
  const { id, object } = redeemable.sent
  const error = errorBody({ ...reason, redeemable: { id, object } }, requestId)
  const { key, message } = error
  return {
    status: 'INAPPLICABLE',
    ...viewNamed(redeemable),
    result: { error, details: { key, message } },
    ...(redeemable.object !== 'unknown' && { metadata: metadataShown(redeemable) })
  }
}

function viewSkipped({
  redeemable,
  key
}: SkippedRedeemable<Redeemable>): Wire<'SkippedRedeemable'> {
  return {
    status: 'SKIPPED',
    ...viewNamed(redeemable),
    result: { details: { key, message: SKIPPED[key] } },
    ...(redeemable.object !== 'unknown' && { metadata: metadataShown(redeemable) })
  }
}

const SKIPPED: { readonly [Key in SkipKey]: string } = {
  applicable_redeemables_limit_exceeded: 'Applicable redeemables limit exceeded',
  applicable_redeemables_per_category_limit_exceeded:
    'Applicable redeemables limit per category exceeded',
  applicable_exclusive_redeemables_limit_exceeded:
    'Applicable exclusive redeemables limit exceeded',
  applicable_exclusive_redeemables_per_category_limit_exceeded:
    'Applicable exclusive redeemables limit per category exceeded',
  exclusion_rules_not_met: 'Redeemable cannot be applied due to exclusion rules',
  preceding_validation_failed: 'Redeemable cannot be applied due to preceding validation failure',
  no_effect: 'Redeemable cannot be applied due to no effect'
}

/** What qualifies, each as it was asked to be shown. */
export function viewEligibility(eligibility: Eligibility, showing: Showing): Wire<'Eligibility'> {
  const { qualified, hasMore, next, trackingId, order, isStored, stackingRules } = eligibility
  return {
    redeemables: {
      object: 'list',
      data_ref: 'data',
      data: qualified.map(each => viewQualified(each, eligibility, showing)),
      total: qualified.length,
      has_more: hasMore,
      ...(next !== null && { more_starting_after: cursorText(next) })
    },
    ...withoutNulls({ tracking_id: trackingId }),
    ...(order !== null && { order: viewOrderCalculated(order, isStored) }),
    stacking_rules: viewStackingRules(stackingRules)
  }
}

function viewQualified(
  { id, object, createdAt, found, rules, taken, lockedCredit, order, leftOut }: Qualified,
  { isStored, stackingRules }: Eligibility,
  { expand }: Showing
): Wire<'QualifiedRedeemable'> {
  const { campaign } = found
  const isCampaign = object === 'campaign'
  const [first] = rules
  return {
    id: object === 'voucher' ? found.sent.id : id,
    object,
    created_at: createdAt,
    result: viewTaken(found, taken, lockedCredit),
    ...(order !== null && { order: viewOrderCalculated(order, isStored) }),
    applicable_to: viewCovered(taken.applicableTo),
    inapplicable_to: viewCovered(taken.inapplicableTo),
    ...withoutNulls({ validation_rule_id: first?.rule.id ?? null }),
    ...(leftOut !== null && {
      validation_status: leftOut.length === 0 ? ('VALID' as const) : ('PARTIALLY_VALID' as const),
      validation_omitted_rules: [...leftOut]
    }),
    ...(expand.has('validation_rules') && {
      validation_rules_assignments: viewAssignments(rules.map(({ assignment }) => assignment))
    }),
    metadata: isCampaign ? (campaign?.metadata ?? {}) : metadataShown(found),
    ...(expand.has('category') && { categories: viewCategories(found.category, stackingRules) }),
    ...(expand.has('redeemable') && {
      ...viewCampaignOf(found),
      ...withoutNulls({
        ...(isCampaign && { name: campaign?.name ?? null }),
        banner: found.object === 'promotion_tier' ? found.tier.banner : null
      })
    })
  }
}

/** Of a card or gift voucher, also what it has. */
function viewTaken(
  found: FoundVoucher | FoundTier,
  taken: Taken,
  lockedCredit: number
): Wire<'QualifiedResult'> {
  if (found.object === 'promotion_tier') return viewDiscounted(found.tier.discount, taken)
  const { discount, gift, card } = found.purse.voucher
  if (discount !== null) return viewDiscounted(discount, taken)
  if (gift !== null) {
    const { balance } = gift
    return { gift: { balance, credits: taken.credit ?? 0, locked_credits: lockedCredit } }
  }
  const parameters = found.reward?.parameters
  return {
    loyalty_card: {
      points: taken.points ?? 0,
      balance: card?.balance ?? 0,
      ...(parameters?.type === 'COIN' && {
        exchange_ratio: Number(parameters.exchangeRatio),
        points_ratio: parameters.pointsRatio
      })
    }
  }
}
