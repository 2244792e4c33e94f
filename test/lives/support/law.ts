/**
 * The law of points, as somebody tells it who has never seen the ledger: see {@link Purse}.
 */

/** A last day, `YYYY-MM-DD`; null: never. */
export type LastDay = string | null

/** So many points, and until when they can be spent. */
export interface Line {
  readonly endsOn: LastDay
  readonly points: number
}

/** So many points of one lot. */
export interface Share {
  readonly lot: Lot
  readonly points: number
}

/** What was undone of a lot at one time and was not left there. */
interface Debt {
  /** The deed that undid it, and its day. */
  readonly since: number
  readonly on: string
  /** A reward put it there, and it has to be there: it is never missing. */
  readonly owed: boolean
  missing: number
  /** In the order in which it was borrowed. */
  readonly borrowed: { readonly from: Lot; points: number }[]
}

export class Lot {
  readonly endsOn: LastDay
  came = 0
  undone = 0
  /** Those of them that a reward had put there. */
  granted = 0
  spent = 0
  /** The oldest first. */
  readonly debts: Debt[] = []
  #into: Lot | null = null

  constructor(endsOn: LastDay) {
    this.endsOn = endsOn
  }

  get met(): number {
    return this.debts.reduce((sum, { missing, borrowed }) => sum + missing + sumOf(borrowed), 0)
  }

  get left(): number {
    return this.came - this.undone - this.spent + this.met
  }

  /** The lot it has become part of, or itself. */
  get now(): Lot {
    return this.#into === null ? this : this.#into.now
  }

  becomes(other: Lot): void {
    this.#into = other
    other.came += this.came
    other.undone += this.undone
    other.granted += this.granted
    other.spent += this.spent
    other.debts.push(...this.debts)
    other.debts.sort((one, another) => one.since - another.since)
  }

  isOver(today: string): boolean {
    return this.endsOn !== null && this.endsOn < today
  }
}

/**
 * One card, or gift voucher. Deeds are counted, each with a higher number than those before.
 *
 * Points that have one last day are a lot, while something of it is left. Those that come later
 * begin another; as soon as both have something left, they are one. Four numbers say what became
 * of a lot:
 *
 * | number   | what it counts                                                                     |
 * |----------|------------------------------------------------------------------------------------|
 * | `came`   | points that came in: by orders, by redemptions, by hand                            |
 * | `undone` | those of them whose order was canceled, or whose redemption was rolled back        |
 * | `spent`  | points that were taken: for something that is not rolled back, by hand, or lent to |
 * |          | another lot                                                                        |
 * | `met`    | points undone that were not left in the lot: borrowed of other lots, or missing    |
 *
 * What is left of a lot is `came - undone - spent + met`, and never below zero. After its last day,
 * what is left has lapsed.
 *
 * | what happens                | what becomes of it                                              |
 * |-----------------------------|-----------------------------------------------------------------|
 * | points are spent            | the lots give them that end soonest, of what has not lapsed     |
 * | points are undone           | the lot loses what is left of them, lapsed or not; for the rest |
 * |                             | it borrows of the lots that end soonest; what they do not have  |
 * |                             | is missing                                                      |
 * | spent points come back      | the lot first has less to be met, of what was met since they    |
 * |                             | were spent: what is missing, then what is borrowed, which comes |
 * |                             | back to its lot in the same way; the rest is left in the lot    |
 * | points have come back where | they are lent for what is missing on the card since they were   |
 * | they can be spent           | spent                                                           |
 * | points are new              | they are nobody's but the customer's                            |
 *
 * Once everything is undone, nothing is spent and nothing has to be met: left is what came and was
 * not undone. So the order of undoing cannot matter, nor the days in between.
 */
export class Purse {
  readonly #lots: Lot[] = []

  /** What can be spent on a day. */
  balance(today: string): number {
    return sumOf(this.open(today))
  }

  /** What can be spent on a day, by lot, the soonest to end first. */
  open(today: string): readonly Line[] {
    return this.#spendable(today).map(({ endsOn, left }) => ({ endsOn, points: left }))
  }

  /** What has lapsed by a day. */
  lapsed(today: string): number {
    return this.#lots.filter(lot => lot.isOver(today)).reduce((sum, { left }) => sum + left, 0)
  }

  /** What would be left, were everything undone: what came by nobody who can be undone. */
  get given(): number {
    return this.#lots.reduce((sum, { came, undone }) => sum + came - undone, 0)
  }

