/**
 * Standings as the entrance opens them, read at once, for tests that look at what has happened by
 * then.
 */
import type { Occasion } from '../../src/decisions/changes.ts'
import {
  type NextStanding,
  OpenStanding,
  openStanding,
  Steps
} from '../../src/decisions/standing/open.ts'
import type { Standing, StandingFacts } from '../../src/decisions/standing/standing.ts'
import type { Customer } from '../../src/model.ts'
import { givenStanding } from './given-standing.ts'

/** After the midnights that have passed, in the present tiers. */
export function standingOf(
  facts: StandingFacts,
  customer: Customer,
  occasion: Occasion
): NextStanding {
  const opened = openStanding(facts, customer, occasion)
  return 'refusal' in opened ? opened : opened.standing
}

/** After the midnights that have passed and nothing else. */
export function passMidnights(
  facts: StandingFacts,
  customer: Customer,
  occasion: Occasion
): NextStanding {
  const opened = openStanding(facts, customer, occasion, { after: 'midnights' })
  return 'refusal' in opened ? opened : opened.standing
}

/** A standing that was made for a test, to be told what happens. */
export function opened(standing: Standing, occasion: Occasion): OpenStanding {
  return new OpenStanding(standing, new Steps(givenStanding(standing), occasion))
}
