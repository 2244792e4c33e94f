/**
 * A customer of two clubs with tiers, in a segment perhaps, who pays an order with coupons, credit
 * and points and sends some of it back, with nothing in between: they stand as one who never bought
 * that.
 */
import t from 'tap'
import type { Change, Decision } from '../../../src/decisions/changes.ts'
import type { FoundVoucher } from '../../../src/decisions/discounts/judging.ts'
import { redeemStackedDiscounts } from '../../../src/decisions/discounts/redemption.ts'
import type { ItemCommand, OrderCommand } from '../../../src/decisions/orders/lines.ts'
import {
  returnGoods,
  type SaveOrderFacts,
  saveOrder
} from '../../../src/decisions/orders/orders.ts'
import type { LineToReturn } from '../../../src/decisions/orders/returns.ts'
import type { StandingFacts } from '../../../src/decisions/standing/standing.ts'
import type {
  CustomerTotals,
  Discount,
  EarningRule,
  LoyaltyTier,
  Order,
  Redemption,
  Segment,
  TierMembership,
  TierTerms,
  ValidationRule
} from '../../../src/model.ts'
import type { StackingRules } from '../../../src/rules/stacking.ts'
import { anyDiscount } from '../../rules/support/arbitrary-stacks.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { givenCampaign, givenCoupon, givenOccasion, givenTotals } from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import {
  foundCard,
  foundGift,
  foundVoucher,
  givenApplying,
  givenDiscountFacts
} from '../../support/given-discounts.ts'
import { givenReward } from '../../support/given-goods.ts'
import { givenEarningRule, givenRule, givenSegment, givenTier } from '../../support/given-rules.ts'
import { givenOrderFacts, givenProgram, givenStanding } from '../../support/given-standing.ts'
import type { Book } from '../support/audited-voucher.ts'
import {
  ada,
  anyRule,
  anyStacking,
  cardWith,
  GOODS,
  giftCard,
  inventory,
  undoneOf
} from '../support/wallet.ts'

const PAYING = 'camp_1'
const CLUBS = [PAYING, 'camp_2']

/** A club and what it gives; each order that is sent back gives no more than before. */
interface Club {
  readonly id: string
  readonly rules: readonly EarningRule[]
  readonly tiers: readonly LoyaltyTier[]
  readonly terms: TierTerms | null
  readonly points: number
}

/** What holds for all customers. */
interface Shop {
  readonly clubs: readonly Club[]
  readonly dear: ReadonlyMap<string, ValidationRule>
  readonly segments: readonly Segment[]
  readonly stack: readonly FoundVoucher[]
  readonly stacking: StackingRules
  readonly ratio: { readonly exchangeRatio: string; readonly pointsRatio: number }
}

function anyClubRule(chance: Chance, campaignId: string, at: number): EarningRule {
  const rule = anyRule(chance, `ern_${campaignId}_${at}`)
  const validationRuleId = chance.once(2) ? chance.pick(['val_1', 'val_2']) : null
  return { ...rule, campaignId, validationRuleId }
}

/** Three tiers, the first from nothing. */
function anyTiers({ between, once }: Chance, campaignId: string, rules: readonly EarningRule[]) {
  const [second, third] = [between(20, 300), between(301, 900)]
  const bands = [
    [0, second - 1],
    [second, third - 1],
    [third, null]
  ] as const
  return bands.map(([pointsFrom, pointsTo], at) =>
    givenTier({
      id: `ltr_${campaignId}_${at}`,
      campaignId,
      pointsFrom,
      pointsTo,
      mapping: once(2) ? {} : { [rules[0]?.id ?? '']: { type: 'MULTIPLY', multiplier: 3 } }
    })
  )
}

