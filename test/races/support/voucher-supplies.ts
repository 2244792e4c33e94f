/**
 * Coupons, cards and credit of which there is only so much: what a reward hands out, what a
 * customer is given by joining, and what is taken from a gift card by hand.
 *
 * Spec: addVouchersToCampaign, redeemReward, RewardParameters.
 */
import { type Shop, VOUCHERS_MAX } from './floor.ts'
import {
  COUPONS,
  GIFT_CARDS,
  givenEarning,
  givenOffer,
  givenProgram,
  givenVouchers,
  newName,
  redeem
} from './program.ts'
import { balances, inTurn, type Rush, type Supply, TOO_FEW_POINTS, total } from './rush.ts'

const NO_VOUCHER = 'no_voucher_suitable_for_publication'

/** Coupons for points: every one of them another, and held by who paid for it. */
async function coupons(
  shop: Shop,
  {
    pool,
    there,
    attempts,
    members
  }: Record<'there' | 'attempts' | 'members', number> & { readonly pool: string }
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
  const [there, attempts] = [chance.between(1, 25), chance.between(100, 200)]
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

/** A campaign that makes coupons as they are needed, as long as there is a code for one. */
const codes: Supply = async (shop, chance) => {
  const [letters, attempts] = [chance.between(1, 5), chance.between(50, 100)]
  const code_config = { pattern: `${newName('C')}-##`, charset: 'abcde'.slice(0, letters) }
  const voucher = { ...COUPONS.voucher, code_config }
  const { id } = await givenVouchers(shop, 0, { ...COUPONS, type: 'AUTO_UPDATE', voucher })
  const members = chance.between(1, 5)
  return coupons(shop, { pool: id, there: letters ** 2, attempts, members })
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

/** By what there is. */
export const voucherSupplies: Readonly<Record<string, Supply>> = {
  'coupons that were made before': pool,
  'coupons that are made as they go': roomForMore,
  'the codes of coupons that are made as they go': codes,
  'the cards of a program': cards,
  'the cards of a program that is joined by earning': cardsOfThemselves,
  'the credit of a gift card': credit,
  'points, for credit': elsewhere('gift'),
  'points, for points of another program': elsewhere('loyalty_card')
}
