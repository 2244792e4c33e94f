/**
 * What there is only so much of, and everybody who wants some of it: for any points, price, stock
 * and number of attempts, as many succeed as there is for, or all when there is enough.
 *
 * Each supply works out by itself, from the numbers it drew, how many can succeed; and what must be
 * left, as the answers of the service say it afterwards.
 *
 * Spec: Endpoints 5 and 6; Resources, Voucher, Reward (`stock`).
 */
import type { Seeded } from '../../support/seeded.ts'
import { type Answer, type Shop, VOUCHERS_MAX } from './floor.ts'
import {
  CENTS,
  COUPONS,
  cardOf,
  GIFT_CARDS,
  givenEarning,
  givenLimit,
  givenOffer,
  givenProgram,
  givenVouchers,
  newName,
  type Program,
  redeem
} from './program.ts'

/** Everybody at once. */
export interface Rush {
  /** What there is for whom, for the title. */
  readonly told: string
  readonly attempts: readonly (() => Promise<Answer>)[]
  /** How many of them there is enough for. */
  readonly enoughFor: number
  /** What the others may be told. */
  readonly refusals: readonly string[]
  /** What is left, and what should be, given the answers of those who succeeded. */
  left(won: readonly Answer[]): Promise<{ readonly found: unknown; readonly expected: unknown }>
}

type Supply = (shop: Shop, chance: Seeded) => Promise<Rush>

const TOO_FEW_POINTS = 'loyalty_card_points_exceeded'
const NO_VOUCHER = 'no_voucher_suitable_for_publication'

/** The same from every card in turn, so often in all. */
function inTurn(
  attempts: number,
  { cards }: Program,
  ask: (code: string, n: number) => Promise<Answer>
) {
  return Array.from({ length: attempts }, (_, n) => () => ask(cards[n % cards.length] as string, n))
}

/** How many of the attempts that come from the cards in turn each of them can pay for. */
function affordable(attempts: number, { cards }: Program, each: number): number {
  const turns = cards.map((_, n) => Math.floor((attempts - n - 1) / cards.length) + 1)
  return turns.reduce((sum, asked) => sum + Math.min(asked, each), 0)
}

const balances = async (shop: Shop, { cards }: Program) =>
  Promise.all(cards.map(async code => (await cardOf(shop, code)).balance))

const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

const points: Supply = async (shop, chance) => {
  const [had, price, attempts] = [
    chance.between(0, 400),
    chance.between(1, 12),
    chance.between(100, 220)
  ]
  const program = await givenProgram(shop, { points: had })
  const offer = await givenOffer(shop, program.id, { price })
  const [code] = program.cards as [string]
  return {
    told: `${had} points on a card, ${attempts} at once for ${price}`,
    attempts: inTurn(attempts, program, card => redeem(shop, program.id, card, offer)),
    enoughFor: Math.floor(had / price),
    refusals: [TOO_FEW_POINTS],
    left: async won => ({
      found: await cardOf(shop, code),
      expected: {
        points: had,
        balance: had - won.length * price,
        redeemed: won.length * price,
        subtracted: 0,
        expired: 0,
        uses: won.length
      }
    })
  }
}

const stock: Supply = async (shop, chance) => {
  const [units, members, price] = [
    chance.between(1, 60),
    chance.between(2, 6),
    chance.between(1, 9)
  ]
  const [had, attempts] = [chance.between(price, price * 20), chance.between(100, 220)]
  const program = await givenProgram(shop, { points: had, members })
  const offer = await givenOffer(shop, program.id, { price, stock: units })
  return {
    told: `${units} in stock, ${attempts} at once from ${members} cards of ${had} for ${price}`,
    attempts: inTurn(attempts, program, card => redeem(shop, program.id, card, offer)),
    enoughFor: Math.min(units, affordable(attempts, program, Math.floor(had / price))),
    refusals: ['reward_out_of_stock', TOO_FEW_POINTS],
    left: async won => {
      const reward = await shop.done(shop.get(`/v1/rewards/${offer.rewardId}`))
      const left = total(await balances(shop, program))
      return {
        found: [reward.redeemed, left],
        expected: [won.length, had * members - won.length * price]
      }
    }
  }
}

