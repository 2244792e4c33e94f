/**
 * Orders that are paid with discounts, credit and points, lowered, made unpaid, paid again and
 * canceled, in any order and as often as is wished: nothing is minted, nothing is lost, and what was
 * charged and given back is what remains.
 */
import t from 'tap'
import type { Change, Decision, Occasion } from '../../../src/decisions/changes.ts'
import type { FoundVoucher } from '../../../src/decisions/discounts/judging.ts'
import { redeemStackedDiscounts } from '../../../src/decisions/discounts/redemption.ts'
import type { OrderCommand } from '../../../src/decisions/orders/lines.ts'
import {
  isPaid,
  returnGoods,
  type SaveOrderFacts,
  saveOrder
} from '../../../src/decisions/orders/orders.ts'
import {
  type EarnedBefore,
  makeUp,
  returnPoints
} from '../../../src/decisions/points/cancellation.ts'
import { takePoints } from '../../../src/decisions/points/lots.ts'
import { rollbackStackedRedemptions } from '../../../src/decisions/redemptions/rollback.ts'
import type {
  Discount,
  EarningRule,
  LedgerEntry,
  Order,
  OrderRedemption,
  Redemption
} from '../../../src/model.ts'
import { givesUnits } from '../../../src/rules/discounts/cart.ts'
import type { StackingRules } from '../../../src/rules/stacking.ts'
import { anyDiscount } from '../../rules/support/arbitrary-stacks.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { givenCoupon, givenOccasion, NOW } from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import {
  foundCard,
  foundGift,
  foundVoucher,
  givenApplying,
  givenDiscountFacts
} from '../../support/given-discounts.ts'
import { givenReward } from '../../support/given-goods.ts'
import { givenOrderFacts, givenProgram } from '../../support/given-standing.ts'
import { opened } from '../../support/standings.ts'
import { standingWith } from '../../support/undone.ts'
import type { Book } from '../support/audited-voucher.ts'
import { UNPAID } from '../support/mug.ts'
import {
  ada,
  anyRule,
  anyStacking,
  CREDIT,
  cardWith,
  GOODS,
  giftCard,
  inventory,
  undoneOf
} from '../support/wallet.ts'

const LINE = { id: undefined, productId: undefined, skuId: undefined, sourceId: undefined } as const

const anyItems = ({ between, once, pick }: Chance) =>
  Array.from({ length: between(1, 3) }, () =>
    givenItemCommand({
      productId: pick(GOODS),
      quantity: between(1, 4),
      price: between(0, 2500),
      ...(once(4) ? { discountAmount: between(0, 300) } : {})
    })
  )

const linksOf = (order: Order): readonly (readonly [string, OrderRedemption])[] =>
  Object.entries(order.redemptions).filter(([, { rollbackId }]) => rollbackId === undefined)

const offOf = ({ discountAmount, lines = [] }: OrderRedemption) =>
  lines.reduce((sum, line) => sum + line.discountAmount, discountAmount)

const sumOf = (entries: readonly LedgerEntry[]) =>
  entries.reduce((sum, { amount }) => sum + amount, 0)

/** A customer with a card of points, a gift card and coupons, and what is stored of the orders. */
class Shop {
  readonly points: number
  readonly #chance: Chance
  readonly #rules: readonly EarningRule[]
  readonly #card: Book
  readonly #gift = giftCard()
  readonly #coupons: readonly FoundVoucher[]
  readonly #stacking: StackingRules
  readonly #occasion = givenOccasion()
  readonly #ratio: { readonly exchangeRatio: string; readonly pointsRatio: number }
  readonly orders = new Map<string, Order>()
  /** Orders of which something went back, as they were before the first of these returns. */
  readonly #said = new Map<string, Order>()
  readonly redemptions = new Map<string, Redemption>()
  readonly spent: LedgerEntry[] = []
  readonly deeds: string[] = []
  mistake: string | null = null
  /** Whether the shop raises discounts of its own. */
  readonly #raises: boolean
  #seconds = 0

