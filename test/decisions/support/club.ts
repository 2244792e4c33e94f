/**
 * A club, its member Ada, and what may happen to her: she pays, points come and go, the calendar
 * turns. Every step is followed by all that follows from it.
 */
import { type Change, eventOf, type Occasion } from '../../../src/decisions/changes.ts'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import { addPoints, type Purse, takePoints } from '../../../src/decisions/points/lots.ts'
import {
  addMovement,
  type Cause,
  type NextStanding,
  programOf,
  Steps
} from '../../../src/decisions/standing/open.ts'
import type { Standing, StandingFacts } from '../../../src/decisions/standing/standing.ts'
import type {
  EarningRule,
  LoggedEvent,
  LoyaltyTier,
  TierMembership,
  TierTerms
} from '../../../src/model.ts'
import { outline } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenLot,
  givenOccasion,
  givenSpareCard,
  givenTemplate
} from '../../support/given.ts'
import { givenOrder } from '../../support/given-goods.ts'
import { givenAutoSegment, givenFixedRule, givenTiers } from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { standingOf } from '../../support/standings.ts'

export const ada = givenCustomer()
export const tiers = givenTiers()

/** @throws when it was refused. */
export function going(step: NextStanding | null): Standing {
  if (step === null || 'refusal' in step) throw new Error(`refused: ${JSON.stringify(step)}`)
  return step
}

/** A card with so many points, in one lot that never lapses. */
export function card(points: number, over: Partial<Purse['voucher']> = {}): Purse {
  const balance = givenBalance({ points, balance: points })
  const lots = points === 0 ? [] : [givenLot({ amount: points, remaining: points })]
  return { voucher: givenCard({ card: balance, ...over }), lots }
}

/** A club of three tiers and a member with so many points, in the tier that is named. */
export function club(points: number, tierId: string | null, over: Partial<ProgramFacts> = {}) {
  const membership = tierId === null ? null : givenMembership({ tierId })
  return givenProgram({ tiers, rules: [], card: card(points), membership, ...over })
}

export function facts(programs: readonly ProgramFacts[], over: Partial<StandingFacts> = {}) {
  return givenStanding({ programs, ...over })
}

export const PAID: Cause = {
  event: 'order.paid',
  subjectId: null,
  campaignId: null,
  order: givenOrder(),
  eventMetadata: null
}

export const paidEvent = (occasion: Occasion): LoggedEvent =>
  eventOf('customer.order.paid', { customerId: 'cust_1', entityId: 'cust_1' }, {}, occasion)

/** Pays an order and everything that follows. */
export function pay(known: StandingFacts, occasion = givenOccasion(), cause = PAID): NextStanding {
  const opened = standingOf(known, ada, occasion)
  if ('refusal' in opened) return opened
  const steps = new Steps(known, occasion)
  const earned = steps.accrue(opened, cause, paidEvent(occasion))
  return 'refusal' in earned ? earned : steps.followUp(earned)
}

/** Looks whether anything follows by itself. */
export function look(known: StandingFacts, occasion = givenOccasion()): NextStanding {
  const opened = standingOf(known, ada, occasion)
  return 'refusal' in opened ? opened : new Steps(known, occasion).followUp(opened)
}

/** Adds or takes points by hand, and what follows. */
export function adjust(
  known: StandingFacts,
  points: number,
  occasion = givenOccasion()
): NextStanding {
  const opened = going(standingOf(known, ada, occasion))
  const purse = programOf(opened, 'camp_1').card as Purse
  const cause = { reason: 'by hand' }
  const step =
    points > 0
      ? addPoints(purse, { points, expiresOn: null, type: 'POINTS_ADDITION', cause }, occasion)
      : takePoints(
          purse,
          { points: -points, as: 'redeemed', type: 'POINTS_REDEMPTION', cause, from: null },
          occasion
        )
  if (step === null) throw new Error('too few points')
  return new Steps(known, occasion).followUp(addMovement(opened, step))
}

export const lines = (step: NextStanding) => outline(going(step).changes)

export const earns = (points: number, over: Partial<EarningRule> = {}) =>
  givenFixedRule(points, over)

/** A rule for a step between tiers; of any tier unless one is named. */
export const onTier = (verb: string, points: number, over: Partial<EarningRule> = {}) =>
  earns(points, { id: `ern_${verb}`, event: `customer.loyalty.tier.${verb}`, ...over })

const spare = givenSpareCard({ id: 'v_9' })
export const starting = (points: number) =>
  givenCampaign({
    autoJoin: true,
    voucher: givenTemplate({ loyaltyCard: { points, expirationRules: null } })
  })

export const newcomer = (points: number, over: Partial<ProgramFacts> = {}) =>
  club(0, null, { campaign: starting(points), card: null, spare, rules: [earns(25)], ...over })

export const MONTHLY: TierTerms = {
  qualification: 'BALANCE',
  period: 'MONTH',
  expiration: 'END_OF_PERIOD'
}
export const COUNTED: TierTerms = {
  qualification: 'POINTS_IN_PERIOD',
  period: 'MONTH',
  expiration: 'END_OF_NEXT_PERIOD'
}
export const withTerms = (tierTerms: TierTerms) => givenCampaign({ tierTerms })

/** A member of a club with terms, as of a day in the past. */
export function lasting(
  points: number,
  tierTerms: TierTerms,
  membership: Partial<TierMembership>,
  over: Partial<ProgramFacts> = {}
) {
  return club(points, null, {
    campaign: withTerms(tierTerms),
    membership: givenMembership(membership),
    ...over
  })
}

/** Silver gives 10 instead of any number, gold twice as many. */
export const mapping: readonly LoyaltyTier[] = tiers.map(tier => ({
  ...tier,
  mapping: {
    ltr_1: { ern_1: { type: 'CUSTOM', points: 10 } },
    ltr_2: {
      ern_1: { type: 'MULTIPLY', multiplier: 2 },
      ern_upgraded: { type: 'MULTIPLY', multiplier: 3 }
    },
    ltr_3: {}
  }[tier.id] as LoyaltyTier['mapping']
}))

/** What moved points, and because of which order. */
export const because = (changes: readonly Change[]) =>
  changes.flatMap(change =>
    change.kind === 'points.moved'
      ? [[change.entry.voucherId, change.entry.amount, change.entry.cause.orderId]]
      : []
  )

/** Whoever has more than 50 points. */
export const above50 = givenAutoSegment({ loyalty_points: { $more_than: [50] } }, { id: 'seg_9' })
