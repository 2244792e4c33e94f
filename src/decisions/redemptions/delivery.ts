/**
 * A request to redeem a reward, what the reward gives when its redemption may go ahead, and the
 * record of it. A coupon is published to the customer in the unit that takes the points. Gift
 * credit and points of another program go to the voucher that the customer holds there, or to a new
 * one.
 * Spec: RedeemedReward, redeemReward, RedemptionRefused.failure_code, Redemption.
 */
import type {
  Campaign,
  Category,
  CountedCampaign,
  CountKinds,
  Customer,
  Metadata,
  MetadataSchema,
  Order,
  Product,
  RedeemedReward,
  Redemption,
  RedemptionCount,
  Reward,
  RewardAssignment,
  RewardParameters,
  Sku,
  ValidationRuleAssignment,
  Voucher
} from '../../model.ts'
import { entriesIn } from '../../rules/validation.ts'
import { dayAt, lastDay } from '../../rules/validity.ts'
import { type Change, log, type Occasion, type TotalsStep } from '../changes.ts'
import { simpleCustomer, trackingIdOf } from '../customers/customers.ts'
import type { Inventory, OrderCommand } from '../orders/lines.ts'
import type { OrderSchemas } from '../orders/orders.ts'
import { closedDetails, givesPoints } from '../points/earning.ts'
import { addPoints, everAdded, type Moved, type Purse, sumTotals } from '../points/lots.ts'
import type { FailureCode, Unable } from '../refusals.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { addCredit, giveVoucher, isUsedUp, usableVoucher } from '../vouchers/vouchers.ts'
import { type BoundRule, redeemedIn } from './limits.ts'

export interface RewardTarget {
  readonly campaign: CountedCampaign
  /** The category of that voucher, else the category that the campaign gives a new one. */
  readonly category: Category | null
  /** The assignments of the rules that bind that voucher, as the answer shows them. */
  readonly assignments: readonly ValidationRuleAssignment[]
  /** The customer's voucher there; null for coupons, since each redemption gives a new one. */
  readonly held: Purse | null
  /** An active voucher without a holder. */
  readonly spare: Voucher | null
}

export interface GrantFacts {
  readonly reward: Reward
  readonly holder: Customer
  readonly target: RewardTarget | null
  readonly product: Product | null
  readonly sku: Sku | null
  readonly redemptionId: string
}

export interface Granted {
  /** The voucher after the credit; null when the reward gave none. */
  readonly purse: Purse | null
  readonly shown: Partial<Pick<RedeemedReward, 'voucher' | 'product' | 'sku'>>
  readonly changes: readonly Change[]
  readonly totals: TotalsStep
}

export type UnavailableCode = 'no_voucher_suitable_for_publication' | 'invalid_amount'

export function grantReward(
  facts: GrantFacts,
  occasion: Occasion
): Granted | AllStops<UnavailableCode> {
  const { parameters } = facts.reward
  switch (parameters.type) {
    case 'COIN':
      return NOTHING
    case 'MATERIAL':
      return { ...NOTHING, shown: { product: facts.product, sku: facts.sku } }
    case 'CAMPAIGN':
      return grantVoucher(facts, parameters, occasion)
  }
}

const NOTHING: Granted = { purse: null, shown: {}, changes: [], totals: {} }

function grantVoucher(
  { target, holder, reward, redemptionId }: GrantFacts,
  { balance, campaignId }: Extract<RewardParameters, { type: 'CAMPAIGN' }>,
  occasion: Occasion
): Granted | AllStops<UnavailableCode> {
  if (target === null || !givesPoints(target.campaign, occasion)) {
    const gone = `The campaign ${campaignId} of the reward is gone; choose another reward`
    return { wrong: [noVoucher(target === null ? gone : closedDetails(target.campaign, occasion))] }
  }
  // A gift voucher has credit from its making, but its lots are not loaded here: one more lot of
  // the same expiry gives the same balance.
  const given = giveVoucher({ ...target, customer: holder }, occasion)
  if ('refusal' in given) return { wrong: [noVoucher(given.refusal.details)] }
  const { campaign, category, assignments } = target
  const { voucher } = given.purse
  const shown = { voucher: { voucher, campaignName: campaign.name, category, assignments } }
  if (balance === null) return { ...given, shown }
  const [one, ...others] = reasonsNotToCredit(given.purse.voucher, balance, occasion)
  if (one !== undefined) return { wrong: [one, ...others] }
  const cause = { redemptionId, rewardId: reward.id }
  const credited = creditTarget(target.campaign, given.purse, balance, cause, occasion)
  return {
    purse: credited.purse,
    shown,
    changes: [...given.changes, credited.change],
    totals: sumTotals([given.totals, credited.totals])
  }
}

