/**
 * What is known of a customer when something happens, for tests: programs, tiers, what they hold.
 */
import type { SaveOrderFacts } from '../../src/decisions/orders/orders.ts'
import type { ProgramFacts } from '../../src/decisions/points/earning.ts'
import type { StandingFacts } from '../../src/decisions/standing/standing.ts'
import type { Referral, TierMembership } from '../../src/model.ts'
import { EARLIER, givenCampaign, givenCard, givenLot, plain } from './given.ts'
import { givenEarningRule } from './given-rules.ts'

/** A program without tiers that gives 25 points for a paid order, to a card with 100. */
export const givenProgram = plain<ProgramFacts>(() => ({
  campaign: givenCampaign(),
  rules: [givenEarningRule()],
  tiers: [],
  card: { voucher: givenCard(), lots: [givenLot()] },
  spare: null,
  vouchersCount: 0,
  membership: null,
  due: []
}))

/** A customer of whom nothing is known, in no program. */
export const givenStanding = plain<StandingFacts>(() => ({
  programs: [],
  validationRules: new Map(),
  collections: new Map(),
  segments: [],
  filterSegments: [],
  totals: null,
  reviewedOn: null
}))

/** The card is in the tier Silver, for as long as its points last. */
export const givenMembership = plain<TierMembership>(() => ({
  voucherId: 'v_1',
  campaignId: 'camp_1',
  customerId: 'cust_1',
  tierId: 'ltr_1',
  startedAt: EARLIER,
  expiresOn: null,
  periodStartsOn: null,
  pointsBefore: 0,
  risen: null,
  updatedAt: EARLIER,
  version: 1
}))

/** Ben was sent by Ada. */
export const givenReferral = plain<Referral>(() => ({
  id: 'ref_1',
  campaignId: 'camp_5',
  voucherId: 'v_5',
  referrerId: 'cust_1',
  customerId: 'cust_2',
  createdAt: EARLIER
}))

/** What saving a new order of nobody knows, in a project without schemas. */
export const givenOrderFacts = plain<SaveOrderFacts>(() => ({
  ...givenStanding(),
  stored: null,
  customer: null,
  customerDeleted: false,
  customerSchema: null,
  referrer: null,
  inventory: { products: new Map(), skus: new Map() },
  schemas: { order: null, orderItem: null },
  earned: { entries: [], pending: [] },
  previousOrder: null
}))
