/**
 * What the doctor says of one thing.
 */

/** What is looked at, in this order. */
export type Subject = 'settings' | 'database' | 'projects' | 'clock' | 'disk' | 'port'

export interface Finding {
  readonly about: Subject
  /** `wrong`: the service cannot run so, or not rightly. `advice`: it can, and this is better. */
  readonly state: 'ok' | 'advice' | 'wrong'
  /** What is so, in a sentence. */
  readonly found: string
  /** What the doctor would change, in a sentence; null for nothing. */
  readonly change: string | null
}

/** Nothing to do. */
export function ok(about: Subject, found: string): Finding {
  return { about, state: 'ok', found, change: null }
}

/** What would be better, and how. */
export function advice(about: Subject, found: string, change: string): Finding {
  return { about, state: 'advice', found, change }
}

/** Without a change where `found` says it itself. */
export function wrong(about: Subject, found: string, change: string | null = null): Finding {
  return { about, state: 'wrong', found, change }
}