function noVoucher(details: string): RecordedStop<'no_voucher_suitable_for_publication'> {
  return { code: 'no_voucher_suitable_for_publication', details }
}

/**
 * Why the voucher cannot be credited: the credit could never be spent, or could not be counted.
 * Spec: openapi/behaviour/points.md#credit-and-points-are-put-only-where-they-can-be-spent.
 */
function reasonsNotToCredit(
  voucher: Voucher,
  balance: number,
  occasion: Occasion
): readonly RecordedStop<UnavailableCode>[] {
  const { code } = voucher
  const state = neverAgain(voucher, occasion)
  const lost =
    state === null ? [] : [noVoucher(`Voucher ${code}, which would get the credit, is ${state}`)]
  if (Number.isSafeInteger(everAdded(voucher) + balance)) return lost
  const details = `Voucher ${code} cannot hold ${balance} more: at most ${Number.MAX_SAFE_INTEGER}`
  return [...lost, { code: 'invalid_amount', details }]
}

/** Why the balance of a voucher can never be spent again; null when it may be, now or later. */
function neverAgain(voucher: Voucher, { now, project }: Occasion): string | null {
  const unusable = usableVoucher(voucher, now, project.timezone)
  if (unusable === 'voucher_disabled') return 'switched off'
  if (unusable === 'voucher_expired') return 'expired'
  return isUsedUp(voucher) ? 'used up' : null
}

function creditTarget(
  campaign: Campaign,
  purse: Purse,
  balance: number,
  cause: { readonly redemptionId: string; readonly rewardId: string },
  occasion: Occasion
): Moved {
  if (purse.voucher.gift !== null) return addCredit(purse, { amount: balance, cause }, occasion)
  const rules = campaign.voucher?.loyaltyCard?.expirationRules ?? null
  const today = dayAt(occasion.now, occasion.project.timezone)
  const expiresOn = rules === null ? null : lastDay(rules, today)
  const addition = { points: balance, expiresOn, type: 'POINTS_ADDITION' as const, cause }
  return addPoints(purse, addition, occasion)
}

export interface RedeemReward {
  readonly rewardId: string | undefined
  /** Points to spend on a COIN reward; undefined for as many as the rest of the order takes. */
  readonly points: number | undefined
  readonly order: OrderCommand | undefined
  readonly metadata: Metadata | undefined
}

/** What every redemption asks for, of a reward or of discounts. */
export interface RedeemingFacts extends StandingFacts {
  readonly storedOrder: Order | null
  readonly inventory: Inventory
  readonly orderSchemas: OrderSchemas
  readonly redemptionSchema: MetadataSchema | null
  /** The stored counts; null when no binding rule uses them. */
  readonly counts: readonly RedemptionCount[] | null
  readonly countsKept: CountKinds
}

/** Campaign and card exist and belong together; everything else may be missing. */
export interface RedemptionFacts extends RedeemingFacts {
  readonly campaign: Campaign
  readonly card: Purse
  readonly category: Category | null
  /** The assignments of the rules that bind the card, as the answer shows them. */
  readonly cardAssignments: readonly ValidationRuleAssignment[]
  readonly holder: Customer | null
  readonly reward: Reward | null
  readonly assignment: RewardAssignment | null
  /** Rules that bind the reward's assignment, the card or the campaign. */
  readonly rules: readonly BoundRule[]
  /** The goods of a MATERIAL reward. */
  readonly product: Product | null
  readonly sku: Sku | null
  /** The campaign of a CAMPAIGN reward, and the customer's voucher in it. */
  readonly target: RewardTarget | null
}

