import t from 'tap'
import {
  type CreatePublicationFacts,
  createPublication
} from '../../../src/decisions/publications.ts'
import {
  givenCouponCampaign,
  givenCustomer,
  givenGiftCampaign,
  givenGiftVoucher,
  givenOccasion,
  givenTotals
} from '../../support/given.ts'
import { givenEarningRule, givenSegment, givenTiers } from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'

const earning = { type: 'FIXED', points: Number.MAX_SAFE_INTEGER } as const
const joining = givenEarningRule({ event: 'customer.loyalty.tier.joined', earning })
const entering = {
  ...givenEarningRule({ event: 'customer.segment.entered', earning }),
  segmentId: 'seg_1'
}
const poor = givenSegment({
  type: 'auto-update',
  filter: { junction: 'and', fields: { loyalty_points: { $less_than: [2000] } } }
})

/** A gift voucher for Ada, who is a member. */
function facts(over: Partial<CreatePublicationFacts>): CreatePublicationFacts {
  return {
    ...givenStanding({ totals: givenTotals() }),
    earlier: null,
    stored: givenCustomer(),
    schema: null,
    publicationSchema: null,
    campaign: givenGiftCampaign(),
    spare: { voucher: givenGiftVoucher(), lots: [] },
    kept: null,
    referrerId: null,
    ...over
  }
}

t.test('createPublication: more points than can be counted are refused, whenever they come', t => {
  const late = givenProgram({ tiers: givenTiers(), rules: [joining] })
  const rich = givenProgram({ rules: [entering] })
  const rows: [string, Partial<CreatePublicationFacts>][] = [
    ['what is settled first', { campaign: givenCouponCampaign(), programs: [late] }],
    ['what follows', { programs: [rich], filterSegments: [poor] }]
  ]
  for (const [title, over] of rows) {
    const said = createPublication(facts(over), { customer: {} }, givenOccasion())
    t.match(said, { refusal: { key: 'invalid_amount' } }, title)
  }
  t.end()
})
