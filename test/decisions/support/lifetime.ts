/**
 * The life of a customer in some clubs: what happens to them one after the other, each decided on
 * what the changes before it left behind, and everything that must hold whatever happened.
 */
import {
  type Change,
  type Decision,
  eventOf,
  type Occasion
} from '../../../src/decisions/changes.ts'
import { adjustBalance } from '../../../src/decisions/points/adjustments.ts'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import { type Purse, sumOf } from '../../../src/decisions/points/lots.ts'
import { redeemReward } from '../../../src/decisions/redemptions/redemption.ts'
import { rollbackRedemption } from '../../../src/decisions/redemptions/rollback.ts'
import {
  accrue,
  changesOf,
  followUp,
  programOf,
  reviewCustomer
} from '../../../src/decisions/standing/open.ts'
import type { StandingFacts } from '../../../src/decisions/standing/standing.ts'
import type {
  CardBalance,
  CustomerTotals,
  Day,
  Instant,
  LoggedEvent,
  PendingPoints,
  Redemption,
  Segment,
  TierMembership
} from '../../../src/model.ts'
import { BY_BALANCE, periodOf, tierAt } from '../../../src/rules/points.ts'
import { dayAt } from '../../../src/rules/validity.ts'
import { givenCustomer, givenOccasion, givenTotals } from '../../support/given.ts'
import { givenAssignment, givenOrder } from '../../support/given-goods.ts'
import { givenStanding } from '../../support/given-standing.ts'
import { standingOf } from '../../support/standings.ts'
import { Book } from './audited-voucher.ts'
import { MUG, PLAIN, SILENT, UNPAID } from './mug.ts'

/** A program before anybody joined it: the card, if there is one, has nothing on it. */
export type Beginning = Omit<ProgramFacts, 'membership' | 'due'>

type Deed = (facts: StandingFacts, occasion: Occasion) => Decision<unknown> | null

export class Lifetime {
  /** All that was logged, in order. */
  readonly events: LoggedEvent[] = []
  now: Instant
  readonly #customer = givenCustomer()
  readonly #source = givenOccasion()
  readonly #programs: readonly Beginning[]
  readonly #filterSegments: readonly Segment[]
  readonly #books = new Map<string, Book>()
  readonly #members = new Map<string, TierMembership>()
  #segments: readonly string[] = []
  #totals: CustomerTotals = givenTotals()
  #orders = 0
  #redeemed: Redemption | null = null

  constructor(programs: readonly Beginning[], filterSegments: readonly Segment[], now: Instant) {
    this.#programs = programs
    this.#filterSegments = filterSegments
    this.now = now
    for (const { campaign, card } of programs) {
      if (card !== null) this.#books.set(campaign.id, new Book(card.voucher))
    }
  }

  /** The places among the tiers, by campaign. */
  get members(): ReadonlyMap<string, TierMembership> {
    return this.#members
  }