/** The event that a request may bring about: its order is paid; null where it pays none. */
export function eventAskedFor(
  reward: Reward | null,
  { order }: Pick<RedeemReward, 'order'>
): 'order.paid' | null {
  return reward?.parameters.type === 'COIN' && order !== undefined ? 'order.paid' : null
}

/** The program whose points a reward of `campaign` brings; null where it brings none. */
export function creditedProgram(campaign: Campaign | null): Campaign | null {
  return campaign?.campaignType === 'LOYALTY_PROGRAM' ? campaign : null
}

/** The card with its present holder: a customer who was deleted holds nothing. */
export function cardHeldBy(card: Voucher, holder: Customer | null): Voucher {
  return { ...card, holderId: holder?.id ?? null }
}

/** Whether the holder's segments decide anything: only rules ask for them, by this name. */
export function segmentsMatter(rules: readonly BoundRule[]): boolean {
  return rules.some(({ rule }) =>
    entriesIn(rule.rules).some(({ name }) => name === 'customer.segment')
  )
}

/** Whether a reward credits the voucher that is held; each redemption brings a new coupon. */
export function creditsHeldVoucher({ campaignType }: Pick<Campaign, 'campaignType'>): boolean {
  return campaignType !== 'DISCOUNT_COUPONS'
}

/** The rules assigned to the card or to its campaign; those of the offer bind no card. */
export function assignmentsToCard(
  rules: readonly BoundRule[]
): readonly ValidationRuleAssignment[] {
  return rules
    .map(({ assignment }) => assignment)
    .filter(({ relatedObjectType }) => relatedObjectType !== 'reward_assignment')
}

/*
 * Reasons to refuse an attempt, in one order. Each reason examines an attempt that no reason before
 * it refuses. A reason may also hand on what it has shown, so that the reasons after it, and the
 * code that carries out the redemption, have it in their types and need not ask again. A reason
 * stops with the code that it is added under, which the compiler checks. Where one look at an
 * attempt finds all that is wrong, the reasons are added together, and the order of their codes
 * there says which of them counts.
 */

export interface RecordedStop<Code extends FailureCode = FailureCode> {
  readonly code: Code
  readonly details: string
  readonly failureMessage?: string
  /** The words of a rule for the customer. */
  readonly errorMessage?: string
}

/** A refusal without a record, because the request belongs to no card or names unknown things. */
export type UnrecordedStop = Unable

type Stop = RecordedStop | UnrecordedStop

/** A stop, and the attempt with all that the reasons before it have shown. */
export type Stopped<Given> = Stop & { readonly reached: Given }

/** All that is wrong, at least one thing, in no particular order. */
export interface AllStops<Code extends FailureCode> {
  readonly wrong: readonly [RecordedStop<Code>, ...RecordedStop<Code>[]]
}

/** Reasons about unknown things. */
type UnrecordedName = 'unknown_reward' | 'reward_not_on_offer' | 'unknown_goods'

/**
 * Reasons in the order in which they are added. `Shown` is an attempt that none of them refuses;
 * it has no property `code`, `refusal` or `wrong`, which tell a stop.
 */
export class Precedence<Given extends object, Shown extends Given> {
  readonly names: readonly (FailureCode | UnrecordedName)[]
  /** The first reason that holds, else the attempt with all that the reasons have shown. */
  readonly judge: (given: Given) => Shown | Stopped<Given>

  constructor(
    names: readonly (FailureCode | UnrecordedName)[],
    judge: (given: Given) => Shown | Stopped<Given>
  ) {
    this.names = names
    this.judge = judge
  }

  /** Adds a reason that finds why to stop, or null. */
  refuse<Code extends FailureCode>(
    code: Code,
    finds: (attempt: Shown) => RecordedStop<NoInfer<Code>> | null
  ): Precedence<Given, Shown> {
    return this.#add([code], attempt => finds(attempt) ?? attempt)
  }

