// The promise of estimateLoyaltyPoints: an estimate is what paying earns, whatever the program, the
// customer, the order and the moment, with everything that tiers and segments make of it.
import t from 'tap'
import { casesOf } from '../../support/chance.ts'
import { type Guess, guesses } from '../support/arbitrary-programs.ts'
import { outcomeOf } from '../support/estimate-and-payment.ts'

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