function anyClub(chance: Chance, id: string): Club {
  const { between, once } = chance
  const paid = Array.from({ length: between(1, 3) }, (_, at) => anyClubRule(chance, id, at))
  const tiers = once(3) ? [] : anyTiers(chance, id, paid)
  const extra = (name: string, over: Partial<EarningRule>) =>
    once(2)
      ? [
          givenEarningRule({
            id: `ern_${id}_${name}`,
            campaignId: id,
            earning: { type: 'FIXED', points: between(1, 400) },
            ...over
          })
        ]
      : []
  // Whoever comes to the third at once misses what comes with the second; and points of the first
  // club may pay for what goes back, and keep it from a tier.
  const top = id === PAYING ? [] : tiers.slice(2)
  const upgraded = top.flatMap(({ id: loyaltyTierId }) =>
    extra('top', { event: 'customer.loyalty.tier.upgraded', loyaltyTierId })
  )
  const entered = extra('big', { event: 'customer.segment.entered', segmentId: 'seg_big' })
  const rules = [...paid, ...upgraded, ...entered]
  return { id, rules, tiers, terms: anyTerms(chance), points: between(1, 300) }
}

/** Until when a tier lasts, and which points bring it; null: as long as the balance does. */
function anyTerms({ pick, once }: Chance): TierTerms | null {
  if (once(3)) return null
  return {
    qualification: pick(['BALANCE', 'POINTS_IN_PERIOD']),
    period: 'MONTH',
    expiration: pick(['END_OF_PERIOD', 'END_OF_NEXT_PERIOD'])
  }
}

function anyCoupon(chance: Chance, at: number): FoundVoucher {
  for (;;) {
    const discount = anyDiscount(chance) as Discount
    // Units that were given are charged where they stay.
    if (discount.type === 'UNIT') continue
    const named = { id: `v_c${at}`, code: `OFF-${at}`, campaignId: null }
    return foundVoucher(givenCoupon({ ...named, discount }))
  }
}

function anyShop(chance: Chance): Shop {
  const { between, pick, once } = chance
  const dear = ['val_1', 'val_2'].map(id => {
    const conditions = { $more_than_or_equal: [between(1, 9000)] }
    const rules = { 1: { name: 'order.amount', conditions }, logic: '1' }
    return [id, givenRule({ id, rules })] as const
  })
  const fields = { 'summary.orders.total_amount': { $more_than: [between(1, 9000)] } }
  const filter = { junction: 'and', fields } as const
  const big = givenSegment({ id: 'seg_big', type: 'auto-update', filter })
  return {
    clubs: CLUBS.map(id => anyClub(chance, id)),
    dear: new Map(dear),
    segments: once(2) ? [big] : [],
    stack: Array.from({ length: 3 }, (_, at) => anyCoupon(chance, at)),
    stacking: anyStacking(chance),
    ratio: { exchangeRatio: pick(['0.1', '0.7', '1']), pointsRatio: pick([1, 3]) }
  }
}

const FIGURES = ['discountAmount', 'itemsDiscountAmount', 'totalDiscountAmount'] as const

/** Somebody who has cards of both clubs and a gift voucher, and what is stored of them. */
class Buyer {
  readonly #shop: Shop
  readonly #cards = new Map<string, Book>()
  readonly #gift = giftCard()
  readonly #memberships = new Map<string, TierMembership>()
  #segments: readonly string[] = []
  #totals: CustomerTotals = givenTotals({ ordersCount: 0, ordersAmount: 0, lastOrderAmount: 0 })
  readonly #redemptions = new Map<string, Redemption>()
  /** Of vouchers that nothing was taken of. */
  readonly #uses = new Map<string, number>()
  readonly #occasion = givenOccasion()
  /** The one that was written last. */
  order: Order | null = null
  /** How it stood before each time that something went back. */
  readonly #before: Buyer['stands'][] = []
  mistake: string | null = null

  constructor(shop: Shop) {
    this.#shop = shop
    for (const [at, { id: campaignId, points }] of shop.clubs.entries()) {
      this.#cards.set(campaignId, cardWith(points, at + 1))
    }
  }