/** Coupons for points: every one of them another, and held by who paid for it. */
async function coupons(
  shop: Shop,
  {
    pool,
    there,
    attempts,
    members
  }: Record<'there' | 'attempts' | 'members', number> & {
    readonly pool: string
  }
): Promise<Rush> {
  const had = 1000
  const program = await givenProgram(shop, { points: had, members })
  const parameters = { campaign: { id: pool } }
  const offer = await givenOffer(shop, program.id, { price: 1, parameters })
  return {
    told: `${there} coupons, ${attempts} at once from ${members} cards`,
    attempts: inTurn(attempts, program, card => redeem(shop, program.id, card, offer)),
    enoughFor: there,
    refusals: [NO_VOUCHER],
    left: async won => {
      const given = won.map(({ body }) => body.reward.voucher)
      const holders = won.map(({ body }) => body.customer.id)
      const held = (await shop.done(shop.get(`/v1/vouchers?campaign=${pool}&limit=100`)))
        .vouchers as readonly { readonly code: string; readonly holder_id?: string }[]
      const taken = held.filter(({ holder_id }) => holder_id !== undefined && holder_id !== null)
      return {
        found: [
          taken.map(({ code, holder_id }) => `${code} ${holder_id}`).toSorted(),
          total(await balances(shop, program))
        ],
        expected: [
          given.map(({ code }, n) => `${code} ${holders[n]}`).toSorted(),
          had * members - won.length
        ]
      }
    }
  }
}

const pool: Supply = async (shop, chance) => {
  const [there, attempts] = [chance.between(1, 25), chance.between(30, 150)]
  const { id } = await givenVouchers(shop, there, COUPONS)
  return coupons(shop, { pool: id, there, attempts, members: chance.between(1, 5) })
}

const roomForMore: Supply = async (shop, chance) => {
  const [there, attempts] = [chance.between(1, 15), chance.between(50, 150)]
  const kind = { ...COUPONS, type: 'AUTO_UPDATE' }
  const { id, codes } = await givenVouchers(shop, there, kind)
  for (const code of codes.slice(0, 2)) {
    const customer = { source_id: newName('early') }
    await shop.done(shop.post('/v1/publications', { customer, voucher: code }))
  }
  const gone = Math.min(there, 2)
  const members = chance.between(1, 5)
  const rush = await coupons(shop, { pool: id, there: VOUCHERS_MAX - gone, attempts, members })
  return {
    ...rush,
    left: async won => {
      const { vouchers_count } = await shop.done(shop.get(`/v1/campaigns/${id}`))
      const made = Math.max(0, won.length - (there - gone))
      return { found: vouchers_count, expected: there + made }
    }
  }
}

const uses: Supply = async (shop, chance) => {
  const [quantity, attempts] = [chance.between(1, 40), chance.between(50, 120)]
  const program = await givenProgram(shop, { points: 1000, quantity })
  const offer = await givenOffer(shop, program.id, { price: 2 })
  const [code] = program.cards as [string]
  return {
    told: `${quantity} uses of a card, ${attempts} at once`,
    attempts: inTurn(attempts, program, card => redeem(shop, program.id, card, offer)),
    enoughFor: quantity,
    refusals: ['quantity_exceeded'],
    left: async won => {
      const { balance, uses } = await cardOf(shop, code)
      return { found: [balance, uses], expected: [1000 - 2 * won.length, won.length] }
    }
  }
}

