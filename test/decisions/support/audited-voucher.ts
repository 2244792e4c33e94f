/**
 * What storage would hold of one voucher, made of changes alone: its row, its lots, its entries and
 * what waits; and every sum over them that must agree, whatever happened.
 *
 * It is the audit, without a database: a test writes the changes of each decision, loads the next
 * purse from here, and asks for the first thing that does not fit.
 */
import type { CardAfter, Change, LotStep } from '../../../src/decisions/changes.ts'
import { isBonus } from '../../../src/decisions/points/bonuses.ts'
import {
  amountOf,
  lotNamed,
  type Purse,
  shortOf,
  stepLots,
  sumOf
} from '../../../src/decisions/points/lots.ts'
import type {
  EntryType,
  LedgerEntry,
  Lot,
  PendingPoints,
  Shortfall,
  Voucher
} from '../../../src/model.ts'

/** Of a lot that has become part of another. */
const NOTHING_IN = {
  ...{ amount: 0, remaining: 0, canceled: 0, withdrawn: 0, takenBack: 0, lapsed: 0 }
} as const

type Part = 'added' | 'redeemed' | 'subtracted' | 'expired'

const PART_OF: { readonly [Type in EntryType]: Part } = {
  POINTS_ACCRUAL: 'added',
  POINTS_ADDITION: 'added',
  POINTS_REMOVAL: 'subtracted',
  POINTS_CANCELLATION: 'subtracted',
  POINTS_REDEMPTION: 'redeemed',
  POINTS_REFUND: 'redeemed',
  POINTS_EXPIRATION: 'expired',
  CREDITS_ADDITION: 'added',
  CREDITS_REMOVAL: 'subtracted',
  CREDITS_REDEMPTION: 'redeemed',
  CREDITS_REFUND: 'redeemed'
}

export class Book {
  voucher: Voucher
  readonly lots = new Map<string, Lot>()
  readonly entries: LedgerEntry[] = []
  readonly waiting = new Map<string, PendingPoints>()
  /** By what they are of, in the order in which they were noted. */
  readonly shortfalls = new Map<string, Shortfall>()

  readonly #isLowered: boolean

  /** A voucher with nothing on it and no past. `isLowered`: what was taken may go back in part. */
  constructor(voucher: Voucher, isLowered = false) {
    this.voucher = voucher
    this.#isLowered = isLowered
  }

  /** The voucher as a load brings it: with its open lots. */
  purse(): Purse {
    const lots = [...this.lots.values()].filter(({ remaining }) => remaining > 0)
    return { voucher: this.voucher, lots }
  }

  /** The same where something is undone: with all lots, and what others stand in for. */
  known(): Purse {
    const shortfalls = [...this.shortfalls.values()]
    return { voucher: this.voucher, lots: [...this.lots.values()], shortfalls }
  }

  /** Makes changes real; the first thing that does not fit, in words, or null. */
  write(changes: readonly Change[]): string | null {
    for (const change of changes) {
      const mistake = this.#apply(change)
      if (mistake !== null) return `${change.kind}: ${mistake}`
    }
    return this.#mistake()
  }

  /** Points that came with tiers and segments, as a load brings them where something is undone. */
  get bonuses(): readonly LedgerEntry[] {
    return this.entries.filter(entry => isBonus(entry) && entry.takenBackBy === null)
  }

  /** The entries that name a redemption as their cause. */
  causedBy(redemptionId: string): readonly LedgerEntry[] {
    return this.entries.filter(({ cause }) => cause.redemptionId === redemptionId)
  }

