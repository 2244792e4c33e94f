/** What a noun tells of each of its kinds of change, all in one place. */
import type { Change } from '../../decisions/changes.ts'
import type { PlaceCommands } from './queries.ts'
import { type ChangeOf, type Session, write } from './session.ts'
import type { Command, RowLock, Statement } from './statements.ts'

/**
 * The one order in which the changes of a unit are written, whatever order they were decided in.
 * Things come before what refers to them, and the rows that many units meet at (a card, a campaign,
 * a reward, totals) last and always in the same sequence, so that two units wait for each other
 * briefly and never in a circle. Kinds of one step meet at the same rows.
 */
export const STEP = {
  projects: -2,
  /** Before all else of a project, where a load locks a customer who is known. */
  newCustomers: -1,
  /** The twin of a request waits here for what it is the twin of; what begins anew is empty. */
  first: 0,
  /** Before what it would take back where it is refused. */
  queued: 1,
  issued: 2,
  pairsRevoked: 3,
  tokensRevoked: 4,
  /** In the order decided: a name may pass from one product to another, or to a new one. */
  made: 10,
  madeOfThose: 11,
  madeInside: 12,
  earningRules: 13,
  vouchersMade: 14,
  work: 20,
  records: 22,
  rollbacks: 23,
  jobs: 30,
  actions: 31,
  exportParts: 32,
  exportsTurned: 33,
  reviews: 34,
  edited: 40,
  customers: 41,
  orders: 42,
  pendingPoints: 43,
  erased: 44,
  locks: 49,
  vouchers: 50,
  memberships: 51,
  campaigns: 52,
  stocks: 53,
  rules: 54,
  referrals: 55,
  counts: 56,
  totals: 57,
  deleted: 61,
  /** After all that it had. */
  removed: 100
} as const

export type LockStep = (typeof STEP)[keyof typeof STEP]

/** How a kind of change meets others at a row that they write as well. */
export interface ContendedRow<Each> {
  /** The id of the row; absent: changes of this kind stay in the order in which they were decided. */
  readonly row?: (change: Each) => string
  /** Null where this change of `unit` meets nobody. */
  readonly lock: (change: Each, unit: readonly Change[]) => RowLock | null
}

export interface ChangeKind<Each> {
  readonly step: LockStep
  /**
   * It is to what people set up, which is kept in memory under the project's version
   * (storage/catalogue.ts): it raises that version in its own unit. What is counted on the same rows
   * (stock, vouchers of a campaign) is no set-up, and is never kept; nor is a token, which changes
   * with requests.
   */
  readonly isSetUp?: true
  /** What changes of one step are sorted by, where that is not the row at which they meet. */
  readonly row?: (change: Each) => string
  /**
   * Absent for rows that are new, or of a customer whose row the load holds: nobody meets there but
   * a twin of the request, which waits for the whole unit.
   */
  readonly meets?: ContendedRow<Each>
  /** The place of the row that it makes and others may make as well; null where nobody else does. */
  readonly makes?: (change: Each) => RowLock | null
  /** `unit` is all that is written with it, in order: of changes that are one write, the first. */
  readonly write: (session: Session, change: Each, unit: readonly Change[]) => Promise<void>
}

/** What is told of each of these kinds; a missing one does not compile. */
export type ChangeKinds<Kind extends Change['kind']> = {
  readonly [Each in Kind]: ChangeKind<ChangeOf<Each>>
}

/** A write of one statement, whose guard is that of the change. */
export function writes<Each extends Change, Values>(
  command: Command<Values>,
  valuesOf: (change: Each) => NoInfer<Values>
): ChangeKind<Each>['write'] {
  return (session, change) => write(session, change, command, valuesOf(change))
}

/** A kind of change that one statement writes, and that meets nobody. */
export function written<Each extends Change, Values>(
  step: LockStep,
  command: Command<Values>,
  valuesOf: (change: Each) => NoInfer<Values>
): ChangeKind<Each> {
  return { step, write: writes(command, valuesOf) }
}

/** The same of set-up. */
export function setUpWritten<Each extends Change, Values>(
  ...told: Parameters<typeof written<Each, Values>>
): ChangeKind<Each> {
  return { ...written(...told), isSetUp: true }
}

type LockingStatement<Values> = Statement<Values, unknown>

function locking(isDecidedBy: boolean) {
  return <Values extends object>(
    of: string,
    statement: LockingStatement<Values>,
    values: Values
  ): RowLock => ({ name: nameOfRow(of, values), isDecidedBy, lockings: [{ statement, values }] })
}

/** A row whose guard is what the unit has read of it. */
export const decidedBy = locking(true)

export const addedTo = locking(false)

function meeting(by: typeof decidedBy) {
  return <Each>(
    of: string,
    held: LockingStatement<{ readonly id: string }>,
    row: (change: Each) => string
  ): ContendedRow<Each> => ({ row, lock: change => by(of, held, { id: row(change) }) })
}

/** At the row with an id, whose guard is what the unit has read of it. */
export const rowMet = meeting(decidedBy)

/** At the row with an id, to which the unit adds. */
export const addsTo = meeting(addedTo)

/** The same of a row that may not be there yet. */
export function orMade<Values extends object>(
  row: RowLock,
  place: PlaceCommands<Values>,
  values: Values
): RowLock {
  return { ...row, lockings: [...taking(place, values), ...row.lockings] }
}

/** The place of a row that the unit makes; where others made it by these names, `held` locks it. */
export function placeOf<Values extends { readonly id: string }>(
  of: string,
  place: PlaceCommands<Values>,
  values: Values,
  held?: LockingStatement<Omit<Values, 'id'>>
): RowLock {
  // Whoever decides again makes it under another id.
  const { id, ...named } = values
  const name = nameOfRow(of, Object.keys(named).length === 0 ? { id } : named)
  const others = held === undefined ? [] : [{ statement: held, values: named }]
  return { name, isDecidedBy: true, lockings: [...taking(place, values), ...others] }
}

function taking<Values extends object>({ take, leave }: PlaceCommands<Values>, values: Values) {
  return [take, leave].map(statement => ({ statement, values }))
}

/** What a row is called within its project. */
export function nameOfRow(of: string, values: object): string {
  return [of, ...Object.values(values)].join(' ')
}
