/**
 * The rows of a project one after the other, in an order the engine has no index for.
 *
 * Sorting everything needs memory that grows with the project, and asking the engine for one page
 * after another sorts everything again for each. So the rows are walked through in slices, and of
 * their places the first few thousand that come next are kept; when those are used up, the rows are
 * walked through once more. Nobody waits for longer than a slice.
 *
 * Spec: ExportParameters.order; Decision 49.
 */
import type { Place } from '../storage/loads/exports.ts'

/** Places looked at in one slice: a few milliseconds. */
const SLICE = 2_000
/** Places kept of one walk: about a megabyte. */
const KEPT = 10_000

/** Reads the places of at most `limit` rows with ids after `after`, upwards by id. */
export type ReadPlaces = (after: string, limit: number) => Promise<readonly Place[]>

/**
 * Every place that comes after `from` (null: every place), in order, some at a time; an empty batch
 * after each slice that was only looked through. Keys that change meanwhile may be met twice or
 * never; ids do not change, so the order by id has every row once.
 */
export async function* inOrder(
  read: ReadPlaces,
  order: { readonly by: string; readonly descending: boolean },
  from: Place | null,
  kept = KEPT
): AsyncGenerator<readonly Place[], void> {
  if (order.by === 'id' && !order.descending) return yield* alongIds(read, from)
  for (let after = from; ; ) {
    const next = new Next(after, order.descending, kept)
    for (let id = ''; ; ) {
      const slice = await read(id, SLICE)
      const last = slice.at(-1)
      if (last === undefined) break
      for (const place of slice) next.offer(place)
      id = last.id
      yield []
    }
    const places = next.places()
    after = places.at(-1) ?? null
    if (after === null) return
    yield places
    if (next.complete) return
  }
}

async function* alongIds(
  read: ReadPlaces,
  from: Place | null
): AsyncGenerator<readonly Place[], void> {
  for (let after = from?.id ?? ''; ; ) {
    const slice = await read(after, SLICE)
    const last = slice.at(-1)
    if (last === undefined) return
    yield slice
    after = last.id
  }
}

/** Of all places offered, the first ones after another. */
class Next {
  /** Whether everything that comes after was kept. */
  complete = true
  readonly #after: Place | null
  readonly #sign: 1 | -1
  readonly #kept: number
  #places: Place[] = []
  /** The last of those kept, once there are enough; what comes after it is not looked at. */
  #bound: Place | null = null

  constructor(after: Place | null, descending: boolean, kept: number) {
    this.#after = after
    this.#sign = descending ? -1 : 1
    this.#kept = kept
  }

  offer(place: Place): void {
    if (this.#after !== null && this.#compare(place, this.#after) <= 0) return
    if (this.#bound !== null && this.#compare(place, this.#bound) > 0) return
    this.#places.push(place)
    if (this.#places.length >= 2 * this.#kept) this.#cut()
  }

  /** In order. */
  places(): readonly Place[] {
    this.#cut()
    return this.#places
  }

  #cut(): void {
    this.#places.sort((a, b) => this.#compare(a, b))
    if (this.#places.length <= this.#kept) return
    this.#places = this.#places.slice(0, this.#kept)
    this.#bound = this.#places.at(-1) ?? null
    this.complete = false
  }

  #compare(a: Place, b: Place): number {
    if (a.key !== b.key) return a.key < b.key ? -this.#sign : this.#sign
    return a.id === b.id ? 0 : a.id < b.id ? -this.#sign : this.#sign
  }
}
