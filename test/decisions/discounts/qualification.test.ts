import t from 'tap'
import type { FoundTier, FoundVoucher } from '../../../src/decisions/discounts/judging.ts'
import {
  type Candidate,
  type CheckEligibility,
  type Cursor,
  checkEligibility,
  type EligibilityFacts,
  sourcesFor
} from '../../../src/decisions/discounts/qualification.ts'
import type { BoundRule } from '../../../src/decisions/redemptions/limits.ts'
import type { Filter } from '../../../src/rules/conditions.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking.ts'
import {
  EARLIER,
  givenBalance,
  givenCard,
  givenCategory,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenGift,
  givenGiftVoucher,
  givenLot,
  givenOccasion
} from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import {
  foundCard,
  foundTier,
  foundVoucher,
  givenDiscountFacts
} from '../../support/given-discounts.ts'
import { givenAssignment, givenReward } from '../../support/given-goods.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'

const CUSTOMER = givenCustomer()
function candidate(of: FoundVoucher | FoundTier, over: Partial<Candidate> = {}): Candidate {
  const id = of.object === 'voucher' ? of.purse.voucher.id : of.tier.id
  return { object: of.object, id, createdAt: EARLIER, found: of, isToHave: true, ...over }
}

const COIN = {
  reward: givenReward({ parameters: { type: 'COIN', exchangeRatio: '1', pointsRatio: 10 } }),
  assignment: givenAssignment()
}

const card = (over: Partial<FoundVoucher> = {}) => {
  const voucher = givenCard({ card: givenBalance({ points: 50, balance: 50 }) })
  const lots = [givenLot({ amount: 50, remaining: 50 })]
  return foundCard({ purse: { voucher, lots }, ...COIN, ...over })
}

const gift = (balance = 1000) => foundVoucher(givenGiftVoucher({ gift: givenGift({ balance }) }))

function asked(over: Partial<CheckEligibility> = {}): CheckEligibility {
  return {
    ...{ scenario: 'ALL', limit: 50, cursor: null, filter: null, sorting: 'DEFAULT' },
    ...{ customer: { id: CUSTOMER.id }, metadata: undefined, trackingId: undefined },
    order: givenOrderCommand({ amount: 1200, items: undefined, id: undefined }),
    lock: undefined,
    ...over
  } as CheckEligibility
}

const place: Cursor = { at: EARLIER, passed: 0 }

function facts(candidates: readonly Candidate[], over: Partial<EligibilityFacts> = {}) {
  return {
    ...givenDiscountFacts(candidates.map(each => each.found)),
    customer: CUSTOMER,
    candidates,
    places: candidates.map((_, index) => ({ at: EARLIER, passed: index + 1 })),
    hasMore: false,
    ...over
  }
}

