/**
 * How much one unit of work takes on.
 *
 * A unit holds the write lock, and everybody else waits for it. How long depends on the machine,
 * the disk and what else goes on, so it is measured and not guessed: units shrink at once when one
 * took too long, and grow slowly when they are quick.
 *
 * Spec: Decision 44.
 */

/** What a unit should take; well below the 25 ms that nobody notices. */
const UNIT_MS = 12
/** Smaller units cost more in commits than they give to others. */
const ITEMS_MIN = 10

export class Pace {
  readonly #itemsMax: number
  #items: number

  /** Starts carefully; never more than `itemsMax`. */
  constructor(itemsMax: number) {
    this.#itemsMax = itemsMax
    this.#items = Math.min(ITEMS_MIN * 5, itemsMax)
  }

  /** Items the next unit should take on. */
  get items(): number {
    return this.#items
  }

  /** Notes what a unit of `items` took, its waiting for others and its commit included. */
  took(items: number, ms: number): void {
    if (items === 0) return
    const affordable = Math.floor((items * UNIT_MS) / Math.max(ms, 0.1))
    // A unit that was not full says nothing about larger ones, unless it was slow all the same.
    if (items < this.#items && affordable >= items) return
    const next = Math.min(affordable, this.#items * 2, this.#itemsMax)
    this.#items = Math.max(next, Math.min(ITEMS_MIN, this.#itemsMax))
  }
}
