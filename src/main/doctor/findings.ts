/**
 * What the doctor says of one thing.
 */

/** What is looked at, in this order. */
export type DoctorSubject = 'settings' | 'database' | 'projects' | 'clock' | 'disk' | 'port'

export interface DoctorFinding {
  readonly about: DoctorSubject
  /** `wrong`: the service cannot run so, or not rightly. `advice`: it can, and this is better. */
  readonly state: 'ok' | 'advice' | 'wrong'
  /** What is so, in a sentence. */
  readonly found: string
  /** What the doctor would change, in a sentence; null for nothing. */
  readonly change: string | null
}

/** Nothing to do. */
export function ok(about: DoctorSubject, found: string): DoctorFinding {
  return { about, state: 'ok', found, change: null }
}

/** What would be better, and how. */
export function advice(about: DoctorSubject, found: string, change: string): DoctorFinding {
  return { about, state: 'advice', found, change }
}

/** Without a change where `found` says it itself. */
export function wrong(
  about: DoctorSubject,
  found: string,
  change: string | null = null
): DoctorFinding {
  return { about, state: 'wrong', found, change }
}
