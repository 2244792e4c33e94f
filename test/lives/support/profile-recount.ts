/**
 * What a customer's answer adds up, counted again from what the lists say of them: their orders,
 * their redemptions and what they hold. Only which order was paid last is not in the lists.
 */
import type { Service } from '../../support/app.ts'

// biome-ignore lint/suspicious/noExplicitAny: as answered.
type Answered = any

/** Every row of a list of things of one customer, a page at a time. */
async function listed({ get }: Pick<Service, 'get'>, things: string, customerId: string) {
  const found: Answered[] = []
  for (let page = 1; ; page++) {
    const { body } = await get(`/v1/${things}?customer=${customerId}&limit=100&page=${page}`)
    found.push(...body[body.data_ref])
    if (found.length >= body.total) return found
  }
}

const sum = (rows: readonly Answered[], figure: (row: Answered) => number) =>
  rows.reduce((total, row) => total + figure(row), 0)

/** What is refused names itself where its code does not exist, and is no rollback. */
const isRollback = ({ related_object_type, status }: Answered) =>
  related_object_type === 'redemption' && status !== 'FAILED'

/** Records of whole stacks, and of their rollbacks, are counted by their parts. */
function withoutWholes(redemptions: readonly Answered[]): readonly Answered[] {
  // A refused redemption of a code that nobody has names nothing, and is no whole.
  const isNoWhole = ({ status, voucher, promotion_tier }: Answered) =>
    status === 'FAILED' || voucher !== undefined || promotion_tier !== undefined
  return redemptions.filter(isNoWhole)
}

/** Its summary, without the last order, and the points by program. */
export async function recountedProfile(service: Pick<Service, 'get'>, customerId: string) {
  const paid = (await listed(service, 'orders', customerId)).filter(({ status }) =>
    ['PAID', 'FULFILLED'].includes(status)
  )
  const redemptions = withoutWholes(await listed(service, 'redemptions', customerId))
  const rollbacks = redemptions.filter(isRollback).length
  const failed = redemptions.filter(({ status }) => status === 'FAILED').length
  const vouchers = await listed(service, 'vouchers', customerId)
  const gifts = vouchers.filter(({ gift }) => gift !== null)
  const cards = vouchers.filter(row => row.loyalty_card !== null)
  const spent = sum(paid, order => order.total_amount)
  const points: Record<string, number> = {}
  for (const { campaign, loyalty_card: card } of cards) {
    points[campaign] = (points[campaign] ?? 0) + card.balance
  }
  return {
    redemptions: {
      total_redeemed: redemptions.length - rollbacks,
      total_failed: failed,
      total_succeeded: redemptions.length - rollbacks - failed,
      total_rolled_back: rollbacks,
      total_rollback_failed: 0,
      total_rollback_succeeded: rollbacks,
      gift: {
        redeemed_amount: sum(gifts, row => row.redemption.redeemed_amount),
        amount_to_go: sum(gifts, row => row.gift.balance)
      },
      loyalty_card: {
        redeemed_points: sum(cards, row => row.redemption.redeemed_points),
        points_to_go: sum(cards, row => row.loyalty_card.balance)
      }
    },
    orders: {
      total_amount: spent,
      total_count: paid.length,
      average_amount: paid.length === 0 ? 0 : Math.round(spent / paid.length)
    },
    points
  }
}

/** The same of the customer's own answer. */
export async function answeredProfile({ get }: Pick<Service, 'get'>, customerId: string) {
  const { summary, loyalty } = (await get(`/v1/customers/${customerId}`)).body
  const { last_order_amount, last_order_date, ...orders } = summary.orders
  // Who was sent to others is counted by campaign as well; those have no cards.
  const cards = Object.entries<Answered>(loyalty.campaigns).filter(
    ([, { referred_customers: sent }]) => sent === 0
  )
  return {
    redemptions: summary.redemptions,
    orders,
    points: Object.fromEntries(cards.map(([name, { points }]) => [name, points]))
  }
}
