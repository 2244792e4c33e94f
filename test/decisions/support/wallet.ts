/** What a buyer of some goods pays with: a card of points, a gift card and coupons. */
import type { FoundVoucher } from '../../../src/decisions/discounts/judging.ts'
import type { EarningRule, LedgerEntry, Redemption } from '../../../src/model.ts'
import { STACKING_RULES_DEFAULT, type StackingRules } from '../../../src/rules/stacking.ts'
import type { Chance } from '../../support/chance.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenEntry,
  givenGift,
  givenGiftVoucher,
  givenLot
} from '../../support/given.ts'
import { givenProduct } from '../../support/given-goods.ts'
import { EVERY_COUNT } from '../../support/given-records.ts'
import { givenEarningRule } from '../../support/given-rules.ts'
import { Book } from './audited-voucher.ts'
import { UNPAID } from './mug.ts'

export const GOODS = ['mug', 'pen', 'tea']
export const inventory = {
  products: new Map(GOODS.map(id => [id, givenProduct({ id, sourceId: id })])),
  skus: new Map()
}
export const ada = givenCustomer()
export const CREDIT = 3000

/** The card number `at` with so many points. */
export function cardWith(points: number, at = 1): Book {
  const [id, lotId, campaignId] = [`v_${at}`, `lopb_${at}`, `camp_${at}`]
  const card = givenBalance({ points, balance: points })
  const book = new Book(givenCard({ id, code: id, campaignId, card }), true)
  if (points === 0) return book
  const held = { id: lotId, voucherId: id, campaignId, amount: points, remaining: points }
  book.lots.set(lotId, givenLot(held))
  const lots = [{ id: lotId, amount: points }]
  book.entries.push(givenEntry({ voucherId: id, amount: points, lots }))
  return book
}

export function giftCard(): Book {
  const gift = givenGift({ amount: CREDIT, balance: CREDIT })
  const book = new Book(givenGiftVoucher({ gift }), true)
  const lot = { id: 'lopb_gift', voucherId: 'v_3', campaignId: 'camp_3' }
  book.lots.set(lot.id, givenLot({ ...lot, amount: CREDIT, remaining: CREDIT }))
  const lots = [{ id: lot.id, amount: CREDIT }]
  const came = { voucherId: 'v_3', type: 'CREDITS_ADDITION', amount: CREDIT, lots } as const
  book.entries.push(givenEntry(came))
  return book
}

/** A rule that gives no more for less. */
export function anyRule({ pick, between, once }: Chance, id: string): EarningRule {
  const share = { every: between(1, 900), points: between(1, 5), property: null, targets: null }
  const calculation = pick(['ORDER_AMOUNT', 'ORDER_TOTAL_AMOUNT'] as const)
  return givenEarningRule({
    id,
    earning: once(3)
      ? { type: 'FIXED', points: between(1, 60) }
      : { type: 'PROPORTIONAL', calculation, ...share },
    ...(once(4) ? { pendingDays: 3 } : {})
  })
}

export const anyStacking = ({ pick }: Chance): StackingRules => ({
  ...STACKING_RULES_DEFAULT,
  redeemablesApplicationMode: 'PARTIAL',
  discountCalculationMode: pick(['INITIAL_AMOUNT', 'DISCOUNTED_AMOUNT'])
})

/** What is known of a redemption that is undone, of one of the books or of a coupon. */
export function undoneOf(
  redemption: Redemption,
  book: Book | undefined,
  coupons: readonly FoundVoucher[],
  missed: readonly LedgerEntry[]
) {
  const coupon = coupons.find(({ purse }) => purse.voucher.id === redemption.voucherId)
  const used = coupon && { ...coupon.purse.voucher, redeemedQuantity: 9 }
  return {
    ...UNPAID,
    redemption,
    campaign: givenCampaign(),
    card: book?.known() ?? (used === undefined ? null : { voucher: used, lots: [] }),
    entries: book?.causedBy(redemption.id) ?? [],
    missed,
    countedIn: EVERY_COUNT
  }
}
