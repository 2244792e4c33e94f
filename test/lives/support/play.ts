/**
 * Plays a life at a till, and beside it what the law foretells: the first thing that differs.
 */
import { Clock } from './clock.ts'
import { type Deed, told } from './deeds.ts'
import { Foretold, type Outcome, type Place } from './foretold.ts'
import { soonest } from './law.ts'
import { BANDS, type Plan, PROGRAMS, type Program } from './plans.ts'
import { COUNTED, campaignOf, rewardOf, tierOf } from './shops.ts'
import type { Answered, Till } from './till.ts'

/** Between two deeds: so little that no day ends by it. */
const STEP_MS = 10
const PLACES: readonly Place[] = ['a', 'b', 'gift']

export class Player {
  readonly foretold: Foretold
  readonly #till: Till
  readonly #clock: Clock
  readonly #plan: Plan
  readonly #orders = new Map<number, string>()
  readonly #redemptions = new Map<number, string>()
  /** Those that are stacks, or were redeemed as one. */
  readonly #stacks = new Set<number>()
  /** The codes of coupons, by the redemptions that handed them out. */
  readonly #coupons = new Map<number, string>()
  /** The day up to which the calendar was seen to. */
  #seenOn: string
  #turn = 0

  constructor(till: Till, plan: Plan) {
    this.#till = till
    this.#plan = plan
    this.#clock = new Clock(plan.zone)
    this.foretold = new Foretold(plan)
    this.#seenOn = this.today
  }

  get today(): string {
    return this.#clock.dayAt(Date.parse(this.#till.now))
  }

  /** Does a deed; says what differs afterwards, or null. */
  async do(deed: Deed): Promise<string | null> {
    this.#goOn(deed)
    const { today } = this
    this.foretold.dawn(today)
    const locked = deed.do === 'release' ? this.foretold.lockedBy(deed.nr) : null
    const expected = this.foretold.do(deed, today, this.#till.now)
    if (expected === 'nothing') return null
    const outcome = await this.#outcomeOf(deed, locked)
    if (outcome !== expected) return `it was ${outcome}, but should be ${expected}`
    if (outcome === 'done' && (deed.do !== 'pass' || deed.timer)) this.#seenOn = today
    return (await this.differing()) ?? this.#misreadAfter(deed)
  }

  /** Asking takes as long as doing, and so it is done where most may be wrong, and now and then. */
  async #misreadAfter(deed: Deed): Promise<string | null> {
    this.#turn++
    return TELLING.has(deed.do) || this.#turn % 4 === 0 ? this.misread() : null
  }

