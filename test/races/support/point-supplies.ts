/**
 * Points, stock, uses and limits of which there is only so much, and everybody who wants some of
 * it. Each supply works out by itself, from the numbers it drew, how many can succeed; and what
 * must be left, as the answers of the service say it afterwards.
 *
 * Spec: redeemReward, VoucherLoyaltyCard, Reward.stock.
 */
import type { Shop } from './floor.ts'
import { CENTS, cardOf, givenLimit, givenOffer, givenProgram, newName, redeem } from './program.ts'
import {
  affordable,
  balances,
  inTurn,
  type Rush,
  type Supply,
  TOO_FEW_POINTS,
  total
} from './rush.ts'

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

const stock: Supply = (shop, { between }) =>
  stocked(shop, {
    units: between(1, 60),
    members: between(2, 6),
    price: between(1, 9),
    attempts: between(100, 220),
    prices: between(1, 20)
  })

/** Things of a reward for members, each of whom has points for so many of them. */
export async function stocked(
  shop: Shop,
  {
    units,
    members,
    price,
    attempts,
    prices
  }: Readonly<Record<'units' | 'members' | 'price' | 'attempts' | 'prices', number>>
): Promise<Rush> {
  const had = price * prices
  const program = await givenProgram(shop, { points: had, members })
  const offer = await givenOffer(shop, program.id, { price, stock: units })
  return {
    told: `${units} in stock, ${attempts} at once from ${members} cards of ${had} for ${price}`,
    attempts: inTurn(attempts, program, card => redeem(shop, program.id, card, offer)),
    enoughFor: Math.min(units, affordable(attempts, program, prices)),
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
  const period = chance.pick(['daily', 'weekly', 'monthly'])
  const name = `redemption.count.${eachHas ? 'per_customer.' : ''}${period}`
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
export const pointSupplies: Readonly<Record<string, Supply>> = {
  'the points of a card': points,
  'a stock': stock,
  'the uses of a card': uses,
  'a limit by rule': limit,
  'points that pay orders': coins,
  'an order': order
}