  /** Adds reasons that find all that is wrong; of these, the first in `codes` counts. */
  refuseAny<Code extends FailureCode>(
    codes: readonly Code[],
    finds: (attempt: Shown) => readonly RecordedStop<NoInfer<Code>>[]
  ): Precedence<Given, Shown> {
    return this.#add(codes, attempt => {
      const [one, ...others] = finds(attempt)
      return one === undefined ? attempt : firstOf(codes, { wrong: [one, ...others] })
    })
  }

  /** Adds a reason that stops, or hands on the attempt with what it has shown. */
  show<Code extends FailureCode, More extends Given>(
    code: Code,
    shows: (attempt: Shown) => More | RecordedStop<NoInfer<Code>>
  ): Precedence<Given, More> {
    return this.#add<More>([code], shows)
  }

  /** The same for reasons that find all that is wrong; of these, the first in `codes` counts. */
  showUnless<Code extends FailureCode, More extends Given>(
    codes: readonly Code[],
    shows: (attempt: Shown) => More | AllStops<NoInfer<Code>>
  ): Precedence<Given, More> {
    return this.#add<More>(codes, attempt => {
      const shown = shows(attempt)
      return 'wrong' in shown ? firstOf(codes, shown) : shown
    })
  }

  /** Adds a reason about an unknown thing, which stops without a record. */
  showKnown<More extends Given>(
    name: UnrecordedName,
    shows: (attempt: Shown) => More | UnrecordedStop
  ): Precedence<Given, More> {
    return this.#add<More>([name], shows)
  }

  /** Adds what the reasons after it look at. */
  compute<More extends Given>(computed: (attempt: Shown) => More): Precedence<Given, More> {
    return this.#add<More>([], computed)
  }

  #add<More extends Given>(
    names: readonly (FailureCode | UnrecordedName)[],
    next: (attempt: Shown) => More | Stop
  ): Precedence<Given, More> {
    return new Precedence([...this.names, ...names], (given: Given): More | Stopped<Given> => {
      const before = this.judge(given)
      if (isStop(before)) return before
      const after = next(before)
      return isStop(after) ? { ...after, reached: before } : after
    })
  }
}

/** What counts of all that is wrong: the first code of the list; of equal ones, the first found. */
export function firstOf<Code extends FailureCode>(
  codes: readonly string[],
  { wrong }: AllStops<Code>
): RecordedStop<Code> {
  const place = ({ code }: RecordedStop) => codes.indexOf(code)
  return wrong.reduce((first, other) => (place(other) < place(first) ? other : first))
}

export function isStop(found: object): found is Stop {
  return 'code' in found || 'refusal' in found
}

export function recordOf(
  facts: RedemptionFacts,
  command: RedeemReward,
  id: string,
  { now, sign, channelId }: Occasion
): Redemption {
  const { card, campaign, holder } = facts
  return {
    id,
    date: now,
    voucherId: card.voucher.id,
    campaignId: campaign.id,
    customer: simpleCustomer(holder),
    trackingId: trackingIdOf(holder?.sourceId ?? null, sign),
    metadata: command.metadata ?? {},
    promotionTierId: null,
    promotionTier: null,
    parentId: null,
    stackId: null,
    result: 'FAILURE',
    status: 'FAILED',
    points: null,
    gift: null,
    discount: null,
    session: null,
    failureCode: null,
    failureMessage: null,
    order: null,
    channel: { id: channelId, type: 'API' },
    reward: rewardAskedFor(facts, command)
  }
}

export function rewardAskedFor(facts: RedemptionFacts, { rewardId }: RedeemReward): RedeemedReward {
  return {
    id: rewardId ?? null,
    assignmentId: facts.assignment?.id ?? null,
    reward: facts.reward,
    voucher: null,
    product: null,
    sku: null
  }
}

/** `countedIn` are the kinds of count that have it. */
export function recordRedemption(
  redemption: Redemption,
  occasion: Occasion,
  countedIn: CountKinds = 0
): readonly Change[] {
  const outcome = redemption.result === 'SUCCESS' ? 'succeeded' : 'failed'
  const about = { customerId: redemption.customer.id, entityId: redeemedIn(redemption) }
  const data = { redemption_id: redemption.id }
  return [
    { kind: 'redemption.recorded', redemption, ...(countedIn !== 0 && { countedIn }) },
    log(`customer.redemption.${outcome}`, about, data, occasion, 'ACTION')
  ]
}
