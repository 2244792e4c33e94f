import t from 'tap'
import type { FoundTier, FoundVoucher, Taken } from '../../../src/decisions/discounts/judging.ts'
import {
  type Candidate,
  type CheckEligibility,
  type Cursor,
  checkEligibility,
  cursorOf,
  type Dated,
  type EligibilityFacts,
  EXAMINED_MAX,
  namesLeftOut,
  newCodeOf,
  newestOf,
  type Scenario,
  shows,
  sourcesFor,
  stretchFrom,
  unaskedIn,
  type Window
} from '../../../src/decisions/discounts/qualification.ts'
import type { BoundRule } from '../../../src/decisions/redemptions/limits.ts'
import type { ValidationRule } from '../../../src/model.ts'
import type { Filter } from '../../../src/rules/conditions.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import {
  EARLIER,
  givenBalance,
  givenCard,
  givenCategory,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenGiftCampaign,
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

const at = '2026-03-01T10:00:00.000Z'

t.test(
  'a place is an instant, and how many of that moment are passed, in three digits',
  async t => {
    t.strictSame(cursorOf('2026-03-01T10:00:00.00012Z'), { at, passed: 120 })
    t.strictSame(cursorOf('2026-03-01T10:00:00.000999999Z'), { at, passed: 999 })
  }
)

t.test('a list is asked for what is examined, what is passed, and one more', async t => {
  const limit = EXAMINED_MAX + 1
  t.strictSame(stretchFrom(null), { until: '9999-12-31T23:59:59.999Z', limit })
  t.strictSame(stretchFrom({ at, passed: 0 }), { until: '2026-03-01T09:59:59.999Z', limit })
  t.strictSame(stretchFrom({ at, passed: 3 }), { until: at, limit: limit + 3 })
})

/** Things of some few moments in several lists, each the newest first. */
function anyLists(chance: Chance): readonly (readonly Dated[])[] {
  const moments = chance.between(1, 6)
  return (['voucher', 'promotion_tier', 'campaign'] as const).map(object => {
    const made = Array.from({ length: chance.below(90) }, (_, index) => ({
      object,
      id: `x_${String(index).padStart(4, '0')}`,
      createdAt: `2026-01-0${chance.between(1, moments)}T00:00:00.000Z`
    }))
    const key = ({ createdAt, id }: Dated) => `${createdAt} ${id}`
    return made.toSorted((one, other) => (key(one) < key(other) ? 1 : -1))
  })
}

t.test('windows, each begun at any place in the one before, have each thing once', async t => {
  for (const chance of casesOf(t, { gate: 50, soak: 5000 })) {
    const lists = anyLists(chance)
    const seen: Dated[] = []
    let cursor: Cursor | null = null
    for (let isMore = true; isMore; ) {
      const { until, limit } = stretchFrom(cursor)
      const asked = lists.map(list => list.filter(each => each.createdAt <= until).slice(0, limit))
      const window: Window<Dated> = newestOf(asked, cursor)
      const isWhole = chance.once(2) || window.examined.length === 0
      const stop = isWhole ? window.examined.length : chance.between(1, window.examined.length)
      seen.push(...window.examined.slice(0, stop))
      isMore = window.hasMore || stop < window.examined.length
      cursor = window.places[stop - 1] ?? null
      if (window.examined.length > EXAMINED_MAX) t.fail('more than are examined')
    }
    const name = ({ object, id }: Dated) => `${object} ${id}`
    const all = lists.flat().map(name)
    if (new Set(seen.map(name)).size !== seen.length || seen.length !== all.length) {
      t.strictSame(seen.map(name).toSorted(), all.toSorted())
    }
    const dates = seen.map(({ createdAt }) => createdAt)
    if (String(dates.toSorted().toReversed()) !== String(dates)) t.fail('not the newest first')
  }
  t.pass('no case differs')
})

t.test('more than 999 of one moment are passed together', async t => {
  const many = Array.from({ length: EXAMINED_MAX + 1 }, (_, index) => ({
    ...{ object: 'voucher' as const, createdAt: at },
    id: `v_${String(5000 - index)}`
  }))
  const passed = Array.from({ length: 950 }, (_, index) => ({
    ...{ object: 'voucher' as const, createdAt: at },
    id: `v_${String(9000 - index)}`
  }))
  const { places, hasMore } = newestOf([[...passed, ...many]], { at, passed: 950 })
  t.strictSame([places[0]?.passed, places[48]?.passed, places[49]?.passed], [951, 999, 0])
  t.equal(hasMore, true)
})

t.test('a code of a campaign is as a new one would be', async t => {
  const coupons = givenCouponCampaign({ categoryId: 'cat_1' })
  t.match(newCodeOf(coupons), {
    id: 'camp_2',
    code: 'camp_2',
    campaignId: 'camp_2',
    categoryId: 'cat_1',
    type: 'DISCOUNT_VOUCHER',
    discount: { amount_off: 500 },
    gift: null,
    holderId: null,
    createdAt: EARLIER
  })
  const gifts = givenGiftCampaign()
  const { amount, effect } = gifts.voucher?.gift ?? {}
  t.match(newCodeOf(gifts).gift, { amount, balance: amount, redeemedAmount: 0, effect })
})

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
    [{ code: { $has_value: [true] } }, ['v_9', 'v_2', 'v_1']],
    [{ holder_role: { $is: ['REFEREE'] } }, ['v_9']],
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

