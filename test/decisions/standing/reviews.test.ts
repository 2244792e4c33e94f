import t from 'tap'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import {
  openReview,
  type ReviewFacts,
  reviewCustomer
} from '../../../src/decisions/standing/open.ts'
import type { StandingFacts } from '../../../src/decisions/standing/standing.ts'
import { decided, outline } from '../../support/decided.ts'
import { givenCampaign, givenCustomer, givenOccasion, givenTotals } from '../../support/given.ts'
import { givenAutoSegment, givenEarningRule, givenTiers } from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const tiers = givenTiers()

/** A member with 100 points of a club with tiers. */
const club = (over: Partial<ProgramFacts> = {}): ProgramFacts =>
  givenProgram({ tiers, rules: [], ...over })

function facts(programs: readonly ProgramFacts[], over: Partial<StandingFacts> = {}): ReviewFacts {
  return {
    ...givenStanding({ programs, totals: givenTotals(), ...over }),
    customer: givenCustomer()
  }
}

const monthly = givenCampaign({
  tierTerms: { qualification: 'BALANCE', period: 'MONTH', expiration: 'END_OF_PERIOD' }
})
const regulars = givenAutoSegment({ created_at: { $more_than_ago: [30] } })

const inGold = givenMembership({ tierId: 'ltr_2' })
const overGold = givenMembership({ tierId: 'ltr_2', expiresOn: '2026-02-28' })
const joining = [givenEarningRule({ event: 'customer.loyalty.tier.joined' })]
const newcomers = {
  ...regulars,
  filter: { junction: 'and', fields: { created_at: { $less_than_ago: [30] } } }
} as const
const noLonger = facts([], { filterSegments: [newcomers], segments: ['seg_1'] })
const JOINED = ['v_1 in ltr_2', 'loyalty.tier.joined']
const EARNED = ['v_1 +25', 'rewarded.loyalty_points', 'totals cardBalance+25']
const PROLONGED = ['v_1 in ltr_2 until 2026-03-31', 'loyalty.tier.prolonged']
const ENTERED = ['segment.entered seg_1', 'segment.entered']

//  the customer, and what was not so
const rows: [string, ReviewFacts, readonly string[]][] = [
  ['in no program at all', facts([]), []],
  ['where they belong', facts([club({ membership: inGold })]), []],
  ['new tiers are entered by who has the points', facts([club()]), JOINED],
  ['and earn, counted once', facts([club({ rules: joining })]), [...JOINED, ...EARNED]],
  ['a tier that is over', facts([club({ campaign: monthly, membership: overGold })]), PROLONGED],
  ['a filter that counts days', facts([], { filterSegments: [regulars] }), ENTERED],
  ['or no longer', noLonger, ['segment.left seg_1', 'segment.left']]
]

t.test('reviewCustomer: puts who does nothing where they belong by now', async t => {
  table(t, rows, (t, _, known, outcome) => {
    const { result, changes } = decided(reviewCustomer(known, givenOccasion()))
    t.strictSame(outline(changes), outcome)
    t.strictSame(result, { moved: outcome.length > 0 })
  })
})

t.test('reviewCustomer: points that cannot be counted refuse it, before and after', async t => {
  const much = { type: 'FIXED', points: Number.MAX_SAFE_INTEGER } as const
  const joining = givenEarningRule({ event: 'customer.loyalty.tier.joined', earning: much })
  const entering = givenEarningRule({ event: 'customer.segment.entered', earning: much })
  for (const known of [
    facts([club({ rules: [joining] })]),
    facts([club({ tiers: [], rules: [entering] })], { filterSegments: [regulars] })
  ]) {
    t.match(reviewCustomer(known, givenOccasion()), { refusal: { key: 'invalid_amount' } })
  }
})

t.test('openReview: that it begins is written', async t => {
  t.strictSame(openReview(), { result: null, changes: [{ kind: 'review.opened' }] })
})
