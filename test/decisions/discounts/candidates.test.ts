import t from 'tap'
import {
  type Cursor,
  cursorOf,
  cursorText,
  type Dated,
  EXAMINED_MAX,
  newCodeOf,
  newestOf,
  stretchFrom,
  type Window
} from '../../../src/decisions/discounts/qualification.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { EARLIER, givenCouponCampaign, givenGiftCampaign } from '../../support/given.ts'

const at = '2026-03-01T10:00:00.000Z'

t.test('a place is an instant, and how many of that moment are passed', async t => {
  const rows: readonly (readonly [string, Cursor | null])[] = [
    ['2026-03-01T10:00:00.000Z', { at, passed: 0 }],
    ['2026-03-01T10:00:00Z', { at, passed: 0 }],
    ['2026-03-01T11:00:00.000+01:00', { at, passed: 0 }],
    ['2026-03-01T10:00:00.000012Z', { at, passed: 12 }],
    ['2026-03-01T10:00:00.00012Z', { at, passed: 120 }],
    ['2026-03-01T10:00:00.000999999Z', { at, passed: 999 }],
    ['yesterday', null],
    ['2026-02-30T10:00:00Z', null]
  ]
  for (const [text, cursor] of rows) t.strictSame(cursorOf(text), cursor, text)
  for (const passed of [0, 1, 12, 999]) {
    t.strictSame(cursorOf(cursorText({ at, passed })), { at, passed })
  }
  t.equal(cursorText({ at, passed: 7 }), '2026-03-01T10:00:00.000007Z')
})

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