  /** Puts points in. */
  put({ endsOn, points }: Line): Share {
    const isOpen = (each: Lot) => each.endsOn === endsOn && each.left > 0
    const lot = this.#lots.find(isOpen) ?? new Lot(endsOn)
    if (!this.#lots.includes(lot)) this.#lots.push(lot)
    lot.came += points
    return { lot, points }
  }

  /** Takes points; null where fewer can be spent. */
  take(points: number, today: string): readonly Share[] | null {
    if (this.balance(today) < points) return null
    const taken: Share[] = []
    let rest = points
    for (const lot of this.#spendable(today)) {
      const some = Math.min(rest, lot.left)
      if (some === 0) break
      lot.spent += some
      rest -= some
      taken.push({ lot, points: some })
    }
    return taken
  }

  /**
   * How many of these points, which a reward put here, are not there to be taken back: so many were
   * spent. What other lots or canceled orders took of them was not spent.
   */
  spentOf(shares: readonly Share[], today: string): number {
    const own = new Map(shares.map(({ lot, points }) => [lot.now, points]))
    const others = this.#spendable(today).map(lot => Math.max(lot.left - (own.get(lot) ?? 0), 0))
    const owed = shares.map(({ lot, points }) => this.#owedOf(lot.now, points))
    return Math.max(total(owed) - total(others), 0)
  }

  /** Undoes what brought these points, by the deed of that number; `granted`: by a reward. */
  undo(shares: readonly Share[], since: number, today: string, granted = false): void {
    const debts: Debt[] = []
    for (const { lot: brought, points } of shares.toSorted(byEnd)) {
      const lot = brought.now
      const owed = granted ? this.#owedOf(lot, points) : 0
      const short = points - Math.min(points, lot.left)
      lot.undone += points
      if (granted) lot.granted += points
      for (const [isOwed, missing] of [
        [true, owed],
        [false, short - owed]
      ] as const) {
        if (missing <= 0) continue
        debts.push({ since, on: today, owed: isOwed, missing, borrowed: [] })
        lot.debts.push(debts.at(-1) as Debt)
      }
    }
    for (const debt of debts.toSorted((one, other) => Number(other.owed) - Number(one.owed))) {
      borrow(
        debt,
        this.#spendable(today).map(lot => ({ lot, points: lot.left }))
      )
    }
  }

  /** Gives back what was taken by the deed of that number. */
  giveBack(shares: readonly Share[], takenIn: number): void {
    const back: Share[] = []
    for (const { lot, points } of shares) comeBack(lot.now, points, takenIn, back)
    const debts = this.#lots
      .flatMap(({ debts }) => debts)
      .filter(({ since, missing }) => missing > 0 && since >= takenIn)
      .toSorted((one, other) => one.since - other.since)
    for (const debt of debts) {
      // Whatever could have been borrowed then.
      const there = back.filter(({ lot }) => !lot.isOver(debt.on))
      for (const { lot, points } of borrow(debt, there.toSorted(byEnd))) {
        const at = back.findIndex(share => share.lot === lot)
        back[at] = { lot, points: (back[at] as Share).points - points }
      }
    }
    for (const { lot } of back) this.#unite(lot.now)
  }

  /** Two lots of a day that both have something left are one. */
  #unite(lot: Lot): void {
    const isTwin = (each: Lot) => each !== lot && each.endsOn === lot.endsOn && each.left > 0
    const twin = this.#lots.find(isTwin)
    if (twin === undefined || lot.left === 0) return
    this.#lots.splice(this.#lots.indexOf(lot), 1)
    lot.becomes(twin)
  }

  /** How many of these points of a reward were spent, beyond all that anybody else spent. */
  #owedOf(lot: Lot, points: number): number {
    const lent = this.#lots
      .flatMap(({ debts }) => debts.filter(({ owed }) => !owed))
      .flatMap(({ borrowed }) => borrowed.filter(({ from }) => from.now === lot))
    const beyond = lot.spent - total(lent.map(loan => loan.points)) + lot.granted - lot.came
    return Math.max(beyond + points, 0) - Math.max(beyond, 0)
  }

  #spendable(today: string): readonly Lot[] {
    return this.#lots.filter(lot => lot.left > 0 && !lot.isOver(today)).toSorted(soonest)
  }
}

/** Points come back to a lot, or where it borrowed; tells where they are left. */
function comeBack(lot: Lot, points: number, takenIn: number, back: Share[]): void {
  lot.spent -= points
  let rest = points
  const debts = lot.debts.filter(({ since }) => since >= takenIn)
  for (const debt of debts) {
    const found = Math.min(rest, debt.missing)
    debt.missing -= found
    rest -= found
  }
  for (const { since, loan } of debts.flatMap(loansOf).toSorted(byLongest)) {
    const returned = Math.min(rest, loan.points)
    loan.points -= returned
    rest -= returned
    if (returned > 0) comeBack(loan.from.now, returned, since, back)
  }
  if (rest > 0) back.push({ lot, points: rest })
}

type Loan = Debt['borrowed'][number]

function loansOf({ since, borrowed }: Debt): readonly { since: number; loan: Loan }[] {
  return borrowed.map(loan => ({ since, loan }))
}

/** Had less been borrowed, it would not have been of the lot that ends last. */
function byLongest(one: { readonly loan: Loan }, other: { readonly loan: Loan }): number {
  return soonest(other.loan.from, one.loan.from)
}

/** Borrows for what is missing, of these lots at most so much; says what it got. */
function borrow(debt: Debt, of: readonly Share[]): readonly Share[] {
  const lent: Share[] = []
  for (const { lot: from, points: most } of of) {
    const points = Math.min(debt.missing, most, from.left)
    if (points === 0) continue
    debt.missing -= points
    debt.borrowed.push({ from, points })
    from.spent += points
    lent.push({ lot: from, points })
  }
  return lent
}

/** Whichever ends first; what never ends is last. */
export function soonest(
  { endsOn: one }: { readonly endsOn: LastDay },
  { endsOn: other }: { readonly endsOn: LastDay }
): number {
  if (one === other) return 0
  return other === null || (one !== null && one < other) ? -1 : 1
}

const byEnd = (one: Share, other: Share) => soonest(one.lot, other.lot)

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

function sumOf(lines: readonly { readonly points: number }[]): number {
  return lines.reduce((sum, { points }) => sum + points, 0)
}
