/**
 * What a reward gives when its redemption may go ahead: a coupon, credit, points, or goods.
 *
 * A coupon is published to the customer in the unit that takes the points. Gift credit and points
 * of another program go to the voucher that the customer holds there, or to a new one.
 *
 * Spec: RedeemedReward.
 */
import type {
  Campaign,
  Category,
  CountedCampaign,
  Customer,
  Product,
  RedeemedReward,
  Reward,
  RewardParameters,
  ShownVoucher,
  Sku,
  ValidationRuleAssignment,
  Voucher
} from '../../model.ts'
import { dayAt, lastDay } from '../../rules/validity.ts'
import type { Change, TotalsStep } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { givesPoints } from '../points/earning.ts'
import { addPoints, type Moved, sumTotals } from '../points/ledger.ts'
import { everAdded, type Purse } from '../points/purse.ts'
import { addCredit } from '../vouchers/credit.ts'
import { isUsedUp, type Membership, publishVoucher, usableVoucher } from '../vouchers/vouchers.ts'
import type { AllStops, RecordedStop } from './precedence.ts'

/** The campaign of a reward, and the customer's voucher in it. */
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

/** What the reward gave: a voucher before its credit, or a coupon after its publication. */
export interface Granted {
  /** The voucher after the credit; null when the reward gave none. */
  readonly purse: Purse | null
  readonly shown: Partial<Pick<RedeemedReward, 'voucher' | 'product' | 'sku'>>
  readonly changes: readonly Change[]
  readonly totals: TotalsStep
}

/** Why a reward cannot be given. */
export type UnavailableCode = 'no_voucher_suitable_for_publication' | 'invalid_amount'

/** What the reward gives, or all that is wrong. */
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

type CampaignParameters = Extract<RewardParameters, { type: 'CAMPAIGN' }>

function grantVoucher(
  { target, holder, reward, redemptionId }: GrantFacts,
  { balance, campaignId }: CampaignParameters,
  occasion: Occasion
): Granted | AllStops<UnavailableCode> {
  if (target === null || !givesPoints(target.campaign, occasion)) {
    return { wrong: [noVoucher(`Campaign ${campaignId} of the reward is not active`)] }
  }
  const given = giveVoucher(target, holder, occasion)
  if ('refusal' in given) return { wrong: [noVoucher(given.refusal.details)] }
  const shown = { voucher: shownOf(target, given.purse.voucher) }
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

/** Why the voucher cannot be credited: the credit could never be spent, or could not be counted. */
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

function giveVoucher(
  { campaign, held, spare }: RewardTarget,
  customer: Customer,
  occasion: Occasion
): ReturnType<typeof publishVoucher> | Membership {
  if (held !== null) return { purse: held, changes: [], totals: {} }
  // A gift voucher has credit from its making, but its lots are not loaded here: one more lot of
  // the same expiry gives the same balance.
  const free = spare === null ? null : { voucher: spare, lots: [] }
  return publishVoucher({ campaign, customer, spare: free }, occasion)
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

function shownOf(
  { campaign, category, assignments }: RewardTarget,
  voucher: Voucher
): ShownVoucher {
  return { voucher, campaignName: campaign.name, category, assignments }
}
