/**
 * What a small shop is, as somebody says it who knows neither rows nor transactions: two cards, one
 * reward with a stock, one that is a coupon of some uses, one coupon of the shop, one gift card,
 * orders that bring points. One deed happens after the other; that several may be asked for at once
 * is not its concern.
 */
import { Purse, type Share } from '../../lives/support/law.ts'

/** What the shop of all histories is set up with. */
export const TERMS = {
  cards: 2,
  /** What an order costs. */
  amount: 5000,
  /** Points of an order that is paid: so many for each of so much at once, and after so many days. */
  every: 250,
  earned: 3,
  waiting: 20,
  waitsDays: 2,
  price: 40,
  stock: 2,
  uses: 3,
  credit: 1000,
  /** Points for a coupon, and how often it can be used. */
  couponPrice: 20,
  couponUses: 2
} as const

/** A deed; `nr` numbers those that can be undone. */
export type Deed =
  | { readonly do: 'order' | 'buy' | 'fetch'; readonly nr: number; readonly card: number }
  /** A use of the coupon that was fetched by that deed, with gift credit beside it; or a lock on it. */
  | ({
      readonly do: 'use'
      readonly nr: number
      readonly of: number
      readonly credits: number
    } & Coded)
  | ({
      readonly do: 'lock'
      readonly nr: number
      readonly of: number
      readonly days: number
    } & Coded)
  /** The shop switches on the coupon that was fetched by that deed. */
  | ({ readonly do: 'switch on'; readonly nr: number; readonly of: number } & Coded)
  | { readonly do: 'coupon'; readonly nr: number }
  | { readonly do: 'gift'; readonly nr: number; readonly credits: number }
  | { readonly do: 'adjust'; readonly nr: number; readonly card: number; readonly points: number }
  | {
      readonly do: 'cancel'
      readonly nr: number
      readonly of: number
      readonly card: number | null
    }
  | {
      readonly do: 'return'
      readonly nr: number
      readonly of: number
      readonly card: number | null
      readonly amount: number
    }
  | {
      readonly do: 'roll back'
      readonly nr: number
      readonly of: number
      readonly card: number | null
      /** Of the redemption. */
      readonly id: string
    }
  | { readonly do: 'pass'; readonly days: number }

/** By the code of the coupon. */
interface Coded {
  readonly code: string
}

export type Outcome = 'done' | 'refused'

/** What can be seen of the shop from outside. */
export interface Seen {
  readonly cards: readonly { readonly balance: number; readonly pending: number }[]
  readonly sold: number
  readonly uses: number
  readonly credit: number
  /** Of each coupon that was fetched, by the number of that deed. */
  readonly coupons: readonly {
    readonly nr: number
    readonly uses: number
    readonly isOver: boolean
  }[]
}

interface Coupon {
  uses: number
  /** Of each lock the day on which it keeps nothing any more. */
  readonly locks: string[]
  isOver: boolean
}

interface Waiting {
  readonly points: number
  readonly arrivesOn: string
}

interface Order {
  readonly card: number
  /** At once, and later. */
  brought: readonly Share[]
  waiting: Waiting | null
  /** What has not gone back of it; 0 once it is canceled. */
  amount: number
}

interface Redemption {
  readonly undo: () => void
  /** Whether it can be undone now. */
  readonly canUndo: () => boolean
  undone: boolean
}

const DAY_MS = 86_400_000

/** So many days after a day. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** The last day of a month: that of points which come in it. */
function endOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
}

/** What an order brings at once. */
function pointsOf({ amount }: Pick<Order, 'amount'>): number {
  return Math.floor(amount / TERMS.every) * TERMS.earned
}

export class Model {
  readonly #purses = Array.from({ length: TERMS.cards }, () => new Purse())
  readonly #orders = new Map<number, Order>()
  readonly #redemptions = new Map<number, Redemption>()
  readonly #coupons = new Map<number, Coupon>()
  #sold = 0
  #uses = 0
  #credit: number = TERMS.credit
  #deeds = 0
  #today: string

  /** A shop that opens on a day. */
  constructor(today: string) {
    this.#today = today
  }

  get seen(): Seen {
    const pending = (card: number) =>
      [...this.#orders.values()]
        .filter(order => order.card === card && order.waiting !== null)
        .reduce((sum, { waiting }) => sum + (waiting?.points ?? 0), 0)
    return {
      cards: this.#purses.map((purse, card) => ({
        balance: purse.balance(this.#today),
        pending: pending(card)
      })),
      sold: this.#sold,
      uses: this.#uses,
      credit: this.#credit,
      coupons: [...this.#coupons]
        .map(([nr, { uses, isOver }]) => ({ nr, uses, isOver }))
        .toSorted((one, other) => one.nr - other.nr)
    }
  }