  #apply(change: Change): string | null {
    switch (change.kind) {
      case 'points.moved':
        return this.#placeCard(change.card) ?? this.#move(change)
      case 'credit.moved': {
        const { version, balance: gift, ...rest } = change.gift
        return this.#place(version, { gift, ...rest }) ?? this.#move(change)
      }
      case 'pendingPoints.added':
        this.waiting.set(change.pending.id, change.pending)
        return this.#placeCard(change.card)
      case 'pendingPoints.closed':
        return this.waiting.delete(change.id) ? null : `${change.id} does not wait`
      case 'pendingPoints.adjusted': {
        const { id, points, pointsBefore } = change
        const pending = this.waiting.get(id)
        if (pending?.points !== pointsBefore) return `${id} does not wait with ${pointsBefore}`
        this.waiting.set(id, { ...pending, points })
        return null
      }
      case 'card.waited':
        return this.#placeCard(change.card)
      case 'shortfall.saved': {
        const { shortfall, card } = change
        const { subjectId, lotId, from, kind, points, voucherVersion } = shortfall
        const key = `${subjectId} ${lotId} ${from} ${kind} ${voucherVersion}`
        if (points > 0) this.shortfalls.set(key, shortfall)
        else this.shortfalls.delete(key)
        return points < 0 ? 'less than nothing is missing' : this.#placeCard(card)
      }
      case 'ledgerEntry.takenBack': {
        const at = this.entries.findIndex(({ id }) => id === change.id)
        const entry = this.entries[at]
        if (entry === undefined || entry.takenBackBy !== null) return `${change.id} is not kept`
        this.entries[at] = { ...entry, takenBackBy: change.by }
        return null
      }
      case 'lots.accounted':
        return this.#placeCard(change.card) ?? this.#step(change.stepped)
      case 'lot.merged': {
        const { lot, into, card } = change
        this.lots.set(lot.id, { ...lot, ...NOTHING_IN, mergedInto: into })
        return this.#placeCard(card) ?? this.#step([{ ...lot, id: into }])
      }
      default:
        return null
    }
  }

  #placeCard({ version, balance: card, ...rest }: CardAfter): string | null {
    return this.#place(version, { card, ...rest })
  }

  #place(version: number, after: Partial<Voucher> & { readonly voucherId: string }): string | null {
    const { voucherId, ...rest } = after
    if (voucherId !== this.voucher.id) return `${voucherId} is another voucher`
    if (version !== this.voucher.version) return 'the guard is not the version before'
    this.voucher = { ...this.voucher, ...rest, version: version + 1 }
    return null
  }

  #move(change: {
    readonly opened: readonly Lot[]
    readonly stepped: readonly LotStep[]
    readonly entry: LedgerEntry
  }): string | null {
    for (const lot of change.opened) this.lots.set(lot.id, lot)
    const mistake = this.#step(change.stepped)
    if (mistake !== null) return mistake
    this.entries.push(change.entry)
    const { entry } = change
    const balance = this.#figures().balance
    if (entry.balanceAfter !== balance) return `the entry says ${entry.balanceAfter}`
    return amountOf(entry.lots) === entry.amount ? null : 'the lots named are not the amount'
  }

  #step(steps: readonly LotStep[]): string | null {
    for (const each of steps) {
      const lot = this.lots.get(each.id)
      if (lot === undefined) return `a step of lot ${each.id}, which is not there`
      const [after] = stepLots([lot], [each])
      this.lots.set(each.id, after as Lot)
    }
    return null
  }

  #figures(): Record<Part | 'balance', number> {
    const { card, gift } = this.voucher
    if (card !== null) {
      return {
        added: card.points,
        redeemed: card.redeemedPoints,
        subtracted: card.subtractedPoints,
        expired: card.expiredPoints,
        balance: card.balance
      }
    }
    return {
      added: gift?.amount ?? 0,
      redeemed: gift?.redeemedAmount ?? 0,
      subtracted: gift?.subtractedAmount ?? 0,
      expired: 0,
      balance: gift?.balance ?? 0
    }
  }

  /** Everything that is counted again, and what is kept of it. */
  #mistake(): string | null {
    const folded = { added: 0, redeemed: 0, subtracted: 0, expired: 0, balance: 0 }
    let redemptions = 0
    for (const { type, amount } of this.entries) {
      const part = PART_OF[type]
      folded[part] += part === 'added' ? amount : -amount
      folded.balance += amount
      if (part === 'redeemed') redemptions += amount < 0 ? 1 : -1
    }
    const lines = new Map<string, number>()
    for (const { id: named, amount } of this.entries.flatMap(({ lots }) => lots)) {
      const id = lotNamed([...this.lots.values()], named)?.id ?? named
      lines.set(id, (lines.get(id) ?? 0) + amount)
    }
    const lots = [...this.lots.values()].filter(({ mergedInto }) => mergedInto === null)
    const short = [...this.shortfalls.values()]
    const open = lots.filter(({ remaining }) => remaining > 0)
    const whole = open.filter(lot => shortOf(lot) === 0)
    const { card, redeemedQuantity } = this.voucher
    const next = open.flatMap(({ expiresOn }) => expiresOn ?? []).toSorted()[0] ?? null
    const lapsing = sumOf(open.filter(({ expiresOn }) => expiresOn === next))
    const pending = [...this.waiting.values()].reduce((sum, { points }) => sum + points, 0)
    // biome-ignore format: a table
    const facts: [string, unknown, unknown][] = [
      ['the figures are the fold of the entries', text(folded), text(this.#figures())],
      ['nothing is below zero', Object.values(folded).every(figure => figure >= 0), true],
      ['the lots hold the balance', sumOf(lots), folded.balance],
      ['each lot is the fold of its lines', lots.every(l => lines.get(l.id) === l.remaining), true],
      ['no lot is below zero or above what it got',
        lots.every(l => l.remaining >= 0 && l.remaining <= l.amount), true],
      ['what a lot is short of is noted, and no more',
        lots.every(lot => shortOf(lot) === total(short.filter(({ lotId }) => lotId === lot.id))),
        true],
      ['a day of a card has one lot',
        card === null || new Set(whole.map(({ expiresOn }) => expiresOn)).size === whole.length,
        true],
      ['redemptions are those not given back', this.#isLowered || redeemedQuantity === redemptions,
        true],
      ['pending points are those that wait', card?.pendingPoints ?? 0, pending],
      ['the next day is the soonest', card?.nextExpirationDate ?? null, next],
      ['with its points', card?.nextExpirationPoints ?? null, next === null ? null : lapsing]
    ]
    const wrong = facts.find(([, found, expected]) => found !== expected)
    return wrong === undefined ? null : `not so: ${wrong[0]} (${wrong[1]}, not ${wrong[2]})`
  }
}

function total(shortfalls: readonly Shortfall[]): number {
  return shortfalls.reduce((sum, { points }) => sum + points, 0)
}

/** Flat figures as text, in one order. */
function text(thing: object): string {
  return JSON.stringify(thing, Object.keys(thing).toSorted())
}