  #book(campaignId: string): Book {
    return this.#cards.get(campaignId) as Book
  }

  #standing(isKnown: boolean): StandingFacts {
    const { clubs, dear, segments } = this.#shop
    return givenStanding({
      programs: clubs.map(({ id, rules, tiers, terms: tierTerms }) =>
        givenProgram({
          campaign: givenCampaign({ id, tierTerms }),
          rules,
          tiers,
          card: isKnown ? this.#book(id).known() : this.#book(id).purse(),
          membership: this.#memberships.get(id) ?? null
        })
      ),
      validationRules: dear,
      segments: this.#segments,
      filterSegments: segments,
      totals: this.#totals
    })
  }

  /** False where it was refused. */
  #decide(decision: Decision<unknown>): boolean {
    if ('refusal' in decision) return false
    for (const change of decision.changes) this.#write(change)
    for (const book of [...this.#cards.values(), this.#gift]) {
      const { id } = book.voucher
      this.mistake ??= book.write(decision.changes.filter(change => this.#isOf(change, book, id)))
    }
    return true
  }

  #isOf(change: Change, { waiting, entries }: Book, voucherId: string): boolean {
    if ('gift' in change) return change.gift.voucherId === voucherId
    if ('card' in change) return change.card.voucherId === voucherId
    if (change.kind === 'ledgerEntry.takenBack') return entries.some(({ id }) => id === change.id)
    const isWaiting =
      change.kind === 'pendingPoints.closed' || change.kind === 'pendingPoints.adjusted'
    return isWaiting && waiting.has(change.id)
  }

  #write(change: Change): void {
    if (change.kind === 'order.created' || change.kind === 'order.updated') {
      this.order = change.order
    } else if (change.kind === 'redemption.recorded' || change.kind === 'redemption.lowered') {
      this.#redemptions.set(change.redemption.id, change.redemption)
    } else if (change.kind === 'voucher.redeemed') {
      const { voucherId, step } = change
      this.#uses.set(voucherId, (this.#uses.get(voucherId) ?? 0) + step)
    } else if (change.kind === 'tierMembership.saved') {
      this.#memberships.set(change.membership.campaignId, change.membership)
    } else if (change.kind === 'segment.entered') {
      this.#segments = [...this.#segments, change.segmentId]
    } else if (change.kind === 'segment.left') {
      this.#segments = this.#segments.filter(id => id !== change.segmentId)
    } else if (change.kind === 'customerTotals.counted') {
      const { step, lastOrder } = change
      const all = Object.entries(step).map(([name, more]) => {
        return [name, Number(this.#totals[name as keyof CustomerTotals]) + more]
      })
      const last = lastOrder !== null && 'amount' in lastOrder ? lastOrder.amount : null
      this.#totals = {
        ...this.#totals,
        ...Object.fromEntries(all),
        ...(last === null ? {} : { lastOrderAmount: last })
      }
    }
  }

  /** Kinds of what it is paid with, in their order; false where that is refused. */
  pay(order: OrderCommand, kinds: readonly string[]): boolean {
    if (kinds.length === 0) {
      const facts = givenOrderFacts({ ...this.#standing(false), customer: ada, inventory })
      return this.#decide(saveOrder(facts, { ...order, status: 'PAID' }, this.#occasion))
    }
    const { stack: coupons, stacking: stackingRules, ratio } = this.#shop
    const reward = givenReward({ id: 'rew_1', parameters: { type: 'COIN', ...ratio } })
    const purse = this.#book(PAYING).purse()
    const kept: Readonly<Record<string, FoundVoucher>> = {
      gift: foundGift({}, { purse: this.#gift.purse() }),
      points: foundCard({ purse, reward, holder: ada, ownerId: ada.id })
    }
    const stack = kinds.map(kind => kept[kind] ?? (coupons[Number(kind)] as FoundVoucher))
    const known = { ...this.#standing(false), stackingRules, customer: ada, inventory }
    const facts = givenDiscountFacts(stack, known)
    const decision = redeemStackedDiscounts(facts, givenApplying(facts, { order }), this.#occasion)
    return !('result' in decision && 'refusal' in decision.result) && this.#decide(decision)
  }

  #facts(): SaveOrderFacts {
    const stored = this.order as Order
    const books = [...this.#cards.values()]
    const isOfOrder = (each: { readonly orderId: string }) => each.orderId === stored.id
    return givenOrderFacts({
      ...this.#standing(true),
      stored,
      customer: ada,
      inventory,
      earned: {
        entries: books
          .flatMap(({ entries }) => entries)
          .filter(({ type, cause }) => /ACCRUAL|CANCELL/.test(type) && cause.orderId === stored.id),
        pending: books.flatMap(({ waiting }) => [...waiting.values()]).filter(isOfOrder),
        bonuses: books.flatMap(({ bonuses }) => bonuses)
      },
      redeemed: Object.entries(stored.redemptions).flatMap(([id, { stacked = [id] }]) =>
        stacked.map(each => this.#part(each))
      )
    })
  }

  #part(id: string) {
    const redemption = this.#redemptions.get(id) as Redemption
    const book = { v_1: this.#book(PAYING), v_3: this.#gift }[redemption.voucherId as 'v_1']
    return undoneOf(redemption, book, this.#shop.stack, book?.entries ?? [])
  }

  giveBack(lines: readonly LineToReturn[] | undefined, amount: number | undefined): boolean {
    const command = { lines, amount, reason: undefined, metadata: undefined }
    return this.#lower(returnGoods(this.#facts(), command, this.#occasion))
  }

  #lower(decision: Decision<unknown>): boolean {
    this.#before.push(this.stands)
    return this.#decide(decision)
  }

  /** Whether once less was left to pay than others have to, or less of a card was taken. */
  hadLess(than: Buyer['stands']): boolean {
    const { order, taken } = than
    return this.#before.some(
      before =>
        Number(before.order[2]) < Number(order[2]) ||
        taken.some(([, , ...paying], at) =>
          paying.some((each, kind) => Number(before.taken[at]?.[kind + 2]) < Number(each))
        )
    )
  }

  update(command: Partial<OrderCommand>): boolean {
    const asked = { ...givenOrderCommand({ id: this.order?.id, ...command }), customer: undefined }
    return this.#lower(saveOrder(this.#facts(), asked, this.#occasion))
  }

  get goods() {
    const { amount, items } = this.order as Order
    return {
      amount,
      lines: items.map(({ productId, quantity, amount }) => [productId, quantity, amount])
    }
  }

  /** All that counts; ids, instants and history aside. Of a discount, 0 and none are the same. */
  get stands() {
    const order = this.order as Order
    const { ordersCount, ordersAmount, lastOrderAmount, cardBalance, giftBalance } = this.#totals
    const { gift, redeemedQuantity } = this.#gift.voucher
    return {
      order: [order.status, order.amount, order.totalAmount, ...FIGURES.map(f => order[f] ?? 0)],
      lines: order.items.map(item => [
        ...[item.productId, item.quantity, item.amount, item.subtotalAmount],
        item.discountAmount ?? 0
      ]),
      taken: [...this.#redemptions.values()].map(({ voucherId, discount, points, gift }) => {
        return [voucherId, discount ?? 0, points ?? 0, gift?.amount ?? 0]
      }),
      cards: [...this.#cards].map(([id, { voucher, lots, shortfalls }]) => {
        const open = [...lots.values()].filter(({ remaining }) => remaining > 0)
        const left = open.map(({ expiresOn, remaining }) => `${expiresOn} ${remaining}`).toSorted()
        const { tierId = null, expiresOn = null } = this.#memberships.get(id) ?? {}
        const { balance, pendingPoints } = voucher.card ?? {}
        return [balance, pendingPoints, left, shortfalls.size, tierId, expiresOn]
      }),
      credit: [gift?.balance, redeemedQuantity + (this.#uses.get('v_3') ?? 0)],
      totals: [ordersCount, ordersAmount, lastOrderAmount, cardBalance, giftBalance],
      segments: this.#segments
    }
  }
}

const share = (figure: number, left: number, of: number) =>
  left >= of ? figure : Math.floor((figure * left) / of)

/** An order that is bought, and the one of what remains of it. */
interface Bought {
  readonly whole: OrderCommand
  readonly kept: OrderCommand
  /** Units of each line; of an order without lines, the amount alone. */
  readonly back: readonly number[]
}

/** Null where nothing goes back, or all. */
function anyBought({ between, once, pick }: Chance): Bought | null {
  const own = once(3) ? between(1, 900) : 0
  const order = (of: Partial<OrderCommand>, discountAmount: number) =>
    givenOrderCommand({ ...of, ...(own > 0 && { discountAmount }) })
  if (once(4)) {
    const amount = between(2, 9000)
    const less = between(1, amount - 1)
    const off = share(Math.min(own, amount), amount - less, amount)
    return {
      whole: order({ amount }, own),
      kept: order({ amount: amount - less }, off),
      back: [less]
    }
  }
  const lines = Array.from({ length: between(1, 3) }, () => ({
    productId: pick(GOODS),
    quantity: between(1, 4),
    price: between(0, 2500),
    off: once(4) ? between(1, 300) : 0
  }))
  const back = lines.map(({ quantity }) => (once(2) ? between(0, quantity) : 0))
  const line = (at: number, quantity: number) => {
    const { off, ...named } = lines[at] as (typeof lines)[number]
    const all = Math.min(off, named.price * named.quantity)
    const discount = share(all, quantity, named.quantity)
    return givenItemCommand({ ...named, quantity, ...(off > 0 && { discountAmount: discount }) })
  }
  const leaving = (times: number) =>
    lines.flatMap(({ quantity }, at) => {
      const left = quantity - times * (back[at] as number)
      return left === 0 ? [] : [line(at, left)]
    })
  const [whole, kept] = [leaving(0), leaving(1)]
  const worth = (items: readonly ItemCommand[]) =>
    items.reduce((sum, { price = 0, quantity = 0 }) => sum + price * quantity, 0)
  const onLines = (items: readonly ItemCommand[]) =>
    items.reduce((sum, { discountAmount = 0, price = 0, quantity = 0 }) => {
      return sum + Math.min(discountAmount, price * quantity)
    }, 0)
  if (kept.length === 0 || back.every(units => units === 0)) return null
  const off = share(Math.min(own, worth(whole) - onLines(whole)), worth(kept), worth(whole))
  return { whole: order({ items: whole }, own), kept: order({ items: kept }, off), back }
}

/** How it goes back; false where it is refused. */
const WAYS: Readonly<Record<string, (buyer: Buyer, back: Bought, chance: Chance) => boolean>> = {
  'at once': (buyer, { whole, back }) => {
    if (whole.items === undefined) return buyer.giveBack(undefined, back[0])
    return buyer.giveBack(linesOf(buyer, back), undefined)
  },
  'in parts': (buyer, { whole, back }, { between, pick }) => {
    const left = back.map((units, at) => ({ id: buyer.order?.items[at]?.id, units }))
    for (;;) {
      const some = left.filter(({ units }) => units > 0)
      if (some.length === 0) return true
      const each = pick(some)
      const units = between(1, each.units)
      each.units -= units
      const done =
        whole.items === undefined
          ? buyer.giveBack(undefined, units)
          : buyer.giveBack([{ ...NAMED, id: each.id, quantity: units }], undefined)
      if (!done) return false
    }
  },
  'by an update': (buyer, { whole, kept, back }) => {
    if (whole.items === undefined) return buyer.update({ amount: kept.amount })
    const items = (buyer.order as Order).items.flatMap((item, at) => {
      const { id, productId, price } = item
      const quantity = item.quantity - (back[at] as number)
      const said = { id, productId: productId ?? undefined, price: price ?? undefined, quantity }
      return quantity === 0 ? [] : [givenItemCommand(said)]
    })
    return buyer.update({ items })
  }
}

const NAMED = {
  ...{ id: undefined, index: undefined, productId: undefined, skuId: undefined },
  ...{ sourceId: undefined, quantity: undefined }
} as const

function linesOf({ order }: Buyer, back: readonly number[]): readonly LineToReturn[] {
  return back.flatMap((quantity, at) =>
    quantity === 0 ? [] : [{ ...NAMED, id: order?.items[at]?.id, quantity }]
  )
}

t.test('whoever sends goods back stands as one who never bought them, whole', t => {
  const cases = casesOf(t, { gate: 1000, soak: 20_000 })
  let alike = 0
  for (const chance of cases) {
    const shop = anyShop(chance)
    const bought = anyBought(chance)
    if (bought === null) continue
    const [one, other] = [new Buyer(shop), new Buyer(shop)]
    const earlier = givenOrderCommand({ amount: chance.between(1, 9000) })
    if (chance.once(2)) for (const buyer of [one, other]) buyer.pay(earlier, [])
    const kinds = Array.from({ length: chance.between(0, 5) }, () => {
      return chance.pick(['0', '1', '2', 'gift', 'points'])
    })
    const stack = [...new Set(kinds)]
    if (!one.pay(bought.whole, stack)) continue
    const way = chance.pick(Object.keys(WAYS))
    const isBack = WAYS[way]?.(one, bought, chance)
    const told = JSON.stringify({ ...bought, stack, way })
    if (!isBack) t.fail(`it does not go back: ${told}`)
    if (one.mistake !== null) t.fail(`${one.mistake}: ${told}`)
    if (!other.pay(bought.kept, stack)) continue
    const { taken: takes, ...expected } = other.stands
    const { taken: took, ...found } = one.stands
    // Fewer goods may leave more to pay, which earns nothing more, and no card pays again what went
    // back. What nothing is left for was not redeemed at all.
    if (one.hadLess(other.stands) || took.length !== takes.length) continue
    alike++
    t.strictSame({ ...found, took }, { ...expected, took: takes }, told)
  }
  cases.together(alike > cases.count / 3, `${alike} of ${cases.count} were compared`)
  t.end()
})

t.test('goods that go back in parts leave what they leave when they go back at once', t => {
  const cases = casesOf(t, { gate: 1000, soak: 20_000 })
  let [alike, apart] = [0, 0]
  for (const chance of cases) {
    const shop = anyShop(chance)
    const bought = anyBought(chance)
    if (bought === null) continue
    const [one, other] = [new Buyer(shop), new Buyer(shop)]
    const kinds = Array.from({ length: chance.between(0, 5) }, () => {
      return chance.pick(['0', '1', '2', 'gift', 'points'])
    })
    const stack = [...new Set(kinds)]
    if (![one, other].every(buyer => buyer.pay(bought.whole, stack))) continue
    const told = JSON.stringify({ ...bought, stack })
    const areBack = [
      WAYS['in parts']?.(one, bought, chance),
      WAYS['at once']?.(other, bought, chance)
    ]
    t.strictSame(areBack, [true, true], told)
    // A discount of the rest, by its terms, may leave more to pay than it did between: by a fixed
    // price, by a part of what it cost at first, by rounding. Each return is over when it is done:
    // its credit and points may be spent by the next, and an order that is raised earns nothing.
    if (one.hadLess(other.stands)) {
      apart++
      t.strictSame(one.goods, other.goods, told)
      continue
    }
    alike++
    t.strictSame(one.stands, other.stands, told)
  }
  cases.together(alike > cases.count / 3, `${alike} of ${cases.count} were compared`)
  cases.together(apart < cases.count / 50, `${apart} of ${cases.count} had less to pay between`)
  t.end()
})
