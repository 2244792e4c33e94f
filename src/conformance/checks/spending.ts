/**
 * What a redemption says it took is what is gone: from the card, from the customer's points, and in
 * the counts of both.
 *
 * Spec: Redemption.amount.
 */
import { isSchema } from '../../http/document.ts'
import { CheckSkipped, type Visit } from '../visit.ts'
import { at, numberAt, operationNamed } from './reading.ts'

/** The promises of `redeemReward` beyond its schema. */
export const redemptionChecks = [
  { title: 'the totals of the customer are lower by the points', run: customerPays },
  { title: 'it is one more redemption of the card', run: cardCounts },
  { title: 'the balance of the card is lower by the points', run: balanceFalls }
] as const

/** By how much each figure of the customer changes, for the points of one redemption. */
const STEPS = (points: number) =>
  [
    ['loyalty.points', -points],
    ['summary.redemptions.loyalty_card.points_to_go', -points],
    ['summary.redemptions.loyalty_card.redeemed_points', points],
    ['summary.redemptions.total_redeemed', 1],
    ['summary.redemptions.total_succeeded', 1],
    ['summary.redemptions.total_failed', 0]
  ] as const

/** A rule with pending points is made; an order that points pay for then earns by it. */
export async function laterPointsWait(visit: Visit): Promise<void> {
  const listing = operationNamed(visit, 'listMemberPendingPoints')
  const redeeming = operationNamed(visit, 'redeemReward')
  const paying = redeeming.requests.find(({ value }) => at(value, 'order') !== undefined)
  if (paying === undefined) throw new CheckSkipped('No example pays for an order.')
  await visit.succeed({ body: visit.firstBody })
  const idsOf = async () => {
    const { body } = await visit.succeed({ query: { limit: '100' } }, listing)
    const entries = at(body, 'data')
    return new Set((Array.isArray(entries) ? entries : []).map(entry => at(entry, 'id')))
  }
  const before = await idsOf()
  const { body } = await visit.succeed({ body: visit.bodyOf(paying) }, redeeming)
  const orderId = at(body, 'order.id')
  const after = await idsOf()
  if (after.size < 100 && after.size <= before.size) {
    visit.deviates(`The order ${orderId} was paid, and no points of it are pending.`)
  }
}

async function customerPays(visit: Visit): Promise<void> {
  const customerId = visit.place.told.get('customer_id')
  if (customerId === undefined) throw new CheckSkipped('No answer says whose card it is.')
  const reading = operationNamed(visit, 'getCustomer')
  const path = { customerId }
  const { body: before } = await visit.succeed({ path }, reading)
  const { body: redemption } = await visit.succeed({ body: visit.firstBody })
  const { body: after } = await visit.succeed({ path }, reading)
  if (at(redemption, 'customer_id') !== customerId)
    throw new CheckSkipped('The card does not have exactly one holder.')
  for (const [name, step] of STEPS(numberAt(redemption, 'amount'))) {
    const [was, is] = [numberAt(before, name), numberAt(after, name)]
    if (is !== was + step) {
      visit.deviates(`.${name} of the customer was ${was} and is ${is}, not ${was + step}.`)
    }
  }
}

async function cardCounts(visit: Visit): Promise<void> {
  const reading = operationNamed(visit, 'getVoucherRedemptions')
  const { names } = visit.place
  const shown = visit.operation.values['memberId'] ?? ''
  const path = { code: names.get(shown) ?? shown }
  const { body: before } = await visit.succeed({ path }, reading)
  const { body: redemption } = await visit.succeed({ body: visit.firstBody })
  const { body: after } = await visit.succeed({ path }, reading)
  for (const name of ['redeemed_quantity', 'total']) {
    const [was, is] = [numberAt(before, name), numberAt(after, name)]
    if (is !== was + 1) visit.deviates(`.${name} of the card was ${was} and is ${is}.`)
  }
  const entries = at(after, 'redemption_entries')
  const ids = (Array.isArray(entries) ? entries : []).filter(isSchema).map(({ id }) => id)
  if (!ids.includes(at(redemption, 'id'))) {
    visit.deviates('The redemption is not among the redemptions of the card.')
  }
}

async function balanceFalls(visit: Visit): Promise<void> {
  const { body: one } = await visit.succeed({ body: visit.firstBody })
  const { body: other } = await visit.succeed({ body: visit.firstBody })
  const name = 'voucher.loyalty_card.balance'
  const [was, is] = [numberAt(one, name), numberAt(other, name)]
  const points = numberAt(other, 'amount')
  if (is !== was - points) {
    visit.deviates(`.${name} was ${was} and is ${is}, where ${points} points were taken.`)
  }
  if (at(one, 'id') === at(other, 'id')) visit.deviates('.id is the same in two redemptions.')
}
