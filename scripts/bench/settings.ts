/**
 * How much of everything a run measures: what README.md beside it shows, or enough for a look.
 */

/** The amounts of one run. */
export interface Settings {
  /** Slices of each contender. */
  readonly rounds: number
  /** How long one slice takes. */
  readonly seconds: number
  /** How often the service is started. */
  readonly starts: number
  /** Vouchers that a background job makes. */
  readonly vouchers: number
  /** Rows that a database grows by. */
  readonly rows: number
  /** Seconds of load after which memory is read. */
  readonly loadSeconds: number
}

/** What README.md beside it shows. */
export const FULL: Settings = {
  rounds: 7,
  seconds: 1.5,
  starts: 9,
  vouchers: 100_000,
  rows: 1_000_000,
  loadSeconds: 60
}

/** A tenth of it, for a look; its figures are coarse. */
export const QUICK: Settings = {
  rounds: 3,
  seconds: 0.5,
  starts: 3,
  vouchers: 10_000,
  rows: 20_000,
  loadSeconds: 5
}
