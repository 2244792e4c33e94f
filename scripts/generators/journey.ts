/**
 * A journey through a generated client against the demo shop: a customer reads what a card holds,
 * is told what an order would earn, and buys a mug with points. The check copies this file beside
 * the client that one generator made of the joined document, and it compiles against it there.
 */
import { ok } from '@oazapfts/runtime'
import * as tessera from './made/index.ts'

const [baseUrl = '', appId = '', appToken = ''] = process.argv.slice(2)
tessera.defaults.baseUrl = baseUrl
tessera.defaults.headers = { 'x-app-id': appId, 'x-app-token': appToken }

const CLUB = 'camp_00club'
const CARD = 'CLUB-ADA-0001'

/** Points that can be spent now. */
async function balance(): Promise<number> {
  const { vouchers } = await ok(tessera.listMembers(CLUB))
  return vouchers.find(({ code }) => code === CARD)?.loyalty_card?.balance ?? 0
}

function expect(holds: boolean, what: string): void {
  if (!holds) throw new Error(`The client of the generator failed: ${what}.`)
}

const order = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const estimate = await ok(
  tessera.estimateLoyaltyPoints(CLUB, { customer: { source_id: 'ada' }, order })
)
expect(estimate.points_estimation > 0, 'two bags of beans would earn nothing')

const before = await balance()
const redemption = await ok(
  tessera.redeemReward(CLUB, CARD, { reward: { id: 'rew_00mug' }, metadata: { till: 'one' } })
)
expect(redemption.result === 'SUCCESS', 'the mug was refused')
expect((await balance()) < before, 'the mug took no points')

const { redemption_entries: entries } = await ok(tessera.getVoucherRedemptions(CARD))
expect(
  entries.some(({ id }) => id === redemption.id),
  'the redemption is not listed'
)

const refused = await tessera.redeemReward(CLUB, CARD, { reward: { id: 'rew_00nothing' } })
expect(refused.status === 404 && refused.data.key === 'not_found', 'an unknown reward was found')
