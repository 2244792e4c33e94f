/**
 * Bonuses are points that came with a tier or a segment, whatever brought their customer there: an
 * order, a redemption, an event or the calendar. Something else may have helped, an order before it
 * perhaps; when that is undone and the customer is there no longer, the bonus goes back, too.
 * Spec: openapi/behaviour/orders.md#what-goes-back-leaves-what-remains.
 */
import type { LedgerEntry, TierMembership } from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import { BY_BALANCE } from '../../rules/points.ts'
import { type OpenStanding, programOf } from '../standing/open.ts'
import type { Standing } from '../standing/standing.ts'
import type { ProgramFacts } from './earning.ts'
import { cardOf, goneOf, missingSince, sumTotals } from './lots.ts'

export interface Bonus extends LedgerEntry {
  readonly cause: LedgerEntry['cause'] & Required<Pick<LedgerEntry['cause'], 'followed'>>
}

export function isBonus(entry: LedgerEntry): entry is Bonus {
  return entry.cause.followed !== undefined
}

/** Of stored entries and of this decision, but without those that it has taken back so far. */
export function keptBonuses(standing: Standing, stored: readonly LedgerEntry[]): readonly Bonus[] {
  const gone = standing.changes.flatMap(change =>
    change.kind === 'ledgerEntry.takenBack' ? [change.id] : []
  )
  const all = [...stored, ...movedIn(standing)].filter(isBonus)
  const kept = all.filter(({ id, takenBackBy }) => takenBackBy === null && !gone.includes(id))
  return [...new Map(kept.map(entry => [entry.id, entry])).values()]
}

/** The entries that this decision has made so far. */
export function movedIn({ changes }: Pick<Standing, 'changes'>): readonly LedgerEntry[] {
  return changes.flatMap(change => (change.kind === 'points.moved' ? [change.entry] : []))
}

/** Whether it came as its customer fell out of a tier or a segment, or to a lower tier. */
export function isFall({ cause }: Bonus): boolean {
  return /\.(left|downgraded)$/.test(cause.followed.event)
}

/** Whether none like it came after: the customer may still be where it came from. */
export function isLast(bonus: Bonus, all: readonly Bonus[]): boolean {
  return all.every(other => other.id <= bonus.id || !isLike(other, bonus))
}

function isLike({ cause: one }: Bonus, { cause: other }: Bonus): boolean {
  return (
    one.earningRuleId === other.earningRuleId &&
    one.followed.event === other.followed.event &&
    one.followed.subjectId === other.followed.subjectId
  )
}

/**
 * Whether what a bonus came with is so, as the customer stands: they have the points of the tier, or
 * are in the segment, or would be, had nothing been spent since; or they are still out of what they
 * had left. Where points count by period they are in the tier, or in a higher one.
 */
export function holds(bonus: Bonus, standing: Standing, known: OpenStanding<never>): boolean {
  const { event, subjectId } = bonus.cause.followed
  const step = event.slice(event.lastIndexOf('.') + 1)
  const campaignId = present(bonus.campaignId, 'a bonus is of no program')
  const { campaign, tiers, membership } = programOf(standing, campaignId)
  const tier = tiers.find(({ id }) => id === subjectId)
  if (tier === undefined) {
    const isIn = standing.segments.includes(subjectId)
    if (step === 'left') return !isIn
    return isIn || known.selects(subjectId, unspent(standing, bonus))
  }
  const from = startOf({ tiers, membership })
  if (step === 'left') return from < tier.pointsFrom
  if (step === 'downgraded') return from <= tier.pointsFrom
  if (!isByBalance(campaign)) return from >= tier.pointsFrom
  // A term keeps in a tier who would not have reached it.
  const { card } = programOf(unspent(standing, bonus), campaignId)
  const { voucher } = present(card, `card ${bonus.voucherId} is not loaded`)
  return cardOf(voucher).balance >= tier.pointsFrom
}

/**
 * The customer as they would be, had nothing been spent of the card since a bonus came to it; in the
 * tier of that balance, if it is a higher one.
 */
function unspent(standing: Standing, { voucherId, voucherVersion, cause }: Bonus): Standing {
  const found = standing.programs.find(({ card }) => card?.voucher.id === voucherId)
  const { card: held, ...program } = present(found, `card ${voucherId} is not loaded`)
  const purse = present(held, `card ${voucherId} is not loaded`)
  const { voucher, lots } = purse
  const missing = missingSince(purse, voucherVersion)
  // What was undone is not there, also where it had lapsed and was not taken.
  const lapsedFirst = lots.reduce((sum, { canceled, withdrawn, takenBack, lapsed }) => {
    return sum + Math.min(lapsed, Math.max(canceled + withdrawn - takenBack, 0))
  }, 0)
  const cardBalance = goneOf(purse) - cause.followed.pointsGone - missing - lapsedFirst
  const before = cardOf(voucher)
  const balance = { ...before, balance: before.balance + cardBalance }
  const card = { ...purse, voucher: { ...voucher, card: balance } }
  const membership = inTierOf(program, balance.balance)
  const programs = standing.programs.map(each =>
    each === found ? { ...each, card, membership } : each
  )
  return { ...standing, programs, gained: sumTotals([standing.gained, { cardBalance }]) }
}

function inTierOf(
  { campaign, tiers, membership }: Omit<ProgramFacts, 'card'>,
  balance: number
): TierMembership | null {
  const reached = tiers.filter(({ pointsFrom }) => pointsFrom <= balance)
  const [highest] = reached.toSorted((one, other) => other.pointsFrom - one.pointsFrom)
  if (membership === null || highest === undefined || !isByBalance(campaign)) return membership
  const isThere = startOf({ tiers, membership }) >= highest.pointsFrom
  return isThere ? membership : { ...membership, tierId: highest.id }
}

function isByBalance({ tierTerms }: ProgramFacts['campaign']): boolean {
  return (tierTerms ?? BY_BALANCE).qualification === 'BALANCE'
}

/** Where the tier of a card begins; below all of them in none. */
function startOf({ tiers, membership }: Pick<ProgramFacts, 'tiers' | 'membership'>): number {
  return tiers.find(({ id }) => id === membership?.tierId)?.pointsFrom ?? -1
}