const limit: Supply = async (shop, chance) => {
  const [most, members] = [chance.between(1, 12), chance.between(1, 4)]
  const attempts = chance.between(60, 120)
  const eachHas = chance.once(2)
  const period = chance.pick(['', '.daily', '.weekly', '.monthly'])
  const name = `redemption.count${eachHas ? '.per_customer' : ''}${period}`
  const program = await givenProgram(shop, { points: 1000, members })
  const offer = await givenOffer(shop, program.id, { price: 1 })
  await givenLimit(shop, offer.assignmentId, name, most)
  return {
    told: `at most ${most} by ${name}, ${attempts} at once from ${members} cards`,
    attempts: inTurn(attempts, program, card => redeem(shop, program.id, card, offer)),
    enoughFor: eachHas ? affordable(attempts, program, most) : most,
    refusals: ['redemption_rules_violated'],
    left: async won => ({
      found: total(await balances(shop, program)),
      expected: 1000 * members - won.length
    })
  }
}

const cards: Supply = async (shop, chance) => {
  const [there, attempts] = [chance.between(1, 20), chance.between(30, 60)]
  const { id } = await givenVouchers(shop, there, {
    campaign_type: 'LOYALTY_PROGRAM',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 5 } }
  })
  const join = () =>
    shop.post(`/v1/loyalties/${id}/members`, { customer: { source_id: newName('joins') } })
  return {
    told: `${there} cards, ${attempts} who join at once`,
    attempts: Array.from({ length: attempts }, () => join),
    enoughFor: there,
    refusals: [NO_VOUCHER],
    left: async won => {
      const codes = won.map(({ body }) => body.code)
      const members = await shop.done(shop.get(`/v1/loyalties/${id}/members?limit=100`))
      const listed = (members.vouchers as { code: string }[]).map(({ code }) => code)
      return { found: listed.toSorted(), expected: [...new Set(codes)].toSorted() }
    }
  }
}

/** Who earns joins by itself, while there are cards; the order is paid all the same. */
const cardsOfThemselves: Supply = async (shop, chance) => {
  const [there, attempts] = [chance.between(1, 20), chance.between(30, 60)]
  const club = { name: newName('Club'), type: 'STATIC', auto_join: true }
  const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 5 } }
  const { id } = await shop.done(shop.post('/v1/loyalties', { ...club, voucher }))
  for (let n = 0; n < there; n++) {
    await shop.done(shop.post(`/v1/campaigns/${id}/vouchers/${newName('CARD')}`))
  }
  await givenEarning(shop, id, 10)
  const pay = () =>
    shop.post('/v1/orders', {
      status: 'PAID',
      amount: 900,
      customer: { source_id: newName('new') }
    })
  return {
    told: `${there} cards, ${attempts} newcomers who earn at once`,
    attempts: Array.from({ length: attempts }, () => pay),
    enoughFor: attempts,
    refusals: [],
    left: async () => {
      const members = await shop.done(shop.get(`/v1/loyalties/${id}/members?limit=100`))
      const holders = (members.vouchers as { holder_id: string }[]).map(each => each.holder_id)
      return { found: new Set(holders).size, expected: Math.min(there, attempts) }
    }
  }
}

const credit: Supply = async (shop, chance) => {
  const [amount, taken, attempts] = [
    chance.between(0, 900),
    chance.between(1, 30),
    chance.between(50, 100)
  ]
  const { codes } = await givenVouchers(shop, 1, {
    ...GIFT_CARDS,
    voucher: { type: 'GIFT_VOUCHER', gift: { amount, effect: 'APPLY_TO_ORDER' } }
  })
  const url = `/v1/vouchers/${codes[0]}`
  return {
    told: `${amount} on a gift card, ${attempts} at once take ${taken}`,
    attempts: Array.from(
      { length: attempts },
      () => () => shop.post(`${url}/balance`, { amount: -taken })
    ),
    enoughFor: Math.floor(amount / taken),
    refusals: ['invalid_balance'],
    left: async won => {
      const { gift } = await shop.done(shop.get(url))
      return { found: gift.balance, expected: amount - won.length * taken }
    }
  }
}

