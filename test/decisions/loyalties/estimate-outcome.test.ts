// The promise of estimateLoyaltyPoints: an estimate is what paying earns, whatever the program, the
// customer, the order and the moment, with everything that tiers and segments make of it.
import t from 'tap'
import type { Change, Occasion } from '../../../src/decisions/changes.ts'
import { saveCustomer } from '../../../src/decisions/customers/customers.ts'
import { type EstimateFacts, estimateLoyaltyPoints } from '../../../src/decisions/loyalties.ts'
import { saveOrder } from '../../../src/decisions/orders/orders.ts'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import { sumTotals } from '../../../src/decisions/points/lots.ts'
import type { Refusal } from '../../../src/decisions/refusals.ts'
import { enrol, followUp, programOf } from '../../../src/decisions/standing/open.ts'
import type { Standing, StandingFacts } from '../../../src/decisions/standing/standing.ts'
import type { Campaign, Customer, CustomerTotals } from '../../../src/model.ts'
import { casesOf } from '../../support/chance.ts'
import { decided } from '../../support/decided.ts'
import { givenOccasion, givenProject, givenTotals } from '../../support/given.ts'
import { givenOrderFacts } from '../../support/given-standing.ts'
import { standingOf } from '../../support/standings.ts'
import { type Guess, guesses } from '../support/arbitrary-programs.ts'

/** What was said of a guess. */
interface Outcome {
  readonly estimated: { readonly points: number } | { readonly refusal: string }
  readonly paid: {
    readonly active: number
    readonly pending: number
    /** What joining the program brought apart from the order. */
    readonly byJoining: number
    readonly joined: boolean
    /** Whether a tier or a segment followed. */
    readonly followed: boolean
    readonly refusal: string | null
  }
}

/** What the estimate says, and what paying the same order then does. */
function outcomeOf(guess: Guess): Outcome {
  const { now, timezone, facts, customerMetadata, order } = guess
  const occasion = () => givenOccasion({ now, project: givenProject({ timezone }) })
  const customer = { sourceId: 'ada', metadata: customerMetadata }
  const said = estimateLoyaltyPoints(facts, { customer, order }, occasion())
  return {
    estimated: 'refusal' in said ? { refusal: said.refusal.key } : { points: said.result.points },
    paid: paidOutcome(guess, occasion())
  }
}

/** The customer is saved as the request describes them, and then pays. */
function paidOutcome(
  { facts, customerMetadata, order }: Guess,
  occasion: Occasion
): Outcome['paid'] {
  const who = { sourceId: 'ada', metadata: customerMetadata }
  const { customer: stored, campaign, storedOrder, inventory } = facts
  const { result: customer } = decided(saveCustomer({ stored, schema: null }, who, occasion))
  const settled = settledFacts(facts, customer, occasion)
  if ('refusal' in settled) return { ...NOTHING, refusal: settled.refusal.key }
  const paid = saveOrder(
    givenOrderFacts({ ...settled, stored: storedOrder, customer, inventory }),
    { ...order, status: 'PAID' },
    occasion
  )
  if ('refusal' in paid) return { ...NOTHING, refusal: paid.refusal.key }
  const joined = paid.changes.some(
    change => change.kind === 'voucher.published' && change.publication.campaignId === campaign.id
  )
  const program = programOf(settled, campaign.id)
  return {
    active: sum(paid.changes, accruedIn(campaign)),
    pending: sum(paid.changes, change =>
      change.kind === 'pendingPoints.added' && change.pending.campaignId === campaign.id
        ? change.pending.points
        : 0
    ),
    byJoining: joined
      ? sum(changesOfJoining(settled, customer, program, occasion), accruedIn(campaign))
      : 0,
    joined,
    followed: paid.changes.some(
      change => change.kind === 'tierMembership.saved' || change.kind === 'segment.entered'
    ),
    refusal: null
  }
}

const NOTHING = { active: 0, pending: 0, byJoining: 0, joined: false, followed: false } as const

/** What is known once the customer is where they belong. */
function settledFacts(
  facts: EstimateFacts,
  customer: Customer,
  occasion: Occasion
): StandingFacts | { readonly refusal: Refusal } {
  const opened = standingOf(facts, customer, occasion)
  const settled = 'refusal' in opened ? opened : followUp(opened, facts, occasion)
  if ('refusal' in settled) return settled
  const { programs, segments } = settled
  return { ...facts, programs, segments, totals: totalsAfter(facts.totals, settled) }
}

function totalsAfter(
  totals: CustomerTotals | null,
  { gained }: Pick<Standing, 'gained'>
): CustomerTotals {
  const before = totals ?? givenTotals()
  return { ...before, ...sumTotals([stepOf(before), gained]) }
}

/** The parts of totals that are added to. */
function stepOf({
  customerId: _,
  lastOrderDate: __,
  lastOrderAmount: ___,
  ...sums
}: CustomerTotals) {
  return sums
}

function changesOfJoining(
  facts: StandingFacts,
  customer: Customer,
  program: ProgramFacts,
  occasion: Occasion
): readonly Change[] {
  const opened = standingOf(facts, customer, occasion)
  const joined = 'refusal' in opened ? null : enrol(opened, program, facts, occasion)
  return joined === null || 'refusal' in joined ? [] : joined.changes
}

function sum(changes: readonly Change[], of: (change: Change) => number): number {
  return changes.reduce((total, change) => total + of(change), 0)
}

function accruedIn({ id }: Campaign): (change: Change) => number {
  return change =>
    change.kind === 'points.moved' &&
    change.entry.type === 'POINTS_ACCRUAL' &&
    change.entry.campaignId === id
      ? change.entry.amount
      : 0
}

function told(guess: Guess): string {
  return JSON.stringify(guess, (_, value) => (value instanceof Map ? [...value] : value))
}

t.test('estimateLoyaltyPoints: an estimate is what paying brings the card', async t => {
  const seen = { earned: 0, pending: 0, joined: 0, followed: 0, refused: 0, nothing: 0 }
  const cases = casesOf(t, { gate: 500, soak: 20_000 })
  for (const seed of cases) {
    const guess = guesses(seed)
    const { estimated, paid } = outcomeOf(guess)
    if ('refusal' in estimated) seen.refused++
    else if (estimated.points === 0) seen.nothing++
    else seen.earned++
    if (paid.pending > 0) seen.pending++
    if (paid.joined && paid.active > 0) seen.joined++
    if (paid.followed) seen.followed++
    const brought = Math.max(paid.active + paid.pending - paid.byJoining, 0)
    // Refused for what paying would earn nothing by, or be refused for, too.
    const agree =
      'refusal' in estimated
        ? paid.refusal !== null || brought === 0
        : paid.refusal === null && estimated.points === brought
    if (!agree) t.fail(`${JSON.stringify({ estimated, paid })} of ${told(guess)}`)
  }
  const enough = cases.count / 40
  const each = Object.values(seen).every(count => count >= enough)
  cases.together(each, `of every kind there are some: ${JSON.stringify(seen)}`)
})