function decided(candidates: readonly Candidate[], command = asked(), over = {}) {
  const decision = checkEligibility(facts(candidates, over), command, givenOccasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  t.strictSame(decision.changes, [])
  return decision.result
}

/** The ids of what qualifies, with what it takes off. */
function told(candidates: readonly Candidate[], command = asked(), over = {}) {
  return decided(candidates, command, over).qualified.map(({ id, taken }) => [id, taken.discount])
}

const unordered = asked({ order: undefined })

t.test('checkEligibility: what each kind takes, with an order and without', async t => {
  const campaign = candidate(foundVoucher(givenCoupon()), { object: 'campaign', id: 'camp_2' })
  const rows: readonly (readonly [string, Candidate, unknown, unknown])[] = [
    ['a coupon', candidate(foundVoucher(givenCoupon())), [['v_2', 500]], [['v_2', 0]]],
    ['a tier', candidate(foundTier()), [['promo_1', 120]], [['promo_1', 0]]],
    ['credit', candidate(gift()), [['v_3', 1000]], [['v_3', 0]]],
    ['no credit', candidate(gift(0)), [], []],
    ['points', candidate(card()), [['v_1', 500]], [['v_1', 0]]],
    ['no reward', candidate(card({ reward: null, assignment: null })), [['v_1', 0]], [['v_1', 0]]],
    ['a campaign', campaign, [['camp_2', 500]], [['camp_2', 0]]],
    ['nothing to give', { ...campaign, isToHave: false }, [], []],
    ['switched off', candidate(foundVoucher(givenCoupon({ active: false }))), [], []],
    ['off', candidate(foundVoucher({ ...gift().purse.voucher, active: false })), [], []]
  ]
  for (const [what, one, withOrder, without] of rows) {
    t.strictSame(told([one]), withOrder, what)
    t.strictSame(told([one], unordered), without, `${what} without an order`)
    t.equal(decided([one], unordered).order, null)
  }
})

const bound = (name: string, conditions: object, to: object = {}): BoundRule => ({
  rule: givenRule({ rules: { 1: { name, conditions } } as never }),
  assignment: givenRuleAssignment(to)
})

t.test('checkEligibility: a rule of the reward keeps a card from paying, and no more', async t => {
  const dear = { $more_than: [5000] }
  const ofReward = bound('order.amount', dear, { relatedObjectType: 'reward_assignment' })
  const ofCampaign = bound('order.amount', dear)
  t.strictSame(told([candidate(card({ rules: [ofReward] }))]), [['v_1', 0]])
  t.strictSame(told([candidate(card({ rules: [ofCampaign] }))]), [])
  t.strictSame(decided([candidate(card({ rules: [ofReward] }))]).qualified[0]?.rules, [])
})

t.test('checkEligibility: AUDIENCE_ONLY tells what was not asked', async t => {
  const rules = [bound('order.amount', { $more_than: [5000] })]
  const coupon = candidate(foundVoucher(givenCoupon(), { rules }))
  t.strictSame(told([coupon]), [])
  const audience = decided([coupon], asked({ scenario: 'AUDIENCE_ONLY' }))
  t.strictSame(
    audience.qualified.map(({ leftOut }) => leftOut),
    [['order.amount']]
  )
  const segments = [bound('customer.segment', { $is: ['seg_1'] })]
  const vips = candidate(foundVoucher(givenCoupon(), { rules: segments }))
  t.strictSame(told([vips], asked({ scenario: 'AUDIENCE_ONLY' })), [])
})

t.test('checkEligibility: what takes nothing off counts as the project says', async t => {
  const nothing = { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ITEMS' } as const
  const coupon = candidate(foundVoucher(givenCoupon({ discount: nothing })))
  const stackingRules = { ...STACKING_RULES_DEFAULT, redeemablesNoEffectRule: 'SKIP' }
  t.strictSame(told([coupon]), [['v_2', 0]])
  t.strictSame(told([coupon], asked(), { stackingRules }), [])
  t.strictSame(told([coupon], unordered, { stackingRules }), [['v_2', 0]])
  t.strictSame(told([coupon], asked({ scenario: 'PRODUCTS' })), [])
})

const some = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const discount = { type: 'AMOUNT', amount_off: ((index * 7) % 10) + 1 } as const
    return candidate(foundVoucher(givenCoupon({ id: `v_${index}`, code: `C${index}`, discount })))
  })

t.test('checkEligibility: a page, and where the next begins', async t => {
  const paged = (count: number, over: Partial<CheckEligibility>, hasMore = false) => {
    const found = decided(some(count), asked({ limit: 3, ...over }), { hasMore })
    return [found.qualified.map(({ id }) => id), found.hasMore, found.next?.passed ?? null]
  }
  const best = { sorting: 'BEST_DEAL' } as const
  t.strictSame(paged(2, {}), [['v_0', 'v_1'], false, null])
  t.strictSame(paged(3, {}), [['v_0', 'v_1', 'v_2'], false, null])
  t.strictSame(paged(3, {}, true), [['v_0', 'v_1', 'v_2'], true, 3])
  t.strictSame(paged(5, {}), [['v_0', 'v_1', 'v_2'], true, 3])
  t.strictSame(paged(5, {}, true), [['v_0', 'v_1', 'v_2'], true, 3])
  t.strictSame(paged(2, best), [['v_1', 'v_0'], false, null])
  t.strictSame(paged(5, best), [['v_4', 'v_1', 'v_2'], true, null])
  t.strictSame(paged(5, { sorting: 'LEAST_DEAL' }, true), [['v_0', 'v_3', 'v_2'], true, 5])
  t.strictSame(paged(0, {}), [[], false, null])
  t.strictSame(decided([], asked(), { hasMore: true, places: [place] }).next, place)
})

