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
      'with what their holders know before anybody spends of them: what is stored is what counts.'
  },
  redemptions: {
    about: 'Redemptions do not fit their rollbacks, their parts or what they took',
    advice:
      'To do: roll none of those named back before it was looked at; no balance changes by itself.'
  },
  orders: {
    about: 'Orders say other figures than their lines and redemptions',
    advice:
      'To do: send the items and the discount of the orders named again, which makes their figures ' +
      'anew. What a canceled order brought is taken off its card by hand; one that is gone is only ' +
      'in an older backup.'
  },
  standing: {
    about: 'Cards stand in tiers that are not theirs',
    advice:
      'To do: compare the cards named with the tiers of their program; no points are concerned.'
  },
  counters: {
    about: 'Counts that are kept are other than what they count',
    advice:
      'To do: nothing for what customers have, which no count changes. Limits, stock and lists go ' +
      'by the stored count: where a limit is reached too early, raise it by the difference.'
  },
  locks: {
    about: 'Locks hold other than what vouchers say is held',
    advice: 'To do: nothing. A lock ends by itself, and with it what it holds.'
  },
  jobs: {
    about: 'Work that was accepted and what is under way do not fit',
    advice: 'To do: see what is under way with `jobs`, and send what is missing there once more.'
  }
}
