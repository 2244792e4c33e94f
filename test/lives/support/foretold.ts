/**
 * What the law makes of a life: one person's cards, gift voucher and coupons after each deed.
 */
import type { Counts, Deed, Ends } from './deeds.ts'
import { type LastDay, type Line, Purse, type Share } from './law.ts'
import { COUPON, GIFT, lastDayOf, type Plan, PROGRAMS, type Program, SWAPS } from './plans.ts'

/** Where points or credit are. */
export type Place = Program | 'gift'

/** Points of an order that wait for their day. */
interface Waiting {
  readonly in: Program
  readonly points: number
  readonly arrivesOn: string
}

interface Order {
  readonly brought: Record<Program, Share[]>
  waiting: readonly Waiting[]
  canceled: boolean
}

interface Redemption {
  readonly with: Program
  readonly taken: readonly Share[]
  /** Gift credit that paid together with the points. */
  readonly credit: readonly Share[]
  /** What it brought elsewhere; null: goods. */
  readonly brought: { readonly to: Place; readonly shares: readonly Share[] } | null
  /** The coupon that it used; null: none. */
  readonly used: Coupon | null
  /** Which deed it was. */
  readonly at: number
  rolledBack: boolean
}

/** A coupon that was handed out for points. */
export interface Coupon {
  uses: number
  /** Until when a lock keeps a use of it, by the number of the lock. */
  readonly locks: Map<number, string>
  /** Its points came back, and so it is good for nothing any more. */
  isOver: boolean
}

/** How often it can be used now: what was used is gone, and what locks keep. */
function leftOf({ uses, locks, isOver }: Coupon, now: string): number {
  const kept = [...locks.values()].filter(until => until > now).length
  return isOver ? 0 : COUPON.uses - uses - kept
}

/** `refused`: nothing happened. `nothing`: it is about what never was. */
export type Outcome = 'done' | 'refused' | 'nothing'

export class Foretold {
  readonly purses = { a: new Purse(), b: new Purse(), gift: new Purse() }
  readonly #plan: Plan
  readonly #orders = new Map<number, Order>()
  readonly #redemptions = new Map<number, Redemption>()
  /** By the redemptions that handed them out. */
  readonly coupons = new Map<number, Coupon>()
  #hasGift = false
  readonly #dawnedOn: string[] = []
  #deeds = 0
  /** Whether anything was taken by hand, which nothing brings back. */
  tookByHand = false

  constructor(plan: Plan) {
    this.#plan = plan
  }

  /** Points that waited for this day or an earlier one have come, each on its day. */
  dawn(today: string): void {
    for (const order of this.#orders.values()) {
      for (const { in: program, points, arrivesOn } of order.waiting) {
        if (arrivesOn > today) continue
        this.#bring(order, program, points, arrivesOn)
        this.#dawnedOn.push(arrivesOn)
      }
      order.waiting = order.waiting.filter(({ arrivesOn }) => arrivesOn > today)
    }
  }

  /** Whether points have come between two days, as they were told to. */
  hasDawnedSince(seenOn: string, today: string): boolean {
    return this.#dawnedOn.some(day => seenOn < day && day <= today)
  }

