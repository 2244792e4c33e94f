/**
 * How many items one unit of work takes.
 *
 * A unit holds the write lock while all other writers wait. Its duration depends on the machine,
 * the disk and the load, so it is measured: units shrink at once when one took too long, and grow
 * slowly while they are quick.
 *
 * Spec: Decision 44.
 */

/** Target duration of a unit; well below the 25 ms that callers do not notice. */
const UNIT_MS = 12
/** Smaller units cost more commits than their shorter waits are worth. */
const ITEMS_MIN = 10

export class Pace {
  readonly #itemsMax: number
  #items: number

  /** Starts with small units; never more than `itemsMax`. */
  constructor(itemsMax: number) {
    this.#itemsMax = itemsMax
    this.#items = Math.min(ITEMS_MIN * 5, itemsMax)
  }

  /** Items for the next unit. */
  get items(): number {
    return this.#items
  }

  /** Records how long a unit of `items` took, waiting and commit included. */
  took(items: number, ms: number): void {
    if (items === 0) return
    const affordable = Math.floor((items * UNIT_MS) / Math.max(ms, 0.1))
    // A unit that was not full says nothing about larger ones, unless it was slow.
    if (items < this.#items && affordable >= items) return
    const next = Math.min(affordable, this.#items * 2, this.#itemsMax)
    this.#items = Math.max(next, Math.min(ITEMS_MIN, this.#itemsMax))
  }
}
