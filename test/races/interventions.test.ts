/**
 * Whoever steps in while everybody redeems: a card, a program or an offer is switched off or taken
 * away, points come and go by hand, a redemption is rolled back, an order is canceled, a day ends.
 *
 * What is redeemed is redeemed before that or not at all, and nothing is given twice.
 */
import t from 'tap'
import { midnight } from '../../src/rules/validity.ts'
import type { Chance } from '../support/chance.ts'
import { onPostgres } from '../support/stores.ts'
import { type Answer, givenOneService, type Shop } from './support/floor.ts'
import {
  CENTS,
  COUPONS,
  cardOf,
  givenOffer,
  givenProgram,
  givenVouchers,
  newName,
  type Offer,
  redeem
} from './support/program.ts'
import { atOnce, racesOn, recorded, said, succeeded } from './support/rush.ts'

const service = await givenOneService(t)

const races = racesOn(service, t)

/** Asks so often, and steps in somewhere in between; the answers, and that to who stepped in. */
async function besides(
  { below }: Chance,
  attempts: readonly (() => Promise<Answer>)[],
  stepIn: () => Promise<Answer>
) {
  const at = below(attempts.length)
  const before = attempts.slice(0, at).map(attempt => attempt())
  const stepped = stepIn()
  const after = attempts.slice(at).map(attempt => attempt())
  return { answers: await Promise.all([...before, ...after]), stepped: await stepped }
}

/** So many of the same. */
const times = (count: number, ask: () => Promise<Answer>) =>
  Array.from({ length: count }, () => ask)

/** What is met by those who come after it; `refused` is what they are told. */
interface Ending {
  readonly end: (shop: Shop, about: About) => Promise<Answer>
  readonly refused: string
}

interface About extends Offer {
  readonly program: string
  readonly code: string
}

const endings: Readonly<Record<string, Ending>> = {
  'the card is switched off': {
    end: (shop, { code }) => shop.post(`/v1/vouchers/${code}/disable`),
    refused: 'voucher_disabled'
  },
  'the card may not be used again': {
    end: (shop, { code }) => shop.put(`/v1/vouchers/${code}`, { expiration_date: LAST_YEAR }),
    refused: 'voucher_expired'
  },
  'the program is switched off': {
    end: (shop, { program }) => shop.post(`/v1/campaigns/${program}/disable`),
    refused: 'campaign_not_active'
  },
  'the reward is not on offer any more': {
    end: (shop, { rewardId, assignmentId }) =>
      shop.delete(`/v1/rewards/${rewardId}/assignments/${assignmentId}`),
    refused: 'not_found'
  },
  'the reward costs more than there is': {
    end: (shop, { rewardId, assignmentId }) =>
      shop.put(`/v1/rewards/${rewardId}/assignments/${assignmentId}`, {
        parameters: { loyalty: { points: 5000 } }
      }),
    refused: 'loyalty_card_points_exceeded'
  }
}

const LAST_YEAR = '2025-12-31T22:59:59.999Z'

for (const [what, { end, refused }] of Object.entries(endings)) {
  races(`${what} while it is redeemed: from then on nothing is`, async (t, shop, chance) => {
    const program = await givenProgram(shop, { points: 1000 })
    const [code] = program.cards as [string]
    const offer = await givenOffer(shop, program.id, { price: 3 })
    const attempt = () => redeem(shop, program.id, code, offer)
    const { answers, stepped } = await besides(chance, times(60, attempt), () =>
      end(shop, { ...offer, program: program.id, code })
    )
    t.ok(stepped.status < 300, 'whoever steps in may')
    const { balance, uses } = await cardOf(shop, code)
    const successes = succeeded(answers)
    t.strictSame([balance, uses], [1000 - 3 * successes.length, successes.length])
    const others = answers.filter(({ status }) => status !== 200)
    t.strictSame(
      others.filter(({ body }) => body.key !== refused),
      []
    )
    // Ids count in the order in which the service decides, which is that of the database.
    const last =
      successes
        .map(({ body }) => body.id)
        .toSorted()
        .at(-1) ?? ''
    const early = others.filter(({ body }) => body.resource_type === 'redemption' && body.id < last)
    t.strictSame(early, [], 'nothing is redeemed after somebody was refused')
    t.equal((await attempt()).body.key, refused)
  })
}