  /** What becomes of a deed on a day, which has dawned, and at an instant of it. */
  do(deed: Deed, today: string, now: string): Outcome {
    this.#deeds++
    switch (deed.do) {
      case 'give': {
        const endsOn = this.#endOf(deed.ends, deed.to, today)
        this.purses[deed.to].put({ endsOn, points: deed.points })
        return 'done'
      }
      case 'take':
        return this.#takeByHand(deed.from, deed.points, today)
      case 'use gift':
        return this.#hasGift ? this.#takeByHand('gift', deed.amount, today) : 'nothing'
      case 'order':
        return this.#order(deed.nr, { a: deed.a, b: deed.b }, today)
      case 'cancel':
        return this.#cancel(deed.nr, today)
      case 'buy':
        return this.#redeem(deed.nr, deed.with, deed.price, null, today)
      case 'stack':
        return this.#stack(deed, today)
      case 'swap': {
        const { costs, brings } = SWAPS[deed.from]
        const to = deed.from === 'a' ? 'b' : 'a'
        const line = { endsOn: lastDayOf(this.#plan[to].ends, today), points: brings }
        return this.#redeem(deed.nr, deed.from, costs, { to, line }, today)
      }
      case 'gift': {
        const line = { endsOn: null, points: GIFT.brings }
        return this.#redeem(deed.nr, deed.with, GIFT.costs, { to: 'gift', line }, today)
      }
      case 'coupon': {
        const outcome = this.#redeem(deed.nr, deed.with, COUPON.costs, null, today)
        const coupon = { uses: 0, locks: new Map(), isOver: false }
        if (outcome === 'done') this.coupons.set(deed.nr, coupon)
        return outcome
      }
      case 'use coupon':
        return this.#useCoupon(deed, today, now)
      case 'lock':
        return this.#lock(deed, now)
      case 'switch on': {
        const coupon = this.coupons.get(deed.of)
        return coupon === undefined ? 'nothing' : coupon.isOver ? 'refused' : 'done'
      }
      case 'release':
        return this.#release(deed.nr, now)
      case 'roll back':
        return this.#rollBack(deed.nr, today, now)
      case 'activate':
        return this.#settle(deed.nr, deed.in, today, true)
      case 'drop':
        return this.#settle(deed.nr, deed.in, today, false)
      case 'pass':
        return 'done'
    }
  }

  /**
   * Undoes whatever is not undone yet, time and again; where nothing gets on, the shop adds what is
   * spent by hand. What was taken of a gift voucher by hand nobody adds.
   */
  *rest(today: () => string): Generator<Deed, void> {
    for (const { locks } of this.coupons.values()) {
      for (const nr of locks.keys()) yield { do: 'release', nr }
    }
    for (let left = this.#undoable; left.length > 0; left = this.#undoable) {
      yield* left
      if (this.#undoable.length < left.length) continue
      const added = this.#added(today())
      if (added === null) return
      yield added
    }
  }

  get #undoable(): readonly Deed[] {
    const orders = [...this.#orders].filter(([, { canceled }]) => !canceled)
    const redemptions = [...this.#redemptions].filter(([, { rolledBack }]) => !rolledBack)
    return [
      ...orders.map(([nr]) => ({ do: 'cancel', nr }) as const),
      ...redemptions.map(([nr]) => ({ do: 'roll back', nr }) as const)
    ]
  }

  #added(today: string): Deed | null {
    for (const { brought, rolledBack } of this.#redemptions.values()) {
      if (rolledBack || brought === null || brought.to === 'gift') continue
      const points = this.purses[brought.to].spentOf(brought.shares, today)
      return { do: 'give', to: brought.to, points, ends: 'never' }
    }
    return null
  }

  #endOf(ends: Ends, program: Program, today: string): LastDay {
    if (ends === 'never') return null
    if (ends === 'rules') return lastDayOf(this.#plan[program].ends, today)
    return new Date(Date.parse(today) + ends * 86_400_000).toISOString().slice(0, 10)
  }

  #takeByHand(from: Place, points: number, today: string): Outcome {
    if (this.purses[from].take(points, today) === null) return 'refused'
    this.tookByHand = true
    return 'done'
  }

  #order(nr: number, counts: Record<Program, Counts>, today: string): Outcome {
    if (this.#orders.has(nr)) return 'nothing'
    const order: Order = { brought: { a: [], b: [] }, waiting: [], canceled: false }
    this.#orders.set(nr, order)
    for (const program of PROGRAMS) {
      const [now, other, later] = counts[program]
      const { otherEnds, waitsDays } = this.#plan[program]
      this.#bring(order, program, now, today)
      this.#bring(order, program, other, today, otherEnds ?? undefined)
      const arrivesOn = this.#endOf(waitsDays, program, today) as string
      const waiting = { in: program, points: later, arrivesOn }
      if (later > 0) order.waiting = [...order.waiting, waiting]
    }
    return 'done'
  }

  #bring(
    { brought }: Order,
    program: Program,
    points: number,
    from: string,
    ends = this.#plan[program].ends
  ): void {
    if (points === 0) return
    brought[program].push(this.purses[program].put({ endsOn: lastDayOf(ends, from), points }))
  }

  #cancel(nr: number, today: string): Outcome {
    const order = this.#orders.get(nr)
    if (order === undefined || order.canceled) return 'nothing'
    order.canceled = true
    order.waiting = []
    for (const program of PROGRAMS) {
      this.purses[program].undo(order.brought[program], this.#deeds, today)
    }
    return 'done'
  }

  #redeem(
    nr: number,
    program: Program,
    price: number,
    brings: { readonly to: Place; readonly line: Line } | null,
    today: string
  ): Outcome {
    if (this.#redemptions.has(nr)) return 'nothing'
    const taken = this.purses[program].take(price, today)
    if (taken === null) return 'refused'
    this.#hasGift ||= brings?.to === 'gift'
    const brought = brings && { to: brings.to, shares: [this.purses[brings.to].put(brings.line)] }
    const at = this.#deeds
    const nothing = { credit: [], used: null, rolledBack: false }
    this.#redemptions.set(nr, { with: program, taken, brought, at, ...nothing })
    return 'done'
  }

  /** All or nothing, as a stack. */
  #useCoupon(
    { nr, of, credit }: Extract<Deed, { readonly do: 'use coupon' }>,
    today: string,
    now: string
  ): Outcome {
    const coupon = this.coupons.get(of)
    if (coupon === undefined || this.#redemptions.has(nr)) return 'nothing'
    if (leftOf(coupon, now) < 1) return 'refused'
    const wanted = this.#hasGift ? credit : 0
    if (this.purses.gift.balance(today) < wanted) return 'refused'
    coupon.uses++
    this.#redemptions.set(nr, {
      with: 'a',
      taken: [],
      credit: wanted === 0 ? [] : (this.purses.gift.take(wanted, today) ?? []),
      brought: null,
      used: coupon,
      at: this.#deeds,
      rolledBack: false
    })
    return 'done'
  }

  #lock({ nr, of, days }: Extract<Deed, { readonly do: 'lock' }>, now: string): Outcome {
    const coupon = this.coupons.get(of)
    if (coupon === undefined || coupon.locks.has(nr)) return 'nothing'
    if (leftOf(coupon, now) < 1) return 'refused'
    coupon.locks.set(nr, new Date(Date.parse(now) + days * 86_400_000).toISOString())
    return 'done'
  }

  /** A lock whose time is over is gone. */
  #release(nr: number, now: string): Outcome {
    for (const { locks } of this.coupons.values()) {
      const until = locks.get(nr)
      if (until === undefined) continue
      locks.delete(nr)
      return until > now ? 'done' : 'nothing'
    }
    return 'nothing'
  }

  /** The coupon that a lock is on. */
  lockedBy(nr: number): number | null {
    return [...this.coupons].find(([, { locks }]) => locks.has(nr))?.[0] ?? null
  }

  /** All or nothing, and no credit where there never was a gift voucher. */
  #stack(deed: Extract<Deed, { readonly do: 'stack' }>, today: string): Outcome {
    const { nr, with: program, points } = deed
    if (this.#redemptions.has(nr)) return 'nothing'
    const wanted = this.#hasGift ? deed.credit : 0
    if (this.purses.gift.balance(today) < wanted) return 'refused'
    const taken = this.purses[program].take(points, today)
    if (taken === null) return 'refused'
    const credit = wanted === 0 ? [] : (this.purses.gift.take(wanted, today) ?? [])
    const at = this.#deeds
    this.#redemptions.set(nr, {
      with: program,
      taken,
      credit,
      brought: null,
      used: null,
      at,
      rolledBack: false
    })
    return 'done'
  }

  /**
   * What it put elsewhere has to be there, or to have lapsed, and of its coupon nothing is used or
   * kept: what left for points is not also kept.
   */
  #rollBack(nr: number, today: string, now: string): Outcome {
    const redemption = this.#redemptions.get(nr)
    if (redemption === undefined || redemption.rolledBack) return 'nothing'
    const { with: program, taken, credit, brought, used, at } = redemption
    if (brought !== null && this.purses[brought.to].spentOf(brought.shares, today) > 0) {
      return 'refused'
    }
    const coupon = this.coupons.get(nr)
    if (coupon !== undefined && leftOf(coupon, now) < COUPON.uses) return 'refused'
    if (coupon !== undefined) coupon.isOver = true
    if (used !== null) used.uses--
    redemption.rolledBack = true
    this.purses[program].giveBack(taken, at)
    this.purses.gift.giveBack(credit, at)
    if (brought !== null) this.purses[brought.to].undo(brought.shares, this.#deeds, today, true)
    return 'done'
  }

  #settle(nr: number, program: Program, today: string, come: boolean): Outcome {
    const order = this.#orders.get(nr)
    const waiting = order?.waiting.find(each => each.in === program)
    if (order === undefined || waiting === undefined) return 'nothing'
    order.waiting = order.waiting.filter(each => each !== waiting)
    if (come) this.#bring(order, program, waiting.points, today)
    return 'done'
  }
}