  do(deed: Deed): Outcome {
    this.#deeds++
    switch (deed.do) {
      case 'order':
        return this.#order(deed.nr, deed.card)
      case 'cancel':
        return this.#cancel(deed.of)
      case 'return':
        return this.#return(deed.of, deed.amount)
      case 'adjust':
        return this.#adjust(deed.card, deed.points)
      case 'buy':
        return this.#buy(deed.nr, deed.card)
      case 'fetch':
        return this.#fetch(deed.nr, deed.card)
      case 'use':
        return this.#use(deed.nr, deed.of, deed.credits)
      case 'lock': {
        const coupon = this.#coupons.get(deed.of)
        if (coupon === undefined || this.#leftOf(coupon) < 1) return 'refused'
        coupon.locks.push(daysAfter(this.#today, deed.days))
        return 'done'
      }
      case 'switch on':
        return (this.#coupons.get(deed.of)?.isOver ?? true) ? 'refused' : 'done'
      case 'coupon': {
        if (this.#uses >= TERMS.uses) return 'refused'
        this.#uses++
        return this.#redeemed(deed.nr, () => this.#uses--)
      }
      case 'gift': {
        if (this.#credit < deed.credits) return 'refused'
        this.#credit -= deed.credits
        return this.#redeemed(deed.nr, () => {
          this.#credit += deed.credits
        })
      }
      case 'roll back':
        return this.#rollBack(deed.of)
      case 'pass':
        return this.#pass(deed.days)
    }
  }

  #bring(order: Order, points: number, day: string): void {
    const share = this.#purse(order.card).put({ endsOn: endOfMonth(day), points })
    order.brought = [...order.brought, share]
  }

  #order(nr: number, card: number): Outcome {
    const arrivesOn = daysAfter(this.#today, TERMS.waitsDays)
    const waiting = { points: TERMS.waiting, arrivesOn }
    const order = { card, brought: [], waiting, amount: TERMS.amount }
    this.#orders.set(nr, order)
    this.#bring(order, pointsOf(order), this.#today)
    return 'done'
  }

  #cancel(nr: number): Outcome {
    const order = this.#orders.get(nr)
    if (order === undefined) return 'refused'
    return order.amount === 0 ? 'done' : this.#return(nr, order.amount)
  }

  /** What goes back leaves the points of what remains. */
  #return(nr: number, amount: number): Outcome {
    const order = this.#orders.get(nr)
    if (order === undefined || order.amount < amount) return 'refused'
    order.amount -= amount
    const [first, ...later] = order.brought as [Share, ...Share[]]
    const isOver = order.amount === 0
    const over = { ...first, points: first.points - pointsOf(order) }
    const gone = (isOver ? [over, ...later] : [over]).filter(({ points }) => points > 0)
    order.brought = [{ ...first, points: pointsOf(order) }, ...(isOver ? [] : later)]
    if (isOver) order.waiting = null
    this.#purse(order.card).undo(gone, this.#deeds, this.#today)
    return 'done'
  }

  #adjust(card: number, points: number): Outcome {
    const purse = this.#purse(card)
    if (points > 0) purse.put({ endsOn: endOfMonth(this.#today), points })
    return points > 0 || purse.take(-points, this.#today) !== null ? 'done' : 'refused'
  }

  #buy(nr: number, card: number): Outcome {
    const purse = this.#purse(card)
    if (this.#sold >= TERMS.stock) return 'refused'
    const taken = purse.take(TERMS.price, this.#today)
    if (taken === null) return 'refused'
    this.#sold++
    const at = this.#deeds
    return this.#redeemed(nr, () => {
      this.#sold--
      purse.giveBack(taken, at)
    })
  }

  /** Of what left for points nothing is kept when they come back. */
  #fetch(nr: number, card: number): Outcome {
    const purse = this.#purse(card)
    const taken = purse.take(TERMS.couponPrice, this.#today)
    if (taken === null) return 'refused'
    const at = this.#deeds
    const coupon: Coupon = { uses: 0, locks: [], isOver: false }
    this.#coupons.set(nr, coupon)
    const undo = () => {
      coupon.isOver = true
      purse.giveBack(taken, at)
    }
    return this.#redeemed(nr, undo, () => this.#leftOf(coupon) === TERMS.couponUses)
  }

  #use(nr: number, of: number, credits: number): Outcome {
    const coupon = this.#coupons.get(of)
    if (coupon === undefined || this.#leftOf(coupon) < 1 || this.#credit < credits) return 'refused'
    coupon.uses++
    this.#credit -= credits
    return this.#redeemed(nr, () => {
      coupon.uses--
      this.#credit += credits
    })
  }

  #leftOf({ uses, locks, isOver }: Coupon): number {
    const kept = locks.filter(until => until > this.#today).length
    return isOver ? 0 : TERMS.couponUses - uses - kept
  }

  #redeemed(nr: number, undo: () => void, canUndo = () => true): Outcome {
    this.#redemptions.set(nr, { undo, canUndo, undone: false })
    return 'done'
  }

  #rollBack(nr: number): Outcome {
    const redemption = this.#redemptions.get(nr)
    if (redemption === undefined || redemption.undone || !redemption.canUndo()) return 'refused'
    redemption.undone = true
    redemption.undo()
    return 'done'
  }

  /** Points that waited come on their days. */
  #pass(days: number): Outcome {
    this.#today = daysAfter(this.#today, days)
    for (const order of this.#orders.values()) {
      const { waiting } = order
      if (waiting === null || waiting.arrivesOn > this.#today) continue
      order.waiting = null
      this.#bring(order, waiting.points, waiting.arrivesOn)
    }
    return 'done'
  }

  #purse(card: number): Purse {
    return this.#purses[card] as Purse
  }
}
