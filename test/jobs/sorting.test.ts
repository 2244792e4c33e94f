/**
 * Rows in an order the engine has no index for: the same as sorting everything at once.
 *
 * Spec: ExportParameters.order.
 */
import t from 'tap'
import { placesInOrder } from '../../src/jobs/rows.ts'
import type { RowPlace } from '../../src/storage/exports.ts'
import { casesOf } from '../support/chance.ts'

interface Read {
  readonly places: RowPlace[]
  /** Batches that were only looked through. */
  readonly looked: number
  readonly reads: number
}

/** Everything `inOrder` gives, from rows in memory. */
async function read(
  rows: readonly RowPlace[],
  order: { by: string; descending: boolean },
  from: RowPlace | null,
  kept?: number
): Promise<Read> {
  const byId = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  let reads = 0
  const slices = async (after: string, limit: number) => {
    reads++
    return byId.filter(({ id }) => id > after).slice(0, limit)
  }
  const places: RowPlace[] = []
  let looked = 0
  for await (const batch of placesInOrder(slices, order, from, kept)) {
    if (batch.length === 0) looked++
    places.push(...batch)
  }
  return { places, looked, reads }
}

/** The plain way. */
function sorted(rows: readonly RowPlace[], descending: boolean): RowPlace[] {
  const up = rows.toSorted((a, b) =>
    a.key === b.key ? (a.id < b.id ? -1 : 1) : a.key < b.key ? -1 : 1
  )
  return descending ? up.reverse() : up
}

t.test('any rows in any order, and the rest of them after any place', async t => {
  for (const { below, between } of casesOf(t, { gate: 50, soak: 5000 })) {
    const count = below(40)
    const rows = Array.from({ length: count }, (_, index) => ({
      // Few keys, so that many rows share one; the empty one stands for none.
      key: ['', 'a', 'b', 'c'][below(4)] as string,
      id: `x_${String(index).padStart(3, '0')}`
    }))
    const descending = below(2) === 0
    const expected = sorted(rows, descending)
    const order = { by: 'name', descending }
    const kept = between(1, 10)
    t.strictSame((await read(rows, order, null, kept)).places, expected)
    const start = below(count + 1)
    const from = expected[start] ?? null
    const rest = from === null ? expected : expected.slice(start + 1)
    t.strictSame((await read(rows, order, from, kept)).places, rest)
  }
})

t.test('by id upwards nothing is looked through twice', async t => {
  const rows = Array.from({ length: 1_250 }, (_, index) => {
    const id = `x_${String(index).padStart(5, '0')}`
    return { key: id, id }
  })
  const all = await read(rows, { by: 'id', descending: false }, null)
  t.strictSame(all, { places: rows, looked: 0, reads: 4 })
  const rest = await read(rows, { by: 'id', descending: false }, rows[749] as RowPlace)
  t.strictSame(rest, { places: rows.slice(750), looked: 0, reads: 2 })
})

t.test('what fits in memory is looked through once', async t => {
  const rows = Array.from({ length: 1_250 }, (_, index) => ({
    key: String(index % 7),
    id: `x_${String(index).padStart(5, '0')}`
  }))
  const { places, reads } = await read(rows, { by: 'name', descending: true }, null)
  t.strictSame(places, sorted(rows, true))
  t.equal(reads, 4)
})