  /** Pays a new order. */
  pay(): string | null {
    return this.#do((facts, occasion) => {
      const opened = standingOf(facts, this.#customer, occasion)
      if ('refusal' in opened) return opened
      this.#orders++
      const { id } = this.#customer
      const logged = eventOf('customer.order.paid', { customerId: id, entityId: id }, {}, occasion)
      const order = givenOrder({ id: `ord_${this.#orders}` })
      const cause = { event: 'order.paid', subjectId: null, campaignId: null, eventMetadata: null }
      const earned = accrue(opened, facts, { ...cause, order }, logged, occasion)
      if ('refusal' in earned) return earned
      const after = followUp(earned, facts, occasion)
      return 'refusal' in after ? after : { result: null, changes: changesOf(after) }
    })
  }

  /** Gives points, or takes them as far as there are so many. */
  adjust(index: number, points: number): string | null {
    return this.#do((facts, occasion) => {
      const { campaign, card: purse } = facts.programs[index] as ProgramFacts
      if (purse === null) return null
      const held = sumOf(lotsOn(purse, dayAt(occasion.now, occasion.project.timezone)))
      const moved = Math.max(points, -held)
      if (moved === 0) return null
      const all = { ...facts, campaign, purse, customer: this.#customer }
      return adjustBalance(all, { points: moved, reason: 'by hand' }, occasion)
    })
  }

  /** Redeems points of a card, as far as it has so many; what it did can be rolled back next. */
  redeem(index: number, points: number): string | null {
    this.#redeemed = null
    return this.#do((facts, occasion) => {
      const { campaign, card } = facts.programs[index] as ProgramFacts
      if (card === null) return null
      const held = sumOf(lotsOn(card, dayAt(occasion.now, occasion.project.timezone)))
      if (held === 0) return null
      const assignment = givenAssignment({
        campaignId: campaign.id,
        points: Math.min(points, held)
      })
      const all = { ...MUG, ...facts, campaign, card, holder: this.#customer, assignment }
      const decision = redeemReward(all, PLAIN, occasion)
      if ('refusal' in decision) return decision
      const { redemption } = decision.result
      if (redemption.status === 'SUCCEEDED') this.#redeemed = redemption
      return decision
    })
  }

  /** Rolls back what was redeemed last. */
  rollBack(): string | null {
    const redemption = this.#redeemed
    this.#redeemed = null
    if (redemption === null) return null
    return this.#do((facts, occasion) => {
      const { campaign, card } = programOf(facts, redemption.campaignId as string)
      const books = [...this.#books.values()]
      const moved = {
        entries: books.flatMap(book => book.causedBy(redemption.id)),
        missed: books.flatMap(book => book.entries)
      }
      const about = { redemption, campaign, card: card as Purse, status: null }
      const all = { ...UNPAID, ...facts, ...moved, ...about }
      return rollbackRedemption({ ...all, customer: this.#customer }, SILENT, occasion)
    }, 'known')
  }

  /** What the customer has and where they belong; nothing of how it came to that. */
  get state() {
    return {
      cards: [...this.#books.values()].map(book => {
        const { card, redeemedQuantity } = book.voucher
        const { balance, redeemedPoints, nextExpirationDate } = card as CardBalance
        const lots = book.purse().lots.map(({ id, remaining }) => [id, remaining])
        return { balance, redeemedPoints, redeemedQuantity, nextExpirationDate, lots }
      }),
      tiers: [...this.#members].flatMap(([campaignId, { tierId }]) =>
        tierId === null ? [] : [[campaignId, tierId]]
      ),
      segments: this.#segments.toSorted()
    }
  }

  /** What the calendar does, and what a review of the day does after it. */
  midnight(): string | null {
    return this.review()
  }

  review(): string | null {
    return this.#do((facts, occasion) =>
      reviewCustomer({ ...facts, customer: this.#customer }, occasion)
    )
  }

  /** Decides, writes, asks for the first thing that does not hold, then whether more follows. */
  #do(deed: Deed, lots: 'purse' | 'known' = 'purse'): string | null {
    const occasion = { ...this.#source, now: this.now }
    const decision = deed(this.#facts(lots), occasion)
    if (decision === null) return null
    if ('refusal' in decision) return decision.refusal.details
    const mistake = this.#write(decision.changes) ?? this.#mistake(occasion)
    if (mistake !== null) return mistake
    const again = reviewCustomer({ ...this.#facts(), customer: this.#customer }, occasion)
    if ('refusal' in again) return again.refusal.details
    return again.changes.length === 0 ? null : 'followed up, there was still something to follow'
  }

  #facts(lots: 'purse' | 'known' = 'purse'): StandingFacts {
    const programs = this.#programs.map(program => {
      const book = this.#books.get(program.campaign.id)
      const membership = this.#members.get(program.campaign.id) ?? null
      const due = waitingIn(book)
      if (book === undefined) return { ...program, membership, due }
      return { ...program, card: book[lots](), spare: null, membership, due }
    })
    return givenStanding({
      programs,
      segments: this.#segments,
      filterSegments: this.#filterSegments,
      totals: this.#totals
    })
  }

  #write(changes: readonly Change[]): string | null {
    for (const change of changes) {
      const mistake = this.#apply(change)
      if (mistake !== null) return `${change.kind}: ${mistake}`
    }
    for (const book of this.#books.values()) {
      const mistake = book.write(changes.filter(change => concerns(change, book)))
      if (mistake !== null) return mistake
    }
    return null
  }

  #apply(change: Change): string | null {
    switch (change.kind) {
      case 'voucher.published': {
        const { campaignId } = change.publication
        const { spare } = this.#programs.find(({ campaign }) => campaign.id === campaignId) ?? {}
        if (spare == null || this.#books.has(campaignId as string)) return 'there is none to give'
        const { version } = change
        const held = { ...spare, holderId: this.#customer.id, version: version + 1 }
        this.#books.set(campaignId as string, new Book(held))
        return null
      }
      case 'tierMembership.saved': {
        const { membership } = change
        const before = this.#members.get(membership.campaignId)
        if (membership.version !== (before?.version ?? 0) + 1) return 'the guard is lost'
        this.#members.set(membership.campaignId, membership)
        return null
      }
      case 'segment.entered':
        if (this.#segments.includes(change.segmentId)) return 'is in it'
        this.#segments = [...this.#segments, change.segmentId]
        return null
      case 'segment.left':
        if (!this.#segments.includes(change.segmentId)) return 'is not in it'
        this.#segments = this.#segments.filter(id => id !== change.segmentId)
        return null
      case 'customerTotals.counted': {
        const cardBalance = this.#totals.cardBalance + (change.step.cardBalance ?? 0)
        this.#totals = { ...this.#totals, cardBalance }
        return null
      }
      case 'event.logged':
        this.events.push(change.event)
        return null
      default:
        return null
    }
  }

  /** The first thing that does not hold. */
  #mistake(occasion: Occasion): string | null {
    const books = [...this.#books.values()]
    const balance = books.reduce((sum, { voucher }) => sum + (voucher.card?.balance ?? 0), 0)
    if (balance !== this.#totals.cardBalance) return 'the totals are not the cards together'
    for (const { entries } of books) {
      const earned = entries.flatMap(({ type, cause: { eventId, earningRuleId, pendingId } }) =>
        type === 'POINTS_ACCRUAL' ? [`${eventId} ${earningRuleId} ${pendingId}`] : []
      )
      if (new Set(earned).size < earned.length) return 'an event earned twice by one rule'
    }
    for (const program of this.#facts().programs) {
      const mistake = this.#placeMistake(program, dayAt(occasion.now, occasion.project.timezone))
      if (mistake !== null) return `${program.campaign.id}: ${mistake}`
    }
    return null
  }

  /** Whether the card is in the tier of its points, and its events say how it came there. */
  #placeMistake({ campaign, tiers, card, membership }: ProgramFacts, today: Day): string | null {
    if (card === null || tiers.length === 0) {
      return membership === null ? null : 'a place without a card or tiers'
    }
    const { tierId, expiresOn } = membership ?? { tierId: null, expiresOn: null }
    if (replayed(this.events, campaign.id) !== tierId) return 'the events tell of another tier'
    const { qualification, period, expiration } = campaign.tierTerms ?? BY_BALANCE
    const byPeriod = qualification === 'POINTS_IN_PERIOD' && period !== null
    const points = byPeriod
      ? this.#pointsSince(campaign.id, periodOf(today, period).startsOn)
      : sumOf(lotsOn(card, today))
    if (points === null) return null
    const due = tierAt(tiers, points)
    const has = tiers.find(({ id }) => id === tierId) ?? null
    if (expiration === 'BALANCE_DROP') {
      if (expiresOn !== null) return 'a last day without terms'
      return due?.id === has?.id ? null : `${points} points are not of ${has?.name}`
    }
    if (has === null) return due === null ? null : `${points} points and no tier`
    if (expiresOn === null || expiresOn < today) return 'a tier that is over'
    return (due?.pointsFrom ?? 0) <= has.pointsFrom ? null : `${points} points are of a higher tier`
  }

  /** From the entries of the card; null once points came in later than the day they count for. */
  #pointsSince(campaignId: string, startsOn: Day): number | null {
    const all = [...this.#books.values()].flatMap(({ entries }) => entries)
    if (all.some(({ cause }) => cause.pendingId !== undefined)) return null
    let points = 0
    for (const { type, amount, campaignId: of, createdAt } of all) {
      if (of !== campaignId) continue
      if (dayAt(createdAt, this.#source.project.timezone) < startsOn) continue
      points += SPENT.includes(type) ? 0 : amount
    }
    return Math.max(points, 0)
  }
}

const SPENT: readonly string[] = ['POINTS_REDEMPTION', 'POINTS_REFUND', 'POINTS_EXPIRATION']

/** The tier that the events lead to, step by step; a step that cannot follow leads nowhere. */
function replayed(events: readonly LoggedEvent[], campaignId: string): string | null | undefined {
  let tier: string | null = null
  for (const { type, data } of events) {
    const step = /^customer\.loyalty\.tier\.(\w+)$/.exec(type)?.[1]
    const about = data as { readonly campaign_id: string; readonly loyalty_tier_id: string }
    if (step === undefined || about.campaign_id !== campaignId) continue
    const { loyalty_tier_id: id } = about
    const follows: { readonly [step: string]: boolean } = {
      joined: tier === null,
      left: tier === id,
      prolonged: tier === id,
      upgraded: tier !== null && tier !== id,
      downgraded: tier !== null && tier !== id
    }
    if (!follows[step]) return undefined
    tier = step === 'left' ? null : id
  }
  return tier
}

/** In the order of the calendar. */
function waitingIn(book: Book | undefined): readonly PendingPoints[] {
  const place = ({ activatesOn, id }: PendingPoints) => `${activatesOn} ${id}`
  return [...(book?.waiting.values() ?? [])].toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}

function lotsOn({ lots }: Purse, day: Day) {
  return lots.filter(({ expiresOn }) => expiresOn === null || expiresOn >= day)
}

function concerns(change: Change, { voucher, waiting }: Book): boolean {
  if (change.kind === 'pendingPoints.closed') return waiting.has(change.id)
  return 'card' in change && change.card.voucherId === voucher.id
}