const filter = (fields: Filter['fields'], junction: Filter['junction'] = 'and') => ({
  filter: { junction, fields }
})

t.test('checkEligibility: filters look at what is answered', async t => {
  const referred = givenCoupon({ id: 'v_9', code: 'Mine', holderId: CUSTOMER.id, referrerId: 'c' })
  const all = [
    candidate(foundVoucher(referred)),
    candidate(
      foundVoucher(givenCoupon(), { campaign: givenCouponCampaign(), category: givenCategory() })
    ),
    candidate(foundTier()),
    candidate(card()),
    candidate(foundVoucher(givenCoupon()), { object: 'campaign', id: 'camp_2' })
  ]
  const rows: readonly (readonly [Filter['fields'], readonly string[]])[] = [
    [{ code: { $is: ['Mine'] } }, ['v_9']],
    [{ code: { $has_value: [true] } }, ['v_9', 'v_2', 'v_1']],
    [{ holder_role: { $is: ['REFEREE'] } }, ['v_9']],
    [{ holder_role: { $is: ['OWNER'] } }, ['v_9', 'v_1']],
    [{ campaign_id: { $is: ['camp_2'] } }, ['v_2']],
    [{ category_id: { $is: ['cat_1'] } }, ['v_2']],
    [{ voucher_type: { $is_unknown: [] } }, ['promo_1']],
    [{ resource_type: { $in: ['campaign', 'promotion_tier'] } }, ['promo_1', 'camp_2']]
  ]
  for (const [fields, ids] of rows) {
    const { qualified } = decided(all, asked(filter(fields)))
    const found = qualified.map(({ id }) => id)
    t.strictSame(found, ids, JSON.stringify(fields))
  }
  const nobody = asked({ ...filter({ holder_role: { $is: ['OWNER'] } }), customer: undefined })
  t.strictSame(told(all, nobody, { customer: null }), [])
  const own = candidate(foundVoucher({ ...referred, isReferralCode: true }))
  t.strictSame(told([own], asked(filter({ holder_role: { $is: ['REFERRER'] } }))), [])
})

t.test('checkEligibility: sources that no filter lets pass are not looked at', async t => {
  const of = (fields: Filter['fields'], junction: Filter['junction'] = 'and') =>
    sourcesFor(asked(filter(fields, junction))).join(' ')
  const tier = { resource_type: { $is: ['promotion_tier'] } }
  const codes = { code: { $is: ['A'] } }
  t.equal(sourcesFor(asked()).join(' '), 'held alone tiers campaigns')
  t.equal(sourcesFor(asked({ scenario: 'CUSTOMER_WALLET' })).join(' '), 'held')
  t.equal(of(tier), 'tiers')
  t.equal(of(codes), 'held alone')
  t.equal(of({ ...tier, ...codes }), '')
  t.equal(of({ ...tier, ...codes }, 'or'), 'held alone tiers')
})

t.test('checkEligibility: refused for a filter or a request that cannot be understood', async t => {
  const refused = (command: CheckEligibility) => {
    const decision = checkEligibility(facts([]), command, givenOccasion())
    return 'refusal' in decision ? decision.refusal : null
  }
  const two = refused(asked(filter({ code: { $is: ['A', 'B'] } })))
  t.equal(two?.key, 'invalid_payload')
  t.match(two?.details, /^Property \.options\.filters\.code\.conditions\.\$is: /)
  t.equal(refused(asked({ order: givenOrderCommand({ id: 'ord_0' }) }))?.key, 'not_found')
  const items = Array.from({ length: 100 }, () =>
    givenItemCommand({ amount: 100, metadata: { text: 'x'.repeat(65_000) } })
  )
  const long = asked({ order: givenOrderCommand({ items }) })
  const coupons = ['A', 'B'].map(code =>
    candidate(foundVoucher(givenCoupon({ id: `v_${code}`, code })))
  )
  const wide = checkEligibility(facts(coupons), long, givenOccasion())
  t.match(wide, { refusal: { key: 'invalid_payload', details: /where it is answered 3 times/ } })
  t.equal(decided(coupons.slice(1), long).qualified.length, 1, 'with one it is answered')
})
