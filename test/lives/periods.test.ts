/**
 * Random lives in a program with tiers by what came in during a month.
 *
 * Days pass at every step; several orders share a lot, points wait, two programs swap points and
 * give gift credit, and everything is undone in an order of its own.
 * Spec: VoucherLoyaltyCard.balance, Redemption.status; Decision 104.
 */
import t from 'tap'
import { PERIODS } from './support/plans.ts'
import { livesAreWhole } from './support/whole.ts'

t.test('whatever is undone, and after however many days, nothing is lost or made', t =>
  livesAreWhole(t, PERIODS, 600)
)