  constructor(chance: Chance) {
    this.#chance = chance
    const { between, pick, once } = chance
    this.#raises = once(2)
    this.points = between(0, 400)
    this.#rules = Array.from({ length: between(1, 3) }, (_, at) => anyRule(chance, `ern_${at}`))
    this.#ratio = { exchangeRatio: pick(['0.1', '0.7', '1']), pointsRatio: pick([1, 3]) }
    this.#coupons = Array.from({ length: 3 }, (_, at) =>
      foundVoucher(
        givenCoupon({
          id: `v_c${at}`,
          code: `OFF-${at}`,
          campaignId: null,
          discount: anyDiscount(chance) as Discount
        })
      )
    )
    this.#stacking = anyStacking(chance)
    this.#card = cardWith(this.points)
  }

  #now(): Occasion {
    this.#seconds++
    const now = new Date(Date.parse(NOW) + this.#seconds * 1000).toISOString()
    return { ...this.#occasion, now }
  }

  /** False where it was refused. */
  #decide(what: string, decision: Decision<unknown>): boolean {
    if ('refusal' in decision) {
      this.deeds.push(`${what}: ${decision.refusal.details}`)
      return false
    }
    this.deeds.push(what)
    const { changes } = decision
    for (const change of changes) {
      if (change.kind === 'order.created' || change.kind === 'order.updated') {
        this.orders.set(change.order.id, change.order)
        this.#said.delete(change.order.id)
      } else if (
        change.kind === 'redemption.recorded' ||
        change.kind === 'redemption.lowered' ||
        change.kind === 'redemption.rolledBack'
      ) {
        this.redemptions.set(change.redemption.id, change.redemption)
      }
    }
    const isOfGift = (change: Change) =>
      change.kind === 'credit.moved' ? change.gift.voucherId === 'v_3' : false
    this.mistake ??= this.#card.write(changes.filter(change => !isOfGift(change)))
    this.mistake ??= this.#gift.write(changes.filter(isOfGift))
    return true
  }

  /** With what may be missing, where something may be undone. */
  #facts(stored: Order | null): SaveOrderFacts {
    const card = stored === null ? this.#card.purse() : this.#card.known()
    const earned = this.#earned(stored?.id)
    return givenOrderFacts({
      programs: [givenProgram({ rules: this.#rules, card })],
      stored,
      customer: ada,
      inventory,
      earned,
      redeemed: stored === null ? [] : this.#partsOf(stored)
    })
  }

  #earned(orderId: string | undefined): EarnedBefore {
    const types = ['POINTS_ACCRUAL', 'POINTS_CANCELLATION']
    const entries = this.#card.entries.filter(
      ({ type, cause }) => types.includes(type) && cause.orderId === orderId
    )
    const waiting = [...this.#card.waiting.values()]
    return { entries, pending: waiting.filter(pending => pending.orderId === orderId) }
  }

  /** The redemptions on an order that were not rolled back, in their order. */
  #partsOf(order: Order) {
    return linksOf(order).flatMap(([id, { stacked = [id] }]) =>
      stacked.map(each => this.#part(each))
    )
  }

  #part(id: string) {
    const redemption = this.redemptions.get(id) as Redemption
    const book = { v_1: this.#card, v_3: this.#gift }[redemption.voucherId as 'v_1']
    return undoneOf(redemption, book, this.#coupons, this.#card.entries)
  }

  buy(): void {
    const { between, pick } = this.#chance
    const gift = foundGift({}, { purse: this.#gift.purse() })
    const reward = givenReward({ id: 'rew_1', parameters: { type: 'COIN', ...this.#ratio } })
    const card = foundCard({ purse: this.#card.purse(), reward, holder: ada, ownerId: ada.id })
    const all = [...this.#coupons, gift, card]
    const stack = [...new Set(Array.from({ length: between(0, 5) }, () => pick(all)))]
    const of = this.#chance.once(4)
      ? { amount: between(0, 9000) }
      : { items: anyItems(this.#chance) }
    const order = givenOrderCommand({ ...of, status: 'PAID' })
    const what = `buys ${JSON.stringify(of)} with ${stack.map(each => each.sent.id)}`
    if (stack.length === 0) {
      const command = { ...order, customer: undefined }
      this.#decide(what, saveOrder(this.#facts(null), command, this.#now()))
      return
    }
    const program = givenProgram({ rules: this.#rules, card: this.#card.purse() })
    const known = { stackingRules: this.#stacking, customer: ada, inventory, programs: [program] }
    const facts = givenDiscountFacts(stack, known)
    const decision = redeemStackedDiscounts(facts, givenApplying(facts, { order }), this.#now())
    if ('refusal' in decision || 'refusal' in decision.result) return
    this.#decide(what, decision)
  }

  #send(stored: Order, command: Partial<OrderCommand>): void {
    const asked = { ...givenOrderCommand({ id: stored.id, ...command }), customer: undefined }
    const previousOrder = null
    const facts = { ...this.#facts(stored), previousOrder }
    this.#decide(`${stored.id} ${JSON.stringify(command)}`, saveOrder(facts, asked, this.#now()))
  }

  giveBack(stored: Order): void {
    const { between, below } = this.#chance
    const { items, amount: left } = stored
    const index = below(Math.max(items.length, 1))
    const back =
      items.length === 0
        ? { lines: undefined, amount: between(1, Math.max(left ?? 0, 1)) }
        : {
            lines: [{ ...LINE, index, quantity: between(1, items[index]?.quantity ?? 1) }],
            amount: undefined
          }
    const command = { ...back, reason: undefined, metadata: undefined }
    const what = `${stored.id} gives back ${JSON.stringify(back)}`
    const said = this.#said.get(stored.id) ?? stored
    const done = this.#decide(what, returnGoods(this.#facts(stored), command, this.#now()))
    if (!done) return
    const after = this.orders.get(stored.id) as Order
    const entry = after.returned?.entries.at(-1)
    const less = (stored.totalAmount ?? 0) - (after.totalAmount ?? 0)
    if (entry?.totalAmount !== less) this.mistake ??= `${less} go back, not ${entry?.totalAmount}`
    this.#said.set(stored.id, said)
    const before = said.totalDiscountAmount ?? 0
    const off = after.totalDiscountAmount ?? 0
    // Fixed prices take more where units are charged that were free.
    const hadFree = linksOf(said).some(([, { lines = [] }]) => lines.some(givesUnits))
    if (off > before && !hadFree)
      this.mistake ??= `${off} are off what remains, and ${before} were before`
  }

  /** Something happens to one of the orders, or another is bought. */
  live(): void {
    const { between, pick, once, below } = this.#chance
    const ids = [...this.orders.keys()]
    if (ids.length === 0 || (ids.length < 3 && once(3))) {
      this.buy()
      return
    }
    const stored = this.orders.get(pick(ids)) as Order
    const { items, amount } = stored
    const deed = below(8)
    if (deed <= 1) this.giveBack(stored)
    else if (deed === 2) {
      for (let left = between(1, 5); left > 0; left--) {
        const status = pick(['CREATED', 'PAID', 'FULFILLED', 'CANCELED'] as const)
        this.#send(this.orders.get(stored.id) as Order, { status })
      }
    } else if (deed === 3 && items.length === 0) {
      this.#send(stored, { amount: between(0, 2 * (amount ?? 0)) })
    } else if (deed === 3) {
      const lines = items.map(({ productId, price, quantity, discountAmount }) =>
        givenItemCommand({
          productId: productId ?? undefined,
          price: price ?? undefined,
          quantity: once(2) ? between(1, quantity) : quantity,
          ...(once(2)
            ? { discountAmount: between(0, discountAmount ?? (this.#raises ? 9 : 0)) }
            : {})
        })
      )
      this.#send(stored, { items: once(4) ? anyItems(this.#chance) : lines })
    } else if (deed === 4) {
      const most = (this.#raises ? 2 : 1) * (stored.discountAmount ?? 0)
      this.#send(stored, { discountAmount: between(0, most) })
    } else if (deed === 5 && linksOf(stored).length > 0) {
      this.rollBack(pick(linksOf(stored).map(([id]) => id)))
    } else if (deed === 6) {
      this.spend()
    } else if (this.spent.length > 0) {
      this.regain(pick(this.spent))
    }
  }

  spend(): void {
    const cause = { redemptionId: this.#occasion.newId('r') }
    const taken = { as: 'redeemed', type: 'POINTS_REDEMPTION', from: null, cause } as const
    const points = this.#chance.between(1, 90)
    const moved = takePoints(this.#card.purse(), { ...taken, points }, this.#now())
    if (moved === null) return
    this.deeds.push(`spends ${points}`)
    this.mistake ??= this.#card.write([moved.change])
    this.spent.push(this.#card.entries.at(-1) as LedgerEntry)
  }

  /** A reward that was bought with points is given back. */
  regain(entry: LedgerEntry): void {
    const card = this.#card.known()
    const program = givenProgram({ rules: this.#rules, card })
    const occasion = this.#now()
    const brought = this.#card.entries
    const known = opened(standingWith(program), occasion)
    const back = returnPoints(known, { card, entry, brought })
    const rest = { card, landed: back.landed, spent: entry, brought }
    this.deeds.push(`gets ${entry.amount} back`)
    this.mistake ??= this.#card.write(makeUp(back.known, rest).standing.changes)
    this.spent.splice(this.spent.indexOf(entry), 1)
  }

  rollBack(id: string): void {
    const redemption = this.redemptions.get(id) as Redemption
    const order = [...this.orders.values()].find(each => id in each.redemptions) as Order
    const card = this.#card.known()
    const facts = {
      ...this.#facts(order),
      ...UNPAID,
      programs: [givenProgram({ rules: this.#rules, card })],
      redemption,
      parts: (order.redemptions[id]?.stacked ?? [id]).map(each => this.#part(each)),
      status: 'CANCELED',
      customer: ada,
      order,
      earned: this.#earned(order.id)
    } as const
    const command = {
      reason: undefined,
      metadata: undefined,
      customer: undefined,
      order: undefined,
      trackingId: undefined
    }
    const decision = rollbackStackedRedemptions(facts, command, this.#now())
    this.#decide(`rolls back ${id}`, decision)
  }

  /** Undoes all that is left, in any order. */
  undo(): void {
    for (;;) {
      const orders = [...this.orders.values()]
      const left = [
        ...orders
          .filter(({ status }) => status !== 'CANCELED')
          .map(order => () => this.#send(order, { status: 'CANCELED' })),
        ...orders.flatMap(linksOf).map(
          ([id]) =>
            () =>
              this.rollBack(id)
        ),
        ...this.spent.map(entry => () => this.regain(entry))
      ]
      if (left.length === 0 || this.mistake !== null) return
      this.#chance.pick(left)()
    }
  }

  /** What does not add up, in words; null for nothing. */
  wrong(): string | null {
    if (this.mistake !== null) return this.mistake
    for (const order of this.orders.values()) {
      const mistake = this.#wrongIn(order)
      if (mistake !== null) return `${order.id}: ${mistake}`
    }
    const { card } = this.#card.voucher
    const missing = [...this.#card.shortfalls.values()].filter(({ from }) => from === null)
    const owed = missing.reduce((sum, { points }) => sum + points, 0)
    const spent = -sumOf(this.#card.entries.filter(({ type }) => /REDEMPTION|REFUND/.test(type)))
    const due = [...this.orders.values()].reduce((sum, order) => sum + this.#due(order), 0)
    const has = (card?.balance ?? 0) + (card?.pendingPoints ?? 0) + spent - owed
    return has <= this.points + due ? null : `${has} are ${this.points} and more than ${due}`
  }

  /** What the rules give for an order as it is, if it is paid. */
  #due(order: Order): number {
    if (!isPaid(order) || order.takenBackAt !== null) return 0
    return this.#rules.reduce((sum, { earning }) => {
      if (earning.type === 'FIXED') return sum + earning.points
      const { calculation, every, points } = earning
      // A discount that the shop raises leaves a paid order the points that it earned.
      const isWhole = this.#raises || calculation === 'ORDER_AMOUNT'
      const of = isWhole ? order.amount : order.totalAmount
      return sum + Math.floor((of ?? 0) / every) * points
    }, 0)
  }

  #wrongIn(order: Order): string | null {
    const { amount, discountAmount, items, totalDiscountAmount, totalAmount, returned } = order
    const onLines = items.reduce((sum, item) => sum + (item.discountAmount ?? 0), 0)
    const off = onLines + (discountAmount ?? 0)
    if (totalAmount !== (amount ?? 0) - off || totalAmount < 0) return `${off} are off ${amount}`
    if (off !== (totalDiscountAmount ?? 0)) return `${off} are off, not ${totalDiscountAmount}`
    const redeemed = linksOf(order).reduce((sum, [, link]) => sum + offOf(link), 0)
    if (redeemed > off) return `${redeemed} were redeemed of ${off}`
    const back = (returned?.entries ?? []).reduce(
      (sum, entry) => sum + Math.max(entry.amount, 0),
      0
    )
    if (back !== (returned?.amount ?? 0)) return `${back} went back, not ${returned?.amount}`
    for (const [id, link] of linksOf(order)) {
      const parts = (link.stacked ?? [id]).map(each => this.redemptions.get(each) as Redemption)
      for (const part of parts) {
        const entries = [...this.#card.causedBy(part.id), ...this.#gift.causedBy(part.id)]
        const taken = -sumOf(entries)
        const told = (part.points ?? 0) + (part.gift?.amount ?? 0)
        if (taken !== told) return `${part.id} took ${taken}, and says ${told}`
      }
    }
    return null
  }

  get left() {
    const { card } = this.#card.voucher
    return {
      points: card?.balance,
      pending: card?.pendingPoints,
      missing: this.#card.shortfalls.size,
      credit: this.#gift.voucher.gift?.balance
    }
  }
}

t.test('whatever becomes of orders, nothing is minted, and what is undone leaves nothing', t => {
  const cases = casesOf(t, { gate: 1000, soak: 20_000 })
  let returned = 0
  for (const chance of cases) {
    const shop = new Shop(chance)
    let mistake: string | null = null
    for (let turn = chance.between(2, 14); turn > 0 && mistake === null; turn--) {
      shop.live()
      mistake = shop.wrong()
    }
    returned += [...shop.orders.values()].filter(order => order.returned !== null).length
    if (mistake === null) shop.undo()
    mistake ??= shop.wrong()
    const begun = { points: shop.points, pending: 0, missing: 0, credit: CREDIT }
    if (mistake === null && JSON.stringify(shop.left) !== JSON.stringify(begun)) {
      mistake = `${JSON.stringify(shop.left)} is left, not ${JSON.stringify(begun)}`
    }
    if (mistake !== null) t.fail(`${mistake}\n${shop.deeds.join('\n')}`)
  }
  cases.together(returned > cases.count / 2, `something went back of ${returned} orders`)
  t.end()
})