  /** What of the cards is not as foretold; null: nothing. */
  async differing(): Promise<string | null> {
    const { today } = this
    // Points whose day has come are on a card once somebody looks at the customer.
    if (this.foretold.hasDawnedSince(this.#seenOn, today)) return null
    const lots = await this.#till.lots()
    for (const place of PLACES) {
      const stored = lots.get(place) ?? []
      const open = stored.filter(({ endsOn }) => endsOn === null || endsOn >= today)
      const found = linesOf(open.toSorted(soonest))
      const due = linesOf(this.foretold.purses[place].open(today))
      if (found !== due) return `in ${place} there is ${found}, but should be ${due}`
    }
    return null
  }

  /** What somebody who reads is told wrongly; null: nothing. */
  async misread(): Promise<string | null> {
    const { today } = this
    if (this.foretold.hasDawnedSince(this.#seenOn, today)) return null
    const customer = await this.#till.get('getCustomer', { params: { customerId: 'ada' } })
    let sum = 0
    for (const program of PROGRAMS) {
      const due = this.foretold.purses[program].balance(today)
      const { code } = this.#held(program)
      const { loyalty_card: card } = await this.#till.get('getVoucher', { params: { code } })
      const { points, loyalty_tier } = customer.loyalty.campaigns[`Program ${program}`]
      if (card.balance !== due) return `card ${program} is shown with ${card.balance}, not ${due}`
      if (points !== due) return `the customer is shown with ${points} in ${program}, not ${due}`
      sum += due
      const tier = this.#tierOf(program, due)
      if (tier !== undefined && (loyalty_tier ?? null) !== tier) {
        return `with ${due} in ${program} the customer is shown in ${loyalty_tier}, not ${tier}`
      }
    }
    const { points } = customer.loyalty
    if (points !== sum) return `the customer is shown with ${points} points, not ${sum}`
    return this.#misreadCoupons()
  }

  async #misreadCoupons(): Promise<string | null> {
    for (const [nr, { uses, isOver }] of this.foretold.coupons) {
      const code = this.#coupons.get(nr)
      const { active, redemption } = await this.#till.get('getVoucher', { params: { code } })
      const found = `${active ? 'good' : 'over'}, used ${redemption.redeemed_quantity} times`
      const due = `${isOver ? 'over' : 'good'}, used ${uses} times`
      if (found !== due) return `coupon ${nr} is ${found}, not ${due}`
    }
    return null
  }

  /** The tier of so many points, null for none; undefined where they do not tell it. */
  #tierOf(program: Program, points: number): string | null | undefined {
    if (this.#plan[program].tiers !== 'by balance') return undefined
    const band = BANDS.findLastIndex(({ from }) => from <= points)
    return band === -1 ? null : tierOf(this.#plan, program, band)
  }

  #goOn(deed: Deed): void {
    const now = Date.parse(this.#till.now)
    const then = deed.do === 'pass' ? this.#clock.later(now, deed.days, deed.minute) : 0
    this.#till.now = new Date(Math.max(then, now + STEP_MS)).toISOString()
  }

  async #outcomeOf(deed: Deed, locked: number | null): Promise<Outcome> {
    const { status, body } = await this.#ask(deed, locked)
    if (status < 300) return 'done'
    const { key } = body
    if (SHORT_OF.has(key)) return 'refused'
    throw new Error(`${told(deed)}: ${JSON.stringify(body).slice(0, 500)}`)
  }

  /** `locked`: the coupon that a lock is released of. */
  async #ask(deed: Deed, locked: number | null): Promise<Answered> {
    const till = this.#till
    switch (deed.do) {
      case 'give': {
        const { points, ends } = deed
        const ending = { rules: {}, never: { expiration_type: 'NON_EXPIRING' } }
        const on = typeof ends === 'number' ? this.#inDays(ends) : null
        const said = on ?? ending[ends as keyof typeof ending]
        return this.#adjust(deed.to, { points, ...said })
      }
      case 'take':
        return this.#adjust(deed.from, { points: -deed.points })
      case 'use gift': {
        const { code } = this.#held('gift')
        const body = { amount: -deed.amount }
        return till.ask('updateVoucherBalance', { params: { code }, body })
      }
      case 'order': {
        const counts = { a: deed.a, b: deed.b }
        const said = PROGRAMS.flatMap(program =>
          COUNTED[program].map((property, index) => [property, counts[program][index]] as const)
        )
        const metadata = Object.fromEntries(said.filter(([, count]) => count !== 0))
        const body = { customer: { source_id: 'ada' }, status: 'PAID', amount: 100, metadata }
        const answer = await till.ask('createOrder', { body })
        this.#orders.set(deed.nr, answer.body.id)
        return answer
      }
      case 'cancel': {
        const params = { orderId: this.#orders.get(deed.nr) }
        return till.ask('updateOrder', { params, body: { status: 'CANCELED' } })
      }
      case 'buy':
        return this.#redeem(deed.nr, deed.with, rewardOf.goods(deed.price))
      case 'stack': {
        const { nr, with: program, points, credit } = deed
        const card = { object: 'voucher', id: this.#held(program).code }
        const paying = { ...card, reward: { id: rewardOf.cents(), points } }
        return this.#stack(nr, [...this.#credit(credit), paying], deed.locked)
      }
      case 'swap':
        return this.#redeem(deed.nr, deed.from, rewardOf.points(deed.from))
      case 'gift': {
        const answer = await this.#redeem(deed.nr, deed.with, rewardOf.gift())
        if (answer.status < 300) till.held.gift = answer.body.reward.voucher
        return answer
      }
      case 'coupon': {
        const answer = await this.#redeem(deed.nr, deed.with, rewardOf.coupon())
        if (answer.status < 300) this.#coupons.set(deed.nr, answer.body.reward.voucher.code)
        return answer
      }
      case 'use coupon': {
        const both = [this.#coupon(deed.of), ...this.#credit(deed.credit)]
        return this.#stack(deed.nr, both, deed.locked)
      }
      case 'lock': {
        const { nr, of, days } = deed
        const session = { type: 'LOCK', key: `lock-${nr}`, ttl: days, ttl_unit: 'DAYS' }
        const body = { ...basket([this.#coupon(of)]), session }
        const asked = await till.get('validateStackedDiscounts', { body })
        const [{ result }] = asked.redeemables
        return { status: asked.valid ? 200 : 400, body: { key: result.error?.key } }
      }
      case 'switch on':
        return till.ask('enableVoucher', { params: { code: this.#coupons.get(deed.of) } })
      case 'release': {
        const code = this.#coupons.get(locked as number)
        const params = { code, sessionKey: `lock-${deed.nr}` }
        return till.ask('releaseValidationSession', { params })
      }
      case 'roll back': {
        const id = this.#redemptions.get(deed.nr)
        return this.#stacks.has(deed.nr)
          ? till.ask('rollbackStackedRedemptions', { params: { parentRedemptionId: id }, body: {} })
          : till.ask('rollbackRedemption', { params: { redemptionId: id } })
      }
      case 'activate':
        return this.#settle('activateMemberPendingPoints', deed.nr, deed.in)
      case 'drop':
        return this.#settle('cancelMemberPendingPoints', deed.nr, deed.in)
      case 'pass':
        if (deed.timer) await till.timer()
        return { status: 200, body: null }
    }
  }

  #inDays(days: number): object {
    const date = new Date(Date.parse(this.today) + days * 86_400_000).toISOString().slice(0, 10)
    return { expiration_type: 'CUSTOM_DATE', expiration_date: date }
  }

  #adjust(program: Program, body: object): Promise<Answered> {
    const { code: memberId } = this.#held(program)
    return this.#till.ask('updateLoyaltyCardBalanceByCard', { params: { memberId }, body })
  }

  async #redeem(nr: number, program: Program, reward: string): Promise<Answered> {
    const params = { campaignId: campaignOf[program], memberId: this.#held(program).code }
    const answer = await this.#till.ask('redeemReward', {
      params,
      body: { reward: { id: reward } }
    })
    this.#redemptions.set(nr, answer.body.id)
    return answer
  }

  /** What of the gift voucher is to pay, where there is one. */
  #credit(credits: number): readonly object[] {
    const { gift } = this.#till.held
    if (gift === null || credits === 0) return []
    return [{ object: 'voucher', id: gift.code, gift: { credits } }]
  }

  #coupon(of: number): object {
    return { object: 'voucher', id: this.#coupons.get(of) }
  }

  /** What is locked is redeemed at once, and what is not valid is neither. */
  async #stack(nr: number, redeemables: readonly object[], locked: boolean): Promise<Answered> {
    const session = { session: { type: 'LOCK', key: `basket-${nr}` } }
    const body = { ...basket(redeemables), ...(locked ? session : {}) }
    const asked = locked ? await this.#till.get('validateStackedDiscounts', { body }) : null
    const answer = await this.#till.ask('redeemStackedDiscounts', { body })
    const isDone = answer.status < 300
    if (asked !== null && asked.valid !== isDone) throw new Error(`valid is ${asked.valid}`)
    if (isDone) {
      const { parent_redemption: parent, redemptions } = answer.body
      this.#redemptions.set(nr, parent?.id ?? redemptions[0].id)
      this.#stacks.add(nr)
    }
    return answer
  }

  async #settle(operation: string, nr: number, program: Program): Promise<Answered> {
    const params = { memberId: this.#held(program).code }
    const { data } = await this.#till.get('listMemberPendingPoints', { params })
    const waiting = data.find(
      ({ order_id }: { order_id: string }) => order_id === this.#orders.get(nr)
    )
    return this.#till.ask(operation, { params: { ...params, pendingPointsId: waiting.id } })
  }

  #held(place: Place): { readonly id: string; readonly code: string } {
    const held = this.#till.held[place]
    if (held === null) throw new Error(`Nothing is held in ${place}`)
    return held
  }
}

const basket = (redeemables: readonly object[]) => ({
  redeemables,
  order: { amount: 1_000_000 },
  customer: { source_id: 'ada' }
})

/** After these, what is shown is looked at each time. */
const TELLING: ReadonlySet<Deed['do']> = new Set(['pass', 'roll back'])

/** Refusals that say that points, credit or uses are not there. */
const SHORT_OF: ReadonlySet<string> = new Set([
  'loyalty_card_points_exceeded',
  'gift_amount_exceeded',
  'quantity_exceeded',
  'voucher_disabled',
  'invalid_balance'
])

function linesOf(lines: readonly { readonly endsOn: string | null; readonly points: number }[]) {
  if (lines.length === 0) return 'nothing'
  return lines.map(({ endsOn, points }) => `${points} until ${endsOn ?? 'ever'}`).join(', ')
}
