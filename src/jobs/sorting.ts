/**
 * The rows of a project, one after the other, in an order that no index has.
 *
 * Sorting all rows needs memory that grows with the project, and reading page after page from the
 * engine sorts all of them again for each page. Instead this module walks through the rows in
 * slices and keeps the places of the few thousand rows that come next; when those are used up, it
 * walks through the rows again. No other request waits for longer than a slice.
 *
 * Spec: ExportParameters.order.
 */
import type { RowPlace } from '../storage/exports/contents.ts'

/** Places read in one slice: a few milliseconds. */
const SLICE = 2_000
/** Places kept from one walk: about a megabyte. */
const KEPT = 10_000

/** Reads the places of at most `limit` rows with ids after `after`, upwards by id. */
export type ReadPlaces = (after: string, limit: number) => Promise<readonly RowPlace[]>

/**
 * Every place after `from` (null: every place), in order and in batches; a slice without a result
 * gives an empty batch. A row whose key changes meanwhile may appear twice or never; ids do not
 * change, so in the order by id every row appears once.
 */
export async function* placesInOrder(
  read: ReadPlaces,
  order: { readonly by: string; readonly descending: boolean },
  from: RowPlace | null,
  kept = KEPT
): AsyncGenerator<readonly RowPlace[], void> {
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
  from: RowPlace | null
): AsyncGenerator<readonly RowPlace[], void> {
  for (let after = from?.id ?? ''; ; ) {
    const slice = await read(after, SLICE)
    const last = slice.at(-1)
    if (last === undefined) return
    yield slice
    after = last.id
  }
}

/** The first places after another one, of all that were offered. */
class Next {
  /** Whether every later place was kept. */
  complete = true
  readonly #after: RowPlace | null
  readonly #sign: 1 | -1
  readonly #kept: number
  #places: RowPlace[] = []
  /** The last place kept, once there are enough; later places are ignored. */
  #bound: RowPlace | null = null

  constructor(after: RowPlace | null, descending: boolean, kept: number) {
    this.#after = after
    this.#sign = descending ? -1 : 1
    this.#kept = kept
  }

  offer(place: RowPlace): void {
    if (this.#after !== null && this.#compare(place, this.#after) <= 0) return
    if (this.#bound !== null && this.#compare(place, this.#bound) > 0) return
    this.#places.push(place)
    if (this.#places.length >= 2 * this.#kept) this.#cut()
  }

  /** In order. */
  places(): readonly RowPlace[] {
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

  #compare(a: RowPlace, b: RowPlace): number {
    if (a.key !== b.key) return a.key < b.key ? -this.#sign : this.#sign
    return a.id === b.id ? 0 : a.id < b.id ? -this.#sign : this.#sign
  }
}
