/**
 * How many items one unit of work takes.
 *
 * A unit holds the write lock and the event loop while all others wait. Its duration depends on the
 * machine, the disk and the load, so it is measured: units shrink at once when one took too long,
 * and grow slowly while they are quick. While nobody else has anything carried out, they may take
 * longer, because fewer commits write the same pages.
 */

/** Target duration of a unit: the slowest of a hundred reads wait for one, three times theirs. */
const UNIT_MS = 4
/** The same while no other unit is carried out: the first that comes waits no longer than this. */
const UNIT_ALONE_MS = 22
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

  /**
   * Records how long a unit of `items` took, commit included, and whether it was `alone`: whether
   * no other unit was carried out since the one before.
   */
  took(items: number, ms: number, alone = false): void {
    if (items === 0) return
    const target = alone ? UNIT_ALONE_MS : UNIT_MS
    const affordable = Math.floor((items * target) / Math.max(ms, 0.1))
    // A unit that was not full says nothing about larger ones, unless it was slow.
    if (items < this.#items && affordable >= items) return
    const next = Math.min(affordable, this.#items * 2, this.#itemsMax)
    this.#items = Math.max(next, Math.min(ITEMS_MIN, this.#itemsMax))
  }
}