races('a reward is deleted or redeemed, never both', async (t, shop, chance) => {
  const program = await givenProgram(shop, { points: 1000 })
  const [code] = program.cards as [string]
  const offer = await givenOffer(shop, program.id, { price: 3 })
  const { answers, stepped } = await besides(
    chance,
    times(chance.between(1, 6), () => redeem(shop, program.id, code, offer)),
    () => shop.delete(`/v1/rewards/${offer.rewardId}`)
  )
  const successes = succeeded(answers).length
  const isThere = (await shop.get(`/v1/rewards/${offer.rewardId}`)).status === 200
  t.equal(isThere, stepped.status !== 204)
  t.ok(successes === 0 || isThere, `${successes} redeemed, ${stepped.status} when deleted`)
})

races('a coupon that is deleted is given to nobody', async (t, shop, chance) => {
  const there = chance.between(2, 20)
  const { id, codes } = await givenVouchers(shop, there, COUPONS)
  const program = await givenProgram(shop, { points: 1000 })
  const [card] = program.cards as [string]
  const parameters = { campaign: { id } }
  const offer = await givenOffer(shop, program.id, { price: 1, parameters })
  const [redemptions, deletions] = await Promise.all([
    atOnce(there, () => redeem(shop, program.id, card, offer)),
    Promise.all(codes.map(code => shop.delete(`/v1/vouchers/${code}`)))
  ])
  const given = succeeded(redemptions).map(({ body }) => body.reward.voucher.code as string)
  const gone = codes.filter((_, n) => deletions[n]?.status === 204)
  t.strictSame([...given, ...gone].toSorted(), codes.toSorted(), 'each is given or gone')
})

races('points come and go by hand while they are spent', async (t, shop, chance) => {
  const [had, price] = [chance.between(0, 200), chance.between(1, 15)]
  const program = await givenProgram(shop, { points: had })
  const [code] = program.cards as [string]
  const offer = await givenOffer(shop, program.id, { price })
  const by = Array.from({ length: 40 }, () => chance.between(-30, 20) || 1)
  const [redemptions, moves] = await Promise.all([
    atOnce(60, () => redeem(shop, program.id, code, offer)),
    Promise.all(by.map(points => shop.post(`/v1/loyalties/members/${code}/balance`, { points })))
  ])
  const moved = by.filter((_, n) => moves[n]?.status === 200)
  const given = moved.filter(points => points > 0).reduce((sum, points) => sum + points, 0)
  const taken = -moved.filter(points => points < 0).reduce((sum, points) => sum + points, 0)
  const redeemed = succeeded(redemptions).length * price
  const { balance, subtracted, redeemed: kept } = await cardOf(shop, code)
  t.strictSame([balance, subtracted, kept], [had + given - taken - redeemed, taken, redeemed])
  t.ok(balance >= 0)
  t.ok(
    by.every((points, n) => points < 0 || moves[n]?.status === 200),
    'giving is never refused'
  )
  t.strictSame(await recorded(shop), said(redemptions))
})