/** Credit or points elsewhere for points here: one voucher gets it all. */
function elsewhere(target: 'gift' | 'loyalty_card'): Supply {
  return async (shop, chance) => {
    const [had, price, balance] = [
      chance.between(0, 120),
      chance.between(1, 5),
      chance.between(1, 50)
    ]
    const attempts = chance.between(40, 100)
    const program = await givenProgram(shop, { points: had })
    const other =
      target === 'gift'
        ? await givenVouchers(shop, 3, GIFT_CARDS)
        : await givenProgram(shop, { points: 0, members: 0 })
    const parameters = { campaign: { id: other.id, balance } }
    const offer = await givenOffer(shop, program.id, { price, parameters })
    return {
      told: `${had} points, ${attempts} at once for ${balance} on a ${target} at ${price}`,
      attempts: inTurn(attempts, program, card => redeem(shop, program.id, card, offer)),
      enoughFor: Math.floor(had / price),
      refusals: [TOO_FEW_POINTS],
      left: async won => {
        const { vouchers } = await shop.done(shop.get(`/v1/vouchers?campaign=${other.id}`))
        const credited = (vouchers as Record<string, { balance: number }>[])
          .map(voucher => voucher[target]?.balance ?? 0)
          .filter(held => held > 0)
        const [left] = await balances(shop, program)
        return {
          found: [credited, left],
          expected: [won.length === 0 ? [] : [won.length * balance], had - won.length * price]
        }
      }
    }
  }
}

/** Points pay as far as they go, so the last one gets what is left. */
const coins: Supply = async (shop, chance) => {
  const [had, amount, attempts] = [
    chance.between(0, 600),
    chance.between(1, 20),
    chance.between(50, 90)
  ]
  const program = await givenProgram(shop, { points: had })
  const offer = await givenOffer(shop, program.id, { price: null, parameters: CENTS })
  const names = Array.from({ length: attempts }, () => newName('order'))
  return {
    told: `${had} points, ${attempts} orders of ${amount} paid at once`,
    attempts: inTurn(attempts, program, (card, n) =>
      redeem(shop, program.id, card, offer, { source_id: names[n], amount })
    ),
    enoughFor: Math.ceil(had / amount),
    refusals: [TOO_FEW_POINTS],
    left: async won => {
      const paid = won.map(({ body }) => body.order.total_applied_discount_amount as number)
      const { orders, total: stored } = await shop.done(shop.get('/v1/orders?limit=100'))
      const isPaid = ({ status }: { status: string }) => status === 'PAID'
      const [left] = await balances(shop, program)
      return {
        found: [total(paid), left, stored, orders.every(isPaid)],
        expected: [
          Math.min(had, amount * attempts),
          Math.max(0, had - amount * attempts),
          won.length,
          true
        ]
      }
    }
  }
}

const order: Supply = async (shop, chance) => {
  const [attempts, members] = [chance.between(20, 60), chance.between(1, 3)]
  const program = await givenProgram(shop, { points: 500, members })
  const offer = await givenOffer(shop, program.id, { price: null, parameters: CENTS })
  const paid = { source_id: newName('order'), amount: 70 }
  return {
    told: `one order, paid ${attempts} times at once by ${members} members`,
    attempts: inTurn(attempts, program, card => redeem(shop, program.id, card, offer, paid)),
    enoughFor: 1,
    // Whose order it is by then, is told before that it is paid.
    refusals: ['invalid_order', 'invalid_customer'],
    left: async () => ({
      found: total(await balances(shop, program)),
      expected: 500 * members - 70
    })
  }
}

/** By what there is. */
export const supplies: Readonly<Record<string, Supply>> = {
  'the points of a card': points,
  'a stock': stock,
  'coupons that were made before': pool,
  'coupons that are made as they go': roomForMore,
  'the uses of a card': uses,
  'a limit by rule': limit,
  'the cards of a program': cards,
  'the cards of a program that is joined by earning': cardsOfThemselves,
  'the credit of a gift card': credit,
  'points, for credit': elsewhere('gift'),
  'points, for points of another program': elsewhere('loyalty_card'),
  'points that pay orders': coins,
  'an order': order
}