const boundVoucher = (over: Partial<ValidationRule>) => ({
  rule: givenRule(over),
  assignment: givenRuleAssignment()
})

t.test('which names are not asked for', async t => {
  //                                                  ALL paying, not paying, AUDIENCE_ONLY
  const rows: readonly (readonly [string, boolean, boolean, boolean])[] = [
    ['campaign.redemptions.count', true, true, true],
    ['campaign.orders.amount_discounted', true, true, true],
    ['redemption.count.per_customer', true, true, true],
    ['redemption.count.per_customer.weekly', true, true, true],
    ['order.initial_amount', true, true, true],
    ['redemption.gift.amount', false, true, true],
    ['redemption.reward.pay_with_points.points_used', false, true, true],
    ['order.amount', false, false, true],
    ['product.id', false, false, true],
    ['redemption.count.daily', false, false, false],
    ['redemption.metadata', false, false, false],
    ['customer.segment', false, false, false],
    ['no.such.name', false, false, false]
  ]
  for (const [name, paying, idle, audience] of rows) {
    const found = [
      unaskedIn('ALL', { pays: true })(name),
      unaskedIn('ALL', { pays: false })(name),
      unaskedIn('AUDIENCE_ONLY', { pays: true })(name)
    ]
    t.strictSame(found, [paying, idle, audience], name)
  }
})

t.test('what is left out is told by name, once, also of nested rules', async t => {
  const nested = {
    1: {
      name: 'order.items.any',
      conditions: { $is: ['prod_1'] },
      rules: { 1: { name: 'order.items.quantity', conditions: { $more_than: [1] } } }
    },
    2: { name: 'customer.segment', conditions: { $is: ['seg_1'] } }
  }
  const rules = [
    boundVoucher({ rules: nested }),
    boundVoucher({ rules: nested }),
    boundVoucher({ rules: { 1: {} } as never })
  ]
  const unasked = unaskedIn('AUDIENCE_ONLY', { pays: true })
  t.strictSame(namesLeftOut(rules, unasked), ['order.items.any', 'order.items.quantity'])
})

type Line = Partial<Taken['cart']['lines'][number]>

function taken(...lines: readonly Line[]): Taken {
  const all = lines.map(line => ({
    ...{ index: 0, ids: ['prod_1', 'pc_1'] },
    ...{ appliedDiscountAmount: null, appliedDiscountQuantity: null },
    ...line
  }))
  return { cart: { lines: all } } as unknown as Taken
}

const entry = (name: string, operator: string, operand: unknown) => ({
  rules: { 1: { name, conditions: { [operator]: [operand] } } } as never
})
const including = (id: string) => ({
  rules: {},
  applicableTo: {
    excluded: [],
    included: [{ object: 'product' as const, id, sourceId: null }],
    includedAll: false
  }
})

t.test('what is about goods of the order', async t => {
  const off = taken({ appliedDiscountAmount: 5 })
  const nothing = taken({})
  //       what            taken    rule          about goods, discounts them
  const rows: readonly (readonly [string, Taken, Partial<ValidationRule>, boolean, boolean])[] = [
    ['off a line', off, {}, true, true],
    ['a line made free', taken({ appliedDiscountQuantity: 1 }), {}, true, true],
    ['goods that it gave', taken({ index: null, appliedDiscountQuantity: 1 }), {}, false, false],
    ['off the order', nothing, {}, false, false],
    ['a rule of the product', nothing, entry('product.id', '$is', 'prod_1'), true, false],
    ['of its collection', nothing, entry('order.items.any', '$in', 'pc_1'), true, false],
    ['named whole', nothing, entry('product.id', '$is', { id: 'prod_1' }), true, false],
    ['by source id', nothing, entry('product.id', '$is', { source_id: 'mug' }), false, false],
    ['of another', nothing, entry('product.id', '$is', 'prod_2'), false, false],
    ['without it', nothing, entry('product.id', '$is_not', 'prod_1'), false, false],
    ['of another name', nothing, entry('customer.segment', '$is', 'prod_1'), false, false],
    ['by a number', nothing, entry('product.id', '$is', 7), false, false],
    ['covered', nothing, including('prod_1'), true, false],
    ['covering others', nothing, including('prod_2'), false, false]
  ]
  for (const [what, step, rule, isAbout, isDiscounted] of rows) {
    const rules = [boundVoucher({ rules: {}, ...rule })]
    const of = (scenario: Scenario) => shows(scenario, step, rules)
    t.strictSame([of('PRODUCTS'), of('PRODUCTS_BY_CUSTOMER')], [isAbout, isAbout], what)
    const discounts = [of('PRODUCTS_DISCOUNT'), of('PRODUCTS_DISCOUNT_BY_CUSTOMER')]
    t.strictSame(discounts, [isDiscounted, isDiscounted], what)
    t.strictSame([of('ALL'), of('CUSTOMER_WALLET'), of('AUDIENCE_ONLY')], [true, true, true], what)
  }
})
