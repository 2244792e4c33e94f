/**
 * How commands tell that books do not agree: everything that was found, by kind, each kind with what
 * it means and what to do, and an exit code that nothing else has.
 */
import type { Audit } from '../storage/audit/audit.ts'
import type { FindingKind } from '../storage/audit/scope.ts'
import { CommandFailed } from './on-database.ts'

/** What a process says where the books do not agree. */
export const DISAGREEING = 3

/** For the help of the commands that audit. */
export const EXIT_CODES =
  `Exit codes: 0 done and the books agree, 1 failed, 2 not understood, ${DISAGREEING} the books do ` +
  'not agree.'

/** The failure of a command whose books do not agree; `outcome` is what it did all the same. */
export function disagreeing(outcome: string, { findings }: Audit): CommandFailed {
  const count = findings.length === 1 ? 'one finding' : `${findings.length} findings`
  const byKind = Map.groupBy(findings, ({ kind }) => kind)
  const told = [...byKind].map(([kind, found]) => {
    const { about, advice } = TOLD[kind]
    const sentences = found.map(({ sentence }) => `  ${sentence}`)
    return [`${about} (${kind}, ${found.length}):`, ...sentences, `  ${advice}`].join('\n')
  })
  return new CommandFailed([`${outcome}: ${count}.`, ...told].join('\n'), DISAGREEING)
}

/** What a kind is about, and what to do about it. */
const TOLD: { readonly [Kind in FindingKind]: Record<'about' | 'advice', string> } = {
  points: {
    about: 'Points and credit do not follow from their ledgers',
    advice:
      'To do: restore an older backup whose books agree. Without one, compare the vouchers named ' +
      'with what their holders know before anybody spends from them: the stored balance can be spent.'
  },
  redemptions: {
    about: 'Redemptions do not fit their rollbacks, their parts or what they took',
    advice: 'To do: look at each one named before you roll it back; no balance changes by itself.'
  },
  orders: {
    about: 'Figures of orders do not follow from their lines and redemptions',
    advice:
      'To do: send the items and the discount of the orders named again, which computes ' +
      'their figures again. Subtract from the card by hand what a canceled order earned. ' +
      'An order that is gone is only in an older backup.'
  },
  standing: {
    about: 'Cards are in the wrong tiers',
    advice:
      'To do: compare the cards named with the tiers of their program; no points are concerned.'
  },
  counters: {
    about: 'Stored counts differ from what they count',
    advice:
      'To do: nothing for balances, which depend on no count. Limits, stock and lists use ' +
      'the stored count: where a limit is reached too early, raise it by the difference.'
  },
  locks: {
    about: 'Locks hold more or less than their vouchers say',
    advice: 'To do: nothing. A lock ends by itself, and frees what it holds.'
  },
  jobs: {
    about: 'Async actions and jobs do not fit each other',
    advice:
      'To do: see with `jobs` what is under way, and send the requests of what is missing again.'
  }
}