races('what is rolled back is there again, once', async (t, shop, chance) => {
  const [stock, back] = [chance.between(2, 20), chance.between(1, 20)]
  const program = await givenProgram(shop, { points: 1000, members: 3 })
  const offer = await givenOffer(shop, program.id, { price: 7, stock })
  const attempt = (n: number) => redeem(shop, program.id, program.cards[n % 3] as string, offer)
  const first = await atOnce(stock, attempt)
  const ids = first.slice(0, back).map(({ body }) => body.id as string)
  const [rollbacks, again] = await Promise.all([
    // Each of them three times at once.
    Promise.all([...ids, ...ids, ...ids].map(id => shop.post(`/v1/redemptions/${id}/rollback`))),
    atOnce(30, attempt)
  ])
  t.equal(succeeded(rollbacks).length, ids.length, 'each is rolled back once')
  const later = await atOnce(30, attempt)
  t.equal(
    succeeded(again).length + succeeded(later).length,
    ids.length,
    'what came back is given once more'
  )
  const { redeemed } = await shop.done(shop.get(`/v1/rewards/${offer.rewardId}`))
  const cards = await Promise.all(program.cards.map(code => cardOf(shop, code)))
  t.equal(redeemed, stock)
  t.equal(
    cards.reduce((sum, { balance }) => sum + balance, 0),
    3000 - 7 * stock
  )
})

races('an order is canceled while points pay it', async (t, shop, chance) => {
  const program = await givenProgram(shop, { points: 500 })
  const [code] = program.cards as [string]
  const offer = await givenOffer(shop, program.id, { price: null, parameters: CENTS })
  const order = { source_id: newName('order'), amount: 80 }
  await shop.done(shop.post('/v1/orders', order))
  const { answers, stepped } = await besides(
    chance,
    times(20, () => redeem(shop, program.id, code, offer, order)),
    () => shop.put(`/v1/orders/${order.source_id}`, { status: 'CANCELED' })
  )
  const successes = succeeded(answers)
  t.ok(successes.length <= 1 && stepped.status === 200)
  const { status, redemptions } = await shop.done(shop.get(`/v1/orders/${order.source_id}`))
  t.strictSame(
    [status, Object.keys(redemptions ?? {}), (await cardOf(shop, code)).balance],
    ['CANCELED', successes.map(({ body }) => body.id), 500 - 80 * successes.length]
  )
})

races('points end at midnight while they are spent, and only those', async (t, shop, chance) => {
  const [price, ending, lasting] = [chance.between(1, 9), 300, 50]
  const program = await givenProgram(shop, { points: lasting })
  const [code] = program.cards as [string]
  const last = { expiration_type: 'CUSTOM_DATE', expiration_date: today }
  const given = { points: ending, ...last }
  await shop.done(shop.post(`/v1/loyalties/members/${code}/balance`, given))
  const offer = await givenOffer(shop, program.id, { price })
  const attempts = times(chance.between(5, 40), () => redeem(shop, program.id, code, offer))
  const evening = attempts.map(ask => ask())
  await evening[0]
  today = dayAfter(today)
  const over = midnight(today, 'Europe/Berlin')
  service.setNow(over)
  const night = attempts.map(ask => ask())
  await service.work()
  const answers = await Promise.all([...evening, ...night])
  await service.work()
  const { balance, redeemed, expired } = await cardOf(shop, code)
  t.strictSame([balance + redeemed + expired, redeemed], [350, succeeded(answers).length * price])
  const late = answers.filter(({ body }) => body.date >= over)
  t.ok(succeeded(late).length * price <= lasting, 'what ended was spent by nobody afterwards')
  // There, some of the evening have their turn at night.
  if (onPostgres) return
  const early = answers.length - late.length
  const taken = Math.min(early, Math.floor((ending + lasting) / price)) * price
  const left = lasting - Math.max(0, taken - ending)
  const kept = left - Math.min(late.length, Math.floor(left / price)) * price
  t.equal(succeeded(answers).length * price, taken + left - kept, 'as many as there was for')
  t.strictSame(
    [balance, redeemed, expired],
    [kept, taken + left - kept, Math.max(0, ending - taken)],
    'what ended has expired, the rest is there or spent'
  )
})

/** The day of the shops: of the service at first, and one more each time that a day ends. */
let today = '2026-03-01'

const DAY_MS = 86_400_000
const dayAfter = (day: string) => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)
